"""The pictures of the front door, drawn from the same 344 penguins that the story and the experiments open with.

Plain SVG in the colours of `style.css`, so that they follow light and dark; every number comes from the library.
"""
import json
from functools import cache

import numpy as np

from c45lit import C45Classifier, LeafLimit, load_dataset
from c45lit.data.table import encode, infer_schema
from c45lit.explore.explore_beat import best_three, measured
from c45lit.explore.explore_plane import COLOURS, painted, patterns, rectangles
from c45lit.explore.explore_story import FREE, SIZES, cut_data, halves, level, sex_table, shares_at
from c45lit.splits.impurity import entropy

WIDTH, HEIGHT = 320, 200
GOLDEN, SHUFFLE = 2.39996, 137  # as in the story: the angle between two dots, the step through the table
WORDS = {'en': {'flipper_length_mm': 'flipper', 'bill_length_mm': 'bill', 'yes': 'yes', 'no': 'no', '?': '?',
                'label': 'Three questions, {} penguins: {} get the wrong name.', 'press': ' Press a bird.', 'another': 'Another bird',
                'unknown': '{}: not measured, so it goes down both branches, and most of it comes here. ', 'most': '{} {:g} mm: at most {:g}. ',
                'more': '{} {:g} mm: more than {:g}. ', 'is': 'island {}. ', 'right': '“{}”, and it is.', 'wrong': '“{}”, but it is {}.'},
         'zh': {'flipper_length_mm': '鳍长', 'bill_length_mm': '喙长', 'island': '岛', 'sex': '性别', 'yes': '是', 'no': '否', '?': '？',
                'label': '三个问题，{} 只企鹅：{} 只分错。', 'press': '按一只鸟。', 'another': '另一只',
                'unknown': '{}缺失，所以走遍两个分支，大部分到了这里。', 'most': '{} {:g} mm，不大于 {:g}。', 'more': '{} {:g} mm，大于 {:g}。',
                'is': '岛是 {}。', 'right': '答：{}，正确。', 'wrong': '答：{}，其实是 {}。'}}


@cache
def birds() -> tuple:
    "(X, class codes, fitted tree, share of each bird at each node)."
    X, y = load_dataset('penguins')
    fitted, table = C45Classifier().fit(X, y), encode(X, infer_schema(X, y), y)
    return X, table.classes, fitted, shares_at(fitted.tree_, table)


# -- marks

def dot(x, y, r, k, more='') -> str:
    return f'<circle class="f{k}" cx="{x:.1f}" cy="{y:.1f}" r="{r}" {more}/>'


def dots(points, r, k) -> str:
    "Many dots of one class: one path of points with round ends."
    return (f'<path class="dots" style="stroke:var(--c45-c{k});stroke-width:{2 * r}" '
            f'd="{"".join(f"M{x:.1f} {y:.1f}h0" for x, y in points)}"/>' if points else '')


def line(x1, y1, x2, y2, kind='axis') -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def path(points, kind='mark', style='') -> str:
    return f'<path class="{kind}" style="{style}" d="M{" L".join(f"{x:.1f} {y:.1f}" for x, y in points)}"/>'


def twig(x1, y1, x2, y2, width=2.0, colour='var(--c45-axis)', more='') -> str:
    middle = (y1 + y2) / 2
    return (f'<path d="M{x1:.1f} {y1:.1f}C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}" fill="none" '
            f'stroke="{colour}" stroke-width="{width:.1f}" {more}/>')


def text(x, y, words, kind='mid', size=15) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" style="font-size:{size}px">{words}</text>'


def svg(inside: str, width=WIDTH, height=HEIGHT, label='') -> str:
    known = f'role="img" aria-label="{label}"' if label else 'aria-hidden="true"'
    return f'<svg class="c45lit-fig" viewBox="0 0 {width} {height}" {known}>{inside}</svg>'


# -- the pictures

