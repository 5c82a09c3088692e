"""The client for asyncio."""

import asyncio
import random
import ssl
from typing import Any, AsyncIterator, Awaitable, Callable, Coroutine, Dict, List, Optional, Set, Union

from .address import TLS, context, parsed
from .board import Board
from .changes import Change, Closed, IndexPath
from .commands import Commands, Names
from .content import Item, index_path
from .conversation import Outcome
from .drags import DragCommands
from .errors import ClosedError, NoReply, Unreachable
from .runs import Request
from .session import Session, new_token
from .wire import Reply

SILENCE = 30.0
"""The seconds of silence after which a connection is given up: three heartbeats."""


class AsyncClient(Commands["Coroutine[Any, Any, Reply]"]):
    """A connection that is made again whenever it breaks, with a method for each command.

        async with AsyncClient("localhost:7667") as client:
            board = await client.watch("groceries")
            await client.insert("end:s1", "Tea")

    A command that can change something gets a tag, and is executed exactly once, over any number of breaks and kills of
    the server, as long as the server keeps its data. A name without a token has no such promise. Without a name, the
    client has one of its own. A program that must go on after its own end names itself, and keeps its token and tags.
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
        """
        `token` proves the name: that of a user of the server, or a new one of `new_token()`. `timeout` is the deadline of
        every call, in seconds. The pause between attempts to connect is random: at first it is at most `first_pause`, then
        twice as long with each failure, up to `longest_pause`.
        """
        if token is not None and name is None:
            raise ValueError("a token proves a name: say which")
        self.address = address
        self.timeout = timeout
        self.first_pause, self.longest_pause = first_pause, longest_pause
        parsed(address)
        self._context = context(tls)
        if name is None:
            name, token = f"python-{new_token(8)}", new_token()
        self._session = Session(name, token, space)
        self._transport: Optional[asyncio.Transport] = None
        self._task: "Optional[asyncio.Task[None]]" = None
        self._last_byte = 0.0
        self._last_error: Optional[Exception] = None
        self._waiters: "Set[asyncio.Future[None]]" = set()
        self._queues: "Set[asyncio.Queue[Change]]" = set()

    # The connection.

    @property
    def name(self) -> Optional[str]:
        """The name of this client."""
        return self._session.name

    @property
    def is_connected(self) -> bool:
        """Whether the server knows this client now; commands wait if not."""
        return self._session.is_live

    @property
    def boards_watched(self) -> Dict[str, Board]:
        """The copies of boards, by name."""
        return dict(self._session.boards)

    @property
    def drags_of_own(self) -> List[str]:
        """The ids of this client's live drags."""
        return self._session.drags

    async def connect(self) -> "AsyncClient":
        """Waits until the server knows this client.

        Raises Unreachable after the deadline, and at once what no further attempt can mend.
        """
        if self._task is None:
            self._task = asyncio.ensure_future(self._run())
        try:
            await self.wait_until(lambda: self._session.is_live)
        except NoReply:
            error = Unreachable(f"no server at {self.address} within {self.timeout:g} s: {self._last_error}")
            self._fail(error)
            raise error from None
        return self

    async def close(self) -> None:
        """Leaves the server. Everybody who waits gets a ClosedError."""
        transport, task = self._transport, self._task
        self._fail(ClosedError("the client was closed"))
        if transport is not None:
            transport.close()
        if task is not None and task is not asyncio.current_task():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def __aenter__(self) -> "AsyncClient":
        try:
            return await self.connect()
        except BaseException:
            await self.close()
            raise

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def cut(self) -> None:
        """Breaks the connection, as a network does; it is made again. For tests."""
        if self._transport is not None:
            self._transport.abort()

    async def _run(self) -> None:
        failures = 0
        while self._session.failure is None:
            try:
                was_live = await self._visit()
            except ssl.SSLCertVerificationError as error:
                self._fail(Unreachable(f"{self.address}: {error.verify_message}"))
                return
            except (OSError, asyncio.TimeoutError) as error:
                self._last_error, was_live = error, False
            failures = 0 if was_live else failures + 1
            bound = min(self.longest_pause, self.first_pause * 2 ** min(failures, 16))
            if self._session.pause is not None:
                bound = self._session.pause
            if self._session.failure is None:
                await asyncio.sleep(random.uniform(0, bound))
        self._fail(self._session.failure)

    async def _visit(self) -> bool:
        """One connection, up to its end. Returns whether the server knew this client."""
        loop = asyncio.get_running_loop()
        ended: "asyncio.Future[None]" = loop.create_future()
        host, port, path = parsed(self.address)
        protocol = _Link(self._received, ended)
        if path is not None:
            opening: Awaitable[Any] = loop.create_unix_connection(lambda: protocol, path)
        else:
            opening = loop.create_connection(lambda: protocol, host or "", port, ssl=self._context)
        self._session.connect()
        transport, _ = await asyncio.wait_for(opening, 10)
        self._transport, self._last_byte, was_live = transport, loop.time(), False
        try:
            self._flush()
            while not ended.done():
                await asyncio.wait([ended], timeout=SILENCE / 3)
                if loop.time() - self._last_byte > SILENCE:
                    transport.abort()
        finally:
            transport.abort()
            was_live, self._transport = self._session.is_live, None
            self._session.disconnect()
            self._last_error = ConnectionError("the connection broke")
            self._wake()
        return was_live

    def _received(self, data: bytes) -> None:
        self._last_byte = asyncio.get_running_loop().time()
        self._session.feed(data)
        while (found := self._session.next_change()) is not None:
            board, change = found
            self._report(board, change)
        self._flush()
        self._wake()
        if self._session.is_broken and self._transport is not None:
            # What it still has to say does not matter.
            self._transport.close()

    def _flush(self) -> None:
        if self._transport is not None and not self._transport.is_closing():
            output = self._session.take_output()
            if output:
                self._transport.write(output)

    def _report(self, board: Optional[Board], change: Change) -> None:
        for queue in self._queues:
            queue.put_nowait(change)
        for callback in board.subscribers if board is not None else []:
            try:
                callback(change)
            except Exception as error:
                self._callback_failed(error)

    def _callback_failed(self, error: Exception) -> None:
        """A subscriber has raised: the connection goes on."""
        asyncio.get_running_loop().call_exception_handler(
            {"message": "a subscriber of a board has failed", "exception": error})

    def _wake(self) -> None:
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def _fail(self, reason: Optional[Exception]) -> None:
        if self._session.failure is None and reason is not None:
            self._session.fail(reason)
        for queue in self._queues:
            queue.put_nowait(Closed(self._session.failure))
        self._queues = set()
        self._wake()

    # Waiting.

    async def wait_until(self, condition: Callable[[], object], timeout: Optional[float] = None) -> None:
        """Waits until a condition of boards holds, which is looked at after each update.

        Raises NoReply after the deadline.
        """
        limit = self.timeout if timeout is None else timeout
        await self._wait(condition, limit, "the condition does not hold")

    async def _wait(self, condition: Callable[[], object], limit: float, what: str) -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + limit
        while not condition():
            if self._session.failure is not None:
                raise self._closed("wait_until")
            waiter: "asyncio.Future[None]" = loop.create_future()
            self._waiters.add(waiter)
            try:
                await asyncio.wait_for(waiter, max(0.0, deadline - loop.time()))
            except asyncio.TimeoutError:
                raise NoReply(f"{what} within {limit:g} s ({self._state()})") from None
            finally:
                self._waiters.discard(waiter)

    async def changes(self) -> AsyncIterator[Change]:
        """All changes of all boards from here on, in order; ends when the client is closed."""
        queue: "asyncio.Queue[Change]" = asyncio.Queue()
        self._queues.add(queue)
        try:
            while self._session.failure is None or not queue.empty():
                change = await queue.get()
                if isinstance(change, Closed):
                    return
                yield change
        finally:
            self._queues.discard(queue)

    def _state(self) -> str:
        if self._session.is_live:
            return f"{self.address} is connected"
        return f"{self.address} is not connected: {self._last_error}"

    def _closed(self, what: str) -> Exception:
        failure = self._session.failure
        return failure if failure is not None and not isinstance(failure, ClosedError) else ClosedError(
            f"{what}: the client is closed")

    # Commands.

    async def ask(self, command: Dict[str, Any], tag: Optional[str] = None) -> Reply:
        """Sends a command, an object of the JSON form, and returns its `ok`.

        Raises Refused, InvalidCommand, Lost, NoReply after the deadline, and ClosedError.
        """
        self._check_started()
        answer: "asyncio.Future[Outcome]" = asyncio.get_running_loop().create_future()
        pending = self._session.ask(command, tag, lambda outcome: _settle(answer, outcome))
        self._flush()
        try:
            return await self._outcome(answer, str(command.get("kind")))
        finally:
            pending.is_dropped = not answer.done() or answer.cancelled()

    async def watch(
        self, board: str, *, every: Optional[str] = None, content: Optional[str] = None, keep: int = 2_000,
    ) -> Board:
        """Watches a board, which is then the current one, and returns its copy when that is at the present.

        `every` is the least time between two batches, such as `250ms`. The copy stays right over any number of breaks.
        With `content="counts"` it says how many items each section has, and `fetch` loads those that are asked for: it
        has at most `keep` of them, and drops those that were not seen for the longest time. A board has one copy: if
        it is watched in another way, that begins with a new one.
        """
        if content not in (None, "counts") or keep < 1:
            raise ValueError(f"content is None or 'counts', and keep at least 1: {content!r}, {keep}")
        self._check_started()
        answer: "asyncio.Future[Outcome]" = asyncio.get_running_loop().create_future()
        limit = keep if content == "counts" else None
        copy = self._session.watch(board, every, limit, lambda outcome: _settle(answer, outcome))
        self._flush()
        await self._outcome(answer, f"watch {board}")
        return copy

    async def fetch(self, board: Board, path: Union[str, IndexPath], count: int) -> List[Item]:
        """The items of a section from an index path on: `count` of them, or fewer if it ends before.

        What a copy by counts lacks is loaded: at most 1,000 with each command, and nothing twice while it is on its way.
        Raises what `rows` is refused with, NoReply after the deadline, and ClosedError if the board is not watched.
        """
        at = index_path(path)
        self._session.check_watched(board)
        if board.keep is not None and count > board.keep:
            raise ValueError(f"fetch {count}: the copy keeps {board.keep}")
        section, stop = board.sections[at.section].id, at.item + count
        asked: Set[Request] = set()

        def is_loaded() -> bool:
            for request in asked:
                if request.failure is not None:
                    raise request.failure
            requests = self._session.fetch(board, section, at.item, stop)
            self._flush()
            asked.update(requests or ())
            return requests == []

        await self._wait(is_loaded, self.timeout, f"fetch {board.name} {at}: it is not loaded")
        place = board.section(section)
        return list(place.items[at.item:stop]) if place else []

    def unwatch(self, board: str) -> None:
        """Watches a board no more."""
        self._session.unwatch(board)
        self._flush()

    async def drag(
        self, items: Names, *, board: Optional[str] = None, ops: Optional[Names] = None, local: bool = False,
    ) -> "AsyncDrag":
        """Begins a drag of items. Use it by `async with await client.drag(…)`: it is cancelled if it was not dropped."""
        return AsyncDrag(self, await self.begin(items, board=board, ops=ops, local=local))

    def _check_started(self) -> None:
        if self._task is None and self._session.failure is None:
            raise ClosedError("the client is not connected: use `async with`, or `await client.connect()`")

    async def _outcome(self, answer: "asyncio.Future[Outcome]", what: str) -> Reply:
        try:
            outcome = await asyncio.wait_for(answer, self.timeout)
        except asyncio.TimeoutError:
            raise NoReply(f"{what}: no reply within {self.timeout:g} s ({self._state()})") from None
        if isinstance(outcome, Exception):
            raise self._closed(what) if outcome is self._session.failure else outcome
        return outcome


class AsyncDrag(DragCommands["Coroutine[Any, Any, Reply]"]):
    """A drag of an AsyncClient."""

    async def __aenter__(self) -> "AsyncDrag":
        return self

    async def __aexit__(self, *error: object) -> None:
        assert isinstance(self._commands, AsyncClient)
        if self.id in self._commands.drags_of_own:
            await self.cancel()


class _Link(asyncio.Protocol):
    """Passes bytes on, and says when there are no more."""

    def __init__(self, received: Callable[[bytes], None], ended: "asyncio.Future[None]") -> None:
        self._received = received
        self._ended = ended

    def data_received(self, data: bytes) -> None:
        self._received(data)

    def connection_lost(self, error: Optional[Exception]) -> None:
        if not self._ended.done():
            self._ended.set_result(None)


def _settle(answer: "asyncio.Future[Outcome]", outcome: Outcome) -> None:
    if not answer.done():
        answer.set_result(outcome)
