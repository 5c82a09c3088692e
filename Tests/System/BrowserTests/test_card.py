"""The panel of an item, its whole text, and the links in it."""

import unittest

from kit import BrowserCase, until

LONG = " ".join(f"word{k}" for k in range(120))


class Card(BrowserCase):
    def card(self, page):
        return page.locator("dialog.card")

    def opens(self, page, text):
        until(lambda: self.card(page).count() == 1 and self.card(page).locator(".whole").text_content() == text, "the panel")

    def closes(self, page):
        page.keyboard.press("Escape")
        until(lambda: self.card(page).count() == 0, "it closes")

    def test_enter_and_a_double_click_show_the_whole_text(self):
        self.board(A=[LONG, "b"])
        page = self.open()
        self.row(page, LONG).focus()
        page.keyboard.press("Enter")
        self.opens(page, LONG)
        self.assertTrue(page.evaluate("(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector('.whole'))"))
        self.closes(page)
        self.assertEqual(page.evaluate("document.activeElement.dataset.item"), "i1")
        page.mouse.dblclick(*self.center(page, "b"))
        self.opens(page, "b")
        until(lambda: page.evaluate("dropline.replica.selected") == ["i2"], "selected once")
        self.closes(page)

    def test_a_tap_shows_it_and_a_long_press_lifts(self):
        self.board(A=["a", "b"])
        page = self.open(width=375, height=812, has_touch=True, is_mobile=True)
        self.row(page, "a").tap(position={"x": 60, "y": 20})
        self.opens(page, "a")
        self.assertEqual(page.evaluate("dropline.replica.selected"), [])
        page.get_by_role("button", name="Close").tap()
        until(lambda: self.card(page).count() == 0, "it closes")
        send = self.press(page, *self.center(page, "b"))
        self.assertEqual(self.card(page).count(), 0)
        page.keyboard.press("Escape")
        send("touchEnd")

    def test_what_a_screen_reader_sends_opens_it(self):
        self.board(A=["a", "b"])
        page = self.open()
        page.evaluate("document.querySelector('#board .row').click()")
        self.opens(page, "a")
        self.assertEqual(self.card(page).get_attribute("aria-label"), "Item in A")

    def test_a_tap_that_has_something_to_do_does_it(self):
        self.board(A=["a", "b", "c", "d"])
        self.nc.do("policy", target="s1", board=self.name, on_choose="delete")
        page = self.open(has_touch=True)
        self.row(page, "a").tap()
        self.everywhere(["b", "c", "d"])
        self.row(page, "b").focus()
        page.keyboard.press("Enter")
        self.everywhere(["c", "d"])
        self.row(page, "c").click()
        self.everywhere(["d"])
        self.assertEqual(self.card(page).count(), 0)
        self.row(page, "d").get_by_role("button").click()
        page.get_by_role("menuitem", name="Open").click()
        self.opens(page, "d")

    def test_it_is_edited_there_and_follows_what_others_do(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("Enter")
        self.nc.do("edit", item="i1", board=self.name, text="theirs")
        self.opens(page, "theirs")
        page.keyboard.press("e")
        page.keyboard.type(" and mine")
        page.keyboard.press("Escape")
        self.opens(page, "theirs")
        self.card(page).get_by_role("button", name="Edit").click()
        page.keyboard.type(" or mine")
        self.card(page).get_by_role("button", name="Cancel").click()
        self.opens(page, "theirs")
        page.keyboard.press("F2")
        page.keyboard.type(" and mine")
        self.card(page).get_by_role("button", name="Save").click()
        self.opens(page, "theirs and mine")
        page.keyboard.press("e")
        page.keyboard.type("!")
        page.keyboard.press("Enter")
        self.everywhere(["theirs and mine!", "b"])
        self.nc.do("delete", items=["i1"], board=self.name)
        until(lambda: "This item was deleted." in self.card(page).text_content(), "it says so")
        self.assertFalse(self.card(page).get_by_role("button", name="Edit").is_visible())
        self.closes(page)

    def test_what_is_refused_is_said_over_the_panel(self):
        self.board(A=["a"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("e")
        page.locator(".card textarea").fill("ü" * 600)
        page.keyboard.press("Enter")
        until(lambda: self.card(page).locator(".toast").is_visible(), "a toast in the panel")
        page.locator(".card textarea").press("Escape")
        self.closes(page)

    def test_addresses_are_links_and_nothing_else_is(self):
        self.board(A=["see https://a.example/x?y=1. and javascript:alert(1)", "<b>http://b.example/<i>", "mailto:ann@a.example"])
        page = self.open()
        links = "[...document.querySelectorAll('#board .text a')].map(a => [a.href, a.target, a.rel, a.textContent])"
        self.assertEqual(page.evaluate(links), [
            ["https://a.example/x?y=1", "_blank", "noopener noreferrer", "https://a.example/x?y=1"],
            ["http://b.example/", "_blank", "noopener noreferrer", "http://b.example/"],
            ["mailto:ann@a.example", "_blank", "noopener noreferrer", "mailto:ann@a.example"]])
        self.assertEqual(page.locator("#board .text :is(b, i)").count(), 0)
        self.row(page, "mailto:ann@a.example").focus()
        page.keyboard.press("Enter")
        self.assertEqual(self.card(page).locator(".whole a").count(), 1)
        self.closes(page)

    def test_a_link_opens_a_page_of_its_own_and_a_drag_by_it_does_not(self):
        self.board(A=["x"], B=["y"])
        self.nc.do("edit", item="i1", board=self.name, text=self.server.page("other"))
        page = self.open()
        until(lambda: page.locator("#board a").count() == 1, "a link")
        with page.expect_popup() as popup:
            page.locator("#board a").click()
        self.assertEqual(popup.value.url, self.server.page("other"))
        self.assertIsNone(popup.value.evaluate("window.opener"))
        popup.value.close()
        self.assertEqual(page.evaluate("dropline.replica.selected"), [])
        box = page.locator("#board a").bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 8)
        page.mouse.down()
        page.mouse.move(box["x"] + 30, box["y"] + 14, steps=3)
        until(lambda: page.evaluate("dropline.drag.session"), "the drag has begun")
        page.mouse.move(box["x"] + 20, box["y"] + 8, steps=3)
        page.mouse.up()
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "dropped")
        self.assertEqual(len(page.context.pages), 1)

    def test_a_text_begins_where_its_letters_do(self):
        self.board(A=["שלום", "hello"])
        page = self.open()
        directions = "[...document.querySelectorAll('#board .text')].map(e => getComputedStyle(e).direction)"
        self.assertEqual(page.evaluate(directions), ["rtl", "ltr"])

    def test_titles_the_panel_and_fields_begin_where_their_letters_do(self):
        self.board(**{"רשימה": ["שלום"]})
        self.nc.do("policy", board=self.name, target="*", title="לוח")
        page = self.open()
        until(lambda: page.locator("#title").text_content() == "לוח", "the title")

        def begins(*selectors):
            directions = {each: page.locator(each).evaluate("e => getComputedStyle(e).direction") for each in selectors}
            self.assertEqual(directions, dict.fromkeys(selectors, "rtl"))
        for field in ".add", "#find":
            page.locator(field).fill("שלום")
        begins("#title button", ".section .name", ".add", "#find")
        for field in ".add", "#find":
            page.locator(field).fill("")
        page.locator("#title button").click()
        begins("#title input")
        page.keyboard.press("Escape")
        page.locator(".section .head button").click()
        page.get_by_role("menuitem", name="Rename").click()
        begins("dialog input")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.evaluate("dropline.moving.open(['i1'])")
        begins("[aria-label=Section] option")
        page.keyboard.press("Escape")
        page.evaluate("dropline.settings.open(dropline.replica.sections[0])")
        page.get_by_label("Types of items", exact=True).select_option("other")
        page.get_by_label("Types of items: only these").fill("שלום")
        begins(".settings input[placeholder^=item]")
        page.keyboard.press("Escape")
        page.evaluate("dropline.link.lock('needed')")
        self.assertEqual(page.locator("#title").inner_html(), self.name)
        page.get_by_label("Name").fill("שלום")
        begins(".sign-in input[name=name]")
        index = self.open(wait=False, url=self.server.page())
        until(lambda: index.locator("#people bdi").count() == 1, "who one is")
        index.get_by_label("Name of a new board").fill("שלום")
        self.assertEqual(index.get_by_label("Name of a new board").evaluate("e => getComputedStyle(e).direction"), "rtl")
        self.pages.remove(index)
        page.reload()
        self.live(page)
        page.mouse.dblclick(*self.center(page, "שלום"))
        self.opens(page, "שלום")
        begins(".card h2", ".card .whole")
        page.keyboard.press("e")
        begins(".card textarea")


if __name__ == "__main__":
    unittest.main()
