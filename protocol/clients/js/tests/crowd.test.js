// A random crowd makes 10,000 revisions while connections are cut and the server is killed: no copy ever differs.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectLines, startServer } from 'dropline/node.js';
import { seeded } from './random.js';

const revisions = Number(process.env.DROPLINE_REVISIONS ?? 10_000);
const kills = 6;

/** A client that does anything, and remembers what it was told. */
class Member {
  acknowledged = [];
  #count = 0;

  constructor(url, number, crowd) {
    Object.assign(this, { number, crowd, random: seeded(crowd.seed * 100 + number) });
    const changes = (list) => list.some(({ kind }) => kind === 'batch' || kind === 'snapshot') && crowd.compare(this.replica);
    this.connection = connectLines({ url, board: 'list', name: `crowd-${number}`, token: `token-of-crowd-${number}`, on: { changes } });
    this.replica = this.connection.replica;
  }

  async live() {
    while ((this.replica.revision ?? 0) < revisions) {
      await Promise.all(Array.from({ length: 1 + this.random.below(12) }, () => this.act()));
    }
  }

  async send(command) {
    const reply = await this.connection.request(command);
    assert.notEqual(reply.kind, 'error', `seed ${this.crowd.seed}: ${JSON.stringify([command, reply])}`);
    return reply;
  }

  text() {
    return `${this.number}.${++this.#count}`;
  }

  fields() {
    const { random } = this, value = () => random.pick(['yes', null, this.text(), 'a=b c\u2028ä😀']);
    return { done: random.pick(['yes', null]), [random.pick(['due', 'label', 'constructor'])]: value() };
  }

  async act() {
    const { random, replica } = this, board = 'list', kind = random.below(24);
    const items = [...replica.items.keys()], sections = replica.sections.map(({ id }) => id);
    const pick = (most) => [...new Set(Array.from({ length: 1 + random.below(most) }, () => random.pick(items)))];
    if (kind === 0) return this.append();
    if (!sections.length || kind === 1) return this.send({ kind: 'insert-section', board, index: sections.length < 6 ? 'end' : 0, text: this.text() });
    const place = () => random.pick([`before:${random.pick(items)}`, `after:${random.pick(items)}`, `end:${random.pick(sections)}`, `start:${random.pick(sections)}`]);
    if (!items.length || kind < 6) return this.send({ kind: 'insert', board, place: `end:${random.pick(sections)}`, text: this.text(), fields: random.pick([{}, { done: 'yes' }]) });
    if (kind < (items.length > 60 ? 11 : 8)) return this.send({ kind: 'delete', board, items: pick(2) });
    if (kind < 17) return this.send({ kind: 'move', board, items: pick(3), place: place() });
    if (kind === 17) return this.send({ kind: 'edit', board, item: random.pick(items), text: `${this.text()} \\ = \n\u2028ä😀` });
    if (kind === 18) return this.send({ kind: 'move-section', board, section: random.pick(sections), index: 0 });
    if (kind === 19) return sections.length > 3 && this.send({ kind: 'delete-section', board, section: random.pick(sections) });
    if (kind === 21) return this.send({ kind: 'set', board, items: pick(4), fields: this.fields() });
    if (kind === 20) return this.send({ kind: random.pick(['undo', 'redo']), board });
    return this.drag(board, pick(2), place());
  }

  /** Appends to the board from which nobody deletes. */
  async append() {
    const text = this.text();
    const { kind, item } = await this.send({ kind: 'insert', board: 'ledger', place: 'end:s1', text });
    if (kind === 'ok') this.acknowledged.push({ item, text });
  }

  async drag(board, items, place) {
    const { kind, drag } = await this.send({ kind: 'begin', board, items });
    if (kind !== 'ok') return;
    await this.send({ kind: 'propose', place, drag });
    await this.send({ kind: 'perform', drag });
    await this.send({ kind: 'cancel', drag });
  }
}

/** A client that counts, and looks at any part of the board after each change. */
class Counter {
  compared = 0;

  constructor(url, crowd) {
    const random = seeded(crowd.seed), changes = () => this.look(random, crowd);
    this.connection = connectLines({ url, board: 'list', content: 'counts', every: '0ms', on: { changes } });
    this.replica = this.connection.replica;
    this.replica.limit = 20;
  }

  look(random, crowd) {
    const { sections, revision } = this.replica;
    for (const section of sections) {
      const from = random.below(section.items.length + 1);
      this.connection.fetch(section, from, from + 5);
    }
    this.compare(crowd.contents.get(revision), `seed ${crowd.seed}, revision ${revision}`);
  }

