// The split explorer: Python sends the cases of a small table, and trees are grown here; of a larger one it sends what every
// attribute offers at every node, and choosing is done here.

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

// -- the page

function controls(root, data, most) {
  const row = tag(root, 'div', 'c45lit-controls');
  const label = tag(row, 'label', '', 'criterion '), select = tag(label, 'select');
  for (const key in WAYS) Object.assign(tag(select, 'option', '', WAYS[key][3]), {value: key});
  const slack = tag(row, 'label', 'c45lit-slack', '\u03b5 ');
  const slider = Object.assign(document.createElement('input'), {type: 'range', min: 0, max: most, step: 0.005});
  slider.setAttribute('aria-label', 'epsilon: no test where the best score is below it');
  const shown = tag(slack, 'span', 'c45lit-shown');
  slack.append(slider);
  const undo = tag(row, 'button', '', 'Undo my questions');
  undo.type = 'button';
  keepKeys(select, slider, undo);
  return {select, slider, shown, undo};
}

function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-splits', 'split explorer');
  const {select, slider, shown, undo} = controls(root, data, data.most);
  const readout = tag(root, 'p', 'c45lit-readout');
  readout.setAttribute('role', 'status');
  const {heads, body} = tableFrame(root);
  const key = tag(root, 'p', 'c45lit-note'), note = tag(root, 'p', 'c45lit-note');
  classLegend(root, data);
  const lines = outline(root, data, 'the tree; press a node to go there', number => go(placeOf(nodes, number)));
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
    for (const n of told) if (n.node.mine) n.note = 'asked as you wish';
    grown.set(JSON.stringify(q), told);
    return told;
  }

  // The tree of the question: grown here, sent beforehand, answered by Python, or as near as the page knows.
  function treeOf(q) {
    const answer = grown.get(JSON.stringify(q)) || (table ? grownHere(q) : q.asked.length ? null : data.trees[q.criterion]);
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
    key.textContent = `${j.average > 0 && j.average < 1e6 ? `Line in the ${gainName(node)}s: their average, ${bits(j.average)}. ` : ''}`
      + `${epsilon > 0 ? 'Dashed line: \u03b5. ' : ''}${j.worths.includes(null) ? 'Faded: may not be chosen.' : ''}`;
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

  const traits = sharedTraits(model, 'criterion epsilon place asked', () => update());
  function put(changes) { traits.tell(changes); update(); }
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
  if (hasKernel(model)) model.on('change:grown', answered);
  update();
  return () => { model.off('change:grown', answered); traits.end(); };
}

export default {render};
