// The split explorer: Python sends what every attribute offers at every node, choosing is done here.
const WAYS = {  // [which scores, which average rule, the column that decides, words]
  gain_ratio: [0, 1, 'ratio', 'gain ratio (gain at least average)'],
  gain_ratio_all: [0, 2, 'ratio', 'gain ratio (average over all attributes)'],
  gain_ratio_alone: [0, 0, 'ratio', 'gain ratio alone'],
  gain: [1, 0, 'gain', 'gain'],
  gini: [2, 0, 'gini', 'Gini decrease'],
};
const NEAR = 1e-3, TIE = 1e-10;  // bits: what counts as average, and as equal
const COLUMNS = [['gain', 'gain', '#0072B2'], ['info', 'split info', '#999999'],
                 ['ratio', 'ratio', '#CC79A7'], ['gini', 'Gini', '#009E73']];

// -- choosing

const scoresOf = (node, set) => node.scores[set] || node.scores[0];
const isPossible = score => score.gain !== null;
const mean = numbers => numbers.length ? sum(numbers) / numbers.length : 1e6;

function averageGain(scores, rule) {
  if (rule === 0) return -1;
  return mean(scores.filter(s => isPossible(s) && (rule === 2 || !s.many)).map(s => s.gain));
}

// What an attribute is chosen by; null where it may not be chosen.
function worthOf(score, average, [, rule, column]) {
  if (!isPossible(score)) return null;
  if (column !== 'ratio') return score.info > 0 ? score.gain : null;
  const slack = rule === 1 ? NEAR : TIE;
  return score.gain >= average - slack && score.info > NEAR ? score.gain / score.info : null;
}

// The attribute that a node asks by a criterion, and all that led to it.
function judge(node, criterion, epsilon) {
  const way = WAYS[criterion], scores = scoresOf(node, way[0]), average = averageGain(scores, way[1]);
  const worths = scores.map(s => worthOf(s, average, way));
  let winner = -1;
  worths.forEach((w, a) => { if (w !== null && (winner < 0 || w > worths[winner] + TIE)) winner = a; });
  const best = winner < 0 ? null : worths[winner];
  if (node.stops || (best !== null && epsilon > 0 && best < epsilon - TIE)) winner = -1;
  return {way, scores, average, worths, winner, best};
}

function reason(node, j, a, epsilon, mine) {
  if (a === mine) return `asked as you wish${a === j.winner ? '' : '; ' + reason(node, j, a, epsilon)}`;
  const [, rule, column, words] = j.way, worth = j.worths[a];
  if (node.stops) return node.stops;
  if (!isPossible(j.scores[a])) return j.scores[a].why;
  if (a === j.winner) return `best ${words}`;
  if (worth === null && column === 'ratio' && j.scores[a].info > NEAR) return `gain below the average ${bits(j.average)}`;
  if (worth === null) return 'does not part the cases';
  if (j.winner < 0 || worth < epsilon - TIE) return `below \u03b5 = ${minus(plain(epsilon))}`;
  return worth >= j.best - TIE ? 'equal to the best, which comes first' : `less ${WAYS[column === 'ratio' ? 'gain_ratio_alone' : column][3].replace(' alone', '')} than the best`;
}

// -- trees

// The place of a node: the branches that lead to it from the root.
function placeOf(nodes, number) {
  const place = [];
  for (let child = number; child > 0;) {
    const above = nodes.findIndex(n => n.branches.includes(child));
    place.unshift(nodes[above].branches.indexOf(child));
    child = above;
  }
  return place;
}
// The node at a place, or the last one on the way.
const nodeAt = (nodes, place) => place.reduce((n, b) => nodes[n].branches[b] ?? n, 0);

// A node asks an attribute instead: its branches are known, what grows below them is not.
function withQuestion(nodes, number, attribute, score, data) {
  const parts = score.parts.map(([label, dist]) => ({
    label: `${data.attributes[attribute]} ${label}`, asks: '', dist, branches: [], scores: [[]],
    note: '', stops: 'what grows here needs a running Python'}));
  const copy = nodes.map(n => ({...n}));
  Object.assign(copy[number], {asks: data.attributes[attribute], branches: parts.map((_, b) => nodes.length + b),
                               note: 'asked as you wish'});
  return [...copy, ...parts];
}

// Where no score reaches epsilon a node is a leaf: the tree is cut off there.
const cutOff = (nodes, criterion, epsilon, asked) => nodes.map((n, i) => {
  if (!n.branches.length || epsilon <= 0 || asked.some(([place]) => nodeAt(nodes, place) === i)) return n;
  return judge(n, criterion, epsilon).winner >= 0 ? n : {...n, asks: '', branches: [], note: 'below \u03b5'};
});

// -- the table of candidates

