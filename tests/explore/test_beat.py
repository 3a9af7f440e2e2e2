"Three questions against C4.5: the page counts as the library does, and a link holds the questions."
import numpy as np
import pytest
from support.scripts import in_node

from c45lit import C45Classifier, explore_beat, load_dataset
from c45lit.explore.explore_beat import ASKED, best_three, greedy_three, left_wrong, measured

BEST = best_three()[1]


@pytest.fixture(scope='module')
def game():
    return explore_beat()


def test_the_greedy_three_are_the_first_tests_of_the_tree_of_all_birds():
    "With the two unmeasured birds divided: the same tests, and eleven of the measured are wrong."
    X, y = load_dataset('penguins')
    tree = C45Classifier().fit(X, y).tree_
    first = int(tree.first_child[0])
    own = [[X.columns[tree.attribute[n]], float(np.nan_to_num(tree.threshold[n]))]
           for n in (0, first, first + 1)]
    assert own == [[ASKED[a], cut] for a, cut in greedy_three(measured())]
    assert left_wrong(measured(), greedy_three(measured())) == 11


def test_six_is_the_least():
    "A plain search over pairs of tests finds no better one: every cut of every column, on a grid."
    table, rng = measured(), np.random.RandomState(0)
    least, questions = best_three()
    assert left_wrong(table, questions) == least == 6
    numbers = [a for a, x in enumerate(table.columns) if x.dtype.kind == 'f']
    for _ in range(3000):
        three = [[int(a), float(rng.choice(np.unique(table.columns[a])[:-1]))]
                 for a in rng.choice(numbers, 3)]
        sides = table.columns[three[0][0]] <= three[0][1]
        if 0 < sides.sum() < len(sides): assert left_wrong(table, three) >= least


def test_the_page_counts_as_the_library_does(game):
    rng, table = np.random.RandomState(1), measured()
    asked = [game.data['own'], game.data['begin'], BEST]
    for _ in range(100):
        a, b = rng.randint(4, size=2)
        cut, low = (float(rng.choice(np.unique(table.columns[k])[:-1])) for k in (a, b))
        asked.append([[int(a), cut], [int(b), low], [4, 0.0]])
    asked = [three for three in asked if 0 < (table.columns[three[0][0]] <= three[0][1]).sum() < 342]
    shown = in_node('([table, asked]) => asked.map(three => wrongOf(table, three))',
                    [game.data['table'], asked], 'beat')
    assert shown == [left_wrong(table, three) for three in asked]


def test_winning_is_said_and_the_result_leads_back(open_file, game):
    page = open_file(game)
    readout = page.locator('.c45lit-readout')
    page.get_by_role('button', name='Begin as C4.5').click()
    assert 'A draw' in readout.inner_text()
    page.get_by_role('button', name='Copy my result').click()
    page.wait_for_function("document.querySelector('.c45lit-result').textContent")
    text, url = page.locator('.c45lit-result').inner_text().split('\n')
    assert page.locator('.c45lit-squares rect').count() == 3 and '🟩' not in page.locator('.c45lit-note').inner_text()
    assert '331 of 342' in text and text.endswith('🟨🟨🟨')  # as many of each species as C4.5
    assert url.endswith('#beat?questions=flipper_length_mm+206+bill_length_mm+43.3+island')
    page.goto('about:blank')
    page.goto(url)
    page.wait_for_selector('.c45lit-beat')
    assert 'A draw' in page.locator('.c45lit-readout').inner_text()
    page.goto('about:blank')
    page.goto(f'{url.partition("#")[0]}#beat?questions={as_link(BEST)}')
    page.wait_for_selector('.c45lit-beat')
    assert 'You win' in page.locator('.c45lit-readout').inner_text()
    assert page.locator('.c45lit-bird').count() == 342
    assert page.locator('.c45lit-miss').count() == 6


def as_link(questions):
    return ' '.join(ASKED[a] + f' {cut:g}' * (ASKED[a] != 'island') for a, cut in questions)


@pytest.mark.parametrize('questions', ['island island island', 'wings 3 island island', 'island', '7',
                                       'flipper_length_mm island island', '"x', 'bill_depth_mm 1e999 island island'])
def test_forged_questions_are_those_to_begin_with(open_file, game, questions):
    page = open_file(game)
    said, url = page.locator('.c45lit-readout').inner_text(), page.url
    page.goto('about:blank')
    page.goto(f'{url}#beat?questions={questions}')
    page.wait_for_selector('.c45lit-beat')
    assert page.locator('.c45lit-readout').inner_text() == said


def test_a_cut_is_dragged_by_keys(open_file, game):
    page = open_file(game)
    page.locator('.c45lit-beat input[type=range]').first.focus()
    said = page.locator('.c45lit-readout').inner_text()
    for _ in range(12): page.keyboard.press('ArrowLeft')
    assert page.locator('.c45lit-readout').inner_text() != said
