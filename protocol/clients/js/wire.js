// Lines and objects: the JSON form of the protocol, section 15 of the specification.

const numbers = new Set(['line', 'text']);

/** The object of a line; a SyntaxError if it is none. Only the greeting, and a `bye` instead of it, are text. */
export function readLine(line) {
  if (line[0] === '{') return JSON.parse(line);
  const [kind, word, ...rest] = line.split(' ');
  if (kind === 'bye') return { kind, reason: word };
  if (kind !== 'dropline') throw new SyntaxError(`no line of this protocol: ${line.slice(0, 80)}`);
  const greeting = { kind, version: Number(word) };
  for (const token of rest) {
    const [key, value] = token.split('=');
    greeting[key] = numbers.has(key) ? Number(value) : key === 'profiles' ? value.split(',') : value;
  }
  return greeting;
}

/** The objects of a message, which has whole lines. */
export function readMessage(text) {
  return text.split('\n').filter((line) => line.trim()).map(readLine);
}

/** The line of a command, without control bytes (rule 2.1) and unpaired surrogates (15.5). */
export function writeLine(command) {
  const whole = (key, value) =>
    typeof value === 'string' ? value.replace(/[\ud800-\udfff]/gu, '\ufffd') : value;
  return JSON.stringify(command, whole).replace(/\x7f/g, '\\u007f');
}

const escapes = { '\n': '\\n', '\t': '\\t', '\\': '\\\\' };

/** A text as one line: what would end it, or be shown as something else, is escaped (rule 3.9). */
export const escaped = (text) =>
  text.replace(/[\\\0-\x1f\x7f]/g, (c) => escapes[c] ?? `\\u{${c.charCodeAt(0).toString(16)}}`);

const plain = { n: '\n', t: '\t', '\\': '\\' };

/** The text of an escaped one; what is no escape stays as it is. */
export const unescaped = (text) => text.replace(/\\(?:u\{([0-9a-fA-F]{1,6})\}|([nt\\]))/g, (whole, hex, c) => {
  const scalar = hex && parseInt(hex, 16);
  return c ? plain[c] : scalar > 0x10ffff || (scalar >= 0xd800 && scalar < 0xe000) ? whole : String.fromCodePoint(scalar);
});

/** The keys of fields, each with a blank behind it (rule 19.1). */
const writeFields = (fields) => Object.entries(fields).map(([name, value]) => `${name}=${escaped(value).replaceAll(' ', '\\u{20}')} `).join('');

/** A text as the rest of a line (rules 3.9 and 3.10). */
function writeText(text) {
  return escaped(text).replace(/^( *[a-z][a-z0-9-]*)=/, '$1\\=');
}

/**
 * The messages of a `replace`, in the text form: an object is one line, and a message has at most 65,536 bytes.
 *
 * @param sections with ids or without; an item is a text, or has a text, and an id and fields if it should have them
 */
export function contentMessages(board, sections) {
  const lines = [`replace ${board}`, ...sections.flatMap(({ id = '-', title, items }) => [
    `section ${id} - ${writeText(title)}`,
    ...items.map((item) => (typeof item === 'string' ? { text: item } : item)).map(({ id = '-', fields = {}, text }) =>
      `item ${id} ${writeFields(fields)}${writeText(text)}`),
  ]), 'end'];
  const messages = [];
  let length = Infinity;
  for (const text of lines) {
    // A character has at most three bytes for each of its units.
    length += 3 * text.length + 1;
    if (length > 65_000) [messages.push([]), length = 3 * text.length + 1];
    messages.at(-1).push(text);
  }
  return messages.map((part) => part.join('\n'));
}

/** A random word of letters and digits: a name, a token, or the beginning of tags. */
export function randomWord(length) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte & 31]).join('');
}

const replies = new Set(['ok', 'refused', 'error', 'pong']);

export const isReply = (object) => replies.has(object.kind);

/**
 * The commands of a client and their replies, over any number of connections.
 *
 * Each command has one reply, in order (rule 1.2). A command with a tag is repeated on the next
 * connection of the same epoch if its reply did not arrive; it is executed once (9.3). Any other
 * has then the reply `{kind: 'lost'}`.
 */
export class Conversation {
  #waiting = [];
  #count = 0;

  /** @param prefix what no other page load of this client begins its tags with */
  constructor(prefix) {
    this.prefix = prefix;
  }

  get isIdle() {
    return this.#waiting.length === 0;
  }

  tag() {
    return `${this.prefix}.${++this.#count}`;
  }

  /** The line of a command; `answer` is called with its reply and the command. */
  ask(command, answer = () => {}) {
    this.#waiting.push({ command, answer });
    return writeLine(command);
  }

  /** Gives a reply to its command. */
  receive(reply) {
    const first = this.#waiting.shift();
    first?.answer(reply, first.command);
    return first?.command;
  }

  /** The connection broke. What has a tag and is `kept` waits for `repeat`. */
  cut() {
    const lost = this.#waiting.filter(({ command }) => !command.tag);
    this.kept = [...(this.kept ?? []), ...this.#waiting.filter(({ command }) => command.tag)];
    this.#waiting = [];
    for (const { command, answer } of lost) answer({ kind: 'lost' }, command);
  }

  /** The lines to send again, or none in another epoch. */
  repeat(isSameEpoch) {
    const kept = this.kept ?? [];
    this.kept = [];
    if (isSameEpoch) return kept.map(({ command, answer }) => this.ask(command, answer));
    for (const { command, answer } of kept) answer({ kind: 'lost' }, command);
    return [];
  }
}
