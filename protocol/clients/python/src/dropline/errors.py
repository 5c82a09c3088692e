"""What can go wrong between a client and a server."""

from typing import Any, Dict, Optional

from .tables import BYES, ERRORS, REFUSALS, Code


class DroplineError(Exception):
    """Any failure of this package."""


class Unreachable(DroplineError, ConnectionError):
    """Nobody answers at the address, or the certificate of the server is not trusted."""


class NotDropline(DroplineError):
    """What answers at the address is not a server of this protocol."""


class ClosedError(DroplineError):
    """The client is closed, or its copy of a board: nothing is sent or read any more."""


class NoReply(DroplineError, TimeoutError):
    """A deadline has passed. A command that was sent may still be executed."""


class Lost(DroplineError):
    """The connection broke before the reply, and nobody knows whether the command was executed.

    A command with a tag is lost only if the server has another epoch: it has forgotten what it knew.
    """


class NotLoaded(DroplineError, LookupError):
    """The copy counts this item, and does not have it: `fetch` loads it."""


class Answer(DroplineError):
    """A reply that is no `ok`."""

    def __init__(self, command: Dict[str, Any], reply: Dict[str, Any], table: Dict[str, Code]) -> None:
        self.code: str = reply.get("code", "")
        """What is wrong, as in `protocol/errors.md`."""
        self.reply = reply
        """The whole reply: its keys give the present state."""
        self.command = command
        """The command as it was sent."""
        known = table.get(self.code)
        self.fault: str = known.fault if known else "server"
        """Whose fault it is: `client`, `user`, `race` or `server`."""
        self.may_retry: bool = known.may_retry if known else False
        """Whether the same command may succeed later without a person who does something."""
        keys = " ".join(
            f"{key}={value}" for key, value in reply.items() if key not in ("kind", "code", "text", "tag"))
        said = reply.get("text") or (known.meaning if known else "")
        super().__init__(f"{command.get('kind')}: {reply.get('kind')} {self.code} {keys}".rstrip() + f": {said}")


class Refused(Answer):
    """The command is not possible now. Nothing changed."""

    def __init__(self, command: Dict[str, Any], reply: Dict[str, Any]) -> None:
        super().__init__(command, reply, REFUSALS)


class InvalidCommand(Answer):
    """The server could not read the command: the program has a bug. Nothing changed."""

    def __init__(self, command: Dict[str, Any], reply: Dict[str, Any]) -> None:
        super().__init__(command, reply, ERRORS)


class SentAway(DroplineError):
    """The server does not want this client again, before a person has done something."""

    def __init__(self, reason: str, text: Optional[str] = None) -> None:
        self.reason = reason
        """The reason of the `bye`, or the code of a refused `hello` or `space`."""
        known = BYES.get(reason) or REFUSALS.get(reason)
        super().__init__(f"{reason}: {text or (known.meaning if known else 'the server sends this client away')}")
