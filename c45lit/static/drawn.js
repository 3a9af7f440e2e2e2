// A tree drawn from left to right, on the page and into a picture file: colours come as words that a file understands.
import {cutMiddle, minus, plain, sum, weight, wide} from './numbers.js';
import {W} from './words.js';
import {draw, over, set, SVG} from './common.js';

const Say = W.drawn;

export const onPage = font => ({ink: 'currentColor', soft: 'var(--c45-soft)', line: 'var(--c45-axis)', accent: 'var(--c45-accent)', raised: 'var(--c45-raised)', font});
const ON_PAPER = {ink: '#1A1A1E', soft: '#5A5960', line: '#A9A59B', accent: '#C2122F', raised: '#FFFFFF', font: 'Inter, system-ui, sans-serif'};
const MOST_ENDS = 60, ROW = 56, SIZE = 15, PILL = 28, PILL_OF_TWO = 42, MOST_GAP = 150, LEAST_SCALE = .75;
// The longest name, the least gap, and whether a threshold has a line of its own: the first that fits.
const WAYS = [[190, 34, false], [190, 16, false], [190, 34, true], [190, 14, true], [140, 14, true], [110, 14, true]];

// The heaviest nodes unfolded until there are so many ends; which are open, and how many nodes are hidden.
function unfolded(nodes, most) {
  const open = new Set(), ends = [0];
  for (;;) {
    const tests = ends.filter(i => nodes[i].branches.length);
    if (!tests.length) break;
    const next = tests.reduce((a, b) => nodes[b].weight > nodes[a].weight ? b : a);
    if (ends.length + nodes[next].branches.length - 1 > most) break;
    open.add(next);
    ends.splice(ends.indexOf(next), 1, ...nodes[next].branches);
  }
  return open;
}
const sizeBelow = (nodes, i) => nodes[i].branches.reduce((n, b) => n + 1 + sizeBelow(nodes, b), 0);

// The answer on the branch to a node, without the name of what is asked.
const answerTo = (parent, b, attributes) => Number.isFinite(parent.threshold) ? W.answers[b] : attributes[parent.attribute].values[b];

// Where every node lies.
function laidOut(nodes, data, most, room, font, [longest, leastGap, two]) {
  const tell = text => cutMiddle(String(text), longest, SIZE, font), cutOf = n => Number.isFinite(n.threshold) ? `\u2264 ${minus(plain(n.threshold))}` : '';
  const open = unfolded(nodes, most), level = new Map([[0, 0]]), y = new Map(), order = [], widths = [], shape = new Map();
  let row = 0;
  const place = (i, l) => {
    const n = nodes[i], end = !open.has(i), leaf = end && !n.asks, wrongs = n.weight - n.dist[n.majority], cut = leaf ? '' : cutOf(n);
    const said = tell(leaf ? data.classes[n.majority] : n.asks), below = two && cut, name = cut && !two ? `${said} ${cut}` : said;
    const more = leaf ? `${weight(n.weight)}${wrongs > .005 ? `, ${Say.wrong(wrongs)}` : ''}` : end ? Say.folded(sizeBelow(nodes, i)) : '';
    const broad = wide(name, SIZE, font), also = more ? 8 + wide(more, 13, font, 400) : 0;
    const w = 22 + (leaf ? Math.max(broad, also - 8) : below ? Math.max(broad, wide(below, SIZE, font) + also) : broad + also);
    order.push(i);
    level.set(i, l);
    shape.set(i, {name, below, more, w, end, h: below ? PILL_OF_TWO : PILL, whole: leaf ? String(data.classes[n.majority]) : two || !cut ? String(n.asks) : `${n.asks} ${cut}`});
    widths[l] = Math.max(widths[l] || 0, w);
    if (end) y.set(i, ROW * row++ + ROW / 2 + 8);
    else {
      n.branches.forEach(b => place(b, l + 1));
      y.set(i, (y.get(n.branches[0]) + y.get(n.branches[n.branches.length - 1])) / 2);
    }
  };
  place(0, 0);
  const gap = Math.min(Math.max((room - 4 - sum(widths)) / Math.max(widths.length - 1, 1), leastGap), MOST_GAP), x = [2];
  widths.forEach((w, l) => x.push(x[l] + w + gap));
  return {level, y, order, shape, gap, x, width: Math.ceil(x[widths.length] - gap + 2), rows: row};
}

