import assert from 'node:assert/strict';
import test from 'node:test';
import { nextUndo, sharesOf, wordsOfChange } from '../../../Sources/Server/WebPage/page/changes.js';
import { readDrawing } from '../../../Sources/Server/WebPage/page/past.js';

const board = (...lines) => readDrawing(['p rev=1 sections=1 items=1', ...lines]);
const before = board('0 s1 To buy (3)', '  0.0 i1 Tea', '  0.1 i2 Milk', '  0.2 i3 Eggs', '1 s2 Paid (0)');
const none = board();
const words = (text, boards = {}, row = {}, wordsOf = undefined) => wordsOfChange({ rev: 9, client: 'ann', text, ...row }, { now: none, ...boards }, wordsOf);

test('a summary is read, also if ids are the words of kinds', () => {
  assert.deepEqual(sharesOf('rename-section s1 delete i2 edit i1'),
    [{ kind: 'rename-section', ids: ['s1'] }, { kind: 'delete', ids: ['i2'] }, { kind: 'edit', ids: ['i1'] }]);
  assert.deepEqual(sharesOf('insert 40 move a b c'), [{ kind: 'insert', count: 40 }, { kind: 'move', ids: ['a', 'b', 'c'] }]);
  assert.deepEqual(sharesOf('move edit'), [{ kind: 'move', ids: ['edit'] }]);
  assert.deepEqual(sharesOf('insert insert delete'), [{ kind: 'insert', ids: ['insert', 'delete'] }]);
  assert.deepEqual(sharesOf(''), []);
  assert.deepEqual(sharesOf(undefined), []);
});

test('with the boards before and after, it is said what was where', () => {
  const table = [
    ['insert i4', board('0 s1 To buy (4)', '  0.0 i4 Rice'), 'added "Rice" to To buy'],
    ['delete i1', board('0 s1 To buy (2)'), 'deleted "Tea" from To buy'],
    ['delete i1 i2', board('0 s1 To buy (1)'), 'deleted "Tea" and "Milk" from To buy'],
    ['delete i1 i2 i3', board('0 s1 To buy (0)'), 'deleted "Tea", "Milk" and "Eggs" from To buy'],
    ['move i1', board('0 s1 To buy (2)', '1 s2 Paid (1)', '  1.0 i1 Tea'), 'moved "Tea" from To buy to Paid'],
    ['move i1', board('0 s1 To buy (3)', '  0.0 i2 Milk', '  0.1 i1 Tea'), 'moved "Tea" in To buy'],
    ['edit i1', board('0 s1 To buy (3)', '  0.0 i1 Green tea'), 'changed "Tea" to "Green tea"'],
    ['edit i1 i2', board('0 s1 To buy (3)', '  0.0 i1 x', '  0.1 i2 y'), 'changed "x" and "y"'],
    ['rename-section s1', board('0 s1 Shop (3)'), 'renamed the section "To buy" to "Shop"'],
    ['insert-section s3', board('0 s3 New (2)', '  0.0 i7 x', '  0.1 i8 y'), 'added the section "New" with 2 items'],
    ['delete-section s1', board('0 s2 Paid (0)'), 'deleted the section "To buy" with 3 items'],
    ['insert-section 5', board('0 s1 To buy (3)', '1 s2 Paid (0)', '2 s3 New (2)', '3 s4 More (4)'), 'added 5 sections with 6 items'],
    ['delete-section s2', board('0 s1 To buy (3)'), 'deleted the section "Paid"'],
    ['move-section s2', board('0 s2 Paid (0)', '1 s1 To buy (0)'), 'moved the section "Paid"'],
    ['delete i2 edit i1', board('0 s1 Shop (3)', '  0.0 i1 x'), 'deleted "Milk" from To buy and changed "Tea" to "x"'],
    ['insert i4', board('0 s1  (1)', '  0.0 i4 '), 'added an item without a text to Untitled'],
  ];
  for (const [text, after, wanted] of table) assert.equal(words(text, { before, after }), wanted);
});

test('what became of one field is said, if all items have the same value now', () => {
  const table = [
    ['set i1 (done)', ['[x] Tea', 'Milk'], 'marked "Tea" as done'], ['set i1 i2 (done)', ['[x] Tea', '[x] Milk'], 'marked "Tea" and "Milk" as done'],
    ['set i1 (due)', ['[ ] Tea  due=2026-12-01', 'Milk'], 'set due of "Tea" to "2026-12-01"'], ['set i1 i2 (label)', ['Tea  label=a', 'Milk  label=b'], 'changed label of "Tea" and "Milk"'],
    ['set i1 (due label)', ['Tea  label=a', 'Milk'], 'changed due and label of "Tea"'], ['set i1 (label)', ['Tea', 'Milk'], 'changed label of "Tea"'], ['set 40 (done)', ['Tea', 'Milk'], 'changed done of 40 items'],
  ];
  const after = (texts) => board('0 s1 To buy (2)', ...texts.map((text, i) => `  0.${i} i${i + 1} ${text}`));
  for (const [text, texts, wanted] of table) assert.equal(words(text, { before, after: after(texts) }), wanted);
  const done = after(['[x] Tea', 'Milk  label=red']);
  assert.equal(words('set i1 (done)', { before: done, after: before }), 'marked "Tea" as not done');
  assert.equal(words('set i2 (label)', { before: done, after: before }), 'took label of "Milk" away');
});

test('without them, what is still there has its text, and the rest is counted', () => {
  assert.equal(words('move i1', { now: before }), 'moved "Tea"');
  assert.equal(words('edit i1', { now: before }), 'changed "Tea"');
  assert.equal(words('delete i8'), 'deleted an item');
  assert.equal(words('delete i1 i8', { now: before }), 'deleted 2 items');
  assert.equal(words('insert 40 delete 12'), 'added 40 items and deleted 12 items');
  assert.equal(words('insert-section s8 insert-section'), 'added 2 sections');
  assert.equal(words('rename-section s1', { now: before }), 'renamed the section "To buy"');
  assert.equal(words(''), 'changed the board');
});

test('an undo is said by what it took back, and a redo by what it did', () => {
  assert.equal(words('insert i1', { now: before }, { undo: 5 }, (rev) => rev === 5 && 'deleted "Tea" from To buy'), 'undid: deleted "Tea" from To buy');
  assert.equal(words('insert i1', { now: before }, { undo: 5 }), 'undid an earlier change: added "Tea" to To buy'.replace(' to To buy', ''));
  assert.equal(words('delete i8', {}, { redo: 6 }), 'did again: deleted an item');
});

test('what an undo takes back is the last own change that is not undone', () => {
  const rows = (...list) => list.map(([rev, client, more]) => ({ rev, client, ...more }));
  assert.equal(nextUndo([], 'ann'), null);
  assert.equal(nextUndo(rows([3, 'bob'], [2, 'ann'], [1, 'ann']), 'ann'), 2);
  assert.equal(nextUndo(rows([4, 'ann', { undo: 2 }], [3, 'bob'], [2, 'ann'], [1, 'ann']), 'ann'), 1);
  assert.equal(nextUndo(rows([5, 'ann', { redo: 4 }], [4, 'ann', { undo: 2 }], [3, 'bob'], [2, 'ann'], [1, 'ann']), 'ann'), 5);
  assert.equal(nextUndo(rows([6, 'ann', { undo: 5 }], [5, 'ann', { redo: 4 }], [4, 'ann', { undo: 2 }], [2, 'ann'], [1, 'ann']), 'ann'), 1);
  assert.equal(nextUndo(rows([2, 'ann', { undo: 1 }], [1, 'ann']), 'ann'), null);
});
