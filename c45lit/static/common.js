// What the explorers share: elements, the model behind them, the frame.
// Names and values are data: they reach the page by textContent and setAttribute alone.
import {sum, type, wide} from './numbers.js';
import {W} from './words.js';

export const SVG = 'http://www.w3.org/2000/svg';

// -- elements

export function draw(parent, name, attributes = {}, text = null) {
  const e = document.createElementNS(SVG, name);
  for (const key in attributes) e.setAttribute(key, attributes[key]);
  if (text !== null) e.textContent = text;
  parent.appendChild(e);
  return e;
}
export function tag(parent, name, className = '', text = '') {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.textContent = text;
  parent.appendChild(e);
  return e;
}
export const set = (e, attributes) => { for (const key in attributes) e.setAttribute(key, attributes[key]); };
// An empty picture of this size.
export function blank(svg, width, height, more = {}) {
  svg.replaceChildren();
  set(svg, {viewBox: `0 0 ${width} ${height}`, width, height, ...more});
}

// Drawing again over what was drawn: `put` gives the next element of a parent, the one that is there if it has the name, and sets
// only what has changed, for a browser lays out again what was touched; `put.end()` takes away what nobody asked for.
const wasSet = new WeakMap();  // element -> the attributes that were put there
export function over(root) {
  const next = new Map([[root, root.firstElementChild]]);
  const put = (parent, name, attributes = {}, text = null) => {
    let e = next.get(parent);
    if (e?.localName !== name) {
      const made = name === 'svg' || parent.namespaceURI === SVG ? document.createElementNS(SVG, name) : document.createElement(name);
      e = parent.insertBefore(made, e);
    }
    next.set(parent, e.nextElementSibling);
    if (wasSet.get(e)?.class !== attributes.class) e.removeAttribute('style');  // it serves for something else now
    for (const key in wasSet.get(e)) if (!(key in attributes)) e.removeAttribute(key);
    for (const key in attributes) if (e.getAttribute(key) !== String(attributes[key])) e.setAttribute(key, attributes[key]);
    wasSet.set(e, attributes);
    if (text === null ? !e.firstElementChild && e.textContent : e.firstElementChild || e.textContent !== text) e.textContent = text;
    next.set(e, e.firstElementChild);
    return e;
  };
  put.end = () => { for (let e of next.values()) while (e) { const after = e.nextElementSibling; e.remove(); e = after; } };
  return put;
}

// Whether Python is behind the page and could answer.
export const hasKernel = model => typeof model.send === 'function';

// Traits that the page moves and Python, too: `tell` sets some of them in one go, `heard` is for what others have set.
export function sharedTraits(model, names, heard) {
  let quiet = false;  // half of a change is none
  const follow = () => quiet || heard(), events = names.replace(/\S+/g, 'change:$&');
  model.on(events, follow);
  return {
    tell(changes) {
      quiet = true;
      for (const name in changes) model.set(name, changes[name]);
      quiet = false;
      model.save_changes();
    },
    end: () => model.off(events, follow)};
}

// -- the frame of an explorer

// Its outermost element, alone in `el`.
export function frame(el, className, label) {
  el.replaceChildren();
  const root = tag(el, 'div', `c45lit-explore ${className}`);
  set(root, {role: 'group', 'aria-label': label});
  return root;
}

// Lay out now and whenever the width changes; what is returned ends that.
// Labels are larger where there is room, ticks are not.
const ROOMY = 600;
export function fitted(root, place, most = 760, label = 15) {
  const layout = width => {
    type.label = width >= ROOMY ? label : type.tick;
    root.style.setProperty('--c45-label', `${type.label}px`);
    place(width);
  };
  const fit = () => Math.round(Math.min(Math.max(root.clientWidth || 640, 280), root.closest('.c45lit-present') ? 1800 : most));
  let width = fit();
  layout(width);
  const observer = new ResizeObserver(() => { if (fit() !== width) layout(width = fit()); });
  observer.observe(root);
  return () => observer.disconnect();
}

