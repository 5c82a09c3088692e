"""Boards are managed on the page: titles, settings, copies, files, removal. Others see it live."""

import tempfile
import unittest
from datetime import datetime

from kit import BrowserCase, Server, until

RULES = """user ann owner *
user cid viewer *
guest editor *
token ann d5ffacbc8c3ebdef4d801beea7a30432b30a8447caa96ea1c90d5bbdb4c9a583 annannannannannann
token cid 7a5973fabb9714a6f86f8f1878b2183a1aade3359edc6cfffe14e203e266534d cidcidcidcidcidcid
"""


def menu(page, *names):
    """Chooses in the board's menu, and in the menus behind it."""
    page.locator("#more").click()
    for name in names:
        page.get_by_role("menuitem", name=name).click()


def entries(page):
    return page.locator(".menu button").evaluate_all("list => list.map(each => each.firstChild.textContent)")


class Boards(BrowserCase):
    def rows(self):
        return {row["board"]: row for row in self.nc.do("boards")["rows"]}

    def policy(self, target="*"):
        return self.nc.do("policy", board=self.name, target=target)["rows"][0]

    def toasts(self, page):
        return page.locator(".toast span").all_text_contents()

    def titled(self, page, title):
        until(lambda: page.locator("#title").text_content() == title and page.title() == f"{title} – Dropline",
              lambda: f"{title!r}, not {page.locator('#title').text_content()!r} and {page.title()!r}")

    def test_a_title_is_changed_in_place_and_shown_everywhere(self):
        """(slow: the list of boards asks every 5 s)"""
        self.board(A=["a"])
        page, other = self.open(), self.open()
        index = self.open(wait=False, url=self.server.page())
        self.titled(page, self.name)
        page.locator("#title button").click()
        field = page.get_by_label("Title of the board")
        self.assertEqual(field.input_value(), self.name)
        field.fill("Einkäufe = \"heute\" \\ 🍐")
        page.keyboard.press("Enter")
        for each in page, other:
            self.titled(each, "Einkäufe = \"heute\" \\ 🍐")
        self.assertEqual(self.rows()[self.name]["title"], "Einkäufe = \"heute\" \\ 🍐")
        until(lambda: index.locator(f"a[href$='/{self.name}'] b").text_content() == "Einkäufe = \"heute\" \\ 🍐", "in the list")
        self.assertIn(self.name, index.locator(f"a[href$='/{self.name}'] span").text_content())
        page.locator("#title button").click()
        field.fill("nothing")
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate("document.activeElement.className"), "retitle")
        self.titled(page, "Einkäufe = \"heute\" \\ 🍐")
        # The name again is no title.
        page.locator("#title button").focus()
        page.keyboard.press("Enter")
        field.fill(self.name)
        page.keyboard.press("Enter")
        self.titled(other, self.name)
        self.assertNotIn("title", self.rows()[self.name])

    def test_a_title_that_is_too_long_stays_to_be_mended(self):
        self.board(A=["a"])
        page = self.open()
        page.locator("#title button").click()
        page.get_by_label("Title of the board").fill("ä" * 129)
        page.keyboard.press("Enter")
        self.said(page, "The text is too long: at most 256 bytes.")
        page.get_by_label("Title of the board").fill("ä" * 128)
        page.keyboard.press("Enter")
        self.titled(page, "ä" * 128)

    def test_a_new_board_is_called_as_it_was_typed(self):
        page = self.open(wait=False, url=self.server.page())
        until(lambda: page.locator("#people .who").count() == 1, "live")
        page.get_by_label("Name of a new board").fill(f"Weekly plan {self.count}")
        page.keyboard.press("Enter")
        self.name = f"weekly-plan-{self.count}"
        page.wait_for_url(f"**/b/{self.name}")
        self.live(page)
        self.titled(page, f"Weekly plan {self.count}")

    def test_the_name_in_the_address_is_changed_for_all(self):
        self.board(A=["a"])
        page, other = self.open(), self.open()
        self.nc.do("policy", board=self.name, target="*", title="Plan")
        menu(page, "Board…", "Change the address…")
        page.locator("dialog input").fill("no name")
        page.keyboard.press("Enter")
        until(lambda: "An address has letters" in page.locator("dialog [role=alert]").text_content(), "what is wrong")
        page.locator("dialog input").fill(f"{self.name}-new")
        page.keyboard.press("Enter")
        self.name += "-new"
        for each in page, other:
            until(lambda: each.evaluate("location.pathname") == f"/b/{self.name}", lambda: each.url)
            self.titled(each, "Plan")
        self.assertEqual(self.rows()[self.name]["title"], "Plan")

    def test_a_removal_can_be_taken_back_and_is_not_made_by_a_page_that_is_closed(self):
        self.board(A=["a"])
        page = self.open()
        menu(page, "Board…", "Remove the board")
        self.said(page, f'"{self.name}" will be removed in 10 s, if this page stays open.')
        self.assertEqual(page.evaluate("document.activeElement.textContent"), "Keep it")
        page.keyboard.press("Enter")
        until(lambda: self.toasts(page) == [], "nothing is removed")
        self.assertEqual(page.evaluate("document.activeElement.id"), "more")
        menu(page, "Board…", "Remove the board")
        until(lambda: len(self.toasts(page)) == 1, "the offer")
        page.reload()
        self.live(page)
        self.assertEqual(self.toasts(page), [])
        self.assertIn(self.name, self.rows())

    def test_a_board_is_removed_when_its_time_is_over(self):
        self.board(A=["a"])
        page = self.open(wait=False, url="about:blank")
        page.clock.install()
        page.goto(self.server.page(self.name))
        until(lambda: page.evaluate("window.dropline?.replica.revision"), "open")
        page.locator("#more").click()
        page.get_by_role("menuitem", name="Board…").click()
        # From here on the clock of the page stands still but for what it is told, however busy the machine is.
        page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + 0.1))
        page.get_by_role("menuitem", name="Remove the board").click()
        for _ in range(10):
            self.assertIn(self.name, self.rows())
            page.clock.run_for(1000)
        until(lambda: self.name not in self.rows(), "removed")
        self.pages = []

    def test_a_board_with_others_is_removed_if_one_insists(self):
        self.board(A=["a"])
        page, other = self.open(), self.open()
        menu(page, "Board…", "Remove the board")
        page.get_by_role("button", name="Remove now").click()
        who = other.evaluate("dropline.replica.me")
        until(lambda: self.toasts(page) == [f"It is not removed: {who} is here, too."], lambda: self.toasts(page))
        page.get_by_role("button", name="Remove anyway").click()
        for each in page, other:
            until(lambda: "The board was removed." in each.locator("#empty").text_content(), "removed")
        self.pages = []

    def test_a_copy_has_the_items_and_the_settings(self):
        self.board(A=["a", "b=c", "two\nlines \\", ""], B=[])
        self.nc.do("policy", board=self.name, target="s1", limit=9, on_choose="move:s2")
        self.nc.do("policy", board=self.name, target="*", selection="multiple", title="Plan")
        page = self.open()
        menu(page, "Board…", "Copy the board…")
        self.assertEqual(page.locator("dialog input").input_value(), "Copy of Plan")
        page.locator("dialog input").fill(f"Plan {self.count} again")
        page.keyboard.press("Enter")
        until(lambda: len(self.toasts(page)) == 1, "the copy")
        source, self.name = self.name, f"plan-{self.count}-again"
        self.assertEqual(self.nc.board(self.name)[0], self.nc.board(source)[0])
        self.assertEqual([self.policy("s1")["limit"], self.policy("s1")["on-choose"]], [9, "move:s2"])
        self.assertEqual([self.policy()["selection"], self.policy()["title"]], ["multiple", f"Plan {self.count} again"])
        page.get_by_role("button", name="Open it").click()
        page.wait_for_url(f"**/b/{self.name}")
        self.live(page)

    def test_a_long_board_is_copied_whole(self):
        self.board(A=[f"{number} " + "ä" * 90 for number in range(3_000)])
        page = self.open()
        menu(page, "Board…", "Copy the board…")
        page.locator("dialog input").fill(f"long-{self.count}")
        page.keyboard.press("Enter")
        until(lambda: len(self.toasts(page)) == 1, "the copy")
        self.assertEqual(self.nc.board(f"long-{self.count}")[0], self.nc.board(self.name)[0])

    def test_an_export_is_what_an_import_reads(self):
        """(slow: five pages)"""
        self.board(To_buy=["Bread", "a, \"b\"", "two\nlines", "# no heading"], Empty=[])
        self.nc.do("policy", board=self.name, target="*", title=f"Shop {self.count}")
        page = self.open()
        for ending, kind in ("md", "Markdown"), ("csv", "a table (CSV)"), ("txt", "plain text"):
            with page.expect_download() as download:
                menu(page, "Board…", f"Export as {kind}")
            self.assertEqual(download.value.suggested_filename, f"{self.name}.{ending}")
            with open(download.value.path(), encoding="utf-8", newline="") as file:
                text = file.read()
            self.assertIn("Bread", text)
            if ending == "txt":
                continue
            index = self.open(wait=False, url=self.server.page())
            until(lambda: index.locator("#people .who").count() == 1, "live")
            with index.expect_file_chooser() as chooser:
                index.get_by_role("button", name="Import a file…").click()
            chooser.value.set_files({"name": f"shop {self.count} {ending}.{ending}", "mimeType": "text/plain", "buffer": text.encode()})
            made = f"shop-{self.count}" if ending == "md" else f"shop-{self.count}-csv"
            index.wait_for_url(f"**/b/{made}")
            content = [[title, [text for _, text in items]] for title, items in self.nc.board(made)[0]]
            self.assertEqual(content, [["To buy", ["Bread", "a, \"b\"", "two\nlines", "# no heading"]], ["Empty", []]])
            until(lambda: index.title().startswith(f"Shop {self.count} " if ending == "md" else f"shop {self.count} csv "), "its title")
            self.pages.remove(index)

    def test_what_an_import_leaves_out_is_counted_and_what_it_cannot_have_is_said(self):
        page = self.open(wait=False, url=self.server.page())
        until(lambda: page.locator("#people .who").count() == 1, "live")

        def give(name, text):
            page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text})
            return page.locator(".upload p")
        note = give("bad.csv", b"a,b\n1,2\n")
        until(lambda: note.text_content() == "The first line must have the columns section and text.", lambda: note.text_content())
        note = give("bad.md", b"- " + b"x" * 1025)
        until(lambda: "is too long: at most 1024 bytes." in note.text_content(), lambda: note.text_content())
        note = give("bad.txt", b"\xff\xfe")
        until(lambda: note.text_content() == "The file is not UTF-8 text.", lambda: note.text_content())
        note = give(f"list-{self.count}.md", b"# A\n\nSome words.\n\n- a\n  - b\n")
        until(lambda: note.text_content().startswith("1 line is neither a heading nor an item"), lambda: note.text_content())
        self.assertEqual([[title, [t for _, t in items]] for title, items in self.nc.board(f"list-{self.count}")[0]], [["A", ["a", "b"]]])

    def test_the_settings_of_a_section_and_of_the_board_are_set_by_what_they_mean(self):
        self.board(A=["a"], B=["b"])
        page, other = self.open(), self.open()
        page.get_by_role("button", name="Actions for section A").click()
        page.get_by_role("menuitem", name="Settings…").click()
        dialog = page.get_by_role("dialog", name="Settings of A")
        dialog.get_by_label("Items in the section", exact=True).select_option("other")
        dialog.get_by_label("Items in the section: at most").fill("3")
        dialog.get_by_label("A tap or Enter on an item").select_option(label="Moves it to B")
        dialog.get_by_label("Drops").select_option(label="Paused")
        dialog.get_by_role("button", name="Save").click()
        until(lambda: dialog.count() == 0, "saved")
        mine = self.policy("s1")
        self.assertEqual([mine["limit"], mine["on-choose"], mine["paused"]], [3, "move:s2", "yes"])
        until(lambda: other.locator(".count").first.text_content() == "1 / 3", "the other page has it")
        menu(page, "Board…", "Settings…")
        dialog = page.get_by_role("dialog", name=f"Settings of {self.name}")
        dialog.get_by_label("One person may select").select_option(label="Several items")
        dialog.get_by_role("button", name="Save").click()
        until(lambda: self.policy()["selection"] == "multiple", "the board")
        # Back to what the board has; nothing else is touched.
        page.get_by_role("button", name="Actions for section A").click()
        page.get_by_role("menuitem", name="Settings…").click()
        dialog = page.get_by_role("dialog", name="Settings of A")
        self.assertEqual(dialog.get_by_label("Items in the section: at most").input_value(), "3")
        dialog.get_by_label("Drops").select_option("inherit")
        self.nc.do("policy", board=self.name, target="s1", limit=5)
        dialog.get_by_role("button", name="Save").click()
        until(lambda: self.policy("s1")["paused"] == "no", "inherited")
        self.assertEqual(self.policy("s1")["limit"], 5)

    def test_a_section_is_sorted_and_cleared_and_both_can_be_undone(self):
        self.board(A=["b 10", "a", "B 9"], B=["x"])
        page, other = self.open(), self.open()

        def choose(name):
            page.get_by_role("button", name="Actions for section A").click()
            page.get_by_role("menuitem", name=name).click()
        choose("Sort by text")
        self.everywhere(["a", "B 9", "b 10"], ["x"])
        until(lambda: self.toasts(page) == ['"A" sorted.'], "said")
        choose("Sort by text")
        self.said(page, "A is sorted already.")
        page.locator(".toast button").click()
        self.everywhere(["b 10", "a", "B 9"], ["x"])
        choose("Delete all items")
        self.everywhere([], ["x"])
        until(lambda: self.toasts(page) == ['3 items of "A" deleted.'], "said")
        page.locator(".toast button").click()
        self.everywhere(["b 10", "a", "B 9"], ["x"])

    def test_a_section_that_one_command_cannot_name_is_not_sorted(self):
        self.board(A=[str(number) for number in range(8_000, 0, -1)])
        page = self.open()
        page.get_by_role("button", name="Actions for section A").click()
        page.get_by_role("menuitem", name="Sort by text").click()
        until(lambda: self.toasts(page) == ["A has too many items to be sorted at once."], lambda: self.toasts(page))


