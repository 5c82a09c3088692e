import type { Command } from './commands.js';

/** An object of the JSON form, with the words and keys of `protocol/lines.md`. */
export interface Message {
  kind: string;
  [member: string]: any;
}

/** A reply of a server; `lost` if there is none, because the connection broke or the server has another epoch. */
export interface Reply extends Message {
  kind: 'ok' | 'refused' | 'error' | 'pong' | 'lost';
}

/** The object of a line; a SyntaxError if it is none. Only the greeting, and a `bye` instead of it, are text. */
export function readLine(line: string): Message;
/** The objects of a message, which has whole lines. */
export function readMessage(text: string): Message[];
/** The line of a command, without control bytes (rule 2.1) and unpaired surrogates (15.5). */
export function writeLine(command: Command): string;
/** A text as one line: what would end it, or be shown as something else, is escaped (rule 3.9). */
export function escaped(text: string): string;
/** The text of an escaped one; what is no escape stays as it is. */
export function unescaped(text: string): string;
/** The messages of a `replace`, in the text form: an object is one line, and a message has at most 65,536 bytes. */
export function contentMessages(
  board: string, sections: { id?: string; title: string; items: (string | { id?: string; fields?: Readonly<Record<string, string>>; text: string })[] }[],
): string[];
/** A random word of letters and digits: a name, a token, or the beginning of tags. */
export function randomWord(length: number): string;
/** Whether an object is `ok`, `refused`, `error` or `pong`. */
export function isReply(object: Message): boolean;

/** The commands of a client and their replies, over any number of connections. */
export class Conversation {
  /** @param prefix what no other client of this name begins its tags with */
  constructor(prefix: string);
  /** Whether every command has its reply. */
  readonly isIdle: boolean;
  /** A new tag. */
  tag(): string;
  /** The line of a command; `answer` is called with its reply and the command. */
  ask(command: Command, answer?: (reply: Reply, command: Command) => void): string;
  /** Gives a reply to its command, which it returns. */
  receive(reply: Message): Command | undefined;
  /** The connection broke. What has a tag waits for `repeat`; the rest is answered `lost`. */
  cut(): void;
  /** The lines to send again, or none in another epoch. */
  repeat(isSameEpoch: boolean): string[];
}
