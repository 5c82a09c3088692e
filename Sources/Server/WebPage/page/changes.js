// What a revision changed, in words: its summary in `history`, and the boards before and after it if they are known.

import { quoted, shownTitle } from './words.js';

const kinds = ['insert-section', 'delete-section', 'move-section', 'rename-section', 'insert', 'delete', 'move', 'edit', 'set'];

/** The kinds of a summary in their order: `{kind, ids}`, or `{kind, count}` if there are more ids than are listed; `set`, the last one, with `fields`. */
export function sharesOf(summary = '') {
  const [, edits, fields] = summary.match(/^([^]*?)(?: \(([^()]*)\))?$/), shares = [], words = edits.split(' ');
  let last = -1;
  for (const [index, word] of words.entries()) {
    const kind = kinds.indexOf(word), isBegun = shares.length > 0 && shares.at(-1).ids.length === 0;
    // An id may be a word such as "move": a kind comes behind the ids of the one before, and has ids itself.
    if (kind > last && !isBegun && index + 1 < words.length) [last, shares[shares.length]] = [kind, { kind: word, ids: [] }];
    else shares.at(-1)?.ids.push(word);
  }
  return shares.map(({ kind, ids }) => (ids.length === 1 && /^\d+$/.test(ids[0]) ? { kind, count: Number(ids[0]) } : { kind, ids }))
    .map((share) => (share.kind === 'set' && fields ? { ...share, fields: fields.split(' ') } : share));
}

const many = (count, what) => (count === 1 ? `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}` : `${count} ${what}s`);
const listed = (texts) => (texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`);
/** What all of them have, or undefined. */
const common = (values) => (values.length && values.every((value) => value !== undefined && value === values[0]) ? values[0] : undefined);

/** All by their names, or only their count if one of them is not found. */
function named({ ids, count }, what, find, nameOf) {
  const found = ids?.map(find);
  return found?.every(Boolean) ? listed(found.map(nameOf)) : many(ids?.length ?? count, what);
}

const ofItems = (share, find) => named(share, 'item', find, ({ text }) => (text ? quoted(text) : 'an item without a text'));
const ofSections = (share, find) => named(share, 'section', find, (section) => `the section ${quoted(shownTitle(section))}`);

/** Where items were or are: ` in A`, or nothing if that is not known or not one section. */
function where(word, { ids = [] }, board) {
  const section = common(ids.map((id) => board?.items.get(id)?.section?.id));
  return section === undefined ? '' : ` ${word} ${shownTitle(board.items.get(ids[0]).section)}`;
}

function moved(share, before, after, find) {
  const from = where('from', share, before), to = where('to', share, after), what = `moved ${ofItems(share, find)}`;
  if (from.slice(6) !== to.slice(4)) return what + from + to;
  return from ? `${what} in ${from.slice(6)}` : what;
}

/** From one text to another, if one item or section has both. */
function changed({ ids = [] }, what, before, after, text) {
  const old = ids.length === 1 && before(ids[0]), now = ids.length === 1 && after(ids[0]);
  return old && now && text(old) !== text(now) ? `${what}${quoted(text(old))} to ${quoted(text(now))}` : null;
}

/** The new value, if one field has the same one of all items now. */
function set(share, before, after, find) {
  const { fields = [], ids = [] } = share, what = ofItems(share, find), [name] = fields, valueIn = (board, id) => board?.items.get(id)?.fields?.[name] ?? '';
  const now = fields.length === 1 && after ? common(ids.map((id) => valueIn(after, id))) : undefined;
  // A server that draws no fields says nothing of their values.
  if (now === undefined || ids.every((id) => valueIn(before, id) === now)) return `changed ${listed(fields) || 'fields'} of ${what}`;
  if (name === 'done' && ['yes', ''].includes(now)) return `marked ${what} as ${now ? '' : 'not '}done`;
  return now ? `set ${name} of ${what} to ${quoted(now)}` : `took ${name} of ${what} away`;
}

const sectionOf = (board, id) => board?.sections.find((section) => section.id === id);

/** How many items came or went with sections: those of `board` that are not on the other one. */
function content({ ids }, board, other) {
  if (!board || !other) return '';
  const sections = board.sections.filter(({ id }) => (ids ? ids.includes(id) : !sectionOf(other, id)));
  const count = sections.reduce((sum, section) => sum + section.count, 0);
  return count ? ` with ${many(count, 'item')}` : '';
}

/** What one kind of edits did. @param boards `{before, after, now}`; the first two may be unknown */
function part(share, { before, after, now }) {
  const late = (id) => after?.items.get(id) ?? before?.items.get(id) ?? now.items.get(id);
  const early = (id) => before?.items.get(id) ?? now.items.get(id);
  const section = (first, second) => (id) => sectionOf(first, id) ?? sectionOf(second, id) ?? sectionOf(now, id);
  switch (share.kind) {
    case 'insert': return `added ${ofItems(share, late)}${where('to', share, after)}`;
    case 'delete': return `deleted ${ofItems(share, early)}${where('from', share, before)}`;
    case 'move': return moved(share, before, after, late);
    case 'edit': return changed(share, 'changed ', (id) => before?.items.get(id), (id) => after?.items.get(id), ({ text }) => text)
      ?? `changed ${ofItems(share, late)}`;
    case 'set': return set(share, before, after, late);
    case 'insert-section': return `added ${ofSections(share, section(after))}${content(share, after, before)}`;
    case 'delete-section': return `deleted ${ofSections(share, section(before))}${content(share, before, after)}`;
    case 'move-section': return `moved ${ofSections(share, section(after, before))}`;
    default: return changed(share, 'renamed the section ', (id) => sectionOf(before, id), (id) => sectionOf(after, id), shownTitle)
      ?? `renamed ${ofSections(share, section(after, before))}`;
  }
}

/**
 * What a revision did, without who did it: `moved "Tea" from To buy to Paid`.
 *
 * @param row of `history` @param boards `{before, after, now}` @param wordsOf those of another revision, if they are known
 */
export function wordsOfChange(row, boards, wordsOf = () => null) {
  const { undo, redo, text } = row, own = listed(sharesOf(text).map((share) => part(share, boards))) || 'changed the board';
  if (undo !== undefined) return wordsOf(undo) ? `undid: ${wordsOf(undo)}` : `undid an earlier change: ${own}`;
  return redo !== undefined ? `did again: ${own}` : own;
}

/** The revision that an `undo` of a client takes back, as far as the rows tell; they begin with the newest. */
export function nextUndo(rows, me) {
  const undone = new Set();
  for (const { rev, client, undo } of rows) {
    if (client !== me) continue;
    if (undo !== undefined) undone.add(undo);
    else if (!undone.has(rev)) return rev;
  }
  return null;
}
