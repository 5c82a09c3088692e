"""The mirror of a board: its content at a revision, and its drags, selections and policies."""

from typing import Any, Callable, Dict, List, Optional, Union

from .changes import (
    Change,
    DragChange,
    IndexPath,
    Loaded,
    Opened,
    PolicyChange,
    Removed,
    Renamed,
    RoleChange,
    Selected,
    Snapshot,
    TypesChange,
)
from .content import Content, Item, Mismatch, Section, check, found, index_path, path_of
from .counts import CountedContent
from .drawing import draw
from .runs import Request
from .tables import POLICIES
from .wire import Message


class DragState:
    """A live drag, as a watcher knows it."""

    def __init__(self, id: str, client: str, items: List[str]) -> None:
        self.id = id
        self.client = client
        self.items = items
        """The ids of its items."""
        self.texts: Dict[str, str] = {}
        """The texts of those that come from outside."""
        self.state = "lifted"
        """`lifted`, `lost`, or the verdict of its place."""
        self.suspended = False
        self.at: Optional[str] = None
        self.anchor: Optional[str] = None
        self.reason: Optional[str] = None
        self.away: Optional[str] = None
        """The other board that it is over."""

    def __repr__(self) -> str:
        return f"DragState({self.id!r}, {self.client!r}, {self.items!r}, {self.state!r})"


