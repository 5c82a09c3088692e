// The rows of `history` that have been read: without a gap, the newest first.

/** The revisions that are read at a time. */
export const part = 30;

export class Revisions {
  rows = [];
  /** Whether there is no older row. */
  isWhole = false;
  /** The reply that tells why nothing could be read, or null. */
  problem = null;
  /** The revision up to which all has been read. */
  #head = 0;
  /** The revision at which nothing could be read: it is not asked for again. */
  #refused = null;
  #isReading = { newer: false, older: false };
  /** What is asked before a restart is not read. */
  #age = 0;

  /**
   * @param ask sends a command and gives its reply to a function
   * @param on `restarted()`, `read(rows, isNewer)` with the rows of a part, the newest first, and `failed()`
   */
  constructor(ask, on) {
    this.ask = ask;
    this.on = on;
  }

  /** Forgets everything: it is another board, or another time of it. */
  restart() {
    Object.assign(this, { rows: [], isWhole: false, problem: null });
    this.#head = 0;
    this.#refused = null;
    this.#age++;
    this.#isReading = { newer: false, older: false };
    this.on.restarted();
  }

  get isReading() {
    return this.#isReading.newer || this.#isReading.older;
  }

  /** Reads what is new up to a revision of the board; at first, and after many at once, only the last ones. */
  follow(revision) {
    const isFirst = !this.rows.length && !this.isWhole;
    if (this.#isReading.newer || revision === this.#refused || (revision <= this.#head && !isFirst)) return;
    const from = Math.min(revision, Math.max(this.#head + 1, revision - part + 1)), hasGap = from > this.#head + 1;
    this.#refused = revision;
    this.#read('newer', { from }, ({ rows, more }) => {
      this.#refused = null;
      if ((hasGap || more) && this.rows.length) this.restart();
      if (isFirst || !this.rows.length) this.#notice(rows, from, more);
      this.#head = Math.max(revision, rows[0]?.rev ?? 0);
      this.rows = [...rows, ...this.rows];
      this.on.read(rows, true);
    });
  }

  older() {
    const to = this.rows.length ? this.rows.at(-1).rev - 1 : this.#head, from = Math.max(1, to - part + 1);
    if (this.isWhole || this.#isReading.older || to < 1) return;
    this.#read('older', { from, to }, ({ rows }) => {
      this.#notice(rows, from);
      this.rows.push(...rows);
      this.on.read(rows, false);
    });
  }

  /** The server leaves out what it does not keep, and only that. */
  #notice(rows, from, more) {
    this.isWhole = !more && (from === 1 || !rows.length || rows.at(-1).rev > from);
  }

  #read(side, range, done) {
    const age = this.#age;
    this.#isReading[side] = true;
    this.ask({ kind: 'history', ...range }, (reply) => {
      if (age !== this.#age) return;
      this.#isReading[side] = false;
      this.problem = reply.kind === 'ok' ? null : reply;
      if (reply.kind === 'lost') this.#refused = null;
      if (this.problem) this.on.failed();
      else done(reply);
    });
  }
}
