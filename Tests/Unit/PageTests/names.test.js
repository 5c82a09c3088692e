import assert from 'node:assert/strict';
import test from 'node:test';
import { boardName, isName, titleOf } from '../../../Sources/Server/WebPage/page/names.js';

test('a title has a name, and a name is its own', () => {
  const table = {
    'Weekly plan': 'weekly-plan', Einkäufe: 'einkaeufe', 'Eink\u0061\u0308ufe': 'einkaeufe', 'we ird': 'we-ird', Café: 'cafe',
    'Fußball & Łódź': 'fussball-lodz', '  Hello,  world!  ': 'hello-world', 2026: 'board-2026', '-x': 'x', 'A_b-C': 'A_b-C',
    '№ 5': 'no-5', 'ﬁne': 'fine', 'a/b?c#d': 'a-b-c-d',
  };
  for (const [title, name] of Object.entries(table)) assert.equal(boardName(title), name, title);
});

test('every title has a name that the server takes', () => {
  for (const title of ['', ' ', '---', 'Покупки', '買い物', '🛒', 'x'.repeat(200), '9'.repeat(200), 'ä'.repeat(60), `${'a'.repeat(56)} b`, '\u0000', '_']) {
    assert.ok(isName(boardName(title)), `${title} is ${boardName(title)}`);
  }
  assert.equal(boardName('Покупки', 'list'), 'list');
  for (const name of ['', '-a', '12', 'a b', 'é', 'a'.repeat(65)]) assert.ok(!isName(name), name);
});

test('a board is called by its title, else by its name', () => {
  assert.equal(titleOf({ board: 'plan' }), 'plan');
  assert.equal(titleOf({ board: 'plan', title: 'Weekly plan' }), 'Weekly plan');
  assert.equal(titleOf({ board: 'plan', policies: new Map([['*', { title: '  ' }]]) }), 'plan');
  assert.equal(titleOf({ board: 'plan', policies: new Map([['*', { title: 'Plan' }]]) }), 'Plan');
});
