// The items that this person works on together. What is marked here needs no policy and nobody else sees it;
// what the person has selected for everybody (rule 14) belongs to it, too, and looks the same.

import { mostItems } from './lines.js';
import { say } from './words.js';

export class Marks {
  #ids = new Set();
  /** Where a range begins, where it ends now, and what it has marked. */
  #anchor = null;
  #end = null;
  #range = [];

  constructor(app) {
    this.app = app;
  }

  /** All of them, those that a search hides as well. */
  get ids() {
    const { replica } = this.app;
    return [...new Set([...replica.selected.filter((id) => this.app.sight.mayHave(id)), ...this.#ids])];
  }

  /** Those that are shown, in the order of the board: only they are moved, copied or deleted. */
  get shown() {
    return this.inOrder(this.ids.filter((id) => this.isShown(id)));
  }

  isShown(id) {
    const item = this.app.replica.items.get(id);
    return item !== undefined && this.app.scene.shows(item);
  }

  /** Whether there is more than the one item that a click selects. */
  get isMany() {
    return this.#ids.size > 0 || this.app.replica.selected.length > 1;
  }

  has(id) {
    return this.#ids.has(id) || this.app.replica.selected.includes(id);
  }

  /** What a command on an item is about: all that are marked, if it is one of them. */
  of(item) {
    return this.has(item.id) ? this.shown : [item.id];
  }

  inOrder(ids) {
    const { items, sections } = this.app.replica;
    const at = (id) => sections.indexOf(items.get(id).section) * 1e7 + this.app.replica.index(items.get(id));
    return ids.filter((id) => items.has(id)).map((id) => [at(id), id]).sort(([a], [b]) => a - b).map(([, id]) => id);
  }

  toggle(item) {
    const { replica, actions } = this.app;
    this.#begin(item);
    if (!this.has(item.id)) return this.#set([...this.#ids, item.id], item);
    this.#ids.delete(item.id);
    if (replica.selected.includes(item.id)) actions.change({ kind: 'deselect', items: [item.id] }, () => this.#say(item));
    else this.#say(item);
  }

  /** Marks from where the range begins to an item of the same section. @param from begins it, if the last one did not end there */
  extend(item, from = null) {
    if (from && from.id !== this.#end) this.#begin(from);
    const { list } = this.app.scene.plan(item.section), first = this.app.replica.items.get(this.#anchor);
    if (first?.section !== item.section || !list.includes(first)) this.#begin(item);
    const [low, high] = [list.indexOf(this.app.replica.items.get(this.#anchor)), list.indexOf(item)].sort((a, b) => a - b);
    this.#known(item, list, low, high + 1, () => this.#markRange(item, list, low, high + 1));
  }

  #markRange(item, list, low, end) {
    const range = Array.from({ length: end - low }, (_, i) => list.at(low + i).id);
    const isSet = this.#set([...[...this.#ids].filter((id) => !this.#range.includes(id)), ...range], item);
    if (isSet) [this.#range, this.#end] = [range, item.id];
  }

  /** Marks all that is shown of a section. */
  all(section, item) {
    const { list } = this.app.scene.plan(section);
    this.#known(item, list, 0, list.length, () => this.#set([...this.#ids, ...[...list].map(({ id }) => id)], item));
  }

  /** Does something when all between two indices of a list are known; more than can be marked are not fetched. */
  #known(item, list, low, end, then) {
    const isPart = !Array.isArray(list);
    if (isPart && end - low > mostItems) this.app.panels.note(say.tooMany(mostItems), item.id);
    else if (isPart) this.app.sight.load(item.section, low, end, then);
    else then();
  }

  /** Nothing is marked any more. @param item where the next range begins */
  clear(item = null) {
    const { replica, actions } = this.app, wasMany = this.isMany;
    if (item) this.#begin(item);
    this.#ids.clear();
    if (!wasMany || item) return;
    if (replica.selected.length) actions.change({ kind: 'deselect' });
    this.#say(null);
  }

  #begin({ id }) {
    this.#anchor = this.#end = id;
    this.#range = [];
  }

  #set(ids, item) {
    const set = new Set(ids);
    if (new Set([...set, ...this.app.replica.selected]).size > mostItems) return void this.app.panels.note(say.tooMany(mostItems), item.id);
    this.#ids = set;
    this.#say(item);
    return true;
  }

  #say(item) {
    this.app.actions.saySelected(item);
  }

  /** In each frame: what is not on the board, or may not be changed, is not marked. */
  follow() {
    const { sight, replica: { mayEdit } } = this.app;
    for (const id of this.#ids) if (!mayEdit || !sight.mayHave(id)) this.#ids.delete(id);
  }
}
