// Where a drop among the items that a search shows lands among all items of the section.

import { firstIndex } from './layout.js';

/** How many shown items are before an item, shown or hidden, of the same section. */
export function shownIndex(shown, item, indexOf) {
  const index = indexOf(item);
  return firstIndex(shown.length, (i) => indexOf(shown[i]) >= index);
}

/**
 * The place of a drop between two shown items. Hidden items stay where they are: what moves down lands right
 * after the shown item above, anything else right before the shown item below.
 *
 * @param section `{id, items}` @param shown those of its items that are shown, in the same order
 * @param dragged the items of the session in its order; none for a copy, which takes nothing out
 * @param index before which shown item, counting dragged ones @param indexOf the index of an item in its section
 * @returns `{anchor, stays}`: `stays` if nothing shown changes, though a drop there would gather the items
 */
export function landing({ section, shown, dragged, index, indexOf }) {
  const isDragged = new Set(dragged);
  let low = index - 1, high = index;
  while (low >= 0 && isDragged.has(shown[low])) low--;
  while (high < shown.length && isDragged.has(shown[high])) high++;
  const run = shown.slice(low + 1, high);
  const isPutBack = run.length > 0 && run.length === dragged.length && run.every((item, i) => item === dragged[i]);
  if (isPutBack) return home(section, run, indexOf);
  /** The next item that is not dragged, shown or hidden. */
  const next = (index) => {
    while (index < section.items.length && isDragged.has(section.items[index])) index++;
    return section.items[index];
  };
  const above = shown[low], below = shown[high];
  if (!above && !below) return { anchor: `${next(0) ? 'end' : 'start'}:${section.id}` };
  const after = above && next(indexOf(above) + 1);
  if (!below) return { anchor: after ? `after:${above.id}` : `end:${section.id}` };
  const first = dragged.find((item) => item.section === section);
  const isDown = above && first && indexOf(first) < indexOf(above);
  return { anchor: isDown && after !== below ? `after:${above.id}` : `before:${below.id}` };
}

/** Where the items are now. */
function home(section, run, indexOf) {
  const last = indexOf(run.at(-1)), next = section.items[last + 1];
  const end = section.items.length > run.length ? 'end' : 'start';
  const isWhole = last - indexOf(run[0]) === run.length - 1;
  return { anchor: next ? `before:${next.id}` : `${end}:${section.id}`, ...(isWhole ? {} : { stays: true }) };
}
