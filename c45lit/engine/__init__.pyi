from .error_based import prune_error_based as prune_error_based
from .error_based import pruning_trace as pruning_trace
from .growing_loop import grow_tree as grow_tree
