import type { Command } from './commands.js';
import type { Change, Replica, Section } from './replica.js';
import type { Conversation, Message, Reply } from './wire.js';

export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'full' | 'refused' | 'nowhere' | 'stopped' | 'locked';

/** What a connection reports. */
export interface Reporter {
  /** The state is another one. */
  state?(): void;
  /** What the replica has applied. */
  changes?(changes: Change[]): void;
  /** Before commands are repeated: the command that it returns, such as a `resume`, is sent in front of them. */
  opened?(isSameEpoch: boolean): Command | undefined | void;
  /** The reply to `open`. */
  board?(reply: Reply): void;
  /** The connection broke. @param isWanted whether this end has closed it */
  cut?(isWanted: boolean): void;
  /** A snapshot of another board. */
  snapshot?(object: Message): void;
}

/** What of a WebSocket a connection uses. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event?: any) => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event?: any) => void) | null;
  onerror: ((event?: any) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface ConnectionOptions {
  /** Of the WebSocket: `ws://127.0.0.1:7668/ws`, or `/s/SPACE/ws` for a space. */
  url: string;
  /** The board that is watched. */
  board?: string | null;
  /** `counts` for a replica that knows only what was fetched, `auto` for one that does so if the board has more than 2,000 items. */
  content?: 'counts' | 'auto';
  /** The least time between two batches. */
  every?: string;
  /** A name of its own if it is left out. */
  name?: string;
  /** Proves the name; without one no command is executed exactly once. */
  token?: string;
  on?: Reporter;
  /** Makes a socket of the URL; a WebSocket if it is left out. */
  socket?: (url: string) => Socket;
}

/** A connection that is made again whenever it breaks. The replica stays right. */
export class Connection {
  constructor(options: ConnectionOptions);
  readonly state: ConnectionState;
  /** Why the server does not want this client, in the state `refused`: a code, or the reason of a `bye`. */
  readonly why: string | null;
  readonly replica: Replica | null;
  readonly conversation: Conversation;
  readonly epoch: string | undefined;
  readonly isLive: boolean;
  /** Seconds until the next attempt. */
  readonly wait: number;
  /** Connects. */
  start(): this;
  /** Ends the connection for good. Commands without a reply are answered `lost`. */
  stop(): void;
  /** Tries to connect at once, if it waits. */
  tryNow(): void;
  /** Leaves this connection, and makes another one. */
  reconnect(): void;
  /** Breaks the connection, as a network does. For tests. */
  cut(): void;
  /** Whether the server has a profile. */
  has(profile: string): boolean;
  /** Opens the board of the replica anew. */
  open(): void;
  /** Asks for what a replica that counts does not know of a section between two indices. Returns how often `done` is called, with each reply. */
  fetch(section: Section, from: number, to: number, done?: (reply: Reply) => void): number;
  /** A snapshot with all items of the board of a replica that counts, which goes on to count; null if the connection breaks. */
  read(): Promise<Message | null>;
  /** Sends a command; without a connection its reply is `lost`. */
  ask(command: Command, answer?: (reply: Reply, command: Command) => void): void;
  /** Sends a command in the text form, in whole lines. */
  askText(command: Command, messages: string[], answer: (reply: Reply, command: Command) => void): void;
  /** Sends a command with a tag as soon as there is a connection. It is executed once, however often that breaks. */
  request(command: Command): Promise<Reply>;
}
