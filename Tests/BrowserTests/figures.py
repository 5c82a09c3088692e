"""The figures of the page, beside SortableJS in the same browser: SORTABLE is its file

Absolute times vary; compare within one run.
"""

import functools
import gzip
import http.server
import os
import statistics
import tempfile
import threading
import time

from kit import BrowserCase, until

SORTABLE = os.environ.get("SORTABLE", "/usr/share/javascript/sortable/Sortable.min.js")
PAGE = os.path.join(os.path.dirname(__file__), "../../Sources/WebPage/page")
PEER = """<!doctype html><meta charset=utf-8><link rel=icon href=data:,><style>
body { display: flex; gap: 14px; font: 15px/20px sans-serif } .list { width: 296px; height: 740px; overflow: auto }
.row { margin: 8px; padding: 12px; background: #eee; border-radius: 10px }</style>
<body><script src=Sortable.min.js></script><script>
const count = Number(location.hash.slice(1)), lists = [];
for (let s = 0; s < 4; s++) {
  const list = document.createElement('div'); list.className = 'list';
  for (let i = 0; i < count / 4; i++) {
    const row = document.createElement('div'); row.className = 'row'; row.textContent = 'Item ' + (s * count / 4 + i);
    list.append(row);
  }
  document.body.append(list); Sortable.create(list, { group: 'a', animation: 150, forceFallback: true });
}
requestAnimationFrame(() => requestAnimationFrame(() => window.ready = performance.now()));
</script>"""
FRAMES = """window.frames_ = []; window.last_ = 0; (function step(now) {
  if (window.last_) window.frames_.push(now - window.last_); window.last_ = now; window.watch_ = requestAnimationFrame(step);
})(performance.now()); undefined"""


def p95(values):
    return sorted(values)[int(len(values) * 0.95)] if values else float("nan")


class Figures(BrowserCase):
    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.contexts = []

    def make_board(self, count):
        self.name = f"figures-{count}"
        self.nc.make(self.name, {f"Section {s}": [f"Item {s * count // 4 + i}" for i in range(count // 4)] for s in range(4)})

    def peer(self):
        folder = tempfile.mkdtemp()
        with open(os.path.join(folder, "index.html"), "w") as file:
            file.write(PEER)
        with open(SORTABLE, "rb") as source, open(os.path.join(folder, "Sortable.min.js"), "wb") as target:
            target.write(source.read())
        handler = functools.partial(type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None}), directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/index.html"

    def start_times(self, open_page, ready, runs=3):
        times = []
        for _ in range(runs):
            page = open_page()
            until(lambda: page.evaluate(ready), "interactive", 60)
            times.append(page.evaluate(ready))
            self.tearDown()
        return statistics.median(times)

    def busy(self, session):
        metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"] * 1000

    def drag(self, page, x, y, moves=120):
        """A drag down and up a column, a move for each frame: frame p95 and main thread per move."""
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 4, y + 8, steps=3)
        page.evaluate(FRAMES)
        before = self.busy(session)
        for step in range(moves):
            page.mouse.move(x, y + 40 + 3 * abs(60 - step % 120))
            time.sleep(0.012)
        spent = (self.busy(session) - before) / moves
        frames = page.evaluate("cancelAnimationFrame(window.watch_), window.frames_")
        page.mouse.up()
        return p95(frames), spent

    def test_1_start_and_drag(self):
        peer = self.peer()
        ready = "performance.getEntriesByName('interactive')[0]?.startTime"
        watch = """new MutationObserver((_, self) => document.querySelector('#board .row') &&
          (self.disconnect(), requestAnimationFrame(() => performance.mark('interactive')))).observe(document, {childList: true, subtree: true})"""
        for count in 100, 10_000, 100_000:
            self.make_board(count)

            def ours():
                context = self.browser.new_context(viewport={"width": 1280, "height": 800})
                self.contexts.append(context)
                context.add_init_script(watch)
                page = context.new_page()
                page.goto(self.server.page(self.name))
                return page

            def theirs():
                context = self.browser.new_context(viewport={"width": 1280, "height": 800})
                self.contexts.append(context)
                page = context.new_page()
                page.goto(f"{peer}#{count}", timeout=120_000)
                return page

            line = f"{count:>7} items: interactive {self.start_times(ours, ready):6.0f} ms"
            line += f", SortableJS {self.start_times(theirs, 'window.ready'):6.0f} ms"
            page = ours()
            self.live(page)
            frame, spent = self.drag(page, 150, 140)
            line += f"; in a drag frame p95 {frame:5.1f} ms, main thread {spent:4.1f} ms per move"
            self.tearDown()
            if count == 100:
                page = theirs()
                frame, spent = self.drag(page, 150, 60)
                line += f"; SortableJS {frame:5.1f}, {spent:4.1f}"
                self.tearDown()
            print(line, flush=True)

    def test_2_remote_moves(self):
        for count, spread in (10_000, 2500), (10_000, 12), (100_000, 25_000):
            self.make_board(count)
            page = self.open()
            page.evaluate(FRAMES)
            end, step = time.monotonic() + 4, 0
            while time.monotonic() < end:
                begun = time.monotonic()
                self.nc.send(*({"kind": "move", "items": [f"i{(step * 100 + k) * 7 % spread + 1}"],
                                "place": f"0.{(step * 100 + k) * 13 % spread}", "board": self.name} for k in range(100)))
                self.nc.wait()
                step += 1
                time.sleep(max(0, 0.1 - (time.monotonic() - begun)))
            frames = page.evaluate("cancelAnimationFrame(window.watch_), window.frames_")
            where = "all in view" if spread == 12 else "anywhere"
            print(f"{count:>7} items, {step * 25} moves/s {where}: frame p95 {p95(frames):.1f} ms, {len(frames) / 4:.0f} frames/s", flush=True)
            self.settled(page)
            self.tearDown()

    def test_3_bytes(self):
        files = [open(os.path.join(PAGE, name), "rb").read() for name in sorted(os.listdir(PAGE))]
        zipped = sum(len(gzip.compress(data, 9)) for data in files)
        print(f"page: {sum(map(len, files)) / 1024:.1f} KB, {zipped / 1024:.1f} KB gzip in {len(files)} files")


if __name__ == "__main__":
    import unittest
    unittest.main()
