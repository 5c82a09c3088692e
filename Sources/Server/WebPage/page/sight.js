// What is fetched of a board that is opened by counts (section 20): the rows in sight, those that a search finds, and the items
// that drags, marks and the keyboard name. A board with all its items fetches nothing.

/** So many requests may wait for their replies before another range in sight is asked for. */
const mostUnanswered = 4;
/** Milliseconds after a change of the board until what is looked for is looked for again. */
const refresh = 500;

export class Sight {
  /** The ids of items that are not forgotten. */
  pinned = new Set();
  /** Whether there are more items of what is looked for than were listed. */
  hasMore = false;
  #unanswered = 0;
  /** What is to be done when all items between two indices are known: `{section, from, to, then}`. */
  #waiting = [];
  /** By the ids of items that were asked for: whether they are gone. */
  #named = new Map();
  #query = '';
  #foundAt = null;
  #timer = null;

  constructor(app) {
    this.app = app;
    app.replica.isPinned = (id) => this.pinned.has(id);
  }

  get isCounting() {
    return this.app.replica.isCounting;
  }

  // Rows.

  /** The rows between two indices are in sight: fetches them and a screen around them, and not each row that comes into sight alone. */
  see(section, from, to) {
    const { items } = section, size = to - from, near = [Math.max(0, from - (size >> 1)), Math.min(items.length, to + (size >> 1))];
    const isWhole = items.between(...near).length === near[1] - near[0];
    if (!isWhole && this.#unanswered < mostUnanswered) this.#fetch(section, from - size, to + size);
    else if (isWhole) this.app.replica.missing(section, ...near);
  }

  #fetch(section, from, to) {
    if (!this.app.link.isLive) return;
    const done = (reply) => {
      this.#unanswered--;
      if (reply.kind === 'ok') this.app.schedule(false);
    };
    const asked = this.app.link.fetch(section, from, to, done);
    this.#unanswered += asked;
  }

  /** Does something as soon as all items between two indices are known: at once if they are. */
  load(section, from, to, then) {
    this.#waiting.push({ section, from, to, then });
    this.#goOn();
  }

  #goOn() {
    for (const each of this.#waiting.splice(0)) {
      const { section, from, to, then } = each, { items } = section;
      if (this.app.replica.section(section.id) !== section) continue;
      if (Array.isArray(items) || items.between(from, to).length >= Math.min(to, items.length) - from) then();
      else [this.#waiting.push(each), this.#fetch(section, from, to)];
    }
  }

  // Items by their ids.

  /** Whether an item may be on the board: if it is not known, that is asked. */
  mayHave(id) {
    if (this.app.replica.items.has(id)) return true;
    if (!this.isCounting || this.#named.get(id)) return false;
    if (!this.#named.has(id)) this.#name(id);
    return true;
  }

  #name(id) {
    const { link, replica: { board } } = this.app;
    if (!link.isLive) return;
    this.#named.set(id, false);
    link.ask({ kind: 'rows', place: `before:${id}`, count: 1, board }, ({ kind }) => {
      if (kind === 'refused') this.#named.set(id, true);
      else this.#named.delete(id);
      this.app.schedule(false);
    });
  }

  /** In each frame: what is named is fetched, and not forgotten. */
  follow() {
    if (!this.isCounting) return;
    const { view, drag, marks, replica, card, editor, scene } = this.app, others = [...replica.drags.values()];
    const anchors = [drag.place, ...others].map((each) => each?.anchor?.split(':')[1]).filter((id) => id && !replica.section(id));
    const carried = drag.isExternal ? [] : drag.items, theirs = others.filter(({ texts }) => !texts.size).map(({ items }) => items[0]);
    const named = [...carried, ...theirs, ...anchors, ...marks.ids, ...view.pinned, card.id, editor.current?.id].filter(Boolean);
    for (const id of named) this.mayHave(id);
    const found = scene.filter ? [...replica.items.values()].filter((item) => scene.shows(item)).map(({ id }) => id) : [];
    this.pinned = new Set([...named, ...view.cursors.values(), ...found]);
    this.#goOn();
    if (scene.filter && this.#foundAt !== replica.revision) this.#timer ??= setTimeout(() => this.#find(() => {}), refresh);
  }

  /** What a batch did, or a snapshot. */
  receive(change) {
    if (change.kind === 'snapshot') [this.#named.clear(), this.#waiting.splice(0)];
    for (const { item } of change.deleted ?? []) this.#named.set(item.id, true);
    for (const { id } of change.inserted ?? []) this.#named.delete(id);
  }

  // What is looked for.

  /** @param then is called when what the server finds is known, unless something else is looked for by then */
  find(query, then) {
    this.#query = query;
    this.hasMore = false;
    this.#foundAt = this.app.scene.found = null;
    this.#find(then);
  }

  #find(then) {
    const { link, replica: { board }, scene } = this.app, query = this.#query, { fields, text } = scene.query;
    clearTimeout(this.#timer);
    this.#timer = null;
    if (!query || !scene.filter || !link.isLive) return;
    const wanted = Object.fromEntries(fields.toReversed());
    link.ask({ kind: 'find', board, text, ...(fields.length ? { fields: wanted } : {}) }, (reply) => {
      if (reply.kind !== 'ok' || query !== this.#query) return;
      this.hasMore = Boolean(reply.more);
      this.#foundAt = this.app.replica.revision;
      // Of more than are listed, those that were seen before would be found by chance.
      scene.found = reply.more ? new Set(reply.rows.map(({ item }) => item)) : null;
      scene.forget();
      this.app.schedule(false);
      then();
    });
  }

  // All items.

  /** The items of a section in their order, as `{id, text, fields}`; null if the section changed too often meanwhile, or the connection broke. */
  async read(section, tries = 5) {
    const { items } = section, { link, replica } = this.app, rows = [];
    if (Array.isArray(items)) return items;
    let revision = null;
    while (rows.length < items.length) {
      const place = `${replica.sections.indexOf(section)}.${rows.length}@${replica.revision}`;
      const reply = await new Promise((answer) => link.ask({ kind: 'rows', place, count: 1000, board: replica.board }, answer));
      if (reply.kind !== 'ok' || !reply.rows.length) return null;
      if (revision !== null && reply.rev !== revision) return tries > 0 ? this.read(section, tries - 1) : null;
      revision = reply.rev;
      rows.push(...reply.rows.map(({ item: id, text = '', fields = {} }) => ({ id, text, fields })));
    }
    return rows;
  }

  /** The sections with all their items; null if the connection breaks. */
  async readAll() {
    const { link, replica } = this.app, sections = [];
    if (!this.isCounting) return replica.sections;
    const snapshot = await link.read();
    for (const { kind, section, item, text = '', fields = {} } of snapshot?.rows ?? []) {
      if (kind === 'section') sections.push({ id: section, title: text, items: [] });
      else if (kind === 'item') sections.at(-1).items.push({ id: item, text, fields });
    }
    return snapshot && sections;
  }
}
