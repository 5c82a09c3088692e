// A batch that is applied to the content of a board. Rule 6.2: look up before, take out, put in. Who counts may not know an item
// that goes or comes: then it has a path, and no item.

import { KnownItems } from './known.js';

/** An update does not fit the copy: open the board anew, without `since`. */
export class Mismatch extends Error {}

export function check(condition, what) {
  if (!condition) throw new Mismatch(what);
}

export function pathOf(text) {
  const dot = text.indexOf('.');
  return [Number(text.slice(0, dot)), Number(text.slice(dot + 1))];
}

/** Removes `gone` (indices before) and inserts `come` ([index after, element]), both in any order. @param left the known items that go */
function rebuild(list, gone, come, left) {
  gone.sort((a, b) => a - b);
  come.sort((a, b) => a[0] - b[0]);
  check(gone.every((at, i) => i === 0 || gone[i - 1] < at), 'removed twice');
  check(come.every(([at], i) => i === 0 || come[i - 1][0] < at), 'two at one place');
  const count = list.length - gone.length + come.length;
  check(come.every(([at]) => at >= 0 && at < count), 'inserted out of range');
  if (list instanceof KnownItems) return list.change(gone, come, left);
  if (gone.length + come.length <= 64) {
    for (let i = gone.length - 1; i >= 0; i--) list.splice(gone[i], 1);
    for (const [at, element] of come) list.splice(at, 0, element);
    return list;
  }
  // Many splices of a long list take longer than one merge.
  const result = new Array(count);
  let from = 0, next = 0, put = 0;
  for (let to = 0; to < count; to++) {
    if (put < come.length && come[put][0] === to) {
      result[to] = come[put++][1];
      continue;
    }
    for (; next < gone.length && gone[next] === from; next++) from++;
    result[to] = list[from++];
  }
  return result;
}

/** On a mismatch the content is of no use. */
export class Batch {
  change = { kind: 'batch', moved: [], inserted: [], deleted: [], edited: [], reconfigured: [], sections: false };
  /** The indices of what goes, by section, and `{path, item}` or `{path, row}` of what comes. */
  #gone = new Map();
  #come = [];
  /** The known items that go from where they are. */
  #left = new Set();
  /** `[index, section]`, with null for one that comes back, and `[index, section, count]`. */
  #goneSections = [];
  #comeSections = [];

  constructor(content) {
    this.content = content;
  }

  look(row) {
    const { content, change } = this;
    switch (row.kind) {
      case 'delete': return this.#take(row.path, row.item, change.deleted);
      case 'move': return void this.#come.push({ path: row.to, item: this.#take(row.from, row.item, change.moved) });
      case 'insert': return void this.#come.push({ path: row.path, row });
      case 'reload': {
        const { item } = content.at(row.path, row.item);
        if (!item) return;
        item.text = row.text ?? '';
        item.section.version++;
        content.configure(item, row.fields);
        return void change.edited.push(item);
      }
      case 'reconfigure': {
        const { item } = content.at(row.path, row.item);
        if (item && content.configure(item, row.fields)) change.reconfigured.push(item);
        return;
      }
      case 'item': {
        const [, section] = this.#comeSections.at(-1) ?? [];
        check(section, 'an item without a section');
        return void this.#come.push({ section, row });
      }
      default: this.#lookAtSection(row);
    }
    change.sections = true;
  }

  #lookAtSection(row) {
    const { content } = this;
    switch (row.kind) {
      case 'delete-section':
        this.#goneSections.push([row.index, content.sectionAt(row.index, row.section)]);
        break;
      case 'move-section': {
        const section = content.sectionAt(row.from, row.section);
        this.#goneSections.push([row.from, null]);
        this.#comeSections.push([row.to, section]);
        break;
      }
      case 'insert-section': this.#comeSections.push([row.index, content.makeSection(row, row.content === 'counts' ? row.items : 0), row.items]); break;
      case 'reload-section': {
        const section = content.sectionAt(row.index, row.section);
        section.title = row.text ?? '';
        section.version++;
        break;
      }
      default: throw new Mismatch(`an unknown row ${row.kind}`);
    }
  }

  /** An item goes from where it is. @param entries those of this kind, of items that are known */
  #take(path, id, entries) {
    const { item, section, index } = this.content.at(path, id);
    this.#gone.has(section) || this.#gone.set(section, []);
    this.#gone.get(section).push(index);
    if (item) [entries.push({ item, section, index }), this.#left.add(item)];
    return item;
  }

  putIn(gone) {
    const { content, change } = this, old = this.#takeOut(gone);
    content.sections = rebuild(content.sections, this.#goneSections.map(([at]) => at), [...this.#comeSections]);
    for (const [section, entries] of this.#arrivals(old)) {
      section.items = rebuild(section.items, this.#gone.get(section) ?? [], entries, this.#left);
      section.version++;
    }
    for (const [, section, count] of this.#comeSections) {
      check(count === undefined || section.items.length === count, 'a wrong count of items');
    }
    change.deleted = change.deleted.filter(({ item }) => !content.items.has(item.id));
  }

  /** What was deleted, by ids: it may come back as the move of an item that could not be sent as one (6.4). */
  #takeOut(gone) {
    const { content: { items }, change } = this;
    for (const { item } of change.deleted) items.delete(item.id);
    const old = new Map(change.deleted.map((entry) => [entry.item.id, entry]));
    for (const [, section] of this.#goneSections) {
      for (const [index, item] of section?.items.entries() ?? []) {
        items.delete(item.id);
        old.set(item.id, { item, section, index });
      }
      // A section that comes back in the same batch keeps its settings (8.7).
      if (section && !this.#comeSections.some(([, { id }]) => id === section.id)) gone(section);
    }
    return old;
  }

  /** `[index, item]` of what comes, by section. */
  #arrivals(old) {
    const { content, change } = this, arriving = new Map([...this.#gone.keys()].map((section) => [section, []]));
    for (const { path, section: into, row, item: moved } of this.#come) {
      const [s, i] = into ? [0, arriving.get(into)?.length ?? 0] : pathOf(path);
      const section = into ?? content.sections[s];
      check(section, `no section at ${path}`);
      const item = row ? content.add(row, section) : moved;
      if (item) item.section = section;
      arriving.has(section) || arriving.set(section, []);
      arriving.get(section).push([i, item]);
      const source = row?.was && old.get(row.item);
      if (source) change.moved.push({ ...source, item });
      else if (row) change.inserted.push(item);
    }
    return arriving;
  }
}
