// Where the keyboard is. The focus never falls to `body`: it follows its item, or goes to the next.

import { byId } from './dom.js';

export class Focus {
  /** The item and the section that have the focus, and the index to go to if the item goes. */
  #at = null;
  #isBusy = false;
  /** Where the focus goes when the item there is known: `{section, gap, queue}`; and what is to be done then. */
  #ahead = null;

  constructor(app) {
    this.app = app;
    app.root.addEventListener('focusin', ({ target }) => this.#enter(target));
  }

  #enter(target) {
    this.#stopWaiting();
    const { view, scene, replica } = this.app;
    const item = target.closest('.row')?.dataset.item, section = target.closest('.section')?.dataset.section;
    this.#unpin();
    this.#at = section ? { item, section, isRow: target.matches('.row, .rows') } : null;
    const current = replica.section(section);
    // A row that is gone for the replica may have the focus until the next frame.
    if (!item || !current) return;
    view.pinned.add(item);
    view.cursors.set(section, item);
    this.#at.index = scene.plan(current).list.indexOf(replica.items.get(item));
    this.app.schedule();
  }

  #unpin() {
    const item = this.#at?.item;
    if (item && item !== this.app.pressed && item !== this.app.editor.current?.id) this.app.view.pinned.delete(item);
  }

  /** After each frame. */
  keep() {
    this.#followSection();
    const { activeElement, body } = document;
    const isSomewhere = activeElement !== body && activeElement?.isConnected;
    if (!this.#at?.isRow || this.#isBusy || isSomewhere || this.#ahead) return;
    const { replica, scene } = this.app;
    const item = replica.items.get(this.#at.item);
    if (item) return this.item(item);
    const section = replica.section(this.#at.section) ?? replica.sections[0];
    if (!section) return byId('more').focus();
    this.place(section, this.#at.index ?? 0);
  }

  /** Goes to the item at an index of what is shown of a section, or to the last one. One that is not known has the focus as soon as it is. */
  place(section, index) {
    const { list, layout } = this.app.scene.plan(section), at = Math.max(0, Math.min(list.length - 1, index)), item = list.at(at);
    if (!list.length) return this.section(section);
    if (item) return this.item(item);
    const queue = this.#ahead?.queue ?? [], gap = list.gap(at);
    this.#stopWaiting();
    this.#ahead = { section, gap, queue };
    this.app.view.reveal(section, layout.frame(at));
    this.app.sight.load(section, at, at + 1, () => this.#arrive(gap));
    this.app.schedule(false);
  }

  /** The index to which the focus goes in a section, or null. */
  aheadIn(section) {
    return this.#ahead?.section === section ? this.#ahead.gap.from : null;
  }

  /** Does something at once, or behind what the focus waits for. */
  whenThere(action) {
    if (this.#ahead) this.#ahead.queue.push(action);
    else action();
  }

  /** Whether a key waits for the item to which the focus is going: another step does not, unless something waits before it. */
  waits(isStep) {
    return this.#ahead !== null && (!isStep || this.#ahead.queue.length > 0);
  }

  #arrive(gap) {
    if (this.#ahead?.gap !== gap) return;
    const { section, queue } = this.#ahead, item = section.items.at(gap.from);
    if (!item) return this.place(section, gap.from);
    this.item(item);
    for (const action of queue) this.whenThere(action);
  }

  /** A snapshot has another object for the section to which the focus goes, or none. */
  #followSection() {
    const { section, gap } = this.#ahead ?? {}, now = section && this.app.replica.section(section.id);
    if (now === section) return;
    if (now) return this.place(now, gap.from);
    this.#stopWaiting();
  }

  #stopWaiting() {
    this.#ahead?.section.items.release(this.#ahead.gap);
    this.#ahead = null;
  }

  item(item) {
    const { app } = this;
    this.#stopWaiting();
    if (!app.replica.items.has(item.id)) return;
    const plan = app.scene.plan(item.section), index = plan.list.indexOf(item);
    if (index < 0) return;
    app.view.pinned.add(item.id);
    this.#show(item.section, plan.layout.frame(index), () => app.view.rowOf(item.id)?.element);
  }

  section(section) {
    if (!section) return;
    const { list } = this.app.scene.plan(section), last = this.app.replica.items.get(this.app.view.cursors.get(section.id));
    if (list.length) return list.includes(last) ? this.item(last) : this.place(section, 0);
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
