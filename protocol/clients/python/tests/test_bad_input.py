"""Everything that goes wrong says what is wrong and where, and nothing hangs past its deadline."""

import asyncio
import socket
import threading
import time

import pytest
from dropline import (
    AsyncClient,
    Client,
    ClosedError,
    InvalidCommand,
    Lost,
    NoReply,
    NotDropline,
    Refused,
    SentAway,
    Unreachable,
)
from dropline.testing import Server, ServerError


def test_nobody_answers():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # It is bound, and nobody listens.
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(Unreachable, match=f"no server at {address} within 0.3 s: .*[Cc]onnect"):
            Client(address, timeout=0.3, first_pause=0.05)


@pytest.mark.parametrize("address", ["", ":7667", "localhost:port", "localhost:70000"])
def test_what_is_no_address(address):
    with pytest.raises(ValueError, match="is no address"):
        AsyncClient(address)


class Peer:
    """Something that listens, sends these bytes to whoever comes, others to who opens a board, and keeps the connection."""

    def __init__(self, greeting, *replies):
        self.greeting = greeting
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = "127.0.0.1:%d" % self.socket.getsockname()[1]
        self.replies = list(replies)
        self.count = 0
        self.streams = []
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                stream, _ = self.socket.accept()
            except OSError:
                return
            self.streams.append(stream)
            number = self.count
            # Before the stream is answered: whoever reads the answer may ask how many there are.
            self.count += 1
            stream.sendall(self.greeting)
            threading.Thread(target=self.answer, args=(stream, number), daemon=True).start()

    def answer(self, stream, number):
        read = b""
        try:
            while data := stream.recv(65_536):
                read += data
                if b'"open"' in read and self.replies:
                    stream.sendall(self.replies[min(number, len(self.replies) - 1)])
                    read = b""
        except OSError:
            pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        for stream in self.streams:
            stream.close()
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


GREETING = b"dropline 1 epoch=k7qx client=guest-1 line=4096 text=1024 profiles=core\n"
NAMED = GREETING + b'{"kind":"ok","verb":"hello","client":"guest-1"}\n{"kind":"ok","verb":"hello","client":"me"}\n'


def test_another_protocol_answers():
    with Peer(b"SSH-2.0-OpenSSH_9.2\r\n") as peer, pytest.raises(NotDropline, match="SSH-2.0-OpenSSH"):
        Client(peer.address)


def test_another_version_answers():
    with Peer(GREETING.replace(b" 1 ", b" 2 ")) as peer, pytest.raises(SentAway, match="version 2"):
        Client(peer.address)


def test_somebody_accepts_and_says_nothing():
    with Peer(b"") as peer, pytest.raises(Unreachable, match="within 0.3 s"):
        Client(peer.address, timeout=0.3)


def test_a_reply_does_not_come():
    with Peer(NAMED) as peer, Client(peer.address) as client:
        client.timeout = 0.3
        begin = time.monotonic()
        with pytest.raises(NoReply, match="insert: no reply within 0.3 s .*is connected"):
            client.insert("end:s1", "Tea")
        assert time.monotonic() - begin < 20


@pytest.mark.parametrize("line", [
    b"no object\n", b"{\n", b"[]\n", b"\xff\n", b'{"kind":7}\n', b'{"kind":"batch","board":"b"}\n',
    b'{"kind":"batch","board":"b","from":1,"to":2,"rows":[]}\n', b'{"kind":"drag","drag":"d1"}\n',
    b'{"kind":"board","board":"b","rev":1,"sections":1,"rows":[]}\n',
    b'{"kind":"board","board":"b","rev":1,"sections":"1","rows":[{"kind":"item"}]}\n'])
def test_a_line_that_does_not_fit_ends_the_connection_and_the_copy_is_opened_anew(line):
    opened = b'{"kind":"ok","verb":"open","board":"b","rev":3}\n'
    snapshot = b'{"kind":"board","board":"b","rev":3,"sections":0,"rows":[]}\n'
    with Peer(NAMED, line, opened + snapshot) as peer, Client(peer.address, first_pause=0.01) as client:
        assert client.watch("b").revision == 3
        assert peer.count == 2


def test_a_server_that_always_sends_nonsense_is_not_asked_forever():
    with Peer(NAMED, b"nonsense\n") as peer, Client(peer.address, first_pause=0.01) as client:
        client.timeout = 0.5
        with pytest.raises(NoReply):
            client.watch("b")


def test_unknown_events_and_keys_are_skipped():
    unknown = b'{"kind":"weather","sun":true}\n{"kind":"ping","new":1}\n{"kind":"drag","drag":"d1","event":"spun"}\n'
    opened = b'{"kind":"ok","verb":"open","board":"b","rev":3,"new":[1]}\n'
    snapshot = b'{"kind":"board","board":"b","rev":3,"sections":0,"rows":[{"kind":"weather"}],"new":{}}\n'
    with Peer(NAMED, unknown + opened + snapshot) as peer, Client(peer.address) as client:
        assert client.watch("b").revision == 3
        assert peer.count == 1


