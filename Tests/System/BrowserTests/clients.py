"""Clients with the text form: lines by `nc`, and `dropline connect` on a pseudo-terminal."""

import fcntl
import os
import pty
import select
import socket
import struct
import subprocess
import termios

import pyte

from kit import until

RIGHT = "\x1b[C"


class Netcat:
    """What `nc` shows to a person who watches a board."""

    def __init__(self, address, board):
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        self.file = self.socket.makefile(encoding="utf-8")
        self.socket.sendall(f"open {board}\nping\n".encode())
        self.read("pong")

    def read(self, start):
        """The lines up to one that starts so."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            line = self.file.readline()
            assert line, f"the connection ended, not {start!r}: {lines}"
            lines.append(line.rstrip("\n"))
        return lines

    def close(self):
        self.file.close()
        self.socket.close()


class Terminal:
    """A person at a terminal: types, presses and moves the mouse, and sees the screen."""

    def __init__(self, address, board, name, width=72, height=12):
        self.screen = pyte.Screen(width, height)
        self.stream = pyte.ByteStream(self.screen)
        self.control, line = pty.openpty()
        fcntl.ioctl(line, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.process = subprocess.Popen(
            [os.environ["DROPLINE"], "connect", address, board, "--name", name],
            stdin=line, stdout=line, stderr=line, start_new_session=True,
            env={"TERM": "xterm", "LANG": "C.UTF-8", "XDG_STATE_HOME": "/dev/null"})
        os.close(line)
        self.shows("| live |")

    def display(self):
        """The rows of the screen, after what the program has written by now."""
        while select.select([self.control], [], [], 0)[0]:
            try:
                self.stream.feed(os.read(self.control, 65_536))
            except OSError as ended:
                raise AssertionError(f"the program has ended:\n{self.picture()}") from ended
        return self.screen.display

    def picture(self):
        return "\n".join(self.screen.display)

    def shows(self, text):
        until(lambda: any(text in row for row in self.display()), lambda: f"{text!r} on\n{self.picture()}")

    def lists(self, *sections):
        """The sections are side by side with these texts and nothing else: no ghost, no name."""
        wanted = [list(texts) for texts in sections]
        until(lambda: self.columns(len(sections)) == wanted, lambda: f"{wanted} on\n{self.picture()}")

    def columns(self, count):
        rows, width = self.display()[2:-1], self.screen.columns // count
        columns = [[row[k * width:(k + 1) * width].strip(" >") for row in rows] for k in range(count)]
        return [[text for text in column if text] for column in columns]

    def type(self, keys):
        os.write(self.control, keys.encode())

    def mouse(self, button, x, y, is_release=False):
        """Reports a mouse button as xterm's mode 1006 has it; the cell counts from 0."""
        self.type(f"\x1b[<{button};{x + 1};{y + 1}{'m' if is_release else 'M'}")

    def cell(self, text):
        return next((row.index(text), y) for y, row in enumerate(self.display()) if text in row)

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.control)
