// The split explorer: what every attribute offers at every node, and the tree of another choice.
import {minus, plain, sum} from './numbers.js';
import {spoken} from './melons.js';
import {W} from './words.js';
import {button, choice, classLegend, frame, outline, sharedTraits, sliderIn, statusOf, tag} from './common.js';
import {drawTable, gainName, judge, nodeAt, sameJSON, tableFrame, WAYS} from './candidates.js';
import * as C45 from './grower.js';

const Say = W.choice;

// Where no score reaches epsilon a node is a leaf: the tree is cut off there.
const cutOff = (nodes, criterion, epsilon, asked) => nodes.map((n, i) => {
  if (!n.branches.length || epsilon <= 0 || asked.some(([place]) => nodeAt(nodes, place) === i)) return n;
  return judge(n, criterion, epsilon).winner >= 0 ? n : {...n, asks: '', branches: [], note: Say.belowEpsilon};
});

function render({model: given, el}) {
  const model = spoken({model: given, el});
  const data = model.get('data'), root = frame(el, 'c45lit-splits', Say.label);
  const row = tag(root, 'div', 'c45lit-controls');
  const select = choice(row, Say.criterion, Object.entries(WAYS).map(([key, way]) => [key, way[3]]), criterion => put({criterion, asked: []}));
  const slack = tag(row, 'label', 'c45lit-slack', '\u03b5 '), shown = tag(slack, 'span', 'c45lit-shown');
  const slider = sliderIn(slack, Say.epsilon, epsilon => put({epsilon}), {max: data.most, step: 0.005});
  const undo = button(row, Say.undo, () => put({asked: []})), readout = statusOf(root);
  const {heads, body} = tableFrame(root);
  const key = tag(root, 'p', 'c45lit-note'), note = tag(root, 'p', 'c45lit-note');
  classLegend(root, data);
  const lines = outline(root, data, Say.tree, number => go(nodes[number].node.place));
  const table = C45.table(data.table), grown = new Map();  // trees by question
  let nodes = [], drawn = '';
  note.textContent = data.note;

  function treeOf(q) {
    const key = JSON.stringify(q);
    if (!grown.has(key)) {
      const [criterion, average] = WAYS[q.criterion], options = {...data.options, criterion, average}, asked = new Map(q.asked.map(([place, attribute]) => [place.join(), {attribute}]));
      grown.set(key, C45.told(table, C45.grow(table, {options, stop: {collapse: false}, asked}), options));
      for (const n of grown.get(key)) if (n.node.mine) n.note = Say.wished;
    }
    return grown.get(key);
  }

  function update() {
    const q = {criterion: model.get('criterion'), asked: model.get('asked')}, epsilon = model.get('epsilon'), told = treeOf(q);
    nodes = cutOff(told, q.criterion, epsilon, q.asked);
    const at = nodeAt(nodes, model.get('place')), node = told[at];
    const j = judge(node, q.criterion, epsilon), mine = q.asked.find(([place]) => sameJSON(place, nodes[at].node.place));
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
    readout.textContent = Say.verdict({where: at ? node.label : '', n: sum(node.dist), tested: j.scores.length > 0, stops: node.stops, winner: j.winner < 0 ? '' : data.attributes[j.winner],
      best: j.best, way: j.way[3], epsilon, mine: mine && data.attributes[mine[1]]});
    key.textContent = Say.key(j.average > 0 && j.average < 1e6 ? j.average : null, gainName(node), epsilon > 0, j.worths.includes(null));
  }

  const traits = sharedTraits(model, 'criterion epsilon place asked', () => update());
  function put(changes) { traits.tell(changes); update(); }
  const go = place => put({place});
  function override(at, a) {
    const place = nodes[at].node.place, below = ([p]) => sameJSON(p.slice(0, place.length), place);
    const others = model.get('asked').filter(q => !below(q));  // questions below this one fall away
    const usual = judge(nodes[at], model.get('criterion'), 0).winner;
    put({place, asked: a === usual ? others : [...others, [place, a]]});
  }
  update();
  return () => traits.end();
}

export default {render};
