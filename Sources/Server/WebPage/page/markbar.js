// What can be done with the items that are marked, in a bar over the end of the board.

import { byId, h, setText } from './dom.js';
import { icon } from './icons.js';
import { itemsType } from './outside.js';

export class MarkBar {
  constructor(app) {
    this.app = app;
    const { marks, actions } = app;
    const button = (label, onclick, properties = {}) => h('button', { onclick, ...properties }, label);
    this.count = h('span', { draggable: true, title: 'Drag to another window, which gets copies', ondragstart: (event) => this.#give(event) });
    this.rest = [
      button('Move to…', () => app.moving.open(marks.shown), { title: 'Move or copy (T)' }),
      button('Delete', () => actions.removeAll(marks.shown), { title: 'Delete (Del)' }),
      button(icon('close'), () => marks.clear(), { class: 'icon', 'aria-label': 'Deselect all', title: 'Deselect all (Esc)' }),
    ];
    this.element = h('div', { id: 'marks', role: 'region', 'aria-label': 'Selected items', hidden: true }, this.count, ...this.rest);
    byId('toasts').before(this.element);
  }

  /** Drags within the page follow the pointer themselves; only one of the browser leaves the window. */
  #give({ dataTransfer }) {
    const { marks, scene } = this.app, texts = scene.textsOf(marks.shown);
    dataTransfer.effectAllowed = 'copy';
    dataTransfer.setData(itemsType, JSON.stringify(texts));
    dataTransfer.setData('text/plain', texts.join('\n'));
  }

  /** In each frame. */
  follow() {
    const { marks, drag } = this.app;
    marks.follow();
    this.element.hidden = !marks.isMany || !this.app.replica.mayEdit || drag.isLive;
    if (this.element.hidden) return;
    const { ids } = marks, all = ids.length, shown = ids.filter((id) => marks.isShown(id)).length;
    setText(this.count, `${shown} selected${all > shown ? `, ${all - shown} hidden` : ''}`);
    for (const button of this.rest.slice(0, 2)) button.disabled = shown === 0;
  }
}
