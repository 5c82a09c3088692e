"""The example of a page of one's own: drag and drop of HTML by the JavaScript module."""

import os
import signal
import unittest

from kit import BrowserCase, until

PAGE = os.path.join(os.path.dirname(__file__), "../../../protocol/clients/js/examples/page/files")


class Example(BrowserCase):
    options = ("--page", PAGE, "--data", "none")

    def setUp(self):
        super().setUp()
        self.nc.do("remove-board", board="groceries", force=True)
        self.nc.make("groceries", {"To buy": ["Bread", "Oat milk", "Pears"], "Basket": []})

    def texts(self, page):
        return page.evaluate("[...document.querySelectorAll('ul')].map(list => [...list.children].map(line => line.textContent))")

    def shows(self, page, *sections):
        until(lambda: self.texts(page) == list(sections), lambda: self.texts(page))

    def visit(self):
        context = self.browser.new_context()
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.messages.append(f"{error} {error.stack}"))
        page.on("console", lambda message: self.messages.append(message.text))
        page.goto(self.server.page())
        self.shows(page, ["Bread", "Oat milk", "Pears"], [])
        return page

    def test_a_drop_is_seen_by_others(self):
        page, other = self.visit(), self.visit()
        page.drag_and_drop("text=Bread", "section:nth-child(2)")
        for each in page, other:
            self.shows(each, ["Oat milk", "Pears"], ["Bread"])
        page.drag_and_drop("text=Pears", "text=Bread", target_position={"x": 5, "y": 2})
        for each in page, other:
            self.shows(each, ["Oat milk"], ["Pears", "Bread"])

    def test_neither_a_change_by_somebody_else_nor_a_late_end_of_another_drag_ends_one_and_no_mark_stays(self):
        page = self.visit()
        basket = page.locator("section:nth-child(2)")
        page.hover("text=Bread")
        page.mouse.down()
        # A browser tells where a drag is when the pointer moves for the second time.
        for x in 5, 10:
            basket.hover(position={"x": x, "y": 5})
        until(lambda: page.locator("section.over").count() == 1, "a mark")
        self.nc.do("edit", item="0.1", board="groceries", text="Rye")
        self.shows(page, ["Bread", "Rye", "Pears"], [])
        page.locator("text=Pears").dispatch_event("dragend")
        for x in 15, 20:
            basket.hover(position={"x": x, "y": 5})
        page.mouse.up()
        self.shows(page, ["Rye", "Pears"], ["Bread"])
        self.assertEqual(page.locator("section.over").count(), 0)

    def test_a_drop_that_is_faster_than_the_server_lands_where_it_was_let_go(self):
        page = self.visit()
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            page.drag_and_drop("text=Bread", "section:nth-child(2)")
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        self.shows(page, ["Oat milk", "Pears"], ["Bread"])

    def test_a_place_that_is_not_allowed_moves_nothing_and_says_why(self):
        page = self.visit()
        self.nc.do("policy", target="s2", board="groceries", limit=0)
        page.drag_and_drop("text=Bread", "section:nth-child(2)")
        status = page.locator("[role=status]")
        until(lambda: status.text_content() not in ("live", ""), status.text_content)
        self.assertEqual(self.texts(page), [["Bread", "Oat milk", "Pears"], []])


if __name__ == "__main__":
    unittest.main()
