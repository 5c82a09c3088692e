// Where there is no board: whether one can be made here, and waiting for somebody else who makes it.

import { byId, h } from './dom.js';
import { place } from './place.js';
import { refusalReason } from './words.js';

/**
 * Asks whether this client may create a board of a name that no board has. To rename a board needs the
 * role that creating it needs, so whoever may is told that there is none (17.4); nothing is changed.
 */
export function askMayCreate(link, board, answer) {
  link.ask({ kind: 'rename-board', board, to: board }, ({ kind, code }) => kind === 'lost' || answer(code !== 'access-denied'));
}

export class Offer {
  /** Tries to open the board, from time to time; null while there is one. */
  #timer = null;
  /** Whether it is known what this client may do about it. */
  #isKnown = false;

  constructor(app) {
    this.app = app;
  }

  /** Shows that there is no board, and opens it as soon as there is one. */
  show(text) {
    if (!this.#timer) this.#begin(text);
    // A question that was lost with its connection is asked again on the next one.
    if (!this.#isKnown) askMayCreate(this.app.link, this.app.replica.board, (may) => this.#know(may));
  }

  #begin(text) {
    const { app } = this;
    app.clear();
    document.body.dataset.board = 'none';
    this.#timer = setInterval(() => document.hidden || app.link.open(), 5000);
    byId('empty').replaceChildren(h('p', {}, text), h('a', { href: place.home }, 'All boards'));
  }

  #know(may) {
    if (!this.#timer || this.#isKnown) return;
    this.#isKnown = true;
    const { link, replica: { board } } = this.app, [text, home] = byId('empty').children;
    if (may) home.before(h('button', { onclick: () => this.#create(board) }, text.textContent.startsWith('No') ? 'Create it' : 'Create it again'));
    else if (!link.identity.login) home.before(h('button', { onclick: () => link.lock('needed') }, 'Sign in'));
  }

  #create(board) {
    const { link, panels } = this.app;
    link.ask({ kind: 'create', board }, (reply) => {
      // Who was faster has made the same board.
      if (reply.kind === 'ok' || reply.code === 'board-exists') link.open();
      else panels.note(refusalReason(reply));
    });
  }

  /** There is a board. */
  end() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.#isKnown = false;
    delete document.body.dataset.board;
  }
}
