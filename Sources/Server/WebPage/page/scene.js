// The board as it is drawn: the replica with the own drag and the drags of others laid over it by
// ids. Pure: it says where everything is, and what a point or a place means.

import { hasFacts } from './facts.js';
import { isFound, readQuery } from './find.js';
import { landing, shownIndex } from './landing.js';
import { ColumnLayout, GridLayout, MosaicLayout, firstIndex, lineCount, tileSpan } from './layout.js';

/** The most gaps that are remembered. */
const mostGaps = 16;

export class Scene {
  #filter = '';
  #query = readQuery('');
  /** The ids of the items that a server has found, in which an item that was not listed is not shown; or null. */
  found = null;
  /** The section under the own drag or press: there nothing opens or closes for others. */
  activeSection = null;
  #plans = new Map();
  #stamp = 0;
  /** Gaps between items that are not known, as `{items, gap}`, by the anchors that name them: the last ones. */
  #gaps = new Map();

  constructor(replica, drag) {
    Object.assign(this, { replica, drag });
  }

  /**
   * @param metrics `{isMosaic, width, columns, unit, spacing, padding, line, room, note, advance, textWidth}`:
   * `room` is the height around the lines of a text, `note` that of a line under it, `textWidth(units)` the width of a text
   */
  setMetrics(metrics) {
    this.metrics = metrics;
    this.#stamp++;
    this.#plans.clear();
  }

  forget() {
    this.#plans.clear();
  }

  /** The layout of a section, with what drags do to it. */
  plan(section) {
    const key = `${section.version}|${this.filter}|${this.found?.size}`;
    let plan = this.#plans.get(section.id);
    if (plan?.section !== section || plan.key !== key) {
      plan = { section, key, list: this.#list(section), drawn: null };
      plan.layout = Array.isArray(plan.list) ? this.#measured(plan.list) : this.#estimated(plan.list);
      this.#plans.set(section.id, plan);
    }
    const overlay = this.#overlay(plan);
    const drawn = JSON.stringify([overlay.lifted, overlay.gaps.map(({ at, key }) => [at, key])]);
    if (plan.drawn !== drawn) plan.layout.arrange(overlay.lifted, overlay.gaps);
    return Object.assign(plan, { drawn, lines: overlay.lines });
  }

  #list({ items }) {
    return this.filter ? [...items].filter((item) => this.shows(item)) : items;
  }

  /** What is looked for: a search leaves the items that have it. */
  get filter() {
    return this.#filter;
  }

