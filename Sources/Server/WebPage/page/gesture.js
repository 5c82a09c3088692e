// Pointers: mouse at 5 px, touch and pen after 250 ms still, the grip at once. The place follows the
// pointer in each frame, since the list may change and scroll under it.

import { byId, h, setText } from './dom.js';
import { scrollSpeed } from './layout.js';

export class Gesture {
  press = null;
  /** The section that is dragged by its header: `{id, index, moved}`. */
  section = null;
  #float = null;
  #swallow = false;
  #zone = {};
  #edges = {};

  constructor(app, board) {
    Object.assign(this, { app, board });
    const on = (type, handler, options) => board.addEventListener(type, handler, options);
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => event.pointerId === this.press?.id && this.cancel());
    // A touch is captured by its target first; that capture is lost when the board takes it.
    on('lostpointercapture', ({ target, pointerId }) => target === board && pointerId === this.press?.id && this.cancel());
    // From the first touch on: added later it would not keep the list from scrolling.
    on('touchmove', (event) => this.isCarrying && event.preventDefault(), { passive: false });
    on('contextmenu', (event) => (this.press?.isTouch || this.isCarrying) && event.preventDefault());
    on('click', (event) => this.#click(event), { capture: true });
    on('dragstart', (event) => event.preventDefault());
  }

  get isCarrying() {
    const { drag } = this.app;
    if (this.section !== null) return true;
    return Boolean(this.press?.isLifted) && drag.by === 'pointer' && drag.state === 'carrying';
  }

  #down(event) {
    this.#swallow = false;
    const { target, button, isPrimary, pointerType, pointerId, clientX, clientY } = event;
    if (!isPrimary || button !== 0 || this.press || target.closest('button, input, textarea, label')) return;
    const row = target.closest('.row'), head = target.closest('.head');
    const item = row && this.app.replica.items.get(row.dataset.item);
    if (!item && !head) return;
    // A viewer's finger scrolls, and a click selects.
    if (!this.app.replica.mayEdit) return;
    const isTouch = pointerType !== 'mouse', isGrip = target.closest('.grip') !== null;
    const section = head?.closest('.section').dataset.section;
    const start = { x: clientX, y: clientY, startX: clientX, startY: clientY };
    this.press = { id: pointerId, item, section, isTouch, isGrip, ...start };
    this.#edges = {};
    if (item) this.app.press(item);
    if (isTouch && !isGrip) this.press.timer = setTimeout(() => this.#lift(), 250);
  }

  #move(event) {
    const { press } = this;
    if (event.pointerId !== press?.id) return;
    const { clientX: x, clientY: y, buttons, altKey } = event;
    const distance = Math.hypot(x - press.startX, y - press.startY);
    if (press.isLifted && ((buttons & 1) === 0 || buttons & 2)) return this.cancel();
    Object.assign(press, { x, y, isCopy: altKey });
    press.hasMoved ||= distance > 8;
    if (press.isLifted) return this.app.schedule();
    if (press.isTouch && !press.isGrip) return void (distance > 8 && this.#release());
    if (distance > 5) this.#lift();
  }

