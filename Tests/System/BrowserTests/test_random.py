"""Random people on one board: three pages and an `nc`. At the end all copies are equal.

SEED sets another run than that of CI, STEPS makes it longer.
"""

import json
import os
import random
import unittest

from kit import BrowserCase, until

KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageDown", "PageUp", "Space", "Space",
        "Space", "Escape", "Enter", "x", "c", "Control+z", "Control+Shift+Z", "Delete"]

FIELDS = "dropline.replica.sections.flatMap(s => s.items.map(i => [i.id, { ...i.fields }]))"


class RandomPeople(BrowserCase):
    def test_random_people(self):
        """(slow: 120 steps of several people)"""
        seed = int(os.environ.get("SEED", 1))
        steps = int(os.environ.get("STEPS", 120))
        print(f"SEED={seed} ", end="", flush=True)
        self.allowed = ("WebSocket connection to", "net::ERR")
        chance = random.Random(seed)
        self.board(A=[f"a{i}" for i in range(30)], B=[f"b{i} with a longer text to wrap, it may be two lines" for i in range(8)], C=[])
        pages = [self.open(), self.open(width=700, height=500), self.open()]
        pages[2].evaluate("dropline.setLayout(true)")
        for _ in range(steps):
            try:
                chance.choice([self.drag, self.drag, self.keys, self.others, self.others, self.scroll, self.shake])(chance, chance.choice(pages))
            except Exception as error:
                raise AssertionError(f"SEED={seed}: {error}") from error
        for page in pages:
            page.mouse.up()
            for _ in range(3):
                page.keyboard.press("Escape")
            until(lambda: page.evaluate("dropline.drag.state") == "idle", f"SEED={seed}: no drag is left")
            until(lambda: page.evaluate(FIELDS) == self.fields(), f"SEED={seed}: the fields are those of the board")

    def fields(self):
        self.nc.do("open", board=self.name)
        snapshot = json.loads(self.nc.file.readline())
        self.nc.do("close", board=self.name)
        return [[row["item"], row.get("fields", {})] for row in snapshot["rows"] if row["kind"] == "item"]

    def drag(self, chance, page):
        box = page.evaluate("""k => {
          const rows = document.querySelectorAll('#board .row'), row = rows[k % rows.length];
          return row && { x: row.getBoundingClientRect().x, y: row.getBoundingClientRect().y };
        }""", chance.randrange(1000))
        width, height = page.viewport_size["width"], page.viewport_size["height"]
        if not box or not 0 < box["y"] < height - 40 or not 0 < box["x"] < width - 60:
            return
        page.mouse.move(box["x"] + 60, box["y"] + 20)
        page.mouse.down()
        for _ in range(chance.randrange(4)):
            page.mouse.move(chance.randrange(width), chance.randrange(height), steps=chance.randrange(1, 6))
            if chance.random() < 0.5:
                self.others(chance, page)
        if chance.random() < 0.15:
            page.keyboard.press("Escape")
        if chance.random() < 0.1:
            page.evaluate("dropline.link.reconnect()")
        page.mouse.up()

    def keys(self, chance, page):
        self.stay(page)
        page.evaluate(f"dropline.focus.section(dropline.replica.sections[{chance.randrange(3)}] ?? dropline.replica.sections[0])")
        for _ in range(chance.randrange(1, 7)):
            page.keyboard.press(chance.choice(KEYS))
        self.stay(page)

    def stay(self, page):
        """Comes back from the list of boards: Tab and Enter follow the link to it."""
        if "/b/" not in page.url:
            page.goto(self.server.page(self.name))
            self.live(page)

    def scroll(self, chance, page):
        page.evaluate(f"document.querySelectorAll('.rows, #board').forEach(e => e.scrollTop = {chance.randrange(800)})")

    def shake(self, chance, page):
        page.evaluate(chance.choice(["dropline.link.reconnect()", "dropline.view.measure()",
                                     "dropline.setLayout(!dropline.view.isMosaic)", "dropline.actions.find('a')",
                                     "dropline.actions.find('')", "dropline.undo.run('undo')",
                                     "(dropline.replica.revision = null, dropline.link.reconnect())"]))

    def others(self, chance, page):
        item, section = f"i{chance.randrange(1, 45)}", chance.randrange(3)
        do = lambda kind, **members: self.nc.do(kind, board=self.name, **members)
        chance.choice([
            lambda: do("insert", place=f"{section}.0", text=f"new {chance.randrange(99)}"),
            lambda: do("delete", items=[item], force=chance.random() < 0.5),
            lambda: do("move", items=[item], place=f"{section}.{chance.randrange(3)}", force=chance.random() < 0.3),
            lambda: do("set", items=[item], fields={chance.choice(["done", "due", "label", "z"]): chance.choice(["yes", "2020-01-01", "a,b", None])}),
            lambda: do("edit", item=item, text="text " * chance.randrange(1, 20)),
            lambda: do("policy", target=f"s{section + 1}", paused=chance.choice(["yes", "no", "inherit"])),
            lambda: do("policy", target=f"s{section + 1}", limit=chance.choice([3, 9, "inherit"])),
            lambda: do("insert-section", index=chance.randrange(2), text="A section"),
            lambda: do("move-section", section=section, index=0),
            lambda: do("delete-section", section=3, force=True),
            lambda: do("undo"),
        ])()


if __name__ == "__main__":
    unittest.main()
