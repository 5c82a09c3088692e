// The sections in view, placed by numbers, with their rows. What is out of view is not in the DOM, except what is pinned:
// the row that is pressed, focused or edited.

import { ScrollAnchor } from './anchor.js';
import { advances, h } from './dom.js';
import { grid } from './layout.js';
import { Motion } from './motion.js';
import { Rows, overscan } from './rows.js';
import { Scroller } from './scroll.js';

export class View {
  isMosaic = false;
  motion = new Motion();
  pinned = new Set();
  /** The item that has, or had last, the focus in each section. */
  cursors = new Map();
  #shown = new Map();
  #rows = new Rows(this);

  constructor(root, scene, state) {
    Object.assign(this, { root, scene, state });
    this.scrollers = { columns: new Scroller(root, 'scrollLeft'), mosaic: new Scroller(root, 'scrollTop') };
    this.canvas = h('div', { class: 'canvas' });
    this.anchor = new ScrollAnchor(this, this.#shown);
    root.append(this.canvas);
    root.addEventListener('scroll', () => state.schedule(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(root);
  }

  get scroller() {
    return this.scrollers[this.isMosaic ? 'mosaic' : 'columns'];
  }

  /** Reads what only CSS knows: the size of a rem, the font, the width of a section. */
  measure() {
    const { root, isMosaic } = this;
    const rem = this.rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const style = getComputedStyle(root);
    root.classList.toggle('mosaic', isMosaic);
    this.size = { width: root.clientWidth, height: root.clientHeight };
    this.head = 3.25 * rem;
    this.foot = isMosaic ? rem : 3.25 * rem;
    this.gap = isMosaic ? 0 : 0.875 * rem;
    this.edge = isMosaic ? 0 : 0.875 * rem;
    const wide = Math.min(18.5 * rem, 0.85 * this.size.width);
    this.width = isMosaic ? this.size.width : wide;
    const inner = this.width - (isMosaic ? 2 : 1) * rem;
    const spacing = 0.5 * rem, line = Math.round(1.3 * rem), room = 1.5 * rem;
    const units = grid(inner, { unit: 9.5 * rem, spacing });
    // The grip, the check box, and the menu button; these are wider for a finger.
    const isCoarse = matchMedia('(pointer: coarse)').matches, check = this.state.tasks.isShown ? (isCoarse ? 2.25 : 1.6) : 0;
    const around = (isCoarse ? 4.1 : 3.75) * rem + check * rem;
    const font = `${style.fontWeight} ${0.9375 * rem}px ${style.fontFamily}`;
    if (font !== this.font) [this.font, this.advance] = [font, advances(font)];
    const textWidth = (count) =>
      (isMosaic ? Math.min(count, units.columns) * (units.unit + spacing) - spacing : inner) - around;
    this.scene.setMetrics({
      isMosaic, textWidth, line, room, note: 1.6 * rem, padding: 10, width: inner, advance: this.advance,
      columns: units.columns, unit: isMosaic ? { width: units.unit, height: line + room } : 0,
      spacing: isMosaic ? { width: spacing, height: spacing } : spacing,
    });
    root.style.setProperty('--line', `${line}px`);
    for (const box of this.#shown.values()) box.height = 0;
    this.state.schedule(false);
  }

  /** What rows show is another than what they were drawn with. */
  redress() {
    for (const { rowsById } of this.#shown.values()) for (const row of rowsById.values()) row.fields = null;
    this.state.schedule(false);
  }

  /** Marks rows whose content has changed, and moves nothing. */
  tint(ids) {
    for (const id of ids) {
      const row = this.rowOf(id);
      if (row) this.motion.tint(row.element);
    }
  }

  /** The frames of all sections on the canvas of the board. */
  arrange() {
    let at = this.edge;
    const { isMosaic } = this;
    this.frames = this.scene.replica.sections.map((section) => {
      const height = isMosaic ? this.head + this.scene.plan(section).layout.height + this.foot : this.size.height;
      const frame = { section, start: at, extent: isMosaic ? height : this.width, height };
      at += frame.extent + this.gap;
      return frame;
    });
    const extent = at + (isMosaic ? this.foot : this.width + this.edge);
    this.canvas.style[isMosaic ? 'height' : 'width'] = `${this.scroller.fit(extent, isMosaic ? this.size.height : this.size.width)}px`;
    this.canvas.style[isMosaic ? 'width' : 'height'] = '';
    this.addSectionAt = at;
  }

  /**
   * @param moved the ids that moved since the last frame, with null for what the own drag dropped,
   * which is there already; or null for a frame without motion
   */
  draw(moved) {
    if (!this.size?.width) return;
    const before = moved && this.#boxesOf(moved);
    this.arrange();
    const { top } = this.scroller, from = top - overscan;
    this.offset = top - this.root[this.scroller.key];
    const to = from + (this.isMosaic ? this.size.height : this.size.width) + 2 * overscan;
    const kept = new Set([...this.pinned].map((id) => this.scene.replica.items.get(id)?.section));
    const shown = this.frames.filter(({ section, start, extent }) =>
      (start < to && start + extent > from) || kept.has(section));
    for (const [id, box] of this.#shown) {
      if (!shown.some(({ section }) => section.id === id)) [box.element.remove(), this.#shown.delete(id)];
    }
    const steps = [];
    for (const frame of shown) this.#drawSection(frame, { from, to, moved, steps });
    this.#order(shown);
    if (moved) this.#move(steps, before);
  }

  /** Reading order and tab order are those of the board. */
  #order(shown) {
    let next = this.canvas.firstElementChild;
    for (const { section } of shown) {
      const { element, rows } = this.#shown.get(section.id);
      if (element === next) {
        next = next.nextElementSibling;
        continue;
      }
      // What is put elsewhere forgets how far it was scrolled.
      const { scrollTop } = rows;
      this.canvas.insertBefore(element, next);
      rows.scrollTop = scrollTop;
    }
  }

  #drawSection({ section, start, extent, height }, { from, to, moved, steps }) {
    const box = this.#shown.get(section.id) ?? this.#makeSection(section);
    const { element, rows } = box;
    // A snapshot has a new object for the same section.
    box.section = section;
    const at = start - this.offset;
    element.style.transform = this.isMosaic ? `translateY(${at}px)` : `translateX(${at}px)`;
    element.style.width = `${this.width}px`;
    element.style.height = this.isMosaic ? `${height}px` : '';
    box.plan = this.scene.plan(section);
    this.state.parts.dressSection(box, section);
    const content = box.plan.layout.height;
    if (this.isMosaic) {
      box.canvas.style.height = `${content}px`;
      const top = start + this.head;
      this.#rows.draw(box, Math.max(0, from - top), to - top, moved, steps, 0);
      return;
    }
    if (!box.height) box.height = this.#roomFor(box);
    box.canvas.style.height = rows.style.height = `${box.scroller.fit(content, box.height)}px`;
    if (this.scene.activeSection !== section.id) this.anchor.slacken(box, -box.slack);
    const { top } = box.scroller;
    box.offset = top - rows.scrollTop;
    this.#rows.draw(box, top - overscan, top + box.height + overscan, moved, steps, box.shift);
    box.shift = 0;
    this.#rows.pointBeyond(box, top);
  }

  /** The height that the rows of a section can have: it ends under its last item, or at the end of the board. */
  #roomFor({ element, rows }) {
    const around = element.offsetHeight - rows.offsetHeight;
    return this.size.height - this.rem - around;
  }

  #makeSection(section) {
    const box = this.state.parts.makeSection(section);
    const state = { offset: 0, slack: 0, shift: 0, version: section.version, section };
    Object.assign(box, { rowsById: new Map(), ghosts: new Map(), scroller: new Scroller(box.rows, 'scrollTop'), ...state });
    box.rows.addEventListener('scroll', () => this.state.schedule(), { passive: true });
    this.#shown.set(section.id, box);
    this.canvas.append(box.element);
    return box;
  }

  #boxesOf(moved) {
    const boxes = new Map();
    for (const [id, entry] of moved) {
      const row = entry && boxes.size < 24 && this.rowOf(id);
      if (row) boxes.set(id, { rect: row.element.getBoundingClientRect(), section: row.section });
    }
    return boxes;
  }

  #move(steps, before) {
    for (const [id, { rect, section }] of before) {
      const row = this.rowOf(id);
      if (!row || row.section === section) continue;
      this.motion.fly(row.element, rect, row.element.getBoundingClientRect());
    }
    for (const { start, section } of this.frames) {
      const box = this.#shown.get(section.id);
      if (!box) continue;
      const was = box.start;
      box.start = start;
      if (was === undefined || Math.abs(was - start) < 1 || this.isMosaic) continue;
      steps.push({ element: box.element, dx: was - start, dy: 0, isMoved: true });
    }
    this.motion.play(steps);
  }

