import assert from 'node:assert/strict';
import test from 'node:test';
import { DragController } from '../../../Sources/Server/WebPage/page/drag.js';
import { Scene } from '../../../Sources/Server/WebPage/page/scene.js';
import { Replica } from '../../../protocol/clients/js/replica.js';
import { drawn, replicaOf } from './boards.js';
import { seeded } from './random.js';

const metrics = {
  isMosaic: false, width: 200, spacing: 8, padding: 10, line: 20, room: 24, advance: () => 8, textWidth: () => 150,
};

function sceneOf(text) {
  const replica = replicaOf(drawn(text)), drag = new DragController(() => 't');
  const scene = new Scene(replica, drag);
  scene.setMetrics(metrics);
  return { scene, replica, drag, section: (id) => replica.section(id), item: (id) => replica.items.get(id) };
}

function lift(given, ids) {
  const { drag, scene, item } = given;
  drag.press(ids);
  drag.lift('keyboard', null);
  drag.place = scene.home(item(ids[0]));
}

const gapsOf = ({ scene, section }, id) => scene.plan(section(id)).layout.gaps.map(({ at, key }) => [at, key]);

function others(replica, id, client, items, anchor) {
  replica.receive({ kind: 'drag', event: 'began', board: 'list', drag: id, client, items });
  replica.receive({ kind: 'drag', event: 'over', drag: id, verdict: 'move', at: '0.0', anchor });
}

test('the own drag lifts its items and opens a gap; the replica is as it was', () => {
  const given = sceneOf('A[abc] B[xy]');
  lift(given, ['b']);
  assert.deepEqual(gapsOf(given, 'A'), [[2, 'own']]);
  given.drag.aim({ section: 'B', anchor: 'before:y' });
  assert.deepEqual(gapsOf(given, 'A'), []);
  assert.deepEqual(gapsOf(given, 'B'), [[1, 'own']]);
  assert.ok(given.scene.plan(given.section('A')).layout.isLifted(1));
  assert.deepEqual(given.section('A').items.map(({ id }) => id), ['a', 'b', 'c']);
  given.drag.aim({ section: 'B', anchor: 'before:y' }, true);
  assert.ok(!given.scene.plan(given.section('A')).layout.isLifted(1), 'a copy stays');
});

test('positions count from 1, with the dragged items', () => {
  const given = sceneOf('A[abc] B[xyz]');
  const at = (section, anchor) => {
    const { position, count, section: title } = given.scene.spoken({ section, anchor });
    return [position, count, title];
  };
  lift(given, ['b']);
  assert.deepEqual(at('A', given.drag.place.anchor), [2, 3, 'A']);
  assert.deepEqual(at('B', 'before:x'), [1, 4, 'B']);
  assert.deepEqual(at('B', 'end:B'), [4, 4, 'B']);
  assert.equal(given.scene.spoken({ section: 'B', anchor: 'before:gone' }), null);
  assert.equal(given.scene.isThere({ section: 'B', anchor: 'before:a' }), false);
});

test('steps by keyboard go over lifted items, to both ends', () => {
  const given = sceneOf('A[abcd]');
  lift(given, ['a', 'c']);
  const anchors = [];
  let place = given.scene.step(given.drag.place, -Infinity);
  for (let i = 0; i < 3; i++) {
    anchors.push(place.anchor);
    place = given.scene.step(place, 1);
  }
  assert.deepEqual(anchors, ['before:b', 'before:d', 'end:A']);
  assert.equal(given.scene.step(place, Infinity).anchor, 'end:A');
});

test('a section without other items is entered at its start', () => {
  const given = sceneOf('A[a] B[]');
  lift(given, ['a']);
  assert.equal(given.drag.place.anchor, 'start:A');
  assert.equal(given.scene.placeAt(given.section('B'), 10, 300).anchor, 'start:B');
});

test('others open at most three gaps, and only lines under the own drag', () => {
  const given = sceneOf('A[abcdef] B[xy]');
  for (const [i, id] of ['a', 'b', 'c', 'd'].entries()) others(given.replica, `d${i}`, `p${i}`, [id], 'before:y');
  assert.equal(gapsOf(given, 'B').length, 3);
  given.scene.activeSection = 'B';
  assert.deepEqual(gapsOf(given, 'B'), []);
  assert.equal(given.scene.plan(given.section('B')).lines.length, 4);
  assert.equal(given.scene.holder('a').client, 'p0');
  assert.equal(given.scene.holder('e'), undefined);
});

test('a search leaves the items with the text, and places are among them', () => {
  const given = sceneOf('A[abc] B[x]');
  given.scene.filter = 'C';
  const { list } = given.scene.plan(given.section('A'));
  assert.deepEqual(list.map(({ id }) => id), ['c']);
  lift(given, ['x']);
  assert.equal(given.scene.placeAt(given.section('A'), 10, 0).anchor, 'before:c');
  assert.equal(given.scene.spoken({ section: 'A', anchor: 'before:c' }).position, 3);
});

test('under a search gaps are at the nearest shown item, and steps go from one shown item to the next', () => {
  const given = sceneOf('A[aXbYc] B[x]');
  for (const id of 'abcx') given.item(id).text = `${id} found`;
  given.scene.filter = 'found';
  lift(given, ['a']);
  assert.equal(given.drag.place.anchor, 'before:X');
  assert.deepEqual(gapsOf(given, 'A'), [[1, 'own']]);
  others(given.replica, 'd1', 'p1', ['x'], 'before:Y');
  assert.deepEqual(gapsOf(given, 'A'), [[1, 'own'], [2, 'd1']]);
  const anchors = [];
  for (let place = given.drag.place, i = 0; i < 3; i++) anchors.push((place = given.scene.step(place, i < 2 ? 1 : -1)).anchor);
  assert.deepEqual(anchors, ['after:b', 'end:A', 'after:b']);
  given.drag.aim({ section: 'A', anchor: 'after:b' });
  assert.deepEqual(gapsOf(given, 'A').filter(([, key]) => key === 'own'), [[2, 'own']]);
  assert.equal(given.scene.placeOfRank(given.section('B'), given.scene.rank(given.drag.place)).anchor, 'end:B');
});

