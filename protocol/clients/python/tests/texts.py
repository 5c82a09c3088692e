"""Reads the text form by the tables of protocol/lines.md, so that vectors and transcripts can be played."""

import json
import re
from pathlib import Path

from forms import object_from, tables

PROTOCOL = Path(__file__).resolve().parents[3]
FORMS, LISTINGS = tables(PROTOCOL / "lines.md")
GREETING = "dropline VERSION epoch=EPOCH client=CLIENT line=N text=N profiles=PROFILES"


def read(path):
    return (PROTOCOL / path).read_text(encoding="utf-8")


def _codes():
    rows = re.findall(r"^\| `([a-z-]+)` \| ([^|]*)\|", read("errors.md"), re.M)
    return {code: " ".join(re.findall(r"[a-z]+=[A-Z]+", keys)) for code, keys in rows}


CODES = _codes()


def _form(head, kind):
    if kind in ("refused", "error"):
        return f"{kind} CODE {CODES.get(head[1], '')} [SENTENCE]"
    return GREETING if kind == "dropline" else (
        FORMS.get(("Replies", " ".join(head[:2]))) or FORMS.get(("Replies", kind))
        or FORMS.get(("Events", f"drag {head[2]}" if kind == "drag" and len(head) > 2 else kind)))


def _row(line, verb):
    if verb in LISTINGS:
        return object_from(line, LISTINGS[verb])
    words = line.split()
    name = f"drag {words[2]}" if words[0] == "drag" else words[0]
    return object_from(line, FORMS.get(("Rows", name)) or FORMS[("Events", name)])


def take_object(lines):
    """Takes one line of a server, or a block, from the front of `lines`; None if its kind is unknown."""
    line = lines.pop(0)
    if line.startswith("{"):
        return json.loads(line)
    head = [word for word in line.split() if not word.startswith("#")]
    form = _form(head, head[0])
    if form is None:
        return None
    result = object_from(line, form, in_code=head[0] in ("refused", "error"))
    if "LINES" not in form.split():
        return result
    position = form.split().index("LINES")
    count = head[position]
    left = len(lines) if not count.isdigit() else int(count)
    while left > 0 and lines:
        row, left = lines.pop(0), left - 1
        drawn = row.startswith("|")
        result["rows"].append(row[2:] if drawn else _row(row, result.get("verb")))
        if row.startswith("| …"):
            break
    return result


def command_object(block):
    """The object of a command and its rows."""
    verb = re.sub(r"^#\S+ ", "", block[0]).split()[0]
    result = object_from(block[0], FORMS[("Commands", verb)])
    if len(block) > 1:
        result["rows"] = [_row(row, None) for row in block[1:-1]]
    return result
