// The story: 344 dots that stay the same 344 dots from the first scene to the last.
// On a page the picture keeps its place while the text scrolls; where Python is behind it, buttons turn the scenes.
import {fixed, rank} from './numbers.js';
import {W} from './words.js';
import {button, copyButton, dragged, draw, frame, hasKernel, linkTo, set, sliderIn, SVG, tag} from './common.js';
import {baseline, chartBox, cutOf, cutX, flippers, SCENES, upTo} from './story_scenes.js';

function storyStage(model, root) {
  const data = model.get('data'), words = W.story, figure = tag(root, 'figure'), caption = tag(figure, 'figcaption'), canvas = tag(figure, 'div', 'c45lit-story-canvas');
  const svg = draw(canvas, 'svg', {class: 'c45lit-fig', role: 'img'}), [under, dots, over] = [0, 0, 0].map(() => draw(svg, 'g'));
  const grip = sliderIn(canvas, '', v => {
    if (SCENES[s.scene].grip === 'cf') s.cf = v;
    else { s.cut = Math.max(0, rank(s.flippers.values, v) - 1); grip.value = cutOf(s)[0]; }
    turn();
  }, {hidden: true, className: 'c45lit-slider c45lit-story-grip'});
  const s = {data, words, width: 0, height: 0, scene: 1, part: 0, cf: data.cfs.indexOf(.25), cut: 0};
  s.flippers = flippers(s);
  s.cut = s.flippers.values.indexOf(195);
  const birds = data.species.map((k, i) => draw(dots, 'circle', {r: 1, class: `c45lit-story-dot f${k}${data.flipper[i] === null ? ' c45lit-story-unknown' : ''}`}));

  function say() {
    const message = words.say[s.scene](SCENES[s.scene].says(s));
    caption.textContent = message;
    svg.setAttribute('aria-label', message);
    const [cut, gain] = cutOf(s);
    grip.setAttribute('aria-valuetext', SCENES[s.scene].grip === 'cut' ? words.cutSays(cut, fixed(gain)) : message);
    for (const place of root.querySelectorAll('[data-cut]')) place.textContent = cut;
  }
  function front() {
    over.replaceChildren();
    SCENES[s.scene].over?.(s, over);
  }
  function place() {
    SCENES[s.scene].place(s).forEach(([x, y, r, opacity], i) => {
      birds[i].style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${r.toFixed(2)})`;
      birds[i].style.opacity = opacity;
    });
  }
  function putGrip() {
    const {grip: kind} = SCENES[s.scene];
    grip.hidden = !kind;
    grip.classList.toggle('c45lit-story-bare', kind === 'cut');
    if (!kind) return;
    const cut = kind === 'cut', c = chartBox(s), [x0, x1] = cut ? [cutX(s, 0), cutX(s, data.cuts.length - 1)] : [c.x0, c.x1];
    grip.setAttribute('aria-label', cut ? words.cutAt : words.cf);
    Object.assign(grip, cut ? {min: s.flippers.low, max: s.flippers.values[s.flippers.values.length - 1]} : {min: 0, max: data.cfs.length - 1});
    grip.value = cut ? cutOf(s)[0] : s.cf;
    Object.assign(grip.style, {left: `${x0 - 14}px`, width: `${x1 - x0 + 28}px`, top: `${cut ? baseline(s, s.scene) + (s.scene === 3 ? 12 : 8) : s.height - 60}px`});
  }
  function show(moves = true) {
    if (!s.width) return;
    root.classList.remove('c45lit-story-held');
    const fresh = document.createElementNS(SVG, 'g');
    SCENES[s.scene].under?.(s, fresh);
    under.replaceChildren(fresh);
    for (const g of [fresh, over]) g.setAttribute('class', '');
    front();
    if (moves) {
      over.getBoundingClientRect();  // so that the fading begins anew
      for (const g of [fresh, over]) g.setAttribute('class', 'c45lit-story-new');
    }
    place();
    putGrip();
    say();
  }
  function turn() {  // the reader moves the cut, or CF
    root.classList.add('c45lit-story-held');
    over.setAttribute('class', '');
    front();
    say();
  }
  dragged(svg, () => SCENES[s.scene].grip, e => {
    const box = svg.getBoundingClientRect(), x = (e.clientX - box.left) * s.width / box.width, c = chartBox(s);
    const nearestTo = (n, at) => upTo(n).reduce((p, q) => Math.abs(at(q) - x) < Math.abs(at(p) - x) ? q : p);
    if (SCENES[s.scene].grip === 'cf') s.cf = nearestTo(data.cfs.length, k => c.x(data.pruned[k][0]));
    else s.cut = nearestTo(data.cuts.length, k => cutX(s, k));
    grip.value = SCENES[s.scene].grip === 'cf' ? s.cf : cutOf(s)[0];
    turn();
  });
  const observer = new ResizeObserver(([entry]) => {
    const {width, height} = entry.contentRect;
    if (Math.abs(width - s.width) < 1 && Math.abs(height - s.height) < 1) return;
    Object.assign(s, {width, height});
    show(false);
  });
  observer.observe(canvas);
  return {s, figure, go(scene, part = 0) {
    if (scene === s.scene && part === s.part) return;
    Object.assign(s, {scene, part});
    show();
  }, end: () => observer.disconnect()};
}

// The numbers that the text speaks of.
function storyNumbers(data) {
  const leaf = data.leaf, flipper = data.root.find(r => r.name === 'flipper_length_mm');
  return {birds: data.species.length, species: data.classes.join(', ').replace(/, (?=[^,]*$)/, ' and '), cut: 195, cuts: data.cuts.length,
          penalty: fixed(flipper.penalty, 3), leaves: data.nodes.filter(n => n.attribute < 0).length, times: data.times, sexed: data.sexed,
          cases: leaf.cases.toFixed(0), expected: leaf.expected.toFixed(1), number: data.unmeasured.case + 1,
          roots: data.roots.length > 1 ? `${data.roots[0]} to ${data.roots[data.roots.length - 1]}` : data.roots[0]};
}
function storySteps(parent, data, scrolls) {
  const words = W.story, n = storyNumbers(data), last = words.steps[words.steps.length - 1].scene;
  return words.steps.map(step => {
    const section = tag(parent, 'section', 'c45lit-story-step');
    if (step.part === undefined || step.part === 0) section.id = `scene-${step.scene}`;
    const count = section.id && tag(section, 'p', 'c45lit-story-count', words.of(step.scene, last));
    if (count && scrolls) copyButton(count, W.page.copy, () => linkTo(`#${section.id}`)).className = 'c45lit-share';
    if (step.head) tag(section, 'h3', '', step.head());
    else { tag(section, 'h2', '', words.title); tag(section, 'p', 'c45lit-story-lede', words.lede(n)); }
    const text = tag(section, 'p', 'c45lit-story-text'), [before, after] = step.text({...n, cut: '\u0000'}).split('\u0000');
    text.append(before);
    if (after !== undefined) { tag(text, 'b', '', n.cut).dataset.cut = ''; text.append(after); }
    if (step.act) tag(section, 'p', 'c45lit-story-act', step.act());
    if (step.note) tag(section, 'p', 'c45lit-story-note', step.note(n));
    return {...step, section, part: step.part || 0, name: step.short?.(n)};
  });
}

