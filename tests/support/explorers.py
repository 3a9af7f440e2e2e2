"""Every explorer of a table, as its tests open it."""
import c45lit as c

MAKERS = {
    'threshold': c.explore_threshold, 'splits': c.explore_splits, 'pruning': c.explore_pruning,
    'gain': c.explore_gain, 'noise': c.explore_chance, 'luck': c.explore_luck,
    'slivers': c.explore_slivers, 'raising': c.explore_raising,
    'tree': lambda X, y: c.explore_tree(c.C45Classifier().fit(X, y), X, y),
    'unknown': lambda X, y, case=None: c.explore_unknown(  # a case on its way down, or the first
        c.C45Classifier().fit(X, y), X.iloc[0] if case is None else case),
    'own': lambda X, y: c.explore_own_table(X.assign(label=y).to_csv(index=False)),  # gets it as text
    'story': lambda *_: c.explore_story(times=1),  # its own table; of its random trees only one
    'plane': lambda X, y: c.explore_plane(), 'beat': lambda X, y: c.explore_beat()}
