"""Three pages, a `connect` and an `nc` on one board: what one of them drags arrives at all others.

One page has a mouse, one a touch screen, one only a keyboard.
"""

import unittest

from clients import RIGHT, Netcat, Terminal
from kit import BrowserCase, until


class Sharing(BrowserCase):
    def setUp(self):
        super().setUp()
        self.board(To_buy=["Bread", "Milk", "Pears"], Basket=["Tea"])
        self.mouse, self.keyboard = self.open(), self.open()
        self.phone = self.open(has_touch=True, is_mobile=True, width=800, height=700)
        # The server holds a name for whom it belongs to, so each test has another.
        self.ada = f"ada-{self.count}"
        self.terminal = Terminal(self.server.lines, self.name, self.ada)
        self.addCleanup(self.terminal.close)
        self.netcat = Netcat(self.server.lines, self.name)
        self.addCleanup(self.netcat.close)
        self.terminal.lists(["Bread", "Milk", "Pears"], ["Tea"])

    def expect_carried(self, owner, text, item, over, by):
        """All others see who holds the item, and where it goes, before it is dropped."""
        lines = self.netcat.read(f"drag d{self.count} over move at={over} ")
        self.assertEqual(lines[0], f"drag d{self.count} began {self.name} {owner} items={item} ops=move,copy")
        for page in self.pages:
            if page is not by:
                until(lambda: page.locator(".row.held").count() == 1, "the row is held")
                until(lambda: ghosts(page) == [f"{owner} · {text}"], lambda: f"a ghost of {owner}, not {ghosts(page)}")
        if by is not self.terminal:
            self.terminal.shows(f"<{owner}")
            self.terminal.shows(f"-> {owner}: {text}")

    def expect_dropped(self, move, *sections):
        """All have the new order, and `nc` has one batch of one row."""
        self.everywhere(*sections)
        self.terminal.lists(*sections)
        *_, batch, row, end = self.netcat.read(f"drag d{self.count} ended")
        self.assertEqual([batch, row], [f"batch {self.name} 1 2 1", move])
        self.assertEqual(end, f"drag d{self.count} ended moved rev=2")
        for page in self.pages:
            until(lambda: ghosts(page) == [] and page.locator(".row.held").count() == 0, "no ghost is left")

    def name_of(self, page):
        return page.evaluate("dropline.replica.me")

    def test_a_drag_by_mouse_arrives_everywhere(self):
        self.lift(self.mouse, "Milk")
        self.aim(self.mouse, "Tea")
        self.expect_carried(self.name_of(self.mouse), "Milk", "i2", over="1.0", by=self.mouse)
        self.mouse.mouse.up()
        self.expect_dropped("move 0.1 1.0 i2", ["Bread", "Pears"], ["Milk", "Tea"])

    def test_a_drag_by_touch_arrives_everywhere(self):
        x, y = self.center(self.phone, "Pears")
        send = self.press(self.phone, x, y)
        target = self.row(self.phone, "Tea").bounding_box()
        for step in range(1, 6):
            send("touchMove", x + (target["x"] + 100 - x) * step / 5, y + (target["y"] + 6 - y) * step / 5)
        self.expect_carried(self.name_of(self.phone), "Pears", "i3", over="1.0", by=self.phone)
        send("touchEnd")
        self.expect_dropped("move 0.2 1.0 i3", ["Bread", "Milk"], ["Pears", "Tea"])

    def test_a_drag_by_keyboard_arrives_everywhere(self):
        self.row(self.keyboard, "Bread").focus()
        self.keyboard.keyboard.press("Space")
        self.keyboard.keyboard.press("ArrowRight")
        self.keyboard.keyboard.press("End")
        self.said(self.keyboard, "Position 2 of 2 in Basket.")
        self.expect_carried(self.name_of(self.keyboard), "Bread", "i1", over="1.1", by=self.keyboard)
        self.keyboard.keyboard.press("Space")
        self.expect_dropped("move 0.0 1.1 i1", ["Milk", "Pears"], ["Tea", "Bread"])

    def test_a_drag_by_keys_in_connect_arrives_everywhere(self):
        self.terminal.type("j ")
        self.terminal.shows("move Milk")
        self.terminal.type(RIGHT)
        self.expect_carried(self.ada, "Milk", "i2", over="1.1", by=self.terminal)
        self.terminal.type("\r")
        self.expect_dropped("move 0.1 1.1 i2", ["Bread", "Pears"], ["Tea", "Milk"])

    def test_a_drag_by_mouse_in_connect_arrives_everywhere(self):
        x, y = self.terminal.cell("Bread")
        self.terminal.mouse(0, x, y)
        x, y = self.terminal.cell("Tea")
        self.terminal.mouse(32, x, y + 1)
        self.terminal.mouse(32, x, y + 2)
        self.expect_carried(self.ada, "Bread", "i1", over="1.1", by=self.terminal)
        self.terminal.mouse(0, x, y + 2, is_release=True)
        self.expect_dropped("move 0.0 1.1 i1", ["Milk", "Pears"], ["Tea", "Bread"])


def ghosts(page):
    return page.locator("#board .ghost").all_text_contents()


if __name__ == "__main__":
    unittest.main()
