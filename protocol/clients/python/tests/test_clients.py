"""What the clients promise: several boards, drags that go on, and commands that are executed once."""

import asyncio
import threading

import pytest
from dropline import Batch, DragChange, Refused, Renamed, Removed, draw, drawn_rows


def test_a_board_is_drawn_and_read():
    text = "To buy: Bread Two_words | Basket:"
    assert [row["text"] for row in drawn_rows(text)] == ["To buy", "Bread", "Two words", "Basket"]
    assert draw([]) == "" and drawn_rows("") == []
    with pytest.raises(ValueError, match="'Basket' has no colon"):
        drawn_rows("To buy: Bread | Basket")


def test_several_boards_stay_right_over_breaks(dropline_server):
    for name in ("one", "two", "three"):
        dropline_server.create(name, f"{name}: a b")
    with dropline_server.client() as ann, dropline_server.client() as bob:
        boards = [ann.watch(name) for name in ("one", "two", "three")]
        for cut in range(5):
            ann.cut()
            for name in ("one", "two"):
                bob.insert("0.0", f"{name}{cut}", board=name)
            bob.rename_board(f"three{'x' * cut}", f"three{'x' * (cut + 1)}")
            ann.wait_until(lambda: boards[2].name.endswith("x" * (cut + 1)) or boards[2].revision is None)
            if boards[2].revision is None:  # It was renamed while the client was away: it cannot be found.
                boards[2] = ann.watch(f"three{'x' * (cut + 1)}")
            ann.wait_until(lambda: all(len(board.items) == cut + 3 for board in boards[:2]))
        assert str(boards[0]) == "one: one4 one3 one2 one1 one0 a b"
        bob.remove_board("two", force=True)
        ann.wait_until(lambda: "two" not in ann.boards_watched)
        assert isinstance(last(ann, (Removed,)), Removed)
        ann.unwatch("one")
        bob.insert("0.0", "unseen", board="one")
        ann.ping()
        assert len(boards[0].items) == 7


def last(client, kinds):
    found = None
    while (change := client.next_change(timeout=0)) is not None:
        found = change if isinstance(change, kinds) else found
    return found


def test_a_watcher_sees_batches_and_drags_of_others(dropline_server):
    dropline_server.create("list", "A: a b c | B: d")
    with dropline_server.client("ann") as ann, dropline_server.client("bob") as bob:
        seen = []
        board = ann.watch("list")
        board.subscribe(seen.append)
        bob.watch("list")
        with bob.drag(["i1", "i3"]) as drag:
            drag.propose("end:s2")
            ann.wait_until(lambda: board.drags and board.drags[drag.id].state == "move")
            assert (board.drags[drag.id].client, board.drags[drag.id].at) == ("bob", "1.1")
            with pytest.raises(Refused, match="leased") as refused:
                ann.delete("i1")
            assert refused.value.reply["by"] == "bob" and refused.value.may_retry
            drag.perform()
        ann.wait_until(lambda: not board.drags)
        assert str(board) == "A: b | B: d a c"
        (batch,) = [change for change in seen if isinstance(change, Batch)]
        assert [(str(move.source), str(move.destination)) for move in batch.moves] == [("0.0", "1.1"), ("0.2", "1.2")]
        ended = [change for change in seen if isinstance(change, DragChange)][-1]
        assert (ended.event, ended.outcome) == ("ended", "moved")
        bob.rename_board("list", "other")
        ann.wait_until(lambda: board.name == "other")
        assert isinstance(last(ann, (Renamed,)), Renamed)
        with bob.drag(["i1"], board="other"):
            pass
        ann.wait_until(lambda: not board.drags)
        bob.policy(board="other", settings={"limit": 9, "title": "Two words"})
        bob.select(["i1"], board="other")
        ann.wait_until(lambda: board.title == "Two words" and board.selections.get("bob") == ["i1"])
        assert board.policy("s1")["limit"] == 9 and board.policy("s1")["paused"] == "no"


def test_a_drag_goes_on_over_a_break(dropline_server):
    dropline_server.create("list", "A: a b c | B:")
    with dropline_server.client() as client:
        board = client.watch("list")
        with client.drag("i2") as drag:
            client.cut()
            assert drag.propose("1.0")["verdict"] == "move"
            client.cut()
            assert drag.perform()["outcome"] == "moved"
        assert str(board) == "A: a c | B: b"


@pytest.mark.parametrize("kill", [False, True])
def test_each_command_is_executed_once_however_often_the_connection_breaks(dropline_server, kill):
    async def main():
        dropline_server.create("list", "A:")
        async with dropline_server.async_client() as client:
            board = await client.watch("list")
            tasks = [asyncio.ensure_future(client.insert("end:s1", f"{n:03}")) for n in range(150)]
            for _ in range(3):
                await asyncio.sleep(0.01)
                if kill:
                    await asyncio.get_running_loop().run_in_executor(None, dropline_server.restart)
                else:
                    client.cut()
                await client.wait_until(lambda: client.is_connected)
            replies = await asyncio.gather(*tasks)
            assert len({reply["item"] for reply in replies}) == 150
            await client.ping()
            assert str(board) == "A: " + " ".join(f"{n:03}" for n in range(150))
            assert [board.items[reply["item"]].text for reply in replies] == [f"{n:03}" for n in range(150)]

    asyncio.run(main())


def test_a_program_goes_on_after_its_end(dropline_server):
    dropline_server.create("list", "A:")
    who = {"name": "shop", "token": "a-long-secret-of-the-shop"}
    for replayed in (None, True):
        with dropline_server.client(**who) as client:
            assert client.insert("end:s1", "Order 17", tag="order-17", board="list").get("replayed") is replayed
        dropline_server.restart()
    assert dropline_server.board("list") == "A: Order_17"


def test_a_call_waits_while_the_server_is_away(dropline_server):
    dropline_server.create("list", "A:")
    with dropline_server.client() as client:
        board = client.watch("list")
        dropline_server.kill()
        again = threading.Timer(0.2, dropline_server.start)
        again.start()
        client.insert("end:s1", "a")
        again.join()
        assert str(board) == "A: a"


def test_changes_are_an_iterator(dropline_server):
    async def main():
        async with dropline_server.async_client() as ann, dropline_server.async_client() as bob:
            await ann.create("list")
            board = await ann.watch("list")
            texts = []

            async def follow():
                async for change in ann.changes():
                    if isinstance(change, Batch):
                        texts.extend(insert.item.text for insert in change.inserts)

            following = asyncio.ensure_future(follow())
            await bob.insert_section("end", "A", board="list")
            for text in "abc":
                await bob.insert("end:s1", text, board="list")
            await ann.wait_until(lambda: len(board.items) == 3)
        await asyncio.wait_for(following, 5)
        assert texts == ["a", "b", "c"]

    asyncio.run(main())
