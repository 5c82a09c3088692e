"""A client of Dropline: boards that are mirrored, drags, and commands that are executed exactly once.

`Client` blocks, and `AsyncClient` is for asyncio. Both have a method for each command of the protocol, keep copies of
the boards that they watch, and reconnect by themselves.
"""

from .aio import AsyncClient, AsyncDrag
from .blocking import Client, Drag
from .board import Board, DragState
from .changes import (
    Batch,
    Change,
    Closed,
    Delete,
    DragChange,
    IndexPath,
    Insert,
    Loaded,
    Move,
    Opened,
    PolicyChange,
    Reconfigure,
    Removed,
    Renamed,
    RoleChange,
    SectionChange,
    SectionMove,
    Selected,
    Snapshot,
    TypesChange,
)
from .content import Item, Mismatch, Section
from .drawing import draw, drawn_rows
from .errors import (
    ClosedError,
    DroplineError,
    InvalidCommand,
    Lost,
    NoReply,
    NotDropline,
    NotLoaded,
    Refused,
    SentAway,
    Unreachable,
)
from .session import new_token
from .wire import Reply

__all__ = [
    "AsyncClient", "AsyncDrag", "Batch", "Board", "Change", "Client", "Closed", "ClosedError", "Delete", "Drag",
    "DragChange", "DragState", "DroplineError", "IndexPath", "Insert", "InvalidCommand", "Item", "Loaded", "Lost",
    "Mismatch", "Move", "NoReply", "NotDropline", "NotLoaded", "Opened", "PolicyChange", "Reconfigure", "Refused",
    "Removed", "Renamed", "Reply", "RoleChange", "Section", "SectionChange", "SectionMove", "Selected", "SentAway",
    "Snapshot", "TypesChange", "Unreachable", "draw", "drawn_rows", "new_token",
]
