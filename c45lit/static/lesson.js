// A lesson of three scripted steps: each sets a scene, lights a part of the picture and says one sentence; it lets go
// as soon as the reader moves anything, presses Escape, or has had time to look.
import {W} from './words.js';
import {button, set, tag} from './common.js';

const HOLD = 9000;  // ms

// `scenes` are {words, say, parts, play}: `parts` are the values of data-part that stay lit, `play` sets the scene.
export function lesson(root, scenes) {
  const row = tag(root, 'div', 'c45lit-controls c45lit-lesson'), said = tag(root, 'p', 'c45lit-say');
  set(row, {role: 'group', 'aria-label': W.lesson.label});
  said.id = `c45lit-said-${Math.random().toString(36).slice(2)}`;  // the numbers below have the one live region
  said.textContent = W.lesson.hint;
  let lit = null, told = -1, timer, frames = 0;
  const buttons = scenes.map((scene, k) => {
    const made = button(row, `${k + 1} ${scene.words}`, () => begin(k));
    set(made, {'aria-pressed': false, 'aria-describedby': said.id});
    return made;
  });
  function begin(k) {
    letGo();
    [lit, told] = [scenes[k].parts, k];
    buttons[k].setAttribute('aria-pressed', 'true');
    scenes[k].play();
    retell();
    light();
    timer = setTimeout(fade, HOLD);
  }
  // The sentence again, where its numbers have changed meanwhile.
  function retell() {
    if (told < 0) return;
    const {say} = scenes[told], words = typeof say === 'function' ? say() : say;
    if (said.textContent !== words) said.textContent = words;
  }
  // What is not lit is dimmed; called again by whoever draws anew.
  function light() {
    for (const part of root.querySelectorAll('[data-part]'))
      part.classList.toggle('c45lit-dim', lit !== null && !lit.includes(part.dataset.part));
  }
  function fade() { lit = null; light(); }  // the sentence stays until the reader acts
  function stop() {
    clearTimeout(timer);
    cancelAnimationFrame(frames);
    if (told < 0) return;
    told = -1;
    buttons.forEach(b => b.setAttribute('aria-pressed', 'false'));
    fade();
  }
  const rest = () => { if (told < 0 && said.textContent !== W.lesson.hint) said.textContent = W.lesson.hint; };
  function letGo() { stop(); rest(); }
  // From one number to another within `ms`; at once where the reader wants no motion.
  function glide(from, to, ms, go) {
    const start = performance.now(), calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const frame = now => {
      const share = calm ? 1 : Math.min(Math.max((now - start) / ms, 0), 1), eased = share * share * (3 - 2 * share);
      go(share < 1 ? from + (to - from) * eased : to);
      light();
      if (share < 1) frames = requestAnimationFrame(frame);
    };
    frame(start);
  }
  const mine = e => row.contains(e.target);
  root.addEventListener('input', e => { if (!mine(e)) letGo(); }, true);
  // The sentence changes after the click, for what is below it may move.
  root.addEventListener('pointerdown', e => { if (!mine(e)) stop(); }, true);
  root.addEventListener('pointerup', e => { if (!mine(e)) setTimeout(rest); }, true);
  root.addEventListener('keydown', e => { if (e.key === 'Escape') letGo(); });
  return {light, letGo, retell, glide, end() { clearTimeout(timer); cancelAnimationFrame(frames); }};
}
