"""The book, the library and the laboratory of the C4.5 decision tree.

{purposes}

Every other public name comes from its part of the book, as in `from c45lit.splits import entropy`:
{parts}.
"""
import types
from importlib import import_module

__version__ = "1.0.0"

_PUBLIC = {  # module -> names that its part gives, as `from c45lit.splits import entropy` does; it is imported when one of them is asked for
    'data.table': ('Attribute', 'Schema', 'Table', 'infer_schema', 'encode', 'decode'),
    'data.training_cases': ('training_table',),
    'data.dates': ('expand_dates',),
    'data.columns': ('Column',),
    'data.c45_files': ('read_c45', 'write_c45'),
    'data.datasets': ('load_dataset',),
    'data.arff_files': ('read_arff', 'write_arff'),

    'splits.impurity': ('entropy', 'gini'),
    'splits.gain': ('count', 'gain'),
    'splits.ratio': ('split_info', 'gain_ratio', 'choose'),
    'splits.thresholds': ('candidates', 'threshold_gains', 'best_threshold', 'c45_threshold', 'least_side', 'penalty'),
    'splits.gini': ('gini_index', 'one_against_rest', 'best_subset'),
    'splits.unknown_values': ('known_gain', 'shares', 'divide'),
    'splits.value_groups': ('merge', 'group_values'),

    'tree.nodes': ('TreeNode', 'classify', 'lines'),
    'tree.growing': ('grow', 'c45_test'),
    'tree.validation': ('preprune', 'prune_by_cases'),
    'tree.expected_errors': ('upper_error',),
    'tree.pruning': ('prune',),

    'specification.contingency': ('contingency',),
    'specification.criterion': ('CRITERIA', 'Criterion', 'add_criterion'),
    'specification.multiway': ('Split', 'SplitOptions', 'multiway'),
    'specification.threshold_choice': ('least_weight', 'mdl_penalty', 'threshold_split', 'threshold_table', 'boundary_points'),
    'specification.unit_shares': ('known_fraction', 'spread'),
    'specification.selection': ('id3', 'c45', 'cart'),
    'specification.structure': ('Tree',),
    'specification.growth': ('StopRule',),
    'specification.frames': ('tree_frame',),

    'engine.growing_loop': ('grow_tree',),
    'engine.error_based': ('prune_error_based', 'pruning_trace'),

    'pruning.pre_pruning': ('prune_pre', 'prepruning_trace'),
    'pruning.reduced_error': ('prune_reduced_error', 'reduced_error_trace'),
    'pruning.cost_complexity': ('pruning_path', 'prune_cost_complexity', 'cost_complexity_trace', 'alpha_table'),
    'pruning.leaf_limit': ('prune_to_size',),
    'pruning.pessimistic': ('prune_pessimistic', 'pessimistic_trace'),
    'pruning.ways': ('Way', 'PruningTask', 'ErrorBased', 'ReducedError', 'PrePruning', 'CostComplexity',
                     'Pessimistic', 'LeafLimit'),

    'rules.ruleset': ('RuleSet', 'RuleOptions', 'extract_rules', 'rules_frame'),
    'rules.leaf_rules': ('rules_from',),
    'estimators.counterfactuals': ('counterfactuals',),
    'ensembles.nearest_changes': ('nearest_changes',),
    'originals.windowing': ('grow_windowed',),
    'originals.boosting': ('boost_trees',),
    'ensembles.forest': ('grow_forest', 'out_of_bag'),
    'estimators.costs': ('CostMatrix',),
    'estimators.learning': ('progress',),

    'originals.c50_files': ('read_c50',),
    'originals.c50_writing': ('write_c50',),
    'originals.c50_model': ('learn_c50',),
    'originals.r8_growing': ('grow_release8',),
    'originals.r8_pruning': ('simplify_release8',),
    'originals.r8_rule_choice': ('extract_rules_release8',),

    'show.export': ('to_text',),
    'originals.reports': ('read_c45_text', 'read_report'),
    'show.rule_files': ('rules_to_json', 'rules_from_json'),
    'exports.common_program': ('Formula',), 'exports.formulas': ('formula',),
    'exports.programs': ('to_python', 'to_javascript'),
    'exports.c_program': ('to_c',),
    'exports.sql': ('to_sql',),
    'exports.onnx_graph': ('to_onnx',),
    'show.graphs': ('to_dot', 'to_mermaid'),
    'exports.sklearn_trees': ('from_sklearn',),
    'exports.pmml': ('to_pmml',),
    'exports.shap_values': ('to_shap', 'shap_cases', 'to_sklearn'),
    'exports.shapley': ('Shapley', 'shapley_values'),
    'exports.pipelines': ('register_onnx', 'SKOPS_TYPES'),
    'estimators.model_files': ('to_json', 'from_json', 'save', 'load'),

    'estimators.parameters': ('Thresholds',),
    'estimators.notes': ('Note', 'Notes', 'check'),
    'estimators.card': ('Card',),
    'estimators.c45_classifier': ('C45Classifier', 'TEXTBOOK'),
    'estimators.id3_classifier': ('ID3Classifier',),
    'estimators.cart_classifier': ('CARTClassifier',),
    'estimators.cart_regressor': ('CARTRegressor',),
    'originals.c50_classifier': ('C50Classifier',),
    'estimators.ruleset_classifier': ('C45RulesClassifier',),
    'originals.release8_classifier': ('Release8Classifier',),
    'ensembles.forests': ('C45ForestClassifier', 'CARTForestRegressor'),
    'partitions.larger_than_memory': ('fit_partitioned',),
    'partitions.classifying_partitions': ('predict_partitioned',),

    'show.plots': ('plot_tree', 'plot_threshold', 'plot_pruning'),
    'explore.explore_threshold': ('explore_threshold',),
    'explore.explore_splits': ('explore_splits',),
    'explore.explore_pruning': ('explore_pruning',),
    'explore.explore_tree': ('explore_tree',),
    'explore.explore_unknown': ('explore_unknown',),
    'explore.own_table': ('explore_own_table',),
    'explore.explore_gain': ('explore_gain',),
    'explore.random_attributes': ('explore_chance',),
    'explore.explore_luck': ('explore_luck',),
    'explore.explore_slivers': ('explore_slivers',),
    'explore.explore_raising': ('explore_raising',),
    'explore.explore_plane': ('explore_plane', 'painted'),
    'explore.explore_beat': ('explore_beat',),
    'explore.explore_story': ('explore_story',),
}
_PURPOSES = {  # what the package itself gives, as `from c45lit import C45Classifier` does
    'Learn': ('C45Classifier', 'C45RulesClassifier', 'C50Classifier', 'ID3Classifier', 'CARTClassifier',
              'CARTRegressor', 'C45ForestClassifier', 'CARTForestRegressor', 'Release8Classifier', 'TEXTBOOK',
              'Thresholds', 'progress', 'fit_partitioned', 'predict_partitioned'),
    'Prune': ('ErrorBased', 'ReducedError', 'PrePruning', 'CostComplexity', 'Pessimistic', 'LeafLimit'),
    'Tables': ('check', 'Column', 'Attribute', 'Schema', 'Table', 'infer_schema', 'load_dataset', 'read_c45', 'write_c45',
               'read_c50', 'write_c50', 'read_arff', 'write_arff'),
    'Models': ('Tree', 'RuleSet', 'save', 'load', 'to_json', 'from_json', 'from_sklearn', 'rules_from',
               'read_c45_text'),
    'Ways out': ('to_text', 'to_python', 'to_javascript', 'to_c', 'to_sql', 'to_onnx', 'to_pmml', 'to_dot',
                 'to_mermaid', 'to_shap', 'to_sklearn'),
    'Plots': ('plot_tree', 'plot_threshold', 'plot_pruning'),
    'Explorers': ('explore_story', 'explore_threshold', 'explore_gain', 'explore_splits', 'explore_chance', 'explore_luck',
                  'explore_unknown', 'explore_slivers', 'explore_tree', 'explore_pruning', 'explore_raising', 'explore_plane',
                  'explore_beat', 'explore_own_table'),
}
_ADDED = {  # what a register of the core lacks until a module adds it: kind -> name -> that module
    'commands': {'fit': 'programs.model_commands', 'predict': 'programs.model_commands', 'compare': 'programs.compare_command',
                 'show': 'programs.model_commands', 'export': 'exports.export_command', 'c4.5': 'originals.tree_program',
                 'c4.5rules': 'originals.rule_program', 'c5.0': 'originals.c50_program',
                 'xval': 'originals.cross_validation'},
    'notes': dict.fromkeys(('of a fit', 'after a fit', 'report'), 'estimators.notes') | {'card': 'estimators.card'},
    'rules': {'single': 'originals.r8_rules'},
    'searches': {'several': 'ensembles.nearest_changes'},
    'thresholds': {'r8': 'originals.arithmetics'},
    'trees': {'single': 'originals.r8_trees'},
    'views of a tree': {'frame': 'specification.frames'},
    'windows': {'the engine': 'originals.windowing', 'Release 8': 'originals.arithmetics'},
}
_DRAWN_WITH = 'matplotlib', 'anywidget', 'ipywidgets', 'traitlets'  # the extra `draw`
_HOME = {name: module for module, names in _PUBLIC.items() for name in names}
_ADDED['estimators'] = {name: _HOME[name] for name in (
    'C45Classifier', 'ID3Classifier', 'CARTClassifier', 'Release8Classifier', 'CARTRegressor', 'C45ForestClassifier',
    'CARTForestRegressor', 'C50Classifier', 'C45RulesClassifier')}
