// The content of a board at a revision: sections and items.

import { Batch, check, pathOf } from './batch.js';
import { changedFields, emptyFields } from './fields.js';

/**
 * A section is `{id, title, items, version}`, an item `{id, text, fields, confirmed, section}`. Both stay the same
 * object while they are on the board, and `fields` while no field changes; `version` counts the changes of a section and its items.
 */
export class Content {
  sections = [];
  items = new Map();
  /** The commands `set` of this client that have no reply yet, the oldest first. */
  #own = new Set();

  index(item) {
    const { items } = item.section;
    // An item rarely goes far, so where it was last is tried before the search.
    if (items[item.hint] !== item) item.hint = items.indexOf(item);
    return item.hint;
  }

  section(id) {
    return this.sections.find((section) => section.id === id);
  }

  forget() {
    this.sections = [];
    this.items = new Map();
  }

  /** Takes a snapshot, and returns its rows about other things than the content. */
  replace({ sections, rows }) {
    this.forget();
    let section = null, left = 0;
    const others = [];
    for (const row of rows) {
      if (row.kind === 'section') {
        check(left === 0, 'a section has too few items');
        section = this.makeSection(row);
        left = row.items;
        this.sections.push(section);
      } else if (row.kind === 'item') {
        check(left-- > 0, 'a section has too many items');
        section.items.push(this.add(row, section));
      } else others.push(row);
    }
    check(left === 0 && this.sections.length === sections, 'the snapshot is not complete');
    return others;
  }

  /** Applies the rows of a batch, and returns what changed. @param gone is told each section that does not come back */
  apply(rows, gone) {
    const batch = new Batch(this);
    for (const row of rows) batch.look(row);
    batch.putIn(gone);
    return batch.change;
  }

  makeSection({ section: id, text: title = '' }) {
    return { id, title, items: [], version: 1 };
  }

  add(row, section) {
    check(!this.items.has(row.item), `${row.item} is there twice`);
    const item = { id: row.item, text: row.text ?? '', section, hint: 0, confirmed: changedFields(emptyFields, row.fields) };
    item.fields = this.#fieldsOf(item);
    this.items.set(item.id, item);
    return item;
  }

  // Fields: what the server has sent, and over it the own changes.

  /** Shows an own `set`, and returns what changed, or null. */
  make(set) {
    this.#own.add(set);
    return this.#show(set);
  }

  /** Its reply has come: the content shows what the server has sent. */
  settle(set) {
    this.#own.delete(set);
    return this.#show(set);
  }

  #show({ items }) {
    const reconfigured = items.map((id) => this.items.get(id)).filter((item) => item && this.configure(item));
    return reconfigured.length ? { ...new Batch(this).change, reconfigured } : null;
  }

  /** The server has sent other fields of an item. @returns whether the item shows others */
  configure(item, changes) {
    item.confirmed = changedFields(item.confirmed, changes);
    const fields = this.#fieldsOf(item), isSame = JSON.stringify(fields) === JSON.stringify(item.fields);
    if (!isSame) [item.fields, item.section.version] = [fields, item.section.version + 1];
    return !isSame;
  }

  #fieldsOf({ id, confirmed }) {
    let fields = confirmed;
    for (const own of this.#own) if (own.items.includes(id)) fields = changedFields(fields, own.fields);
    return fields;
  }

  /** The item at a path, which must be the one that is said to be there. */
  at(path, id) {
    const [s, i] = pathOf(path);
    const item = this.sections[s]?.items[i];
    check(item?.id === id, `${id} is not at ${path}`);
    return { item, index: i };
  }

  sectionAt(index, id) {
    check(this.sections[index]?.id === id, `${id} is not at ${index}`);
    return this.sections[index];
  }
}