// Scenes follow the scrolling, and the keys PageDown and PageUp, which clickers send; on a stage the arrows, too. A link to `#scene-4` leads to the fourth.
function scrolled(root, stage, steps, rail, arrive) {
  const follow = () => {
    const line = innerHeight * (innerWidth < 900 ? .78 : .52), k = Math.max(steps.findLastIndex(t => t.section.getBoundingClientRect().top < line), 0);
    const past = steps[steps.length - 1].section.getBoundingClientRect().bottom < line;
    root.classList.toggle('c45lit-story-past', past);
    arrive(k);
    const told = location.hash.startsWith('#scene-'), mark = past ? location.pathname + location.search : `#scene-${steps[k].scene}`;
    if (mark !== location.hash && (told || k > 0 && !past)) linkTo(mark);
  };
  for (const t of steps.filter(t => t.section.id)) {
    const a = tag(rail, 'a');
    set(a, {href: `#${t.section.id}`, 'aria-label': t.name});
    set(tag(a, 'span', '', t.name), {'aria-hidden': 'true'});
  }
  const now = by => steps[steps.findIndex(t => t.section.classList.contains('c45lit-story-on')) + by]?.section;
  const go = (section, behavior) => section.scrollIntoView({block: innerWidth < 900 ? 'start' : 'center', behavior});
  const turn = e => {
    const by = {PageDown: 1, PageUp: -1, ...root.closest('.c45lit-present') && {ArrowRight: 1, ArrowLeft: -1}}[e.key], {top, bottom} = root.getBoundingClientRect();
    if (!by || e.target.type === 'range' || e.ctrlKey || e.altKey || e.metaKey || top > innerHeight / 2 || bottom < innerHeight / 2) return;
    if (!now(by)) return;  // the page before it, or behind
    go(now(by));
    e.preventDefault();
    e.stopPropagation();
  };
  if (/^#scene-\d+$/.test(location.hash)) root.querySelector(location.hash)?.scrollIntoView();
  follow();
  // A stage opens, and leaves the page, at the step that is looked at; another window keeps it, too.
  const stay = e => {
    const held = root.closest('.c45lit-present') || now(-1) && !root.classList.contains('c45lit-story-past') && (e.type === 'resize' ? innerWidth >= 900 : e.target.contains(root));
    if (held) requestAnimationFrame(go.bind(null, now(0), 'instant')); else follow();  // when the others who hear it have laid out theirs
  };
  const heard = [['scroll', follow], ['resize', stay], ['c45lit-present', stay], ['keydown', turn]];  // a stage scrolls by itself: only on the way down is that heard here
  for (const [event, act] of heard) addEventListener(event, act, true);
  return () => heard.forEach(([event, act]) => removeEventListener(event, act, true));
}
function paged(root, steps, arrive, k = 0) {
  const row = tag(root, 'div', 'c45lit-story-turn'), words = W.story;
  const back = button(row, words.back, () => go(k - 1)), count = tag(row, 'span', 'c45lit-story-count'), next = button(row, words.next, () => go(k + 1));
  count.setAttribute('role', 'status');
  const go = to => {
    k = Math.min(Math.max(to, 0), steps.length - 1);
    arrive(k);
    [back.disabled, next.disabled] = [k === 0, k === steps.length - 1];
    count.textContent = words.of(k + 1, steps.length);
  };
  go(k);
}

export default {links: false, render({model, el}) {
  const root = frame(el, 'c45lit-story', W.story.title), turns = hasKernel(model);
  root.classList.add(turns ? 'c45lit-story-paged' : 'c45lit-story-scrolled');
  root.lang = W.lang;
  el.classList.toggle('c45lit-story-host', turns);
  const rail = tag(root, 'nav', 'c45lit-story-rail');  // seen where scenes scroll
  rail.setAttribute('aria-label', W.story.scenes);
  const stage = storyStage(model, root), text = tag(root, 'div', 'c45lit-story-steps'), steps = storySteps(text, model.get('data'), !turns);
  function arrive(k) {
    const {scene, part} = steps[k];
    steps.forEach((t, j) => t.section.classList.toggle('c45lit-story-on', j === k));
    [...rail.children].forEach((a, j) => {
      a.classList.toggle('c45lit-story-on', j === scene - 1);
      a.ariaCurrent = j === scene - 1 ? 'step' : null;
    });
    stage.go(scene, part);
    if (model.get('scene') === scene) return;
    model.set('scene', scene);
    model.save_changes();
  }
  const end = turns ? paged(root, steps, arrive) : scrolled(root, stage, steps, rail, arrive);
  return () => { stage.end(); end?.(); };
}};
