"""A random crowd makes 10,000 revisions while connections are cut and the server is killed: no copy ever differs."""

import asyncio
import os
import random

from dropline import Batch, IndexPath, Lost, NoReply, Refused, Snapshot

REVISIONS = int(os.environ.get("DROPLINE_REVISIONS", "10000"))
KILLS = 6


class Member:
    """One of the crowd: a client that does anything, and remembers what it was told."""

    def __init__(self, client, number, crowd):
        self.client, self.number, self.crowd = client, number, crowd
        self.random = random.Random(f"{crowd.seed} {number}")
        self.count = 0
        self.acknowledged = []
        """The texts of items that the ledger must have, and where the server said that they are."""

    async def join(self):
        self.board = await self.client.watch("ledger")
        self.board.subscribe(self.look)
        self.board = await self.client.watch("list")
        self.board.subscribe(self.look)

    def look(self, change):
        if isinstance(change, (Batch, Snapshot)):
            self.crowd.compare(self.client.boards_watched[change.board], self.client.boards_watched[change.board].revision)

    async def live(self):
        while self.board.revision is None or self.board.revision < REVISIONS:
            await asyncio.gather(*(self.try_one() for _ in range(self.random.randint(1, 12))))

    async def try_one(self):
        try:
            await self.act()
        except (Refused, Lost) as error:
            assert not isinstance(error, Refused) or error.fault != "client", f"seed {self.crowd.seed}: {error}"

    def text(self):
        self.count += 1
        return f"{self.number}.{self.count}"

    async def act(self):
        pick, client = self.random, self.client
        items, sections = list(self.board.items), [section.id for section in self.board.sections]
        kind = pick.choices(range(12), [10, 12 if len(items) > 60 else 6, 30, 10, 2, 2, 2, 2, 8, 3, 3, 4])[0]
        if kind == 11:
            text = self.text()
            reply = await client.insert("end:s1", text, board="ledger")
            self.acknowledged.append((reply["item"], text))
        elif not sections or kind == 4:
            await client.insert_section("end" if len(sections) < 6 else 0, self.text(), board="list")
        elif not items or kind == 0:
            await client.insert(f"end:{pick.choice(sections)}", self.text(), board="list")
        elif kind == 1:
            await client.delete(pick.sample(items, min(len(items), 2)), board="list")
        elif kind == 2:
            await client.move(pick.sample(items, min(len(items), 3)), self.place(items, sections), board="list")
        elif kind == 3:
            await client.edit(pick.choice(items), self.text() + " \\ = \n\u2028ä😀", board="list")
        elif kind == 5:
            await client.move_section(pick.choice(sections), 0, board="list")
        elif kind == 6:
            await client.rename_section(pick.choice(sections), self.text(), board="list")
        elif kind == 7 and len(sections) > 3:
            await client.delete_section(pick.choice(sections), board="list")
        elif kind == 8:
            await self.drag(items, sections)
        elif kind == 9:
            await client.undo("list")
        elif kind == 10:
            await client.redo("list")

    def place(self, items, sections):
        return self.random.choice([
            f"before:{self.random.choice(items)}", f"after:{self.random.choice(items)}", f"end:{self.random.choice(sections)}",
            f"start:{self.random.choice(sections)}"])

    async def drag(self, items, sections):
        if len(self.client.drags_of_own) < 8:
            async with await self.client.drag(self.random.sample(items, min(len(items), 2)), board="list") as drag:
                await drag.propose(self.place(items, sections))
                await drag.perform()


class Counting:
    """One who counts, and looks at some rows of the list now and then."""

    def __init__(self, client, crowd):
        self.client, self.crowd, self.seen = client, crowd, 0
        self.random = random.Random(f"{crowd.seed} counting")

    async def join(self):
        self.board = await self.client.watch("list", content="counts", keep=40)
        self.board.subscribe(self.look)

    def look(self, change):
        if isinstance(change, (Batch, Snapshot)):
            self.crowd.compare_counts(self.board)

    async def live(self):
        while self.board.revision is None or self.board.revision < REVISIONS:
            await asyncio.sleep(0.01)  # What it has already, it gets without a pause.
            sections = self.board.sections
            if self.board.revision is None or not sections:
                continue
            number = self.random.randrange(len(sections))
            path = IndexPath(number, self.random.randrange(len(sections[number].items) + 1))
            try:
                self.seen += len(await self.client.fetch(self.board, path, 10))
            except Refused as error:
                assert error.fault == "race", f"seed {self.crowd.seed}: {error}"

    def check(self, whole):
        """At the end it has what the others have, as far as it has it."""
        assert [len(section.items) for section in self.board.sections] == [
            len(section.items) for section in whole.sections], f"seed {self.crowd.seed}"
        for id, item in self.board.items.items():
            assert self.board.path(id) == whole.path(id), f"seed {self.crowd.seed}"
            assert (item.text, item.fields) == (whole.items[id].text, whole.items[id].fields), f"seed {self.crowd.seed}"


