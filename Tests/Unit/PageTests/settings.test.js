import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { changedSettings, changedTypes, fields, meaning } from '../../../Sources/Server/WebPage/page/settings.js';
import { sorted } from '../../../Sources/Server/WebPage/page/tidy.js';

test('every policy but the title has a field with all its values, the default first', () => {
  const text = readFileSync(new URL('../../../protocol/lines.md', import.meta.url), 'utf8');
  const rows = [...text.split('## Policies')[1].split('## Metrics')[0].matchAll(/^\| `([a-z-]+)` \| (.*?) \| (.*?) \|/gm)].map(([, key, values, first]) => ({ key, values, first }));
  assert.deepEqual(fields.map(({ key }) => key).sort(), rows.map(({ key }) => key).filter((key) => key !== 'title').sort());
  for (const { key, options, other } of fields) {
    const { values, first } = rows.find((row) => row.key === key);
    const words = [...values.matchAll(/`([^`]+)`/g)].map(([, word]) => word).filter((word) => !word.includes(':'));
    const [plain, set] = [false, true].map((isSet) => Object.keys(options).filter((option) => option.includes(':') === isSet));
    assert.deepEqual(plain.sort(), words.sort(), key);
    assert.ok(set.every((option) => values.includes('`set:FIELD:VALUE`') && /^set:[a-z]+:/.test(option)), key);
    assert.equal(`\`${Object.keys(options)[0]}\``, first, key);
    assert.equal(Boolean(other), /number|list|FIELD/.test(values), key);
  }
});

test('a value is shown by what it means', () => {
  const field = (key) => fields.find((each) => each.key === key), sections = [{ id: 's2', title: 'Done' }];
  assert.equal(meaning(field('limit'), 3, sections), 'At most 3');
  assert.equal(meaning(field('on-choose'), 'move:s2', sections), 'Moves it to Done');
  assert.equal(meaning(field('on-choose'), 'move:s9', sections), 'Moves it to another section');
  assert.equal(meaning(field('ops'), 'copy', sections), 'Copied');
  assert.equal(meaning(field('accept'), 'label:red,', sections), 'Only with label red or without label');
  assert.equal(meaning(field('on-drop'), 'set:done:yes', sections), 'Marks as done');
  assert.equal(meaning(field('on-drop'), 'set:due:2026-12-01', sections), 'Sets due to 2026-12-01');
});

test('only what was changed is sent', () => {
  const own = { limit: 3, paused: 'yes' };
  assert.deepEqual(changedSettings(own, { limit: '3', paused: 'inherit', empty: 'inherit', 'max-items': '2', types: 'item' }),
    { paused: 'inherit', 'max-items': 2, types: 'item' });
  assert.deepEqual(changedSettings(own, { limit: '3', paused: 'yes' }), {});
});

test('types of fields are read, and only those that differ are sent', () => {
  const types = { due: 'date', done: 'flag' };
  assert.deepEqual(changedTypes(types, ' due=date  label=set'), { done: null, label: 'set' });
  assert.deepEqual(changedTypes(types, 'done=flag due=date'), {});
  for (const text of ['due', 'due=day', 'text=date', 'due=date=flag', 'Due=date', '=date']) assert.equal(changedTypes(types, text), null, text);
});

test('items are sorted as people do, and equal ones stay', () => {
  const items = ['b 10', 'B 9', 'ä', 'a', 'b 9'].map((text) => ({ text }));
  assert.deepEqual(sorted(items).map(({ text }) => text), ['a', 'ä', 'B 9', 'b 9', 'b 10']);
});
