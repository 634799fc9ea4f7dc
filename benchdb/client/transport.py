"""Requests to a site and its answers: what every operation of the client is made of."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

import urllib3

from benchdb.cli.login import login
from benchdb.cli.multipart import Form
from benchdb.cli.upload import FINISHED, PAUSE

#: What is asked is asked again where a proxy was away; what is stored is known by its bytes, so that it is stored once.
RETRY = urllib3.Retry(4, connect=2, backoff_factor=0.5, status_forcelist=(502, 503, 504), allowed_methods=None)
PATIENCE = urllib3.Timeout(connect=10, read=300)
ORIGINS = {"http": 80, "https": 443}
#: A file, or a file with the path it is known by.
File = Path | tuple[Path, str]
Value = str | int | float | bool | None
Query = Mapping[str, Any]


class ApiError(RuntimeError):
    """The site refuses; `problem` is its document (RFC 9457), or empty where something else answered."""

    def __init__(self, status: int, problem: Mapping[str, Any], words: str) -> None:
        super().__init__(f"{status}: {words}")
        self.status, self.problem = status, dict(problem)


class Unanswered(RuntimeError):
    """Nobody answers at the site's address."""


class Transport:
    """A site, and who asks it. Without an address and a token: those that `benchdb login` kept."""

    def __init__(self, url: str = "", token: str = "") -> None:
        known = login(url)
        self.url, self._token = known.url, token or known.token
        self._pool = urllib3.PoolManager(retries=RETRY, timeout=PATIENCE)

    def follow(self, page: Mapping[str, Any]) -> Iterator[Any]:
        """The rows of a list's page, then those of the pages behind it."""
        while True:
            rows = next(value for value in page.values() if isinstance(value, list))
            yield from rows
            if not page["next"]:
                return
            page = json.loads(self._bytes("GET", self.own_path(page["next"])))

    def wait(self, received: Mapping[str, Any]) -> dict[str, Any]:
        """What became of an upload, once it is read: what `get_upload` says then. Waits for as long as that takes."""
        path = f"/api/v1/uploads/{part(received['id'])}"
        while self._json("GET", path, {"brief": True})["state"] not in FINISHED:
            time.sleep(PAUSE)
        return dict(self._json("GET", path))

    def own_path(self, address: str) -> str:
        """The path of one of the site's own addresses. ValueError for another site's: the token is not for it."""
        whole = urljoin(f"{self.url}/", address)
        if origin(whole) != origin(self.url):
            raise ValueError(f"{address} is not an address of {self.url}")
        parts = urlsplit(whole)
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    def read(self, address: str) -> bytes:
        """What stands at one of the site's own addresses, such as an export."""
        return self._bytes("GET", self.own_path(address))

    def _json(
        self,
        method: str,
        path: str,
        query: Query | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        answer = self._bytes(method, with_query(path, query), body, headers)
        return json.loads(answer) if answer else None

    def _sent(self, method: str, path: str, document: Mapping[str, Any]) -> Any:
        return self._json(method, path, None, json.dumps(document).encode(), {"Content-Type": "application/json"})

    def _uploaded(self, path: str, files: Sequence[File], fields: Mapping[str, Any], key: str) -> Any:
        pairs = [file if isinstance(file, tuple) else (file, file.name) for file in files]
        facts = {name: text(value) for name, value in fields.items() if name != "dry_run" and value not in (None, "")}
        form = Form(facts | {"paths": json.dumps([name for _, name in pairs])}, [file for file, _ in pairs])
        query = {"dry_run": fields["dry_run"]} if "dry_run" in fields else {}
        return self._json("POST", path, query, form, form.headers | keyed(key))

    def _bytes(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> bytes:
        own = {"User-Agent": "benchdb-client", "Accept": "application/json, */*;q=0.5"}
        if self._token:
            own["Authorization"] = f"Bearer {self._token}"
        try:
            answer = self._pool.request(method, self.url + path, body=body, headers=own | dict(headers or {}))
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Unanswered(f"{self.url} does not answer: {error}") from error
        if answer.status >= 400:
            raise refusal(answer.status, answer.data)
        return answer.data


def refusal(status: int, body: bytes) -> ApiError:
    try:
        problem = json.loads(body)
        return ApiError(status, problem, str(problem.get("detail") or problem.get("title") or problem))
    except (ValueError, AttributeError):
        return ApiError(status, {}, body.decode("utf-8", "replace").strip()[:300])


def origin(address: str) -> tuple[str, str, int]:
    parts = urlsplit(address)
    return parts.scheme, parts.hostname or "", parts.port or ORIGINS.get(parts.scheme, 0)


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key} if key else {}


def part(value: object) -> str:
    """A value inside a path."""
    return quote(str(value), safe="")


def path_part(value: str) -> str:
    """A path inside a path: its slashes stay."""
    return quote(value, safe="/")


def with_query(path: str, query: Query | None) -> str:
    words = urlencode(list(pairs(query or {})))
    return f"{path}?{words}" if words else path


def pairs(query: Query) -> Iterable[tuple[str, str]]:
    """Lists give a name several times; None says nothing."""
    for name, value in query.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                yield name, text(one)


def text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
