import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import {
  ColumnLayout, GridLayout, MosaicLayout, ScrollScale, grid, lineCount, scrollSpeed, tallestBox, tileSpan,
} from '../../../Sources/Server/WebPage/page/layout.js';
import { Scroller } from '../../../Sources/Server/WebPage/page/scroll.js';
import { seeded } from './random.js';

const one = () => 1;

test('a text takes the lines that word wrap gives it, at most three', () => {
  const table = [
    ['', 1], ['Milk', 1], ['ten chars.', 1], ['ten chars. ', 1], ['eleven char', 2], ['a b c d e f', 2],
    ['one two three four', 2], ['a\nb', 2], ['a\nb\nc\nd', 3], ['longerthananyline', 2], ['well-known word', 2],
    ['日本語日本語日本語日本', 2], ['a longerthanany', 3], ['x longerthananyline', 3],
  ];
  for (const [text, lines] of table) assert.equal(lineCount(text, 10, one), lines, JSON.stringify(text));
});

/** A random layout with lifted items and gaps. */
function randomColumn(random) {
  const count = random.below(30), heights = Array.from({ length: count }, () => 20 + random.below(60));
  const layout = new ColumnLayout({ width: 100, spacing: 8, padding: 4 });
  layout.measure(count, (i) => heights[i]);
  const lifted = heights.map((_, i) => i).filter(() => random.chance(5));
  return { layout, count, lifted, gapOf: (at) => ({ at, height: 20 + random.below(60) }) };
}

function randomMosaic(random) {
  const count = random.below(30);
  const spanOf = () => ({ across: 1 + random.below(3), down: 1 + random.below(2) });
  const layout = new MosaicLayout({
    columns: 1 + random.below(5), unit: { width: 50, height: 30 }, spacing: { width: 6, height: 6 }, padding: 4,
  });
  layout.measure(count, spanOf);
  const lifted = Array.from({ length: count }, (_, i) => i).filter(() => random.chance(5));
  return { layout, count, lifted, gapOf: (at) => ({ at, span: spanOf() }) };
}

/** A column of rows of one height, but for a few. */
function randomSparse(random) {
  const count = random.below(30), others = Array.from({ length: count }, (_, i) => [i, 20 + random.below(60)]).filter(() => random.chance(4));
  const layout = new ColumnLayout({ width: 100, spacing: 8, padding: 4 });
  layout.measureSome(count, 46, others);
  const lifted = Array.from({ length: count }, (_, i) => i).filter(() => random.chance(5));
  return { layout, count, others, lifted, gapOf: (at) => ({ at, height: 20 + random.below(60) }) };
}

function randomGrid(random) {
  const count = random.below(30), layout = new GridLayout({
    columns: 1 + random.below(5), unit: { width: 50, height: 30 }, spacing: { width: 6, height: 6 }, padding: 4,
  });
  layout.measure(count);
  const lifted = Array.from({ length: count }, (_, i) => i).filter(() => random.chance(5));
  return { layout, count, lifted, gapOf: (at) => ({ at }) };
}

