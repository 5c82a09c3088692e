# Made from protocol/lines.md and errors.md by `swift run lines`. What is changed here is lost.
"""What a client does after a code, and the defaults of policies."""

from typing import Dict, FrozenSet, NamedTuple


class Code(NamedTuple):
    """What a code means, whose fault it is, and what makes the same command worth sending again."""

    meaning: str
    fault: str
    retry: str
    may_retry: bool


CHANGING: FrozenSet[str] = frozenset((
    "create",
    "remove-board",
    "rename-board",
    "begin",
    "begin-external",
    "add",
    "add-external",
    "remove",
    "propose",
    "exit",
    "perform",
    "cancel",
    "resume",
    "insert",
    "delete",
    "move",
    "edit",
    "set",
    "insert-section",
    "delete-section",
    "move-section",
    "rename-section",
    "clear",
    "batch",
    "replace",
    "policy",
    "fields",
    "undo",
    "redo",
    "select",
    "deselect",
    "choose",
))
"""The commands that can change something: their tag is remembered (9.3)."""

REFUSALS: Dict[str, Code] = {
    "access-denied": Code("the command needs this role (17.2)", "user", "never; after `role`", False),
    "already-selected": Code("the client has already selected it", "race", "never", False),
    "bad-path": Code("an index is out of range", "race", "never; with another place", False),
    "bad-value": Code("the field KEY has this type on the board, and the value is none (19.7)", "user", "never; with another value", False),
    "batch-rule": Code("this row violates this rule of 6.5", "client", "never", False),
    "board-damaged": Code("what is stored of the board cannot be read (13.5)", "server", "when the operator has mended it", True),
    "board-exists": Code("a board has this name", "user", "never; with another name", False),
    "board-in-use": Code("this other client watches the board or drags there (5.4)", "race", "when nobody uses it, or with `force=yes`", True),
    "destination-gone": Code("the item or section of the place is gone", "race", "never; with another place", False),
    "disk-full": Code("the disk has no room for the change; try again later (13.4)", "server", "after some seconds; the operator makes room", True),
    "draining": Code("another server takes over in a moment; no drags begin until then (1.14)", "server", "after `bye moved`, on the next connection", True),
    "duplicate-item": Code("the item occurs twice in the command, or is already in the session", "client", "never", False),
    "future-revision": Code("the board has only reached REV", "client", "never", False),
    "id-taken": Code("the board has an item or section with this id, a drag carries an item from outside with it, or only the server assigns it (5.1)", "race", "never; with another id", False),
    "item-gone": Code("the item does not exist (any more)", "race", "never", False),
    "items-gone": Code("these items left the drag since the owner's last command to it; `propose` again to drop the rest", "race", "after a `propose`", True),
    "leased": Code("this client drags the item, for at most TIME if it is idle", "race", "when the drag has ended, at the latest after `for`", True),
    "limit": Code("the command would exceed this limit (section 10)", "user", "never; with less, or when there is less", False),
    "mixed-session": Code("a session cannot mix items of a board and items from outside", "client", "never", False),
    "name-taken": Code("another client has this name, or this connection already has one", "user", "never; with another name", False),
    "no-board": Code("the connection has no current board: `open` or name one", "client", "after `open`, or with `board`", True),
    "no-session": Code("the client has no live drag session", "race", "never", False),
    "not-draggable": Code("the policy of its section does not allow it", "race", "when the policy is another", True),
    "not-open": Code("this connection does not watch that board", "client", "never", False),
    "not-owner": Code("the session belongs to that client", "client", "never", False),
    "not-selectable": Code("the policy of its section or board does not allow it", "race", "when the policy is another", True),
    "not-selected": Code("the client has not selected it", "race", "never", False),
    "not-suspended": Code("the session is not suspended", "client", "never", False),
    "nothing-to-redo": Code("the client has no undo to revert, or has changed something since", "user", "never", False),
    "nothing-to-undo": Code("the client has no change that it can revert, or only changes that are too old", "user", "never", False),
    "other-version": Code("the server speaks this version, and not that of the `hello` (11.1)", "client", "never; with that version", False),
    "revision-too-old": Code("REV is the oldest revision that can be used here", "race", "never; with the present path, or without `rev`", False),
    "section-gone": Code("the section does not exist (any more)", "race", "never", False),
    "selection-kept": Code("the policy of its section keeps it selected", "race", "when the policy is another", True),
    "session-ended": Code("the session has ended with this outcome", "race", "never", False),
    "session-suspended": Code("`resume` it first", "client", "after `resume`", True),
    "several-sessions": Code("the client has several live sessions: name one", "client", "at once, with `drag`", True),
    "space-chosen": Code("the connection is for this space, or for a server without spaces: `space` can only be the first command (18.3)", "client", "as the first command of another connection", True),
    "stale-revision": Code("the board is at REV", "race", "at once, made anew for the present revision", True),
    "tag-used": Code("this client used the tag WORD for another command", "client", "at once, with another tag", True),
    "unavailable": Code("the database of the server does not answer; the command was not executed, try again after TIME (13.6)", "server", "after `retry`, with the same tag", True),
    "undo-conflict": Code("this later change conflicts with the undo (12.4)", "race", "never; `undo force=yes` reverts the rest", False),
    "unknown-board": Code("no board has this name", "race", "never; with another name", False),
    "unknown-session": Code("no live or remembered session has this id", "race", "never", False),
    "unknown-space": Code("the server has no space of this name; the connection is for the default space (18.3)", "user", "never; with another name", False),
}
"""The codes of `refused`."""

