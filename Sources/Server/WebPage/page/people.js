// People by their names: a hue, two letters, and the names that guests are given.

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

/**
 * A name for a guest, whose letters and hue are those of nobody who is present, while there are such.
 *
 * @param wanted the name to keep if it is like nobody's
 */
export function guestName(present = [], wanted = null, random = Math.random) {
  const letters = new Set(present.map((name) => lettersOf(name).toLowerCase())), hues = new Set(present.map(hueOf));
  const likeness = (name) => 2 * letters.has(lettersOf(name).toLowerCase()) + hues.has(hueOf(name));
  const pick = (words) => words[Math.floor(random() * words.length)];
  let best = wanted ?? `${pick(first)}-${pick(second)}`;
  for (let tries = 0; tries < 200 && likeness(best) > 0; tries++) {
    const name = `${pick(first)}-${pick(second)}`;
    if (likeness(name) < likeness(best)) best = name;
  }
  return best;
}
