// FLIP from numbers: layout knows both places, so nothing is measured. Animations are additive: one
// that is interrupted blends into the next.

import { byId, isReduced } from './dom.js';

const most = 24;
const duration = 180;
const easing = 'cubic-bezier(.2, .7, .3, 1)';

export class Motion {
  #running = 0;

  #animate(element, frames, options) {
    this.#running++;
    const animation = element.animate(frames, { duration, easing, ...options });
    animation.finished.catch(() => {}).then(() => this.#running--);
    return animation;
  }

  /** @param steps `{element, dx, dy, isMoved}`: how far each element was from where it is now */
  play(steps) {
    steps.sort((a, b) => Number(b.isMoved) - Number(a.isMoved));
    if (isReduced()) {
      for (const { element } of steps.filter(({ isMoved }) => isMoved).slice(0, most)) this.tint(element);
      return;
    }
    for (const { element, dx, dy } of steps) {
      if (this.#running >= most) return;
      const frames = [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'translate(0, 0)' }];
      this.#animate(element, frames, { composite: 'add' });
    }
  }

  /** Marks what has moved without moving it. */
  tint(element) {
    if (this.#running >= most) return;
    const frames = [{ boxShadow: 'inset 0 0 0 99px var(--tint)' }, { boxShadow: 'inset 0 0 0 99px transparent' }];
    this.#animate(element, frames, { duration: 600 });
  }

  /** A copy of a row flies from one box of the window to its new place. */
  fly(row, from, to) {
    if (isReduced()) return this.tint(row);
    if (this.#running >= most - 1) return;
    const clone = row.cloneNode(true);
    clone.removeAttribute('tabindex');
    Object.assign(clone.style, { width: `${to.width}px`, height: `${to.height}px` });
    byId('fly').append(clone);
    const at = ({ left, top }) => ({ transform: `translate(${left}px, ${top}px)` });
    this.#animate(clone, [at(from), at(to)]).finished.catch(() => {}).then(() => clone.remove());
    row.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
  }
}
