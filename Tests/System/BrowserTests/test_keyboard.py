"""The keyboard alone, what is said, and the tree that a screen reader reads."""

import unittest

from kit import BrowserCase, until


class Keyboard(BrowserCase):
    def focus(self, page, text):
        self.row(page, text).focus()

    def test_a_drag_by_keyboard_is_spoken(self):
        self.board(To_buy=["Bread", "Milk", "Pears"], Doing=["x", "y", "z"])
        page, other = self.open(), self.open()
        self.focus(page, "Milk")
        page.keyboard.press("Space")
        self.said(page, 'Picked up "Milk", position 2 of 3 in To buy. Arrow keys move, Space drops, Escape cancels.')
        page.keyboard.press("ArrowRight")
        self.said(page, "Position 2 of 4 in Doing.")
        page.keyboard.press("ArrowUp")
        self.said(page, "Position 1 of 4 in Doing.")
        page.keyboard.press("End")
        self.said(page, "Position 4 of 4 in Doing.")
        page.keyboard.press("Home")
        self.said(page, "Position 1 of 4 in Doing.")
        self.nc.do("insert", place="start:s2", board=self.name, text="first")
        self.said(page, "The list changed: now position 2 of 5 in Doing.")
        page.keyboard.press("Space")
        self.said(page, 'Dropped "Milk", position 2 of 5 in Doing.')
        self.everywhere(["Bread", "Pears"], ["first", "Milk", "x", "y", "z"])
        self.assertEqual(page.evaluate("document.activeElement.dataset.item"), "i2")
        self.assertTrue(other.evaluate("dropline.replica.items.has('i2')"))

    def test_a_full_section_is_said_and_escape_brings_it_back(self):
        self.board(To_buy=["Bread"], Doing=["1", "2", "3", "4", "5"])
        self.nc.do("policy", target="s2", board=self.name, limit=5)
        page = self.open()
        until(lambda: page.locator(".count.full").count() == 1, "the limit is shown")
        self.focus(page, "Bread")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        self.said(page, "Position 1 in Doing: not allowed. Doing is full, 5 of 5.")
        page.keyboard.press("Escape")
        self.said(page, 'Cancelled. "Bread" is at position 1 of 1 in To buy.')
        self.everywhere(["Bread"], ["1", "2", "3", "4", "5"])

    def test_a_drop_where_it_is_stays(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.focus(page, "a")
        page.keyboard.press("Space")
        page.keyboard.press("Space")
        self.said(page, '"a" stays at position 1 of 2 in A.')

    def test_a_place_that_is_gone_is_said(self):
        self.board(A=["a"], B=["x", "y"])
        page = self.open()
        self.focus(page, "a")
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        self.said(page, "Position 1 of 3 in B.")
        self.nc.do("delete", items=["i2"], board=self.name)
        self.said(page, "That place is gone.")
        page.keyboard.press("Escape")
        self.everywhere(["a"], ["y"])

    def test_add_edit_delete_and_undo(self):
        self.board(A=["a"])
        page = self.open()
        self.focus(page, "a")
        page.keyboard.press("n")
        page.keyboard.type("b")
        page.keyboard.press("Enter")
        page.keyboard.type("c")
        page.keyboard.press("Enter")
        self.everywhere(["a", "b", "c"])
        page.keyboard.press("Escape")
        until(lambda: page.evaluate("document.activeElement.dataset.item") == "i1", "back on the rows")
        page.keyboard.press("F2")
        page.keyboard.press("End")
        page.keyboard.type("!")
        page.keyboard.press("Enter")
        self.everywhere(["a!", "b", "c"])
        self.assertEqual(page.evaluate("document.activeElement.dataset.item"), "i1")
        page.keyboard.press("Delete")
        self.everywhere(["b", "c"])
        until(lambda: page.evaluate("document.activeElement.classList.contains('row')"), "the focus goes to the next row")
        page.keyboard.press("Control+z")
        self.everywhere(["a!", "b", "c"])
        page.keyboard.press("Control+Shift+Z")
        self.everywhere(["b", "c"])

    def test_the_menu_moves_through_policies(self):
        self.board(A=["a", "b"], B=["x"])
        self.nc.do("policy", target="s2", board=self.name, limit=1)
        page = self.open()
        self.focus(page, "a")
        page.keyboard.press("ContextMenu")
        page.get_by_role("menuitem", name="Move down").press("Enter")
        self.everywhere(["b", "a"], ["x"])
        self.row(page, "b").get_by_role("button").click()
        page.get_by_role("menuitem", name="Move to…").click()
        page.get_by_role("dialog").get_by_role("combobox", name="Section").select_option(label="B")
        page.get_by_role("button", name="Move", exact=True).click()
        until(lambda: "B is full, 1 of 1." in page.locator("#own").text_content(), "the reason")
        self.everywhere(["b", "a"], ["x"])

    def test_choose_and_select(self):
        self.board(A=["a", "b"])
        page = self.open()
        self.row(page, "a").click()
        self.said(page, '"a" selected, 1 item in all.')
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Control+Space")
        self.said(page, '"b" selected, 2 items in all.')
        until(lambda: page.locator("[aria-selected=true]").count() == 2, "it is shown")
        self.row(page, "b").click()
        self.said(page, '"b" selected, 1 item in all.')
        until(lambda: page.locator("[aria-selected=true]").count() == 1, "it is shown")

    def test_find_filters(self):
        self.board(A=["Milk", "Bread"], B=["milkshake"])
        page = self.open()
        self.focus(page, "Bread")
        page.keyboard.press("/")
        page.keyboard.type("milk")
        until(lambda: page.locator("#board .row").count() == 2, "two rows are left")
        self.said(page, '2 items with "milk".', "others")
        page.keyboard.press("Escape")
        until(lambda: page.locator("#board .row").count() == 3, "all rows are back")

    def test_find_goes_to_the_first_section_with_something_if_none_is_in_view(self):
        self.board(One=["Milk"], Two=["Bread"], Three=["Tea", "Milk"], Four=["Rice"])
        page = self.open(width=375, height=700)
        page.keyboard.press("/")
        for query, title in ("milk", "One"), ("rice", "Four"), ("ri", "Four"), ("t", "Three"), ("nothing", "Three"):
            page.locator("#find").fill(query)
            self.frame(page)
            box = page.locator(".section", has=page.locator(".name", has_text=title)).bounding_box()
            self.assertTrue(-20 <= box["x"] and box["x"] + box["width"] <= 395, f"{query}: {box}")

    def test_the_tree_has_names_roles_and_positions(self):
        self.board(To_buy=["Bread", "Milk"], Done=[])
        page = self.open()
        tree = page.locator("body").aria_snapshot()
        for part in ['grid "To buy"', 'button "Actions for Milk"', 'button "Actions for section Done"',
                     'textbox "Add an item to Done"', 'searchbox "Find items"', 'heading "To buy"']:
            self.assertIn(part, tree)
        grid = page.get_by_role("grid", name="To buy")
        self.assertEqual(grid.get_attribute("aria-rowcount"), "2")
        rows = grid.get_by_role("row")
        self.assertEqual([rows.nth(i).get_attribute("aria-rowindex") for i in range(2)], ["1", "2"])
        self.assertEqual([rows.nth(i).get_attribute("tabindex") for i in range(2)], ["0", "-1"])

    def reads(self, page, *parts):
        """The tree has these parts, and nothing in it takes the focus without a name and a role."""
        self.frame(page)
        tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        nodes = [(node["role"]["value"], node.get("name", {}).get("value", ""), {p["name"] for p in node.get("properties", []) if p["value"].get("value")})
                 for node in tree if not node["ignored"] and node["role"]["value"] != "RootWebArea"]
        focusable = [(role, name) for role, name, properties in nodes if "focusable" in properties]
        self.assertEqual([(role, name) for role, name in focusable if not name or role in ("generic", "none")], [])
        for part in parts:
            self.assertIn(part, [(role, name) for role, name, _ in nodes])
        focused = [(role, name) for role, name, properties in nodes if "focused" in properties]
        self.assertEqual(len(focused), 1, focused)

    def tab_to(self, page, name):
        """Presses Tab until the element of this name has the focus."""
        focused = "(e => e.getAttribute('aria-label') ?? e.textContent)(document.activeElement)"
        for _ in range(30):
            page.keyboard.press("Tab")
            if page.evaluate(focused) == name:
                return
        self.fail(f"Tab does not reach {name}")

    def test_a_board_is_made_filled_and_sorted_by_keyboard_alone(self):
        page = self.open(wait=False, url=self.server.page())
        until(lambda: page.evaluate("document.body.dataset.link") == "live", "live")
        press, type_ = page.keyboard.press, page.keyboard.type
        self.tab_to(page, "Name of a new board")
        type_(self.name)
        press("Enter")
        page.wait_for_url(f"**/b/{self.name}")
        self.live(page)
        for title in "To buy", "Done":
            self.tab_to(page, "Add a section")
            press("Enter")
            self.reads(page, ("dialog", "Title of the new section"), ("textbox", "Title of the new section"))
            type_(title)
            press("Enter")
            until(lambda: page.evaluate("document.activeElement.getAttribute('aria-label')") == f"Add an item to {title}", "the focus is in it")
        press("Escape")
        press("ArrowLeft")
        press("n")
        self.reads(page, ("grid", "To buy"), ("grid", "Done"), ("textbox", "Add an item to To buy"))
        for text in "Milk", "Bread", "Tea":
            type_(text)
            press("Enter")
        self.everywhere(["Milk", "Bread", "Tea"], [])
        press("Escape")
        press("Space")
        self.said(page, 'Picked up "Milk", position 1 of 3 in To buy. Arrow keys move, Space drops, Escape cancels.')
        self.reads(page, ("row", "Bread Actions for Bread"))
        press("ArrowDown")
        self.said(page, "Position 2 of 3 in To buy.")
        press("Space")
        self.said(page, 'Dropped "Milk", position 2 of 3 in To buy.')
        press("ContextMenu")
        self.reads(page, ("menu", "Actions for Milk"), ("menuitem", "Move up"), ("menuitem", "Move to…"))
        press("ArrowDown")
        press("ArrowDown")
        press("Enter")
        self.reads(page, ("dialog", 'Move "Milk"'), ("combobox", "Section"), ("button", "Move"))
        self.tab_to(page, "Move")
        press("Enter")
        self.everywhere(["Bread", "Tea"], ["Milk"])
        press("e")
        self.reads(page, ("textbox", "Edit Milk"))
        type_("Oat milk")
        press("Enter")
        self.everywhere(["Bread", "Tea"], ["Oat milk"])
        self.tab_to(page, "Board menu")
        press("Enter")
        self.reads(page, ("menuitem", "Show as a mosaic"), ("menuitem", "Keys"))
        press("ArrowDown")
        press("Enter")
        self.reads(page, ("grid", "To buy"), ("row", "Bread Actions for Bread"))
        press("?")
        self.reads(page, ("dialog", "Keys"), ("button", "Close"))
        press("Escape")
        press("/")
        type_("tea")
        self.said(page, '1 item with "tea".', "others")
        self.reads(page, ("searchbox", "Find items"), ("row", "Tea Actions for Tea"))

    def test_tab_goes_through_everything_and_never_to_nothing(self):
        self.board(A=["a", "b"], B=["c"], C=[])
        page = self.open()
        seen = []
        for _ in range(20):
            page.keyboard.press("Tab")
            seen.append(page.evaluate("document.activeElement.dataset.item ?? document.activeElement.className ?? ''"))
        for part in ["i1", "i3", "rows", "add"]:
            self.assertIn(part, seen)

    def test_rows_are_read_in_their_order_and_the_focus_stays_while_others_move(self):
        self.board(A=["a", "b", "c", "d"])
        page = self.open()
        self.focus(page, "b")
        page.evaluate("document.activeElement.addEventListener('blur', () => window.blurred = true)")
        for items, place in (["i1"], "end:s1"), (["i2"], "end:s1"), (["i4", "i3"], "start:s1"):
            self.nc.do("move", items=items, place=place, board=self.name)
            self.settled(page)
        self.assertEqual(page.locator("#board .row .text").all_text_contents(), ["d", "c", "a", "b"])
        self.assertEqual(page.evaluate("[document.activeElement.dataset.item, window.blurred ?? false]"), ["i2", False])

    def test_the_focus_follows_what_others_move_and_delete(self):
        self.board(A=["a", "b"], B=["c"])
        page = self.open()
        self.focus(page, "a")
        self.nc.do("move", items=["i1"], place="end:s2", board=self.name)
        self.everywhere(["b"], ["c", "a"])
        self.frame(page)
        until(lambda: page.evaluate("document.activeElement.dataset.item") == "i1", "it follows its item")
        self.nc.do("delete", items=["i1"], board=self.name)
        until(lambda: page.evaluate("document.activeElement.dataset.item") == "i3", "the neighbour")
        self.nc.do("delete-section", section="s2", board=self.name)
        until(lambda: page.evaluate("document.activeElement.dataset.item") == "i2", "another section")
        self.nc.do("delete", items=["i2"], board=self.name)
        until(lambda: page.evaluate("document.activeElement.className") == "rows", "the empty section")


if __name__ == "__main__":
    unittest.main()
