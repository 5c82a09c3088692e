import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import test from 'node:test';
import { Mismatch, Replica } from '../../../protocol/clients/js/replica.js';
import { randomBatch, randomFields, randomSections } from './batches.js';
import { content, drawn, replicaOf, snapshot } from './boards.js';
import { protocol, read, takeObject } from './lines.js';
import { seeded } from './random.js';
import { play } from './transcripts.js';

/** The cases of a file of vectors: a list of [key, value] lines each. */
function vectors(file) {
  const blocks = read(`vectors/${file}`).split('\n\n').map((block) =>
    block.split('\n').filter((line) => line && !line.startsWith('#')));
  return blocks.filter((lines) => lines[0]?.startsWith('case ')).map((lines) => {
    const all = (key) => lines.filter((l) => l.startsWith(`${key} `) || l === key).map((l) => l.slice(key.length + 1));
    return { name: all('case')[0], before: all('before')[0] ?? '', all };
  });
}

function batch(rows, from = 1) {
  const lines = [`batch list ${from} ${from + 1} ${rows.length}`, ...rows];
  return takeObject(lines);
}

for (const { name, before, all } of vectors('composition.txt')) {
  test(`composition: ${name}`, () => {
    const replica = replicaOf(drawn(before));
    const rows = all('row');
    if (rows.length) replica.receive(batch(rows));
    const shape = content(replica).map(({ id, items }) => `${id}[${items.map(({ id }) => id).join('')}]`);
    assert.equal(shape.join(' '), (all('after')[0] ?? '').trim());
  });
}

/** The rules that a copy can see. The others concern list views. */
const visible = /^(A\d|B[1-478]) /;

for (const { name, before, all } of vectors('legality.txt')) {
  const [verdict] = all('verdict');
  if (verdict !== 'legal' && !visible.test(verdict)) continue;
  test(`legality: ${name}`, () => {
    const replica = replicaOf(drawn(before));
    const apply = () => replica.receive(batch(all('row')));
    if (verdict !== 'legal') return void assert.throws(apply, Mismatch);
    apply();
    const counts = all('counts')[0];
    if (counts) assert.equal(replica.sections.map(({ items }) => items.length).join(' '), counts);
  });
}

for (const file of readdirSync(new URL('transcripts', protocol)).sort()) {
  if (!/^\d.*\.txt$/.test(file)) continue;
  test(`the server's lines of ${file}`, () => {
    const { updates, compared } = play(read(`transcripts/${file}`), file);
    if (!/^(01|03|05|20)/.test(file)) return;
    assert.ok(updates > 0 && compared > 0, `${updates} updates, ${compared} compared`);
  });
}

test('random batches end equal to the snapshot', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed);
    let count = 0;
    const fresh = () => `n${++count}`;
    let model = Array.from({ length: random.below(4) }, () => ({
      id: fresh(), title: 'T', items: Array.from({ length: random.below(60) }, () => ({ id: fresh(), text: 'x' })),
    }));
    const replica = replicaOf(model);
    for (let rev = 1; rev <= 20; rev++) {
      const make = random.pick([randomSections, randomBatch, randomBatch, randomFields]);
      const { rows, after } = make(random, model, fresh);
      replica.receive({ kind: 'batch', board: 'list', from: rev, to: rev + 1, rows });
      assert.deepEqual(content(replica), after, `seed ${seed}, revision ${rev + 1}`);
      for (const item of replica.items.values()) {
        assert.equal(item.section.items[replica.index(item)], item, `seed ${seed}`);
      }
      assert.deepEqual(content(replicaOf(model = after)), content(replica), `seed ${seed}`);
    }
  }
});

test('an update that does not fit is a mismatch', () => {
  const rows = [{ kind: 'delete', path: '0.0', item: 'b' }];
  assert.throws(() => replicaOf(drawn('A[ab]')).receive({ kind: 'batch', board: 'list', from: 1, to: 2, rows }), Mismatch);
  assert.throws(() => replicaOf([]).receive({ kind: 'batch', board: 'list', from: 4, to: 5, rows: [] }), Mismatch);
  const whole = snapshot(drawn('A[ab]'));
  assert.throws(() => new Replica('list').receive({ ...whole, rows: whole.rows.slice(0, 2) }), Mismatch);
});

test('a batch says what moved, and where from', () => {
  const replica = replicaOf(drawn('A[abc] B[de]'));
  const change = replica.receive(batch(['delete-section 1 B', 'insert 0.0 d was=1.0 d', 'move 0.0 0.3 a']));
  assert.deepEqual(change.moved.map(({ item, section, index }) => [item.id, section.id, index]),
    [['a', 'A', 0], ['d', 'B', 0]]);
  assert.deepEqual([change.inserted, change.deleted, change.sections], [[], [], true]);
});

test('a batch says which items have other fields alone', () => {
  const replica = replicaOf(drawn('A[abc]'));
  const { edited, reconfigured } = replica.receive(batch(['reload 0.0 a done=yes other', 'reconfigure 0.1 b due=1\\u{20}May label=', 'reload 0.2 c c']));
  assert.deepEqual([edited.map(({ id }) => id), reconfigured.map(({ id }) => id)], [['a', 'c'], ['b']]);
  assert.deepEqual(content(replica)[0].items, [{ id: 'a', text: 'other', fields: { done: 'yes' } }, { id: 'b', text: 'b', fields: { due: '1 May' } }, { id: 'c', text: 'c' }]);
  const { a, c } = Object.fromEntries(replica.items), { fields } = a;
  assert.equal(fields.constructor, undefined);
  assert.equal(c.fields, replicaOf(drawn('A[a]')).items.get('a').fields);
  replica.receive(batch(['reload 0.0 a again'], 2));
  assert.equal(a.fields, fields);
  replica.receive(batch(['reconfigure 0.0 a done='], 3));
  assert.deepEqual([Object.keys(a.fields), fields.done], [[], 'yes']);
});

