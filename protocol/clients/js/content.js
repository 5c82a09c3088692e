// The content of a board at a revision: sections and items, of which a copy that counts knows only some.

import { Batch, check, pathOf } from './batch.js';
import { changedFields, emptyFields } from './fields.js';
import { KnownItems } from './known.js';

/**
 * A section is `{id, title, items, version}`, an item `{id, text, fields, confirmed, section}`. Both stay the same
 * object while they are on the board, and `fields` while no field changes; `version` counts the changes of a section and its items.
 */
export class Content {
  sections = [];
  items = new Map();
  /** Whether sections have `KnownItems` in place of arrays. */
  isCounting = false;
  #time = 0;
  /** The commands `set` of this client that have no reply yet, the oldest first. */
  #own = new Set();

  index(item) {
    const { items } = item.section;
    // An item rarely goes far, so where it was last is tried before the search.
    if (item.hint < 0 || items.at(item.hint) !== item) item.hint = items.indexOf(item);
    return item.hint;
  }

  section(id) {
    return this.sections.find((section) => section.id === id);
  }

  forget() {
    this.sections = [];
    this.items = new Map();
  }

  /** Takes a snapshot, and returns its rows about other things than the content. @param isCounting whether only what was known is kept of its items */
  replace({ sections, rows, content }, isCounting = false) {
    const known = this.items, hasItems = content !== 'counts', others = [];
    this.forget();
    this.isCounting = isCounting;
    let section = null, left = 0;
    for (const row of rows) {
      if (row.kind === 'section') {
        check(left === 0, 'a section has too few items');
        this.sections.push(section = this.makeSection(row, row.items));
        if (hasItems) left = row.items;
      } else if (row.kind === 'item') {
        check(left-- > 0, 'a section has too many items');
        if (!isCounting) section.items.push(this.add(row, section));
        else if (known.has(row.item)) section.items.put([[section.items.length - left - 1, this.add(row, section)]]);
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

  /** @param count the items that are there from the start, if this copy counts */
  makeSection({ section: id, text: title = '' }, count) {
    return { id, title, items: this.isCounting ? new KnownItems(count) : [], version: 1 };
  }

  add(row, section) {
    check(!this.items.has(row.item), `${row.item} is there twice`);
    const item = { id: row.item, text: row.text ?? '', section, hint: 0, seen: ++this.#time, confirmed: changedFields(emptyFields, row.fields) };
    item.fields = this.#fieldsOf(item);
    this.items.set(item.id, item);
    return item;
  }

  /** A change of nothing. */
  get unchanged() {
    return new Batch(this).change;
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
    return reconfigured.length ? { ...this.unchanged, reconfigured } : null;
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

  /** The item at a path, which must be the one that is said to be there; it may be one that is not known. */
  at(path, id) {
    const [s, index] = pathOf(path), section = this.sections[s], item = section?.items.at(index);
    check(index < section?.items.length && (item ? item.id === id : !this.items.has(id)), `${id} is not at ${path}`);
    return { item, section, index };
  }

  sectionAt(index, id) {
    check(this.sections[index]?.id === id, `${id} is not at ${index}`);
    return this.sections[index];
  }

  // Counts: what is seen arrives, and what was seen long ago goes.

  /** `[path, row]` of items that are on the board: those that were not known are from now on, and returned. */
  arrive(entries) {
    const coming = new Map(), come = [];
    for (const [path, row] of entries) {
      const { item, section, index } = this.at(path, row.item);
      if (item) continue;
      coming.has(section) || coming.set(section, []);
      come.push(this.add(row, section));
      coming.get(section).push([index, come.at(-1)]);
    }
    for (const [section, put] of coming) [section.items.put(put), section.version++];
    return come;
  }

  /** Somebody looks at the items between two indices. */
  see({ items }, from, to) {
    for (const item of items.between(from, to)) item.seen = ++this.#time;
  }

  /** Forgets what was seen longest ago, down to so many items, but nothing that is pinned. */
  trim(limit, isPinned) {
    // A quarter more, so that not each row that arrives costs a search for the oldest one.
    if (!this.isCounting || this.items.size <= limit * 1.25) return;
    const old = [...this.items.values()].filter(({ id }) => !isPinned(id)).sort((a, b) => a.seen - b.seen);
    const gone = new Set(old.slice(0, this.items.size - limit));
    for (const { id } of gone) this.items.delete(id);
    for (const section of new Set([...gone].map(({ section }) => section))) [section.items.drop(gone), section.version++];
  }
}