def pictures(language: str = 'en') -> dict:
    "Name -> SVG; words are in the upper picture only."
    words = WORDS[language]
    return experiments() | {'lost': svg(follow(lost=True)), 'hero': hero(words) + hero(words, 400, 480) + told(words)}


@cache
def experiments() -> dict:
    "Name -> SVG of each tile."
    drawn = {'plane': plane, 'cut': cut, 'gain': gain, 'noise': noise, 'luck': luck, 'slivers': slivers, 'pruning': pruning, 'raising': raising,
             'tree': follow, 'beat': beat}
    return {name: svg(draw()) for name, draw in drawn.items()}


def flippers() -> tuple:
    "(lengths, classes) of the measured birds, and where a length is drawn."
    X, classes, _, _ = birds()
    length = X['flipper_length_mm'].to_numpy(dtype=float)
    known = ~np.isnan(length)
    low, high = length[known].min(), length[known].max()
    return length[known], classes[known], lambda v: 24 + (v - low) / (high - low) * (WIDTH - 48)


def plane() -> str:
    "Three clouds of dots, and the rectangles of their tree."
    X, y = painted(patterns()['clouds'])
    tree, scale, high = C45Classifier().fit(X, y).tree_, (WIDTH - 40) / 102, (HEIGHT - 20) / 102
    codes = [COLOURS.index(name) for name in tree.schema.classes]
    boxes = [f'<rect class="f{codes[c]}" x="{20 + l * scale:.1f}" y="{10 + (102 - t) * high:.1f}" width="{(r - l) * scale:.1f}" height="{(t - b) * high:.1f}" '
             'fill-opacity=".22" stroke="var(--c45-axis)"/>' for (l, r, b, t), c in rectangles(tree)]
    places = [(20 + u * scale, 10 + (102 - v) * high) for u, v in X.to_numpy().clip(2, 100)]
    return ''.join(boxes) + ''.join(dots([p for p, name in zip(places, y) if name == colour], 3, k) for k, colour in enumerate(COLOURS))


def cut() -> str:
    "A pile of birds on the axis of the flipper, the best cut, its gain as a length."
    length, classes, x = flippers()
    order, seen, found = np.argsort(classes, kind='stable'), {}, {k: [] for k in range(3)}
    for v, k in zip(length[order], classes[order]):
        seen[v] = seen.get(v, 0) + 1
        found[k].append((x(v), 140 - (seen[v] - .5) * 4.5))
    data = cut_data(length, classes, 3)
    at, share = x(data['best'] + .5), dict(data['cuts'])[data['best']] / data['before']
    return (''.join(dots(points, 2.05, k) for k, points in found.items()) + line(20, 141, 300, 141) + line(at, 18, at, 158, 'touch-line') + f'<circle class="touch" cx="{at:.1f}" cy="160" r="7"/>'
            f'<rect x="24" y="180" width="{WIDTH - 48}" height="6" style="fill:var(--c45-sunk)"/>'
            f'<rect class="touch" x="24" y="180" width="{(WIDTH - 48) * share:.1f}" height="6"/>')


def gain() -> str:
    "The curve of entropy for Adelie against the others; the gain of a cut is the drop to its chord."
    length, classes, _ = flippers()

    def bits(share): return float(entropy(np.array([share, 1 - share])))
    def x(share): return 36 + share * 248
    def y(b): return 172 - b * 138
    parts = [classes[length <= 195] == 0, classes[length > 195] == 0]
    (p, a, b), whole = ((classes == 0).mean(), *(part.mean() for part in parts)), len(classes)
    mixed = sum(len(part) / whole * bits(part.mean()) for part in parts)
    curve = [(x(s), y(bits(s))) for s in np.linspace(0, 1, 61)]
    return (path(curve) + line(30, 172, 292, 172) + path([(x(a), y(bits(a))), (x(b), y(bits(b)))], 'mark', 'stroke:var(--c45-axis);stroke-dasharray:3 5')
            + line(x(p), y(bits(p)), x(p), y(mixed), 'hero') + dot(x(a), y(bits(a)), 8, 0) + dot(x(b), y(bits(b)), 8, 2)
            + f'<circle cx="{x(p):.1f}" cy="{y(bits(p)):.1f}" r="6" style="fill:var(--c45-raised);stroke:var(--c45-ink);stroke-width:2.5"/>')


