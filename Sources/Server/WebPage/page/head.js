// The head of the page: the board, the connection, the own role, and who is here.

import { byId, h, setText } from './dom.js';
import { hueOf, lettersOf, looksOf } from './people.js';
import { BoardTitle } from './title.js';
import { say } from './words.js';

const states = {
  connecting: 'Connecting', live: 'Live', reconnecting: 'Reconnecting', stopped: 'Stopped',
  full: 'The server is full', refused: 'The name was refused', locked: 'Not signed in',
  nowhere: 'There is no such space',
};
/** How many others there is room for, on the first of these that a page is. */
const rooms = [[matchMedia('(max-width: 640px)'), 1], [matchMedia('(max-width: 900px)'), 3], [matchMedia('all'), 6]];

export function avatar(name, { letters, hue }, isOwn) {
  const element = h(isOwn ? 'button' : 'span', { class: 'person', title: isOwn ? `You are ${name}` : name }, letters);
  if (isOwn) element.setAttribute('aria-label', `You are ${name}. Change your name`);
  else element.setAttribute('role', 'img'), element.setAttribute('aria-label', name);
  element.style.setProperty('--hue', String(hue));
  return element;
}

export class Head {
  /** The role that is shown; undefined if no board is. */
  #role;
  #names = [];
  #looks = new Map();

  constructor(app) {
    this.app = app;
    this.title = new BoardTitle(app);
    setInterval(() => document.hidden || this.askWho(), 30_000);
    for (const [query] of rooms) query.addEventListener('change', () => this.#showPeople());
  }

  showState() {
    const { link: { state, wait } } = this.app;
    const text = states[state];
    setText(byId('state'), text);
    // What changes every second is not said.
    setText(byId('wait'), state === 'reconnecting' && wait ? `in ${wait} s` : '');
    document.body.dataset.link = state;
    byId('try').hidden = !['reconnecting', 'full', 'refused'].includes(state);
    this.showTitle();
  }

  showTitle() {
    const { state } = this.app.link, title = `${state === 'live' ? '' : `${states[state]}: `}${this.title.show()} – Dropline`;
    if (document.title !== title) document.title = title;
  }

  /** What the role does not allow is not shown; what it allows now is said if it was another one. */
  showRole() {
    const { replica, view, panels } = this.app, { role } = replica, before = this.#role;
    if (role === before) return;
    this.#role = role;
    document.body.dataset.role = role ?? '';
    setText(byId('role'), replica.mayEdit ? '' : 'View only');
    view.measure();
    const had = before !== 'viewer';
    if (before === undefined || before === null || had === replica.mayEdit) return;
    panels.note(say.role(role));
  }

  askWho() {
    const { link, replica } = this.app;
    link.ask({ kind: 'who', board: replica.board }, ({ rows }) => {
      if (!rows) return;
      this.#names = [...new Set(rows.map(({ client }) => client))];
      this.#showPeople();
    });
  }

  /** The letters and the hue of somebody: of who is not here, the own ones. */
  lookOf(name) {
    return this.#looks.get(name) ?? { letters: lettersOf(name), hue: hueOf(name) };
  }

  #showPeople() {
    const { replica: { me }, actions } = this.app, others = this.#names.filter((name) => name !== me);
    const [, room] = rooms.find(([query]) => query.matches);
    // Who is not shown is counted.
    const shown = others.length > room ? others.slice(0, room - 1) : others, rest = others.slice(shown.length);
    this.#looks = looksOf([...others, me]);
    this.app.schedule();
    const own = avatar(me, this.lookOf(me), true);
    own.addEventListener('click', () => actions.rename());
    const who = `${rest.length} others: ${rest.join(', ')}`;
    const more = rest.length ? [h('span', { class: 'rest', role: 'img', title: who, 'aria-label': who }, `+${rest.length}`)] : [];
    const isFocused = byId('people').contains(document.activeElement);
    byId('people').replaceChildren(...shown.map((name) => avatar(name, this.lookOf(name))), ...more, own);
    if (isFocused) own.focus();
  }

  /** No board is shown any more. */
  clear() {
    this.#role = undefined;
    this.#names = [];
    this.#looks.clear();
    setText(byId('role'), '');
    byId('people').replaceChildren();
    this.showTitle();
  }
}
