// The rows of one section that are in view, and the ghosts between them.

import { h, setText } from './dom.js';
import { tallestBox } from './layout.js';

/** How far above and below what is in view rows are drawn. */
export const overscan = 300;
/** How far from its box a row is at most. */
const farthest = 1_000_000;

export class Rows {
  constructor(view) {
    this.view = view;
  }

  /**
   * Draws the rows of a section between two heights of its content, and those that are pinned.
   *
   * @param moved as for the view @param steps takes what is to be animated @param shift how far all have been scrolled
   */
  draw(box, top, bottom, moved, steps, shift) {
    const { view } = this, { plan: { layout, list }, rowsById, section } = box, { parts } = view.state;
    const indices = [...this.#indices(box, top, bottom)].sort((a, b) => a - b);
    // What is not known has an index in place of an id.
    const wanted = new Set(indices.map((i) => list.at(i)?.id ?? i));
    for (const [id, row] of rowsById) if (!wanted.has(id)) [row.element.remove(), rowsById.delete(id)];
    const cursor = view.cursors.get(section.id);
    const stop = wanted.has(cursor) ? cursor : [...wanted].find((id) => typeof id === 'string');
    const elements = [];
    for (const index of indices) {
      const item = list.at(index), id = item?.id ?? index;
      const row = rowsById.get(id) ?? (item ? parts.makeRow(item) : parts.makeWaiting());
      rowsById.set(id, row);
      elements.push(row.element);
      const isLifted = layout.isLifted(index);
      this.#put(row, layout.frame(index), box.offset, { moved: item ? moved : null, steps, shift, item, index, isLifted });
      if (item) parts.dressRow(row, item, { index, isStop: id === stop, isLifted });
      else parts.dressWaiting(row, index);
    }
    if (elements.length) this.#orderRows(box.canvas, elements);
    this.#drawGhosts(box);
    box.rows.tabIndex = stop === undefined ? 0 : -1;
    box.element.classList.toggle('empty', list.length + layout.gaps.length === 0);
  }

  #indices(box, top, bottom) {
    const { plan: { layout, list }, section } = box, { pinned, scene: { replica }, state: { sight } } = this.view, visible = layout.visible(top, bottom), indices = new Set(visible);
    if (visible.length && !Array.isArray(list)) sight.see(section, visible[0], visible.at(-1) + 1);
    this.#follow(box, visible.find((i) => layout.frame(i).y + layout.frame(i).height > top + overscan) ?? visible[0]);
    for (const id of pinned) {
      const item = replica.items.get(id);
      const index = item?.section === section ? list.indexOf(item) : -1;
      if (index >= 0) indices.add(index);
    }
    return indices;
  }

  /** The first row in view moves with the items on its right, also if none is known. */
  #follow(box, index) {
    const { plan: { layout, list }, first } = box;
    first?.list.release(first.gap);
    box.first = Array.isArray(list) || index === undefined ? null : { list, gap: list.gap(index), y: layout.frame(index).y };
  }

  /** Reading order and tab order are those of the board. That which is pressed or has the focus is not moved, as it would lose both. */
  #orderRows(canvas, elements) {
    const { pressed: item } = this.view.state, pressed = item ? elements.findIndex((element) => element.dataset.item === item) : -1;
    const held = pressed < 0 ? elements.findIndex((element) => element.contains(document.activeElement)) : pressed;
    const at = Math.max(0, held);
    if (!elements[at].isConnected) canvas.prepend(elements[at]);
    for (let i = at; i > 0; i--) {
      if (elements[i].previousElementSibling !== elements[i - 1]) elements[i].before(elements[i - 1]);
    }
    for (let i = at; i + 1 < elements.length; i++) {
      if (elements[i].nextElementSibling !== elements[i + 1]) elements[i].after(elements[i + 1]);
    }
  }

  #put(row, frame, offset, { moved, steps, shift, item, index, isLifted }) {
    const { element, frame: old } = row;
    row.frame = frame;
    const { style } = element;
    // What is pinned far out of sight is not so far that a browser would take the focus away.
    const transform = `translate(${frame.x}px, ${Math.max(-farthest, Math.min(tallestBox + farthest, frame.y - offset))}px)`;
    if (row.transform !== transform) style.transform = row.transform = transform;
    if (old?.width !== frame.width) style.width = `${frame.width}px`;
    // A lifted tile has no size; a lifted row keeps the one that it had.
    if (row.height !== frame.height && !isLifted) style.height = `${row.height = frame.height}px`;
    const entry = moved?.get(item?.id);
    if (!moved || isLifted || entry === null) return;
    if (!old) {
      // From out of view: from the side on which it was.
      const dy = entry?.section === item.section && (entry.index < index ? -160 : 160);
      if (dy) steps.push({ element, dx: 0, dy, isMoved: true });
      return;
    }
    const [dx, dy] = [old.x - frame.x, old.y - frame.y + shift];
    if (dx || Math.abs(dy) > 0.5) steps.push({ element, dx, dy, isMoved: moved.has(item.id) });
  }

  #drawGhosts(box) {
    const { plan: { layout, lines, list }, ghosts } = box;
    const wanted = new Map(layout.gaps.map((gap) => [gap.key, gap]));
    for (const line of lines) wanted.set(line.key, { ...line, isLine: true });
    for (const [key, ghost] of ghosts) if (!wanted.has(key)) [ghost.remove(), ghosts.delete(key)];
    for (const [key, gap] of wanted) {
      let ghost = ghosts.get(key);
      if (!ghost) {
        ghost = h('div', { class: 'ghost', dir: 'auto', 'aria-hidden': 'true' });
        box.canvas.append(ghost);
        ghosts.set(key, ghost);
      }
      const frame = gap.isLine ? this.#lineFrame(layout, gap.at, list.length) : gap.frame;
      ghost.style.transform = `translate(${frame.x}px, ${frame.y - box.offset}px)`;
      ghost.style.width = `${frame.width}px`;
      ghost.style.height = gap.isLine ? '' : `${frame.height}px`;
      this.view.state.parts.dressGhost(ghost, gap, box.section);
    }
  }

  #lineFrame(layout, at, count) {
    if (at < count) return { ...layout.frame(at), y: layout.frame(at).y - 4 };
    const last = count ? layout.frame(count - 1) : { x: 0, y: 0, width: layout.width ?? 200, height: 0 };
    return { ...last, y: last.y + last.height };
  }

  /** Who aims where nobody sees it: "Ann ↓". */
  pointBeyond(box, top) {
    const far = box.plan.layout.gaps.filter(({ isOwn, frame }) =>
      !isOwn && (frame.y + frame.height < top || frame.y > top + box.height));
    const side = (isUp) => far.filter(({ frame }) => (frame.y < top) === isUp);
    const names = (isUp) => side(isUp).map(({ drag }) => drag.client);
    setText(box.above, names(true).map((name) => `${name} ↑`).join(' '));
    setText(box.below, names(false).map((name) => `${name} ↓`).join(' '));
  }
}
