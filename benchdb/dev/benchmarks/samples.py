"""The bytes that parsers are measured on: real logs, one after the other, until they are long enough."""

from __future__ import annotations

from benchdb.host.paths import ROOT

LOGS = ROOT / "fixtures" / "logs"
SIZE = 4 * 2**20  #: bytes per text format
ROWS_SIZE = 64 * 2**20  #: bytes per format that has one row per request
PER_REQUEST = ("ab_requests", "jtl", "vegeta_requests", "k6_requests", "hey_requests")
VERBOSE = "ab/*/*verbose*"  #: of ab -v: reports behind such a one may be pages that it fetched, and are no runs


def sample(name: str, rows_size: int = ROWS_SIZE) -> bytes:
    """Real logs of a format, one after the other; of a per-request format the longest one, its rows repeated."""
    golden = sorted(path for path in (LOGS / name).rglob("*.golden.jsonl") if not path.match(VERBOSE))
    contents = [path.with_name(path.name.removesuffix(".golden.jsonl")).read_bytes() for path in golden]
    if not contents:
        return b""
    if name in PER_REQUEST:
        head, _, rows = max(contents, key=len).partition(b"\n")
        return head + b"\n" + rows * (rows_size // max(len(rows), 1) + 1)
    whole = b"".join(content if content.endswith(b"\n") else content + b"\n" for content in contents)
    return whole * (SIZE // len(whole) + 1)
