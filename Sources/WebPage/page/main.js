// Joins the parts: bytes → wire → replica at once; then one frame: layout, DOM, motion.

import { showBoards } from './boards.js';
import { byId, h, setText, speak } from './dom.js';
import { DragController } from './drag.js';
import { Gesture } from './gesture.js';
import { Keys } from './keys.js';
import { Link } from './link.js';
import { Panels } from './panels.js';
import { Parts } from './parts.js';
import { Scene } from './scene.js';
import { View } from './view.js';
import { endReason, refusalReason, say } from './words.js';

class App {
  #frame = null;
  #moved = new Map();
  #isStill = false;
  #deafUntil = 0;
  #focus = null;
  #lastSaid = 0;
  #wasShifted = null;
  #isChanged = false;
  #isFocusing = false;

  constructor(board) {
    this.root = byId('board');
    this.panels = new Panels(this);
    this.parts = new Parts(this);
    this.link = new Link(board, {
      state: () => this.showState(), changes: (changes) => this.receive(changes), cut: () => this.cut(),
      opened: (isSame) => this.opened(isSame), board: (reply) => this.boardOpened(reply),
    });
    this.replica = this.link.replica;
    this.drag = new DragController(() => this.link.conversation.tag());
    this.scene = new Scene(this.replica, this.drag);
    this.view = new View(this.root, this.scene, this);
    this.gesture = new Gesture(this, this.root);
    this.keys = new Keys(this);
    this.#listen();
    setInterval(() => document.hidden || this.askWho(), 30_000);
    setInterval(() => (this.drag.renew(), this.pump()), 60_000);
    this.view.isMosaic = localStorage.layout === 'mosaic';
    this.view.measure();
  }

  // Elements that the view asks for.

