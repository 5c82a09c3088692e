"""Long titles of boards and sections on a phone: nothing is wider than it, and the whole title can be read."""

import unittest

from kit import BrowserCase, until

TITLE = "Everything that we need for the summer party of the whole neighbourhood, " + "x" * 120
SECTION = "What somebody must buy on the way to the party, " + "y" * 150
# What is drawn outside of the window, or of the section that it is in.
WIDER = """[...document.querySelectorAll('#bar *, .menu, .menu *, dialog, dialog *, .toast, .toast *, #empty *, .sheet *, .section *')]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && e.getClientRects().length)
  .filter(e => {
    const { left, right } = e.getBoundingClientRect(), section = e.closest('.section')?.getBoundingClientRect();
    return section ? right > section.right + 1 : left < -1 || right > innerWidth + 1;
  })
  .map(e => e.outerHTML.slice(0, 200))"""


class Titles(BrowserCase):
    def setUp(self):
        super().setUp()
        self.nc.make(self.name, {SECTION: ["a", "b"], "y" * 60: []})
        self.nc.do("policy", target="*", board=self.name, title=TITLE)
        self.nc.do("policy", target="s1", board=self.name, limit=3, paused="yes")

    def phone(self, **options):
        page = self.open(width=375, height=812, has_touch=True, is_mobile=True, **options)
        # What is cut is cut by its own box and not by that of the window.
        self.fits(page)
        return page

    def fits(self, page):
        self.frame(page)
        self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 375)
        self.assertEqual(page.evaluate(WIDER), [])

    def whole(self, page, selector, text):
        """All of a text is in view, or can be scrolled into it."""
        element = page.locator(selector)
        self.assertIn(text, element.text_content())
        self.assertTrue(element.evaluate("e => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight"), selector)
        self.fits(page)

    def test_the_menus_of_a_board_and_of_a_section_have_the_whole_titles(self):
        page = self.phone()
        self.assertLess(page.locator("#bar").bounding_box()["height"], 70)
        page.get_by_role("button", name="Board menu").tap()
        self.whole(page, ".menu p", TITLE)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Actions for section").first.tap()
        self.whole(page, ".menu p", SECTION)
        page.keyboard.press("Escape")
        self.nc.do("policy", target="*", board=self.name, title="Party")
        until(lambda: page.locator("#title").text_content() == "Party", "a short title")
        page.get_by_role("button", name="Board menu").tap()
        self.assertEqual(page.locator(".menu p").count(), 0)
        page.keyboard.press("Escape")

    def test_what_opens_has_the_whole_titles(self):
        page = self.phone()
        for opened, selector, text in (
                ("card.open(dropline.replica.items.get('i1'))", ".card h2", SECTION), ("settings.open(null)", ".settings h2", TITLE),
                ("settings.open(dropline.replica.sections[0])", ".settings h2", SECTION), ("moving.open(['i1'])", ".move h2", '"a"'),
                ("actions.renameSection(dropline.replica.sections[0])", "dialog label", "Title")):
            page.evaluate(f"dropline.{opened}")
            self.whole(page, selector, text)
            page.keyboard.press("Escape")
            until(lambda: page.locator("dialog").count() == 0, "it closes")
        page.evaluate("dropline.history.open()")
        until(lambda: page.locator(".changes li").count() == 1, "the history")
        self.fits(page)
        page.locator(".changes").get_by_role("button", name="View").tap()
        until(lambda: page.locator(".past h3").count() == 2, "the board")
        self.whole(page, ".past h3 >> nth=0", SECTION)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")

    def test_who_may_not_edit_taps_a_title_that_is_cut(self):
        page = self.phone()
        page.evaluate("Object.defineProperty(dropline.replica, 'mayEdit', { value: false }), dropline.head.showRole()")
        page.locator(".name").first.tap()
        until(lambda: page.locator(".toast").count() == 1, "the title")
        self.whole(page, ".toast span", SECTION)

    def test_the_list_of_boards_and_pages_without_a_board_are_not_wider(self):
        page = self.open(wait=False, url=self.server.page(), width=375, height=812, has_touch=True, is_mobile=True)
        until(lambda: page.locator(".boards li").count() > 0, "the list")
        self.whole(page, ".boards b >> nth=0", TITLE)
        page.get_by_label("Name of a new board").fill("z" * 190)
        until(lambda: "Its name will be" in page.locator(".sheet").text_content(), "a long name")
        self.fits(page)
        unknown = self.open(wait=False, url=self.server.page("q" * 60), width=375, height=812, has_touch=True, is_mobile=True)
        unknown.get_by_role("button", name="Create it").wait_for()
        self.fits(unknown)


if __name__ == "__main__":
    unittest.main()
