"""The workflow that publishes the site does what the Makefile and the build offer."""
import re
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

yaml = pytest.importorskip('yaml', reason='pip install c45lit[docs]')

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / 'docs'))

import build  # noqa: E402  (it lies in docs)
import execute  # noqa: E402

WORKFLOW = yaml.safe_load((ROOT / '.github' / 'workflows' / 'site.yml').read_text(encoding='utf-8'))
STEPS = [step for job in WORKFLOW['jobs'].values() for step in job['steps']]


def argument(action: str, name: str):
    "What the step that uses an action gives it."
    return next(step['with'][name] for step in STEPS if step.get('uses', '').startswith(action))


def test_it_runs_on_the_branch_of_the_settings():
    settings = ConfigParser(delimiters=['='], interpolation=None)
    settings.read(ROOT / 'settings.ini', encoding='utf-8')
    assert WORKFLOW[True]['push']['branches'] == [settings['DEFAULT']['branch']]  # YAML reads `on` as true


def test_every_command_is_a_target_of_the_makefile():
    makefile = (ROOT / 'Makefile').read_text(encoding='utf-8')
    commands = [step['run'].split() for step in STEPS if 'run' in step]
    made = [word for words in commands if words[0] == 'make' for word in words[1:]]
    assert made == ['docs', 'site-test']
    for target in made:
        assert re.search(rf'^{target}:', makefile, re.M), target
    assert all(words[0] == 'make' or words[:3] == ['sudo', 'apt-get', 'install'] for words in commands)


def test_it_publishes_and_keeps_what_the_build_writes():
    assert ROOT / argument('actions/upload-pages-artifact', 'path') == build.SITE
    assert ROOT / argument('actions/cache', 'path') == execute.KEPT


def test_it_may_do_what_publishing_needs_and_no_more():
    assert WORKFLOW['permissions'] == {'contents': 'read', 'pages': 'write', 'id-token': 'write'}
    assert WORKFLOW['jobs']['publish']['needs'] == 'build'
    assert all(re.search(r'@v\d+$', step['uses']) for step in STEPS if 'uses' in step)


def test_every_page_of_the_repository_is_a_page_of_the_site():
    pages = build.sources()
    assert len(pages) == len(set(pages)) > 70
    assert {'index.ipynb', 'contributing.md', 'changelog.md', 'reference.md', 'glossary.md'} <= pages.keys()


def test_the_state_of_the_site_notices_a_change(tmp_path, monkeypatch):
    before = build.state()
    page = tmp_path / 'more.md'
    page.write_text('# More\n', encoding='utf-8')
    monkeypatch.setattr(build, 'sources', lambda found=build.sources(): {**found, 'more.md': page})
    assert build.state() != before
