"""The command line: exit statuses, messages, the report, the JSON file, demo and lab."""
import json
import signal
import subprocess
import sys

import pytest
from support.tables import GOLF, data_set

from c45lit import __version__
from c45lit.cli import main
from c45lit.data.c45_files import write_c45
from c45lit.programs import cli

REPORT = f'''
Read 14 cases (4 attributes) from golf.data

Decision Tree:

{GOLF}


Tree saved


Evaluation on training data (14 items):

\t Before Pruning           After Pruning
\t----------------   ---------------------------
\tSize      Errors   Size      Errors   Estimate

\t   8    0( 0.0%)      8    0( 0.0%)    (38.5%)   <<
'''


@pytest.fixture
def golf(tmp_path, monkeypatch):
    "A folder with golf.names, golf.data and golf.test, which is the current one."
    table = data_set('golf')
    write_c45(tmp_path / 'golf', table, test=table)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_report_is_that_of_the_original(golf, capsys):
    assert main(['c4.5', '-f', 'golf']) == 0
    out = capsys.readouterr().out
    assert out.startswith(f'c45lit {__version__} decision tree generator\t')
    assert '    Options:\n\tFile stem <golf>\n' in out
    assert out.endswith(REPORT)


def test_a_confusion_matrix_follows_the_test_table_only(golf, capsys):
    assert main(['c4.5', '-f', 'golf', '-u']) == 0
    train, test = capsys.readouterr().out.split('Evaluation on test data (14 items):')
    assert 'classified as' not in train
    assert '(a)  (b)\t<-classified as' in test
    assert '    5     \t(a): class don\'t play\n' in test and '         9\t(b): class play' in test


def test_a_simplified_tree_is_printed_where_pruning_changed_the_tree(golf, capsys):
    assert main(['c4.5', '-f', 'golf', '-c', '1', '-u']) == 0
    out = capsys.readouterr().out
    assert 'Simplified Decision Tree:\n\nplay (14.0/' in out
    assert '\tPruning confidence level 1%\n' in out


def test_values_may_be_glued_and_later_options_win(golf, capsys):
    for words in (['-m5'], ['-m', '5'], ['-m', '1', '-m5'], ['-bu', '-m5']):
        assert main(['c4.5', '-f', 'golf', *words, '--json', 'out.json']) == 0
        assert json.loads((golf / 'out.json').read_text())['options']['min_objects'] == 5


@pytest.mark.parametrize('words, message', [
    (['-x'], 'unrecognised option -x'), (['golf'], 'unrecognised option golf'),
    (['--nothing'], 'unrecognised option'),
    (['-m'], 'unrecognised option -m'), (['-'], 'unrecognised option -'),
    (['-m', '0'], '** illegal value **'),
    (['-m1000001'], '** illegal value **'), (['-c', '0'], '** illegal value **'),
    (['-c', '101'], '** illegal value **'),
    (['-c', 'nan'], '** illegal value **'), (['-m', 'two'], '** illegal value **'),
    (['--arithmetic', 'r9'], '** illegal value **'),
    (['-f', 'nowhere'], 'cannot open file nowhere.names'),
    (['-f', 'golf', '--json', 'no/such/folder.json'], 'cannot write no/such/folder.json')])
def test_what_the_original_refuses_ends_with_status_1(golf, capsys, words, message):
    assert main(['c4.5', *words]) == 1
    assert message in capsys.readouterr().err


def test_the_trees_are_saved_for_the_next_program(golf, capsys):
    from c45lit.originals.original_options import read_trees
    assert main(['c4.5', '-f', 'golf', '-t', '3', '-p']) == 0
    assert len(read_trees('golf.unpruned')) == 3
    best, = read_trees('golf.tree')
    assert best.root.attribute == 'outlook'
    assert 'Best tree from trial' in capsys.readouterr().out
    assert sorted(p.name for p in golf.iterdir()) == ['golf.data', 'golf.names', 'golf.test',
                                                      'golf.tree', 'golf.unpruned']


def test_after_a_refusal_the_old_file_stays(golf, capsys):
    assert main(['c4.5', '-f', 'golf']) == 0
    before = (golf / 'golf.tree').read_text()
    (golf / 'golf.data').write_text('')
    assert main(['c4.5', '-f', 'golf']) == 1
    assert (golf / 'golf.tree').read_text() == before


