// A tree drawn from left to right, on the page and into a picture file: colours come as words that a file understands.
import {cutMiddle, minus, plain, sum, wide, within} from './numbers.js';
import {W} from './words.js';
import {draw, over, set, SVG} from './common.js';

const Say = W.drawn;

export const onPage = font => ({ink: 'currentColor', soft: 'var(--c45-soft)', line: 'var(--c45-axis)', accent: 'var(--c45-accent)', raised: 'var(--c45-raised)', font});
const ON_PAPER = {ink: '#1A1A1E', soft: '#5A5960', line: '#A9A59B', accent: '#C2122F', raised: '#FFFFFF', font: 'Inter, system-ui, sans-serif'};
const MOST_ENDS = 60, MOST_GAP = 150, TICK = 13, LEFT = 8, LEAST_SCALE = .925;
// Pixels of a row, its letters, a pill, one of two lines, and the ends of both in it; close rows where many have to be seen at once.
const WIDE_ROWS = {row: 56, size: 15, pill: 28, ofTwo: 42, twig: 14, inset: 11}, CLOSE_ROWS = {size: TICK, pill: 20, ofTwo: 34, twig: 12, inset: 8};
// The longest name, the least gap, and whether a threshold has a line of its own: the first that fits.
const WAYS = [[190, 34, false], [190, 16, false], [190, 34, true], [190, 14, true], [140, 14, true], [110, 14, true], [80, 14, true]];

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

// Where every node lies. What is right of an end is free, so only tests make a column wide.
function laidOut(nodes, data, open, room, font, {row: high, size, pill, ofTwo, twig, inset}, [longest, leastGap, two]) {
  const close = size === TICK, tell = text => cutMiddle(String(text), longest, size, font), cutOf = n => Number.isFinite(n.threshold) ? `\u2264 ${minus(plain(n.threshold))}` : '';
  const level = new Map([[0, 0]]), y = new Map(), order = [], widths = [], shape = new Map();
  let row = 0;
  const place = (i, l) => {
    const n = nodes[i], end = !open.has(i), leaf = end && !n.asks, wrongs = n.weight - n.dist[n.majority], cut = leaf ? '' : cutOf(n);
    const said = n.gone ? '' : tell(leaf ? data.classes[n.majority] : n.asks), below = !n.gone && two && cut, name = cut && !two && said ? `${said} ${cut}` : said;
    const more = n.gone ? '' : leaf ? Say.leaf(n.weight, wrongs) : end ? Say.folded(sizeBelow(nodes, i)) : '';
    const answer = close && leaf && said ? `${n.answer} ` : '', before = answer ? 6 + wide(answer, TICK, font, 400) : 0;
    const broad = name ? wide(name, size, font) : 0, also = more ? 8 + wide(more, TICK, font, 400) : 0;
    const w = n.gone ? twig : 2 * (leaf ? 11 : inset) + (leaf && !close ? Math.max(broad, also - 8) : below ? Math.max(broad, wide(below, size, font) + also) : before + broad + also);
    order.push(i);
    level.set(i, l);
    shape.set(i, {name, below, more, answer, before, broad, w, end, h: n.gone ? twig : below ? ofTwo : pill, whole: leaf ? String(data.classes[n.majority]) : two || !cut ? String(n.asks) : `${n.asks} ${cut}`});
    if (!end) widths[l] = Math.max(widths[l] || 0, w);
    if (end) y.set(i, high * row++ + high / 2 + 8);
    else {
      n.branches.forEach(b => place(b, l + 1));
      y.set(i, (y.get(n.branches[0]) + y.get(n.branches[n.branches.length - 1])) / 2);
    }
  };
  place(0, 0);
  const steps = widths.map((_, l) => order.some(i => level.get(i) === l + 1 && !nodes[i].gone) ? 1 : .5);  // what goes is near
  const rest = i => room - LEFT - 2 - sum(widths.slice(0, level.get(i))) - shape.get(i).w;  // for the gaps before it
  const gap = Math.max(Math.min(MOST_GAP, ...order.slice(1).map(i => rest(i) / sum(steps.slice(0, level.get(i))))), leastGap), x = [LEFT];
  widths.forEach((w, l) => x.push(x[l] + w + gap * steps[l]));
  return {level, y, order, shape, gap, x, close, width: Math.ceil(Math.max(...order.map(i => x[level.get(i)] + shape.get(i).w)) + 2), height: high * row};
}

