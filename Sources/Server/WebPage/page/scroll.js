// How far a list is scrolled over content that may be higher than a box can be.

import { ScrollScale } from './layout.js';

/** What scrolls by less than so many heights of the view is a wheel, a finger or a key, which move the content as far; more is the bar. */
const nearby = 3;
/** Milliseconds without a scroll after which one has ended. */
const pause = 200;

/** Where the bar is follows the content when nobody scrolls. */
export class Scroller {
  #scale = new ScrollScale(0, 0);
  #view = 0;
  #content = 0;
  #timer = null;
  /** Where it is, or was last: the scroll of the element, and the top of what is in view of the content. */
  #at = { scroll: 0, top: 0 };

  /** @param key `scrollTop` or `scrollLeft` */
  constructor(element, key) {
    Object.assign(this, { element, key });
    const isTold = 'onscrollend' in element;
    element.addEventListener(isTold ? 'scrollend' : 'scroll', () => (isTold ? this.settle() : this.#wait()), { passive: true });
  }

  /** The content has this extent, and the view that one. @returns the extent of the box that is scrolled */
  fit(content, view) {
    [this.#content, this.#view] = [content, view];
    this.#scale = new ScrollScale(content, view);
    return this.#scale.box;
  }

  get top() {
    const scroll = this.element[this.key], { factor, box } = this.#scale;
    if (factor === 1) return scroll;
    const by = scroll - this.#at.scroll, isNear = Math.abs(by) < nearby * this.#view && scroll > 0 && scroll < box - this.#view;
    if (by) this.#at = { scroll, top: isNear ? this.#within(this.#at.top + by) : this.#scale.toContent(scroll) };
    return this.#at.top;
  }

  set top(top) {
    this.element[this.key] = this.#scale.toScroll(this.#within(top));
    this.#at = { scroll: this.element[this.key], top: this.#within(top) };
  }

  get isAtEnd() {
    return this.top >= this.#content - this.#view - 1;
  }

  #within(top) {
    return Math.max(0, Math.min(this.#content - this.#view, top));
  }

  /** In a browser that does not say when a scroll has ended. */
  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settle(), pause);
  }

  /** Nobody scrolls: the bar shows where the content is. */
  settle() {
    const { top } = this;
    if (this.#scale.factor !== 1 && Math.abs(this.#scale.toScroll(top) - this.#at.scroll) > 1) this.top = top;
  }
}
