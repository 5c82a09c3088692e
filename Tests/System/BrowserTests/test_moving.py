"""The dialog that moves or copies items to another section, here or on another board."""

import unittest

from kit import BrowserCase, until


class Moves(BrowserCase):
    def move_to(self, page, section, board=None, button="Move", place=None):
        dialog = page.get_by_role("dialog")
        if board:
            until(lambda: dialog.get_by_role("combobox", name="Board").locator("option", has_text=board).count(), "the board is listed")
            dialog.get_by_role("combobox", name="Board").select_option(label=board)
        until(lambda: dialog.get_by_role("combobox", name="Section").locator("option", has_text=section).count(), "the section is listed")
        dialog.get_by_role("combobox", name="Section").select_option(label=section)
        if place:
            dialog.get_by_role("combobox", name="Place").select_option(label=place)
        dialog.get_by_role("button", name=button, exact=True).click()

    def test_marked_items_go_to_another_section_by_keyboard(self):
        self.board(A=["a", "b", "c"], B=["x"], C=["y"])
        page, _ = self.open(), self.open()
        self.row(page, "a").focus()
        for key in "Control+Space", "ArrowDown", "Control+Space", "t":
            page.keyboard.press(key)
        until(lambda: page.get_by_role("dialog", name="Move 2 items").count() == 1, "the dialog")
        before = self.nc.board(self.name)[1]
        self.move_to(page, "C", place="At the start")
        self.everywhere(["c"], ["x"], ["a", "b", "y"])
        self.said(page, 'Dropped 2 items, first "a", position 1 of 3 in C.')
        self.assertEqual(self.nc.board(self.name)[1], before + 1)
        page.keyboard.press("t")
        self.move_to(page, "B", button="Copy")
        self.everywhere(["c"], ["x", "a", "b"], ["a", "b", "y"])
        page.keyboard.press("Control+z")
        self.everywhere(["c"], ["x"], ["a", "b", "y"])

    def test_a_policy_that_does_not_take_them_is_said(self):
        self.board(A=["a", "b"], B=["x"])
        self.nc.do("policy", target="s2", board=self.name, limit=2)
        page = self.open()
        for text in "a", "b":
            self.row(page, text).click(modifiers=["Control"])
        page.get_by_role("region", name="Selected items").get_by_role("button", name="Move to…").click()
        self.move_to(page, "B")
        until(lambda: "B has room for 1 item, not for 2." in page.locator("#own").text_content(), "why")
        self.everywhere(["a", "b"], ["x"])

    def test_items_go_to_another_board_and_come_back(self):
        self.board(A=["a", "b", "c"])
        other = f"{self.name}-other"
        self.nc.make(other, {"Doing": ["x"], "Done": []})
        page = self.open()
        self.row(page, "a").click(modifiers=["Control"])
        self.row(page, "b").click(modifiers=["Control"])
        self.row(page, "b").get_by_role("button").click()
        page.get_by_role("menuitem", name="Move 2 items to…").click()
        self.move_to(page, "Doing", board=other)
        self.said(page, f'Moved 2 items, first "a" to Doing on {other}.')
        self.everywhere(["c"])
        texts = lambda: [[text for _, text in items] for _, items in self.nc.board(other)[0]]
        self.assertEqual(texts(), [["x", "a", "b"], []])
        page.get_by_role("button", name="Undo").last.click()
        self.everywhere(["a", "b", "c"])
        self.assertEqual(texts(), [["x"], []])
        self.row(page, "c").focus()
        page.keyboard.press("t")
        self.move_to(page, "Done", board=other, button="Copy")
        self.said(page, f'Copied "c" to Done on {other}.')
        self.assertEqual(texts(), [["x"], ["c"]])
        self.everywhere(["a", "b", "c"])

    def test_boards_and_sections_to_move_to_are_called_by_their_titles(self):
        self.board(**{"A": ["a"], "Not yet": ["b"], "": []})
        other = f"{self.name}-other"
        self.nc.make(other, {"Doing": ["x"], "": []})
        self.nc.do("policy", board=other, target="*", title="Weekly plan")
        page = self.open()
        self.row(page, "a").focus()
        page.keyboard.press("t")
        names = lambda field: page.get_by_role("dialog").get_by_role("combobox", name=field).locator("option").all_text_contents()
        until(lambda: "Weekly plan" in names("Board"), lambda: names("Board"))
        self.assertEqual([name for name in names("Board") if self.name in name], [], "no name where there is a title")
        self.assertEqual(names("Section"), ["A", "Not yet", "Untitled"])
        page.get_by_role("dialog").get_by_role("combobox", name="Board").select_option(label="Weekly plan")
        until(lambda: names("Section") == ["Doing", "Untitled"], lambda: names("Section"))
        self.move_to(page, "Untitled", button="Copy")
        self.said(page, 'Copied "a" to Untitled on Weekly plan.')

    def test_an_undo_beside_what_was_done_on_another_board_undoes_that_or_says_why_not(self):
        self.board(A=["a", "b", "c"])
        other = f"{self.name}-other"
        self.nc.make(other, {"Doing": ["x"]})
        page = self.open()
        texts = lambda: [text for _, text in self.nc.board(other)[0][0][1]]
        undo = lambda sentence: page.locator(".toast", has_text=sentence).get_by_role("button", name="Undo").click()
        for text, button, sentence in ("c", "Move", "Moved"), ("a", "Copy", "Copied"), ("b", "Copy", "Copied"):
            self.row(page, text).focus()
            page.keyboard.press("t")
            self.move_to(page, "Doing", board=other, button=button)
            self.said(page, f'{sentence} "{text}" to Doing on {other}.')
        self.assertEqual(texts(), ["x", "c", "a", "b"])
        for sentence in 'Copied "a"', 'Moved "c"':
            undo(sentence)
            self.said(page, f"You have changed {other} since. Undo it there.")
            until(lambda: texts() == ["x", "c", "a", "b"], texts)
            self.everywhere(["a", "b"])
            # What was said is said again the next time.
            page.evaluate("document.querySelector('#own').textContent = ''")
        undo('Copied "b"')
        self.said(page, "Undone.")
        self.assertEqual(texts(), ["x", "c", "a"])
        self.everywhere(["a", "b"])

    def test_an_item_that_somebody_drags_goes_nowhere(self):
        self.board(A=["a"])
        other = f"{self.name}-other"
        self.nc.make(other, {"Doing": []})
        page, ann = self.open(), self.server.client("Ann")
        self.row(page, "a").focus()
        page.keyboard.press("t")
        ann.do("begin", items=["i1"], board=self.name)
        self.move_to(page, "Doing", board=other)
        until(lambda: 'Ann is dragging "a".' in page.locator("#own").text_content(), "why")
        self.assertEqual(self.nc.board(other)[0], [["Doing", []]])
        ann.close()


if __name__ == "__main__":
    unittest.main()