  /** It has the counts that the others have, and where it knows an item, the same one. */
  compare(content, where) {
    const { sections } = this.replica;
    if (!content) return;
    assert.deepEqual(sections.map(({ id, title, items }) => [id, title, items.length]), content.map(([id, title, items]) => [id, title, items.length]), where);
    for (const [s, { items }] of sections.entries()) {
      for (const [at, { id, text, confirmed }] of items.entries()) [assert.deepEqual([id, text, confirmed], content[s][2][at], where), this.compared++];
    }
  }
}

class Crowd {
  known = new Map();
  compared = 0;
  /** The boards of the last revisions. */
  contents = new Map();

  constructor(seed) {
    this.seed = seed;
  }

  /** Two copies at one revision are equal. */
  compare({ revision, sections }) {
    if (revision === null) return;
    const content = sections.map(({ id, title, items }) => [id, title, items.map(({ id, text, confirmed }) => [id, text, confirmed])]);
    this.contents.set(revision, content);
    this.contents.delete(revision - 500);
    const hash = createHash('md5').update(JSON.stringify(content)).digest('base64');
    if (this.known.has(revision)) [this.compared++, assert.equal(hash, this.known.get(revision), `seed ${this.seed}, revision ${revision}`)];
    this.known.set(revision, hash);
  }
}

/** Cuts connections all the time, and kills the server now and then. */
async function trouble(server, members, random) {
  for (let killed = 0; (members[0].replica.revision ?? 0) < revisions;) {
    await pause(50);
    random.pick(members).connection.cut();
    if ((members[0].replica.revision ?? 0) * (kills + 1) <= (killed + 1) * revisions) continue;
    killed++;
    await server.restart();
    members.forEach(({ connection }) => connection.tryNow());
  }
}

async function until(condition, what) {
  for (let left = 3000; !condition(); left--) {
    assert.ok(left, what);
    await pause(10);
  }
}

test('copies are equal and commands are executed once', async (t) => {
  const seed = Number(process.env.DROPLINE_SEED ?? Math.floor(Math.random() * 1e6)), crowd = new Crowd(seed);
  t.diagnostic(`seed ${seed}`);
  const server = await startServer();
  const owner = connectLines({ url: server.url });
  const counter = new Counter(server.url, crowd);
  let members = [];
  try {
    for (const board of ['list', 'ledger']) {
      await owner.request({ kind: 'create', board });
      await owner.request({ kind: 'insert-section', board, index: 'end', text: 'A' });
    }
    members = Array.from({ length: 6 }, (_, number) => new Member(server.url, number, crowd));
    await Promise.all([trouble(server, members, seeded(seed)), ...members.map((member) => member.live())]);
    await check(server, members, crowd);
    await until(() => counter.replica.revision === members[0].replica.revision, `seed ${seed}: the revision of the counts`);
    t.diagnostic(`${counter.compared} items of the counts compared`);
    assert.ok(counter.compared > revisions / 10, `${counter.compared} compared`);
  } finally {
    for (const { connection } of [...members, counter]) connection.stop();
    owner.stop();
    await server.stop();
  }
});

async function check(server, members, crowd) {
  assert.ok(crowd.compared > revisions / 10, `${crowd.compared} compared`);
  for (const board of ['list', 'ledger']) {
    const witness = connectLines({ url: server.url, board });
    await until(() => witness.replica.revision !== null, 'a witness');
    const { replica } = witness;
    if (board === 'list') {
      await until(() => members.every((member) => member.replica.revision === replica.revision), `seed ${crowd.seed}: the last revision`);
      for (const { replica: { revision, items } } of members) {
        assert.equal(revision, replica.revision);
        // Every own change has been answered.
        for (const { fields, confirmed } of items.values()) assert.deepEqual(fields, confirmed, `seed ${crowd.seed}`);
      }
      crowd.compare(replica);
    } else {
      // What was acknowledged is there, under its id, and nothing is there twice.
      const texts = [...replica.items.values()].map(({ text }) => text);
      assert.equal(new Set(texts).size, texts.length, `seed ${crowd.seed}`);
      for (const { item, text } of members.flatMap(({ acknowledged }) => acknowledged)) assert.equal(replica.items.get(item)?.text, text, `seed ${crowd.seed}`);
    }
    witness.stop();
  }
}
