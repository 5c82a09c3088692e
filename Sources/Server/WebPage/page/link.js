// The connection of the page: what the browser says of it, and who we are.

import { Connection } from './connection.js';
import { Identity } from './identity.js';
import { place } from './place.js';

const url = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${place.socket}`;

/** Its state may also be `locked`: one must sign in, and `why` is `needed`, `wrong`, `revoked` or `guesses`. */
export class Link extends Connection {
  /** @param session what this window remembers while it is open */
  constructor(board, on, session = sessionStorage) {
    super({ url: url(), board, content: 'auto', on });
    this.identity = new Identity(() => this.reconnect(), session);
    addEventListener('online', () => this.tryNow());
    addEventListener('pageshow', (event) => event.persisted && this.reconnect());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.tryNow();
      this.setCadence();
    });
    this.start();
  }

  get login() {
    return this.identity;
  }

  get every() {
    return document.hidden ? '1s' : '16ms';
  }

  /** A guest without a name first looks who is here. */
  greeted(lines, enter) {
    if (!this.replica || !this.identity.isDrawn) return enter(lines);
    lines.push(this.#look((present) => (this.identity.settle(present), enter([]))));
    this.send(lines);
  }

  followers() {
    const { replica, identity: { name, isDrawn } } = this;
    return replica && isDrawn ? [this.#look((present) => this.#compare(name, present))] : [];
  }

  /** Asks who is on the board. */
  #look(see) {
    const { board } = this.replica;
    return this.line({ kind: 'who', board }, ({ kind, rows = [] }) => {
      if (kind !== 'lost') see(rows.map(({ client }) => client).filter((name) => name !== this.replica.me));
    });
  }

  /** Somebody may have come between the look and the name: who sees that they are alike gives way. */
  #compare(name, present) {
    const { identity, replica } = this;
    if (replica.me === name && identity.isDrawn && !identity.confirm(present)) queueMicrotask(() => this.reconnect());
  }

  named(reply) {
    const { identity } = this;
    if (reply.kind === 'ok') {
      identity.keep();
      return this.accepted();
    }
    if (reply.code === 'name-taken' && identity.login) {
      return this.lock(identity.wasKept ? 'revoked' : 'wrong');
    }
    if (reply.code === 'name-taken') identity.refuse();
    else if (reply.kind !== 'lost') return this.setState('refused');
    if (reply.kind !== 'lost') queueMicrotask(() => this.reconnect());
  }

  left(bye) {
    if (bye.reason === 'too-many-tokens') this.lock('guesses');
    // Whose token is not valid any more learns it by the next `hello`.
    else if (bye.reason !== 'access-denied') super.left(bye);
  }

  // Who may be here.

  /** Leaves the server until somebody signs in. */
  lock(why) {
    // The last wrong token is both.
    if (this.state === 'locked' && why !== 'guesses') return;
    if (why === 'revoked' || why === 'wrong') this.identity.drop();
    this.why = why;
    this.rest('locked');
    this.replica?.forget();
    this.on.locked();
  }

  signIn(name, token) {
    this.identity.login = { name, token };
    this.setState('connecting');
    this.reconnect();
  }

  signOut() {
    this.identity.forget();
    location.reload();
  }

  /** A name can be chosen once per connection. */
  rename(name) {
    this.identity.renew(name);
    this.reconnect();
  }
}
