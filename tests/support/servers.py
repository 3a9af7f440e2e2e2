"""Database servers of a test's own: in a temporary folder, on a socket there, ended with the
process."""
import atexit
import csv
import io
import os
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from support.exports import records

HOSTS = dict(postgres=('initdb', 'postgres', 'psql'),
             mariadb=('mariadb-install-db', 'mariadbd', 'mariadb'))
NULL = '(no value)'


def _folder(user):
    "A new folder that a user may write."
    folder = Path(tempfile.mkdtemp(prefix='c45lit-'))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if user: shutil.chown(folder, user)
    return folder


def _programs(kind):
    "What makes, serves and asks a database; a test without them is skipped."
    found = [shutil.which(name, path=f'{os.environ["PATH"]}{os.pathsep}/usr/sbin')
             for name in HOSTS[kind]]
    if not all(found):
        pytest.skip(f'no {kind}: apt install {kind if kind == "postgres" else "mariadb-server"}')
    return found


RUNNING = []


def end_servers():
    "End the servers that this process began; at its end, or before."
    while RUNNING:
        server = RUNNING.pop()
        server.terminate()
        server.wait(60)
    asked.cache_clear()


@cache
def asked(kind):
    "The command that asks a server of the kind, which runs until this process ends."
    make, serve, ask = _programs(kind)
    user = 'nobody' if os.getuid() == 0 else None  # servers refuse to be root's
    folder = _folder(user)
    of_user = dict(user=user, group=None, extra_groups=[], cwd='/') if user else {}
    if kind == 'postgres':
        making = [make, '-D', folder / 'd', '-U', 'tester', '-A', 'trust', '-E', 'UTF8',
                  '--locale=C.UTF-8', '-N']
        serving = [serve, '-D', folder / 'd', '-k', folder, '-c', 'listen_addresses=', '-c',
                   'fsync=off']
        asking = [ask, '-X', '-q', '-h', folder, '-U', 'tester', '-d', 'postgres', '--csv', '-t',
                  '-P', f'null={NULL}', '-v', 'ON_ERROR_STOP=1']
    else:
        making = [make, '--no-defaults', f'--datadir={folder / "d"}',
                  '--auth-root-authentication-method=normal', '--skip-test-db']
        serving = [serve, '--no-defaults', f'--datadir={folder / "d"}', f'--socket={folder / "s"}',
                   '--skip-networking', '--skip-grant-tables',
                   f'--pid-file={folder / "p"}', '--innodb-flush-log-at-trx-commit=0']
        asking = [ask, '--no-defaults', f'--socket={folder / "s"}', '--batch', '-N',
                  '--default-character-set=utf8mb4', '--binary-mode']
    subprocess.run(making, check=True, capture_output=True, timeout=300, **of_user)
    with open(folder / 'log', 'wb') as log:
        server = subprocess.Popen(serving, stdout=log, stderr=log, **of_user)
    RUNNING.append(server)
    atexit.register(end_servers)
    for _ in range(600):
        if not subprocess.run(asking, input='SELECT 1;', text=True,
                              capture_output=True).returncode: return asking
        if server.poll() is not None: break
        time.sleep(0.1)
    raise RuntimeError((folder / 'log').read_text(errors='replace')[-2000:])


def _said(kind, script):
    "The rows that a server answers to the last statement of a script, as words."
    done = subprocess.run(asked(kind), input=script.encode(), capture_output=True, timeout=600)
    told = [line for line in done.stderr.decode().splitlines() if 'ERROR' in line]
    if done.returncode: raise RuntimeError('; '.join(told)[-600:])
    text = done.stdout.decode()
    if kind == 'postgres': return list(csv.reader(io.StringIO(text, newline='')))
    escapes = {'n': '\n', 't': '\t', '0': '\0', '\\': '\\'}
    def one(cell):
        parts = cell.split('\\')
        if cell == 'NULL': return NULL
        found, i = parts[0], 1
        while i < len(parts):
            if parts[i]: found += escapes[parts[i][0]] + parts[i][1:]
            else:
                found += '\\' + (parts[i + 1] if i + 1 < len(parts) else '')
                i += 1
            i += 1
        return found
    return [list(map(one, line.split('\t'))) for line in text.split('\n')[:-1]]


def _literal(v, kind):
    "A cell as SQL, by other means than the export's."
    if v is None or isinstance(v, float) and np.isnan(v): return 'NULL'
    if isinstance(v, (bool, np.bool_)): return 'TRUE' if v else 'FALSE'
    if isinstance(v, str):
        code = v.encode().hex()
        return (f"CONVERT(X'{code}' USING utf8mb4)"
                if kind == 'mariadb' else f"convert_from('\\x{code}'::bytea, 'UTF8')")
    return f"'{v!r}'" if kind == 'postgres' else repr(v) if isinstance(v, int) or 'e' in repr(
        v) else f'{v!r}e0'


def _type(values, kind):
    "What holds all of them."
    known = [v for v in values if v is not None and v == v]
    for of, name in (bool, 'BOOLEAN'), (str, 'TEXT CHARACTER SET utf8mb4'
                                        if kind == 'mariadb' else 'TEXT'), (int, 'BIGINT'):
        if known and all(type(v) is of for v in known): return name
    return 'DOUBLE PRECISION'


def in_server(kind, cases, query, types=None, before=''):
    """Rows of a query on the cases, with the column `k y` as key, as words.

    `types` are those of columns by name, `before` goes first.
    """
    quote = '`' if kind == 'mariadb' else '"'
    def name(n): return quote + n.replace(quote, 2 * quote) + quote
    rows = [[i, *row.values()] for i, row in enumerate(records(cases))]
    columns = [[v.item() if isinstance(v, np.generic) else v for v in c] for c in zip(*rows)]
    names = ['k y', *cases.columns]
    kinds = [(types or {}).get(n) or _type(c, kind) for n, c in zip(names, columns)]
    table = name("ca\"s'es")
    script = ['CREATE DATABASE IF NOT EXISTS t; USE t;'] if kind == 'mariadb' else []
    script.append(before)
    script += [f'DROP TABLE IF EXISTS {table};',
               f'CREATE TABLE {table} ({", ".join(f"{name(n)} {t}" for n, t in zip(names, kinds))});']
    lines = [f'({", ".join(_literal(v, kind) for v in row)})' for row in zip(*columns)]
    script += [f'INSERT INTO {table} VALUES {", ".join(lines[lo:lo + 500])};'
               for lo in range(0, len(lines), 500)]
    return _said(kind, '\n'.join([*script, query.rstrip().rstrip(';') + ';', '']))
