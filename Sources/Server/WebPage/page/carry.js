// The own drag on this page: what may be picked up, what is sent, what is said about it.

import { speak } from './dom.js';
import { DragController } from './drag.js';
import { endReason, refusalReason, say } from './words.js';

const denials = ['cancel', 'forbidden'];

export class Carry {
  #deafUntil = 0;
  #texts = new Map();
  #said = null;
  #spokenPlace = null;
  #isQuiet = false;

  constructor(app) {
    this.app = app;
    this.drag = new DragController(() => app.link.conversation.tag());
    setInterval(() => (this.drag.renew(), this.pump()), 60_000);
  }

  /** For a moment after others ended the drag, a key or a release means nothing else. */
  get isDeaf() {
    return Date.now() < this.#deafUntil;
  }

  /** Picks up an item, with all that are marked if it is; or says why not. @param items what to pick up instead */
  lift(item, by, items = null) {
    const { app: { replica, scene, panels, marks }, drag } = this;
    const why = this.#whyNot(item);
    if (why) {
      panels.note(say.cannotPickUp([item.text], why), item.id);
      return false;
    }
    this.#isQuiet = false;
    drag.press(items ?? marks.of(item).filter((id) => !scene.holder(id)));
    this.#texts = new Map(drag.items.map((id) => [id, replica.items.get(id).text]));
    drag.lift(by, null);
    drag.place = drag.home = scene.home(item);
    this.#remember();
    if (by === 'keyboard' && !items) {
      scene.activeSection = item.section.id;
      speak(say.pickedUp(this.#named(drag.items), scene.spoken(drag.place)));
    }
    this.app.schedule();
    return true;
  }

  #whyNot(item) {
    const { link, scene, replica } = this.app;
    if (!link.isLive) return say.offline();
    if (!replica.mayEdit) return say.viewOnly();
    if (this.drag.state !== 'idle') return 'Another drag is going on.';
    if (!replica.items.has(item.id)) return refusalReason({ code: 'item-gone' });
    const holder = scene.holder(item.id);
    if (holder) return refusalReason({ code: 'leased', by: holder.client, item: item.id }, () => item.text);
    return replica.policy(item.section).draggable === 'no' ? refusalReason({ code: 'not-draggable' }) : null;
  }

  #named(ids) {
    return this.app.scene.textsOf(ids, this.drag.isExternal ? this.drag.texts : this.#texts);
  }

  #remember() {
    this.#spokenPlace = JSON.stringify(this.app.scene.spoken(this.drag.place));
  }

