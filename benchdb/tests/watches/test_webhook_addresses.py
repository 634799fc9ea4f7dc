"""Where a webhook may lead: every address of the open internet, and none of IANA's registries of special ones."""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchdb.webhooks.posting import is_public, post

#: Not for hosts of others: https://www.iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry,
#: multicast, and of IPv6 all that is not given to anybody (2000::/3 is).
SPECIAL = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20
"""
BLOCKS = [ipaddress.ip_network(text) for text in SPECIAL.split()]
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def addresses_in(block: ipaddress.IPv4Network | ipaddress.IPv6Network) -> st.SearchStrategy[Address]:
    """Its first, its last, and those between."""
    first, last = int(block.network_address), int(block.broadcast_address)
    make = type(block.network_address)
    return st.one_of(st.sampled_from((first, last)), st.integers(first, last)).map(make)


special = st.sampled_from(BLOCKS).flatmap(addresses_in)
anywhere = st.one_of(st.ip_addresses(v=4), addresses_in(ipaddress.ip_network("2000::/3")), special)


@given(address=anywhere)
@example(address=ipaddress.ip_address("8.8.8.8"))
@example(address=ipaddress.ip_address("2606:4700::1111"))
def test_an_address_is_public_where_no_registry_has_it_for_something_else(address: Address) -> None:
    inner = getattr(address, "ipv4_mapped", None) or address
    assert is_public(str(address)) == (not any(inner in block for block in BLOCKS))


@given(address=st.ip_addresses(v=4))
@example(address=ipaddress.ip_address("127.0.0.1"))
def test_an_address_within_an_address_is_what_it_leads_to(address: ipaddress.IPv4Address) -> None:
    assert is_public(f"::ffff:{address}") == is_public(str(address))
    for carrier in ("64:ff9b::", "::ffff:0:", "::"):  # NAT64, SIIT, compatible: whoever translates is near
        assert not is_public(f"{carrier}{address}")


@pytest.fixture
def lines_heard() -> Iterator[tuple[int, list[bytes]]]:
    """A port of this machine, and what a client says there first."""
    heard = list[bytes]()

    def answer(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            heard.append(connection.recv(65536).splitlines()[0])
            connection.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=answer, args=(server,), daemon=True)
        thread.start()
        yield server.getsockname()[1], heard
        thread.join(10)


def test_the_connection_goes_to_the_address_that_was_checked(
    lines_heard: tuple[int, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that answers otherwise when it is asked again (DNS rebinding) is asked once."""
    port, heard = lines_heard
    names = list[str]()

    def resolve(host: str, *_: object) -> list[str]:
        names.append(host)
        return ["127.0.0.1"]

    monkeypatch.setattr("benchdb.webhooks.posting.resolved", resolve)
    assert post(f"http://rebound.invalid:{port}/hook", b"{}", {}) == 204
    assert (names, heard) == (["rebound.invalid"], [b"POST /hook HTTP/1.1"])
