// What can be done with a whole board: its title, its settings, its address, a copy, a file, its removal.

import { byId, h } from './dom.js';
import { writers } from './files.js';
import { bytesOf, mostOfTitle } from './lines.js';
import { isName, titleOf } from './names.js';
import { makeBoard } from './newboard.js';
import { place } from './place.js';
import { Removal } from './removal.js';
import { refusalReason, say } from './words.js';

/** The most lines of the content of a board in one command (section 10). */
const mostLines = 110_000;
const formats = { md: ['Markdown', 'text/markdown'], csv: ['a table (CSV)', 'text/csv'], txt: ['plain text', 'text/plain'] };

export class BoardMenu {
  constructor(app) {
    this.app = app;
    this.removal = new Removal(app);
  }

  /** Whether this client may do what owners do, as far as is known here. */
  get mayManage() {
    const { replica } = this.app;
    return replica.mayForce && replica.revision !== null;
  }

  open() {
    const { panels, settings, head } = this.app;
    const owners = [['Rename', () => head.title.edit()], ['Settings…', () => settings.open(null)],
      ['Change the address…', () => this.#changeName()], ['Copy the board…', () => this.#copy()]];
    panels.menu(byId('more'), [
      ...(this.mayManage ? owners : []),
      ...Object.entries(formats).map(([ending, [name]]) => [`Export as ${name}`, () => this.export(ending)]),
      ...(this.mayManage ? [['Remove the board', () => this.removal.begin()]] : []),
    ], () => byId('more').focus());
  }

  #changeName() {
    const { link, panels, replica } = this.app, { board } = replica;
    const check = (name) => (isName(name) ? null : 'An address has letters without accents, digits, - and _, and not only digits.');
    panels.ask('Name of the board in its address', board, (to) => link.ask({ kind: 'rename-board', board, to }, (reply) => {
      if (reply.kind === 'ok') panels.toast('The board has another address. Links to the old one do not lead here.');
      else panels.note(reply.code === 'board-exists' ? 'Another board has this name.' : refusalReason(reply));
    }), check);
  }

  #copy() {
    const { panels, replica } = this.app;
    if (replica.sections.reduce((sum, { items }) => sum + items.length + 1, 0) > mostLines) return panels.note(say.tooManyToCopy());
    panels.ask('Title of the copy', `Copy of ${titleOf(replica)}`, (title) => {
      this.#copyAs(title);
    }, (title) => (bytesOf(title) > mostOfTitle ? `The title is too long: at most ${mostOfTitle} bytes.` : null), true);
  }

  async #copyAs(title) {
    const { link, panels, replica, sight } = this.app, sections = await sight.readAll(), { policies, types } = replica;
    if (!sections) return panels.note(say.notRead());
    makeBoard(link, { title, sections, policies, types }, (reply) => {
      if (reply.kind !== 'ok') return panels.note(refusalReason(reply));
      panels.toast(`"${title}" is a copy of this board.`, 'Open it', () => location.assign(place.pageOf(reply.board)));
    });
  }

  async export(ending) {
    const { replica, sight, panels } = this.app, [, type] = formats[ending], sections = await sight.readAll();
    if (!sections) return panels.note(say.notRead());
    const href = URL.createObjectURL(new Blob([writers[ending](titleOf(replica), sections)], { type: `${type};charset=utf-8` }));
    h('a', { href, download: `${replica.board}.${ending}` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60_000);
  }
}
