// Boards as files: Markdown, CSV (RFC 4180) and lines. A section is `{title, items}`; an item is a text, or `{text, fields}`.

import { isFieldName } from './fields.js';
import { bytesOf, mostOfText, mostOfTitle } from './lines.js';
import { escaped, unescaped } from './wire.js';

/** A text as one line, as `dropline export` writes it: also a blank at an end is read back. */
const line = (text) => escaped(text).replace(/^ | $/g, '\\u{20}');

const boxOf = (text) => text.match(/^\[([ xX])\](?=[ \t]|$)/);

/** A value in braces: quoted if it has blanks or begins with a quote. */
const valueOf = (value) => (/^"| /.test(value) ? `"${[...value].map((c) => ('"{'.includes(c) ? `\\${c}` : escaped(c))).join('')}"` : escaped(value));

/** Undoes the escapes of Markdown that `dropline export` writes, and those of texts. */
const readPlain = (text) => unescaped(text.replace(/\\(\\|[[{"])/g, (pair, c) => (c === '\\' ? pair : c)));

/** The fields in braces at the end of a line, as `[front, pairs]`; nothing if there are none. */
function groupOf(content) {
  const start = Math.max(...[...content.matchAll(/(?<=^|[ \t])\{/g)].map(({ index }) => index), -1);
  const inside = content.slice(start + 1, -1), field = /[ \t]*([a-z0-9]+)=("(?:\\[^]|[^"\\])*"|(?!")[^ \t]+)(?=[ \t]|$)/y, pairs = [];
  if (start < 0 || !content.endsWith('}')) return undefined;
  while (inside.slice(field.lastIndex).trim()) {
    const found = field.exec(inside);
    if (!found || !isFieldName(found[1]) || found[2] === '""') return undefined;
    pairs.push([found[1], readPlain(found[2].startsWith('"') ? found[2].slice(1, -1) : found[2])]);
  }
  return pairs.length ? [content.slice(0, start), pairs] : undefined;
}

/** An item for people: a tick, the text, and behind two blanks all other fields. */
function plain({ text, fields: { done, ...rest } = {} }) {
  const others = Object.entries({ ...(done && done !== 'yes' ? { done } : {}), ...rest }).map(([name, value]) => `${name}=${valueOf(value)}`);
  return `${done === 'yes' ? '[x] ' : ''}${line(text)}${others.length ? `  ${others.join(' ')}` : ''}`;
}

/** An item of a task list, as others write it; all other fields stand in braces behind it. */
function task({ text, fields = {} }) {
  const { done, ...rest } = fields, others = Object.entries({ ...rest, ...(done && done !== 'yes' ? { done } : {}) });
  let plain = line(text);
  if (boxOf(plain)) plain = `\\${plain}`;
  const group = groupOf(plain);
  if (group) plain = `${group[0]}\\${plain.slice(group[0].length)}`;
  const words = others.map(([name, value]) => `${name}=${valueOf(value)}`);
  return [...(done === 'yes' ? ['[x]'] : []), ...(plain ? [plain] : []), ...(words.length ? [`{${words.join(' ')}}`] : [])].join(' ');
}

/** The item of what is behind the mark of a list. */
function itemOf(content) {
  const box = boxOf(content), rest = box ? content.slice(3).trimStart() : content;
  const [front, pairs] = groupOf(rest) ?? [rest, []];
  const fields = { ...(box && box[1] !== ' ' ? { done: 'yes' } : {}), ...Object.fromEntries(pairs) };
  return made(readPlain(pairs.length ? front.trimEnd() : rest), fields);
}

/** An item without fields is its text. */
const made = (text, fields) => (Object.keys(fields).length ? { text, fields } : text);

const quoted = (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** How a board is written. `sections` have items with a text and an id. */
export const writers = {
  md: (title, sections) => [`# ${line(title)}\n`, ...sections.map((section) =>
    [`## ${line(section.title)}`.trimEnd(), ...section.items.map((item) => `- ${task(item)}`.trimEnd())].join('\n') + '\n')].join('\n'),
  csv: (title, sections) => {
    const names = [...new Set(sections.flatMap(({ items }) => items.flatMap(({ fields = {} }) => Object.keys(fields))))].sort();
    const row = (values) => values.map((value = '') => quoted(value)).join(',');
    return [row(['section', 'text', 'id', ...names]), ...sections.flatMap((section) => (section.items.length
      ? section.items.map(({ text, id, fields = {} }) => row([section.title, text, id, ...names.map((name) => (Object.hasOwn(fields, name) ? fields[name] : ''))]))
      : [row([section.title, '', '', ...names.map(() => '')])]))].join('\r\n') + '\r\n';
  },
  txt: (title, sections) => [title, ...sections.map((section) => [section.title, ...section.items.map((item) => `  ${plain(item)}`)].join('\n'))].join('\n\n') + '\n',
};

/** Headings are sections, list items are items. @returns also `left`, the lines that are neither */
function readMarkdown(text) {
  const rows = text.split(/\r?\n/).map((row) => {
    const [, marks, heading] = row.match(/^(#{1,6})(?:\s+(.*?))?\s*$/) ?? [];
    if (marks) return { level: marks.length, text: unescaped(heading ?? '') };
    const [, item] = row.match(/^\s*(?:[-*+]|\d+[.)])(?:\s+(.*?))?\s*$/) ?? [];
    return item !== undefined || /^\s*[-*+]$/.test(row) ? { item: itemOf(item ?? ''), text: '' } : { isOther: row.trim() !== '' };
  });
  // One heading over deeper ones is the title of the board.
  const headings = rows.filter(({ level }) => level), [first] = headings;
  const isTitled = headings.length > 1 && headings.slice(1).every(({ level }) => level > first.level)
    && rows.slice(0, rows.indexOf(first)).every(({ text }) => text === undefined) && rows.findIndex(({ text, level }) => text !== undefined && !level) !== rows.indexOf(first) + 1;
  const sections = [];
  for (const row of rows) {
    if (row.text === undefined || (isTitled && row === first)) continue;
    if (row.level) sections.push({ title: row.text, items: [] });
    else [sections.length || sections.push({ title: '', items: [] }), sections.at(-1).items.push(row.item)];
  }
  return { title: isTitled ? first.text : '', sections, left: rows.filter(({ isOther }) => isOther).length };
}

/** The records of a file; a field in quotation marks may have commas, line ends and doubled marks. */
function records(text) {
  const result = [];
  let record = [], at = 0;
  while (at < text.length) {
    const field = /"((?:[^"]|"")*)"|([^,\r\n]*)/y;
    field.lastIndex = at;
    const [whole, marked, bare] = field.exec(text);
    record.push(marked?.replaceAll('""', '"') ?? bare);
    at += whole.length;
    if (text[at] === ',') {
      if (++at === text.length) record.push('');
      continue;
    }
    if (at < text.length && !/[\r\n]/.test(text[at])) throw new Error(`Record ${result.length + 1} has something behind a quotation mark.`);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    if (record.length > 1 || record[0]) result.push(record);
    record = [];
  }
  if (record.length) result.push(record);
  return result;
}

function readCSV(text) {
  const [head = [], ...rest] = records(text);
  const names = head.map((name) => name.trim().toLowerCase()), [section, item, id] = ['section', 'text', 'id'].map((name) => names.indexOf(name));
  if (section < 0 || item < 0) throw new Error('The first line must have the columns section and text.');
  const sections = new Map(), columns = names.map((name, at) => ({ name, at })).filter(({ name }) => isFieldName(name) && !['section', 'text', 'id'].includes(name));
  for (const record of rest) {
    const title = record[section] ?? '', content = record[item] ?? '';
    if (!sections.has(title)) sections.set(title, []);
    // A record with neither a text nor an id begins a section.
    const fields = Object.fromEntries(columns.map(({ name, at }) => [name, record[at]]).filter(([, value]) => value));
    if (content || record[id] || Object.keys(fields).length) sections.get(title).push(made(content, fields));
  }
  return { title: '', sections: [...sections].map(([title, items]) => ({ title, items })), left: 0 };
}

const readLines = (text) => ({ title: '', sections: [{ title: 'Items', items: text.split(/\r?\n/).map((row) => row.trim()).filter(Boolean) }], left: 0 });

/** The most bytes of the value of a field. */
const mostOfValue = 256;

const short = (text) => `"${text.slice(0, 40)}…"`;

/**
 * Reads a file by the end of its name. Nothing is cut: what a board cannot have is an error.
 *
 * @returns `{title, sections, left}`; without a title of its own the board has the name of the file
 */
export function readFile(name, text) {
  const [, stem, kind] = name.match(/^(.*?)(?:\.(\w+))?$/s);
  const read = { md: readMarkdown, markdown: readMarkdown, csv: readCSV }[kind?.toLowerCase()] ?? readLines;
  const board = read(text.replace(/^\ufeff/, ''));
  if (!board.sections.length) throw new Error('There is no section and no item in this file.');
  for (const { title, items } of board.sections) {
    if (bytesOf(title) > mostOfTitle) throw new Error(`The title ${short(title)} is too long: at most ${mostOfTitle} bytes.`);
    const texts = items.map((item) => item.text ?? item), long = texts.find((text) => bytesOf(text) > mostOfText);
    const { length } = items.flatMap(({ fields = {} }) => Object.values(fields)).find((value) => bytesOf(value) > mostOfValue) ?? [];
    if (length) throw new Error(`The value of a field is too long: at most ${mostOfValue} bytes.`);
    if (long) throw new Error(`The item ${short(long)} is too long: at most ${mostOfText} bytes.`);
  }
  return { ...board, title: (board.title || stem).trim() };
}
