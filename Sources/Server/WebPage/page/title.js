// The title of the board in the head. An owner changes it in place.

import { byId, h, setText } from './dom.js';
import { mostOfTitle } from './lines.js';
import { titleOf } from './names.js';

export class BoardTitle {
  #input = null;

  constructor(app) {
    this.app = app;
    this.button = h('button', { class: 'retitle', title: 'Rename the board', dir: 'auto', onclick: () => this.edit() });
  }

  /** @returns the title that is shown */
  show() {
    const { replica, boardMenu } = this.app, heading = byId('title'), text = replica ? titleOf(replica) : '';
    if (this.#input) return text;
    if (!replica || !boardMenu.mayManage) setText(heading, text);
    else {
      setText(this.button, text);
      this.button.ariaLabel = `${text}. Rename the board`;
      if (this.button.parentElement !== heading) heading.replaceChildren(this.button);
    }
    return text;
  }

  edit() {
    if (this.#input) return;
    const { replica } = this.app, before = titleOf(replica);
    const input = this.#input = h('input', { 'aria-label': 'Title of the board', value: before, dir: 'auto', maxLength: mostOfTitle });
    const end = (isSaved) => {
      if (this.#input !== input) return;
      const text = input.value.trim();
      if (isSaved && text !== before && !this.app.actions.fits(text, mostOfTitle)) return input.focus();
      const hadFocus = document.activeElement === input;
      this.#input = null;
      byId('title').replaceChildren();
      this.show();
      if (hadFocus) this.button.focus();
      if (isSaved && text !== before) this.#save(text);
    };
    input.addEventListener('keydown', (event) => {
      if (event.isComposing || !['Enter', 'Escape'].includes(event.key)) return;
      event.preventDefault();
      end(event.key === 'Enter');
    });
    input.addEventListener('blur', () => end(true));
    byId('title').replaceChildren(input);
    input.select();
  }

  /** A board that is called as its name is has no title. */
  #save(text) {
    const { actions, replica } = this.app;
    actions.change({ kind: 'policy', target: '*', title: text === replica.board ? '' : text });
  }
}
