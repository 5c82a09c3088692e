import type { Command } from './commands.js';
import type { Fields } from './fields.js';
import type { Message } from './wire.js';

/** An item; it stays the same object while it is on the board. */
export interface Item {
  id: string;
  text: string;
  /** What the item has beside its text, by name; it stays the same object while no field changes. */
  readonly fields: Fields;
  /** The same without own changes that have no reply yet. */
  readonly confirmed: Fields;
  section: Section;
}

/** The items of a section: an array, unless the copy counts; then only some of them are known (section 20). */
export interface Items extends Iterable<Item> {
  readonly length: number;
  /** The item at an index; undefined if it is not known. */
  at(index: number): Item | undefined;
  /** The indices of the known items, with them. */
  entries(): Iterable<[number, Item]>;
  indexOf(item: Item): number;
  includes(item: Item): boolean;
}

/** A section; it stays the same object while it is on the board. `version` counts its changes and those of its items. */
export interface Section {
  id: string;
  title: string;
  items: Items;
  version: number;
}

/** A live drag. */
export interface Drag {
  id: string;
  client: string;
  items: string[];
  /** The texts of items from outside, by id. */
  texts: Map<string, string>;
  /** `lifted`, `lost`, or the verdict of its place. */
  state: string;
  suspended: boolean;
  at?: string;
  anchor?: string;
  reason?: string;
  /** The other board that it is over. */
  away?: string;
}

/** Where an item was before a batch. */
export interface Departure {
  item: Item;
  section: Section;
  index: number;
}

/** What `receive` has changed. */
export type Change =
  | { kind: 'snapshot' }
  | { kind: 'batch'; moved: Departure[]; inserted: Item[]; deleted: Departure[]; edited: Item[]; reconfigured: Item[]; sections: boolean; isArrival?: true }
  | { kind: 'few' }
  | { kind: 'drag'; event: string; drag: Drag; outcome?: string; [member: string]: any }
  | { kind: 'selected'; client: string }
  | { kind: 'policy' | 'fields' | 'role' | 'removed' | 'renamed' | 'named' }
  | { kind: 'opened'; rev: number };

/** An update does not fit the copy: open the board anew, without `since`. */
export class Mismatch extends Error {}

/** The copy of one board by one client. Give it each object that the server sends, in order. */
export class Replica {
  /** @param board its name @param me the name of the client @param options `counts`, or `auto` for boards of more than 2,000 items; else all items */
  constructor(board: string, me?: string | null, options?: { content?: 'counts' | 'auto' });
  board: string;
  me: string | null;
  /** The revision of the copy, or null if there is none. */
  revision: number | null;
  /** `viewer`, `editor` or `owner`; null if the server has no access rules. */
  role: string | null;
  readonly sections: Section[];
  readonly items: Map<string, Item>;
  readonly drags: Map<string, Drag>;
  /** Ids of items by client. */
  readonly selections: Map<string, string[]>;
  /** The settings that the board (`*`) and sections have of their own. */
  readonly policies: Map<string, Record<string, unknown>>;
  /** The types of the fields that are no texts, by their names (19.7). */
  readonly types: Record<string, string>;
  /** The client's own selection. */
  readonly selected: string[];
  readonly mayEdit: boolean;
  readonly mayForce: boolean;
  /** The index of an item in its section. */
  index(item: Item): number;
  section(id: string): Section | undefined;
  /** What holds in a section: its own settings, else those of the board, else the defaults. */
  policy(section?: Section): Record<string, unknown>;
  /** Whether only those items are known that were asked for. */
  readonly isCounting: boolean;
  /** The key `content` of the next `open`. */
  readonly content: 'counts' | undefined;
  /** How many items a copy that counts knows: of more than a quarter above, those seen longest ago are forgotten. */
  limit: number;
  /** Whether an item is not forgotten, by its id. */
  isPinned: (id: string) => boolean;
  /** The commands that ask for what is not known between two indices, and was not asked for; a copy of all items has none. */
  missing(section: Section, from: number, to: number): Command[];
  /** A command of `missing` has its reply, or will have none. */
  answered(command: Command): void;
  /** Applies an object of the server, and returns what changed, or null. Throws a Mismatch. */
  receive(object: Message): Change | null;
  /** Adds the client's own drag: the reply to `begin` says so, and no event does. */
  begin(reply: Message): Change;
  /** Shows a command `set` of this client before its reply has come. Returns what changed, or null. */
  make(set: { items: string[]; fields: Record<string, string | null> }): Change | null;
  /** The reply to a command that `make` was given has been received. Returns what changed, or null. */
  settle(set: { items: string[] }): Change | null;
  /** The connection is gone. The content stays; the next `open` may begin at its revision. */
  disconnect(): void;
  /** Holds nothing of the board any more. */
  forget(): void;
}
