// Paint a table: dots in a plane are its cases, C4.5 divides the plane into rectangles, and beside it is the tree that does so.
// A drawing is a text, three letters a dot: 8 bits each for x and y, 2 for the class; so a link holds it, and Python reads it.
import {fixed, sum} from './numbers.js';
import {W} from './words.js';
import {button, choice, dial, draw, fitted, frame, keepKeys, set, sharedTraits, statusOf, tag} from './common.js';
import {drawTreeInto, onPage} from './drawn.js';
import {divided, drawField, fieldOf} from './field.js';
import * as C45 from './grower.js';

const Say = W.plane;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', SIDE = 256, UNIT = .4, MOST = 600, RANGE = [0, (SIDE - 1) * UNIT, 0, (SIDE - 1) * UNIT];
const NEAR = 10, APART = 18, MARGIN = 34;  // pixels: how near is on it, along a stroke, below and beside the plane
const ERASER = -1, STEP = 4;  // of the keys
const PUZZLES = [  // whether what is painted solves it
  ({classes, leaves}) => classes === 2 && leaves >= 10, ({least, leaves}) => least >= 15 && leaves === 1, ({n, leaves}) => n <= 24 && leaves >= 5], MORE = 130;  // pixels of what is below the tree

// -- a drawing as a text

const written = dots => dots.map(([x, y, c]) => { const bits = (x * SIDE + y) * 4 + c; return LETTERS[bits >> 12] + LETTERS[bits >> 6 & 63] + LETTERS[bits & 63]; }).join('');
// The dots of a text; null if it is none.
function read(text) {
  if (typeof text !== 'string' || text.length > 3 * MOST || text.length % 3 || /[^\w-]/.test(text)) return null;
  return Array.from({length: text.length / 3}, (_, i) => {
    const bits = [0, 1, 2].reduce((all, k) => all * 64 + LETTERS.indexOf(text[3 * i + k]), 0);
    return [bits >> 10, bits >> 2 & 255, bits & 3];
  });
}
const number = place => Math.round(place * UNIT * 10) / 10;

// -- the tree, and what it makes of the plane

