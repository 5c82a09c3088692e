import assert from 'node:assert/strict';
import test from 'node:test';
import { DragController } from '../../../Sources/Server/WebPage/page/drag.js';
import { read } from './lines.js';
import { seeded } from './random.js';

const place = (anchor, section = 's2') => ({ section, anchor });

function controller() {
  let tags = 0;
  return new DragController(() => `t.${++tags}`);
}

function carrying(items = ['i2'], by = 'pointer') {
  const drag = controller();
  drag.press(items);
  drag.lift(by, place('before:i3', 's1'));
  return drag;
}

function ok(drag, fields = {}) {
  const command = drag.next();
  const items = command.kind === 'begin' ? { items: command.items } : {};
  const verdict = command.kind === 'propose' ? { verdict: command.op ?? 'move', at: '1.0' } : {};
  drag.answer({ kind: 'ok', verb: command.kind, drag: 'd1', ...items, ...verdict, ...fields }, command);
  return command;
}

const refuse = (drag, code, fields = {}) => {
  const command = drag.next();
  drag.answer({ kind: 'refused', code, ...fields }, command);
  return command;
};

const endings = (drag) => drag.reports.filter(({ what }) => what === 'ended').map(({ outcome }) => outcome);

test('a drag is begin, propose, perform', () => {
  const drag = carrying();
  assert.deepEqual(ok(drag), { kind: 'begin', items: ['i2'], tag: 't.1' });
  drag.aim(place('start:s2'));
  assert.deepEqual(ok(drag), { kind: 'propose', place: 'start:s2', drag: 'd1' });
  assert.equal(drag.next(), null);
  drag.drop();
  assert.deepEqual(ok(drag, { outcome: 'moved', rev: 4 }), { kind: 'perform', drag: 'd1', tag: 't.2' });
  assert.equal(drag.state, 'idle');
  assert.deepEqual(endings(drag), ['moved']);
});

test('items that are put back around hidden ones are not dropped, as that would gather them', () => {
  const drag = carrying(['i2', 'i4']);
  ok(drag);
  drag.aim(place('before:i5'));
  ok(drag);
  drag.aim({ ...place('before:i5'), stays: true });
  assert.deepEqual(ok(drag), { kind: 'exit', drag: 'd1' });
  drag.drop();
  assert.equal(ok(drag, { outcome: 'cancelled' }).kind, 'perform');
  assert.deepEqual(drag.reports.map(({ outcome, isWanted, isCancelled }) => [outcome, isWanted, isCancelled]), [['cancelled', true, false]]);
});

test('one question waits at a time, then the newest place is asked', () => {
  const drag = carrying();
  const begin = drag.next();
  for (let i = 0; i < 50; i++) drag.aim(place(`before:i${i}`));
  assert.equal(drag.next(), null);
  drag.answer({ kind: 'ok', verb: 'begin', drag: 'd1', items: ['i2'] }, begin);
  assert.equal(ok(drag).place, 'before:i49');
  assert.equal(drag.next(), null);
});

test('a drop waits for the verdict on its place', () => {
  const drag = carrying();
  ok(drag);
  drag.aim(place('start:s2'));
  drag.drop();
  assert.equal(ok(drag).kind, 'propose');
  assert.equal(drag.next().kind, 'perform');
});

test('outside of all sections the drag exits, and a drop there changes nothing', () => {
  const drag = carrying();
  ok(drag);
  ok(drag);
  drag.aim(null);
  assert.deepEqual(ok(drag), { kind: 'exit', drag: 'd1' });
  drag.drop();
  assert.equal(ok(drag, { outcome: 'cancelled' }).kind, 'perform');
  assert.equal(drag.state, 'idle');
});

test('with Alt the drop is a copy', () => {
  const drag = carrying();
  ok(drag);
  drag.aim(place('start:s2'), true);
  assert.equal(ok(drag).op, 'copy');
  assert.equal(drag.verdict.kind, 'copy');
});

test('a refused begin ends it with the reason', () => {
  const drag = carrying();
  refuse(drag, 'leased', { item: 'i2', by: 'ann' });
  assert.equal(drag.state, 'idle');
  assert.equal(drag.reports[0].refusal.by, 'ann');
});

test('a cancel before the reply to begin cancels the session when it is known', () => {
  const drag = carrying();
  const begin = drag.next();
  drag.cancel();
  assert.equal(drag.next(), null);
  drag.answer({ kind: 'ok', verb: 'begin', drag: 'd1', items: ['i2'] }, begin);
  assert.deepEqual(ok(drag, { outcome: 'cancelled' }), { kind: 'cancel', drag: 'd1' });
  assert.equal(drag.state, 'idle');
});

