import assert from 'node:assert/strict';
import test from 'node:test';
import { dueOf, hasFacts, isDone, isFromRight, labelHue, labelsOf } from '../../../Sources/Server/WebPage/page/facts.js';

test('a date is said in words, and is late from the next day on', () => {
  const now = new Date(2026, 11, 1, 12);
  const table = {
    '2026-11-20': ['Nov 20', true], '2026-11-30': ['yesterday', true], '2026-12-01': ['today', false], '2026-12-02': ['tomorrow', false],
    '2027-01-05': ['Jan 5, 2027', false], '2025-01-05': ['Jan 5, 2025', true], '2026-12-05T11:00': ['Dec 5', false], '2026-12-01T11:00': ['today, 11:00 AM', true], '2026-12-01 13:30': ['today, 1:30 PM', false],
    soon: ['soon', false], '2026-13-45': ['2026-13-45', false], '1': ['1', false], '': ['', false],
  };
  for (const [value, [text, isLate]] of Object.entries(table)) {
    const due = dueOf(value, now);
    assert.deepEqual([due.text.replace(/\u202f/g, ' '), due.isLate], [text, isLate], value);
  }
});

test('labels have commas between them, and hues by their names', () => {
  assert.deepEqual(labelsOf(' red, two words,,red '), ['red', 'two words']);
  assert.deepEqual([labelsOf(), labelsOf(',')], [[], []]);
  assert.equal(labelHue('Red'), 25);
  assert.equal(labelHue('home'), labelHue('home'));
});

test('what a card shows, and on which side it begins', () => {
  assert.deepEqual([{}, { done: 'yes' }, { due: 'x' }, { label: 'x' }, undefined].map(hasFacts), [false, false, true, true, false]);
  assert.deepEqual([{}, { done: 'yes' }, { done: 'no' }].map(isDone), [false, true, false]);
  assert.deepEqual(['שלום', '12 سلام', 'hello שלום', '12', ''].map(isFromRight), [true, true, false, false, false]);
});