const overlap = (a, b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

for (const [name, make] of [['column', randomColumn], ['mosaic', randomMosaic], ['sparse column', randomSparse], ['grid', randomGrid]]) {
  const each = (body) => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = seeded(seed);
      body({ random, ...make(random), where: `seed ${seed}` });
    }
  };

  test(`${name}: everything has one place of its own, inside the content`, () => each((given) => {
    const { layout, count, lifted, gapOf, random, where } = given;
    layout.arrange(lifted, Array.from({ length: random.below(4) }, () => gapOf(random.below(count + 1))));
    const shown = Array.from({ length: count }, (_, i) => i).filter((i) => !layout.isLifted(i));
    const frames = [...shown.map((i) => layout.frame(i)), ...layout.gaps.map((gap) => gap.frame)];
    frames.forEach((a, i) => {
      assert.ok(a.y >= 0 && a.y + a.height <= layout.height, where);
      for (const b of frames.slice(i + 1)) assert.ok(!overlap(a, b), where);
    });
  }));

  test(`${name}: the point of a place gives its index, with lifted items and other gaps`, () => each((given) => {
    const { layout, count, lifted, gapOf, random, where } = given;
    const others = Array.from({ length: random.below(3) }, () => gapOf(random.below(count + 1)));
    layout.arrange(lifted, others);
    for (let at = 0; at <= count; at++) {
      const index = layout.settle(at);
      layout.arrange(lifted, [...others, { ...gapOf(index), isOwn: true }]);
      const { x, y, width, height } = layout.gaps.find((gap) => gap.isOwn).frame;
      assert.equal(layout.hit(x + width / 2, y + height / 2), index, where);
    }
  }));

  test(`${name}: what is visible is what meets the window`, () => each((given) => {
    const { layout, count, lifted, gapOf, random, where } = given;
    layout.arrange(lifted, [gapOf(random.below(count + 1))]);
    const top = random.below(900), bottom = top + random.below(300);
    const meets = (i) => {
      const { y, height } = layout.frame(i);
      return !layout.isLifted(i) && y < bottom && y + height > top;
    };
    const near = layout.visible(top, bottom);
    for (let i = 0; i < count; i++) if (meets(i)) assert.ok(near.includes(i), where);
    for (const i of near) {
      const { y, height } = layout.frame(i);
      const isBeforeGap = layout.gaps.some((gap) => gap.at === i + 1);
      assert.ok(y < bottom && (isBeforeGap || y + height + 8 > top), where);
    }
  }));

  test(`${name}: hitting again after the gap has opened changes nothing`, () => each((given) => {
    const { layout, lifted, gapOf, random, where } = given;
    layout.arrange(lifted, []);
    const gap = gapOf(0);
    for (let i = 0; i < 20; i++) {
      const x = random.below(250), y = random.below(Math.ceil(layout.height) + 40);
      layout.arrange(lifted, [{ ...gap, at: layout.hit(x, y), isOwn: true }]);
      const second = layout.hit(x, y);
      layout.arrange(lifted, [{ ...gap, at: second, isOwn: true }]);
      if (name.endsWith('column')) assert.equal(layout.hit(x, y), second, where);
    }
  }));
}

test('a column of which few heights are known is one of which all are', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = seeded(seed), { layout, count, others, lifted, gapOf } = randomSparse(random), heights = new Map(others);
    const whole = new ColumnLayout({ width: 100, spacing: 8, padding: 4 }), gaps = [gapOf(random.below(count + 1))];
    whole.measure(count, (i) => heights.get(i) ?? 46);
    for (const each of [layout, whole]) each.arrange(lifted, gaps.map((gap) => ({ ...gap })));
    assert.equal(layout.height, whole.height, `seed ${seed}`);
    for (let i = 0; i < count; i++) assert.deepEqual(layout.frame(i), whole.frame(i), `seed ${seed}`);
    for (let y = -5; y < whole.height + 50; y += 7) assert.equal(layout.hit(10, y), whole.hit(10, y), `seed ${seed}`);
  }
});

test('a column and a grid of a million are as fast as their known rows', () => {
  const column = new ColumnLayout({ width: 100, spacing: 8, padding: 4 }), grid = new GridLayout({ columns: 3, unit: { width: 50, height: 30 }, spacing: { width: 6, height: 6 } });
  column.measureSome(1_000_000, 46, [[2, 88]]);
  grid.measure(1_000_000);
  assert.deepEqual(column.visible(column.height - 60, column.height), [999_998, 999_999]);
  assert.deepEqual(grid.visible(72 * 333_332 + 1, 72 * 333_332 + 60), [999_996, 999_997, 999_998]);
  assert.equal(column.hit(0, 27_000_046), 500_000);
});

function drawings() {
  const text = readFileSync(new URL('Drawings/mosaic.txt', import.meta.url), 'utf8');
  return text.split('\n\n').filter((block) => block.startsWith('case')).map((block) => {
    const lines = block.trimEnd().split('\n');
    const [width, ...numbers] = lines[1].match(/\d+/g).map(Number);
    const sections = lines[2].slice('items '.length).split('|').map((part) =>
      part.trim().split(' ').map((span) => span.split('x').map(Number)));
    return { name: lines[0].slice(5), width, numbers, sections, drawing: lines.slice(3).map((l) => l.slice(2)) };
  });
}

