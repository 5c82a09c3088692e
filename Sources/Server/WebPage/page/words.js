// Every sentence that the page says. Positions count from 1.

import { mostItems, mostOfText } from './lines.js';

/** What a section is called where its title is shown. */
export const shownTitle = ({ title }) => title || 'Untitled';

export const quoted = (text) => `"${text.length > 60 ? `${text.slice(0, 59)}…` : text}"`;
const items = (count) => `${count} ${count === 1 ? 'item' : 'items'}`;

/** One item by its text, several by their count and the first one's text. */
const named = (texts) =>
  texts.length === 1 ? quoted(texts[0]) : `${items(texts.length)}, first ${quoted(texts[0])}`;

const where = ({ position, count, section }) => `position ${position} of ${count} in ${section}`;
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const say = {
  pickedUp: (texts, place) =>
    `Picked up ${named(texts)}, ${where(place)}. Arrow keys move, Space drops, Escape cancels.`,
  at: (place) => `${capital(where(place))}.`,
  denied: ({ position, section }, why) => `Position ${position} in ${section}: not allowed. ${why}`,
  dropped: (texts, place, isCopy) => `${isCopy ? 'Copied' : 'Dropped'} ${named(texts)}, ${where(place)}.`,
  stays: (texts, place) =>
    `${capital(named(texts))} ${texts.length === 1 ? 'stays' : 'stay'} at ${where(place)}.`,
  cancelled: (texts, place) =>
    `Cancelled. ${capital(named(texts))} ${texts.length === 1 ? 'is' : 'are'} at ${where(place)}.`,
  cannotPickUp: (texts, why) => `Cannot pick up ${named(texts)}: ${why}`,
  shifted: (place) => `The list changed: now ${where(place)}.`,
  placeGone: () => 'That place is gone.',
  taken: (text, left) => `${quoted(text)} was taken out of your drag, ${items(left)} left.`,
  over: (why) => `Your drag is over: ${why}`,
  lost: () => 'Connection lost. Reconnecting.',
  goesOn: () => 'Connected. Your drag goes on.',
  hadEnded: () => 'Connected. Your drag had ended, nothing was moved.',
  otherMoved: (who, texts, section, position) =>
    `${who} moved ${named(texts)} to ${section}, position ${position}.`,
  added: (texts, place) => `Added ${named(texts)}, ${where(place)}.`,
  addedMany: (texts, section) => `Added ${named(texts)} to ${section || 'a section without a title'}.`,
  notAdded: () => 'Nothing was added.',
  noPlace: () => 'Drop it on a section.',
  fromOutside: (isFile) => (isFile ? 'A file' : 'A text from outside'),
  transferred: (texts, section, board, isCopy) => `${isCopy ? 'Copied' : 'Moved'} ${named(texts)} to ${section} on ${board}.`,
  changedSince: (board) => `You have changed ${board} since. Undo it there.`,
  offline: () => 'There is no connection. Nothing was changed.',
  selected: (text, count) => `${quoted(text)} selected, ${items(count)} in all.`,
  done: (texts, isDone) => `${capital(named(texts))} ${texts.length === 1 ? 'is' : 'are'} ${isDone ? '' : 'not '}done.`,
  noneSelected: () => 'Nothing is selected.',
  tooMany: (most) => `At most ${items(most)} can be selected at once.`,
  deselected: (text) => `${quoted(text)} is no longer selected.`,
  found: (count, query, hasMore) => (!count ? `No item with ${quoted(query)}.` : hasMore ? `The first ${items(count)} with ${quoted(query)}; there are more.` : `${items(count)} with ${quoted(query)}.`),
  noField: (name) => `No field is called ${quoted(name)}. ${fieldProblem('name')}`,
  noValue: (name) => `On a board of so many items, say which ${name} the items have: ${name}=…`,
  tooManyToCopy: () => 'The board has too many items to be copied here.',
  notRead: () => 'Not all items could be read. Try again.',
  viewOnly: () => 'You can only view this board.',
  role: (role) => (role === 'viewer' ? say.viewOnly() : 'You can edit this board.'),
  signedIn: (name) => `You are signed in as ${name}.`,
  noChanges: () => 'Nothing has been changed on this board.',
  created: () => 'The board begins here.',
  noOlder: () => 'Older changes are not kept.',
  noHistory: () => 'This server keeps no history.',
  noUndo: () => 'This server cannot undo changes.',
  historyLater: () => 'There is no connection. This goes on when there is one again.',
  notKept: () => 'The server does not keep any more how the board was then.',
  firstOf: (shown, all) => `The first ${items(shown)} of ${all}.`,
  tooLong: (most) => `The text is too long: at most ${most} bytes.`,
};

/** Why a drag ended that nobody here ended. */
export function endReason({ outcome, text }) {
  switch (outcome) {
    case 'gone': return text === undefined ? 'the items were deleted.' : `${quoted(text)} was deleted.`;
    case 'expired': return '2 minutes without a move.';
    case 'shutdown': return 'the server was restarted, nothing was moved.';
    case 'cancelled': return 'somebody else cancelled it.';
    case 'lost': return 'the connection was lost.';
    default: return 'nothing was moved.';
  }
}

