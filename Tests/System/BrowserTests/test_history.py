"""The history of the board on the page: who changed what, how it was, and one's own last change taken back."""

import re
import unittest

from kit import BrowserCase, Server, until
from test_boards import RULES, menu


class History(BrowserCase):
    def entries(self, page):
        """The sentences, the newest first, without the times."""
        return page.locator(".changes li p").evaluate_all(
            "list => list.map(p => p.querySelector('b').textContent + ' ' + p.querySelector('span').textContent)")

    def tells(self, page, *sentences):
        until(lambda: self.entries(page) == list(sentences), lambda: f"{sentences}, not {self.entries(page)}")

    def show(self, page):
        menu(page, "History")

    def end(self, page, sentence):
        until(lambda: page.locator(".changes > p").text_content() == sentence,
              lambda: f"{sentence!r}, not {page.locator('.changes > p').text_content()!r}")

    def make(self, name):
        """A board whose first changes are of `nc`, one by one."""
        self.nc.do("create", board=name)
        for title in "To buy", "Paid":
            self.nc.do("insert-section", index="end", text=title, board=name)
        for text in "Tea", "Milk":
            self.nc.do("insert", place="end:s1", text=text, board=name)

    def test_who_changed_what_is_told_and_what_comes_is_added(self):
        self.make(self.name)
        page = self.open()
        me = page.evaluate("dropline.replica.me")
        self.show(page)
        first = ["nc added \"Milk\" to To buy.", "nc added \"Tea\" to To buy.", "nc added the section \"Paid\".", "nc added the section \"To buy\"."]
        self.tells(page, *first)
        self.end(page, "The board begins here.")
        self.assertEqual(page.locator(".changes h3").all_text_contents(), ["Today"])
        ann = self.server.client("Ann")
        ann.do("edit", item="i1", text="Green <b>tea</b>", board=self.name)
        ann.do("move", items=["i1"], place="end:s2", board=self.name)
        ann.do("rename-section", section="s2", text="Basket", board=self.name)
        ann.do("undo", board=self.name)
        ann.do("begin", items=["i2"], board=self.name)
        ann.do("propose", place="start:s2")
        ann.do("perform")
        ann.do("delete", items=["i1"], board=self.name)
        self.tells(page, "Ann deleted \"Green <b>tea</b>\" from Paid.", "Ann moved \"Milk\" from To buy to Paid.",
                   "Ann undid: renamed the section \"Paid\" to \"Basket\".", "Ann renamed the section \"Paid\" to \"Basket\".",
                   "Ann moved \"Green <b>tea</b>\" from To buy to Paid.", "Ann changed \"Tea\" to \"Green <b>tea</b>\".", *first)
        self.assertNotIn(me, str(self.entries(page)))
        self.assertEqual(page.locator(".changes").get_by_role("button", name="Undo").count(), 0)
        page.keyboard.press("Escape")
        until(lambda: page.locator("dialog").count() == 0, "it is closed")
        self.assertEqual(page.evaluate("document.activeElement.id"), "more")
        ann.close()

    def test_ones_own_last_change_is_taken_back_there(self):
        self.make(self.name)
        page = self.open()
        for text in "Milk", "Tea":
            self.row(page, text).focus()
            page.keyboard.press("Delete")
            until(lambda: self.row(page, text).count() == 0, "deleted")
        self.nc.do("insert", place="end:s1", text="Rice", board=self.name)
        self.show(page)
        until(lambda: len(self.entries(page)) == 7, "all are read")
        undo = page.locator(".changes").get_by_role("button", name="Undo")
        until(lambda: undo.get_attribute("aria-label") == "Undo: deleted \"Tea\" from To buy", "the last one")
        undo.click()
        self.everywhere(["Tea", "Rice"], [])
        self.said(page, "Undone.")
        until(lambda: self.entries(page)[0] == "You undid: deleted \"Tea\" from To buy.", lambda: self.entries(page)[0])
        until(lambda: undo.get_attribute("aria-label") == "Undo: deleted \"Milk\" from To buy", "the one before it is next")
        self.assertTrue(undo.evaluate("e => e === document.activeElement"), "the focus goes along")
        page.keyboard.press("Enter")
        until(lambda: sorted(self.texts(page, 0)) == ["Milk", "Rice", "Tea"], "Milk is back")
        until(lambda: undo.count() == 0, "nothing is left to undo")
        self.assertTrue(page.evaluate("document.querySelector('dialog').contains(document.activeElement)"))

    def test_the_board_is_shown_as_it_was(self):
        self.make(self.name)
        self.nc.do("edit", item="i1", text="Green tea", board=self.name)
        self.nc.do("move", items=["i2"], place="end:s2", board=self.name)
        self.nc.do("delete", items=["i1"], board=self.name)
        page = self.open()
        self.show(page)
        until(lambda: len(self.entries(page)) == 7, "all are read")
        page.get_by_role("button", name="View the board after this: nc changed \"Tea\" to \"Green tea\".").click()
        content = page.locator(".past .content")
        drawn = "e => [...e.querySelectorAll('section')].map(s => [...s.querySelectorAll('h3, li')].map(e => e.textContent))"
        is_drawn = lambda wanted: until(lambda: content.evaluate(drawn) == wanted, lambda: content.evaluate(drawn))
        is_drawn([["To buy (2)", "Green teaedited", "Milk"], ["Paid (0)"]])
        self.assertEqual(page.locator(".about p").text_content(), "nc changed \"Tea\" to \"Green tea\".")
        self.assertEqual(page.locator(".history h2").text_content(), "How the board was")
        self.assertEqual(page.evaluate("document.activeElement.ariaLabel"), "Back to all changes")
        page.get_by_role("button", name="Later").click()
        is_drawn([["To buy (1)", "Green tea"], ["Paid (1)", "Milkmoved"]])
        self.said(page, "nc moved \"Milk\" from To buy to Paid.")
        page.get_by_role("button", name="Later").click()
        is_drawn([["Deleted by this change", "Green tea"], ["To buy (0)"], ["Paid (1)", "Milk"]])
        self.assertTrue(page.get_by_role("button", name="Later").is_disabled())
        self.nc.do("insert", place="end:s1", text="Rice", board=self.name)
        until(lambda: page.get_by_role("button", name="Later").is_enabled(), "there is a later one now")
        for _ in range(6):
            page.get_by_role("button", name="Earlier").click()
        is_drawn([["To buy (0)added"]])
        self.assertTrue(page.get_by_role("button", name="Earlier").is_disabled())
        page.keyboard.press("Escape")
        until(lambda: page.locator(".past").is_hidden(), "the list is back")
        self.assertEqual(page.evaluate("document.activeElement.ariaLabel"), "View the board after this: nc added the section \"To buy\".")
        page.keyboard.press("Escape")
        until(lambda: page.locator("dialog").count() == 0, "it is closed")

    def test_a_long_history_is_read_by_parts(self):
        self.make(self.name)
        for number in range(96):
            self.nc.do("edit", item="i1", text=f"Tea {number}", board=self.name)
        page = self.open()
        self.show(page)
        older = page.get_by_role("button", name="Show older changes")
        for count in 30, 60, 90:
            until(lambda: len(self.entries(page)) == count, lambda: f"{count}, not {len(self.entries(page))}")
            older.click()
        until(lambda: len(self.entries(page)) == 100, "all")
        self.assertTrue(older.is_hidden())
        self.end(page, "The board begins here.")
        until(lambda: self.entries(page)[1] == "nc changed \"Tea 94\" to \"Tea 95\"." or self.entries(page)[0] == "nc changed \"Tea 94\" to \"Tea 95\".", "precise")
        # More at once than a part: the list begins again.
        self.nc.send(*({"kind": "edit", "item": "i2", "text": f"Milk {n}", "board": self.name} for n in range(400)))
        self.nc.wait()
        until(lambda: self.entries(page) and "Milk 399" in self.entries(page)[0], lambda: self.entries(page)[:1])
        self.assertTrue(older.is_visible() or len(self.entries(page)) == 500)

    def test_of_a_large_board_the_texts_of_now_are_said_and_its_first_lines_are_shown(self):
        self.board(A=[f"item {n}" for n in range(1, 1500)], B=[])
        self.nc.do("move", items=["i7"], place="end:s2", board=self.name)
        self.nc.do("delete", items=["i9"], board=self.name)
        page = self.open()
        self.show(page)
        until(lambda: len(self.entries(page)) == 3, "all are read")
        self.assertEqual(self.entries(page)[:2], ["nc deleted an item.", "nc moved \"item 7\"."])
        page.locator(".changes").get_by_role("button", name="View").nth(1).click()
        until(lambda: page.locator(".past .content > p").count() == 1, "a sentence")
        self.assertRegex(page.locator(".past .content > p").text_content(), r"^The first 99\d items of 1499\.$")
        self.assertEqual(page.locator(".past .mark").count(), 0)

    def test_without_changes_and_behind_a_new_name(self):
        self.nc.do("create", board=self.name)
        page = self.open()
        self.show(page)
        self.end(page, "Nothing has been changed on this board.")
        self.nc.do("insert-section", index="end", text="A", board=self.name)
        self.tells(page, "nc added the section \"A\".")
        self.nc.do("rename-board", board=self.name, to=f"{self.name}-new")
        self.name += "-new"
        self.nc.do("insert", place="end:s1", text="x", board=self.name)
        self.tells(page, "nc added \"x\" to A.", "nc added the section \"A\".")
        # A name that another board had: its revisions go on, and what was before is not kept.
        self.nc.make("gone", {"A": ["a"]})
        self.nc.do("edit", item="i1", text="b", board="gone")
        self.nc.do("remove-board", board="gone")
        self.nc.do("rename-board", board=self.name, to="gone")
        self.name = "gone"
        self.tells(page)
        self.end(page, "Older changes are not kept.")
        self.nc.do("edit", item="i1", text="y", board=self.name)
        self.tells(page, "nc changed \"x\" to \"y\".")
        self.nc.do("remove-board", board=self.name, force=True)
        until(lambda: page.locator("dialog").count() == 0, "there is no board, and no history")

    def test_it_goes_on_after_the_connection_broke(self):
        self.make(self.name)
        page = self.open()
        self.allowed = ("WebSocket", "ERR_")
        self.show(page)
        until(lambda: len(self.entries(page)) == 4, "all are read")
        page.evaluate("dropline.link.reconnect(false)")
        until(lambda: page.evaluate("dropline.link.isLive"), "live again")
        self.nc.do("insert", place="end:s2", text="Rice", board=self.name)
        until(lambda: self.entries(page)[0] == "nc added \"Rice\" to Paid.", lambda: self.entries(page))