def chance(X, labels, rng) -> np.ndarray:
    "The best gain of each of 200 deals of the classes."
    return np.array([max(g for _, g in cut_data(X, rng.permutation(labels), 3)['cuts']) for _ in range(200)])


def luck() -> str:
    "What chance gains: a heap of 200 deals of fourteen birds, and the true gain as a flag."
    length, classes, _ = flippers()
    rng = np.random.RandomState(0)
    few = rng.permutation(len(classes))[:14]
    gains, heap, found = chance(length[few], classes[few], rng), {}, []
    for g in gains:
        q = int(g * 24)
        heap[q] = heap.get(q, 0) + 1
        found.append(f'<circle cx="{30 + q * 11}" cy="{170 - heap[q] * 3.4:.1f}" r="1.7" style="fill:var(--c45-axis)"/>')
    at = 30 + max(g for _, g in cut_data(length[few], classes[few], 3)['cuts']) * 24 * 11
    return (''.join(found) + line(20, 171, 300, 171) + line(at, 171, at, 40, 'touch-line')
            + f'<path class="touch" d="M{at:.1f} 40l26 9-26 9z"/>')


def noise() -> str:
    "The gain of attributes that know nothing grows with their number of values."
    _, classes, _ = flippers()
    rng = np.random.RandomState(0)
    labels = classes[rng.permutation(len(classes))[:40]]
    def gained(values):
        drawn, total = rng.randint(values, size=len(labels)), float(entropy(np.bincount(labels)))
        parts = [labels[drawn == v] for v in range(values) if (drawn == v).any()]
        return total - sum(len(p) / len(labels) * float(entropy(np.bincount(p))) for p in parts)
    sizes = list(range(2, 21))
    draws = [sorted(gained(v) for _ in range(12)) for v in sizes]
    def x(v): return 26 + (v - 2) / 18 * 268
    def y(g): return 172 - g / 1.15 * 150
    cloud = ''.join(f'<circle cx="{x(v):.1f}" cy="{y(g):.1f}" r="1.8" style="fill:var(--c45-axis)"/>' for v, d in zip(sizes, draws) for g in d)
    return cloud + line(20, 173, 300, 173) + path([(x(v), y(np.median(d))) for v, d in zip(sizes, draws)], 'hero')


def slivers() -> str:
    "The bird that was never measured, in shares."
    X, classes, fitted, shares = birds()
    case, tree = int(np.flatnonzero(X['flipper_length_mm'].isna())[0]), fitted.tree_
    leaves = [n for n in level(tree, 9) if shares[case, n] > 0]
    wide, gap, start = 208, 8, (WIDTH - 208) / 2
    to, found = (WIDTH - wide - gap * (len(leaves) - 1)) / 2, f'<rect class="f{classes[case]}" x="{start}" y="28" width="{wide}" height="36" rx="3"/>'
    for n in leaves:
        w = shares[case, n] * wide
        v = max(2, w)
        found += (f'<path d="M{start:.1f} 68C{start:.1f} 94 {to:.1f} 86 {to:.1f} 114h{v:.1f}C{to + v:.1f} 86 {start + w:.1f} 94 {start + w:.1f} 68z" '
                  f'style="fill:var(--c45-c0)" opacity=".16"/><rect class="f{tree.dist[n].argmax()}" x="{to:.1f}" y="118" width="{v:.1f}" height="54" rx="{3 if v > 6 else 0}"/>')
        start, to = start + w, to + w + gap
    return found


