// What opens over the board: menus, dialogs, toasts, help.

import { byId, cancelButton, h, isCut, setText, speak } from './dom.js';
import { isDone } from './facts.js';
import { icon } from './icons.js';

const keysHelp = [
  ['Arrow keys, Home, End, Page keys', 'Move between items; while carrying, move the items'],
  ['Space', 'Pick up, drop'], ['Escape', 'Cancel; deselect all'], ['C', 'While carrying: copy instead of move'],
  ['Enter', 'Open; choose, where a tap does something'],
  ['X', 'Done, or not done'], ['Ctrl+Space', 'Select one more'], ['Shift and arrow keys', 'Select a range'], ['Ctrl+A', 'Select all of the section'], ['T', 'Move to another section or board'],
  ['E, F2', 'Edit'], ['Enter, Tab', 'The fields of an item: due, labels, others'], ['N', 'Add'], ['Delete', 'Delete'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'Undo, redo'], ['/', 'Find a text, or fields: done=yes label=red'], ['?', 'This help'],
];
const viewerKeysHelp = [
  ['Arrow keys, Home, End, Page keys', 'Move between items'],
  ['Enter', 'Open'], ['X', 'Select'], ['/', 'Find a text, or fields: done=yes label=red'], ['?', 'This help'],
];

export class Panels {
  constructor(app) {
    this.app = app;
  }

  /**
   * @param entries `[label, action, key]`, each a button; the key does the same without the menu
   * @param title an element with the title of what the menu is of: if it is cut, the whole one is over the entries
   */
  menu(anchor, entries, back, title = null) {
    this.closeMenu?.();
    const buttons = entries.map(([label, action, key]) => {
      const onclick = () => (close(), action());
      return h('button', { role: 'menuitem', tabIndex: -1, onclick }, label, ...(key ? [h('kbd', { 'aria-hidden': 'true' }, key)] : []));
    });
    const whole = title && isCut(title) ? [h('p', { dir: 'auto', 'aria-hidden': 'true' }, title.textContent)] : [];
    const menu = h('div', { role: 'menu', class: 'menu', 'aria-label': anchor.ariaLabel ?? 'Menu' }, ...whole, ...buttons);
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
    // In a landmark, as all that can be reached.
    byId('bar').append(menu);
    const { right, top, bottom } = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = menu;
    menu.style.left = `${Math.max(8, Math.min(right, innerWidth - 8) - width)}px`;
    menu.style.top = `${bottom + height < innerHeight ? bottom : Math.max(8, top - height)}px`;
    buttons[0].focus();
  }

  itemMenu(item) {
    const { app } = this;
    const row = app.view.rowOf(item.id);
    if (!row) return;
    const { section } = item, plan = app.scene.plan(section), at = plan.list.indexOf(item);
    const move = (index) => () => app.carry.send([item.id], section.id, app.scene.place(plan, index, [item.id]).anchor);
    const entries = [];
    if (at > 0) entries.push(['Move up', move(at - 1)]);
    if (at + 1 < plan.list.length) entries.push(['Move down', move(at + 2)]);
    const ids = app.marks.of(item), what = ids.length > 1 ? ` ${ids.length} items` : '';
    entries.push([`Move${what} to…`, () => app.moving.open(ids), 'T']);
    const isSelected = app.marks.has(item.id);
    entries.push(['Open', () => app.card.open(item), app.actions.hasChoice(item) ? '' : 'Enter'], ['Edit', () => app.editor.open(item), 'E'],
      ...(app.tasks.isThere ? [[isDone(item.fields) ? 'Not done' : 'Done', () => app.tasks.toggle(item), 'X']] : []),
      [isSelected ? 'Deselect' : 'Select', () => app.actions.select(item), app.tasks.isThere ? 'Ctrl+Space' : 'X'], [`Delete${what}`, () => app.actions.removeAll(ids, item), 'Del']);
    this.menu(row.more, entries, () => app.focus.item(item));
  }

  sectionMenu(section, button) {
    const { actions, replica: { sections } } = this.app, at = sections.indexOf(section);
    const entries = [['Rename', () => actions.renameSection(section)]];
    if (at > 0) entries.push(['Move back', () => actions.moveSection(section.id, at - 1)]);
    if (at + 1 < sections.length) entries.push(['Move on', () => actions.moveSection(section.id, at + 2)]);
    const { tidy, settings, boardMenu } = this.app;
    if (section.items.length > 1) entries.push(['Sort by text', () => tidy.sort(section)]);
    if (section.items.length) entries.push(['Delete all items', () => tidy.clear(section)]);
    if (boardMenu.mayManage) entries.push(['Settings…', () => settings.open(section)]);
    entries.push(['Delete section', () => actions.removeSection(section)]);
    const { name } = this.app.view.boxOf(section.id);
    this.menu(button, entries, () => button.isConnected && button.focus(), name);
  }

