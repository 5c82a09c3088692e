// The page of all boards.

import { byId, h, setText } from './dom.js';
import { bytesOf, mostOfTitle } from './lines.js';
import { Link } from './link.js';
import { boardName, titleOf, word } from './names.js';
import { askMayCreate } from './offer.js';
import { place } from './place.js';
import { signInForm } from './signin.js';
import { Upload } from './upload.js';
import { refusalReason } from './words.js';

const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;

function entry(row) {
  const { board, sections, items, watchers } = row, title = titleOf(row), name = title === board ? '' : `${board} · `;
  const facts = `${name}${count(items, 'item')} in ${count(sections, 'section')}${watchers ? ` · ${watchers} watching` : ''}`;
  return h('li', {}, h('a', { href: place.pageOf(board) }, h('b', { dir: 'auto' }, title), h('span', {}, facts)));
}

/** The list is as long as there are boards; the focus stays on its board. */
function showList(list, rows) {
  const { activeElement } = document, focused = list.contains(activeElement) ? activeElement.href : null;
  list.replaceChildren(...rows.map(entry));
  if (focused) [...list.querySelectorAll('a')].find(({ href }) => href === focused)?.focus();
}

/** The field for a new board: the name that it gets, and whether it may be made, are said before it is asked for. */
class CreateForm {
  /** The names of the boards that there are. */
  known = new Set();
  #name = '';
  #title = '';

  constructor(link) {
    this.link = link;
    this.field = h('input', { name: 'board', placeholder: 'Name of a new board', 'aria-label': 'Name of a new board', maxLength: 200, dir: 'auto' });
    this.button = h('button', {}, 'Create');
    this.note = h('p', { role: 'status' });
    this.field.addEventListener('input', () => this.#look());
    const onsubmit = (event) => (event.preventDefault(), this.#submit());
    this.element = h('form', { onsubmit }, h('div', { class: 'create' }, this.field, this.button), this.note);
  }

  #look() {
    const title = this.#title = this.field.value.trim(), name = this.#name = title && boardName(title);
    const isThere = this.known.has(name);
    setText(this.button, isThere ? 'Open' : 'Create');
    this.button.disabled = false;
    setText(this.note, name === title ? '' : `Its name will be ${name}.`);
    if (!name || isThere) return;
    askMayCreate(this.link, name, (may) => {
      if (may || this.#name !== name) return;
      this.button.disabled = true;
      setText(this.note, 'You may not create a board of this name.');
    });
  }

  #submit() {
    const board = this.#name;
    if (!board) return this.field.focus();
    if (this.known.has(board)) return location.assign(place.pageOf(board));
    if (bytesOf(this.#title) > mostOfTitle) return setText(this.note, `The name is too long: at most ${mostOfTitle} bytes.`);
    const open = () => location.assign(place.pageOf(board));
    this.link.ask({ kind: 'create', board }, (reply) => {
      if (reply.code === 'board-exists') open();
      else if (reply.kind !== 'ok') setText(this.note, refusalReason(reply));
      else if (this.#title === board) open();
      // The title is what was typed, the name is of its letters. Without one, the board is there all the same.
      else this.link.ask({ kind: 'policy', board, target: '*', title: this.#title }, open);
    });
  }
}

export function showBoards() {
  document.body.classList.add('list');
  const list = h('ul', { class: 'boards' });
  const texts = { live: 'Live', connecting: 'Connecting', full: 'The server is full', locked: 'Not signed in', nowhere: 'There is no such space' };
  const link = new Link(null, {
    state: () => {
      document.body.dataset.link = link.state;
      setText(byId('state'), texts[link.state] ?? 'Reconnecting');
      if (link.state === 'live') showWho();
    },
    changes: () => {}, cut: () => {}, opened: () => (queueMicrotask(ask), null),
    locked: () => sheet.replaceChildren(signInForm(link)),
  });
  const form = new CreateForm(link), upload = new Upload(link);
  const show = ({ code, rows }) => {
    if (code === 'access-denied') return link.lock('needed');
    if (!rows) return;
    if (!sheet.contains(list)) sheet.replaceChildren(...content);
    form.known = new Set(rows.map(({ board }) => board));
    showList(list, rows);
  };
  const ask = () => document.hidden || link.ask({ kind: 'boards' }, show);
  // Who has signed in may own some names; a guest who may not make any board is offered to sign in.
  const showWho = () => askMayCreate(link, `board-${word(12)}`, (may) => {
    const { login, name } = link.identity;
    const account = login ? [h('button', { onclick: () => link.signOut() }, 'Sign out')]
      : may ? [] : [h('button', { onclick: () => link.lock('needed') }, 'Sign in')];
    byId('people').replaceChildren(h('span', { class: 'who' }, 'You are ', h('bdi', {}, name)), ...account);
    form.element.hidden = upload.element.hidden = !may && !login;
  });
  const content = [h('h2', {}, 'Boards'), list, form.element, upload.element];
  const sheet = h('div', { class: 'sheet' }, ...content);
  byId('board').replaceChildren(sheet);
  setInterval(ask, 5000);
}
