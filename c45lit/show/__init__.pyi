from .export import to_text as to_text
from .graphs import to_dot as to_dot
from .graphs import to_mermaid as to_mermaid
from .plots import plot_pruning as plot_pruning
from .plots import plot_threshold as plot_threshold
from .plots import plot_tree as plot_tree
from .rule_files import rules_from_json as rules_from_json
from .rule_files import rules_to_json as rules_to_json
