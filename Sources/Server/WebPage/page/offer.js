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
  #timer = null;

  constructor(app) {
    this.app = app;
  }

  /** Shows that there is no board, and opens it as soon as there is one. */
  show(text) {
    if (this.#timer) return;
    const { link, replica: { board } } = this.app;
    this.app.clear();
    document.body.dataset.board = 'none';
    this.#timer = setInterval(() => document.hidden || link.open(), 5000);
    const home = h('a', { href: place.home }, 'All boards');
    byId('empty').replaceChildren(h('p', {}, text), home);
    askMayCreate(link, board, (may) => {
      if (!this.#timer) return;
      if (may) home.before(h('button', { onclick: () => this.#create(board) }, text.startsWith('No') ? 'Create it' : 'Create it again'));
      else if (!link.identity.login) home.before(h('button', { onclick: () => link.lock('needed') }, 'Sign in'));
    });
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
    delete document.body.dataset.board;
  }
}
