// The dialog that moves or copies items to another section, here or on another board.

import { cancelButton, h, setText, speak } from './dom.js';
import { dropReason, refusalReason, say, shownTitle } from './words.js';

/** Where a server cannot count, a board with more items is not read to learn the titles of its sections. */
const largest = 20_000;
/** Of how many boards it is asked whether this client may edit them. */
const mostBoards = 200;

const option = (value, text) => h('option', { value: String(value), dir: 'auto' }, text);

export class Moving {
  /** What waits for the snapshot of another board: `{board, done}`. */
  #reading = null;
  /** The revisions that were undone and put back, by the ones in which they were. */
  #putBack = new Map();
  #dialog = null;

  constructor(app) {
    this.app = app;
  }

  open(ids) {
    const { panels, replica } = this.app;
    if (!ids.length) return;
    const select = (label, ...options) => h('select', { 'aria-label': label }, ...options);
    const boards = select('Board', option(replica.board, 'This board')), sections = select('Section');
    const ends = select('Place', option('end', 'At the end'), option('start', 'At the start'));
    const note = h('p', { role: 'status' });
    const move = h('button', { class: 'primary' }, 'Move');
    const copy = h('button', { type: 'button', onclick: () => this.#submit(true) }, 'Copy');
    const what = ids.length === 1 ? `"${replica.items.get(ids[0])?.text ?? ''}"` : `${ids.length} items`;
    const onsubmit = (event) => (event.preventDefault(), this.#submit(false));
    const field = (name, element) => h('label', {}, name, element);
    const form = h('form', { onsubmit }, h('h2', { dir: 'auto' }, `Move ${what}`), field('Board', boards), field('Section', sections),
      field('Place', ends), note, h('div', { class: 'buttons' }, move, copy, cancelButton()));
    const dialog = panels.dialog('ask move', `Move ${what}`, form);
    this.#dialog = { ids, dialog, boards, sections, ends, note, buttons: [move, copy] };
    boards.addEventListener('change', () => this.#chooseBoard());
    this.#chooseBoard();
    sections.focus();
    this.#listBoards(boards);
  }

  /** Boards that have a section and that this client may edit. */
  #listBoards(boards) {
    const { link, replica } = this.app;
    link.ask({ kind: 'boards' }, ({ rows = [] }) => {
      const others = rows.filter(({ board, sections }) => board !== replica.board && sections > 0).slice(0, mostBoards);
      for (const row of others) {
        const add = () => boards.append(Object.assign(option(row.board, row.title ?? row.board), { row }));
        if (replica.role === null) add();
        // A trial without items changes nothing; only editors may ask for it.
        else link.ask({ kind: 'dryrun', place: 'end:0', board: row.board }, ({ kind, code }) => code === 'access-denied' || kind === 'lost' || add());
      }
    });
  }

  #chooseBoard() {
    const { replica, link } = this.app, { ids, boards, sections } = this.#dialog, { value, selectedOptions: [{ row }] } = boards;
    if (value === replica.board) {
      const at = replica.sections.indexOf(replica.items.get(ids[0])?.section);
      return this.#show(value, replica.sections, at + 1 < replica.sections.length ? at + 1 : 0);
    }
    if (row.items > largest && !link.has('counts')) return this.#show(value, Array.from({ length: row.sections }, (_, i) => ({ id: i, title: `Section ${i + 1}` })));
    sections.replaceChildren();
    this.#show(value, [], 0, 'Looking…');
    this.#read(value, (found, why) => this.#show(value, found, 0, why));
  }

  #show(board, list, index = 0, why = '') {
    const { boards, sections, note, buttons } = this.#dialog;
    if (boards.value !== board) return;
    sections.replaceChildren(...list.map((section) => option(section.id, shownTitle(section))));
    sections.selectedIndex = index;
    for (const button of buttons) button.disabled = !list.length;
    setText(note, why || (list.length ? '' : 'It has no sections.'));
  }

  /** The sections of another board: it is opened and closed again. */
  #read(board, done) {
    const { link } = this.app;
    this.#reading = { board, done };
    // The titles of its sections are all that is read of it.
    const content = link.has('counts') ? { content: 'counts' } : {};
    link.ask({ kind: 'open', board, ...content }, (reply) => reply.kind === 'ok' || done([], refusalReason(reply)));
    link.ask({ kind: 'close', board });
  }

