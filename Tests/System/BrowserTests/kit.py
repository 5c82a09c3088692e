"""What the browser tests share: a server, clients by `nc`, and pages that must stay silent.

DROPLINE is the built program. DROPLINE_BRIDGE may name a program that serves the page for a server
without HTTP; it prints the same lines, and restarts its server on SIGUSR1.
"""

import atexit
import base64
import functools
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
import unittest

from playwright.sync_api import sync_playwright

# The shell is the same engine without the windows of the browser, which cost four times as much as the page in them.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
OPTIONS = ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else ["--disable-dev-shm-usage"]


def until(condition, what, seconds=60):
    """Polls: `wait_for_function` needs `eval`, which the policy of the page denies.

    `what` may be a function, to say at the end what there is instead.
    """
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= end:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        time.sleep(0.05)


class Server:
    """A server on free ports, which a restart keeps."""

    def __init__(self, *options, data=None, keeps_sockets=False, certificate=None):
        self.certificate = certificate
        if certificate:
            options += ("--tls", certificate.file, certificate.key)
        # Sockets that a restart takes over, as from a service manager.
        self.sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2 if keeps_sockets else 0)]
        self.options, self.folder = options, tempfile.TemporaryDirectory()
        self.data = data or os.path.join(self.folder.name, "data")
        self.lines, self.http = "127.0.0.1:0", "127.0.0.1:0"
        self.start()

    def command(self):
        binary, bridge = os.environ["DROPLINE"], os.environ.get("DROPLINE_BRIDGE")
        common = ["--data", self.data, *self.options]
        if bridge:
            return ["python3", bridge, binary, *common]
        if self.sockets:
            names = "export LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=lines:http"
            numbers = " ".join(f"{number + 3}<&{each.fileno()}" for number, each in enumerate(self.sockets))
            return ["bash", "-c", f'{names}; exec "$@" {numbers}', "bash", binary, "serve", *common]
        return [binary, "serve", "--listen", self.lines, "--http", self.http, *common]

    def start(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            self.command(), stdout=pipe, stderr=subprocess.STDOUT, text=True,
            pass_fds=[each.fileno() for each in self.sockets])
        found = {}
        while len(found) < 2:
            line = self.process.stdout.readline()
            assert line, "the server ended"
            for name, pattern in ("http", r"https?://([\d.]+:\d+)"), ("lines", r"(?:address=|lines )([\d.]+:\d+)"):
                if match := re.search(pattern, line):
                    found.setdefault(name, match[1])
        self.http, self.lines = found["http"], found["lines"]

    def page(self, board=None):
        return f"http{'s' if self.certificate else ''}://{self.http}/" + (f"b/{board}" if board else "")

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()

    def kill(self, meanwhile=lambda: None):
        """kill -9, and a new start with the same data and ports."""
        if os.environ.get("DROPLINE_BRIDGE"):
            return self.process.send_signal(signal.SIGUSR1), meanwhile()
        self.end(signal.SIGKILL)
        meanwhile()
        self.start()

    def replace(self):
        """Another server with the same data takes over the sockets."""
        self.end()
        self.start()

    def client(self, name=None, token=None):
        return Client(self.lines, name, token, self.certificate)

    def stop(self):
        self.end()
        for each in self.sockets:
            each.close()
        self.folder.cleanup()


