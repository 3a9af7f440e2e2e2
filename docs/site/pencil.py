"""The work sheets of "C4.5 with a pencil" and their keys, English and Chinese: two pages of A4 each.

    python docs/site/pencil.py    write them into docs/site/_static/pencil

What stands between [[ and ]] is filled in on the key only, after | the width of its blank. A test says when a sheet is stale,
and looks for each decimal of a key on the page or among its checks.
"""
import re
from pathlib import Path

from c45lit import load_dataset

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
DATA = ''.join(f'<tr><td>{i}</td>{"".join(f"<td>{v}</td>" for v in row)}</tr>'
               for i, row in enumerate(X.assign(laundry=Y).itertuples(index=False, name=None), 1))


def node_table(rows):
    "The questions of a node, each with its counts and scores."
    heads = 'question', 'dry : wet in each branch', 'gain', 'penalty', 'net gain', 'split info', 'ratio', '≥ average?'
    out = ''.join(f'<th>{head}</th>' for head in heads)
    for question, counts, *scores in rows:
        cells = ''.join(f'<td style="width:{w}mm">[[{x}]]</td>' for x, w in zip(scores, (15, 15, 16, 16, 15, 18)))
        out += f'</tr><tr><td class="w" style="width:19mm">[[{question}]]</td><td style="width:58mm">[[{counts}]]</td>{cells}'
    return f'<table class="tight full"><tr>{out}</tr></table>'


PAGE1 = f"""
<div class="name">name [[|mid]] &nbsp; started [[|tiny]] &nbsp; finished [[|tiny]]</div>
<h1>C4.5 with a pencil <small>work sheet 1/2</small></h1>
<div class="cols" style="margin-top:2.5mm"><div>
<table class="tight"><tr><th>load</th><th>sky</th><th>wind</th><th>place</th><th>hours</th><th>laundry</th></tr>{DATA}</table></div>
<div class="grow">
<p><b>Logarithms</b> log₂ 2 = 1, 3: 1.585, 4: 2, 5: 2.322, 6: 2.585, 7: 2.807, 8: 3, 9: 3.170, 12: 3.585</p>
<p><b>Ent</b> = log₂n − (Σ c·log₂c)/n, counts c of n rows</p>
<table class="tight"><tr><th>counts</th><th>1:1</th><th>1:2</th><th>1:3</th><th>1:4</th><th>2:3</th></tr><tr><th>bits</th><td>1</td><td>0.918</td><td>0.811</td><td>[[0.722]]</td><td>[[0.971]]</td></tr></table>
<table class="tight" style="margin-top:1mm"><tr><th>counts</th><th>2:5</th><th>2:7</th><th>3:4</th><th>4:5</th><th>pure</th></tr><tr><th>bits</th><td>0.863</td><td>0.764</td><td>0.985</td><td>[[0.991]]</td><td>0</td></tr></table>
<p class="rule"><b>Gain</b> = Ent(node) − Σ n<sub>v</sub>/n · Ent(branch v)<br><b>SplitInfo</b> = Ent of the branch sizes<br><b>NetGain</b> = Gain − log₂(tries)/n &nbsp;(hours only)<br><b>Ratio</b> = NetGain / SplitInfo<br><b>Choose</b> best Ratio of those with NetGain ≥ average</p>
</div></div>

<h2><b>1</b>Count <small>dry : wet in each branch, all 12 loads: 8 : 4</small></h2>
<table><tr><th>sky</th><td>sunny [[3:0|tiny]]</td><td>cloudy [[5:4|tiny]]</td><th>wind</th><td>calm [[4:2|tiny]]</td><td>windy [[4:2|tiny]]</td><th>place</th><td>balcony [[3:2|tiny]]</td><td>roof [[4:1|tiny]]</td><td>yard [[1:1|tiny]]</td></tr></table>

<h2><b>2</b>Entropy <small>write the last three into the table above</small></h2>
<div class="sum">Ent(8:4) = 3.585 − (8·3 + 4·2)/12 = [[0.918]]     Ent(4:1) = [[2.322 − (4·2 + 1·0)/5 = 0.722|long]]</div>
<div class="sum">Ent(3:2) = [[2.322 − (3·1.585 + 2·1)/5 = 0.971|long]]  Ent(5:4) = [[3.170 − (5·2.322 + 4·2)/9 = 0.991|long]]</div>

<h2><b>3</b>Gain</h2>
<div class="sum">Gain(sky)   = 0.918 − (3/12·0 + 9/12·[[0.991]]) = [[0.175]]</div>
<div class="sum">Gain(wind)  = 0.918 − (6/12·[[0.918]] + 6/12·[[0.918]]) = [[0]]</div>
<div class="sum">Gain(place) = 0.918 − (5/12·[[0.971]] + 5/12·[[0.722]] + 2/12·[[1]]) = [[0.046]]</div>

<h2><b>4</b>Split information and ratio</h2>
<div class="sum">SplitInfo(sky)   = Ent(3:9) = [[0.811]]                      Ratio(sky)   = [[0.175/0.811 = 0.216|mid]]</div>
<div class="sum">SplitInfo(place) = 3.585 − ([[5·2.322 + 5·2.322 + 2·1|long]])/12 = [[1.483]]   Ratio(place) = [[0.031]]</div>

<h2><b>5</b>Threshold and penalty <small>at least 2 rows on each side</small></h2>
<div class="cols"><table><tr><th>hours</th><th>2</th><th>3</th><th>4</th><th>5</th><th>6</th></tr><tr><th>dry : wet</th><td style="width:13mm">[[1:0]]</td><td style="width:13mm">[[1:2]]</td><td style="width:13mm">[[2:2]]</td><td style="width:13mm">[[3:0]]</td><td style="width:13mm">[[1:0]]</td></tr></table>
<table class="grow"><tr><th>hours ≤</th><th>2</th><th>3</th><th>4</th><th>5</th></tr><tr><th>allowed?</th><td>[[no]]</td><td>[[yes]]</td><td>[[yes]]</td><td>[[no]]</td></tr><tr><th>gain</th><td>[[–]]</td><td>[[0.044]]</td><td>[[0.252]]</td><td>[[–]]</td></tr></table></div>
<div class="sum">penalty = log₂([[2|tiny]])/12 = [[0.083]]   NetGain = [[0.252|tiny]] − [[0.083|tiny]] = [[0.168]]   Ratio = [[0.168/0.918 = 0.183|mid]]</div>

<h2><b>6</b>The average rule, and the root</h2>
<div class="cols"><table><tr><th>root</th><th>net gain</th><th>split info</th><th>ratio</th><th>≥ average?</th></tr>
<tr><td>sky</td><td>[[0.175]]</td><td>[[0.811]]</td><td>[[0.216]]</td><td>[[yes]]</td></tr><tr><td>wind</td><td>[[0]]</td><td>1</td><td>[[0]]</td><td>[[no]]</td></tr>
<tr><td>place</td><td>[[0.046]]</td><td>[[1.483]]</td><td>[[0.031]]</td><td>[[no]]</td></tr><tr><td>hours ≤ [[4|tiny]]</td><td>[[0.168]]</td><td>[[0.918]]</td><td>[[0.183]]</td><td>[[yes]]</td></tr></table>
<div class="grow"><p style="margin-top:1mm">average = [[(0.175 + 0 + 0.046 + 0.168)/4 = 0.097|long]]</p><p style="margin-top:3mm">chosen: [[sky|mid]]</p><p style="margin-top:3mm">Without the penalty it would be [[hours (0.274)|mid]]</p></div></div>
<div class="foot"><span>C4.5 with a pencil · longer sums on the back · the page has the reasons and the answers</span><span>1/2</span></div>
"""

