"""The book, the library and the laboratory of the C4.5 decision tree."""
__version__ = "0.1.0"

_PUBLIC = {  # module -> the names that `from c45lit import …` finds there; it is imported when one of them is asked for
    'data.table': ('Attribute', 'Schema', 'Table', 'infer_schema', 'encode', 'decode'),
    'data.training_cases': ('training_table',),
    'data.c45_files': ('read_c45', 'write_c45'),
    'data.datasets': ('load_dataset',),
    'data.arff_files': ('read_arff', 'write_arff'),

    'splits.impurity': ('entropy', 'gini'),
    'splits.contingency': ('contingency',),
    'splits.gain': ('gain', 'split_info', 'gain_ratio', 'gini_index'),
    'splits.multiway': ('Split', 'SplitOptions', 'multiway'),
    'splits.thresholds': ('candidate_thresholds', 'boundary_points'),
    'splits.threshold_choice': ('least_side', 'mdl_penalty', 'best_threshold', 'threshold_table'),
    'splits.unknown_values': ('known_fraction', 'spread'),
    'splits.selection': ('id3', 'c45', 'cart'),

    'tree.structure': ('Tree',),
    'tree.growing': ('StopRule',),
    'tree.expected_errors': ('upper_error',),

    'engine.growing_loop': ('grow_tree',),
    'engine.error_based': ('prune_error_based', 'pruning_trace'),

    'pruning.pre_pruning': ('prune_pre', 'prepruning_trace'),
    'pruning.reduced_error': ('prune_reduced_error', 'reduced_error_trace'),
    'pruning.cost_complexity': ('pruning_path', 'prune_cost_complexity', 'cost_complexity_trace', 'alpha_table'),
    'pruning.leaf_limit': ('prune_to_size',),

    'models.ruleset': ('RuleSet', 'RuleOptions', 'extract_rules'),
    'models.windowing': ('grow_windowed',),
    'models.boosting': ('boost_trees',),
    'models.costs': ('CostMatrix',),
    'models.winnowing': ('winnow_attributes',),

    'text.export': ('to_text',),
    'text.reports': ('read_c45_text', 'read_report'),
    'text.rule_files': ('rules_to_json', 'rules_from_json'),
    'text.formulas': ('Formula', 'formula'),
    'text.programs': ('to_python', 'to_javascript'),
    'text.c_program': ('to_c',),
    'text.sql': ('to_sql',),
    'text.onnx_graph': ('to_onnx',),
    'text.graphs': ('to_dot', 'to_mermaid'),
    'text.sklearn_trees': ('from_sklearn',),
    'text.pmml': ('to_pmml',),
    'text.shap_values': ('to_shap', 'shap_cases'),
    'text.pipelines': ('register_onnx', 'SKOPS_TYPES'),
    'text.model_files': ('to_json', 'from_json', 'save', 'load'),

    'estimators.c45_classifier': ('C45Classifier', 'TEXTBOOK'),
    'estimators.id3_classifier': ('ID3Classifier',),
    'estimators.cart_classifier': ('CARTClassifier',),
    'estimators.cart_regressor': ('CARTRegressor',),
    'estimators.c50_classifier': ('C50Classifier',),
    'estimators.ruleset_classifier': ('C45RulesClassifier',),
    'partitions.larger_than_memory': ('fit_partitioned',),
    'partitions.classifying_partitions': ('predict_partitioned',),

    'explore.plots': ('plot_tree', 'plot_threshold', 'plot_pruning'),
    'explore.explore_threshold': ('explore_threshold',),
    'explore.explore_splits': ('explore_splits',),
    'explore.explore_pruning': ('explore_pruning',),
    'explore.explore_bias': ('explore_bias',),
    'explore.explore_tree': ('explore_tree',),
    'explore.explore_unknown': ('explore_unknown',),
    'explore.consultation': ('Consultation', 'explore_consult'),
    'explore.own_table': ('explore_own_table',),
    'explore.explore_gain': ('explore_gain',),
    'explore.explore_leaf': ('explore_leaf',),
    'explore.explore_luck': ('explore_luck',),
    'explore.explore_slivers': ('explore_slivers',),
    'explore.explore_raising': ('explore_raising',),
}
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}
_RENAMED = {'Rules': 'SplitOptions'}  # name of before -> name of now
__all__ = sorted(_HOME)


def __getattr__(name):
    if name in _RENAMED: return _renamed(name)
    if name not in _HOME: raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from importlib import import_module
    value = getattr(import_module(f'{__name__}.{_HOME[name]}'), name)
    globals()[name] = value
    return value


def _renamed(name):
    import warnings
    new = _RENAMED[name]
    warnings.warn(f'{__name__}.{name} is now called {__name__}.{new}', DeprecationWarning, stacklevel=3)
    return __getattr__(new)


def __dir__(): return sorted(set(globals()) | set(_HOME))
