"""Fields of items: they are mirrored one by one, and a client of before follows a board with them without noticing."""

import dropline.board
import earlier_content
import pytest
from dropline import Batch, Board, InvalidCommand, Mismatch, Opened, Refused, Snapshot, TypesChange
from dropline.session import Session


def content(board):
    return [[(item.id, item.text, item.fields) for item in section.items] for section in board.sections]


def reconfigures(seen):
    batches = [change for change in seen if isinstance(change, Batch)]
    return [(each.item.id, each.fields, each.has_text) for batch in batches for each in batch.reconfigures]


def test_each_field_changes_by_itself(dropline_server):
    dropline_server.create("list", "A: a b")
    with dropline_server.client() as ann, dropline_server.client() as bob:
        seen = []
        board = ann.watch("list")
        board.subscribe(seen.append)
        bob.watch("list")
        bob.set(["i1", "i2"], fields={"done": "yes", "note": "two words = 2\n"})
        ann.set("i1", fields={"done": None, "due": "2026-12-01"})
        bob.edit("i2", "c")
        tea = bob.insert("end:s1", "Tea", fields={"label": "red,big"})["item"]
        ann.wait_until(lambda: tea in board.items)
        note = "two words = 2\n"
        assert content(board) == [[
            ("i1", "a", {"note": note, "due": "2026-12-01"}), ("i2", "c", {"done": "yes", "note": note}),
            (tea, "Tea", {"label": "red,big"})]]
        both = {"done": "yes", "note": note}
        assert reconfigures(seen) == [
            ("i1", both, False), ("i2", both, False), ("i1", {"done": None, "due": "2026-12-01"}, False), ("i2", {}, True)]
        found = ann.find(fields={"done": "yes"}, board="list")["rows"]
        assert [row["item"] for row in found] == ["i2"]


def test_a_batch_and_a_snapshot_have_fields(dropline_server):
    dropline_server.create("list", "A: a b | B:")
    with dropline_server.client() as ann, dropline_server.client() as bob:
        board = ann.watch("list")
        seen = []
        board.subscribe(seen.append)
        ann.batch("list", [
            {"kind": "move", "from": "0.0", "to": "1.0", "item": "i1"},
            {"kind": "reconfigure", "path": "0.1", "item": "i2", "fields": {"done": "yes"}},
            {"kind": "insert", "path": "1.1", "item": "-", "text": "c", "fields": {"due": "today"}},
        ], rev=board.revision)
        ann.ping()
        assert [[item.fields for item in section.items] for section in board.sections] == [
            [{"done": "yes"}], [{}, {"due": "today"}]]
        fields = {"done": None, "y": "z"}
        ann.batch("list", [{"kind": "reload", "path": "0.0", "item": "i2", "text": "x", "fields": fields}])
        ann.ping()
        assert reconfigures(seen)[-1] == ("i2", fields, True)
        assert (board.items["i2"].text, board.items["i2"].fields) == ("x", {"y": "z"})
        ann.cut()
        ann.ping()
        assert content(board) == content(bob.watch("list"))


def test_a_client_of_before_follows_without_noticing(dropline_server, monkeypatch):
    """Its copy knows neither `reconfigure` nor fields, and it does not say `fields=yes`."""
    row = {"kind": "reconfigure", "path": "0.0", "item": "i1", "fields": {"done": "yes"}}
    dropline_server.create("list", "A: a b | B: c d")
    with monkeypatch.context() as earlier:
        earlier.setattr(dropline.board, "Content", earlier_content.Content)
        earlier.setattr(dropline.board, "Mismatch", earlier_content.Mismatch)
        earlier.setattr(Session, "_has_fields", property(lambda self: False, lambda self, value: None), raising=False)
        old, seen = dropline_server.client(), []
        copy = old.watch("list")
        copy.subscribe(seen.append)
        other = Board("list")
        other.receive({"kind": "board", "board": "list", "rev": 1, "sections": 0, "rows": []})
        with pytest.raises(earlier_content.Mismatch):  # This it must not be sent.
            other.receive({"kind": "batch", "board": "list", "from": 1, "to": 2, "rows": [row]})
        with dropline_server.client() as new:
            revision = changed(new)
            old.wait_until(lambda: copy.revision == revision)
            old.insert("0.0", "mine", board="list")
            old.ping()
            assert str(copy) == dropline_server.board("list")
            assert all(not hasattr(item, "fields") for item in copy.items.values())
            old.cut()
            new.set("i2", fields={"done": "no"}, board="list")
            revision = new.insert("0.0", "last", board="list")["rev"]
            old.wait_until(lambda: copy.revision == revision)
            assert str(copy) == dropline_server.board("list")
        old.close()
        kinds = [type(change) for change in seen]
        assert Snapshot not in kinds and kinds.count(Opened) == 1 and kinds.count(Batch) > 5


