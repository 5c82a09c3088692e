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
        """(slow: three drags, and two pages)"""
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


class Marks(BrowserCase):
    def revision(self):
        return self.nc.board(self.name)[1]

    def marked(self, page):
        self.frame(page)
        return page.evaluate("[...document.querySelectorAll('#board .row[aria-selected=true] .text')].map(e => e.textContent)")

    def control(self, page, *texts):
        for text in texts:
            self.row(page, text).click(modifiers=["Control"])

    def bar(self, page):
        return page.get_by_role("region", name="Selected items")

    def test_ctrl_click_marks_without_a_policy_and_nobody_else_sees_it(self):
        self.board(A=["a", "b", "c", "d"])
        page, other = self.open(), self.open()
        self.control(page, "a", "c")
        self.assertEqual(self.marked(page), ["a", "c"])
        self.said(page, '"c" selected, 2 items in all.')
        self.assertEqual(self.bar(page).locator("span").text_content(), "2 selected")
        self.assertEqual(self.marked(other), [])
        self.control(page, "a")
        self.said(page, '"a" is no longer selected.')
        self.assertEqual(self.marked(page), ["c"])
        page.keyboard.press("Escape")
        self.said(page, "Nothing is selected.")
        self.assertEqual(self.marked(page), [])
        self.assertTrue(self.bar(page).is_hidden())

    def test_shift_click_marks_a_range_from_the_last_click(self):
        self.board(A=["a", "b", "c", "d", "e"], B=["x"])
        page = self.open()
        self.row(page, "b").click()
        self.said(page, '"b" selected, 1 item in all.')
        self.row(page, "d").click(modifiers=["Shift"])
        self.assertEqual(self.marked(page), ["b", "c", "d"])
        self.row(page, "a").click(modifiers=["Shift"])
        self.assertEqual(self.marked(page), ["a", "b"])
        self.control(page, "x")
        self.assertEqual(self.marked(page), ["a", "b", "x"])
        self.row(page, "e").click()
        self.said(page, '"e" selected, 1 item in all.')
        self.assertEqual(self.marked(page), ["e"])

    def test_the_keyboard_marks_as_in_a_list(self):
        self.board(A=["a", "b", "c", "d"])
        page = self.open()
        self.row(page, "a").focus()
        press = page.keyboard.press
        press("Control+Space")
        self.said(page, '"a" selected, 1 item in all.')
        press("ArrowDown")
        press("ArrowDown")
        press("Control+Space")
        self.assertEqual(self.marked(page), ["a", "c"])
        press("Shift+ArrowDown")
        self.said(page, '"d" selected, 3 items in all.')
        self.assertEqual(self.marked(page), ["a", "c", "d"])
        for _ in range(2):
            press("Shift+ArrowUp")
        self.assertEqual(self.marked(page), ["a", "b", "c"])
        press("Control+a")
        self.assertEqual(self.marked(page), ["a", "b", "c", "d"])
        grid = page.get_by_role("grid", name="A")
        self.assertEqual(grid.get_attribute("aria-multiselectable"), "true")
        press("Delete")
        self.everywhere([])

    def test_marked_items_are_dragged_together_in_one_revision(self):
        self.board(A=["a", "b", "c"], B=["d", "e"])
        page, _ = self.open(), self.open()
        self.control(page, "c", "a", "e")
        before = self.revision()
        self.lift(page, "c")
        until(lambda: page.locator(".float").get_attribute("data-count") == "3", "a badge with the number")
        self.aim(page, "d")
        page.mouse.up()
        self.everywhere(["b"], ["a", "c", "e", "d"])
        self.assertEqual(self.revision(), before + 1)
        self.assertEqual(sorted(self.marked(page)), ["a", "c", "e"])
        self.said(page, 'Dropped 3 items, first "a", position 1 of 4 in B.')
        page.keyboard.press("Control+z")
        self.everywhere(["a", "b", "c"], ["d", "e"])
        self.settled(page)
        self.lift(page, "b")
        self.aim(page, "d")
        page.mouse.up()
        self.everywhere(["a", "c"], ["b", "d", "e"])

    def test_marked_items_are_copied_together_by_a_drag_with_alt(self):
        self.board(A=["a", "b", "c"], B=["x"])
        page, _ = self.open(), self.open()
        self.control(page, "a", "c")
        before = self.revision()
        self.lift(page, "c")
        page.keyboard.down("Alt")
        self.aim(page, "x")
        until(lambda: page.evaluate("dropline.drag.verdict?.kind") == "copy", "a copy")
        self.assertEqual(page.locator(".float").get_attribute("data-count"), "2")
        page.mouse.up()
        page.keyboard.up("Alt")
        self.everywhere(["a", "b", "c"], ["a", "c", "x"])
        self.assertEqual(self.revision(), before + 1)
        self.said(page, 'Copied 2 items, first "a", position 1 of 3 in B.')
        page.keyboard.press("Control+z")
        self.everywhere(["a", "b", "c"], ["x"])

    def test_marked_items_are_copied_together_by_keyboard(self):
        self.board(A=["a", "b"], B=[])
        page = self.open()
        self.control(page, "a", "b")
        before = self.revision()
        self.row(page, "a").focus()
        for key in "Space", "c", "ArrowRight", "Space":
            page.keyboard.press(key)
        self.everywhere(["a", "b"], ["a", "b"])
        self.assertEqual(self.revision(), before + 1)

    def test_marked_items_are_deleted_together_and_come_back_by_one_undo(self):
        self.board(A=["a", "b", "c"], B=["d"])
        page, _ = self.open(), self.open()
        self.control(page, "a", "d")
        before = self.revision()
        self.bar(page).get_by_role("button", name="Delete").click()
        self.everywhere(["b", "c"], [])
        self.assertEqual(self.revision(), before + 1)
        self.bar(page).wait_for(state="hidden")
        page.get_by_role("button", name="Undo").last.click()
        self.everywhere(["a", "b", "c"], ["d"])

    def test_marks_follow_their_items_and_go_with_them(self):
        self.board(A=["a", "b", "c"], B=["d"])
        page = self.open()
        self.control(page, "a", "b")
        self.nc.do("move", items=["i1"], place="end:s2", board=self.name)
        self.nc.do("edit", item="i1", board=self.name, text="a2")
        self.nc.do("delete", items=["i2"], board=self.name)
        self.everywhere(["c"], ["d", "a2"])
        self.assertEqual(self.marked(page), ["a2"])
        self.nc.do("undo", board=self.name)
        self.everywhere(["b", "c"], ["d", "a2"])
        self.assertEqual(self.marked(page), ["a2"])

    def test_what_a_search_hides_is_not_acted_upon(self):
        self.board(A=["a1", "b", "c1"])
        page = self.open()
        self.control(page, "a1", "b", "c1")
        page.locator("#find").fill("1")
        until(lambda: self.bar(page).locator("span").text_content() == "2 selected, 1 hidden", "the bar says so")
        self.bar(page).get_by_role("button", name="Delete").click()
        self.everywhere(["b"])

    def test_at_most_as_many_are_marked_as_can_be_dragged(self):
        self.board(A=[f"item {i}" for i in range(201)])
        page = self.open()
        self.row(page, "item 0").focus()
        page.keyboard.press("Control+a")
        self.said(page, "At most 200 items can be selected at once.")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Shift+End")
        self.said(page, '"item 200" selected, 200 items in all.')
        page.keyboard.press("Space")
        self.said(page, 'Picked up 200 items, first "item 1", position 2 of 201 in A. Arrow keys move, Space drops, Escape cancels.')
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        until(lambda: self.texts(page, 0)[-1] == "item 0", "200 items are dropped")

    def test_a_finger_that_holds_and_lets_go_marks_and_taps_mark_more(self):
        """(slow: two windows, and a long press in each)"""
        self.board(A=["a", "b", "c"], B=[])
        for width in 375, 768:
            page = self.open(has_touch=True, width=width, height=800, is_mobile=True)
            before = self.revision()
            send = self.press(page, *self.center(page, "a"))
            send("touchEnd")
            self.said(page, '"a" selected, 1 item in all.')
            until(lambda: page.evaluate("dropline.drag.state") == "idle", "no drag is left")
            self.row(page, "c").tap()
            self.said(page, '"c" selected, 2 items in all.')
            self.assertEqual(self.marked(page), ["a", "c"])
            bar = self.bar(page).bounding_box()
            self.assertGreaterEqual(bar["x"], 0)
            self.assertLessEqual(bar["x"] + bar["width"], width)
            for button in self.bar(page).get_by_role("button").all():
                self.assertGreaterEqual(min(button.bounding_box()["width"], button.bounding_box()["height"]), 40)
            self.assertEqual(self.revision(), before)
            self.bar(page).get_by_role("button", name="Deselect all").tap()
            self.assertEqual(self.marked(page), [])
            self.row(page, "b").tap()
            until(lambda: page.locator("dialog.card").count() == 1, "a tap opens again")
            page.keyboard.press("Escape")

    def test_held_and_moved_it_is_a_drag_as_before(self):
        self.board(A=["a", "b", "c"])
        page = self.open(has_touch=True, width=390, height=800, is_mobile=True)
        x, y = self.center(page, "a")
        send = self.press(page, x, y)
        for step in range(1, 13):
            send("touchMove", x, y + 10 * step)
        until(lambda: page.evaluate("dropline.drag.verdict"), "a verdict")
        send("touchEnd")
        until(lambda: self.texts(page, 0) != ["a", "b", "c"], "dropped")
        self.assertEqual(self.marked(page), [])


if __name__ == "__main__":
    unittest.main()
