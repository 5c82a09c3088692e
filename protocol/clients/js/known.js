// The items of a section of which a client that counts knows only some (section 20): between two known ones is a run of others.

/** The first of 0..<count for which `isBehind` holds, which then holds for all after it. */
function firstIndex(count, isBehind) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Where the gap before an index is after a change: it follows the item on its right (6.6). */
function moved(index, gone, come) {
  const rest = index - firstIndex(gone.length, (i) => gone[i] >= index);
  return rest + firstIndex(come.length, (i) => come[i][0] - i > rest);
}

/** Requests are joined over so few known items. */
const fewKnown = 20;
/** The most items that `rows` lists (section 10). */
const mostListed = 1000;

/** Adds a range, or makes the last one longer. @param isApart whether what is between is asked for already */
function join(ranges, from, to, isApart) {
  const last = ranges.at(-1);
  if (!isApart && from - last.to <= fewKnown && to - last.from <= mostListed) return void (last.to = to);
  for (let at = from; at < to; at += mostListed) ranges.push({ from: at, to: Math.min(to, at + mostListed) });
}

/**
 * What an array of items has of its members that a list view asks for; only known items take memory, each with its index
 * as `hint`. A change costs its rows, and a step for each known item behind the first of them.
 */
export class KnownItems {
  length;
  /** In the order of their indices. */
  #known = [];
  /** What is asked for, as `{from, to}`, and gaps, as `{from}`. */
  #ranges = new Set();

  constructor(length) {
    this.length = length;
  }

  /** The known items, in their order. */
  [Symbol.iterator]() {
    return this.#known.values();
  }

  /** `[index, item]` of the known items. */
  entries() {
    return this.#known.map((item) => [item.hint, item]).values();
  }

  /** The known items between two indices. */
  between(from, to) {
    return this.#known.slice(this.rank(from), this.rank(to));
  }

  /** How many known items are before an index. */
  rank(index) {
    return firstIndex(this.#known.length, (i) => this.#known[i].hint >= index);
  }

  /** The item at an index; undefined if it is not known, or there is none. */
  at(index) {
    const item = this.#known[this.rank(index)];
    return item?.hint === index ? item : undefined;
  }

  indexOf(item) {
    return item && this.at(item.hint) === item ? item.hint : -1;
  }

  includes(item) {
    return this.indexOf(item) >= 0;
  }

  /**
   * Takes out and puts in.
   *
   * @param gone indices before, ascending @param come `[index after, item]`, ascending, without the item if it is not known
   * @param left the known items among what goes
   */
  change(gone, come, left) {
    // What goes to another section may have its index there already.
    if (left.size) this.#known = this.#known.filter((item) => !left.has(item));
    // What is in front of all that goes and comes stays where it is.
    const known = this.#known, behind = known.splice(this.rank(Math.min(gone[0] ?? Infinity, come[0]?.[0] ?? Infinity)));
    let out = 0, put = 0;
    const putUpTo = (index) => {
      for (; put < come.length && come[put][0] - put <= index; put++) if (come[put][1]) known.push(Object.assign(come[put][1], { hint: come[put][0] }));
    };
    for (const item of behind) {
      while (gone[out] < item.hint) out++;
      const index = item.hint - out;
      putUpTo(index);
      item.hint = index + put;
      known.push(item);
    }
    putUpTo(Infinity);
    for (const range of this.#ranges) for (const end in range) range[end] = moved(range[end], gone, come);
    this.length += come.length - gone.length;
    return this;
  }

  /** Items that were not known are at these indices. */
  put(entries) {
    for (const [index, item] of entries) {
      this.#known.splice(this.rank(index), 0, item);
      item.hint = index;
    }
  }

  /** Some are not known any more. */
  drop(items) {
    this.#known = this.#known.filter((item) => !items.has(item));
  }

  /** What is neither known nor asked for between two indices, as ranges of at most 1,000 that are asked for from now on. */
  ask(from, to) {
    const end = Math.min(to, this.length), found = [];
    const asked = [...this.#ranges].filter((range) => range.to > from && range.from < end).map((range) => [range.from, range.to, true]);
    const known = this.between(from, end).map(({ hint }) => [hint, hint + 1, false]);
    let at = Math.max(0, from), isApart = true;
    for (const [start, next, isAsked] of [...asked, ...known, [end, end, false]].sort((a, b) => a[0] - b[0])) {
      if (start > at) [join(found, at, start, isApart), isApart = false];
      isApart ||= isAsked;
      at = Math.max(at, next);
    }
    for (const range of found) this.#ranges.add(range);
    return found;
  }

  /** A gap, whose `from` is its index as long as it is not released. */
  gap(index) {
    const gap = { from: index };
    this.#ranges.add(gap);
    return gap;
  }

  /** A range or a gap is of no interest any more. */
  release(range) {
    this.#ranges.delete(range);
  }
}
