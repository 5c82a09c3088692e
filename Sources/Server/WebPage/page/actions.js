// The commands of a person that are no drag. A refusal is said beside its item.

import { byId, setText, speak } from './dom.js';
import { bytesOf, mostOfText } from './lines.js';
import { place } from './place.js';
import { refusalReason, say } from './words.js';

export class Actions {
  constructor(app) {
    this.app = app;
  }

  /** @param then gets the reply if it is `ok` @param id the item that it is about @param otherwise if it is not */
  change(command, then, id, otherwise) {
    const { link, replica, undo } = this.app;
    if (!this.isAllowed(command.kind, id)) return;
    const tag = link.conversation.tag();
    link.ask({ ...command, board: replica.board, tag }, (reply) => {
      if (reply.kind === 'ok') {
        if (reply.rev !== undefined) undo.changed(reply.rev);
        then?.(reply);
      } else {
        this.refuse(reply, id);
        otherwise?.();
      }
    });
  }

  refuse(reply, id) {
    this.app.panels.note(refusalReason(reply, (item) => this.app.scene.textsOf([item])[0]), id);
  }

  /** Whether the role allows a command; else says why not. */
  isAllowed(kind, id) {
    const { replica, panels } = this.app;
    if (replica.mayEdit || kind === 'select' || kind === 'deselect') return true;
    panels.note(say.viewOnly(), id);
    return false;
  }

  /** Whether a text can be sent; else says why not. */
  fits(text, most = mostOfText) {
    if (bytesOf(text) <= most && this.app.link.isLive) return true;
    this.app.panels.note(this.app.link.isLive ? say.tooLong(most) : say.offline());
    return false;
  }

  choose(item) {
    // What a choice does may change the board; a viewer selects.
    if (!this.app.replica.mayEdit) return this.select(item);
    this.change({ kind: 'choose', item: item.id }, ({ choice, rev }) => {
      if (choice === 'deleted') this.app.undo.offer(`"${item.text}" deleted.`, rev);
      else if (choice !== 'moved') this.saySelected(item);
    }, item.id);
  }

  /** Whether the section of an item says what choosing it does, and this client may do it. */
  hasChoice(item) {
    const { replica } = this.app;
    return replica.mayEdit && replica.policy(item.section)['on-choose'] !== 'none';
  }

  /** A tap, Enter or a double click: shows the item, unless its section has something else to do. */
  open(item) {
    if (this.hasChoice(item)) this.choose(item);
    else this.app.card.open(item);
  }

  select(item) {
    if (this.app.replica.mayEdit) return this.app.marks.toggle(item);
    const kind = this.app.replica.selected.includes(item.id) ? 'deselect' : 'select';
    this.change({ kind, items: [item.id] }, () => this.saySelected(item), item.id);
  }

  /** Whether an item is selected now, and how many are; without one, that none is. */
  saySelected(item) {
    const { marks } = this.app;
    const sentence = !item ? say.noneSelected() : marks.has(item.id) ? say.selected(item.text, marks.ids.length) : say.deselected(item.text);
    speak(sentence);
    this.app.schedule();
  }

  remove(item) {
    this.removeAll(this.app.marks.of(item), item);
  }

  removeAll(items, item = this.app.replica.items.get(items[0])) {
    const what = items.length > 1 ? `${items.length} items` : `"${item.text}"`;
    this.change({ kind: 'delete', items }, ({ rev }) => this.app.undo.offer(`${what} deleted.`, rev), item.id);
  }

  add(section, input) {
    const text = input.value;
    if (!this.fits(text)) return;
    input.value = '';
    this.change({ kind: 'insert', place: `end:${section.id}`, text }, ({ item }) => {
      const added = this.app.replica.items.get(item);
      this.app.draw();
      const { layout, list } = this.app.scene.plan(section);
      if (added) this.app.view.reveal(section, layout.frame(list.length - 1));
    });
  }

  addSection() {
    const { app } = this;
    if (!this.isAllowed('insert-section')) return;
    app.panels.ask('Title of the new section', '', (text) => {
      this.change({ kind: 'insert-section', index: 'end', text }, ({ section }) => {
        app.draw();
        app.view.boxOf(section)?.add.focus();
      });
    });
  }

