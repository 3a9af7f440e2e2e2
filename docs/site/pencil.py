"""The work sheets of "C4.5 with a pencil" and their keys, English and Chinese: two pages of A4 each.

    python docs/site/pencil.py    write them into docs/site/_static/pencil

What stands between [[ and ]] is filled in on the key only, after | the width of its blank. Every score is calculated from the
table. A test says when a sheet is stale, and looks for each decimal of a key on the page or among its checks.
"""
import re
from math import log2
from pathlib import Path

from c45lit import C45Classifier, load_dataset
from c45lit.splits import entropy
from c45lit.tree.expected_errors import upper_error

FOLDER = Path(__file__).resolve().parent / '_static' / 'pencil'
CSS = """
@page { size: A4; margin: 0; }
* { box-sizing: border-box; }
body { margin: 0; background: #ddd; font: 9.4pt/1.32 "Helvetica Neue", Helvetica, Arial, "Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei", sans-serif; color: #111; }
.page { width: 210mm; height: 297mm; padding: 10mm 13mm 8mm; background: #fff; margin: 5mm auto; overflow: hidden; position: relative; page-break-after: always; }
.page:last-child { page-break-after: auto; }
@media print { body { background: #fff; } .page { margin: 0; } }
h1 { font-size: 16pt; margin: 0; } h1 small { font-weight: normal; font-size: 11pt; }
h2 { font-size: 10.2pt; margin: 2.6mm 0 .9mm; padding-top: .9mm; border-top: .4mm solid #111; }
h2 b { display: inline-block; min-width: 5.2mm; height: 5.2mm; line-height: 5.2mm; border-radius: 3mm; background: #111; color: #fff; text-align: center; font-size: 9pt; margin-right: 1.2mm; }
h2 small { font-weight: normal; color: #444; }
p { margin: .6mm 0; } .name { float: right; font-size: 9pt; color: #444; padding-top: 3mm; }
table { border-collapse: collapse; } td, th { border: .22mm solid #888; padding: .4mm 1.5mm; text-align: center; height: 5.9mm; white-space: nowrap; } th { background: #f0f0f0; font-weight: 600; }
td.w { text-align: left; } table.tight td, table.tight th { height: 5.2mm; padding: .1mm 1.7mm; } table.full { width: 100%; }
.cols { display: flex; gap: 5mm; align-items: flex-start; } .grow { flex: 1; }
.sum { font: 8.7pt/1 "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; margin: 1.7mm 0; }
i.f { font-style: normal; display: inline-block; border-bottom: .25mm solid #777; min-width: 11mm; line-height: 1.15; padding-bottom: .2mm; text-align: center; }
td i.f { border: 0; min-width: 7.5mm; padding: 0; } .key i.f, .key .draw svg text { color: #b3261e; fill: #b3261e; font-weight: 600; }
i.long { min-width: 60mm; text-align: left; } i.mid { min-width: 24mm; } i.mid2 { min-width: 15mm; } i.tiny { min-width: 6.5mm; }
.draw { border: .25mm dashed #999; border-radius: 2mm; position: relative; } .draw > span { position: absolute; right: 2mm; top: 1mm; color: #555; font-size: 8.6pt; }
.draw svg { position: absolute; inset: 0; width: 100%; height: 100%; } .worksheet .draw svg { display: none; } svg line { stroke: #b3261e; stroke-width: .4; }
.rule { background: #f6f3ea; border-left: 1mm solid #c9b458; padding: .8mm 2mm; margin: .8mm 0; font-size: 9pt; }
.second table.full td { height: 6.5mm; } .first table td { height: 6.4mm; } .first table.tight td, .first table.tight th { height: 5.5mm; } .first .sum { margin: 3.1mm 0; } .first h2 { margin-top: 4mm; } .first h2 + table, .first .cols table { margin-top: .6mm; } .first .cols .grow { min-width: 0; } .first .grow table.tight td, .first .grow table.tight th { padding: .1mm 1.15mm; }
.foot { position: absolute; bottom: 4.5mm; left: 13mm; right: 13mm; font-size: 7.6pt; color: #666; display: flex; justify-content: space-between; }
"""