def pruning() -> str:
    "Training and held-out error part."
    X, y = load_dataset('penguins')
    rows = halves(*sex_table(X, y), [{**FREE, 'pruning': LeafLimit(n)} for n in SIZES], times=10)
    def point(row, k): return 30 + (row[0] - 3) / 19 * 260, 170 - row[k] / .21 * 145
    both = [point(r, 2) for r in rows] + [point(r, 1) for r in reversed(rows)]
    low = point(min(rows, key=lambda r: r[2]), 2)
    return (path(both, '', 'fill:var(--c45-sunk)') + line(24, 170, 300, 170) + path([point(r, 1) for r in rows], 'mark', 'stroke:var(--c45-faint)')
            + path([point(r, 2) for r in rows], 'mark', 'stroke-width:3.5') + line(*low, low[0], 170, 'touch-line')
            + f'<circle class="touch" cx="{low[0]:.1f}" cy="{low[1]:.1f}" r="7"/>')


def crowd() -> str:
    "All birds, one dot each, as the story begins: a spiral of the golden angle, in no order."
    _, classes, _, _ = birds()
    n, found = len(classes), {k: [] for k in range(3)}
    for i, k in enumerate(classes):
        j = i * SHUFFLE % n
        r, angle = 5.1 * np.sqrt(j + .5), j * GOLDEN
        found[k].append((WIDTH / 2 + 1.35 * r * np.cos(angle), HEIGHT / 2 + r * np.sin(angle)))
    return svg(''.join(dots(points, 3.4, k) for k, points in found.items()))


def raising() -> str:
    "A branch takes the place of its parent."
    ink = 'style="fill:var(--c45-ink)"'
    gone = f'<g class="gone">{twig(150, 34, 214, 88)}{twig(214, 88, 262, 148)}{dot(262, 152, 10, 1)}<circle cx="214" cy="88" r="7" {ink}/></g>'
    lifted = (twig(214, 88, 184, 128, 3, 'var(--c45-accent)') + twig(184, 128, 158, 164) + twig(184, 128, 208, 164) + dot(158, 168, 10, 0)
              + dot(208, 168, 10, 1) + '<circle class="touch" cx="184" cy="128" r="7"/>')
    return twig(150, 34, 86, 88) + gone + dot(86, 92, 10, 2) + f'<g class="lift">{lifted}</g><circle cx="150" cy="34" r="7" {ink}/>'


def follow(lost: bool = False) -> str:
    "The whole tree with the path of one bird; or with its last leaf gone."
    _, _, fitted, shares = birds()
    tree, lit = fitted.tree_, shares[250] > 0
    places, lines, dots = {}, [], []
    depth = np.zeros(len(tree.attribute), dtype=int)
    for n in np.flatnonzero(tree.attribute >= 0):
        depth[tree.first_child[n] + np.arange(tree.n_children[n])] = depth[n] + 1
    leaves = in_order(tree)
    for k, n in enumerate(leaves):
        places[n] = 30 + (k + .5) * 260 / len(leaves)
    for n in sorted(np.flatnonzero(tree.attribute >= 0), key=lambda n: -depth[n]):
        children = tree.first_child[n] + np.arange(tree.n_children[n])
        places[n] = (places[children[0]] + places[children[-1]]) / 2
        for child in children:
            lines.append((bool(lit[child]), twig(places[n], 26 + depth[n] * 36, places[child], 26 + depth[child] * 36, 4 if lit[child] else 1.8,
                                                 'var(--c45-accent)' if lit[child] else 'var(--c45-axis)')))
    for n in leaves:
        gone = lost and lit[n]
        dots.append(dot(places[n], 26 + depth[n] * 36, 9 if lit[n] else 7, tree.dist[n].argmax(), 'style="fill:var(--c45-paper);stroke:var(--c45-accent);stroke-width:2;stroke-dasharray:3 3"' if gone else '' if lit[n] else 'opacity=".4"'))
    return ''.join(t for _, t in sorted(lines)) + ''.join(dots)


