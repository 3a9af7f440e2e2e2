"""Try what a newcomer does, each try in a clone of its own, with nothing of this checkout's
environment.

python tests/project/fresh.py [NAME ...]      all tries of TRIES, or those named; exits with the
number that failed.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from configparser import ConfigParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ALONE = ['{python} -m venv {away}', '{away}/bin/python -m pip install --quiet {constraints} .',
         '{away}/bin/c45lit demo', "{away}/bin/python -m pip install --quiet {constraints} '.[draw]'",
         '{away}/bin/python tests/project/fresh.py --readme']
TRIES = {  # name -> commands, in the folder of the clone
    'contributing': [],  # the four commands of CONTRIBUTING.md, but for the first, the clone
    'demo': ['make demo'],
    'lab': ['make .venv/has-lab', '.venv/bin/c45lit demo', '.venv/bin/c45lit warm --all',
            '.venv/bin/nbdev_test --n_workers 2'],
    'docs': ['make docs'],
    'bench': ['make bench ROWS=start'],
    'fuzz': ['make fuzz-answers TABLES= SECONDS='],
    'install': ALONE,
    'oldest': ALONE,
}


def settings() -> dict:
    "The keys of settings.ini."
    ini = ConfigParser(delimiters=['='], interpolation=None)
    ini.read(ROOT / 'settings.ini', encoding='utf-8')
    return dict(ini['DEFAULT'])


def oldest_versions() -> list:
    "What the library needs, each package in the oldest version that settings.ini allows."
    return [f'{name}=={version}'
            for key in ('requirements', 'draw_requirements')
            for name, version in re.findall(r'([\w.-]+)>=([\d.]+)', settings()[key])]


def commands_of(name: str) -> list:
    "The commands of a try: of TRIES, or of CONTRIBUTING.md."
    if name != 'contributing': return TRIES[name]
    page = (ROOT / 'CONTRIBUTING.md').read_text(encoding='utf-8')
    block = page.partition('### From clone')[2].split('```')[1]
    return [' && '.join(line.partition('  #')[0] for line in block.strip().splitlines()[1:])]


def python_for(name: str) -> str:
    """The oldest Python that settings.ini allows, for the try that asks for it and where there is
    one; else this one."""
    oldest = f'python{settings()["min_python"]}'
    for path in [os.environ.get('OLDEST_PYTHON'), shutil.which(oldest)] if name == 'oldest' else []:
        if path and subprocess.run([path, '--version'], capture_output=True).returncode == 0:
            return path
    return getattr(sys, '_base_executable', sys.executable)


def bare_environment(first: Path) -> dict:
    "This environment, without what make or an active virtual environment has put into it; programs of `first` go before."
    dropped = r'(C45LIT|NUMBA|PYTHON|MAKE|MFLAGS|VIRTUAL_ENV|PYTEST)'
    bare = {k: v for k, v in os.environ.items() if not re.match(dropped, k)}
    bare['MPLBACKEND'] = 'Agg'
    bare['PATH'] = os.pathsep.join([str(first)] + [p for p in bare['PATH'].split(os.pathsep)
                                                   if not Path(p).is_relative_to(ROOT)])
    return bare


def run_try(name: str) -> str:
    "'' if all commands of a try end well in a fresh clone, else the one that does not."
    with tempfile.TemporaryDirectory(prefix=f'fresh-{name}-') as folder:
        clone, away = Path(folder, 'clone'), Path(folder, 'away')
        subprocess.run(['git', 'clone', '--quiet', ROOT, clone], check=True)
        pins = Path(folder, 'pins.txt')
        pins.write_text('\n'.join(oldest_versions()) if name == 'oldest' else '', encoding='utf-8')
        for command in commands_of(name):
            command = command.format(python=python_for(name), away=away,
                                     constraints=f'--constraint {pins}')
            print(f'[{name}] {command}', flush=True)
            if subprocess.run(command, shell=True, cwd=clone,
                              env=bare_environment(away / 'bin')).returncode:
                return command
    return ''


def run_readme() -> int:
    "Run the lines of Python in the README, with the library that this Python has."
    exec('\n'.join(re.findall(r'^```python\n(.*?)^```',
                              Path('README.md').read_text(encoding='utf-8'), re.M | re.S)), {})
    return 0


def main(names: list) -> int:
    "Run the tries; print a line for each; how many failed."
    if names == ['--readme']: return run_readme()
    failed = 0
    for name in names or TRIES:
        start = time.monotonic()
        wrong = run_try(name)
        failed += bool(wrong)
        print(f'fresh {name}: {f"failed at {wrong}" if wrong else "holds"} ({time.monotonic() - start:.0f} s)', flush=True)
    return failed


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
