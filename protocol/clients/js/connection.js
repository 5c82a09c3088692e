// The connection to a server: opens it, keeps it, and goes on after it broke.

import { Mismatch, Replica } from './replica.js';
import { finalReasons } from './tables.js';
import { Conversation, isReply, randomWord, readMessage } from './wire.js';

/** The milliseconds without a line after which a connection is given up. */
const silence = 15_000;
/** A server remembers as many replies of a client (9.3). */
const mostUnanswered = 64;

/** The milliseconds of `250ms` or `2s`, at most 8000. */
function milliseconds(time) {
  const number = parseInt(time, 10) || 0;
  return Math.min(8000, String(time).endsWith('ms') ? number : 1000 * number);
}

/** The connection of one client, which is made again whenever it breaks. */
export class Connection {
  /** `connecting`, `live`, `reconnecting`, `full`, `refused`, `nowhere` or `stopped`. */
  state = 'connecting';
  /** Why the server does not want this client, if it does not: a code or the reason of a `bye`. */
  why = null;
  #socket = null;
  #attempts = 0;
  #lastLine = 0;
  #timer = null;
  #watch = null;
  #retryAt = 0;
  #isReady = false;
  #isOver = false;
  /** What waits until the server knows who this is, and until commands of an earlier connection are repeated. */
  #repeat = null;
  #later = [];
  /** Milliseconds until the next attempt, if another server takes over. */
  #movedWait = null;
  #profiles = [];
  /** What waits for a snapshot with all items of the board of a replica that counts. */
  #readers = [];
  #requests = [];
  #unanswered = 0;

  /**
   * @param url of the WebSocket, such as `ws://127.0.0.1:7668/ws`
   * @param board the name of the board that is watched, or null
   * @param content `counts` for a replica that knows only the items that were asked for, `auto` if the board has more than 2,000 items
   * @param every the least time between two batches
   * @param name of the client, and the token that proves it
   * @param on what is told: `state()`, `changes(list)` for what the replica has applied, `opened(isSameEpoch)` before tagged
   * commands are repeated, which may return a command such as `resume`, `board(reply)` for that to `open`, `cut(isWanted)`,
   * `snapshot(object)` of another board
   * @param socket makes a socket of the URL
   */
  constructor({ url, board = null, content, every = '16ms', name, token, on = {}, socket = (url) => new WebSocket(url, 'dropline.1') }) {
    this.url = url;
    this.on = on;
    this.conversation = new Conversation(randomWord(6));
    this.replica = board === null ? null : new Replica(board, null, { content });
    this.options = { every, socket, login: { name: name ?? `page-${randomWord(8)}`, token: token ?? (name ? undefined : randomWord(32)) } };
  }

  /** Connects, and connects again whenever the connection breaks. */
  start() {
    this.#watch = setInterval(() => this.#check(), 1000);
    this.#connect();
    return this;
  }

  // What a kind of connection decides.

  /** `{name, token}` of the client. */
  get login() {
    return this.options.login;
  }

  get every() {
    return this.options.every;
  }

  /** The server has greeted. @param enter says who we are, behind these lines */
  greeted(lines, enter) {
    enter(lines);
  }

  /** The lines behind that which opens the board. */
  followers() {
    return [];
  }

  /** The reply to the name. */
  named(reply) {
    if (reply.kind === 'ok') this.accepted();
    else if (reply.code === 'unavailable') this.reconnect();
    else if (reply.kind !== 'lost') this.refuse(reply.code);
  }

  /** The server closes the connection. */
  left({ reason, retry }) {
    if (reason === 'moved') this.#movedWait = milliseconds(retry) * Math.random();
    else if (reason === 'full') this.setState('full');
    else if (reason === 'unknown-space') this.rest('nowhere');
    else if (finalReasons.has(reason)) this.refuse(reason);
  }

  // The state.

  get isLive() {
    return this.state === 'live' && this.#isReady;
  }

