// A board of 5,000 items is opened by its counts; its rows come when they are asked for.

import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectLines, startServer } from 'dropline/node.js';

async function until(condition, what) {
  for (let left = 3000; !condition(); left--) {
    assert.ok(left, what);
    await pause(10);
  }
}

const known = ({ sections }) => sections.map(({ items }) => [...items.entries()].map(([at, { id, text }]) => `${at} ${id} ${text}`));

test('a large board is opened by its counts, and a small one with all items', async () => {
  const server = await startServer();
  const owner = connectLines({ url: server.url, name: 'owner', token: 'a-long-token-of-the-owner' }), opened = [];
  const open = (board, content) => opened.push(connectLines({ url: server.url, board, content })) && opened.at(-1);
  try {
    for (const [board, count] of [['large', 5000], ['small', 3]]) {
      await owner.request({ kind: 'create', board });
      const texts = Array.from({ length: count }, (_, i) => ({ kind: 'item', item: `n${i}`, text: `Item ${i}` }));
      await owner.request({ kind: 'replace', board, rows: [{ kind: 'section', section: 'A', items: count, text: 'All' }, ...texts] });
    }
    const small = open('small', 'auto'), large = open('large', 'auto'), { replica } = large;
    await until(() => small.replica.revision !== null && replica.revision !== null, 'both are open');
    assert.deepEqual([small.replica.isCounting, small.replica.items.size], [false, 3]);
    assert.deepEqual([replica.isCounting, replica.items.size, replica.sections[0].items.length], [true, 0, 5000]);
    const [section] = replica.sections;
    large.fetch(section, 2499, 2501);
    await until(() => section.items.at(2500), 'the middle');
    await owner.request({ kind: 'move', board: 'large', items: ['n2500', 'n9'], place: '0.0' });
    await until(() => section.items.at(0)?.text === 'Item 2500', 'the move');
    assert.deepEqual(known(replica), [['0 n2500 Item 2500', '2500 n2499 Item 2499']]);
    // The second item of the move is not known until it is asked for.
    large.fetch(section, 0, 3);
    await until(() => section.items.at(1)?.id === 'n9', 'what was moved to the start');
    const { rows, rev } = await large.read();
    assert.deepEqual([rows.length, rev, replica.isCounting, replica.items.size], [5001, replica.revision, true, 4]);
    large.cut();
    await owner.request({ kind: 'delete', board: 'large', items: ['n2499', 'n4999'] });
    await until(() => section.items.length === 4998 && large.isLive, 'the batch behind the break');
    assert.deepEqual([replica.isCounting, known(replica)[0].length], [true, 3]);
  } finally {
    for (const connection of [owner, ...opened]) connection.stop();
    await server.stop();
  }
});
