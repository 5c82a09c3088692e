"""Pictures of the page, to be looked at: pictures.py FOLDER"""

import os
import sys

from kit import BrowserCase, until

LISTS = {
    "To buy": ["Bread", "Milk", "Pears, the small green ones from the market", "Coffee", "A present for Ann", "Rice",
               "Olive oil", "Tomatoes", "Basil"],
    "In the basket": ["Tea", "Flour", "Two bottles of sparkling water", "Butter"],
    "Paid": ["Eggs", "Apples"],
    "At home": [],
}


class Pictures(BrowserCase):
    folder = "."

    def tearDown(self):
        for context in self.contexts:
            context.close()

    def shoot(self, page, name):
        self.frame(page)
        until(lambda: page.evaluate("document.getAnimations().length === 0"), "nothing is animated")
        page.screenshot(path=os.path.join(self.folder, f"{name}.png"))

    def others(self):
        people = {}
        for name in ("Ann", "Bob", "Eve"):
            people[name] = self.server.client(name)
            people[name].do("open", board=self.name)
        people["Ann"].do("begin", items=["i10"], board=self.name)
        people["Ann"].do("propose", place="before:i14")
        people["Bob"].do("begin", items=["i1", "i4"], board=self.name)
        people["Bob"].do("propose", place="before:i12")
        people["Eve"].do("select", items=["i5"], board=self.name)
        return people

    def test_all(self):
        self.nc.make(self.name, LISTS)
        self.nc.do("policy", target="s3", board=self.name, limit=4)
        for width, height in (1280, 800), (820, 1100), (390, 800):
            for theme in "light", "dark":
                mobile = {"has_touch": True, "is_mobile": True} if width == 390 else {}
                people = self.others()
                page = self.open(width=width, height=height, color_scheme=theme, **mobile)
                until(lambda: page.locator(".ghost").count() == 2 or width < 1000, "two ghosts")
                page.evaluate("dropline.focus.section(dropline.replica.sections[0])")
                self.shoot(page, f"columns-{width}-{theme}")
                self.lift(page, "Milk")
                box = page.locator(".section").nth(1).bounding_box() or {"x": 300, "y": 60}
                self.carry(page, min(box["x"] + 120, width - 60), box["y"] + 175)
                self.shoot(page, f"carrying-{width}-{theme}")
                page.keyboard.press("Escape")
                page.mouse.up()
                page.evaluate("dropline.setLayout(true)")
                self.shoot(page, f"mosaic-{width}-{theme}")
                for person in people.values():
                    person.close()

    def test_states(self):
        self.nc.make(self.name, LISTS)
        page = self.open()
        self.nc.do("policy", target="s3", board=self.name, limit=2)
        self.nc.do("policy", target="s4", board=self.name, paused="yes", local_only="yes")
        page.reload()
        self.live(page)
        self.lift(page, "Milk")
        box = page.locator(".section").nth(2).bounding_box()
        self.carry(page, box["x"] + 150, box["y"] + 150)
        self.shoot(page, "denied")
        page.mouse.up()
        self.shoot(page, "denied-after")
        self.row(page, "Coffee").get_by_role("button").click()
        self.shoot(page, "menu")
        page.keyboard.press("Escape")
        self.row(page, "Coffee").focus()
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        self.frame(page)
        self.shoot(page, "keyboard")
        page.keyboard.press("Escape")
        self.frame(page)
        page.keyboard.press("e")
        self.nc.do("edit", item="i4", board=self.name, text="Coffee, ground")
        self.frame(page)
        self.shoot(page, "editor")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        self.shoot(page, "help")
        page.keyboard.press("Escape")
        page.get_by_label("Find items").fill("a")
        self.shoot(page, "find")
        page.evaluate("document.body.dataset.link = 'reconnecting'; document.getElementById('link').textContent = 'Reconnecting in 3 s'; document.getElementById('try').hidden = false")
        self.shoot(page, "reconnecting")
        large = self.open()
        large.evaluate("document.documentElement.style.fontSize = '200%'; dropline.view.measure()")
        self.shoot(large, "large")
        self.name = "nothing"
        self.nc.do("create", board="nothing")
        self.shoot(self.open(), "empty")
        self.shoot(self.open(url=self.server.page("unknown-board"), wait=False), "unknown")
        boards = self.open(url=self.server.page(), wait=False)
        until(lambda: boards.locator("li").count() > 1, "the list")
        self.shoot(boards, "boards")

    def test_fields(self):
        """A task list: cards, the panel of an item, what is found, how the board was, in both themes and widths."""
        self.nc.make(self.name, {"To do": ["Book the train", "Call the plumber about the kitchen sink, which drips", "Water the plants", "Write to Ann"],
                                 "Doing": ["Paint the fence", "Read the contract"], "Done": ["Order paint"]})
        for item, fields in {"i1": {"due": "2026-11-20", "label": "travel,red"}, "i2": {"label": "home, urgent, blue, green", "due": "2026-12-01T14:30"},
                             "i3": {"label": "green"}, "i5": {"due": "some day", "amount": "3", "room": "garden"}, "i6": {"label": "work"},
                             "i7": {"done": "yes", "due": "2026-11-20", "label": "home"}}.items():
            self.nc.do("set", items=[item], board=self.name, fields=fields)
        self.nc.do("policy", target="s2", board=self.name, accept="label:work,home")
        self.nc.do("policy", target="s3", board=self.name, on_drop="set:done:yes")
        for scheme in "light", "dark":
            for kind, size in {"wide": {}, "phone": {"width": 375, "height": 812, "has_touch": True, "is_mobile": True}}.items():
                page = self.open(color_scheme=scheme, **size)
                end = f"{kind}-{scheme}"
                self.shoot(page, f"fields-{end}")
                page.evaluate("dropline.setLayout(true)")
                self.shoot(page, f"mosaic-fields-{end}")
                page.evaluate("dropline.setLayout(false)")
                self.row(page, "Write to Ann").focus()
                for key in "Space", "ArrowRight":
                    page.keyboard.press(key)
                until(lambda: page.evaluate("dropline.drag.verdict?.reason") == "field", "it is not accepted")
                self.shoot(page, f"refused-{end}")
                page.keyboard.press("Escape")
                self.row(page, "Paint the fence").get_by_role("button").click()
                page.get_by_role("menuitem", name="Open").click()
                self.shoot(page, f"panel-{end}")
                page.keyboard.press("Escape")
                page.evaluate("dropline.actions.startFind()")
                page.locator("#find").fill("label=green")
                self.shoot(page, f"found-{end}")
                page.locator("#find").fill("text=green")
                self.shoot(page, f"unfound-{end}")
                page.locator("#find").fill("")
                page.evaluate("dropline.settings.open(dropline.replica.sections[1])")
                self.shoot(page, f"settings-{end}")
                page.keyboard.press("Escape")
                page.evaluate("dropline.history.open()")
                page.locator("dialog.history li").first.wait_for()
                self.frame(page)
                self.shoot(page, f"history-{end}")
                page.locator("dialog.history li button", has_text="View").first.click()
                until(lambda: page.locator(".past .content li").count(), "the board at that time")
                self.shoot(page, f"past-{end}")


if __name__ == "__main__":
    import unittest
    Pictures.folder = sys.argv.pop(1)
    os.makedirs(Pictures.folder, exist_ok=True)
    unittest.main()
