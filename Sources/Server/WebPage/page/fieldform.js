// The fields in the panel of an item: each can be changed and taken away, and others can be added.

import { h, setText } from './dom.js';
import { chip, dueOf, isDone, labelsOf } from './facts.js';
import { isFieldName } from './fields.js';
import { icon } from './icons.js';
import { bytesOf } from './lines.js';
import { fieldProblem, say } from './words.js';

/** The fields that are always shown, and their names for people. */
const usual = { due: 'Due', label: 'Labels' };
const mostOfValue = 256;
const isDate = (value) => /^\d{4}-\d\d-\d\d$/.test(value);

/** The input of each type of field, and which values it can show; all others are texts. */
const inputs = { flag: ['checkbox', (value) => value === 'yes'], number: ['number', (value) => /^-?\d+(\.\d+)?$/.test(value)], date: ['date', isDate] };

/** The kind of input for a field with a type and a value. */
function inputType(type, value) {
  const [input, shows] = inputs[type] ?? ['text', () => true];
  return !value || shows(value) ? input : 'text';
}

export class FieldForm {
  /** `{element, input, note, remove, seen}` by name: `seen` is the value that the item had. */
  #rows = new Map();

  constructor(app, item) {
    Object.assign(this, { app, item });
    this.done = h('input', { type: 'checkbox', onchange: () => app.tasks.toggle(this.item) });
    this.list = h('div', { class: 'list' });
    this.name = h('input', { 'aria-label': 'Name of a new field', placeholder: 'Name', maxLength: 32, autocapitalize: 'none', spellcheck: false });
    this.value = h('input', { 'aria-label': 'Value of a new field', placeholder: 'Value', dir: 'auto' });
    this.problem = h('p', { role: 'alert' });
    this.adding = h('form', { class: 'field', onsubmit: (event) => this.#add(event) }, this.name, this.value, h('button', {}, 'Add'));
    this.element = h('section', { class: 'fields', 'aria-label': 'Fields' }, h('label', { class: 'check-done' }, this.done, 'Done'), this.list, this.adding, this.problem);
  }

  #set(fields, otherwise) {
    this.app.actions.change({ kind: 'set', items: [this.item.id], fields }, null, this.item.id, otherwise);
  }

  #add(event) {
    event.preventDefault();
    const name = this.name.value.trim().toLowerCase(), value = this.value.value;
    const problem = !isFieldName(name) ? fieldProblem('name') : this.item.fields[name] ? fieldProblem('there') : this.#problemOf(value) ?? (value ? null : fieldProblem('empty'));
    setText(this.problem, problem ?? '');
    if (problem) return (isFieldName(name) ? this.value : this.name).focus();
    this.adding.reset();
    this.#set({ [name]: value }, () => {
      if (!this.name.value && !this.value.value) [this.name.value, this.value.value] = [name, value];
    });
    this.name.focus();
  }

  #problemOf(value) {
    return bytesOf(value) > mostOfValue ? say.tooLong(mostOfValue) : null;
  }

  #makeRow(name) {
    const label = usual[name] ?? name;
    const input = h('input', { 'aria-label': label, dir: 'auto', step: 'any' }), note = h('p', { class: 'theirs', role: 'status' });
    const remove = h('button', { class: 'icon', 'aria-label': `Remove ${label}`, title: `Remove ${label}`, onclick: () => this.#remove(name) }, icon('close'));
    const row = { input, note, remove, seen: null, element: h('div', { class: 'field' }, h('span', { class: 'field-name', dir: 'auto' }, label), input, remove, note) };
    input.addEventListener('change', () => this.#commit(name, row));
    input.addEventListener('keydown', (event) => this.#press(event, name, row));
    return row;
  }

  #press(event, name, row) {
    if (event.key === 'Enter' && !event.isComposing) this.#commit(name, row);
    else if (event.key === 'Escape' && row.input.value !== row.seen) row.input.value = row.seen;
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #commit(name, row) {
    const { input, seen, note } = row, value = this.#valueOf(name, input), problem = this.#problemOf(value);
    setText(note, problem ?? '');
    // A year that is typed is not whole before its fourth digit.
    if (problem || value === (this.item.fields[name] ?? '') || (input.type === 'date' && value && value < '1000')) return;
    // As it is sent: what differs from the item would be taken for what is still typed.
    input.value = value;
    if (value || seen) this.#set({ [name]: value || null }, () => this.#offerAgain(row, value));
  }

  /** What was refused stands in its input again, unless something else was typed meanwhile. */
  #offerAgain({ input }, value) {
    const isAsSent = input.value === value && input.type !== 'checkbox';
    this.follow(this.app.replica.items.get(this.item.id));
    if (isAsSent) input.value = value;
  }

  /** What is sent of an input: a list has no empty parts, and a flag is `yes` or nothing. */
  #valueOf(name, { type, checked, value }) {
    if (type === 'checkbox') return checked ? 'yes' : '';
    return this.app.replica.types[name] === 'set' ? labelsOf(value).join(',') : value;
  }

  #remove(name) {
    const { input } = this.#rows.get(name);
    this.#set({ [name]: null });
    if (usual[name]) input.focus();
    else this.name.focus();
  }

  /** In each frame. @param item what it is now, or undefined if it is gone */
  follow(item) {
    this.element.hidden = !item;
    if (!item) return;
    this.item = item;
    const { fields } = item, { mayEdit } = this.app.replica;
    const shown = [...(mayEdit ? [...Object.keys(usual), ...Object.keys(this.app.replica.types)] : []), ...Object.keys(fields)];
    const names = [...new Set(shown)].filter((name) => name !== 'done' || !['yes', undefined].includes(fields.done));
    for (const [name, { element }] of this.#rows) if (!names.includes(name)) [element.remove(), this.#rows.delete(name)];
    for (const name of names) this.#show(name, fields[name] ?? '', mayEdit);
    if (this.done.checked !== isDone(fields)) this.done.checked = isDone(fields);
    this.done.disabled = !mayEdit;
    this.adding.hidden = !mayEdit;
  }

  #show(name, value, mayEdit) {
    if (!this.#rows.has(name)) {
      this.#rows.set(name, this.#makeRow(name));
      this.list.append(this.#rows.get(name).element);
    }
    const row = this.#rows.get(name), { input, note, remove, seen } = row;
    const type = inputType(this.app.replica.types[name] ?? (name === 'due' ? 'date' : 'text'), value), isOther = input.type !== type;
    input.readOnly = !mayEdit;
    input.disabled = !mayEdit && type === 'checkbox';
    remove.hidden = !mayEdit || !value || type === 'checkbox';
    if (type === 'checkbox') input.checked = value === 'yes';
    if (value === seen && !isOther) return;
    // What is being typed stays, beside what somebody else has written.
    const isTyped = seen !== null && ![seen, value].includes(input.value) && input === document.activeElement;
    setText(note, isTyped ? `Now: ${value || 'nothing'}` : '');
    if (isTyped) return;
    if (isOther) input.type = type;
    input.value = row.seen = value;
    this.#explain(row, name, value);
  }

  /** Shows what a card makes of a value. */
  #explain({ note, element }, name, value) {
    element.querySelector('.shown')?.remove();
    if ((name === 'label' || this.app.replica.types[name] === 'set') && value) note.before(h('span', { class: 'shown' }, ...labelsOf(value).map(chip)));
    const { text, isLate } = name === 'due' && value ? dueOf(value) : {};
    if (isLate && !isDone(this.item.fields)) note.before(h('span', { class: 'shown due late' }, icon('late'), `Overdue: ${text}`));
  }
}
