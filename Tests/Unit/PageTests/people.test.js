import assert from 'node:assert/strict';
import test from 'node:test';
import { guestName, hueOf, lettersOf, looksOf } from '../../../Sources/Server/WebPage/page/people.js';
import { isName } from '../../../Sources/Server/WebPage/page/names.js';
import { seeded } from './random.js';

test('a name has one of 12 hues, always the same', () => {
  assert.equal(hueOf('Ann'), hueOf('Ann'));
  const hues = new Set(Array.from({ length: 200 }, (_, i) => hueOf(`n${i}`)));
  assert.equal(hues.size, 12);
});

test('a name has two letters', () => {
  for (const [name, letters] of Object.entries({ Ann: 'An', 'Quick-Robin': 'QR', 'bob-ayf': 'BA', a: 'a', 'x_y-z': 'XY', nc: 'nc', 'a-': 'a-' })) {
    assert.equal(lettersOf(name), letters);
  }
});

test('guests differ in letters and hue from all who are here, while there is a hue left', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = seeded(seed), people = [];
    for (let i = 0; i < 12; i++) {
      const name = guestName(people, null, { random: () => random.below(1e6) / 1e6 });
      assert.ok(isName(name), name);
      people.push(name);
    }
    assert.equal(new Set(people.map(hueOf)).size, 12, `seed ${seed}: ${people}`);
    assert.equal(new Set(people.map(lettersOf)).size, 12, `seed ${seed}: ${people}`);
    const more = guestName(people, null, { random: () => random.below(1e6) / 1e6 });
    assert.ok(!people.map(lettersOf).includes(lettersOf(more)), 'letters, if there is no hue left');
  }
});

test('a guest keeps a name that is like nobody\'s', () => {
  assert.equal(guestName(['Ann'], 'Quick-Robin'), 'Quick-Robin');
  assert.notEqual(guestName(['Quiet-Raven'], 'Quick-Robin'), 'Quick-Robin');
});

/** Names that people choose: of few letters, so that many are alike. */
function chosen(random, count) {
  const words = ['Ann', 'Adam', 'Marie', 'Miller', 'Max', 'ann', 'a', 'AM'];
  const names = new Set();
  while (names.size < count) names.add(random.chance(2) ? `${random.pick(words)}-${random.pick(words)}` : `${random.pick(words)}${names.size}`);
  return [...names];
}

test('people who have chosen names of the same initials differ in letters and hue', () => {
  const alike = ['Ann-Marie', 'Adam-Miller', 'am', 'AM', 'Anna-Maria'];
  assert.equal(new Set(alike.map((name) => lettersOf(name).toLowerCase())).size, 1);
  for (let seed = 0; seed <= 200; seed++) {
    const names = seed ? chosen(seeded(seed), 12) : alike, looks = [...looksOf(names).values()];
    assert.equal(new Set(looks.map(({ letters }) => letters.toLowerCase())).size, names.length, `seed ${seed}: ${JSON.stringify(looks)}`);
    assert.equal(new Set(looks.map(({ hue }) => hue)).size, names.length, `seed ${seed}: ${JSON.stringify(looks)}`);
    assert.ok(looks.every(({ letters, hue }) => letters.length <= 2 && hue % 30 === 0 && hue < 360));
  }
});

test('looks are those of the name if nobody is alike, and the same in any order', () => {
  assert.deepEqual(looksOf(['Ann', 'Quick-Robin']).get('Ann'), { letters: 'An', hue: hueOf('Ann') });
  for (let seed = 1; seed <= 50; seed++) {
    const names = chosen(seeded(seed), 14), looks = looksOf(names);
    assert.deepEqual(looksOf([...names, names[0]].reverse()), looks);
    const [first] = names.toSorted();
    assert.deepEqual(looks.get(first), { letters: lettersOf(first), hue: hueOf(first) });
  }
});
