// The panel of one item: its whole text with its links, which editors can edit there.

import { h, isTyping, setLinkedText, setText } from './dom.js';
import { FieldForm } from './fieldform.js';
import { icon } from './icons.js';
import { shownTitle } from './words.js';

export class Card {
  /** `{item, dialog, …}` while it is open. */
  #open = null;

  constructor(app) {
    this.app = app;
  }

  /** The id of the item that is shown. */
  get id() {
    return this.#open?.item.id;
  }

  open(item) {
    const where = h('h2', { dir: 'auto' });
    const text = h('div', { class: 'whole', dir: 'auto', tabIndex: 0, autofocus: true });
    const note = h('p', { class: 'theirs', role: 'status' });
    const edit = h('button', { onclick: () => this.#edit() }, 'Edit');
    const close = h('button', { class: 'icon', 'aria-label': 'Close', title: 'Close (Esc)', onclick: () => dialog.close() }, icon('close'));
    const fields = this.app.tasks.isThere ? new FieldForm(this.app, item) : null;
    const body = h('div', { class: 'body' }, text, ...(fields ? [fields.element] : []));
    const dialog = this.app.panels.dialog('card', 'Item', h('header', {}, where, close), body, note, edit);
    dialog.addEventListener('close', () => this.#closed(dialog));
    dialog.addEventListener('keydown', (event) => this.#press(event));
    // The backdrop is the dialog itself, whose content covers it.
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    this.#open = { item, dialog, where, text, note, edit, body, fields };
    this.follow();
  }

  #press(event) {
    if (isTyping(event.target) || event.target.type === 'checkbox' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!['e', 'E', 'F2'].includes(event.key) || this.#open.edit.hidden) return;
    event.preventDefault();
    this.#edit();
  }

  #edit() {
    const { item, text, body } = this.#open;
    text.hidden = true;
    this.app.editor.open(item, body, () => {
      text.hidden = false;
      if (body.isConnected) text.focus();
      this.follow();
    });
    this.follow();
  }

  #closed(dialog) {
    if (this.#open?.dialog !== dialog) return;
    if (this.#open.body.contains(this.app.editor.current?.element ?? null)) this.app.editor.close(false);
    this.#open = null;
  }

  /** In each frame: what the item is now. */
  follow() {
    if (!this.#open) return;
    const { app: { replica, editor } } = this, { dialog, where, text, note, edit, fields } = this.#open;
    const item = replica.items.get(this.#open.item.id), isEditing = editor.current?.host === this.#open.body;
    if (item) {
      this.#open.item = item;
      setText(where, shownTitle(item.section));
      dialog.setAttribute('aria-label', `Item in ${where.textContent}`);
      if (this.#open.shown !== item.text) setLinkedText(text, this.#open.shown = item.text);
    }
    fields?.follow(item);
    setText(note, item || isEditing ? '' : 'This item was deleted.');
    edit.hidden = !item || !replica.mayEdit || isEditing;
  }
}