def tree(nodes, edges, width, height):
    "A small tree as SVG: {name: (x, y, text)}, [(parent, child, answer)]."
    out = [f'<svg viewBox="0 0 {width} {height}">']
    for a, b, answer in edges:
        (x, y, _), (u, v, _) = nodes[a], nodes[b]
        out.append(f'<line x1="{x}" y1="{y + 1.2}" x2="{u}" y2="{v - 3.4}"/>')
        out.append(f'<text x="{(x + u) / 2 + (1.6 if u >= x else -1.6)}" y="{(y + v) / 2 - .2}" font-size="2.9" text-anchor="{"start" if u >= x else "end"}" paint-order="stroke" stroke="#fff" stroke-width="1">{answer}</text>')
    out += [f'<text x="{x}" y="{y}" font-size="3.3" text-anchor="middle">{t}</text>' for x, y, t in nodes.values()]
    return ''.join(out) + '</svg>'

GROWN = tree(dict(s=(26, 7.5, 'sky?'), d=(9, 19, 'dry 3:0'), h=(43, 19, 'hours?'), g=(62, 31, 'dry 2:0'), w=(27, 31, 'wind?'), c=(10, 43, 'wet 0:2'), p=(46, 43, 'place?'),
                  b=(22, 56, 'dry 1:1'), r=(46, 56, 'dry 2:0'), y=(68, 56, 'wet 0:1')),
             [('s', 'd', 'sunny'), ('s', 'h', 'cloudy'), ('h', 'g', '&gt; 4'), ('h', 'w', '≤ 4'), ('w', 'c', 'calm'), ('w', 'p', 'windy'), ('p', 'b', 'balcony'), ('p', 'r', 'roof'), ('p', 'y', 'yard')], 90, 60)
FINAL = tree(dict(h=(46, 11, 'hours?'), g=(66, 25, 'dry 4:0'), w=(28, 25, 'wind?'), c=(12, 40, 'wet 0:2'), p=(46, 40, 'dry 4:2')),
             [('h', 'g', '&gt; 4'), ('h', 'w', '≤ 4'), ('w', 'c', 'calm'), ('w', 'p', 'windy')], 90, 60)


X, Y = load_dataset('laundry')
LOADS = X.assign(laundry=Y)
DATA = ''.join(f'<tr><td>{i}</td>{"".join(f"<td>{v}</td>" for v in row)}</tr>' for i, row in enumerate(LOADS.itertuples(index=False, name=None), 1))
GROWN_BY, PRUNED_BY = C45Classifier(pruning=None).fit(X, Y), C45Classifier().fit(X, Y)
CLOUDY = LOADS[LOADS.sky == 'cloudy']
SHORT = CLOUDY[CLOUDY.hours <= 4]
GUSTY = SHORT[SHORT.wind == 'windy']


# -- numbers as on paper

def f3(x): return f'{abs(x):.3f}'


def f2(*errors): return ' + '.join(f'{x:.2f}' for x in errors) + (f' = {sum(errors):.2f}' if len(errors) > 1 else '')


def lg(n): return f3(log2(n)) if n & n - 1 else f'{log2(n):g}'


def bits(*counts): return f3(entropy(counts))


def entropy_sum(*counts):
    "The sum that a pencil does."
    return f'{lg(sum(counts))} − ({" + ".join(f"{k}·{lg(k)}" for k in counts)})/{sum(counts)} = {bits(*counts)}'


def count(rows): return f'{sum(rows.laundry == "dry")}:{sum(rows.laundry == "wet")}'


def counted(a, *values): return ''.join(f'<td>{v} [[{count(LOADS[LOADS[a] == v])}|tiny]]</td>' for v in values)


def parts(rows, a, t=None):
    "The rows of each branch."
    return [rows[rows[a] == v] for v in sorted(set(rows[a]))] if t is None else [rows[rows[a] <= t], rows[rows[a] > t]]


def counts(rows, a, t=None): return ' | '.join(map(count, parts(rows, a, t)))


def gain(rows, a, t=None):
    "What a question saves."
    both = [[sum(part.laundry == c) for c in ('dry', 'wet')] for part in (rows, *parts(rows, a, t))]
    return entropy(both[0]) - sum(sum(k) * entropy(k) for k in both[1:]) / len(rows)


