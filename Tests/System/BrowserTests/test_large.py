"""Boards that are opened by counts: rows come when they are in sight."""

import os
import tempfile
import unittest

from firefox import FIREFOX, Firefox
from kit import BrowserCase, Server, until

MANY = 999_900
LINES = " with a text that needs more than one line of the column"


def text(number):
    return f"Item {number}{LINES if number % 7 == 0 else ''}"


def write(folder, name, count):
    """A board file with a section of so many items, one of 20, and one without any."""
    path = os.path.join(folder, f"{name}.board")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"board {name} 1 3 {count + 23}\nsection s1 {count} Many\n")
        file.writelines(f"item i{k} {text(k)}\n" for k in range(count))
        file.write("section s2 20 To do\n")
        file.writelines(f"item t{k} Task {k}\n" for k in range(20))
        file.write("section s3 0 Empty\n")
    return path


class LargeCase(BrowserCase):
    """Tests of a board of a million items: each begins with the board as the last one left it."""

    def setUp(self):
        super().setUp()
        self.name = "large"

    def rows(self, place, count=1):
        """The texts that the server has from a place on."""
        return [row.get("text", "") for row in self.nc.do("rows", place=place, count=count, board=self.name)["rows"]]

    def path(self, item):
        """Where an item is: [section, index]."""
        return [int(part) for part in self.nc.do("where", items=[item], board=self.name)["rows"][0]["path"].split(".")]

    def drawn(self, page, section=0):
        """The rows in sight of a section, by index: their texts, or None for those that are waited for."""
        return dict(page.evaluate("""k => {
            const rows = document.querySelectorAll('.section')[k].querySelector('.rows'), box = rows.getBoundingClientRect();
            const inSight = row => row.getBoundingClientRect().bottom > box.top && row.getBoundingClientRect().top < box.bottom;
            return [...rows.querySelectorAll('.row:not(.away)')].filter(inSight).map(row =>
                [Number(row.ariaRowIndex) - 1, row.matches('.waiting') ? null : row.querySelector('.text').textContent]);
        }""", section))

    def shows(self, page, section=0):
        """What is in sight is what the board has there."""
        def is_right():
            drawn = self.drawn(page, section)
            first = min(drawn, default=0)
            return list(drawn.values()) == self.rows(f"{section}.{first}", len(drawn)) and drawn
        return until(is_right, lambda: f"the rows of the board, not {self.drawn(page, section)}")

    def scroll(self, page, part, section=0):
        """Scrolls to a part of a section: 0 is its start, 1 its end."""
        page.evaluate("""([k, part]) => {
            const rows = document.querySelectorAll('.section')[k].querySelector('.rows');
            rows.scrollTop = part * (rows.scrollHeight - rows.clientHeight);
        }""", [section, part])
        self.frame(page)

    def focused(self, page):
        return page.evaluate("document.activeElement.querySelector?.('.text')?.textContent")


def setUpModule():
    """Starts the server of all these tests, which reads the items once."""
    with tempfile.TemporaryDirectory() as folder:
        boards = {"large": MANY, "thousand": 980, "nothing": 0}
        server = Server(*(word for name, count in boards.items() for word in ("--board", write(folder, name, count))))
    LargeCase.shared_server = server
    unittest.addModuleCleanup(server.stop)


