"""The search of the built site: what readers type, in both languages, leads to the page that
answers. `make site-test` runs it.

A site that was built without running notebooks will do: `python docs/site/build.py --quick`.
"""
import re
import sys

import pytest
from support.folders import ROOT

pytest.importorskip('bs4', reason='pip install c45lit[docs]')
sys.path.insert(0, str(ROOT / 'docs' / 'site'))

import build  # noqa: E402  (it lies in docs/site)

pytestmark = pytest.mark.skipif(not build.is_fresh('quick'),
                                reason='docs/_build is not of these files: make docs')
SHOWN = "[...document.querySelectorAll('#search-results li a')].map(a => a.getAttribute('href'))"
AGAIN = """query => {  // the pages, on a page of results that is open
  document.querySelectorAll('.search-questions').forEach(box => box.remove());
  const results = Search._performSearch(query).reverse().map(result => result[0] + '.html');
  const asked = [...document.querySelectorAll('.search-questions a')]
    .map(a => a.getAttribute('href').split('#')[0]);
  return [...asked, ...results];
}"""

SEARCHES = {  # what is typed: the pages that answer, as a pattern
    # these found nothing, or another page
    '决策树剪枝': '05_five_prunings|02_tree/05_pruning|05_pruning',
    '悲观剪枝': '02_tree/05_pruning|02_tree/04_expected_errors',
    '信息增益率': '01_splits/03_ratio.html#gain-ratio',
    '缺失': '06_unknown_values',
    '基尼': '01_splits/01_impurity.html#gini-value|01_splits/05_gini.html#gini-index',
    '离散化': '01_splits/04_thresholds',
    '缺失值': '06_unknown_values',
    '剪枝': '02_tree/05_pruning|05_five_prunings',
    'missing values': '06_unknown_values',
    'gain ratio': '01_splits/03_ratio.html#gain-ratio',
    # others of this kind
    'overfitting': '05_five_prunings',
    '过拟合怎么办': '05_five_prunings',
    '特征选择': '01_splits/03_ratio|11_originals/14_c50_winnowing',
    'feature importance': '09_shap_values|11_shapley|14_with_scikit_learn',
    '连续特征怎么处理': '01_splits/04_thresholds',
    'export to SQL': '14_exports/06_sql',
    'difference between C4.5 and C5.0': '17_c45_and_c50|07_c50_classifier|11_originals/24_boosting',
    '保存模型': '08_estimators/07_model_files',
    'min_samples_leaf': '08_parameters|14_with_scikit_learn|11_c45_classifier',
    'early stopping': '05_pruning/01_pre_pruning',
    '叶节点的概率': '02_tree/01_nodes|10_leaf_smoothing|18_how_do_i',
    'confidence factor': '02_tree/04_expected_errors',
    'C45Classifier': 'c45_classifier.C45Classifier',
    'gain_ratio()': '01_splits/03_ratio.html#c45lit.splits.ratio.gain_ratio',
    '交叉验证': '11_originals/48_cross_validation|14_with_scikit_learn',
    'random forest': 'tutorials/11_forest',
    '数据太大内存不足': '10_larger_than_memory|15_from_laptop',
    'prun': '05_five_prunings|02_tree/05_pruning|05_pruning',
}

STRANGERS = {  # what somebody types who has never been here: the first hit answers
    'how to plot': '07_show/05_plots',
    'pruning too much': 'lab/pruning|tutorials/05_five_prunings',
    'C4.5 vs CART': 'tutorials/04_id3_c45_cart',
    'interactive': 'index.html',
    'offline': 'start.html#two-commands',
    'confusion matrix': '11_originals/00_report_tables',
    '离线': 'start.html#two-commands',
    'what is a decision tree': '02_tree/01_nodes|tutorials/01_first_tree',
    'csv without python': 'tutorials/13_own_table',
    'missing values': 'tutorials/06_unknown_values',
    # words that are misspelt
    'entrophy': '01_splits/01_impurity',
    'missing valeus': 'tutorials/06_unknown_values',
    'continous atribute': '01_splits/04_thresholds',
    'boostign': '11_originals/24_boosting',
    'winowing': '11_originals/14_c50_winnowing',
    # words that are not ours
    'my tree is too big': 'tutorials/05_five_prunings',
    'who invented C4.5': 'sources.html',
    'does it work in the browser': 'tutorials/13_own_table',
    'save picture of tree': '07_show/05_plots|tutorials/13_own_table',
    'is it faster than sklearn': 'tutorials/08_speed',
    'imbalanced classes': '08_estimators/02_case_weights',
    'which python version': 'start.html#two-commands',
    'decision tree for beginners': 'tutorials/01_first_tree|02_tree/01_nodes',
    'large data': '07_larger_than_memory|10_larger_than_memory|15_from_laptop',
    '决策树不稳定': 'tutorials/16_one_melon_less',
}


@pytest.fixture(scope='module')
def search(browser):
    "What the page of results shows for a query: its links, in order."
    page = browser.new_page()
    page.said = []
    page.on('console', lambda m: page.said.append(m.text))
    page.on('pageerror', lambda e: page.said.append(str(e)))

    def shown(query: str) -> list:
        page.goto((build.SITE / 'search.html').as_uri())
        page.evaluate('query => { location.search = "?" + new URLSearchParams({q: query}) }', query)
        page.wait_for_url('**/search.html?q=*')
        page.wait_for_function(
            "/found|did not/.test(document.querySelector('.search-summary')?.innerText || '')")
        assert page.said == []
        return page.evaluate(SHOWN)
    shown.again = lambda query: page.evaluate(AGAIN, query)
    yield shown
    page.close()


def missed(search, pages: dict, n: int) -> dict:
    "Queries that do not lead to their page with one of their first hits, and where these lead."
    first = {query: search(query)[:n] for query in pages}
    return {query: links for query, links in first.items()
            if not any(re.search(pages[query], link) for link in links)}


def test_a_search_finds_its_page_among_the_first_three(search):
    assert missed(search, SEARCHES, 3) == {}


def test_the_first_hit_answers_a_stranger(search):
    assert missed(search, STRANGERS, 1) == {}


def test_what_means_nothing_is_answered_without_a_word_in_the_console(search):
    for query in ('<img src=x onerror=alert(1)>', '"', '\\', '(', 'constructor __proto__ toString',
                  '的', '!!!'): search(query)


def test_what_nobody_wrote_finds_nothing(search):
    assert search('zzzzqqq') == []


def test_every_question_leads_where_it_says_in_either_language(search):
    text = (ROOT / 'docs' / 'questions.md').read_text(encoding='utf-8')
    asked = re.findall(r'^- \[(.+?)\]\((?:\.\./nbs/)?([\w/]+)\.(?:ipynb|md)', text, re.M)
    assert 60 <= len(asked) <= 130
    assert search(asked[0][0])
    for words, page in asked:
        english, chinese = re.match(r'(.*?) ((?:[^ ]+ ?\w*，)?[^ ]*[\u4e00-\u9fff].*)',
                                    words).groups()
        for question in (english, chinese):
            assert f'{page}.html' in search.again(question)[:3], question
