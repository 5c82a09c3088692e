// Clicks on the board: they choose, select and open items, and open menus.

import { isCut } from './dom.js';

export class Clicks {
  constructor(app) {
    this.app = app;
    app.root.addEventListener('click', (event) => this.#click(event));
    app.root.addEventListener('change', ({ target }) => target.closest('.check') && this.#check(target));
    app.root.addEventListener('dblclick', (event) => this.#doubleClick(event));
  }

  #itemOf(target) {
    return this.app.replica.items.get(target.closest('.row')?.dataset.item);
  }

  #click({ target, ctrlKey, metaKey, shiftKey, pointerType, detail }) {
    const { app: { replica, panels, drag, marks, actions } } = this;
    const section = replica.section(target.closest('.section')?.dataset.section);
    const item = this.#itemOf(target);
    const act = target.closest('[data-act]')?.dataset.act;
    if (act === 'section-menu') return section && panels.sectionMenu(section, target);
    if (act === 'item-menu') return item && panels.itemMenu(item);
    // Who has no menu of the section reads its whole title so.
    if (target.closest('.name') && !replica.mayEdit && isCut(target)) panels.toast(target.textContent);
    if (!item || drag.isLive || target.closest('a, .check')) return;
    const isTouch = ![undefined, 'mouse'].includes(pointerType), isMarking = isTouch && marks.isMany;
    if (shiftKey && replica.mayEdit) marks.extend(item);
    else if (ctrlKey || metaKey || shiftKey || isMarking) actions.select(item);
    // A finger, a pen, or what a screen reader sends; an old browser does not tell them from a mouse.
    else if (isTouch) actions.open(item);
    // The second click of two opens the item, which the first one has selected.
    else if (detail < 2 || actions.hasChoice(item)) {
      marks.clear(item);
      actions.choose(item);
    }
  }

  #check(box) {
    const item = this.#itemOf(box);
    if (item) this.app.tasks.toggle(item);
  }

  #doubleClick({ target }) {
    const { replica, drag, actions, card } = this.app;
    if (target.closest('button, a, input, label') || drag.isLive) return;
    const section = replica.section(target.closest('.head')?.parentElement.dataset.section);
    if (section && replica.mayEdit) return actions.renameSection(section);
    const item = this.#itemOf(target);
    if (item && !actions.hasChoice(item)) card.open(item);
  }
}
