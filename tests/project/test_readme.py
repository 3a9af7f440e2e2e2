"""What the README shows is what happens: its Python runs and prints what stands below it."""
import contextlib
import io
import re

import matplotlib
import pytest
from support.folders import ROOT

README = (ROOT / 'README.md').read_text(encoding='utf-8')
BLOCKS = re.findall(r'^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?', README, re.M | re.S)


def shown(code: str, names: dict) -> str:
    "What a block prints."
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, 'README.md', 'exec'), names)
    return out.getvalue()


@pytest.fixture
def results(tmp_path, monkeypatch):
    "(printed, promised) of each block: run in one go, in an empty folder, without a screen."
    matplotlib.use('Agg')
    monkeypatch.chdir(tmp_path)
    names = {}
    return [(shown(code, names), promised) for code, promised in BLOCKS]


def test_python_in_the_readme_prints_what_stands_below_it(results):
    assert results
    for printed, promised in results:
        assert printed == promised


def test_the_picture_in_the_readme_is_the_one_its_code_draws(results):
    drawn, kept = (matplotlib.image.imread(p)
                   for p in ('penguins.png', ROOT / 'docs/_static/penguins.png'))
    assert abs(drawn.shape[0] - kept.shape[0]) <= 20 and abs(drawn.shape[1] - kept.shape[1]) <= 20
