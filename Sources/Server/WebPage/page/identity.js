// Who this window is: a guest with a name of its own, or somebody who has signed in.

import { word } from './names.js';
import { guestName } from './people.js';
import { place } from './place.js';

/** Where the login is kept: the names and tokens of a space are its own. */
const loginKey = `login${place.suffix}`;
/** How many drawn names are given up before one stays as it is. */
const mostDraws = 4;

/**
 * The name and the token of this window: two windows are two people. Whoever has signed in is the same person
 * in all windows, until they sign out.
 *
 * A guest draws a name, looks who is here (`settle`), takes the name, and looks again (`confirm`): others
 * have drawn in the meantime. Until then the name is no promise, and another one may be drawn.
 */
export class Identity {
  /** Whether the token of the window is of this page load: nobody has changed anything with it before. */
  isNew = false;
  /** `{name, token}` of somebody who has signed in, or tries to. */
  login = null;
  /** The drawn names that others have. */
  #taken = new Set();
  #draws = 0;

  /** @param session what this window remembers while it is open */
  constructor(onTaken, session) {
    this.session = session;
    this.#readLogin();
    addEventListener('storage', ({ key }) => {
      if (key !== loginKey && key !== null) return;
      this.#readLogin();
      onTaken();
    });
    this.isStored = session.token !== undefined;
    if (!this.isStored) this.renew();
    // A duplicated tab has the storage of the first: the one that was there first keeps its name.
    const page = word(8), channel = new BroadcastChannel('dropline');
    channel.onmessage = ({ data: { token, from, isMine } }) => {
      if (token !== session.token || from === page) return;
      if (!isMine) channel.postMessage({ token, from: page, isMine: true });
      else if (this.isStored) [this.renew(), this.login ?? onTaken()];
    };
    if (this.isStored) channel.postMessage({ token: session.token, from: page });
  }

  #readLogin() {
    try {
      const { name, token } = JSON.parse(localStorage[loginKey]);
      this.login = { name: String(name), token: String(token) };
    } catch {
      this.login = null;
    }
  }

  get name() {
    return this.login?.name ?? this.session.name;
  }

  get token() {
    return this.login?.token ?? this.session.token;
  }

  /** The server has accepted the login. */
  keep() {
    if (this.login) localStorage[loginKey] = JSON.stringify(this.login);
  }

  /** Whether the server has accepted this login before. */
  get wasKept() {
    return localStorage[loginKey] === JSON.stringify(this.login);
  }

  /** The login is not tried again when a page opens. */
  drop() {
    localStorage.removeItem(loginKey);
  }

  forget() {
    this.login = null;
    this.drop();
  }

  // A guest's name.

  /** Whether nobody has chosen the name, and it was not yet seen to be unlike those of others. */
  get isDrawn() {
    return this.login === null && this.session.isDrawn === 'yes';
  }

  /** Keeps a drawn name if it is like nobody's who is here, else draws another one. */
  settle(present) {
    const { session } = this, others = present.filter((name) => name !== session.name);
    session.name = guestName(others, session.name, { base: session.base, taken: this.#taken });
  }

  /** @returns whether the name stays; if another one is less like those of others, this client is somebody new */
  confirm(present) {
    const { session } = this, isLast = ++this.#draws >= mostDraws;
    if (isLast || guestName(present, session.name, { base: session.base, taken: this.#taken }) === session.name) {
      session.isDrawn = 'no';
      return true;
    }
    this.#draw(session.base);
    return false;
  }

  /** Somebody else has the name, who need not be here: another one is drawn, in the end one that is made of it. */
  refuse() {
    const { session } = this, isChosen = session.isDrawn !== 'yes' || this.#taken.size >= mostDraws;
    this.#taken.add(session.name);
    this.#draw(session.base ?? (isChosen ? session.name : undefined));
  }

  #draw(base) {
    this.renew();
    if (base) this.session.base = base;
    this.session.name = guestName([], null, { base, taken: this.#taken });
  }

  /** Becomes somebody new. @param name the one that somebody has chosen */
  renew(name = null) {
    this.isStored = false;
    this.isNew = true;
    delete this.session.base;
    Object.assign(this.session, { name: name ?? guestName(), token: word(32), isDrawn: name ? 'no' : 'yes' });
  }
}