_ADDED['languages'] = {name[3:]: 'exports.export_command' if _HOME[name] == 'show.graphs' else _HOME[name]
                       for name in _PURPOSES['Ways out'] if name not in ('to_text', 'to_shap', 'to_sklearn')}
__all__ = sorted(name for names in _PURPOSES.values() for name in names)
_GIVEN = {name: _HOME[name] for name in __all__}


class _Part(types.ModuleType):
    "A part of the book: a public name wins over a module that has the same name."
    def __setattr__(self, name, value):  # importing `c45lit.splits.gain` would set the module here
        if not (isinstance(value, types.ModuleType) and name in self.__all__): super().__setattr__(name, value)


def _door(part):
    "`__getattr__`, `__dir__` and `__all__` of a part, the full name of which is given, from the table above."
    import sys
    sys.modules[part].__class__ = _Part
    homes = {name: home for name, home in _HOME.items() if part == f'{__name__}.{home.partition(".")[0]}'}
    return lambda name: _found(part, name, homes), lambda: sorted(homes), sorted(homes)


def _found(where, name, homes):
    "A public name, from the module that the table has for it."
    if name not in homes: raise AttributeError(f'module {where!r} has no attribute {name!r}{_hint(name)}')
    try: module = import_module(f'{__name__}.{homes[name]}')
    except (ImportError, AttributeError) as e:
        better = _refused(name, e)
        if better is None: raise
        raise better from e
    return getattr(module, name)