def test_a_client_is_closed_while_it_waits():
    async def main():
        with Peer(NAMED) as peer:
            async with AsyncClient(peer.address) as client:
                waiting = [asyncio.ensure_future(each) for each in (
                    client.insert("end:s1", "Tea"), client.watch("b"), client.wait_until(lambda: False))]
                await asyncio.sleep(0)
            for each in waiting:
                with pytest.raises(ClosedError, match="(insert|watch b|wait_until): the client"):
                    await asyncio.wait_for(each, 5)
            with pytest.raises(ClosedError, match="the client is closed"):
                await client.ping()

    asyncio.run(main())


def test_a_client_is_used_before_it_is_connected_or_inside_of_asyncio(dropline_server):
    async def main():
        with pytest.raises(ClosedError, match="not connected: use `async with`"):
            await dropline_server.async_client().ping()
        with pytest.raises(RuntimeError, match="use AsyncClient"):
            dropline_server.client()

    asyncio.run(main())


def test_a_command_without_a_tag_is_lost_with_its_connection(dropline_server):
    with dropline_server.client(name="ann") as client:  # A name without a token: nothing is repeated.
        async def cut_meanwhile():
            asking = asyncio.ensure_future(client._client.create("list"))
            await asyncio.sleep(0)
            client.cut()
            return await asking

        with pytest.raises(Lost, match="create: the connection broke before its reply"):
            client._do(cut_meanwhile())
        assert client.ping()["kind"] == "pong"


def test_a_server_with_other_data_has_another_epoch(dropline_servers, tmp_path):
    server = dropline_servers(data=tmp_path / "one")
    server.create("list", "A: one")
    with server.client() as client:
        board = client.watch("list")
        server.kill()
        server.data = tmp_path / "two"
        server.start()
        client.wait_until(lambda: "list" not in client.boards_watched)
        assert board.revision is None
        with pytest.raises(Refused) as refused:
            client.watch("list")
        assert (refused.value.code, refused.value.fault, refused.value.may_retry) == ("unknown-board", "race", False)


def test_what_a_server_refuses(dropline_server):
    dropline_server.create("list", "A: one")
    with dropline_server.client() as client:
        client.watch("list")
        with pytest.raises(Refused, match="insert: refused destination-gone place=end:none"):
            client.insert("end:none", "two")
        with pytest.raises(InvalidCommand, match="create: error bad-name word=7"):
            client.create("7")
        with pytest.raises(TypeError):
            client.insert("end:s1", object())
        assert str(client.boards_watched["list"]) == "A: one"


def test_a_subscriber_raises(dropline_server):
    dropline_server.create("list", "A: one")
    with dropline_server.client() as client:
        board = client.watch("list")
        end = board.subscribe(lambda change: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            client.insert("end:s1", "two")
        end()
        client.insert("end:s1", "three")
        assert str(board) == "A: one two three"


TOKEN = "a-secret-of-somebody"


def test_who_may_not_come_in(dropline_servers):
    import hashlib

    digest = hashlib.sha256(TOKEN.encode()).hexdigest()
    server = dropline_servers(access=f"user ann owner *\ntoken ann {digest} here\nguest viewer l*\n")
    with server.client(name="ann", token=TOKEN) as ann:
        ann.create("list")
        assert ann.watch("list").role == "owner"
        with pytest.raises(SentAway, match="name-taken"):
            server.client(name="ann", token="another-secret-of-somebody")
        with server.client() as guest:
            assert guest.watch("list").role == "viewer"
            with pytest.raises(Refused, match="access-denied role=editor"):
                guest.insert_section("end", "B", board="list")
        with pytest.raises(SentAway, match="unknown-space"):
            server.client(space="shop")


def test_a_certificate_that_is_not_trusted(dropline_servers, tmp_path):
    import shutil
    import ssl
    import subprocess

    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl")
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
         "-out", certificate, "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, stderr=subprocess.DEVNULL)
    server = dropline_servers(tls=(certificate, key))
    with pytest.raises(Unreachable, match="self-signed|self signed"):
        server.client(tls=True)
    with pytest.raises(SentAway, match="not-dropline"):
        server.client()
    with server.client(tls=ssl.create_default_context(cafile=certificate)) as client:
        client.create("list")
        client.cut()
        assert client.boards()["rows"][0]["board"] == "list"


def test_servers_that_do_not_start(dropline_server, tmp_path, monkeypatch):
    with pytest.raises(ServerError, match=r"ended with status \d+ before it listened(.|\n)*in use"):
        Server(listen=dropline_server.address)
    with pytest.raises(ServerError, match=r"ended with status \d+(.|\n)*" + str(dropline_server.data)):
        Server(data=dropline_server.data)
    monkeypatch.setenv("DROPLINE", str(tmp_path / "none"))
    with pytest.raises(ServerError, match="is no program"):
        Server()


def test_a_server_that_nobody_stops_ends_with_the_program(tmp_path):
    import os
    import subprocess
    import sys

    program = "from dropline.testing import Server; s = Server(); print(s._process.pid, s._folder.name)"
    output = subprocess.run(
        [sys.executable, "-B", "-c", program], stdout=subprocess.PIPE, text=True, timeout=30).stdout
    process, folder = output.split()
    assert not os.path.exists(folder)
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)
