"""Boards scroll sideways, whatever is under the pointer or the finger."""

import unittest

from kit import BrowserCase, until

WIDTHS = (375, 812), (768, 1024), (1440, 900)


class Scrolling(BrowserCase):
    def wide(self, width, height, **options):
        """A page of eight sections, and points over its parts: a card, a head, a gap, the field, an empty list, what is below it."""
        self.board(**{f"S{k}": [] if k == 1 else [f"item {k}.{i}" for i in range(40 if k == 0 else 3)] for k in range(8)})
        page = self.open(width=width, height=height, **options)
        return page, {**self.points(page, page.locator(".section").first), "empty": self.empty(page), "below": self.below(page)}

    def points(self, page, section):
        card, head = section.locator(".row").nth(2).bounding_box(), section.locator(".name").bounding_box()
        add, whole = section.locator(".add").bounding_box(), section.bounding_box()
        middle = lambda box: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        return {"card": middle(card), "head": middle(head), "add": middle(add),
                "gap": (whole["x"] + whole["width"] + 5, whole["y"] + 200)}

    def below(self, page):
        x, y = self.empty(page)
        return x, y + 300

    def empty(self, page):
        box = page.locator(".section").nth(1).locator(".rows").bounding_box()
        return min(box["x"] + 20, page.viewport_size["width"] - 10), box["y"] + 20

    def left(self, page):
        return page.evaluate("document.getElementById('board').scrollLeft")

    def top(self, page):
        return page.evaluate("document.querySelector('.rows').scrollTop")

    def back(self, page):
        # A swipe goes on for a while.
        until(lambda: (page.evaluate("document.getElementById('board').scrollLeft = 0"), self.frame(page), self.left(page))[2] == 0,
              "scrolled back")

    def test_a_wheel_scrolls_sideways_over_everything(self):
        """(slow: 18 scrolls)"""
        for width, height in WIDTHS:
            page, points = self.wide(width, height)
            for part, (x, y) in points.items():
                with self.subTest(width=width, part=part):
                    page.mouse.move(x, y)
                    page.mouse.wheel(300, 0)
                    until(lambda: self.left(page) == 300, lambda: f"300, not {self.left(page)}")
                    self.back(page)

    def test_shift_and_a_wheel_scroll_sideways_over_everything(self):
        """(slow: 18 scrolls)"""
        for width, height in WIDTHS:
            page, points = self.wide(width, height)
            page.keyboard.down("Shift")
            for part, (x, y) in points.items():
                with self.subTest(width=width, part=part):
                    page.mouse.move(x, y)
                    page.mouse.wheel(0, 300)
                    until(lambda: self.left(page) == 300, lambda: f"300, not {self.left(page)}")
                    self.assertEqual(self.top(page), 0)
                    self.back(page)
            page.keyboard.up("Shift")

    def test_a_wheel_over_a_list_scrolls_the_list(self):
        page, points = self.wide(1440, 900)
        page.mouse.move(*points["card"])
        page.mouse.wheel(0, 240)
        until(lambda: self.top(page) == 240, "the list has scrolled")
        self.assertEqual(self.left(page), 0)

    def swipe(self, page, x, y, dx, dy):
        send = self.touch(page)
        send("touchStart", x, y)
        for step in range(1, 12):
            send("touchMove", x + dx * step / 11, y + dy * step / 11)
        send("touchEnd")

    def test_a_finger_scrolls_sideways_over_everything(self):
        """(slow: 18 swipes)"""
        for width, height in WIDTHS:
            page, points = self.wide(width, height, has_touch=True, is_mobile=True)
            for part, (x, y) in points.items():
                with self.subTest(width=width, part=part):
                    self.swipe(page, x, y, -220, 0)
                    until(lambda: self.left(page) > 150, lambda: f"more than 150, not {self.left(page)}")
                    self.assertEqual(page.evaluate("dropline.drag.state"), "idle")
                    self.back(page)

    def test_a_finger_scrolls_a_list(self):
        page, points = self.wide(375, 812, has_touch=True, is_mobile=True)
        self.swipe(page, *points["card"], 0, -150)
        until(lambda: self.top(page) > 100, "the list has scrolled")
        self.assertEqual(self.left(page), 0)

    def test_a_finger_that_holds_still_lifts_and_carries_sideways(self):
        page, points = self.wide(375, 812, has_touch=True, is_mobile=True)
        x, y = points["card"]
        send = self.press(page, x, y)
        send("touchMove", x + 60, y)
        self.frame(page)
        self.assertEqual((page.evaluate("dropline.drag.state"), self.left(page)), ("carrying", 0))
        page.keyboard.press("Escape")
        send("touchEnd")


if __name__ == "__main__":
    unittest.main()
