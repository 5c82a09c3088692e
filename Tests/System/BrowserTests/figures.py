"""The figures of the page beside those of other drag libraries, in one run of one browser.

Absolute times vary; compare within one run. Each figure is the median of RUNS rounds, in each of which
all pages take their turn. COUNTS sets other numbers of items.
"""

import collections
import gzip
import os
import pathlib
import statistics
import time

from playwright.sync_api import Error

from kit import BrowserCase, until
from peers import all_peers

PAGE = os.path.join(os.path.dirname(__file__), "../../../Sources/Server/WebPage/page")
RUNS = int(os.environ.get("RUNS", 3))
COUNTS = [int(count) for count in os.environ.get("COUNTS", "100 1000 10000").split()]
# Who is not interactive after so many seconds is not waited for, nor asked again.
PATIENCE = 40
FRAMES = """window.frames_ = []; window.last_ = 0; (function step(now) {
  if (window.last_) window.frames_.push(now - window.last_); window.last_ = now; window.watch_ = requestAnimationFrame(step);
})(performance.now()); undefined"""
STOP = "cancelAnimationFrame(window.watch_), window.frames_"
WATCH = """new MutationObserver((_, self) => document.querySelector('#board .row') && (self.disconnect(),
  requestAnimationFrame(() => requestAnimationFrame(() => window.ready = performance.now())))).observe(document, {childList: true, subtree: true})"""
# 1,000 moves a second, as a page without a server can get them: 100 of them ten times a second.
PEER_MOVES = """row => { let step = 0; window.moves_ = 0; window.mover_ = setInterval(() => {
  const rows = [...document.querySelectorAll('.list')[0].children], all = rows.length;
  for (let k = 0; k < 100; k++, step++) {
    const moved = rows[step * 7 % all], before = rows[step * 13 % all];
    if (moved !== before) before.before(moved);
    window.moves_++;
  }
}, 100); }"""


def p95(values):
    return sorted(values)[int(len(values) * 0.95)] if values else float("nan")


