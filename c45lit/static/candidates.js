// What every attribute of a node offers, by every criterion, and which one is taken: choosing, and the table that shows it.
import {bits, sum} from './numbers.js';
import {W} from './words.js';
import {keepKeys, over, tag} from './common.js';

const Say = W.candidates;
export const WAYS = {  // [which scores, which average rule, the column that decides, words]
  gain_ratio: [0, 1, 'ratio', Say.ways.gain_ratio],
  gain_ratio_all: [0, 2, 'ratio', Say.ways.gain_ratio_all],
  gain_ratio_alone: [0, 0, 'ratio', Say.ways.gain_ratio_alone],
  gain: [1, 0, 'gain', Say.ways.gain],
  gini: [2, 0, 'gini', Say.ways.gini],
};
const NEAR = 1e-3, TIE = 1e-10;  // bits: what counts as average, and as equal
const COLUMNS = [['gain', '#0072B2'], ['info', '#999999'], ['ratio', '#CC79A7'], ['gini', '#009E73']];

// -- choosing

export const scoresOf = (node, set) => node.scores[set] || node.scores[0];
export const isPossible = score => score.gain !== null;
const mean = numbers => numbers.length ? sum(numbers) / numbers.length : 1e6;

const averageGain = (scores, rule) => rule === 0 ? -1 : mean(scores.filter(s => isPossible(s) && (rule === 2 || !s.many)).map(s => s.gain));

// What an attribute is chosen by; null where it may not be chosen.
function worthOf(score, average, [, rule, column]) {
  if (!isPossible(score)) return null;
  if (column !== 'ratio') return score.info > 0 ? score.gain : null;
  const slack = rule === 1 ? NEAR : TIE;
  return score.gain >= average - slack && score.info > NEAR ? score.gain / score.info : null;
}

// The attribute that a node asks by a criterion, and all that led to it.
export function judge(node, criterion, epsilon) {
  const way = WAYS[criterion], scores = scoresOf(node, way[0]), average = averageGain(scores, way[1]);
  const worths = scores.map(s => worthOf(s, average, way));
  let winner = -1;
  worths.forEach((w, a) => { if (w !== null && (winner < 0 || w > worths[winner] + TIE)) winner = a; });
  const best = winner < 0 ? null : worths[winner];
  if (node.stops || (best !== null && epsilon > 0 && best < epsilon - TIE)) winner = -1;
  return {way, scores, average, worths, winner, best};
}

function reason(node, j, a, epsilon, mine) {
  if (a === mine) return Say.wished(a === j.winner ? '' : reason(node, j, a, epsilon));
  const [, , column, words] = j.way, worth = j.worths[a];
  if (node.stops) return node.stops;
  if (!isPossible(j.scores[a])) return j.scores[a].why;
  if (a === j.winner) return Say.best(words);
  if (worth === null && column === 'ratio' && j.scores[a].info > NEAR) return Say.belowAverage(j.scores[a].penalty > 0, j.average);
  if (worth === null) return Say.partsNothing;
  if (j.winner < 0 || worth < epsilon - TIE) return Say.belowEpsilon(epsilon);
  return worth >= j.best - TIE ? Say.tie : Say.less[column];
}

// -- trees

// The node at a place, or the last one on the way.
export const nodeAt = (nodes, place) => place.reduce((n, b) => nodes[n].branches[b] ?? n, 0);

export const sameJSON = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// -- the table of candidates

// Where a threshold pays for having been chosen, gains are compared by what is left of them.
export const gainName = node => node.scores[0].some(s => s.penalty > 0) ? Say.netGain : Say.columns.gain;

// Of a threshold: which one, and what its choice costs.
const cutWords = ({cut, gain, penalty}) => Number.isFinite(cut) ? Say.cut(cut, gain, penalty) : '';

