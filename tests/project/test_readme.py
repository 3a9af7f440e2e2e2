"""What the README shows is what happens: its Python runs, prints what stands below it, and its
links lead somewhere."""
import contextlib
import io
import re

import matplotlib
import pytest
from support.folders import ROOT

README = (ROOT / 'README.md').read_text(encoding='utf-8')
BLOCKS = re.findall(r'^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?', README, re.M | re.S)
PARTS = sorted((ROOT / 'nbs').glob('[0-9][0-9]_*/README.md'))
LINKS = sorted(set(re.findall(r'\]\((?!https?:)([^)#]+)', README)))


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


@pytest.mark.parametrize('link', LINKS)
def test_a_link_in_the_readme_leads_to_a_file(link):
    assert (ROOT / link).is_file()


def test_the_map_in_the_readme_names_every_part_and_tutorial():
    pages = [*PARTS, *(ROOT / 'nbs' / 'tutorials').glob('[0-9][0-9]_*.ipynb')]
    assert len(pages) >= 20 and not {p.relative_to(ROOT).as_posix() for p in pages} - set(LINKS)


@pytest.mark.parametrize('page', PARTS, ids=lambda page: page.parent.name)
def test_the_first_page_of_a_part_names_its_chapters_in_their_order(page):
    there = sorted(p.name for p in page.parent.glob('[0-9][0-9]_*.ipynb'))
    assert there and re.findall(r'^- \[[^]]+\]\((\w+\.ipynb)\): .*\.$',
                                page.read_text(encoding='utf-8'), re.M) == there


@pytest.mark.parametrize('page', PARTS, ids=lambda page: page.parent.name)
def test_a_link_on_the_first_page_of_a_part_leads_to_a_file(page):
    links = re.findall(r'\]\((?!https?:)([^)#]+)', page.read_text(encoding='utf-8'))
    assert [link for link in links if not (page.parent / link).is_file()] == []


def test_every_part_has_a_first_page():
    assert {p.parent
            for p in (ROOT / 'nbs').glob('[0-9][0-9]_*/*.ipynb')} == {page.parent for page in PARTS}
