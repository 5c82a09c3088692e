import type { ConnectionOptions, Connection, Socket } from './connection.js';

/** A connection to the line port, `tcp://HOST:PORT` or `tls://HOST:PORT`, that is used like a WebSocket. */
export class LineSocket implements Socket {
  /** @param options of `tls.connect`, such as `ca` */
  constructor(url: string, options?: object);
  readonly readyState: number;
  onopen: ((event?: any) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: any) => void) | null;
  onerror: ((event?: any) => void) | null;
  send(text: string): void;
  close(): void;
}

/** A connection from node, which is started; `url` is `tcp://HOST:PORT` or `tls://HOST:PORT`. */
export function connectLines(options: ConnectionOptions & { tls?: object }): Connection;

export interface ServerOptions {
  /** The program: that of the variable DROPLINE if it is left out, else `dropline` of the path. */
  program?: string;
  /** Where it listens for lines; a free port if it is left out. */
  listen?: string;
  /** Where it serves the page and WebSockets; a free port if it is left out. */
  http?: string;
  /** The directory of its boards; a new one if it is left out. */
  data?: string;
  /** Further options of `dropline serve`. */
  options?: string[];
  /** The milliseconds in which it must listen, and end. */
  deadline?: number;
}

/** A server process. */
export class Server {
  constructor(options?: ServerOptions);
  /** Where it listens: `127.0.0.1:40123`, the same after `restart`. */
  readonly address: string;
  readonly http: string;
  readonly data: string;
  /** The URL of the line port, for `connectLines`. */
  readonly url: string;
  /** The URL of the WebSocket. */
  readonly webSocketURL: string;
  /** What it has logged since the first start. */
  readonly log: Record<string, any>[];
  start(): Promise<Server>;
  /** Kills it, as `kill -9` does. What it has acknowledged is stored. */
  kill(): Promise<void>;
  /** Kills it, and starts it again at the same address, with what is stored. */
  restart(): Promise<Server>;
  /** Stops it, and removes its directory. */
  stop(): Promise<void>;
}

/** Starts a server, and waits until it listens. Rejects with its log if it does not. */
export function startServer(options?: ServerOptions): Promise<Server>;