test('a point in the own gap is its place, for every place of random boards', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = seeded(seed);
    const ids = [...'abcdefghijklmnop'].slice(0, 1 + random.below(15));
    const given = sceneOf(`A[${ids.join('')}] B[z]`);
    lift(given, random.chance(2) ? ['z'] : [random.pick(ids)]);
    for (const anchor of [...ids.map((id) => `before:${id}`), 'end:A']) {
      given.drag.aim({ section: 'A', anchor });
      const gap = given.scene.plan(given.section('A')).layout.gaps.find(({ isOwn }) => isOwn);
      const { x, y, width, height } = gap.frame;
      const before = given.scene.spoken(given.drag.place).position;
      const place = given.scene.placeAt(given.section('A'), x + width / 2, y + height / 2);
      assert.equal(given.scene.spoken(place).position, before, `seed ${seed}, ${anchor}`);
    }
  }
});

// Boards of which only some items are known.

/** `A[..cd...]`: points are items that are not known; those that are know their indices. */
function partOf(text) {
  const sections = text.split(' ').map((word) => word.match(/^(.)\[(.*)\]$/).slice(1)), replica = new Replica('list', 'me', { content: 'counts' });
  replica.receive({ kind: 'board', board: 'list', rev: 1, sections: sections.length, content: 'counts', rows: sections.map(([section, items]) => ({ kind: 'section', section, items: items.length, text: section })) });
  for (const [s, [, items]] of sections.entries()) {
    for (const [i, item] of [...items].entries()) if (item !== '.') replica.receive({ kind: 'ok', verb: 'rows', board: 'list', at: `${s}.${i}`, rev: 1, rows: [{ kind: 'item', item, text: item }] });
  }
  const drag = new DragController(() => 't'), scene = new Scene(replica, drag);
  scene.setMetrics(metrics);
  return { scene, replica, drag, section: (id) => replica.section(id), item: (id) => replica.items.get(id) };
}

test('a place beside a known item is named by it, and any other by its path, without the dragged items', () => {
  const given = partOf('A[..cd...] B[x.]');
  lift(given, ['c']);
  assert.equal(given.drag.place.anchor, 'before:d');
  const anchors = Array.from({ length: 8 }, (_, index) => given.scene.place(given.scene.plan(given.section('A')), index).anchor);
  assert.deepEqual(anchors, ['0.0@1', '0.1@1', 'before:d', 'before:d', 'after:d', '0.4@1', '0.5@1', 'end:A']);
  const positions = anchors.map((anchor) => given.scene.spoken({ section: 'A', anchor }).position);
  assert.deepEqual(positions, [1, 2, 3, 3, 4, 5, 6, 7]);
  given.drag.aim({ section: 'B', anchor: 'after:x' }, true);
  assert.equal(given.scene.place(given.scene.plan(given.section('A')), 5).anchor, '0.5@1');
});

test('a place that is named by its path moves with the items on its right, and goes with its board', () => {
  const given = partOf('A[....] B[x]');
  lift(given, ['x']);
  const place = given.scene.place(given.scene.plan(given.section('A')), 2);
  assert.deepEqual([place.anchor, given.scene.indexOf(place)], ['0.2@1', 2]);
  given.replica.receive({ kind: 'batch', board: 'list', from: 1, to: 2, rows: [{ kind: 'insert', path: '0.1', item: 'n', text: 'n' }, { kind: 'delete', path: '0.0', item: 'a' }] });
  assert.equal(given.scene.indexOf(place), 2);
  assert.equal(given.scene.spoken(place).position, 3);
  given.replica.receive({ kind: 'board', board: 'list', rev: 3, sections: 1, content: 'counts', rows: [{ kind: 'section', section: 'A', items: 9, text: 'A' }] });
  assert.equal(given.scene.isThere(place), false);
});

test('steps by keyboard go over items that are not known, to both ends', () => {
  const given = partOf('A[ab........]');
  lift(given, ['a']);
  const at = (step) => given.scene.spoken(given.drag.place = given.scene.step(given.drag.place, step)).position;
  assert.deepEqual([1, 3, Infinity, -2, -Infinity].map(at), [2, 5, 10, 8, 1]);
});

test('an item that is not known is one line high, and a tile as large as all', () => {
  const given = partOf('A[a.....]');
  given.item('a').text = 'a text of three lines, which are longer than the others';
  const { layout } = given.scene.plan(given.section('A'));
  assert.deepEqual([0, 1, 5].map((i) => layout.frame(i).height), [84, 44, 44]);
  given.scene.setMetrics({ ...metrics, isMosaic: true, columns: 2, unit: { width: 90, height: 44 }, spacing: { width: 8, height: 8 } });
  assert.deepEqual([0, 5].map((i) => given.scene.plan(given.section('A')).layout.frame(i)), [{ x: 0, y: 10, width: 90, height: 96 }, { x: 98, y: 218, width: 90, height: 96 }]);
});

test('of more found items than were listed only those are shown', () => {
  const given = partOf('A[ab..]');
  for (const id of 'ab') given.item(id).text = 'found';
  given.scene.filter = 'found';
  const shown = () => given.scene.plan(given.section('A')).list.map(({ id }) => id);
  assert.deepEqual(shown(), ['a', 'b']);
  given.scene.found = new Set(['b']);
  assert.deepEqual(shown(), ['b']);
});
