// Made from protocol/lines.md by `swift run lines`. What is changed here is lost.

/** What every command may have: its reply begins with the tag. */
interface Tagged {
  tag?: string;
}

/** Explains the commands. */
export interface HelpCommand extends Tagged {
  kind: 'help';
  /** The verb or topic to explain; without it, an overview. */
  verb?: string;
}

/** Names the client; sets the form and the heartbeat; says which version it speaks. */
export interface HelloCommand extends Tagged {
  kind: 'hello';
  /** The name that the client gives itself; without it, it stays what it is. */
  client?: string;
  /** The secret that proves the name; it is not stored as it is (9.2). */
  token?: string;
  /** The form of what the server writes from here on; without it, it stays what it is. */
  form?: string;
  /** The longest silence of the server. */
  heartbeat?: string;
  /** The version of the protocol that the client speaks; without it, it does not say. */
  version?: number;
  /** The client knows the row `reconfigure` (19.5). */
  fields?: boolean;
}

/** Gets its reply after all earlier commands. */
export interface PingCommand extends Tagged {
  kind: 'ping';
  text?: string;
}

/** Ends the connection. */
export interface QuitCommand extends Tagged {
  kind: 'quit';
}

/** Chooses the space of the connection, as its first command (18.2). */
export interface SpaceCommand extends Tagged {
  kind: 'space';
  space: string;
}

/** Lists the boards. */
export interface BoardsCommand extends Tagged {
  kind: 'boards';
}

/** Creates an empty board. */
export interface CreateCommand extends Tagged {
  kind: 'create';
  board: string;
}

/** Removes a board and its content. */
export interface RemoveBoardCommand extends Tagged {
  kind: 'remove-board';
  board: string;
  /** Others who watch the board or drag there are no hindrance. */
  force?: boolean;
}

/** Renames a board. */
export interface RenameBoardCommand extends Tagged {
  kind: 'rename-board';
  board: string;
  /** The new name of the board. */
  to: string;
}

/** Watches a board. */
export interface OpenCommand extends Tagged {
  kind: 'open';
  board: string;
  /** The revision that the client has. */
  since?: number;
  /** The epoch that this revision is of. */
  epoch?: string;
  /** The least time between two batches; without it, and with `0ms`, the server decides. */
  every?: string;
  /** What of the content the client gets (20.1); without it, all. */
  content?: string;
}

