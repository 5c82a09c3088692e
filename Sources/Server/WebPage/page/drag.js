// The client's own drag. Events go in, commands come out: `next` returns the one that is due.
//
// idle → pressed → carrying → dropping → idle, and `isSuspended` while there is no connection. At
// most one question waits for its reply; then the newest place is asked, never an old one.

const samePlace = (a, b) => a?.anchor === b?.anchor && a?.section === b?.section && a?.stays === b?.stays;

export class DragController {
  state = 'idle';
  items = [];
  /** `{section, anchor, stays}`, or null outside of all sections; a drop that `stays` is not made. */
  place = null;
  session = null;
  /** `{kind, reason, sentence}` of the last proposal, or null if unknown. */
  verdict = null;
  isSuspended = false;
  /** Whether the items come from outside, and their texts by id. */
  isExternal = false;
  texts = new Map();
  /** What happened, for people; the page takes the entries. */
  reports = [];
  #given = null;
  #asked = null;
  #judged = null;
  #isCancelled = false;
  #mustResume = false;

  constructor(tag) {
    this.tag = tag;
  }

  get isLive() {
    return this.state === 'carrying' || this.state === 'dropping';
  }

  get isAllowed() {
    return this.verdict?.kind === 'move' || this.verdict?.kind === 'copy';
  }

  press(items) {
    if (this.state !== 'idle') return;
    Object.assign(this, { state: 'pressed', items: [...items], place: null, session: null });
    Object.assign(this, { verdict: null, isCopy: false, isExternal: false });
    this.#given = null;
    this.#asked = this.#judged = null;
    this.#isCancelled = this.#mustResume = false;
  }

  release() {
    if (this.state === 'pressed') this.state = 'idle';
  }

  /** @param by 'pointer' or 'keyboard' @param place where the items are now */
  lift(by, place) {
    if (this.state !== 'pressed') return;
    Object.assign(this, { state: 'carrying', by, place });
    // Nothing is proposed until the place changes or the items are dropped.
    this.home = place;
  }

  /** Something from outside is over the page. @param text stands for what is not known before the drop */
  bring(text, place) {
    this.press([]);
    Object.assign(this, { isExternal: true, texts: new Map([[null, text]]) });
    this.lift('outside', place);
  }

