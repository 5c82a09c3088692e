"""Drags by mouse, touch and keyboard, alone and among others."""

import signal
import unittest

from kit import BrowserCase, until


class Dragging(BrowserCase):
    def test_a_mouse_drag_arrives_everywhere(self):
        self.board(To_buy=["Bread", "Milk", "Pears"], Basket=["Tea"])
        pages = [self.open() for _ in range(3)]
        self.lift(pages[0], "Milk")
        until(lambda: pages[1].locator(".row.held").count() == 1, "others see who holds it")
        self.aim(pages[0], "Tea")
        until(lambda: "Milk" in (pages[2].locator(".ghost").text_content() or ""), "others see the ghost")
        pages[0].mouse.up()
        self.everywhere(["Bread", "Pears"], ["Milk", "Tea"])
        self.said(pages[0], 'Dropped "Milk", position 1 of 2 in Basket.')

    def test_the_click_of_a_drag_chooses_nothing(self):
        self.board(A=["a", "b"], B=[])
        self.nc.do("policy", target="*", board=self.name, on_choose="delete")
        page = self.open()
        self.lift(page, "a")
        page.keyboard.press("Escape")
        page.mouse.up()
        self.said(page, 'Cancelled. "a" is at position 1 of 2 in A.')
        self.everywhere(["a", "b"], [])
        self.row(page, "b").click()
        self.everywhere(["a"], [])

    def test_a_drop_into_an_empty_section_and_back_to_its_end(self):
        self.board(A=["a", "b"], B=[])
        page = self.open()
        self.lift(page, "a")
        box = page.locator(".section").nth(1).bounding_box()
        self.carry(page, box["x"] + 100, box["y"] + 300)
        self.assertEqual(self.place(page), "start:s2")
        page.mouse.up()
        self.everywhere(["b"], ["a"])

    def test_outside_of_all_sections_a_drop_changes_nothing(self):
        self.board(A=["a", "b"], B=[])
        page = self.open()
        self.lift(page, "a")
        self.carry(page, 640, 10)
        self.assertIsNone(self.place(page))
        page.mouse.up()
        self.said(page, '"a" stays at position 1 of 2 in A.')
        self.everywhere(["a", "b"], [])

    def test_with_alt_the_drop_is_a_copy(self):
        self.board(A=["a", "b"], B=["c"])
        page = self.open()
        self.lift(page, "a")
        page.keyboard.down("Alt")
        self.aim(page, "c")
        until(lambda: page.evaluate("dropline.drag.verdict?.kind") == "copy", "a copy")
        page.mouse.up()
        page.keyboard.up("Alt")
        self.everywhere(["a", "b"], ["a", "c"])

    def test_a_selection_is_dragged_together(self):
        self.board(A=["a", "b", "c"], B=["d"])
        self.nc.do("policy", target="*", board=self.name, selection="multiple")
        page = self.open()
        for text in "ca":
            self.row(page, text).click()
        until(lambda: len(page.evaluate("dropline.replica.selected")) == 2, "two are selected")
        self.lift(page, "c")
        self.aim(page, "d")
        page.mouse.up()
        self.everywhere(["b"], ["a", "c", "d"])

    def test_a_drop_during_a_drag_of_somebody_else_does_not_lose_the_aim(self):
        self.board(A=["a", "b", "c"], B=["x", "y", "z"])
        one, two = self.open(), self.open()
        self.lift(one, "a")
        self.aim(one, "z")
        place, top = self.place(one), self.row(one, "z").bounding_box()["y"]
        self.nc.do("insert", place="start:s2", board=self.name, text="new")
        until(lambda: len(self.texts(one, 1)) == 4, "the batch has arrived")
        self.frame(one)
        self.assertEqual(self.place(one), place)
        self.assertLessEqual(abs(self.row(one, "z").bounding_box()["y"] - top), 1)
        self.lift(two, "c")
        self.aim(two, "y")
        two.mouse.up()
        until(lambda: len(self.texts(one, 1)) == 5, "the drop has arrived")
        one.mouse.up()
        self.everywhere(["b"], ["new", "x", "c", "y", "a", "z"])

    def test_two_drops_at_once_on_one_place_are_both_done(self):
        """(slow: drags on two pages)"""
        self.board(A=["a", "b", "c"], B=["x", "y", "z"])
        one, two = self.open(), self.open()
        for page, text in (one, "a"), (two, "c"):
            self.lift(page, text)
            self.aim(page, "z")
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            for page in one, two:
                page.mouse.up()
                until(lambda: page.evaluate("dropline.drag.state") == "dropping", "the drop is under way")
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        for page in one, two:
            until(lambda: page.evaluate("dropline.drag.state") == "idle", "dropped")
        self.assertEqual(sorted(self.texts(one, 1)), ["a", "c", "x", "y", "z"])
        self.assertEqual(self.texts(one, 1)[-1], "z")
        self.everywhere(self.texts(one, 0), self.texts(one, 1))

    def test_a_pen_drags_after_a_long_press(self):
        self.board(A=["a", "b", "c"])
        page = self.open()
        session = page.context.new_cdp_session(page)

        def send(kind, x, y):
            session.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "buttons": int(kind != "mouseReleased"),
                                                      "clickCount": 1, "pointerType": "pen"})
        x, y = self.center(page, "a")
        send("mousePressed", x, y)
        until(lambda: page.evaluate("dropline.drag.state") == "carrying", "a long press lifts")
        y = self.center(page, "c")[1] + 12
        for _ in range(3):
            send("mouseMoved", x, y)
        until(lambda: self.place(page) == "end:s1" and page.evaluate("dropline.drag.isAllowed"), "at the end")
        send("mouseReleased", x, y)
        self.everywhere(["b", "c", "a"])

    def test_a_target_that_is_deleted_is_found_anew(self):
        self.board(A=["a"], B=["x", "y", "z"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "y")
        self.nc.do("delete", items=["i3"], board=self.name)
        until(lambda: self.place(page) == "before:i4", "the next item")
        page.mouse.up()
        self.everywhere([], ["x", "a", "z"])

    def test_a_section_that_is_paused_or_filled_in_mid_drag_says_why(self):
        self.board(Here=["a"], Doing=["x", "y"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "y")
        self.nc.do("policy", target="s2", board=self.name, limit=2)
        until(lambda: page.locator(".carried.denied").count() == 1, "denied")
        self.nc.do("policy", target="s2", board=self.name, paused="yes")
        until(lambda: page.locator(".why").text_content() == "Doing is paused.", "why")
        page.mouse.up()
        until(lambda: "stays at position 1 of 1 in Here. Doing is paused." in page.locator("#own").text_content(), "stays")
        self.everywhere(["a"], ["x", "y"])

    def test_a_carried_item_that_is_deleted_ends_the_drag(self):
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "x")
        self.nc.do("delete", items=["i1"], board=self.name, force=True)
        self.said(page, 'Your drag is over: "a" was deleted.')
        self.assertEqual(page.locator(".carried").count(), 0)
        page.mouse.up()
        self.everywhere(["b"], ["x"])

    def test_a_carried_item_that_is_edited_has_room_for_its_text_when_it_is_back(self):
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "x")
        self.nc.do("edit", item="i1", board=self.name, text="a longer text that needs two lines in its row")
        until(lambda: "longer" in page.locator(".float .text").text_content(), "the float shows it")
        page.keyboard.press("Escape")
        page.mouse.up()
        self.settled(page)

    def test_an_item_that_somebody_drags_cannot_be_picked_up(self):
        self.board(A=["a", "b"])
        page, ann = self.open(), self.server.client("Ann")
        ann.do("begin", items=["i1"], board=self.name)
        until(lambda: page.locator(".row.held").count() == 1, "held")
        x, y = self.center(page, "a")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 20, y + 20, steps=4)
        self.said(page, 'Cannot pick up "a": Ann is dragging "a".')
        page.mouse.up()
        ann.close()

    def test_auto_scroll_reaches_row_9000(self):
        """(slow: 10,000 items, and 100 rows at the speed of a drag)"""
        self.board(A=[f"item {i}" for i in range(1, 10_001)], B=[])
        page = self.open()
        page.evaluate("document.querySelector('.rows').scrollTop = 445_000")
        self.frame(page)
        text = page.locator("#board .row .text").nth(8).text_content()
        self.lift(page, text)
        box = page.locator(".rows").first.bounding_box()
        page.mouse.move(box["x"] + 100, box["y"] + 300)
        page.mouse.move(box["x"] + 100, box["y"] + box["height"] - 4, steps=3)
        at = "Number(dropline.drag.place?.anchor.split(':i')[1] ?? 0)"
        until(lambda: page.evaluate(at) > 9000, "row 9,000", seconds=60)
        page.mouse.move(box["x"] + 100, box["y"] + 300)
        self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 600)
        page.mouse.up()
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "dropped")
        path = self.nc.do("find", text=text, board=self.name)["rows"][0]["path"]
        self.assertGreater(int(path.split(".")[1]), 8990)