class AfterARestart(BrowserCase):
    def test_a_server_that_keeps_its_boards_keeps_the_history(self):
        self.nc.do("create", board=self.name)
        self.nc.do("insert-section", index="end", text="A", board=self.name)
        page = self.open()
        menu(page, "History")
        entries = page.locator(".changes li p span")
        until(lambda: entries.all_text_contents() == ["added the section \"A\"."], entries.all_text_contents)
        self.allowed = ("WebSocket", "ERR_")
        self.server.kill()
        type(self).nc = self.server.client(*self.login)
        until(lambda: page.evaluate("dropline.link.isLive"), "live again")
        self.nc.do("insert", place="end:s1", text="x", board=self.name)
        until(lambda: entries.all_text_contents() == ["added \"x\" to A.", "added the section \"A\"."], entries.all_text_contents)


class WithoutAJournal(BrowserCase):
    @classmethod
    def make_server(cls, certificate):
        return Server(data="none")

    def test_it_begins_anew_with_the_server(self):
        self.board(A=["a"])
        page = self.open()
        menu(page, "History")
        entries = page.locator(".changes li p span")
        until(lambda: entries.all_text_contents() == ["added the section \"A\" with an item."], entries.all_text_contents)
        self.assertEqual(page.locator(".changes > p").text_content(), "The board begins here.")
        self.allowed = ("WebSocket", "ERR_")
        self.server.kill()
        type(self).nc = self.server.client(*self.login)
        page.get_by_role("button", name="Create it").wait_for()
        self.assertEqual(page.locator("dialog[open]").count(), 0)
        self.assertIn(f"No board of the name {self.name}.", page.locator("#empty").text_content())
        page.get_by_role("button", name="Create it").click()
        self.live(page)
        menu(page, "History")
        until(lambda: page.locator(".changes > p").text_content() == "Nothing has been changed on this board.", "a new board")


