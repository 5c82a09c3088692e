// What opens over the board: menus, the editor, toasts, people, help.

import { byId, h, setText, speak } from './dom.js';
import { hueOf } from './scene.js';
import { say } from './words.js';

const keysHelp = [
  ['Arrow keys, Home, End, Page keys', 'Move between items; while carrying, move the items'],
  ['Space', 'Pick up, drop'], ['Escape', 'Cancel'], ['C', 'While carrying: copy instead of move'],
  ['Enter', 'Choose an item'], ['X', 'Select'], ['E, F2', 'Edit'], ['N', 'Add'], ['Delete', 'Delete'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'Undo, redo'], ['/', 'Find'], ['?', 'This help'],
];

function avatar(name, isOwn) {
  const element = h(isOwn ? 'button' : 'span', { class: 'person', title: isOwn ? `You are ${name}` : name }, name.slice(0, 2));
  if (isOwn) element.setAttribute('aria-label', `You are ${name}. Change your name`);
  else element.setAttribute('role', 'img'), element.setAttribute('aria-label', name);
  element.style.setProperty('--hue', String(hueOf(name)));
  return element;
}

export class Panels {
  editing = null;

  constructor(app) {
    this.app = app;
  }

  /** @param entries `[label, action]`, each a button */
  menu(anchor, entries, back) {
    this.closeMenu?.();
    const buttons = entries.map(([label, action]) => h('button', { role: 'menuitem', tabIndex: -1, onclick: () => (close(), action()) }, label));
    const menu = h('div', { role: 'menu', class: 'menu' }, ...buttons);
    const close = this.closeMenu = () => {
      this.closeMenu = null;
      document.removeEventListener('pointerdown', outside, true);
      menu.remove();
      back();
    };
    const outside = (event) => menu.contains(event.target) || close();
    menu.addEventListener('keydown', (event) => {
      const at = buttons.indexOf(document.activeElement), { key } = event;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (key === 'Escape' || key === 'Tab') close();
      else if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
      else return;
      event.preventDefault();
    });
    document.addEventListener('pointerdown', outside, true);
    document.body.append(menu);
    const { left, right, top, bottom } = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    menu.style.left = `${Math.max(8, Math.min(right - width, innerWidth - width - 8, Math.max(left, right - width)))}px`;
    menu.style.top = `${bottom + height < innerHeight ? bottom : Math.max(8, top - height)}px`;
    buttons[0].focus();
  }

