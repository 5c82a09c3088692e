import assert from 'node:assert/strict';
import test from 'node:test';
import { Mismatch, Replica } from '../../../protocol/clients/js/replica.js';
import { randomBatch, randomFields, randomSections } from './batches.js';
import { content, drawn, known, replicaOf, snapshot } from './boards.js';
import { seeded } from './random.js';

/** The snapshot of counts of a board. */
function counts(sections, rev = 1) {
  const { rows, ...rest } = snapshot(sections, { rev });
  return { ...rest, content: 'counts', rows: rows.filter(({ kind }) => kind === 'section') };
}

function counting(sections, option = 'counts') {
  const replica = new Replica('list', 'me', { content: option });
  replica.receive(counts(sections));
  return replica;
}

/** What a server says to a `rows`, of a board at the revision of the command. */
function rowsOf(sections, { place, count }) {
  const [, s, i, rev] = place.match(/^(\d+)\.(\d+)@(\d+)$/).map(Number);
  const rows = sections[s].items.slice(i, i + count).map(({ id, text, fields }) => ({ kind: 'item', item: id, text, ...(fields ? { fields } : {}) }));
  return { kind: 'ok', verb: 'rows', board: 'list', at: `${s}.${i}`, rev, rows };
}

function fetch(replica, sections, s, from, to) {
  const commands = replica.missing(replica.sections[s], from, to);
  for (const command of commands) {
    replica.receive(rowsOf(sections, command));
    replica.answered(command);
  }
  return commands;
}

const batch = (rows, from = 1) => ({ kind: 'batch', board: 'list', from, to: from + 1, rows });
const ranges = (commands) => commands.map(({ place, count }) => `${place.split('@')[0]} ${count}`);
const many = (count) => [{ id: 'A', title: 'A', items: Array.from({ length: count }, (_, i) => ({ id: `i${i}`, text: `${i}` })) }];

test('a copy that counts knows as many items as one that has all, and the same ones, for random batches', () => {
  let compared = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    let count = 0;
    const fresh = () => `n${++count}`;
    let model = Array.from({ length: random.below(4) }, () => ({
      id: fresh(), title: 'T', items: Array.from({ length: random.below(60) }, () => ({ id: fresh(), text: 'x' })),
    }));
    const whole = replicaOf(model), part = counting(model);
    part.limit = 5 + random.below(40);
    for (let rev = 1; rev <= 20; rev++) {
      if (model.length && random.chance(2)) {
        const s = random.below(model.length), from = random.below(model[s].items.length + 1);
        fetch(part, model, s, from, from + random.below(20));
      }
      const make = random.pick([randomSections, randomBatch, randomBatch, randomFields]);
      const { rows, after } = make(random, model, fresh);
      const large = rows.filter(({ kind, items }) => kind === 'insert-section' && random.chance(2) && items >= 0).map(({ section }) => section);
      let section = null;
      const counted = rows.filter((row) => row.kind !== 'item' ? ((section = row.section), true) : !large.includes(section))
        .map((row) => (row.kind === 'insert-section' && large.includes(row.section) ? { ...row, content: 'counts' } : row));
      whole.receive(batch(rows, rev));
      part.receive(batch(counted, rev));
      const where = `seed ${seed}, revision ${rev + 1}`;
      assert.deepEqual(part.sections.map(({ id, title, items }) => [id, title, items.length]), whole.sections.map(({ id, title, items }) => [id, title, items.length]), where);
      for (const [s, { items }] of known(part).entries()) {
        const all = content(whole)[s].items;
        for (const [at, item] of items) [assert.deepEqual(item, all[at], where), compared++];
      }
      const listed = part.sections.flatMap(({ items }) => [...items]);
      assert.deepEqual(new Set(listed), new Set(part.items.values()), where);
      for (const item of listed) assert.equal(item.section.items.at(part.index(item)), item, where);
      assert.ok(part.items.size <= Math.max(part.limit * 1.25, rows.length + part.limit), where);
      model = after;
    }
  }
  assert.ok(compared > 40_000, `${compared} compared`);
});

test('what is missing is asked for once, at most 1,000 at a time, and over a few known items at once', () => {
  const sections = many(5000), replica = counting(sections), [section] = replica.sections;
  assert.deepEqual(ranges(replica.missing(section, 10, 40)), ['0.10 30']);
  assert.deepEqual(ranges(replica.missing(section, 0, 50)), ['0.0 10', '0.40 10']);
  assert.deepEqual(ranges(replica.missing(section, 0, 50)), []);
  assert.deepEqual(ranges(replica.missing(section, 4990, 6000)), ['0.4990 10']);
  assert.deepEqual(ranges(fetch(replica, sections, 0, 1000, 3500)), ['0.1000 1000', '0.2000 1000', '0.3000 500']);
  replica.limit = 1e6;
  fetch(replica, sections, 0, 4000, 4005);
  assert.deepEqual(ranges(replica.missing(section, 3990, 4015)), ['0.3990 25']);
  replica.disconnect();
  assert.deepEqual(ranges(replica.missing(section, 10, 40)), ['0.10 30']);
});

