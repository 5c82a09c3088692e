// Items as tasks: whether a board shows check boxes, and what they do to the field `done`.

import { speak } from './dom.js';
import { isDone } from './facts.js';
import { say } from './words.js';

export class Tasks {
  /** Whether there are check boxes: since something was done on this board. */
  isShown = false;
  #day = new Date().getDate();

  constructor(app) {
    this.app = app;
    // What is due today is overdue tomorrow.
    setInterval(() => this.#day !== (this.#day = new Date().getDate()) && app.view.redress(), 60_000);
  }

  /** Whether the server has fields. */
  get isThere() {
    return this.app.link.has('fields');
  }

  /** Something is done for the first time: all items get a check box. */
  follow(change) {
    if (this.isShown) return;
    const changed = change.kind === 'snapshot' ? this.app.replica.items.values() : [...change.moved.map(({ item }) => item), ...change.inserted, ...change.edited, ...change.reconfigured];
    for (const { fields } of changed) if (fields.done) return this.#show();
  }

  #show() {
    this.isShown = true;
    this.app.root.classList.add('tasks');
    this.app.view.measure();
  }

  /** Says that an item is done, with all that are marked if it is; or that it is not. */
  toggle(item) {
    const { marks, replica, actions, scene } = this.app, now = !isDone(item.fields), ids = marks.of(item).filter((id) => replica.items.has(id));
    const texts = scene.textsOf(ids);
    actions.change({ kind: 'set', items: ids, fields: { done: now ? 'yes' : null } }, () => speak(say.done(texts, now)), item.id);
    // The browser has ticked the box already, also if nothing could be sent.
    this.app.view.redress();
  }
}