test('an own set is shown at once, over what the server sends, until its reply has come', () => {
  const replica = replicaOf(drawn('A[ab]')), [a, b] = replica.items.values(), [section] = replica.sections;
  const first = { items: ['a', 'b', 'gone'], fields: { done: 'yes', due: null } }, second = { items: ['a'], fields: { done: null, label: 'x' } };
  const shown = () => [a, b].map(({ fields }) => ({ ...fields }));
  const { kind, reconfigured, moved } = replica.make(first);
  assert.deepEqual([kind, reconfigured.map(({ id }) => id), moved, section.version], ['batch', ['a', 'b'], [], 3]);
  replica.make(second);
  assert.deepEqual(shown(), [{ label: 'x' }, { done: 'yes' }]);
  // What others change is shown, but not what this client has changed since.
  const theirs = replica.receive(batch(['reconfigure 0.0 a label=theirs', 'reconfigure 0.1 b due=tomorrow label=theirs']));
  assert.deepEqual([theirs.reconfigured.map(({ id }) => id), shown()], [['b'], [{ label: 'x' }, { done: 'yes', label: 'theirs' }]]);
  const { fields } = b;
  assert.equal(replica.receive(batch(['reconfigure 0.0 a done=yes', 'reconfigure 0.1 b due= done=yes'], 2)).reconfigured.length, 0);
  assert.equal(b.fields, fields);
  assert.equal(replica.settle(first), null);
  // The second one is refused.
  assert.deepEqual([replica.settle(second).reconfigured, shown()], [[a], [{ done: 'yes', label: 'theirs' }, { done: 'yes', label: 'theirs' }]]);
});

test('an own set is shown of items that are deleted and inserted, and in another snapshot', () => {
  const replica = replicaOf(drawn('A[ab]')), own = { items: ['a'], fields: { done: 'yes' } };
  replica.make(own);
  replica.receive(batch(['delete 0.0 a', 'insert 0.0 a was=0.0 due=1 a']));
  assert.deepEqual({ ...replica.items.get('a').fields }, { done: 'yes', due: '1' });
  replica.receive(snapshot(drawn('A[ba]')));
  assert.deepEqual(replica.sections[0].items.map(({ fields }) => ({ ...fields })), [{}, { done: 'yes' }]);
  assert.deepEqual([replica.settle(own).reconfigured[0].fields.done, replica.settle(own)], [undefined, null]);
});

test('a section has its own settings, else those of the board, else the defaults', () => {
  const replica = replicaOf(drawn('A[] B[]'));
  const limits = () => replica.sections.map((section) => replica.policy(section).limit);
  assert.equal(replica.policy(replica.sections[0]).ops, 'move,copy');
  replica.receive({ kind: 'policy', board: 'list', target: '*', limit: 3, paused: 'yes' });
  replica.receive({ kind: 'policy', board: 'list', target: 'B', limit: 5 });
  assert.deepEqual(limits(), [3, 5]);
  assert.equal(replica.policy(replica.sections[1]).paused, 'yes');
  replica.receive({ kind: 'policy', board: 'list', target: 'B' });
  assert.deepEqual(limits(), [3, 3]);
});

test('a board has the types of its fields, until a snapshot says others', () => {
  const replica = replicaOf(drawn('A[]'));
  assert.deepEqual(replica.receive({ kind: 'fields', board: 'list', fields: { due: 'date' } }), { kind: 'fields' });
  assert.deepEqual(replica.types, { due: 'date' });
  assert.equal(replica.receive({ kind: 'fields', board: 'other', fields: { due: 'flag' } }), null);
  replica.receive({ kind: 'fields', board: 'list' });
  assert.deepEqual(replica.types, {});
  replica.receive({ kind: 'fields', board: 'list', fields: { done: 'flag' } });
  replica.receive(snapshot(drawn('A[]')));
  assert.deepEqual(replica.types, {});
});

test('a section keeps its settings through a batch that deletes and inserts it, and loses them by its deletion', () => {
  const replica = replicaOf(drawn('A[a] B[b]'));
  replica.receive({ kind: 'policy', board: 'list', target: 'B', paused: 'yes' });
  replica.receive(batch(['delete-section 1 B', 'insert-section 1 B 1 Again', 'item b b']));
  assert.equal(replica.policy(replica.sections[1]).paused, 'yes');
  replica.receive(batch(['delete-section 1 B'], 2));
  replica.receive(batch(['insert-section 1 B 0 Again'], 3));
  assert.equal(replica.policy(replica.sections[1]).paused, 'no');
});

test('the end of a drag says which drag it was, and how it ended', () => {
  const replica = replicaOf(drawn('A[ab]'));
  replica.receive({ kind: 'drag', event: 'began', board: 'list', drag: 'd1', client: 'ann', items: ['a'] });
  const { drag, outcome } = replica.receive({ kind: 'drag', event: 'ended', drag: 'd1', outcome: 'moved', rev: 2 });
  assert.deepEqual([drag.client, drag.items, outcome], ['ann', ['a'], 'moved']);
});
