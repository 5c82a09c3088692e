// The settings of a board and its sections, by what they mean: rule 8.7 of the specification.

import { cancelButton, h, setText, speak } from './dom.js';
import { isFieldName } from './fields.js';
import { titleOf } from './names.js';
import { acceptWords, capital, dropWords, refusalReason, shownTitle } from './words.js';

const fieldTypes = ['text', 'flag', 'number', 'date', 'set'];
const yesNo = { yes: 'Yes', no: 'No' };
const number = { type: 'number', min: '0', max: '9007199254740991', inputMode: 'numeric' };

/** `other` is a value that is typed, and `words` what it means. The first option is the default. */
export const fields = [
  { key: 'limit', label: 'Items in the section', options: { none: 'Any number' }, other: 'At most', input: { ...number } },
  { key: 'paused', label: 'Drops', options: { no: 'Allowed', yes: 'Paused' } },
  { key: 'on-choose', label: 'A tap or Enter on an item', options: { none: 'Opens or selects it', delete: 'Deletes it' } },
  { key: 'ops', label: 'What is dropped here is', options: { 'move,copy': 'Moved or copied', move: 'Moved', copy: 'Copied', none: 'Not taken' } },
  { key: 'draggable', label: 'Items can be dragged', options: yesNo },
  { key: 'local-only', label: 'Items from other boards', options: { no: 'Are taken', yes: 'Are not taken' } },
  { key: 'max-items', label: 'Items in one drop', options: { none: 'Any number' }, other: 'At most', input: { ...number } },
  { key: 'types', label: 'Types of items', options: { any: 'Any' }, other: 'Only these', input: { type: 'text', placeholder: 'item,text/plain' } },
  { key: 'accept', label: 'Items that are taken', options: { any: 'All' }, other: 'Only with', input: { type: 'text', placeholder: 'label:red,blue' }, words: (accept) => `Only ${acceptWords({ accept })}` },
  { key: 'on-drop', label: 'A drop here', options: { none: 'Sets no field', 'set:done:yes': 'Marks as done', 'set:done:': 'Marks as not done' }, other: 'Does', input: { type: 'text', placeholder: 'set:due:2026-12-01' }, words: (set) => capital(dropWords(set)) },
  { key: 'empty', label: 'When its last item goes away', options: { keep: 'The section stays', remove: 'The section is removed' } },
  { key: 'highlight', label: 'Items can be selected', options: yesNo },
  { key: 'keep-selected', label: 'Selected items', options: { no: 'Can be deselected', yes: 'Stay selected' } },
  { key: 'selection', label: 'One person may select', options: { single: 'One item', multiple: 'Several items', none: 'Nothing' }, isOfBoard: true },
];

/** What a value means. */
export function meaning({ options, other, words }, value, sections) {
  const [, section] = String(value).match(/^move:(.*)/) ?? [];
  if (section) return `Moves it to ${sections.find(({ id }) => id === section)?.title || 'another section'}`;
  return options[value] ?? (words ? words(value) : `${other} ${value}`);
}

/** The keys that differ, with what to send: a setting that is not there any more is inherited. */
export function changedSettings(own, wanted) {
  const changed = Object.entries(wanted).filter(([key, value]) => String(own[key] ?? 'inherit') !== String(value));
  return Object.fromEntries(changed.map(([key, value]) => [key, /^\d+$/.test(value) ? Number(value) : value]));
}

/**
 * The types of fields that differ from those of a board, with null for a field that is a text now.
 *
 * @param text such as `due=date done=flag` @returns null if it cannot be read
 */
export function changedTypes(types, text) {
  const words = text.split(/\s+/).filter(Boolean).map((word) => word.split('='));
  if (!words.every(([name, type, more]) => isFieldName(name) && fieldTypes.includes(type) && more === undefined)) return null;
  const wanted = Object.fromEntries(words), names = new Set([...Object.keys(types), ...Object.keys(wanted)]);
  return Object.fromEntries([...names].filter((name) => types[name] !== wanted[name]).map((name) => [name, wanted[name] ?? null]));
}

const typesWords = (types) => Object.entries(types).map(([name, type]) => `${name}=${type}`).join(' ');