ERRORS: Dict[str, Code] = {
    "bad-argument": Code("a word or a value does not have its form in `lines.md`", "client", "never", False),
    "bad-escape": Code("a backslash does not begin an escape", "client", "never", False),
    "bad-json": Code("the line is not one JSON object; this is the first wrong byte (15.5)", "client", "never", False),
    "bad-name": Code("not a name or id (3.2)", "client", "never", False),
    "bad-number": Code("not a number (3.3)", "client", "never", False),
    "bad-row": Code("this row of a block cannot be read; the block had no effect", "client", "never", False),
    "bad-tag": Code("the tag does not follow 3.8", "client", "never", False),
    "bad-utf8": Code("the line is not UTF-8", "client", "never", False),
    "block-too-long": Code("the block has more bytes; it had no effect", "client", "never", False),
    "control-byte": Code("the line contains this control byte, in two hexadecimal digits", "client", "never", False),
    "duplicate-key": Code("the command repeats this key", "client", "never", False),
    "line-too-long": Code("the line has more bytes", "client", "never", False),
    "missing-argument": Code("this WORD of the command is missing (`KIND`, `PLACE`, `TEXT`, …)", "client", "never", False),
    "not-dropline": Code("the peer speaks another protocol", "client", "never", False),
    "text-too-long": Code("the text, or the value of a field, has more bytes", "user", "never; with a shorter text", False),
    "too-many-arguments": Code("the command does not have this word", "client", "never", False),
    "too-many-fields": Code("the line has more fields than an item may have (19.1)", "client", "never", False),
    "too-many-rows": Code("the block has more lines; it had no effect", "client", "never", False),
    "unfinished-line": Code("the input ended inside a line", "race", "on the next connection", True),
    "unknown-key": Code("the command has no such key", "client", "never", False),
    "unknown-verb": Code("there is no such command", "client", "never; the server may lack its profile (11.3)", False),
}
"""The codes of `error`."""

BYES: Dict[str, Code] = {
    "quit": Code("the client sent `quit`, or ended its input", "client", "when the client likes", True),
    "shutdown": Code("the server stops", "server", "with growing pauses", True),
    "moved": Code("another server takes over at the same address: connect again (1.14)", "server", "within `retry`, to the same address", True),
    "full": Code("the server accepts no more connections", "server", "with growing pauses", True),
    "too-many-errors": Code("20 errors in a row", "client", "never; the client has a bug", False),
    "too-many-tokens": Code("5 wrong tokens, on the connection or from the address (9.2)", "user", "after 60 s, with the right token", False),
    "access-denied": Code("no token in time, one that is not valid any more, or a watched board on which the client has no role (17)", "user", "never; with another token", False),
    "not-dropline": Code("another protocol", "client", "never", False),
    "unknown-space": Code("the path of the WebSocket names a space that the server has not (18.5)", "user", "never; with another name", False),
    "unavailable": Code("the space cannot be served now: connect again later (18.6)", "server", "with growing pauses", True),
    "idle": Code("no first line, or silence inside a line, for too long (1.8); or the server needs the place (1.9) or the memory (1.10)", "client", "at once", True),
}
"""The reasons of `bye`."""

POLICIES: Dict[str, str] = {
    "ops": "move,copy",
    "draggable": "yes",
    "local-only": "no",
    "max-items": "none",
    "types": "any",
    "limit": "none",
    "paused": "no",
    "accept": "any",
    "on-drop": "none",
    "empty": "keep",
    "selection": "single",
    "highlight": "yes",
    "keep-selected": "no",
    "on-choose": "none",
    "title": "",
}
"""The value of each key of a policy that nobody has set."""
