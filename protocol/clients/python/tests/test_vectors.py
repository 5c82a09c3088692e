"""The vectors of the protocol: batches, compositions, and lines in both forms."""

import json
import re

import pytest
from dropline import Board, Mismatch
from dropline.wire import read_line, write_line
from texts import command_object, read, take_object


def cases(file):
    for block in read(f"vectors/{file}").split("\n\n"):
        lines = [line for line in block.split("\n") if line and not line.startswith("#")]
        if lines and lines[0].startswith("case "):
            yield {key: [line[len(key) + 1:] for line in lines if line.split(" ")[0] == key]
                   for key in ("case", "before", "after", "row", "verdict", "counts")}


def board_of(text, keep=None):
    rows, count = [], 0
    for id, items in re.findall(r"(\S)\[(.*?)\]", text):
        rows.append({"kind": "section", "section": id, "items": len(items), "text": id})
        rows += [{"kind": "item", "item": item, "text": item} for item in items]
        count += 1
    board = Board("list", "me", keep)
    if keep is None:
        board.receive({"kind": "board", "board": "list", "rev": 1, "sections": count, "rows": rows})
        return board
    # A copy by counts that has each second item.
    counts = [row for row in rows if row["kind"] == "section"]
    board.receive({"kind": "ok", "verb": "open", "board": "list", "rev": 1})
    board.receive({
        "kind": "board", "board": "list", "rev": 1, "sections": count, "content": "counts", "rows": counts})
    for section, (_, items) in enumerate(re.findall(r"(\S)\[(.*?)\]", text)):
        for index, item in enumerate(items[::2]):
            board.receive({
                "kind": "ok", "verb": "rows", "board": "list", "at": f"{section}.{index * 2}", "rev": 1,
                "rows": [{"kind": "item", "item": item, "text": item}]})
    return board


def batch(rows):
    return take_object([f"batch list 1 2 {len(rows)}", *rows])


def named(case):
    return case["case"][0]


@pytest.mark.parametrize("case", list(cases("composition.txt")), ids=named)
def test_composition(case):
    board = board_of("".join(case["before"]))
    if case["row"]:
        change = board.receive(batch(case["row"]))
        assert change.after == board.revision == 2
    shape = " ".join(f"{s.id}[{''.join(item.id for item in s.items)}]" for s in board.sections)
    assert shape == "".join(case["after"]).strip()
    assert sorted(board.items) == sorted(item.id for s in board.sections for item in s.items)
    assert all(item.section is s for s in board.sections for item in s.items)


@pytest.mark.parametrize("case", list(cases("composition.txt")), ids=named)
def test_composition_by_counts(case):
    board = board_of("".join(case["before"]), keep=100)
    if case["row"]:
        board.receive(batch(case["row"]))
    after = re.findall(r"(\S)\[(.*?)\]", "".join(case["after"]))
    assert [(section.id, len(section.items)) for section in board.sections] == [(id, len(items)) for id, items in after]
    for section, (_, items) in enumerate(after):
        for index, id in enumerate(items):
            item = board.item_at(f"{section}.{index}")
            assert item is None or item is board.items[id] and board.path(id) == (section, index)
    assert board.items.keys() <= set("".join(items for _, items in after))


# The rules that a copy can see; the others concern list views.
VISIBLE = re.compile(r"(A\d|B[1-478]) ")


@pytest.mark.parametrize("case", [
    case for case in cases("legality.txt")
    if case["verdict"][0] == "legal" or VISIBLE.match(case["verdict"][0])], ids=named)
def test_legality(case):
    board = board_of("".join(case["before"]))
    if case["verdict"][0] != "legal":
        with pytest.raises(Mismatch):
            board.receive(batch(case["row"]))
        return
    board.receive(batch(case["row"]))
    counted = board_of("".join(case["before"]), keep=100)
    counted.receive(batch(case["row"]))
    assert [len(section.items) for section in counted.sections] == [len(section.items) for section in board.sections]
    if case["counts"]:
        assert " ".join(str(len(section.items)) for section in board.sections) == case["counts"][0]


def lines_in_both_forms(heading):
    part = read("vectors/json.txt").split(f"## {heading}\n")[1].split("\n## ")[0]
    return [block.split("\n") for block in part.strip().split("\n\n")]


@pytest.mark.parametrize("block", lines_in_both_forms("Servers"), ids=lambda block: block[0])
def test_a_line_of_a_server(block):
    expected = json.loads(block[-1])
    assert take_object(block[:-1]) == expected
    assert read_line(block[-1].encode()) == expected


@pytest.mark.parametrize("block", lines_in_both_forms("Clients"), ids=lambda block: block[0])
def test_a_line_of_a_client(block):
    expected = json.loads(block[-1])
    assert command_object(block[:-1]) == expected
    assert json.loads(write_line(expected)) == expected


def test_what_comes_before_the_form_is_set_is_text():
    greeting = "dropline 1 epoch=k7qx client=guest-3 line=4096 text=1024 profiles=core,edit"
    assert read_line(greeting.encode()) == {
        "kind": "dropline", "version": 1, "epoch": "k7qx", "client": "guest-3", "line": "4096", "text": "1024",
        "profiles": ["core", "edit"]}
    assert read_line(b"bye full The server has no room.")["reason"] == "full"
    assert read_line(b"ok space shop epoch=k7qx client=guest-1")["epoch"] == "k7qx"
    assert read_line(b"refused unknown-space space=shop There is none.")["text"] == "There is none."
    for line in (b"HTTP/1.1 400 Bad Request", b"", b"[]", b"\xff", b"{", b"{}"):
        with pytest.raises(ValueError):
            read_line(line)


def test_a_command_has_no_control_byte_and_no_unpaired_surrogate():
    line = write_line({"kind": "ping", "text": "a\x7fb\n\x01\ud83dc😀", "none": None})
    assert re.fullmatch(r"[ -~\x80-\U0010ffff]*\n", line.decode())
    assert json.loads(line) == {"kind": "ping", "text": "a\x7fb\n\x01\ufffdc😀"}
