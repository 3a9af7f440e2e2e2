"""Whatever writes a file keeps links and modes, writes through what is no regular file, and
never shows a half file."""
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from c45lit import C45Classifier, explore_threshold, load_dataset, save, write_arff, write_c45
from c45lit.data import training_table
from c45lit.cli import main
from c45lit.data.tokens import replace_file

GOLF = load_dataset('golf')
TABLE = training_table(*GOLF)
GOLF_CSV = GOLF[0].assign(play=GOLF[1])

pytestmark = pytest.mark.skipif(os.name != 'posix', reason='links, pipes and modes as of POSIX')


def command(words):
    "A writer that runs a command on a table beside, with the file in the place of OUT."
    def write(path):
        data, model = path.parent / 'golf.csv', path.parent / 'model.json'
        if not data.exists():
            GOLF_CSV.to_csv(data, index=False)
            save(C45Classifier().fit(*GOLF), model)
        names = dict(DATA=str(data), MODEL=str(model), OUT=str(path))
        assert main([names.get(w, w) for w in words.split()]) == 0
    return write


def program(words):
    "A writer that runs one of Quinlan's programs, which writes OUT by --json."
    def write(path):
        stem = path.parent / 'golf'
        if not Path(f'{stem}.unpruned').exists():
            write_c45(stem, TABLE)
            assert main(['c4.5', '-f', str(stem)]) == 0
        assert main([str(path) if w == 'OUT' else str(stem) if w == 'STEM' else w
                     for w in words.split()]) == 0
    return write


def parts(path):
    "One of the files of `predict_partitioned`, through what lies in its place."
    from c45lit.partitions.reading_partitions import partitions_of
    from c45lit.partitions.classifying_partitions import _write_answers
    pytest.importorskip('pyarrow')
    part, = partitions_of(GOLF[0])
    model = C45Classifier().fit(*GOLF)
    _write_answers(lambda frame, name: frame.assign(prediction=model.predict(frame)), part, path)


def stem_file(write, end):
    "A writer of STEM.end: the file lies where the stem leads."
    def through(path):
        stem = path.parent / 'stem'
        place = Path(f'{stem}.{end}')
        if not os.path.lexists(place): place.symlink_to(path)
        write(stem)
    return through


def c45_program(stem):
    "Quinlan's program, whose trees go beside the cases."
    if not Path(f'{stem}.names').exists(): write_c45(stem, TABLE)
    assert main(['c4.5', '-f', str(stem)]) == 0


WRITERS = {
    'replace_file': lambda path: replace_file(path, 'text'),
    'bytes': lambda path: replace_file(path, b'bytes'),
    'save': lambda path: save(C45Classifier().fit(*GOLF), path),
    'arff': lambda path: write_arff(path, TABLE),
    'explorer': lambda path: explore_threshold(*GOLF).save(path), 'parts': parts,
    'c45': stem_file(lambda stem: write_c45(stem, TABLE), 'data'),
    'trees': stem_file(c45_program, 'unpruned'),
    'fit': command('fit DATA --target play -o OUT'),
    'predict': command('predict MODEL DATA -o OUT'), 'show': command('show MODEL -o OUT'),
    'html': command('show MODEL --html -o OUT'), 'export': command('export MODEL --to c -o OUT'),
    'onnx': command('export MODEL --to onnx -o OUT'), 'c4.5': program('c4.5 -f STEM --json OUT'),
    'c4.5rules': program('c4.5rules -f STEM --json OUT')}
each = pytest.mark.parametrize('write', WRITERS.values(), ids=WRITERS)


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
