"""Connections that break, servers that restart, and boards that come and go."""

import json
import unittest

from kit import BrowserCase, later, until

BROKEN = ("WebSocket connection to", "net::ERR", "503")
# Remembers from the first script of a page on, and over its addresses, what a screen reader is told.
HEAR = """new MutationObserver(records => {
  const told = records.filter(({ target }) => ['own', 'state'].includes(target.id)).flatMap(({ addedNodes }) => [...addedNodes]);
  sessionStorage.heard = JSON.stringify([...JSON.parse(sessionStorage.heard ?? '[]'), ...told.map(node => node.textContent)]);
}).observe(document, { childList: true, subtree: true })"""
# A guest who has drawn a name that somebody has.
DRAWN = "Object.assign(sessionStorage, { name: 'Grey-Heron', token: 'a'.repeat(32), isDrawn: 'yes', ...sessionStorage })"


class Connections(BrowserCase):
    def test_the_server_is_killed_in_mid_drag(self):
        self.allowed = BROKEN
        self.board(A=["a", "b"], B=["x"])
        page, other = self.open(), self.open()
        self.lift(page, "a")
        self.aim(page, "x")
        epoch = page.evaluate("dropline.link.epoch")
        # A server that is back is found before anybody has looked.
        self.server.kill(lambda: until(
            lambda: page.evaluate("document.body.dataset.link === 'reconnecting' && dropline.drag.isSuspended"), "it is held"))
        for each in (page, other):
            until(lambda: each.evaluate("document.body.dataset.link") == "live", "live again")
        type(self).nc = self.server.client("nc")
        self.assertEqual(page.evaluate("dropline.link.epoch"), epoch)
        self.said(page, "Connected. Your drag had ended, nothing was moved.")
        page.mouse.up()
        self.everywhere(["a", "b"], ["x"])
        self.lift(page, "a")
        self.aim(page, "x")
        page.mouse.up()
        self.everywhere(["b"], ["a", "x"])

    def test_a_short_break_holds_the_drag(self):
        self.allowed = BROKEN
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "x")
        page.evaluate("dropline.link.reconnect()")
        self.said(page, "Connected. Your drag goes on.")
        until(lambda: page.evaluate("dropline.drag.isAllowed"), "judged again")
        page.mouse.up()
        self.everywhere(["b"], ["a", "x"])

    def test_a_break_with_a_question_in_flight_holds_the_drag(self):
        self.allowed = BROKEN
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        self.lift(page, "a")
        self.aim(page, "x")
        page.evaluate("(dropline.drag.renew(), dropline.carry.pump(), dropline.link.reconnect())")
        self.said(page, "Connected. Your drag goes on.")
        page.mouse.up()
        self.everywhere(["b"], ["a", "x"])

    def test_what_is_gone_before_it_is_picked_up_or_focused_does_no_harm(self):
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        x, y = self.center(page, "a")
        page.mouse.move(x, y)
        page.mouse.down()
        self.nc.do("delete", items=["i1"], board=self.name)
        until(lambda: page.evaluate("!dropline.replica.items.has('i1')"), "deleted")
        page.mouse.move(x + 20, y + 20, steps=3)
        self.said(page, 'Cannot pick up "a": It is no longer on the board.')
        page.mouse.up()
        page.evaluate("""(() => {
          const { replica } = dropline, from = replica.revision;
          const rows = [{ kind: 'delete-section', index: 1, section: 's2' }];
          replica.receive({ kind: 'batch', board: replica.board, from, to: from + 1, rows });
          document.querySelector('[data-item=i3]').focus();
          dropline.link.reconnect();
        })()""")
        self.everywhere(["b"], ["x"])

    def test_a_change_without_its_reply_is_made_once(self):
        self.board(A=["a"])
        page = self.open()
        page.evaluate("dropline.actions.change({kind: 'insert', place: 'end:s1', text: 'once'}); dropline.link.reconnect()")
        self.everywhere(["a", "once"])

    def test_offline_edits_are_refused_and_not_queued(self):
        self.allowed = BROKEN
        self.board(A=["a"])
        page = self.open()
        page.evaluate("dropline.link.stop()")
        until(lambda: page.evaluate("document.body.dataset.link") == "stopped", "stopped")
        page.locator(".add").fill("never")
        page.locator(".add").press("Enter")
        self.said(page, "There is no connection. Nothing was changed.")
        self.assertEqual(page.locator(".add").input_value(), "never")
        self.everywhere(["a"])

    def test_two_windows_are_two_people_and_a_duplicated_tab_too(self):
        self.board(A=["a"])
        page = self.open()
        me = page.evaluate("[sessionStorage.name, sessionStorage.token]")
        copy = page.context.new_page()
        copy.add_init_script(f"if (!sessionStorage.token) [sessionStorage.name, sessionStorage.token] = {me}")
        self.listen(copy)
        copy.goto(self.server.page(self.name))
        self.live(copy)
        until(lambda: copy.evaluate("sessionStorage.token") != me[1], "a new token")
        until(lambda: copy.evaluate("dropline.link.isLive && dropline.replica.me") == copy.evaluate("sessionStorage.name"), "a new name")
        self.assertEqual(page.evaluate("sessionStorage.token"), me[1])
        self.assertEqual(page.evaluate("dropline.replica.me"), me[0])
        page.reload()
        self.live(page)
        self.assertEqual(page.evaluate("dropline.replica.me"), me[0])

    def test_an_update_that_does_not_fit_opens_the_board_anew(self):
        self.board(A=["a", "b"])
        page = self.open()
        page.evaluate("dropline.replica.sections[0].items.reverse()")
        self.nc.do("delete", items=["i1"], board=self.name)
        self.everywhere(["b"])

    def test_a_message_that_cannot_be_read_opens_the_board_anew(self):
        self.board(A=["a"])
        page, sockets = self.open(), []
        page.route_web_socket("**/ws", lambda socket: (sockets.append(socket), socket.connect_to_server()))
        page.reload()
        self.live(page)
        sockets[-1].send('{"kind":"batch","rows":[')
        self.nc.do("insert", place="end:s1", board=self.name, text="b")
        self.everywhere(["a", "b"])
        self.assertEqual(len(sockets), 2)

    def test_an_unknown_board_can_be_created(self):
        page = self.open(wait=False)
        page.get_by_role("button", name="Create it").click()
        until(lambda: "No sections yet." in page.locator("#empty").text_content(), "an empty board")
        page.get_by_role("button", name="Add a section").click()
        page.get_by_role("textbox", name="Title of the new section").fill("First")
        page.keyboard.press("Enter")
        until(lambda: page.evaluate("document.activeElement.getAttribute('aria-label')") == "Add an item to First", "the focus is in it")
        self.everywhere([])

    def shown(self, page):
        return page.locator("#find:visible, #undo:visible, #redo:visible, .add-section:visible, .section, .row").count()

    def test_an_unknown_board_and_a_removed_one_have_nothing_left_and_come_back(self):
        page = self.open(wait=False, clock=True)
        page.get_by_role("button", name="Create it", exact=True).wait_for()
        self.assertEqual(self.shown(page), 0)
        for _ in range(2):
            self.board(A=["a"])
            until(later(page, lambda: page.evaluate("dropline.replica.revision") is not None), "the board")
            self.everywhere(["a"])
            self.live(page)
            until(lambda: page.locator("#undo:visible").count() == 1 and page.locator("#empty").text_content() == "", "all is back")
            self.nc.do("remove-board", board=self.name, force=True)
            page.get_by_role("button", name="Create it again").wait_for()
            self.assertIn("The board was removed.", page.locator("#empty").text_content())
            self.assertEqual(self.shown(page), 0)
        page.get_by_role("button", name="Board menu").click()
        entries = page.get_by_role("menuitem").all_text_contents()
        self.assertEqual([each for each in entries if each.startswith(("Add", "Undo", "Redo", "Find"))], [])
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Create it again").click()
        until(lambda: page.evaluate("dropline.replica.revision") is not None, "a new board")
        self.everywhere()

    def test_an_address_with_a_title_is_that_of_its_name(self):
        for address, name in ("Weekly%20plan", "weekly-plan"), ("Eink%C3%A4ufe", "einkaeufe"), ("%zz", "zz"):
            page = self.open(wait=False, url=self.server.page(address))
            until(lambda: f"No board of the name {name}." in page.locator("#empty").text_content(), "its name")
            self.assertTrue(page.url.endswith(f"/b/{name}"))

    def test_a_new_board_has_the_name_of_its_title(self):
        page = self.open(wait=False, url=self.server.page())
        page.get_by_label("Name of a new board").fill("Einkäufe, heute")
        until(lambda: "Its name will be einkaeufe-heute." in page.locator(".sheet").text_content(), "its name")
        page.keyboard.press("Enter")
        page.wait_for_url("**/b/einkaeufe-heute")
        self.name = "einkaeufe-heute"
        self.live(page)
        page.goto(self.server.page())
        until(lambda: page.get_by_role("link", name=self.name).count() == 1, "the list")
        page.get_by_label("Name of a new board").fill("Einkäufe heute")
        page.get_by_role("button", name="Open").click()
        page.wait_for_url("**/b/einkaeufe-heute")
        self.live(page)

    def test_a_dialog_keeps_what_is_wrong_and_says_so(self):
        self.board(A=["a"])
        page = self.open()
        page.locator("button.person").click()
        page.keyboard.type("not a name")
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        until(lambda: "letters, digits, - and _" in dialog.get_by_role("alert").text_content(), "why")
        self.assertEqual(dialog.get_by_role("textbox").input_value(), "not a name")
        dialog.get_by_role("button", name="Cancel").click()
        until(lambda: page.locator("dialog").count() == 0, "it closes")
        page.locator("button.person").click()
        page.keyboard.type("a-name")
        page.get_by_role("button", name="Save").click()
        until(lambda: page.evaluate("dropline.link.isLive && dropline.replica.me") == "a-name", "the name")

    def hear(self, url=None, script=HEAR):
        context = self.browser.new_context()
        self.contexts.append(context)
        context.add_init_script(script)
        page = context.new_page()
        self.listen(page)
        page.goto(url or self.server.page(self.name))
        return page

    def losses(self, page):
        return [text for text in json.loads(page.evaluate("sessionStorage.heard")) if "lost" in text or "Reconnecting" in text]

    def test_a_loss_is_said_only_if_the_connection_was_lost(self):
        self.allowed = BROKEN
        page = self.hear()
        page.get_by_role("button", name="Create it").click()
        self.live(page)
        page.locator("button.person").click()
        page.keyboard.type("other-name")
        page.keyboard.press("Enter")
        until(lambda: page.evaluate("dropline.link.isLive && dropline.replica.me") == "other-name", "the name")
        self.nc.do("remove-board", board=self.name, force=True)
        page.get_by_role("button", name="Create it again").wait_for()
        for address, name in ("we%20ird", "we-ird"), ("123", "board-123"):
            page.goto(self.server.page(address))
            until(lambda: f"No board of the name {name}." in page.locator("#empty").text_content(), "a name that is none leads to one")
        page.evaluate("dropline.link.lock('needed')")
        page.get_by_role("button", name="Sign in").wait_for()
        self.assertIn("Live", page.evaluate("sessionStorage.heard"))
        self.assertEqual(self.losses(page), [])
        self.board(A=["a"])
        other = self.hear()
        self.live(other)
        self.server.kill()
        until(lambda: "Connection lost. Reconnecting." in self.losses(other), "the loss")
        self.live(other)
        type(self).nc = self.server.client("nc")
        self.pages = [other]

    def test_who_has_drawn_the_name_of_somebody_is_offered_to_create_a_board(self):
        heron = self.server.client("Grey-Heron")
        page = self.hear(script=DRAWN)
        page.get_by_role("button", name="Create it", exact=True).click()
        self.live(page)
        self.assertNotEqual(page.evaluate("dropline.replica.me"), "Grey-Heron")
        heron.close()

    def test_a_removed_board_and_a_renamed_one(self):
        self.board(A=["a"])
        page = self.open()
        self.nc.do("rename-board", board=self.name, to=f"{self.name}-new")
        until(lambda: page.evaluate("location.pathname").endswith("-new") and page.title().startswith(f"{self.name}-new"), "its new name")
        self.nc.do("remove-board", board=f"{self.name}-new", force=True)
        until(lambda: "The board was removed." in page.locator("#empty").text_content(), "removed")

    def test_the_boards_are_listed(self):
        self.board(A=["a"])
        page = self.open(wait=False, url=self.server.page(), clock=True)
        until(lambda: page.get_by_role("link", name=self.name).count() == 1, "the list")
        # Who watches is counted, and nobody is not.
        self.assertEqual(page.get_by_role("link", name=self.name).text_content(), f"{self.name}1 item in 1 section")
        self.nc.do("open", board=self.name)
        until(later(page, lambda: page.get_by_role("link", name=self.name).text_content().endswith("1 section · 1 watching")), "nc watches")
        self.nc.do("close", board=self.name)
        page.get_by_label("Name of a new board").fill("made-here")
        page.get_by_role("button", name="Create").click()
        page.wait_for_url("**/b/made-here")
        self.name = "made-here"
        self.live(page)

    def test_the_list_of_boards_keeps_the_focus_when_it_changes(self):
        self.board(A=["a"])
        page = self.open(wait=False, url=self.server.page(), clock=True)
        page.get_by_role("link", name=self.name).focus()
        self.nc.do("create", board="another-one")
        until(later(page, lambda: page.get_by_role("link", name="another-one").count() == 1), "the new board")
        self.assertEqual(page.evaluate("document.activeElement.href"), self.server.page(self.name))

    def test_texts_of_others_are_texts(self):
        nasty = "<img src=x onerror=alert(1)><b>\u202ebold</b>"
        self.board(A=[nasty, "x" * 1000, "a\nb\nc\nd", "日本語" * 30, "👩‍👩‍👧 family"], B=[])
        self.nc.do("rename-section", section="s2", board=self.name, text=nasty)
        page = self.open()
        self.assertEqual(page.locator("#board img, #board b").count(), 0)
        self.assertEqual(page.locator("#board .text").first.text_content(), nasty)
        self.assertEqual(page.locator("h2").nth(1).text_content(), nasty)

    def test_a_hidden_page_goes_on_applying_and_draws_once(self):
        self.board(A=["a"])
        page = self.open()
        page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true}); document.dispatchEvent(new Event('visibilitychange'))")
        self.nc.do("insert", place="end:s1", board=self.name, text="b")
        until(lambda: page.evaluate("dropline.replica.items.size") == 2, "applied")
        page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
        until(lambda: page.locator("#board .row").count() == 2, "drawn")


class Replacements(BrowserCase):
    """A server with sockets that the one that takes over has, too."""

    keeps_sockets = True

    def test_a_server_that_is_replaced_is_not_noticed(self):
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        page.evaluate("""() => {
          window.states = [];
          const note = () => window.states.push(document.body.dataset.link);
          new MutationObserver(note).observe(document.body, { attributeFilter: ["data-link"] });
        }""")
        epoch = page.evaluate("dropline.link.epoch")
        self.server.replace()
        type(self).nc = self.server.client("nc")
        self.nc.do("edit", item="0.0", board=self.name, text="c")
        self.everywhere(["c", "b"], ["x"])
        self.assertEqual(page.evaluate("dropline.link.epoch"), epoch)
        self.assertEqual(set(page.evaluate("window.states")) - {"live"}, set())
        self.assertEqual(page.locator("#own").text_content().strip("\u00a0"), "")


if __name__ == "__main__":
    unittest.main()
