// Boards as files: Markdown, CSV (RFC 4180) and lines. A section is `{title, items: [text]}`.

import { bytesOf, mostOfText, mostOfTitle } from './lines.js';
import { escaped, unescaped } from './wire.js';

/** A text as one line, as `dropline export` writes it: also a blank at an end is read back. */
const line = (text) => escaped(text).replace(/^ | $/g, '\\u{20}');

const quoted = (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** How a board is written. `sections` have items with a text and an id. */
export const writers = {
  md: (title, sections) => [`# ${line(title)}\n`, ...sections.map((section) =>
    [`## ${line(section.title)}`.trimEnd(), ...section.items.map(({ text }) => `- ${line(text)}`.trimEnd())].join('\n') + '\n')].join('\n'),
  csv: (title, sections) => ['section,text,id', ...sections.flatMap((section) => (section.items.length
    ? section.items.map(({ text, id }) => [section.title, text, id].map(quoted).join(',')) : [`${quoted(section.title)},,`]))].join('\r\n') + '\r\n',
  txt: (title, sections) => [title, ...sections.map((section) => [section.title, ...section.items.map(({ text }) => `  ${line(text)}`)].join('\n'))].join('\n\n') + '\n',
};

/** Headings are sections, list items are items. @returns also `left`, the lines that are neither */
function readMarkdown(text) {
  const rows = text.split(/\r?\n/).map((row) => {
    const [, marks, heading] = row.match(/^(#{1,6})(?:\s+(.*?))?\s*$/) ?? [];
    if (marks) return { level: marks.length, text: unescaped(heading ?? '') };
    const [, item] = row.match(/^\s*(?:[-*+]|\d+[.)])(?:\s+(.*?))?\s*$/) ?? [];
    return item !== undefined || /^\s*[-*+]$/.test(row) ? { text: unescaped(item ?? '') } : { isOther: row.trim() !== '' };
  });
  // One heading over deeper ones is the title of the board.
  const headings = rows.filter(({ level }) => level), [first] = headings;
  const isTitled = headings.length > 1 && headings.slice(1).every(({ level }) => level > first.level)
    && rows.slice(0, rows.indexOf(first)).every(({ text }) => text === undefined) && rows.findIndex(({ text, level }) => text !== undefined && !level) !== rows.indexOf(first) + 1;
  const sections = [];
  for (const row of rows) {
    if (row.text === undefined || (isTitled && row === first)) continue;
    if (row.level) sections.push({ title: row.text, items: [] });
    else [sections.length || sections.push({ title: '', items: [] }), sections.at(-1).items.push(row.text)];
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
  const sections = new Map();
  for (const record of rest) {
    const title = record[section] ?? '', content = record[item] ?? '';
    if (!sections.has(title)) sections.set(title, []);
    // A record with neither a text nor an id begins a section.
    if (content || record[id]) sections.get(title).push(content);
  }
  return { title: '', sections: [...sections].map(([title, items]) => ({ title, items })), left: 0 };
}

const readLines = (text) => ({ title: '', sections: [{ title: 'Items', items: text.split(/\r?\n/).map((row) => row.trim()).filter(Boolean) }], left: 0 });

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
    const long = items.find((item) => bytesOf(item) > mostOfText);
    if (long) throw new Error(`The item ${short(long)} is too long: at most ${mostOfText} bytes.`);
  }
  return { ...board, title: (board.title || stem).trim() };
}
