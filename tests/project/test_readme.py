"""What a page shows is what happens: its Python runs, and prints or is refused as it stands below it."""
import contextlib
import io
import re

import matplotlib
import pytest
from support.folders import ROOT

PAGES = {'README.md': 2, 'docs/zh/errors.md': 11, 'docs/zh/classifier.md': 6}  # how often something is shown


def shown(code: str, names: dict) -> str:
    "What a block prints, or why it is refused."
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try: exec(code, names)  # the page is this project's own
        except (ValueError, TypeError) as error: print(error)
    return '\n'.join(line.rstrip() for line in out.getvalue().strip().splitlines())


@pytest.mark.parametrize('page', PAGES)
def test_python_of_a_page_shows_what_stands_below_it(page, tmp_path, monkeypatch):
    matplotlib.use('Agg')
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r'^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?',
                        (ROOT / page).read_text(encoding='utf-8'), re.M | re.S)
    names = {}
    for code, promised in blocks: assert shown(code, names) == promised.strip(), code
    assert sum(bool(promised) for _, promised in blocks) == PAGES[page]
    if page == 'README.md':  # it draws the picture that it shows
        drawn, kept = (matplotlib.image.imread(p) for p in ('penguins.png', ROOT / 'docs/_static/penguins.png'))
        assert abs(drawn.shape[0] - kept.shape[0]) <= 20 and abs(drawn.shape[1] - kept.shape[1]) <= 20