// A node may say its own `answer` and `title`, have a `mark` (attributes) and `frames` (classes), and be `gone`; names in a `narrow` room
// have so many pixels.
export function drawTreeInto(svg, nodes, data, {room, lit = null, ink, top = 0, narrow = 90, most = MOST_ENDS}) {
  const {font} = ink;
  let laid;
  [...WAYS, [narrow, 12, true]].some(how => { laid = laidOut(nodes, data, most, room, font, how); return laid.width <= room; });
  const {level, y, order, shape, gap, x, width, rows} = laid, height = rows * ROW + 12 + top, total = nodes[0].weight || 1;
  const scale = width * LEAST_SCALE <= room ? Math.min(room / width, 1) : 1;  // a little smaller rather than cut off
  set(svg, {width: width * scale, height: height * scale, viewBox: `0 ${-top} ${width} ${height}`, 'font-family': ink.font});
  const on = i => !lit || (lit.get(i) || 0) > 0, put = over(svg);
  const edges = put(svg, 'g', {fill: 'none'}), answers = put(svg, 'g', {'font-size': 13, fill: ink.soft}), boxes = put(svg, 'g');
  for (const i of order) if (!shape.get(i).end) nodes[i].branches.forEach((b, k) => {
    const x1 = x[level.get(i)] + shape.get(i).w, x2 = x[level.get(b)] - 2, [y1, y2] = [y.get(i), y.get(b)], hot = lit && on(b), middle = (x1 + x2) / 2;
    put(edges, 'path', {d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`, stroke: hot ? ink.accent : ink.line,
                        'stroke-width': hot ? 2 + 3 * lit.get(b) : Math.max(1.2, 9 * Math.sqrt(nodes[b].weight / total)).toFixed(1), 'stroke-opacity': hot ? 1 : .55, ...nodes[b].gone && {class: 'c45lit-gone'}});
    const words = cutMiddle(String(nodes[b].answer ?? answerTo(nodes[i], k, data.kinds)), gap + shape.get(b).w - 10, 13, font);
    put(answers, 'text', {class: 'tick', transform: `translate(${x2 + 4},${y2 - shape.get(b).h / 2 - 4})`, opacity: on(b) ? 1 : .5}, words);
  });
  for (const i of order) {
    const {name, below, more, w, h: high, end, whole} = shape.get(i), n = nodes[i], leaf = end && !n.asks, g = put(boxes, 'g', {transform: `translate(${x[level.get(i)]},${y.get(i)})`, opacity: on(i) ? 1 : .4, ...n.mark});
    if (leaf) {
      let from = -13;
      n.dist.forEach((count, c) => {
        const h = PILL * (n.weight > 0 ? count / n.weight : c === n.majority);
        if (h > 0) put(g, 'rect', {x: 0, y: from.toFixed(2), width: 14, height: h.toFixed(2), fill: data.colours[c % data.colours.length]});
        from += h;
      });
    } else put(g, 'rect', {x: 0, y: -high / 2, width: w, height: high, rx: PILL / 2, fill: ink.raised,
                           stroke: lit && on(i) ? ink.accent : ink.line, 'stroke-width': lit && on(i) ? 2 : 1});
    const letters = {'font-size': SIZE, 'font-weight': 600, fill: ink.ink}, last = leaf || below ? 15 : 5;
    put(g, 'text', {x: leaf ? 20 : 11, y: below || leaf && more ? -2 : 5, ...letters}, name);
    if (below) put(g, 'text', {x: 11, y: last, ...letters}, below);
    if (more) put(g, 'text', {class: 'tick', x: leaf ? 20 : w - 11, y: last, 'font-size': 13, fill: ink.soft, ...!leaf && {'text-anchor': 'end'}}, more);
    n.frames?.forEach((look, k) => put(g, 'rect', {class: look, x: -4 - 2 * k, y: -high / 2 - 3 - 2 * k, width: w + 8 + 4 * k, height: high + 6 + 4 * k, rx: leaf ? 2 : high / 2, fill: 'none', 'stroke-width': 2.5}));
    if (n.title || whole !== name) put(g, 'title', {}, n.title ?? whole);
  }
  put.end();
  return {hidden: nodes.length - order.length, width, height};
}

// The same as a text of SVG that any program opens, with its message above.
export function pictureOf(nodes, data, message) {
  const svg = document.createElementNS(SVG, 'svg'), top = 44;
  const {width, height} = drawTreeInto(svg, nodes, data, {room: 900, ink: ON_PAPER, top});
  const all = Math.max(width, Math.ceil(wide(message, 18, ON_PAPER.font)) + 24) + 24;
  set(svg, {xmlns: SVG, width: all, height: height + 12, viewBox: `-12 ${-top} ${all} ${height + 12}`});
  const title = draw(svg, 'title', {}, message), ground = draw(svg, 'rect', {x: -12, y: -top, width: all, height: height + 12, fill: '#FBFAF6'});
  svg.prepend(title, ground);
  draw(svg, 'text', {x: 2, y: -16, 'font-size': 18, 'font-weight': 600, fill: ON_PAPER.ink}, message);
  return {text: new XMLSerializer().serializeToString(svg), width: all, height: height + 12};
}
export async function pngOf({text, width, height}, scale = 2) {
  const image = new Image(), canvas = document.createElement('canvas');
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  Object.assign(canvas, {width: width * scale, height: height * scale});
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}
