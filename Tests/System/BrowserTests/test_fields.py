"""Fields of items: the check box, the due date and the labels of a card, and all of them in the panel of an item."""

import unittest

from kit import BrowserCase, until
from test_looks import WATCH_MOTION

FIELDS = "dropline.replica.sections.flatMap(s => s.items.map(i => ({ ...i.fields })))"


class Fields(BrowserCase):
    def set(self, item, **fields):
        self.assertEqual(self.nc.do("set", items=[item], board=self.name, fields=fields)["kind"], "ok")

    def fields(self, page, *wanted):
        until(lambda: page.evaluate(FIELDS) == list(wanted), lambda: f"{wanted}, not {page.evaluate(FIELDS)}")

    def check_box(self, page, text):
        return self.row(page, text).get_by_role("checkbox", name="Mark as done")

    def panel(self, page, text):
        self.row(page, text).focus()
        page.keyboard.press("Enter")
        return page.locator("dialog.card")

    def facts(self, page, text):
        facts = self.row(page, text).locator(".facts")
        return facts.inner_text() if facts.count() else ""

    def test_x_says_that_an_item_is_done_and_a_check_box_that_it_is_not(self):
        self.board(A=["a", "b", "c"])
        page, other = self.open(), self.open()
        self.assertEqual(page.locator("#board :is(input[type=checkbox], .facts)").count(), 0)
        self.row(page, "a").focus()
        page.keyboard.press("x")
        self.fields(other, {"done": "yes"}, {}, {})
        self.said(page, '"a" is done.')
        for each in page, other:
            until(lambda: each.locator(".row.done .text").all_text_contents() == ["a"], "it is struck through")
            self.assertEqual(each.locator(".row.done .text").evaluate("e => getComputedStyle(e).textDecorationLine"), "line-through")
            self.assertEqual([self.check_box(each, text).is_checked() for text in "abc"], [True, False, False])
        self.check_box(other, "b").click()
        self.fields(page, {"done": "yes"}, {"done": "yes"}, {})
        self.check_box(other, "a").click()
        self.fields(page, {}, {"done": "yes"}, {})
        self.assertEqual(page.evaluate("document.activeElement.dataset.item"), "i1")
        # Nothing was chosen or opened by it.
        self.assertEqual((other.evaluate("dropline.replica.selected"), other.locator("dialog[open]").count()), ([], 0))
        other.keyboard.press("Control+z")
        self.fields(page, {"done": "yes"}, {"done": "yes"}, {})

    def test_a_box_is_ticked_at_once_and_not_if_nothing_could_be_sent(self):
        self.board(A=["a", "b"])
        self.set("i2", done="yes")
        page = self.open()
        ticked = page.evaluate("(document.querySelector('.check input').click(), dropline.replica.items.get('i1').fields.done)")
        self.assertEqual(ticked, "yes")
        self.fields(page, {"done": "yes"}, {"done": "yes"})
        self.said(page, '"a" is done.')
        page.evaluate("(dropline.link.reconnect(), document.querySelector('.check input').click())")
        self.said(page, "There is no connection. Nothing was changed.")
        self.live(page)
        self.assertEqual([self.check_box(page, text).is_checked() for text in "ab"], [True, True])
        self.fields(page, {"done": "yes"}, {"done": "yes"})

    def test_all_that_are_selected_are_done_as_one_change_and_undone_as_one(self):
        self.board(A=["a", "b", "c"])
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("Shift+ArrowDown")
        page.keyboard.press("x")
        self.fields(page, {"done": "yes"}, {"done": "yes"}, {})
        page.get_by_role("button", name="Undo").click()
        self.fields(page, {}, {}, {})

    def test_a_finger_ticks_and_drags_beside_it(self):
        self.board(A=["a", "b"])
        self.set("i1", done="yes")
        page = self.open(width=375, height=812, has_touch=True, is_mobile=True)
        box = self.check_box(page, "b").locator("..").bounding_box()
        self.assertGreaterEqual(min(box["width"], box["height"]), 36)
        self.check_box(page, "b").tap()
        self.fields(page, {"done": "yes"}, {"done": "yes"})
        self.assertEqual(page.locator("dialog[open]").count(), 0)
        self.row(page, "a").get_by_role("button").tap()
        page.get_by_role("menuitem", name="Not done").tap()
        self.fields(page, {}, {"done": "yes"})

    def test_a_card_has_its_date_and_its_labels(self):
        self.board(A=["late", "done", "today", "words", "labels"])
        page = self.open(clock=True)
        page.clock.set_fixed_time("2026-12-01T12:00:00")
        self.set("i1", due="2026-11-20", label="red, two words,red")
        self.set("i2", due="2026-11-20", done="yes", label="a,b,c,d,e")
        self.set("i3", due="2026-12-01")
        self.set("i4", due="some day")
        self.set("i5", label="a,b,c,d,e")
        self.fields(page, {"due": "2026-11-20", "label": "red, two words,red"}, {"done": "yes", "due": "2026-11-20", "label": "a,b,c,d,e"},
                    {"due": "2026-12-01"}, {"due": "some day"}, {"label": "a,b,c,d,e"})
        wanted = ["Overdue: Nov 20\nred\n+1", "Done.\nDue Nov 20\na\n+4", "Due today", "Due some day", "a\nb\nc\n+2"]
        until(lambda: [self.facts(page, text) for text in ("late", "done", "today", "words", "labels")] == wanted,
              lambda: [self.facts(page, text) for text in ("late", "done", "today", "words", "labels")])
        self.assertEqual(page.locator(".late").count(), 1)
        colour = lambda text: self.row(page, text).locator(".due").evaluate("e => getComputedStyle(e).color")
        self.assertEqual(colour("done"), colour("today"))
        self.assertNotEqual(colour("late"), colour("today"))
        for is_mosaic in "true", "false":
            page.evaluate(f"dropline.setLayout({is_mosaic})")
            self.frame(page)
        # A day later.
        page.clock.set_fixed_time("2026-12-02T00:00:30")
        page.evaluate("dropline.view.redress()")
        until(lambda: self.facts(page, "today") == "Overdue: yesterday", lambda: self.facts(page, "today"))

    def test_a_change_of_fields_animates_its_own_row_alone(self):
        self.board(A=["a", "b", "c"])
        self.set("i2", done="yes")
        page = self.open()
        page.evaluate(WATCH_MOTION)
        self.set("i1", due="2026-12-01")
        self.fields(page, {"due": "2026-12-01"}, {"done": "yes"}, {})
        self.settled(page)
        animated = page.evaluate("window.animated")
        self.assertEqual([each["text"] for each in animated], ["a"])
        self.assertNotIn("transform", animated[0]["frames"][0])

    def test_a_drag_goes_on_while_fields_change_and_items_that_others_drag_can_be_done(self):
        self.board(A=["a", "b", "c"])
        ann = self.server.client("Ann")
        ann.do("open", board=self.name)
        ann.do("begin", items=["i3"], board=self.name)
        page = self.open()
        until(lambda: page.locator(".row.held").count() == 1, "Ann has it")
        self.lift(page, "b")
        self.aim(page, "a")
        for item in "i1", "i2", "i3":
            self.set(item, done="yes", due="2026-12-01", label="x")
        self.fields(page, *[{"done": "yes", "due": "2026-12-01", "label": "x"}] * 3)
        self.aim(page, "a")
        page.mouse.up()
        self.everywhere(["b", "a", "c"])
        self.check_box(page, "c").click()
        self.fields(page, *[{"done": "yes", "due": "2026-12-01", "label": "x"}] * 2, {"due": "2026-12-01", "label": "x"})
        self.assertEqual(page.locator(".row.held").count(), 1)
        ann.close()

    def test_fields_are_added_changed_and_taken_away_by_keyboard_in_the_panel(self):
        self.board(A=["a", "b"])
        page = self.open()
        panel = self.panel(page, "a")
        panel.get_by_label("Done").focus()
        page.keyboard.press("Space")
        self.fields(page, {"done": "yes"}, {})
        page.keyboard.press("Tab")
        page.keyboard.type("12012026")
        self.fields(page, {"done": "yes", "due": "2026-12-01"}, {})
        panel.get_by_label("Labels", exact=True).focus()
        page.keyboard.type("home, red")
        page.keyboard.press("Enter")
        until(lambda: panel.locator(".chip").all_text_contents() == ["home", "red"], "chips")
        panel.get_by_label("Name of a new field").focus()
        page.keyboard.type("Artist")
        page.keyboard.press("Tab")
        page.keyboard.type("Some One = 1")
        page.keyboard.press("Enter")
        self.fields(page, {"done": "yes", "due": "2026-12-01", "label": "home, red", "artist": "Some One = 1"}, {})
        panel.get_by_label("artist", exact=True).fill("Else")
        page.keyboard.press("Escape")
        self.assertEqual(panel.get_by_label("artist", exact=True).input_value(), "Some One = 1")
        panel.get_by_label("artist", exact=True).fill("Else")
        page.keyboard.press("Tab")
        self.fields(page, {"done": "yes", "due": "2026-12-01", "label": "home, red", "artist": "Else"}, {})
        for name in "artist", "Due", "Labels":
            panel.get_by_role("button", name=f"Remove {name}").focus()
            page.keyboard.press("Enter")
        self.fields(page, {"done": "yes"}, {})
        page.keyboard.press("Escape")
        until(lambda: page.locator("dialog").count() == 0, "it closes")
        self.assertEqual(page.evaluate("document.activeElement.dataset.item"), "i1")
        page.keyboard.press("Control+z")
        self.fields(page, {"done": "yes", "label": "home, red"}, {})

    def test_names_that_are_no_fields_and_what_the_server_refuses_are_said_in_the_panel(self):
        self.board(A=["a"])
        page = self.open()
        panel = self.panel(page, "a")
        name, value = panel.get_by_label("Name of a new field"), panel.get_by_label("Value of a new field")
        for wrong, content, why in [("text", "x", "A name has small letters"), ("my-field", "x", "A name has small letters"), ("", "x", "A name has small letters"),
                                    ("z", "", "A field has a value."), ("z", "ü" * 200, "at most 256 bytes")]:
            name.fill(wrong)
            value.fill(content)
            page.keyboard.press("Enter")
            until(lambda: why in panel.get_by_role("alert").text_content(), lambda: panel.get_by_role("alert").text_content())
        self.fields(page, {})
        for k in range(4):
            self.set("i1", **{f"f{k}": "x" * 250})
        name.fill("z")
        value.fill("y" * 100)
        page.keyboard.press("Enter")
        until(lambda: panel.locator(".toast").count() == 1, "a refusal")
        until(lambda: panel.get_by_label("z", exact=True).count() == 0, "it is not there")
        self.assertEqual([name.input_value(), value.input_value()], ["z", "y" * 100], "it can be tried again")
        value.fill("y")
        page.keyboard.press("Enter")
        until(lambda: panel.get_by_label("z", exact=True).count() == 1, "it is there")

    def test_what_others_write_is_shown_beside_what_is_typed(self):
        self.board(A=["a"])
        self.set("i1", place1="x", label="one")
        page = self.open()
        panel = self.panel(page, "a")
        field = panel.get_by_label("place1", exact=True)
        field.fill("mine")
        self.set("i1", place1="theirs", label="two")
        until(lambda: "Now: theirs" in panel.text_content(), "their value")
        self.assertEqual(field.input_value(), "mine")
        until(lambda: panel.get_by_label("Labels", exact=True).input_value() == "two", "the other field follows")
        page.keyboard.press("Tab")
        self.fields(page, {"label": "two", "place1": "mine"})
        self.set("i1", place1=None)
        until(lambda: field.count() == 0, "it is gone")
        self.nc.do("delete", items=["i1"], board=self.name)
        until(lambda: not panel.locator(".fields").is_visible(), "no fields")

    def test_an_item_that_is_added_again_has_its_fields_and_a_conflict_of_undo_is_said(self):
        self.board(A=["a", "b"])
        self.set("i1", done="yes", label="x")
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("e")
        page.keyboard.type("again")
        self.nc.do("delete", items=["i1"], board=self.name)
        until(lambda: "was deleted" in page.locator(".editor").text_content(), "it is gone")
        page.keyboard.press("Enter")
        self.everywhere(["again", "b"])
        self.fields(page, {"done": "yes", "label": "x"}, {})
        self.row(page, "b").focus()
        page.keyboard.press("x")
        self.fields(page, {"done": "yes", "label": "x"}, {"done": "yes"})
        self.set("i2", done="later")
        self.fields(page, {"done": "yes", "label": "x"}, {"done": "later"})
        page.keyboard.press("Control+z")
        until(lambda: page.get_by_text("Somebody has changed its fields since.").count() > 0, "why")

    def test_a_drop_marks_as_done_and_one_that_is_not_accepted_says_why(self):
        self.board(To_do=["a", "b"], Done=[], Red=["c"])
        self.set("i2", label="blue, dark red")
        self.assertEqual(self.nc.do("policy", target="s2", board=self.name, on_drop="set:done:yes")["kind"], "ok")
        self.assertEqual(self.nc.do("policy", target="s3", board=self.name, accept="label:red,dark red")["kind"], "ok")
        page, other = self.open(), self.open()
        until(lambda: page.locator(".badges").all_text_contents() == ["", "a drop marks as done", "only with label red or dark red"], "what they do")
        section = lambda index: page.locator(".section").nth(index).bounding_box()
        self.lift(page, "a")
        self.carry(page, section(2)["x"] + 150, section(2)["y"] + 80)
        until(lambda: page.locator(".why").text_content() == "Red takes only items with label red or dark red.", "why")
        self.carry(page, section(1)["x"] + 150, section(1)["y"] + 80)
        page.mouse.up()
        self.everywhere(["b"], ["a"], ["c"])
        for each in page, other:
            self.fields(each, {"label": "blue, dark red"}, {"done": "yes"}, {})
            until(lambda: each.locator(".row.done .text").all_text_contents() == ["a"], "it is struck through")
            self.assertTrue(self.check_box(each, "a").is_checked())
        self.row(page, "b").focus()
        for key in "Space", "ArrowRight", "ArrowRight", "Space":
            page.keyboard.press(key)
        self.everywhere([], ["a"], ["b", "c"])
        self.row(page, "a").focus()
        for key in "Space", "ArrowRight":
            page.keyboard.press(key)
        self.said(page, 'Position 1 in Red: not allowed. Red takes only items with label red or dark red.')
        page.keyboard.press("Escape")

    def test_an_owner_says_what_a_section_takes_and_what_a_drop_there_sets(self):
        self.board(A=["a"])
        page = self.open()
        page.get_by_role("button", name="Actions for section A").click()
        page.get_by_role("menuitem", name="Settings").click()
        dialog = page.locator("dialog.settings")
        dialog.get_by_label("A drop here", exact=True).select_option("Marks as done")
        dialog.get_by_label("Items that are taken", exact=True).select_option("Only with…")
        dialog.get_by_label("Items that are taken: only with").fill("label")
        dialog.get_by_role("button", name="Save").click()
        until(lambda: dialog.get_by_role("alert").text_content(), "what is wrong")
        dialog.get_by_label("Items that are taken: only with").fill("label:red,two words")
        dialog.get_by_role("button", name="Save").click()
        until(lambda: page.locator(".badges").text_content() == "only with label red or two words · a drop marks as done", "both")

    def test_fields_with_types_have_their_inputs_and_wrong_values_are_said(self):
        self.board(A=["a"])
        self.set("i1", amount="two")
        page = self.open()
        page.evaluate("dropline.settings.open(null)")
        dialog = page.locator("dialog.settings")
        types = dialog.get_by_label("Types of fields")
        types.fill("amount=number urgent")
        dialog.get_by_role("button", name="Save").click()
        until(lambda: "a name and a type" in dialog.get_by_role("alert").text_content(), "what is wrong")
        types.fill("amount=number urgent=flag start=date room=set due=date")
        dialog.get_by_role("button", name="Save").click()
        until(lambda: page.evaluate("dropline.replica.types") == {"amount": "number", "due": "date", "room": "set", "start": "date", "urgent": "flag"}, "the types")
        panel = self.panel(page, "a")
        kind = lambda name: panel.get_by_label(name, exact=True).evaluate("e => e.type")
        until(lambda: panel.get_by_label("urgent", exact=True).count() == 1, "fields with types are there")
        self.assertEqual([kind(name) for name in ("amount", "urgent", "start", "room", "Due")], ["text", "checkbox", "date", "text", "date"])
        panel.get_by_label("amount", exact=True).fill("three")
        page.keyboard.press("Enter")
        until(lambda: "On this board, amount is a number" in panel.locator(".toast").text_content(), "a refusal")
        self.assertEqual(panel.get_by_label("amount", exact=True).input_value(), "three", "it can be tried again")
        self.fields(page, {"amount": "two"})
        page.keyboard.press("Escape")
        self.assertEqual(panel.get_by_label("amount", exact=True).input_value(), "two")
        panel.get_by_label("amount", exact=True).fill("2.5")
        page.keyboard.press("Enter")
        self.fields(page, {"amount": "2.5"})
        until(lambda: kind("amount") == "number", "a number now")
        panel.get_by_label("urgent", exact=True).check()
        self.fields(page, {"amount": "2.5", "urgent": "yes"})
        panel.get_by_label("room", exact=True).fill("garden, , house,")
        page.keyboard.press("Enter")
        self.fields(page, {"amount": "2.5", "room": "garden,house", "urgent": "yes"})
        until(lambda: panel.locator(".chip").all_text_contents() == ["garden", "house"], "chips")
        panel.get_by_label("urgent", exact=True).uncheck()
        panel.get_by_label("start", exact=True).fill("2026-12-01")
        self.fields(page, {"amount": "2.5", "room": "garden,house", "start": "2026-12-01"})

    def test_the_past_has_fields_as_they_were(self):
        self.board(A=["a", "b"])
        self.set("i1", due="2026-11-20", label="x, two words", amount="3")
        self.set("i1", done="yes")
        self.set("i1", done=None, amount=None)
        page = self.open()
        page.evaluate("dropline.history.open()")
        told = lambda: page.locator("dialog.history li p").all_inner_texts()
        until(lambda: any('nc marked "a" as done.' in each for each in told()), told)
        page.locator("dialog.history li", has_text="marked").get_by_role("button").click()
        item = page.locator(".past .content li").first
        until(lambda: item.count() and "3" in item.inner_text(), "the item")
        self.assertRegex(" ".join(item.inner_text().split()), "^a ?done Done. ?Due Nov 20.* x two words amount: 3$")
        self.assertEqual(item.locator(".done").evaluate("e => getComputedStyle(e).textDecorationLine"), "line-through")
        page.get_by_role("button", name="Later").click()
        until(lambda: "amount" not in item.inner_text() and "Overdue" in item.inner_text(), lambda: item.inner_text())

    def test_find_finds_fields_and_says_which_names_are_none(self):
        self.board(A=["Milk", "milk rice", "Tea"], B=["milkshake"])
        self.set("i1", done="yes", label="red, two words")
        self.set("i4", done="yes")
        page = self.open()
        page.keyboard.press("/")
        for query, wanted in [("done=yes", ["Milk", "milkshake"]), ('label="two words" milk', ["Milk"]), ("due=", []), ("done=yes tea", [])]:
            page.locator("#find").fill(query)
            until(lambda: page.locator("#board .row .text").all_text_contents() == wanted, query)
        self.set("i3", done="yes")
        until(lambda: page.locator("#board .row .text").all_text_contents() == ["Tea"], "it has it now")
        for name in "text", "my-field":
            page.locator("#find").fill(f"{name}=x milk")
            why = f'No field is called "{name}". A name has small letters and digits, a letter first, and is no word of the protocol.'
            until(lambda: page.locator("#unfound").text_content() == why, "why")
            self.said(page, why, "others")
            self.frame(page)
            self.assertEqual(page.locator("#board .row").count(), 0)
        page.keyboard.press("Escape")
        until(lambda: page.locator("#board .row").count() == 4, "all rows are back")
        self.assertFalse(page.locator("#unfound").is_visible())

    def test_a_copy_of_the_board_has_the_fields(self):
        self.board(A=["a=b", "c"])
        self.set("i1", done="yes", note="a = b\\ c")
        self.assertEqual(self.nc.do("fields", board=self.name, fields={"done": "flag"})["kind"], "ok")
        page = self.open()
        until(lambda: page.evaluate("dropline.replica.types.done") == "flag", "the type")
        page.evaluate("dropline.boardMenu.open()")
        page.get_by_role("menuitem", name="Copy the board").click()
        page.get_by_role("button", name="Save").click()
        page.get_by_role("button", name="Open it").click()
        self.live(page)
        self.assertEqual(page.evaluate(FIELDS), [{"done": "yes", "note": "a = b\\ c"}, {}])
        until(lambda: page.evaluate("dropline.replica.types") == {"done": "flag"}, "the type of the copy")
        self.pages.remove(page)


if __name__ == "__main__":
    unittest.main()
