"""What comes from outside of the window: lines that are pasted, and texts, addresses and files that are dragged in."""

import os
import tempfile
import unittest

from kit import BrowserCase, until


class OutsideCase(BrowserCase):
    def drags(self, page, **data):
        """Drags something of other programs over a page, as the browser is told by its system."""
        session = page.context.new_cdp_session(page)
        items = [{"mimeType": kind.replace("_", "/").replace("uri/list", "uri-list"), "data": text} for kind, text in data.get("items", {}).items()]
        what = {"items": items, "files": data.get("files", []), "dragOperationsMask": 1}

        def send(kind, x, y):
            session.send("Input.dispatchDragEvent", {"type": kind, "x": x, "y": y, "data": what})
            self.frame(page)
        return send

    def over(self, send, page, x, y):
        send("dragEnter", x, y)
        send("dragOver", x, y)
        until(lambda: page.evaluate("dropline.drag.verdict || dropline.drag.state === 'idle'"), "a verdict")
        # What makes way for it is drawn.
        send("dragOver", x, y)

    def revision(self):
        return self.nc.board(self.name)[1]

    def stays(self, page):
        self.assertEqual(page.url, self.server.page(self.name))
        self.assertEqual(len(page.context.pages), 1)
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "no drag is left")
        self.assertEqual(self.nc.do("drags", board=self.name)["rows"], [])


