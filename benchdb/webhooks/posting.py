"""POST to an address that a person typed, without becoming their way into the network behind this site.

The name is resolved once, every address it has is checked, and the connection goes to a checked one: a name that
answers otherwise a moment later (DNS rebinding) leads nowhere. Redirects are not followed, proxies not asked.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

PATIENCE = 10.0  #: seconds to connect, and for each piece of the answer
PORTS = {"http": 80, "https": 443}
FREE_PORTS = 1024  #: and above; those below belong to services that are no webhooks
GLOBAL = ipaddress.ip_network("2000::/3")  #: all of IPv6 that is given to anybody
#: What IANA's registries of special addresses name besides those that `is_global` knows: protocols' own (RFC 6890), and
#: relays that carry an IPv4 address inside (6to4, Teredo).
NOT_OF_HOSTS = [
    ipaddress.ip_network(text) for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2002::/16", "3fff::/20")
]


class Unreachable(OSError):
    """The address cannot or may not be reached, or did not answer as HTTP; the message says why."""


class Unresolved(Unreachable):
    """No name server knows the host now."""


def post(url: str, body: bytes, headers: Mapping[str, str], *, private_too: bool = False) -> int:
    """The HTTP status that the address answers."""
    parts = checked(url)
    port = parts.port or PORTS[parts.scheme]
    addresses = resolved(parts.hostname or "", port, private_too)
    check_port(port, private_too)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    connection = connection_to(parts.scheme, parts.hostname or "", port, addresses)
    try:
        connection.request("POST", path, body, {**headers, "Connection": "close"})
        return connection.getresponse().status
    except (OSError, HTTPException) as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    finally:
        connection.close()


def checked(url: str) -> SplitResult:
    """The parts of an address that a webhook can have. Unreachable for any other."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Unreachable(f"{url[:80]!r} is no address: {error}") from error
    if parts.scheme not in PORTS or not parts.hostname or port == 0:
        raise Unreachable("expected an address that begins with https:// or http:// and names a host")
    if parts.username or parts.password:
        raise Unreachable("an address with a name or password in it is not taken")
    if any(ord(character) <= 32 or ord(character) > 126 for character in url):
        raise Unreachable("an address holds no blanks and no letters beyond ASCII")
    return parts


def checked_for_sending(url: str, *, private_too: bool = False) -> SplitResult:
    """`checked`, of an address that somebody adds: one that will be refused at every delivery is refused at once.

    A name that nobody can resolve now may be one tomorrow.
    """
    parts = checked(url)
    port = parts.port or PORTS[parts.scheme]
    check_port(port, private_too)
    with suppress(Unresolved):
        resolved(parts.hostname or "", port, private_too)
    return parts


def check_port(port: int, private_too: bool) -> None:
    if port < FREE_PORTS and port not in PORTS.values() and not private_too:
        raise Unreachable(f"port {port} is not one of the web's: 80, 443, or any from {FREE_PORTS}")


def resolved(host: str, port: int, private_too: bool) -> list[str]:
    """The host's addresses, all of which were checked."""
    try:
        addresses = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise Unresolved(f"{host} cannot be resolved: {error}") from error
    refused = [text for text in addresses if not is_public(text)]
    if refused and not private_too:
        which = "" if host == refused[0] else f"{refused[0]}, which is "
        raise Unreachable(f"{host} is {which}not a public address (WEBHOOKS_PRIVATE=1 allows it)")
    return addresses


def is_public(text: str) -> bool:
    """Whether an address is of the open internet: not of this machine, a private network, or a carrier of those."""
    address = ipaddress.ip_address(text.split("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return is_public(str(address.ipv4_mapped))
        if address not in GLOBAL:
            return False
    if any(address in network for network in NOT_OF_HOSTS):
        return False
    return address.is_global and not address.is_multicast


def connection_to(scheme: str, host: str, port: int, addresses: list[str]) -> HTTPConnection:
    """A connection to the first of the checked addresses that answers; it speaks to `host`."""
    if scheme == "https":
        connection: HTTPConnection = HTTPSConnection(host, port, timeout=PATIENCE)
    else:
        connection = HTTPConnection(host, port, timeout=PATIENCE)
    try:
        sock = first_of(addresses, port)
        if scheme == "https":
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
    except OSError as error:
        raise Unreachable(f"{type(error).__name__}: {error}") from error
    connection.sock = sock
    return connection


def first_of(addresses: list[str], port: int) -> socket.socket:
    *others, last = addresses
    for address in others:
        with suppress(OSError):
            return socket.create_connection((address, port), PATIENCE)
    return socket.create_connection((last, port), PATIENCE)