  /** Closes what is over the board, and saves nothing. */
  close() {
    this.closeMenu?.();
    this.app.editor.close(false);
    for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  }

  /** Opens a dialog. The browser gives the focus back when it closes; `close` is sent later. */
  dialog(kind, label, ...children) {
    // What is said meanwhile is said in the dialog: outside of it nothing can be reached.
    const onclose = () => {
      if (dialog.contains(byId('toasts'))) document.body.append(byId('toasts'));
      dialog.remove();
    };
    const dialog = h('dialog', { class: kind, 'aria-label': label, onclose }, ...children);
    document.body.append(dialog);
    dialog.append(byId('toasts'));
    dialog.showModal();
    return dialog;
  }

  /**
   * Asks for one line of text.
   *
   * @param check says what is wrong with a text, which then stays in the dialog; or null
   * @param isProposal whether `value` is a text that may be taken as it is
   */
  ask(label, value, done, check = () => null, isProposal = false) {
    const input = h('input', { 'aria-label': label, value, maxLength: 256, dir: 'auto' });
    const wrong = h('p', { role: 'alert' });
    const onsubmit = (event) => {
      event.preventDefault();
      const text = input.value.trim(), problem = text === value && !isProposal ? null : text ? check(text) : 'There is no text.';
      setText(wrong, problem ?? '');
      if (problem) return input.select();
      dialog.close();
      if (text !== value || isProposal) done(text);
    };
    const buttons = h('div', { class: 'buttons' }, h('button', { class: 'primary' }, 'Save'), cancelButton());
    const dialog = this.dialog('ask', label, h('form', { onsubmit }, h('label', {}, label, input), wrong, buttons));
    input.select();
  }

  toast(text, label, action) {
    const toast = h('div', { class: 'toast' }, h('span', {}, text));
    if (label) toast.append(h('button', { onclick: () => (toast.remove(), action()) }, label));
    toast.classList.toggle('passing', !label);
    byId('toasts').append(toast);
    while (byId('toasts').children.length > 3) byId('toasts').firstChild.remove();
    setTimeout(() => toast.remove(), label ? 10_000 : 6000);
    return toast;
  }

  /** Something else has happened: a sentence about what could not be done is of no use any more. */
  settle() {
    for (const toast of document.querySelectorAll('.toast.passing')) {
      if (byId('own').textContent.trim() === toast.textContent) speak('');
      toast.remove();
    }
  }

  /** Says why; if the item is in view, it is marked, and the note is over the head of its section, where no item is. */
  note(text, id) {
    speak(text);
    const row = document.querySelector('dialog[open]') ? null : this.app.view.rowOf(id);
    if (!row) return this.toast(text);
    const { left, bottom, width } = this.app.view.boxOf(row.section).head.getBoundingClientRect();
    const note = h('div', { class: 'note', 'aria-hidden': 'true' }, text);
    const x = Math.max(8, Math.min(left, innerWidth - width - 8));
    Object.assign(note.style, { left: `${x + 8}px`, bottom: `${innerHeight - bottom + 4}px`, maxWidth: `${Math.min(width, 320) - 16}px` });
    byId('layer').append(note);
    row.element.classList.add('refused');
    const end = () => (note.remove(), row.element.classList.remove('refused'));
    setTimeout(end, 4000);
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, end, { once: true, capture: true });
  }

  help() {
    const { mayEdit } = this.app.replica;
    const rows = (mayEdit ? keysHelp : viewerKeysHelp).map(([key, what]) => h('div', {}, h('dt', {}, key), h('dd', {}, what)));
    const close = h('button', { class: 'icon', 'aria-label': 'Close', title: 'Close (Esc)', onclick: () => dialog.close() }, icon('close'));
    const dialog = this.dialog('help', 'Keys', h('header', {}, h('h2', {}, 'Keys'), close), h('dl', {}, ...rows),
      mayEdit ? h('p', {}, 'With a mouse, drag an item; Alt copies it. Ctrl and a click selects one more, Shift and a click a range. By touch, hold an item and drag it, or let it go to select it.') : '');
  }
}
