// The panel of the history: who changed what and when, how the board was then, and one's own last change to take back.

import { nextUndo, wordsOfChange } from './changes.js';
import { h, setText } from './dom.js';
import { avatar } from './head.js';
import { icon } from './icons.js';
import { PastBoards } from './past.js';
import { PastView } from './pastview.js';
import { Revisions } from './revisions.js';
import { refusalReason, say } from './words.js';

/** A board with more lines is not read at each revision to say what it changed there: its texts are those of now. */
const smallBoard = 300;

const time = new Intl.DateTimeFormat('en', { timeStyle: 'short' }), day = new Intl.DateTimeFormat('en', { dateStyle: 'full' });

/** Today, yesterday, or the date. */
function dayOf(date, now = new Date()) {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const text = day.format(date);
  return text === day.format(now) ? 'Today' : text === day.format(yesterday) ? 'Yesterday' : text;
}

export class History {
  /** What is in the dialog while it is open. */
  #open = null;

  constructor(app) {
    this.app = app;
    const ask = (command, answer) => this.#ask(command, answer);
    this.pasts = new PastBoards(ask);
    this.revisions = new Revisions(ask, {
      restarted: () => this.#restarted(), read: (rows, isNewer) => this.#read(rows, isNewer), failed: () => this.#showEnd(),
    });
  }