test('a press without a lift sends nothing', () => {
  const drag = controller();
  drag.press(['i2']);
  assert.equal(drag.next(), null);
  drag.release();
  assert.equal(drag.state, 'idle');
  drag.press(['i2']);
  drag.cancel();
  assert.equal(drag.state, 'idle');
});

test('a session that others end is over, once, and was not wanted', () => {
  const drag = carrying();
  ok(drag);
  drag.follow({ event: 'ended', outcome: 'gone', drag: { id: 'd1' } });
  drag.follow({ event: 'ended', outcome: 'gone', drag: { id: 'd1' } });
  assert.deepEqual(endings(drag), ['gone']);
  assert.equal(drag.reports[0].isWanted, false);
});

test('items taken by force leave the drag, and the rest is dropped', () => {
  const drag = carrying(['i1', 'i2', 'i3']);
  ok(drag);
  ok(drag);
  drag.drop();
  const perform = drag.next();
  drag.follow({ event: 'items', drag: { id: 'd1', items: ['i1', 'i3'] } });
  drag.answer({ kind: 'refused', code: 'items-gone', items: ['i2'] }, perform);
  assert.deepEqual(drag.reports, [{ what: 'taken', items: ['i2'], left: 2 }]);
  assert.equal(ok(drag).kind, 'propose');
  assert.equal(ok(drag, { outcome: 'moved' }).kind, 'perform');
});

test('a drop on a place that is gone holds on by keyboard, and is cancelled by pointer', () => {
  for (const [by, state] of [['keyboard', 'carrying'], ['pointer', 'dropping']]) {
    const drag = carrying(['i2'], by);
    ok(drag);
    drag.aim(place('before:i9'));
    drag.drop();
    refuse(drag, 'destination-gone');
    assert.equal(drag.state, state);
    assert.equal(drag.next()?.kind, by === 'pointer' ? 'cancel' : undefined);
  }
});

test('a still carry asks again', () => {
  const drag = carrying();
  ok(drag);
  ok(drag);
  assert.equal(drag.next(), null);
  drag.renew();
  assert.equal(drag.next().kind, 'propose');
});

test('after a broken connection the drag is resumed, and judged again', () => {
  const drag = carrying();
  ok(drag);
  const propose = drag.next();
  drag.cut();
  drag.answer({ kind: 'lost' }, propose);
  assert.equal(drag.next(), null);
  drag.aim(place('end:s2'));
  drag.reconnect(true);
  assert.deepEqual(ok(drag, { items: ['i2'] }), { kind: 'resume', drag: 'd1' });
  assert.equal(ok(drag).place, 'end:s2');
});

test('a begin without its reply is repeated, and its session resumed', () => {
  const drag = carrying();
  const begin = drag.next();
  drag.cut();
  drag.reconnect(true);
  assert.equal(drag.next(), null);
  drag.answer({ kind: 'ok', verb: 'begin', drag: 'd1', items: ['i2'], replayed: true }, begin);
  assert.equal(drag.next().kind, 'resume');
});

test('a perform without its reply is repeated with its tag, after the session is resumed', () => {
  const drag = carrying();
  ok(drag);
  ok(drag);
  drag.drop();
  const perform = drag.next();
  drag.cut();
  assert.equal(drag.unanswered, 'd1');
  drag.reconnect(true);
  assert.equal(drag.next(), null);
  drag.answer({ kind: 'ok', verb: 'perform', outcome: 'moved', rev: 4, replayed: true }, perform);
  assert.deepEqual(endings(drag), ['moved']);
});

test('in another epoch, or when the grace is over, the drag is over', () => {
  const other = carrying();
  ok(other);
  other.cut();
  other.reconnect(false);
  assert.deepEqual(endings(other), ['shutdown']);
  const late = carrying();
  ok(late);
  late.cut();
  late.reconnect(true);
  refuse(late, 'session-ended', { outcome: 'expired' });
  assert.deepEqual(endings(late), ['expired']);
});

/** The table of drag-session.md: (input, state) to next state and response. */
function table() {
  const lines = read('drag-session.md').split('## Table')[1].match(/^\|.*\|$/gm);
  const cells = lines.map((line) => line.slice(1, -1).split('|').map((cell) => cell.trim()));
  const [head, , ...rows] = cells;
  return new Map(rows.map(([input, ...row]) => [input, new Map(row.map((cell, i) => {
    const [next, response] = cell.split(': ');
    return [head[i + 1], { next: next === '=' ? head[i + 1] : next, response }];
  }))]));
}

