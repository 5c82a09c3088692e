# Made from protocol/lines.md by `swift run lines`. What is changed here is lost.
"""A method for each command of the protocol."""

from typing import Any, Dict, Generic, List, Mapping, Optional, Sequence, TypeVar, Union

Result = TypeVar("Result")
Names = Union[str, Sequence[str]]
"""One id or name, or several of them."""


def _list(names: Optional[Names]) -> Optional[List[str]]:
    if names is None:
        return None
    return [names] if isinstance(names, str) else list(names)


class Commands(Generic[Result]):
    """A method for each command of the protocol. `ask` sends it, and says what comes back."""

    def ask(self, command: Dict[str, Any], tag: Optional[str] = None) -> Result:
        """Sends a command, an object of the JSON form; members that are `None` are left out."""
        raise NotImplementedError

    def help(self, verb: Optional[str] = None, *, tag: Optional[str] = None) -> Result:
        """Explains the commands.

        `verb`: the verb or topic to explain; without it, an overview.
        """
        return self.ask({"kind": "help", "verb": verb}, tag)

    def ping(self, text: str = "", *, tag: Optional[str] = None) -> Result:
        """Gets its reply after all earlier commands."""
        return self.ask({"kind": "ping", "text": text}, tag)

    def boards(self, *, tag: Optional[str] = None) -> Result:
        """Lists the boards."""
        return self.ask({"kind": "boards"}, tag)

    def create(self, board: str, *, tag: Optional[str] = None) -> Result:
        """Creates an empty board."""
        return self.ask({"kind": "create", "board": board}, tag)

    def remove_board(self, board: str, *, force: bool = False, tag: Optional[str] = None) -> Result:
        """Removes a board and its content.

        `force`: others who watch the board or drag there are no hindrance.
        """
        return self.ask({"kind": "remove-board", "board": board, "force": force or None}, tag)

    def rename_board(self, board: str, to: str, *, tag: Optional[str] = None) -> Result:
        """Renames a board.

        `to`: the new name of the board.
        """
        return self.ask({"kind": "rename-board", "board": board, "to": to}, tag)

    def show(
        self,
        board: Optional[str] = None,
        *,
        rev: Optional[int] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Draws a board at the present or a revision.

        `board`: the board; without it, the current board of the connection (3.7).
        `rev`: the revision to draw; without it, the present one.
        """
        return self.ask({"kind": "show", "board": board, "rev": rev}, tag)

    def who(self, board: Optional[str] = None, *, tag: Optional[str] = None) -> Result:
        """Lists connections, or those that watch a board.

        `board`: the board that is asked about; without it, all boards.
        """
        return self.ask({"kind": "who", "board": board}, tag)

    def find(
        self,
        text: str = "",
        *,
        board: Optional[str] = None,
        fields: Optional[Mapping[str, str]] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Lists items whose text contains TEXT, and whose fields have these values.

        `board`: the board to look on; without it, all boards.
        `fields`: the fields that the items have.
        """
        return self.ask({
            "kind": "find",
            "text": text,
            "board": board,
            "fields": dict(fields) if fields else None,
        }, tag)

    def rows(
        self,
        place: str,
        count: int,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Lists so many items of a section, from a place on.

        `place`: the place of the first item.
        `count`: the most items to list.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({"kind": "rows", "place": place, "count": count, "board": board}, tag)

    def where(
        self,
        items: Names,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Lists at which paths items are.

        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({"kind": "where", "items": _list(items), "board": board}, tag)

    def stats(self, metric: Optional[str] = None, *, tag: Optional[str] = None) -> Result:
        """Lists what the server has counted and measured.

        `metric`: the metric to list; without it, all.
        """
        return self.ask({"kind": "stats", "metric": metric}, tag)

    def begin(
        self,
        items: Names,
        *,
        ops: Optional[Names] = None,
        local: bool = False,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Begins a drag of items.

        `ops`: the operations that the session allows; without it, both.
        `local`: the items may not leave their board.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "begin",
            "items": _list(items),
            "ops": _list(ops),
            "local": local or None,
            "board": board,
        }, tag)

    def begin_external(
        self,
        text: str,
        *,
        type: Optional[str] = None,
        board: Optional[str] = None,
        fields: Optional[Mapping[str, str]] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Begins a drag of an item from outside.

        `type`: the type of the item; without it, `text/plain`.
        `board`: the board; without it, the current board of the connection (3.7).
        `fields`: the fields of the item (19.1).
        """
        return self.ask({
            "kind": "begin-external",
            "text": text,
            "type": type,
            "board": board,
            "fields": dict(fields) if fields else None,
        }, tag)

    def add(self, items: Names, *, drag: Optional[str] = None, tag: Optional[str] = None) -> Result:
        """Adds items to a drag.

        `drag`: the session; without it, the only live one of the client (8.2).
        """
        return self.ask({"kind": "add", "items": _list(items), "drag": drag}, tag)

    def add_external(
        self,
        text: str,
        *,
        type: Optional[str] = None,
        drag: Optional[str] = None,
        fields: Optional[Mapping[str, str]] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Adds an item from outside.

        `type`: the type of the item; without it, `text/plain`.
        `drag`: the session; without it, the only live one of the client (8.2).
        `fields`: the fields of the item (19.1).
        """
        return self.ask({
            "kind": "add-external",
            "text": text,
            "type": type,
            "drag": drag,
            "fields": dict(fields) if fields else None,
        }, tag)

    def remove(
        self,
        items: Names,
        *,
        drag: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Removes items from a drag.

        `drag`: the session; without it, the only live one of the client (8.2).
        """
        return self.ask({"kind": "remove", "items": _list(items), "drag": drag}, tag)

    def propose(
        self,
        place: str,
        *,
        op: Optional[str] = None,
        drag: Optional[str] = None,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Moves the drag over a place, and returns the drop proposal.

        `op`: the operation that is asked for; without it, the server chooses.
        `drag`: the session; without it, the only live one of the client (8.2).
        `board`: the board of the place; without it, that of the session.
        """
        return self.ask({
            "kind": "propose",
            "place": place,
            "op": op,
            "drag": drag,
            "board": board,
        }, tag)

    def exit(self, drag: Optional[str] = None, *, tag: Optional[str] = None) -> Result:
        """Moves the drag off its place.

        `drag`: the session; without it, the only live one of the client (8.2).
        """
        return self.ask({"kind": "exit", "drag": drag}, tag)

    def perform(self, drag: Optional[str] = None, *, tag: Optional[str] = None) -> Result:
        """Drops the items.

        `drag`: the session; without it, the only live one of the client (8.2).
        """
        return self.ask({"kind": "perform", "drag": drag}, tag)

    def cancel(
        self,
        drag: Optional[str] = None,
        *,
        force: bool = False,
        tag: Optional[str] = None,
    ) -> Result:
        """Ends a drag without a drop.

        `drag`: the session; without it, the only live one of the client (8.2).
        `force`: the session may be that of another client.
        """
        return self.ask({"kind": "cancel", "drag": drag, "force": force or None}, tag)

    def resume(self, drag: str, *, tag: Optional[str] = None) -> Result:
        """Continues a suspended drag."""
        return self.ask({"kind": "resume", "drag": drag}, tag)

    def dryrun(
        self,
        place: str,
        *,
        items: Optional[Names] = None,
        op: Optional[str] = None,
        drag: Optional[str] = None,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Returns the rows that a drop there would make.

        `items`: the items to be dropped; without them, those of a session.
        `op`: the operation that is asked for; without it, the server chooses.
        `drag`: the session; without it, the only live one of the client (8.2).
        `board`: the board of the place; without it, that of the session.
        """
        return self.ask({
            "kind": "dryrun",
            "place": place,
            "items": _list(items),
            "op": op,
            "drag": drag,
            "board": board,
        }, tag)

    def drags(self, board: Optional[str] = None, *, tag: Optional[str] = None) -> Result:
        """Lists the live drags.

        `board`: the board that is asked about; without it, all boards.
        """
        return self.ask({"kind": "drags", "board": board}, tag)

    def insert(
        self,
        place: str,
        text: str,
        *,
        board: Optional[str] = None,
        fields: Optional[Mapping[str, str]] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Inserts an item.

        `board`: the board; without it, the current board of the connection (3.7).
        `fields`: the fields of the item (19.1).
        """
        return self.ask({
            "kind": "insert",
            "place": place,
            "text": text,
            "board": board,
            "fields": dict(fields) if fields else None,
        }, tag)

    def delete(
        self,
        items: Names,
        *,
        force: bool = False,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Deletes items.

        `force`: leases of others are no hindrance.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "delete",
            "items": _list(items),
            "force": force or None,
            "board": board,
        }, tag)

    def move(
        self,
        items: Names,
        place: str,
        *,
        force: bool = False,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Moves items, as one change.

        `force`: leases of others are no hindrance.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "move",
            "items": _list(items),
            "place": place,
            "force": force or None,
            "board": board,
        }, tag)

    def edit(
        self,
        item: str,
        text: str,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Changes the text of an item.

        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({"kind": "edit", "item": item, "text": text, "board": board}, tag)

    def set(
        self,
        items: Names,
        *,
        board: Optional[str] = None,
        fields: Mapping[str, Optional[str]],
        tag: Optional[str] = None,
    ) -> Result:
        """Sets fields of items, as one change; `FIELD=` removes one.

        `board`: the board; without it, the current board of the connection (3.7).
        `fields`: the fields that change, with their new values; without a value the field goes.
        """
        return self.ask({
            "kind": "set",
            "items": _list(items),
            "board": board,
            "fields": dict(fields),
        }, tag)

    def insert_section(
        self,
        index: Union[int, str],
        text: str,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Inserts a section with this title.

        `board`: the board; without it, the current board of the connection (3.7).
        `text`: the title of the section.
        """
        return self.ask({
            "kind": "insert-section",
            "index": index,
            "text": text,
            "board": board,
        }, tag)

    def delete_section(
        self,
        section: Union[int, str],
        *,
        force: bool = False,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Deletes a section with its items.

        `force`: leases of others are no hindrance.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "delete-section",
            "section": section,
            "force": force or None,
            "board": board,
        }, tag)

    def move_section(
        self,
        section: Union[int, str],
        index: Union[int, str],
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Moves a section; INDEX counts without it.

        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "move-section",
            "section": section,
            "index": index,
            "board": board,
        }, tag)

    def rename_section(
        self,
        section: Union[int, str],
        text: str,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Changes the title of a section.

        `board`: the board; without it, the current board of the connection (3.7).
        `text`: the title of the section.
        """
        return self.ask({
            "kind": "rename-section",
            "section": section,
            "text": text,
            "board": board,
        }, tag)

    def clear(
        self,
        section: Union[int, str],
        *,
        force: bool = False,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Deletes the items of a section.

        `force`: leases of others are no hindrance.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "clear",
            "section": section,
            "force": force or None,
            "board": board,
        }, tag)

    def batch(
        self,
        board: str,
        rows: Sequence[Mapping[str, Any]],
        *,
        rev: Optional[int] = None,
        force: bool = False,
        tag: Optional[str] = None,
    ) -> Result:
        """Makes one change of several rows; rows and `end` follow.

        `rev`: the revision that the board must be at.
        `force`: leases of others are no hindrance.
        """
        return self.ask({
            "kind": "batch",
            "board": board,
            "rev": rev,
            "force": force or None,
            "rows": list(rows),
        }, tag)

    def replace(
        self,
        board: str,
        rows: Sequence[Mapping[str, Any]],
        *,
        rev: Optional[int] = None,
        force: bool = False,
        tag: Optional[str] = None,
    ) -> Result:
        """Replaces the content of a board; rows and `end` follow.

        `rev`: the revision that the board must be at.
        `force`: leases of others are no hindrance.
        """
        return self.ask({
            "kind": "replace",
            "board": board,
            "rev": rev,
            "force": force or None,
            "rows": list(rows),
        }, tag)

    def policy(
        self,
        target: Optional[Union[int, str]] = None,
        *,
        board: Optional[str] = None,
        settings: Optional[Mapping[str, Any]] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Shows policies, or sets and shows them.

        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({
            "kind": "policy",
            "target": target,
            "board": board,
            **(settings or {}),
        }, tag)

    def fields(
        self,
        board: Optional[str] = None,
        *,
        fields: Optional[Mapping[str, str]] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Shows the types of fields, or sets and shows them; `FIELD=` removes one.

        `fields`: the types of fields: `text`, `flag`, `number`, `date` or `set`; without a type the field is a text.
        """
        return self.ask({
            "kind": "fields",
            "board": board,
            "fields": dict(fields) if fields else None,
        }, tag)

    def undo(
        self,
        board: Optional[str] = None,
        *,
        force: bool = False,
        tag: Optional[str] = None,
    ) -> Result:
        """Reverts the client's last change.

        `board`: the board; without it, the current board of the connection (3.7).
        `force`: leases of others are no hindrance.
        """
        return self.ask({"kind": "undo", "board": board, "force": force or None}, tag)

    def redo(
        self,
        board: Optional[str] = None,
        *,
        force: bool = False,
        tag: Optional[str] = None,
    ) -> Result:
        """Reverts the client's last undo.

        `board`: the board; without it, the current board of the connection (3.7).
        `force`: leases of others are no hindrance.
        """
        return self.ask({"kind": "redo", "board": board, "force": force or None}, tag)

    def history(
        self,
        board: Optional[str] = None,
        *,
        from_: Optional[int] = None,
        to: Optional[int] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Lists revisions, the newest first.

        `board`: the board; without it, the current board of the connection (3.7).
        `from_`: the oldest revision to list.
        `to`: the newest revision to list.
        """
        return self.ask({"kind": "history", "board": board, "from": from_, "to": to}, tag)

    def select(
        self,
        items: Names,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Selects items.

        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({"kind": "select", "items": _list(items), "board": board}, tag)

    def deselect(
        self,
        items: Optional[Names] = None,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Deselects items; without ITEMS, all that may be deselected.

        `items`: the items; without them, all that may be deselected.
        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({"kind": "deselect", "items": _list(items), "board": board}, tag)

    def choose(
        self,
        item: str,
        *,
        board: Optional[str] = None,
        tag: Optional[str] = None,
    ) -> Result:
        """Performs the action of a tap on the item.

        `board`: the board; without it, the current board of the connection (3.7).
        """
        return self.ask({"kind": "choose", "item": item, "board": board}, tag)
