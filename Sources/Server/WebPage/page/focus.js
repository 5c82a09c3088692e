// Where the keyboard is. The focus never falls to `body`: it follows its item, or goes to the next.

import { byId } from './dom.js';

export class Focus {
  /** The item and the section that have the focus, and the index to go to if the item goes. */
  #at = null;
  #isBusy = false;

  constructor(app) {
    this.app = app;
    app.root.addEventListener('focusin', ({ target }) => this.#enter(target));
  }

  #enter(target) {
    const { view, scene, replica } = this.app;
    const item = target.closest('.row')?.dataset.item, section = target.closest('.section')?.dataset.section;
    this.#unpin();
    this.#at = section ? { item, section, isRow: target.matches('.row, .rows') } : null;
    const current = replica.section(section);
    // A row that is gone for the replica may have the focus until the next frame.
    if (!item || !current) return;
    view.pinned.add(item);
    view.cursors.set(section, item);
    this.#at.index = scene.plan(current).list.findIndex(({ id }) => id === item);
    this.app.schedule();
  }

  #unpin() {
    const item = this.#at?.item;
    if (item && item !== this.app.pressed && item !== this.app.editor.current?.id) this.app.view.pinned.delete(item);
  }

  /** After each frame. */
  keep() {
    const { activeElement, body } = document;
    const isSomewhere = activeElement !== body && activeElement?.isConnected;
    if (!this.#at?.isRow || this.#isBusy || isSomewhere) return;
    const { replica, scene } = this.app;
    const item = replica.items.get(this.#at.item);
    if (item) return this.item(item);
    const section = replica.section(this.#at.section) ?? replica.sections[0];
    if (!section) return byId('more').focus();
    const { list } = scene.plan(section);
    const next = list[Math.min(this.#at.index ?? 0, list.length - 1)];
    if (next) this.item(next);
    else this.section(section);
  }

  item(item) {
    const { app } = this;
    if (!app.replica.items.has(item.id)) return;
    const plan = app.scene.plan(item.section), index = plan.list.indexOf(item);
    if (index < 0) return;
    app.view.pinned.add(item.id);
    this.#show(item.section, plan.layout.frame(index), () => app.view.rowOf(item.id)?.element);
  }

  section(section) {
    if (!section) return;
    const { list } = this.app.scene.plan(section);
    const item = list.find(({ id }) => id === this.app.view.cursors.get(section.id)) ?? list[0];
    if (item) return this.item(item);
    this.#show(section, { y: 0, height: 0 }, () => this.app.view.boxOf(section.id)?.rows);
  }

  #show(section, frame, find) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.app.view.reveal(section, frame);
    this.app.draw();
    find()?.focus({ preventScroll: true });
    this.#isBusy = false;
  }
}
