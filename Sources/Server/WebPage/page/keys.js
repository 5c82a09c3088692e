// The keyboard: every drag and command without a pointer.

import { isTyping } from './dom.js';

const arrows = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
const beside = { ArrowLeft: -1, ArrowRight: 1 };

export class Keys {
  constructor(app) {
    this.app = app;
    document.addEventListener('keydown', (event) => this.#press(event));
  }

  #press(event) {
    const { app } = this;
    if (event.isComposing || event.defaultPrevented || document.querySelector('[role=menu], dialog[open]')) return;
    const { drag } = app;
    if (event.key === 'Escape' && app.gesture.press) return this.#done(event, () => app.gesture.cancel());
    if (event.key === 'Escape' && drag.isLive) return this.#done(event, () => app.carry.cancel());
    if (isTyping(event.target)) return;
    const isCarrying = drag.state === 'carrying' && drag.by === 'keyboard';
    if (drag.isLive && !isCarrying) return;
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event, pressed = { key, ctrlKey, metaKey, shiftKey, altKey };
    const command = this.#command({ ...pressed, target }, isCarrying);
    if (!command) return;
    // What is done with the item to which the focus is going waits for that.
    const isLater = target.closest('.row, .rows') && app.focus.waits(key in arrows);
    this.#done(event, isLater ? () => app.focus.whenThere(() => this.#command({ ...pressed, target: document.activeElement }, isCarrying)?.()) : command);
  }

  #done(event, command) {
    event.preventDefault();
    command();
  }

  #command({ key, ctrlKey, metaKey, shiftKey, altKey, target }, isCarrying) {
    const { app } = this;
    const isControl = (ctrlKey || metaKey) && !altKey;
    if (isControl && key.toLowerCase() === 'z') return () => app.undo.run(shiftKey ? 'redo' : 'undo');
    if (key === 'Escape' && app.marks.isMany) return () => app.marks.clear();
    if (!isControl && (ctrlKey || metaKey || altKey)) return null;
    if (!isControl && key === '/') return () => app.actions.startFind();
    if (!isControl && key === '?') return () => app.panels.help();
    const row = target.closest('.row, .rows');
    if (!row || target.closest('button, a')) return null;
    const section = app.replica.section(row.closest('.section').dataset.section);
    const item = app.replica.items.get(row.dataset.item);
    if (isCarrying) return isControl ? null : this.#carry(key);
    if (!section) return null;
    if (item && (isControl || shiftKey) && app.replica.mayEdit && this.#marks(key, isControl)) return this.#mark(section, item, key);
    if (isControl) return null;
    if (key in arrows) return () => this.#go(section, item, arrows[key]);
    if (key in beside) return () => this.#beside(section, item, beside[key]);
    if (key.toLowerCase() === 'n') return () => app.actions.isAllowed('insert') && app.view.boxOf(section.id)?.add.focus();
    if (!item) return null;
    switch (key) {
      case ' ': return () => app.carry.isDeaf || app.carry.lift(item, 'keyboard');
      case 'Enter': return () => app.carry.isDeaf || app.actions.open(item);
      case 'F2': case 'e': case 'E': return () => app.editor.open(item);
      case 'x': case 'X': return () => (app.tasks.isThere && app.replica.mayEdit ? app.tasks.toggle(item) : app.actions.select(item));
      case 't': case 'T': return () => app.actions.isAllowed('begin', item.id) && app.moving.open(app.marks.of(item));
      case 'Delete': return () => app.actions.remove(item);
      case 'ContextMenu': return () => app.replica.mayEdit && app.panels.itemMenu(item);
      default: return null;
    }
  }

  /** Ctrl and Space, Ctrl and A, Shift and an arrow: as in a list box of which several can be selected. */
  #marks(key, isControl) {
    return isControl ? key === ' ' || key.toLowerCase() === 'a' : key in arrows;
  }

  #mark(section, item, key) {
    const { marks, focus } = this.app;
    if (key === ' ') return () => marks.toggle(item);
    if (key.toLowerCase() === 'a') return () => marks.all(section, item);
    return () => {
      focus.place(section, this.#next(section, item, arrows[key]));
      focus.whenThere(() => {
        const next = this.app.replica.items.get(document.activeElement?.closest('.row')?.dataset.item);
        if (next) marks.extend(next, item);
      });
    };
  }

  #carry(key) {
    const { app } = this;
    if (key in arrows) return () => app.carry.move((place) => app.scene.step(place, arrows[key]));
    if (key in beside) return () => app.carry.moveBeside(beside[key]);
    if (key === ' ' || key === 'Enter') return () => app.carry.drop();
    if (key === 'c' || key === 'C') return () => app.carry.move((place) => place, !app.drag.isCopy);
    return key === 'Tab' ? () => {} : null;
  }

  #go(section, item, step) {
    if (this.app.scene.plan(section).list.length) this.app.focus.place(section, this.#next(section, item, step));
  }

  /** The index to go to, from where the focus is or is going. */
  #next(section, item, step) {
    const { list } = this.app.scene.plan(section), at = this.app.focus.aheadIn(section) ?? Math.max(0, list.indexOf(item));
    return Math.max(0, Math.min(list.length - 1, at + step));
  }

  #beside(section, item, step) {
    const { view, focus, scene, replica: { sections, items } } = this.app;
    const next = sections[sections.indexOf(section) + step];
    if (!next) return;
    const { list } = scene.plan(next), cursor = items.get(view.cursors.get(next.id));
    if (list.includes(cursor)) focus.item(cursor);
    else focus.place(next, scene.plan(section).list.indexOf(item));
  }
}