// Only the colours that are there are classes, in the order of their English names: so Python reads the drawing.
function learned(dots, cf) {
  const present = [0, 2, 1, 3].filter(c => dots.some(dot => dot[2] === c)), attributes = ['x', 'y'].map(name => ({name, kind: 'continuous', values: []}));
  if (!present.length) return {present, root: null, nodes: [], attributes};
  const t = C45.table({attributes, classes: present.map(c => Say.classes[c]), columns: [0, 1].map(a => dots.map(dot => number(dot[a]))), labels: dots.map(dot => present.indexOf(dot[2])), weights: null});
  const root = C45.prune(t, C45.grow(t), {cf}), nodes = C45.told(t, root).map(({asks, dist, branches, node}) => (
    {asks, dist, branches, node, attribute: node.attribute, threshold: node.threshold, weight: node.weight, majority: node.label}));
  // The drawn tree has its branches as the plane: above is above.
  nodes.forEach((n, i) => { n.branches.forEach((b, k) => { nodes[b].answer = W.answers[k]; }); if (n.attribute === 1) n.branches.reverse(); if (!n.asks) n.mark = {'data-leaf': i, tabindex: 0, role: 'button'}; });
  return {present, root, nodes, attributes, classes: t.classes};
}
function render({model, el}) {
  const data = model.get('data'), root = frame(el, 'c45lit-plane', Say.label), readout = statusOf(root), pair = tag(root, 'div', 'c45lit-pair');
  const row = () => tag(pair, 'div', 'c45lit-controls'), paints = row(), knobs = row();
  const svg = draw(pair, 'svg', {class: 'c45lit-fig c45lit-field', tabindex: 0, role: 'application', 'aria-label': Say.field});
  const beside = tag(pair, 'div', 'c45lit-drawn'), tree = draw(beside, 'svg', {role: 'group'}), more = tag(pair, 'div', 'c45lit-begins');
  keepKeys(svg);
  let side = 500, dots = [], brush = 0, past = [], held = null, at = null, known = null, waiting = 0, fromKeys = false, last = null, picked = null;

  // -- controls
  const brushes = [0, 1, 2, 3, ERASER].map(c => {
    const made = button(paints, '', () => { brush = c; light(); });
    if (c !== ERASER) draw(draw(made, 'svg', {width: 16, height: 16, 'aria-hidden': 'true'}), 'circle', {cx: 8, cy: 8, r: 6, fill: data.colours[c]});
    made.append(c === ERASER ? Say.erase : Say.classes[c]);
    return made;
  });
  const undo = button(paints, Say.undo, () => { dots = past.pop(); change(); });
  button(paints, Say.wipe, () => paint([]));
  const {input: cf, shown} = dial(knobs, `${Say.hard} `, x => { traits.tell({cf: x}); show(); }, 'CF', {min: .01, max: 1, step: .01});
  const patterns = tag(more, 'div', 'c45lit-controls');
  tag(patterns, 'span', '', Say.patterns);
  for (const name in data.patterns) button(patterns, Say.names[name], () => paint(read(data.patterns[name])));
  const riddle = tag(more, 'div', 'c45lit-controls'), puzzle = choice(riddle, `${Say.puzzle} `, [Say.none, ...Say.puzzles].map((words, i) => [i - 1, words]), value => { traits.tell({puzzle: +value}); show(); });
  const progress = tag(riddle, 'b', 'c45lit-progress');
  set(progress, {role: 'status'});
  function light() { brushes.forEach((made, i) => made.setAttribute('aria-pressed', brush === (i < 4 ? i : ERASER))); }

  // -- painting
  function keep() { past = [...past.slice(-99), dots]; }
  function paint(next) { keep(); dots = next; change(); }
  function change() { traits.tell({drawing: written(dots)}); show(); }
  const soon = () => { waiting ||= requestAnimationFrame(() => { waiting = 0; show(); }); };  // at most once a frame
  const field = () => fieldOf(side, MARGIN, RANGE), pointed = e => field().at(svg, e).map(v => Math.round(v / UNIT));
  const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v) / (SIDE - 1) * (side - MARGIN);
  const near = (spot, within) => dots.findIndex(dot => far(dot, spot) < within);
  function touch(spot) {  // at this place, with this brush
    const on = near(spot, NEAR);
    if (brush === ERASER) { if (on >= 0) dots = dots.filter((_, i) => i !== on); }
    else if (on < 0 && dots.length < MOST) dots = [...dots, [...spot, brush]];
  }
  function stroke(spot) {  // evenly, however fast it is
    const way = far(last, spot), apart = brush === ERASER ? NEAR : APART, from = last;
    for (let gone = apart; gone <= way; gone += apart) touch(last = from.map((v, i) => Math.round(v + (spot[i] - v) * gone / way)));
  }
  svg.addEventListener('pointerdown', e => {
    if (!e.isPrimary || e.button) return;
    const spot = pointed(e), on = near(spot, NEAR);
    svg.setPointerCapture(e.pointerId);
    keep();
    held = brush !== ERASER && on >= 0 ? on : ERASER;
    [at, fromKeys, last] = [null, false, spot];
    if (held === ERASER) touch(spot);
    soon();
  });
  svg.addEventListener('pointermove', e => {
    const spot = pointed(e);
    if (held === null) at = e.pointerType === 'touch' ? null : spot;
    else if (held === ERASER) stroke(spot);
    else dots = dots.map((dot, i) => i === held ? [...spot, dot[2]] : dot);
    soon();
  });
  svg.addEventListener('lostpointercapture', () => { held = null; change(); });  // let go, or taken away
  svg.addEventListener('pointerleave', () => { if (!fromKeys) { at = null; soon(); } });
  svg.addEventListener('keydown', e => {
    const by = {ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP]}[e.key];
    if (by) { at = (at || [128, 128]).map((v, i) => Math.min(Math.max(v + by[i], 0), SIDE - 1)); fromKeys = true; soon(); }
    else if (at && (e.key === 'Enter' || e.key === ' ')) { keep(); touch(at); change(); }
    else if (at && (e.key === 'Delete' || e.key === 'Backspace')) { const on = near(at, NEAR); paint(dots.filter((_, i) => i !== on)); }
    else return;
    e.preventDefault();
  });

  // A leaf of the tree that is pointed at lights its rectangle.
  for (const kind of ['pointerover', 'focusin', 'pointerleave', 'focusout']) tree.addEventListener(kind, e => {
    const leaf = kind === 'focusout' ? null : e.target.closest('[data-leaf]') ?? tree.querySelector('[data-leaf]:focus');
    picked = leaf && +leaf.dataset.leaf;
    if (leaf) [at, fromKeys] = [null, false];
    soon();
  });

  // -- drawing
  function show() {
    known = learned(dots, model.get('cf'));
    const parts = known.root ? divided(known.root, [0, 1], RANGE) : {boxes: [], lines: []}, own = picked !== null && known.nodes[picked]?.node, [box] = parts.boxes.find(([, leaf]) => leaf === own) ?? [];
    const spot = at?.map(number) ?? (box && [(box[0] + box[1]) / 2, (box[2] + box[3]) / 2]), shares = spot && known.root ? C45.shareOf(known.attributes, known.root, spot) : null, lit = shares && [...shares.keys()].find(node => !node.children.length);
    drawField(svg, field(), {...parts, names: ['x', 'y'], colours: data.colours, colourOf: leaf => data.colours[known.present[leaf.label]], lit,
      dots: dots.map(([x, y, c]) => [x * UNIT, y * UNIT, c]), ring: at && [at[0] * UNIT, at[1] * UNIT, brush === ERASER ? 'currentColor' : data.colours[brush]]});
    if (known.root) drawTreeInto(tree, known.nodes, {classes: known.classes, kinds: known.attributes, colours: known.present.map(c => data.colours[c])},
                                 {room: Math.max(beside.clientWidth, 260), narrow: 60, ...beside.clientWidth > 480 && {high: side - MORE}, ink: onPage(getComputedStyle(root).fontFamily), lit: shares && new Map(known.nodes.map((n, i) => [i, shares.get(n.node) || 0]))});
    else tree.replaceChildren();
    say();
  }
  function say() {
    const leaves = known.nodes.filter(n => !n.asks), wrong = sum(leaves.map(n => n.weight - n.dist[n.majority])), n = dots.length;
    const counts = known.present.map(c => dots.filter(dot => dot[2] === c).length), chosen = model.get('puzzle');
    const painted = {n, classes: counts.length, least: counts.length > 1 ? Math.min(...counts) : 0, leaves: leaves.length};
    readout.textContent = Say.says(n, leaves.length, wrong);
    progress.textContent = chosen < 0 ? '' : PUZZLES[chosen](painted) ? Say.solved : Say.progress[chosen](painted);
    tree.setAttribute('aria-label', readout.textContent);
    [cf.value, shown.textContent, puzzle.value, undo.disabled] = [model.get('cf'), `CF ${fixed(model.get('cf'))}`, chosen, !past.length];
  }
  // What a link or Python wants; a text that is no drawing is left out.
  function begin() {
    dots = read(model.get('drawing')) || read(data.patterns.clouds);
    if (!(model.get('cf') >= .01 && model.get('cf') <= 1)) model.set('cf', .25);
    if (!(Number.isInteger(model.get('puzzle')) && model.get('puzzle') < PUZZLES.length && model.get('puzzle') >= -1)) model.set('puzzle', -1);
    show();
  }
  const traits = sharedTraits(model, 'drawing cf puzzle', begin);
  light();
  const stop = fitted(root, width => {
    const wide = width >= 700, share = width < 900 ? .39 : .46, high = innerHeight / (root.currentCSSZoom || 1) - (root.closest('.c45lit-present') ? 200 : 320);  // so that all is seen at once
    root.classList.toggle('c45lit-wide', wide);
    side = Math.round(wide ? Math.min(width * share, Math.max(high, 360), 560) : Math.min(width, 560));
    for (const [name, words] of [['side', `${side}px`], ['column', `${100 * share + 2}%`]]) root.style.setProperty(`--c45-${name}`, words);
    if (known) show(); else begin();
  }, 1216);
  return () => { stop(); traits.end(); cancelAnimationFrame(waiting); };
}

export default {links: 3 * MOST + 2, render};
