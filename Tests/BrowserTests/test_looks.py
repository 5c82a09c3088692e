"""Themes, motion, people, notes, links, and every width of a window."""

import unittest

from kit import BrowserCase, until

# Remembers the frames of every animation that begins.
WATCH_MOTION = """(() => {
  const { animate } = Element.prototype;
  window.animated = [];
  Element.prototype.animate = function (frames, how) {
    window.animated.push({ text: this.querySelector('.text')?.textContent, frames });
    return animate.call(this, frames, how);
  };
})()"""


class Looks(BrowserCase):
    def menu(self, page, entry):
        page.get_by_role("button", name="Board menu").click()
        page.get_by_role("menuitem", name=entry).click()

    def test_the_theme_is_that_of_the_system_or_what_was_chosen(self):
        self.board(A=["a"])
        page = self.open(color_scheme="dark")
        back = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")
        dark = back()
        page.emulate_media(color_scheme="light")
        light = back()
        self.assertNotEqual(dark, light)
        self.menu(page, "Theme: light")
        page.emulate_media(color_scheme="dark")
        self.assertEqual(back(), light)
        self.menu(page, "Theme: dark")
        page.emulate_media(color_scheme="light")
        page.reload()
        self.live(page)
        self.assertEqual(back(), dark)

    def test_a_row_that_a_batch_moves_begins_where_it_was(self):
        self.board(A=["a", "b", "c"])
        page = self.open()
        page.evaluate(WATCH_MOTION)
        self.nc.do("move", items=["i1"], place="end:s1", board=self.name)
        self.settled(page)
        starts = {each["text"]: each["frames"][0]["transform"] for each in page.evaluate("window.animated")}
        step = self.center(page, "c")[1] - self.center(page, "b")[1]
        self.assertEqual(starts, {"a": f"translate(0px, {-2 * step:.0f}px)", "b": f"translate(0px, {step:.0f}px)",
                                  "c": f"translate(0px, {step:.0f}px)"})

    def test_with_reduced_motion_what_moved_is_tinted_and_nothing_moves(self):
        self.board(A=["a", "b", "c"], B=[])
        page = self.open(reduced_motion="reduce")
        page.evaluate(WATCH_MOTION)
        self.nc.do("move", items=["i1"], place="end:s1", board=self.name)
        self.nc.do("move", items=["i2"], place="end:s2", board=self.name)
        self.settled(page)
        animated = page.evaluate("window.animated")
        self.assertEqual({each["text"] for each in animated}, {"a", "b"})
        self.assertTrue(all(set(frame) == {"boxShadow"} for each in animated for frame in each["frames"]))

    def test_who_is_here_has_a_colour_and_the_same_one_on_every_page(self):
        self.board(A=["a"])
        ann = self.server.client("Ann")
        self.addCleanup(ann.close)
        ann.do("open", board=self.name)
        colours = set()
        for theme in "light", "light":
            page = self.open(color_scheme=theme)
            until(lambda: page.get_by_role("img", name="Ann").count() == 1, "Ann is here")
            colours.add(page.get_by_role("img", name="Ann").evaluate("e => getComputedStyle(e).backgroundColor"))
            me = page.evaluate("dropline.replica.me")
            self.assertEqual(page.get_by_role("button", name=f"You are {me}").count(), 1)
        self.assertEqual(len(colours), 1)

    def test_the_reason_of_a_refusal_is_beside_the_item_until_the_next_key(self):
        self.board(A=["a", "b"], B=["x"])
        self.nc.do("policy", target="s2", board=self.name, limit=1)
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "x")
        until(lambda: page.locator(".why").text_content() == "B is full, 1 of 1.", "why, under the pointer")
        page.mouse.up()
        until(lambda: page.locator(".note").count() == 1, "a note")
        self.assertEqual(page.locator(".note").text_content(), '"a" stays at position 1 of 2 in A. B is full, 1 of 1.')
        row, note = self.row(page, "a").bounding_box(), page.locator(".note").bounding_box()
        self.assertTrue(row["x"] <= note["x"] and row["y"] < note["y"] <= row["y"] + row["height"])
        page.keyboard.press("Shift")
        until(lambda: page.locator(".note").count() == 0, "no note")

    def test_the_link_of_a_board_is_copied(self):
        self.board(A=["a"])
        page = self.open(permissions=["clipboard-read", "clipboard-write"])
        self.menu(page, "Copy the link")
        until(lambda: page.locator(".toast").text_content() == "The link is copied.", "it says so")
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), self.server.page(self.name))

    def test_an_empty_section_of_the_mosaic_has_room_to_drop_on(self):
        self.board(A=["a", "b"], B=[], C=["c"])
        page = self.open()
        page.evaluate("dropline.setLayout(true)")
        self.frame(page)
        self.assertEqual(page.locator(".section.empty").evaluate("e => getComputedStyle(e.querySelector('.rows'), '::after').content"),
                         '"Nothing here yet"')
        self.lift(page, "a")
        box = page.locator(".section.empty").bounding_box()
        self.carry(page, box["x"] + 100, box["y"] + 80)
        self.assertEqual(self.place(page), "start:s2")
        page.mouse.up()
        self.everywhere(["b"], ["a"], ["c"])

    def test_every_width_shows_the_board_without_a_scrollbar_of_the_window(self):
        self.board(**{f"S{k}": ["a text that wraps where there is little room", "b", "c"] for k in range(9)})
        for width, height in (320, 568), (390, 800), (820, 1100), (1280, 800), (2560, 1300):
            page = self.open(width=width, height=height)
            for is_mosaic in "false", "true":
                page.evaluate(f"dropline.setLayout({is_mosaic})")
                self.settled(page)
                window = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
                self.assertEqual(window, [width, height])


if __name__ == "__main__":
    unittest.main()
