// Joins the parts: bytes → wire → replica at once; then one frame: layout, DOM, motion.

import { Actions } from './actions.js';
import { BoardMenu } from './boardmenu.js';
import { showBoards } from './boards.js';
import { Card } from './card.js';
import { Carry } from './carry.js';
import { Clicks } from './clicks.js';
import { byId, h, setText, speak } from './dom.js';
import { Editor } from './editor.js';
import { Focus } from './focus.js';
import { Gesture } from './gesture.js';
import { Head } from './head.js';
import { History } from './history.js';
import { drawIcons } from './icons.js';
import { Keys } from './keys.js';
import { Link } from './link.js';
import { boardName } from './names.js';
import { MarkBar } from './markbar.js';
import { Marks } from './marks.js';
import { Moving } from './moving.js';
import { Offer } from './offer.js';
import { Outside, keepPage } from './outside.js';
import { Panels } from './panels.js';
import { Parts } from './parts.js';
import { Paste } from './paste.js';
import { place } from './place.js';
import { Scene } from './scene.js';
import { Settings } from './settings.js';
import { Sight } from './sight.js';
import { signInForm } from './signin.js';
import { Tasks } from './tasks.js';
import { Tidy } from './tidy.js';
import { Undo } from './undo.js';
import { View } from './view.js';
import { refusalReason, say } from './words.js';

class App {
  #frame = null;
  /** What the batches since the last frame moved, by id. */
  #moved = new Map();
  /** The items of which only fields have changed since, by ids. */
  #reconfigured = new Set();
  #isChanged = false;
  #isStill = true;
  #lastSaid = 0;
  #page = null;
  #token = null;

  constructor(board) {
    this.root = byId('board');
    this.head = new Head(this);
    this.panels = new Panels(this);
    this.editor = new Editor(this);
    this.card = new Card(this);
    this.boardMenu = new BoardMenu(this);
    this.history = new History(this);
    this.settings = new Settings(this);
    this.tidy = new Tidy(this);
    this.tasks = new Tasks(this);
    this.offer = new Offer(this);
    this.undo = new Undo(this);
    this.parts = new Parts(this);
    this.actions = new Actions(this);
    this.link = new Link(board, {
      state: () => (this.head.showState(), this.history.follow()), changes: (changes) => this.#receive(changes), cut: (isWanted) => this.#cut(isWanted),
      opened: (isSame) => this.#opened(isSame), board: (reply) => this.#boardOpened(reply),
      locked: () => this.#showSignIn(), snapshot: (object) => this.moving.receive(object),
    });
    this.replica = this.link.replica;
    this.sight = new Sight(this);
    this.carry = new Carry(this);
    this.drag = this.carry.drag;
    this.scene = new Scene(this.replica, this.drag);
    this.view = new View(this.root, this.scene, this);
    this.focus = new Focus(this);
    this.gesture = new Gesture(this, this.root);
    this.keys = new Keys(this);
    this.clicks = new Clicks(this);
    this.marks = new Marks(this);
    this.moving = new Moving(this);
    this.bar = new MarkBar(this);
    this.outside = new Outside(this);
    this.paste = new Paste(this);
    this.#listen();
    this.view.isMosaic = localStorage.layout === 'mosaic';
    this.view.measure();
  }