class Figures(BrowserCase):
    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.contexts, self.pages = [], []

    def make_board(self, count):
        self.name = f"figures-{count}"
        self.nc.make(self.name, {f"Section {s}": [f"Item {s * count // 4 + i}" for i in range(count // 4)] for s in range(4)})

    def goto(self, url, script=None):
        context = self.browser.new_context(viewport={"width": 1280, "height": 800})
        self.contexts.append(context)
        page = context.new_page()
        if script:
            context.add_init_script(script)
        page.goto(url, timeout=PATIENCE * 1000)
        return page, until(lambda: page.evaluate("window.ready"), "interactive", PATIENCE)

    def busy(self, session):
        metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"] * 1000

    def drag(self, page, row, moves=120, seconds=20):
        """A drag down and up a column, a move for each frame, in at most so many seconds."""
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        text = page.locator(row).nth(2).text_content()
        box = page.locator(row).nth(2).bounding_box()
        x, y = box["x"] + 120, box["y"] + 20
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 4, y + 14, steps=4)
        page.evaluate(FRAMES)
        before, begun, done = self.busy(session), time.monotonic(), 0
        while done < moves and time.monotonic() < begun + seconds:
            page.mouse.move(x, y + 40 + 3 * abs(60 - done % 120))
            time.sleep(0.012)
            done += 1
        page.evaluate("new Promise(requestAnimationFrame)")
        spent = (self.busy(session) - before) / done
        frames = page.evaluate(STOP)
        page.mouse.up()
        until(lambda: page.locator(row).nth(2).text_content() != text, "the row was dragged", PATIENCE)
        return {"p50": statistics.median(frames), "p95": p95(frames), "longest": max(frames), "ms per move": spent}

    def show(self, title, found):
        for name, results in found.items():
            keys = dict.fromkeys(key for result in results for key in result)
            figures = ", ".join(f"{key} {statistics.median(r[key] for r in results if key in r):.1f}" for key in keys)
            print(f"{title}: {name:25} {figures}", flush=True)

    def test_1_start_and_drag(self):
        peers = all_peers()
        for count in COUNTS:
            self.make_board(count)
            found = collections.defaultdict(list)
            for _ in range(RUNS):
                page, ready = self.goto(self.server.page(self.name), WATCH)
                self.live(page)
                found["Dropline"].append({"interactive": ready, **self.drag(page, "#board .row")})
                self.tearDown()
                for peer in list(peers):
                    try:
                        page, ready = self.goto(f"{peer.url}#{count}")
                        found[peer.name].append({"interactive": ready})
                        found[peer.name][-1] |= self.drag(page, peer.row)
                    except (AssertionError, Error) as error:
                        print(f"{count:>6} items: {peer.name}: {str(error).splitlines()[0]}", flush=True)
                        peers.remove(peer)
                    self.tearDown()
            self.show(f"{count:>6} items", found)

    def watch(self, page, seconds=4):
        page.evaluate(FRAMES)
        end = time.monotonic() + seconds
        return end, lambda: (lambda frames: {"p95": p95(frames), "frames/s": len(frames) / seconds})(page.evaluate(STOP))

    def test_2_remote_moves(self):
        peers = [peer for peer in all_peers() if peer.name.startswith("SortableJS")]
        for count, spread in (1000, 250), (10_000, 2500), (10_000, 12):
            self.make_board(count)
            found = collections.defaultdict(list)
            for _ in range(RUNS):
                found["Dropline"].append(self.remote_moves(spread))
                self.tearDown()
                # Without a server all that a page could do is to move elements.
                for peer in peers if spread > 12 else []:
                    page, _ = self.goto(f"{peer.url}#{count}")
                    page.evaluate(PEER_MOVES, peer.row)
                    end, result = self.watch(page)
                    time.sleep(max(0, end - time.monotonic()))
                    found[peer.name].append({**result(), "moves/s": page.evaluate("window.moves_") / 4})
                    self.tearDown()
            self.show(f"{count:>6} items, moves {'in view' if spread == 12 else 'anywhere'}", found)

    def remote_moves(self, spread):
        page = self.open()
        end, result = self.watch(page)
        step = 0
        while time.monotonic() < end:
            begun = time.monotonic()
            self.nc.send(*({"kind": "move", "items": [f"i{(step * 100 + k) * 7 % spread + 1}"],
                            "place": f"0.{(step * 100 + k) * 13 % spread}", "board": self.name} for k in range(100)))
            self.nc.wait()
            step += 1
            time.sleep(max(0, 0.1 - (time.monotonic() - begun)))
        figures = {**result(), "moves/s": step * 25}
        self.settled(page)
        return figures

    def test_4_drag_of_ten(self):
        """Ten selected items are dragged at once. MARK=policy selects them as a page without marks can."""
        self.make_board(10_000)
        if os.environ.get("MARK") == "policy":
            self.nc.do("policy", target="*", board=self.name, selection="multiple")
        found = collections.defaultdict(list)
        for _ in range(RUNS):
            page, _ = self.goto(self.server.page(self.name), WATCH)
            self.live(page)
            for row in range(10):
                page.locator("#board .row").nth(row).click(modifiers=["Control"])
            until(lambda: page.locator("#board .row[aria-selected=true]").count() == 10, "ten are selected")
            found["Dropline, ten of 10,000"].append(self.drag(page, "#board .row"))
            self.tearDown()
        self.show(" 10000 items", found)

    def test_3_bytes(self):
        files = [pathlib.Path(PAGE, name).read_bytes() for name in sorted(os.listdir(PAGE))]
        zipped = sum(len(gzip.compress(data, 9)) for data in files)
        print(f"bytes: Dropline {sum(map(len, files)) / 1024:.1f} KB, {zipped / 1024:.1f} KB gzip in {len(files)} files")
        for peer in all_peers():
            print(f"bytes: {peer.name} {peer.bytes / 1024:.1f} KB, {peer.zipped / 1024:.1f} KB gzip, without a page around it")


if __name__ == "__main__":
    import unittest
    unittest.main()
