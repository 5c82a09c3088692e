import assert from 'node:assert/strict';
import test from 'node:test';
import { part, Revisions } from '../../../Sources/Server/WebPage/page/revisions.js';

/** A server that keeps the revisions behind `oldest` up to `head`, and answers when it is told to. */
class Keeper {
  waiting = [];
  asked = [];
  log = [];
  constructor(head, oldest = 0) {
    Object.assign(this, { head, oldest });
    this.revisions = new Revisions((command, answer) => (this.asked.push(command), this.waiting.push(() => answer(this.reply(command)))), {
      restarted: () => this.log.push('restarted'), read: (rows, isNewer) => this.log.push(`${isNewer ? 'newer' : 'older'} ${rows.length}`),
      failed: () => this.log.push('failed'),
    });
  }

  reply({ from, to = this.head }) {
    if (this.problem) return this.problem;
    if (from > this.head) return { kind: 'refused', code: 'future-revision' };
    const rows = [];
    for (let rev = to; rev >= Math.max(from, this.oldest + 1) && rows.length < 1000; rev--) rows.push({ rev });
    return { kind: 'ok', rows, more: rows.length === 1000 };
  }

  answer() {
    while (this.waiting.length) this.waiting.shift()();
  }

  follow(revision = this.head) {
    this.revisions.follow(revision);
    this.answer();
  }

  get revs() {
    return this.revisions.rows.map(({ rev }) => rev);
  }
}

const down = (from, to) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

test('the newest part is read, then older ones, to the oldest that is kept', () => {
  const keeper = new Keeper(100, 25);
  keeper.follow();
  assert.deepEqual(keeper.revs, down(100, 71));
  keeper.follow();
  assert.equal(keeper.asked.length, 1, 'nothing is new');
  for (const oldest of [41, 26]) {
    keeper.revisions.older();
    keeper.revisions.older();
    keeper.answer();
    assert.deepEqual(keeper.revs, down(100, oldest));
  }
  assert.equal(keeper.revisions.isWhole, true);
  keeper.revisions.older();
  assert.equal(keeper.asked.length, 3);
});

test('a board without changes, a short one, and one whose changes are not kept, are whole at once', () => {
  for (const [head, oldest, count] of [[0, 0, 0], [3, 0, 3], [part, 0, part], [500, 500, 0], [500, 490, 10]]) {
    const keeper = new Keeper(head, oldest);
    keeper.follow();
    assert.deepEqual([keeper.revs.length, keeper.revisions.isWhole], [count, true], `${head}, ${oldest}`);
    keeper.follow();
    assert.equal(keeper.asked.length, 1);
  }
});

test('what is new is read without a gap, and after too much of it the list begins again', () => {
  const keeper = new Keeper(50);
  keeper.follow();
  keeper.head = 52;
  keeper.follow();
  assert.deepEqual(keeper.revs, down(52, 21));
  keeper.head = 200;
  keeper.follow();
  assert.deepEqual(keeper.revs, down(200, 171));
  assert.deepEqual(keeper.log, ['newer 30', 'newer 2', 'restarted', 'newer 30']);
  // The board here is behind the server.
  keeper.head = 5000;
  keeper.follow(201);
  assert.deepEqual(keeper.revs, down(5000, 4001));
  assert.equal(keeper.revisions.isWhole, false);
  keeper.follow(300);
  assert.equal(keeper.asked.length, 4);
});

test('a part that was asked for before a restart is not read', () => {
  const keeper = new Keeper(100);
  keeper.revisions.follow(100);
  keeper.revisions.restart();
  keeper.answer();
  assert.deepEqual(keeper.revs, []);
  keeper.follow();
  assert.deepEqual(keeper.revs, down(100, 71));
});

test('a refusal is not asked for again before the board changes, a lost question is', () => {
  const keeper = new Keeper(5);
  keeper.problem = { kind: 'refused', code: 'access-denied' };
  for (const _ of [1, 2]) keeper.follow();
  assert.equal(keeper.asked.length, 1);
  assert.equal(keeper.revisions.problem.code, 'access-denied');
  keeper.problem = { kind: 'lost' };
  for (const _ of [1, 2]) keeper.follow(6);
  assert.equal(keeper.asked.length, 3);
  keeper.problem = null;
  keeper.head = 6;
  keeper.follow();
  assert.deepEqual([keeper.revs, keeper.revisions.problem], [down(6, 1), null]);
});
