"""A drag of one's own, from begin to drop."""

from typing import Any, Generic, List, Optional

from .commands import Commands, Names, Result


class DragCommands(Generic[Result]):
    """The commands of one drag session, by its id."""

    def __init__(self, commands: Commands[Result], reply: Any) -> None:
        self._commands = commands
        self.id: str = reply["drag"]
        """The id of the session: `d1`."""
        self.items: List[str] = reply["items"]
        """The ids of the items that it began with."""

    def propose(self, place: str, *, op: Optional[str] = None, board: Optional[str] = None) -> Result:
        """Moves the drag over a place; the reply has the drop proposal: `verdict`, `at`, `anchor`."""
        return self._commands.propose(place, op=op, board=board, drag=self.id)

    def exit(self) -> Result:
        """Moves the drag off its place."""
        return self._commands.exit(self.id)

    def add(self, items: Names) -> Result:
        """Adds items; the reply has all of them."""
        return self._commands.add(items, drag=self.id)

    def remove(self, items: Names) -> Result:
        """Puts items back; without any left the session ends as `cancelled`."""
        return self._commands.remove(items, drag=self.id)

    def perform(self) -> Result:
        """Drops the items; `outcome` of the reply says what became of them: `cancelled` and `forbidden` are no drops."""
        return self._commands.perform(self.id)

    def cancel(self) -> Result:
        """Ends the drag without a drop."""
        return self._commands.cancel(self.id)
