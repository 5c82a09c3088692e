// The elements of a section, a row and a ghost, and what they show.

import { h, setLinkedText, setText } from './dom.js';
import { factParts, hasFacts, isDone, isFromRight } from './facts.js';
import { acceptWords, dropReason, dropWords, shownTitle } from './words.js';

/** Sets an attribute only if it differs. */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const toggle = (element, name, is) => element.classList.toggle(name, Boolean(is));

export class Parts {
  constructor(app) {
    this.app = app;
  }

  makeSection(section) {
    const name = h('h2', { class: 'name', dir: 'auto' });
    const count = h('span', { class: 'count' });
    const badges = h('span', { class: 'badges' });
    const menu = h('button', { class: 'more', 'data-act': 'section-menu' });
    const canvas = h('div', { class: 'canvas', role: 'rowgroup' });
    const above = h('span', { class: 'beyond above', 'aria-hidden': 'true' });
    const below = h('span', { class: 'beyond below', 'aria-hidden': 'true' });
    const rows = h('div', { class: 'rows', role: 'grid', 'aria-multiselectable': 'true' }, canvas);
    const add = h('input', { class: 'add', placeholder: 'Add an item', maxLength: 1024, enterkeyhint: 'done', dir: 'auto' });
    add.addEventListener('keydown', ({ key, isComposing }) => {
      const current = this.app.replica.section(section.id);
      if (key === 'Enter' && !isComposing && add.value.trim()) this.app.actions.add(current, add);
      else if (key === 'Escape') this.app.focus.section(current);
    });
    const head = h('header', { class: 'head' }, name, count, badges, menu);
    const element = h('section', { class: 'section', 'data-section': section.id }, head, rows, above, below, add);
    return { element, head, name, count, badges, menu, canvas, rows, above, below, add };
  }

  dressSection(box, section) {
    const { app: { replica, scene, drag, gesture } } = this;
    const policy = replica.policy(section);
    const title = shownTitle(section);
    setText(box.name, box.name.title = title);
    const size = section.items.length, limit = policy.limit > 0 ? ` / ${policy.limit}` : '';
    const found = scene.filter ? `${box.plan.list.length}${this.app.sight.hasMore ? '+' : ''} of ` : '';
    setText(box.count, `${found}${size}${limit}`);
    toggle(box.count, 'full', policy.limit > 0 && size >= policy.limit);
    const badges = this.#badges(policy).join(' · ');
    setText(box.badges, box.badges.title = badges);
    box.rows.dataset.empty = scene.filter ? 'Nothing found' : 'Nothing here yet';
    setAttribute(box.rows, 'aria-label', title);
    setAttribute(box.menu, 'aria-label', `Actions for section ${title}`);
    setAttribute(box.add, 'aria-label', `Add an item to ${title}`);
    setAttribute(box.rows, 'aria-rowcount', String(box.plan.list.length));
    const isOver = drag.isLive && drag.place?.section === section.id;
    toggle(box.element, 'over', isOver);
    toggle(box.element, 'denied', isOver && drag.verdict && !drag.isAllowed);
    toggle(box.element, 'still', policy.draggable === 'no');
    toggle(box.element, 'lifted', gesture.section?.id === section.id);
  }

