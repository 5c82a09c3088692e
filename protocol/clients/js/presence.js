// Who does what on a board: drags, selections, policies and types of fields, which no revision has.

export class Presence {
  drags = new Map();
  selections = new Map();
  policies = new Map();
  types = {};

  /** @param replica whose `board` and `me` tell what is of this board and of this client */
  constructor(replica) {
    this.replica = replica;
  }

  forget() {
    this.drags.clear();
    this.selections.clear();
    this.policies.clear();
    this.types = {};
  }

  /** An event of a drag. */
  drag(event) {
    if (event.event === 'began') return event.board === this.replica.board ? this.begin(event) : null;
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

  begin({ drag: id, client, items, external, text }) {
    const drag = { id, client, items, texts: new Map(), state: 'lifted', suspended: false };
    if (external) drag.texts.set(items[0], text ?? '');
    this.drags.set(id, drag);
    return { kind: 'drag', event: 'began', drag };
  }

  /** The place of a drag; `away` is the other board that it is on. */
  #place({ at, anchor, reason, board }) {
    return { at, anchor, reason, away: board === this.replica.board ? undefined : board };
  }

  select(client, items = []) {
    if (items.length) this.selections.set(client, items);
    else this.selections.delete(client);
    return { kind: 'selected', client };
  }

  setPolicy({ target, kind, board, ...settings }) {
    this.policies.set(String(target), settings);
    return { kind: 'policy' };
  }

  setTypes({ fields = {} }) {
    this.types = fields;
    return { kind: 'fields' };
  }

  /** A reply implies what its connection gets no event for (rules 7.6 and 14.4). */
  reply(reply) {
    const drag = this.drags.get(reply.drag);
    if (!drag) return null;
    const { verb, verdict, state, items = drag.items } = reply;
    switch (verb) {
      case 'add': case 'add-external': case 'remove': drag.items = items; break;
      case 'propose': Object.assign(drag, { state: verdict, ...this.#place(reply) }); break;
      case 'exit': Object.assign(drag, { state: 'lifted', ...this.#place({}) }); break;
      case 'resume': Object.assign(drag, { state, items: reply.items, suspended: false, ...this.#place(reply) }); break;
    }
    return { kind: 'drag', event: verb, drag };
  }

  /** The client has another name. */
  rename(before, now) {
    for (const drag of this.drags.values()) if (drag.client === before) drag.client = now;
  }
}
