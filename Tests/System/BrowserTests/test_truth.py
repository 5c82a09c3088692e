"""What is said and offered is true: undo, toasts, copies."""

import unittest

from kit import BrowserCase, until

# What is said does not go away by its own timer any more: if it goes, something has taken it away.
ENDLESS = "(start => window.setTimeout = (action, time, ...rest) => (time < 4000 ? start(action, time, ...rest) : 0))(window.setTimeout)"


class Truth(BrowserCase):
    def toasts(self, page):
        return page.locator(".toast span").all_text_contents()

    def delete(self, page, text):
        self.row(page, text).focus()
        page.keyboard.press("Delete")
        until(lambda: f'"{text}" deleted.' in self.toasts(page), "a toast")

    def dimmed(self, page):
        return page.evaluate("['undo', 'redo'].map(id => document.getElementById(id).ariaDisabled)")

    def test_an_undo_beside_a_sentence_undoes_what_it_says(self):
        self.board(A=["item 1", "item 2", "item 3", "item 4"])
        page = self.open()
        page.evaluate(ENDLESS)
        self.delete(page, "item 1")
        self.delete(page, "item 4")
        self.assertEqual(self.toasts(page), ['"item 4" deleted.'])
        page.locator(".toast button").click()
        self.everywhere(["item 2", "item 3", "item 4"])
        until(lambda: self.toasts(page) == [], "no toast")

    def test_what_can_be_undone_beside_a_sentence_goes_away_with_the_next_change(self):
        self.board(A=["a", "b", "c", "d", "e"])
        page = self.open()
        page.evaluate(ENDLESS)
        for change in "drag", "edit", "undo":
            self.delete(page, page.evaluate("dropline.replica.sections[0].items[0].text"))
            self.settled(page)
            if change == "drag":
                self.lift(page, "c")
                self.aim(page, "b")
                page.mouse.up()
            elif change == "edit":
                page.locator(".add").fill("f")
                page.locator(".add").press("Enter")
            else:
                page.keyboard.press("Control+z")
            until(lambda: self.toasts(page) == [], f"no toast after the {change}")

    def test_undo_is_dim_if_there_is_nothing_to_undo(self):
        self.board(A=["a"])
        page = self.open()
        page.evaluate(ENDLESS)
        self.assertEqual(self.dimmed(page), ["true", "true"])
        page.locator("#undo").click(force=True)
        self.said(page, "There is nothing to undo.")
        page.locator(".add").fill("b")
        page.locator(".add").press("Enter")
        until(lambda: self.dimmed(page) == ["false", "true"], "undo")
        until(lambda: self.toasts(page) == [], "the refusal is no news any more")
        self.assertEqual(page.locator("#own").text_content(), "")
        page.locator("#undo").click()
        self.everywhere(["a"])
        until(lambda: self.dimmed(page) == ["false", "false"], "redo")
        page.locator("#undo").click(force=True)
        self.said(page, "There is nothing to undo.")
        self.assertEqual(self.dimmed(page), ["true", "false"])
        page.locator("#redo").click()
        self.everywhere(["a", "b"])
        until(lambda: self.dimmed(page)[0] == "false", "undo")
        # What this window did before is not known after a reload.
        page.reload()
        self.live(page)
        self.assertEqual(self.dimmed(page), ["false", "false"])
        page.locator("#undo").click()
        self.everywhere(["a"])

    def test_what_was_said_cannot_be_read_for_ever(self):
        self.board(A=["a"])
        page = self.open()
        page.clock.install()
        self.row(page, "a").focus()
        page.keyboard.press("Control+Space")
        self.said(page, '"a" selected, 1 item in all.')
        page.clock.run_for(9000)
        self.assertEqual(page.locator("#own").text_content(), "")
        page.clock.resume()

    def test_the_menus_show_keys(self):
        self.board(A=["a"])
        page = self.open()
        page.get_by_role("button", name="Board menu").click()
        self.assertEqual(page.get_by_role("menuitem", name="Undo", exact=True).locator("kbd").text_content(), "Ctrl+Z")
        page.keyboard.press("Escape")
        self.row(page, "a").get_by_role("button").click()
        self.assertEqual(page.get_by_role("menuitem", name="Edit", exact=True).locator("kbd").text_content(), "E")
        page.keyboard.press("Escape")
        # Who has only fingers has no keys.
        phone = self.open(has_touch=True, is_mobile=True, width=375, height=812)
        phone.get_by_role("button", name="Board menu").tap()
        self.assertFalse(phone.get_by_role("menuitem", name="Undo", exact=True).locator("kbd").is_visible())
        phone.keyboard.press("Escape")

    def test_a_copy_is_announced_where_it_is(self):
        self.board(To_buy=["Bread", "Milk", "Tea", "Rice"], Next_week=["Salt"])
        page = self.open()
        self.lift(page, "Tea")
        page.keyboard.down("Alt")
        box = page.locator(".section").nth(1).bounding_box()
        self.carry(page, box["x"] + 100, box["y"] + 300)
        until(lambda: page.evaluate("dropline.drag.verdict?.kind") == "copy" and self.place(page) == "end:s2", "a copy")
        page.mouse.up()
        page.keyboard.up("Alt")
        self.said(page, 'Copied "Tea", position 2 of 2 in Next week.')
        self.lift(page, "Milk")
        page.keyboard.down("Alt")
        self.aim(page, "Salt")
        until(lambda: page.evaluate("dropline.drag.verdict?.kind") == "copy", "a copy")
        page.mouse.up()
        page.keyboard.up("Alt")
        self.said(page, 'Copied "Milk", position 1 of 3 in Next week.')

    def test_a_section_with_some_room_says_how_much(self):
        self.board(A=["a", "b", "c"], B=[])
        self.nc.do("policy", target="s2", board=self.name, limit=1)
        page = self.open()
        for text in "abc":
            self.row(page, text).click(modifiers=["Control"])
        until(lambda: page.locator("#board .row[aria-selected=true]").count() == 3, "three are selected")
        self.lift(page, "a")
        box = page.locator(".section").nth(1).bounding_box()
        self.carry(page, box["x"] + 100, box["y"] + 80)
        until(lambda: page.locator(".why").text_content() == "B has room for 1 item, not for 3.", lambda: page.locator(".why").text_content())
        page.mouse.up()


if __name__ == "__main__":
    unittest.main()
