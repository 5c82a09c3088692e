import assert from 'node:assert/strict';
import test from 'node:test';
import { differences, PastBoards, readDrawing } from '../../../Sources/Server/WebPage/page/past.js';

const drawn = ['plan rev=4 sections=3 items=3', '0 s1 A list (2)', '  0.0 i1 one', '  0.1 i2 two "x" \\n = more (7)', '1 s2 Paid (1) (1)', '  1.0 i9 ', '2 s3  (0)'];
const shape = ({ sections }) => sections.map(({ id, title, count, items }) => [id, title, count, items.map(({ id, text }) => [id, text])]);

test('a drawing is read: titles, texts with escapes, what is empty', () => {
  const board = readDrawing(drawn);
  assert.deepEqual(shape(board), [['s1', 'A list', 2, [['i1', 'one'], ['i2', 'two "x" \n = more (7)']]],
    ['s2', 'Paid (1)', 1, [['i9', '']]], ['s3', '', 0, []]]);
  assert.equal(board.itemCount, 3);
  assert.equal(board.isCut, false);
  assert.equal(board.items.get('i9').section.title, 'Paid (1)');
});

test('of a large board a drawing has the first lines', () => {
  const board = readDrawing(['plan rev=4 sections=1 items=5000', '0 s1 A (5000)', '  0.0 i1 one', 'and more']);
  assert.deepEqual([board.isCut, board.items.size, board.itemCount], [true, 1, 5000]);
});

test('what a revision did to what is there', () => {
  const before = readDrawing(['p rev=1 sections=2 items=4', '0 s1 A (4)', '  0.0 i1 a', '  0.1 i2 b', '  0.2 i3 c', '  0.3 i4 d', '1 s2 B (0)']);
  const after = readDrawing(['p rev=2 sections=3 items=4', '0 s1 AA (2)', '  0.0 i2 b', '  0.1 i1 new', '1 s2 B (1)', '  1.0 i3 c', '2 s3 C (1)', '  2.0 i5 e']);
  assert.deepEqual([...differences(before, after, ['i2'])], [['s1', 'renamed'], ['s3', 'added'], ['i2', 'moved'], ['i1', 'edited'], ['i3', 'moved'], ['i5', 'added']]);
  assert.equal(differences(after, after).size, 0);
});

test('a drawing has the fields of items, and what a revision did to them', () => {
  const lines = ['[x] Bread  due=2026-12-01', '[ ] Milk  due=soon label=two\\u{20}words,b', 'Tea  amount=3', '[x]   label=x', '[ ] no task', 'a  b=', '[x] Salt'];
  const board = readDrawing(['p rev=1 sections=1 items=7', '0 s1 A (7)', ...lines.map((line, i) => `  0.${i} i${i} ${line}`)]);
  assert.deepEqual([...board.items.values()].map(({ text, fields }) => [text, { ...fields }]), [
    ['Bread', { done: 'yes', due: '2026-12-01' }], ['Milk', { due: 'soon', label: 'two words,b' }], ['Tea', { amount: '3' }],
    ['', { done: 'yes', label: 'x' }], ['[ ] no task', {}], ['a  b=', {}], ['Salt', { done: 'yes' }]]);
  const after = readDrawing(['p rev=2 sections=1 items=3', '0 s1 A (3)', '  0.0 i0 [ ] Bread  due=2026-12-01', '  0.1 i2 [x] Tea  amount=3', '  0.2 i6 [x] Salt  amount=4']);
  assert.deepEqual([...differences(board, after)], [['i0', 'not done'], ['i2', 'done'], ['i6', 'changed']]);
});

test('each revision is asked for once, a refused one again, and the oldest are forgotten', () => {
  const asked = [], boards = new PastBoards((command, answer) => asked.push({ command, answer })), got = [];
  for (const _ of [1, 2]) boards.read(4, (board) => got.push(board));
  assert.deepEqual(asked.map(({ command }) => command), [{ kind: 'show', rev: 4 }]);
  assert.equal(boards.at(4), undefined);
  asked[0].answer({ kind: 'ok', rows: drawn });
  boards.read(4, (board) => got.push(board));
  assert.equal(got.length, 3);
  assert.ok(got.every((board) => board === boards.at(4)));
  boards.read(1, (board, reply) => got.push([board, reply.code]));
  asked[1].answer({ kind: 'refused', code: 'revision-too-old' });
  assert.deepEqual(got[3], [null, 'revision-too-old']);
  for (let rev = 5; rev < 200; rev++) [boards.read(rev, () => {}), asked.at(-1).answer({ kind: 'ok', rows: drawn })];
  assert.equal(boards.at(4), undefined);
  assert.ok(boards.at(199));
  boards.clear();
  assert.equal(boards.at(199), undefined);
});

test('what was asked before everything was forgotten is not kept', () => {
  const asked = [], boards = new PastBoards((command, answer) => asked.push(answer));
  boards.read(4, () => {});
  boards.clear();
  asked[0]({ kind: 'ok', rows: drawn });
  assert.equal(boards.at(4), undefined);
});
