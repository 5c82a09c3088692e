// A server for pages that arrive: it gives names and says who is here. Its messages and theirs are read in a random order.

import { seeded } from './random.js';

const nothing = () => {};
const answers = (object) => `${JSON.stringify(object)}\n`;

Object.assign(globalThis, {
  location: { protocol: 'http:', host: 'here', pathname: '/b/plan' }, localStorage: { removeItem: nothing },
  document: { hidden: false, addEventListener: nothing }, addEventListener: nothing, setInterval: nothing,
  BroadcastChannel: class { postMessage() {} },
});

/** The clients of a board: those who are here, and pages that come. */
export class Arrivals {
  #sockets = [];
  #names = new Map();

  /** @param names those of clients that are not here now, and whose tokens the server knows */
  constructor(seed, names = []) {
    this.random = seeded(seed);
    Math.random = () => this.random.below(1e9) / 1e9;
    for (const name of names) this.#names.set(name, 'of somebody');
    const arrivals = this;
    globalThis.WebSocket = class {
      static CONNECTING = 0;
      readyState = 1;
      constructor() { arrivals.#connect(this); }
      send(text) { this.toServer.push(text); }
      close() { this.isClosed = true; }
    };
  }

  #connect(socket) {
    const guest = `guest-${this.#sockets.length + 1}`;
    Object.assign(socket, { me: guest, toServer: [], toPage: [`dropline 1 epoch=e client=${guest} line=4096 text=1024 profiles=core\n`] });
    this.#sockets.push(socket);
  }

  /** A client that watches the board and does not leave. */
  add(name) {
    this.#sockets.push({ me: name, isWatching: true, toServer: [], toPage: [] });
  }

  get present() {
    return this.#sockets.filter(({ isWatching, isClosed }) => isWatching && !isClosed).map(({ me }) => me);
  }

  /** Delivers one message after the other, until there is none. */
  async run() {
    for (let ready; (ready = this.#sockets.filter(({ isClosed, toServer, toPage }) => !isClosed && toServer.length + toPage.length)).length;) {
      const socket = this.random.pick(ready), isUp = socket.toServer.length && (!socket.toPage.length || this.random.chance(2));
      if (isUp) socket.toPage.push(socket.toServer.shift().split('\n').map((line) => this.#answer(socket, JSON.parse(line))).join(''));
      else socket.onmessage({ data: socket.toPage.shift() });
      // A page makes another connection behind the message that it has read.
      await null;
    }
  }

  #answer(socket, { kind, client, token, board }) {
    const isTaken = client && this.#names.has(client) && this.#names.get(client) !== token;
    if (isTaken || (client && this.present.includes(client))) return answers({ kind: 'refused', code: 'name-taken', client });
    if (client) this.#names.set(socket.me = client, token);
    if (kind === 'open') socket.isWatching = true;
    const rows = kind === 'who' ? { rows: this.present.map((client) => ({ client })) } : {};
    return answers({ kind: 'ok', verb: kind, client: socket.me, board, ...rows });
  }
}