def _refused(name, e):
    "What to install, if that is why a module could not be imported."
    if isinstance(e, ModuleNotFoundError) and (e.name or '').partition('.')[0] in _DRAWN_WITH:
        return ModuleNotFoundError(f'{name} draws, and {e.name} is not installed: pip install "{__name__}[draw]"',
                                   name=e.name)
    old = _too_old()
    return ImportError(old) if old else None


def _too_old():
    "What is installed and older than this version needs, in words; '' for nothing."
    from importlib.metadata import distributions
    from re import findall
    def number(text): return [int(n) for n in findall(r'\d+', text)[:3]]
    here = {d.name: d for d in distributions()}
    lines = here[__name__].requires or () if __name__ in here else ()
    needed = [pair for line in lines if 'extra' not in line for pair in findall(r'^([\w-]+)>=([\d.]+)', line)]
    old = {name: f'{name} {here[name].version} is older than {least}' for name, least in needed
           if name in here and number(here[name].version) < number(least)}
    return old and f'{", ".join(old.values())}, which c45lit {__version__} needs: pip install --upgrade {" ".join(old)}'


def _hint(name):
    "Where a public name is to be had."
    if name not in _HOME: return ''
    return f': from {__name__ if name in __all__ else f"{__name__}.{_part(name)}"} import {name}'


def _bring(kind, name):
    "Import the module that adds a name to a register of the core, if there is one."
    module = _ADDED.get(kind, {}).get(name)
    if module: import_module(f'{__name__}.{module}')


def __getattr__(name): return _found(__name__, name, _GIVEN)


def _part(name): return _HOME[name].partition('.')[0]


def __dir__(): return sorted({*globals(), *__all__})


def _listed():
    "The docstring's lists: names by purpose, and the parts."
    from textwrap import fill
    width = max(map(len, _PURPOSES))
    purposes = (fill(', '.join(names), 100, initial_indent=f'{purpose:{width}}  ', subsequent_indent=' ' * (width + 2))
                for purpose, names in _PURPOSES.items())
    parts = dict.fromkeys(map(_part, _HOME))
    return dict(purposes='\n'.join(purposes), parts=', '.join(parts))


__doc__ = __doc__.format(**_listed())
