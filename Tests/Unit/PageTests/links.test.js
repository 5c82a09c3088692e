import assert from 'node:assert/strict';
import test from 'node:test';
import { linkParts } from '../../../Sources/Server/WebPage/page/links.js';

/** The text with its links in brackets. */
const marked = (text) => linkParts(text).map(({ text: part, href }) => (href ? `[${part}]` : part)).join('');

test('addresses become links, without the punctuation behind them', () => {
  const table = [
    ['see https://a.example/x?y=1#z.', 'see [https://a.example/x?y=1#z].'],
    ['(http://a.example/b_(c)), then', '([http://a.example/b_(c)]), then'],
    ['http://a.example, HTTPS://B.example!', '[http://a.example], [HTTPS://B.example]!'],
    ['write to mailto:ann@a.example?subject=x now', 'write to [mailto:ann@a.example?subject=x] now'],
    ['“https://a.example”', '“[https://a.example]”'],
    ['https://a.example\nhttps://b.example', '[https://a.example]\n[https://b.example]'],
    ['שלום https://a.example/é', 'שלום [https://a.example/é]'],
  ];
  for (const [text, expected] of table) assert.equal(marked(text), expected);
});

test('nothing else becomes one', () => {
  for (const text of [
    'javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'file:///etc', 'vbscript:x', 'www.a.example', 'a@b.example',
    'http://', 'https://.', 'mailto:', 'mailto:nobody', 'xhttp://a.example', 'javascript://x', 'http:a', 'blob:x', '', ':',
  ]) assert.equal(marked(text), text);
});

test('an address ends before what could hide its end', () => {
  for (const hidden of ['\u202e', '\u200b', '\u2066', '\u0007', '"', '<', '>']) {
    assert.equal(marked(`https://a.example/${hidden}x`), `[https://a.example/]${hidden}x`);
  }
});

test('the parts are the text, and a link goes where it says', () => {
  const text = 'a https://a.example/ä?b=c, b';
  const parts = linkParts(text);
  assert.equal(parts.map((part) => part.text).join(''), text);
  assert.equal(parts[1].href, 'https://a.example/%C3%A4?b=c');
});
