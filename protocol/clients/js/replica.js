// A copy of a board: its content at a revision, and its drags, selections and policies.

import { Mismatch } from './batch.js';
import { Content } from './content.js';
import { Presence } from './presence.js';
import { policyDefaults } from './tables.js';

export { Mismatch };

/** The copy of one board by one client. Give it each object that the server sends, in order. */
export class Replica {
  revision = null;
  /** `viewer`, `editor` or `owner`; null if the server has no access rules. */
  role = null;
  #content = new Content();
  #presence = new Presence(this);
  #isWatching = false;

  /** @param board its name @param me the name of the client */
  constructor(board, me = null) {
    this.board = board;
    this.me = me;
  }

  get sections() {
    return this.#content.sections;
  }

  get items() {
    return this.#content.items;
  }

  get drags() {
    return this.#presence.drags;
  }

  get selections() {
    return this.#presence.selections;
  }

  get policies() {
    return this.#presence.policies;
  }

  /** The types of the fields that are no texts, by their names (19.7). */
  get types() {
    return this.#presence.types;
  }

  index(item) {
    return this.#content.index(item);
  }

  section(id) {
    return this.#content.section(id);
  }

  /** What holds in a section: its own settings, else those of the board, else the defaults. */
  policy(section) {
    return { ...policyDefaults, ...this.policies.get('*'), ...this.policies.get(section?.id) };
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
      case 'drag': return this.#presence.drag(object);
      case 'selected': return isMine ? this.#presence.select(object.client, object.items) : null;
      case 'policy': return isMine ? this.#presence.setPolicy(object) : null;
      case 'fields': return isMine ? this.#presence.setTypes(object) : null;
      case 'removed': return isMine ? this.#remove() : null;
      case 'role': return isMine ? this.#setRole(object.role) : null;
      case 'renamed': return isMine ? this.#rename(object.to) : null;
      case 'dropline': this.me = object.client; return null;
      case 'ok': return this.#reply(object);
      default: return null;
    }
  }

  #replace(snapshot) {
    this.#presence.forget();
    for (const row of this.#content.replace(snapshot)) this.receive(row.kind === 'drag' ? row : { ...row, board: this.board });
    this.revision = snapshot.rev;
    return { kind: 'snapshot' };
  }

  #apply({ from, to, rows }) {
    if (this.revision !== from) throw new Mismatch(`a batch from ${from} at ${this.revision}`);
    this.revision = null;
    const change = this.#content.apply(rows, ({ id }) => this.policies.delete(id));
    this.revision = to;
    return change;
  }

  #remove() {
    this.forget();
    return { kind: 'removed' };
  }

  /** Holds nothing of the board any more. */
  forget() {
    this.#presence.forget();
    this.#content.forget();
    this.role = null;
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

  #reply(reply) {
    const isMine = reply.board === this.board;
    switch (reply.verb) {
      case 'hello': return this.#name(reply.client);
      case 'open': return isMine ? this.#open(reply) : null;
      case 'close': if (isMine) this.#isWatching = false; return null;
      case 'select':
      case 'deselect': return isMine ? this.#presence.select(this.me, reply.items) : null;
      default: return this.#presence.reply(reply);
    }
  }

  #open({ role, rev }) {
    this.#setRole(role);
    if (this.#isWatching) return null;
    // Drags, selections and policies follow and replace the copies (7.1).
    this.#presence.forget();
    this.#isWatching = true;
    return { kind: 'opened', rev };
  }

  /** Shows a command `set` of this client before its reply has come. Returns what changed, or null. */
  make(set) {
    return this.#content.make(set);
  }

  /** The reply to a command that `make` was given has been received. Returns what changed, or null. */
  settle(set) {
    return this.#content.settle(set);
  }

  /** The client's own drag began, on this board: the reply says so, and no event. */
  begin(reply) {
    return this.#presence.begin({ ...reply, client: this.me });
  }

  #name(client) {
    this.#presence.rename(this.me, client);
    this.me = client;
    return { kind: 'named' };
  }
}
