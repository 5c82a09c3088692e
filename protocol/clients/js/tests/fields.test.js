// Fields of items: random changes of several people, and what a new copy of the board has.

import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Connection, Replica, changedFields, contentMessages, isFieldName } from 'dropline';
import { LineSocket, connectLines, startServer } from 'dropline/node.js';
import { seeded } from './random.js';

const content = ({ sections }) => sections.map(({ id, title, items }) =>
  [id, title, items.map(({ id, text, fields }) => [id, text, Object.entries(fields)])]);

/** The content in the snapshot that somebody new is sent. */
async function fresh(url, board) {
  const connection = connectLines({ url, board });
  await until(() => connection.replica.revision !== null);
  connection.stop();
  return { revision: connection.replica.revision, content: content(connection.replica) };
}

async function until(condition) {
  for (let left = 1000; !condition(); left--) {
    assert.ok(left, 'not within 10 s');
    await pause(10);
  }
}

async function withBoard(sections, work) {
  const server = await startServer(), owner = connectLines({ url: server.url, board: 'list' });
  try {
    await owner.request({ kind: 'create', board: 'list' });
    await new Promise((answer) => owner.askText({ kind: 'replace' }, contentMessages('list', sections), answer));
    owner.open();
    await until(() => owner.replica.sections.length === sections.length);
    await work(server, owner);
  } finally {
    owner.stop();
    await server.stop();
  }
}

/** A random command about items. */
function randomCommand(random, items) {
  const some = [...new Set([random.pick(items), random.pick(items)])], [item] = some;
  const value = () => random.pick(['yes', null, '2026-12-01', ' a = b\\ ', 'ä😀\u2028', 'x'.repeat(random.below(256) + 1)]);
  const fields = Object.fromEntries(['done', 'due', 'constructor', 'z9'].filter(() => random.chance(2)).map((name) => [name, value()]));
  switch (random.below(8)) {
    case 0: return { kind: 'edit', item, text: random.pick(['', 'done=yes', 'text']) };
    case 1: return { kind: 'move', items: some, place: random.pick(['end:s1', 'start:s2']) };
    case 2: return { kind: random.pick(['undo', 'redo']) };
    case 3: return { kind: 'insert', place: 'end:s1', text: 'new', fields: { label: 'a,b' } };
    default: return { kind: 'set', items: some, fields: { ...fields, done: value() } };
  }
}

test('copies that follow random changes of fields equal a new copy', async (t) => {
  const seed = Number(process.env.DROPLINE_SEED ?? Math.floor(Math.random() * 1e6)), random = seeded(seed);
  t.diagnostic(`seed ${seed}`);
  const items = Array.from({ length: 12 }, (_, i) => ({ id: `i${i}`, text: `${i}`, fields: i % 2 ? { due: `${i} May` } : {} }));
  await withBoard([{ id: 's1', title: 'A', items }, { id: 's2', title: 'B', items: [] }], async ({ url }, owner) => {
    const people = ['0ms', '20ms', '150ms'].map((every) => connectLines({ url, board: 'list', every }));
    t.after(() => people.forEach((person) => person.stop()));
    for (let round = 0; round < 25; round++) {
      if (round % 5 === 4) random.pick(people).cut();
      const commands = Array.from({ length: 1 + random.below(20) }, () => randomCommand(random, [...owner.replica.items.keys()]));
      await Promise.all(commands.map(async (command) => {
        const reply = await random.pick(people).request({ board: 'list', ...command });
        assert.notEqual(reply.kind, 'error', `seed ${seed}: ${JSON.stringify([command, reply])}`);
      }));
      const snapshot = await fresh(url, 'list'), copies = [owner, ...people].map(({ replica }) => replica);
      // Nobody is sent changes that undo each other, so that revisions may differ.
      const isThere = (copy) => JSON.stringify(content(copy)) === JSON.stringify(snapshot.content);
      await until(() => copies.every(isThere));
      for (const copy of copies) assert.deepEqual(content(copy), snapshot.content, `seed ${seed}, revision ${snapshot.revision}`);
    }
  });
});

