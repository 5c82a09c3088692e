"""Lines and objects: the JSON form of the protocol, section 15."""

import json
import re
from typing import Any, Dict, List, Optional

Reply = Dict[str, Any]
"""The `ok` of a command, an object of the JSON form with the words and keys of `protocol/lines.md`."""

Message = Dict[str, Any]

_SURROGATES = re.compile("[\ud800-\udfff]")


def write_line(command: Dict[str, Any]) -> bytes:
    """The line of a command, without control bytes (rule 2.1) and unpaired surrogates (15.5)."""
    members = {name: value for name, value in command.items() if value is not None}
    text = json.dumps(members, ensure_ascii=False, separators=(",", ":")).replace("\x7f", "\\u007f")
    return _SURROGATES.sub("\ufffd", text).encode() + b"\n"


def read_line(line: bytes) -> Message:
    """The object of a line of a server.

    Raises ValueError for what is no object; a line of the text form is read as far as a client meets it before its
    first `hello`: the greeting, `ok space`, and a `refused`, `error` or `bye`.
    """
    if line.startswith(b"{"):
        message = json.loads(line)
        if not isinstance(message.get("kind"), str):
            raise ValueError("an object without a kind")
        return dict(message)
    return _read_words(line.decode())


def _read_words(line: str) -> Message:
    words, keys, text = _split(line)
    kind = words[0] if words else ""
    message: Message = {"kind": kind, **keys}
    if kind == "dropline" and len(words) == 2:
        message["version"] = int(words[1])
        message["profiles"] = keys.get("profiles", "").split(",")
    elif kind == "ok" and len(words) >= 3 and words[1] == "space":
        message.update(verb="space", space=words[2])
    elif kind in ("refused", "error") and len(words) >= 2:
        message.update(code=words[1], text=text)
    elif kind == "bye" and len(words) >= 2:
        message.update(reason=words[1], text=text)
    else:
        raise ValueError(f"no line of this protocol: {line[:80]!r}")
    return message


def _split(line: str) -> "tuple[List[str], Dict[str, str], Optional[str]]":
    """The words of a line, its keys, and the rest, which is a text if the line has one."""
    head = 3 if line.startswith("ok ") else 2
    tokens = line.split(" ")
    words, rest = tokens[:head], tokens[head:]
    keys: Dict[str, str] = {}
    while rest and re.match("[a-z][a-z0-9-]*=", rest[0]):
        key, _, value = rest.pop(0).partition("=")
        keys[key] = value
    return words, keys, " ".join(rest) or None