function meter(put, cell, value, most, colour, lines) {
  put(cell, 'span', {class: 'c45lit-figure'}, value === null ? '\u2013' : bits(value));
  const track = put(cell, 'span', {class: 'c45lit-track'});
  const share = x => `${Math.max(0, Math.min(1, x / most)) * 100}%`;
  if (value !== null) put(track, 'span', {class: 'c45lit-bar', style: `width: ${share(value)}; background: ${colour}`});
  for (const [at, kind] of lines) if (at > 0 && at <= most * 1.0001) put(track, 'span', {class: `c45lit-mark c45lit-${kind}`, style: `inset-inline-start: ${share(at)}`});
}

function figuresOf(node, a) {
  const s = scoresOf(node, 0)[a], of = x => isPossible(s) ? x : null;
  return {gain: s.gain, info: of(s.info), ratio: of(s.info > 0 ? s.gain / s.info : 0), gini: scoresOf(node, 2)[a].gain};
}

// Many attributes stand in the order of their worth, the winner first; a few as in the table that they come from.
const FEW = 12;
function inOrder(j) {
  const all = j.scores.map((_, a) => a), worth = a => a === j.winner ? Infinity : j.worths[a] ?? (isPossible(j.scores[a]) ? -1 : -2);
  return all.length <= FEW ? all : all.sort((a, b) => worth(b) - worth(a) || a - b);
}

function nameButton(put, head, words, name, disabled, ask) {
  const button = put(head, 'button', {type: 'button', 'aria-label': Say.askHere(name)}, words);
  Object.assign(button, {disabled, onclick: ask});
  keepKeys(button);
}

// `ask` is for pages that can grow another tree; without it names are words.
export function drawTable(body, node, j, epsilon, mine, data, ask) {
  const figures = j.scores.map((_, a) => figuresOf(node, a));
  const most = Object.fromEntries(COLUMNS.map(([key]) => [key, Math.max(1e-3, ...figures.map(f => f[key] ?? 0))]));
  if (epsilon > most[j.way[2]]) most[j.way[2]] = epsilon;
  const held = body.contains(document.activeElement) ? [...body.rows].findIndex(r => r.contains(document.activeElement)) : -1;
  const put = over(body);
  if (j.scores.length) for (const a of inOrder(j)) {
    const name = data.attributes[a];
    const row = put(body, 'tr', {class: a === j.winner ? 'c45lit-winner' : j.worths[a] === null ? 'c45lit-out' : ''});
    const head = put(row, 'th', {scope: 'row'});
    const words = `${a === mine ? '\u2713 ' : ''}${a === j.winner ? '\u2605 ' : ''}${name}`;
    if (ask) nameButton(put, head, words, name, !!node.stops || !isPossible(j.scores[a]), () => ask(a));
    else put(head, 'span', {}, words);
    put(head, 'small', {}, cutWords(j.scores[a]) + reason(node, j, a, epsilon, mine));
    for (const [key, colour] of COLUMNS) {
      const lines = key === 'gain' && j.average > 0 && j.average < 1e6 ? [[j.average, 'average']] : [];
      if (key === j.way[2] && epsilon > 0) lines.push([epsilon, 'epsilon']);
      meter(put, put(row, 'td'), figures[a][key], most[key], colour, lines);
    }
  }
  put.end();
  if (held >= 0 && j.scores.length && !body.contains(document.activeElement)) body.rows[Math.min(held, body.rows.length - 1)].querySelector('button').focus();
}

export function tableFrame(root, caption = Say.caption) {
  const box = tag(root, 'div', 'c45lit-candidates'), table = tag(box, 'table');
  tag(table, 'caption', '', caption);
  const head = tag(tag(table, 'thead'), 'tr');
  const heads = Object.fromEntries(['name', ...COLUMNS.map(([key]) => key)].map(key => {
    const cell = tag(head, 'th', '', Say.columns[key]);
    cell.scope = 'col';
    return [key, cell];
  }));
  return {heads, body: tag(table, 'tbody')};
}