def tries(rows): return [t for t in sorted(set(rows.hours))[:-1] if min(map(len, parts(rows, 'hours', t))) >= 2]


def scores(node): return GROWN_BY.candidate_table(node).dropna(subset='ratio')


def average(node): return f3(scores(node).net_gain.mean())


def node_table(node, rows):
    "The questions of a node, each with its counts and scores."
    heads = 'question', 'dry : wet in each branch', 'gain', 'penalty', 'net gain', 'split info', 'ratio', '≥ average?'
    out = ''.join(f'<th>{head}</th>' for head in heads)
    for name, r in scores(node).iterrows():
        t = int(r.threshold) if name == 'hours' else None
        others = ''.join(f' &nbsp; (≤ {u}: {counts(rows, name, u)}, {f3(gain(rows, name, u))})' for u in tries(rows) if t and u != t)
        penalty = '–' if t is None else f3(r.penalty) if r.penalty else '0'
        shown = f3(r.gain), penalty, f3(r.net_gain), f3(r.split_info), f3(r.ratio), 'yes' if r.above_average else 'no'
        cells = ''.join(f'<td style="width:{w}mm">[[{x}]]</td>' for x, w in zip(shown, (15, 15, 16, 16, 15, 18)))
        out += f'</tr><tr><td class="w" style="width:19mm">[[{name}{f" ≤ {t}" if t else ""}]]</td><td style="width:58mm">[[{counts(rows, name, t)}{others}]]</td>{cells}'
    return f'<table class="tight full"><tr>{out}</tr></table>'


def root_row(name):
    "A line of station 6."
    r = scores(0).loc[name]
    def shown(x): return f3(x) if abs(x) > 1e-9 else '0'
    info = f'[[{f3(r.split_info)}]]' if r.split_info != 1 else '1'
    return (f'<td>{name}{" ≤ [[4|tiny]]" * (name == "hours")}</td><td>[[{shown(r.net_gain)}]]</td><td>{info}</td><td>[[{shown(r.ratio)}]]</td>'
            f'<td>[[{"yes" if r.above_average else "no"}]]</td>')


def error_row(errors, known):
    "A line of the table of errors to expect: some are left to the pencil."
    cells = ['–' if n < errors else f2(upper_error(n, errors)) for n in range(1, 7)]
    return ''.join(f'<td>{x}</td>' if n != known else f'<td>[[{x}]]</td>' for n, x in enumerate(cells, 1))


def pruned(question, rows, subtree, leaf, branch=None):
    "A line of station 9: errors to expect of each, and what the library decides."
    words = {'leaf': 'leaf, dry', 'kept': 'keep', 'raised': 'raise hours'}
    decision = words[PRUNED_BY.pruning_trace().set_index('attribute').decision[question]]
    cells = count(rows), f2(*subtree), f2(leaf), f2(*branch) if branch else '= L', decision
    return f'<tr><td>[[{question}]]</td>{"".join(f"<td>[[{cell}]]</td>" for cell in cells)}</tr>'


U = upper_error
PLACE_T, WIND_T = U(2, 1) + U(2, 0) + U(1, 0), U(2, 0) + U(5, 2)
HOURS_T = U(2, 0) + WIND_T
SKY, PLACE, HOURS = scores(0).loc['sky'], scores(0).loc['place'], scores(0).loc['hours']