class Cluster:
    """Two nodes with a database of their own, and a space beside the default one."""

    space = "work"

    def __init__(self):
        command = [os.environ["DROPLINE"], "cluster", "--try", "2"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.nodes, registered, store = [], 0, None
        while registered < 2:
            line = self.process.stdout.readline()
            assert line, "the cluster ended"
            if match := re.search(r"nc ([\d.]+) (\d+)  http://([\d.:]+)/  kill -9 (\d+)", line):
                self.nodes.append((f"{match[1]}:{match[2]}", match[3], int(match[4])))
            if match := re.search(r"DROPLINE_STORE='(.*)'", line):
                store = match[1]
            registered += " registered " in line
        command = [os.environ["DROPLINE"], "space", "create", self.space]
        subprocess.run(command, env={**os.environ, "DROPLINE_STORE": store}, check=True, capture_output=True)

    def page(self, board=None, node=0):
        return f"http://{self.nodes[node][1]}/s/{self.space}/" + (f"b/{board}" if board else "")

    def client(self, name=None, token=None, node=1):
        return Client(self.nodes[node][0], name, token, space=self.space)

    def kill(self, node):
        """kill -9 of a node."""
        os.kill(self.nodes[node][2], signal.SIGKILL)

    def stop(self):
        self.process.terminate()
        self.process.communicate()


class Certificate:
    """A certificate of 127.0.0.1 that has signed itself."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.file, self.key = (os.path.join(self.folder.name, name) for name in ("certificate.pem", "key.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
             "-keyout", self.key, "-out", self.file], check=True, capture_output=True)
        shell = "openssl x509 -in \"$0\" -pubkey -noout | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary"
        digest = subprocess.run(["sh", "-c", shell, self.file], check=True, capture_output=True).stdout
        # The hash of its public key, by which Chromium can be told to trust it.
        self.pin = base64.b64encode(digest).decode()


class Client:
    """What a person does with `nc`, in the JSON form: `do` sends a command and returns its reply."""

    def __init__(self, address, name=None, token=None, certificate=None, space=None):
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=60)
        if certificate:
            context = ssl.create_default_context(cafile=certificate.file)
            self.socket = context.wrap_socket(self.socket, server_hostname=host)
        self.file = self.socket.makefile(encoding="utf-8")
        self.file.readline()
        if space:
            self.socket.sendall(f"space {space}\n".encode())
            assert self.file.readline().startswith(f"ok space {space} "), "there is no such space"
        who = {"client": name, "token": token}
        self.do("hello", **{key: value for key, value in who.items() if value}, form="json")

    def do(self, kind, **members):
        command = {"kind": kind, **{key.replace("_", "-"): value for key, value in members.items()}}
        self.socket.sendall(json.dumps(command).encode() + b"\n")
        while line := self.file.readline():
            reply = json.loads(line)
            # A command that a test cannot spell does nothing, which another test may miss.
            assert reply["kind"] != "error", f"{command}: {reply}"
            if reply["kind"] in ("ok", "refused", "pong"):
                return reply

    def send(self, *commands):
        """Sends without waiting, for many commands."""
        self.socket.sendall("".join(json.dumps(command) + "\n" for command in commands).encode())

    def wait(self):
        self.send({"kind": "ping", "text": "done"})
        while json.loads(self.file.readline()).get("text") != "done":
            pass

    def board(self, name):
        """The content as a snapshot shows it: [[title, [[id, text]…]]…], and the revision."""
        if self.do("open", board=name)["kind"] != "ok":
            return None, None
        snapshot = json.loads(self.file.readline())
        self.do("close", board=name)
        sections = []
        for row in snapshot["rows"]:
            if row["kind"] == "section":
                sections.append([row.get("text", ""), []])
            elif row["kind"] == "item":
                sections[-1][1].append([row["item"], row.get("text", "")])
        return sections, snapshot["rev"]

    def counts(self, name):
        """How many items each section has."""
        self.do("open", board=name, content="counts")
        snapshot = json.loads(self.file.readline())
        self.do("close", board=name)
        return [row["items"] for row in snapshot["rows"] if row["kind"] == "section"]

    def make(self, name, sections):
        """Replaces a board: {title: [text…]}; ids are s1… and i1… in order."""
        self.do("create", board=name)
        rows, count = [], 0
        for index, (title, texts) in enumerate(sections.items(), 1):
            rows.append({"kind": "section", "section": f"s{index}", "items": len(texts), "text": title})
            for text in texts:
                count += 1
                rows.append({"kind": "item", "item": f"i{count}", "text": text})
        return self.do("replace", board=name, rows=rows)

    def close(self):
        self.do("quit")
        self.file.close()
        self.socket.close()


CONTENT = "dropline.replica.sections.map(s => [s.title, s.items.map(i => [i.id, i.text])])"

# The numbers of items, and the paths of those that are known.
KNOWN = """[dropline.replica.sections.map(s => s.items.length), Object.fromEntries(dropline.replica.sections.flatMap((s, k) =>
  [...s.items.entries()].map(([i, item]) => [item.id, `${k}.${i}`])))]"""

# The rows that are drawn and not where the layout has them, or with another count of lines; and the
# sections whose rows are read in another order.
MISPLACED = """(() => {
  const wrong = [];
  for (const canvas of document.querySelectorAll('[role=rowgroup]')) {
    const read = [...canvas.querySelectorAll('.row')].map(row => Number(row.ariaRowIndex));
    if (read.some((index, i) => i > 0 && index <= read[i - 1])) wrong.push(read);
  }
  for (const row of document.querySelectorAll('#board .row:not(.away, .waiting)')) {
    const item = dropline.replica.items.get(row.dataset.item);
    if (!item) { wrong.push(row.dataset.item); continue; }
    const plan = dropline.scene.plan(item.section), box = dropline.view.boxOf(item.section.id);
    const frame = plan.layout.frame(plan.list.indexOf(item));
    // What is pinned out of sight of a very high list is not where it would be.
    if (frame.y - box.offset < -1e6 || frame.y - box.offset > 9e6) continue;
    const outer = box.canvas.getBoundingClientRect(), inner = row.getBoundingClientRect();
    const dy = inner.top - outer.top + box.offset - frame.y, dx = inner.left - outer.left - frame.x;
    const text = row.querySelector('.text');
    const isCut = text.scrollHeight > text.clientHeight + 1 && text.clientHeight < 55;
    if (Math.abs(dx) > 1 || Math.abs(dy) > 1 || Math.abs(inner.height - frame.height) > 1 || isCut)
      wrong.push([item.id, dx, dy, inner.height, frame.height, isCut]);
  }
  return wrong;
})()"""


def later(page, condition):
    """The condition, half a second later by the clock of the page, which `open` was told to install."""
    return lambda: page.clock.run_for(500) or condition()


@functools.cache
def playwright():
    started = sync_playwright().start()
    atexit.register(started.stop)
    return started


def launch(*arguments):
    return playwright().chromium.launch(executable_path=CHROMIUM, args=[*OPTIONS, *arguments])


@functools.cache
def shared_browser():
    """The browser of all tests in this process: a start of it takes as long as a few tests, and contexts share nothing."""
    browser = launch()
    atexit.register(browser.close)
    return browser


class BrowserCase(unittest.TestCase):
    """Pages of one server. At the end of a test they equal the board and have said nothing."""

    options, keeps_sockets, is_encrypted = (), False, False
    # The name and the token of `nc`.
    login = ("nc", None)
    # A server that tests of other classes use, too, which is not ended with the class.
    shared_server = None

    @classmethod
    def setUpClass(cls):
        certificate = Certificate() if cls.is_encrypted else None
        if certificate:
            cls.browser = launch(f"--ignore-certificate-errors-spki-list={certificate.pin}")
            cls.addClassCleanup(cls.browser.close)
        else:
            cls.browser = shared_browser()
        cls.server = cls.shared_server or cls.make_server(certificate)
        if not cls.shared_server:
            cls.addClassCleanup(cls.server.stop)
        cls.nc = cls.server.client(*cls.login)
        cls.addClassCleanup(cls.nc.close)
        cls.count = 0

    @classmethod
    def make_server(cls, certificate):
        return Server(*cls.options, keeps_sockets=cls.keeps_sockets, certificate=certificate)

    def setUp(self):
        type(self).count += 1
        self.name, self.pages, self.messages, self.contexts = f"board-{self.count}", [], [], []
        # A connection that breaks is no fault of the page, but Chromium logs it.
        self.allowed = ()

    def tearDown(self):
        try:
            for page in self.pages:
                self.settled(page)
            self.assertEqual([m for m in self.messages if not any(a in m for a in self.allowed)], [])
        finally:
            for context in self.contexts:
                context.close()

    def board(self, **sections):
        self.nc.make(self.name, {key.replace("_", " "): texts for key, texts in sections.items()})

    def launch(self, *arguments):
        """Another browser: its processes are not those of the other pages."""
        browser = launch(*arguments)
        self.addCleanup(browser.close)
        return browser

    def open(self, wait=True, width=1280, height=800, url=None, browser=None, clock=False, **options):
        context = (browser or self.browser).new_context(viewport={"width": width, "height": height}, **options)
        self.contexts.append(context)
        page = context.new_page()
        self.listen(page)
        if clock:
            page.clock.install()
        page.goto(url or self.server.page(self.name))
        if wait:
            self.live(page)
        return page

    def listen(self, page):
        page.on("pageerror", lambda error: self.messages.append(f"{error} {error.stack}"))
        page.on("console", lambda message: self.messages.append(message.text))
        self.pages.append(page)

    def live(self, page):
        until(lambda: page.evaluate("window.dropline?.link.state === 'live' && dropline.replica.revision !== null"), "live")
        self.frame(page)

    def frame(self, page):
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def settled(self, page):
        """The replica equals the board, and the rows are where the layout has them."""
        if not page.evaluate("window.dropline?.replica.revision != null"):
            return
        is_counting = page.evaluate("dropline.replica.isCounting")
        equals = self.knows if is_counting else lambda page: page.evaluate(CONTENT) == self.nc.board(self.name)[0]
        until(lambda: equals(page), "the replica equals the board")
        # What has arrived is animated from the next frame on.
        self.frame(page)
        until(lambda: page.evaluate("document.getAnimations().length === 0"), "nothing is animated")
        self.assertEqual(page.evaluate(MISPLACED), [])

    def knows(self, page):
        """Whether the page has the counts of the board, and the items that it knows are where the board has them."""
        counts, known = page.evaluate(KNOWN)
        rows = {item: path for item, path in self.paths(list(known))}
        return counts == self.nc.counts(self.name) and all(rows.get(item) == path for item, path in known.items())

    def paths(self, items):
        for at in range(0, len(items), 200):
            for row in self.nc.do("where", items=items[at:at + 200], board=self.name)["rows"]:
                yield row["item"], row["path"]

    def texts(self, page, section):
        return page.evaluate("i => dropline.replica.sections[i].items.map(i => i.text)", section)

    def everywhere(self, *sections):
        """All pages and the board have these texts."""
        wanted = [list(texts) for texts in sections]
        has = "dropline.replica.sections.map(s => s.items.map(i => i.text))"
        for page in self.pages:
            until(lambda: page.evaluate(has) == wanted, lambda: f"{wanted}, not {page.evaluate(has)}")
        self.assertEqual([[text for _, text in items] for _, items in self.nc.board(self.name)[0]], wanted)

    def row(self, page, text):
        return page.locator("#board .row", has=page.locator(".text", has_text=re.compile(f"^{re.escape(text)}$")))

    def center(self, page, text):
        box = self.row(page, text).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lift(self, page, text):
        x, y = self.center(page, text)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 3, y + 3)
        page.mouse.move(x + 8, y + 8)
        until(lambda: page.evaluate("dropline.drag.session"), "the drag has begun")

    def carry(self, page, x, y, steps=6):
        page.mouse.move(x, y, steps=steps)
        self.frame(page)
        until(lambda: page.evaluate("dropline.drag.verdict || dropline.drag.place === null"), "a verdict")

    def touch(self, page):
        """Sends the events of one finger."""
        session = page.context.new_cdp_session(page)

        def send(kind, x=None, y=None):
            points = [] if x is None else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        return send

    def press(self, page, x, y):
        """Presses long enough to lift, and sends the events of that finger."""
        send = self.touch(page)
        send("touchStart", x, y)
        until(lambda: page.evaluate("dropline.drag.state") == "carrying", "a long press lifts")
        return send

    def above(self, page, text):
        box = self.row(page, text).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + 6

    def aim(self, page, text):
        """Carries before an item, which makes way while the pointer comes near."""
        wanted = "before:" + page.evaluate("t => [...dropline.replica.items.values()].find(i => i.text === t).id", text)
        for _ in range(8):
            self.carry(page, *self.above(page, text))
            if self.place(page) == wanted:
                return
        self.fail(f"the place is {self.place(page)}, not {wanted}")

    def place(self, page):
        return page.evaluate("dropline.drag.place?.anchor")

    def said(self, page, sentence, region="own"):
        until(lambda: page.locator(f"#{region}").text_content().strip("\u00a0") == sentence,
              lambda: f"{sentence!r}, not {page.locator(f'#{region}').text_content()!r}")
