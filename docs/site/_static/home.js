// Home: the birds fall once through the tree, each along the branches of its answers; press one, and its way and its reasons show.
(() => {
  const told = document.querySelector('script.birds'), said = document.querySelector('.said');
  if (!told) return;
  const {birds, ways, press, another} = JSON.parse(told.textContent), svgs = [...document.querySelectorAll('.door svg.c45lit-fig')].slice(0, 2);
  const GAP = 12, LONG = 1300, STEPS = 24;  // ms between two birds, ms of a fall; points of a branch
  const stages = svgs.map(stage), first = said.textContent, button = document.createElement('button');
  Object.assign(button, {type: 'button', className: 'c45lit-share', textContent: another});
  button.onclick = () => tell(Math.floor(Math.random() * birds.length));
  say(first + press);

  // A drawing: a circle for each dot, and where the way to each leaf runs.
  function stage(svg) {
    const paths = [...svg.querySelectorAll('.dots')], twigs = {}, at = {};
    for (const twig of svg.querySelectorAll('[data-to]')) twigs[twig.dataset.to] = twig;
    for (const leaf in ways) {
      at[leaf] = ways[leaf].flatMap(node => {
        const twig = twigs[node], n = twig.getTotalLength();
        return Array.from({length: STEPS}, (_, i) => twig.getPointAtLength(n * i / (STEPS - 1)));
      });
    }
    const places = paths.flatMap(path => [...path.getAttribute('d').matchAll(/M([\d.]+) ([\d.]+)/g)].map(found => [+found[1], +found[2]]));
    const group = svg.insertBefore(document.createElementNS(svg.namespaceURI, 'g'), svg.querySelector('text'));  // behind words and questions
    const dots = birds.map(([, k], i) => {
      const dot = group.appendChild(document.createElementNS(svg.namespaceURI, 'circle'));
      dot.setAttribute('class', `f${k}`);
      put(dot, ...places[i], 4);
      return dot;
    });
    paths.forEach(path => path.remove());
    svg.addEventListener('click', e => {
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const far = places.map(([x, y]) => Math.hypot(x - p.x, y - p.y)), i = far.indexOf(Math.min(...far));
      if (far[i] < 16) tell(i);
    });
    return {svg, twigs, at, places, dots, counts: [...svg.querySelectorAll('.count')]};
  }
  function put(dot, x, y, r) { dot.setAttribute('cx', x.toFixed(1)); dot.setAttribute('cy', y.toFixed(1)); dot.setAttribute('r', r); }
  function say(words) { said.replaceChildren(words, button); }
  function tell(k) {
    for (const {twigs, dots} of stages) {
      for (const node in twigs) twigs[node].setAttribute('stroke', ways[birds[k][0]].includes(+node) ? 'var(--c45-accent)' : 'var(--c45-line)');
      dots.forEach((dot, i) => {
        dot.setAttribute('r', i === k ? 7 : 4);
        dot.setAttribute('style', i === k ? 'stroke:var(--c45-ink);stroke-width:2.5' : '');
      });
      dots[k].parentNode.append(dots[k]);
    }
    say(birds[k][2]);
  }

  // One fall: where bird i is at a share of its time: along its branches, then onto its stack.
  function fall({at, places, dots, counts}) {
    const leaves = Object.keys(ways), totals = counts.map(count => count.textContent), turn = birds.map((_, i) => i * 137 % birds.length), start = performance.now() + 150;
    const landed = new Set();
    (function frame(now) {
      const got = leaves.map(() => 0);
      birds.forEach(([leaf], i) => {
        const u = Math.min((now - start - turn[i] * GAP) / LONG, 1), way = at[leaf];
        if (u === 1) got[leaves.indexOf(String(leaf))]++;
        if (u < 0 || landed.has(i)) return u < 0 && dots[i].setAttribute('r', 0);
        const [x, y] = places[i], end = way[way.length - 1], v = Math.max(0, u / .2 - 4), sway = (i * 7 % 11 - 5) * (1 - v), p = way[Math.min(way.length - 1, Math.floor(u / .8 * way.length))];
        put(dots[i], v ? end.x + (x - end.x) * v + sway : p.x + sway, v ? end.y + (y - end.y) * v * v : p.y, 4);
        if (u === 1) landed.add(i);
      });
      const done = landed.size === birds.length;
      leaves.forEach((leaf, j) => { counts[j].textContent = done ? totals[j] : got[j]; });
      if (!done) requestAnimationFrame(frame);
    })(performance.now());
  }
  const seen = stages.find(({svg}) => svg.getBoundingClientRect().width);
  if (seen && !matchMedia('(prefers-reduced-motion: reduce)').matches) fall(seen);
})();
