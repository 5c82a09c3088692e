// The page of all boards.

import { byId, h, setText } from './dom.js';
import { Link } from './link.js';
import { place } from './place.js';
import { signInForm } from './signin.js';
import { refusalReason } from './words.js';

export function showBoards() {
  document.body.classList.add('list');
  const list = h('ul', { class: 'boards' }), note = h('p', { role: 'status' });
  const name = h('input', { name: 'board', placeholder: 'Name of a new board', 'aria-label': 'Name of a new board', maxLength: 64 });
  const texts = { live: 'Live', connecting: 'Connecting', full: 'The server is full', locked: 'Not signed in', nowhere: 'There is no such space' };
  const link = new Link(null, {
    state: () => {
      document.body.dataset.link = link.state;
      setText(byId('link'), texts[link.state] ?? 'Reconnecting');
    },
    changes: () => {}, cut: () => {}, opened: () => (queueMicrotask(ask), null),
    locked: () => sheet.replaceChildren(signInForm(link)),
  });
  const show = ({ code, rows }) => {
    if (code === 'access-denied') return link.lock('needed');
    if (rows && !sheet.contains(list)) sheet.replaceChildren(...content);
    return rows && list.replaceChildren(...rows.map(({ board, sections, items, watchers }) => {
    const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
    const facts = `${count(items, 'item')} in ${count(sections, 'section')} · ${watchers} watching`;
    return h('li', {}, h('a', { href: place.pageOf(board) }, h('b', {}, board), h('span', {}, facts)));
    }));
  };
  const ask = () => document.hidden || link.ask({ kind: 'boards' }, show);
  const create = () => link.ask({ kind: 'create', board: name.value.trim() }, (reply) => {
    if (reply.kind === 'ok' || reply.code === 'board-exists') location.assign(place.pageOf(name.value.trim()));
    else setText(note, reply.code === 'bad-name' ? 'A name has letters, digits, - and _.' : refusalReason(reply));
  });
  name.addEventListener('keydown', ({ key }) => key === 'Enter' && create());
  const content = [h('h2', {}, 'Boards'), list, h('div', { class: 'create' }, name, h('button', { onclick: create }, 'Create')), note];
  const sheet = h('div', { class: 'sheet' }, ...content);
  byId('board').replaceChildren(sheet);
  setInterval(ask, 5000);
}
