// Order in a section: sorted by text, or cleared.

import { speak } from './dom.js';
import { say } from './words.js';

/** The most bytes of the ids in one command: a message has at most 65,536 bytes. */
const most = 60_000;

/** The items by their texts, numbers by their value; equal ones stay as they are. */
export function sorted(items) {
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'accent' });
  return [...items].sort((a, b) => compare(a.text, b.text));
}

export class Tidy {
  constructor(app) {
    this.app = app;
  }

  /** One command, and so one revision and one undo. */
  async sort(section) {
    const { id, title } = section, { actions, panels, undo, sight } = this.app, tooMany = () => panels.note(`${title} has too many items to be sorted at once.`);
    // An id has a letter, and each has quotation marks and a comma.
    if (section.items.length > most / 4) return tooMany();
    const items = await sight.read(section);
    if (!items) return panels.note(say.notRead());
    const order = sorted(items);
    if (order.every((item, index) => item === items[index])) return speak(`${title} is sorted already.`);
    const move = { kind: 'move', items: order.map(({ id }) => id), place: `start:${id}` };
    if (JSON.stringify(move.items).length > most) return tooMany();
    actions.change(move, ({ rev }) => undo.offer(`"${title}" sorted.`, rev));
  }

  clear({ id, title }) {
    const { actions, undo } = this.app;
    const cleared = ({ count, rev }) => undo.offer(`${count} ${count === 1 ? 'item' : 'items'} of "${title}" deleted.`, rev);
    actions.change({ kind: 'clear', section: id }, cleared);
  }
}
