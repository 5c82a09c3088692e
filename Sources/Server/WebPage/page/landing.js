// Where a drop among the items that a search shows lands among all items of the section.

import { firstIndex } from './layout.js';

/** How many shown items are before an item, shown or hidden, of the same section. */
export function shownIndex(shown, item, indexOf) {
  const index = indexOf(item);
  return firstIndex(shown.length, (i) => indexOf(shown.at(i)) >= index);
}

/**
 * The place of a drop between two shown items. Hidden items stay where they are: what moves down lands right
 * after the shown item above, anything else right before the shown item below.
 *
 * @param section `{id, items}` @param shown those of its items that are shown, in the same order; if they are all, some may not be known
 * @param dragged the items of the session in its order; none for a copy, which takes nothing out
 * @param index before which shown item, counting dragged ones @param indexOf the index of an item in its section
 * @param gapAt the anchor of the gap before an index of the section, for one between items that are not known
 * @returns `{anchor, stays}`: `stays` if nothing shown changes, though a drop there would gather the items
 */
export function landing({ section, shown, dragged, index, indexOf, gapAt }) {
  const isDragged = new Set(dragged), { items } = section;
  let low = index - 1, high = index;
  while (low >= 0 && isDragged.has(shown.at(low))) low--;
  while (high < shown.length && isDragged.has(shown.at(high))) high++;
  const run = Array.from({ length: high - low - 1 }, (_, i) => shown.at(low + 1 + i));
  const isPutBack = run.length > 0 && run.length === dragged.length && run.every((item, i) => item === dragged[i]);
  if (isPutBack) return home(section, run, indexOf, gapAt);
  /** The index of the next item that is not dragged, shown or hidden. */
  const next = (index) => {
    while (index < items.length && isDragged.has(items.at(index))) index++;
    return index;
  };
  const hasAbove = low >= 0, above = hasAbove ? shown.at(low) : undefined;
  if (high === shown.length && !hasAbove) return { anchor: `${next(0) < items.length ? 'end' : 'start'}:${section.id}` };
  if (high === shown.length) {
    return { anchor: above && next(indexOf(above) + 1) < items.length ? `after:${above.id}` : `end:${section.id}` };
  }
  const below = shown.at(high), first = dragged.find((item) => item.section === section);
  if (!below) return { anchor: above ? `after:${above.id}` : gapAt(high) };
  const isDown = above && first && indexOf(first) < indexOf(above);
  return { anchor: isDown && next(indexOf(above) + 1) !== indexOf(below) ? `after:${above.id}` : `before:${below.id}` };
}

/** Where the items are now. */
function home({ id, items }, run, indexOf, gapAt) {
  const last = indexOf(run.at(-1)), next = items.at(last + 1), hasNext = last + 1 < items.length;
  const end = items.length > run.length ? 'end' : 'start';
  const isWhole = last - indexOf(run[0]) === run.length - 1;
  const anchor = !hasNext ? `${end}:${id}` : next ? `before:${next.id}` : gapAt(last + 1);
  return { anchor, ...(isWhole ? {} : { stays: true }) };
}