class Board:
    """The copy of one board. A client feeds it; whoever reads it between two calls has one revision."""

    def __init__(self, name: str, me: Optional[str] = None, keep: Optional[int] = None) -> None:
        self.name = name
        self.me = me
        """The name of the client whose copy it is."""
        self.keep = keep
        """The most items of a copy by counts; None if the copy has all."""
        self.revision: Optional[int] = None
        """The revision of the copy; None if there is none."""
        self.role: Optional[str] = None
        """`viewer`, `editor` or `owner`; None if the server has no access rules."""
        self.drags: Dict[str, DragState] = {}
        self.selections: Dict[str, List[str]] = {}
        """The ids of selected items, by client."""
        self.settings: Dict[str, Dict[str, Any]] = {}
        """What the board (`*`) and sections have set of their own."""
        self.types: Dict[str, str] = {}
        """The types of the fields that are no texts, by their names."""
        self._empty()
        self._is_watched = False
        self._subscribers: List[Callable[[Change], object]] = []

    def _empty(self) -> None:
        self._counted = None if self.keep is None else CountedContent(self.keep)
        self._content = self._counted or Content()

    @property
    def sections(self) -> List[Section]:
        """The sections with their items, in order."""
        return self._content.sections

    @property
    def items(self) -> Dict[str, Item]:
        """All items by their ids; of a copy by counts those that it has."""
        return self._content.items

    @property
    def title(self) -> str:
        """What people read in place of the name, or the name."""
        return str(self.settings.get("*", {}).get("title") or self.name)

    def section(self, id: str) -> Optional[Section]:
        """The section with this id."""
        return found(self.sections, id)

    def path(self, item: str) -> IndexPath:
        """The index path of an item. Raises KeyError for one that the copy does not have."""
        place = self.items[item]
        return IndexPath(self.sections.index(place.section), place.section.items.index(place))

    def item_at(self, path: Union[str, IndexPath]) -> Optional[Item]:
        """The item at an index path; None if it is only counted. Raises IndexError if there is none."""
        at = index_path(path)
        return self._counted.see(at) if self._counted else self.sections[at.section].items[at.item]

    def policy(self, section: str) -> Dict[str, Any]:
        """What holds in a section: its own settings, else those of the board, else the defaults."""
        return {**POLICIES, **self.settings.get("*", {}), **self.settings.get(section, {})}

    def subscribe(self, callback: Callable[[Change], object]) -> Callable[[], None]:
        """Calls back after each change of this board, in order; returns what ends that."""
        self._subscribers.append(callback)
        return lambda: self._subscribers.remove(callback) if callback in self._subscribers else None

    @property
    def subscribers(self) -> List[Callable[[Change], object]]:
        """Whom a change is told."""
        return list(self._subscribers)

    def __str__(self) -> str:
        return draw(self.sections)

    # What a client feeds it.

    def disconnect(self) -> None:
        """The connection is gone. The content stays: the next `open` begins at its revision."""
        self._is_watched = False
        if self._counted:
            self._counted.end_requests()

    def requests(self, section: str, start: int, stop: int) -> List[Request]:
        """The commands `rows` that bring a range of items, also new ones, which are to be sent; none if all are known."""
        place = self.section(section)
        return self._counted.requests(place, start, stop) if self._counted and place else []

    def forget(self) -> None:
        """Holds nothing of the board any more."""
        self._forget_presence()
        self._empty()
        self.role, self.revision, self._is_watched = None, None, False

    def _forget_presence(self) -> None:
        self.drags, self.selections, self.settings, self.types = {}, {}, {}, {}

    def receive(self, message: Message) -> Optional[Change]:
        """Applies an object of the server, and returns what changed; raises Mismatch for what does not fit."""
        kind = message.get("kind")
        if kind == "drag":
            return self._drag(message)
        if kind == "ok":
            return self._reply(message)
        if message.get("board") != self.name:
            return None
        handler = {
            "board": self._replace, "batch": self._apply, "selected": self._select, "policy": self._set_policy,
            "fields": self._set_types,
            "removed": self._remove, "role": self._set_role, "renamed": self._rename,
        }.get(str(kind))
        return handler(message) if handler else None

    def _replace(self, snapshot: Message) -> Change:
        self._forget_presence()
        self.revision = None
        for row in self._content.replace(snapshot["sections"], snapshot["rows"]):
            self.receive(row if row["kind"] == "drag" else {**row, "board": self.name})
        self.revision = snapshot["rev"]
        return Snapshot(self.name, snapshot["rev"])

    def _apply(self, batch: Message) -> Change:
        before, after = batch["from"], batch["to"]
        if self.revision != before:
            raise Mismatch(f"a batch from {before} at {self.revision}")
        self.revision = None
        change = self._content.apply(self.name, before, after, batch["rows"])
        self.revision = after
        here = {section.id for _, section in change.section_inserts}
        for _, section in change.section_deletes:
            # A section that comes back in the same batch keeps its settings (8.7).
            if section.id not in here:
                self.settings.pop(section.id, None)
        return change

    def _remove(self, message: Message) -> Change:
        self.forget()
        return Removed(self.name, "removed")

    def _set_role(self, message: Message) -> Change:
        self.role = message.get("role")
        return RoleChange(self.name, self.role)

    def _rename(self, message: Message) -> Change:
        before, self.name = self.name, message["to"]
        return Renamed(before, self.name)

    def _select(self, message: Message) -> Change:
        client, items = message["client"], message.get("items", [])
        if items:
            self.selections[client] = items
        else:
            self.selections.pop(client, None)
        return Selected(self.name, client)

    def _set_policy(self, message: Message) -> Change:
        target = str(message["target"])
        rest = ("kind", "board", "target")
        self.settings[target] = {key: value for key, value in message.items() if key not in rest}
        return PolicyChange(self.name, target)

    def _set_types(self, message: Message) -> Change:
        self.types = dict(message.get("fields", {}))
        return TypesChange(self.name)

    # Drags.

    def begin(self, reply: Message) -> Change:
        """The client's own drag began on this board: the reply says so, and no event."""
        return self._begin({**reply, "client": self.me})

    def _begin(self, event: Message) -> Change:
        drag = DragState(event["drag"], event["client"], event["items"])
        if "external" in event:
            drag.texts[drag.items[0]] = event.get("text", "")
        self.drags[drag.id] = drag
        return DragChange(self.name, "began", drag)

    def _drag(self, event: Message) -> Optional[Change]:
        kind = event["event"]
        if kind == "began":
            return self._begin(event) if event.get("board") == self.name else None
        drag = self.drags.get(event["drag"])
        if drag is None:
            return None
        if kind == "items":
            drag.items = event["items"]
            if "external" in event:
                drag.texts[drag.items[-1]] = event.get("text", "")
        elif kind in ("over", "lifted", "lost"):
            self._place(drag, str(event.get("verdict", kind)), event)
        elif kind in ("suspended", "resumed"):
            drag.suspended = kind == "suspended"
        elif kind == "ended":
            del self.drags[drag.id]
        return DragChange(self.name, kind, drag, event.get("outcome"))

    def _place(self, drag: DragState, state: str, event: Message) -> None:
        drag.state, drag.at, drag.anchor = state, event.get("at"), event.get("anchor")
        drag.reason, away = event.get("reason"), event.get("board")
        drag.away = None if away == self.name else away

    # Replies.

    def _reply(self, reply: Message) -> Optional[Change]:
        verb = reply.get("verb")
        if verb == "hello":
            self._name(reply["client"])
            return None
        if verb == "rows":
            return self._load(reply) if reply["board"] == self.name else None
        if verb in ("open", "close", "select", "deselect"):
            return self._reply_of_board(str(verb), reply) if reply.get("board") == self.name else None
        return self._reply_of_drag(str(verb), reply)

    def _reply_of_board(self, verb: str, reply: Message) -> Optional[Change]:
        if verb in ("select", "deselect"):
            return self._select({"client": self.me, "items": reply.get("items", [])})
        self.role = reply.get("role", self.role) if verb == "close" else reply.get("role")
        if verb == "close" or self._is_watched:
            self._is_watched = verb == "open"
            return None
        # Drags, selections and policies follow, and replace the copies (7.1).
        self._forget_presence()
        self._is_watched = True
        return Opened(self.name, reply["rev"])

    def _load(self, reply: Message) -> Optional[Change]:
        """Items that were asked for. What leads to their revision came before them (7.6)."""
        if self._counted is None or not self._is_watched:
            return None
        check(reply["rev"] == self.revision, f"rows of {reply['rev']} at {self.revision}")
        items = self._counted.fill(path_of(reply["at"]), reply["rows"])
        return Loaded(self.name, items) if items else None

    def _reply_of_drag(self, verb: str, reply: Message) -> Optional[Change]:
        """A reply implies what its connection gets no event for (7.6)."""
        drag = self.drags.get(reply.get("drag", ""))
        if drag is None:
            return None
        if verb in ("add", "add-external", "remove"):
            drag.items = reply.get("items", drag.items)
        elif verb == "propose":
            self._place(drag, reply["verdict"], reply)
        elif verb == "exit":
            self._place(drag, "lifted", {})
        elif verb == "resume":
            drag.items, drag.suspended = reply["items"], False
            self._place(drag, reply["state"], reply)
        else:
            return None
        return DragChange(self.name, verb, drag)

    def _name(self, client: str) -> None:
        for drag in self.drags.values():
            if drag.client == self.me:
                drag.client = client
        self.me = client