  /** Seconds until the next attempt. */
  get wait() {
    return Math.max(0, Math.ceil((this.#retryAt - Date.now()) / 1000));
  }

  setState(state) {
    this.state = state;
    this.on.state?.();
  }

  /** The server knows who this is. */
  accepted() {
    this.#attempts = 0;
    this.#repeat?.();
    this.setState('live');
  }

  /** The server does not want this client before somebody has done something. */
  refuse(why) {
    this.why = why;
    this.#isOver = true;
    this.rest('refused');
  }

  /** Nothing is tried until somebody does something, or never. */
  get isAtRest() {
    return this.#isOver || ['stopped', 'locked', 'nowhere'].includes(this.state);
  }

  /** Leaves the server, and does not come back by itself. */
  rest(state) {
    const socket = this.#socket;
    this.setState(state);
    if (socket) [this.#closed(true), this.#drop(socket)];
    if (!this.#isOver && state !== 'stopped') return;
    clearInterval(this.#watch);
    clearTimeout(this.#timer);
    this.conversation.repeat(false);
    for (const { command, answer } of this.#requests.splice(0)) answer({ kind: 'lost' }, command);
  }

  /** Ends the connection for good. Commands without a reply are answered `lost`. */
  stop() {
    this.rest('stopped');
  }

  // Sockets.

  #connect() {
    clearTimeout(this.#timer);
    const socket = this.#socket = this.options.socket(this.url);
    this.#lastLine = Date.now();
    socket.onmessage = ({ data }) => socket === this.#socket && this.#receive(data);
    socket.onclose = () => socket === this.#socket && this.#closed();
    socket.onerror = () => {};
  }

  /** @param isWanted whether this end has closed the connection itself */
  #closed(isWanted = false) {
    const wasReady = this.#isReady;
    this.#socket = null;
    this.#isReady = false;
    this.#repeat = null;
    this.replica?.disconnect();
    // A drag is held before its questions are answered as lost.
    const moved = this.#movedWait;
    this.#movedWait = null;
    if (wasReady) this.on.cut?.(isWanted || moved !== null || this.isAtRest);
    this.conversation.cut();
    this.#answerReaders(null);
    for (const { command, answer } of this.#later.splice(0)) answer({ kind: 'lost' }, command);
    if (this.isAtRest) return;
    const wait = moved ?? Math.min(8000, 250 * 2 ** this.#attempts++) * (0.5 + Math.random() / 2);
    this.#retryAt = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
    // If another server has taken over, nobody notices.
    if (moved === null && !isWanted && this.state !== 'full' && this.state !== 'refused') this.setState('reconnecting');
  }

  tryNow() {
    if (this.#socket || this.isAtRest) return;
    this.#attempts = 0;
    this.#connect();
  }

  /** Leaves this connection, and makes another one. */
  reconnect(isWanted = true) {
    const socket = this.#socket;
    if (!socket) return this.tryNow();
    this.#closed(isWanted);
    this.#drop(socket);
    this.tryNow();
  }

  /** Breaks the connection, as a network does. For tests. */
  cut() {
    this.#socket?.close();
  }

  #drop(socket) {
    // Chromium logs an error if a socket is closed before it is open.
    if (socket.readyState === 0) socket.onopen = () => socket.close();
    else socket.close();
  }

  #check() {
    if (this.#socket && Date.now() - this.#lastLine > silence) this.reconnect(false);
    else if (this.state === 'reconnecting') this.on.state?.();
  }

  /** Says how often batches are wanted. */
  setCadence() {
    if (this.#isReady && this.replica) this.ask({ kind: 'open', board: this.replica.board, every: this.every, content: this.#content });
  }

  /** Whether the server has a profile: a part of the protocol. */
  has(profile) {
    return this.#profiles.includes(profile);
  }

  // The first lines.

  /** Everything in one message. */
  #greet({ epoch, profiles }) {
    this.#profiles = profiles;
    const fields = profiles.includes('fields') ? { fields: true } : {};
    const hello = this.line({ kind: 'hello', form: 'json', heartbeat: '10s', version: 1, ...fields });
    this.greeted([hello], (lines) => this.#enter(epoch, lines));
  }

  /** Says the name, opens the board, and repeats what was not answered. */
  #enter(epoch, lines) {
    const isSame = this.epoch === undefined || this.epoch === epoch;
    // Alone, so that a refusal does not take the form along.
    const { name: client, token } = this.login;
    lines.push(this.line({ kind: 'hello', client, token }, (reply) => this.named(reply)));
    if (this.replica) lines.push(this.#open());
    lines.push(...this.followers());
    this.#repeat = () => this.#begin(isSame);
    this.epoch = epoch;
    this.send(lines);
    // What was executed once would be executed again for a guest, if the name is refused: that waits for the reply.
    if (!this.conversation.kept?.length) this.#repeat();
  }

  #begin(isSame) {
    this.#repeat = null;
    this.#isReady = true;
    const resume = this.on.opened?.(isSame);
    const lines = resume ? [this.line(resume)] : [];
    this.send([...lines, ...this.conversation.repeat(isSame)]);
    for (const { command, answer } of this.#later.splice(0)) this.#ask(command, answer);
    this.#pump();
  }

  /** Opens the board of the replica on this connection. */
  open() {
    if (this.#isReady) this.send([this.#open()]);
  }

  #open() {
    const { board, revision } = this.replica;
    const since = revision === null ? {} : { since: revision, epoch: this.epoch };
    const command = { kind: 'open', board, ...since, every: this.every, content: this.#content };
    return this.line(command, (reply) => this.on.board?.(reply));
  }

  // Counts (section 20).

  get #content() {
    return this.has('counts') && !this.#readers.length ? this.replica.content : undefined;
  }

  /** Asks for what a replica that counts does not know of a section between two indices. @returns how often `done` is called, with each reply */
  fetch(section, from, to, done = () => {}) {
    const commands = this.replica.missing(section, from, to);
    for (const command of commands) this.#ask(command, (reply) => [this.replica.answered(command), done(reply)]);
    return commands.length;
  }

  /** Reads the whole board of a replica that counts, which goes on to count. Resolves with a snapshot, or with null if the connection breaks. */
  read() {
    return new Promise((answer) => {
      if (this.#readers.push(answer) === 1) this.#openAll(({ kind }) => kind === 'ok' || this.#answerReaders(null));
    });
  }

  #openAll(answer) {
    this.ask({ kind: 'open', board: this.replica.board, every: this.every }, answer);
  }

  #answerReaders(snapshot) {
    for (const answer of this.#readers.splice(0)) answer(snapshot);
  }

  // Commands.

  line(command, answer) {
    return this.conversation.ask(command, answer);
  }

  send(lines) {
    if (lines.length) this.#socket?.send(lines.join('\n'));
  }

  /** Sends a command; without a connection its reply is `lost`. The replica shows a `set` at once. */
  ask(command, answer = () => {}) {
    this.#ask(command, this.#make(command, answer));
  }

  /** Shows an own `set` of the board until its reply has come. */
  #make(command, answer) {
    const { replica, on } = this;
    if (command.kind !== 'set' || !replica || (command.board ?? replica.board) !== replica.board) return answer;
    const report = (change) => change && on.changes?.([change]);
    report(replica.make(command));
    return (reply, sent) => {
      report(replica.settle(command));
      answer(reply, sent);
    };
  }

  #ask(command, answer) {
    if (this.#repeat) this.#later.push({ command, answer });
    else if (!this.#isReady) answer({ kind: 'lost' }, command);
    else this.send([this.line(command, answer)]);
  }

  /** Sends a command in the text form, in whole lines. */
  askText(command, messages, answer) {
    if (!this.#isReady) return answer({ kind: 'lost' }, command);
    this.line(command, answer);
    for (const message of messages) this.send([message]);
  }

  /**
   * Sends a command with a tag, as soon as there is a connection, and resolves with its reply. It is executed once,
   * however often the connection breaks; in another epoch of the server the reply is `lost`. The replica shows a `set` at once.
   */
  request(command) {
    const tagged = { tag: this.conversation.tag(), ...command };
    return new Promise((answer) => {
      if (this.isAtRest) return answer({ kind: 'lost' });
      this.#requests.push({ command: tagged, answer: this.#make(tagged, answer) });
      this.#pump();
    });
  }

  #pump() {
    while (this.#isReady && this.#requests.length && this.#unanswered < mostUnanswered) {
      const { command, answer } = this.#requests.shift();
      this.#unanswered++;
      this.#ask(command, (reply) => [this.#unanswered--, answer(reply), this.#pump()]);
    }
  }

  // What comes.

  #receive(data) {
    this.#lastLine = Date.now();
    const changes = [];
    try {
      for (const object of readMessage(data)) this.#handle(object, changes);
    } catch (error) {
      // Also what cannot be read: a page that goes on without it would show an old board as a live one.
      if (!(error instanceof Mismatch || error instanceof SyntaxError)) throw error;
      if (this.replica) this.replica.revision = null;
      this.reconnect();
    }
    this.on.changes?.(changes);
  }

  #handle(object, changes) {
    if (object.kind === 'bye') return this.left(object);
    const change = this.replica?.receive(object);
    if (change?.kind === 'few') this.#openAll();
    else if (change) changes.push(change);
    if (object.kind === 'board') this.#show(object);
    if (object.kind === 'dropline') return this.#greet(object);
    if (!isReply(object)) return;
    this.conversation.receive(object);
  }

  #show(snapshot) {
    if (snapshot.board !== this.replica?.board) this.on.snapshot?.(snapshot);
    else if (this.#readers.length && snapshot.content !== 'counts') [this.#answerReaders(snapshot), this.setCadence()];
  }
}
