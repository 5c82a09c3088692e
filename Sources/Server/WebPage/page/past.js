// The board as it was at a revision, from the drawing that `show` answers with.

import { unescaped } from './wire.js';

/**
 * Reads a drawing: a head, then a line for each section and each of its items.
 *
 * @returns `{sections: [{id, title, count, items: [{id, text, section}]}], items: Map of them by id, itemCount, isCut}`; a drawing
 * that is cut has the first lines of a large board
 */
export function readDrawing([head, ...lines]) {
  const sections = [], items = new Map(), isCut = lines.at(-1) === 'and more';
  for (const line of isCut ? lines.slice(0, -1) : lines) {
    const [, id, rest] = line.match(/^ *[\d.]+ (\S+) ([^]*)$/);
    if (line[0] === ' ') {
      const item = { id, text: unescaped(rest), section: sections.at(-1) };
      items.set(id, item).get(id).section.items.push(item);
    } else {
      const [, title, count] = rest.match(/^([^]*?) ?\((\d+)\)$/);
      sections.push({ id, title: unescaped(title), count: Number(count), items: [] });
    }
  }
  return { sections, items, itemCount: Number(head.match(/ items=(\d+)$/)?.[1] ?? items.size), isCut };
}

/**
 * What happened to the items and sections that are on a board, by their ids: `added`, `edited`, `moved`.
 *
 * @param moved the ids of items that were moved, also inside their section
 */
export function differences(before, after, moved = []) {
  const found = new Map(), old = new Map(before.sections.map((section) => [section.id, section]));
  for (const { id, title } of after.sections) {
    if (!old.has(id)) found.set(id, 'added');
    else if (old.get(id).title !== title) found.set(id, 'renamed');
  }
  for (const [id, { text, section }] of after.items) {
    const was = before.items.get(id);
    if (!was) found.set(id, 'added');
    else if (was.text !== text) found.set(id, 'edited');
    else if (was.section.id !== section.id || moved.includes(id)) found.set(id, 'moved');
  }
  return found;
}

/** The most boards that are kept. */
const mostKept = 130;

/** Boards as they were, each asked for once. */
export class PastBoards {
  /** By revision: a board, or those who wait for it. */
  #boards = new Map();

  /** @param ask sends a command and gives its reply to a function */
  constructor(ask) {
    this.ask = ask;
  }

  clear() {
    this.#boards.clear();
  }

  /** The board at a revision, if it was read. */
  at(revision) {
    const board = this.#boards.get(revision);
    return Array.isArray(board) ? undefined : board;
  }

  /** @param done gets the board, or null and the reply that tells why not */
  read(revision, done) {
    const known = this.#boards.get(revision);
    if (Array.isArray(known)) return known.push(done);
    if (known) return done(known);
    const waiting = [done];
    this.#boards.set(revision, waiting);
    this.ask({ kind: 'show', rev: revision }, (reply) => {
      const board = reply.kind === 'ok' ? readDrawing(reply.rows) : null;
      if (this.#boards.get(revision) === waiting) this.#keep(revision, board);
      for (const each of waiting) each(board, reply);
    });
  }

  #keep(revision, board) {
    this.#boards.delete(revision);
    if (board) this.#boards.set(revision, board);
    for (const [oldest, each] of this.#boards) {
      if (this.#boards.size <= mostKept) break;
      if (!Array.isArray(each)) this.#boards.delete(oldest);
    }
  }
}
