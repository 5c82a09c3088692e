// The removal of a board, which can be taken back for a while: only then is it asked for. If the page is closed
// or left before, the board stays.

import { byId, h, setText, speak } from './dom.js';
import { titleOf } from './names.js';
import { refusalReason } from './words.js';

/** Seconds until the board is removed. */
const delay = 10;

export class Removal {
  #timer = null;

  constructor(app) {
    this.app = app;
  }

  begin() {
    if (this.#timer) return;
    const { replica } = this.app, board = replica.board, title = titleOf(replica);
    const text = h('span', {});
    const button = (label, action) => h('button', { onclick: () => (this.#end(), action()) }, label);
    this.toast = h('div', { class: 'toast removal' }, text, button('Keep it', () => speak(`"${title}" is kept.`)),
      button('Remove now', () => this.#remove(board)));
    let left = delay;
    const tick = () => {
      // Too many other sentences have taken its place: nobody could take it back.
      if (!this.toast.isConnected || replica.board !== board) return this.#end();
      if (left === 0) return [this.#end(), this.#remove(board)];
      setText(text, `"${title}" will be removed in ${left--} s, if this page stays open.`);
    };
    byId('toasts').append(this.toast);
    this.#timer = setInterval(tick, 1000);
    tick();
    speak(text.textContent);
    this.toast.querySelector('button').focus();
  }

  #end() {
    clearInterval(this.#timer);
    this.#timer = null;
    const hadFocus = this.toast.contains(document.activeElement);
    this.toast.remove();
    if (hadFocus) byId('more').focus();
  }

  /** @param force whether those who are here lose it, too */
  #remove(board, force = {}) {
    const { link, panels } = this.app;
    link.ask({ kind: 'remove-board', board, ...force }, (reply) => {
      if (reply.code !== 'board-in-use') return reply.kind === 'ok' || panels.note(refusalReason(reply));
      const text = `It is not removed: ${reply.by} is here, too.`;
      speak(text);
      panels.toast(text, 'Remove anyway', () => this.#remove(board, { force: true }));
    });
  }
}
