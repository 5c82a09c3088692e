"""The page of a space of two nodes, under its path at either of them."""

import unittest

from kit import BrowserCase, Cluster, until

BROKEN = ("WebSocket connection to", "net::ERR", "503")


class Spaces(BrowserCase):
    @classmethod
    def make_server(cls, certificate):
        return Cluster()

    def setUp(self):
        super().setUp()
        self.board(A=["a", "b"], B=["x"])

    def test_a_drag_at_one_node_arrives_at_the_other(self):
        one, other = (self.open(url=self.server.page(self.name, node)) for node in (0, 1))
        for page, text in (one, "a"), (other, "b"):
            self.lift(page, text)
            self.aim(page, "x")
            page.mouse.up()
            until(lambda: text in self.texts(page, 1), "dropped")
        self.everywhere([], ["a", "b", "x"])

    def test_the_list_of_boards_is_of_the_space(self):
        page = self.open(wait=False, url=self.server.page())
        link = page.locator(f"a[href$='/s/{self.server.space}/b/{self.name}']")
        until(lambda: link.count() == 1, lambda: page.content())
        link.click()
        self.live(page)
        self.everywhere(["a", "b"], ["x"])

    def test_there_is_no_such_space(self):
        self.allowed = BROKEN
        page = self.open(wait=False, url=self.server.page(self.name).replace(f"/s/{self.server.space}/", "/s/nowhere/"))
        until(lambda: page.evaluate("window.dropline?.link.state") == "nowhere", "the page says that it is nowhere")
        self.pages.remove(page)

    # The last one by its name: it ends a node.
    def test_what_happens_when_a_node_is_killed(self):
        """(slow: a lease ends)"""
        self.allowed = BROKEN
        page = self.open(url=self.server.page(self.name, 1))
        self.server.kill(0)
        # Its lease ends after 5 s.
        until(lambda: self.nc_is_back(), "another node has the space")
        self.assertEqual(self.nc.do("insert", place="end:s2", board=self.name, text="y")["kind"], "ok")
        self.everywhere(["a", "b"], ["x", "y"])
        self.lift(page, "a")
        self.aim(page, "y")
        page.mouse.up()
        self.everywhere(["b"], ["x", "a", "y"])

    def nc_is_back(self):
        try:
            type(self).nc = self.server.client()
            return self.nc.board(self.name)[0]
        except (AssertionError, OSError, ValueError):
            return None


if __name__ == "__main__":
    unittest.main()