  renameSection({ id, title }) {
    this.app.panels.ask('Title of the section', title, (text) => {
      this.change({ kind: 'rename-section', section: id, text });
    });
  }

  removeSection({ id, title }) {
    const deleted = ({ rev }) => this.app.undo.offer(`Section "${title}" deleted.`, rev);
    this.change({ kind: 'delete-section', section: id }, deleted);
  }

  /** @param index of the section before which it goes */
  moveSection(id, index) {
    const { sections } = this.app.replica;
    const at = sections.findIndex((section) => section.id === id);
    if (at < 0 || index === at || index === at + 1) return;
    const place = sections[index] ? `before:${sections[index].id}` : 'end';
    this.change({ kind: 'move-section', section: id, index: place });
  }

  /** Goes to the field, which a narrow page shows only now. */
  startFind() {
    document.body.classList.add('finding');
    byId('find').focus();
  }

  find(query) {
    const { scene, replica } = this.app;
    scene.filter = query;
    this.app.schedule(false);
    const problem = this.#problemOf(scene);
    setText(byId('unfound'), problem);
    if (problem) return speak(problem, 'others');
    if (replica.isCounting) this.app.sight.find(query, () => this.#showFound(query));
    else if (query) this.#showFound(query);
  }

  #problemOf({ problem, query: { fields } }) {
    const [open] = fields.find(([, value]) => !value) ?? [];
    return problem !== undefined ? say.noField(problem) : open && this.app.replica.isCounting ? say.noValue(open) : '';
  }

  #showFound(query) {
    const { scene, replica, view, sight } = this.app;
    const found = replica.sections.filter((section) => scene.plan(section).list.length);
    const count = found.reduce((sum, section) => sum + scene.plan(section).list.length, 0);
    speak(say.found(count, query, sight.hasMore), 'others');
    this.app.draw();
    if (found.length && !found.some((section) => view.isInView(section))) view.reveal(found[0], scene.plan(found[0]).layout.frame(0));
  }

  rename() {
    const { panels, replica, link } = this.app;
    if (link.identity.login) return panels.toast(say.signedIn(replica.me), 'Sign out', () => link.signOut());
    const check = (name) => (/^(?!-|guest-)(?!d?\d+$)[\w-]{1,64}$/.test(name) ? null
      : 'A name has letters, digits, - and _, and not only digits.');
    panels.ask('Your name: letters, digits, - and _', replica.me, (name) => link.rename(name), check);
  }

  setTheme(theme) {
    localStorage.theme = theme;
    document.documentElement.dataset.theme = theme;
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      this.app.panels.toast('The link is copied.');
    } catch {
      this.app.panels.ask('The link of this board', location.href, () => {});
    }
  }

  boardMenu() {
    const { panels, view, link, replica, undo } = this.app;
    const mayEdit = replica.mayEdit && replica.revision !== null, account = link.identity.login ? ['Sign out', () => link.signOut()]
      : ['Sign in', () => link.lock('needed')];
    const theme = { light: 'dark', dark: 'system', system: 'light' }[localStorage.theme ?? 'system'];
    panels.menu(byId('more'), [
      ...(mayEdit ? [['Add a section', () => this.addSection()]] : []),
      [view.isMosaic ? 'Show as columns' : 'Show as a mosaic', () => this.app.setLayout(!view.isMosaic)],
      [`Use the ${theme} theme`, () => this.setTheme(theme)],
      ...(mayEdit ? [['Undo', () => undo.run('undo'), 'Ctrl+Z'], ['Redo', () => undo.run('redo'), 'Ctrl+Shift+Z']] : []),
      ...(replica.revision === null ? [] : [['Find', () => this.startFind(), '/']]),
      ...(replica.revision === null ? [] : [['History', () => this.app.history.open()], ['Board…', () => this.app.boardMenu.open()]]),
      ['Copy the link', () => this.copyLink()],
      ['Keys', () => panels.help(), '?'],
      ...(replica.role === null ? [] : [account]),
      ['All boards', () => location.assign(place.home)],
    ], () => byId('more').focus(), byId('title').firstElementChild ?? byId('title'));
  }
}