PAGE1 = f"""
<div class="name">name [[|mid]] &nbsp; started [[|tiny]] &nbsp; finished [[|tiny]]</div>
<h1>C4.5 with a pencil <small>work sheet 1/2</small></h1>
<div class="cols" style="margin-top:2.5mm"><div>
<table class="tight"><tr><th>load</th><th>sky</th><th>wind</th><th>place</th><th>hours</th><th>laundry</th></tr>{DATA}</table></div>
<div class="grow">
<p><b>Logarithms</b> log₂ 2 = 1, {", ".join(f"{n}: {lg(n)}" for n in (*range(3, 10), 12))}</p>
<p><b>Ent</b> = log₂n − (Σ c·log₂c)/n, counts c of n rows</p>
<table class="tight"><tr><th>counts</th><th>1:1</th><th>1:2</th><th>1:3</th><th>1:4</th><th>2:3</th></tr><tr><th>bits</th><td>1</td><td>{bits(1, 2)}</td><td>{bits(1, 3)}</td><td>[[{bits(1, 4)}]]</td><td>[[{bits(2, 3)}]]</td></tr></table>
<table class="tight" style="margin-top:1mm"><tr><th>counts</th><th>2:5</th><th>2:7</th><th>3:4</th><th>4:5</th><th>pure</th></tr><tr><th>bits</th><td>{bits(2, 5)}</td><td>{bits(2, 7)}</td><td>{bits(3, 4)}</td><td>[[{bits(4, 5)}]]</td><td>0</td></tr></table>
<p class="rule"><b>Gain</b> = Ent(node) − Σ n<sub>v</sub>/n · Ent(branch v)<br><b>SplitInfo</b> = Ent of the branch sizes<br><b>NetGain</b> = Gain − log₂(tries)/n &nbsp;(hours only)<br><b>Ratio</b> = NetGain / SplitInfo<br><b>Choose</b> best Ratio of those with NetGain ≥ average</p>
</div></div>

<h2><b>1</b>Count <small>dry : wet in each branch, all 12 loads: 8 : 4</small></h2>
<table><tr><th>sky</th>{counted('sky', 'sunny', 'cloudy')}<th>wind</th>{counted('wind', 'calm', 'windy')}<th>place</th>{counted('place', 'balcony', 'roof', 'yard')}</tr></table>

<h2><b>2</b>Entropy <small>write the last three into the table above</small></h2>
<div class="sum">Ent(8:4) = 3.585 − (8·3 + 4·2)/12 = [[{bits(8, 4)}]]     Ent(4:1) = [[{entropy_sum(4, 1)}|long]]</div>
<div class="sum">Ent(3:2) = [[{entropy_sum(3, 2)}|long]]  Ent(5:4) = [[{entropy_sum(5, 4)}|long]]</div>

<h2><b>3</b>Gain</h2>
<div class="sum">Gain(sky)   = {bits(8, 4)} − (3/12·0 + 9/12·[[{bits(5, 4)}]]) = [[{f3(SKY.gain)}]]</div>
<div class="sum">Gain(wind)  = {bits(8, 4)} − (6/12·[[{bits(4, 2)}]] + 6/12·[[{bits(4, 2)}]]) = [[0]]</div>
<div class="sum">Gain(place) = {bits(8, 4)} − (5/12·[[{bits(3, 2)}]] + 5/12·[[{bits(4, 1)}]] + 2/12·[[1]]) = [[{f3(PLACE.gain)}]]</div>

<h2><b>4</b>Split information and ratio</h2>
<div class="sum">SplitInfo(sky)   = Ent(3:9) = [[{f3(SKY.split_info)}]]                      Ratio(sky)   = [[{f3(SKY.gain)}/{f3(SKY.split_info)} = {f3(SKY.ratio)}|mid]]</div>
<div class="sum">SplitInfo(place) = {lg(12)} − ([[5·{lg(5)} + 5·{lg(5)} + 2·1|long]])/12 = [[{f3(PLACE.split_info)}]]   Ratio(place) = [[{f3(PLACE.ratio)}]]</div>

<h2><b>5</b>Threshold and penalty <small>at least 2 rows on each side</small></h2>
<div class="cols"><table><tr><th>hours</th><th>2</th><th>3</th><th>4</th><th>5</th><th>6</th></tr><tr><th>dry : wet</th>{''.join(f'<td style="width:13mm">[[{count(part)}]]</td>' for part in parts(LOADS, 'hours'))}</tr></table>
<table class="grow"><tr><th>hours ≤</th><th>2</th><th>3</th><th>4</th><th>5</th></tr><tr><th>allowed?</th>{''.join(f'<td>[[{"yes" if t in tries(LOADS) else "no"}]]</td>' for t in range(2, 6))}</tr><tr><th>gain</th>{''.join(f'<td>[[{f3(gain(LOADS, "hours", t)) if t in tries(LOADS) else "–"}]]</td>' for t in range(2, 6))}</tr></table></div>
<div class="sum">penalty = log₂([[{len(tries(LOADS))}|tiny]])/12 = [[{f3(HOURS.penalty)}]]   NetGain = [[{f3(HOURS.gain)}|tiny]] − [[{f3(HOURS.penalty)}|tiny]] = [[{f3(HOURS.net_gain)}]]   Ratio = [[{f3(HOURS.net_gain)}/{f3(HOURS.split_info)} = {f3(HOURS.ratio)}|mid]]</div>

<h2><b>6</b>The average rule, and the root</h2>
<div class="cols"><table><tr><th>root</th><th>net gain</th><th>split info</th><th>ratio</th><th>≥ average?</th></tr>
<tr>{root_row('sky')}</tr><tr>{root_row('wind')}</tr>
<tr>{root_row('place')}</tr><tr>{root_row('hours')}</tr></table>
<div class="grow"><p style="margin-top:1mm">average = [[({f3(SKY.gain)} + 0 + {f3(PLACE.gain)} + {f3(HOURS.net_gain)})/4 = {average(0)}|long]]</p><p style="margin-top:3mm">chosen: [[sky|mid]]</p><p style="margin-top:3mm">Without the penalty it would be [[hours ({f3(HOURS.gain / HOURS.split_info)})|mid]]</p></div></div>
<div class="foot"><span>C4.5 with a pencil · longer sums on the back · the page has the reasons and the answers</span><span>1/2</span></div>
"""

