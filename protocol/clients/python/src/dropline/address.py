"""Where a server listens."""

import ssl
from typing import Optional, Tuple, Union

TLS = Union[bool, ssl.SSLContext]
"""Whether the connection is encrypted, or how."""


def parsed(address: str) -> Tuple[Optional[str], int, Optional[str]]:
    """Host and port of `localhost:7667`, `[::1]:7667` or `localhost`; or the path of `unix:PATH`."""
    if address.startswith("unix:"):
        return None, 0, address[len("unix:"):]
    host, colon, port = address.rpartition(":")
    if not colon or "]" in port or address.count(":") > 1 and not host.startswith("["):
        host, port = address, "7667"
    if not port.isdecimal() or not host or int(port) > 65_535:
        raise ValueError(f"{address!r} is no address: localhost:7667, [::1]:7667 or unix:PATH")
    return host.strip("[]"), int(port), None


def context(tls: TLS) -> Optional[ssl.SSLContext]:
    """How to encrypt: True verifies the certificate by what the system trusts."""
    return tls if isinstance(tls, ssl.SSLContext) else ssl.create_default_context() if tls else None
