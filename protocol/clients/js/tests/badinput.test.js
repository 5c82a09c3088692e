// Everything that goes wrong says what is wrong, and nothing is asked forever.

import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import test from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { LineSocket, connectLines, startServer } from 'dropline/node.js';

const greeting = 'dropline 1 epoch=k7qx client=guest-1 line=4096 text=1024 profiles=core\n';
const named = '{"kind":"ok","verb":"hello","client":"guest-1"}\n{"kind":"ok","verb":"hello","client":"me"}\n';
const opened = '{"kind":"ok","verb":"open","board":"b","rev":3}\n{"kind":"board","board":"b","rev":3,"sections":0,"rows":[]}\n';

/** Something that listens, and sends to each connection the next of these texts; the last one to all further ones. */
async function peer(...texts) {
  const streams = [];
  const server = createServer((stream) => {
    streams.push(stream);
    stream.text = '';
    stream.on('error', () => {}).on('data', (data) => stream.text += data).write(texts[Math.min(streams.length, texts.length) - 1]);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () => [server.close(), streams.forEach((stream) => stream.destroy())];
  return { url: `tcp://127.0.0.1:${server.address().port}`, streams, stop };
}

/** A connection, and a promise that a condition of it holds. */
function follow(url, options = {}) {
  const waiting = [];
  const look = () => waiting.forEach(({ condition, resolve }) => condition() && resolve());
  const connection = connectLines({ url, board: 'b', on: { state: look, changes: look }, ...options });
  const until = (condition) => new Promise((resolve) => [waiting.push({ condition, resolve }), look()]);
  return { connection, until };
}

/** Waits until something has arrived at a peer. */
async function arrival(condition) {
  for (let left = 1000; !condition(); left--) {
    assert.ok(left, 'it does not arrive within 10 s');
    await pause(10);
  }
}

for (const line of ['no object', '{', '[', '{"kind":"batch","board":"b","from":1,"to":2,"rows":[]}',
  '{"kind":"board","board":"b","rev":1,"sections":1,"rows":[]}']) {
  test(`a line that does not fit ends the connection, and the copy is opened anew: ${line}`, async () => {
    const { url, streams, stop } = await peer(`${greeting}${named}${line}\n`, greeting + named + opened);
    const { connection, until } = follow(url);
    await until(() => connection.replica.revision === 3);
    assert.equal(streams.length, 2);
    connection.stop();
    stop();
  });
}

test('a server that does not want the client is left alone, and whoever waits gets to know it', async () => {
  for (const [text, state, why] of [
    [`${greeting}{"kind":"ok","verb":"hello","client":"guest-1"}\n{"kind":"refused","code":"name-taken","client":"me"}\n`, 'refused', 'name-taken'],
    [`${greeting}${named}{"kind":"bye","reason":"access-denied"}\n`, 'refused', 'access-denied'],
    ['bye unknown-space\n', 'nowhere', null],
    ['bye not-dropline\n', 'refused', 'not-dropline'],
  ]) {
    const { url, streams, stop } = await peer(text);
    const { connection, until } = follow(url);
    const request = connection.request({ kind: 'insert', place: 'end:s1', text: 'Tea' });
    await until(() => connection.state === state);
    assert.equal(connection.why, why);
    assert.equal(streams.length, 1);
    connection.stop();
    assert.equal((await request).kind, 'lost');
    assert.equal((await connection.request({ kind: 'ping' })).kind, 'lost');
    stop();
  }
});

test('a connection that is stopped while somebody waits answers them', async () => {
  const { url, stop } = await peer(greeting + named + opened);
  const { connection, until } = follow(url);
  await until(() => connection.isLive);
  const requests = Array.from({ length: 100 }, () => connection.request({ kind: 'insert', place: 'end:s1', text: 'Tea' }));
  connection.stop();
  for (const reply of await Promise.all(requests)) assert.equal(reply.kind, 'lost');
  stop();
});

test('commands are repeated only once the server knows who this is', async () => {
  const { url, streams, stop } = await peer(greeting + named + opened, greeting);
  const { connection, until } = follow(url);
  await until(() => connection.isLive);
  connection.request({ kind: 'insert', place: 'end:s1', text: 'Tea' });
  connection.cut();
  await arrival(() => streams[1]?.text.includes('"open"'));
  assert.ok(!streams[1].text.includes('"insert"'), streams[1].text);
  streams[1].write(named + opened);
  await arrival(() => streams[1].text.includes('"insert"'));
  connection.stop();
  stop();
});

test('what is no address is an error at once', () => {
  for (const url of ['http://localhost', 'localhost', '']) assert.throws(() => new LineSocket(url), TypeError);
});

test('a server that does not start says why', async () => {
  const server = await startServer();
  await assert.rejects(startServer({ listen: server.address }), /ended with status \d+ before it listened[^]*in use/);
  await assert.rejects(startServer({ data: server.data }), /ended with status \d+ before it listened[^]*in use/);
  await assert.rejects(startServer({ program: '/none/dropline' }), /cannot be started, and DROPLINE says/);
  await server.stop();
});