def beat() -> str:
    "The leaves of the best three questions, each a pile of its birds; the few wrong ones have a frame."
    table, ((a, cut), *below) = measured(), best_three()[1]
    found, marks, at = twig(160, 30, 84, 84, 6) + twig(160, 30, 236, 84, 6) + '<circle class="touch" cx="160" cy="30" r="9"/>', '', iter((44, 124, 188, 244, 292))
    for k, (b, t) in enumerate(below):
        rows, x = np.flatnonzero((table.columns[a] > cut) == k), table.columns[b]
        for branch in (x[rows] > t, x[rows] <= t)[::-1] if x.dtype.kind == 'f' else [x[rows] == v for v in range(3)]:
            middle, own = next(at), np.bincount(table.classes[rows[branch]], minlength=3)
            found += twig((84, 236)[k], 84, middle, 122, 3)
            order = np.argsort(-own, kind='stable')
            for j, c in enumerate(np.repeat(order, own[order])):
                marks += f'<circle class="f{c}" cx="{middle + (j % 9 - (min(9, own.sum()) - 1) / 2) * 5.2:.1f}" cy="{128 + j // 9 * 4.2:.1f}" r="2"' + ' style="stroke:var(--c45-ink)"' * bool(c != order[0]) + '/>'
        found += f'<circle class="touch" cx="{(84, 236)[k]}" cy="84" r="7"/>'
    return found + marks


def in_order(tree, node=0) -> list:
    "The leaves below a node, from left to right."
    if tree.attribute[node] < 0:
        return [node]
    first = tree.first_child[node]
    return [leaf for child in range(first, first + tree.n_children[node]) for leaf in in_order(tree, child)]


# -- the tree above the tiles

