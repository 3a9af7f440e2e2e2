"The tree that Python grows where a reader asks some tests otherwise, for the trees of the page."
from c45lit.engine.growing_loop import grow_tree
from c45lit.engine.prediction import cases_at
from c45lit.explore.explore_splits import node_choice
from c45lit.specification.growth import StopRule
from c45lit.specification.multiway import EPSILON, SplitOptions


class Asked:
    "Puts the reader's tests, (place, column), in their places; the `watch` of `grow_tree`."

    def __init__(self, asked):
        self.asked = {tuple(place): attribute for place, attribute in asked}

    def __call__(self, view):
        a = self.asked.get(place_of(view.nodes, view.node), -1)
        if a >= 0 and view.attribute >= 0 and view.scores.gain[a] > -EPSILON: view.choose(a)

    def done(self, nodes): pass


def place_of(nodes, number) -> tuple:
    "The branches that lead to a node from the root."
    above = nodes.parent[number]
    return () if above < 0 else (*place_of(nodes, above), int(number - nodes.first[above]))


def grow_asked(table, options=SplitOptions(), asked=(), whole=None):
    "The tree; none of its tests is collapsed."
    return grow_tree(table, options, StopRule(collapse=False), whole=whole,
                     watch=Asked(asked) if asked else None)


def nodes_asked(table, options=SplitOptions(), asked=(), whole=None) -> list:
    "Its nodes as the page tells them, with what every attribute offers."
    tree, told, labels = grow_asked(table, options, asked, whole), [], {0: ''}
    for number, node in enumerate(map(tree.node, range(len(tree)))):
        labels |= {child.number: label for label, child in node.branches}
        part, used = cases_at(tree, table, number)
        told.append({'label': labels[number], 'asks': str(node.attribute or ''),
                     'dist': node.dist.tolist(), 'branches': [child.number for _, child in node.branches],
                     'note': '', **node_choice(part if len(part) else table, options, used, table)})
        if not len(part): told[-1]['stops'] = 'no case comes here'
    return told