def test_a_test_case_without_a_class_counts_as_the_first_and_it_is_said(golf, capsys):
    "As in Release 8: the error is printed, the case gets class 0, the report goes on."
    with (golf / 'golf.test').open('a') as f:
        f.write('sunny, 60, 60, false, ?\novercast, 60, 60, false, ?\n')
    n = len((golf / 'golf.test').read_text().splitlines())
    assert main(['c4.5', '-f', 'golf', '-u', '--json', 'out.json']) == 0
    streams = capsys.readouterr()
    assert streams.out.count(
        "class of '?' is illegal") == 2 and f'test data ({n} items)' in streams.out
    assert 'golf: 2 cases have a class that golf.names does not declare' in streams.err
    assert 'as in Release 8 they count as the first class, "don\'t play"' in streams.err
    first = sum(json.loads((golf / 'out.json').read_text())['evaluation']['test']['confusion'][0])
    assert first == 2 + sum(line.endswith("don't play")
                            for line in (golf / 'golf.test').read_text().splitlines())
    assert main(['c4.5', '-f', 'golf']) == 0 and not capsys.readouterr().err


def test_the_eleventh_error_ends_it(golf, capsys):
    path = golf / 'golf.data'
    path.write_text(path.read_text().replace('true', 'yes').replace('false', 'no'))
    assert main(['c4.5', '-f', 'golf']) == 1
    streams = capsys.readouterr()
    assert streams.out.count('ERROR:  ') == 11 and streams.err == 'Error limit exceeded\n'


def test_a_file_that_is_no_names_file_is_refused_with_its_place(golf, capsys):
    (golf / 'golf.names').write_text('Play, Not.\noutlook sunny.\n')
    assert main(['c4.5', '-f', 'golf']) == 1
    assert capsys.readouterr().err.startswith('ERROR:  golf.names line 2')


def test_help_and_version(capsys):
    programs = ['c4.5', 'c4.5rules', 'xval']
    for words in ([], ['--help'], ['demo', '--help'], *([p, '--help'] for p in programs)):
        assert main(words) == 0
        assert capsys.readouterr().out.startswith('usage: c45lit')
    assert main(['--version']) == 0
    assert capsys.readouterr().out == f'c45lit {__version__}\n'


def test_an_unknown_command_is_refused(capsys):
    assert main(['c5']) == 2
    assert "'c5' is not one of demo, lab, warm, fit" in capsys.readouterr().err


COMMAND = [sys.executable, '-c', 'import sys; from c45lit.cli import main; sys.exit(main())']