class Touching(BrowserCase):
    def test_a_swipe_scrolls_and_chooses_nothing(self):
        self.board(A=[f"item {i}" for i in range(100)], B=[])
        page = self.open(has_touch=True, width=390, height=800, is_mobile=True)
        send = self.touch(page)
        x, y = self.center(page, "item 8")
        send("touchStart", x, y)
        for step in range(1, 11):
            send("touchMove", x, y - 20 * step)
        send("touchEnd")
        until(lambda: page.evaluate("document.querySelector('.rows').scrollTop > 100"), "scrolled")
        self.assertEqual(page.evaluate("dropline.drag.state"), "idle")
        self.assertEqual(page.evaluate("dropline.replica.selected.length"), 0)

    def test_a_long_press_drags_and_does_not_scroll(self):
        self.board(A=[f"item {i}" for i in range(100)], B=[])
        page = self.open(has_touch=True, width=390, height=800, is_mobile=True)
        x, y = self.center(page, "item 3")
        send = self.press(page, x, y)
        for step in range(1, 14):
            send("touchMove", x, y + 10 * step)
        self.frame(page)
        until(lambda: page.evaluate("dropline.drag.verdict"), "a verdict")
        self.assertEqual(page.evaluate("document.querySelector('.rows').scrollTop"), 0)
        send("touchEnd")
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "dropped")
        self.assertEqual(self.texts(page, 0)[5], "item 3")

    def test_the_grip_drags_at_once(self):
        self.board(A=["a", "b", "c", "d"], B=[])
        page = self.open(has_touch=True, width=390, height=800, is_mobile=True)
        grip = self.row(page, "a").locator(".grip").bounding_box()
        send = self.touch(page)
        x, y = grip["x"] + 8, grip["y"] + 20
        send("touchStart", x, y)
        for step in range(1, 13):
            send("touchMove", x, y + 10 * step)
        until(lambda: page.evaluate("dropline.drag.verdict"), "a verdict")
        send("touchEnd")
        self.everywhere(["b", "c", "a", "d"], [])

    def test_a_cancelled_touch_cancels_the_drag(self):
        self.board(A=["a", "b"], B=[])
        page = self.open(has_touch=True, width=390, height=800, is_mobile=True)
        x, y = self.center(page, "a")
        send = self.press(page, x, y)
        send("touchMove", x, y + 60)
        send("touchCancel")
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "cancelled")
        self.everywhere(["a", "b"], [])


if __name__ == "__main__":
    unittest.main()
