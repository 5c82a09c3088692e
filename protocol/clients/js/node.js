// For node: a socket for the line port, and a real server for tests.

import { spawn } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectEncrypted } from 'node:tls';
import { Connection } from './connection.js';

// Node 18 has it under this name only.
globalThis.crypto ??= webcrypto;

/** A connection to the line port, `tcp://HOST:PORT` or `tls://HOST:PORT`, that is used like a WebSocket. */
export class LineSocket {
  onopen = null;
  onmessage = null;
  onclose = null;
  onerror = null;
  #stream;
  #rest = [];

  /** @param options of `tls.connect`, such as `ca` */
  constructor(url, options = {}) {
    const { protocol, hostname, port } = new URL(url);
    if (protocol !== 'tcp:' && protocol !== 'tls:') throw new TypeError(`${url} is not tcp://HOST:PORT or tls://HOST:PORT`);
    const host = hostname.replace(/^\[|\]$/g, ''), isEncrypted = protocol === 'tls:';
    this.#stream = (isEncrypted ? connectEncrypted : connect)({ host, port: Number(port), ...options });
    this.#stream.setEncoding('utf8');
    this.#stream.once(isEncrypted ? 'secureConnect' : 'connect', () => {
      // An empty line asks for the greeting at once.
      this.#stream.write('\n');
      this.onopen?.({});
    });
    this.#stream.on('data', (text) => this.#read(text));
    this.#stream.on('error', (error) => this.onerror?.({ error }));
    this.#stream.on('close', () => this.onclose?.({}));
  }

  get readyState() {
    return this.#stream.connecting ? 0 : this.#stream.destroyed ? 3 : 1;
  }

  send(text) {
    if (!this.#stream.destroyed) this.#stream.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  close() {
    this.#stream.destroy();
  }

  #read(text) {
    const end = text.lastIndexOf('\n') + 1;
    if (end === 0) return void this.#rest.push(text);
    const data = this.#rest.join('') + text.slice(0, end);
    this.#rest = [text.slice(end)];
    this.onmessage?.({ data });
  }
}

/** A connection from node; `url` is `tcp://HOST:PORT` or `tls://HOST:PORT`. */
export function connectLines(options) {
  const socket = (url) => new LineSocket(url, options.tls);
  return new Connection({ socket, ...options }).start();
}

/** Children that end with this process. */
const children = new Set();
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

/** A server process on a directory of its own. */
export class Server {
  /** What it has logged since the first start. */
  log = [];
  #child = null;
  #folder;

  /** @param options see `startServer` */
  constructor({ program = process.env.DROPLINE ?? 'dropline', listen = '127.0.0.1:0', http = '127.0.0.1:0', data, options = [], deadline = 20_000 } = {}) {
    Object.assign(this, { program, address: listen, http, data, options, deadline });
  }

  /** The URL of the line port. */
  get url() {
    return `tcp://${this.address}`;
  }

  /** The URL of the WebSocket. */
  get webSocketURL() {
    return `ws://${this.http}/ws`;
  }

  /** Starts it, and waits until it listens. Rejects with the log if it does not. */
  async start() {
    this.data ??= join(this.#folder ??= await mkdtemp(join(tmpdir(), 'dropline-')), 'data');
    const command = ['serve', '--listen', this.address, '--http', this.http, '--data', this.data, '--log-format', 'json', '--ready', '-', '--exit-with-parent', ...this.options];
    const child = this.#child = spawn(this.program, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    children.add(child);
    child.once('exit', () => children.delete(child));
    const fault = await this.#listening(child);
    if (!fault) return this;
    child.kill('SIGKILL');
    this.#child = null;
    const log = this.log.slice(-20).map((entry) => `  ${Object.values(entry).join(' ')}`).join('\n');
    throw new Error(`${this.program} ${command.join(' ')} ${fault}:\n${log}`);
  }

  /** What is wrong, or nothing if it listens. */
  #listening(child) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(`does not listen within ${this.deadline} ms`), this.deadline);
      const done = (fault) => [clearTimeout(timer), resolve(fault)];
      child.once('error', ({ message }) => done(`cannot be started, and DROPLINE says where the program is (${message})`));
      child.once('close', (status) => done(`ended with status ${status} before it listened`));
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => this.#read(line) && done());
      }
    });
  }

  /** Reads a line of the log, and returns whether it says that the server listens. */
  #read(line) {
    const entry = line.startsWith('{') ? JSON.parse(line) : { message: line };
    this.log.push(entry);
    const [name, address] = line.split(' ');
    if (name === 'listening') this.address = address;
    if (name === 'http') this.http = address;
    return entry.message === 'listening';
  }

  async #end(signal) {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill(signal);
    const timer = setTimeout(() => child.kill('SIGKILL'), this.deadline);
    await ended;
    clearTimeout(timer);
  }

  /** Kills it, as `kill -9` does. What it has acknowledged is stored. */
  kill() {
    return this.#end('SIGKILL');
  }

  /** Kills it, and starts it again at the same address, with what is stored. */
  async restart() {
    await this.kill();
    return this.start();
  }

  /** Stops it, and removes its directory. */
  async stop() {
    await this.#end('SIGTERM');
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Starts a real server on free ports; see `node.d.ts`. */
export const startServer = (options) => new Server(options).start();