@pytest.mark.skipif(sys.platform == 'win32', reason='signals')
def test_an_interrupted_command_ends_with_a_line():
    wait = 'import sys, time\nfrom c45lit.programs import cli\ndef wait(words):\n    print(1, flush=True)\n    time.sleep(60)\n'
    program = subprocess.Popen([sys.executable, '-c',
                                f'{wait}cli._run_command = wait\nsys.exit(cli.main())'],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert program.stdout.readline() == '1\n'
    program.send_signal(signal.SIGINT)
    assert program.communicate(
        )[1] == 'c45lit: interrupted; every file is the old one or the new one, whole\n'
    assert program.returncode == 130
    with pytest.raises(KeyboardInterrupt), pytest.MonkeyPatch.context() as m:
        m.setattr(cli, '_run_command', lambda words: signal.raise_signal(signal.SIGINT))
        main(['demo'])  # in a notebook it is the reader's


def test_help_does_not_wait_for_pandas():
    code = 'import sys; from c45lit.cli import main; main(["--help"]); sys.exit("pandas" in sys.modules)'
    assert subprocess.run([sys.executable, '-c', code], stdout=subprocess.DEVNULL).returncode == 0


WITHOUT_PICTURES = """
import sys
class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name in ('matplotlib', 'anywidget', 'ipywidgets', 'traitlets', 'IPython'):
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)
sys.meta_path.insert(0, Nothing())
import c45lit
from c45lit.cli import main
X, y = c45lit.load_dataset('golf')
clf = c45lit.C45Classifier().fit(X, y)
print(clf.tree_.to_frame().shape, clf.candidate_table().shape, c45lit.to_python(clf)[:3])
clf.save(sys.argv[1])
for name in 'plot_tree', 'explore_story':
    try: getattr(c45lit, name)
    except ImportError as e: print(e)
print(main(['show', sys.argv[1]]), main(['show', sys.argv[1], '--svg']), main(['show', sys.argv[1], '--html']))
X.assign(y=y).to_csv(sys.argv[2], index=False)
print(main(['compare', sys.argv[2], '--target', 'y', '--plot', 'x.svg']), main(['demo']))
"""


def test_the_library_does_all_but_draw_without_what_draws(tmp_path):
    done = subprocess.run([sys.executable, '-c', WITHOUT_PICTURES, tmp_path / 'm.json', tmp_path / 'g.csv'],
                          capture_output=True, text=True, cwd=tmp_path)
    assert 'plot_tree draws, and matplotlib is not installed: pip install "c45lit[draw]"' in done.stdout
    assert 'explore_story draws, and ' in done.stdout and '0 1 1\n' in done.stdout, done.stderr
    assert done.stdout.count('\n1 0') == 1 and 'Evaluation on training data' in done.stdout
    said = done.stderr.splitlines()
    assert [line.split(': ')[1:3:2] for line in said] == [['show'], ['show'], ['compare']], said
    assert all(': drawing needs ' in line and line.endswith(': pip install "c45lit[draw]"')
               for line in said)


def test_lab_says_what_is_missing(capsys, monkeypatch):
    import importlib.util
    monkeypatch.setattr(importlib.util, 'find_spec', lambda name: None)
    assert main(['lab']) == 1
    assert 'pip install "c45lit[lab]"' in capsys.readouterr().err


@pytest.mark.parametrize('words, door', [(['lab'], 'make lab there'),
                                         (['lab', '--zh'], 'make lab-zh there')])
def test_lab_without_the_book_says_which_door_to_take(capsys, monkeypatch, tmp_path, words, door):
    from c45lit.programs import cli
    monkeypatch.setattr(cli, '__file__', str(tmp_path / 'c45lit' / 'programs' / 'cli.py'))
    monkeypatch.setattr(cli, '_demo', lambda words: None)
    assert main(words) == 1
    assert f'clone it and run {door}' in capsys.readouterr().err


def test_lab_serves_on_this_machine_alone_and_asks_for_its_token(capsys, monkeypatch, tmp_path):
    from c45lit.programs import cli
    asked = {}

    class Server:
        def __init__(self, command, env): asked.update(command=command, env=env)
        def wait(self): return 0

    monkeypatch.setattr(subprocess, 'Popen', Server)
    monkeypatch.setattr(cli, '_book', lambda folder: tmp_path)
    assert main(['lab', '--no-browser']) == 0
    assert '--ip=127.0.0.1' in asked['command'] and '--no-browser' in asked['command']
    assert len(asked['env']['JUPYTER_TOKEN']) == 48
    assert f"?token={asked['env']['JUPYTER_TOKEN']}\n" in capsys.readouterr().out
    assert 'C45LIT_LANG' not in asked['env']
    assert main(['lab', '--no-browser', '--zh']) == 0
    assert asked['env']['C45LIT_LANG'] == 'zh'


def test_explorers_speak_the_language_of_the_book_that_is_open(monkeypatch):
    from c45lit.explore.widget import Explorer
    assert Explorer({}).lang == ''
    monkeypatch.setenv('C45LIT_LANG', 'zh')
    assert Explorer({}).lang == 'zh'


def test_warm_leaves_compiled_code_and_refuses_what_it_does_not_know(capsys, monkeypatch, tmp_path):
    assert main(['warm', '--fast']) == 2 and '--fast' in capsys.readouterr().err
    monkeypatch.setenv('NUMBA_CACHE_DIR', str(tmp_path))
    monkeypatch.setattr(cli, '_WARM_WORKS', {'numbers': cli._WARM_WORKS['numbers']})
    monkeypatch.setattr('c45lit.engine.compiler.folder', lambda: tmp_path)
    assert main(['warm']) == 0
    assert capsys.readouterr().out.splitlines() == ['ready: numbers',
                                                    f'compiled code is kept in {tmp_path}']
    assert any(path.name.startswith('growing_loop') for path in tmp_path.rglob('*.nbc'))
