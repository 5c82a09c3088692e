import assert from 'node:assert/strict';
import test from 'node:test';
import { placeOf } from '../../../Sources/Server/WebPage/page/place.js';

const facts = (path) => {
  const { board, home, socket, suffix, pageOf } = placeOf(path);
  return [board, home, socket, suffix, pageOf('a b')];
};

test('a page of the default space links to its boards', () => {
  assert.deepEqual(facts('/'), [undefined, '/', '/ws', '', '/b/a%20b']);
  assert.deepEqual(facts('/b/list-1'), ['list-1', '/', '/ws', '', '/b/a%20b']);
});

test('a page of another space stays inside', () => {
  const rest = ['/s/shop/', '/s/shop/ws', '/s/shop', '/s/shop/b/a%20b'];
  assert.deepEqual(facts('/s/shop/'), [undefined, ...rest]);
  assert.deepEqual(facts('/s/shop'), [undefined, ...rest]);
  assert.deepEqual(facts('/s/shop/b/list'), ['list', ...rest]);
});

test('what is no address of a page is one of the default space', () => {
  for (const path of ['/s/', '/s//b/x', '/b/', '/b/x/y', '/s/shop/x']) {
    assert.equal(placeOf(path).home, '/', path);
    assert.equal(placeOf(path).board, undefined, path);
  }
});
