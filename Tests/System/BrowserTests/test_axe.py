"""axe finds nothing on the page: boards, what opens over them, the list of boards, in both themes."""

import unittest

from axe_playwright_python.base import AXE_SCRIPT

from kit import BrowserCase, until

THEMES = ("light", 1280), ("dark", 1280), ("light", 375), ("dark", 375)


class WithAxe(BrowserCase):
    """All rules of axe count, also those that are only good practice."""

    def check(self, page, what):
        # Colours are those at the end of a motion.
        until(lambda: page.evaluate("document.getAnimations().length === 0"), "nothing is animated")
        # A page is given the script once, which is long.
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE_SCRIPT)
        found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)")
        self.assertEqual([f"{each['id']}: {node['target']}: {node['failureSummary']}"
                          for each in found for node in each["nodes"]], [], what)

    def themes(self, themes=THEMES, **options):
        for theme, width in themes:
            yield f"{theme}, {width}", self.open(color_scheme=theme, width=width, **options)

    def fill(self):
        self.board(To_buy=["Bread", "See https://example.org", "Milk"], Paid=["Tea"], Later=[])
        self.nc.do("policy", board=self.name, target="s2", limit=1, paused="yes")
        self.nc.do("edit", item="i1", board=self.name, text="Rye bread")

    def test_it_finds_nothing_on_a_board_in_each_theme_and_width(self):
        """(slow: 12 runs of axe)"""
        self.fill()
        ann = self.server.client("Ann")
        ann.do("open", board=self.name)
        ann.do("begin", items=["i1"], board=self.name)
        ann.do("propose", place="end:s3")
        for what, page in self.themes():
            until(lambda: page.locator(".row.held").count() == 1, "Ann has it")
            self.check(page, f"a board, {what}")
            page.evaluate("dropline.setLayout(true)")
            self.frame(page)
            self.check(page, f"a mosaic, {what}")
            page.evaluate("dropline.setLayout(false)")
            self.row(page, "Milk").click(modifiers=["Control"])
            until(lambda: page.locator("#marks").is_visible(), "it is selected")
            self.check(page, f"marks, {what}")
        ann.do("cancel")
        ann.close()
        for page in self.pages:
            until(lambda: page.locator(".ghost").count() == 0, "no ghost")

    def test_it_finds_nothing_in_each_menu_and_dialog(self):
        """(slow: 28 runs of axe)"""
        self.fill()
        for what, page in self.themes(THEMES[::3]):
            for opened in ("actions.boardMenu()", "panels.itemMenu(dropline.replica.items.get('i1'))", "boardMenu.open()",
                           "panels.help()", "card.open(dropline.replica.items.get('i2'))", "editor.open(dropline.replica.items.get('i2'))",
                           "settings.open(null)", "settings.open(dropline.replica.sections[0])", "moving.open(['i1'])",
                           "actions.renameSection(dropline.replica.sections[0])", "actions.rename()", "removal.begin()",
                           "carry.send(['i1'], 's2', 'end:s2')", "panels.toast('Something was said.', 'Undo', () => {})"):
                page.evaluate(f"void dropline.{'boardMenu.' if opened.startswith('removal') else ''}{opened}")
                self.frame(page)
                self.check(page, f"{opened}, {what}")
                page.keyboard.press("Escape")
                keep = page.get_by_role("button", name="Keep it")
                if keep.count():
                    keep.click()
                until(lambda: page.locator("dialog, .menu, .editor").count() == 0, "it closes")

    def test_it_finds_nothing_in_the_history_in_each_theme_and_width(self):
        """(slow: 8 runs of axe)"""
        self.fill()
        for what, page in self.themes():
            page.evaluate("dropline.history.open()")
            until(lambda: page.locator(".changes li").count() == 2, "the changes")
            self.check(page, f"the history, {what}")
            page.locator(".changes").get_by_role("button", name="View").first.click()
            until(lambda: page.locator(".past li.changed").count() == 1, "how it was")
            self.check(page, f"the board as it was, {what}")
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")

    def test_it_finds_nothing_on_cards_and_panels_with_fields(self):
        """(slow: 8 runs of axe)"""
        self.fill()
        self.nc.do("set", items=["i1", "i2"], board=self.name, fields={"due": "2020-12-01", "label": "red,green,blue,purple", "artist": "x"})
        self.nc.do("set", items=["i2"], board=self.name, fields={"done": "yes"})
        for what, page in self.themes():
            self.check(page, f"cards, {what}")
            page.evaluate("dropline.card.open(dropline.replica.items.get('i1'))")
            self.frame(page)
            self.check(page, f"a panel, {what}")

    def test_it_finds_nothing_on_each_page_without_a_board(self):
        """(slow: 16 runs of axe)"""
        self.fill()
        self.allowed = ("404",)
        for what, page in self.themes(wait=False, url=self.server.page()):
            until(lambda: page.locator("#people .who").count() == 1, "the list")
            self.check(page, f"all boards, {what}")
            page.goto(self.server.page("unknown"))
            page.get_by_role("button", name="Create it").wait_for()
            self.check(page, f"no board, {what}")
            page.evaluate("dropline.link.lock('wrong')")
            page.get_by_role("button", name="Sign in").wait_for()
            self.check(page, f"signing in, {what}")
            page.goto(self.server.page("unknown/page"))
            self.check(page, f"no page, {what}")


if __name__ == "__main__":
    unittest.main()
