"""The book, the library and the laboratory of the C4.5 decision tree."""
__version__ = "0.1.0"

_HOME = {  # public name -> its module; modules are imported when a name of theirs is asked for
    'C45Classifier': 'estimators', 'TEXTBOOK': 'estimators',
    'C45RulesClassifier': 'rules_classifier', 'ID3Classifier': 'id3_classifier',
    'CARTClassifier': 'cart_classifier', 'CARTRegressor': 'cart_regressor',
    'C50Classifier': 'c50_classifier',
    'load_dataset': 'datasets',
    'Attribute': 'data', 'Schema': 'data', 'Table': 'data', 'infer_schema': 'data',
    'encode': 'data', 'decode': 'data',
    'read_c45': 'formats', 'write_c45': 'formats', 'read_arff': 'arff', 'write_arff': 'arff',
    'entropy': 'info', 'gini': 'info', 'gain': 'info', 'split_info': 'info', 'gain_ratio': 'info',
    'gini_index': 'info', 'contingency': 'split',
    'candidate_thresholds': 'continuous', 'best_threshold': 'continuous',
    'threshold_table': 'continuous', 'Rules': 'split',
    'id3': 'select', 'c45': 'select', 'cart': 'select', 'grow_tree': 'grow', 'StopRule': 'grow',
    'prune_pre': 'prepruning', 'prune_error_based': 'error_based',
    'prune_reduced_error': 'reduced_error', 'prune_cost_complexity': 'cost_complexity',
    'pruning_path': 'cost_complexity', 'alpha_table': 'cost_complexity',
    'Tree': 'tree', 'to_text': 'export', 'to_json': 'export', 'from_json': 'export',
    'read_c45_text': 'read_text', 'read_report': 'read_text',
    'RuleSet': 'rules', 'extract_rules': 'rules', 'RuleOptions': 'rules',
    'grow_windowed': 'window', 'boost_trees': 'boost', 'CostMatrix': 'cost',
    'winnow_attributes': 'winnow',
    'Consultation': 'consult', 'explore_consult': 'consult',
    'plot_tree': 'plot', 'plot_threshold': 'plot', 'plot_pruning': 'plot',
    'explore_tree': 'explore_nodes', 'explore_unknown': 'explore_shares',
    'explore_threshold': 'explore', 'explore_splits': 'explore_choice',
    'explore_pruning': 'explore_pruned',
    'explore_bias': 'bias',
}
__all__ = sorted(_HOME)


def __getattr__(name):
    if name not in _HOME: raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from importlib import import_module
    value = getattr(import_module(f'{__name__}.{_HOME[name]}'), name)
    globals()[name] = value
    return value


def __dir__(): return sorted(set(globals()) | set(_HOME))