  /** It was dropped, and these are the texts of its items. */
  give(texts) {
    if (this.state === 'carrying') [this.#given, this.state] = [texts, 'dropping'];
  }

  aim(place, isCopy = this.isCopy) {
    if (this.state !== 'carrying') return;
    if (place?.section !== this.place?.section || isCopy !== this.isCopy) this.verdict = null;
    Object.assign(this, { place, isCopy });
  }

  drop() {
    if (this.state === 'carrying') this.state = 'dropping';
  }

  cancel() {
    if (this.state === 'pressed') return this.release();
    if (!this.isLive) return;
    this.#isCancelled = true;
    if (!this.session && !this.#asked) this.#end({ outcome: 'cancelled' });
  }

  /** Asks again about the same place: a still carry is not idle for the server. */
  renew() {
    if (this.state === 'carrying' && !this.#asked) this.#judged = null;
  }

  /** The command that is due, or null. Call it after every change. */
  next() {
    if (!this.isLive || this.isSuspended || this.#asked) return null;
    const command = this.#due();
    if (command) this.#asked = { command, place: this.place, isCopy: this.isCopy };
    return command;
  }

  #due() {
    const drag = this.session;
    if (!drag && this.isExternal) return { kind: 'begin-external', text: this.texts.get(null), tag: this.tag() };
    if (!drag) return { kind: 'begin', items: this.items, tag: this.tag() };
    if (this.#mustResume) return { kind: 'resume', drag };
    if (this.#isCancelled) return { kind: 'cancel', drag };
    if (this.#given) return { kind: 'fill', drag, texts: this.#given, instead: this.items };
    const judged = this.#judged;
    const isJudged = judged && samePlace(judged.place, this.place) && judged.isCopy === this.isCopy;
    if (!isJudged) {
      if (!this.place || this.place.stays) return { kind: 'exit', drag };
      const command = { kind: 'propose', place: this.place.anchor, drag };
      return this.isCopy ? { ...command, op: 'copy' } : command;
    }
    return this.state === 'dropping' ? { kind: 'perform', drag, tag: this.tag() } : null;
  }

  /** The reply to a command of `next`. */
  answer(reply, command) {
    if (this.#asked?.command !== command) return;
    const { place, isCopy } = this.#asked;
    this.#asked = null;
    if (!this.isLive) return;
    if (reply.kind === 'lost') return this.#lose(command);
    if (reply.kind !== 'ok') return this.#refuse(reply, command, { place, isCopy });
    switch (command.kind) {
      case 'begin':
      case 'begin-external':
        this.session = reply.drag;
        this.items = reply.items;
        if (this.isExternal) this.texts.set(reply.items[0], command.text);
        this.#mustResume = reply.replayed === true;
        return;
      case 'fill': return this.#filled(reply.items ?? [], command.texts);
      case 'resume': return this.#goOn(reply.items);
      case 'propose':
        this.verdict = { kind: reply.verdict, reason: reply.reason, at: reply.at };
        this.#judged = { place, isCopy };
        return;
      case 'exit':
        this.verdict = null;
        this.#judged = { place, isCopy };
        return;
      case 'perform':
      case 'cancel': return this.#end(reply);
    }
  }

  #goOn(items) {
    this.#mustResume = false;
    this.#judged = null;
    if (items) this.#setItems(items);
    this.reports.push({ what: 'resumed' });
  }

  /** Items with the given texts are in the session now, or some of them had no room. */
  #filled(items, texts) {
    this.#given = this.#judged = null;
    if (!items.length) return this.#end({ outcome: 'cancelled' });
    Object.assign(this, { items, texts: new Map(items.map((id, i) => [id, texts[i]])) });
    if (items.length < texts.length) this.#isCancelled = true;
  }

  #lose(command) {
    // Whether the texts have arrived is not known, and twice would be too often.
    if (command.kind === 'fill') [this.#given, this.#isCancelled] = [null, true];
    // A tagged command is lost only in another epoch, in which there is no drag either.
    if (command.tag || !this.session) this.#end({ outcome: 'lost' });
  }

  #refuse(refusal, command, { place, isCopy }) {
    const { code } = refusal;
    if (command.kind === 'resume' && code === 'not-suspended') return this.#goOn();
    if (code === 'session-suspended') return void (this.#mustResume = true);
    const isOver = ['session-ended', 'unknown-session', 'not-owner', 'no-session'].includes(code);
    if (isOver) {
      const outcome = refusal.outcome ?? (this.#mustResume ? 'shutdown' : 'gone');
      return this.#end({ ...refusal, outcome, isLate: command.kind === 'resume' });
    }
    if (command.kind.startsWith('begin')) return this.#end({ outcome: 'refused', refusal });
    if (command.kind === 'perform' && code === 'items-gone') return void (this.#judged = null);
    this.#given = null;
    // The place is gone, or the drop would exceed a limit: the session goes on.
    this.#judged = { place, isCopy };
    this.verdict = { kind: 'cancel', reason: code, sentence: refusal.text };
    if (this.state === 'dropping') this.#giveUp(refusal);
  }

  /** A drop that the server did not make: only a keyboard drag can go on. */
  #giveUp(refusal) {
    this.reports.push({ what: 'not-dropped', refusal });
    if (this.by === 'keyboard') this.state = 'carrying';
    else this.#isCancelled = true;
  }

  /** An event about the client's session, after the replica has applied it. */
  follow({ event, outcome, drag, rev, reason }) {
    if (!this.isLive || drag.id !== this.session) return;
    switch (event) {
      case 'items':
        this.#judged = null;
        return this.#setItems(drag.items);
      case 'over':
        this.verdict = { kind: drag.state, reason: drag.reason, at: drag.at };
        return;
      case 'lost':
        this.#judged = null;
        return this.#losePlace();
      case 'ended': return this.#end({ outcome, rev, reason });
    }
  }

  #losePlace() {
    this.reports.push({ what: 'place-gone' });
    this.verdict = null;
    if (this.by === 'keyboard') {
      this.place = null;
      this.state = 'carrying';
    } else if (this.state === 'dropping') this.#isCancelled = true;
  }

  #setItems(items) {
    const taken = this.items.filter((id) => !items.includes(id));
    this.items = [...items];
    if (taken.length) this.reports.push({ what: 'taken', items: taken, left: items.length });
  }

  #end(how) {
    const isOwn = this.state === 'dropping' || this.#isCancelled;
    const success = ['moved', 'copied', 'unchanged'].includes(how.outcome);
    const isWanted = isOwn && (success || ['cancelled', 'forbidden'].includes(how.outcome));
    const { items, place, by, verdict, home, isExternal } = this;
    const entry = { what: 'ended', ...how, items, place, by, verdict, home, isWanted, isExternal };
    this.reports.push({ ...entry, isCancelled: this.#isCancelled });
    this.state = 'idle';
    this.isSuspended = this.isExternal = false;
    this.session = this.verdict = this.place = null;
  }

  /** The connection broke: the server keeps the drag for a while. */
  cut() {
    if (this.isLive) this.isSuspended = true;
  }

  /** There is a connection again. Call it before tagged commands are repeated. */
  reconnect(isSameEpoch) {
    if (!this.isLive) return;
    this.isSuspended = false;
    if (!isSameEpoch) return this.#end({ outcome: 'shutdown', isLate: true });
    this.#mustResume = this.session !== null && this.#asked?.command.kind !== 'perform';
  }

  /** The session to resume before a `perform` is repeated, or null. */
  get unanswered() {
    return this.#asked?.command.kind === 'perform' ? this.session : null;
  }
}