/**
 * Why a drop here is not allowed.
 *
 * @param verdict `{reason, sentence}` @param facts `{section, count, policy, carried, isCopy}`
 */
export function dropReason({ reason, sentence }, { section, count, policy, carried, isCopy }) {
  switch (reason) {
    case 'paused': return `${section} is paused.`;
    case 'limit': return policy?.limit > count ? `${section} has room for ${items(policy.limit - count)}, not for ${carried}.`
      : policy?.limit > 0 ? `${section} is full, ${count} of ${policy.limit}.` : sentence ?? `${section} is full.`;
    case 'max-items': return `${section} takes at most ${policy['max-items']} at once.`;
    case 'type': return `${section} does not take this kind of item.`;
    case 'field': return acceptWords(policy) ? `${section} takes only items ${acceptWords(policy)}.` : `${section} does not take this kind of item.`;
    case 'operation': return `${section} takes no ${isCopy ? 'copies' : 'moves'}.`;
    case 'local':
    case 'local-only': return 'Only on its own board.';
    case 'destination-gone':
    case 'bad-path': return say.placeGone();
    default: return sentence ?? 'Not allowed here.';
  }
}

/** Which items a section takes, as `with label red or blue`; nothing if it takes all. */
export function acceptWords({ accept = 'any' } = {}) {
  const [, field, list] = accept.match(/^([a-z0-9]+):([^]*)$/) ?? [], values = list?.split(',') ?? [], some = values.filter(Boolean);
  const parts = [...(some.length ? [`with ${field} ${some.join(' or ')}`] : []), ...(values.includes('') ? [`without ${field}`] : [])];
  return parts.join(' or ');
}

/** What a drop in a section does to fields, as `marks as done`; nothing if it sets none. */
export function dropWords(onDrop = 'none') {
  const [, field, value] = onDrop.match(/^set:([a-z0-9]+):([^]*)$/) ?? [];
  if (!field) return '';
  if (field === 'done' && ['yes', ''].includes(value)) return `marks as ${value ? '' : 'not '}done`;
  return value ? `sets ${field} to ${value}` : `takes ${field} away`;
}

/** Why texts from elsewhere do not become items. */
export function textsProblem(problem) {
  switch (problem) {
    case 'none': return 'There is no text in it.';
    case 'many': return `At most ${mostItems} lines can be added at once.`;
    case 'long': return say.tooLong(mostOfText);
    case 'file': return 'Only files of text can be dropped here.';
    default: return 'That is too much text at once.';
  }
}

/** Why a field is not added. */
export function fieldProblem(problem) {
  switch (problem) {
    case 'name': return 'A name has small letters and digits, a letter first, and is no word of the protocol.';
    case 'there': return 'There is such a field already.';
    default: return 'A field has a value.';
  }
}

/** Why one must sign in, for the `why` of a link. */
export function signInReason(why, name) {
  switch (why) {
    case 'wrong': return `The name ${name} and the token do not go together.`;
    case 'revoked': return `The token of ${name} is not valid any more.`;
    case 'guesses': return 'There were too many wrong tokens. Wait a minute and try again.';
    default: return 'Sign in with your name and your token.';
  }
}

const typeWords = { flag: 'yes or nothing', number: 'a number, such as 12 or -2.5', date: 'a day, such as 2026-12-01', set: 'words with commas between them' };

/** Why a command was refused. */
export function refusalReason(refusal, textOf = (id) => id) {
  const { kind, code, item, by, text, change, role } = refusal;
  if (kind === 'lost') return say.offline();
  switch (code) {
    case 'leased': return `${by} is dragging ${quoted(textOf(item))}.`;
    case 'item-gone': return 'It is no longer on the board.';
    case 'section-gone': return 'The section is no longer on the board.';
    case 'not-draggable': return 'Items of this section cannot be dragged.';
    case 'not-selectable': return 'Items of this section cannot be selected.';
    case 'undo-conflict': return change === 'set' ? 'Somebody has changed its fields since.' : `Somebody has ${change ?? 'changed'} it since.`;
    case 'bad-value': return `On this board, ${refusal.key} is ${typeWords[refusal.type] ?? 'of another type'}.`;
    case 'too-many-fields': return `An item has at most ${refusal.max} fields.`;
    case 'nothing-to-undo': return 'There is nothing to undo.';
    case 'nothing-to-redo': return 'There is nothing to redo.';
    case 'disk-full': return 'The disk of the server is full. Try again later.';
    case 'unavailable': return 'The database of the server does not answer. Try again in a moment.';
    case 'draining': return 'The server is being replaced. Try again in a moment.';
    case 'text-too-long': return say.tooLong(refusal.max);
    case 'access-denied': return role === 'editor' ? say.viewOnly() : role === 'viewer'
      ? 'Sign in to see this.' : 'Only owners of the board may do that.';
    default: return text ?? 'The server refused it.';
  }
}