PAGE2 = f"""
<div class="name">name [[|mid]]</div><h1>C4.5 with a pencil <small>work sheet 2/2</small></h1>
<h2><b>7</b>Grow to the end <small>a leaf: pure, fewer than 4 rows, or no question left</small></h2>
<p><b>Node 2</b>: [[9 cloudy loads, 5 : 4 (Ent 0.991)|long]] Loads [[4 to 12|mid]] &nbsp; average [[0.102]] &nbsp; chosen [[hours|mid2]]</p>
{node_table([('wind', '2:2 | 3:2', '0.007', '–', '0.007', '0.991', '0.007', 'no'), ('place', '2:2 | 3:1 | 0:1', '0.186', '–', '0.186', '1.392', '0.134', 'yes'), ('hours ≤ 4', '3:4 | 2:0 &nbsp; (≤ 3: 1:2 | 4:2, 0.073)', '0.225', '0.111', '0.114', '0.764', '0.149', 'yes')])}
<p style="margin-top:1.8mm"><b>Node 3</b>: [[7 cloudy loads, hours ≤ 4, 3 : 4 (Ent 0.985)|long]] Loads [[5, 6, 7, 8, 10, 11, 12|mid]] &nbsp; average [[0.170]] &nbsp; chosen [[wind|mid2]]</p>
{node_table([('wind', '0:2 | 3:2', '0.292', '–', '0.292', '0.863', '0.338', 'yes'), ('place', '1:2 | 2:1 | 0:1', '0.198', '–', '0.198', '1.449', '0.137', 'yes'), ('hours ≤ 3', '1:2 | 2:2', '0.020', '0', '0.020', '0.985', '0.021', 'no')])}
<p style="margin-top:1.8mm"><b>Node 4</b>: [[5 of these, windy, 3 : 2 (Ent 0.971)|long]] Loads [[6, 7, 8, 11, 12|mid]] &nbsp; average [[0.495]] &nbsp; chosen [[place|mid2]]</p>
{node_table([('place', '1:1 | 2:0 | 0:1', '0.571', '–', '0.571', '1.522', '0.375', 'yes'), ('hours ≤ 3', '1:2 | 2:0', '0.420', '0', '0.420', '0.971', '0.433', 'no')])}
<p style="margin-top:1.4mm">Where do gain and ratio disagree? [[node 2|mid]] &nbsp; Where does the average rule decide? [[node 4|mid]]</p>

<h2><b>8</b>How many errors will a leaf make? <small>errors to expect, n·U, CF = 25 %</small></h2>
<div class="cols"><table class="tight"><tr><th>rows n</th><th>1</th><th>2</th><th>3</th><th>4</th><th>5</th><th>6</th></tr>
<tr><th>0 errors</th><td>0.75</td><td>[[1.00]]</td><td>1.11</td><td>1.17</td><td>1.21</td><td>1.24</td></tr><tr><th>1 error</th><td>1.00</td><td>1.80</td><td>2.06</td><td>2.19</td><td>2.27</td><td>2.33</td></tr>
<tr><th>2 errors</th><td>–</td><td>2.00</td><td>2.80</td><td>3.08</td><td>[[3.24]]</td><td>3.34</td></tr></table>
<div class="grow"><p>and 4.39 for 3 of 7, 5.42 for 4 of 8, 5.51 for 4 of 9, 5.70 for 4 of 12.</p>
<p style="margin-top:1.5mm">2 rows, no error: [[2·(1 − √¼) = 2·(1 − 1/2) = 1.00|long]]</p><p style="margin-top:1.5mm">5 rows, 2 errors: [[5/5.48·(2.74 + 0.811) = 3.24|long]]</p></div></div>

<h2><b>9</b>Prune and raise <small>bottom up; T subtree, L one leaf, B largest branch with all rows</small></h2>
<p class="rule">leaf if L ≤ B + 0.1 and L ≤ T + 0.1; &nbsp; else raise if B ≤ T + 0.1; &nbsp; else keep</p>
<table class="full"><tr><th>question</th><th>rows</th><th style="width:50mm">T</th><th style="width:16mm">L</th><th style="width:50mm">B</th><th style="width:24mm">decision</th></tr>
<tr><td>[[place]]</td><td>[[3:2]]</td><td>[[1.80 + 1.00 + 0.75 = 3.55]]</td><td>[[3.24]]</td><td>[[= L]]</td><td>[[leaf, dry]]</td></tr>
<tr><td>[[wind]]</td><td>[[3:4]]</td><td>[[1.00 + 3.24 = 4.24]]</td><td>[[4.39]]</td><td>[[= L]]</td><td>[[keep]]</td></tr>
<tr><td>[[hours]]</td><td>[[5:4]]</td><td>[[1.00 + 4.24 = 5.24]]</td><td>[[5.51]]</td><td>[[3.08 + 3.24 = 6.32]]</td><td>[[keep]]</td></tr>
<tr><td>[[sky]]</td><td>[[8:4]]</td><td>[[1.11 + 5.24 = 6.35]]</td><td>[[5.70]]</td><td>[[1.17 + 1.00 + 3.34 = 5.51]]</td><td>[[raise hours]]</td></tr></table>

<h2><b>10</b>The two trees <small>draw: questions, answers, class and dry : wet in each leaf</small></h2>
<div class="cols"><div class="draw grow" style="height:53.5mm"><span>grown (station 7)</span>{GROWN}</div><div class="draw grow" style="height:53.5mm"><span>pruned (station 9)</span>{FINAL}</div></div>
<p style="margin-top:1mm">Errors in the 12 loads: grown [[1|tiny]] pruned [[2|tiny]] &nbsp;&nbsp; Errors to expect of 12 new loads: grown [[6.66]] pruned [[5.51]]</p>

<h2><b>11</b>One value is missing <small>hours unknown: both branches, in shares</small></h2>
<div class="sum">windy: P(dry) = [[4/12|tiny]]·[[1|tiny]] + [[8/12|tiny]]·[[4/6|tiny]] = [[0.778]]     calm: P(dry) = [[4/12·1 + 8/12·0 = 0.333|mid]]</div>
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
