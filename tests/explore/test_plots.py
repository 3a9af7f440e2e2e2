"""Trees on paper: what is folded and which way a case goes is what the tree says."""
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Polygon
from support.random_tables import random_table, seeds

from c45lit import C45Classifier, explore_own_table, explore_splits, load_dataset, plot_tree
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import leaf_shares
from c45lit.show.plots import class_colours
from c45lit.show.tree_layout import MOST_LEAVES, case_shares, trimmed
from c45lit.specification.multiway import SplitOptions

FREE = SplitOptions(min_cases=1, penalty=False, least_side=False, average=0)


def trees(n, **sizes):
    "Random tables with the whole trees that are grown from them."
    for seed in seeds(n):
        rng = np.random.default_rng(seed)
        table = random_table(rng, **sizes)
        yield rng, table, grow_tree(table, FREE)


def test_a_folded_tree_keeps_its_top_and_counts_its_leaves():
    for rng, _, tree in trees(150, most=200):
        most, depth = int(rng.integers(1, 70)), int(rng.integers(1, 6))
        for top, leaves, numbers in trimmed(tree, depth), trimmed(tree, None, most):
            ends = top.n_children == 0
            assert leaves[ends].sum() == leaves[0] == tree.n_leaves
            assert (top.weights
                    == tree.weights[numbers]).all() and (top.classes == tree.classes[numbers]).all()
            assert (top.attribute[~ends] == tree.attribute[numbers[~ends]]).all()
            assert ((leaves[ends] == 1) == (tree.n_children[numbers[ends]] == 0)).all()
        assert trimmed(tree, depth)[0].depth == min(depth, tree.depth)
        assert tree.n_leaves <= most or top.n_leaves <= most or top.depth == 1


def test_the_shares_of_a_case_are_those_of_predicting():
    for rng, table, tree in trees(60):
        shares = leaf_shares(tree, table).toarray()
        for i in rng.integers(len(table), size=2):
            values = [None if a.kind == 'discrete' and c[i] < 0 else a.values[c[i]]
                      if a.kind == 'discrete' else c[i]
                      for a, c in zip(table.schema.attributes, table.columns)]
            found = case_shares(tree, dict(zip(table.schema.names, values)))
            assert found[tree.n_children == 0] == pytest.approx(shares[i][tree.n_children == 0])
            for node in np.flatnonzero(tree.n_children):
                assert found[tree._span(node)].sum() == pytest.approx(found[node])


def test_what_is_drawn_is_what_is_told():
    _, table, tree = next(t for t in trees(400, least=300, most=400) if t[2].n_leaves > MOST_LEAVES)
    for options in {}, dict(max_depth=1), dict(max_depth=2,
                                               bars=True), dict(
                                                   direction='down', max_depth=3, bars=True):
        top, leaves, _ = trimmed(tree, options.get('max_depth'))
        ax = plot_tree(tree, **options)
        triangles = [t for t in ax.texts if t.get_text().endswith(' leaves')]
        assert [int(t.get_text().split()[0])
                for t in triangles] == leaves[(top.n_children == 0) & (leaves > 1)].tolist()
        assert sum('not drawn' in t.get_text() for t in ax.texts) == (len(triangles) > 0)
        strips = (top.dist > 0).any(axis=1).size * tree.dist.shape[1] * options.get('bars', False)
        assert sum(isinstance(p, Polygon) for p in ax.patches) == strips + len(triangles)
        plt.close(ax.figure)


def drawn_words(tree, **options):
    "What stands in a picture of a tree."
    ax = plot_tree(tree, **options)
    plt.close(ax.figure)
    return {t.get_text() for t in ax.texts}


@pytest.mark.filterwarnings('ignore:no Chinese font')
def test_a_picture_speaks_the_language_that_is_asked_for(monkeypatch):
    X, y = load_dataset('watermelon_3')
    clf = C45Classifier().fit(X, y)
    monkeypatch.delenv('C45LIT_LANG', raising=False)
    english, chinese = drawn_words(clf.tree_), drawn_words(clf.tree_, lang='zh')
    assert drawn_words(clf.tree_, lang='en') == english != chinese
    assert not any(re.search('cases?|wrong|expected', t) for t in chinese)
    assert any('个样本' in t and '预计错' in t for t in chinese)
    folded = drawn_words(clf.unpruned_tree_, max_depth=1, lang='zh')
    assert any(re.fullmatch(r'\d+ 个叶结点', t) for t in folded)
    assert any('第 1 层以下' in t for t in folded) and not any('leaves' in t for t in folded)
    monkeypatch.setenv('C45LIT_LANG', 'zh')
    assert drawn_words(clf.tree_) == chinese and drawn_words(clf.tree_, lang='en') == english
    for wrong in 'fr', 'ZH', 1, ['zh']:
        with pytest.raises(ValueError, match="plot_tree: lang must be 'en' or 'zh', got"):
            plot_tree(clf.tree_, lang=wrong)


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(share * (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4)
               for share, p in zip((0.2126, 0.7152, 0.0722), parts))


@pytest.mark.parametrize('n, ratio', [(2, 2), (3, 1.6), (4, 1.6), (8, 1.25), (10, 1.14)])
def test_classes_keep_apart_in_greyscale(n, ratio):
    grey = np.sort([luminance(colour) for colour in class_colours(n)]) + 0.05
    assert (grey[1:] / grey[:-1] >= ratio).all(
        )  # the contrast of those that are next to each other


@pytest.mark.parametrize('page', ['#111111', '#ffffff'])
def test_no_class_vanishes_on_paper_or_on_a_dark_page(page):
    grey, ground = np.array([luminance(colour)
                             for colour in class_colours(10)]) + 0.05, luminance(page) + 0.05
    assert (np.maximum(grey, ground) / np.minimum(grey, ground) > 1.3).all()


def test_thirty_classes_have_colours_of_their_own_in_plots_and_pages():
    assert len(set(class_colours(30))) == 30 and class_colours(60) == 2 * class_colours(30)
    y = [str(i) for i in range(10)] * 4
    data = explore_splits(np.arange(40.0).reshape(-1, 1), y).data
    assert data['colours'] == class_colours(10) == explore_own_table().data['colours'][:10]


def test_weights_that_are_no_cases_are_called_weight():
    X, y = load_dataset('golf')
    def said(model, *more): return {word for text in plot_tree(model.fit(X, y, *more)).texts for word in
                                    ('case', 'weight') if re.search(rf'\b{word}', text.get_text())}
    assert said(C45Classifier()) == said(C45Classifier(), np.full(14, 2)) == {'case'}
    assert said(C45Classifier(class_weight='balanced')) == {'weight'}
    assert said(C45Classifier(class_weight={'play': 2, "don't play": 1})) == {'weight'}
    assert said(C45Classifier(), np.full(14, 1.3)) == {'weight'}