class Dragged(OutsideCase):
    def test_a_text_from_outside_becomes_an_item_and_others_see_the_drag(self):
        self.board(A=["a", "b"], B=["x"])
        page, other = self.open(), self.open()
        send = self.drags(page, items={"text_plain": "Milk and honey"})
        x, y = self.above(page, "b")
        self.over(send, page, x, y)
        self.assertEqual(self.place(page), "before:i2")
        until(lambda: "A text from outside" in (other.locator(".ghost").text_content() or ""), "others see it")
        before = self.revision()
        send("drop", x, y)
        self.everywhere(["a", "Milk and honey", "b"], ["x"])
        self.said(page, 'Added "Milk and honey", position 2 of 3 in A.')
        self.assertEqual(self.revision(), before + 1)
        self.stays(page)
        page.keyboard.press("Control+z")
        self.everywhere(["a", "b"], ["x"])

    def test_an_address_becomes_an_item(self):
        self.board(A=["a"], B=[])
        page = self.open()
        send = self.drags(page, items={"text_uri_list": "# a comment\r\nhttps://example.org/page\r\n"})
        box = page.locator(".section").nth(1).bounding_box()
        self.over(send, page, box["x"] + 100, box["y"] + 90)
        send("drop", box["x"] + 100, box["y"] + 90)
        self.everywhere(["a"], ["https://example.org/page"])
        self.assertEqual(page.locator(".row a").get_attribute("href"), "https://example.org/page")
        self.stays(page)

    def test_lines_become_items_in_their_order_in_one_revision(self):
        self.board(A=["a", "b"])
        page, _ = self.open(), self.open()
        send = self.drags(page, items={"text_plain": "one\r\n\r\n  two\nthree\n"})
        x, y = self.above(page, "b")
        self.over(send, page, x, y)
        before = self.revision()
        send("drop", x, y)
        self.everywhere(["a", "one", "two", "three", "b"])
        self.said(page, 'Added 3 items, first "one", position 2 of 5 in A.')
        self.assertEqual(self.revision(), before + 1)
        self.stays(page)

    def test_more_lines_than_a_drag_has_are_refused(self):
        self.board(A=["a"])
        page = self.open()
        send = self.drags(page, items={"text_plain": "\n".join(f"line {i}" for i in range(201))})
        x, y = self.center(page, "a")
        self.over(send, page, x, y)
        send("drop", x, y)
        self.said(page, "At most 200 lines can be added at once.")
        self.everywhere(["a"])
        self.stays(page)

    def test_two_hundred_lines_are_not_refused(self):
        self.board(A=["a"])
        page = self.open()
        texts = [f"line {i}" for i in range(200)]
        send = self.drags(page, items={"text_plain": "\n".join(texts)})
        x, y = self.above(page, "a")
        self.over(send, page, x, y)
        send("drop", x, y)
        self.everywhere([*texts, "a"])

    def test_what_leaves_the_window_or_misses_the_sections_changes_nothing(self):
        self.board(A=["a"])
        page, other = self.open(), self.open()
        send = self.drags(page, items={"text_plain": "text"})
        x, y = self.above(page, "a")
        self.over(send, page, x, y)
        until(lambda: other.locator(".ghost").count() == 1, "others see it")
        # The tools of the browser do not send it for a drag that they made.
        page.evaluate("document.querySelector('#board').dispatchEvent(new DragEvent('dragleave', {bubbles: true}))")
        until(lambda: other.locator(".ghost").count() == 0, "it is gone for others")
        self.stays(page)
        self.over(send, page, x, y)
        send("dragOver", 900, 700)
        send("drop", 900, 700)
        self.said(page, "Drop it on a section.")
        self.everywhere(["a"])
        self.stays(page)

    def test_a_section_that_does_not_take_it_says_why(self):
        self.board(A=["a"], B=["x"])
        self.nc.do("policy", target="s2", board=self.name, local_only="yes")
        page = self.open()
        send = self.drags(page, items={"text_plain": "text"})
        x, y = self.above(page, "x")
        self.over(send, page, x, y)
        until(lambda: page.locator(".ghost.denied").count() == 1, "denied")
        send("drop", x, y)
        self.said(page, "Only on its own board.")
        self.everywhere(["a"], ["x"])
        self.stays(page)

    def test_a_file_of_text_gives_its_lines_and_any_other_is_refused(self):
        self.board(A=["a"])
        page = self.open()
        with tempfile.TemporaryDirectory() as folder:
            for name, data in ("list.txt", b"one\ntwo\n"), ("page.html.png", b"\x89PNG\r\n\x1a\n"), ("large.txt", b"x" * 70_000):
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
            x, y = self.above(page, "a")
            for name, sentence in ("page.html.png", "Only files of text can be dropped here."), ("large.txt", "That is too much text at once."):
                send = self.drags(page, files=[os.path.join(folder, name)])
                self.over(send, page, x, y)
                send("drop", x, y)
                self.said(page, sentence)
                self.stays(page)
            send = self.drags(page, files=[os.path.join(folder, "list.txt")])
            self.over(send, page, x, y)
            send("drop", x, y)
            self.everywhere(["one", "two", "a"])
            # Beside the board neither a file nor a text takes the page away.
            for data in {"files": [os.path.join(folder, "list.txt")]}, {"items": {"text_uri_list": self.server.page()}}:
                send = self.drags(page, **data)
                for kind in "dragEnter", "dragOver", "drop":
                    send(kind, 300, 20)
                self.stays(page)

    def test_the_page_of_all_boards_stays_too(self):
        self.board(A=["a"])
        page = self.open(wait=False, url=self.server.page())
        until(lambda: page.evaluate("document.body.dataset.link") == "live", "live")
        with tempfile.NamedTemporaryFile(suffix=".txt") as file:
            for data in {"files": [file.name]}, {"items": {"text_uri_list": self.server.page(self.name)}}:
                send = self.drags(page, **data)
                for kind in "dragEnter", "dragOver", "drop":
                    send(kind, 300, 300)
        self.assertEqual(page.url, self.server.page())
        self.assertEqual(len(page.context.pages), 1)
        self.assertEqual(page.locator(".boards").count(), 1)

    def test_a_find_keeps_hidden_items_where_they_are(self):
        self.board(A=["a1", "x", "b1", "y"])
        page = self.open()
        page.locator("#find").fill("1")
        until(lambda: page.locator("#board .row").count() == 2, "two rows are left")
        self.settled(page)
        send = self.drags(page, items={"text_plain": "new 1"})
        # On the field for a new item it is the same.
        x, y = self.center(page, "b1")
        self.over(send, page, x, y + 60)
        send("drop", x, y + 60)
        self.everywhere(["a1", "x", "b1", "new 1", "y"])
        self.settled(page)
        box = page.locator(".add").first.bounding_box()
        self.over(send, page, box["x"] + 100, box["y"] + 10)
        send("drop", box["x"] + 100, box["y"] + 10)
        self.everywhere(["a1", "x", "b1", "new 1", "new 1", "y"])

    def test_selected_items_are_dragged_to_another_window_as_copies(self):
        self.board(A=["a", "b", "c"])
        page = self.open()
        target = self.name
        self.name = f"{target}-other"
        self.nc.make(self.name, {"B": ["x"]})
        other = self.open()
        for text in "ac":
            self.row(page, text).click(modifiers=["Control"])
        # The browser drags what the bar gives it.
        data = page.evaluate("""() => {
          const dataTransfer = new DataTransfer();
          document.querySelector('#marks span').dispatchEvent(new DragEvent('dragstart', {dataTransfer, bubbles: true, cancelable: true}));
          return Object.fromEntries(dataTransfer.types.map(type => [type, dataTransfer.getData(type)]));
        }""")
        self.assertEqual(data["text/plain"], "a\nc")
        send = self.drags(other, items=data)
        x, y = self.above(other, "x")
        self.over(send, other, x, y)
        send("drop", x, y)
        until(lambda: self.texts(other, 0) == ["a", "c", "x"], lambda: self.texts(other, 0))
        self.assertEqual(self.texts(page, 0), ["a", "b", "c"])
        self.pages.remove(page)

    def test_the_bar_can_be_dragged_as_a_mouse_drags(self):
        self.board(A=["a", "b"], B=["x"])
        page = self.open()
        for text in "ab":
            self.row(page, text).click(modifiers=["Control"])
        page.locator("#marks span").drag_to(self.row(page, "x"), target_position={"x": 100, "y": 6})
        self.everywhere(["a", "b"], ["a", "b", "x"])


