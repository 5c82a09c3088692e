import assert from 'node:assert/strict';
import test from 'node:test';
import { Arrivals } from './arrivals.js';
import { Link } from '../../../Sources/Server/WebPage/page/link.js';
import { hueOf, lettersOf } from '../../../Sources/Server/WebPage/page/people.js';

const on = new Proxy({}, { get: () => () => null });
const open = (session = {}) => new Link('plan', on, session);

/** Nobody here has the letters or the hue of somebody else. */
function differ(names, what) {
  assert.equal(new Set(names.map((name) => lettersOf(name).toLowerCase())).size, names.length, `${what}: letters of ${names}`);
  assert.equal(new Set(names.map(hueOf)).size, names.length, `${what}: hues of ${names.map((name) => `${name} ${hueOf(name)}`)}`);
}

test('guests who arrive at the same time differ in letters and hue from each other and from those who are here', async () => {
  for (let seed = 1; seed <= 300; seed++) {
    const arrivals = new Arrivals(seed), here = ['Ann', 'Quiet-Raven', 'bob', 'Eve-1'];
    for (const name of here) arrivals.add(name);
    const pages = [1, 2, 3, 4, 5].map(() => open());
    await arrivals.run();
    assert.deepEqual(arrivals.present.toSorted(), [...here, ...pages.map(({ identity }) => identity.name)].toSorted(), `seed ${seed}`);
    assert.ok(pages.every(({ identity }) => !identity.isDrawn));
    differ(arrivals.present, `seed ${seed}`);
  }
});

test('a guest whose drawn name is that of somebody who is not here draws another one', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const arrivals = new Arrivals(seed, ['Merry-Kite']), session = { name: 'Merry-Kite', token: 't', isDrawn: 'yes' };
    for (const name of ['Ann', 'Quiet-Raven', 'bob', 'Eve-1', 'Glad-Robin', 'Odd-Jay', 'Deft-Ural']) arrivals.add(name);
    const { identity } = open(session);
    await arrivals.run();
    assert.match(identity.name, /^[A-Z][a-z]+-[A-Z][a-z]+$/);
    assert.notEqual(session.token, 't', 'the name of another client goes with another token');
    differ(arrivals.present, `seed ${seed}`);
  }
});

test('a chosen name that somebody else has gets an ending, with which it is like nobody\'s', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const arrivals = new Arrivals(seed, ['bob']), { identity } = open({ name: 'bob', token: 't', isDrawn: 'no' });
    for (const name of ['Ann', 'Quiet-Raven', 'bob-a', 'Eve-1', 'Glad-Robin', 'Odd-Jay', 'Deft-Ural']) arrivals.add(name);
    await arrivals.run();
    assert.match(identity.name, /^bob-\w{3}$/);
    differ(arrivals.present, `seed ${seed}`);
  }
});

test('a name that was confirmed or chosen stays, whoever comes', async () => {
  const arrivals = new Arrivals(1), session = {};
  open(session);
  await arrivals.run();
  const { name } = session;
  arrivals.add(`${name}-too`);
  open({ name: `${name}-x`, token: 'u', isDrawn: 'no' });
  await arrivals.run();
  assert.equal(session.name, name);
  assert.ok(arrivals.present.includes(`${name}-x`));
});