for (const { name, width, numbers: [w, h, sw, sh], sections, drawing } of drawings()) {
  test(`mosaic: ${name}`, () => {
    const rows = [];
    let letter = 0;
    for (const spans of sections) {
      const unit = { width: Math.min(w, width), height: h };
      const columns = Math.max(1, Math.floor((width + sw) / (unit.width + sw)));
      const layout = new MosaicLayout({ columns, unit, spacing: { width: sw, height: sh } });
      layout.measure(spans.length, (i) => ({ across: spans[i][0], down: spans[i][1] }));
      const cells = Array.from({ length: layout.height - (layout.height ? sh : 0) }, () => new Array(width).fill(' '));
      spans.forEach((_, i) => {
        const { x, y, width, height } = layout.frame(i);
        for (let r = y; r < y + height; r++) cells[r].fill(String.fromCharCode(65 + letter), x, x + width);
        letter++;
      });
      rows.push('='.repeat(width), ...cells.map((line) => line.join('').trimEnd()));
    }
    assert.deepEqual(rows, drawing);
  });
}

test('a tile is as large as its text needs', () => {
  const spans = ['short', 'just a bit longer', 'long enough to need many lines of text'];
  assert.deepEqual(spans.map((text) => tileSpan(text, (n) => 10 * n, one)),
    [{ across: 1, down: 1 }, { across: 2, down: 1 }, { across: 2, down: 2 }]);
  assert.deepEqual(grid(320, { unit: 100, spacing: 10 }), { columns: 3, unit: 100 });
  assert.deepEqual(grid(50, { unit: 100, spacing: 10 }), { columns: 1, unit: 50 });
});

test('a content above the largest box is scrolled by a scale, to its end', () => {
  assert.equal(new ScrollScale(5000, 600).factor, 1);
  const scale = new ScrollScale(50_000_000, 600);
  assert.equal(scale.box, tallestBox);
  assert.equal(Math.round(scale.toContent(tallestBox - 600)), 50_000_000 - 600);
  assert.equal(scale.toContent(scale.toScroll(1234)), 1234);
});

test('the ends are scrolled as they are, and all between is reached', () => {
  const scale = new ScrollScale(50_000_000, 600);
  assert.deepEqual([0, 99, 99_999].map((scroll) => scale.toContent(scroll)), [0, 99, 99_999]);
  assert.equal(scale.toContent(tallestBox - 600 - 99), 50_000_000 - 600 - 99);
  let last = -1;
  for (let scroll = 0; scroll <= tallestBox - 600; scroll += 9_999) {
    const top = scale.toContent(scroll);
    assert.ok(top > last && Math.abs(scale.toScroll(top) - scroll) < 1e-6, `${scroll}`);
    last = top;
  }
});

/** An element that is scrolled, in whole pixels as a browser does. */
function scrolled(content, view) {
  const element = { at: 0, addEventListener() {}, get scrollTop() { return this.at; }, set scrollTop(at) { this.at = Math.max(0, Math.min(Math.round(at), this.box - view)); } };
  const scroller = new Scroller(element, 'scrollTop');
  element.box = scroller.fit(content, view);
  return { element, scroller };
}

test('a finger moves a high content as far as it goes, and the bar any part into view', () => {
  const { element, scroller } = scrolled(50_000_000, 600);
  element.scrollTop = 4_000_000;
  const middle = scroller.top;
  assert.ok(Math.abs(middle - 25_000_000) < 3000, `${middle}`);
  for (let i = 1; i <= 50; i++) {
    element.scrollTop += 100;
    assert.equal(scroller.top, middle + 100 * i);
  }
  scroller.settle();
  assert.equal(scroller.top, middle + 5000);
  assert.ok(element.scrollTop < 4_000_900, 'the bar is where the content is');
  element.scrollTop = 1e9;
  assert.equal(scroller.top, 50_000_000 - 600);
  element.scrollTop = 0;
  assert.equal(scroller.top, 0);
});

test('where a high content was put it stays, also if it grows', () => {
  const { element, scroller } = scrolled(50_000_000, 600);
  scroller.top = 25_000_003;
  assert.equal(scroller.top, 25_000_003);
  scroller.fit(50_000_053, 600);
  assert.equal(scroller.top, 25_000_003);
  scroller.top += 53;
  assert.equal(scroller.top, 25_000_056);
  scroller.top = 1e9;
  assert.equal(scroller.top, 50_000_053 - 600);
  assert.equal(element.scrollTop, tallestBox - 600);
});

test('auto-scroll grows to 1,000 px/s in 0.4 s and 4,000 in 2 s, across to 500', () => {
  assert.deepEqual([0, 0.2, 0.4, 2, 60].map((s) => scrollSpeed(1, s)), [0, 500, 1000, 4000, 4000]);
  assert.equal(scrollSpeed(1, 60, 500), 500);
  assert.ok(scrollSpeed(0.1, 1) < scrollSpeed(0.9, 1));
});
