// A copy of a board: its content at a revision, and its drags, selections and policies.

/** An update does not fit the copy: open the board anew, without `since`. */
export class Mismatch extends Error {}

const defaults = {
  ops: 'move,copy', draggable: 'yes', 'local-only': 'no', 'max-items': 'none', types: 'any',
  limit: 'none', paused: 'no', empty: 'keep', selection: 'single', highlight: 'yes',
  'keep-selected': 'no', 'on-choose': 'none',
};

function check(condition, what) {
  if (!condition) throw new Mismatch(what);
}

function pathOf(text) {
  const dot = text.indexOf('.');
  return [Number(text.slice(0, dot)), Number(text.slice(dot + 1))];
}

/** Removes `gone` (indices before) and inserts `come` ([index after, element]), both in any order. */
function rebuild(list, gone, come) {
  gone.sort((a, b) => a - b);
  come.sort((a, b) => a[0] - b[0]);
  check(gone.every((at, i) => i === 0 || gone[i - 1] < at), 'removed twice');
  check(come.every(([at], i) => i === 0 || come[i - 1][0] < at), 'two at one place');
  const count = list.length - gone.length + come.length;
  check(come.every(([at]) => at >= 0 && at < count), 'inserted out of range');
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

/**
 * The copy of one board by one client. Give it each object that the server sends, in order.
 *
 * A section is `{id, title, items, version}`, an item `{id, text, section}`. Both stay the same
 * object while they are on the board; `version` counts the changes of a section and its items.
 */
export class Replica {
  revision = null;
  sections = [];
  items = new Map();
  drags = new Map();
  selections = new Map();
  policies = new Map();
  /** `viewer`, `editor` or `owner`; null if the server has no access rules. */
  role = null;
  #isWatching = false;

  /** @param board its name @param me the name of the client */
  constructor(board, me = null) {
    this.board = board;
    this.me = me;
  }

  index(item) {
    const { items } = item.section;
    // An item rarely goes far, so where it was last is tried before the search.
    if (items[item.hint] !== item) item.hint = items.indexOf(item);
    return item.hint;
  }

  section(id) {
    return this.sections.find((section) => section.id === id);
  }

  /** What holds in a section: its own settings, else those of the board, else the defaults. */
  policy(section) {
    return { ...defaults, ...this.policies.get('*'), ...this.policies.get(section?.id) };
  }

  /** The client's own selection. */
  get selected() {
    return this.selections.get(this.me) ?? [];
  }

  /** Whether this client may change the board, as far as is known here: the server decides. */
  get mayEdit() {
    return this.role !== 'viewer';
  }

  /** Whether it may override others. */
  get mayForce() {
    return this.role === null || this.role === 'owner';
  }

  /** The connection is gone. The content stays; the next `open` may begin at its revision. */
  disconnect() {
    this.#isWatching = false;
  }

  /** Applies an object of the server, and returns what changed, or null. */
  receive(object) {
    const isMine = object.board === this.board;
    switch (object.kind) {
      case 'board': return isMine ? this.#replace(object) : null;
      case 'batch': return isMine ? this.#apply(object) : null;
      case 'drag': return this.#drag(object);
      case 'selected': return isMine ? this.#select(object.client, object.items) : null;
      case 'policy': return isMine ? this.#setPolicy(object) : null;
      case 'removed': return isMine ? this.#remove() : null;
      case 'role': return isMine ? this.#setRole(object.role) : null;
      case 'renamed': return isMine ? this.#rename(object.to) : null;
      case 'dropline': this.me = object.client; return null;
      case 'ok': return this.#reply(object);
      default: return null;
    }
  }

  #replace({ rev, sections, rows }) {
    this.sections = [];
    this.items = new Map();
    this.#forgetPresence();
    let section = null, left = 0;
    for (const row of rows) {
      if (row.kind === 'section') {
        check(left === 0, 'a section has too few items');
        section = { id: row.section, title: row.text ?? '', items: [], version: 1 };
        left = row.items;
        this.sections.push(section);
      } else if (row.kind === 'item') {
        check(left-- > 0, 'a section has too many items');
        section.items.push(this.#add(row, section));
      } else this.receive(row.kind === 'drag' ? row : { ...row, board: this.board });
    }
    check(left === 0 && this.sections.length === sections, 'the snapshot is not complete');
    this.revision = rev;
    return { kind: 'snapshot' };
  }

  #forgetPresence() {
    this.drags.clear();
    this.selections.clear();
    this.policies.clear();
  }

  #add(row, section) {
    check(!this.items.has(row.item), `${row.item} is there twice`);
    const item = { id: row.item, text: row.text ?? '', section, hint: 0 };
    this.items.set(item.id, item);
    return item;
  }

  #at(path, id) {
    const [s, i] = pathOf(path);
    const item = this.sections[s]?.items[i];
    check(item?.id === id, `${id} is not at ${path}`);
    return { item, index: i };
  }

  #sectionAt(index, id) {
    check(this.sections[index]?.id === id, `${id} is not at ${index}`);
    return this.sections[index];
  }

  /** Rule 6.2: look up before, take out, put in. On a mismatch the copy is of no use. */
  #apply({ from, to, rows }) {
    check(this.revision === from, `a batch from ${from} at ${this.revision}`);
    this.revision = null;
    const change = { kind: 'batch', moved: [], inserted: [], deleted: [], edited: [], sections: false };
    const gone = new Map(), come = [], goneSections = [], comeSections = [];
    const take = (item, index) => {
      gone.has(item.section) || gone.set(item.section, []);
      gone.get(item.section).push(index);
    };
    for (const row of rows) this.#look(row, { change, take, come, goneSections, comeSections });
    this.#putIn(gone, come, goneSections, comeSections, change);
    this.revision = to;
    return change;
  }

  #look(row, { change, take, come, goneSections, comeSections }) {
    switch (row.kind) {
      case 'delete': {
        const { item, index } = this.#at(row.path, row.item);
        take(item, index);
        change.deleted.push({ item, section: item.section, index });
        return;
      }
      case 'move': {
        const { item, index } = this.#at(row.from, row.item);
        take(item, index);
        come.push({ path: row.to, item });
        change.moved.push({ item, section: item.section, index });
        return;
      }
      case 'insert': return void come.push({ path: row.path, row });
      case 'reload': {
        const { item } = this.#at(row.path, row.item);
        item.text = row.text ?? '';
        item.section.version++;
        return void change.edited.push(item);
      }
      case 'delete-section':
        goneSections.push([row.index, this.#sectionAt(row.index, row.section)]);
        break;
      case 'move-section': {
        const section = this.#sectionAt(row.from, row.section);
        goneSections.push([row.from, null]);
        comeSections.push([row.to, section]);
        break;
      }
      case 'insert-section': {
        const section = { id: row.section, title: row.text ?? '', items: [], version: 1 };
        comeSections.push([row.index, section, row.items]);
        break;
      }
      case 'item': {
        const [, section] = comeSections[comeSections.length - 1] ?? [];
        check(section, 'an item without a section');
        return void come.push({ section, row });
      }
      case 'reload-section': {
        const section = this.#sectionAt(row.index, row.section);
        section.title = row.text ?? '';
        section.version++;
        break;
      }
      default: throw new Mismatch(`an unknown row ${row.kind}`);
    }
    change.sections = true;
  }

  #putIn(gone, come, goneSections, comeSections, change) {
    for (const { item } of change.deleted) this.items.delete(item.id);
    const old = new Map(change.deleted.map((entry) => [entry.item.id, entry]));
    for (const [, section] of goneSections) {
      for (const [index, item] of section?.items.entries() ?? []) {
        this.items.delete(item.id);
        old.set(item.id, { item, section, index });
      }
      // A section that comes back in the same batch keeps its settings (8.7).
      if (section && !comeSections.some(([, { id }]) => id === section.id)) this.policies.delete(section.id);
    }
    this.sections = rebuild(this.sections, goneSections.map(([at]) => at), comeSections.map((c) => c));
    const arriving = new Map([...gone.keys()].map((section) => [section, []]));
    for (const { path, section: into, row, item: moved } of come) {
      const [s, i] = into ? [0, arriving.get(into)?.length ?? 0] : pathOf(path);
      const section = into ?? this.sections[s];
      check(section, `no section at ${path}`);
      const item = moved ?? this.#add(row, section);
      item.section = section;
      arriving.has(section) || arriving.set(section, []);
      arriving.get(section).push([i, item]);
      if (moved) continue;
      // An insert with `was` is the move of an item that could not be sent as one (6.4).
      const source = row.was && old.get(row.item);
      if (source) change.moved.push({ ...source, item });
      else change.inserted.push(item);
    }
    for (const [section, entries] of arriving) {
      section.items = rebuild(section.items, gone.get(section) ?? [], entries);
      section.version++;
    }
    for (const [, section, count] of comeSections) {
      check(count === undefined || section.items.length === count, 'a wrong count of items');
    }
    change.deleted = change.deleted.filter(({ item }) => !this.items.has(item.id));
  }

  #drag(event) {
    if (event.event === 'began') return event.board === this.board ? this.#begin(event) : null;
    const drag = this.drags.get(event.drag);
    if (!drag) return null;
    const change = { kind: 'drag', event: event.event, drag };
    switch (event.event) {
      case 'items':
        drag.items = event.items;
        if (event.external) drag.texts.set(event.items.at(-1), event.text ?? '');
        break;
      case 'over': Object.assign(drag, { state: event.verdict, ...this.#place(event) }); break;
      case 'lifted':
      case 'lost': Object.assign(drag, { state: event.event, ...this.#place({}) }); break;
      case 'suspended': drag.suspended = true; break;
      case 'resumed': drag.suspended = false; break;
      case 'ended': this.drags.delete(event.drag); return { ...event, ...change };
    }
    return change;
  }

  #begin({ drag: id, client, items, external, text }) {
    const drag = { id, client, items, texts: new Map(), state: 'lifted', suspended: false };
    if (external) drag.texts.set(items[0], text ?? '');
    this.drags.set(id, drag);
    return { kind: 'drag', event: 'began', drag };
  }

  /** The place of a drag; `away` is the other board that it is on. */
  #place({ at, anchor, reason, board }) {
    return { at, anchor, reason, away: board === this.board ? undefined : board };
  }

  #select(client, items = []) {
    if (items.length) this.selections.set(client, items);
    else this.selections.delete(client);
    return { kind: 'selected', client };
  }

  #setPolicy({ target, kind, board, ...settings }) {
    this.policies.set(String(target), settings);
    return { kind: 'policy' };
  }

  #remove() {
    this.forget();
    return { kind: 'removed' };
  }

  /** Holds nothing of the board any more. */
  forget() {
    this.#forgetPresence();
    this.role = null;
    this.sections = [];
    this.items = new Map();
    this.revision = null;
    this.#isWatching = false;
  }

  #setRole(role = null) {
    this.role = role;
    return { kind: 'role' };
  }

  #rename(to) {
    this.board = to;
    return { kind: 'renamed' };
  }

  /** A reply implies what its connection gets no event for (rules 7.6 and 14.4). */
  #reply(reply) {
    const drag = this.drags.get(reply.drag);
    switch (reply.verb) {
      case 'hello': return this.#name(reply.client);
      case 'open':
        if (reply.board !== this.board) return null;
        this.#setRole(reply.role);
        if (this.#isWatching) return null;
        // Drags, selections and policies follow and replace the copies (7.1).
        this.#forgetPresence();
        this.#isWatching = true;
        return { kind: 'opened', rev: reply.rev };
      case 'close': if (reply.board === this.board) this.#isWatching = false; return null;
      case 'add': case 'add-external': case 'remove':
        if (drag) drag.items = reply.items ?? drag.items;
        break;
      case 'propose':
        if (drag) Object.assign(drag, { state: reply.verdict, ...this.#place(reply) });
        break;
      case 'exit': if (drag) Object.assign(drag, { state: 'lifted', ...this.#place({}) }); break;
      case 'resume':
        if (drag) {
          const { state, items } = reply;
          Object.assign(drag, { state, items, suspended: false, ...this.#place(reply) });
        }
        break;
      case 'select':
      case 'deselect': return reply.board === this.board ? this.#select(this.me, reply.items) : null;
    }
    return drag ? { kind: 'drag', event: reply.verb, drag } : null;
  }

  /** The client's own drag began, on this board: the reply says so, and no event. */
  begin(reply) {
    return this.#begin({ ...reply, client: this.me });
  }

  #name(client) {
    for (const drag of this.drags.values()) if (drag.client === this.me) drag.client = client;
    this.me = client;
    return { kind: 'named' };
  }
}