class Pasted(OutsideCase):
    def paste(self, page, text):
        page.evaluate("""text => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', text);
          const event = new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true});
          if (document.activeElement.dispatchEvent(event)) document.activeElement.value += text.replaceAll('\\n', ' ');
        }""", text)

    def test_pasted_lines_become_one_item_each_in_one_revision(self):
        self.board(A=["a"], B=["x"])
        page, _ = self.open(), self.open()
        before = self.revision()
        page.locator(".add").first.focus()
        self.paste(page, "one\r\ntwo\n\n three ")
        self.everywhere(["a", "one", "two", "three"], ["x"])
        self.said(page, 'Added 3 items, first "one" to A.')
        self.assertEqual(self.revision(), before + 1)
        self.assertEqual(page.locator(".add").first.input_value(), "")
        page.get_by_role("button", name="Undo").last.click()
        self.everywhere(["a"], ["x"])

    def test_one_pasted_line_stays_in_the_field(self):
        self.board(A=["a"])
        page = self.open()
        page.locator(".add").first.focus()
        self.paste(page, "one")
        self.assertEqual(page.locator(".add").first.input_value(), "one")
        page.keyboard.press("Enter")
        self.everywhere(["a", "one"])

    def test_with_the_focus_on_an_item_they_go_behind_it(self):
        self.board(A=["a", "b"], B=[])
        page = self.open()
        self.row(page, "a").focus()
        self.paste(page, "one\ntwo")
        self.everywhere(["a", "one", "two", "b"], [])
        page.keyboard.press("ArrowRight")
        self.paste(page, "three")
        self.everywhere(["a", "one", "two", "b"], ["three"])

    def test_too_many_and_too_long_lines_are_refused(self):
        self.board(A=["a"])
        page = self.open()
        self.row(page, "a").focus()
        for text, sentence in [("x\n" * 201, "At most 200 lines can be added at once."), ("é" * 513 + "\nb", "The text is too long: at most 1024 bytes."),
                               (("x" * 1000 + "\n") * 100, "That is too much text at once."), (" \n\n", None)]:
            self.paste(page, text)
            if sentence:
                self.said(page, sentence)
        self.everywhere(["a"])

    def test_it_is_tried_again_if_others_are_faster(self):
        self.board(A=["a"], B=["x"])
        page = self.open()
        self.row(page, "a").focus()
        self.nc.send(*({"kind": "move", "items": ["i2"], "place": f"end:s{1 + k % 2}", "board": self.name} for k in range(101)))
        self.paste(page, "one\ntwo")
        self.nc.wait()
        until(lambda: "two" in self.texts(page, 0), "they are there")
        self.assertEqual(self.texts(page, 0)[:3], ["a", "one", "two"])

    def test_viewers_paste_and_drop_nothing(self):
        self.board(A=["a"])
        page = self.open()
        page.evaluate("dropline.replica.role = 'viewer'")
        self.row(page, "a").focus()
        self.paste(page, "one\ntwo")
        self.said(page, "You can only view this board.")
        page.evaluate("document.querySelector('#own').textContent = ''")
        send = self.drags(page, items={"text_plain": "text"})
        x, y = self.center(page, "a")
        for kind in "dragEnter", "dragOver", "drop":
            send(kind, x, y)
        self.said(page, "You can only view this board.")
        page.keyboard.press("Control+a")
        self.row(page, "a").click(modifiers=["Control"])
        self.assertTrue(page.get_by_role("region", name="Selected items").is_hidden())
        self.everywhere(["a"])
        self.stays(page)


if __name__ == "__main__":
    unittest.main()
