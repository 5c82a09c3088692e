// Keeps what is in view where it is on the screen while the list changes above it: the first row of a
// section that is scrolled, or the row under the pointer.

export class ScrollAnchor {
  #view;
  #boxes;

  /** @param boxes the sections in the DOM, by id */
  constructor(view, boxes) {
    this.#view = view;
    this.#boxes = boxes;
  }

  /** After an update, before the drag moves on: scrolls so that the first row in view, or the row
   * under the pointer, stays where it is on the screen. */
  hold() {
    if (!this.#view.frames) return;
    const active = this.#view.scene.activeSection;
    let board = null;
    for (const box of this.#boxes.values()) {
      if (!this.#view.scene.replica.sections.includes(box.section)) continue;
      const isActive = active === box.section.id, isChanged = box.version !== box.section.version;
      box.version = box.section.version;
      const { top: scrolled } = this.#view.isMosaic ? this.#view.scroller : box.scroller;
      if (isActive ? !isChanged : scrolled <= 0) continue;
      const top = this.#view.isMosaic ? 0 : scrolled;
      const anchor = this.#anchorRow(box, isActive, top);
      if (!this.#view.isMosaic) this.#hold(box, anchor);
      else if (anchor && (isActive || !board)) board = { box, anchor, start: this.#startOf(box) };
    }
    if (board) this.#holdBoard(board);
  }

  #startOf(box) {
    return this.#view.frames.find(({ section }) => section === box.section)?.start ?? 0;
  }

  #anchorRow(box, isActive, top) {
    const { drag } = this.#view.scene;
    const id = drag.place?.anchor?.split(':')[1] ?? drag.items[0];
    const own = isActive && box.rowsById.get(id);
    if (own) return { id, y: own.frame.y };
    let best = null;
    for (const [rowId, { frame }] of box.rowsById) {
      const y = this.#view.isMosaic ? frame.y + this.#topOf(box) : frame.y;
      const isBetter = !best || (typeof rowId === typeof best.id ? y < best.top : typeof rowId === 'string');
      if (y + frame.height > top && isBetter) best = { id: rowId, y: frame.y, top: y };
    }
    // Of what is not known only the first row is followed.
    return typeof best?.id === 'number' ? box.first : best;
  }

  #topOf(box) {
    return this.#startOf(box) - this.#view.scroller.top + this.#view.head;
  }

  /** How far an anchor is from where it was, in its section; undefined if it is gone. */
  #shiftOf(box, anchor) {
    if (!anchor) return undefined;
    const { list, layout } = this.#view.scene.plan(box.section), item = this.#view.scene.replica.items.get(anchor.id);
    const index = anchor.gap ? (anchor.list === list ? anchor.gap.from : -1) : list.indexOf(item);
    return index < 0 || index >= list.length || layout.isLifted(index) ? undefined : layout.frame(index).y - anchor.y;
  }

  #hold(box, anchor) {
    const shift = this.#shiftOf(box, anchor) ?? 0;
    // Who has gone to the end of what is not known stays there when it is.
    const { scroller } = box, old = scroller.top, isActive = this.#view.scene.activeSection === box.section.id;
    const isEnd = anchor?.gap && scroller.isAtEnd && !isActive;
    if (Math.abs(shift) < 0.5 && !isEnd) return;
    // As far as it can be scrolled at its full height: it may still grow to that.
    box.canvas.style.height = `${scroller.fit(this.#view.scene.plan(box.section).layout.height, box.height)}px`;
    scroller.top = isEnd ? Infinity : old + shift;
    const scrolled = scroller.top - old;
    if (isActive) this.slacken(box, shift - scrolled);
    box.shift = isActive ? shift : scrolled;
  }

  /** What cannot be scrolled in the section of the drag is shifted, until the drag leaves it. */
  slacken(box, by) {
    if (!by) return;
    box.slack += by;
    box.canvas.style.marginTop = `${-box.slack}px`;
    if (box.slack === 0) this.#view.motion.play([{ element: box.canvas, dx: 0, dy: by, isMoved: false }]);
  }

  #holdBoard({ box, anchor, start }) {
    const shift = this.#shiftOf(box, anchor);
    this.#view.arrange();
    const by = shift === undefined ? 0 : shift + this.#startOf(box) - start;
    if (Math.abs(by) > 0.5) this.#view.scroller.top += by;
  }
}
