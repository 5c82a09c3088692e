"""Editing, sections, undo, policies, the mosaic, and pages of other sizes."""

import unittest

from kit import BrowserCase, until


class Board(BrowserCase):
    def test_others_edit_the_text_that_is_being_edited(self):
        self.board(A=["a"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("e")
        page.keyboard.type("mine")
        self.nc.do("edit", item="i1", board=self.name, text="theirs")
        until(lambda: page.locator(".theirs").text_content() == "Now: theirs", "theirs is shown")
        self.assertEqual(page.locator("textarea").input_value(), "mine")
        page.get_by_role("button", name="Take theirs").click()
        self.assertEqual(page.locator("textarea").input_value(), "theirs")
        page.keyboard.press("End")
        page.keyboard.type("!")
        page.keyboard.press("Enter")
        self.everywhere(["theirs!"])

    def test_an_item_that_is_deleted_while_it_is_edited_is_added_again(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("F2")
        page.keyboard.type("kept")
        self.nc.do("delete", items=["i1"], board=self.name)
        until(lambda: "deleted" in page.locator(".theirs").text_content(), "it says so")
        page.keyboard.press("Enter")
        self.everywhere(["kept", "b"])

    def test_an_edited_row_stays_in_the_page_wherever_it_scrolls(self):
        self.board(A=[f"item {i}" for i in range(500)])
        page = self.open()
        self.row(page, "item 0").focus()
        page.keyboard.press("e")
        page.evaluate("document.querySelector('.rows').scrollTop = 9000")
        self.frame(page)
        self.assertEqual(page.locator("[data-item=i1]").count(), 1)
        page.locator("textarea").press("Escape")

    def test_a_long_text_is_refused_here(self):
        self.board(A=["a"])
        page = self.open()
        page.locator(".add").fill("ü" * 600)
        page.locator(".add").press("Enter")
        self.said(page, "The text is too long: at most 1024 bytes.")

    def test_sections_are_added_renamed_moved_and_deleted(self):
        self.board(A=["a"], B=["b"])
        page, other = self.open(), self.open()
        titles = lambda page: page.evaluate("dropline.replica.sections.map(s => s.title)")
        page.get_by_role("button", name="Add a section").click()
        page.keyboard.type("C")
        page.keyboard.press("Enter")
        until(lambda: titles(other) == ["A", "B", "C"], "added")
        page.get_by_role("button", name="Actions for section B").click()
        page.get_by_role("menuitem", name="Rename").click()
        page.keyboard.type("Bee")
        page.keyboard.press("Enter")
        until(lambda: titles(other) == ["A", "Bee", "C"], "renamed")
        page.get_by_role("heading", name="Bee").dblclick()
        page.keyboard.type("B")
        page.keyboard.press("Enter")
        until(lambda: titles(other) == ["A", "B", "C"], "renamed")
        page.get_by_role("heading", name="B", exact=True).dblclick()
        page.keyboard.type("Bee")
        page.keyboard.press("Enter")
        until(lambda: titles(other) == ["A", "Bee", "C"], "renamed")
        page.get_by_role("button", name="Actions for section Bee").click()
        page.get_by_role("menuitem", name="Move on").click()
        until(lambda: titles(other) == ["A", "C", "Bee"], "moved")
        page.get_by_role("button", name="Actions for section A").click()
        page.get_by_role("menuitem", name="Delete section").click()
        until(lambda: titles(other) == ["C", "Bee"], "deleted")
        page.get_by_role("button", name="Undo", exact=True).last.click()
        until(lambda: titles(other) == ["A", "C", "Bee"], "undone")

    def test_a_section_is_dragged_by_its_header(self):
        self.board(A=["a"], B=["b"], C=["c"])
        page = self.open()
        head = page.locator(".head").first.bounding_box()
        last = page.locator(".section").nth(2).bounding_box()
        page.mouse.move(head["x"] + 60, head["y"] + 20)
        page.mouse.down()
        page.mouse.move(last["x"] + last["width"] - 20, head["y"] + 30, steps=8)
        self.frame(page)
        self.assertEqual(page.locator(".section-line").count(), 1)
        page.mouse.up()
        until(lambda: page.evaluate("dropline.replica.sections.map(s => s.title).join('')") == "BCA", "moved")

    def test_an_undo_in_conflict_offers_to_undo_anyway(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("e")
        page.keyboard.type("mine")
        page.keyboard.press("Enter")
        self.everywhere(["mine", "b"])
        self.nc.do("edit", item="i1", board=self.name, text="theirs")
        self.everywhere(["theirs", "b"])
        page.get_by_role("button", name="Undo", exact=True).click()
        page.get_by_role("button", name="Undo anyway").click()
        self.everywhere(["theirs", "b"])

    def test_policies_are_seen(self):
        self.board(A=["a"], B=["b"])
        self.nc.do("policy", target="s1", board=self.name, paused="yes", limit=5, local_only="yes")
        self.nc.do("policy", target="s2", board=self.name, draggable="no", on_choose="move:s1")
        page = self.open()
        until(lambda: page.locator(".count").first.text_content() == "1 / 5", "the limit")
        self.assertEqual(page.locator(".badges").first.text_content(), "paused · local only")
        self.assertEqual(page.locator(".badges").nth(1).text_content(), "tap moves to A")
        self.assertFalse(page.locator(".grip").nth(1).is_visible())
        self.row(page, "b").focus()
        page.keyboard.press("Space")
        self.said(page, 'Cannot pick up "b": Items of this section cannot be dragged.')

    def test_a_policy_of_others_is_seen_at_once(self):
        self.board(A=["a"])
        page = self.open()
        self.nc.do("policy", target="s1", board=self.name, paused="yes")
        until(lambda: page.locator(".badges").text_content() == "paused", "paused")
        self.nc.do("policy", target="s1", board=self.name, paused="inherit")
        until(lambda: page.locator(".badges").text_content() == "", "no longer")

    def test_at_most_24_animations_of_a_batch_of_a_thousand_moves(self):
        self.board(A=[f"item {i}" for i in range(1000)], B=["b"])
        page = self.open()
        page.evaluate("""(() => {
          const { animate } = Element.prototype;
          window.most = 0;
          Element.prototype.animate = function (...how) {
            const animation = animate.apply(this, how);
            window.most = Math.max(window.most, document.getAnimations().length);
            return animation;
          };
        })()""")
        self.nc.do("move", items=[f"i{i}" for i in range(500, 0, -1)], place="start:s1", board=self.name)
        self.settled(page)
        self.assertGreater(page.evaluate("window.most"), 0)
        self.assertLessEqual(page.evaluate("window.most"), 25)

    def test_a_snapshot_in_mid_drag_keeps_it_by_ids(self):
        self.board(A=["a", "b"], B=["x", "y"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "y")
        page.evaluate("dropline.replica.revision = null; dropline.link.reconnect()")
        self.said(page, "Connected. Your drag goes on.")
        until(lambda: page.evaluate("dropline.drag.isAllowed"), "judged again")
        self.assertEqual(self.place(page), "before:i4")
        page.mouse.up()
        self.everywhere(["b"], ["x", "a", "y"])

    def test_who_aims_out_of_view_is_pointed_at(self):
        self.board(A=[f"item {i}" for i in range(200)], B=["b"])
        page, ann = self.open(), self.server.client("Ann")
        ann.do("begin", items=["i201"], board=self.name)
        ann.do("propose", place="before:i150")
        until(lambda: page.locator(".below").first.text_content() == "Ann ↓", "below")
        page.evaluate("document.querySelector('.rows').scrollTop = 99999")
        until(lambda: page.locator(".above").first.text_content() == "Ann ↑", "above")
        ann.close()

    def test_the_mosaic_drags_and_remembers(self):
        self.board(A=["a", "b", "a longer text that is wide", "c"], B=["d"])
        page = self.open()
        page.evaluate("dropline.setLayout(true)")
        self.frame(page)
        self.lift(page, "a")
        box = self.row(page, "d").bounding_box()
        self.carry(page, box["x"] + 20, box["y"] + 20)
        self.carry(page, box["x"] + 20, self.row(page, "d").bounding_box()["y"] + 20)
        until(lambda: self.place(page) == "before:i5", "before d")
        page.mouse.up()
        self.everywhere(["b", "a longer text that is wide", "c"], ["a", "d"])
        page.reload()
        self.live(page)
        self.assertEqual(page.locator("#board.mosaic").count(), 1)

    def test_ten_thousand_items_and_at_most_600_elements(self):
        self.board(**{f"S{k}": [f"item {k}.{i} {'with more words to wrap' * (i % 3)}" for i in range(2500)] for k in range(4)})
        page = self.open(width=1400, height=900)
        for top in (0, 3000, 90_000, 1_000_000):
            page.evaluate(f"document.querySelectorAll('.rows').forEach(e => e.scrollTop = {top})")
            self.frame(page)
            self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 800)
        page.evaluate("dropline.setLayout(true)")
        self.frame(page)
        page.evaluate("document.getElementById('board').scrollTop = 60_000")
        self.frame(page)
        self.assertLess(page.evaluate("document.querySelectorAll('*').length"), 1600)

    def test_a_batch_above_the_view_moves_nothing_in_it(self):
        self.board(A=[f"item {i}" for i in range(300)])
        page = self.open()
        page.evaluate("document.querySelector('.rows').scrollTop = 5000")
        self.frame(page)
        text = page.locator("#board .text").nth(12).text_content()
        top = self.row(page, text).bounding_box()["y"]
        self.nc.do("insert", place="start:s1", board=self.name, text="above")
        until(lambda: page.evaluate("dropline.replica.items.size") == 301, "applied")
        self.frame(page)
        self.assertLessEqual(abs(self.row(page, text).bounding_box()["y"] - top), 1)

    def test_a_phone_a_large_font_and_reduced_motion(self):
        self.board(A=["a text that wraps on a phone, certainly", "b"], B=["c"])
        page = self.open(width=360, height=740, has_touch=True, is_mobile=True, reduced_motion="reduce")
        for size in "100%", "200%":
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'; dropline.view.measure()")
            self.frame(page)
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), 360)
            small = """[...document.querySelectorAll('button, .row, input, a')].filter(e => e.offsetParent && e.offsetHeight < 44)
              .map(e => [e.className || e.id, e.offsetHeight])"""
            self.assertEqual(page.evaluate(small), [])

    def test_texts_have_a_contrast_of_4_and_a_half(self):
        self.board(A=["a", "b"], B=[])
        self.nc.do("policy", target="s1", board=self.name, limit=2, paused="yes")
        ann = self.server.client("Ann")
        ann.do("begin", items=["i1"], board=self.name)
        ann.do("propose", place="start:s2")
        for theme in "light", "dark":
            page = self.open(color_scheme=theme)
            until(lambda: page.locator(".ghost").count() == 1 and page.locator(".person").count() > 0, "a ghost")
            self.assertEqual(page.evaluate(CONTRAST), [], theme)
        ann.close()


# The texts with too little contrast; colours are drawn to a canvas to get their numbers.
CONTRAST = """(() => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const draw = colors => {
    context.clearRect(0, 0, 1, 1);
    for (const color of colors) { context.fillStyle = color; context.fillRect(0, 0, 1, 1); }
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const light = rgb => rgb.slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const wrong = [];
  for (const element of document.querySelectorAll('h1, h2, .count, .badges, .text, .ghost, .person, #link, .add-section')) {
    if (!element.offsetParent || !element.textContent) continue;
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.unshift(getComputedStyle(e).backgroundColor);
    const back = light(draw(layers)), front = light(draw([...layers, getComputedStyle(element).color]));
    const ratio = (Math.max(back, front) + .05) / (Math.min(back, front) + .05);
    if (ratio < 4.5) wrong.push([element.className || element.id, element.textContent, ratio]);
  }
  return wrong;
})()"""


if __name__ == "__main__":
    unittest.main()
