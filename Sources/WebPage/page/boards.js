// The page of all boards.

import { byId, h, setText } from './dom.js';
import { Link } from './link.js';
import { refusalReason } from './words.js';

export function showBoards() {
  document.body.classList.add('list');
  const list = h('ul', { class: 'boards' }), note = h('p', { role: 'status' });
  const name = h('input', { name: 'board', placeholder: 'Name of a new board', 'aria-label': 'Name of a new board', maxLength: 64 });
  const texts = { live: 'Live', connecting: 'Connecting', full: 'The server is full' };
  const link = new Link(null, {
    state: () => {
      document.body.dataset.link = link.state;
      setText(byId('link'), texts[link.state] ?? 'Reconnecting');
    },
    changes: () => {}, cut: () => {}, opened: () => (queueMicrotask(ask), null),
  });
  const show = ({ rows }) => rows && list.replaceChildren(...rows.map(({ board, sections, items, watchers }) => {
    const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
    const facts = `${count(items, 'item')} in ${count(sections, 'section')} · ${watchers} watching`;
    return h('li', {}, h('a', { href: `/b/${board}` }, h('b', {}, board), h('span', {}, facts)));
  }));
  const ask = () => document.hidden || link.ask({ kind: 'boards' }, show);
  const create = () => link.ask({ kind: 'create', board: name.value.trim() }, (reply) => {
    if (reply.kind === 'ok' || reply.code === 'board-exists') location.assign(`/b/${name.value.trim()}`);
    else setText(note, reply.code === 'bad-name' ? 'A name has letters, digits, - and _.' : refusalReason(reply));
  });
  name.addEventListener('keydown', ({ key }) => key === 'Enter' && create());
  byId('board').replaceChildren(h('div', { class: 'sheet' }, h('h2', {}, 'Boards'), list,
    h('div', { class: 'create' }, name, h('button', { onclick: create }, 'Create')), note));
  setInterval(ask, 5000);
}
