// The board as it was at a revision, from the drawing that `show` answers with.

import { isDone } from './facts.js';
import { changedFields, emptyFields } from './fields.js';
import { unescaped } from './wire.js';

/** A drawn item, as `[x] Bread  due=2026-12-01 label=red`: `{text, fields}`. */
function readItem(drawn) {
  const [, text, list = ''] = drawn.match(/^([^]*?)(?:  ((?:[a-z][a-z0-9]*=\S+ ?)+))?$/), pairs = list.split(' ').filter(Boolean);
  const others = Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]));
  const box = text.startsWith('[x] ') ? { done: 'yes' } : text.startsWith('[ ] ') && (others.done || others.due) ? {} : null;
  return { text: unescaped(box ? text.slice(4) : text), fields: changedFields(emptyFields, { ...others, ...box }) };
}

/**
 * Reads a drawing: a head, then a line for each section and each of its items.
 *
 * @returns `{sections: [{id, title, count, items: [{id, text, fields, section}]}], items: Map of them by id, itemCount, isCut}`; a drawing
 * that is cut has the first lines of a large board
 */
export function readDrawing([head, ...lines]) {
  const sections = [], items = new Map(), isCut = lines.at(-1) === 'and more';
  for (const line of isCut ? lines.slice(0, -1) : lines) {
    const [, id, rest] = line.match(/^ *[\d.]+ (\S+) ([^]*)$/);
    if (line[0] === ' ') {
      const item = { id, ...readItem(rest), section: sections.at(-1) };
      items.set(id, item).get(id).section.items.push(item);
    } else {
      const [, title, count] = rest.match(/^([^]*?) ?\((\d+)\)$/);
      sections.push({ id, title: unescaped(title), count: Number(count), items: [] });
    }
  }
  return { sections, items, itemCount: Number(head.match(/ items=(\d+)$/)?.[1] ?? items.size), isCut };
}

/**
 * What happened to the items and sections that are on a board, by their ids: `added`, `edited`, `moved`, and to fields alone
 * `done`, `not done`, `changed`.
 *
 * @param moved the ids of items that were moved, also inside their section
 */
export function differences(before, after, moved = []) {
  const found = new Map(), old = new Map(before.sections.map((section) => [section.id, section]));
  for (const { id, title } of after.sections) {
    if (!old.has(id)) found.set(id, 'added');
    else if (old.get(id).title !== title) found.set(id, 'renamed');
  }
  for (const [id, { text, fields, section }] of after.items) {
    const was = before.items.get(id);
    if (!was) found.set(id, 'added');
    else if (was.text !== text) found.set(id, 'edited');
    else if (was.section.id !== section.id || moved.includes(id)) found.set(id, 'moved');
    else if (isDone(was.fields) !== isDone(fields)) found.set(id, isDone(fields) ? 'done' : 'not done');
    else if (JSON.stringify(was.fields) !== JSON.stringify(fields)) found.set(id, 'changed');
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
