"""What the engine scores at the root of a table, in exact arithmetic."""
from c45lit.engine.growing_loop import grow_tree
from c45lit.specification.growth import StopRule


class Root:
    "A watcher that keeps what every attribute scored at the root, and which one was taken."
    splits, attribute = None, -1

    def __init__(self, n_attributes): self._n = n_attributes

    def __call__(self, view):
        if self.splits is not None or view.attribute < 0: return  # unread where the node is a leaf
        self.splits, self.attribute = [view.split(a) for a in range(self._n)], view.attribute

    def done(self, nodes): pass


def root_of(table, options, **more):
    "A `Root` that has seen this table; its `splits` are None where the root is a leaf."
    root = Root(len(table.columns))
    grow_tree(table, options, StopRule(1, collapse=False), watch=root, **more)
    return root