/** Stops watching it. */
export interface CloseCommand extends Tagged {
  kind: 'close';
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Draws a board at the present or a revision. */
export interface ShowCommand extends Tagged {
  kind: 'show';
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** The revision to draw; without it, the present one. */
  rev?: number;
}

/** Lists connections, or those that watch a board. */
export interface WhoCommand extends Tagged {
  kind: 'who';
  /** The board that is asked about; without it, all boards. */
  board?: string;
}

/** Lists items whose text contains TEXT, and whose fields have these values. */
export interface FindCommand extends Tagged {
  kind: 'find';
  text?: string;
  /** The board to look on; without it, all boards. */
  board?: string;
  /** The fields that the items have. */
  fields?: Record<string, string>;
}

/** Lists so many items of a section, from a place on. */
export interface RowsCommand extends Tagged {
  kind: 'rows';
  /** The place of the first item. */
  place: string;
  /** The most items to list. */
  count: number;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Lists at which paths items are. */
export interface WhereCommand extends Tagged {
  kind: 'where';
  items: string[];
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Lists what the server has counted and measured. */
export interface StatsCommand extends Tagged {
  kind: 'stats';
  /** The metric to list; without it, all. */
  metric?: string;
}

/** Begins a drag of items. */
export interface BeginCommand extends Tagged {
  kind: 'begin';
  items: string[];
  /** The operations that the session allows; without it, both. */
  ops?: string[];
  /** The items may not leave their board. */
  local?: boolean;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Begins a drag of an item from outside. */
export interface BeginExternalCommand extends Tagged {
  kind: 'begin-external';
  text: string;
  /** The type of the item; without it, `text/plain`. */
  type?: string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** The fields of the item (19.1). */
  fields?: Record<string, string>;
}

/** Adds items to a drag. */
export interface AddCommand extends Tagged {
  kind: 'add';
  items: string[];
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
}

/** Adds an item from outside. */
export interface AddExternalCommand extends Tagged {
  kind: 'add-external';
  text: string;
  /** The type of the item; without it, `text/plain`. */
  type?: string;
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
  /** The fields of the item (19.1). */
  fields?: Record<string, string>;
}

/** Removes items from a drag. */
export interface RemoveCommand extends Tagged {
  kind: 'remove';
  items: string[];
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
}

/** Moves the drag over a place, and returns the drop proposal. */
export interface ProposeCommand extends Tagged {
  kind: 'propose';
  place: string;
  /** The operation that is asked for; without it, the server chooses. */
  op?: string;
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
  /** The board of the place; without it, that of the session. */
  board?: string;
}

/** Moves the drag off its place. */
export interface ExitCommand extends Tagged {
  kind: 'exit';
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
}

/** Drops the items. */
export interface PerformCommand extends Tagged {
  kind: 'perform';
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
}

/** Ends a drag without a drop. */
export interface CancelCommand extends Tagged {
  kind: 'cancel';
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
  /** The session may be that of another client. */
  force?: boolean;
}

/** Continues a suspended drag. */
export interface ResumeCommand extends Tagged {
  kind: 'resume';
  drag: string;
}

/** Returns the rows that a drop there would make. */
export interface DryrunCommand extends Tagged {
  kind: 'dryrun';
  place: string;
  /** The items to be dropped; without them, those of a session. */
  items?: string[];
  /** The operation that is asked for; without it, the server chooses. */
  op?: string;
  /** The session; without it, the only live one of the client (8.2). */
  drag?: string;
  /** The board of the place; without it, that of the session. */
  board?: string;
}

/** Lists the live drags. */
export interface DragsCommand extends Tagged {
  kind: 'drags';
  /** The board that is asked about; without it, all boards. */
  board?: string;
}

/** Inserts an item. */
export interface InsertCommand extends Tagged {
  kind: 'insert';
  place: string;
  text: string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** The fields of the item (19.1). */
  fields?: Record<string, string>;
}

/** Deletes items. */
export interface DeleteCommand extends Tagged {
  kind: 'delete';
  items: string[];
  /** Leases of others are no hindrance. */
  force?: boolean;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Moves items, as one change. */
export interface MoveCommand extends Tagged {
  kind: 'move';
  items: string[];
  place: string;
  /** Leases of others are no hindrance. */
  force?: boolean;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Changes the text of an item. */
export interface EditCommand extends Tagged {
  kind: 'edit';
  item: string;
  text: string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Sets fields of items, as one change; `FIELD=` removes one. */
export interface SetCommand extends Tagged {
  kind: 'set';
  items: string[];
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** The fields that change, with their new values; without a value the field goes. */
  fields: Record<string, string | null>;
}

/** Inserts a section with this title. */
export interface InsertSectionCommand extends Tagged {
  kind: 'insert-section';
  index: number | string;
  /** The title of the section. */
  text: string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Deletes a section with its items. */
export interface DeleteSectionCommand extends Tagged {
  kind: 'delete-section';
  section: number | string;
  /** Leases of others are no hindrance. */
  force?: boolean;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Moves a section; INDEX counts without it. */
export interface MoveSectionCommand extends Tagged {
  kind: 'move-section';
  section: number | string;
  index: number | string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Changes the title of a section. */
export interface RenameSectionCommand extends Tagged {
  kind: 'rename-section';
  section: number | string;
  /** The title of the section. */
  text: string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Deletes the items of a section. */
export interface ClearCommand extends Tagged {
  kind: 'clear';
  section: number | string;
  /** Leases of others are no hindrance. */
  force?: boolean;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Makes one change of several rows; rows and `end` follow. */
export interface BatchCommand extends Tagged {
  kind: 'batch';
  board: string;
  /** The revision that the board must be at. */
  rev?: number;
  /** Leases of others are no hindrance. */
  force?: boolean;
  rows: object[];
}

/** Replaces the content of a board; rows and `end` follow. */
export interface ReplaceCommand extends Tagged {
  kind: 'replace';
  board: string;
  /** The revision that the board must be at. */
  rev?: number;
  /** Leases of others are no hindrance. */
  force?: boolean;
  rows: object[];
}

/** Shows policies, or sets and shows them. */
export interface PolicyCommand extends Tagged {
  kind: 'policy';
  target?: number | string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  [setting: string]: unknown;
}

/** Shows the types of fields, or sets and shows them; `FIELD=` removes one. */
export interface FieldsCommand extends Tagged {
  kind: 'fields';
  board?: string;
  /** The types of fields: `text`, `flag`, `number`, `date` or `set`; without a type the field is a text. */
  fields?: Record<string, string | null>;
}

/** Reverts the client's last change. */
export interface UndoCommand extends Tagged {
  kind: 'undo';
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** Leases of others are no hindrance. */
  force?: boolean;
}

/** Reverts the client's last undo. */
export interface RedoCommand extends Tagged {
  kind: 'redo';
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** Leases of others are no hindrance. */
  force?: boolean;
}

/** Lists revisions, the newest first. */
export interface HistoryCommand extends Tagged {
  kind: 'history';
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
  /** The oldest revision to list. */
  from?: number;
  /** The newest revision to list. */
  to?: number;
}

/** Selects items. */
export interface SelectCommand extends Tagged {
  kind: 'select';
  items: string[];
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Deselects items; without ITEMS, all that may be deselected. */
export interface DeselectCommand extends Tagged {
  kind: 'deselect';
  /** The items; without them, all that may be deselected. */
  items?: string[];
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** Performs the action of a tap on the item. */
export interface ChooseCommand extends Tagged {
  kind: 'choose';
  item: string;
  /** The board; without it, the current board of the connection (3.7). */
  board?: string;
}

/** A command of the JSON form. */
export type Command =
  | HelpCommand
  | HelloCommand
  | PingCommand
  | QuitCommand
  | SpaceCommand
  | BoardsCommand
  | CreateCommand
  | RemoveBoardCommand
  | RenameBoardCommand
  | OpenCommand
  | CloseCommand
  | ShowCommand
  | WhoCommand
  | FindCommand
  | RowsCommand
  | WhereCommand
  | StatsCommand
  | BeginCommand
  | BeginExternalCommand
  | AddCommand
  | AddExternalCommand
  | RemoveCommand
  | ProposeCommand
  | ExitCommand
  | PerformCommand
  | CancelCommand
  | ResumeCommand
  | DryrunCommand
  | DragsCommand
  | InsertCommand
  | DeleteCommand
  | MoveCommand
  | EditCommand
  | SetCommand
  | InsertSectionCommand
  | DeleteSectionCommand
  | MoveSectionCommand
  | RenameSectionCommand
  | ClearCommand
  | BatchCommand
  | ReplaceCommand
  | PolicyCommand
  | FieldsCommand
  | UndoCommand
  | RedoCommand
  | HistoryCommand
  | SelectCommand
  | DeselectCommand
  | ChooseCommand;
