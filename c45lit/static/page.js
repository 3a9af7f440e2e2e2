// On a page without Python: a model of a few lines, and a link that holds what the reader has set.
// `#threshold?threshold=206` sets a trait of the explorer of that name; what is no value of its kind is left out.
const MOST_LINKED = 400;  // characters of one value in a link
const kindOf = value => Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;

function readLink(name, state) {
  const start = `#${name}?`, found = {};
  if (!location.hash.startsWith(start)) return found;
  for (const [key, text] of new URLSearchParams(location.hash.slice(start.length))) {
    if (key === 'data' || !Object.hasOwn(state, key)) continue;
    try {
      const value = JSON.parse(text);
      if (kindOf(value) === kindOf(state[key])) found[key] = value;
    } catch { /* no value */ }
  }
  return found;
}
function linkOf(name, state, start) {
  const moved = Object.keys(state).filter(key => key !== 'data').map(key => [key, JSON.stringify(state[key])])
    .filter(([key, text]) => text !== JSON.stringify(start[key]) && text.length <= MOST_LINKED);
  return moved.length ? `#${name}?${new URLSearchParams(moved)}` : `#${name}?`;
}

// Draw the explorer in its places; one whose link asks for what it does not have begins as it was made.
export function showOnPage(widget, name, start, code, places, css) {
  const style = document.createElement('style');
  style.textContent = css;
  for (const place of places) {
    place.dataset.drawn = 'true';
    place.before(style);
    const links = widget.links !== false;
    let ready = false, state = {...start, ...links ? readLink(name, start) : {}}, heard = {}, timer;
    const model = {
      get: key => state[key],
      set(key, value) { state[key] = value; (heard[`change:${key}`] || []).forEach(f => f()); },
      on(event, f) { for (const one of event.split(' ')) (heard[one] ||= []).push(f); },
      off: () => {},
      save_changes() {
        clearTimeout(timer);
        if (ready && links) timer = setTimeout(() => history.replaceState(null, '', linkOf(name, state, start)), 300);
      },
      // no `send`: nobody is there who could answer
      page: async (state, title) => pageOf(name, state, await code.text(), css, title),
    };
    try { widget.render({model, el: place}); } catch {
      [state, heard] = [{...start}, {}];
      widget.render({model, el: place});
    }
    ready = true;
    if (links) copyButton(place, () => linkOf(name, state, start));
  }
}
// The explorer in another state as one file of HTML that needs nothing beside it.
function pageOf(name, state, code, css, title) {
  const json = value => JSON.stringify(value).replace(/<\//g, '<\\/').replace(/<!--/g, '<\\u0021--');
  const head = Object.assign(document.createElement('span'), {textContent: title}).innerHTML, style = 'body { margin: 12px; background: var(--c45-paper); color: var(--c45-ink); }';
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${head}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root { color-scheme: light dark; } ${style}</style></head>
<body><main><h1>${head}</h1><div class="c45lit-explorer"></div></main>
<script type="module">
const file = new Blob([${json(code)}], {type: 'text/javascript'}), address = URL.createObjectURL(file);
const {default: widget, showOnPage} = await import(address);
URL.revokeObjectURL(address);
showOnPage(widget, ${json(name)}, ${json(state)}, file, document.querySelectorAll('.c45lit-explorer'), ${json(css)});
</script></body></html>
`;
}
function copyButton(place, link) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'c45lit-share';
  button.textContent = 'Copy link';
  button.addEventListener('click', async () => {
    history.replaceState(null, '', link());
    let copied = true;
    try { await navigator.clipboard.writeText(location.href); } catch { copied = false; }
    button.textContent = copied ? 'Link copied' : 'The link is in the address bar';
    setTimeout(() => { button.textContent = 'Copy link'; }, 3000);
  });
  place.append(button);
}
