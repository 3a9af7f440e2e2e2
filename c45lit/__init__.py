"""The book, the library and the laboratory of the C4.5 decision tree."""
__version__ = "0.1.0"

_HOME = {  # public name -> its module; modules are imported when a name of theirs is asked for
    'C45Classifier': 'estimators.c45_classifier', 'TEXTBOOK': 'estimators.c45_classifier',
    'C45RulesClassifier': 'estimators.ruleset_classifier', 'ID3Classifier': 'estimators.id3_classifier',
    'CARTClassifier': 'estimators.cart_classifier', 'CARTRegressor': 'estimators.cart_regressor',
    'C50Classifier': 'estimators.c50_classifier',
    'load_dataset': 'data.datasets',
    'Attribute': 'data.table', 'Schema': 'data.table', 'Table': 'data.table', 'infer_schema': 'data.table',
    'encode': 'data.table', 'decode': 'data.table',
    'read_c45': 'data.c45_files', 'write_c45': 'data.c45_files', 'read_arff': 'data.arff_files', 'write_arff': 'data.arff_files',
    'entropy': 'splits.impurity', 'gini': 'splits.impurity', 'gain': 'splits.gain', 'split_info': 'splits.gain', 'gain_ratio': 'splits.gain',
    'gini_index': 'splits.gain', 'contingency': 'splits.contingency',
    'candidate_thresholds': 'splits.thresholds', 'best_threshold': 'splits.thresholds',
    'threshold_table': 'splits.thresholds', 'SplitOptions': 'splits.multiway',
    'id3': 'splits.selection', 'c45': 'splits.selection', 'cart': 'splits.selection', 'grow_tree': 'engine.growing_loop', 'StopRule': 'tree.growing',
    'prune_pre': 'pruning.pre_pruning', 'prune_error_based': 'engine.error_based',
    'prune_reduced_error': 'pruning.reduced_error', 'prune_cost_complexity': 'pruning.cost_complexity',
    'pruning_path': 'pruning.cost_complexity', 'alpha_table': 'pruning.cost_complexity',
    'Tree': 'tree.structure', 'to_text': 'text.export', 'to_json': 'text.export', 'from_json': 'text.export',
    'read_c45_text': 'text.reports', 'read_report': 'text.reports',
    'RuleSet': 'models.ruleset', 'extract_rules': 'models.ruleset', 'RuleOptions': 'models.ruleset',
    'grow_windowed': 'models.windowing', 'boost_trees': 'models.boosting', 'CostMatrix': 'models.costs',
    'winnow_attributes': 'models.winnowing',
    'Consultation': 'explore.consultation', 'explore_consult': 'explore.consultation',
    'plot_tree': 'explore.plots', 'plot_threshold': 'explore.plots', 'plot_pruning': 'explore.plots',
    'explore_tree': 'explore.explore_tree', 'explore_unknown': 'explore.explore_unknown',
    'explore_threshold': 'explore.explore_threshold', 'explore_splits': 'explore.explore_splits',
    'explore_pruning': 'explore.explore_pruning',
    'explore_bias': 'explore.explore_bias',
}
__all__ = sorted(_HOME)


def __getattr__(name):
    if name not in _HOME: raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from importlib import import_module
    value = getattr(import_module(f'{__name__}.{_HOME[name]}'), name)
    globals()[name] = value
    return value


def __dir__(): return sorted(set(globals()) | set(_HOME))
