"""Fixtures for pytest: a real server on a free port."""

from typing import Callable, Iterator, List

import pytest

from .testing import Server, ServerError


@pytest.fixture
def dropline_server() -> Iterator[Server]:
    """A server of the test's own: `dropline_server.client()` is a client of it, `kill()` and `restart()` are its faults."""
    yield from _servers(Server)


@pytest.fixture
def dropline_servers() -> "Iterator[Callable[..., Server]]":
    """Starts servers with the arguments of `dropline.testing.Server`, which are all stopped after the test."""
    started: List[Server] = []

    def start(**options: object) -> Server:
        server = Server(**options)  # type: ignore[arg-type]
        started.append(server)
        return server

    try:
        yield start
    finally:
        for server in started:
            server.close()


def _servers(start: "Callable[[], Server]") -> Iterator[Server]:
    try:
        server = start()
    except ServerError as error:
        pytest.fail(str(error), pytrace=False)
    with server:
        yield server
