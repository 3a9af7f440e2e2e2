"""Pages are in plain English, subject first; `python tests/project/voice.py` prints counts of the
whole book."""
import json

import pytest

import voice

PARTS = ('00_data', '01_splits', '02_tree', '03_engine', '04_pruning', '05_models', '06_originals',
         '07_text', '08_estimators', '09_partitions', '10_explore', '11_programs', 'tutorials')
PAGES = [page for part in [*PARTS, 'index.ipynb']
         for page in voice.pages(f'nbs/{part}')]
PAGES += [*voice.pages('README.md'), *voice.pages('CONTRIBUTING.md'), *voice.pages('docs'),
          *voice.pages('docs/lab')]
CHAPTERS = [page for page in PAGES if page.suffix == '.ipynb' and page.name != 'index.ipynb']
# Found by a pattern, and right: illnesses of patients, and "what programs write for it is not
# JSON".
KEPT = {'09_absence.ipynb': {'disease'}, '05_five_prunings.ipynb': {'disease'},
        '06_unknown_values.ipynb': {'disease'}, '04_rule_files.ipynb': {'for it is'},
        '27_shared_pruning.ipynb': {'parts a'}}  # "however many parts a raise makes"
# Headings and questions, which have no full stop.
KEPT['gain.md'] = {'tip'}  # of an arrow
KEPT['lab.md'] = {'parts an', 'what chance gains an attribute that knows nothing gains more, '
                  'the more values it has.'}
KEPT['questions.md'] = {'what is there to play with:', 'what is in the textbook data sets:'}
LONGEST = {'03_engine': 14}  # words; the median of a page's sentences, elsewhere 13

every_page = pytest.mark.parametrize('page', PAGES, ids=lambda p: f'{p.parent.name}/{p.name}')
every_chapter = pytest.mark.parametrize('page', CHAPTERS, ids=lambda p: f'{p.parent.name}/{p.stem}')


def test_the_rewritten_pages_are_looked_at():
    assert len(CHAPTERS) >= 75 and len(PAGES) > len(CHAPTERS)


@every_page
def test_no_inverted_sentence_and_no_homemade_word(page):
    found = voice.found_in(page)
    found = [x.lower() for places in found.values() for x in places]
    assert set(found) <= KEPT.get(page.name, set())


@every_chapter
def test_a_chapter_ends_in_short_with_exercises_and_one_form_of_headings(page):
    heads = voice.headings(page)
    assert heads.count('In short (小结)') == heads.count('Exercises (练习)') == 1
    assert not voice.off_form(page)


@every_page
def test_a_table_of_contents_has_at_most_seven_entries(page):
    assert len(voice.headings(page)) <= voice.MOST_ENTRIES


@every_chapter
def test_sentences_are_short(page):
    assert 4 < voice.length(page) <= LONGEST.get(page.parent.name, 13)
    assert voice.long_share(page) <= 1 / 8


@pytest.mark.parametrize('way, text', [
    ('in come, out come', 'In come N values; out comes one.'),
    ('stand', 'After a colon stands the class.'),
    ('who, what as a subject', 'Who writes one formula gets other trees.'),
    ('who, what as a subject', 'It ends. What is left is a leaf.'),
    ('let us expect', 'Two cases let us expect one error.'),
    ('for it is', 'It goes, for it is unknown.'),
    ('to part', 'A threshold parts the cases.'),
    ('homemade words', 'That is luck.')])
def test_what_the_style_refuses_is_found(way, text, tmp_path):
    page = tmp_path / 'page.ipynb'
    page.write_text(json.dumps({'cells': [{'cell_type': 'markdown', 'source': [text]}]}),
                    encoding='utf-8')
    assert voice.found_in(page)[way]
    assert [w for w, places in voice.found_in(page).items() if places] == [way]


def test_questions_code_and_links_are_no_faults(tmp_path):
    page = tmp_path / 'page.ipynb'
    text = ('What is a leaf? See `stands` and [the place](luck.ipynb). $x$ stands for a value. '
            'A decision stump is a part of it.')
    page.write_text(json.dumps({'cells': [{'cell_type': 'markdown', 'source': [text]}]}),
                    encoding='utf-8')
    assert not any(voice.found_in(page).values())
