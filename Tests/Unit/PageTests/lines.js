// Reads and writes the text form by the tables of protocol/lines.md, so that the files of protocol/
// can be played to modules that know the JSON form alone.

import { readFileSync } from 'node:fs';

export const protocol = new URL('../../../protocol/', import.meta.url);
export const read = (path) => readFileSync(new URL(path, protocol), 'utf8');

const lists = new Set(['ITEMS', 'BOARDS', 'DRAGS', 'OPS', 'PROFILES']);
const numbers = new Set(['REV', 'N', 'LINES', 'SECTIONS', 'VERSION', 'COUNT']);
const digits = new Set(['SECTION', 'TARGET', 'INDEX', 'KEYVALUE']);

/** The shapes of a table of lines.md: words, keys and text of each line. */
function shapes(heading) {
  const part = read('lines.md').split(`## ${heading}\n`)[1].split('\n## ')[0];
  const rows = part.match(/^(\| `.*|    dropline .*)$/gm);
  return rows.map((row) => shape(row.startsWith('|') ? row.match(/`([^`]+)`/)[1] : row.trim()));
}

function shape(line) {
  const words = [], keys = new Map();
  let text = false, hasFields = false;
  for (const token of line.replace(/[[\]]/g, '').split(' ')) {
    const [name, value] = token.split('=');
    if (token === 'key=…' || token === 'KEY=VALUE…') keys.set('*', 'KEYVALUE');
    else if (name === 'FIELD') hasFields = true;
    else if (value) keys.set(name, value);
    else if (token === 'TEXT' || token === 'SENTENCE') text = true;
    else words.push(token);
  }
  return { words, keys, text, hasFields };
}

const servers = [...shapes('Greeting'), ...shapes('Replies'), ...shapes('Events')];
const rows = shapes('Rows');
const commands = shapes('Commands');
const codes = new Map();
for (const row of read('errors.md').match(/^\| `[a-z-]+` \| [^|]*\|/gm)) {
  const [, code, keys] = row.match(/^\| `([a-z-]+)` \| ([^|]*)\|/);
  codes.set(code, new Map([...keys.matchAll(/([a-z]+)=([A-Z]+)/g)].map((m) => [m[1], m[2]])));
}

const listings = new Map();
const part = read('lines.md').split('## Listing rows\n')[1].split('\n## ')[0];
for (const [, line, name] of part.matchAll(/^\| `([^`]+)` \| `([a-z]+)`/gm)) {
  listings.set(name, shape(line));
}

const isLiteral = (word) => !/^[A-Z]+$/.test(word);
const key = /^[a-z][a-z0-9-]*=/;

function valueOf(type, text, { isRow, kind } = {}) {
  if (text === '…') return text;
  if (type === 'TITLE') return unescape(text);
  if (lists.has(type) && !(isRow && type === 'ITEMS' && kind)) return text.split(',');
  if (type === 'yes') return true;
  if (kind === 'batch' || kind === 'move-section') {
    if (type === 'FROM' || type === 'TO') return Number(text);
  }
  if (type === 'KEYVALUE' || digits.has(type)) return /^\d+$/.test(text) ? Number(text) : text;
  return numbers.has(type) || type === 'ITEMS' ? Number(text) : text;
}

export function unescape(text) {
  const named = { n: '\n', t: '\t', '=': '=', '\\': '\\' };
  return text.replace(/\\(u\{([0-9a-f]+)\}|.)/gi, (_, one, hex) =>
    hex ? String.fromCodePoint(parseInt(hex, 16)) : named[one]);
}

function wordName(shape, index) {
  const word = shape.words[index];
  if (!isLiteral(word)) return word.toLowerCase();
  if (index === 0) return 'kind';
  return shape.words[0] === 'drag' ? 'event' : 'verb';
}

/** The object of a line by a shape, and how many lines of a block follow. */
function parse(line, shape, { isRow = false, hasKind = true } = {}) {
  const object = {};
  let rest = line, lines = 0;
  const next = () => {
    const at = rest.indexOf(' ');
    const token = at < 0 ? rest : rest.slice(0, at);
    rest = at < 0 ? '' : rest.slice(at + 1);
    return token;
  };
  if (!isRow && rest.startsWith('#')) object.tag = next().slice(1);
  const kind = hasKind ? shape.words[0] : undefined;
  shape.words.forEach((word, index) => {
    if (rest === '' || (key.test(rest) && isLiteral(word) === false && index > 0)) return;
    const token = next();
    if (word === 'LINES') return void (lines = token === '…' ? token : Number(token));
    const name = wordName(shape, index);
    if (name === 'code' || name === 'reason') return void (object[name] = token);
    object[name] = isLiteral(word) ? token : valueOf(word, token, { isRow, kind });
  });
  const known = codes.get(object.code) ?? shape.keys;
  for (let found; (found = rest.match(/^([a-z][a-z0-9-]*)=([^ ]*)/)); next()) {
    const [, name, value] = found;
    if (name === 'replayed') object.replayed = true;
    else if (shape.hasFields && !known.has(name)) object.fields = { ...object.fields, [name]: unescape(value) || null };
    else {
      const type = name === 'title' ? 'TITLE' : known.get(name) ?? known.get('*') ?? 'VALUE';
      object[name] = valueOf(type, ['word', 'item', 'section', 'place'].includes(name) && object.code ? unescape(value) : value);
    }
  }
  if (rest !== '' && (shape.text || object.code || kind === 'bye')) object.text = unescape(rest);
  return { object, lines };
}

function find(all, line) {
  const words = line.replace(/^#\S+ /, '').split(' ');
  return all.find((shape) => shape.words.every((word, i) => !isLiteral(word) || word === words[i]))
    ?? all.find((shape) => shape.words[0] === words[0] && !['ok', 'drag'].includes(words[0]));
}

/** Takes one line of a server, or a block, from the front of `lines`. */
export function takeObject(lines) {
  const line = lines.shift();
  if (line.startsWith('{')) return JSON.parse(line);
  const shape = find(servers, line);
  if (!shape) return null;
  const { object, lines: count } = parse(line, shape);
  if (!shape.words.includes('LINES')) return object;
  object.rows = [];
  for (let left = count; left === '…' ? lines.length : left > 0; left--) {
    const row = lines.shift();
    if (row.startsWith('|')) object.rows.push(row.slice(2));
    else object.rows.push(rowObject(row, object));
    if (row.startsWith('| …')) break;
  }
  return object;
}

function rowObject(row, { verb }) {
  if (listings.has(verb)) {
    return parse(row, listings.get(verb), { isRow: true, hasKind: false }).object;
  }
  const shape = find(rows, row) ?? find(servers, row);
  return parse(row, shape, { isRow: true }).object;
}

/** The object of a command and its rows. */
export function commandObject([line, ...block]) {
  const verb = line.replace(/^#\S+ /, '').split(' ')[0];
  const shape = commands.find((shape) => shape.words[0] === verb);
  const { object } = parse(line, shape);
  if (block.length) object.rows = block.slice(0, -1).map((row) => rowObject(row, {}));
  return object;
}