class Crowd:
    def __init__(self, seed):
        self.seed = seed
        self.known, self.counts = {}, {}
        self.updates = self.compared = 0

    def compare(self, board, revision):
        """Two copies at one revision are equal."""
        content = hash(tuple(
            (s.id, s.title, tuple([(item.id, item.text) for item in s.items])) for s in board.sections))
        self.updates += 1
        key = (board.name, revision)
        if key in self.known:
            self.compared += 1
            assert self.known[key] == content, f"seed {self.seed}: {key}"
        self.known[key] = content
        if board.name == "list":
            self.compare_counts(board)

    def compare_counts(self, board):
        """Two copies at one revision have as many items in the same sections."""
        counts = [(section.id, section.title, len(section.items)) for section in board.sections]
        assert self.counts.setdefault(board.revision, counts) == counts, f"seed {self.seed}: {board.revision}"


async def trouble(server, members, seed):
    """Cuts connections all the time, and kills the server now and then."""
    rng, loop = random.Random(f"{seed} trouble"), asyncio.get_running_loop()
    board, killed = members[0].board, 0
    while board.revision is None or board.revision < REVISIONS:
        await asyncio.sleep(0.05)
        rng.choice(members).client.cut()
        if board.revision and board.revision * (KILLS + 1) > (killed + 1) * REVISIONS:
            killed += 1
            await loop.run_in_executor(None, server.restart)
    return killed


async def run(server, seed):
    server.create("list", "A: a b c | B: d e | C:")
    server.create("ledger", "A:")
    crowd = Crowd(seed)
    clients = [server.async_client(timeout=60) for _ in range(7)]
    await asyncio.gather(*(client.connect() for client in clients))
    members = [Member(client, number, crowd) for number, client in enumerate(clients[:-1])]
    counting = Counting(clients[-1], crowd)
    await asyncio.gather(*(member.join() for member in [*members, counting]))
    failures = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: failures.append(context))
    lives = [asyncio.ensure_future(member.live()) for member in [*members, counting]]
    killed, *_ = await asyncio.gather(trouble(server, [*members, counting], seed), *lives)
    assert failures == [], f"seed {seed}"
    assert killed >= KILLS and crowd.compared > REVISIONS / 10, (killed, crowd.compared, crowd.updates)
    assert counting.seen > 0, f"seed {seed}"
    print(f"{counting.seen} items fetched")
    witness = server.async_client()
    async with witness:
        for name in ("list", "ledger"):
            board = await witness.watch(name)
            if name == "list":
                await counting.client.wait_until(lambda: counting.board.revision == board.revision)
                counting.check(board)
            for client in clients[:-1]:
                await client.wait_until(lambda: client.boards_watched[name].revision == board.revision)
                assert str(client.boards_watched[name]) == str(board), f"seed {seed}"
        texts = [item.text for item in board.items.values()]
        # What was acknowledged is there, under its id, and nothing is there twice.
        assert len(set(texts)) == len(texts), f"seed {seed}"
        for member in members:
            for id, text in member.acknowledged:
                assert board.items[id].text == text, f"seed {seed}"
    for client in clients:
        await client.close()
    return crowd


def test_copies_are_equal_and_commands_are_executed_once(dropline_server):
    seed = os.environ.get("DROPLINE_SEED") or str(random.randrange(1_000_000))
    print(f"seed {seed}")
    try:
        crowd = asyncio.run(run(dropline_server, seed))
    except NoReply as error:
        raise AssertionError(f"seed {seed}: {error}\n{dropline_server.log_text()}") from error
    print(f"{crowd.updates} updates, {crowd.compared} compared")
