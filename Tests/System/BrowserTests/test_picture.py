"""The picture at the top of the README, and what is to be seen on it. `DROPLINE_PICTURE=1` takes it anew."""

import os
import pathlib
import unittest

from kit import BrowserCase, until

HERE = pathlib.Path(__file__).parent
SIZE = (1120, 560)

LISTS = {
    "To buy": ["Bread", "Milk", "Pears, the small green ones from the market", "Coffee", "A present for Eve"],
    "In the basket": ["Tea", "Flour", "Two bottles of sparkling water", "Butter"],
    "Paid": ["Eggs", "Apples"],
}
FIELDS = {
    "i1": {"label": "bakery"}, "i3": {"label": "market, green"}, "i5": {"due": "2026-12-24", "label": "red"},
    "i8": {"label": "party"}, "i10": {"done": "yes"}, "i11": {"done": "yes", "label": "market"},
}


class Picture(BrowserCase):
    def test_the_readme_shows_three_people_who_drag_on_one_board(self):
        self.name = "groceries"
        self.nc.make(self.name, LISTS)
        for item, fields in FIELDS.items():
            self.nc.do("set", items=[item], board=self.name, fields=fields)
        self.nc.do("policy", target="s3", board=self.name, limit=4)
        ann, bob = self.server.client("Ann"), self.server.client("Bob")
        for client, items, place in (ann, ["i6"], "before:i10"), (bob, ["i1", "i4"], "before:i8"):
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
