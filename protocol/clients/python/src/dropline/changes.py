"""What happens on a board, in the terms of a list view that performs batch updates."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, List, Mapping, NamedTuple, Optional, Union

if TYPE_CHECKING:
    from .board import DragState
    from .content import Item, Section


class IndexPath(NamedTuple):
    """The index of a section, and the index of an item in it."""

    section: int
    item: int

    def __str__(self) -> str:
        return f"{self.section}.{self.item}"


class Delete(NamedTuple):
    """An item that is gone; the path is the one that it had before the batch."""

    path: IndexPath
    item: "Item"


class Insert(NamedTuple):
    """A new item; the path is the one that it has after the batch.

    `was` is where the item was before the batch, if it was on the board: a view may animate a move.
    """

    path: IndexPath
    item: "Item"
    was: Optional[IndexPath]


class Move(NamedTuple):
    """An item that is elsewhere: its path before the batch, and the one after it."""

    source: IndexPath
    destination: IndexPath
    item: "Item"


class Reconfigure(NamedTuple):
    """An item with another text or other fields; the path is the one before the batch.

    `fields` has those that changed, with their new values; None is one that is gone. `has_text` says whether the text is
    another one, too.
    """

    path: IndexPath
    item: "Item"
    fields: Mapping[str, Optional[str]] = {}
    has_text: bool = True


class SectionChange(NamedTuple):
    """A section that is deleted (index before), inserted (index after) or has another title (index before)."""

    at: int
    section: "Section"


class SectionMove(NamedTuple):
    """A section that is elsewhere: its index before the batch, and the one after it."""

    source: int
    destination: int
    section: "Section"


@dataclass(frozen=True)
class Batch:
    """A batch update, legal for `performBatchUpdates` of a UITableView. The board is already as it is afterwards.

    The items of an inserted or deleted section are in no list of their own.
    """

    board: str
    before: int
    after: int
    deletes: List[Delete]
    inserts: List[Insert]
    moves: List[Move]
    reconfigures: List[Reconfigure]
    section_deletes: List[SectionChange]
    section_inserts: List[SectionChange]
    section_moves: List[SectionMove]
    section_reconfigures: List[SectionChange]


@dataclass(frozen=True)
class Snapshot:
    """The copy was replaced (`reloadData`)."""

    board: str
    revision: int


@dataclass(frozen=True)
class Loaded:
    """A copy by counts has got items, which have been at their places before: a view draws those that it shows anew."""

    board: str
    items: List["Item"]


@dataclass(frozen=True)
class Opened:
    """The board is watched (again). The copies of drags, selections and policies are dropped, and follow anew."""

    board: str
    revision: int


@dataclass(frozen=True)
class DragChange:
    """A drag changed: `event` is an event of `protocol/lines.md`, or the verb of an own command.

    `outcome` is how it ended, if it did.
    """

    board: str
    event: str
    drag: "DragState"
    outcome: Optional[str] = None


@dataclass(frozen=True)
class Selected:
    """A client has another selection, which is in `Board.selections`."""

    board: str
    client: str


@dataclass(frozen=True)
class PolicyChange:
    """The settings of the board (`*`) or a section are others."""

    board: str
    target: str


@dataclass(frozen=True)
class TypesChange:
    """Fields have other types."""

    board: str


@dataclass(frozen=True)
class RoleChange:
    """This client has another role on the board."""

    board: str
    role: Optional[str]


@dataclass(frozen=True)
class Renamed:
    """The board has another name."""

    board: str
    to: str


@dataclass(frozen=True)
class Removed:
    """The board is gone for this client: `code` is `removed`, or why it cannot be opened any more."""

    board: str
    code: str


@dataclass(frozen=True)
class Closed:
    """The client is closed, for this reason if it did not close itself. It is the last change."""

    reason: Optional[Exception]


Change = Union[
    Batch, Snapshot, Loaded, Opened, DragChange, Selected, PolicyChange, TypesChange, RoleChange, Renamed, Removed, Closed]
"""What a subscriber is told."""