PAGE2 = f"""
<div class="name">name [[|mid]]</div><h1>C4.5 with a pencil <small>work sheet 2/2</small></h1>
<h2><b>7</b>Grow to the end <small>a leaf: pure, fewer than 4 rows, or no question left</small></h2>
<p><b>Node 2</b>: [[9 cloudy loads, 5 : 4 (Ent {bits(5, 4)})|long]] Loads [[4 to 12|mid]] &nbsp; average [[{average(1)}]] &nbsp; chosen [[hours|mid2]]</p>
{node_table(1, CLOUDY)}
<p style="margin-top:1.8mm"><b>Node 3</b>: [[7 cloudy loads, hours ≤ 4, 3 : 4 (Ent {bits(3, 4)})|long]] Loads [[5, 6, 7, 8, 10, 11, 12|mid]] &nbsp; average [[{average(3)}]] &nbsp; chosen [[wind|mid2]]</p>
{node_table(3, SHORT)}
<p style="margin-top:1.8mm"><b>Node 4</b>: [[5 of these, windy, 3 : 2 (Ent {bits(3, 2)})|long]] Loads [[6, 7, 8, 11, 12|mid]] &nbsp; average [[{average(6)}]] &nbsp; chosen [[place|mid2]]</p>
{node_table(6, GUSTY)}
<p style="margin-top:1.4mm">Where do gain and ratio disagree? [[node 2|mid]] &nbsp; Where does the average rule decide? [[node 4|mid]]</p>

<h2><b>8</b>How many errors will a leaf make? <small>errors to expect, n·U, CF = 25 %</small></h2>
<div class="cols"><table class="tight"><tr><th>rows n</th><th>1</th><th>2</th><th>3</th><th>4</th><th>5</th><th>6</th></tr>
<tr><th>0 errors</th>{error_row(0, 2)}</tr><tr><th>1 error</th>{error_row(1, 0)}</tr>
<tr><th>2 errors</th>{error_row(2, 5)}</tr></table>
<div class="grow"><p>and {f2(U(7, 3))} for 3 of 7, {f2(U(8, 4))} for 4 of 8, {f2(U(9, 4))} for 4 of 9, {f2(U(12, 4))} for 4 of 12.</p>
<p style="margin-top:1.5mm">2 rows, no error: [[2·(1 − √¼) = 2·(1 − 1/2) = {f2(U(2, 0))}|long]]</p><p style="margin-top:1.5mm">5 rows, 2 errors: [[5/5.48·(2.74 + 0.811) = {f2(U(5, 2))}|long]]</p></div></div>

<h2><b>9</b>Prune and raise <small>bottom up; T subtree, L one leaf, B largest branch with all rows</small></h2>
<p class="rule">leaf if L ≤ B + 0.1 and L ≤ T + 0.1; &nbsp; else raise if B ≤ T + 0.1; &nbsp; else keep</p>
<table class="full"><tr><th>question</th><th>rows</th><th style="width:50mm">T</th><th style="width:16mm">L</th><th style="width:50mm">B</th><th style="width:24mm">decision</th></tr>
{pruned('place', GUSTY, (U(2, 1), U(2, 0), U(1, 0)), U(5, 2))}
{pruned('wind', SHORT, (U(2, 0), U(5, 2)), U(7, 3))}
{pruned('hours', CLOUDY, (U(2, 0), WIND_T), U(9, 4), (U(4, 2), U(5, 2)))}
{pruned('sky', LOADS, (U(3, 0), HOURS_T), U(12, 4), (U(4, 0), U(2, 0), U(6, 2)))}</table>

<h2><b>10</b>The two trees <small>draw: questions, answers, class and dry : wet in each leaf</small></h2>
<div class="cols"><div class="draw grow" style="height:53.5mm"><span>grown (station 7)</span>{GROWN}</div><div class="draw grow" style="height:53.5mm"><span>pruned (station 9)</span>{FINAL}</div></div>
<p style="margin-top:1mm">Errors in the 12 loads: grown [[1|tiny]] pruned [[2|tiny]] &nbsp;&nbsp; Errors to expect of 12 new loads: grown [[{f2(U(3, 0) + U(2, 0) + U(2, 0) + PLACE_T)}]] pruned [[{f2(U(4, 0) + U(2, 0) + U(6, 2))}]]</p>

<h2><b>11</b>One value is missing <small>hours unknown: both branches, in shares</small></h2>
<div class="sum">windy: P(dry) = [[4/12|tiny]]·[[1|tiny]] + [[8/12|tiny]]·[[4/6|tiny]] = [[{f3(4/12 + 8/12 * 4/6)}]]     calm: P(dry) = [[4/12·1 + 8/12·0 = {f3(4/12)}|mid]]</div>
<div class="foot"><span>C4.5 with a pencil · longer sums on the back · the page has the reasons and the answers</span><span>2/2</span></div>
"""


