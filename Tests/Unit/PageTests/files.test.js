import assert from 'node:assert/strict';
import test from 'node:test';
import { readFile, writers } from '../../../Sources/Server/WebPage/page/files.js';

const board = [
  { title: 'To buy', items: ['Bread', 'a, "b"', 'two\nlines\tand \\n', ' blanks ', '', '# x', '- y', '\u202ex', '🍐'] },
  { title: '', items: [] }, { title: 'a=b', items: ['1'] },
];
const written = (kind) => writers[kind]('Plan', board.map(({ title, items }) => ({ title, items: items.map((text, i) => ({ text, id: `i${i}` })) })));

test('what is exported is what is imported', () => {
  assert.deepEqual(readFile('x.md', written('md')), { title: 'Plan', sections: board, left: 0 });
  assert.deepEqual(readFile('my plan.csv', written('csv')), { title: 'my plan', sections: board, left: 0 });
});

const tasks = [{ title: 'A', items: [{ text: 'Bread', fields: { done: 'yes' } }, { text: '', fields: { due: '2026-12-01', label: 'a b,-->c', z: '\\ \n=' } },
  { text: 'x {a=b}', fields: { done: 'no' } }, '[x] y', '[ ]', '{a=b}', { text: 'q', fields: { note: '"two {a=b} words\\\\', z: 'a{b}' } }, { text: ' [x] z', fields: { done: 'yes', constructor: '1' } }] }];

test('fields are exported and imported', () => {
  const rows = tasks.map(({ title, items }) => ({ title, items: items.map((item, i) => ({ id: `i${i}`, text: item.text ?? item, fields: item.fields })) }));
  for (const kind of ['md', 'csv']) assert.deepEqual(readFile(`T.${kind}`, writers[kind]('T', rows)).sections, tasks, kind);
  assert.equal(writers.md('T', [{ title: 'A', items: rows[0].items.slice(0, 1) }]), '# T\n\n## A\n- [x] Bread\n');
  assert.equal(writers.md('T', [{ title: 'A', items: [{ text: 'a', fields: { due: '2026-12-01', done: 'yes' } }] }]), '# T\n\n## A\n- [x] a {due=2026-12-01}\n');
  assert.equal(writers.csv('T', [{ title: 'A', items: [{ text: 'a', id: 'i1', fields: { due: '1, 2' } }, { text: 'b', id: 'i2' }] }]), 'section,text,id,due\r\nA,a,i1,"1, 2"\r\nA,b,i2,\r\n');
});

test('task lists and tables of others are read', () => {
  const [{ items }] = readFile('x.md', '- [ ] a\n- [X] b\n* [x]\n- [link](x) {a comment}\n').sections;
  assert.deepEqual(items, ['a', { text: 'b', fields: { done: 'yes' } }, { text: '', fields: { done: 'yes' } }, '[link](x) {a comment}']);
  assert.deepEqual(readFile('x.csv', 'section,text,Due,my column\nA,a,2026-12-01,x\n').sections, [{ title: 'A', items: [{ text: 'a', fields: { due: '2026-12-01' } }] }]);
  assert.throws(() => readFile('x.csv', `section,text,due\nA,a,${'x'.repeat(257)}\n`), /at most 256 bytes/);
});

test('an export has a form that other programs read', () => {
  const [first] = [[{ title: 'A', items: [{ text: 'b, c', id: 'i1' }, { text: 'd', id: 'i2' }] }, { title: 'E', items: [] }]];
  assert.equal(writers.md('T', first), '# T\n\n## A\n- b, c\n- d\n\n## E\n');
  assert.equal(writers.csv('T', first), 'section,text,id\r\nA,"b, c",i1\r\nA,d,i2\r\nE,,\r\n');
  assert.equal(writers.txt('T', first), 'T\n\nA\n  b, c\n  d\n\nE\n');
  const items = [{ text: 'a', fields: { done: 'yes', label: 'two words,b' } }, { text: 'b', fields: { done: 'no', due: '2026-12-01' } }];
  assert.equal(writers.txt('T', [{ title: 'A', items }]), 'T\n\nA\n  [x] a  label="two words,b"\n  b  done=no due=2026-12-01\n');
});

test('Markdown of others is read, and what has no place is counted', () => {
  const table = [
    ['# Trip\n\nWords.\n\n## Day 1\n* a\n1. b\n  - c\n\n## Day 2\n', 'Trip', [['Day 1', ['a', 'b', 'c']], ['Day 2', []]], 1],
    ['# One\n- a\n# Two\n- b\n', 'x', [['One', ['a']], ['Two', ['b']]], 0],
    ['# One\n- a\n## Two\n- b\n', 'x', [['One', ['a']], ['Two', ['b']]], 0],
    ['- a\r\n- b\r\n', 'x', [['', ['a', 'b']]], 0],
    ['\ufeff# Only\n- \\u{110000} \\q\n', 'x', [['Only', ['\\u{110000} \\q']]], 0],
  ];
  for (const [text, title, sections, left] of table) {
    const read = readFile('x.MD', text);
    assert.deepEqual([read.title, read.sections.map(({ title, items }) => [title, items]), read.left], [title, sections, left], text);
  }
});

test('each line of any other file is an item', () => {
  assert.deepEqual(readFile('to do', 'a\n\n  b \r\nc'), { title: 'to do', sections: [{ title: 'Items', items: ['a', 'b', 'c'] }], left: 0 });
});

test('columns are found by their names, and sections are joined', () => {
  const { sections } = readFile('x.csv', 'id,Text,SECTION\n1,"a\n""b""",A\n,,B\n2,c,A\n');
  assert.deepEqual(sections, [{ title: 'A', items: ['a\n"b"', 'c'] }, { title: 'B', items: [] }]);
});

test('nothing is cut: what a board cannot have is an error', () => {
  const table = { 'x.csv': ['a,b\n1,2', /columns section and text/], 'y.csv': ['section,text\nA,"b"c', /Record 2/],
    'x.md': [`- ${'ä'.repeat(513)}`, /at most 1024 bytes/], 'y.md': [`# ${'x'.repeat(257)}\n- a`, /at most 256 bytes/], 'z.md': ['', /no section/] };
  for (const [name, [text, message]] of Object.entries(table)) assert.throws(() => readFile(name, text), message, name);
});
