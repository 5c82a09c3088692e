// A board from a file, on the page of all boards.

import { h, setText } from './dom.js';
import { readFile } from './files.js';
import { makeBoard } from './newboard.js';
import { place } from './place.js';
import { refusalReason } from './words.js';

/** The most bytes of a file: what one command may have. */
const most = 8 * 1024 * 1024;

export class Upload {
  constructor(link) {
    this.link = link;
    this.input = h('input', { type: 'file', accept: '.md,.markdown,.csv,.txt', hidden: true, 'aria-label': 'File to import' });
    this.input.addEventListener('change', () => this.#take(this.input.files[0]));
    this.button = h('button', { onclick: () => this.input.click() }, 'Import a file…');
    this.note = h('p', { role: 'status' });
    this.element = h('div', { class: 'upload' }, this.button, h('span', {}, 'Markdown, CSV, or a line for each item'), this.input, this.note);
  }

  async #take(file) {
    this.input.value = '';
    if (!file) return;
    try {
      if (file.size > most) throw new Error('The file is too big: at most 8 MB.');
      this.#make(readFile(file.name, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())));
    } catch (error) {
      setText(this.note, error instanceof TypeError ? 'The file is not UTF-8 text.' : error.message);
    }
  }

  #make({ title, sections, left }) {
    this.button.disabled = true;
    makeBoard(this.link, { title: title.slice(0, 64), sections }, (reply) => {
      this.button.disabled = false;
      if (reply.kind !== 'ok') return setText(this.note, refusalReason(reply));
      const href = place.pageOf(reply.board);
      if (!left) return location.assign(href);
      // What is not on the board is said before it is shown.
      const count = `${left} ${left === 1 ? 'line is' : 'lines are'} neither a heading nor an item, and left out. `;
      this.note.replaceChildren(count, h('a', { href }, `Open ${title}`));
    });
  }
}