# English = Chinese; where two fit, the longer one
CHINESE = dict(line.rsplit('=', 1) for line in '''\
C4.5 with a pencil · longer sums on the back · the page has the reasons and the answers=铅笔下的 C4.5 · 长的算式写在背面 · 理由和答案见网页
C4.5 with a pencil=铅笔下的 C4.5
work sheet=练习纸
key=答案
name=姓名
started=开始
pruned (station 9)=剪枝后（第 9 站）
grown (station 7)=生成的树（第 7 站）
finished=结束
pruned=剪枝后
Logarithms=对数
counts c of n rows=共 n 个样本，各类 c 个
Ent(node)=Ent(结点)
Ent(branch v)=Ent(分支 v)
(branch v)=(分支 v)
Ent of the branch sizes=分支大小的熵
(tries)=(次数)
(hours only)=（只用于小时）
Choose=选择
best Ratio of those with NetGain ≥ average=NetGain 不低于平均者中，Ratio 最大
Count=计数
dry : wet in each branch, all 12 loads: 8 : 4=每个分支的干 : 湿；12 个样本是 8 : 4
dry : wet in each branch=每个分支的干 : 湿
dry : wet=干 : 湿
Entropy=信息熵
write the last three into the table above=后三个填进上面的表
Gain=增益
Split information and ratio=固有值与增益率
Threshold and penalty=划分点与代价
at least 2 rows on each side=两侧各至少 2 个样本
allowed?=允许？
penalty=代价
The average rule, and the root=平均增益规则，根结点
root=根结点
net gain=净增益
split info=固有值
ratio=增益率
gain=增益
≥ average?=≥ 平均？
average=平均
chosen=选中
Without the penalty it would be=不收代价，会选
Grow to the end=继续生成
a leaf: pure, fewer than 4 rows, or no question left=叶结点：只有一类，不足 4 个样本，或没有允许的划分
Node=结点
node=结点
Loads=样本
9 cloudy loads, 5 : 4=9 个阴天的样本，5 : 4
7 cloudy loads, hours ≤ 4, 3 : 4=7 个，阴，小时 ≤ 4，3 : 4
5 of these, windy, 3 : 2=其中有风的 5 个，3 : 2
4 to 12=4 到 12
question=划分
Where do gain and ratio disagree?=增益与增益率在哪里不一致？
Where does the average rule decide?=平均增益规则在哪里起决定作用？
How many errors will a leaf make?=叶结点会错几个？
errors to expect, n·U, CF = 25 %=预计错误数 n·U，置信因子 CF 25%
rows n=样本数 n
0 errors=错 0 个
1 error=错 1 个
2 errors=错 2 个
and 4.39 for 3 of 7, 5.42 for 4 of 8, 5.51 for 4 of 9, 5.70 for 4 of 12.=7 个错 3 个 4.39；8 个错 4 个 5.42；9 个错 4 个 5.51；12 个错 4 个 5.70。
2 rows, no error:=2 个样本，没有错：
5 rows, 2 errors:=5 个样本，错 2 个：
Prune and raise=剪枝与提升
bottom up; T subtree, L one leaf, B largest branch with all rows=自底向上；T 子树，L 一个叶结点，B 接收全部样本的最大分支
leaf if L ≤ B + 0.1 and L ≤ T + 0.1;=L ≤ B + 0.1 且 L ≤ T + 0.1：换成叶结点；
else raise if B ≤ T + 0.1;=否则若 B ≤ T + 0.1：提升；
else keep=否则保留
rows=样本
decision=决定
leaf, dry=叶结点，干
keep=保留
raise hours=提升小时
The two trees=两棵树
draw: questions, answers, class and dry : wet in each leaf=画出来：划分，取值，叶结点的类别和干 : 湿
Errors in the 12 loads: grown=12 个训练样本的错误：生成的树
Errors to expect of 12 new loads: grown=12 个新样本的预计错误：生成的树
One value is missing=缺了一个值
hours unknown: both branches, in shares=小时缺失：按份额走两个分支
load=编号
laundry=衣物
counts=计数
bits=比特
pure=一类
sunny=晴
cloudy=阴
calm=无风
windy=有风
balcony=阳台
yard=院子
roof=屋顶
dry=干
wet=湿
sky=天空
wind=风
place=地点
hours=小时
yes=是
no=否
'''.splitlines())