class WithoutUndo(BrowserCase):
    """A server that has not the profile `undo`: its verbs are unknown there."""

    def plain(self, page):
        def pass_on(socket):
            server = socket.connect_to_server()
            socket.on_message(lambda text: server.send(re.sub('"kind":"(history|undo|redo)"', '"kind":"no-\\1"', text)))
            server.on_message(lambda text: socket.send(text.replace(",undo,", ",")))
        page.route_web_socket("**/ws", pass_on)
        page.reload()
        self.live(page)

    def test_it_is_said_that_there_is_no_history_and_no_undo(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.plain(page)
        menu(page, "History")
        until(lambda: page.locator(".changes > p").text_content() == "This server keeps no history.",
              lambda: page.locator(".changes > p").text_content())
        self.assertEqual(page.locator(".changes").get_by_role("button").count(), 0)
        page.keyboard.press("Escape")
        self.row(page, "a").focus()
        page.keyboard.press("Delete")
        self.everywhere(["b"])
        self.assertEqual(page.locator(".toast").evaluate_all("list => list.map(e => e.textContent)"), ['"a" deleted.'])
        self.assertEqual(page.locator("#undo").get_attribute("aria-disabled"), "true")
        page.keyboard.press("Control+z")
        self.said(page, "This server cannot undo changes.")


class WithRoles(BrowserCase):
    login = ("ann", "annannannannannann")

    @classmethod
    def make_server(cls, certificate):
        server = Server()
        cls.file = f"{server.folder.name}/access"
        with open(cls.file, "w") as file:
            file.write(RULES.replace("guest editor", "guest viewer"))
        server.options = ("--access", cls.file)
        server.kill()
        return server

    def test_viewers_see_it_and_take_nothing_back_and_without_a_role_it_goes_away(self):
        self.nc.do("create", board=self.name)
        self.nc.do("insert-section", index="end", text="A", board=self.name)
        page = self.open()
        menu(page, "History")
        entries = page.locator(".changes li p span")
        until(lambda: entries.all_text_contents() == ["added the section \"A\"."], entries.all_text_contents)
        self.assertEqual(page.locator(".changes").get_by_role("button", name="Undo").count(), 0)
        page.locator(".changes").get_by_role("button", name="View").click()
        until(lambda: page.locator(".past section h3").count() == 1, "the board")
        with open(self.file, "w") as file:
            file.write(RULES.replace("guest editor *\n", ""))
        self.server.process.send_signal(1)
        until(lambda: page.locator(".sign-in").count() == 1, "who may not see the board signs in")
        self.assertEqual(page.locator("dialog[open]").count(), 0)


if __name__ == "__main__":
    unittest.main()
