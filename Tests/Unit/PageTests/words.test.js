import assert from 'node:assert/strict';
import test from 'node:test';
import { acceptWords, dropReason, dropWords, endReason, refusalReason, say } from '../../../Sources/Server/WebPage/page/words.js';

const at = (position, count, section) => ({ position, count, section });

test('every sentence', () => {
  const table = [
    [say.pickedUp(['Milk'], at(2, 3, 'To buy')),
      'Picked up "Milk", position 2 of 3 in To buy. Arrow keys move, Space drops, Escape cancels.'],
    [say.pickedUp(['Milk', 'Tea', 'Eggs'], at(2, 3, 'To buy')),
      'Picked up 3 items, first "Milk", position 2 of 3 in To buy. Arrow keys move, Space drops, Escape cancels.'],
    [say.at(at(1, 4, 'Doing')), 'Position 1 of 4 in Doing.'],
    [say.denied(at(1, 4, 'Doing'), 'Doing is full, 5 of 5.'), 'Position 1 in Doing: not allowed. Doing is full, 5 of 5.'],
    [say.dropped(['Milk'], at(1, 4, 'Doing')), 'Dropped "Milk", position 1 of 4 in Doing.'],
    [say.dropped(['Milk'], at(1, 4, 'Doing'), true), 'Copied "Milk", position 1 of 4 in Doing.'],
    [say.stays(['Milk'], at(2, 3, 'To buy')), '"Milk" stays at position 2 of 3 in To buy.'],
    [say.cancelled(['Milk'], at(2, 3, 'To buy')), 'Cancelled. "Milk" is at position 2 of 3 in To buy.'],
    [say.cannotPickUp(['Milk'], 'Ann is dragging it.'), 'Cannot pick up "Milk": Ann is dragging it.'],
    [say.shifted(at(4, 5, 'Doing')), 'The list changed: now position 4 of 5 in Doing.'],
    [say.placeGone(), 'That place is gone.'],
    [say.taken('Milk', 2), '"Milk" was taken out of your drag, 2 items left.'],
    [say.taken('Milk', 1), '"Milk" was taken out of your drag, 1 item left.'],
    [say.over(endReason({ outcome: 'gone', text: 'Milk' })), 'Your drag is over: "Milk" was deleted.'],
    [say.over(endReason({ outcome: 'expired' })), 'Your drag is over: 2 minutes without a move.'],
    [say.lost(), 'Connection lost. Reconnecting.'],
    [say.goesOn(), 'Connected. Your drag goes on.'],
    [say.hadEnded(), 'Connected. Your drag had ended, nothing was moved.'],
    [say.otherMoved('Ann', ['Milk'], 'Doing', 1), 'Ann moved "Milk" to Doing, position 1.'],
    [say.found(1, 'milk'), '1 item with "milk".'],
    [say.selected('Milk', 2), '"Milk" selected, 2 items in all.'],
    [say.noneSelected(), 'Nothing is selected.'],
    [say.tooMany(200), 'At most 200 items can be selected at once.'],
    [say.added(['Milk'], at(1, 4, 'Doing')), 'Added "Milk", position 1 of 4 in Doing.'],
    [say.addedMany(['Milk', 'Tea'], ''), 'Added 2 items, first "Milk" to a section without a title.'],
    [say.transferred(['Milk'], 'Doing', 'Plan', false), 'Moved "Milk" to Doing on Plan.'],
    [say.found(0, 'milk'), 'No item with "milk".'],
  ];
  for (const [said, expected] of table) assert.equal(said, expected);
});

test('every reason of a drop that is not allowed', () => {
  const facts = { section: 'Doing', count: 5, policy: { limit: 5, 'max-items': 2, accept: 'label:red,blue' } };
  const table = [
    ['paused', 'Doing is paused.'], ['limit', 'Doing is full, 5 of 5.'],
    ['max-items', 'Doing takes at most 2 at once.'], ['type', 'Doing does not take this kind of item.'],
    ['field', 'Doing takes only items with label red or blue.'], ['operation', 'Doing takes no moves.'], ['local', 'Only on its own board.'],
    ['local-only', 'Only on its own board.'], ['destination-gone', 'That place is gone.'],
  ];
  for (const [reason, expected] of table) assert.equal(dropReason({ reason }, facts), expected);
  const three = { ...facts, count: 0, policy: { limit: 1 }, carried: 3 };
  assert.equal(dropReason({ reason: 'limit' }, three), 'Doing has room for 1 item, not for 3.');
  assert.equal(dropReason({ reason: 'field' }, { ...facts, policy: { accept: 'any' } }), 'Doing does not take this kind of item.');
  assert.equal(dropReason({ reason: 'operation' }, { ...facts, isCopy: true }), 'Doing takes no copies.');
  assert.equal(dropReason({ reason: 'new', sentence: 'As the server says.' }, facts), 'As the server says.');
});

test('what a section takes, and what it does to fields', () => {
  assert.deepEqual(['any', undefined, 'label:red', 'done:', 'label:two words,,b'].map((accept) => acceptWords({ accept })),
    ['', '', 'with label red', 'without done', 'with label two words or b or without label']);
  assert.deepEqual([undefined, 'none', 'set:done:yes', 'set:done:', 'set:due:2026-12-01T10:00', 'set:due:'].map(dropWords),
    ['', '', 'marks as done', 'marks as not done', 'sets due to 2026-12-01T10:00', 'takes due away']);
});

test('every reason of a refusal, else the sentence of the server', () => {
  const textOf = () => 'Milk';
  assert.equal(refusalReason({ code: 'leased', item: 'i1', by: 'Ann' }, textOf), 'Ann is dragging "Milk".');
  assert.equal(refusalReason({ code: 'undo-conflict', change: 'moved' }), 'Somebody has moved it since.');
  assert.equal(refusalReason({ code: 'bad-value', key: 'due', type: 'date' }), 'On this board, due is a day, such as 2026-12-01.');
  assert.equal(refusalReason({ code: 'bad-value', key: 'due', type: 'colour' }), 'On this board, due is of another type.');
  assert.equal(refusalReason({ code: 'what-is-new', text: 'As the server says.' }), 'As the server says.');
  assert.equal(refusalReason({ kind: 'lost' }), 'There is no connection. Nothing was changed.');
  for (const code of ['item-gone', 'disk-full', 'draining', 'unavailable', 'not-draggable', 'nothing-to-undo', 'nothing-to-redo']) {
    assert.match(refusalReason({ code }), /^[A-Z].*\.$/);
  }
  for (const outcome of ['gone', 'expired', 'shutdown', 'cancelled', 'lost', 'other']) {
    assert.match(endReason({ outcome }), /^[a-z0-9].*\.$/);
  }
});
