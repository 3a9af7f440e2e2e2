"""On a machine without a Chinese font: explorers keep their words, plots say once what to install,
nothing warns of glyphs."""
import json
import os
import subprocess
import sys

import pytest


NO_FONTS = '''"No font but matplotlib's own: every other folder of fonts looks empty."
import os
walk = os.walk
def bare(top, *args, **kwargs):
    other = 'font' in str(top).lower() and 'mpl-data' not in str(top)
    return iter(()) if other else walk(top, *args, **kwargs)
os.walk = bare
'''
CHECKED = '''
import json, sys, warnings
import matplotlib
matplotlib.use('agg')
from matplotlib import font_manager
from c45lit.show.plots import CJK_FONTS
from io import BytesIO
has_font = bool({f.name for f in font_manager.fontManager.ttflist} & set(CJK_FONTS))
from c45lit import *
melons, ripe = load_dataset('watermelon_3')
'''
EXPLORERS = {
    'threshold': "explore_threshold(melons, ripe, '密度')",
    'splits': 'explore_splits(melons, ripe)',
    'pruning': 'explore_pruning(melons, ripe, validation=None, least=(1, 2))',
    'luck': "explore_luck(melons, ripe, draws=20)",
    'tree': 'explore_tree(C45Classifier(pruning=None).fit(melons, ripe), melons, ripe)',
    'unknown': 'explore_unknown(C45Classifier(pruning=None).fit(melons, ripe), melons.iloc[[0]])',
}
PLOTS = '''
from c45lit.explore.explore_splits import plot_candidates
from c45lit.specification.selection import candidate_table
from c45lit.data.table import encode, infer_schema
clf = C45Classifier().fit(melons, ripe)
table = encode(melons, infer_schema(melons, ripe), ripe)
axes = [plot_tree(clf.unpruned_tree_), plot_pruning(clf.unpruned_tree_, clf.pruning_trace()),
        plot_threshold(melons['密度'], table.classes, names=['否', '是'], label='密度'),
        plot_candidates(candidate_table(table))]
for ax in axes:
    for kind in ('png', 'pdf', 'svg'): ax.figure.savefig(BytesIO(), format=kind)
'''


@pytest.fixture(scope='module')
def bare(tmp_path_factory):
    """Environment of a machine that has no font of its own, and where matplotlib runs for the first
    time."""
    home = tmp_path_factory.mktemp('bare')
    (home / 'site').mkdir()
    (home / 'site' / 'sitecustomize.py').write_text(NO_FONTS, encoding='utf-8')
    for folder in ('empty', 'home', 'matplotlib', 'runtime'):
        (home / folder).mkdir()
    paths = os.pathsep.join([str(home / 'site'), *filter(None, [os.environ.get('PYTHONPATH')])])
    return os.environ | {'PYTHONPATH': paths, 'PATH': str(home / 'empty'),
                         'HOME': str(home / 'home'),
                         'MPLCONFIGDIR': str(home / 'matplotlib'), 'MPLBACKEND': 'agg',
                         'PYTHONIOENCODING': 'utf-8'}


@pytest.fixture(scope='module')
def without_fonts(bare):
    "What the explorers show there, of one process."
    code = '\n'.join(f'found[{name!r}] = {call}._still' for name, call in EXPLORERS.items())
    return run(code, bare)


def run(code, env, with_font=False) -> dict:
    "What the code leaves in `found`, and every warning that it gave."
    code = f'{CHECKED}\nwith warnings.catch_warnings(record=True) as given:\n' + ''.join(
        f'    {line}\n'
        for line in ("warnings.simplefilter('default')", 'found = {}', *code.splitlines()))
    code += "\nprint(json.dumps({'found': found, 'given': [str(w.message) for w in given], 'font': has_font}))"
    done = subprocess.run([sys.executable, '-c', code], env=env, capture_output=True, text=True,
                          encoding='utf-8')
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines()
            if 'compiling' not in line]  # the first to run may have to
    assert not said or 'font cache' in done.stderr and 'Glyph' not in done.stderr, done.stderr
    result = json.loads(done.stdout)
    assert result['font'] == with_font, 'the fonts of this machine are not hidden'
    return result


def test_explorers_keep_their_words_without_a_font(without_fonts):
    result = without_fonts
    assert result['given'] == []
    for name, words in {'threshold': '密度', 'splits': '纹理', 'pruning': '纹理', 'tree': '纹理',
                        'unknown': '纹理',
                        'luck': '色泽'}.items():
        assert words in result['found'][name], name


def test_plots_say_once_what_to_install(bare):
    given = run(PLOTS, bare)['given']
    assert len(given) == 1 and 'install' in given[0], given
