// The split explorer: Python sends the cases of a small table, and trees are grown here; of a larger one it sends what every
// attribute offers at every node, and choosing is done here.
import {minus, plain, sum} from './numbers.js';
import {spoken} from './melons.js';
import {W} from './words.js';
import {asker, choice, classLegend, frame, hasKernel, keepKeys, outline, sharedTraits, statusOf, tag} from './common.js';
import {drawTable, gainName, isPossible, judge, nodeAt, placeOf, sameJSON, scoresOf, tableFrame, WAYS} from './candidates.js';
import * as C45 from './grower.js';

const Say = W.choice;

// A node asks an attribute instead: its branches are known, what grows below them is not.
function withQuestion(nodes, number, attribute, score, data) {
  const parts = score.parts.map(([label, dist]) => ({
    label: `${data.attributes[attribute]} ${label}`, asks: '', dist, branches: [], scores: [[]],
    note: '', stops: Say.needsPython}));
  const copy = nodes.map(n => ({...n}));
  Object.assign(copy[number], {asks: data.attributes[attribute], branches: parts.map((_, b) => nodes.length + b),
                               note: Say.wished});
  return [...copy, ...parts];
}

// Where no score reaches epsilon a node is a leaf: the tree is cut off there.
const cutOff = (nodes, criterion, epsilon, asked) => nodes.map((n, i) => {
  if (!n.branches.length || epsilon <= 0 || asked.some(([place]) => nodeAt(nodes, place) === i)) return n;
  return judge(n, criterion, epsilon).winner >= 0 ? n : {...n, asks: '', branches: [], note: Say.belowEpsilon};
});

// -- the page

function controls(root, most, put) {
  const row = tag(root, 'div', 'c45lit-controls');
  const select = choice(row, Say.criterion, Object.entries(WAYS).map(([key, way]) => [key, way[3]]), criterion => put({criterion, asked: []}));
  const slack = tag(row, 'label', 'c45lit-slack', '\u03b5 ');
  const slider = Object.assign(document.createElement('input'), {type: 'range', min: 0, max: most, step: 0.005});
  slider.setAttribute('aria-label', Say.epsilon);
  const shown = tag(slack, 'span', 'c45lit-shown');
  slack.append(slider);
  const undo = tag(row, 'button', '', Say.undo);
  undo.type = 'button';
  keepKeys(slider, undo);
  return {select, slider, shown, undo};
}

function render({model: given, el}) {
  const model = spoken({model: given, el});
  const data = model.get('data'), root = frame(el, 'c45lit-splits', Say.label);
  const {select, slider, shown, undo} = controls(root, data.most, changes => put(changes)), readout = statusOf(root);
  const {heads, body} = tableFrame(root);
  const key = tag(root, 'p', 'c45lit-note'), note = tag(root, 'p', 'c45lit-note');
  classLegend(root, data);
  const lines = outline(root, data, Say.tree, number => go(placeOf(nodes, number)));
  const grown = new Map();  // by question: what Python has answered, and what was grown here
  const table = data.table && C45.table(data.table);
  let nodes = [], drawn = '', silence = false;

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

  // The tree of the question, where the cases are here.
  function grownHere(q) {
    const [criterion, average] = WAYS[q.criterion], options = {...data.options, criterion, average};
    const asked = new Map(q.asked.map(([place, attribute]) => [place.join(), {attribute}]));
    const told = C45.told(table, C45.grow(table, {options, stop: {collapse: false}, asked}), options);
    for (const n of told) if (n.node.mine) n.note = Say.wished;
    grown.set(JSON.stringify(q), told);
    return told;
  }

  // The tree of the question: grown here, sent beforehand, answered by Python, or as near as the page knows.
  function treeOf(q) {
    const answer = grown.get(JSON.stringify(q)) || (table ? grownHere(q) : q.asked.length ? null : data.trees[q.criterion]);
    if (answer) return [answer, ''];
    if (hasKernel(model)) python.ask(q);
    const words = hasKernel(model) && !silence ? Say.growing : '';
    let [told, by] = data.trees[q.criterion] ? [data.trees[q.criterion], ''] : [data.trees[data.first],
      words || Say.grownBy(WAYS[data.first][3])];
    for (const [place, a] of q.asked) {
      const n = nodeAt(told, place), score = scoresOf(told[n], WAYS[q.criterion][0])[a];
      if (score && isPossible(score)) told = withQuestion(told, n, a, score, data);
      by = words || Say.oneLevel;
    }
    return [told, by];
  }

  function update() {
    const q = question(), epsilon = model.get('epsilon'), [told, words] = treeOf(q);
    nodes = cutOff(told, q.criterion, epsilon, q.asked);
    const at = nodeAt(nodes, model.get('place')), node = told[at];
    const j = judge(node, q.criterion, epsilon), mine = q.asked.find(([place]) => sameJSON(place, placeOf(nodes, at)));
    heads.gain.textContent = gainName(node);
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
    key.textContent = Say.key(j.average > 0 && j.average < 1e6 ? j.average : null, gainName(node), epsilon > 0, j.worths.includes(null));
    note.textContent = words;
  }

  function verdict(node, at, j, mine, epsilon) {
    return Say.verdict({where: at ? node.label : '', n: sum(node.dist), tested: j.scores.length > 0, stops: node.stops, winner: j.winner < 0 ? '' : data.attributes[j.winner],
      best: j.best, way: j.way[3], epsilon, mine});
  }

  const traits = sharedTraits(model, 'criterion epsilon place asked', () => update());
  function put(changes) { traits.tell(changes); update(); }
  const go = place => put({place});
  function override(at, a) {
    const place = placeOf(nodes, at), below = ([p]) => sameJSON(p.slice(0, place.length), place);
    const others = model.get('asked').filter(q => !below(q));  // questions below this one fall away
    const usual = judge(nodes[at], model.get('criterion'), 0).winner;
    put({place, asked: a === usual ? others : [...others, [place, a]]});
  }
  slider.addEventListener('input', () => put({epsilon: +slider.value}));
  undo.addEventListener('click', () => put({asked: []}));
  if (hasKernel(model)) model.on('change:grown', answered);
  update();
  return () => { model.off('change:grown', answered); traits.end(); };
}

export default {render};