test('what is asked for moves with its items, and a refusal lets it be asked for again', () => {
  const replica = counting(many(100)), [section] = replica.sections, [command] = replica.missing(section, 50, 60);
  replica.receive(batch([{ kind: 'insert', path: '0.0', item: 'n', text: 'new' }, { kind: 'delete', path: '0.99', item: 'i99' }]));
  assert.deepEqual(ranges(replica.missing(section, 50, 62)), ['0.50 1', '0.61 1']);
  replica.answered(command);
  assert.deepEqual(ranges(replica.missing(section, 50, 62)), ['0.51 10']);
});

test('what arrives is a reconfigure, and what is known already is none', () => {
  const sections = many(100), replica = counting(sections), { version } = replica.sections[0];
  const [command] = replica.missing(replica.sections[0], 3, 5), reply = rowsOf(sections, command);
  const { kind, reconfigured, inserted } = replica.receive(reply);
  assert.deepEqual([kind, reconfigured.map(({ text }) => text), inserted], ['batch', ['3', '4'], []]);
  assert.ok(replica.sections[0].version > version);
  assert.equal(replica.receive(reply), null);
  const found = { kind: 'ok', verb: 'find', rows: [{ board: 'list', path: '0.9', item: 'i9', rev: 1, text: '9' }, { board: 'other', path: '7.9', item: 'x', rev: 1 }] };
  assert.deepEqual(replica.receive(found).reconfigured.map(({ id }) => replica.index(replica.items.get(id))), [9]);
});

test('an item that is seen or pinned outlives those that are not', () => {
  const sections = many(1000), replica = counting(sections), [section] = replica.sections;
  replica.limit = 100;
  replica.isPinned = (id) => id === 'i7';
  fetch(replica, sections, 0, 0, 100);
  for (let from = 100; from < 1000; from += 20) {
    fetch(replica, sections, 0, 50, 60);
    fetch(replica, sections, 0, from, from + 20);
    assert.ok(replica.items.size <= 125);
  }
  assert.deepEqual([7, 50, 59, 999].map((at) => section.items.at(at)?.id), ['i7', 'i50', 'i59', 'i999']);
  assert.equal(section.items.at(8), undefined);
});

test('a batch that does not fit what is known is a mismatch', () => {
  const sections = many(10), rows = [{ kind: 'delete', path: '0.1', item: 'i2' }];
  for (const [from, to] of [[0, 2], [2, 4]]) {
    const replica = counting(sections);
    fetch(replica, sections, 0, from, to);
    assert.throws(() => replica.receive(batch(rows)), Mismatch);
  }
  counting(sections).receive(batch(rows));
  assert.throws(() => counting(sections).receive(batch([{ kind: 'delete', path: '0.10', item: 'x' }])), Mismatch);
});

test('a move, a deletion and other texts of unknown items leave runs', () => {
  const sections = [...drawn('A[abcdef]'), ...drawn('B[xyz]')], replica = counting(sections);
  fetch(replica, sections, 0, 1, 3);
  const change = replica.receive(batch([
    { kind: 'move', from: '0.1', to: '1.1', item: 'b' }, { kind: 'move', from: '1.2', to: '0.0', item: 'z' }, { kind: 'delete', path: '0.4', item: 'e' },
    { kind: 'reload', path: '0.5', item: 'f', text: 'other' }, { kind: 'reconfigure', path: '0.2', item: 'c', fields: { done: 'yes' } },
  ]));
  assert.deepEqual([change.moved.map(({ item }) => item.id), change.deleted, change.edited, change.reconfigured.map(({ id }) => id)], [['b'], [], [], ['c']]);
  assert.deepEqual(known(replica).map(({ count, items }) => [count, items.map(([at, { id }]) => `${at}${id}`).join()]), [[5, '2c'], [3, '1b']]);
});

test('a copy of a few items has all of them, if that is left to it', () => {
  const few = many(2000), replica = new Replica('list', 'me', { content: 'auto' });
  assert.equal(replica.content, 'counts');
  assert.deepEqual(replica.receive(counts(few)), { kind: 'few' });
  assert.deepEqual([replica.content, replica.revision, replica.receive(batch([], 1))], [undefined, null, null]);
  replica.receive(snapshot(few, { rev: 3 }));
  assert.deepEqual([replica.content, replica.isCounting, replica.sections[0].items.length], [undefined, false, 2000]);
  const large = counting(many(2001), 'auto');
  assert.deepEqual([large.content, large.isCounting, large.sections[0].items.at(0)], ['counts', true, undefined]);
});

test('a snapshot with all items leaves a copy that counts what it knew', () => {
  const sections = many(3000), replica = counting(sections, 'auto');
  fetch(replica, sections, 0, 5, 7);
  replica.receive(snapshot([{ ...sections[0], items: sections[0].items.slice(1) }], { rev: 2 }));
  assert.deepEqual([replica.isCounting, replica.revision, replica.sections[0].items.length], [true, 2, 2999]);
  assert.deepEqual([...replica.sections[0].items.entries()].map(([at, { id }]) => [at, id]), [[4, 'i5'], [5, 'i6']]);
});
