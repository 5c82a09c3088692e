"""The commands of a client and their replies, over any number of connections."""

from collections import deque
from typing import Any, Callable, Deque, Dict, Optional, Union

from .errors import InvalidCommand, Lost, Refused
from .wire import Message, Reply, write_line

Outcome = Union[Reply, Exception]


class Pending:
    """A command that waits for its reply."""

    def __init__(self, command: Dict[str, Any], done: Callable[[Outcome], object], is_own: bool) -> None:
        self.command = command
        self.done = done
        self.is_own = is_own
        """Whether the session sends it for itself: the next connection has its own."""
        self.is_sent = False
        self.is_dropped = False
        """Whether nobody waits any more."""


class Conversation:
    """Each command has one reply, in order (rule 1.2).

    A command with a tag is sent again on the next connection of the same epoch if its reply did not arrive; the server
    executes it once (9.3). It remembers the last 64, so no more are ever unanswered.
    """

    MOST_UNANSWERED = 64

    def __init__(self) -> None:
        self._queued: Deque[Pending] = deque()
        self._sent: Deque[Pending] = deque()
        self._tagged = 0

    @property
    def is_idle(self) -> bool:
        """Whether every command has its reply."""
        return not self._queued and not self._sent

    def queue(self, pending: Pending) -> None:
        """A command that is sent when its turn comes."""
        self._queued.append(pending)

    def send_now(self, pending: Pending) -> bytes:
        """The line of a command that is before all that are queued."""
        return self._send(pending)

    def lines(self) -> bytes:
        """The lines whose turn has come."""
        lines = []
        while self._queued and self._tagged < self.MOST_UNANSWERED:
            pending = self._queued.popleft()
            if not pending.is_dropped:
                lines.append(self._send(pending))
        return b"".join(lines)

    def _send(self, pending: Pending) -> bytes:
        pending.is_sent = True
        self._tagged += "tag" in pending.command
        self._sent.append(pending)
        return write_line(pending.command)

    def receive(self, reply: Message) -> Optional[Pending]:
        """Takes the command that a reply belongs to."""
        if not self._sent:
            return None
        pending = self._sent.popleft()
        self._tagged -= "tag" in pending.command
        return pending

    @staticmethod
    def answer(pending: Pending, reply: Message) -> None:
        """Gives a command its reply."""
        if reply["kind"] == "refused":
            return void(pending.done(Refused(pending.command, reply)))
        if reply["kind"] == "error":
            return void(pending.done(InvalidCommand(pending.command, reply)))
        return void(pending.done(reply))

    def cut(self) -> None:
        """The connection broke: what has a tag waits for the next one, and the rest is lost."""
        sent, self._sent, self._tagged = self._sent, deque(), 0
        again = [each for each in sent if "tag" in each.command and not each.is_own and not each.is_dropped]
        self._queued.extendleft(reversed(again))
        for pending in sent:
            if pending not in again and not pending.is_own:
                pending.done(lost(pending, "the connection broke before its reply"))

    def forget_sent(self) -> None:
        """The server has another epoch: what an earlier connection sent is lost."""
        waiting, self._queued = self._queued, deque()
        for pending in waiting:
            if pending.is_sent:
                pending.done(lost(pending, "the server has another epoch"))
            else:
                self._queued.append(pending)

    def fail(self, reason: Exception) -> None:
        """Nothing is sent or read any more."""
        waiting = list(self._sent) + list(self._queued)
        self._sent.clear()
        self._queued.clear()
        for pending in waiting:
            pending.done(reason)


def lost(pending: Pending, why: str) -> Lost:
    """The failure of a command whose reply cannot come any more."""
    return Lost(f"{pending.command.get('kind')}: {why}, and it may have been executed")


def void(result: object) -> None:
    """Ignores what a callback returns."""
