"""The picture at the top of the README, and what is to be seen on it. `DROPLINE_PICTURE=1` takes it anew."""

import os
import pathlib
import unittest

from kit import BrowserCase, until

HERE = pathlib.Path(__file__).parent
SIZE = (1120, 560)

LISTS = {
    "To buy": ["Bread", "Milk", "Pears, the small green ones from the market", "Coffee", "Rice", "Olive oil"],
    "In the basket": ["Tea", "Flour", "Two bottles of sparkling water", "Butter"],
    "Paid": ["Eggs", "Apples"],
}


class Picture(BrowserCase):
    def test_the_readme_shows_three_people_who_drag_on_one_board(self):
        self.name = "groceries"
        self.nc.make(self.name, LISTS)
        self.nc.do("policy", target="s3", board=self.name, limit=4)
        ann, bob = self.server.client("Ann"), self.server.client("Bob")
        for client, items, place in (ann, ["i7"], "before:i11"), (bob, ["i1", "i4"], "before:i9"):
            client.do("open", board=self.name)
            self.assertEqual(client.do("begin", items=items, board=self.name)["kind"], "ok")
            self.assertEqual(client.do("propose", place=place)["verdict"], "move")
        page = self.open(width=SIZE[0], height=SIZE[1], color_scheme="light")
        until(lambda: page.locator(".ghost").count() == 2, "the ghosts of two")
        self.lift(page, "Milk")
        box = page.locator(".section").nth(1).bounding_box()
        self.carry(page, box["x"] + 120, box["y"] + 175)
        until(lambda: page.evaluate("document.getAnimations().length === 0"), "nothing is animated")
        self.assertEqual(page.evaluate("dropline.drag.verdict.kind"), "move")
        shot = page.screenshot()
        file = HERE / "page.png"
        if os.environ.get("DROPLINE_PICTURE"):
            file.write_bytes(shot)
        self.assertEqual(size(file.read_bytes()), size(shot))
        self.assertIn("](Tests/System/BrowserTests/page.png)", (HERE / "../../../README.md").read_text())
        page.keyboard.press("Escape")
        page.mouse.up()
        for client in ann, bob:
            client.do("cancel")
            client.close()
        until(lambda: page.locator(".ghost").count() == 0, "no ghost")


def size(png):
    """The width and height that a PNG file says in its first chunk."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


if __name__ == "__main__":
    unittest.main()