// A node may say its own `answer` and `title`, have a `mark` (attributes) and `frames` (classes), and be `gone`; names in a `narrow` room
// have so many pixels, and so many rows of a tree are seen at once as are in `high`.
export function drawTreeInto(svg, nodes, data, {room, lit = null, ink, top = 0, narrow = 90, most = MOST_ENDS, high = Infinity}) {
  const {font} = ink, open = unfolded(nodes, most), each = (high - 12) / (1 + sum([...open].map(i => nodes[i].branches.length - 1)));
  const rows = each < WIDE_ROWS.ofTwo ? {...CLOSE_ROWS, row: within(each, 20, 40)} : {...WIDE_ROWS, row: Math.min(each, WIDE_ROWS.row)};
  let laid;
  [...WAYS, [narrow, 12, true]].some(how => { laid = laidOut(nodes, data, open, room, font, rows, how); return laid.width <= room; });
  const {level, y, order, shape, gap, x, width, close} = laid, height = laid.height + 12 + top, total = nodes[0].weight || 1, {size, pill, inset} = rows;
  const scale = width * LEAST_SCALE <= room ? Math.min(room / width, 1) : 1;  // a little smaller rather than cut off
  set(svg, {width: width * scale, height: height * scale, viewBox: `0 ${-top} ${width} ${height}`, 'font-family': ink.font});
  const on = i => !lit || (lit.get(i) || 0) > 0, put = over(svg);
  const edges = put(svg, 'g', {fill: 'none'}), answers = put(svg, 'g', {'font-size': 13, fill: ink.soft}), boxes = put(svg, 'g');
  for (const i of order) if (!shape.get(i).end) nodes[i].branches.forEach((b, k) => {
    const x1 = x[level.get(i)] + shape.get(i).w, x2 = x[level.get(b)] - 2, [y1, y2] = [y.get(i), y.get(b)], hot = lit && on(b), middle = (x1 + x2) / 2;
    put(edges, 'path', {d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`, stroke: hot ? ink.accent : ink.line,
                        'stroke-width': hot ? 2 + 3 * lit.get(b) : Math.max(1.2, 9 * Math.sqrt(nodes[b].weight / total)).toFixed(1), 'stroke-opacity': hot ? 1 : .55, ...nodes[b].gone && {class: 'c45lit-gone'}});
    if (nodes[b].gone || shape.get(b).answer || close && gap < 60) return;
    const words = cutMiddle(String(nodes[b].answer ?? answerTo(nodes[i], k, data.kinds)), close ? gap - 8 : gap + shape.get(b).w - 10, TICK, font);
    put(answers, 'text', {class: 'tick halo', transform: `translate(${x2 + (close ? -4 : 4)},${close ? y2 + 4 : y2 - shape.get(b).h / 2 - 4})`, opacity: on(b) ? 1 : .5, ...close && {'text-anchor': 'end'}}, words);
  });
  for (const i of order) {
    const {name, below, more, answer, before, broad, w, h: high, end, whole} = shape.get(i), n = nodes[i], leaf = end && !n.asks, g = put(boxes, 'g', {transform: `translate(${x[level.get(i)]},${y.get(i)})`, opacity: on(i) ? 1 : .4, ...n.mark});
    if (leaf) {
      let from = -high / 2;
      n.dist.forEach((count, c) => {
        const h = high * (n.weight > 0 ? count / n.weight : c === n.majority);
        if (h > 0) put(g, 'rect', {x: 0, y: from.toFixed(2), width: rows.twig, height: h.toFixed(2), fill: data.colours[c % data.colours.length]});
        from += h;
      });
    } else put(g, 'rect', {x: 0, y: -high / 2, width: w, height: high, rx: Math.min(high, pill) / 2, fill: ink.raised,
                           stroke: lit && on(i) ? ink.accent : ink.line, 'stroke-width': lit && on(i) ? 2 : 1});
    const letters = {'font-size': size, 'font-weight': 600, fill: ink.ink}, first = close ? -3 : -2, last = below || leaf && !close ? first + size + 1 : 5;
    if (answer) put(g, 'text', {class: 'tick', x: 20, y: 5, 'font-size': TICK, fill: ink.soft}, answer);
    put(g, 'text', {x: leaf ? 20 + before : inset, y: below || leaf && more && !close ? first : 5, ...letters}, name);
    if (below) put(g, 'text', {x: inset, y: last, ...letters}, below);
    if (more) put(g, 'text', {class: 'tick', x: !leaf ? w - inset : close ? 28 + before + broad : 20, y: last, 'font-size': TICK, fill: ink.soft, ...!leaf && {'text-anchor': 'end'}}, more);
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
