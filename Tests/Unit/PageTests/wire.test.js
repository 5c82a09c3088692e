import assert from 'node:assert/strict';
import test from 'node:test';
import { Conversation, isReply, readLine, readMessage, writeLine, contentMessages } from '../../../protocol/clients/js/wire.js';
import { commandObject, read, takeObject } from './lines.js';

/** The cases of vectors/json.txt: lines of text, then the object. */
function cases(heading) {
  const part = read('vectors/json.txt').split(`## ${heading}\n`)[1].split('\n## ')[0];
  return part.trim().split('\n\n').map((block) => {
    const lines = block.split('\n');
    return { text: lines.slice(0, -1), json: lines.at(-1) };
  });
}

for (const { text, json } of cases('Servers')) {
  test(`a line of a server: ${text[0]}`, () => {
    assert.deepEqual(takeObject([...text]), JSON.parse(json));
    assert.deepEqual(readLine(json), JSON.parse(json));
  });
}

for (const { text, json } of cases('Clients')) {
  test(`a line of a client: ${text[0]}`, () => {
    assert.deepEqual(commandObject([...text]), JSON.parse(json));
    assert.deepEqual(JSON.parse(writeLine(JSON.parse(json))), JSON.parse(json));
  });
}

test('the greeting and a bye instead of it are text', () => {
  const { text, json } = cases('Servers')[0];
  assert.deepEqual(readLine(text[0]), JSON.parse(json));
  assert.deepEqual(readLine('bye full The server has no room.'), { kind: 'bye', reason: 'full' });
});

test('a message has one or more lines', () => {
  assert.deepEqual(readMessage('{"kind":"ping"}\n{"kind":"pong"}\n'), [{ kind: 'ping' }, { kind: 'pong' }]);
  assert.deepEqual(readMessage('\n'), []);
});

test('a command has no control byte and no unpaired surrogate', () => {
  const line = writeLine({ kind: 'ping', text: 'a\x7fb\n\u0001\ud83dc😀' });
  assert.match(line, /^[\x20-\x7e\u0080-\u{10ffff}]*$/u);
  assert.equal(JSON.parse(line).text, 'a\x7fb\n\u0001\ufffdc😀');
});

test('replies go to their commands in order', () => {
  const conversation = new Conversation('t');
  const got = [];
  conversation.ask({ kind: 'ping', text: '1' }, (reply) => got.push(reply.text));
  conversation.ask({ kind: 'ping', text: '2' }, (reply, command) => got.push(reply.text + command.text));
  for (const text of ['1', '2']) conversation.receive({ kind: 'pong', text });
  assert.deepEqual(got, ['1', '22']);
  assert.ok(conversation.isIdle);
  assert.ok(['ok', 'refused', 'error', 'pong'].every((kind) => isReply({ kind })));
  assert.ok(!isReply({ kind: 'ping' }));
});

test('what has a tag is repeated in the same epoch, and lost in another', () => {
  for (const [isSame, expected] of [[true, ['lost', 'ok']], [false, ['lost', 'lost']]]) {
    const conversation = new Conversation('t');
    const got = [];
    conversation.ask({ kind: 'boards' }, ({ kind }) => got.push(kind));
    conversation.ask({ kind: 'perform', tag: conversation.tag() }, ({ kind }) => got.push(kind));
    conversation.cut();
    assert.deepEqual(got, ['lost']);
    const again = conversation.repeat(isSame);
    assert.deepEqual(again, isSame ? ['{"kind":"perform","tag":"t.1"}'] : []);
    if (isSame) conversation.receive({ kind: 'ok', verb: 'perform' });
    assert.deepEqual(got, expected);
    assert.deepEqual(conversation.repeat(true), []);
  }
});

test('a content is whole lines in messages that a server takes', () => {
  const sections = [{ id: 's1', title: 'a=b', items: [{ id: 'i1', text: ' x=1' }, { id: 'i2', fields: { due: '1 May', label: 'a=\\' }, text: 'two\nlines\\' }] }, { title: '', items: ['', '\u0007'] }];
  assert.deepEqual(contentMessages('list', sections), [
    'replace list\nsection s1 - a\\=b\nitem i1  x\\=1\nitem i2 due=1\\u{20}May label=a=\\\\ two\\nlines\\\\\nsection - - \nitem - \nitem - \\u{7}\nend']);
  const long = contentMessages('list', [{ title: 'A', items: Array(5_000).fill('ä'.repeat(300)) }]);
  assert.ok(long.length > 10 && long.every((message) => new TextEncoder().encode(message).length <= 65_536));
  assert.equal(long.join('\n').split('\n').length, 5_003);
});
