// Plays the lines that servers send in a transcript to replicas, and compares replicas that are at
// the same revision of one board.

import assert from 'node:assert/strict';
import { Replica } from '../../../protocol/clients/js/replica.js';
import { known } from './boards.js';
import { takeObject } from './lines.js';

function scenarios(text) {
  const [head, ...rest] = text.split(/^## /m);
  const start = head.split('\n');
  return rest.map((part) => {
    const [title, ...lines] = part.split('\n');
    return { title, lines: lines.includes('given') ? lines : [...start, ...lines] };
  });
}

/** The replicas of one client, one for each board that it names. */
class Client {
  replicas = new Map();
  current = null;

  send(line) {
    const words = line.replace(/^#\S+ /, '').split(' ');
    if (words[0].toLowerCase() === 'open') this.open(words);
    // A client of before fields is not told of them (19.5).
    if (words[0] === 'hello' && / version=/.test(line)) this.isEarlier = !/ fields=yes/.test(line);
    if (words[0] === 'begin') this.home = /board=(\S+)/.exec(line)?.[1] ?? this.current;
  }

  open([, board, ...rest]) {
    this.current = board;
    const replica = this.replicas.get(board);
    const since = rest.map((word) => /^since=(\d+)/.exec(word)?.[1]).find(Boolean), counts = /content=counts/.exec(rest) ? 'counts' : undefined;
    // A test may claim a revision that the client never had: only a snapshot makes it whole.
    if (!replica || (since !== undefined && Number(since) !== replica.revision)) {
      this.replicas.set(board, new Replica(board, 'me', { content: counts }));
    }
  }

  /** A batch is drawn with parts left out: only a snapshot makes a copy whole. */
  lose(object) {
    if (object?.kind === 'batch' && this.replicas.has(object.board)) this.replicas.get(object.board).revision = null;
  }

  receive(object, state) {
    if (object.kind === 'ok' && object.verb === 'begin') {
      this.replicas.get(this.home)?.begin(object);
    }
    for (const replica of this.replicas.values()) {
      const isUpdate = object.kind === 'batch' && object.board === replica.board;
      if (isUpdate && replica.revision === null) continue;
      const change = replica.receive(object);
      if (['batch', 'snapshot'].includes(change?.kind)) state.check(replica, this.isEarlier);
      if (object.kind === 'ok' && object.verb === 'rows' && object.board === replica.board) state.checkRows(object, replica);
    }
  }
}

/** What every replica must hold after each update. */
class State {
  known = new Map();
  updates = 0;
  compared = 0;

  check(replica, isEarlier = false) {
    this.updates++;
    const now = known(replica), texts = now.map((section) => ({ ...section, items: section.items.map(([at, { id, text }]) => [at, { id, text }]) }));
    this.#compare(`${replica.board} ${replica.revision}`, texts);
    if (!isEarlier) this.#compare(`${replica.board} ${replica.revision} with fields`, now);
  }

  /** Of a board at a revision all know the same counts, and those who know an item the same one. */
  #compare(key, now) {
    const before = this.known.get(key) ?? now.map((section) => ({ ...section, items: [] }));
    if (this.known.has(key)) this.compared++;
    const shape = (sections) => sections.map(({ id, title, count }) => ({ id, title, count }));
    assert.deepEqual(shape(now), shape(before), key);
    this.known.set(key, now.map((section, s) => {
      const items = new Map(before[s].items);
      for (const [at, item] of section.items) {
        if (items.has(at)) assert.deepEqual(item, items.get(at), `${key}: ${s}.${at}`);
        items.set(at, item);
      }
      return { ...section, items: [...items] };
    }));
  }

  /** What `rows` lists is known from then on. */
  checkRows({ at, rev, rows }, replica) {
    if (!replica.isCounting || rev !== replica.revision) return;
    const [s, i] = at.split('.').map(Number);
    assert.deepEqual(rows.map((_, k) => replica.sections[s].items.at(i + k)?.id), rows.map(({ item }) => item));
    this.check(replica);
  }

  /** Rule 7.8: at the end of a write each item that a drag names is there. */
  checkDrags(replica) {
    if (replica.revision === null) return;
    for (const drag of replica.drags.values()) {
      const isHere = (id) => replica.items.has(id) || drag.texts.size > 0 || replica.isCounting;
      assert.ok(drag.items.every(isHere), `${drag.id} has ${drag.items}`);
    }
  }
}

const isWild = (text) => /…/.test(text);

/** Objects are read when their block is complete, in the order of the file. */
function replay(lines, state, where) {
  const clients = new Map(), buffers = new Map();
  let given = false;
  const flush = (name) => {
    const client = clients.get(name), buffer = buffers.get(name) ?? [];
    while (buffer.length) {
      const isTaken = !isWild(buffer[0]) || /^(#\S+ )?ok/.test(buffer[0]);
      const object = isTaken ? takeObject(buffer) : void buffer.shift();
      try {
        if (object && !isWild(JSON.stringify(object))) client.receive(object, state);
        else client.lose(object);
      } catch (error) {
        error.message = `${where}: ${name}< ${JSON.stringify(object)}: ${error.message}`;
        throw error;
      }
    }
    for (const replica of client.replicas.values()) state.checkDrags(replica);
  };
  for (const line of lines) {
    if (line === 'given') given = true;
    if (line === '') given = false;
    const found = line.match(/^(\w+)(>[?!]?|<| connects$| cuts$)(?: (.*))?$/);
    if (given || !found) continue;
    const [, name, mark, rest = ''] = found;
    if (!clients.has(name)) clients.set(name, new Client());
    if (mark === '<') {
      if (rest !== '(closed)') buffers.set(name, [...(buffers.get(name) ?? []), rest]);
      continue;
    }
    for (const each of clients.keys()) flush(each);
    const client = clients.get(name);
    if (mark === '>') client.send(rest);
    else if (mark === ' connects') for (const r of client.replicas.values()) r.disconnect();
  }
  for (const each of clients.keys()) flush(each);
}

export function play(text, file) {
  let updates = 0, compared = 0;
  for (const scenario of scenarios(text)) {
    const state = new State();
    replay(scenario.lines, state, `${file}: ${scenario.title}`);
    updates += state.updates;
    compared += state.compared;
  }
  return { updates, compared };
}
