"""What tutorials call is there, with these parameters: a type checker reads them, as an editor does."""
import json
import re
import subprocess
import sys

import c45lit
from support.folders import ROOT

TUTORIALS = '01_first_tree', '12_same_everywhere', '18_how_do_i'
WRONG = '''from c45lit import C45Classifier, load_dataset, nothing
from c45lit.splits import gian
X, y = load_dataset('golf')
model = C45Classifier(min_casez=2, criterion='gain').fit(X, y)
model.predikt(X)
model.tree_.n_leafs
'''
OURS = rf'No parameter named|positional arguments|import symbol|for class "({"|".join(c45lit._HOME)})"'  # not of pandas, say
SETTINGS = dict(typeCheckingMode='basic', extraPaths=[str(ROOT)], reportOptionalMemberAccess='none')


def script(name):
    "The code of a tutorial."
    cells = json.loads((ROOT / f'nbs/tutorials/{name}.ipynb').read_text(encoding='utf-8'))['cells']
    text = '\n\n'.join(''.join(c['source']) for c in cells if c['cell_type'] == 'code')
    return re.sub(r'^[%!].*', 'pass', text, flags=re.M)


def test_tutorials_call_what_there_is_and_a_wrong_name_is_noticed(tmp_path):
    for name, text in {**{n: script(n) for n in TUTORIALS}, 'wrong': WRONG}.items():
        (tmp_path / f'{name}.py').write_text(text, encoding='utf-8')
    (tmp_path / 'pyrightconfig.json').write_text(json.dumps(SETTINGS), encoding='utf-8')
    run = subprocess.run([sys.executable, '-m', 'basedpyright', '--outputjson', '--pythonpath', sys.executable],
                         cwd=tmp_path, capture_output=True, text=True, timeout=900)
    found = [(re.search(r'(\w+)\.py', d['file'])[1], d['message'], d['range']['start']['line'] + 1)
             for d in json.loads(run.stdout)['generalDiagnostics'] if d['severity'] == 'error']
    noticed = '\n'.join(message for name, message, _ in found if name == 'wrong')
    for word in ('nothing', 'gian', 'min_casez', 'predikt', 'n_leafs'): assert f'"{word}"' in noticed, word
    assert [f for f in found if f[0] != 'wrong' and re.search(OURS, f[1])] == []