def changed(client):
    """Changes fields in all ways, and returns the revision."""
    client.watch("list")
    client.set(["i1", "i3"], fields={"done": "yes", "due": "2026-12-01"})
    client.insert("end:s2", "e", fields={"done": "yes"})
    client.edit("i1", "a2")
    client.move(["i1"], "end:s2")
    client.batch("list", [
        {"kind": "reload", "path": "0.0", "item": "i2", "text": "b2", "fields": {"label": "red"}},
        {"kind": "reconfigure", "path": "1.1", "item": "i4", "fields": {"label": "red"}},
    ])
    client.delete(["i3"])
    client.undo()
    with client.drag(["i4"]) as drag:
        drag.propose("0.0")
        drag.perform()
    return client.set(["i2"], fields={"label": None})["rev"]


def test_what_is_no_field_is_refused_by_name(dropline_server):
    dropline_server.create("list", "A: a")
    with dropline_server.client() as client:
        client.watch("list")
        for fields in ({"a-b": "c"}, {"rev": "1"}, {"Done": "yes"}, {"a": "x" * 257}):
            with pytest.raises(dropline.InvalidCommand):
                client.set("i1", fields=fields)
        with pytest.raises(dropline.DroplineError):
            client.set("i1", fields={f"f{n}": "x" for n in range(17)})


def test_a_mismatch_is_that_of_the_package():
    board = Board("list")
    board.receive({"kind": "board", "board": "list", "rev": 1, "sections": 0, "rows": []})
    with pytest.raises(Mismatch):
        board.receive({"kind": "batch", "board": "list", "from": 1, "to": 2, "rows": [
            {"kind": "reconfigure", "path": "0.0", "item": "i1", "fields": {"done": "yes"}}]})


def test_types_of_fields_are_set_and_shown(dropline_server):
    dropline_server.create("list", "A: a b")
    with dropline_server.client() as ann, dropline_server.client() as bob:
        seen, board = [], ann.watch("list")
        board.subscribe(seen.append)
        assert board.types == {} and "fields" not in ann.fields("list")
        both = {"done": "flag", "due": "date"}
        assert ann.fields("list", fields=both)["fields"] == both
        ann.wait_until(lambda: board.types == both)
        assert bob.fields("list", fields={"due": None, "n": "number"})["fields"] == {"done": "flag", "n": "number"}
        ann.wait_until(lambda: board.types == {"done": "flag", "n": "number"})
        assert [change for change in seen if isinstance(change, TypesChange)] == [TypesChange("list")] * 2
        assert bob.watch("list").types == board.types  # A snapshot has them.
        ann.cut()
        bob.fields("list", fields={"done": None, "n": "text"})
        ann.wait_until(lambda: board.types == {})
        assert "fields" not in ann.fields("list")


def test_a_value_that_is_none_of_its_type_is_refused(dropline_server):
    dropline_server.create("list", "A: a b")
    with dropline_server.client() as client:
        client.watch("list")
        client.fields(fields={"done": "flag", "due": "date", "n": "number", "labels": "set"})
        wrong = {"done": "no", "due": "2026-02-30", "n": "two", "labels": "a,,b"}
        for (name, value), type in zip(wrong.items(), ("flag", "date", "number", "set")):
            with pytest.raises(Refused, match=f"bad-value key={name} type={type}") as refused:
                client.set("i1", fields={name: value})
            assert (refused.value.reply["key"], refused.value.reply["type"]) == (name, type)
        client.set("i1", fields={"done": "yes", "due": "2028-02-29", "n": "-2.5", "labels": "a,b"})
        with pytest.raises(InvalidCommand, match="bad-argument"):
            client.fields(fields={"done": "box"})
        assert client.boards_watched["list"].types["done"] == "flag"


@pytest.mark.parametrize("row, types", [
    ({"fields": {"due": "date"}}, {"due": "date"}), ({"fields": {}}, {}), ({}, {})])
def test_the_types_of_a_copy_are_those_of_the_last_event(row, types):
    board = Board("list")
    board.receive({"kind": "board", "board": "list", "rev": 1, "sections": 0, "rows": [
        {"kind": "fields", "fields": {"n": "number"}}]})
    assert board.types == {"n": "number"}
    assert board.receive({"kind": "fields", "board": "other", **row}) is None and board.types == {"n": "number"}
    assert board.receive({"kind": "fields", "board": "list", **row}) == TypesChange("list")
    assert board.types == types
    board.receive({"kind": "board", "board": "list", "rev": 2, "sections": 0, "rows": []})
    assert board.types == {}