  /** The row of an item, if it is in the DOM. */
  rowOf(id) {
    const section = this.scene.replica.items.get(id)?.section.id;
    for (const box of this.#shown.values()) {
      const row = box.rowsById.get(id);
      if (row) return { ...row, section: box.section.id, isStale: section !== box.section.id };
    }
  }

  boxOf(section) {
    return this.#shown.get(section);
  }

  /** Where a point of the window is on the canvas of the board. */
  #along(x, y, { left, top }) {
    return this.offset + (this.isMosaic ? y - top + this.root.scrollTop : x - left + this.root.scrollLeft);
  }

  /** The section under a point of the window, and the point on its rows. */
  locate(x, y) {
    const rect = this.root.getBoundingClientRect();
    if (x < rect.left || x >= rect.right || y < rect.top || y >= rect.bottom) return null;
    const at = this.#along(x, y, rect), half = this.gap / 2;
    const frame = this.frames?.find(({ start, extent }) => at >= start - half && at < start + extent + half);
    const box = frame && this.#shown.get(frame.section.id), inner = box?.canvas.getBoundingClientRect();
    if (!box) return null;
    return { section: frame.section, x: x - inner.left, y: y - inner.top + box.offset, box };
  }

  /** The index of the section before which a dragged section would go. */
  sectionAt(x, y) {
    const at = this.#along(x, y, this.root.getBoundingClientRect());
    const index = this.frames.findIndex(({ start, extent }) => at < start + extent / 2);
    return index < 0 ? this.frames.length : index;
  }

  /** Whether the middle of a section is in view. */
  isInView(section) {
    const { start, extent } = this.frames.find((each) => each.section === section), middle = start + extent / 2;
    const from = this.scroller.top;
    return middle > from && middle < from + (this.isMosaic ? this.size.height : this.size.width);
  }

  /** Scrolls an item or a gap into view. */
  reveal(section, frame) {
    const start = this.frames?.find((each) => each.section === section)?.start;
    if (start === undefined || !frame) return;
    const into = (scroller, low, extent, view) => {
      const now = scroller.top;
      const to = low < now ? low : low + extent > now + view ? low + extent - view : now;
      if (to !== now) scroller.top = to;
    };
    if (this.isMosaic) {
      const low = start + frame.y - 8;
      return into(this.scroller, low, frame.height + this.head + 16, this.size.height);
    }
    into(this.scroller, start - this.edge, this.width + 2 * this.edge, this.size.width);
    const box = this.#shown.get(section.id);
    if (box?.height) into(box.scroller, frame.y - 8, frame.height + 16, box.height);
  }

  clear() {
    for (const { element } of this.#shown.values()) element.remove();
    this.#shown.clear();
    this.scene.forget();
  }
}
