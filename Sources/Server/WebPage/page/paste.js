// Pasted lines become items, one each, in one change of the board.

import { isTyping, speak } from './dom.js';
import { linesOf, problemOf } from './lines.js';
import { say, textsProblem } from './words.js';

/** How often it is tried again if somebody else was faster. */
const tries = 20;

export class Paste {
  constructor(app) {
    this.app = app;
    document.addEventListener('paste', (event) => this.#paste(event));
  }

  #paste(event) {
    const { replica, actions, panels } = this.app, target = event.target.closest?.('.section') ? event.target : document.activeElement;
    const section = replica.section(target?.closest('.section')?.dataset.section), isField = target?.matches('.add');
    if (!section || (isTyping(target) && !isField) || document.querySelector('dialog[open], [role=menu]')) return;
    const texts = linesOf(event.clipboardData?.getData('text/plain') ?? '');
    // One line goes into the field, to be changed there.
    if (isField ? texts.length < 2 : !texts.length) return;
    event.preventDefault();
    if (!actions.isAllowed('insert')) return;
    const problem = problemOf(texts);
    if (problem) return panels.note(textsProblem(problem));
    this.#insert(texts, section.id, isField ? null : target.closest('.row')?.dataset.item, tries);
  }

  /** @param after the item behind which they go, or null for the end */
  #insert(texts, id, after, left) {
    const { link, replica, panels, undo } = this.app, section = replica.section(id), { revision: rev } = replica;
    if (!section) return panels.note(say.placeGone());
    const item = replica.items.get(after), s = replica.sections.indexOf(section);
    const index = item?.section === section ? replica.index(item) + 1 : section.items.length;
    const rows = texts.map((text, i) => ({ kind: 'insert', path: `${s}.${index + i}`, item: '-', text }));
    link.ask({ kind: 'batch', board: replica.board, rev, tag: link.conversation.tag(), rows }, (reply) => {
      if (reply.kind === 'ok') {
        const sentence = say.addedMany(texts, section.title);
        undo.changed(reply.rev);
        undo.offer(sentence, reply.rev);
        speak(sentence);
        this.#reveal(section, index + texts.length - 1);
      } else if (reply.code === 'stale-revision' && left > 0) setTimeout(() => this.#insert(texts, id, after, left - 1), 30);
      else this.app.actions.refuse(reply);
    });
  }

  #reveal(section, index) {
    const { view, scene } = this.app;
    this.app.draw();
    const { layout, list } = scene.plan(section), at = list.indexOf(section.items.at(index));
    if (at >= 0) view.reveal(section, layout.frame(at));
  }
}
