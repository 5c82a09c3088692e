// The field in which the text of an item is edited, and what others do to the item meanwhile.

import { byId, h, setText } from './dom.js';

export class Editor {
  /** The item that is edited, and the elements; or null. */
  current = null;

  constructor(app) {
    this.app = app;
  }

  /**
   * The editor floats over the row, so that it outlives the row; or it is in `host`.
   *
   * @param done is called when it has closed, before the focus goes back
   */
  open(item, host = null, done = () => {}) {
    if (this.current) this.#save();
    const { app } = this;
    if (!app.actions.isAllowed('edit', item.id)) return;
    const area = h('textarea', { rows: 1, maxLength: 1024, dir: 'auto', 'aria-label': `Edit ${item.text}` });
    const note = h('p', { class: 'theirs', dir: 'auto' });
    const take = h('button', { hidden: true, onclick: () => this.#takeTheirs() }, 'Take theirs');
    area.value = item.text;
    const ends = host ? [h('button', { class: 'primary', onclick: () => this.#save() }, 'Save'), h('button', { onclick: () => this.close() }, 'Cancel')] : [];
    const element = h('div', { class: 'editor' }, area, note, take, ...ends);
    this.current = { id: item.id, element, area, note, take, host, done, seen: item.text, section: item.section.id };
    app.view.pinned.add(item.id);
    this.#listen(area, element);
    (host ?? byId('layer')).append(element);
    app.draw();
    this.follow();
    // A short text is often replaced, a long one gone on with.
    if (host) area.focus();
    else area.select();
  }

  #listen(area, element) {
    area.addEventListener('input', () => this.follow());
    area.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'Enter' && !event.shiftKey) this.#save();
      else if (event.key === 'Escape') this.close();
      else return;
      event.preventDefault();
    });
    area.addEventListener('blur', (event) => {
      // The click on "Take theirs" takes the focus for a moment.
      const isLeft = !element.contains(event.relatedTarget) && document.hasFocus();
      if (isLeft && this.current?.element === element && !this.current.isGone) this.#save(false);
    });
  }

  #takeTheirs() {
    const { area, id } = this.current;
    area.value = this.current.seen = this.app.replica.items.get(id)?.text ?? '';
    area.focus();
    this.follow();
  }

  /** In each frame: over its row, with what others have done to the item. */
  follow() {
    const { current, app: { replica, view } } = this;
    if (!current) return;
    const { area, element, host, note, take } = current;
    const item = replica.items.get(current.id);
    current.isGone = !item;
    if (item) Object.assign(current, { section: item.section.id, index: replica.index(item), fields: item.fields });
    const isTheirs = item !== undefined && item.text !== current.seen;
    setText(note, current.isGone ? 'This item was deleted. Enter adds it again.' : isTheirs ? `Now: ${item.text}` : '');
    take.hidden = !isTheirs;
    const rect = host ? null : view.rowOf(current.id)?.element.getBoundingClientRect();
    if (rect) Object.assign(element.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px` });
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }

  #save(isBack = true) {
    const { id, area, isGone, fields = {} } = this.current;
    const { app: { actions, replica } } = this, text = area.value;
    if (!actions.fits(text)) return;
    const place = this.#oldPlace();
    this.close(isBack);
    if (isGone) return actions.change({ kind: 'insert', place, text, ...(Object.keys(fields).length ? { fields } : {}) });
    if (text !== replica.items.get(id)?.text) actions.change({ kind: 'edit', item: id, text }, null, id);
  }

  /** Where the item was: before what is there now. */
  #oldPlace() {
    const { section: id, index } = this.current, { replica, scene } = this.app, section = replica.section(id);
    return section ? scene.anchorAt(section, index) : `end:${id}`;
  }

  /** Closes it, and saves nothing. */
  close(isBack = true) {
    if (!this.current) return;
    const { id, element, host, done } = this.current, item = this.app.replica.items.get(id);
    this.current = null;
    this.app.view.pinned.delete(id);
    element.remove();
    done();
    if (isBack && !host && item) this.app.focus.item(item);
    this.app.schedule();
  }
}
