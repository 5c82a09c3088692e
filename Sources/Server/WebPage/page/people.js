// People by their names: a hue, two letters, and the names that guests are given.

import { word } from './names.js';

const first = `Able Bold Calm Deft Easy Fair Glad Hale Idle Just Keen Lively Merry Neat Odd Proud Quick Ready Shy Tidy
  Upbeat Vivid Witty Young Zesty`.split(/\s+/);
const second = `Auk Bunting Crane Dunlin Eider Finch Grebe Heron Ibis Jay Kite Linnet Merlin Nuthatch Owl Plover Quail Robin
  Swift Tern Ural Vireo Wren Yaffle`.split(/\s+/);

/** One of 12 hues, the same on every page. */
export function hueOf(name) {
  let hash = 7;
  for (const char of name) hash = (Math.imul(hash, 31) + char.codePointAt(0)) >>> 0;
  return (hash % 12) * 30;
}

/** "QR" for Quick-Robin, "An" for Ann. */
export function lettersOf(name) {
  const words = name.split(/[-_]+/).filter(Boolean);
  return words.length > 1 ? (words[0][0] + words[1][0]).toUpperCase() : name.slice(0, 2);
}

/** The own letters of a name, and what else may stand for it: its first letter with a later one, or with a digit. */
const lettersFor = (name) => [lettersOf(name), ...[...name.slice(1).replace(/[-_]/g, ''), ...'23456789'].map((char) => name[0] + char)];
/** The own hue of a name, and the 11 others: 5 is prime to 12, so that steps of 150 pass them all. */
const huesFor = (name) => Array.from({ length: 12 }, (_, step) => (hueOf(name) + 150 * step) % 360);

/** What each has of its choices, the own one first: the first of those who have the same own one keeps it, the others take what is free. */
function distinct(names, choicesFor) {
  const given = new Map(), taken = new Set(), key = (choice) => String(choice).toLowerCase();
  const give = (name, choice) => (given.set(name, choice), taken.add(key(choice)));
  const free = (choices) => choices.find((choice) => !taken.has(key(choice)));
  for (const name of names) if (free([choicesFor(name)[0]]) !== undefined) give(name, choicesFor(name)[0]);
  for (const name of names) if (!given.has(name)) give(name, free(choicesFor(name)) ?? choicesFor(name)[0]);
  return given;
}

/** The looks of people who are here, `{letters, hue}` by name: the same on every page, and each unlike the others while there are such. */
export function looksOf(present) {
  const names = [...new Set(present)].sort(), letters = distinct(names, lettersFor), hues = distinct(names, huesFor);
  return new Map(names.map((name) => [name, { letters: letters.get(name), hue: hues.get(name) }]));
}

/** The names of first and second words, each once, from any of them on. */
function* drawn(random) {
  const all = first.length * second.length, start = Math.floor(random() * all);
  // A prime that does not divide the count passes all of them.
  for (let at = start, left = all; left > 0; left--, at = (at + 241) % all) {
    yield `${first[at % first.length]}-${second[Math.floor(at / first.length)]}`;
  }
}

/** Names that show whose they are, for a name that somebody else has. */
function* extended(name) {
  for (let tries = 0; tries < 300; tries++) yield `${name.slice(0, 40)}-${word(3)}`;
}

/**
 * A name for a guest, whose letters and hue are those of nobody who is present, while there are such.
 *
 * @param wanted the name to keep if no other one is less like theirs
 * @param options `random`; `base`, a name that somebody else has and of which this one is made; `taken`, names that are not free
 */
export function guestName(present = [], wanted = null, { random = Math.random, base = null, taken = new Set() } = {}) {
  const letters = new Set(present.map((name) => lettersOf(name).toLowerCase())), hues = new Set(present.map(hueOf));
  const likeness = (name) => 2 * letters.has(lettersOf(name).toLowerCase()) + hues.has(hueOf(name));
  let best = wanted, least = wanted ? likeness(wanted) : Infinity;
  for (const name of base ? extended(base) : drawn(random)) {
    if (least === 0) break;
    if (!taken.has(name) && likeness(name) < least) [best, least] = [name, likeness(name)];
  }
  return best;
}