class Large(LargeCase):
    def test_it_opens_by_counts_and_shows_any_part_of_it(self):
        page = self.open()
        self.assertEqual(page.evaluate("[dropline.replica.isCounting, dropline.replica.sections.length]"), [True, 3])
        self.assertEqual(page.locator(".count").first.text_content(), str(self.nc.counts("large")[0]))
        self.assertEqual(min(self.shows(page)), 0)
        self.scroll(page, 0.5)
        drawn = self.shows(page)
        self.assertAlmostEqual(min(drawn), MANY / 2, delta=1000)
        self.scroll(page, 1)
        self.assertEqual(max(self.shows(page)), self.nc.counts("large")[0] - 1)
        self.assertLess(page.evaluate("dropline.replica.items.size"), 400)
        grid = page.get_by_role("grid", name="Many")
        self.assertEqual(grid.get_attribute("aria-rowcount"), str(self.nc.counts("large")[0]))

    def test_rows_that_are_waited_for_are_drawn_as_such(self):
        page = self.open()
        page.evaluate("dropline.sight.see = () => {}")
        self.scroll(page, 0.25)
        drawn = self.drawn(page)
        self.assertEqual(set(drawn.values()), {None})
        self.assertGreater(len(drawn), 10)
        waiting = page.locator(".waiting").first
        self.assertEqual([waiting.get_attribute("aria-busy"), waiting.get_by_role("gridcell").get_attribute("aria-label")], ["true", "Loading"])
        page.evaluate("delete dropline.sight.see, dropline.schedule()")
        self.shows(page)

    def test_a_search_asks_the_server(self):
        page = self.open()
        page.locator("#find").fill("item 777777")
        self.said(page, '1 item with "item 777777".', "others")
        self.assertEqual(list(self.drawn(page).values()), [text(777_777)])
        self.assertEqual(page.locator(".count").first.text_content(), f"1 of {self.nc.counts('large')[0]}")
        # What changes meanwhile is found, too.
        self.nc.do("edit", item="i400000", text="item 777777 is here", board="large")
        until(lambda: len(self.drawn(page)) == 2, "another one is found")
        self.nc.do("edit", item="i400000", text=text(400_000), board="large")
        until(lambda: len(self.drawn(page)) == 1, "it is not found any more")
        page.locator("#find").fill("item 12345")
        self.said(page, '11 items with "item 12345".', "others")
        page.locator("#find").fill("item")
        self.said(page, 'The first 100 items with "item"; there are more.', "others")
        self.assertEqual(page.locator(".count").first.text_content(), f"100+ of {self.nc.counts('large')[0]}")
        page.locator("#find").fill("due=")
        self.said(page, "On a board of so many items, say which due the items have: due=…", "others")
        page.locator("#find").fill("")
        self.shows(page)

    def test_an_item_is_dropped_where_no_row_is_known(self):
        page = self.open()
        page.evaluate("dropline.sight.see = dropline.sight.follow = () => {}")
        self.lift(page, "Task 3")
        x, y = page.locator(".section").first.bounding_box()["x"] + 100, 400
        page.mouse.move(x, y)
        self.scroll(page, 0.7)
        page.mouse.move(x, y + 3)
        self.frame(page)
        place = page.evaluate("dropline.drag.place.anchor")
        self.assertRegex(place, r"^0\.\d+@\d+$")
        self.nc.do("insert", place="0.0", text="in front of it", board="large")
        until(lambda: page.evaluate("dropline.replica.sections[0].items.length") == MANY + 1, "another item in front of it")
        self.frame(page)
        page.mouse.up()
        until(lambda: self.path("t3")[0] == 0, "dropped")
        before = int(place.split(".")[1].split("@")[0])
        self.assertEqual(self.path("t3"), [0, before + 1])
        self.said(page, f'Dropped "Task 3", position {before + 2} of {MANY + 2} in Many.')
        page.evaluate("delete dropline.sight.see, delete dropline.sight.follow, dropline.schedule()")
        self.assertIn("Task 3", self.shows(page).values())
        page.keyboard.press("Control+z")
        until(lambda: self.path("t3") == [1, 3], "undone")
        self.nc.do("undo", board="large")

    def test_a_drag_scrolls_through_rows_that_are_not_here(self):
        """(slow: a scroll at the speed of a drag)"""
        page = self.open()
        self.scroll(page, 0.3)
        self.shows(page)
        self.lift(page, "Task 5")
        box = page.locator(".section .rows").first.bounding_box()
        x, y = box["x"] + 100, box["y"] + box["height"] - 4
        page.mouse.move(x, y - 100)
        first = min(self.drawn(page))
        page.mouse.move(x, y)
        until(lambda: min(self.drawn(page)) > first + 200, "it scrolls")
        page.mouse.move(x, y - 200)
        self.shows_around(page)
        self.carry(page, x, y - 203)
        page.mouse.up()
        until(lambda: self.path("t5")[0] == 0, "dropped")
        self.said(page, f'Dropped "Task 5", position {self.path("t5")[1] + 1} of {self.nc.counts("large")[0]} in Many.')
        self.assertIn("Task 5", self.shows(page).values())
        page.keyboard.press("Control+z")
        until(lambda: self.path("t5") == [1, 5], "undone")

    def shows_around(self, page):
        until(lambda: None not in self.drawn(page).values(), "the rows are there")

    def test_the_keyboard_goes_to_rows_that_are_not_here(self):
        page = self.open()
        count = self.nc.counts("large")[0]
        self.row(page, "Item 1").focus()
        page.keyboard.press("End")
        until(lambda: self.focused(page) == text(MANY - 1), lambda: f"the last one, not {self.focused(page)}")
        for key in "PageUp", "PageUp", "ArrowUp":
            page.keyboard.press(key)
        until(lambda: self.focused(page) == text(MANY - 22), lambda: f"21 above it, not {self.focused(page)}")
        self.assertEqual(page.evaluate("document.activeElement.ariaRowIndex"), str(count - 21))
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
        until(lambda: self.focused(page) == text(1), lambda: f"the second one, not {self.focused(page)}")
        # What is done with an item waits for it.
        page.keyboard.press("End")
        page.keyboard.press("e")
        until(lambda: page.locator("textarea").count() == 1, "the editor")
        self.assertEqual(page.locator("textarea").input_value(), text(MANY - 1))
        page.keyboard.press("Escape")
        page.keyboard.press("Home")
        until(lambda: self.focused(page) == text(0), "the first one")

    def test_the_focus_goes_where_it_was_sent_last(self):
        page = self.open()
        self.row(page, text(0)).focus()
        page.evaluate("dropline.sight.see = () => {}")
        for key in "End", "Home":
            page.keyboard.press(key)
        until(lambda: page.evaluate("dropline.replica.sections[0].items.at(dropline.replica.sections[0].items.length - 1)?.text") == text(MANY - 1), "the last one")
        self.frame(page)
        self.assertEqual(self.focused(page), text(0))
        # A snapshot comes while the focus waits.
        page.evaluate("dropline.sight.load = () => {}")
        page.keyboard.press("PageDown")
        page.evaluate("dropline.focus.place(dropline.replica.sections[0], 300_000)")
        page.evaluate("delete dropline.sight.load, delete dropline.sight.see, dropline.link.epoch = 'another', dropline.link.cut()")
        until(lambda: self.focused(page) == text(300_000), lambda: f"behind the snapshot, not {self.focused(page)}")
        self.allowed = ("WebSocket",)

    def test_the_keyboard_moves_an_item_to_the_end_and_between_rows_that_are_not_here(self):
        page = self.open()
        count = self.nc.counts("large")[0]
        self.row(page, "Item 2").focus()
        page.keyboard.press("Space")
        self.said(page, f'Picked up "Item 2", position 3 of {count} in Many. Arrow keys move, Space drops, Escape cancels.')
        for key in "End", "PageUp", "PageUp":
            page.keyboard.press(key)
        self.said(page, f"Position {count - 20} of {count} in Many.")
        page.keyboard.press("Space")
        until(lambda: self.path("i2") == [0, count - 21], lambda: f"near the end, not at {self.path('i2')}")
        self.said(page, f'Dropped "Item 2", position {count - 20} of {count} in Many.')
        until(lambda: self.focused(page) == "Item 2", "the focus is with it")
        self.shows(page)
        page.keyboard.press("Control+z")
        until(lambda: self.path("i2") == [0, 2], "undone")

    def test_what_others_do_arrives(self):
        page = self.open()
        self.scroll(page, 0.5)
        drawn = self.shows(page)
        middle = sorted(drawn)[len(drawn) // 2]
        item = self.nc.do("rows", place=f"0.{middle}", count=1, board="large")["rows"][0]["item"]
        old = drawn[middle]
        self.nc.do("edit", item=item, text="somebody was here", board="large")
        until(lambda: self.drawn(page).get(middle) == "somebody was here", "another text")
        box = self.row(page, "somebody was here").bounding_box()
        # What comes above leaves what is in view where it is.
        self.nc.do("insert", place="0.0", text="above", board="large")
        until(lambda: self.drawn(page).get(middle + 1) == "somebody was here", "another index")
        self.assertAlmostEqual(self.row(page, "somebody was here").bounding_box()["y"], box["y"], delta=3)
        # An item that the page does not know comes into sight.
        self.nc.do("move", items=["i9000"], place=f"before:{item}", board="large")
        until(lambda: "Item 9000" in self.drawn(page).values(), "what was moved here")
        self.shows(page)
        # A drag of an item that it does not know, to a place that it sees.
        self.nc.do("begin", items=["i20"], board="large")
        self.nc.do("propose", place=f"before:{item}")
        until(lambda: page.locator(".ghost").count() and page.locator(".ghost").first.text_content() == "nc · Item 20", "the ghost")
        self.nc.do("cancel")
        for _ in range(3):
            self.nc.do("undo", board="large")
        until(lambda: old in self.drawn(page).values(), "undone")

    def test_a_range_is_selected_over_rows_that_are_not_here(self):
        page = self.open()
        self.scroll(page, 0.9)
        first = sorted(self.shows(page))[3]
        page.locator(f".section:first-child .row[aria-rowindex='{first + 1}']").click()
        for _ in range(6):
            page.evaluate("document.querySelector('.rows').scrollTop += 1000")
            self.frame(page)
        last = sorted(self.shows(page))[-4]
        self.assertGreater(last - first, 90)
        page.locator(f".section:first-child .row[aria-rowindex='{last + 1}']").click(modifiers=["Shift"])
        until(lambda: page.evaluate("dropline.marks.ids.length") == last - first + 1, "all between are selected")
        page.keyboard.press("Control+a")
        self.said(page, "At most 200 items can be selected at once.")
        page.keyboard.press("Escape")

    def test_a_mosaic_shows_any_part(self):
        page = self.open()
        page.get_by_role("button", name="Board menu").click()
        page.get_by_role("menuitem", name="Show as a mosaic").click()
        self.frame(page)
        page.evaluate("document.getElementById('board').scrollTop = 3_000_000")
        self.frame(page)
        until(lambda: page.locator(".section:first-child .row:not(.waiting)").count() > 20 and page.locator(".waiting").count() == 0, "tiles")
        tiles = page.evaluate("[...document.querySelectorAll('.section:first-child .row')].map(row => [row.ariaRowIndex, row.querySelector('.text').textContent])")
        first = int(tiles[0][0])
        self.assertEqual([tile[1] for tile in tiles], self.rows(f"0.{first - 1}", len(tiles)))
        page.evaluate("dropline.setLayout(false)")

    def test_it_goes_on_after_a_break(self):
        page = self.open()
        self.scroll(page, 0.5)
        drawn = self.shows(page)
        page.evaluate("dropline.link.cut()")
        self.nc.do("insert", place=f"0.{max(drawn)}", text="during the break", board="large")
        until(lambda: "during the break" in self.drawn(page).values(), "what was inserted meanwhile")
        self.assertTrue(page.evaluate("dropline.replica.isCounting"))
        self.shows(page)
        self.nc.do("undo", board="large")
        self.allowed = ("WebSocket",)


class OnAPhone(LargeCase):
    """A window of 390 x 844, and fingers."""

    def test_a_finger_scrolls_and_drags(self):
        """(slow: a million items)"""
        page = self.open(width=390, height=844, has_touch=True, is_mobile=True)
        self.shows(page)
        self.scroll(page, 0.5)
        drawn = self.shows(page)
        send = self.touch(page)
        for _ in range(3):
            send("touchStart", 150, 650)
            for step in range(1, 9):
                send("touchMove", 150, 650 - 60 * step)
            send("touchEnd")
        until(lambda: min(self.shows(page)) > min(drawn) + 10, "it scrolls")
        until(lambda: page.evaluate("new Promise(done => { const rows = document.querySelector('.rows'), at = rows.scrollTop; setTimeout(() => done(rows.scrollTop === at), 200); })"), "it stands")
        drawn = self.shows(page)
        index = sorted(drawn)[4]
        item = self.nc.do("rows", place=f"0.{index}", count=1, board="large")["rows"][0]["item"]
        box = page.locator(f"[data-item={item}]").bounding_box()
        x, y = box["x"] + 100, box["y"] + 15
        send = self.press(page, x, y)
        for step in range(1, 13):
            send("touchMove", x, y + 15 * step)
        until(lambda: page.evaluate("dropline.drag.verdict"), "a verdict")
        send("touchEnd")
        until(lambda: self.path(item)[1] > index, "dropped")
        self.shows(page)
        self.nc.do("move", items=[item], place=f"0.{index}", board="large")


class Counted(BrowserCase):
    """Boards of a little more than 2,000 items, with the commands that need all of them."""

    def texts_of(self, section):
        return [text for _, text in self.nc.board(self.name)[0][section][1]]

    def menu(self, page, *entries):
        page.get_by_role("button", name="Board menu").click()
        for entry in entries:
            page.get_by_role("menuitem", name=entry).click()

    def test_2000_items_are_here_as_ever_and_more_are_counted(self):
        for count in 2000, 2001:
            self.board(A=[f"item {i}" for i in range(count)])
            page = self.open()
            self.assertEqual(page.evaluate("[dropline.replica.isCounting, dropline.replica.sections[0].items.length]"), [count > 2000, count])
            self.row(page, "item 0").wait_for()
            self.settled(self.pages.pop())

    def test_a_section_is_sorted_whole(self):
        self.board(A=[f"n{i:04}" for i in range(2100, 0, -1)], B=["x"])
        page = self.open()
        page.get_by_role("button", name="Actions for section A").click()
        page.get_by_role("menuitem", name="Sort by text").click()
        until(lambda: self.texts_of(0) == [f"n{i:04}" for i in range(1, 2101)], "sorted")
        until(lambda: page.locator("#board .row .text").first.text_content() == "n0001", "shown")
        page.keyboard.press("Control+z")
        until(lambda: self.texts_of(0)[0] == "n2100", "undone")

    def test_all_items_are_exported_and_the_page_goes_on_to_count(self):
        texts = [f"item {i}" for i in range(2500)]
        self.board(A=texts, B=["x"])
        page = self.open(accept_downloads=True)
        with page.expect_download() as download:
            self.menu(page, "Board…", "Export as plain text")
        with open(download.value.path(), encoding="utf-8") as file:
            self.assertEqual(file.read().split(), " ".join([self.name, "A", *texts, "B", "x"]).split())
        self.assertTrue(page.evaluate("dropline.replica.isCounting"))
        self.nc.do("insert", place="0.0", text="later", board=self.name)
        self.row(page, "later").wait_for()

    def test_what_is_selected_or_carried_is_not_forgotten(self):
        """(slow: 2,500 items, and many scrolls)"""
        self.board(A=[f"item {i}" for i in range(2500)], B=[])
        page = self.open()
        page.evaluate("dropline.replica.limit = 60")
        self.row(page, "item 3").click(modifiers=["Control"])
        for top in range(0, 60_000, 2_000):
            page.evaluate("top => document.querySelector('.rows').scrollTop = top", top)
            self.frame(page)
            until(lambda: page.locator(".waiting").count() == 0, "the rows")
        self.assertLess(page.evaluate("dropline.replica.items.size"), 160)
        self.assertEqual(page.get_by_role("region", name="Selected items").locator("span").text_content(), "1 selected")
        self.lift(page, page.locator(".row:not(.away) .text").nth(9).text_content())
        for top in range(60_000, 0, -2_000):
            page.evaluate("top => document.querySelector('.rows').scrollTop = top", top)
            self.frame(page)
            until(lambda: page.locator(".waiting").count() == 0, "the rows")
        box = page.locator(".section").nth(1).bounding_box()
        self.carry(page, box["x"] + 60, box["y"] + 80)
        page.mouse.up()
        until(lambda: self.nc.counts(self.name)[1] == 1, "dropped")
        # Somebody deletes what is selected here.
        self.nc.do("delete", items=["i4"], board=self.name)
        page.get_by_role("region", name="Selected items").wait_for(state="hidden")

    def test_a_gone_item_of_a_selection_is_found_out_behind_a_snapshot(self):
        self.board(A=[f"item {i}" for i in range(2500)])
        page = self.open()
        for number in 1, 2:
            self.row(page, f"item {number}").click(modifiers=["Control"])
        page.evaluate("dropline.link.epoch = 'another'")
        self.nc.do("delete", items=["i2"], board=self.name)
        page.evaluate("dropline.link.cut()")
        until(lambda: page.evaluate("dropline.marks.ids") == ["i3"], lambda: page.evaluate("dropline.marks.ids"))
        self.row(page, "item 2").wait_for()
        self.allowed = ("WebSocket",)


@unittest.skipUnless(FIREFOX, "Firefox is not installed")
class InFirefox(unittest.TestCase):
    def test_a_million_items_are_scrolled_and_dragged_on(self):
        """(slow: a million items, and a start of Firefox)"""
        server = LargeCase.shared_server
        nc, firefox = server.client("nc"), Firefox()
        self.addCleanup(nc.close)
        self.addCleanup(firefox.quit)
        firefox.open(server.page("large"))
        rows = """() => [...document.querySelectorAll('.section:first-of-type .row:not(.away)')].filter(row => row.getBoundingClientRect().bottom > 120
            && row.getBoundingClientRect().top < innerHeight - 150).map(row => [Number(row.ariaRowIndex), row.querySelector('.text').textContent])"""

        def shows(near):
            drawn = until(lambda: (lambda found: found and all(text for _, text in found) and abs(found[0][0] - near) < 10_000 and found)(firefox.ask(rows)),
                          lambda: f"rows near {near}, not {firefox.ask(rows)[:2]}")
            self.assertEqual([text for _, text in drawn], [row["text"] for row in nc.do("rows", place=f"0.{drawn[0][0] - 1}", count=len(drawn), board="large")["rows"]])

        until(lambda: firefox.ask("() => dropline?.link.state === 'live' && dropline.replica.isCounting"), "live")
        shows(1)
        for part, near in (0.5, MANY / 2), (1, MANY), (0.25, MANY / 4):
            firefox.ask("part => { const rows = document.querySelector('.rows'); rows.scrollTop = part * (rows.scrollHeight - rows.clientHeight); }", part)
            shows(near)
        x, y = firefox.ask("() => { const { x, y } = document.querySelector('[data-item=t3]').getBoundingClientRect(); return [x + 90, y + 20]; }")
        firefox.mouse((x, y), "down", (x + 4, y + 3), (x + 12, y + 6), (150, 400), (150, 404))
        until(lambda: firefox.ask("() => dropline.drag.verdict && dropline.drag.place.section") == "s1", "a verdict")
        firefox.mouse("up")
        until(lambda: abs(int(nc.do("where", items=["t3"], board="large")["rows"][0]["path"].split(".")[1]) - MANY / 4) < 10_000, "dropped")
        nc.do("edit", item="t3", text="it is here", board="large")
        until(lambda: firefox.ask("() => [...document.querySelectorAll('.text')].some(text => text.textContent === 'it is here')"), "the edit")
        self.addCleanup(lambda: (nc.do("edit", item="t3", text="Task 3", board="large"), nc.do("move", items=["t3"], place="before:t4", board="large")))
        firefox.keys("Escape")
        firefox.ask("() => dropline.focus.item(dropline.replica.items.get('t3'))")
        firefox.ask("() => dropline.focus.place(dropline.replica.sections[0], Infinity)")
        until(lambda: firefox.ask("() => document.activeElement.querySelector?.('.text')?.textContent") == text(MANY - 1), "the last one has the focus")


class Figures(LargeCase):
    def memory(self, name):
        """The bytes of the heap behind a collection, of a page with a part of the board in sight."""
        self.name = name
        page = self.open(browser=self.launch())
        if name != "nothing":
            for part in 0.2, 0.5, 0.9:
                self.scroll(page, part)
                self.shows(page)
        session = page.context.new_cdp_session(page)
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        self.settled(self.pages.pop())
        return session.send("Runtime.getHeapUsage")["usedSize"]

    def test_memory_follows_what_was_seen(self):
        """(slow: three browsers)"""
        nothing, thousand, million = (self.memory(name) for name in ("nothing", "thousand", "large"))
        self.name = "large"
        self.assertLess(million - nothing, 10e6)
        self.assertLess(million, 1.2 * thousand)

    def test_the_first_screen_is_a_few_kilobytes(self):
        context = self.browser.new_context(viewport={"width": 1280, "height": 800})
        self.contexts.append(context)
        page, frames = context.new_page(), []
        self.listen(page)
        page.on("websocket", lambda each: each.on("framereceived", lambda data: frames.append(data)))
        page.goto(self.server.page("large"))
        self.live(page)
        self.shows(page)
        self.assertLess(sum(map(len, frames)), 10_000)


if __name__ == "__main__":
    unittest.main()
