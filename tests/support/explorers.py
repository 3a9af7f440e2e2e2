"""Every explorer of a table, as its tests open it."""
from c45lit import (
    C45Classifier,
    explore_beat,
    explore_chance,
    explore_gain,
    explore_luck,
    explore_own_table,
    explore_plane,
    explore_pruning,
    explore_raising,
    explore_slivers,
    explore_splits,
    explore_story,
    explore_threshold,
    explore_tree,
    explore_unknown,
)


def tree(X, y):
    "The whole tree of C4.5, with its cases."
    return explore_tree(C45Classifier().fit(X, y), X, y)


def unknown(X, y, case=None):
    "A case on its way down C4.5's tree; the first where none is given."
    return explore_unknown(C45Classifier().fit(X, y), X.iloc[0] if case is None else case)


def own(X, y):
    "The page of one's own table, which gets it as text."
    return explore_own_table(X.assign(label=y).to_csv(index=False))


def story(*_):
    "The story, which brings its own table; of its random trees only one."
    return explore_story(times=1)


MAKERS = {'threshold': explore_threshold, 'splits': explore_splits, 'pruning': explore_pruning,
          'gain': explore_gain, 'noise': explore_chance, 'luck': explore_luck, 'slivers': explore_slivers,
          'raising': explore_raising, 'tree': tree, 'unknown': unknown, 'own': own, 'story': story,
          'plane': lambda X, y: explore_plane(), 'beat': lambda X, y: explore_beat()}
