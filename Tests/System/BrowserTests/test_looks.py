"""Themes, motion, people, notes, links, and every width of a window."""

import unittest

from kit import BrowserCase, until
from test_truth import ENDLESS

# Remembers the frames of every animation that begins.
WATCH_MOTION = """(() => {
  const { animate } = Element.prototype;
  window.animated = [];
  Element.prototype.animate = function (frames, how) {
    window.animated.push({ text: this.querySelector('.text')?.textContent, frames });
    return animate.call(this, frames, how);
  };
})()"""


# The rows that are under a note.
COVERED = """(() => {
  const note = document.querySelector('.note').getBoundingClientRect();
  return [...document.querySelectorAll('#board .row')].filter(row => {
    const { left, right, top, bottom } = row.getBoundingClientRect();
    return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
  }).map(row => row.textContent);
})()"""
# The visible buttons without words, and whether they have a drawing and no characters in its place.
BARE_BUTTONS = """[...document.querySelectorAll('button')].filter(b => b.checkVisibility())
  .filter(b => !/\\p{L}/u.test(b.innerText)).map(b => [b.ariaLabel ?? b.title, !b.innerText.trim()
    && (!!b.querySelector('svg') || getComputedStyle(b, '::before').backgroundImage !== 'none')])"""
LOOKS = "async names => { const { hueOf, lettersOf } = await import('/page/people.js'); return names.map(n => [lettersOf(n), hueOf(n)]); }"


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
        self.menu(page, "Use the light theme")
        page.emulate_media(color_scheme="dark")
        self.assertEqual(back(), light)
        self.menu(page, "Use the dark theme")
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

    def test_the_reason_of_a_refusal_covers_no_item_and_is_there_until_the_next_key(self):
        """(slow: three pages)"""
        self.board(A=["a", "b"], B=["x"])
        self.nc.do("policy", target="s2", board=self.name, limit=1)
        for width, is_mosaic in (1280, "false"), (375, "false"), (1280, "true"):
            page = self.open(width=width)
            page.evaluate(ENDLESS)
            page.evaluate(f"dropline.setLayout({is_mosaic})")
            self.frame(page)
            page.evaluate("""(dropline.carry.send(['i1'], 's2', 'before:i3'))""")
            until(lambda: page.locator(".note").count() == 1, "a note")
            self.assertEqual(page.locator(".note").text_content(), '"a" stays at position 1 of 2 in A. B is full, 1 of 1.')
            self.assertEqual(page.locator(".row.refused .text").all_text_contents(), ["a"])
            self.assertEqual(page.evaluate(COVERED), [])
            page.keyboard.press("Shift")
            until(lambda: page.locator(".note, .refused").count() == 0, "no note")
            page.evaluate("dropline.setLayout(false)")

    def test_the_next_drag_begins_under_a_note(self):
        self.board(A=["a", "b", "c"])
        ann = self.server.client("Ann")
        ann.do("begin", items=["i1"], board=self.name)
        page = self.open()
        until(lambda: page.locator(".row.held").count() == 1, "Ann has it")
        page.mouse.move(*self.center(page, "a"))
        page.mouse.down()
        page.mouse.move(*self.center(page, "b"))
        page.mouse.up()
        until(lambda: page.locator(".note").count() == 1, "a note")
        box = page.locator(".note").bounding_box()
        hit = page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.note') === null", [box["x"] + 20, box["y"] + 5])
        self.assertTrue(hit, "the mouse reaches what is under it")
        self.lift(page, "b")
        self.aim(page, "a")
        page.mouse.up()
        self.everywhere(["b", "a", "c"])
        ann.close()

    def test_a_list_ends_under_its_last_item(self):
        self.board(A=["a", "b"], B=[], C=[f"item {i}" for i in range(60)])
        page = self.open()
        ends = "[...document.querySelectorAll('.section')].map(e => e.getBoundingClientRect().bottom)"
        a, b, c = page.evaluate(ends)
        self.assertLess(a, 300)
        self.assertLess(b, a)
        self.assertEqual(round(c), 800 - 12)
        self.assertLess(page.locator(".add").nth(0).bounding_box()["y"] - self.row(page, "b").bounding_box()["y"], 90)
        tops = "[...document.querySelectorAll('.section, .add-section')].map(e => e.getBoundingClientRect().top)"
        self.assertEqual(len(set(page.evaluate(tops))), 1)
        self.row(page, "a").focus()
        self.lift(page, "a")
        self.carry(page, 450, 700)
        self.assertEqual(self.place(page), "start:s2")
        page.mouse.up()
        self.everywhere(["b"], ["a"], [f"item {i}" for i in range(60)])

    def test_the_head_is_one_line_at_every_width(self):
        self.board(A=["butter", "bread"])
        people = [self.server.client(f"Name{k}") for k in range(7)]
        for client in people:
            client.do("open", board=self.name)
        page = self.open(width=375, height=812, has_touch=True, is_mobile=True)
        until(lambda: page.locator(".rest").count() == 1, "others are here")
        self.assertEqual(page.locator(".rest").text_content(), "+7")
        self.assertLess(page.locator("#bar").bounding_box()["height"], 70)
        page.get_by_role("button", name="Find").tap()
        self.assertGreater(page.locator("#find").bounding_box()["width"], 220)
        self.assertLess(page.locator("#bar").bounding_box()["height"], 70)
        page.locator("#find").fill("butter")
        until(lambda: page.locator("#board .row").count() == 1, "found")
        page.keyboard.press("Escape")
        self.row(page, "bread").focus()
        until(lambda: not page.locator("#find").is_visible(), "it is put away")
        page.evaluate("dropline.link.state = 'reconnecting', dropline.link.on.state()")
        page.evaluate("document.getElementById('wait').textContent = 'in 8 s'")
        self.assertLess(page.locator("#bar").bounding_box()["height"], 70)
        wide = self.open(width=1280)
        until(lambda: wide.locator(".rest").count() == 1 and wide.locator(".rest").text_content() == "+3", "five and three more")
        for width in 641, 768, 1024:
            wide.set_viewport_size({"width": width, "height": 800})
            self.frame(wide)
            self.assertLess(wide.locator("#bar").bounding_box()["height"], 70, width)
        wide.set_viewport_size({"width": 600, "height": 800})
        until(lambda: wide.locator(".rest").text_content() == "+8", "no room for others")
        for client in people:
            client.close()

    def test_who_lifts_by_keyboard_sees_the_keys(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("Space")
        until(lambda: page.locator("#hint").is_visible(), "the keys")
        page.keyboard.press("Escape")
        until(lambda: not page.locator("#hint").is_visible(), "no keys")
        self.lift(page, "a")
        self.assertFalse(page.locator("#hint").is_visible())
        page.keyboard.press("Escape")
        page.mouse.up()

    def test_a_list_stays_where_it_is_scrolled_when_sections_are_lifted_and_moved(self):
        self.board(A=[f"item {i}" for i in range(300)], B=["b"])
        page = self.open()
        page.evaluate("document.querySelector('.rows').scrollTop = 9000")
        self.frame(page)
        top = lambda: page.evaluate("dropline.view.boxOf('s1').rows.scrollTop")
        head = page.locator(".head").first.bounding_box()
        for end in "Escape", None:
            page.mouse.move(head["x"] + 60, head["y"] + 20)
            page.mouse.down()
            page.mouse.move(head["x"] + 560, head["y"] + 30, steps=5)
            self.frame(page)
            self.assertEqual((page.locator(".section-line").count(), top()), (1, 9000))
            if end:
                page.keyboard.press(end)
            page.mouse.up()
            self.frame(page)
            self.assertEqual(top(), 9000)
        until(lambda: page.evaluate("dropline.replica.sections.map(s => s.title).join('')") == "BA", "moved")
        self.frame(page)
        self.assertEqual(top(), 9000)

    def test_guests_differ_in_letters_and_hue_from_those_who_are_here(self):
        self.board(A=["a"])
        people = [self.server.client(name) for name in ("Ann", "Quiet-Raven", "bob", "Eve-1")]
        for client in people:
            client.do("open", board=self.name)
        pages = [self.open() for _ in range(5)]
        names = [page.evaluate("dropline.replica.me") for page in pages] + ["Ann", "Quiet-Raven", "bob", "Eve-1"]
        looks = pages[0].evaluate(LOOKS, names)
        self.assertEqual(len({letters.lower() for letters, _ in looks}), len(names), names)
        self.assertEqual(len({hue for _, hue in looks}), len(names), names)
        name = pages[0].evaluate("sessionStorage.name")
        pages[0].reload()
        self.live(pages[0])
        self.assertEqual(pages[0].evaluate("dropline.replica.me"), name)
        for client in people:
            client.close()

    def test_people_who_have_chosen_names_of_the_same_initials_differ(self):
        self.board(A=["a"])
        people = {name: self.server.client(name) for name in ("Ann-Marie", "Adam-Miller", "AM")}
        for client in people.values():
            client.do("open", board=self.name)
        page = self.open()
        until(lambda: page.locator("#people .person").count() == 4, "all are here")
        hue = "e => e.style.getPropertyValue('--hue')"
        looks = [(each.text_content().lower(), each.evaluate(hue)) for each in page.locator("#people .person").all()]
        self.assertEqual([len(set(column)) for column in zip(*looks)], [4, 4], looks)
        # What somebody drags has the hue that they have in the head.
        for name, client in people.items():
            drag = client.do("begin", items=["i1"], board=self.name)["drag"]
            wanted = page.get_by_role("img", name=name, exact=True).evaluate(hue)
            until(lambda: page.locator(".row.held").count() and page.locator(".row.held").evaluate(hue) == wanted, f"{name} {wanted}")
            client.do("cancel", drag=drag)
            until(lambda: page.locator(".row.held").count() == 0, "it is free")
            client.close()

    def test_the_link_of_a_board_is_copied(self):
        self.board(A=["a"])
        page = self.open(permissions=["clipboard-read", "clipboard-write"])
        self.menu(page, "Copy the link")
        until(lambda: page.locator(".toast").text_content() == "The link is copied.", "it says so")
        self.assertEqual(page.evaluate("navigator.clipboard.readText()"), self.server.page(self.name))
        # There is nothing to press in it, so what is under it can be pressed.
        self.assertEqual(page.locator(".toast").evaluate("e => getComputedStyle(e).pointerEvents"), "none")

    def test_buttons_without_words_have_drawn_icons(self):
        self.board(A=["a", "b"], B=[])
        page = self.open()
        page.hover(".row")
        buttons = page.evaluate(BARE_BUTTONS)
        self.assertGreater(len(buttons), 4)
        self.assertEqual([label for label, is_drawn in buttons if not is_drawn], [])

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

    def test_a_tile_shows_whole_lines_only(self):
        self.board(A=["a text that goes on and on " * 9, "b"])
        page = self.open()
        page.evaluate("dropline.setLayout(true)")
        self.frame(page)
        heights = page.evaluate("(e => [e.clientHeight, parseFloat(getComputedStyle(e).lineHeight)])(document.querySelector('.text'))")
        self.assertEqual(heights[0], 3 * heights[1])

    def test_every_width_shows_the_board_without_a_scrollbar_of_the_window(self):
        """(slow: five pages)"""
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