def hero(words: dict, width=560, height=420) -> str:
    "Two levels of the tree, and below each leaf its birds; drawn for a narrow window, too, where letters of the wide one would be small."
    X, classes, fitted, shares = birds()
    tree, ends = fitted.tree_, level(fitted.tree_, 2)
    at = ends[shares[:, ends].argmax(axis=1)]
    least, total, x, middle, wide = min(88, width // 5 - 1), tree.weights[ends].sum(), 0.0, {}, {}
    for n in ends:
        wide[n] = least + (width - least * len(ends)) * tree.weights[n] / total
        middle[n], x = x + wide[n] / 2, x + wide[n]
    inner = [n for n in range(len(tree.attribute)) if tree.attribute[n] >= 0 and n not in ends and n < min(ends)]
    for n in reversed(inner):
        children = tree.first_child[n] + np.arange(tree.n_children[n])
        middle[n] = (middle[children[0]] + middle[children[-1]]) / 2
    high = {n: 26 if n == 0 else 124 for n in inner} | {n: 222 for n in ends}
    parts = []
    for n in inner:
        for b, child in enumerate(tree.first_child[n] + np.arange(tree.n_children[n])):
            parts.append(twig(middle[n], high[n] + 10, middle[child], high[child] - 4, max(1.5, tree.weights[child] ** .5 * .85), 'var(--c45-line)', f'data-to="{child}"'))
    for n in inner:
        for b, child in enumerate(tree.first_child[n] + np.arange(tree.n_children[n])):
            parts.append(branch_label(tree, n, b, middle[child], high[child], child in inner, words))
    parts += [question(tree, n, middle[n], high[n], width, words) for n in inner]
    for n in ends:
        parts += pile(np.sort(classes[at == n]), middle[n], wide[n], tree.dist[n].argmax(), tree.schema.classes)
    return svg(''.join(parts), width, height, verdict(words))


def verdict(words: dict) -> str:
    "How many birds the questions of the hero call by a wrong name."
    _, classes, fitted, shares = birds()
    ends = level(fitted.tree_, 2)
    answers = fitted.tree_.dist[ends].argmax(axis=1)[shares[:, ends].argmax(axis=1)]
    return words['label'].format(len(classes), int((answers != classes).sum()))


def told(words: dict) -> str:
    "The sentence below the hero; for home.js the nodes on the way to each leaf, and what the tree says of each bird, in the order of the dots."
    X, classes, fitted, shares = birds()
    tree, ends = fitted.tree_, level(fitted.tree_, 2)
    at = ends[shares[:, ends].argmax(axis=1)]
    said = [[int(n), int(classes[i]), of_bird(X.iloc[i], tree, n, classes[i], words)] for n in ends
            for i in np.flatnonzero(at == n)[np.argsort(classes[at == n], kind='stable')]]
    data = {'ways': {int(n): way(tree, n) for n in ends}, 'birds': said, 'press': words['press'], 'another': words['another']}
    return (f'<span class="said" role="status">{verdict(words)}</span>'
            f'<script type="application/json" class="birds">{json.dumps(data, ensure_ascii=False, separators=(",", ":"))}</script>')


def way(tree, node) -> list:
    "The nodes from below the root down to this one."
    above = [n for n in np.flatnonzero(tree.attribute >= 0) if 0 <= node - tree.first_child[n] < tree.n_children[n]]
    return [*way(tree, above[0]), int(node)] if above else []


def of_bird(bird, tree, leaf, true, words: dict) -> str:
    "What the questions on the way to a leaf say of a bird, and whether the answer is right."
    parts = []
    for n, child in zip([0, *way(tree, leaf)], way(tree, leaf)):
        name, cut = tree.schema.attributes[tree.attribute[n]].name, tree.threshold[n]
        value, called = bird[name], words.get(name, name)
        if value != value: parts.append(words['unknown'].format(called))
        elif cut != cut: parts.append(words['is'].format(value))
        else: parts.append(words['most' if value <= cut else 'more'].format(called, value, cut))
    answer, names = tree.dist[leaf].argmax(), tree.schema.classes
    return ''.join(part[0].upper() + part[1:] for part in parts) + words['right' if answer == true else 'wrong'].format(names[answer], names[true])


def branch_label(tree, node, branch, x, y, is_inner, words) -> str:
    "The answer on a branch."
    attribute = tree.schema.attributes[tree.attribute[node]]
    if tree.threshold[node] != tree.threshold[node]:
        return text(x, y + 14, attribute.values[branch], 'tick halo mid', 14)
    side = (1 if branch else -1) if is_inner else 0
    kind = {-1: 'tick halo end', 0: 'tick halo mid', 1: 'tick halo'}[side]
    return text(x + side * 18, y - 24 if is_inner else y + 14, words['no' if branch else 'yes'], kind, 14)


def question(tree, node, x, y, width, words) -> str:
    "What a node asks, in a pill."
    name = tree.schema.attributes[tree.attribute[node]].name
    asked = words.get(name, name) + (f' ≤ {tree.threshold[node]:g} mm' if tree.threshold[node] == tree.threshold[node] else '') + words['?']
    long = sum(17 if letter > '\u3000' else 10 for letter in asked) + 26  # wide enough for the letters of any system
    x = min(max(x, long / 2), width - long / 2)
    return (f'<rect x="{x - long / 2:.1f}" y="{y - 16}" width="{long}" height="32" rx="16" style="fill:var(--c45-raised);stroke:var(--c45-axis)"/>'
            + text(x, y + 6, asked, 'mid bold', 17))


def pile(classes, x, wide, k, names) -> list:
    "The name of a leaf, its number of birds and the birds."
    step, across = 9, max(1, min(len(classes), int((wide - 8) // 9)))
    points = [(x + (j % across - (across - 1) / 2) * step, 300 + j // across * step) for j in range(len(classes))]
    return [text(x, 262, names[k], 'mid bold', 16), text(x, 280, str(len(classes)), 'tick mid count', 14),
            *(dots([p for p, c in zip(points, classes) if c == own], 4, own) for own in range(len(names)))]
