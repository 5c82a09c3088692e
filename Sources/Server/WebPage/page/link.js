// The connection to the server: opens it, keeps it, resumes after it broke, and says who we are.

import { Identity } from './identity.js';
import { word } from './names.js';
import { place } from './place.js';
import { Mismatch, Replica } from './replica.js';
import { Conversation, isReply, readMessage } from './wire.js';

const silence = 15_000;
/** The milliseconds of `250ms` or `2s`, at most 8000. */
function milliseconds(time) {
  const number = parseInt(time, 10) || 0;
  return Math.min(8000, String(time).endsWith('ms') ? number : 1000 * number);
}

export class Link {
  state = 'connecting';
  /** Why one must sign in, if the state is `locked`: `needed`, `wrong`, `revoked` or `guesses`. */
  why = null;
  #socket = null;
  #attempts = 0;
  #lastLine = 0;
  #timer = null;
  #retryAt = 0;
  #isReady = false;
  /** Milliseconds until the next attempt, if another server takes over. */
  #movedWait = null;
  #profiles = [];

  /**
   * @param on `state()`, `objects(list)` for what the replica has applied with its changes,
   * `opened(isSameEpoch)` before tagged commands are repeated, `snapshot(object)` of another board
   * @param session what this window remembers while it is open
   */
  constructor(board, on, session = sessionStorage) {
    this.on = on;
    this.conversation = new Conversation(word(6));
    this.identity = new Identity(() => this.reconnect(), session);
    this.replica = board === null ? null : new Replica(board);
    addEventListener('online', () => this.tryNow());
    addEventListener('pageshow', (event) => event.persisted && this.reconnect());
    document.addEventListener('visibilitychange', () => this.#setCadence());
    setInterval(() => this.#check(), 1000);
    this.#connect();
  }

  get isLive() {
    return this.state === 'live' && this.#isReady;
  }

  /** Seconds until the next attempt. */
  get wait() {
    return Math.max(0, Math.ceil((this.#retryAt - Date.now()) / 1000));
  }

  #set(state) {
    this.state = state;
    this.on.state();
  }

  #connect() {
    clearTimeout(this.#timer);
    const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${place.socket}`;
    const socket = this.#socket = new WebSocket(url, 'dropline.1');
    this.#lastLine = Date.now();
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(data);
    socket.onclose = () => socket === this.#socket && this.#closed();
    socket.onerror = () => {};
  }

  /** @param isWanted whether this page has closed the connection itself */
  #closed(isWanted = false) {
    const wasReady = this.#isReady;
    this.#socket = null;
    this.#isReady = false;
    this.replica?.disconnect();
    // The drag is held before its questions are answered as lost.
    const moved = this.#movedWait;
    this.#movedWait = null;
    if (wasReady) this.on.cut(isWanted || moved !== null || this.#isAtRest);
    this.conversation.cut();
    if (this.#isAtRest) return;
    const wait = moved ?? Math.min(8000, 250 * 2 ** this.#attempts++) * (0.5 + Math.random() / 2);
    this.#retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
    // If another server has taken over, nobody notices.
    if (moved === null && !isWanted && this.state !== 'full' && this.state !== 'refused') this.#set('reconnecting');
  }

  /** Nothing is tried until somebody signs in, or never. */
  get #isAtRest() {
    return ['stopped', 'locked', 'nowhere'].includes(this.state);
  }

  tryNow() {
    if (this.#socket || this.#isAtRest) return;
    this.#attempts = 0;
    this.#connect();
  }

  /** Leaves this connection, and makes another one. */
  reconnect(isWanted = true) {
    const socket = this.#socket;
    if (!socket) return this.tryNow();
    this.#closed(isWanted);
    // Chromium logs an error if a socket is closed before it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
    this.tryNow();
  }

  #check() {
    if (this.#socket && Date.now() - this.#lastLine > silence) this.reconnect(false);
    else if (this.state === 'reconnecting') this.on.state();
  }

  get #every() {
    return document.hidden ? '1s' : '16ms';
  }

  #setCadence() {
    if (!document.hidden) this.tryNow();
    if (this.#isReady && this.replica) this.ask({ kind: 'open', board: this.replica.board, every: this.#every });
  }

  /** Whether the server has a profile: a part of the protocol. */
  has(profile) {
    return this.#profiles.includes(profile);
  }

  /** Everything in one message; but a guest without a name first looks who is here. */
  #greet({ epoch, profiles }) {
    this.#profiles = profiles;
    const lines = [this.#line({ kind: 'hello', form: 'json', heartbeat: '10s', version: 1 })];
    if (!this.replica || !this.identity.isDrawn) return this.#enter(epoch, lines);
    lines.push(this.#look((present) => (this.identity.settle(present), this.#enter(epoch, []))));
    this.#socket.send(lines.join('\n'));
  }

  /** Asks who is on the board. */
  #look(see) {
    const { board } = this.replica;
    return this.#line({ kind: 'who', board }, ({ kind, rows = [] }) => {
      if (kind !== 'lost') see(rows.map(({ client }) => client).filter((name) => name !== this.replica.me));
    });
  }

  /** Says the name, opens the board, and repeats what was not answered. */
  #enter(epoch, lines) {
    const isSame = this.epoch === undefined || this.epoch === epoch;
    // Alone, so that a refusal does not take the form along.
    const { name: client, token, isDrawn } = this.identity;
    lines.push(this.#line({ kind: 'hello', client, token }, (reply) => this.#named(reply)));
    if (this.replica) lines.push(this.#open());
    if (this.replica && isDrawn) lines.push(this.#look((present) => this.#compare(client, present)));
    this.#isReady = true;
    this.epoch = epoch;
    const resume = this.on.opened(isSame);
    if (resume) lines.push(this.#line(resume));
    lines.push(...this.conversation.repeat(isSame));
    this.#socket.send(lines.join('\n'));
  }

  /** Somebody may have come between the look and the name: who sees that they are alike gives way. */
  #compare(name, present) {
    const { identity, replica } = this;
    if (replica.me === name && identity.isDrawn && !identity.confirm(present)) queueMicrotask(() => this.reconnect());
  }

  /** Opens the board of the replica on this connection. */
  open() {
    if (this.#isReady) this.#socket.send(this.#open());
  }

  #open() {
    const { board, revision } = this.replica;
    const since = revision === null ? {} : { since: revision, epoch: this.epoch };
    const command = { kind: 'open', board, ...since, every: this.#every };
    return this.#line(command, (reply) => this.on.board(reply));
  }

  #named(reply) {
    const { identity } = this;
    if (reply.kind === 'ok') {
      this.#attempts = 0;
      identity.keep();
      return this.#set('live');
    }
    if (reply.code === 'name-taken' && identity.login) {
      return this.lock(identity.wasKept ? 'revoked' : 'wrong');
    }
    if (reply.code === 'name-taken') identity.refuse();
    else if (reply.kind !== 'lost') return this.#set('refused');
    if (reply.kind !== 'lost') queueMicrotask(() => this.reconnect());
  }

  #line(command, answer) {
    return this.conversation.ask(command, answer);
  }

  /** Sends a command; without a connection its reply is `lost`. */
  ask(command, answer = () => {}) {
    if (!this.#isReady) return answer({ kind: 'lost' }, command);
    this.#socket.send(this.#line(command, answer));
  }

  /** Sends a command in the text form, in whole lines. */
  askText(command, messages, answer) {
    if (!this.#isReady) return answer({ kind: 'lost' }, command);
    this.#line(command, answer);
    for (const message of messages) this.#socket.send(message);
  }

  #receive(data) {
    this.#lastLine = Date.now();
    const changes = [];
    try {
      for (const object of readMessage(data)) this.#handle(object, changes);
    } catch (error) {
      // Also what cannot be read: a page that goes on without it would show an old board as a live one.
      if (!(error instanceof Mismatch || error instanceof SyntaxError)) throw error;
      this.replica.revision = null;
      this.reconnect();
    }
    this.on.changes(changes);
  }

  #handle(object, changes) {
    if (object.kind === 'bye') return this.#bye(object);
    const change = this.replica?.receive(object);
    if (change) changes.push(change);
    if (object.kind === 'board' && object.board !== this.replica?.board) this.on.snapshot?.(object);
    if (object.kind === 'dropline') return this.#greet(object);
    if (!isReply(object)) return;
    this.conversation.receive(object);
  }

  #bye({ reason, retry }) {
    if (reason === 'moved') this.#movedWait = milliseconds(retry) * Math.random();
    if (reason === 'full') this.#set('full');
    if (reason === 'unknown-space') this.#set('nowhere');
    if (reason === 'too-many-tokens') this.lock('guesses');
  }

  // Who may be here.

  /** Leaves the server until somebody signs in. */
  lock(why) {
    // The last wrong token is both.
    if (this.state === 'locked' && why !== 'guesses') return;
    if (why === 'revoked' || why === 'wrong') this.identity.drop();
    this.why = why;
    const socket = this.#socket;
    this.#set('locked');
    if (socket) [this.#closed(true), socket.close()];
    this.replica?.forget();
    this.on.locked();
  }

  signIn(name, token) {
    this.identity.login = { name, token };
    this.#set('connecting');
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

  /** The replica must be new: the board was removed, or has another name. */
  stop() {
    this.#set('stopped');
    this.#socket?.close();
  }
}