  /** Sends the command that is due. */
  pump() {
    const { app, drag } = this;
    const command = app.link.isLive ? drag.next() : null;
    if (!command) return;
    const isBegin = command.kind.startsWith('begin');
    this.#ask(isBegin ? { ...command, board: app.replica.board } : command, (reply) => {
      if (isBegin && reply.kind === 'ok') app.replica.begin(reply);
      drag.answer(reply, command);
      if (['propose', 'exit'].includes(command.kind) && drag.by === 'keyboard') this.#sayPlace();
      this.report();
      app.schedule();
      this.pump();
    });
  }

  #ask(command, answer) {
    const { link } = this.app;
    if (command.kind !== 'fill') return link.ask(command, answer);
    const { drag, texts: [first, ...rest], instead } = command, last = rest.length - 1;
    // A session always has an item, and never more than it may have.
    link.ask({ kind: 'add-external', drag, text: first });
    link.ask({ kind: 'remove', drag, items: instead }, rest.length ? () => {} : answer);
    for (const [i, text] of rest.entries()) link.ask({ kind: 'add-external', drag, text }, i < last ? () => {} : answer);
  }

  /** Something from outside is dragged in; and it is dropped. */
  bring(text) {
    this.#isQuiet = false;
    this.drag.bring(text, null);
    this.pump();
  }

  give(texts) {
    this.drag.give(texts);
    this.pump();
  }

  #sayPlace() {
    const { app, drag } = this;
    const place = drag.state === 'carrying' && app.scene.spoken(drag.place);
    if (!place) return;
    const now = JSON.stringify([place, drag.verdict?.kind]);
    const isFirst = this.#said === null && drag.place.anchor === drag.home.anchor;
    if (now === this.#said) return;
    this.#said = now;
    if (drag.verdict && !drag.isAllowed) {
      const section = app.replica.section(drag.place.section);
      speak(say.denied(place, app.parts.reason(section, drag.verdict ?? {})));
    } else if (!isFirst) speak(say.at(place));
  }

  /** Moves the place by keyboard, and shows it. */
  move(step, isCopy) {
    const { drag, app: { scene, view, replica } } = this;
    const place = step(drag.place ?? scene.home(replica.items.get(drag.items[0])));
    drag.aim(place, isCopy);
    scene.activeSection = place.section;
    this.#remember();
    this.app.draw();
    const section = replica.section(place.section);
    view.reveal(section, scene.plan(section).layout.gaps.find(({ isOwn }) => isOwn)?.frame);
    this.app.schedule();
  }

  moveBeside(step) {
    const { drag, app: { scene, replica } } = this;
    const at = replica.sections.findIndex(({ id }) => id === drag.place?.section) + step;
    const section = replica.sections[at];
    if (!section) return;
    const rank = scene.isThere(drag.place) ? scene.rank(drag.place) : 0;
    this.move(() => scene.placeOfRank(section, rank));
  }

  drop() {
    this.drag.drop();
    this.pump();
    this.app.schedule();
  }

  /** @param isQuiet whether nothing is said: for the person it was no drag */
  cancel(isQuiet = false) {
    this.#isQuiet = isQuiet;
    this.drag.cancel();
    this.report();
    this.pump();
    this.app.schedule();
  }

  /** Items go to a place, as a drag moves them: policies hold for every input. */
  send(ids, section, anchor, isCopy = false) {
    const item = this.app.replica.items.get(ids[0]);
    if (!item || !this.lift(item, 'keyboard', ids)) return;
    this.drag.aim({ section, anchor }, isCopy);
    this.drop();
  }

  /** After an update, by keyboard: the anchor holds. Where it is gone, the gap closes. */
  follow() {
    const { drag, app: { scene, replica } } = this;
    if (drag.state !== 'carrying' || drag.by !== 'keyboard' || !drag.place) return;
    if (!scene.isThere(drag.place)) {
      const item = replica.items.get(drag.items[0]);
      drag.aim(item ? scene.home(item) : null);
      this.#remember();
      speak(say.placeGone());
    } else if (this.#spokenPlace !== JSON.stringify(scene.spoken(drag.place))) {
      this.#remember();
      speak(say.shifted(scene.spoken(drag.place)));
    }
  }

  report() {
    const { drag, app: { panels } } = this;
    for (const report of drag.reports.splice(0)) {
      if (report.what === 'taken') panels.note(say.taken(this.#named(report.items)[0], report.left));
      else if (report.what === 'place-gone') speak(say.placeGone());
      else if (report.what === 'resumed') speak(say.goesOn());
      else if (report.what === 'not-dropped') panels.note(this.#why(report.refusal), drag.items[0]);
      else this.#end(report);
    }
  }

  #why(refusal) {
    return refusalReason(refusal, (id) => this.#named([id])[0]);
  }

  #end(report) {
    const { app } = this, { gesture, scene, focus, replica } = app;
    const item = replica.items.get(report.items[0]);
    gesture.over();
    this.#said = scene.activeSection = null;
    if (['moved', 'copied'].includes(report.outcome)) app.undo.changed(report.rev);
    if (!report.isWanted) this.#deafUntil = Date.now() + 500;
    if (report.by === 'keyboard' && item) focus.item(item);
    this.#sayEnd(report, item);
  }

  /** Where copies are, after the batch that has put them at a place. */
  #placeOfCopies(place, count) {
    const { replica } = this.app, section = place && replica.section(place.section);
    if (!section) return null;
    const [kind, id] = place.anchor.split(':'), beside = section.items.indexOf(replica.items.get(id)), gap = id ? null : this.app.scene.indexOf(place);
    const after = kind === 'after' && beside >= 0 ? beside + 1 : section.items.length - count;
    const index = gap !== null ? gap - count : kind === 'start' ? 0 : kind === 'before' && beside >= 0 ? beside - count : after;
    return { position: index + 1, count: section.items.length, section: section.title };
  }

  /** How what was dragged in has ended. */
  #sayBrought({ outcome, isWanted, isCancelled, verdict, place, refusal }, texts, at) {
    const { replica, panels, parts } = this.app, target = place && replica.section(place.section);
    if (outcome === 'copied' && at) return speak(say.added(texts, at));
    if (refusal) return panels.note(this.#why(refusal));
    if (!isWanted) return panels.note(say.over(endReason({ outcome })));
    panels.note(target && verdict && !isCancelled ? parts.reason(target, verdict) : say.notAdded());
  }

  #sayEnd(report, item) {
    const { outcome, isWanted, isLate, isCancelled, isExternal, items, verdict, place, refusal } = report;
    const { replica, panels, parts } = this.app;
    const texts = this.#named(items);
    const at = item && { position: replica.index(item) + 1, count: item.section.items.length, section: item.section.title };
    if (isCancelled && this.#isQuiet) return;
    if (isExternal) return this.#sayBrought(report, texts, at);
    if (outcome === 'refused') {
      return panels.note(say.cannotPickUp(texts, this.#why(refusal)), items[0]);
    }
    if (isLate) return panels.note(say.hadEnded());
    if (outcome === 'moved' && at) return speak(say.dropped(texts, at));
    if (outcome === 'copied') return speak(say.dropped(texts, this.#placeOfCopies(place, items.length) ?? at, true));
    if (!isWanted) return panels.note(say.over(endReason({ outcome, text: items.length === 1 ? texts[0] : undefined })));
    if (!at) return;
    if (isCancelled) return speak(say.cancelled(texts, at));
    const target = place && replica.section(place.section);
    const isDenied = target && (outcome === 'forbidden' || denials.includes(verdict?.kind));
    if (!isDenied) return speak(say.stays(texts, at));
    panels.note(`${say.stays(texts, at)} ${parts.reason(target, verdict ?? { reason: 'limit' })}`, items[0]);
  }
}