/** The choice of one value, and a field for one that is typed. */
function control(field, own, above, sections, isBoard) {
  const { key, options, other, input, label } = field, value = own[key] ?? 'inherit';
  const inherited = `${isBoard ? 'Default' : 'As the board'}: ${meaning(field, above ?? Object.keys(options)[0], sections)}`;
  const choices = { inherit: inherited, ...options };
  if (key === 'on-choose') for (const { id } of sections) choices[`move:${id}`] = meaning(field, `move:${id}`, sections);
  const isTyped = choices[value] === undefined;
  if (isTyped && !other) choices[value] = meaning(field, value, sections);
  if (other) choices.other = `${other}…`;
  const select = h('select', { 'aria-label': label }, ...Object.entries(choices).map(([key, text]) => h('option', { value: key, dir: 'auto' }, text)));
  select.value = isTyped && other ? 'other' : value;
  const typed = other ? h('input', { ...input, dir: 'auto', 'aria-label': `${label}: ${other.toLowerCase()}`, value: isTyped ? String(value) : '', required: true }) : null;
  const follow = () => typed && (typed.disabled = typed.hidden = select.value !== 'other');
  select.addEventListener('change', () => (follow(), typed?.hidden === false && typed.focus()));
  follow();
  const element = h('div', { class: 'setting' }, h('span', { 'aria-hidden': 'true' }, label), h('span', {}, select, ...(typed ? [typed] : [])));
  return { key, element, value: () => (select.value === 'other' ? typed.value.trim() : select.value) };
}

export class Settings {
  constructor(app) {
    this.app = app;
  }

  /** @param section whose settings are shown; null for those of the board */
  open(section) {
    const { panels, replica } = this.app, { sections, policies } = replica, target = section?.id ?? '*';
    const own = { ...policies.get(target) }, board = policies.get('*') ?? {};
    const shown = fields.filter(({ isOfBoard }) => !isOfBoard || !section);
    const controls = shown.map((field) => control(field, own, section ? board[field.key] : undefined, sections, !section));
    const wrong = h('p', { role: 'alert' });
    const types = section || !this.app.tasks.isThere ? null : h('input', { 'aria-label': 'Types of fields', placeholder: 'due=date done=flag label=set', value: typesWords(replica.types), autocapitalize: 'none', spellcheck: false });
    const onsubmit = (event) => {
      event.preventDefault();
      const changes = types ? changedTypes(replica.types, types.value) : {};
      if (!changes) return setText(wrong, `Each field has a name and a type, as due=date. The types are ${fieldTypes.join(', ')}.`);
      if (Object.keys(changes).length) return this.#saveTypes(changes, wrong, () => onsubmit(event));
      const wanted = Object.fromEntries(controls.map(({ key, value }) => [key, value()]));
      this.#save(target, changedSettings(own, wanted), dialog, wrong);
    };
    const buttons = h('div', { class: 'buttons' }, h('button', { class: 'primary' }, 'Save'), cancelButton());
    const title = `Settings of ${section ? shownTitle(section) : titleOf(replica)}`;
    const dialog = panels.dialog('ask settings', title, h('h2', { dir: 'auto' }, title),
      h('form', { onsubmit }, ...controls.map(({ element }) => element),
        ...(types ? [h('div', { class: 'setting' }, h('span', { 'aria-hidden': 'true' }, 'Types of fields'), h('span', {}, types))] : []), wrong, buttons));
    dialog.querySelector('select').focus();
  }

  #saveTypes(fields, wrong, then) {
    const { link, replica: { board } } = this.app;
    link.ask({ kind: 'fields', board, fields }, (reply) => (reply.kind === 'ok' ? then() : setText(wrong, refusalReason(reply))));
  }

  #save(target, changed, dialog, wrong) {
    const { link, replica: { board } } = this.app;
    if (!Object.keys(changed).length) return dialog.close();
    link.ask({ kind: 'policy', board, target, ...changed }, (reply) => {
      if (reply.kind !== 'ok') return setText(wrong, refusalReason(reply));
      dialog.close();
      speak('The settings are saved.');
    });
  }
}
