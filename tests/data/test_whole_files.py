"""Whatever writes a file keeps links and modes, writes through what is no regular file, and
never shows a half file."""
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from c45lit import load_dataset, write_c45
from c45lit.data import training_table
from c45lit.cli import main
from c45lit.data import tokens
from c45lit.data.tokens import replace_file

GOLF = load_dataset('golf')
TABLE = training_table(*GOLF)

pytestmark = pytest.mark.skipif(os.name != 'posix', reason='links, pipes and modes as of POSIX')


def trees(path):
    "Quinlan's program, whose trees go beside the cases: the file lies where the stem leads."
    stem = path.parent / 'stem'
    place = Path(f'{stem}.unpruned')
    if not os.path.lexists(place): place.symlink_to(path)
    if not Path(f'{stem}.names').exists(): write_c45(stem, TABLE)
    assert main(['c4.5', '-f', str(stem)]) == 0


WRITERS = {'text': lambda path: replace_file(path, 'text'),
           'bytes': lambda path: replace_file(path, b'bytes'), 'trees': trees}
each = pytest.mark.parametrize('write', WRITERS.values(), ids=WRITERS)


def test_no_file_is_written_but_by_those_that_are_looked_at_here():
    "Others write below folders of their own, for themselves: checkpoints, shuffled parts, folds."
    own = {'larger_than_memory', 'reading_partitions', 'passes_over_parts', 'cross_validation', 'tokens'}
    by = re.compile(r"open\([^)]*'[wxa]b?'|write_text|write_bytes|to_(csv|parquet)\((?!file)")
    package = Path(tokens.__file__).parents[1]
    found = {file.stem for file in package.rglob('*.py') for line in file.read_text('utf-8').splitlines()
             if by.search(line) and 'whole_file(' not in line and '`' not in line and "'pass " not in line}
    assert found == own


def mode(path): return stat.S_IMODE(os.stat(path).st_mode)


def written(write, folder):
    "What a writer writes into a plain file."
    (folder / 'plain').mkdir()
    write(folder / 'plain' / 'out')
    return (folder / 'plain' / 'out').read_bytes()


@each
def test_links_stay_a_new_file_has_the_mode_of_the_umask_and_an_old_one_its_own(
    write, tmp_path, capsys, monkeypatch):
    expected, here = written(write, tmp_path), tmp_path / 'here'
    here.mkdir()
    (here / 'out').symlink_to('target')
    (here / 'second').symlink_to('out')
    before = os.umask(0o027)
    try: write(here / 'second')  # through two links to nothing
    finally: os.umask(before)
    assert mode(here / 'target') == 0o640 and (here / 'target').read_bytes() == expected
    (here / 'target').chmod(0o600)
    seen, replace = [], os.replace
    def watched(new, old):
        seen.append(mode(new))
        return replace(new, old)
    def refused(mask): raise AssertionError('the umask is that of all threads')
    monkeypatch.setattr(os, 'replace', watched)
    monkeypatch.setattr(os, 'umask', refused)
    write(here / 'second')  # what is private is never open to others
    assert 0o600 in seen and mode(here / 'target') == 0o600
    assert (here / 'out').is_symlink() and (here / 'second').is_symlink()
    assert not (here / 'target').is_symlink() and (here / 'target').read_bytes() == expected
    assert not [p for p in os.listdir(here) if p.startswith('.')]


@each
def test_a_pipe_gets_everything_and_stays_a_pipe(write, tmp_path, capsys):
    expected = written(write, tmp_path)
    os.mkfifo(tmp_path / 'out')
    got = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / 'out').read_bytes()),
                              daemon=True)
    reader.start()
    write(tmp_path / 'out')
    reader.join(60)
    assert got == [expected] and stat.S_ISFIFO(os.stat(tmp_path / 'out').st_mode)


@each
def test_links_in_a_circle_and_folders_that_are_not_there_are_said(write, tmp_path, capsys):
    written(write, tmp_path)
    (tmp_path / 'out').symlink_to('back')
    (tmp_path / 'back').symlink_to('out')
    (tmp_path / 'lost').symlink_to('no/such/file')
    for name, says in ('out', 'symbolic links'), ('lost', 'No such file'):
        for left in tmp_path.glob('stem.*'): left.unlink()
        with pytest.raises((OSError, AssertionError)) as told: write(tmp_path / name)
        said = str(told.value) + capsys.readouterr().err
        assert says in said and '.file.' not in said
        assert (tmp_path / name).is_symlink()


def test_a_folder_and_a_file_that_you_may_not_write_are_refused(tmp_path):
    with pytest.raises(IsADirectoryError): replace_file(tmp_path, 'text')
    (tmp_path / 'out').write_text('old')
    (tmp_path / 'out').chmod(0o444)
    if os.access(tmp_path / 'out', os.W_OK): pytest.skip('root may write what is read-only')
    with pytest.raises(PermissionError): replace_file(tmp_path / 'out', 'new')
    assert (tmp_path / 'out').read_text() == 'old' and os.listdir(tmp_path) == ['out']


WRITER = """
import sys
from c45lit.data import tokens
from c45lit.data.tokens import replace_file
print('said before')
replace_file(sys.argv[1], 'written')
print('said after')
"""


def run(path, **more):
    "Write to a path in a process of its own."
    return subprocess.run([sys.executable, '-c', WRITER, path], stderr=subprocess.PIPE,
                          timeout=120, **{'stdout': subprocess.PIPE, **more})


@pytest.mark.parametrize('name', ['/dev/stdout', '/dev/fd/1', '/proc/self/fd/1', 'link'])
def test_the_standard_output_goes_on_where_it_is(name, tmp_path):
    if name.startswith('/proc') and not Path('/proc/self/fd').exists(): pytest.skip('no /proc here')
    (tmp_path / 'link').symlink_to('/dev/stdout')
    said = b'said before\nwrittensaid after\n'
    assert run(name, cwd=tmp_path).stdout == said  # to a pipe
    with open(tmp_path / 'log', 'wb') as log:
        log.write(b'old\n')
        log.flush()
        run(name, cwd=tmp_path, stdout=log)
    assert (tmp_path / 'log').read_bytes() == b'old\n' + said and (tmp_path / 'link').is_symlink()


def test_any_open_file_can_be_named_and_a_closed_one_is_refused():
    read, write = os.pipe()
    run(f'/dev/fd/{write}', pass_fds=[write])
    os.close(write)
    with open(read) as pipe: assert pipe.read() == 'written'
    assert b'No such file' in run('/dev/fd/77').stderr
