// On a page without Python: a model of a few lines, and a link that holds what the reader has set.
// `#threshold?threshold=206` sets a trait of the explorer of that name; what is no value of its kind is left out.
import {spoken} from './names.js';
import {lang, W} from './words.js';
import {button, copyButton, linkTo, tag} from './common.js';

const MOST_LINKED = 400;  // characters of one value in a link, where an explorer does not say how many
const FIXED = ['data', 'lang'];
const kindOf = value => Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

function readLink(name, state) {
  const start = `#${name}?`, found = {};
  if (!location.hash.startsWith(start)) return found;
  for (const [key, text] of new URLSearchParams(location.hash.slice(start.length))) {
    if (FIXED.includes(key) || !Object.hasOwn(state, key)) continue;
    try {
      const value = typeof state[key] === 'string' && text[0] !== '"' ? text : JSON.parse(text);
      if (kindOf(value) === kindOf(state[key])) found[key] = value;
    } catch { /* no value */ }
  }
  return found;
}
function linkOf(name, state, start, most) {
  const written = value => typeof value === 'string' && value[0] !== '"' ? value : JSON.stringify(value);
  const moved = Object.keys(state).filter(key => !FIXED.includes(key)).map(key => [key, written(state[key])])
    .filter(([key, text]) => text !== written(start[key]) && text.length <= most);
  return moved.length ? `#${name}?${new URLSearchParams(moved)}` : `#${name}?`;
}