  #badges(policy) {
    const badges = [];
    if (policy.paused === 'yes') badges.push('paused');
    if (policy['local-only'] === 'yes') badges.push('local only');
    if (policy.ops === 'none') badges.push('no drops');
    if (acceptWords(policy)) badges.push(`only ${acceptWords(policy)}`);
    if (dropWords(policy['on-drop'])) badges.push(`a drop ${dropWords(policy['on-drop'])}`);
    const [act, id] = String(policy['on-choose']).split(':');
    if (act === 'delete') badges.push('tap deletes');
    if (act === 'move') badges.push(`tap moves to ${this.app.replica.section(id)?.title ?? id}`);
    return badges;
  }

  makeRow({ id }) {
    const text = h('div', { class: 'text', role: 'gridcell', dir: 'auto' });
    const more = h('button', { class: 'more', tabIndex: -1, 'data-act': 'item-menu' });
    const element = h('div', { class: 'row', role: 'row', 'data-item': id, tabIndex: -1 },
      h('i', { class: 'grip' }), text, h('div', { role: 'gridcell' }, more));
    return { element, text, more };
  }

  /** The row of an item that is not known. */
  makeWaiting() {
    const text = h('div', { class: 'text', role: 'gridcell', 'aria-label': 'Loading' });
    return { element: h('div', { class: 'row waiting', role: 'row', 'aria-busy': 'true', tabIndex: -1 }, text) };
  }

  dressWaiting(row, index) {
    if (row.index !== index) row.element.setAttribute('aria-rowindex', String((row.index = index) + 1));
  }

  dressRow(row, item, { index, isStop, isLifted }) {
    const { app: { scene, marks } } = this;
    const { element } = row;
    if (row.shown !== item.text) {
      row.shown = item.text;
      row.fields = null;
      // The arrow keys go through the rows; the panel of an item has its links for the keyboard.
      setLinkedText(row.text, item.text, { tabIndex: -1 });
      row.more.setAttribute('aria-label', `Actions for ${item.text || 'an empty item'}`);
    }
    this.#dressFacts(row, item);
    if (row.index !== index) element.setAttribute('aria-rowindex', String((row.index = index) + 1));
    element.tabIndex = isStop ? 0 : -1;
    toggle(element, 'away', isLifted);
    const isSelected = marks.has(item.id);
    if (row.isSelected !== isSelected) element.setAttribute('aria-selected', String(row.isSelected = isSelected));
    const holder = scene.holder(item.id);
    const others = holder ? [holder.client] : this.#selectors(item.id);
    this.#mark(element, others[0]);
    toggle(element, 'held', holder);
    const initials = others.map((name) => this.app.head.lookOf(name).letters).join(' ');
    const label = holder ? `${holder.client}${holder.suspended ? ', away' : ''}` : initials;
    if ((element.dataset.who ?? '') !== label) element.dataset.who = label;
  }

  /** What an item without fields does not need is not there. */
  #dressFacts(row, item) {
    const { tasks, replica: { mayEdit } } = this.app;
    if (row.fields === item.fields && row.mayEdit === mayEdit && Boolean(row.check) === tasks.isShown) return;
    Object.assign(row, { fields: item.fields, mayEdit });
    const { element } = row, done = isDone(item.fields);
    if (tasks.isShown) Object.assign(row.check ??= this.#makeCheck(row), { checked: done, disabled: !mayEdit });
    toggle(element, 'done', done);
    toggle(element, 'noted', hasFacts(item.fields));
    const parts = factParts(item.fields);
    row.facts?.remove();
    row.facts = parts.length ? h('div', { class: 'facts', role: 'gridcell', dir: isFromRight(item.text) ? 'rtl' : 'ltr' }, ...parts) : null;
    if (row.facts) row.text.after(row.facts);
  }

  #makeCheck({ text }) {
    const check = h('input', { type: 'checkbox', tabIndex: -1, 'aria-label': 'Mark as done' });
    text.before(h('div', { class: 'check', role: 'gridcell' }, h('label', {}, check)));
    return check;
  }

  /** Gives an element the hue of somebody. */
  #mark(element, client) {
    const hue = client === undefined ? '' : String(this.app.head.lookOf(client).hue);
    if (element.dataset.hue === hue) return;
    element.dataset.hue = hue;
    if (hue) element.style.setProperty('--hue', hue);
  }

  #selectors(id) {
    const { selections, me } = this.app.replica;
    const names = [];
    for (const [client, items] of selections) if (client !== me && items.includes(id)) names.push(client);
    return names;
  }

  dressGhost(ghost, gap, section) {
    const { drag } = this.app, other = gap.drag;
    const state = other ? other.state : drag.verdict?.kind;
    const isDenied = state === 'cancel' || state === 'forbidden';
    const why = isDenied ? this.reason(section, other ?? drag.verdict, other) : '';
    setText(ghost, this.#ghostText(other, why));
    ghost.className = 'ghost';
    toggle(ghost, 'own', !other);
    toggle(ghost, 'line', gap.isLine);
    toggle(ghost, 'denied', isDenied);
    toggle(ghost, 'asleep', other?.suspended);
    toggle(ghost, 'keys', !other && (drag.by === 'keyboard' || drag.state === 'dropping'));
    ghost.dataset.who = other?.client ?? '';
    this.#mark(ghost, other?.client);
  }

  /** "Ann · Milk +2", or why not; what a pointer carries is drawn under it. */
  #ghostText(other, why) {
    const { scene, drag } = this.app;
    if (!other && drag.by !== 'keyboard' && drag.state === 'carrying') return '';
    if (other && why) return `${other.client}: ${why}`;
    const { items, texts } = other ?? drag;
    const more = items.length > 1 ? ` +${items.length - 1}` : '';
    const what = `${scene.textsOf(items.slice(0, 1), texts)[0] ?? ''}${more}`;
    if (other) return `${other.client} · ${what}`;
    return why ? `${what} — ${why}` : what;
  }

  reason(section, verdict, isOther) {
    const { replica, drag } = this.app;
    const facts = { section: section.title, count: section.items.length, policy: replica.policy(section) };
    const carried = (isOther ? verdict : drag).items.length;
    return dropReason(verdict, { ...facts, carried, isCopy: !isOther && drag.isCopy });
  }
}