function meter(cell, value, most, colour, lines) {
  tag(cell, 'span', 'c45lit-figure', value === null ? '\u2013' : bits(value));
  const track = tag(cell, 'span', 'c45lit-track');
  const share = x => `${Math.max(0, Math.min(1, x / most)) * 100}%`;
  if (value !== null) {
    const bar = tag(track, 'span', 'c45lit-bar');
    bar.style.width = share(value);
    bar.style.background = colour;
  }
  for (const [at, kind] of lines) if (at > 0 && at <= most * 1.0001) {
    const line = tag(track, 'span', `c45lit-mark c45lit-${kind}`);
    line.style.insetInlineStart = share(at);
  }
}

function figuresOf(node, a) {
  const s = scoresOf(node, 0)[a], g = scoresOf(node, 2)[a];
  const ratio = isPossible(s) ? (s.info > 0 ? s.gain / s.info : 0) : null;
  return {gain: s.gain, info: isPossible(s) ? s.info : null, ratio, gini: g.gain};
}

function drawTable(body, node, j, epsilon, mine, data, ask) {
  const figures = j.scores.map((_, a) => figuresOf(node, a));
  const most = Object.fromEntries(COLUMNS.map(([key]) => [key, Math.max(1e-3, ...figures.map(f => f[key] ?? 0))]));
  if (epsilon > most[j.way[2]]) most[j.way[2]] = epsilon;
  const held = body.contains(document.activeElement) ? [...body.rows].findIndex(r => r.contains(document.activeElement)) : -1;
  body.replaceChildren();
  if (j.scores.length) data.attributes.forEach((name, a) => {
    const row = tag(body, 'tr', a === j.winner ? 'c45lit-winner' : j.worths[a] === null ? 'c45lit-out' : '');
    const head = tag(row, 'th');
    head.scope = 'row';
    const button = tag(head, 'button', '', `${a === mine ? '\u2713 ' : ''}${a === j.winner ? '\u2605 ' : ''}${name}`);
    button.type = 'button';
    button.disabled = !!node.stops || !isPossible(j.scores[a]);
    button.setAttribute('aria-label', `ask ${name} here`);
    button.addEventListener('click', () => ask(a));
    keepKeys(button);
    const cut = j.scores[a].cut;
    tag(head, 'small', '', `${cut === null || cut === undefined ? '' : `\u2264 ${minus(plain(cut))}; `}${reason(node, j, a, epsilon, mine)}`);
    for (const [key, , colour] of COLUMNS) {
      const lines = key === 'gain' && j.average > 0 && j.average < 1e6 ? [[j.average, 'average']] : [];
      if (key === j.way[2] && epsilon > 0) lines.push([epsilon, 'epsilon']);
      meter(tag(row, 'td'), figures[a][key], most[key], colour, lines);
    }
  });
  if (held >= 0 && j.scores.length) body.rows[Math.min(held, body.rows.length - 1)].querySelector('button').focus();
}

function classLegend(root, data) {
  const list = tag(root, 'div', 'c45lit-legend');
  data.classes.forEach((name, c) => {
    const item = tag(list, 'span');
    draw(draw(item, 'svg', {width: 14, height: 12, 'aria-hidden': 'true'}), 'rect', {
      width: 14, height: 12, fill: data.colours[c % data.colours.length]});
    tag(item, 'span', '', name);
  });
}

function tableFrame(root) {
  const box = tag(root, 'div', 'c45lit-candidates'), table = tag(box, 'table');
  tag(table, 'caption', '', 'What every attribute offers at the node; press a name to ask it there.');
  const head = tag(tag(table, 'thead'), 'tr');
  const heads = Object.fromEntries([['name', 'attribute'], ...COLUMNS].map(([key, words]) => {
    const cell = tag(head, 'th', '', words);
    cell.scope = 'col';
    return [key, cell];
  }));
  return {heads, body: tag(table, 'tbody')};
}

// -- the page

function controls(root, data, most) {
  const row = tag(root, 'div', 'c45lit-controls');
  const label = tag(row, 'label', '', 'criterion '), select = tag(label, 'select');
  for (const key in WAYS) Object.assign(tag(select, 'option', '', WAYS[key][3]), {value: key});
  const slack = tag(row, 'label', 'c45lit-slack', '\u03b5 ');
  const slider = Object.assign(document.createElement('input'), {type: 'range', min: 0, max: most, step: 0.005});
  slider.setAttribute('aria-label', 'epsilon: no test where the best score is below it');
  const shown = tag(slack, 'output');
  slack.append(slider);
  const undo = tag(row, 'button', '', 'Undo my questions');
  undo.type = 'button';
  keepKeys(select, slider, undo);
  return {select, slider, shown, undo};
}

