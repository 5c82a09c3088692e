import assert from 'node:assert/strict';
import test from 'node:test';
import { askMayCreate } from '../../../Sources/Server/WebPage/page/offer.js';
import { Conversation } from '../../../protocol/clients/js/wire.js';

/** What is known of who asks, after `end` was done with the question. */
function answers(end) {
  const link = new Conversation('t'), got = [];
  askMayCreate(link, 'plan', (may) => got.push(may));
  end(link);
  return got;
}

test('who may create a board is told that there is none to rename', () => {
  assert.deepEqual(answers((link) => link.receive({ kind: 'refused', code: 'unknown-board' })), [true]);
  assert.deepEqual(answers((link) => link.receive({ kind: 'refused', code: 'access-denied' })), [false]);
});

test('a question that is lost tells nothing', () => {
  assert.deepEqual(answers((link) => link.cut()), []);
});