  #lift() {
    const { press, app, board } = this;
    clearTimeout(press.timer);
    this.#swallow = true;
    if (press.section) this.section = { id: press.section, index: 0 };
    else if (!app.carry.lift(press.item, 'pointer')) return this.#release();
    press.isLifted = true;
    board.setPointerCapture(press.id);
    document.documentElement.classList.add('dragging');
    this.#makeFloat();
    if (press.isTouch) navigator.vibrate?.(10);
    app.schedule();
  }

  #makeFloat() {
    const { press, app } = this;
    const row = press.item ? app.view.rowOf(press.item.id)?.element : app.view.boxOf(press.section)?.head;
    if (!row) return;
    const { left, top, width, height } = row.getBoundingClientRect();
    const float = row.cloneNode(true);
    float.removeAttribute('tabindex');
    float.classList.add('float');
    float.classList.remove('away');
    Object.assign(float.style, { width: `${width}px`, height: `${height}px`, transform: '' });
    this.#float = h('div', { class: 'carried' }, float, h('span', { class: 'why' }));
    Object.assign(press, { dx: press.startX - left, dy: press.startY - top });
    byId('fly').append(this.#float);
  }

  /** In each frame: scrolls at the edges, finds the place again, and moves the float. */
  follow(now) {
    const { press, app } = this;
    if (!press?.isLifted) return;
    const { drag, view, scene } = app;
    if (this.#float) this.#float.style.transform = `translate(${press.x - press.dx}px, ${press.y - press.dy}px)`;
    const target = view.locate(press.x, press.y);
    this.scrollAt(press, target, now);
    if (this.section) {
      this.section.index = view.sectionAt(press.x, press.y);
      return;
    }
    if (drag.state !== 'carrying') return;
    scene.activeSection = target?.section.id ?? null;
    const isStart = Math.hypot(press.x - press.startX, press.y - press.startY) < 6 && drag.verdict === null;
    const place = target ? scene.placeAt(target.section, target.x, target.y) : null;
    if (!isStart || !scene.isThere(drag.place ?? {})) drag.aim(place, press.isCopy);
    const section = drag.place && app.replica.section(drag.place.section);
    this.#dressFloat(section && drag.verdict && !drag.isAllowed ? section : null);
  }

  /** What others do to the carried items is seen under the pointer. */
  #dressFloat(denied) {
    const { app: { drag, replica, parts } } = this, float = this.#float?.firstChild;
    if (!float) return;
    const count = drag.items.length, text = replica.items.get(drag.items[0])?.text;
    if (count > 1) float.dataset.count = String(count);
    else delete float.dataset.count;
    if (text !== undefined) setText(float.querySelector('.text'), text);
    const held = drag.isSuspended ? 'Held: no connection' : drag.isCopy ? 'Copy' : '';
    setText(this.#float.lastChild, denied ? parts.reason(denied, drag.verdict) : held);
    this.#float.classList.toggle('denied', denied !== null);
  }

  /** A pointer that comes in at an edge does not scroll at once. */
  resetEdges() {
    this.#edges = {};
  }

  /** Scrolls the section under the pointer or the board; the nearer edge wins. */
  scrollAt(point, target, now) {
    const { app: { view }, board } = this;
    const size = point.isTouch ? 72 : 48;
    const zones = [];
    const add = (element, key, point, low, high, most) => {
      for (const [sign, depth] of [[-1, low + size - point], [1, point - high + size]]) {
        // Not before the pointer has turned to the edge: an item near it can be picked up.
        const name = `${key}${sign}`, first = (this.#edges[name] ??= depth);
        if (depth > 0 && depth < 3 * size && depth > first + 4) zones.push({ element, key, sign, depth, most, name });
        else this.#edges[name] = Math.min(first, depth);
      }
    };
    const rect = board.getBoundingClientRect();
    if (view.isMosaic) add(board, 'scrollTop', point.y, rect.top, rect.bottom, 4000);
    else {
      add(board, 'scrollLeft', point.x, rect.left, rect.right, 500);
      const rows = !this.section && target?.box.rows, inner = rows && rows.getBoundingClientRect();
      if (rows) add(rows, 'scrollTop', point.y, inner.top, inner.bottom, 4000);
    }
    zones.sort((a, b) => b.depth - a.depth);
    this.#scroll(zones[0], size, now);
  }

  #scroll(zone, size, now) {
    const old = this.#zone;
    this.#zone = {};
    if (!zone) return;
    const { name, element, key, sign, depth, most } = zone;
    const since = old.name === name && old.element === element ? old.since : now;
    this.#zone = { name, element, since, last: now };
    const elapsed = Math.min(50, now - (old.last ?? now)) / 1000;
    element[key] += sign * Math.max(1, elapsed * scrollSpeed(depth / size, (now - since) / 1000, most));
    this.app.schedule();
  }

  #up(event) {
    if (event.pointerId !== this.press?.id) return;
    const { app, press } = this;
    if (press.isLifted && this.section) app.actions.moveSection(this.section.id, this.section.index);
    else if (press.isLifted && press.isTouch && !press.hasMoved) {
      // Held and let go where it was: marked, and no drag.
      app.carry.cancel(true);
      app.marks.toggle(press.item);
    } else if (press.isLifted) {
      this.follow(performance.now());
      app.carry.drop();
    }
    this.#release();
  }

  cancel() {
    if (this.press?.isLifted && !this.section) this.app.carry.cancel();
    this.#release();
  }

  /** Ends the gesture, however the drag ended. */
  #release() {
    const { press } = this;
    if (!press) return;
    clearTimeout(press.timer);
    this.press = this.section = null;
    this.#zone = {};
    document.documentElement.classList.remove('dragging');
    if (this.board.hasPointerCapture(press.id)) this.board.releasePointerCapture(press.id);
    this.#float?.remove();
    this.#float = null;
    this.app.scene.activeSection = null;
    if (press.item) this.app.release();
    this.app.schedule();
  }

  /** Others ended the drag: the pointer is still down and holds nothing. */
  over() {
    if (!this.press?.isLifted) return;
    this.#release();
    this.#swallow = true;
  }

  /** The click of a gesture that dragged, or was refused, does nothing. */
  #click(event) {
    if (!this.#swallow && !this.app.carry.isDeaf) return;
    this.#swallow = false;
    if (!event.target.closest('.row, .head')) return;
    event.stopPropagation();
    // Neither does it follow a link.
    event.preventDefault();
  }
}