  /** What the server answers for a name that the board does not have any more is not said: it is asked again. */
  #ask(command, answer) {
    const { link, replica } = this.app, { board } = replica;
    link.ask({ ...command, board }, (reply) => {
      if (reply.code === 'unknown-board' && board !== replica.board) this.#ask(command, answer);
      else answer(reply);
    });
  }

  open() {
    const days = h('div'), note = h('p', { role: 'status' }), title = h('h2', {}, 'History');
    const older = h('button', { class: 'plain', onclick: () => this.revisions.older() }, 'Show older changes');
    const close = h('button', { class: 'icon', 'aria-label': 'Close', title: 'Close (Esc)', onclick: () => dialog.close() }, icon('close'));
    const back = h('button', { class: 'icon', 'aria-label': 'Back to all changes', title: 'Back (Esc)', onclick: () => this.#back() }, icon('back'));
    const list = h('div', { class: 'changes' }, days, note, older);
    const past = new PastView(this.app, this.pasts, { step: (row, by) => this.#step(row, by), wordsOf: (row) => this.#sentence(row) });
    const dialog = this.app.panels.dialog('history', 'History', h('header', {}, back, title, close), list, past.element);
    this.#open = { dialog, close, days, note, older, back, list, past, title, entries: new Map() };
    dialog.addEventListener('close', () => dialog === this.#open?.dialog && (this.#open = null));
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
    dialog.addEventListener('cancel', (event) => {
      if (past.element.hidden) return;
      event.preventDefault();
      this.#back();
    });
    this.#show(null);
    close.focus();
    this.restart();
  }

  /** The board was opened again, perhaps as another one. */
  restart() {
    this.pasts.clear();
    this.revisions.restart();
    this.follow();
  }

  /** In each frame, and when the state of the connection is another one. */
  follow() {
    const { link, replica: { revision } } = this.app;
    if (this.#open && link.isLive && revision !== null) this.revisions.follow(revision);
  }

  // The list.

  #restarted() {
    if (!this.#open) return;
    this.#open.days.replaceChildren();
    this.#open.entries.clear();
    this.#showEnd();
  }

  #read(rows, isNewer) {
    if (!this.#open) return;
    for (const row of isNewer ? rows.toReversed() : rows) this.#add(row, isNewer);
    const isSmall = this.app.replica.sections.reduce((sum, { items }) => sum + items.length + 1, 0) <= smallBoard;
    for (const row of isSmall ? rows : []) for (const rev of [row.rev, row.rev - 1]) this.pasts.read(rev, () => this.#tell(row));
    this.#showEnd();
    this.#offerUndo();
    this.#open.past.follow();
    // What is new may have come while this was read.
    this.follow();
  }

  #add(row, isNewer) {
    const { days, entries } = this.#open, date = new Date(row.time), name = dayOf(date);
    let group = isNewer ? days.firstElementChild : days.lastElementChild;
    if (group?.dataset.day !== name) {
      group = h('section', {}, h('h3', {}, name), h('ol'));
      group.dataset.day = name;
      days[isNewer ? 'prepend' : 'append'](group);
    }
    const picture = avatar(row.client, this.app.head.lookOf(row.client)), what = h('span', { dir: 'auto' });
    picture.setAttribute('aria-hidden', 'true');
    const view = h('button', { class: 'plain', onclick: () => this.#show(row) }, 'View');
    const when = h('time', { dateTime: row.time, title: `${day.format(date)}, ${date.toLocaleTimeString('en')}` }, time.format(date));
    const who = h('b', { dir: 'auto' }, row.client === this.app.replica.me ? 'You' : row.client);
    const element = h('li', {}, picture, h('p', {}, who, ' ', what, h('br'), when), view);
    entries.set(row.rev, { row, element, what, view });
    group.lastElementChild[isNewer ? 'prepend' : 'append'](element);
    this.#tell(row);
  }

  #words(row) {
    const { pasts, app: { replica: now } } = this;
    const boards = [row.rev - 1, row.rev].map((rev) => pasts.at(rev)).map((board) => (board?.isCut ? undefined : board));
    const undone = (rev) => (this.#open?.entries.has(rev) ? this.#words(this.#open.entries.get(rev).row) : null);
    return wordsOfChange(row, { before: boards[0], after: boards[1], now }, undone);
  }

  #sentence(row) {
    return `${row.client === this.app.replica.me ? 'You' : row.client} ${this.#words(row)}.`;
  }

  /** Says what a revision did, and what took it back. */
  #tell({ rev }) {
    const { entries } = this.#open ?? {};
    for (const { row, what, view } of [...(entries?.values() ?? [])].filter(({ row }) => row.rev === rev || row.undo === rev)) {
      setText(what, `${this.#words(row)}.`);
      view.ariaLabel = `View the board after this: ${this.#sentence(row)}`;
      if (this.#open.undo?.dataset.rev === String(row.rev)) this.#open.undo.ariaLabel = `Undo: ${this.#words(row)}`;
    }
  }

  /** Under the list: why it ends there. */
  #showEnd() {
    const { older, note } = this.#open ?? {}, { rows, isWhole, problem } = this.revisions;
    if (!note) return;
    older.hidden = isWhole || !rows.length;
    setText(note, problem ? this.#why(problem) : !isWhole ? rows.length ? '' : 'Looking…'
      : !rows.length ? this.app.replica.revision > 0 ? say.noOlder() : say.noChanges() : rows.at(-1).rev > 1 ? say.noOlder() : say.created());
  }

  #why(reply) {
    return reply.kind === 'error' ? say.noHistory() : reply.kind === 'lost' ? say.historyLater() : refusalReason(reply);
  }

  /** The button is beside the change that an undo takes back. */
  #offerUndo() {
    const { entries } = this.#open, { replica, undo } = this.app;
    const rev = replica.mayEdit && undo.may('undo') ? nextUndo(this.revisions.rows, replica.me) : null;
    const { row, view } = entries.get(rev) ?? {};
    if (this.#open.undo?.dataset.rev === String(rev)) return;
    const hadFocus = this.#open.undo === document.activeElement;
    this.#open.undo?.remove();
    this.#open.undo = null;
    if (!row) return hadFocus && this.#open.close.focus();
    const button = this.#open.undo = h('button', { class: 'plain', onclick: () => undo.run('undo', {}, rev) }, 'Undo');
    button.dataset.rev = String(rev);
    button.ariaLabel = `Undo: ${this.#words(row)}`;
    view.before(button);
    if (hadFocus) button.focus();
  }

  // One revision.

  /** @param row the revision after which the board is shown; null shows the list */
  #show(row) {
    const { list, past, back, title, dialog } = this.#open;
    list.hidden = row !== null;
    past.element.hidden = back.hidden = row === null;
    setText(title, row ? 'How the board was' : 'History');
    dialog.setAttribute('aria-label', title.textContent);
    past.show(row);
    if (row) back.focus();
  }

  #back() {
    const { entries, past, list } = this.#open, { rev } = past.row;
    this.#show(null);
    (entries.get(rev)?.view ?? list).focus();
  }

  /** The row before or after one, or undefined. */
  #step(row, by) {
    const { rows } = this.revisions;
    return rows[rows.findIndex(({ rev }) => rev === row.rev) - by];
  }
}