test('a client that does not say that it knows fields is sent no row for them', async () => {
  await withBoard([{ id: 's1', title: 'A', items: [{ id: 'i1', text: 'a' }] }], async ({ url }, owner) => {
    const replica = new Replica('list'), kinds = [];
    const old = new LineSocket(url);
    await new Promise((opened) => (old.onopen = opened));
    old.onmessage = ({ data }) => data.split('\n').filter((line) => line.startsWith('{')).map(JSON.parse).forEach((object) => {
      kinds.push(...(object.rows ?? []).map(({ kind }) => kind));
      replica.receive(object);
    });
    old.send('{"kind":"hello","form":"json","version":1}\n{"kind":"open","board":"list"}');
    await until(() => replica.revision !== null);
    await owner.request({ kind: 'set', board: 'list', items: ['i1'], fields: { done: 'yes' } });
    const { rev } = await owner.request({ kind: 'edit', board: 'list', item: 'i1', text: 'b' });
    await until(() => replica.revision === rev && owner.replica.revision === rev);
    assert.ok(!kinds.includes('reconfigure'), String(kinds));
    assert.equal(replica.items.get('i1').text, 'b');
    assert.equal(owner.replica.items.get('i1').fields.done, 'yes');
    old.close();
  });
});

test('a server without fields is not told of them', async () => {
  const sent = [], socket = { readyState: 1, send: (text) => sent.push(text), close() {} };
  const connection = new Connection({ url: 'tcp://none', socket: () => socket }).start();
  for (const profiles of ['core,edit', 'core,edit,fields']) socket.onmessage({ data: `dropline 1 epoch=k7qx client=c line=4096 text=1024 profiles=${profiles}\n` });
  connection.stop();
  assert.deepEqual(sent.map((text) => JSON.parse(text.split('\n')[0]).fields), [undefined, true]);
});

test('the copy shows an own set at once, and takes it back if it is refused or lost', async () => {
  await withBoard([{ id: 's1', title: 'A', items: [{ id: 'i1', text: 'a' }] }], async (_, owner) => {
    const shown = [], item = owner.replica.items.get('i1');
    owner.on = { changes: (list) => shown.push(...list.map(({ kind, reconfigured }) => [kind, reconfigured?.[0]?.fields.done])) };
    const set = (fields) => owner.request({ kind: 'set', items: ['i1'], fields });
    const reply = set({ done: 'yes' });
    assert.equal(item.fields.done, 'yes');
    assert.equal((await reply).kind, 'ok');
    // The batch says nothing new.
    assert.deepEqual(shown, [['batch', 'yes'], ['batch', undefined]]);
    const refused = set({ done: 'x'.repeat(257) });
    assert.equal(item.fields.done.length, 257);
    assert.notEqual((await refused).kind, 'ok');
    assert.equal(item.fields.done, 'yes');
    owner.cut();
    const waiting = set({ done: 'later' });
    assert.equal(item.fields.done, 'later');
    owner.stop();
    assert.deepEqual([(await waiting).kind, item.fields.done], ['lost', 'yes']);
    owner.ask({ kind: 'set', items: ['i1'], fields: { done: null } });
    assert.equal(item.fields.done, 'yes');
  });
});

test('what a name of a field is, and what changes make of fields', () => {
  for (const name of ['due', 'd2', 'a'.repeat(32), 'constructor']) assert.ok(isFieldName(name), name);
  for (const name of ['', 'Due', '2d', 'due-date', 'a b', 'text', 'rev', 'a'.repeat(33), 'größe']) assert.ok(!isFieldName(name), name);
  const fields = changedFields({}, { due: '1', done: 'yes' });
  assert.deepEqual(Object.entries(fields), [['done', 'yes'], ['due', '1']]);
  assert.deepEqual(Object.entries(changedFields(fields, { done: null, due: '', label: 'x' })), [['label', 'x']]);
  assert.equal(changedFields(fields, undefined), fields);
  assert.equal(changedFields(fields, { done: 'yes', label: null }), fields);
});
