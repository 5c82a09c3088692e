"""The client that blocks."""

import asyncio
from typing import Any, Callable, Coroutine, Dict, List, Optional, TypeVar, Union

from .address import TLS
from .aio import AsyncClient
from .board import Board
from .changes import Change, IndexPath
from .commands import Commands, Names
from .content import Item
from .drags import DragCommands
from .errors import ClosedError, NoReply
from .wire import Reply

Value = TypeVar("Value")


def _check_thread() -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise RuntimeError("this client blocks: inside of asyncio use AsyncClient")


class Client(Commands[Reply]):
    """A connection that is made again whenever it breaks, with a method for each command.

        with Client("localhost:7667") as client:
            board = client.watch("groceries")
            client.insert("end:s1", "Tea")

    Everything happens inside the calls, in the thread of the caller: boards change, and subscribers are called, while a
    call waits. `wait_until`, `next_change` and `ping` let that happen. See AsyncClient for the promises.
    """

    def __init__(
        self,
        address: str = "localhost:7667",
        *,
        name: Optional[str] = None,
        token: Optional[str] = None,
        space: Optional[str] = None,
        tls: TLS = False,
        timeout: float = 30.0,
        first_pause: float = 1.0,
        longest_pause: float = 30.0,
    ) -> None:
        """As of AsyncClient, but that it connects at once."""
        _check_thread()
        self._failures: List[Exception] = []
        self._changes: List[Change] = []
        self._client = _Inner(
            address, name=name, token=token, space=space, tls=tls, timeout=timeout, first_pause=first_pause,
            longest_pause=longest_pause)
        self._client.failures = self._failures
        self._client.seen = self._changes
        self._loop = asyncio.new_event_loop()
        try:
            self._do(self._client.connect())
        except BaseException:
            self.close()
            raise

    @property
    def address(self) -> str:
        """Where the server listens."""
        return self._client.address

    @property
    def name(self) -> Optional[str]:
        """The name of this client."""
        return self._client.name

    @property
    def timeout(self) -> float:
        """The deadline of every call, in seconds; it may be set."""
        return self._client.timeout

    @timeout.setter
    def timeout(self, seconds: float) -> None:
        self._client.timeout = seconds

    @property
    def is_connected(self) -> bool:
        """Whether the server knew this client at the end of the last call."""
        return self._client.is_connected

    @property
    def boards_watched(self) -> Dict[str, Board]:
        """The copies of boards, by name."""
        return self._client.boards_watched

    def _do(self, work: "Coroutine[Any, Any, Value]") -> Value:
        """Runs until this work is done, and raises what a subscriber has raised meanwhile."""
        if self._loop.is_closed():
            work.close()
            raise ClosedError("the client is closed")
        try:
            _check_thread()
        except RuntimeError:
            work.close()
            raise
        result = self._loop.run_until_complete(work)
        if self._failures:
            raise self._failures.pop(0)
        return result

    def close(self) -> None:
        """Leaves the server."""
        if not self._loop.is_closed():
            self._loop.run_until_complete(self._client.close())
            self._loop.run_until_complete(asyncio.sleep(0))
            self._loop.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_loop") and not self._loop.is_closed() and not self._loop.is_running():
            self.close()

    def cut(self) -> None:
        """Breaks the connection, as a network does; the next call makes it again. For tests."""
        self._client.cut()

    def ask(self, command: Dict[str, Any], tag: Optional[str] = None) -> Reply:
        """Sends a command, an object of the JSON form, and returns its `ok`. Raises what AsyncClient raises."""
        return self._do(self._client.ask(command, tag))

    def watch(
        self, board: str, *, every: Optional[str] = None, content: Optional[str] = None, keep: int = 2_000,
    ) -> Board:
        """Watches a board, which is then the current one, and returns its copy when that is at the present.

        With `content="counts"` the copy has those items that `fetch` loads, at most `keep`. See AsyncClient.
        """
        return self._do(self._client.watch(board, every=every, content=content, keep=keep))

    def fetch(self, board: Board, path: Union[str, IndexPath], count: int) -> List[Item]:
        """The items of a section from an index path on, loaded if the copy lacks them. See AsyncClient."""
        return self._do(self._client.fetch(board, path, count))

    def unwatch(self, board: str) -> None:
        """Watches a board no more."""
        self._client.unwatch(board)

    def drag(
        self, items: Names, *, board: Optional[str] = None, ops: Optional[Names] = None, local: bool = False,
    ) -> "Drag":
        """Begins a drag of items. Use it by `with client.drag(…)`: it is cancelled if it was not dropped."""
        return Drag(self, self.begin(items, board=board, ops=ops, local=local))

    @property
    def drags_of_own(self) -> List[str]:
        """The ids of this client's live drags."""
        return self._client.drags_of_own

    def wait_until(self, condition: Callable[[], object], timeout: Optional[float] = None) -> None:
        """Waits until a condition of boards holds, which is looked at after each update. Raises NoReply if it does not."""
        self._do(self._client.wait_until(condition, timeout))

    def next_change(self, timeout: Optional[float] = None) -> Optional[Change]:
        """The next change of any board that this has not returned yet, or None if there is none within the time."""
        try:
            self._do(self._client.wait_until(lambda: self._changes, timeout))
        except NoReply:
            return None
        return self._changes.pop(0)


class Drag(DragCommands[Reply]):
    """A drag of a Client."""

    def __enter__(self) -> "Drag":
        return self

    def __exit__(self, *error: object) -> None:
        assert isinstance(self._commands, Client)
        if self.id in self._commands.drags_of_own:
            self.cancel()


class _Inner(AsyncClient):
    """The client that does the work. What subscribers raise, it keeps for the caller."""

    MOST_CHANGES = 10_000

    failures: List[Exception]
    seen: List[Change]

    def _callback_failed(self, error: Exception) -> None:
        self.failures.append(error)

    def _report(self, board: Optional[Board], change: Change) -> None:
        self.seen.append(change)
        del self.seen[:-self.MOST_CHANGES]
        super()._report(board, change)