/** A server with one session of the table. It answers commands and makes events. */
class Server {
  state = 'none';
  before = 'lifted';
  items = ['i1', 'i2', 'i3'];
  #table = table();

  constructor(random) {
    this.random = random;
  }

  step(input) {
    const { next, response } = this.#table.get(input).get(this.state);
    if (next === 'suspended' && this.state !== 'suspended') this.before = this.state;
    if (next === 'as before') this.state = this.before;
    else if (next === 'within') this.before = this.#table.get(input).get(this.before).next;
    else this.state = next;
    return response;
  }

  reply(command) {
    const inputs = {
      begin: 'begin of the same items', exit: 'exit', perform: 'perform', cancel: 'cancel', resume: 'resume',
      propose: this.random.pick(['propose, allowed', 'propose, allowed', 'propose, denied', 'propose, no such place']),
    };
    const response = this.step(inputs[command.kind]);
    const { items } = this;
    const end = { kind: 'ok', verb: command.kind, drag: 'd1', outcome: response };
    if (['moved', 'cancelled'].includes(response)) return end;
    if (response !== 'ok') return { kind: 'refused', code: response, outcome: 'gone', text: 'No.' };
    const verdict = this.state === 'denied' ? 'cancel' : 'move';
    return { kind: 'ok', verb: command.kind, drag: 'd1', items, verdict };
  }
}

const isLive = (state) => state !== 'none' && state !== 'ended';

/** Plays one random drag; returns the codes that the server refused with. */
function playDrag(seed) {
  const random = seeded(seed);
  const server = new Server(random), drag = carrying(server.items, random.pick(['pointer', 'keyboard']));
  const codes = new Set();
  let asked = null, isCut = false;
  const event = (input) => {
    const response = server.step(input);
    if (!isCut && response !== '-') {
      const outcome = server.state === 'ended' ? response : undefined;
      drag.follow({ event: outcome ? 'ended' : response, outcome, drag: { id: 'd1', items: server.items, state: 'move' } });
    }
  };
  const actions = [
    () => drag.aim(random.pick([place('before:i7'), place('end:s2'), null])),
    () => random.chance(3) && drag.drop(),
    () => random.chance(9) && drag.cancel(),
    () => drag.renew(),
    () => !isCut && (asked ??= drag.next()),
    () => !isCut && asked && answer(),
    () => random.chance(4) && cutOrConnect(),
    () => random.chance(4) && event('place gone'),
    () => random.chance(4) && server.items.length > 1 && (server.items = server.items.slice(1), event('some items gone')),
    () => random.chance(30) && event(random.pick(['all items gone', 'time is up', 'shutdown'])),
  ];
  const answer = () => {
    const [command, reply] = [asked, server.reply(asked)];
    asked = null;
    if (reply.code) codes.add(`${command.kind}: ${reply.code}`);
    // The event of an end comes before its reply.
    if (reply.outcome && reply.kind === 'ok') drag.follow({ event: 'ended', outcome: reply.outcome, drag: { id: 'd1' } });
    drag.answer(reply, command);
  };
  const cutOrConnect = () => {
    isCut = !isCut;
    if (isCut) {
      event('connection closes, token');
      drag.cut();
      if (asked && !asked.tag) [drag.answer({ kind: 'lost' }, asked), asked = null];
      return;
    }
    // What the conversation does: resume before a perform, then the tagged command again.
    if (drag.unanswered) server.step('resume');
    drag.reconnect(true);
  };
  for (let i = 0; i < 200 && drag.isLive; i++) random.pick(actions)();
  if (drag.isLive) {
    if (isCut) cutOrConnect();
    for (let i = 0; i < 20 && drag.isLive; i++) {
      drag.cancel();
      if (asked ??= drag.next()) answer();
    }
  }
  assert.equal(drag.state, 'idle', `seed ${seed}`);
  assert.ok(!isLive(server.state) || isCut, `seed ${seed}: the server is ${server.state}`);
  assert.equal(endings(drag).length, 1, `seed ${seed}`);
  return codes;
}

test('any sequence over the table of drag-session.md ends on both sides, once', () => {
  const codes = new Set();
  for (let seed = 1; seed <= 3000; seed++) for (const code of playDrag(seed)) codes.add(code);
  for (const code of codes) {
    assert.ok(!/no-session|not-owner|unknown-session/.test(code), `refused: ${code}`);
  }
  assert.ok(codes.has('perform: items-gone') && codes.has('propose: bad-path'));
});
