// Asking a tree about one case: a field for every attribute that it tests, and the sum of what the leaves say.
import {fixed, sum} from './numbers.js';
import {W} from './words.js';
import {button, keepKeys, set, tag} from './common.js';
import {leafName, meanWords, pathWords} from './tree.js';

const Say = W.asking;
const ROWS = 12, COLUMNS = 6;  // of the table
const share3 = x => fixed(x, 3);
// The classes that get a share, those with the greatest first.
const byShare = (t, total) => t.classes.map((_, c) => c).filter(c => total[c] > 0).sort((a, b) => total[b] - total[a]);

// -- the sum

export function writeTable(table, t, leaves, total) {
  const classes = t.numeric ? [] : byShare(t, total).slice(0, COLUMNS).sort((a, b) => a - b), rest = x => sum(x) - sum(classes.map(c => x[c]));
  const others = !t.numeric && total.filter(p => p > 0).length > classes.length;
  table.replaceChildren();
  const row = (parent, cells, kind = 'td') => {
    const line = tag(parent, 'tr');
    cells.forEach((words, j) => {
      const cell = tag(line, j ? kind : 'th', '', words);
      if (j === 0 || kind === 'th') cell.scope = kind === 'th' ? 'col' : 'row';
    });
    return line;
  };
  const names = t.numeric ? [Say.columns.mean, Say.columns.part] : [...classes.map(c => t.classes[c]), ...(others ? [Say.columns.others] : [])];
  row(tag(table, 'thead'), [Say.columns.leaf, Say.columns.share, ...names], 'th');
  const parts = adds => t.numeric ? [meanWords(adds[0])] : [...classes.map(c => share3(adds[c])), ...(others ? [share3(rest(adds))] : [])];
  const body = tag(table, 'tbody'), order = leaves.slice().sort((a, b) => b.share - a.share);
  for (const {leaf, share, adds} of order.slice(0, ROWS)) {
    const line = row(body, [`${leafName(t, leaf)}: ${pathWords(t, leaf)}`, share3(share), ...(t.numeric ? [leafName(t, leaf)] : []), ...parts(adds)]);
    line.dataset.node = leaf;
  }
  const small = order.slice(ROWS);
  if (small.length) row(body, [Say.moreLeaves(small.length), share3(sum(small.map(l => l.share))), ...(t.numeric ? [''] : []),
    ...parts(total.map((_, c) => sum(small.map(l => l.adds[c]))))]);
  row(tag(table, 'tfoot'), [Say.columns.sum, share3(sum(leaves.map(l => l.share))), ...(t.numeric ? [''] : []), ...parts(total)]);
}

// What all leaves say together: a mean, or the classes with their shares.
export function sentence(t, total, leaves) {
  if (t.numeric) return Say.mean(t.target, meanWords(total[0]), leaves);
  const order = byShare(t, total);
  return Say.shares(order.slice(0, COLUMNS).map(c => `${t.classes[c]} ${share3(total[c])}`), order.length > COLUMNS, leaves);
}

// -- controls: a field for each attribute that the tree asks, and a knob that blanks it out

export function caseField(parent, a, usual, changed) {
  const box = tag(parent, 'div', 'c45lit-cell'), label = tag(box, 'label', '', a.name);
  const field = tag(label, a.values ? 'select' : 'input');
  if (a.values) {
    tag(field, 'option', '', '?').value = '';
    a.values.forEach((name, v) => { tag(field, 'option', '', name).value = v; });
  } else set(field, {type: 'number', step: 'any', placeholder: '?'});
  const knob = button(box, '?', () => changed(read() === null ? known : null));
  knob.setAttribute('aria-label', Say.unknown(a.name));
  keepKeys(field);
  let known = usual;  // comes back when the knob is pressed again
  const read = () => field.value === '' || !Number.isFinite(+field.value) ? null : +field.value;
  const write = cell => {
    if (cell !== null) known = cell;
    if (read() !== cell) field.value = cell === null ? '' : cell;
    knob.setAttribute('aria-pressed', cell === null);
  };
  field.addEventListener('input', () => changed(read()));
  return {write};
}
