// Where everything is, as numbers: text to height, heights to places, a point to an index.
// Nothing here asks the DOM, so a drop lands where the numbers say, on any number of items.

/** The lines of a text in a width, at most `most`; `advance` is the width of a character. */
export function lineCount(text, width, advance, most = 3) {
  let lines = 1, x = 0, word = 0;
  for (const char of text) {
    if (char === '\n') {
      lines++;
      x = word = 0;
    } else if (char === ' ' || char === '\t') {
      x += advance(char); // Blanks hang at the end of a line.
      word = 0;
    } else {
      const wide = char >= '\u2e80' && char < '\ud800';
      const step = advance(char);
      if (wide) word = 0;
      if (x + step > width && x > 0) {
        lines++;
        // The word goes to the next line, unless it fills this one.
        if (word === x || word + step > width) word = 0;
        x = word;
      }
      x += step;
      word += step;
      if (wide || char === '-') word = 0;
    }
    if (lines >= most) return most;
  }
  return lines;
}

/** The first of 0..<count for which `isBehind` holds, which then holds for all after it. */
export function firstIndex(count, isBehind) {
  let low = 0, high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const holds = ({ x, y, width, height }, px, py) =>
  px >= x && px < x + width && py >= y && py < y + height;

/** What is shown of one section: some of its items lifted, and gaps between the others. */
class SectionLayout {
  lifted = [];
  gaps = [];
  count = 0;

  isLifted(index) {
    return this.lifted.includes(index);
  }

  /** The same place, named by an item that is not lifted. */
  settle(index) {
    while (index < this.count && this.isLifted(index)) index++;
    return index;
  }
}

/** The tops of rows, each with a height of its own, as prefix sums. */
class Tops {
  constructor(count, heightOf, spacing) {
    this.sums = new Float64Array(count + 1);
    for (let i = 0; i < count; i++) this.sums[i + 1] = this.sums[i] + heightOf(i) + spacing;
  }

  at(index) {
    return this.sums[index];
  }
}

/** The tops of rows of one height, but for some: memory and time follow these. */
class SparseTops {
  /** @param others `[index, height]`, ascending */
  constructor(height, spacing, others) {
    this.step = height + spacing;
    this.others = others.filter((other) => other[1] !== height);
    this.sums = new Float64Array(this.others.length + 1);
    for (const [i, other] of this.others.entries()) this.sums[i + 1] = this.sums[i] + other[1] - height;
  }

  at(index) {
    return index * this.step + this.sums[firstIndex(this.others.length, (i) => this.others[i][0] >= index)];
  }
}

/**
 * The rows of one section in a column.
 *
 * `arrange` shows it with some items lifted, which take no room, and with gaps: `{at, height}`, each
 * before the item at this index. Without either, places are prefix sums of the heights.
 */
export class ColumnLayout extends SectionLayout {
  #tops = null;
  #shifts = [];

  constructor({ width, spacing, padding = 0 }) {
    super();
    Object.assign(this, { width, spacing, padding });
  }

  measure(count, heightOf) {
    this.#begin(count, new Tops(count, heightOf, this.spacing));
  }

  /** @param height of most rows @param others `[index, height]`, ascending, of the others */
  measureSome(count, height, others) {
    this.#begin(count, new SparseTops(height, this.spacing, others));
  }

  #begin(count, tops) {
    this.count = count;
    this.#tops = tops;
    this.arrange([], []);
  }

  /** @param lifted indices, ascending @param gaps with the own one marked `isOwn` */
  arrange(lifted, gaps) {
    this.lifted = lifted;
    this.gaps = [...gaps].sort((a, b) => a.at - b.at);
    this.#shifts = [
      ...lifted.map((index) => ({ from: index + 1, by: -this.#extent(index) })),
      ...this.gaps.map((gap) => ({ from: gap.at, by: gap.height + this.spacing, gap })),
    ].sort((a, b) => a.from - b.from);
    let sum = 0;
    for (const shift of this.#shifts) {
      const { gap } = shift;
      const y = gap && this.padding + this.#tops.at(gap.at) + sum;
      if (gap) gap.frame = { x: 0, y, width: this.width, height: gap.height };
      shift.sum = sum += shift.by;
    }
  }

  #extent(index) {
    return this.#tops.at(index + 1) - this.#tops.at(index);
  }

  #top(index) {
    const next = firstIndex(this.#shifts.length, (i) => this.#shifts[i].from > index);
    return this.padding + this.#tops.at(index) + (next ? this.#shifts[next - 1].sum : 0);
  }

  get height() {
    return this.#top(this.count) + this.padding;
  }

  frame(index) {
    const height = this.#extent(index) - this.spacing;
    return { x: 0, y: this.#top(index), width: this.width, height };
  }

  /** The indices of the rows between two heights. */
  visible(top, bottom) {
    const first = firstIndex(this.count, (i) => this.#top(i + 1) > top);
    const result = [];
    for (let i = first; i < this.count && this.#top(i) < bottom; i++) {
      if (!this.isLifted(i)) result.push(i);
    }
    return result;
  }

  /** The index before which a drop at a point goes: in the own gap where it is, else by midpoints. */
  hit(x, y) {
    const own = this.gaps.find((gap) => gap.isOwn);
    if (own && y >= own.frame.y && y < own.frame.y + own.height) return own.at;
    return this.settle(firstIndex(this.count, (i) => this.#top(i) + this.#middle(i) > y));
  }

  #middle(index) {
    return this.isLifted(index) ? 0 : (this.#extent(index) - this.spacing) / 2;
  }
}

/** The size of a tile in units: the smallest that shows the text in its lines, and a line under them. */
export function tileSpan(text, textWidth, advance, hasLine = false) {
  if (hasLine) {
    const across = lineCount(text, textWidth(1), advance) <= 2 ? 1 : 2;
    return { across, down: lineCount(text, textWidth(across), advance) <= 2 ? 2 : 3 };
  }
  if (lineCount(text, textWidth(1), advance) === 1) return { across: 1, down: 1 };
  if (lineCount(text, textWidth(2), advance) === 1) return { across: 2, down: 1 };
  return { across: 2, down: 2 };
}

/** How many units are side by side, and how wide each is so that they fill the width. */
export function grid(width, { unit, spacing }) {
  const columns = Math.max(1, Math.floor((width + spacing) / (unit + spacing)));
  return { columns, unit: (width + spacing) / columns - spacing };
}

/**
 * The tiles of one section: each as high as possible, then as far left as possible, as
 * `MosaicLayout` of the terminal places them.
 */
export class MosaicLayout extends SectionLayout {
  constructor({ columns, unit, spacing, padding = 0 }) {
    super();
    Object.assign(this, { columns, unit, spacing, padding });
  }

  /** @param spanOf the size of a tile in units: `{across, down}` */
  measure(count, spanOf) {
    this.count = count;
    this.spans = Array.from({ length: count }, (_, i) => spanOf(i));
    this.arrange([], []);
  }

  arrange(lifted, gaps) {
    this.lifted = lifted;
    this.gaps = [...gaps].sort((a, b) => a.at - b.at);
    const heights = new Array(this.columns).fill(0);
    this.tiles = new Array(this.count);
    this.stacks = heights.map(() => []);
    let next = 0, up = 0;
    for (let i = 0; i <= this.count; i++) {
      for (; next < this.gaps.length && this.gaps[next].at === i; next++) {
        this.gaps[next].frame = this.#place(heights, this.gaps[next].span);
      }
      if (i === this.count) break;
      if (lifted[up] === i) {
        up++;
        this.tiles[i] = { x: 0, y: 0, width: 0, height: 0 };
      } else this.tiles[i] = this.#place(heights, this.spans[i], i);
    }
    // An empty section has room for one row, to drop on.
    this.height = 2 * this.padding + Math.max(1, ...heights) * (this.unit.height + this.spacing.height);
  }

  #place(heights, { across, down }, index) {
    const wide = Math.min(across, this.columns);
    let column = 0, row = Infinity;
    for (let c = 0; c + wide <= this.columns; c++) {
      let top = heights[c];
      for (let k = c + 1; k < c + wide; k++) top = Math.max(top, heights[k]);
      if (top < row) [column, row] = [c, top];
    }
    for (let k = column; k < column + wide; k++) {
      heights[k] = row + down;
      if (index !== undefined) this.stacks[k].push(index);
    }
    const { unit, spacing } = this;
    return {
      x: column * (unit.width + spacing.width),
      y: this.padding + row * (unit.height + spacing.height),
      width: wide * (unit.width + spacing.width) - spacing.width,
      height: down * (unit.height + spacing.height) - spacing.height,
    };
  }

  frame(index) {
    return this.tiles[index];
  }

  visible(top, bottom) {
    const found = new Set();
    for (const stack of this.stacks) {
      const bottomOf = (i) => this.tiles[stack[i]].y + this.tiles[stack[i]].height;
      let i = firstIndex(stack.length, (at) => bottomOf(at) > top);
      for (; i < stack.length && this.tiles[stack[i]].y < bottom; i++) found.add(stack[i]);
    }
    return [...found].sort((a, b) => a - b);
  }

  /** The left half of a tile is before it, the right half after it; elsewhere the nearest tile. */
  hit(x, y) {
    const own = this.gaps.find((gap) => gap.isOwn);
    if (own && holds(own.frame, x, y)) return own.at;
    const reach = 3 * (this.unit.height + this.spacing.height);
    let best = { distance: Infinity, at: y < this.padding ? 0 : this.count };
    for (const index of this.visible(y - reach, y + reach)) {
      const tile = this.tiles[index];
      const dx = Math.max(tile.x - x, 0, x - tile.x - tile.width);
      const dy = Math.max(tile.y - y, 0, y - tile.y - tile.height);
      const distance = dx + 4 * dy; // The row of tiles under the pointer wins.
      if (distance >= best.distance) continue;
      best = { distance, at: x < tile.x + tile.width / 2 ? index : index + 1 };
    }
    return this.settle(best.at);
  }
}

/** Tiles of one size, of any number: memory and time follow what is lifted, and the gaps. */
export class GridLayout extends SectionLayout {
  constructor({ columns, unit, spacing, padding = 0 }) {
    super();
    // Two units are as high as three lines and a line under them.
    Object.assign(this, { columns, padding, width: unit.width, tile: 2 * unit.height + spacing.height, spacing });
  }

  measure(count) {
    this.count = count;
    this.arrange([], []);
  }

  arrange(lifted, gaps) {
    this.lifted = lifted;
    this.gaps = [...gaps].sort((a, b) => a.at - b.at);
    for (const [i, gap] of this.gaps.entries()) gap.frame = this.#frameOf(this.#unlifted(gap.at) + i);
    const slots = this.count - lifted.length + gaps.length;
    this.height = 2 * this.padding + Math.max(1, Math.ceil(slots / this.columns)) * this.#step;
  }

  get #step() {
    return this.tile + this.spacing.height;
  }

  #unlifted(index) {
    return index - firstIndex(this.lifted.length, (i) => this.lifted[i] >= index);
  }

  /** How many tiles and gaps are before a tile. */
  #slot(index) {
    return this.#unlifted(index) + firstIndex(this.gaps.length, (i) => this.gaps[i].at > index);
  }

  #frameOf(slot) {
    const x = (slot % this.columns) * (this.width + this.spacing.width);
    return { x, y: this.padding + Math.floor(slot / this.columns) * this.#step, width: this.width, height: this.tile };
  }

  frame(index) {
    return this.isLifted(index) ? { x: 0, y: 0, width: 0, height: 0 } : this.#frameOf(this.#slot(index));
  }

  visible(top, bottom) {
    const row = Math.floor((top - this.padding) / this.#step), result = [];
    const first = firstIndex(this.count, (i) => this.#slot(i) >= row * this.columns);
    for (let i = first; i < this.count && this.#frameOf(this.#slot(i)).y < bottom; i++) if (!this.isLifted(i)) result.push(i);
    return result;
  }

  /** The left half of a tile is before it, the right half after it. */
  hit(x, y) {
    const own = this.gaps.find((gap) => gap.isOwn);
    if (own && holds(own.frame, x, y)) return own.at;
    const row = Math.max(0, Math.floor((y - this.padding) / this.#step)), step = this.width + this.spacing.width;
    const column = Math.max(0, Math.min(this.columns - 1, Math.floor(x / step))), slot = row * this.columns + column;
    const index = firstIndex(this.count, (i) => this.#slot(i) >= slot && !this.isLifted(i));
    const isBehind = x > column * step + this.width / 2 && this.#slot(index) === slot;
    return this.settle(Math.min(this.count, index + (isBehind ? 1 : 0)));
  }
}

/** Chromium caps a box at 33,554,428 px; a higher content is scrolled by a scale. */
export const tallestBox = 8_000_000;
/** So much at both ends is scrolled as it is, so that a wheel and a finger come to them. */
const ends = 100_000;

export class ScrollScale {
  constructor(content, view) {
    this.box = Math.min(content, tallestBox);
    this.most = { scroll: this.box - view, content: content - view };
    this.factor = content > this.box ? (this.most.content - 2 * ends) / (this.most.scroll - 2 * ends) : 1;
  }

  toContent(scroll) {
    const { most, factor } = this;
    if (factor === 1 || scroll < ends) return scroll;
    const left = most.scroll - scroll;
    return left < ends ? most.content - left : ends + (scroll - ends) * factor;
  }

  toScroll(y) {
    const { most, factor } = this;
    if (factor === 1 || y < ends) return y;
    const left = most.content - y;
    return left < ends ? most.scroll - left : ends + (y - ends) / factor;
  }
}

/**
 * Pixels per second of an auto-scroll: 1,000 after 0.4 s, 4,000 after 2 s, or at most `most`.
 *
 * @param depth how far the pointer is in the zone of the edge, from 0 to 1
 */
export function scrollSpeed(depth, seconds, most = 4000) {
  const ramp = seconds < 0.4 ? 2500 * seconds : Math.min(4000, 1000 + 1875 * (seconds - 0.4));
  return Math.min(most, ramp) * Math.min(1, Math.max(0.2, depth));
}
