import assert from 'node:assert/strict';
import test from 'node:test';
import { DragController } from '../../../Sources/Server/WebPage/page/drag.js';
import { addressesOf, linesOf, problemOf } from '../../../Sources/Server/WebPage/page/lines.js';

test('each line with text is an item, without blanks around it and control characters', () => {
  assert.deepEqual(linesOf(' one\r\n\n\ttwo\tthree \r\u2028four\0five\n  '), ['one', 'two three', 'four five']);
  assert.deepEqual(linesOf('\n \n'), []);
  assert.deepEqual(addressesOf('# a comment\r\nhttps://a.example\r\nhttps://b.example\r\n'), ['https://a.example', 'https://b.example']);
});

test('texts are bounded: their number, each of them, and all of them', () => {
  const many = (count, text) => Array.from({ length: count }, () => text);
  assert.deepEqual([many(0, ''), many(1, 'x'), many(200, 'x'), many(201, 'x')].map(problemOf), ['none', null, null, 'many']);
  assert.deepEqual([['x'.repeat(1024)], ['x'.repeat(1025)], ['é'.repeat(513)], many(50, 'x'.repeat(1024))].map(problemOf), [null, 'long', 'long', 'much']);
});

const target = { section: 's1', anchor: 'end:s1' };

/** A drag from outside whose session has begun and that is over a place. */
function brought() {
  const drag = new DragController(() => 't.1');
  const answer = (reply) => {
    const command = drag.next();
    drag.answer({ kind: 'ok', verb: command.kind, drag: 'd1', ...reply }, command);
    return command;
  };
  drag.bring('A text from outside', null);
  assert.deepEqual(answer({ items: ['i7'] }), { kind: 'begin-external', text: 'A text from outside', tag: 't.1' });
  drag.aim(target);
  assert.equal(answer({ verdict: 'copy', at: '0.1' }).kind, 'propose');
  return { drag, answer };
}

const endings = ({ reports }) => reports.filter(({ what }) => what === 'ended').map(({ outcome, isExternal }) => [outcome, isExternal]);

test('what is dragged in is known when it is dropped, and then it is dropped as its lines', () => {
  const { drag, answer } = brought();
  assert.equal(drag.next(), null);
  drag.give(['one', 'two']);
  assert.deepEqual(answer({ items: ['i8', 'i9'] }), { kind: 'fill', drag: 'd1', texts: ['one', 'two'], instead: ['i7'] });
  assert.deepEqual([...drag.texts], [['i8', 'one'], ['i9', 'two']]);
  assert.equal(answer({ verdict: 'copy', at: '0.1' }).kind, 'propose');
  assert.equal(answer({ outcome: 'copied', rev: 5 }).kind, 'perform');
  assert.deepEqual(endings(drag), [['copied', true]]);
  assert.equal(drag.isExternal, false);
});

test('lines that have no room, or may be there twice, are not dropped', () => {
  for (const [reply, outcome] of [[{ items: ['i8'] }, 'cancelled'], [{ kind: 'refused', code: 'limit' }, 'cancelled'], [{ kind: 'lost' }, 'cancelled']]) {
    const { drag, answer } = brought();
    drag.give(['one', 'two']);
    answer(reply);
    assert.equal(answer({ outcome }).kind, 'cancel', JSON.stringify(reply));
    assert.deepEqual(endings(drag), [['cancelled', true]]);
  }
  const { drag, answer } = brought();
  drag.give(['one']);
  answer({});
  assert.deepEqual(endings(drag), [['cancelled', true]]);
});

test('what leaves the window is cancelled', () => {
  const { drag, answer } = brought();
  drag.cancel();
  assert.equal(answer({ outcome: 'cancelled' }).kind, 'cancel');
  assert.deepEqual(endings(drag), [['cancelled', true]]);
});