const sameJSON = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-splits', 'split explorer');
  const {select, slider, shown, undo} = controls(root, data, data.most);
  const readout = tag(root, 'p', 'c45lit-readout');
  readout.setAttribute('role', 'status');
  const {heads, body} = tableFrame(root);
  const key = tag(root, 'p', 'c45lit-note'), note = tag(root, 'p', 'c45lit-note');
  classLegend(root, data);
  const lines = outline(root, data, 'the tree; press a node to go there', number => go(placeOf(nodes, number)));
  const grown = new Map();  // what Python has answered, by question
  let nodes = [], quiet = false, drawn = '', silence = false;

  const question = () => ({criterion: model.get('criterion'), asked: model.get('asked')});
  const python = asker(model, silent => {
    if (silence === silent) return;
    silence = silent;
    update();
  });
  function answered() {
    const {nodes: told, criterion, asked} = model.get('grown');
    grown.set(JSON.stringify({criterion, asked}), told);
    python.answered();
    update();
  }

  // The tree of the question: sent beforehand, answered by Python, or as near as the page knows.
  function treeOf(q) {
    const answer = grown.get(JSON.stringify(q)) || (q.asked.length ? null : data.trees[q.criterion]);
    if (answer) return [answer, ''];
    if (hasKernel(model)) python.ask(q);
    const words = hasKernel(model) && !silence ? 'Python grows the tree \u2026' : '';
    let [told, by] = data.trees[q.criterion] ? [data.trees[q.criterion], ''] : [data.trees[data.first],
      words || `This tree was grown by ${WAYS[data.first][3]}; growing it by another criterion needs a running Python.`];
    for (const [place, a] of q.asked) {
      const n = nodeAt(told, place), score = scoresOf(told[n], WAYS[q.criterion][0])[a];
      if (score && isPossible(score)) told = withQuestion(told, n, a, score, data);
      by = words || 'Below a question of yours one level is known; the tree that follows needs a running Python.';
    }
    return [told, by];
  }

  function update() {
    const q = question(), epsilon = model.get('epsilon'), [told, words] = treeOf(q);
    nodes = cutOff(told, q.criterion, epsilon, q.asked);
    const at = nodeAt(nodes, model.get('place')), node = told[at];
    const j = judge(node, q.criterion, epsilon), mine = q.asked.find(([place]) => sameJSON(place, placeOf(nodes, at)));
    for (const name in heads) heads[name].classList.toggle('c45lit-decides', name === j.way[2]);
    drawTable(body, node, j, epsilon, mine && mine[1], data, a => override(at, a));
    const shape = nodes.map(n => [n.label, n.asks, n.note, ...n.branches]).join('|') + at;
    if (shape !== drawn) lines.show(nodes, at);  // most moves of epsilon change no line
    drawn = shape;
    select.value = q.criterion;
    slider.value = epsilon;
    shown.textContent = minus(plain(epsilon));
    undo.hidden = !q.asked.length;
    readout.textContent = verdict(node, at, j, mine && data.attributes[mine[1]], epsilon);
    key.textContent = `${j.average > 0 && j.average < 1e6 ? `Line in the gains: their average, ${bits(j.average)}. ` : ''}`
      + `${epsilon > 0 ? 'Dashed line: \u03b5. ' : ''}Faded: may not be chosen.`;
    note.textContent = words;
  }

  function verdict(node, at, j, mine, epsilon) {
    const where = `${at ? node.label : 'The root'}, ${cases(sum(node.dist))}`;
    const name = j.winner < 0 ? '' : data.attributes[j.winner], best = j.best === null ? '' : bits(j.best);
    const says = !j.scores.length ? node.stops : node.stops ? `a leaf, ${node.stops}`
      : j.winner >= 0 ? `${name} wins by ${j.way[3]}, ${best}`
      : best ? `a leaf, the best ${j.way[3]} is ${best}, below \u03b5 = ${minus(plain(epsilon))}`
      : 'a leaf, no test is possible';
    return `${where}: ${says}${mine ? `; you ask ${mine}` : ''}.`;
  }

  function put(changes) {
    quiet = true;  // half of a change is no question
    for (const name in changes) model.set(name, changes[name]);
    quiet = false;
    model.save_changes();
    update();
  }
  const go = place => put({place});
  function override(at, a) {
    const place = placeOf(nodes, at), below = ([p]) => sameJSON(p.slice(0, place.length), place);
    const others = model.get('asked').filter(q => !below(q));  // questions below this one fall away
    const usual = judge(nodes[at], model.get('criterion'), 0).winner;
    put({place, asked: a === usual ? others : [...others, [place, a]]});
  }
  select.addEventListener('change', () => put({criterion: select.value, asked: []}));
  slider.addEventListener('input', () => put({epsilon: +slider.value}));
  undo.addEventListener('click', () => put({asked: []}));
  const follow = () => quiet || update(), outside = 'change:criterion change:epsilon change:place change:asked';
  if (hasKernel(model)) {
    model.on('change:grown', answered);
    model.on(outside, follow);
  }
  update();
  return () => { model.off('change:grown', answered); model.off(outside, follow); };
}

export default {render};