// Dragging sideways over a picture: `act(event)` for every move. A finger acts after so many pixels sideways, or by a
// tap, so that swiping past a picture scrolls and does nothing else (the picture's style has touch-action: pan-y).
const TRAVEL = 6;
export function dragged(picture, may, act) {
  let from = null;
  picture.addEventListener('pointerdown', e => {
    if (!e.isPrimary || !may(e)) return;
    from = e;
    if (e.pointerType === 'touch') return;
    picture.setPointerCapture(e.pointerId);
    act(e);
  });
  picture.addEventListener('pointermove', e => {
    if (!from || e.pointerId !== from.pointerId) return;
    if (!picture.hasPointerCapture(e.pointerId) || from.pointerType === 'touch' && !from.moves) {
      const across = Math.abs(e.clientX - from.clientX);
      if (across < TRAVEL || across < Math.abs(e.clientY - from.clientY)) return;
      from = {pointerId: e.pointerId, pointerType: e.pointerType, moves: true};
      picture.setPointerCapture(e.pointerId);
    }
    act(e);
  });
  picture.addEventListener('pointerup', e => {
    if (from && e.pointerId === from.pointerId && from.pointerType === 'touch' && !from.moves) act(e);
    from = null;
  });
  picture.addEventListener('pointercancel', () => { from = null; });
}

// JupyterLab has shortcuts for keys that a control needs; it looks at the element with the focus alone.
export const keepKeys = (...elements) => { for (const e of elements) e.dataset.lmSuppressShortcuts = 'true'; };

// Signs and what they mean: [words, what paints the sign] of each.
export function legend(list, entries, width = 14, height = 14) {
  list.replaceChildren();
  for (const [words, paint] of entries) {
    const item = tag(list, 'span');
    paint?.(draw(item, 'svg', {width, height, 'aria-hidden': 'true'}));
    tag(item, 'span', '', words);
  }
}
// What the colours mean, and more signs.
export function classLegend(parent, {classes, colours}, ...more) {
  const most = 24, dots = classes.slice(0, most).map((name, c) => [name, svg => draw(svg, 'circle', {cx: 7, cy: 7, r: 5.5, fill: colours[c % colours.length]})]);
  legend(tag(parent, 'div', 'c45lit-legend'), [...dots, ...classes.length > most ? [[W.moreClasses(classes.length - most)]] : [], ...more]);
}

// -- axes: marks are [place, words], in their order

export function marksBelow(group, floor, marks, gap = 4) {
  let written = -Infinity;  // where the last number ends
  for (const [x, words] of marks) {
    const half = wide(words, type.tick) / 2;
    draw(group, 'line', {x1: x, x2: x, y1: floor, y2: floor + 4, stroke: 'currentColor', opacity: .5});
    if (x - half < written + gap) continue;
    written = x + half;
    draw(group, 'text', {x, y: floor + 17, 'text-anchor': 'middle', class: 'tick', fill: 'currentColor'}, words);
  }
}
export function marksBeside(group, left, marks) {
  for (const [y, words] of marks) {
    draw(group, 'line', {x1: left - 4, x2: left, y1: y, y2: y, stroke: 'currentColor', opacity: .5});
    draw(group, 'text', {x: left - 7, y: y + 4, 'text-anchor': 'end', class: 'tick', fill: 'currentColor'}, words);
  }
}

// -- a tree as indented lines

const MOST_LINES = 400;

// How much of a weight is of each class, side by side; `put` may be `draw`.
export function classParts(put, parent, counts, colours, [x, y, width, height]) {
  const n = sum(counts) || 1;
  counts.forEach((count, c) => {
    const part = count / n * width;
    if (part > 0) put(parent, 'rect', {x: x.toFixed(2), y, width: part.toFixed(2), height, fill: colours[c % colours.length]});
    x += part;
  });
}
export function classBar(put, parent, counts, data, width, height = 10) {
  const svg = put(parent, 'svg', {width, height, 'aria-hidden': 'true'});
  classParts(put, svg, counts, data.colours, [0, 0, width, height]);
  put(svg, 'rect', {x: .5, y: .5, width: width - 1, height: height - 1, fill: 'none', stroke: 'currentColor', opacity: .35});
}

// What a node asks, or says: its majority class, the cases, and how many of them are wrong.
function saysOf(node, data) {
  if (node.asks) return W.asks(node.asks);
  const n = sum(node.dist), most = Math.max(...node.dist);
  return W.leaf(data.classes[node.dist.indexOf(most)], n, n - most);
}

// How a line is usually written: the answer that leads to it, its classes, what it asks or says, and a note.
const written = data => (put, line, node) => {
  if (node.label) put(line, 'span', {}, `${node.label.replace(/ <= (?=\S*$)/, ' \u2264 ')}:`);
  classBar(put, line, node.dist, data, 64);
  put(line, 'b', {}, saysOf(node, data));
  if (node.note) put(line, 'i', {}, node.note);
};

