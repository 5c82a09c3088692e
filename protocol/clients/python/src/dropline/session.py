"""A client without I/O: bytes in; bytes, changes and replies out. Both clients are made of it."""

import secrets
from collections import Counter, deque
from typing import Any, Callable, Deque, Dict, List, Optional, Tuple

from .board import Board
from .changes import Change, Removed, Renamed
from .content import Mismatch
from .conversation import Conversation, Outcome, Pending
from .errors import ClosedError, NotDropline, Refused, SentAway
from .runs import Request
from .tables import BYES, CHANGING
from .wire import Message, read_line, write_line

_REPLIES = ("ok", "refused", "error", "pong")
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_token(length: int = 32) -> str:
    """A random secret that proves the name of a client; also a name, if it is short."""
    return "".join(secrets.choice(_LETTERS) for _ in range(length))


def milliseconds(time: str) -> int:
    """The milliseconds of `250ms` or `2s`."""
    number = int("".join(c for c in time if c.isdigit()) or 0)
    return number if time.endswith("ms") else 1000 * number


class Session:
    """What a client says and knows, over any number of connections."""

    def __init__(
        self, name: Optional[str], token: Optional[str], space: Optional[str] = None, heartbeat: str = "10s",
    ) -> None:
        self.name = name
        self.token = token
        self.space = space
        self.heartbeat = heartbeat
        self.boards: Dict[str, Board] = {}
        self.epoch: Optional[str] = None
        self.failure: Optional[Exception] = None
        """Why it will not connect again."""
        self.is_live = False
        """Whether the server knows who this is, and commands are sent."""
        self.is_broken = False
        """Whether the connection is of no use any more."""
        self.pause: Optional[float] = None
        """The longest time until the next attempt, in seconds, if another server takes over."""
        self._conversation = Conversation()
        self._drags: Dict[str, None] = {}
        self._watching: Dict[str, Tuple[int, Callable[[Outcome], object]]] = {}
        self._was_accepted = False
        self._every: Dict[str, Optional[str]] = {}
        self._closing: "Counter[str]" = Counter()
        self._output: List[bytes] = []
        self._parts: List[bytes] = []
        self._lines: Deque[bytes] = deque()
        self._changes: Deque[Tuple[Optional[Board], Change]] = deque()
        self._prefix = new_token(8)
        self._has_fields = False
        self._count = 0
        self._step: Callable[[Message], None] = self._greet

    # Connections.

    def connect(self) -> None:
        """A connection is open. A line asks for the greeting at once (1.1), which is that of a space that it chooses (18.4).

        Anything behind the choice would be executed in the default space if there is no space of that name.
        """
        first = "\n" if self.space is None else f"space {self.space}\n"
        self._output, self._parts, self._lines = [first.encode()], [], deque()
        self._closing.clear()
        self.is_live = self.is_broken = False
        self._step, self.pause = self._greet, None

    def disconnect(self) -> None:
        """The connection is gone."""
        self.is_live = False
        self._output, self._lines = [], deque()
        for board in self.boards.values():
            board.disconnect()
        self._conversation.cut()

    def fail(self, reason: Exception) -> None:
        """It will not connect again: everybody who waits is told why."""
        if self.failure is None:
            self.failure = reason
        self.is_live, self.is_broken = False, True
        self._conversation.fail(reason)
        watching, self._watching = self._watching, {}
        for _, done in watching.values():
            done(reason)

    def take_output(self) -> bytes:
        """What is to be sent."""
        if self.is_live:
            self._output.append(self._conversation.lines())
        output, self._output = b"".join(self._output), []
        return output

    @property
    def is_idle(self) -> bool:
        """Whether every command has its reply."""
        return self._conversation.is_idle

    # Commands.

    @property
    def drags(self) -> List[str]:
        """The ids of this client's live drags."""
        return list(self._drags)

    def ask(self, command: Dict[str, Any], tag: Optional[str], done: Callable[[Outcome], object]) -> Pending:
        """Queues a command; `done` gets its reply, or why there is none."""
        command = {name: value for name, value in command.items() if value is not None}
        if tag is None and self.token is not None and command["kind"] in CHANGING:
            self._count += 1
            tag = f"{self._prefix}.{self._count}"
        if tag is not None:
            command["tag"] = tag
        write_line(command)  # What has no JSON fails here, where the caller sees it.
        pending = Pending(command, done, is_own=False)
        self._check_open(command["kind"])
        self._conversation.queue(pending)
        return pending

    def watch(
        self, name: str, every: Optional[str], keep: Optional[int], done: Callable[[Outcome], object],
    ) -> Board:
        """Opens a board, by counts if it says how many items to keep; `done` gets the reply once the copy is at the present."""
        self._check_open(f"watch {name}")
        board = self.boards.get(name)
        if board is not None and board.keep != keep:
            self.unwatch(name)
            board.forget()
            board = None
        self.boards.pop(name, None)
        board = board or Board(name, self.name, keep)
        self.boards[name] = board  # The last one is the current board of the connection.
        self._every[name] = every
        self._watching[name] = (-1, done)
        if self.is_live:
            self._open(board)
        return board

    def unwatch(self, name: str) -> None:
        """Leaves a board."""
        self.boards.pop(name, None)
        self._watching.pop(name, None)
        if self.is_live:
            self._closing[name] += 1
            self._say({"kind": "close", "board": name}, lambda outcome: self._closing.subtract([name]))

    def fetch(self, board: Board, section: str, start: int, stop: int) -> Optional[List[Request]]:
        """Asks for the items of a range that the copy lacks and nobody has asked for.

        Returns the commands that bring them, none if all are there, and None if there is no connection.
        """
        self.check_watched(board)
        if not self.is_live or board.revision is None:
            return None
        requests = board.requests(section, start, stop)
        for request in requests:
            if not request.is_sent:
                request.is_sent = True
                place = f"{board.sections.index(request.section)}.{request.first}@{board.revision}"
                command = {"kind": "rows", "place": place, "count": request.count, "board": board.name}
                self._say(command, self._ending(request, board))
        return requests

    @staticmethod
    def _ending(request: Request, board: Board) -> Callable[[Outcome], None]:
        asked = board.name, board.revision

        def end(outcome: Outcome) -> None:
            # The board has changed on the way, or has another name: it is asked for again.
            is_race = isinstance(outcome, Refused) and outcome.fault == "race"
            request.end(None if is_race and asked != (board.name, board.revision) else outcome)

        return end

    def check_watched(self, board: Board) -> None:
        """Raises ClosedError if a copy does not change any more."""
        self._check_open(f"fetch {board.name}")
        if self.boards.get(board.name) is not board:
            raise ClosedError(f"fetch {board.name}: this copy is not watched any more")

    def _check_open(self, what: str) -> None:
        if self.failure is not None:
            raise ClosedError(f"{what}: the client is closed ({self.failure})") from self.failure

    def _say(self, command: Dict[str, Any], done: Callable[[Outcome], object] = lambda outcome: None) -> None:
        self._output.append(self._conversation.send_now(Pending(command, done, is_own=True)))

    # Lines of the server.

    def feed(self, data: bytes) -> None:
        """Bytes that have arrived; `next_change` reads them."""
        if b"\n" not in data:
            self._parts.append(data)
            return
        first, *rest = data.split(b"\n")
        self._lines.append(b"".join(self._parts) + first)
        self._lines.extend(rest[:-1])
        self._parts = [rest[-1]]

    def next_change(self) -> Optional[Tuple[Optional[Board], Change]]:
        """Reads on up to the next change; None if all that has arrived is read."""
        while not self._changes and self._lines and not self.is_broken:
            line = self._lines.popleft()
            try:
                self._step(read_line(line))
            except (Mismatch, ValueError, KeyError, TypeError, AttributeError) as error:
                self._distrust(line, error)
        return self._changes.popleft() if self._changes else None

    def _distrust(self, line: bytes, error: Exception) -> None:
        """A line cannot be read, or does not fit: the copies are opened anew, on another connection."""
        if self._step == self._greet:
            shown = line[:80].decode(errors="replace")
            self.fail(NotDropline(f"what answers is not Dropline: its first line is {shown!r}"))
        for board in self.boards.values():
            board.revision = None
        self.is_broken = True

    def _greet(self, greeting: Message) -> None:
        if greeting["kind"] == "bye":
            return self._bye(greeting)
        if greeting["kind"] != "dropline":
            raise ValueError("it is no greeting")
        if greeting["version"] != 1:
            return self.fail(SentAway("other-version", f"the server speaks version {greeting['version']}"))
        self._has_fields = "fields" in greeting.get("profiles", [])
        if self.space is None:
            return self._introduce(greeting)
        self._step = self._choose
        return None

    def _choose(self, reply: Message) -> None:
        if reply["kind"] == "ok":
            return self._introduce(reply)
        if reply["kind"] == "bye":
            return self._bye(reply)
        return self.fail(SentAway(reply.get("code", "unknown-space"), reply.get("text")))

    def _introduce(self, greeting: Message) -> None:
        """Says the form, then the name: a refused name does not take the form along."""
        epoch = greeting["epoch"]
        self._step = self._receive
        hello = {"kind": "hello", "form": "json", "heartbeat": self.heartbeat, "version": 1}
        if self._has_fields:  # Without it no batch would have a row `reconfigure` (19.5).
            hello["fields"] = True
        if self.name is None:
            return self._say(hello, lambda outcome: self._named(outcome, epoch))
        self._say(hello)
        named = {"kind": "hello", "client": self.name, "token": self.token}
        return self._say(named, lambda outcome: self._named(outcome, epoch))

    def _named(self, outcome: Outcome, epoch: str) -> None:
        """Nothing is repeated before the server knows who this is: it would be executed for somebody else."""
        if isinstance(outcome, Refused):
            if outcome.code == "name-taken" and self._was_accepted and self.token is None:
                self.is_broken = True  # Our last connection still has it.
            elif outcome.code != "unavailable":
                self.fail(SentAway(outcome.code, outcome.reply.get("text")))
            else:
                self.is_broken = True
            return
        if isinstance(outcome, Exception):
            return self.fail(outcome)
        self._was_accepted = self.is_live = True
        if self.epoch is not None and self.epoch != epoch:
            self._drags.clear()
            self._conversation.forget_sent()
        before, self.epoch = self.epoch, epoch
        for board in self.boards.values():
            self._open(board, before)
        for drag in self._drags:
            self._resume(drag)

    def _open(self, board: Board, epoch: Optional[str] = None) -> None:
        command: Dict[str, Any] = {"kind": "open", "board": board.name, "every": self._every.get(board.name)}
        if board.keep is not None:
            command["content"] = "counts"
        if board.revision is not None:
            command.update(since=board.revision, epoch=epoch or self.epoch)
        self._say(command, lambda outcome: self._opened(board, outcome))

    def _opened(self, board: Board, outcome: Outcome) -> None:
        waiting = self._watching.get(board.name)
        if isinstance(outcome, Exception):
            if isinstance(outcome, Refused) and outcome.may_retry:
                self.is_broken = True
                return
            self.boards.pop(board.name, None)
            self._watching.pop(board.name, None)
            board.forget()
            self._changes.append((board, Removed(board.name, getattr(outcome, "code", "lost"))))
            if waiting:
                waiting[1](outcome)
        elif waiting:
            self._watching[board.name] = (outcome["rev"], waiting[1])

    def _resume(self, drag: str) -> None:
        def resumed(outcome: Outcome) -> None:
            if isinstance(outcome, Refused) and outcome.code != "not-suspended":
                self._drags.pop(drag, None)

        self._say({"kind": "resume", "drag": drag}, resumed)

    def _receive(self, message: Message) -> None:
        kind = message["kind"]
        if kind == "bye":
            return self._bye(message)
        pending = self._conversation.receive(message) if kind in _REPLIES else None
        if kind == "drag" and message["event"] == "ended":
            self._drags.pop(message["drag"], None)
        # Until its `close` is answered, an event is of an earlier copy.
        is_late = kind not in _REPLIES and self._closing[message.get("board", "")] > 0
        for board in [] if is_late else list(self.boards.values()):
            change = board.receive(message)
            if change is not None:
                self._changes.append((board, change))
                self._follow(board, change)
        if pending is not None:
            self._learn(pending, message)
            self._conversation.answer(pending, message)
        self._answer_watchers()
        return None

    def _follow(self, board: Board, change: Change) -> None:
        """A board is gone, or has another name."""
        if isinstance(change, Removed):
            self.boards.pop(change.board, None)
        elif isinstance(change, Renamed):
            self.boards = {each.name: each for each in self.boards.values()}
            self._every[change.to] = self._every.get(change.board)
            if change.board in self._watching:
                self._watching[change.to] = self._watching.pop(change.board)

    def _learn(self, pending: Pending, reply: Message) -> None:
        """What a reply says of the drags of this client."""
        verb = reply.get("verb")
        if verb in ("begin", "begin-external"):
            self._drags[reply["drag"]] = None
            if reply.get("replayed"):
                self._resume(reply["drag"])
            current = next(reversed(self.boards), None)
            board = self.boards.get(str(pending.command.get("board", current)))
            if board is not None:
                began = {**reply, "external": pending.command.get("type", "text/plain")}
                began["text"] = pending.command.get("text", "")
                self._changes.append((board, board.begin(began if verb == "begin-external" else reply)))
        elif verb in ("perform", "cancel"):
            self._drags.pop(reply["drag"], None)

    def _answer_watchers(self) -> None:
        """A copy is at the present once it has the revision that `ok open` named."""
        for name, (revision, done) in list(self._watching.items()):
            board = self.boards.get(name)
            if board and revision >= 0 and board.revision is not None and board.revision >= revision:
                del self._watching[name]
                done({"kind": "ok", "verb": "open", "board": name, "rev": board.revision})

    def _bye(self, message: Message) -> None:
        reason = message.get("reason", "")
        self.is_broken = True
        known = BYES.get(reason)
        if reason == "moved":
            self.pause = milliseconds(message.get("retry", "0s")) / 1000
        elif known is not None and not known.may_retry:
            self.fail(SentAway(reason, message.get("text")))
