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

/**
 * The rows of one section in a column.
 *
 * `arrange` shows it with some items lifted, which take no room, and with gaps: `{at, height}`, each
 * before the item at this index. Without either, places are prefix sums of the heights.
 */
export class ColumnLayout extends SectionLayout {
  #tops = new Float64Array(1);
  #shifts = [];

  constructor({ width, spacing, padding = 0 }) {
    super();
    Object.assign(this, { width, spacing, padding });
  }

  measure(count, heightOf) {
    if (this.#tops.length <= count) this.#tops = new Float64Array(count * 2 + 16);
    this.count = count;
    let top = 0;
    for (let i = 0; i < count; i++) {
      this.#tops[i] = top;
      top += heightOf(i) + this.spacing;
    }
    this.#tops[count] = top;
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
      const y = gap && this.padding + this.#tops[gap.at] + sum;
      if (gap) gap.frame = { x: 0, y, width: this.width, height: gap.height };
      shift.sum = sum += shift.by;
    }
  }

  #extent(index) {
    return this.#tops[index + 1] - this.#tops[index];
  }

  #top(index) {
    const next = firstIndex(this.#shifts.length, (i) => this.#shifts[i].from > index);
    return this.padding + this.#tops[index] + (next ? this.#shifts[next - 1].sum : 0);
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

/** Chromium caps a box at 33,554,428 px; a higher content is scrolled by a scale. */
export const tallestBox = 8_000_000;

export class ScrollScale {
  constructor(content, view) {
    this.box = Math.min(content, tallestBox);
    this.factor = content > this.box ? (content - view) / (this.box - view) : 1;
  }

  toContent(scroll) {
    return scroll * this.factor;
  }

  toScroll(y) {
    return y / this.factor;
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