  /** A snapshot of another board. */
  receive({ board, rows }) {
    if (this.#reading?.board !== board) return;
    const { done } = this.#reading;
    this.#reading = null;
    done(rows.filter(({ kind }) => kind === 'section').map(({ section, text }) => ({ id: section, title: text })));
  }

  #submit(isCopy) {
    const { app, app: { replica } } = this, { ids, dialog, boards, sections, ends } = this.#dialog;
    const present = ids.filter((id) => replica.items.has(id)), section = sections.value, place = `${ends.value}:${section}`;
    const titles = [boards.selectedOptions[0].textContent, sections.selectedOptions[0]?.textContent];
    if (!section) return;
    const board = boards.value;
    dialog.close();
    if (!present.length) return app.panels.note(refusalReason({ code: 'item-gone' }));
    if (board === replica.board) app.carry.send(present, section, place, isCopy);
    else this.#transfer(present, { board, place, titles, isCopy });
  }

  /** To another board only copies can be dropped: what moves is deleted here after it is there. */
  #transfer(items, to) {
    const { link, replica, panels } = this.app, tag = () => link.conversation.tag();
    const texts = this.app.scene.textsOf(items);
    const refuse = (reply) => panels.note(refusalReason(reply, (id) => this.app.scene.textsOf([id])[0]), items[0]);
    link.ask({ kind: 'begin', items, board: replica.board, tag: tag() }, (begun) => {
      if (begun.kind !== 'ok') return refuse(begun);
      const { drag } = begun, cancel = () => link.ask({ kind: 'cancel', drag });
      link.ask({ kind: 'propose', place: to.place, op: 'copy', drag, board: to.board }, (reply) => {
        if (reply.kind !== 'ok') return cancel(), refuse(reply);
        if (reply.verdict !== 'copy') {
          const facts = { section: to.titles[1], count: 0, carried: items.length, isCopy: true };
          return cancel(), panels.note(dropReason(reply, facts), items[0]);
        }
        link.ask({ kind: 'perform', drag, tag: tag() }, (done) => {
          if (done.kind !== 'ok') return cancel(), refuse(done);
          if (done.outcome !== 'copied') return panels.note(dropReason(done, { section: to.titles[1], count: 0 }), items[0]);
          this.#arrived(items, texts, to, done);
        });
      });
    });
  }

  #arrived(items, texts, { board, titles, isCopy }, { rev }) {
    const { actions, panels, undo } = this.app, [title, section] = titles;
    const sentence = say.transferred(texts, section, title, isCopy);
    const undoThere = (then) => this.#undoThere(board, title, rev, then);
    if (isCopy) {
      speak(sentence);
      return panels.toast(sentence, undo.isThere && 'Undo', () => undoThere(() => speak('Undone.')));
    }
    actions.change({ kind: 'delete', items }, (reply) => {
      speak(sentence);
      undo.offer(sentence, reply.rev, undoThere);
    }, items[0]);
  }

  /** Takes the items away from the other board again, if nothing was done there since. */
  #undoThere(board, title, rev, then) {
    const { link, panels } = this.app, tag = () => link.conversation.tag();
    link.ask({ kind: 'undo', board, tag: tag() }, (reply) => {
      if (reply.kind !== 'ok') return panels.note(refusalReason(reply));
      const of = this.#putBack.get(`${board} ${reply.of}`) ?? reply.of;
      if (of === rev) return then();
      link.ask({ kind: 'redo', board, tag: tag() }, (redone) => this.#putBack.set(`${board} ${redone.rev}`, of));
      panels.note(say.changedSince(title));
    });
  }
}