  makeSection(section) {
    const box = this.parts.makeSection(section);
    box.add.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      if (event.key === 'Enter' && box.add.value.trim()) this.add(section, box.add);
      else if (event.key === 'Escape') this.focusSection(section);
    });
    return box;
  }

  dress(box, section) {
    this.parts.dressSection(box, section);
  }

  makeRow(item) {
    return this.parts.makeRow(item);
  }

  dressRow(row, item, how) {
    this.parts.dressRow(row, item, how);
  }

  dressGhost(ghost, gap, section) {
    this.parts.dressGhost(ghost, gap, section);
  }

  #listen() {
    this.root.addEventListener('click', (event) => this.#click(event));
    this.root.addEventListener('focusin', ({ target }) => this.#focused(target));
    this.root.addEventListener('focusout', () => this.schedule());
    byId('find').addEventListener('input', ({ target }) => this.find(target.value.trim()));
    byId('find').addEventListener('keydown', ({ key }) => key === 'Escape' && this.find(byId('find').value = ''));
    byId('undo').onclick = () => this.undo('undo');
    byId('redo').onclick = () => this.undo('redo');
    byId('more').onclick = () => this.#boardMenu();
    byId('try').onclick = () => this.link.tryNow();
    document.addEventListener('visibilitychange', () => {
      this.#isStill = true;
      this.schedule();
    });
  }

  #boardMenu() {
    const { panels, view } = this;
    const themes = { light: 'dark', dark: 'system', system: 'light' };
    const theme = themes[localStorage.theme ?? 'system'];
    panels.menu(byId('more'), [
      ['Add a section', () => this.addSection()],
      [view.isMosaic ? 'Show as columns' : 'Show as a mosaic', () => this.setLayout(!view.isMosaic)],
      [`Theme: ${theme}`, () => setTheme(theme)],
      ['Copy the link', () => this.#copyLink()],
      ['Keys', () => panels.help()],
      ['All boards', () => location.assign('/')],
    ], () => byId('more').focus());
  }

  async #copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.panels.toast('The link is copied.');
    } catch {
      this.panels.ask('The link of this board', location.href, () => {});
    }
  }

  setLayout(isMosaic) {
    localStorage.layout = isMosaic ? 'mosaic' : 'columns';
    this.view.isMosaic = isMosaic;
    this.view.clear();
    this.root.scrollTo(0, 0);
    this.view.measure();
  }

  // Frames.

  schedule(isStill = null) {
    if (isStill === false) this.#isStill = true;
    this.#frame ??= requestAnimationFrame((now) => this.draw(now));
  }

  draw(now) {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    if (this.replica.revision === null && !this.replica.sections.length) return;
    const before = this.drag.place?.anchor;
    this.gesture.follow(now || performance.now());
    // Only what others changed, or an own drag, is animated; not a scroll or a search.
    const moved = this.#isStill ? null : this.#moved;
    this.#isStill = false;
    this.view.draw(moved && (moved.size || this.#isChanged || before !== this.drag.place?.anchor || this.drag.isLive) ? moved : null);
    this.#moved = new Map();
    this.#isChanged = false;
    this.panels.follow();
    this.#keepFocus();
    this.#place();
    this.pump();
  }

  #place() {
    const { isMosaic, addSectionAt, offset } = this.view;
    const { sections } = this.replica;
    this.adder ??= this.view.canvas.appendChild(h('button', { class: 'add-section', onclick: () => this.addSection() }, 'Add a section'));
    const at = `${addSectionAt - offset}px`;
    this.adder.style.transform = isMosaic ? `translate(1rem, ${at})` : `translate(${at}, 0)`;
    if (this.adder.nextSibling) this.view.canvas.append(this.adder);
    setText(byId('empty'), sections.length || this.replica.revision === null ? '' : 'No sections yet. Add one.');
    this.#drawSectionLine();
  }

  #drawSectionLine() {
    const { section } = this.gesture;
    this.line ??= h('div', { class: 'section-line', 'aria-hidden': 'true' });
    if (!section) return this.line.remove();
    const frame = this.view.frames[section.index];
    const at = (frame?.start ?? this.view.addSectionAt) - this.view.gap / 2 - this.view.offset;
    this.line.style.transform = this.view.isMosaic ? `translateY(${at}px)` : `translateX(${at}px)`;
    this.view.canvas.append(this.line);
  }

  // What the server sends.

  receive(changes) {
    for (const change of changes) {
      switch (change.kind) {
        case 'batch':
          this.#isChanged = true;
          for (const entry of change.moved) this.#moved.set(entry.item.id, entry);
          break;
        case 'snapshot':
          this.#isStill = true;
          this.scene.forget();
          break;
        case 'removed': this.#ended('The board was removed.'); break;
        case 'renamed': history.replaceState(null, '', `/b/${this.replica.board}`); this.showState(); break;
        case 'drag':
          this.drag.follow(change);
          if (change.event === 'ended') this.#tell(change);
          break;
      }
    }
    if (!changes.length) return;
    this.#aimAgain();
    this.#news();
    this.schedule();
  }

  /** By keyboard the anchor holds; where it is gone, the gap closes. */
  #aimAgain() {
    const { drag, scene } = this;
    if (drag.state !== 'carrying' || drag.by !== 'keyboard' || !drag.place) return;
    if (!scene.isThere(drag.place)) {
      drag.aim(scene.home(this.replica.items.get(drag.items[0]) ?? {}));
      return speak(say.placeGone());
    }
    const now = JSON.stringify(scene.spoken(drag.place));
    if (this.#wasShifted && now !== this.#wasShifted) speak(say.shifted(scene.spoken(drag.place)));
    this.#wasShifted = now;
  }

  /** Others' moves, politely: of the section with the focus, at most one sentence in 5 s. */
  #tell({ drag, outcome }) {
    const item = this.replica.items.get(drag.items[0]);
    const isNear = item && document.activeElement?.closest?.('.section')?.dataset.section === item.section.id;
    if (outcome !== 'moved' || drag.client === this.replica.me || !isNear || Date.now() - this.#lastSaid < 5000) return;
    this.#lastSaid = Date.now();
    const texts = this.scene.textsOf(drag.items);
    speak(say.otherMoved(drag.client, texts, item.section.title, this.replica.index(item) + 1), 'others');
  }

  cut() {
    this.drag.cut();
    speak(say.lost());
    this.schedule();
  }

  opened(isSame) {
    const { drag } = this;
    const session = isSame ? drag.unanswered : null;
    drag.reconnect(isSame);
    queueMicrotask(() => (this.#news(), this.pump()));
    return session && { kind: 'resume', drag: session };
  }

  boardOpened(reply) {
    document.body.classList.remove('loading');
    if (reply.kind === 'ok') {
      this.link.ask({ kind: 'policy', board: this.replica.board });
      return this.askWho();
    }
    if (reply.code === 'unknown-board') this.#unknown();
    else if (reply.kind !== 'lost') this.#ended(refusalReason(reply));
  }

  #unknown() {
    const { board } = this.replica;
    const create = () => this.link.ask({ kind: 'create', board }, () => this.link.reconnect());
    byId('empty').replaceChildren(h('p', {}, `No board of the name ${board}.`), h('button', { onclick: create }, 'Create it'));
  }

  #ended(text) {
    this.view.clear();
    this.replica.sections = [];
    byId('empty').replaceChildren(h('p', {}, text), h('a', { href: '/' }, 'All boards'));
    this.link.stop();
  }

  askWho() {
    const { board } = this.replica;
    this.link.ask({ kind: 'who', board }, ({ rows }) => {
      const names = new Set(rows?.map(({ client }) => client));
      if (rows) this.panels.showPeople([...names], this.replica.me);
    });
  }

  showState() {
    const { state, wait } = this.link;
    const texts = {
      connecting: 'Connecting', live: 'Live', reconnecting: `Reconnecting${wait ? ` in ${wait} s` : ''}`,
      stopped: 'Stopped', full: 'The server is full', refused: 'The name was refused',
    };
    setText(byId('link'), texts[state]);
    document.body.dataset.link = state;
    byId('try').hidden = !['reconnecting', 'full', 'refused'].includes(state);
    const { board } = this.replica ?? {};
    if (board) setText(byId('title'), board);
    const title = `${state === 'live' ? '' : `${texts[state].split(' in ')[0]}: `}${board} – Dropline`;
    if (board && document.title !== title) document.title = title;
  }

  // The own drag.

  get isDeaf() {
    return Date.now() < this.#deafUntil;
  }

  hold(item) {
    this.view.pinned.add(item.id);
    this.held = item.id;
    this.scene.underHand = item.section.id;
  }

  letGo() {
    if (this.held && this.held !== this.#focus?.item) this.view.pinned.delete(this.held);
    this.held = null;
  }

  /** Picks up an item, with the selection if it is selected; or says why not. */
  lift(item, by) {
    const { replica, scene, drag } = this;
    const why = this.#whyNot(item);
    if (why) return this.panels.note(say.cannotPickUp([item.text], why), item.id), false;
    const { selected } = replica;
    const items = selected.includes(item.id) ? this.#inOrder(selected) : [item.id];
    drag.press(items);
    drag.lift(by, null);
    drag.place = drag.home = scene.home(item);
    this.#wasShifted = JSON.stringify(scene.spoken(drag.place));
    if (by === 'keyboard') {
      scene.underHand = item.section.id;
      speak(say.pickedUp(scene.textsOf(items), scene.spoken(drag.place)));
    }
    this.schedule();
    return true;
  }

  #whyNot(item) {
    if (!this.link.isLive) return say.offline();
    if (this.drag.state !== 'idle') return 'Another drag is going on.';
    const holder = this.scene.holder(item.id);
    if (holder) return refusalReason({ code: 'leased', by: holder.client, item: item.id }, () => item.text);
    if (this.replica.policy(item.section).draggable === 'no') return refusalReason({ code: 'not-draggable' });
    return null;
  }

  #inOrder(ids) {
    const { replica, scene } = this;
    const free = ids.filter((id) => replica.items.has(id) && !scene.holder(id));
    const at = (id) => {
      const item = replica.items.get(id);
      return replica.sections.indexOf(item.section) * 1e7 + replica.index(item);
    };
    return free.sort((a, b) => at(a) - at(b));
  }

  /** Sends the command of the drag that is due. */
  pump() {
    const command = this.link.isLive ? this.drag.next() : null;
    if (!command) return;
    this.link.ask(command.kind === 'begin' ? { ...command, board: this.replica.board } : command, (reply) => {
      if (command.kind === 'begin' && reply.kind === 'ok') this.replica.begin(reply);
      this.drag.answer(reply, command);
      if (command.kind === 'propose' && this.drag.by === 'keyboard') this.#sayPlace();
      this.#news();
      this.schedule();
      this.pump();
    });
  }

  #sayPlace() {
    const { drag, scene } = this;
    const place = drag.state === 'carrying' && scene.spoken(drag.place);
    if (!place) return;
    const key = JSON.stringify([place, drag.verdict?.kind]);
    if (key === this.said || (!this.said && drag.isAllowed)) return void (this.said = key);
    this.said = key;
    if (drag.isAllowed) return speak(say.at(place));
    speak(say.denied(place, this.parts.reason(this.replica.section(drag.place.section), drag.verdict ?? {})));
  }

  carry(move, isCopy) {
    const { drag } = this;
    const place = move(drag.place ?? this.scene.home(this.replica.items.get(drag.items[0])));
    drag.aim(place, isCopy);
    this.scene.underHand = place.section;
    this.#wasShifted = JSON.stringify(this.scene.spoken(place));
    this.draw(0);
    const gap = this.scene.plan(this.replica.section(place.section)).layout.gaps.find(({ isOwn }) => isOwn);
    this.view.reveal(this.replica.section(place.section), gap?.frame);
    this.schedule();
  }

  carryBeside(step) {
    const { sections } = this.replica;
    const at = sections.findIndex(({ id }) => id === this.drag.place?.section) + step;
    const section = sections[at];
    if (!section) return;
    const spoken = this.scene.spoken(this.drag.place);
    this.carry(() => this.scene.place(this.scene.plan(section), Math.min((spoken?.position ?? 1) - 1, section.items.length)));
  }

  dropByKey() {
    if (this.isDeaf) return;
    this.drag.drop();
    this.pump();
    this.schedule();
  }

  cancelDrag() {
    this.drag.cancel();
    this.#news();
    this.pump();
    this.schedule();
  }

  /** Moves one item as a drag does, so that policies hold for every hand. */
  moveItem(item, anchor) {
    const section = anchor.startsWith('before:') ? this.replica.items.get(anchor.slice(7))?.section.id : anchor.split(':')[1];
    if (!section || !this.lift(item, 'keyboard')) return;
    this.drag.items = [item.id];
    this.drag.aim({ section, anchor });
    this.drag.drop();
    this.pump();
  }

  #news() {
    for (const news of this.drag.news.splice(0)) this.#report(news);
  }

  #report(news) {
    const { scene, drag, panels } = this;
    switch (news.what) {
      case 'taken': return this.panels.note(say.taken(scene.textsOf(news.items)[0], news.left));
      case 'place-gone': return speak(say.placeGone());
      case 'resumed': return speak(say.goesOn());
      case 'not-dropped': return panels.note(refusalReason(news.refusal, (id) => scene.textsOf([id])[0]), drag.items[0]);
      case 'ended': return this.#endDrag(news);
    }
  }

  #endDrag({ outcome, isWanted, isLate, items, verdict, place, by, refusal, isCancelled }) {
    const { scene, replica, panels } = this;
    this.gesture.over();
    this.said = null;
    this.scene.underHand = null;
    const texts = scene.textsOf(items);
    const first = replica.items.get(items[0]);
    const at = first && { position: replica.index(first) + 1, count: first.section.items.length, section: first.section.title };
    if (by === 'keyboard' && first) this.focusItem(first);
    if (!isWanted) this.#deafUntil = Date.now() + 500;
    if (outcome === 'refused') return panels.note(say.cannotPickUp(texts, refusalReason(refusal, (id) => scene.textsOf([id])[0])), items[0]);
    if (isLate) return panels.note(say.hadEnded());
    if (!isWanted && !['moved', 'copied'].includes(outcome)) {
      return panels.note(say.over(endReason({ outcome, text: items.length === 1 && !first ? this.lastText : undefined })));
    }
    const target = place && replica.section(place.section);
    if (outcome === 'copied') return speak(say.dropped(texts, scene.spoken(place) ?? at, true));
    if (!at) return;
    if (outcome === 'moved') return speak(say.dropped(texts, at));
    if (isCancelled) return speak(say.cancelled(texts, at));
    const isDenied = outcome === 'forbidden' || (verdict && ['cancel', 'forbidden'].includes(verdict.kind));
    if (isDenied && target) return panels.note(`${say.stays(texts, at)} ${this.parts.reason(target, verdict ?? { reason: 'limit' })}`, items[0]);
    speak(say.stays(texts, at));
  }

  // Commands.

  /** A change of the board. `then` gets the reply; a refusal is said beside the item `id`. */
  change(command, then, id) {
    const tag = this.link.conversation.tag();
    this.link.ask({ ...command, board: this.replica.board, tag }, (reply) => {
      if (reply.kind === 'ok') return then?.(reply);
      this.panels.note(refusalReason(reply, (item) => this.scene.textsOf([item])[0]), id);
    });
  }

  choose(item) {
    this.change({ kind: 'choose', item: item.id }, (reply) => {
      if (reply.choice === 'deleted') this.panels.toast(`"${item.text}" deleted.`, 'Undo', () => this.undo('undo'));
      else if (reply.choice !== 'moved') this.#saySelected(item);
    }, item.id);
  }

  select(item) {
    const kind = this.replica.selected.includes(item.id) ? 'deselect' : 'select';
    this.change({ kind, items: [item.id] }, () => this.#saySelected(item), item.id);
  }

  #saySelected(item) {
    const { selected } = this.replica;
    speak(selected.includes(item.id) ? say.selected(item.text, selected.length) : say.deselected(item.text));
    this.schedule();
  }

  remove(item) {
    const { selected } = this.replica;
    const items = selected.includes(item.id) ? selected : [item.id];
    const what = items.length > 1 ? `${items.length} items` : `"${item.text}"`;
    this.change({ kind: 'delete', items }, () => this.panels.toast(`${what} deleted.`, 'Undo', () => this.undo('undo')), item.id);
  }

  add(section, input) {
    const text = input.value;
    input.value = '';
    this.change({ kind: 'insert', place: `end:${section.id}`, text }, ({ item }) => {
      this.schedule();
      requestAnimationFrame(() => this.#reveal(this.replica.items.get(item)));
    });
  }

  addSection() {
    this.panels.ask('Title of the new section', '', (text) => this.change({ kind: 'insert-section', index: 'end', text }, ({ section }) => {
      requestAnimationFrame(() => (this.draw(0), this.focusSection(this.replica.section(section))));
    }));
  }

  moveSection(id, index) {
    const { sections } = this.replica;
    const at = this.sectionIndex(id);
    if (index === at || index === at + 1) return;
    this.change({ kind: 'move-section', section: id, index: sections[index] ? `before:${sections[index].id}` : 'end' });
  }

  sectionIndex(id) {
    return this.replica.sections.findIndex((section) => section.id === id);
  }

  undo(kind, force = {}) {
    this.link.ask({ kind, board: this.replica.board, tag: this.link.conversation.tag(), ...force }, (reply) => {
      if (reply.kind === 'ok') return speak(kind === 'undo' ? 'Undone.' : 'Redone.');
      const why = refusalReason(reply);
      if (reply.code !== 'undo-conflict' && reply.code !== 'leased') return this.panels.note(why);
      speak(why);
      this.panels.toast(why, kind === 'undo' ? 'Undo anyway' : 'Redo anyway', () => this.undo(kind, { force: true }));
    });
  }

  find(query) {
    this.scene.filter = query;
    this.#isStill = true;
    this.schedule();
    if (!query) return;
    const count = this.replica.sections.reduce((sum, section) => sum + this.scene.plan(section).list.length, 0);
    speak(say.found(count, query), 'others');
  }

  rename(name) {
    if (/^(?!-)(?!d?\d+$)[\w-]{1,64}$/.test(name) && !name.startsWith('guest-')) return this.link.rename(name);
    this.panels.note('A name has letters, digits, - and _, and not only digits.');
  }

  #click({ target, ctrlKey, metaKey, shiftKey }) {
    const section = this.replica.section(target.closest('.section')?.dataset.section);
    const item = this.replica.items.get(target.closest('.row')?.dataset.item);
    const act = target.closest('[data-act]')?.dataset.act;
    if (act === 'section-menu') return this.panels.sectionMenu(section, target);
    if (act === 'item-menu') return item && this.panels.itemMenu(item);
    if (!item || this.drag.isLive) return;
    if (ctrlKey || metaKey || shiftKey) this.select(item);
    else this.choose(item);
  }

  // Focus.

  #focused(target) {
    const id = target.closest('.row')?.dataset.item, section = target.closest('.section')?.dataset.section;
    if (this.#focus?.item && this.#focus.item !== this.held) this.view.pinned.delete(this.#focus.item);
    this.#focus = section ? { item: id, section, isRow: target.matches('.row, .rows') } : null;
    if (!id) return;
    this.view.pinned.add(id);
    this.view.cursors.set(section, id);
    this.#focus.index = this.scene.plan(this.replica.section(section)).list.findIndex((item) => item.id === id);
    this.schedule();
  }

  /** The focus never falls to `body`: it follows its item, or goes to the next one. */
  #keepFocus() {
    const focus = this.#focus;
    if (!focus?.isRow || (document.activeElement !== document.body && document.activeElement?.isConnected)) return;
    const item = this.replica.items.get(focus.item);
    if (item) return this.focusItem(item);
    const section = this.replica.section(focus.section) ?? this.replica.sections[0];
    const { list } = section ? this.scene.plan(section) : { list: [] };
    const next = list[Math.min(focus.index ?? 0, list.length - 1)];
    if (next) this.focusItem(next);
    else if (section) this.focusSection(section);
    else byId('more').focus();
  }

  focusItem(item) {
    if (this.#isFocusing || !this.replica.items.has(item.id)) return;
    this.#isFocusing = true;
    this.view.pinned.add(item.id);
    this.#reveal(item);
    this.view.rowOf(item.id)?.element.focus({ preventScroll: true });
    this.#isFocusing = false;
  }

  #reveal(item) {
    if (!item) return;
    const plan = this.scene.plan(item.section), index = plan.list.indexOf(item);
    if (index < 0) return;
    this.view.reveal(item.section, plan.layout.frame(index));
    this.draw(0);
  }

  focusSection(section) {
    if (!section) return;
    const { list } = this.scene.plan(section);
    const cursor = list.find(({ id }) => id === this.view.cursors.get(section.id)) ?? list[0];
    if (cursor) return this.focusItem(cursor);
    this.view.reveal(section, { y: 0, height: 0 });
    this.draw(0);
    this.view.boxOf(section.id)?.rows.focus({ preventScroll: true });
  }
}

function setTheme(theme) {
  localStorage.theme = theme;
  document.documentElement.dataset.theme = theme;
}

setTheme(localStorage.theme ?? 'system');
byId('home').href = '/';
const [, name] = location.pathname.match(/^\/b\/([^/]+)$/) ?? [];
if (name) window.dropline = new App(decodeURIComponent(name));
else showBoards();
