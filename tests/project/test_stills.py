"""The stills of the story and of the experiments: of what is shown now, light, and on a page."""
import re
import sys

import pytest
from support.folders import ROOT

sys.path.insert(0, str(ROOT / 'docs' / 'site'))

import views  # noqa: E402  (it lies in docs/site)

MOST = 1_500_000  # bytes of all


@pytest.mark.slow
def test_every_still_is_of_what_its_explorer_shows_now():
    assert views.stale() == {}, '.venv/bin/python docs/site/views.py draws them'


def test_stills_are_light():
    files = {views.file_of(name, language) for name in views.NAMES for language in views.LANGUAGES}
    assert {*views.STILLS.glob('*')} == files
    assert sum(file.stat().st_size for file in files) <= MOST


def test_github_shows_every_still_beside_its_sentence():
    for language, folder in (('en', ''), ('zh', 'zh/')):
        docs = ROOT / 'docs' / folder
        for name in views.NAMES:
            pages = ['scenes'] if name in views.SCENES else ['index', f'lab/{name}']
            for page in (docs / f'{page}.md' for page in pages):
                found = [page.parent / path for path in re.findall(r'<img [^>]*src="([^"]+)"', page.read_text('utf-8'))]
                assert views.file_of(name, language) in [path.resolve() for path in found], (name, page)
