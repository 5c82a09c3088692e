"""A copy by counts against a whole copy of the same board, and what its client asks for and when."""

import asyncio
import os
import random

import pytest
from dropline import Board, ClosedError, IndexPath, Loaded, Mismatch, NotLoaded, Refused, Snapshot, drawn_rows
from dropline.runs import Run


def compare(counted, whole):
    """Counts are always equal, items where both know them, and each known item is found by its id."""
    assert counted.revision == whole.revision
    assert [(s.id, s.title, len(s.items)) for s in counted.sections] == [
        (s.id, s.title, len(s.items)) for s in whole.sections]
    known = {}
    for number, section in enumerate(counted.sections):
        index = 0
        for entry in section.items.entries():
            if isinstance(entry, Run):
                index += entry.count
                continue
            other = whole.sections[number].items[index]
            assert (entry.id, entry.text, entry.fields) == (other.id, other.text, other.fields), (number, index)
            assert entry.section is section and counted.path(entry.id) == (number, index)
            known[entry.id] = entry
            index += 1
        assert index == len(section.items)
    assert known == counted.items and len(known) <= counted.keep


class Author:
    """Writes random batches, which are legal (6.5)."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0

    def id(self, kind):
        self.count += 1
        return f"{kind}{self.count}"

    def sections(self):
        return [self.section(self.random.choice([0, 1, 5, 30, 90])) for _ in range(self.random.randint(1, 4))]

    def section(self, count):
        return [self.id("s"), [[self.id("i"), {}, "a"] for _ in range(count)]]

    def batch(self, sections):
        """The rows of a batch, and the sections after it. A section is its id and items, an item id, fields and text."""
        pick, rows, after, moved = self.random, [], [], []
        for number, (section, items) in enumerate(sections):
            is_gone = pick.random() < 0.1 and len(sections) > 1
            staying = []
            for index, item in enumerate(items):
                path, chance = f"{number}.{index}", pick.random()
                if chance < 0.04:
                    moved.append((path, item))
                elif is_gone:
                    continue
                elif chance < 0.08:
                    rows.append({"kind": "delete", "path": path, "item": item[0]})
                else:
                    staying.append(self.reconfigured(rows, path, item) if chance < 0.14 else item)
            if is_gone:
                rows.append({"kind": "delete-section", "index": number, "section": section})
            else:
                after.append((number, [section, staying]))
        self.arrange(rows, after)
        after = [section for _, section in after]
        if not after:
            after = [self.inserted(rows, 0)]
        places = [section for section in after if not any(
            row["kind"] == "insert-section" and row["section"] == section[0] for row in rows)]
        if not places:
            return None
        self.arrive(rows, after, places, moved)
        return rows, after

    def reconfigured(self, rows, path, item):
        fields = {self.random.choice("xy"): self.random.choice(["1", "2", None])}
        text = self.random.choice([item[2], self.id("t")])
        row = {"path": path, "item": item[0], "fields": fields}
        rows.append({"kind": "reconfigure", **row} if text == item[2] else {"kind": "reload", "text": text, **row})
        now = {name: value for name, value in {**item[1], **fields}.items() if value}
        return [item[0], now, text]

    def arrange(self, rows, after):
        """Moves a section, and inserts one, which is counted if it is long."""
        if self.random.random() < 0.2 and len(after) > 1:
            number, section = after.pop(self.random.randrange(len(after)))
            to = self.random.randrange(len(after) + 1)
            after.insert(to, (number, section))
            rows.append({"kind": "move-section", "from": number, "to": to, "section": section[0]})
        if self.random.random() < 0.15 and len(after) < 6:
            at = self.random.randrange(len(after) + 1)
            after.insert(at, (None, self.inserted(rows, at)))
            for row in rows:
                if row["kind"] == "move-section" and row["to"] >= at:
                    row["to"] += 1

    def inserted(self, rows, at):
        section = self.section(self.random.choice([0, 3, 250]))
        rows.append({
            "kind": "insert-section", "index": at, "section": section[0], "items": len(section[1]), "text": ""})
        rows += [{"kind": "item", "item": id, "text": text} for id, _, text in section[1]]
        return section

    def arrive(self, rows, after, places, moved):
        """Puts in what is moved, and new items: paths are those at the end."""
        arrivals = {item[0]: {"kind": "move", "from": path, "item": item[0]} for path, item in moved}
        new = [[self.id("i"), {"x": "1"}, "new"] for _ in range(self.random.choice([0, 1, 3]))]
        arrivals.update({id: {"kind": "insert", "item": id, "text": text, "fields": fields} for id, fields, text in new})
        for item in [item for _, item in moved] + new:
            items = self.random.choice(places)[1]
            items.insert(self.random.randrange(len(items) + 1), item)
        for number, (_, items) in enumerate(after):
            for index, item in enumerate(items):
                row = arrivals.get(item[0])
                if row is not None:
                    row["to" if row["kind"] == "move" else "path"] = f"{number}.{index}"
        rows += arrivals.values()


def counted_rows(rows):
    """The rows of a batch as those get them who count (20.3)."""
    left = 0
    for row in rows:
        if left:
            left -= 1
        elif row["kind"] == "insert-section" and row["items"] > 200:
            left = row["items"]
            yield {**row, "content": "counts"}
        else:
            yield row


def opened(sections, keep, revision=1):
    """A copy of a board that is sent as a snapshot."""
    board = Board("list", "me", keep)
    rows = []
    for id, items in sections:
        rows.append({"kind": "section", "section": id, "items": len(items), "text": ""})
        if keep is None:
            rows += [{"kind": "item", "item": item, "fields": fields, "text": text} for item, fields, text in items]
    board.receive({"kind": "ok", "verb": "open", "board": "list", "rev": revision})
    board.receive({"kind": "board", "board": "list", "rev": revision, "sections": len(sections), "rows": rows})
    return board


def rows_reply(sections, path, count, revision):
    return {"kind": "ok", "verb": "rows", "board": "list", "at": str(path), "rev": revision, "rows": [
        {"kind": "item", "item": id, "fields": fields, "text": text}
        for id, fields, text in sections[path.section][1][path.item:path.item + count]]}


@pytest.mark.parametrize("seed", range(int(os.environ.get("DROPLINE_STREAMS", "200"))))
def test_a_copy_by_counts_is_that_of_a_whole_one(seed):
    author = Author(seed)
    pick, sections = author.random, author.sections()
    counted, whole = opened(sections, pick.choice([5, 60, 1000])), opened(sections, None)
    revision = 1
    for _ in range(25):
        for _ in range(pick.randint(0, 3)):
            number = pick.randrange(len(sections))
            path = IndexPath(number, pick.randrange(len(sections[number][1]) + 1))
            counted.receive(rows_reply(sections, path, pick.choice([1, 4, 60, 300]), revision))
            compare(counted, whole)
        made = author.batch(sections)
        if made is None:
            continue
        rows, sections = made
        batch = {"kind": "batch", "board": "list", "from": revision, "to": revision + 1}
        revision += 1
        one = whole.receive({**batch, "rows": rows})
        other = counted.receive({**batch, "rows": list(counted_rows(rows))})
        compare(counted, whole)
        for list_of in ("deletes", "inserts", "moves", "reconfigures"):
            assert [change[:2] if list_of == "moves" else change[0] for change in getattr(one, list_of)] == [
                change[:2] if list_of == "moves" else change[0] for change in getattr(other, list_of)]
            assert [change.item.id for change in getattr(one, list_of)] == [
                change.item.id for change in getattr(other, list_of)]


def test_memory_follows_what_was_seen_and_not_the_board():
    board = Board("list", "me", 1_000)
    board.receive({"kind": "ok", "verb": "open", "board": "list", "rev": 1})
    board.receive({"kind": "board", "board": "list", "rev": 1, "sections": 1, "rows": [
        {"kind": "section", "section": "s", "items": 1_000_000, "text": ""}]})
    pick, most = random.Random(1), 0
    for scroll in range(600):
        first = pick.randrange(999_940) if scroll % 2 else scroll * 60
        board.receive({"kind": "ok", "verb": "rows", "board": "list", "at": f"0.{first}", "rev": 1, "rows": [
            {"kind": "item", "item": f"i{at}", "text": "a"} for at in range(first, first + 60)]})
        leaves = board.sections[0].items._leaves
        most = max(most, sum(len(leaf.entries) for leaf in leaves))
        assert len(leaves) <= 1 or all(len(leaf.entries) * 4 >= 64 for leaf in leaves)
    assert len(board.sections[0].items) == 1_000_000 and len(board.items) == 1_000
    assert most < 1_100  # The items, and the runs between the stretches of 60.


def test_what_was_not_seen_for_the_longest_time_is_dropped_first():
    sections = [["s", [[f"i{n}", {}, "a"] for n in range(10)]]]
    board = opened(sections, 3)
    board.receive(rows_reply(sections, IndexPath(0, 2), 3, 1))
    assert board.item_at("0.2").id == "i2"  # It is seen again.
    assert board.item_at("0.7") is None
    board.receive(rows_reply(sections, IndexPath(0, 7), 1, 1))
    assert list(board.items) == ["i4", "i2", "i7"] and str(board) == ": …2 a …1 a …2 a …2"
    with pytest.raises(IndexError):
        board.item_at("0.10")
    with pytest.raises(ValueError, match="x is no index path"):
        board.item_at("x")


def test_an_index_of_an_item_that_is_only_counted_says_so():
    items = opened([["s", [[f"i{n}", {}, "a"] for n in range(3)]]], 3).sections[0].items
    assert len(items) == 3
    for read in (lambda: items[1], lambda: list(items), lambda: items[0:2]):
        with pytest.raises(NotLoaded, match="not loaded: `fetch`"):
            read()


@pytest.mark.parametrize("message", [
    {"kind": "batch", "from": 1, "to": 2, "rows": [{"kind": "delete", "path": "0.3", "item": "i9"}]},
    {"kind": "batch", "from": 1, "to": 2, "rows": [{"kind": "delete", "path": "0.1", "item": "i2"}]},
    {"kind": "batch", "from": 1, "to": 2, "rows": [{"kind": "delete", "path": "0.0", "item": "i1"}]},
    {"kind": "batch", "from": 1, "to": 2, "rows": [{"kind": "insert", "path": "0.5", "item": "i9"}]},
    {"kind": "batch", "from": 1, "to": 2, "rows": [{"kind": "insert", "path": "0.0", "item": "i1"}]},
    {"kind": "batch", "from": 1, "to": 2, "rows": [
        {"kind": "delete", "path": "0.0", "item": "i0"}, {"kind": "delete", "path": "0.0", "item": "i0"}]},
    {"kind": "batch", "from": 1, "to": 2, "rows": [
        {"kind": "insert-section", "index": 1, "section": "t", "items": 201, "text": ""}]},
    {"kind": "board", "rev": 2, "sections": 2, "rows": [{"kind": "section", "section": "s", "items": 1}]},
    {"kind": "board", "rev": 2, "sections": 1, "rows": [
        {"kind": "section", "section": "s", "items": 1}, {"kind": "item", "item": "i0"}]},
    {"kind": "ok", "verb": "rows", "at": "0.2", "rev": 2, "rows": [{"kind": "item", "item": "i2"}]},
    {"kind": "ok", "verb": "rows", "at": "0.2", "rev": 1, "rows": [{"kind": "item", "item": "i1"}]},
    {"kind": "ok", "verb": "rows", "at": "0.1", "rev": 1, "rows": [{"kind": "item", "item": "i2"}]},
    {"kind": "ok", "verb": "rows", "at": "0.2", "rev": 1, "rows": [{"kind": "item", "item": "i2"}, {"kind": "item", "item": "i3"}]},
    {"kind": "ok", "verb": "rows", "at": "1.0", "rev": 1, "rows": []}])
def test_what_does_not_fit_the_counts_is_a_mismatch(message):
    sections = [["s", [[f"i{n}", {}, "a"] for n in range(3)]]]
    board = opened(sections, 9)
    board.receive(rows_reply(sections, IndexPath(0, 1), 1, 1))
    with pytest.raises(Mismatch):
        board.receive({**message, "board": "list"})


# With a server.


def big(count):
    return "A: " + " ".join(f"t{n}" for n in range(count)) + " | B: x"


def asked(client):
    """The `rows` commands that a client sends from now on."""
    sent, say = [], client._client._session._say
    client._client._session._say = lambda command, *done: (
        sent.append((command["place"], command["count"])) if command["kind"] == "rows" else None, say(command, *done))[1]
    return sent


def test_items_are_loaded_once(dropline_server):
    dropline_server.create("list", big(5_000))
    with dropline_server.client() as client:
        board = client.watch("list", content="counts")
        assert [len(section.items) for section in board.sections] == [5_000, 1] and board.items == {}
        sent, seen = asked(client), []
        board.subscribe(seen.append)
        assert [item.text for item in client.fetch(board, "0.2000", 3)] == ["t2000", "t2001", "t2002"]
        assert client.fetch(board, IndexPath(0, 2_001), 2) == [board.items["i2002"], board.items["i2003"]]
        assert [item.id for item in client.fetch(board, "0.4990", 60)] == [f"i{n}" for n in range(4_991, 5_001)]
        assert client.fetch(board, "0.5000", 9) == []
        assert sent == [("0.2000@1", 3), ("0.4990@1", 10)]
        assert [(type(change), len(change.items)) for change in seen] == [(Loaded, 3), (Loaded, 10)]
        assert len(client.fetch(board, "0.0", 1_500)) == 1_500
        assert sent[2:] == [("0.0@1", 1_000), ("0.1000@1", 500)]
        with pytest.raises(ValueError, match="the copy keeps 2000"):
            client.fetch(board, "0.0", 2_001)
        with pytest.raises(IndexError):
            client.fetch(board, "7.0", 1)
        assert client.where(["i5000"])["rows"] == [{"item": "i5000", "path": "0.4999", "rev": 1}]
        client.rows("1.0", 1)  # A command of the program brings items, too.
        assert board.item_at("1.0").text == "x"


def test_what_is_on_its_way_is_not_asked_for_twice(dropline_server):
    dropline_server.create("list", big(300))

    async def main():
        async with dropline_server.async_client() as client:
            board = await client.watch("list", content="counts", keep=200)
            sent, say = [], client._session._say
            client._session._say = lambda command, *done: (sent.append(command["place"]), say(command, *done))[1]
            pieces = await asyncio.gather(*(client.fetch(board, f"0.{first}", 60) for first in (0, 30, 30, 60, 10)))
            assert [[item.text for item in piece] for piece in pieces] == [
                [f"t{n}" for n in range(first, first + 60)] for first in (0, 30, 30, 60, 10)]
            assert sent == ["0.0@1", "0.60@1", "0.90@1"]

    asyncio.run(main())


def test_a_copy_goes_on_over_breaks_and_kills(dropline_server):
    dropline_server.create("list", big(100))
    with dropline_server.client() as ann, dropline_server.client() as bob:
        board = ann.watch("list", content="counts")
        seen = []
        board.subscribe(seen.append)
        ann.fetch(board, "0.0", 10)
        ann.cut()
        bob.move(["i1"], "0.50", board="list")
        bob.insert("0.3", "new", board="list", fields={"done": "yes"})
        assert [item.text for item in ann.fetch(board, "0.48", 6)] == ["t48", "t49", "t50", "t0", "t51", "t52"]
        assert board.item_at("0.3").fields == {"done": "yes"} and len(board.sections[0].items) == 101
        dropline_server.restart()
        assert [item.text for item in ann.fetch(board, "0.90", 2)] == ["t89", "t90"]
        assert not any(isinstance(change, Snapshot) for change in seen)


def test_a_board_is_watched_in_another_way(dropline_server):
    dropline_server.create("list", "A: a b c")
    with dropline_server.client() as ann, dropline_server.client() as bob:
        whole = ann.watch("list")
        bob.insert("0.0", "new", board="list")  # Its batch is on its way when the copy is another one.
        counted = ann.watch("list", content="counts")
        assert whole.revision is None and str(counted) == "A: …4" and ann.boards_watched == {"list": counted}
        assert ann.watch("list", content="counts") is counted
        with pytest.raises(ValueError, match="'all'"):
            ann.watch("list", content="all")
        again = ann.watch("list")
        assert str(again) == "A: new a b c"
        assert ann.fetch(again, "0.2", 9) == list(again.sections[0].items[2:])
        with pytest.raises(ClosedError, match="fetch list: this copy is not watched"):
            ann.fetch(counted, "0.0", 1)


def test_what_rows_are_refused_with(dropline_servers):
    import hashlib

    token = "a-secret-of-somebody"
    digest = hashlib.sha256(token.encode()).hexdigest()
    server = dropline_servers(access=f"user ann owner *\ntoken ann {digest} here\nguest viewer l*\n")
    with server.client(name="ann", token=token) as ann, server.client() as guest:
        ann.create("list")
        ann.replace("list", drawn_rows("A: a b"))
        board = guest.watch("list", content="counts")
        with pytest.raises(Refused, match="access-denied role=editor"):
            guest.insert("0.0", "c")
        ann.rename_board("list", "loose")
        assert [item.text for item in guest.fetch(board, "0.0", 2)] == ["a", "b"] and board.name == "loose"
        ann.remove_board("loose", force=True)
        guest.wait_until(lambda: board.revision is None)
        with pytest.raises(ClosedError, match="fetch loose: this copy is not watched"):
            guest.fetch(board, "0.0", 2)


def test_a_copy_by_counts_in_a_crowd_of_changes(dropline_server):
    """Commands at random while its connection is cut: it never differs from a whole copy of its revision."""
    seed = os.environ.get("DROPLINE_SEED") or str(random.randrange(1_000_000))
    pick = random.Random(seed)
    dropline_server.create("list", "A: " + " ".join("abcdefgh") * 20 + " | B: x y | C:")

    async def main():
        async with dropline_server.async_client() as ann, dropline_server.async_client() as bob:
            counted = await ann.watch("list", content="counts", keep=50, every="5ms")
            whole = await bob.watch("list")
            compared = 0
            for step in range(150):
                try:
                    await change(bob, whole)
                except Refused as error:
                    assert error.code == "nothing-to-undo", f"seed {seed}: {error}"
                if pick.random() < 0.1:
                    ann.cut()
                if pick.random() < 0.5:
                    number = pick.randrange(len(counted.sections))
                    path = IndexPath(number, pick.randrange(len(counted.sections[number].items) + 1))
                    pieces = await ann.fetch(counted, path, pick.choice([1, 20, 50]))
                    assert all(piece is counted.items.get(piece.id, piece) for piece in pieces), f"seed {seed}"
                if pick.random() < 0.3 or step == 149:
                    # Of changes that cancel out nothing is sent (7.2): one that does not is the last.
                    await bob.insert(f"end:{whole.sections[0].id}", "last", board="list")
                    await ann.wait_until(lambda: counted.revision == whole.revision)
                    compare(counted, whole)
                    compared += 1
            assert compared > 20, f"seed {seed}"

    async def change(client, board):
        items, sections = list(board.items), [section.id for section in board.sections]
        kind = pick.randrange(8)
        if kind < 3 and items:
            await client.move(pick.sample(items, min(len(items), 4)), f"start:{pick.choice(sections)}", board="list")
        elif kind == 3 and items:
            await client.delete(pick.sample(items, 1), board="list")
        elif kind == 4 and items:
            await client.set(pick.sample(items, 1), fields={"x": pick.choice("12")}, board="list")
        elif kind == 5:
            await client.undo("list")
        elif kind == 6:
            await client.move_section(pick.choice(sections), 0, board="list")
        else:
            await client.insert(f"end:{pick.choice(sections)}", "new", board="list")

    asyncio.run(main())
