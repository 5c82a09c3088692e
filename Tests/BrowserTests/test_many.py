"""Drags under a search, and several items at once: marks, what is done with them, and pasted lines."""

import unittest

from kit import BrowserCase, until


class Filtered(BrowserCase):
    def find(self, page, query, count):
        page.locator("#find").fill(query)
        until(lambda: page.locator("#board .row").count() == count, f"{count} rows are left")

    def revision(self):
        return self.nc.board(self.name)[1]

    def test_a_drag_among_shown_items_keeps_hidden_ones_where_they_are(self):
        self.board(A=["a1", "x", "b1", "y", "c1", "z"], B=["u", "d1", "v"])
        page, _ = self.open(), self.open()
        self.find(page, "1", 4)
        self.lift(page, "a1")
        x, y = self.center(page, "b1")
        self.carry(page, x, y + 30)
        page.mouse.up()
        self.everywhere(["x", "b1", "a1", "y", "c1", "z"], ["u", "d1", "v"])
        self.settled(page)
        self.lift(page, "c1")
        self.aim(page, "b1")
        page.mouse.up()
        self.everywhere(["x", "c1", "b1", "a1", "y", "z"], ["u", "d1", "v"])
        self.settled(page)
        self.lift(page, "c1")
        box = page.locator(".section").nth(1).bounding_box()
        self.carry(page, box["x"] + 100, box["y"] + box["height"] - 20)
        page.mouse.up()
        self.everywhere(["x", "b1", "a1", "y", "z"], ["u", "d1", "c1", "v"])

    def test_put_back_among_shown_items_is_no_change(self):
        self.board(A=["a1", "x", "b1", "y", "c1"])
        page = self.open()
        self.find(page, "1", 3)
        before = self.revision()
        self.lift(page, "b1")
        self.carry(page, *self.center(page, "c1"))
        self.carry(page, *self.above(page, "a1"))
        for _ in range(3):
            self.carry(page, *self.above(page, "c1"))
        # Before the hidden item behind it.
        self.assertEqual(self.place(page), "before:i4")
        page.mouse.up()
        self.said(page, '"b1" stays at position 3 of 5 in A.')
        self.assertEqual(self.revision(), before)
        self.everywhere(["a1", "x", "b1", "y", "c1"])

    def test_the_keyboard_goes_from_one_shown_item_to_the_next(self):
        self.board(A=["a1", "x", "b1", "y", "c1", "z"], B=["u", "v"])
        page = self.open()
        self.find(page, "1", 3)
        before = self.revision()
        self.row(page, "b1").focus()
        press = page.keyboard.press
        for key in "Space", "ArrowDown", "ArrowUp", "Space":
            press(key)
        self.said(page, '"b1" stays at position 3 of 6 in A.')
        self.assertEqual(self.revision(), before)
        for key in "Space", "ArrowDown", "Space":
            press(key)
        self.everywhere(["a1", "x", "y", "c1", "b1", "z"], ["u", "v"])
        for key in "Space", "ArrowUp", "ArrowUp", "Space":
            press(key)
        self.everywhere(["b1", "a1", "x", "y", "c1", "z"], ["u", "v"])
        for key in "Space", "ArrowRight", "Space":
            press(key)
        self.everywhere(["a1", "x", "y", "c1", "z"], ["u", "v", "b1"])

    def test_the_menu_moves_past_shown_items(self):
        self.board(A=["a1", "x", "b1"])
        page = self.open()
        self.find(page, "1", 2)
        self.row(page, "a1").focus()
        page.keyboard.press("ContextMenu")
        page.get_by_role("menuitem", name="Move down").press("Enter")
        self.everywhere(["x", "b1", "a1"])

    def test_items_around_a_hidden_one_do_not_gather_if_they_are_put_back(self):
        self.board(A=["a1", "x", "b1", "c1"])
        self.nc.do("policy", target="*", board=self.name, selection="multiple")
        page = self.open()
        for text in "a1", "b1":
            self.row(page, text).click(modifiers=["Control"])
        self.find(page, "1", 3)
        before = self.revision()
        self.row(page, "a1").focus()
        for key in "Space", "End", "ArrowUp", "Space":
            page.keyboard.press(key)
        self.said(page, '2 items, first "a1" stay at position 1 of 4 in A.')
        self.assertEqual(self.revision(), before)
        self.everywhere(["a1", "x", "b1", "c1"])


if __name__ == "__main__":
    unittest.main()
