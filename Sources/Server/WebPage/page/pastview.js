// How the board was after a revision, and what that had changed.

import { sharesOf } from './changes.js';
import { h, setText, speak } from './dom.js';
import { factParts, isDone } from './facts.js';
import { differences } from './past.js';
import { refusalReason, say, shownTitle } from './words.js';

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'medium' });
const mark = (what) => (what ? [h('span', { class: 'mark' }, what)] : []);

export class PastView {
  /** The row of the revision that is shown, or null. */
  row = null;

  /** @param on `step(row, by)` is the row so many revisions later, `wordsOf(row)` a sentence */
  constructor(app, pasts, on) {
    Object.assign(this, { app, pasts, on });
    this.about = h('p', { dir: 'auto' });
    this.when = h('time');
    this.earlier = h('button', { class: 'plain', onclick: () => this.#step(-1) }, 'Earlier');
    this.later = h('button', { class: 'plain', onclick: () => this.#step(1) }, 'Later');
    this.content = h('div', { class: 'content', tabIndex: 0, role: 'region', 'aria-label': 'The board at that time' });
    this.element = h('div', { class: 'past' }, h('div', { class: 'about' }, this.about, this.when),
      h('div', { class: 'buttons' }, this.earlier, this.later), this.content);
  }

  show(row) {
    this.row = row;
    if (!row) return this.content.replaceChildren();
    this.when.dateTime = row.time;
    setText(this.when, moment.format(new Date(row.time)));
    this.#draw();
    this.content.scrollTop = 0;
    const boards = {}, got = (key) => (board, reply) => {
      Object.assign(boards, { [key]: board, [`${key}Reply`]: reply });
      if (this.row !== row || !('after' in boards && 'before' in boards)) return;
      this.#draw();
      this.#fill(boards);
    };
    this.content.ariaBusy = 'true';
    this.pasts.read(row.rev, got('after'));
    this.pasts.read(row.rev - 1, got('before'));
  }

  /** There are other revisions before or after it. */
  follow() {
    if (this.row) this.#draw();
  }

  #draw() {
    const { row, on } = this;
    setText(this.about, on.wordsOf(row));
    this.earlier.disabled = !on.step(row, -1);
    this.later.disabled = !on.step(row, 1);
  }

  #step(by) {
    const row = this.on.step(this.row, by);
    if (!row) return;
    this.show(row);
    speak(this.on.wordsOf(row));
  }

  #fill({ before, after, afterReply }) {
    this.content.ariaBusy = 'false';
    if (!after) return this.content.replaceChildren(h('p', { role: 'status' }, this.#why(afterReply)));
    const isKnown = before && !before.isCut && !after.isCut;
    const { ids: moved = [] } = sharesOf(this.row.text).find(({ kind }) => kind === 'move') ?? {};
    const found = isKnown ? differences(before, after, moved) : new Map();
    const gone = isKnown ? [...before.items.values()].filter(({ id }) => !after.items.has(id)) : [];
    this.content.replaceChildren(
      ...(after.isCut ? [h('p', {}, say.firstOf(after.items.size, after.itemCount))] : []),
      ...(gone.length ? [this.#section('Deleted by this change', '', gone, new Map(), 'gone')] : []),
      ...after.sections.map((section) => this.#section(`${shownTitle(section)} (${section.count})`, found.get(section.id), section.items, found)),
      ...(after.sections.length ? [] : [h('p', {}, 'It had no sections.')]));
  }

  #why(reply) {
    return reply.kind === 'lost' ? say.historyLater() : reply.code === 'revision-too-old' ? say.notKept() : refusalReason(reply);
  }

  /** All fields of an item, as of that time. */
  #facts({ done, due, label, ...others }) {
    const shown = factParts({ done, due, label }, new Date(this.row.time), Infinity);
    const rest = Object.entries({ ...others, ...(done && done !== 'yes' ? { done } : {}) }).map(([name, value]) => h('span', { dir: 'auto' }, `${name}: ${value}`));
    return shown.length + rest.length ? [h('div', { class: 'fields-then' }, ...shown, ...rest)] : [];
  }

  #section(title, what, items, found, kind = '') {
    const rows = items.map(({ id, text, fields }) => {
      const change = found.get(id), whole = h('span', { class: isDone(fields) ? 'done' : '' }, text || '\u00a0');
      return h('li', { class: change ? 'changed' : kind, dir: 'auto' }, whole, ...mark(change), ...this.#facts(fields));
    });
    return h('section', {}, h('h3', { dir: 'auto' }, title, ...mark(what)), h('ul', {}, ...rows));
  }
}
