"""Pages of other drag libraries with the lists of ours, to measure beside it.

SortableJS and jQuery UI are the Debian packages libjs-sortable and libjs-jquery-ui. React with dnd-kit is
the page in the wheel streamlit-sortables 0.3.1: STREAMLIT_SORTABLES names the unpacked wheel.
"""

import functools
import gzip
import http.server
import os
import pathlib
import threading

SHARE = "/usr/share/javascript"
WHEEL = os.environ.get("STREAMLIT_SORTABLES", ".")

# Four lists; `ready` is the time when the rows are there, can be dragged, and have been painted once.
LISTS = """<!doctype html><meta charset=utf-8><link rel=icon href=data:,><style>
body { display: flex; gap: 14px; font: 15px/20px sans-serif } .list { width: 296px; height: 740px; overflow: auto }
.row { margin: 8px; padding: 12px; background: #eee; border-radius: 10px }</style><body>%s<script>
const count = Number(location.hash.slice(1)), lists = [];
for (let s = 0; s < 4; s++) {
  const list = document.createElement('div'); list.className = 'list';
  for (let i = 0; i < count / 4; i++) {
    const row = document.createElement('div'); row.className = 'row'; row.textContent = 'Item ' + (s * count / 4 + i);
    list.append(row);
  }
  document.body.append(list); lists.push(list);
}
%s
requestAnimationFrame(() => requestAnimationFrame(() => window.ready = performance.now()));
</script>"""
# Streamlit renders a component by a message to its window.
RENDER = """<script>
const count = Number(location.hash.slice(1)), items = [];
for (let s = 0; s < 4; s++) items.push({ header: 'Section ' + s, items: Array.from({ length: count / 4 }, (_, i) => 'Item ' + (s * count / 4 + i)) });
addEventListener('message', ({ data }) => {
  if (data.type === 'streamlit:componentReady') postMessage({ type: 'streamlit:render', args: { items, direction: 'vertical' } }, '*');
});
(function look() {
  if (document.querySelectorAll('.sortable-item').length < count) return requestAnimationFrame(look);
  requestAnimationFrame(() => requestAnimationFrame(() => window.ready = performance.now()));
})();
</script><style>#root > div { display: flex; gap: 14px } .sortable-container { width: 296px; height: 740px; overflow: auto }</style>"""


def scripts(*paths):
    return "".join(f"<script src=/{os.path.basename(path)}></script>" for path in paths)


class Peer:
    """A page at `url#COUNT`, and the bytes of its scripts, plain and compressed."""

    def __init__(self, name, row, html, paths):
        self.name, self.row = name, row
        self.files = {f"/{key}": pathlib.Path(path).read_bytes() for key, path in paths.items()}
        self.bytes = sum(map(len, self.files.values()))
        self.zipped = sum(len(gzip.compress(data, 9)) for data in self.files.values())
        self.files["/"] = html.encode()

    def serve(self):
        files = self.files

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                data = files.get(self.path.split("?")[0])
                self.send_response(200 if data is not None else 404)
                kind = "text/css" if self.path.endswith(".css") else "text/javascript" if self.path.endswith(".js") else "text/html"
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.end_headers()
                self.wfile.write(data or b"")

            log_message = functools.partialmethod(lambda *_: None)

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}/"
        return self


def sortable(name, options):
    path = f"{SHARE}/sortable/Sortable.min.js"
    start = "for (const list of lists) Sortable.create(list, { group: 'a', forceFallback: true, %s });" % options
    return Peer(name, ".row", LISTS % (scripts(path), start), {"Sortable.min.js": path})


def jquery_ui():
    paths = [f"{SHARE}/jquery/jquery.min.js", f"{SHARE}/jquery-ui/jquery-ui.min.js"]
    start = "$('.list').sortable({ connectWith: '.list' });"
    return Peer("jQuery UI", ".row", LISTS % (scripts(*paths), start), {os.path.basename(p): p for p in paths})


def dnd_kit():
    folder = f"{WHEEL}/streamlit_sortables/frontend/build"
    script = next(f for f in os.listdir(f"{folder}/static/js") if f.endswith(".js"))
    style = next(f for f in os.listdir(f"{folder}/static/css") if f.endswith(".css"))
    html = pathlib.Path(folder, "index.html").read_text().replace("<head>", "<head><link rel=icon href=data:,>").replace("<body>", f"<body>{RENDER}")
    html = html.replace('href="bootstrap.min.css"', 'href="data:text/css,"')
    paths = {f"static/js/{script}": f"{folder}/static/js/{script}", f"static/css/{style}": f"{folder}/static/css/{style}"}
    return Peer("React + dnd-kit", ".sortable-item", html, paths)


def all_peers():
    """Those whose files are here."""
    makers = [functools.partial(sortable, "SortableJS", "animation: 150"),
              functools.partial(sortable, "SortableJS, no animation", "animation: 0"), jquery_ui, dnd_kit]
    found = []
    for make in makers:
        try:
            found.append(make().serve())
        except OSError as error:
            print(f"not measured: {error}")
    return found
