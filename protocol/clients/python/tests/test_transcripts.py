"""The server's lines of all transcripts, played to copies of boards that are compared at each revision."""

import re

import pytest
from dropline import Batch, Board, IndexPath, Loaded, Snapshot
from texts import PROTOCOL, read, take_object


def content(board):
    return [(s.id, s.title, [item and (item.id, item.text) for item in items(board, s)]) for s in board.sections]


def fields(board):
    return [item and dict(item.fields) for s in board.sections for item in items(board, s)]


def items(board, section):
    """The items of a section, None for those that are only counted."""
    index = board.sections.index(section)
    return [board.item_at(IndexPath(index, at)) for at in range(len(section.items))]


def agree(one, other):
    """Whether two contents are equal where both know."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(agree, one, other))
    return one is None or other is None or one == other


class Reader:
    """The copies of one client, one for each board that it names."""

    def __init__(self):
        self.boards, self.current, self.home = {}, None, None
        self.knows_fields = True

    def send(self, line):
        words = re.sub(r"^#\S+ ", "", line).split(" ")
        if words[0].lower() == "open" and len(words) > 1:
            self.current = words[1]
            since = next((int(m[1]) for m in (re.match(r"since=(\d+)", w) for w in words[2:]) if m), None)
            board = self.boards.get(words[1])
            keep = 300 if "content=counts" in words else None
            # A test may claim a revision that the client never had: only a snapshot makes it whole. One that has all
            # counts and asks for all items is sent a snapshot; one that has all items and asks for counts is not (20.4).
            if board is None or since is not None and since != board.revision or keep is None and board.keep:
                self.boards[words[1]] = Board(words[1], "me", keep)
        # A client of before fields is sent no changes of them alone (19.5).
        if words[0] == "hello" and " version=" in line:
            self.knows_fields = " fields=yes" in line
        if words[0] == "begin":
            named = re.search(r"board=(\S+)", line)
            self.home = named[1] if named else self.current

    def lose(self, message):
        """A batch is drawn with parts left out: only a snapshot makes the copy whole."""
        if message and message["kind"] == "batch" and message["board"] in self.boards:
            self.boards[message["board"]] = Board(message["board"], "me")

    def receive(self, message, check):
        if message.get("verb") == "begin" and message["kind"] == "ok" and self.home in self.boards:
            self.boards[self.home].begin(message)
        for board in self.boards.values():
            if message["kind"] == "batch" and message["board"] == board.name and board.revision is None:
                continue
            if isinstance(board.receive(message), (Batch, Loaded, Snapshot)):
                check(board, self.knows_fields)


class Scenario:
    def __init__(self, where):
        self.where, self.known, self.updates, self.compared = where, {}, 0, 0
        self.readers, self.buffers = {}, {}

    def check(self, board, knows_fields):
        self.updates += 1
        key = (board.name, board.revision)
        self.compared += key in self.known
        self.compare(key, content(board))
        if knows_fields:
            self.compare((*key, "fields"), fields(board))

    def compare(self, key, copy):
        others = self.known.setdefault(key, [])
        assert all(agree(copy, other) for other in others), (self.where, key, copy, others)
        others.append(copy)

    def flush(self, name):
        reader, buffer = self.readers[name], self.buffers.get(name, [])
        while buffer:
            if "…" in buffer[0] and not re.match(r"(#\S+ )?ok", buffer[0]):
                buffer.pop(0)
                continue
            message = take_object(buffer)
            if message and "…" not in str(message):
                reader.receive(message, self.check)
            else:
                reader.lose(message)
        for board in reader.boards.values():
            if board.revision is not None:  # Rule 7.8: each item that a drag names is there.
                for drag in board.drags.values():
                    assert board.keep or drag.texts or all(id in board.items for id in drag.items), (self.where, drag)

    def play(self, lines):
        given = False
        for line in lines:
            given = line == "given" or given and line != ""
            step = re.fullmatch(r"(\w+)(>[?!]?|<| connects| cuts)(?: (.*))?", line)
            if given or not step:
                continue
            name, mark, rest = step[1], step[2], step[3] or ""
            self.readers.setdefault(name, Reader())
            if mark == "<":
                if rest != "(closed)":
                    self.buffers.setdefault(name, []).append(rest)
                continue
            for each in self.readers:
                self.flush(each)
            if mark == ">":
                self.readers[name].send(rest)
            elif mark == " connects":
                for board in self.readers[name].boards.values():
                    board.disconnect()
        for each in self.readers:
            self.flush(each)


FILES = sorted(path.name for path in (PROTOCOL / "transcripts").glob("[0-9]*.txt"))


@pytest.mark.parametrize("file", FILES)
def test_the_lines_of_the_server(file):
    head, *parts = re.split(r"^## ", read(f"transcripts/{file}"), flags=re.M)
    updates = compared = 0
    for part in parts:
        title, *lines = part.split("\n")
        scenario = Scenario(f"{file}: {title}")
        scenario.play(lines if "given" in lines else head.split("\n") + lines)
        updates += scenario.updates
        compared += scenario.compared
    if file[:2] in ("01", "03", "05", "20"):
        assert updates and compared
