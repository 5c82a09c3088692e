"""Hostile pages, pages that are slow, and tabs that sleep: others notice nothing, and nothing is lost."""

import contextlib
import http.server
import os
import signal
import threading
import unittest
import urllib.error
import urllib.request

from kit import BrowserCase, until

BROKEN = ("WebSocket connection to", "net::ERR")

CONNECT = """address => new Promise(done => {
  const socket = new WebSocket(`ws://${address}/ws`);
  socket.onopen = () => done('open');
  socket.onerror = () => done('refused');
})"""
POST = "([address, body]) => fetch(`http://${address}/`, { method: 'POST', mode: 'no-cors', body }).then(String, String)"
READ = "address => fetch(`http://${address}/healthz`).then((answer) => answer.text(), () => 'refused')"


class Encrypted(BrowserCase):
    is_encrypted = True

    def test_the_page_and_its_websocket_are_encrypted(self):
        self.board(A=["a", "b"], B=["x"])
        page, other = self.open(), self.open()
        self.assertTrue(page.evaluate("isSecureContext && location.protocol === 'https:'"))
        self.lift(page, "a")
        self.aim(page, "x")
        page.mouse.up()
        self.everywhere(["b"], ["a", "x"])
        self.nc.do("edit", item="0.0", board=self.name, text="c")
        self.everywhere(["c"], ["a", "x"])

    def test_a_browser_that_does_not_know_the_certificate_shows_nothing(self):
        browser = self.launch()
        page = browser.new_context().new_page()
        with self.assertRaisesRegex(Exception, "ERR_CERT_AUTHORITY_INVALID"):
            page.goto(self.server.page())

    def test_without_encryption_there_is_an_answer_that_says_so(self):
        with self.assertRaises(urllib.error.HTTPError) as answer:
            urllib.request.urlopen(f"http://{self.server.http}/", timeout=20)
        self.assertEqual(answer.exception.code, 400)
        self.assertIn(b"HTTPS", answer.exception.read())


class Hostile(BrowserCase):
    def setUp(self):
        super().setUp()
        self.board(A=["a"])

    def stranger(self, url):
        """A page that is not ours, whose errors are its own."""
        context = self.browser.new_context()
        self.contexts.append(context)
        page = context.new_page()
        page.goto(url)
        return page

    def elsewhere(self):
        """The address of an empty page of another origin."""
        class Empty(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(b"<link rel=icon href=data:,>")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Empty)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}/"

    def test_a_page_of_another_origin_cannot_connect_or_read(self):
        self.assertEqual(self.open().evaluate(CONNECT, self.server.http), "open")
        for url in self.elsewhere(), "data:text/html,an opaque origin":
            page = self.stranger(url)
            self.assertEqual(page.evaluate(CONNECT, self.server.http), "refused", url)
            self.assertEqual(page.evaluate(READ, self.server.http), "refused", url)

    def test_what_a_page_posts_to_the_line_port_is_not_executed(self):
        page = self.stranger(self.elsewhere())
        for body in f"remove-board {self.name} force=yes\n", f'{{"kind":"remove-board","board":"{self.name}","force":true}}\n':
            page.evaluate(POST, [self.server.lines, f"\r\n{body}" * 50])
        self.assertEqual(self.nc.board(self.name)[0], [["A", [["i1", "a"]]]])

    def test_a_page_of_another_origin_cannot_show_the_board_in_a_frame(self):
        page, messages = self.stranger(self.elsewhere()), []
        page.on("console", lambda message: messages.append(message.text))
        page.evaluate("url => { const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame); }",
                      self.server.page(self.name))
        until(lambda: page.evaluate("1") and any("frame-ancestors 'none'" in message for message in messages), "it is refused")
        self.assertNotIn(self.server.page(self.name), [frame.url for frame in page.frames])

    def test_a_name_that_points_here_is_not_answered(self):
        page = self.launch("--host-resolver-rules=MAP rebound.example 127.0.0.1").new_page()
        port = self.server.http.split(":")[1]
        answer = page.goto(f"http://rebound.example:{port}/b/{self.name}")
        self.assertEqual(answer.status, 421)
        self.assertEqual(page.evaluate(CONNECT, f"rebound.example:{port}"), "refused")


class Slow(BrowserCase):
    def setUp(self):
        super().setUp()
        self.board(A=[f"item {i}" for i in range(200)], B=["x"])

    @contextlib.contextmanager
    def stopped(self, browser):
        """The pages of a browser do not run meanwhile."""
        found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        renderers = [process["id"] for process in found if process["type"] == "renderer"]
        for process in renderers:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in renderers:
                os.kill(process, signal.SIGCONT)

    def metric(self, name):
        with urllib.request.urlopen(f"http://{self.server.http}/metrics") as answer:
            lines = answer.read().decode().splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))

    def edit(self, count):
        text = "x" * 1000
        for start in range(0, count, 200):
            self.nc.send(*({"kind": "edit", "item": f"i{k + 1}", "text": f"{start + k} {text}", "board": self.name}
                           for k in range(200)))
            self.nc.wait()

    def test_a_page_that_does_not_read_costs_constant_memory_and_catches_up(self):
        """(slow: 4,000 edits, and a browser of its own)"""
        browser = self.launch()
        page, other = self.open(browser=browser), self.open()
        with self.stopped(browser):
            self.edit(2000)
            blocked, queued = self.metric("dropline_blocked_readers"), self.metric("dropline_queue_bytes")
            self.edit(2000)
            self.assertEqual((blocked, self.metric("dropline_blocked_readers")), (1, 1))
            self.assertEqual(self.metric("dropline_queue_bytes"), queued)
            self.settled(other)
        self.settled(page)

    def test_a_drag_on_a_slow_processor_lands_where_it_aims(self):
        """(slow: the page computes twenty times as long)"""
        page = self.open()
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 20})
        self.lift(page, "item 3")
        self.edit(1000)
        self.aim(page, "x")
        page.mouse.up()
        until(lambda: page.evaluate("dropline.drag.state") == "idle", "dropped")
        self.assertEqual(self.nc.board(self.name)[0][1][1][0][0], "i4")

    def test_a_tab_that_sleeps_for_a_day_is_live_when_it_wakes(self):
        """(slow: 2,000 edits, and a browser of its own)"""
        self.allowed = BROKEN
        browser = self.launch()
        page = self.open(browser=browser)
        self.lift(page, "item 0")
        self.aim(page, "x")
        page.evaluate("(() => { const now = Date.now; Date.now = () => now() + (window.slept ?? 0); })()")
        with self.stopped(browser):
            self.server.kill()
            type(self).nc = self.server.client("nc")
            self.edit(2000)
            self.nc.do("delete", items=["i5"], board=self.name)
        page.evaluate("window.slept = 86_400_000")
        self.said(page, "Connected. Your drag had ended, nothing was moved.")
        page.mouse.up()
        self.settled(page)
        self.assertEqual(page.evaluate("document.body.dataset.link"), "live")

    def test_a_server_that_is_silent_is_left_after_15_seconds(self):
        self.allowed = BROKEN
        page = self.open()
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            page.evaluate("(() => { const now = Date.now; Date.now = () => now() + 15_000; })()")
            until(lambda: page.evaluate("dropline.link.state") == "reconnecting", "it leaves")
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        self.live(page)


if __name__ == "__main__":
    unittest.main()
