// What is dragged in from outside of the window: texts and addresses become items, and others see the drag.
// The browser tells what they are only when they are dropped; until then the drag has an item that stands for them.

import { isTyping } from './dom.js';
import { addressesOf, linesOf, problemOf } from './lines.js';
import { say, textsProblem } from './words.js';

/** The type of what another window of the page gives: the texts of items as an array. */
export const itemsType = 'application/x-dropline-items';
const largestFile = 65_536;
/** A browser repeats `dragover`; one whose target has gone from under the pointer may not say that it left. */
const silence = 5000;

/** What would make the browser leave the page, or show a file instead of it. */
export function keepPage() {
  for (const type of ['dragenter', 'dragover', 'drop']) {
    document.addEventListener(type, (event) => {
      // What is dropped on "Add an item" is added; any other field takes a text as it is.
      const isForField = isTyping(event.target) && !event.target.matches('.add') && !event.dataTransfer.types.includes('Files');
      if (!isForField) event.preventDefault();
    });
  }
}

/** The texts that a drop has; of files only those with text are read. */
async function textsOf(transfer) {
  const items = transfer.getData(itemsType), plain = transfer.getData('text/plain'), list = transfer.getData('text/uri-list');
  if (items) return JSON.parse(items).map(String);
  const files = [...transfer.files];
  if (!files.length) return plain.trim() ? linesOf(plain) : addressesOf(list);
  if (files.some(({ type }) => !type.startsWith('text/'))) throw new Error('file');
  if (files.reduce((sum, { size }) => sum + size, 0) > largestFile) throw new Error('much');
  return linesOf((await Promise.all(files.map((file) => file.text()))).join('\n'));
}

export class Outside {
  /** The point of the pointer while something is dragged in. */
  #point = null;
  #timer = null;

  constructor(app) {
    this.app = app;
    // An element that comes under a pointer that is still is entered, and only that.
    for (const type of ['dragenter', 'dragover']) document.addEventListener(type, (event) => this.#over(event));
    document.addEventListener('dragleave', (event) => event.relatedTarget === null && this.#leave());
    document.addEventListener('drop', (event) => this.#drop(event));
  }

  #over(event) {
    const { carry, drag, gesture } = this.app, { types } = event.dataTransfer;
    const hasText = ['text/plain', 'text/uri-list', itemsType, 'Files'].some((type) => types.includes(type));
    if (!hasText || !event.defaultPrevented || event.target.closest?.('dialog, [role=menu]')) return this.#leave();
    event.dataTransfer.dropEffect = 'copy';
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#leave(), silence);
    if (!this.#point) gesture.resetEdges();
    this.#point = { x: event.clientX, y: event.clientY };
    if (drag.state === 'idle' && this.app.replica.mayEdit && this.app.link.isLive) carry.bring(say.fromOutside(types.includes('Files')));
    this.app.schedule();
  }

  /** In each frame. */
  follow(now) {
    const { app: { drag, scene, view, gesture } } = this, point = this.#point;
    if (!point || !drag.isExternal || drag.state !== 'carrying') return;
    const target = view.locate(point.x, point.y);
    gesture.scrollAt(point, target, now);
    scene.activeSection = target?.section.id ?? null;
    drag.aim(target ? scene.placeAt(target.section, target.x, target.y) : null);
  }

  #leave() {
    if (!this.#point) return;
    this.#point = null;
    if (this.app.drag.isExternal) this.app.carry.cancel(true);
    this.app.schedule();
  }

  async #drop(event) {
    const { app, app: { carry, drag, link, panels, replica } } = this;
    if (!this.#point) this.#over(event);
    if (!this.#point) return;
    this.follow(performance.now());
    this.#point = null;
    const refuse = (sentence) => (drag.isExternal && carry.cancel(true), panels.note(sentence));
    // Only now can it be read, and not after the first await.
    const reading = textsOf(event.dataTransfer);
    if (!replica.mayEdit) return refuse(say.viewOnly());
    if (!link.isLive) return refuse(say.offline());
    const { place } = drag;
    const texts = await reading.catch(({ message }) => message);
    const problem = typeof texts === 'string' ? texts : problemOf(texts);
    if (problem) return refuse(textsProblem(problem));
    if (!drag.isExternal || drag.state !== 'carrying' || !place) return refuse(say.noPlace());
    carry.give(texts);
    app.schedule();
  }
}
