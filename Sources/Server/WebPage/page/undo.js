// Undo and redo: what is known of them, and the offer to undo what was just done.

import { byId, speak } from './dom.js';
import { refusalReason, say } from './words.js';

export class Undo {
  /** Whether there is something to undo or redo; null while it is not known. */
  #can = { undo: null, redo: null };
  /** `{rev, toast}`: the sentence that stands, and the change that it is about. */
  #offered = null;

  constructor(app) {
    this.app = app;
    byId('undo').onclick = () => this.run('undo');
    byId('redo').onclick = () => this.run('redo');
  }

  /** The board was opened. @param isNew whether this client has never changed it */
  begin(isNew) {
    this.#know(isNew ? { undo: false, redo: false } : { undo: null, redo: null });
  }

  /** Whether the server undoes at all. */
  get isThere() {
    return this.app.link.has('undo');
  }

  /** Whether it can be offered: also if it is not known. */
  may(kind) {
    return this.isThere && this.#can[kind] !== false;
  }

  #know(can) {
    // Who has signed in is the same person in other windows, too.
    if (this.app.link.identity.login) can = { undo: null, redo: null };
    Object.assign(this.#can, can);
    for (const kind of ['undo', 'redo']) byId(kind).setAttribute('aria-disabled', String(!this.may(kind)));
  }

  /** This client has changed the board: what was said of its last change is over. */
  changed(rev) {
    if (this.#offered && this.#offered.rev !== rev) this.#withdraw();
    this.app.panels.settle();
    this.#know({ undo: true, redo: false });
  }

  #withdraw() {
    this.#offered?.toast.remove();
    this.#offered = null;
  }

  /**
   * Says what was done in a revision, with a button that undoes this and nothing else.
   *
   * @param first what must be undone before, on another board
   */
  offer(text, rev, first = (then) => then()) {
    this.#withdraw();
    const toast = this.app.panels.toast(text, this.isThere && 'Undo', () => first(() => this.run('undo', {}, rev)));
    this.#offered = { rev, toast };
  }

  /** @param expected the revision to undo, if a sentence is about one */
  run(kind, force = {}, expected = null) {
    const { link, replica, panels, actions } = this.app;
    if (!actions.isAllowed(kind)) return;
    if (!this.may(kind)) return panels.note(this.isThere ? refusalReason({ code: `nothing-to-${kind}` }) : say.noUndo());
    this.#withdraw();
    const tag = link.conversation.tag();
    link.ask({ kind, board: replica.board, tag, ...force }, (reply) => {
      if (reply.kind === 'ok') this.#done(kind, reply, expected);
      else this.#refused(kind, reply);
    });
  }

  #done(kind, { of }, expected) {
    const { panels } = this.app, isUndo = kind === 'undo';
    panels.settle();
    this.#know(isUndo ? { undo: null, redo: true } : { undo: true, redo: null });
    if (expected === null || of === expected) return speak(isUndo ? 'Undone.' : 'Redone.');
    // Another window of the same person has changed the board since.
    panels.toast('A later change of yours was undone.', 'Redo', () => this.run('redo'));
  }

  #refused(kind, reply) {
    const { panels, replica } = this.app, why = refusalReason(reply);
    if (reply.code === `nothing-to-${kind}`) this.#know({ [kind]: false });
    if (!replica.mayForce || !['undo-conflict', 'leased'].includes(reply.code)) return panels.note(why);
    speak(why);
    panels.toast(why, kind === 'undo' ? 'Undo anyway' : 'Redo anyway', () => this.run(kind, { force: true }));
  }
}