class Roles(BrowserCase):
    login = ("ann", "annannannannannann")

    @classmethod
    def make_server(cls, certificate):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        path = f"{cls.folder.name}/access"
        with open(path, "w") as file:
            file.write(RULES)
        return Server("--access", path)

    def test_viewers_and_editors_do_not_see_what_they_may_not_do(self):
        self.board(A=["b", "a"])
        editor = self.open()
        self.assertEqual(editor.locator("#title button").count(), 0)
        menu(editor, "Board…")
        exports = ["Export as Markdown", "Export as a table (CSV)", "Export as plain text"]
        self.assertEqual(entries(editor), exports)
        editor.keyboard.press("Escape")
        editor.get_by_role("button", name="Actions for section A").click()
        self.assertEqual(entries(editor), ["Rename", "Sort by text", "Delete all items", "Delete section"])
        editor.keyboard.press("Escape")
        editor.evaluate("dropline.link.signIn('cid', 'cidcidcidcidcidcid')")
        until(lambda: editor.locator("#role").text_content() == "View only", "a viewer")
        menu(editor, "Board…")
        self.assertEqual(entries(editor), exports)
        editor.keyboard.press("Escape")
        editor.evaluate("dropline.link.signIn('ann', 'annannannannannann')")
        until(lambda: editor.locator("#title button").count() == 1, "an owner")
        menu(editor, "Board…")
        self.assertEqual(entries(editor), ["Rename", "Settings…", "Change the address…", "Copy the board…", *exports, "Remove the board"])
        editor.keyboard.press("Escape")


if __name__ == "__main__":
    unittest.main()
