import assert from 'node:assert/strict';
import test from 'node:test';
import { changedFields, emptyFields } from '../../../protocol/clients/js/fields.js';
import { isFound, readQuery } from '../../../Sources/Server/WebPage/page/find.js';

test('fields stand in front of a text, and everything behind its first word is text', () => {
  const read = (query) => (({ fields, text }) => [...fields.map((field) => field.join(':')), text])(readQuery(query));
  assert.deepEqual(read('Milk'), ['milk']);
  assert.deepEqual(read('done=yes Label=red,Blue two words'), ['done:yes', 'label:red,Blue', 'two words']);
  assert.deepEqual(read('label="two words" done=yes'), ['label:two words', 'done:yes', '']);
  assert.deepEqual(read('label=two\\u{20}words'), ['label:two words', '']);
  // While it is typed.
  assert.deepEqual([read('done='), read('label="two w')], [['done:', ''], ['label:two w', '']]);
  assert.deepEqual([read('milk done=yes'), read('e\\=mc2'), read('=x'), read('2=2')], [['milk done=yes'], ['e=mc2'], ['=x'], ['2=2']]);
});

test('a name that no field has is a problem, and nothing is found', () => {
  for (const query of ['text=x', 'done=yes my-field=1', 'board=b milk', `${'a'.repeat(33)}=1`]) {
    assert.equal(typeof readQuery(query).problem, 'string', query);
    assert.ok(!isFound({ text: 'milk', fields: {} }, readQuery(query)));
  }
  assert.equal(readQuery('done=yes text').problem, undefined);
});

test('an item has all fields with these values, one of its labels, and the text', () => {
  const item = { text: 'Oat Milk', fields: changedFields(emptyFields, { done: 'yes', label: 'red, two words', due: '2026-12-01' }) };
  const found = (query) => isFound(item, readQuery(query));
  for (const query of ['', 'oat', 'done=yes', 'done=', 'label=red', 'label="two words"', 'label="red, two words"', 'done=yes due=2026-12-01 milk']) assert.ok(found(query), query);
  for (const query of ['done=no', 'done=YES', 'label=two', 'artist=', 'due=2026', 'done=yes tea', 'constructor=']) assert.ok(!found(query), query);
});
