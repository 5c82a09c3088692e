// A copy of a board: its content at a revision, and its drags, selections and policies.

import { Mismatch, pathOf } from './batch.js';
import { Content } from './content.js';
import { Presence } from './presence.js';
import { policyDefaults } from './tables.js';

export { Mismatch };

/** A copy with the content `auto` has all items of a board that has no more than these. */
const fewItems = 2000;

const countOf = ({ rows }) => rows.reduce((sum, { kind, items }) => sum + (kind === 'section' ? items : 0), 0);

/** The copy of one board by one client. Give it each object that the server sends, in order. */
export class Replica {
  revision = null;
  /** `viewer`, `editor` or `owner`; null if the server has no access rules. */
  role = null;
  #content = new Content();
  #presence = new Presence(this);
  #isWatching = false;
  #option;
  /** Whether all items of a board that has few were asked for, and no snapshot with them has come. */
  #isDue = false;
  /** What was asked for, by the commands that ask. */
  #asked = new Map();
  /** How many items a copy that counts knows: of more than a quarter above, those seen longest ago are forgotten. */
  limit = 2000;
  /** Whether an item is not forgotten. */
  isPinned = () => false;

  /** @param board its name @param me the name of the client @param content `counts` or `auto`; else all items */
  constructor(board, me = null, { content } = {}) {
    this.board = board;
    this.me = me;
    this.#option = content;
  }

  /** Whether only those items are known that were asked for. */
  get isCounting() {
    return this.#content.isCounting;
  }

  /** The key `content` of the next `open`. */
  get content() {
    const isCounting = this.revision === null ? this.#option !== undefined && !this.#isDue : this.isCounting;
    return isCounting ? 'counts' : undefined;
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
    for (const command of [...this.#asked.keys()]) this.answered(command);
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
    const isCounts = snapshot.content === 'counts';
    if (isCounts && this.#option === 'auto' && countOf(snapshot) <= fewItems) return this.#wait();
    // Somebody else may have asked for all items: a copy that counts goes on to count.
    const isOthers = !isCounts && this.isCounting && !this.#isDue;
    if (isOthers && snapshot.rev === this.revision) return null;
    this.#presence.forget();
    this.#asked.clear();
    const others = this.#content.replace(snapshot, isCounts || isOthers);
    for (const row of others) this.receive(row.kind === 'drag' ? row : { ...row, board: this.board });
    this.revision = snapshot.rev;
    this.#isDue = false;
    return { kind: 'snapshot' };
  }

  /** The board has few items: what comes before a snapshot with all of them is in that. */
  #wait() {
    this.revision = null;
    this.#isDue = true;
    return { kind: 'few' };
  }

  #apply({ from, to, rows }) {
    if (this.#isDue) return null;
    if (this.revision !== from) throw new Mismatch(`a batch from ${from} at ${this.revision}`);
    this.revision = null;
    const change = this.#content.apply(rows, ({ id }) => this.policies.delete(id));
    this.revision = to;
    this.#trim();
    return change;
  }

  // Counts (section 20).

  /**
   * The commands that ask for what is not known of a section between two indices; what is asked for is not asked for again
   * before `answered`. What is known there is seen now.
   */
  missing(section, from, to) {
    const at = this.sections.indexOf(section);
    if (!this.isCounting || this.revision === null || at < 0) return [];
    this.#content.see(section, from, to);
    return section.items.ask(from, to).map((range) => {
      const place = `${at}.${range.from}@${this.revision}`;
      const command = { kind: 'rows', place, count: range.to - range.from, board: this.board };
      this.#asked.set(command, { section, range });
      return command;
    });
  }

  /** A command of `missing` has its reply, or will have none. */
  answered(command) {
    const { section, range } = this.#asked.get(command) ?? {};
    section?.items.release(range);
    this.#asked.delete(command);
  }

  /** Items that are on the board at its present revision are known from now on. Returns what changed, or null. */
  #arrive(entries) {
    const reconfigured = this.isCounting ? this.#content.arrive(entries) : [];
    this.#trim();
    return reconfigured.length ? { ...this.#content.unchanged, reconfigured, isArrival: true } : null;
  }

  #rows({ at, rev, rows }) {
    const [s, i] = pathOf(at);
    return rev === this.revision ? this.#arrive(rows.map((row, k) => [`${s}.${i + k}`, row])) : null;
  }

  #found({ rows }) {
    return this.#arrive(rows.filter(({ board, rev }) => board === this.board && rev === this.revision).map((row) => [row.path, row]));
  }

  #trim() {
    this.#content.trim(this.limit, this.isPinned);
  }

  #remove() {
    this.forget();
    return { kind: 'removed' };
  }

  /** Holds nothing of the board any more. */
  forget() {
    this.#presence.forget();
    this.#content.forget();
    this.#asked.clear();
    this.role = null;
    this.revision = null;
    this.#isWatching = this.#isDue = false;
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
      case 'rows': return isMine ? this.#rows(reply) : null;
      case 'find': return this.#found(reply);
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