// Lines of a tree that is told as a list: node 0 is the root, `branches` are numbers in the list.
// `go` is called with a node's number where lines can be chosen, by arrows, too, if it `follows`; `show(nodes, at)` draws.
export function outline(parent, data, label, go = null, {most = MOST_LINES, write = written(data), follows = false} = {}) {
  const list = tag(parent, 'div', 'c45lit-outline');
  set(list, {role: 'tree', 'aria-label': label});
  const choose = line => { if (go && line) go(+line.dataset.node); };
  const focus = line => {
    if (!line) return;
    for (const other of list.children) other.tabIndex = -1;
    line.tabIndex = 0;
    line.focus();
  };
  list.addEventListener('click', e => choose(e.target.closest('[role=treeitem]')));
  list.addEventListener('keydown', e => {
    const line = e.target.closest('[role=treeitem]');
    const to = {ArrowDown: line.nextElementSibling, ArrowUp: line.previousElementSibling,
                Home: list.firstElementChild, End: list.lastElementChild}[e.key];
    if (to !== undefined) { focus(to); if (follows) choose(to); }
    else if (e.key === 'Enter' || e.key === ' ') choose(line);
    else return;
    e.preventDefault();
  });
  return {list, show(nodes, at = -1) {
    const held = list.contains(document.activeElement), open = [[0, 1]], put = over(list);
    let shown = 0;
    for (; open.length && shown < most; shown++) {
      const [number, level] = open.pop(), node = nodes[number], here = number === at;
      const line = put(list, 'div', {class: `c45lit-line${go ? ' c45lit-choice' : ''}${node.off ? ' c45lit-off' : ''}${node.look ? ` ${node.look}` : ''}`, role: 'treeitem',
                                     'aria-level': level, tabindex: here ? 0 : -1, 'data-node': number, ...here && {'aria-current': 'true'}});
      line.style.paddingInlineStart = `${4 + 14 * Math.min(level - 1, 9)}px`;
      keepKeys(line);
      write(put, line, node);
      open.push(...node.branches.map(b => [b, level + 1]).reverse());
    }
    put.end();
    if (at < 0 && list.firstElementChild) list.firstElementChild.tabIndex = 0;
    if (held) focus(list.querySelector('[tabindex="0"]'));
    return nodes.length - shown;  // how many are not shown
  }};
}

// A button that copies what `text()` gives, and for three seconds says so, or where there is no clipboard `otherwise`.
export function copyButton(parent, words, text, otherwise = W.page.inBar) {
  const made = button(parent, words, async () => {
    try { await navigator.clipboard.writeText(text()); made.textContent = W.page.copied; } catch { made.textContent = otherwise; }
    setTimeout(() => { made.textContent = words; }, 3000);
  });
  return made;
}
// The address of this page with another mark, which the address bar shows, too.
export function linkTo(mark) {
  history.replaceState(null, '', mark);
  return location.href;
}

// A button, and what it does.
export function button(parent, words, act) {
  const made = Object.assign(tag(parent, 'button', '', words), {type: 'button'});
  made.addEventListener('click', act);
  keepKeys(made);
  return made;
}

// A labelled choice of [value, words]; `act` hears the value.
export function choice(parent, words, options, act) {
  const select = tag(tag(parent, 'label', '', words), 'select');
  for (const [value, text] of options) Object.assign(tag(select, 'option', '', text), {value});
  select.addEventListener('change', () => act(select.value));
  keepKeys(select);
  return select;
}
// A slider, of whole numbers if nothing else is said; `act` hears its value.
export function sliderIn(parent, name, act, attributes = {}) {
  const input = Object.assign(tag(parent, 'input', attributes.type ? '' : 'c45lit-slider'), {type: 'range', min: 0, step: 1, ...attributes});
  if (name) input.setAttribute('aria-label', name);
  input.addEventListener('input', () => act(+input.value));
  keepKeys(input);
  return input;
}
// One with its words before it and what it says behind it.
export function dial(parent, words, act, name = words.trim(), attributes = {}) {
  const field = tag(parent, 'label', 'c45lit-field', words), input = sliderIn(field, name, act, attributes);
  return {field, input, shown: tag(field, 'span', 'c45lit-shown')};
}
// The sentence that is read out when it changes.
export function statusOf(parent) {
  const line = tag(parent, 'p', 'c45lit-readout');
  line.setAttribute('role', 'status');
  return line;
}

// A labelled tick box.
export function tickBox(parent, words, checked) {
  const label = tag(parent, 'label', 'c45lit-tick');
  const box = Object.assign(document.createElement('input'), {type: 'checkbox', checked});
  label.append(box, ` ${words}`);
  keepKeys(box);
  return box;
}