  #listen() {
    const { actions } = this, find = byId('find');
    find.addEventListener('input', () => actions.find(find.value.trim()));
    find.addEventListener('keydown', ({ key }) => key === 'Escape' && actions.find(find.value = ''));
    find.addEventListener('blur', () => find.value || document.body.classList.remove('finding'));
    byId('search').onclick = () => actions.startFind();
    byId('more').onclick = () => actions.boardMenu();
    byId('try').onclick = () => this.link.tryNow();
    // A hidden tab goes on applying, and draws once when it is shown.
    document.addEventListener('visibilitychange', () => this.schedule(false));
  }

  setLayout(isMosaic) {
    localStorage.layout = isMosaic ? 'mosaic' : 'columns';
    this.view.isMosaic = isMosaic;
    this.view.clear();
    this.root.scrollTo(0, 0);
    this.view.measure();
  }

  // Frames.

  /** @param isMotion false for a frame in which nothing is animated */
  schedule(isMotion = true) {
    if (!isMotion) this.#isStill = true;
    this.#frame ??= requestAnimationFrame((now) => this.draw(now));
  }

  draw(now = performance.now()) {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    if (this.replica.revision === null && !this.replica.sections.length) return;
    const before = this.drag.place?.anchor;
    this.view.anchor.hold();
    this.gesture.follow(now);
    this.outside.follow(now);
    this.bar.follow();
    // A batch and a drag are animated; a scroll and a search are not.
    const isMotion = this.#isChanged || this.drag.isLive || before !== this.drag.place?.anchor;
    this.view.draw(isMotion && !this.#isStill ? this.#moved : null);
    this.view.tint(this.#reconfigured);
    this.#moved = new Map();
    this.#reconfigured = new Set();
    this.#isChanged = this.#isStill = false;
    this.editor.follow();
    this.card.follow();
    this.history.follow();
    this.focus.keep();
    this.sight.follow();
    this.#drawBoard();
    byId('hint').hidden = this.drag.state !== 'carrying' || this.drag.by !== 'keyboard';
    this.carry.pump();
  }

  #drawBoard() {
    const { view, replica: { sections, revision }, gesture: { section } } = this;
    const shift = (at) => (view.isMosaic ? `translateY(${at - view.offset}px)` : `translateX(${at - view.offset}px)`);
    this.adder ??= h('button', { class: 'add-section', onclick: () => this.actions.addSection() }, 'Add a section');
    this.line ??= h('div', { class: 'section-line', 'aria-hidden': 'true' });
    this.adder.style.transform = sections.length ? shift(view.addSectionAt) : '';
    this.adder.classList.toggle('first', !sections.length);
    if (this.adder.nextSibling || !this.adder.isConnected) view.canvas.append(this.adder);
    if (revision !== null) setText(byId('empty'), sections.length ? '' : 'No sections yet.');
    if (!section) return this.line.remove();
    this.line.style.transform = shift((view.frames[section.index]?.start ?? view.addSectionAt) - view.gap / 2);
    // Behind the sections, whose order is that of the board.
    this.adder.before(this.line);
  }

  // What the server sends.

  #receive(changes) {
    for (const change of changes) {
      this.sight.receive(change);
      switch (change.kind) {
        case 'batch':
          this.#isChanged ||= change.sections || change.moved.length + change.inserted.length + change.deleted.length + change.edited.length > 0;
          this.tasks.follow(change);
          // What is fetched has not changed.
          if (change.isArrival) break;
          for (const { id } of change.reconfigured) this.#reconfigured.add(id);
          for (const entry of change.moved) {
            const isOwn = this.drag.state === 'dropping' && this.drag.items.includes(entry.item.id);
            this.#moved.set(entry.item.id, isOwn ? null : entry);
          }
          break;
        case 'snapshot':
          this.#isStill = true;
          this.tasks.follow(change);
          this.scene.forget();
          break;
        case 'removed': this.offer.show('The board was removed.'); break;
        case 'renamed':
          history.replaceState(null, '', place.pageOf(this.replica.board));
          this.history.restart();
          break;
        case 'drag':
          this.drag.follow(change);
          this.#isChanged = true;
          if (change.event === 'ended') this.#announce(change);
          break;
      }
    }
    if (!changes.length) return;
    this.head.showRole();
    this.head.showTitle();
    this.carry.follow();
    this.carry.report();
    this.schedule();
  }

  /** Others' moves, politely: in the section with the focus, at most one sentence in 5 s. */
  #announce({ drag, outcome }) {
    const item = this.replica.items.get(drag.items[0]);
    const isNear = item && document.activeElement?.closest('.section')?.dataset.section === item.section.id;
    const isNews = outcome === 'moved' && drag.client !== this.replica.me && Date.now() - this.#lastSaid > 5000;
    if (!isNear || !isNews) return;
    this.#lastSaid = Date.now();
    const position = this.replica.index(item) + 1;
    speak(say.otherMoved(drag.client, this.scene.textsOf(drag.items), item.section.title, position), 'others');
  }

  /** @param isWanted whether nobody needs to be told */
  #cut(isWanted) {
    this.drag.cut();
    if (!isWanted) speak(say.lost());
    this.schedule();
  }

  /** There is a connection again; returns the command to send before others are repeated. */
  #opened(isSame) {
    const session = isSame ? this.drag.unanswered : null;
    if (!isSame) this.history.restart();
    this.drag.reconnect(isSame);
    queueMicrotask(() => (this.carry.report(), this.carry.pump()));
    return session && { kind: 'resume', drag: session };
  }

  #boardOpened(reply) {
    if (reply.kind === 'ok') {
      this.offer.end();
      this.#meet(this.link.identity);
      this.head.askWho();
      this.#checkPage();
    } else if (reply.code === 'unknown-board') this.offer.show(`No board of the name ${this.replica.board}.`);
    else if (reply.code === 'access-denied') this.link.lock('needed');
    else if (reply.kind !== 'lost') this.#end(refusalReason(reply));
  }

  /** Who has another token is another client, with other changes to undo. */
  #meet({ token, isNew }) {
    if (this.#token !== token) this.undo.begin(isNew);
    this.#token = token;
  }

  /** After a restart the server may have another page. */
  async #checkPage() {
    const answer = await fetch('/', { method: 'HEAD' }).catch(() => null);
    const tag = answer?.headers.get('etag');
    if (this.#page && tag && tag !== this.#page) {
      this.panels.toast('There is a new version of this page.', 'Reload', () => location.reload());
    }
    this.#page ??= tag;
  }

  /** Holds and shows nothing of the board, which this client may not see any more. */
  clear() {
    this.replica.forget();
    this.head.clear();
    this.view.clear();
    this.panels.close();
    this.adder?.remove();
  }

  #showSignIn() {
    this.clear();
    this.offer.end();
    byId('empty').replaceChildren(signInForm(this.link));
  }

  #end(text) {
    this.view.clear();
    byId('empty').replaceChildren(h('p', {}, text), h('a', { href: place.home }, 'All boards'));
    this.link.stop();
  }

  // The item under a pressed pointer stays in the DOM.

  press(item) {
    this.view.pinned.add(item.id);
    this.pressed = item.id;
    this.scene.activeSection = item.section.id;
  }

  release() {
    if (!document.activeElement?.matches(`[data-item="${this.pressed}"]`)) this.view.pinned.delete(this.pressed);
    this.pressed = null;
  }
}

drawIcons();
keepPage();
document.documentElement.dataset.theme = localStorage.theme ?? 'system';
byId('home').href = place.home;
const name = place.board && boardName(place.board, '');
if (name === place.board && name) window.dropline = new App(name);
else if (name) location.replace(place.pageOf(name));
else showBoards();
