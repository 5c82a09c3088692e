"""Servers with access rules: signing in, what each role is shown, and rules that change."""

import hashlib
import os
import signal
import tempfile
import unittest

from kit import BrowserCase, until

FOLDER = tempfile.TemporaryDirectory()
ACCESS = os.path.join(FOLDER.name, "access.txt")
TOKENS = {name: name * 6 for name in ("ann", "bob", "cid")}


def rules(*lines, but=()):
    """Ann owns all boards, Bob edits them, Cid views them; guests have what `lines` say."""
    tokens = [f"token {name} {hashlib.sha256(token.encode()).hexdigest()}"
              for name, token in TOKENS.items() if name not in but]
    users = ["user ann owner *", "user bob editor *", "user cid viewer *"]
    with open(ACCESS, "w") as file:
        file.write("\n".join([*users, *tokens, *lines]) + "\n")


class Access(BrowserCase):
    options = ("--access", ACCESS)
    login = ("ann", TOKENS["ann"])

    @classmethod
    def setUpClass(cls):
        rules()
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.load()
        self.board(A=["a", "b"], B=["x"])

    def load(self, *lines, but=()):
        rules(*lines, but=but)
        self.server.process.send_signal(signal.SIGHUP)
        # The signal is handled before a later connection is greeted.
        self.server.client().close()

    def replace(self, old, new):
        """Changes the rules that are there."""
        with open(ACCESS) as file:
            text = file.read().replace(old, new)
        with open(ACCESS, "w") as file:
            file.write(text)
        self.server.process.send_signal(signal.SIGHUP)

    def sign_in(self, page, name, token=None):
        page.get_by_role("textbox", name="Name", exact=True).fill(name)
        page.get_by_label("Token").fill(token or TOKENS[name])
        page.get_by_role("button", name="Sign in").click()

    def signed_in(self, name, **options):
        page = self.open(wait=False, **options)
        self.sign_in(page, name)
        self.live(page)
        return page

    def alert(self, page, text):
        until(lambda: text in (page.get_by_role("alert").text_content() if page.get_by_role("alert").count() else ""),
              lambda: f"{text}, not {page.locator('#empty').text_content()}")

    def test_a_viewer_reads_an_item_whole_and_is_not_offered_to_edit_it(self):
        page = self.signed_in("cid")
        self.row(page, "a").focus()
        page.keyboard.press("Enter")
        until(lambda: page.locator(".card .whole").text_content() == "a", "the panel")
        self.assertFalse(page.locator(".card").get_by_role("button", name="Edit").is_visible())
        page.keyboard.press("e")
        self.assertEqual(page.locator("textarea").count(), 0)
        page.keyboard.press("Escape")
        until(lambda: page.locator("dialog").count() == 0, "it closes")
        page.mouse.dblclick(*self.center(page, "b"))
        until(lambda: page.locator(".card .whole").text_content() == "b", "the panel")

    def test_a_tap_of_a_viewer_shows_the_whole_text(self):
        page = self.signed_in("cid", width=375, height=812, has_touch=True, is_mobile=True)
        self.row(page, "a").tap()
        until(lambda: page.locator(".card .whole").count() == 1, "the panel")
        self.assertEqual(page.locator(".card .whole").text_content(), "a")
        self.assertFalse(page.locator(".card").get_by_role("button", name="Edit").is_visible())

    def test_a_guest_without_a_role_is_asked_for_a_name_and_a_token(self):
        page = self.open(wait=False)
        self.alert(page, "Sign in with your name and your token.")
        self.assertEqual(page.locator("#board .row").count(), 0)
        self.sign_in(page, "bob", "a-token-that-is-wrong")
        self.alert(page, "The name bob and the token do not go together.")
        self.sign_in(page, "bob")
        self.live(page)
        self.assertEqual(page.evaluate("dropline.replica.me"), "bob")
        self.assertEqual(page.evaluate("[location.search, location.hash].join('')"), "")
        # Another tab and a reload are Bob, too.
        page.reload()
        self.live(page)
        other = page.context.new_page()
        self.listen(other)
        other.goto(self.server.page(self.name))
        self.live(other)
        self.assertEqual(other.evaluate("dropline.replica.me"), "bob")

    def test_the_list_of_boards_asks_too(self):
        page = self.open(wait=False, url=self.server.page())
        self.sign_in(page, "cid")
        until(lambda: page.get_by_role("link", name=self.name).count() == 1, "the list")

    def test_signing_out_forgets_the_token_in_all_tabs(self):
        page = self.signed_in("bob")
        other = page.context.new_page()
        self.listen(other)
        other.goto(self.server.page(self.name))
        self.live(other)
        page.locator("#more").click()
        page.get_by_role("menuitem", name="Sign out").click()
        for each in (page, other):
            self.alert(each, "Sign in with your name and your token.")
            self.assertIsNone(each.evaluate("localStorage.getItem('login')"))
            self.assertEqual(each.locator("#board .row").count(), 0)

    def test_a_viewer_sees_no_handles_menus_or_fields_and_reads_that_it_views(self):
        page = self.signed_in("cid")
        self.assertEqual(page.locator("#role").text_content(), "View only")
        page.set_viewport_size({"width": 375, "height": 812})
        tops = "[...document.querySelectorAll('#bar > *')].filter(e => e.offsetWidth > 1).map(e => e.getBoundingClientRect().top)"
        self.assertLess(max(page.evaluate(tops)), 30, "the head of a phone is one line")
        page.set_viewport_size({"width": 1280, "height": 800})
        for selector in (".grip", ".row .more", ".head .more", ".add", ".add-section", "#undo", "#redo"):
            visible = [each for each in page.locator(selector).all() if each.is_visible()]
            self.assertEqual(visible, [], selector)
        sent = page.evaluate("dropline.replica.revision")
        x, y = self.center(page, "a")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y + 40, steps=4)
        page.mouse.up()
        self.assertEqual(page.evaluate("dropline.drag.state"), "idle")
        self.row(page, "a").click()
        until(lambda: page.evaluate("dropline.replica.selected.join()") == "i1", "selected, and not chosen")
        for key in ("Delete", "e", "n", "Control+z"):
            self.row(page, "a").focus()
            page.keyboard.press(key)
            self.said(page, "You can only view this board.")
            page.evaluate("document.getElementById('own').textContent = ''")
        self.row(page, "a").focus()
        page.keyboard.press("Space")
        self.said(page, 'Cannot pick up "a": You can only view this board.')
        page.locator("#more").click()
        entries = page.get_by_role("menuitem").all_text_contents()
        for entry in ("Add a section", "Undo", "Redo"):
            self.assertNotIn(entry, entries)
        page.keyboard.press("Escape")
        self.assertEqual(page.evaluate("dropline.replica.revision"), sent)

    def test_an_editor_edits_and_is_not_offered_what_only_owners_may_do(self):
        page = self.signed_in("bob")
        self.assertEqual(page.locator("#role").text_content(), "")
        page.locator(".add").first.fill("c")
        page.locator(".add").first.press("Enter")
        self.everywhere(["a", "b", "c"], ["x"])
        item = page.evaluate("dropline.replica.sections[0].items[2].id")
        self.nc.do("edit", item=item, board=self.name, text="of ann")
        until(lambda: page.evaluate("dropline.replica.sections[0].items[2].text") == "of ann", "the edit")
        page.locator("#undo").click()
        until(lambda: "since" in page.locator("#own").text_content(), "a conflict")
        self.assertEqual(page.get_by_role("button", name="Undo anyway").count(), 0)

    def test_an_undo_that_another_tab_has_overtaken_says_so(self):
        page = self.signed_in("bob")
        other = page.context.new_page()
        self.listen(other)
        other.goto(self.server.page(self.name))
        self.live(other)
        for each, text in (page, "a"), (other, "b"):
            self.row(each, text).focus()
            each.keyboard.press("Delete")
            until(lambda: each.locator(".toast").count() == 1, "a toast")
        page.locator(".toast button").click()
        until(lambda: "A later change of yours was undone." in page.locator("#toasts").text_content(), "it says so")
        self.everywhere(["b"], ["x"])
        page.get_by_role("button", name="Redo", exact=True).last.click()
        self.everywhere([], ["x"])

    def test_who_may_not_create_a_board_is_not_offered_it(self):
        page = self.signed_in("bob")
        page.goto(self.server.page("nothing"))
        until(lambda: "No board of the name nothing." in page.locator("#empty").text_content(), "no board")
        page.evaluate("new Promise(done => dropline.link.ask({kind: 'ping', text: 'x'}, done))")
        self.assertEqual(page.locator("#empty button").count(), 0)
        page.goto(self.server.page())
        until(lambda: page.locator("#people").text_content() == "You are bobSign out", "who one is")
        page.get_by_label("Name of a new board").fill("nothing")
        until(lambda: "You may not create a board of this name." in page.locator(".sheet").text_content(), "why not")
        self.assertTrue(page.get_by_role("button", name="Create").is_disabled())
        page.get_by_role("button", name="Sign out").click()
        until(lambda: page.evaluate("localStorage.getItem('login')") is None, "signed out")
        self.pages.remove(page)

    def test_who_owns_some_names_creates_boards_of_those(self):
        self.load("user bob owner mine-*")
        page = self.open(wait=False, url=self.server.page())
        self.sign_in(page, "bob")
        until(lambda: page.locator(".boards li").count() > 0, "the list")
        page.get_by_label("Name of a new board").fill("theirs")
        until(lambda: page.get_by_role("button", name="Create").is_disabled(), "not this one")
        page.get_by_label("Name of a new board").fill("Mine: today")
        until(lambda: not page.get_by_role("button", name="Create").is_disabled(), "but this one")
        page.keyboard.press("Enter")
        page.wait_for_url("**/b/mine-today")
        self.name = "mine-today"
        self.live(page)

    def test_items_can_be_moved_to_boards_that_one_may_edit(self):
        for number in range(25):
            for name in "open", "shut":
                self.nc.make(f"{name}-{number}", {"B": []})
        self.load("user cid editor open-*", f"user cid editor {self.name}")
        page = self.signed_in("cid")
        self.row(page, "a").focus()
        page.keyboard.press("t")
        boards = page.get_by_role("dialog").get_by_role("combobox", name="Board").locator("option")
        until(lambda: boards.count() == 26, lambda: f"25 others, not {boards.all_text_contents()}")
        self.assertEqual([text for text in boards.all_text_contents() if "shut" in text], [])
        page.keyboard.press("Escape")
        self.replace(f"user cid editor {self.name}", "")
        self.said(page, "You can only view this board.")
        page.keyboard.press("t")
        self.frame(page)
        self.assertEqual(page.get_by_role("dialog").count(), 0)

    def test_a_guest_who_may_not_create_any_board_is_offered_to_sign_in(self):
        self.load("guest viewer *")
        page = self.open(wait=False, url=self.server.page())
        until(lambda: page.locator(".boards li").count() > 0, "the list")
        page.get_by_role("button", name="Sign in").wait_for()
        self.assertFalse(page.get_by_label("Name of a new board").is_visible())
        page.goto(self.server.page("nothing"))
        page.locator("#empty").get_by_role("button", name="Sign in").wait_for()

    def test_a_role_that_changes_is_shown_at_once(self):
        page = self.signed_in("bob")
        self.lift(page, "a")
        self.replace("bob editor", "bob viewer")
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "the drag is over")
        self.assertIn("You can only view this board.", page.locator("#toasts").text_content())
        page.mouse.up()
        self.assertEqual(page.locator("#role").text_content(), "View only")
        self.load()
        self.said(page, "You can edit this board.")
        self.assertEqual(page.locator("#role").text_content(), "")
        self.lift(page, "a")
        self.aim(page, "x")
        page.mouse.up()
        self.everywhere(["b"], ["a", "x"])

    def test_a_token_that_is_revoked_leaves_nothing_of_the_board_on_the_page(self):
        page = self.signed_in("cid")
        self.load(but=["cid"])
        self.alert(page, "The token of cid is not valid any more.")
        self.assertEqual(page.locator("#board .row").count(), 0)
        self.assertEqual(page.locator("#people > *, #more:visible, #find:visible").count(), 0)
        self.assertEqual(page.locator("#role").text_content(), "")
        self.assertIsNone(page.evaluate("localStorage.getItem('login')"))
        self.load()
        self.sign_in(page, "cid")
        self.live(page)

    def test_a_board_that_one_may_not_see_any_more_is_gone(self):
        page = self.signed_in("cid")
        self.replace("cid viewer *", "cid viewer other-*")
        until(lambda: "No board of the name" in page.locator("#empty").text_content(), "no board")
        self.assertEqual(page.locator("#board .row").count(), 0)

    def test_guests_with_a_role_view_and_may_sign_in(self):
        self.load("guest viewer *")
        page = self.open()
        self.assertEqual(page.locator("#role").text_content(), "View only")
        page.locator("#more").click()
        page.get_by_role("menuitem", name="Sign in").click()
        self.sign_in(page, "bob")
        self.live(page)
        self.assertEqual(page.locator("#role").text_content(), "")

    def test_too_many_wrong_tokens_are_said(self):
        page = self.open(wait=False)
        for number in range(5):
            self.sign_in(page, "ann", f"a-wrong-token-{number:04}")
            self.alert(page, "The name ann and the token do not go together.")
            page.evaluate("document.querySelector('[role=alert]').textContent = ''")
        self.sign_in(page, "ann")
        self.alert(page, "There were too many wrong tokens. Wait a minute and try again.")


if __name__ == "__main__":
    unittest.main()