def blank(match, key):
    "A place to write on, or what is written there."
    text, _, width = match[1].rpartition('|') if re.search(r'\|(long|mid2?|tiny)$', match[1]) else (match[1], '', '')
    return f'<i class="f {width}">{text if key else "&nbsp;"}</i>'


def in_chinese(text: str) -> str:
    "The words of a text that CHINESE has."
    words = '|'.join(map(re.escape, sorted(CHINESE, key=len, reverse=True)))
    return re.sub(rf'(?<![a-zA-Z])(?:{words})(?![a-zA-Z])', lambda found: CHINESE[found[0]], text)


def sheet(key: bool, chinese: bool) -> str:
    "One of the four documents."
    body = f'<div class="page first">{PAGE1}</div><div class="page second">{PAGE2}</div>'
    if not key: body = re.sub(r'<svg.*?</svg>', '', body)
    if key: body = body.replace('work sheet', 'key')
    if chinese:
        body = ''.join(part if part.startswith('<') else in_chinese(part) for part in re.split('(<[^>]+>)', body))
    body = re.sub(r'\[\[((?:(?!\[\[|\]\]).)*)\]\]', lambda found: blank(found, key), body)
    title = ('铅笔下的 C4.5：' + ('答案' if key else '练习纸')) if chinese else 'C4.5 with a pencil: ' + ('key' if key else 'work sheet')
    return (f'<!doctype html><html lang="{"zh" if chinese else "en"}"><meta charset="utf-8"><title>{title}</title><style>{CSS}</style>'
            f'<body class="{"key" if key else "worksheet"}">{body}</body></html>\n')


def sheets() -> dict:
    "Name -> text of all four."
    return {f'{"key" if key else "worksheet"}{"_zh" * chinese}.html': sheet(key, chinese) for key in (False, True) for chinese in (False, True)}


if __name__ == '__main__':
    FOLDER.mkdir(exist_ok=True)
    for name, text in sheets().items():
        (FOLDER / name).write_text(text, encoding='utf-8')