  set filter(filter) {
    [this.#filter, this.#query] = [filter, readQuery(filter)];
  }

  /** The filter as it is read. */
  get query() {
    return this.#query;
  }

  /** A name in the filter that no field has, or undefined. */
  get problem() {
    return this.#query.problem;
  }

  /** Whether the search leaves an item. */
  shows(item) {
    return isFound(item, this.#query) && (this.found === null || this.found.has(item.id));
  }

  #measured(list) {
    const { isMosaic } = this.metrics;
    const layout = isMosaic ? new MosaicLayout(this.metrics) : new ColumnLayout(this.metrics);
    layout.measure(list.length, (i) => this.#sizeOf(list[i]));
    return layout;
  }

  /** Of a list that is known in part: an item that is not known is as high as one line; tiles have one size. */
  #estimated(list) {
    const { isMosaic, line, room } = this.metrics, layout = isMosaic ? new GridLayout(this.metrics) : new ColumnLayout(this.metrics);
    if (isMosaic) layout.measure(list.length);
    else layout.measureSome(list.length, line + room, [...list.entries()].map(([index, item]) => [index, this.#sizeOf(item)]));
    return layout;
  }

  /** Computed once for a text, and what is under it: its height in a column, its span in a mosaic. */
  #sizeOf(item) {
    const isNoted = hasFacts(item.fields);
    if (item.stamp !== this.#stamp || item.sized !== item.text || item.isNoted !== isNoted) {
      const { isMosaic, advance, textWidth, line, room, note } = this.metrics;
      item.isNoted = isNoted;
      item.stamp = this.#stamp;
      item.sized = item.text;
      item.size = isMosaic ? tileSpan(item.text, textWidth, advance, isNoted)
        : line * lineCount(item.text, textWidth(1), advance) + room + (isNoted ? note : 0);
    }
    return item.size;
  }

  #overlay(plan) {
    const { drag, replica } = this;
    const gaps = [], lines = [];
    const lifted = drag.isLive && !drag.isCopy ? this.#liftedOf(plan) : [];
    const isLifted = new Set(lifted);
    const settle = (at) => {
      while (isLifted.has(at)) at++;
      return at;
    };
    const own = drag.isLive && drag.place?.section === plan.section.id
      ? this.#index(plan, drag.place.anchor) : null;
    if (own !== null) gaps.push({ at: settle(own), isOwn: true, key: 'own', ...this.#gapSize(drag.items) });
    for (const other of replica.drags.values()) {
      if (other.id === drag.session || !other.anchor || other.away) continue;
      const at = this.#index(plan, other.anchor);
      if (at === null) continue;
      const ghost = { at: settle(at), key: other.id, drag: other };
      if (this.activeSection === plan.section.id) lines.push(ghost);
      else if (gaps.length < 3) gaps.push({ ...ghost, ...this.#gapSize([]) });
    }
    return { lifted, gaps, lines };
  }

  #liftedOf({ section, list }) {
    const found = this.drag.items.map((id) => this.replica.items.get(id)).filter((item) => item?.section === section);
    const at = (item) => (list === section.items ? this.replica.index(item) : shownIndex(list, item, this.#indexOf));
    return found.map(at).filter((i, k) => i >= 0 && list.at(i) === found[k]).sort((a, b) => a - b);
  }

  #gapSize(ids) {
    const item = this.replica.items.get(ids[0]);
    if (this.metrics.isMosaic) return { span: item ? this.#sizeOf(item) : { across: 1, down: 1 } };
    return { height: item ? this.#sizeOf(item) : this.metrics.line + this.metrics.room };
  }

  /** The index of an anchor in the drawn list, of a hidden item the nearest one; or null if it is not in this section. */
  #index({ section, list }, anchor) {
    const { items, gap } = this.#gaps.get(anchor) ?? {};
    if (gap) return items !== section.items ? null : list === items ? gap.from : firstIndex(list.length, (i) => this.#indexOf(list[i]) >= gap.from);
    const colon = anchor.indexOf(':');
    const kind = anchor.slice(0, colon), id = anchor.slice(colon + 1);
    if (kind === 'start' || kind === 'end') {
      return id !== section.id ? null : kind === 'start' ? 0 : list.length;
    }
    const item = this.replica.items.get(id);
    if (item?.section !== section) return null;
    const index = list === section.items ? this.replica.index(item) : shownIndex(list, item, this.#indexOf);
    return index + (kind === 'after' && list.at(index) === item ? 1 : 0);
  }

  #indexOf = (item) => this.replica.index(item);

  /** The place before an index of the drawn list; the index counts lifted items. */
  place({ list: shown, section }, index, ids = this.drag.isCopy ? [] : this.drag.items) {
    const dragged = ids.map((id) => this.replica.items.get(id)).filter(Boolean), gapAt = (index) => this.#gapAt(section, index, dragged);
    return { section: section.id, ...landing({ section, shown, dragged, index, indexOf: this.#indexOf, gapAt }) };
  }

  /** The anchor of the gap before an index that counts dragged items: a path at this revision, which does not (rule 3.6). */
  #gapAt(section, index, dragged = []) {
    const { sections, revision } = this.replica, { items } = section;
    const before = dragged.filter((item) => item.section === section && this.#indexOf(item) < index).length;
    const anchor = `${sections.indexOf(section)}.${index - before}@${revision}`;
    if (this.#gaps.get(anchor)?.items === items && this.#gaps.get(anchor).gap.from === index) return anchor;
    this.#gaps.set(anchor, { items, gap: items.gap(index) });
    for (const [oldest, { items, gap }] of this.#gaps) {
      if (this.#gaps.size <= mostGaps) break;
      if (oldest !== this.drag.place?.anchor) [items.release(gap), this.#gaps.delete(oldest)];
    }
    return anchor;
  }

  /** The place before an index, or at the end, for what is no drag. */
  anchorAt(section, index) {
    const item = section.items.at(index);
    return index >= section.items.length ? `end:${section.id}` : item ? `before:${item.id}` : this.#gapAt(section, index);
  }

  /** How many drawn items that are not lifted are before a place, and the place behind so many. */
  rank(place) {
    const plan = this.plan(this.replica.section(place.section)), at = this.#index(plan, place.anchor) ?? 0;
    return at - plan.layout.lifted.filter((i) => i < at).length;
  }

  placeOfRank(section, rank) {
    const plan = this.plan(section);
    return this.place(plan, this.#ofRank(plan, rank));
  }

  /** The index behind so many drawn items that are not lifted, or behind all. */
  #ofRank({ list, layout: { lifted } }, rank) {
    let at = Math.max(0, Math.min(rank, list.length - lifted.length));
    for (const index of lifted) if (index <= at) at++;
    return at;
  }

  placeAt(section, x, y) {
    const plan = this.plan(section);
    return this.place(plan, plan.layout.hit(x, y));
  }

  /** Where an item is now, as a place that changes nothing. */
  home(item) {
    const { section } = item, { items } = section, isDragged = new Set(this.drag.items);
    let index = this.replica.index(item);
    while (isDragged.has(items.at(index)?.id)) index++;
    const dragged = this.drag.items.map((id) => this.replica.items.get(id)).filter(Boolean), next = items.at(index);
    const anchor = index >= items.length ? `${this.#others(section) ? 'end' : 'start'}:${section.id}` : next ? `before:${next.id}` : this.#gapAt(section, index, dragged);
    return { section: section.id, anchor };
  }

  #moved(section) {
    if (!this.drag.isLive || this.drag.isCopy) return 0;
    return this.drag.items.filter((id) => this.replica.items.get(id)?.section === section).length;
  }

  #others(section) {
    return section.items.length - this.#moved(section);
  }

  /** The index of a place among all items of its section, or null. */
  indexOf({ section: id, anchor }) {
    const section = this.replica.section(id);
    return section ? this.#wholeIndex(section, anchor) : null;
  }

  isThere(place) {
    return this.indexOf(place) !== null;
  }

  #wholeIndex(section, anchor) {
    return this.#index({ section, list: section.items }, anchor);
  }

  /** A place for people: position from 1, the count with the dragged items, the title. */
  spoken(place) {
    const section = this.replica.section(place?.section);
    const index = section ? this.#wholeIndex(section, place.anchor) : null;
    if (index === null) return null;
    const lifted = this.#moved(section) ? this.drag.items.map((id) => this.replica.items.get(id)).filter((item) => item?.section === section) : [];
    const before = index - lifted.filter((item) => this.#indexOf(item) < index).length;
    const count = this.#others(section) + this.drag.items.length;
    return { position: before + 1, count, section: section.title || 'a section without a title' };
  }

  /** The place `step` positions on in the same section, by keyboard. */
  step(place, step) {
    const plan = this.plan(this.replica.section(place.section));
    return this.place(plan, this.#ofRank(plan, this.rank(place) + step));
  }

  /** The drag of another client that has an item, or undefined. */
  holder(id) {
    for (const drag of this.replica.drags.values()) {
      if (drag.id !== this.drag.session && drag.items.includes(id)) return drag;
    }
  }

  /** What a drag carries, for people. */
  textsOf(ids, texts) {
    return ids.map((id) => this.replica.items.get(id)?.text ?? texts?.get(id) ?? (this.replica.isCounting ? '…' : id));
  }
}