  itemMenu(item) {
    const { app } = this;
    const row = app.view.rowOf(item.id);
    if (!row) return;
    const { items } = item.section, at = app.replica.index(item);
    const entries = [];
    if (at > 0) entries.push(['Move up', () => app.moveItem(item, `before:${items[at - 1].id}`)]);
    if (at + 1 < items.length) entries.push(['Move down', () => app.moveItem(item, items[at + 2] ? `before:${items[at + 2].id}` : `end:${item.section.id}`)]);
    const others = app.replica.sections.filter((section) => section !== item.section);
    if (others.length) entries.push(['Move to…', () => this.#moveMenu(item, others)]);
    entries.push(['Edit', () => this.edit(item)],
      [app.replica.selected.includes(item.id) ? 'Deselect' : 'Select', () => app.select(item)],
      ['Delete', () => app.remove(item)]);
    this.menu(row.more, entries, () => app.focusItem(item));
  }

  #moveMenu(item, sections) {
    const { app } = this;
    const entries = sections.map((section) => [section.title || 'Untitled', () => {
      app.moveItem(item, `${section.items.length ? 'end' : 'start'}:${section.id}`);
    }]);
    this.menu(app.view.rowOf(item.id)?.more ?? document.body, entries, () => app.focusItem(item));
  }

  sectionMenu(section, button) {
    const { app } = this;
    const { sections } = app.replica, at = sections.indexOf(section);
    const move = (index) => app.change({ kind: 'move-section', section: section.id, index });
    const entries = [['Rename', () => this.ask('Title of the section', section.title, (text) => app.change({ kind: 'rename-section', section: section.id, text }))]];
    if (at > 0) entries.push(['Move back', () => move(`before:${sections[at - 1].id}`)]);
    if (at + 1 < sections.length) entries.push(['Move on', () => move(sections[at + 2] ? `before:${sections[at + 2].id}` : 'end')]);
    entries.push(['Delete section', () => app.change({ kind: 'delete-section', section: section.id }, () => this.toast(`Section "${section.title}" deleted.`, 'Undo', () => app.undo('undo')))]);
    this.menu(button, entries, () => button.isConnected && button.focus());
  }

  /** Asks for one line of text. */
  ask(label, value, done) {
    const input = h('input', { 'aria-label': label, value, maxLength: 256 });
    const back = document.activeElement;
    const dialog = h('dialog', { class: 'ask', 'aria-label': label, onclose: () => (dialog.remove(), back?.isConnected && back.focus()) },
      h('label', {}, label, input), h('button', { onclick: () => save() }, 'Save'));
    const save = () => {
      if (input.value.trim() && input.value !== value) done(input.value.trim());
      dialog.close();
    };
    input.addEventListener('keydown', (event) => event.key === 'Enter' && !event.isComposing && (event.preventDefault(), save()));
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  }

  /** The editor floats over the row, so that it outlives the row. */
  edit(item) {
    if (this.editing) this.#saveEdit();
    const { app } = this;
    const area = h('textarea', { rows: 1, maxLength: 1024, 'aria-label': `Edit ${item.text}` });
    const note = h('p', { class: 'theirs' });
    const take = h('button', { hidden: true, onclick: () => ((area.value = this.editing.seen = item.text), area.focus(), this.follow()) }, 'Take theirs');
    area.value = item.text;
    const element = h('div', { class: 'editor' }, area, note, take);
    this.editing = { id: item.id, item, element, area, note, take, seen: item.text, section: item.section.id };
    app.view.pinned.add(item.id);
    area.addEventListener('input', () => this.follow());
    area.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'Enter' && !event.shiftKey) this.#saveEdit();
      else if (event.key === 'Escape') this.#closeEdit();
      else return;
      event.preventDefault();
    });
    area.addEventListener('blur', (event) => {
      // The click on "Take theirs" takes the focus for a moment.
      if (!element.contains(event.relatedTarget) && document.hasFocus() && this.editing?.element === element && !this.editing.isGone) this.#saveEdit(false);
    });
    byId('layer').append(element);
    app.draw(false);
    this.follow();
    area.select();
  }

  /** In each frame: over its row, with what others have done to the item. */
  follow() {
    const { editing, app } = this;
    if (!editing) return;
    const { item, area, element, note, take } = editing;
    const rect = app.view.rowOf(item.id)?.element.getBoundingClientRect();
    editing.isGone = !app.replica.items.has(item.id);
    const now = app.replica.items.get(item.id)?.text;
    const isTheirs = now !== undefined && now !== editing.seen;
    setText(note, editing.isGone ? 'This item was deleted. Enter adds it again.' : isTheirs ? `Now: ${now}` : '');
    take.hidden = !isTheirs;
    if (rect) Object.assign(element.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px` });
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight}px`;
  }

  #saveEdit(isBack = true) {
    const { item, area, isGone, section } = this.editing;
    const { app } = this, text = area.value;
    this.#closeEdit(isBack);
    if (isGone) return app.change({ kind: 'insert', place: `end:${section}`, text });
    if (text !== app.replica.items.get(item.id)?.text) app.change({ kind: 'edit', item: item.id, text }, null, item.id);
  }

  #closeEdit(isBack = true) {
    const { element, item } = this.editing;
    this.editing = null;
    this.app.view.pinned.delete(item.id);
    element.remove();
    if (isBack) this.app.focusItem(item);
    this.app.schedule();
  }

  toast(text, label, action) {
    const toast = h('div', { class: 'toast' }, h('span', {}, text));
    if (label) toast.append(h('button', { onclick: () => (toast.remove(), action()) }, label));
    byId('toasts').append(toast);
    while (byId('toasts').children.length > 3) byId('toasts').firstChild.remove();
    setTimeout(() => toast.remove(), label ? 10_000 : 6000);
  }

  /** Says why, beside the item if it is in view. */
  note(text, id) {
    speak(text);
    const rect = id && this.app.view.rowOf(id)?.element.getBoundingClientRect();
    if (!rect) return this.toast(text);
    const note = h('div', { class: 'note' }, text);
    Object.assign(note.style, { left: `${rect.left + 12}px`, top: `${rect.bottom - 6}px`, maxWidth: `${Math.max(160, rect.width - 24)}px` });
    byId('layer').append(note);
    setTimeout(() => note.remove(), 4000);
  }

  showPeople(names, me) {
    const others = names.filter((name) => name !== me);
    const own = avatar(me, true);
    own.addEventListener('click', () => this.ask('Your name: letters, digits, - and _', me, (name) => this.app.rename(name)));
    const shown = others.slice(0, 5).map((name) => avatar(name));
    const more = others.length > 5 ? [h('span', { class: 'rest' }, `+${others.length - 5}`)] : [];
    const isFocused = byId('people').contains(document.activeElement);
    byId('people').replaceChildren(...shown, ...more, own);
    if (isFocused) own.focus();
  }

  help() {
    const rows = keysHelp.map(([key, what]) => h('div', {}, h('dt', {}, key), h('dd', {}, what)));
    const back = document.activeElement;
    const dialog = h('dialog', { class: 'help', 'aria-label': 'Keys', onclose: () => (dialog.remove(), back?.focus()) },
      h('h2', {}, 'Keys'), h('dl', {}, ...rows),
      h('p', {}, 'With a mouse, drag an item; Alt copies it. By touch, hold it, or drag its grip.'),
      h('button', { onclick: () => dialog.close() }, 'Close'));
    document.body.append(dialog);
    dialog.showModal();
  }

  tooLong(most) {
    this.toast(say.tooLong(most));
  }
}
