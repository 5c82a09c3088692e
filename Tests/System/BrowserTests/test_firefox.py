"""The page in Firefox: the ways that everybody goes, once."""

import os
import socket
import subprocess
import sys
import unittest

from firefox import FIREFOX, Firefox
from kit import Server, until


class Netcat:
    """What a person reads at `nc`."""

    def __init__(self, address, *lines):
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        self.file = self.socket.makefile(encoding="utf-8")
        self.socket.sendall("".join(f"{line}\n" for line in lines).encode())

    def reads(self, end):
        for line in self.file:
            if line.endswith(f"{end}\n"):
                return
        raise AssertionError(f"no line that ends with {end!r}")

    def close(self):
        self.file.close()
        self.socket.close()


@unittest.skipUnless(FIREFOX, "Firefox is not installed: `apt-get install firefox-esr`, or FIREFOX names it")
class InFirefox(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.stop)
        cls.firefox = Firefox()
        cls.addClassCleanup(cls.firefox.quit)
        cls.nc = cls.server.client("nc")
        cls.addClassCleanup(cls.nc.close)

    def setUp(self):
        self.name = self.id().rsplit(".", 1)[1][:40]
        self.nc.make(self.name, {"To buy": ["Bread", "Milk", "Pears"], "Paid": ["Eggs"]})
        self.firefox.open(self.server.page(self.name))
        until(lambda: self.firefox.ask("() => dropline?.link.state === 'live' && dropline.replica.revision !== null"), "live")
        until(lambda: self.rows()[:1] == [["Bread", "Milk", "Pears"]], "the rows are drawn")

    def rows(self):
        """The texts of the rows that are drawn, by section."""
        return self.firefox.ask("""() => [...document.querySelectorAll('.section')].map(section =>
            [...section.querySelectorAll('.row:not(.away) .text')].map(text => text.textContent))""")

    def shows(self, *sections):
        until(lambda: self.rows() == list(sections), lambda: f"{sections}, not {self.rows()}")
        self.assertEqual([[text for _, text in items] for _, items in self.nc.board(self.name)[0]], list(sections))

    def center(self, text):
        return self.firefox.ask("""text => {
          const row = [...document.querySelectorAll('.row')].find(row => row.querySelector('.text').textContent === text);
          const { x, y, width, height } = row.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }""", text)

    def test_an_item_is_dragged_to_another_section_and_everybody_sees_it(self):
        netcat = Netcat(self.server.lines, f"open {self.name}")
        self.addCleanup(netcat.close)
        x, y = self.center("Milk")
        there = self.center("Eggs")
        self.firefox.mouse((x, y), "down", (x + 4, y + 3), (x + 12, y + 6))
        until(lambda: self.firefox.ask("() => dropline.drag.state === 'carrying'"), "it is lifted")
        self.firefox.mouse((there[0], there[1] - 2), (there[0], there[1] - 6))
        until(lambda: self.firefox.ask("() => dropline.drag.place?.anchor") == "before:i4", "over the other section")
        until(lambda: self.firefox.ask("() => dropline.drag.verdict"), "a verdict")
        self.firefox.mouse("up")
        netcat.reads("move 0.1 1.0 i2")
        self.shows(["Bread", "Pears"], ["Milk", "Eggs"])

    def test_an_item_is_added_and_taken_back_and_what_others_do_is_drawn(self):
        self.firefox.type(".add", "Rice\ue007")
        self.shows(["Bread", "Milk", "Pears", "Rice"], ["Eggs"])
        self.firefox.click("#undo")
        self.shows(["Bread", "Milk", "Pears"], ["Eggs"])
        self.nc.do("move", items=["i1"], place="end:s2", board=self.name)
        self.shows(["Milk", "Pears"], ["Eggs", "Bread"])
        self.firefox.ask("() => dropline.focus.item(dropline.replica.items.get('i3'))")
        self.firefox.keys("Delete")
        self.shows(["Milk"], ["Eggs", "Bread"])
        self.firefox.keys("+Control", "z", "-Control")
        self.shows(["Milk", "Pears"], ["Eggs", "Bread"])

    def test_the_menu_opens_the_history_and_sets_the_dark_theme(self):
        def choose(label):
            self.firefox.click("#more")
            self.firefox.ask("label => [...document.querySelectorAll('.menu button')].find(b => b.firstChild.textContent === label).click()", label)

        back = "() => getComputedStyle(document.body).backgroundColor"
        light = self.firefox.ask(back)
        choose("Use the light theme")
        choose("Use the dark theme")
        self.assertNotEqual(self.firefox.ask(back), light)
        self.nc.do("edit", item="i1", text="Rye bread", board=self.name)
        choose("History")
        until(lambda: self.firefox.ask("() => document.querySelector('.changes li')?.textContent.includes('changed \"Bread\" to \"Rye bread\".')"), "the change")
        self.firefox.click(".changes li button")
        until(lambda: self.firefox.ask("() => document.querySelector('.past li.changed')?.textContent") == "Rye breadedited", "how it was")
        self.firefox.keys("Escape")
        until(lambda: self.firefox.ask("() => document.querySelector('.past').hidden"), "the list")
        self.firefox.keys("Escape")
        until(lambda: self.firefox.ask("() => document.querySelector('dialog') === null"), "closed")


class WithoutFirefox(unittest.TestCase):
    def test_the_others_are_skipped_and_say_why(self):
        for program, why in ("no-such-browser", "Firefox is not installed: `apt-get install firefox-esr`"), ("false", "cannot be driven"):
            found = subprocess.run([sys.executable, "-m", "unittest", "-v", "test_firefox.InFirefox"], capture_output=True, text=True,
                                   env={**os.environ, "FIREFOX": program}, cwd=os.path.dirname(__file__) or ".", timeout=120)
            self.assertIn(why, found.stderr)
            self.assertEqual(found.returncode, 0, found.stderr)


if __name__ == "__main__":
    unittest.main()