// Draw the explorer in its places; one whose link asks for what it does not have begins as it was made.
export function showOnPage(inLanguage, name, start, code, places, css) {
  const {widget} = inLanguage(start.lang);
  const style = document.createElement('style');
  style.textContent = css;
  for (const place of places) {
    place.dataset.drawn = 'true';
    place.before(style);
    const links = widget.links !== false, most = Number(widget.links) || MOST_LINKED;
    let ready = false, state = {...start, ...links ? readLink(name, start) : {}}, heard = {}, timer;
    const model = {
      get: key => state[key],
      set(key, value) { state[key] = value; (heard[`change:${key}`] || []).forEach(f => f()); },
      on(event, f) { for (const one of event.split(' ')) (heard[one] ||= []).push(f); },
      off: () => {},
      save_changes() {
        clearTimeout(timer);
        if (ready && links) timer = setTimeout(() => history.replaceState(null, '', linkOf(name, state, start, most)), 300);
      },
      // no `send`: nobody is there who could answer
      page: async (state, title) => pageOf(name, state, await code.text(), css, title),
      link: () => linkTo(linkOf(name, state, start, most)),
    };
    const render = () => widget.render({model: widget.links === undefined ? spoken(model, place) : model, el: place});  // readers' own tables keep their names
    try { render(); } catch {
      [state, heard] = [{...start}, {}];
      render();
    }
    ready = true;
    if (location.hash.startsWith(`#${name}?`)) place.scrollIntoView({block: 'nearest'});
    if (links) addEventListener('hashchange', () => location.hash.startsWith(`#${name}?`) && location.reload());  // a link put over an open page
    if (links && !widget.copies) copyButton(place, W.page.copy, model.link).className = 'c45lit-share';
    presentable(place, window);
  }
}
// The explorer in another state as one file of HTML that needs nothing beside it.
function pageOf(name, state, code, css, title) {
  const json = value => JSON.stringify(value).replace(/<\//g, '<\\/').replace(/<!--/g, '<\\u0021--');
  const head = title.replace(/[&<>]/g, c => `&#${c.charCodeAt(0)};`), style = 'body { margin: 12px; background: var(--c45-paper); color: var(--c45-ink); }';
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${head}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root { color-scheme: light dark; } ${style}</style></head>
<body><main><h1>${head}</h1><div class="c45lit-explorer"></div></main>
<script type="module">
const file = new Blob([${json(code)}], {type: 'text/javascript'}), address = URL.createObjectURL(file);
const {showOnPage} = await import(address);
URL.revokeObjectURL(address);
showOnPage(${json(name)}, ${json(state)}, file, document.querySelectorAll('.c45lit-explorer'), ${json(css)});
</script></body></html>
`;
}

// Alone in the window and as large as it fits: by a button or the key p; Escape leaves, b or a dot is black. Arrows and the keys of a
// clicker go through the steps of a lesson, or turn the dial.
const TYPED = 'input:not([type=range], [type=checkbox]), select, textarea, [role=tree], [role=treeitem], [role=button]';
const STEPS = {ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1}, ZOOMS = [.7, 2.4];
// The explorer that p means: the one that has the focus, else the first that reaches below the middle of the window.
function meant(e) {
  const places = [...document.querySelectorAll('.c45lit-presents')].map(made => made.parentElement);
  return places.find(place => place.contains(e.target)) || places.find(place => place.getBoundingClientRect().bottom > innerHeight / 2) || places.at(-1);
}
export function presentable(place, heard = place) {
  const made = button(place, W.page.present, () => present(!on())), on = () => place.classList.contains('c45lit-present');
  tag(place, 'p', 'c45lit-keys', W.page.presentKeys);
  [made.className, made.title] = ['c45lit-share c45lit-presents', W.page.presentKeys];
  function present(wanted) {
    place.classList.toggle('c45lit-present', wanted);
    place.classList.remove('c45lit-black');
    made.textContent = wanted ? W.page.leave : W.page.present;
    place.tabIndex = -1;
    if (wanted) { place.requestFullscreen?.().catch(() => {}); place.focus(); } else if (document.fullscreenElement === place) document.exitFullscreen();
    if (!wanted) place.scrollIntoView({block: 'nearest', behavior: 'instant'});  // the page was shorter meanwhile
    fill(place, on);
    place.dispatchEvent(new CustomEvent('c45lit-present', {bubbles: true, detail: wanted}));
  }
  function step(by) {
    const steps = [...place.querySelectorAll('.c45lit-lesson button')], at = steps.findIndex(b => b.getAttribute('aria-pressed') === 'true');
    const dial = place.querySelector('input[type=range]');
    if (steps.length) return steps[Math.min(Math.max(at + by, 0), steps.length - 1)].click();
    if (!dial) return;
    if (by > 0) dial.stepUp(); else dial.stepDown();
    dial.dispatchEvent(new Event('input', {bubbles: true}));
  }
  place.addEventListener('fullscreenchange', () => { if (!document.fullscreenElement) present(false); });
  addEventListener('resize', () => { if (on()) fill(place, on); });
  place.addEventListener('click', e => { if (on() && e.target.closest('.c45lit-lesson') && place.scrollHeight > place.clientHeight) fill(place, on); });  // its sentence needs room
  heard.addEventListener('keydown', e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest(TYPED)) return;
    if (e.key === 'p' && !e.defaultPrevented && (on() || meant(e) === place)) present(!on());  // once, where there are several
    else if (!on()) return;
    else if (e.key === 'Escape') present(false);
    else if (e.key === '.' || e.key === 'b' && e.target.type !== 'range') place.classList.toggle('c45lit-black');
    else if (STEPS[e.key] && e.target.type !== 'range') step(STEPS[e.key]);
    else return;
    e.preventDefault();
  });
}
// The largest zoom at which all of an explorer is in the window, by halves: it lays out its pictures anew for each. A whole desk fits
// nowhere, and scrolls.
let fills = 0;
async function fill(place, on) {
  const root = place.querySelector('.c45lit-explore:not(.c45lit-story)'), style = getComputedStyle(place), frame = () => new Promise(requestAnimationFrame), mine = ++fills;
  const wanted = () => on() && root && innerWidth > 640 && mine === fills, hidden = e => getComputedStyle(e).overflowX === 'auto' && e.scrollWidth > e.clientWidth + 1;
  const fits = zoom => root.offsetHeight * zoom <= place.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom) && ![...root.querySelectorAll('*')].some(hidden);
  let [low, high] = ZOOMS;
  while (wanted() && high - low > .02) {
    const zoom = root.style.zoom = (low + high) / 2;
    await frame().then(frame);
    if (fits(zoom)) low = zoom; else high = zoom;
  }
  if (root && (wanted() || !on())) root.style.zoom = !on() ? '' : low === ZOOMS[0] ? 1 : low;
}
