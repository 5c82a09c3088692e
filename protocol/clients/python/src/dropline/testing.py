"""A real server for tests: it listens on a free port, can be killed, and goes on with what it had stored."""

import atexit
import json
import os
import shutil
import subprocess
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, TypeVar, Union

from .aio import AsyncClient
from .blocking import Client
from .drawing import drawn_rows
from .errors import DroplineError

Value = TypeVar("Value")

_abandoned: "Dict[int, Server]" = {}


# What a client of a test has in place of the long pauses that spare a server of many.
QUICK = {"first_pause": 0.05, "longest_pause": 1.0}


class ServerError(DroplineError):
    """The server did not start or stop; the message has the end of its log."""


def binary() -> str:
    """The program: that of the variable DROPLINE, or `dropline` of the path."""
    named = os.environ.get("DROPLINE")
    found = shutil.which(named or "dropline")
    if found is None:
        where = f"DROPLINE={named} is no program" if named else "there is no `dropline` in the path, nor a variable DROPLINE"
        raise ServerError(f"{where}: say where the program is, for example DROPLINE=/usr/bin/dropline")
    return found


class Server:
    """A server process on a directory of its own.

        with Server() as server:
            server.create("groceries", "To buy: Bread Milk | Basket:")
            with server.client() as client: …
    """

    def __init__(
        self,
        *,
        program: Optional[str] = None,
        listen: str = "127.0.0.1:0",
        data: Union[str, Path, None] = None,
        access: Optional[str] = None,
        tls: Optional[Tuple[str, str]] = None,
        http: bool = False,
        options: Sequence[str] = (),
        timeout: float = 20.0,
    ) -> None:
        """
        `data` is the directory that boards are kept in, a new one if it is left out. `access` is the text of an access
        file, `tls` the files of a certificate and its key; `http` serves the page and WebSockets as well. `options` are
        further ones of `dropline serve`. It listens when this returns; `timeout` is the deadline of that, in seconds.
        """
        self.program = program or binary()
        self.timeout = timeout
        self.log: List[Dict[str, Any]] = []
        """What the server has logged, since the first start."""
        self.address = listen
        """Where it listens: `127.0.0.1:40123`, the same after `restart`."""
        self.http_address: Optional[str] = "127.0.0.1:0" if http else None
        """Where it serves the page and WebSockets, if it does."""
        self._folder = tempfile.TemporaryDirectory(prefix="dropline-")
        self.data = Path(data) if data is not None else Path(self._folder.name) / "data"
        """The directory of its boards."""
        self._options = list(options)
        if access is not None:
            path = Path(self._folder.name) / "access.txt"
            path.write_text(access, encoding="utf-8")
            self._options += ["--access", str(path)]
        if tls is not None:
            self._options += ["--tls", *map(str, tls)]
        self._process: "Optional[subprocess.Popen[str]]" = None
        self._reader: Optional[threading.Thread] = None
        self._listens = False
        try:
            self.start()
        except BaseException:
            self._folder.cleanup()
            raise

    # The process.

    @property
    def is_running(self) -> bool:
        """Whether the process runs."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Starts the process, and waits until it listens. Raises ServerError with its log if it does not."""
        command = [
            self.program, "serve", "--listen", self.address, "--data", str(self.data), "--log-format", "json",
            "--ready", "-", "--exit-with-parent", *self._options]
        if self.http_address is not None:
            command += ["--http", self.http_address]
        listens = threading.Event()
        self._listens = False
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            encoding="utf-8", errors="replace")
        _abandoned[id(self)] = self
        self._reader = threading.Thread(target=self._read, args=(self._process, listens), daemon=True)
        self._reader.start()
        has_said = listens.wait(self.timeout)
        if not self._listens:
            # Its output has ended, so it ends, too.
            status = self._process.wait(self.timeout) if has_said else None
            self.kill()
            what = "does not listen" if status is None else f"ended with status {status} before it listened"
            raise ServerError(f"{self.program} {what} ({' '.join(command[1:])}):\n{self.log_text()}")

    def _read(self, process: "subprocess.Popen[str]", listens: threading.Event) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            try:
                entry = dict(json.loads(line))
            except ValueError:
                # What --ready says comes before the log says that it listens.
                name, _, address = line.rstrip("\n").partition(" ")
                if name == "listening":
                    self.address = address
                elif name == "http":
                    self.http_address = address
                entry = {"message": line.rstrip("\n")}
            self.log.append(entry)
            if entry.get("message") == "listening":
                self._listens = True
                listens.set()
        listens.set()  # It has ended: nobody waits for the deadline.

    def log_text(self, lines: int = 20) -> str:
        """The end of the log."""
        return "\n".join("  " + " ".join(str(part) for part in entry.values()) for entry in self.log[-lines:])

    def kill(self) -> None:
        """Kills the process, as `kill -9` does. What it has acknowledged is stored."""
        if self._process is not None:
            self._process.kill()
            self._ended()

    def stop(self) -> None:
        """Stops the process in order. Raises ServerError if it does not end within the deadline; then it is killed."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(self.timeout)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServerError(f"the server did not stop within {self.timeout:g} s:\n{self.log_text()}") from None
        self._ended()

    def _ended(self) -> None:
        assert self._process is not None
        self._process.wait()
        if self._reader is not None:
            self._reader.join(5)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None
        _abandoned.pop(id(self), None)

    def restart(self) -> None:
        """Starts it again at the same address, with what is stored; clients connect again by themselves."""
        self.kill()
        self.start()

    def close(self) -> None:
        """Stops it, and removes its directory."""
        try:
            self.stop()
        finally:
            self._folder.cleanup()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # What tests do with it.

    def client(self, name: Optional[str] = None, **options: Any) -> Client:
        """A client of it that blocks; it comes back quickly after a break."""
        return Client(self.address, name=name, **{**QUICK, **options})

    def async_client(self, name: Optional[str] = None, **options: Any) -> AsyncClient:
        """A client of it for asyncio."""
        return AsyncClient(self.address, name=name, **{**QUICK, **options})

    def create(self, board: str, text: str = "", **options: Any) -> None:
        """Makes a board that is drawn: `To buy: Bread Milk | Basket:`."""
        def make(client: Client) -> None:
            client.create(board)
            if text:
                client.replace(board, drawn_rows(text))

        self._do(make, options)

    def board(self, name: str, **options: Any) -> str:
        """The board as such a text, as a new client sees it."""
        return self._do(lambda client: str(client.watch(name)), options)

    def _do(self, work: "Callable[[Client], Value]", options: Dict[str, Any]) -> Value:
        """Gives work to a client in another thread, since this one may run asyncio."""
        def run() -> Value:
            with self.client(**options) as client:
                return work(client)

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(run).result()




@atexit.register
def _kill_abandoned() -> None:
    """A server that nobody stopped does not outlive the program."""
    for server in list(_abandoned.values()):
        server.kill()
