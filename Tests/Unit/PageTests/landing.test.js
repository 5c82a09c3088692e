import assert from 'node:assert/strict';
import test from 'node:test';
import { landing, shownIndex } from '../../../Sources/Server/WebPage/page/landing.js';
import { drawn, replicaOf } from './boards.js';
import { seeded } from './random.js';

const lower = (id) => id === id.toLowerCase();
const without = (list, ids) => list.filter((id) => !ids.includes(id));

/** Sections of letters; the capital ones are hidden. */
function boardOf(text) {
  const replica = replicaOf(drawn(text));
  const indexOf = (item) => replica.index(item);
  const shown = (id) => replica.section(id).items.filter(({ id }) => lower(id));
  const land = (section, index, ids, isCopy = false) => landing({
    section: replica.section(section), shown: shown(section), index, indexOf,
    dragged: isCopy ? [] : ids.map((id) => replica.items.get(id)),
  });
  return { replica, indexOf, shown, land };
}

/** What a server makes of an anchor: the ids of each section after the drop of `ids`. */
function dropped(sections, ids, anchor, isCopy) {
  const [kind, id] = anchor.split(':');
  const come = isCopy ? ids.map((id) => `${id}'`) : ids;
  return sections.map((list, s) => {
    const rest = isCopy ? list : without(list, ids);
    if (kind === 'start' || kind === 'end') {
      return id !== String(s) ? rest : kind === 'start' ? [...come, ...rest] : [...rest, ...come];
    }
    const beside = list.indexOf(id);
    if (beside < 0) return rest;
    const end = beside + (kind === 'after' ? 1 : 0);
    const at = isCopy ? end : without(list.slice(0, end), ids).length;
    return [...rest.slice(0, at), ...come, ...rest.slice(at)];
  });
}

const anchors = (given, section, ids, isCopy) =>
  Array.from({ length: given.shown(section).length + 1 }, (_, i) => given.land(section, i, ids, isCopy));

test('a drop between two shown items keeps the hidden ones where they are', () => {
  const given = boardOf('A[aXbYcZ] B[PdQ] C[RS] D[]');
  const of = (...arguments_) => anchors(given, ...arguments_).map(({ anchor }) => anchor);
  // Down: right after the shown one above. Up: right before the one below. Put back: where it is.
  assert.deepEqual(of('A', ['a']), ['before:X', 'before:X', 'after:b', 'after:c']);
  assert.deepEqual(of('A', ['b']), ['before:a', 'before:Y', 'before:Y', 'after:c']);
  assert.deepEqual(of('A', ['c']), ['before:a', 'before:b', 'before:Z', 'before:Z']);
  // From elsewhere, and a copy: right before the shown one below, or right after the last.
  assert.deepEqual(of('B', ['a']), ['before:d', 'after:d']);
  assert.deepEqual(of('A', ['a'], true), ['before:a', 'before:b', 'before:c', 'after:c']);
  // A section that shows nothing takes it at its end.
  assert.deepEqual(of('C', ['a']), ['end:C']);
  assert.deepEqual(of('D', ['a']), ['start:D']);
});

test('items around a hidden one stay if they are put back together, and gather elsewhere', () => {
  const given = boardOf('A[aXbc]');
  assert.deepEqual(anchors(given, 'A', ['a', 'b']).map(({ anchor, stays }) => stays ?? anchor), [true, true, true, 'end:A']);
});

test('what is dragged and hidden meanwhile, or in another order, is no put back', () => {
  const given = boardOf('A[aXb]');
  assert.equal(given.land('A', 0, ['X']).anchor, 'before:a');
  assert.deepEqual(given.land('A', 0, ['b', 'a']), { anchor: 'end:A' });
});

test('a hidden item is where the next shown one is', () => {
  const { replica, shown, indexOf } = boardOf('A[WaXYbZ]');
  const at = (id) => shownIndex(shown('A'), replica.items.get(id), indexOf);
  assert.deepEqual([...'WaXYbZ'].map(at), [0, 0, 1, 1, 1, 2]);
});

test('drops on random boards under random filters land as shown, and move no hidden item', () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const random = seeded(seed);
    const letters = [...'abcdefghijklmn'].map((id) => (random.chance(2) ? id : id.toUpperCase()));
    const cut = random.below(15), sections = [letters.slice(0, cut), letters.slice(cut), []];
    const given = boardOf(sections.map((ids, s) => `${s}[${ids.join('')}]`).join(' '));
    const shown = sections.map((list) => list.filter(lower));
    if (!shown.flat().length) continue;
    const first = random.pick(shown.flat()), isCopy = random.chance(4);
    const ids = shown.flat().filter((id) => id === first || random.chance(4));
    const into = random.below(3), index = random.below(shown[into].length + 1);
    const { anchor, stays } = given.land(String(into), index, ids, isCopy);
    const after = stays ? sections : dropped(sections, ids, anchor, isCopy);
    const what = `seed ${seed}: ${JSON.stringify(sections)}, ${ids} to ${into}.${index}${isCopy ? ', a copy' : ''}: ${anchor}`;
    // The same drop on a board that has only what is shown.
    const wanted = shown.map((list, s) => {
      const rest = isCopy ? list : without(list, ids), at = isCopy ? index : without(list.slice(0, index), ids).length;
      return s === into ? rest.toSpliced(at, 0, ...(isCopy ? ids.map((id) => `${id}'`) : ids)) : rest;
    });
    const hidden = (lists) => lists.map((list) => list.filter((id) => !lower(id)));
    assert.deepEqual(after.map((list) => list.filter(lower)), wanted, what);
    assert.deepEqual(hidden(after), hidden(sections), what);
    if (JSON.stringify(wanted) === JSON.stringify(shown)) assert.deepEqual(after, sections, `${what} changes nothing`);
  }
});
