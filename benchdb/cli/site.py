"""The site, by its API."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from http.client import responses
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import urllib3

from benchdb.cli.login import Login
from benchdb.cli.multipart import Form

AT_ONCE = 1000  #: digests in one question
#: The same files sent twice are one upload, so whatever fails on its way can be sent again.
RETRY = urllib3.Retry(
    4, connect=2, backoff_factor=0.5, status_forcelist=(409, 502, 503, 504), allowed_methods=None, raise_on_status=False
)
#: What to say of an answer for people's eyes.
PAGES = {404: "there is no such page", 500: "it failed; its log says why"}
PASSING = (500, 502, 503, 504)  #: faults of a site, or of what stands before it
ME = "/api/v1/me"
PATIENCE = urllib3.Timeout(connect=10, read=300)


class Refused(RuntimeError):
    """The site did not do it, or could not be asked; the message says why and what to do."""


class Site:
    """A site, and who asks it."""

    def __init__(self, login: Login, hint: str = " Log in: benchdb login URL") -> None:
        """`hint`: what helps where the token lets nobody in."""
        self.login, self._hint = login, hint
        headers = {"User-Agent": "benchdb-cli", "Accept": "application/json"}
        if login.token:
            headers["Authorization"] = f"Bearer {login.token}"
        #: Name that the site keeps -> the one that it is sent: it applies its rule itself, and sites of before, which
        #: take a backslash for a slash, would part folders at the escapes of a name that is kept already.
        self.sent_as: Mapping[str, str] = {}
        self._pool = urllib3.PoolManager(headers=headers, retries=RETRY, timeout=PATIENCE)

    def ask(self, path: str, query: Sequence[tuple[str, str]] = ()) -> bytes:
        return self._answer("GET", path + (f"?{urlencode(query)}" if query else ""))

    def tables(self, form: str = "csv") -> dict[str, Any]:
        """The addresses of the exported tables' first pages, and what their columns mean. `form`: csv or parquet."""
        return self._json("GET", f"/api/v1/tables?format={form}")

    def page(self, address: str) -> tuple[bytes, str]:
        """(what stands at one of the site's own addresses, the address of the page that follows; "" after the last)."""
        parts = urlsplit(address)
        answer = self._request("GET", f"{parts.path}?{parts.query}")
        following = re.match(r'<([^<>]+)>; rel="next"', answer.headers.get("Link", ""))
        return answer.data, following[1] if following else ""

    def destination(self, path: str) -> str:
        """Where one of the site's links leads: another address of the site."""
        answer = self._request("GET", path, redirect=False)
        return answer.headers.get("Location", path)

    def me(self) -> dict[str, Any]:
        """Who the site takes us for, and what we may do there."""
        return self._json("GET", ME)

    def status(self, upload: int, *, brief: bool = False) -> dict[str, Any]:
        """What became of an upload; without its lists where `brief`."""
        path = f"/api/v1/uploads/{upload}"
        whole = self._json("GET", f"{path}?brief=true" if brief else path)
        page = whole
        while page.get("next"):
            page = self._json("GET", f"{path}?{urlsplit(page['next']).query}")
            for name in ("files", "runs", "problems"):
                whole[name] += page[name]
        return whole

    def existing_logs(self, digests: Sequence[str]) -> dict[str, dict[str, Any]]:
        """SHA-256 -> upload and state, of those that are there already."""
        existing: dict[str, dict[str, Any]] = {}
        for answer in self._logs(digests):
            existing |= answer["known"]
        return existing

    def withdrawn(self, digests: Sequence[str]) -> list[dict[str, Any]]:
        """The withdrawn uploads for which some of these files count nowhere."""
        answers = [answer.get("withdrawn", ()) for answer in self._logs(digests)]  # sites of before did not say
        return [upload for withdrawn in answers for upload in withdrawn]

    def unfinished(self, digests: Sequence[str]) -> list[int]:
        """Uploads that failed when some of these files had been read; sites of before did not say."""
        return sorted({number for answer in self._logs(digests) for number in answer.get("unfinished", ())})

    def _logs(self, digests: Sequence[str]) -> Iterator[dict[str, Any]]:
        """What the site says of these files, so many at once."""
        for start in range(0, len(digests), AT_ONCE):
            body = json.dumps({"sha256": digests[start : start + AT_ONCE]}).encode()
            yield self._json("POST", "/api/v1/logs", body, {"Content-Type": "application/json"})

    def check_tomls(self, tomls: Mapping[str, str]) -> None:
        """Refused, before anything is sent, where a `benchdb.toml` of these folders says what cannot be."""
        if tomls:
            body = json.dumps({"sha256": [], "paths": [], "facts": {}, "tomls": tomls}).encode()
            self._json("POST", "/api/v1/logs", body, {"Content-Type": "application/json"})

    def not_applied(
        self, files: Sequence[tuple[str, str]], facts: Mapping[str, str], tomls: Mapping[str, str]
    ) -> dict[str, list[str]]:
        """Path -> which of the facts hold for nothing that is stored of it, of files (SHA-256, path) that are there."""
        contradicted: dict[str, list[str]] = {}
        for _, answer in self._held_against(files, facts, tomls):
            contradicted |= answer.get("not_applied", {})  # sites of before this did not say
        return contradicted

    def of_other_runs(
        self, files: Sequence[tuple[str, str]], facts: Mapping[str, str], tomls: Mapping[str, str]
    ) -> set[str]:
        """Those paths of files (SHA-256, path) that are there of which the site would store another run, by what is
        stated of them: another start, say; and of recordings that would belong to other loads, too."""
        paths = set[str]()
        for some, answer in self._held_against(files, facts, tomls, is_needed=True):
            paths.update(answer.get("of_other_folders", ()))
            left_out = [path for digest, path in some if digest not in answer["known"]]  # all that sites of before say
            paths.update(answer.get("of_other_runs", left_out))
        return paths

    def _held_against(
        self,
        files: Sequence[tuple[str, str]],
        facts: Mapping[str, str],
        tomls: Mapping[str, str],
        *,
        is_needed: bool = False,
    ) -> Iterator[tuple[Sequence[tuple[str, str]], dict[str, Any]]]:
        """(some of the files, what the site says of them and of the facts); nothing where none are stated, unless it is
        needed all the same."""
        stated = {name: value for name, value in facts.items() if value}
        for start in range(0, len(files) if stated or tomls or is_needed else 0, AT_ONCE):
            some = files[start : start + AT_ONCE]
            digests, paths = zip(*some, strict=True)
            body = json.dumps({"sha256": digests, "paths": paths, "facts": stated, "tomls": tomls}).encode()
            yield some, self._json("POST", "/api/v1/logs", body, {"Content-Type": "application/json"})

    def would_hold(
        self, paths: Sequence[str], facts: Mapping[str, str], tomls: Mapping[str, str]
    ) -> tuple[dict[str, dict[str, str]], list[dict[str, Any]]]:
        """(path -> the facts that would be stored of it, what is to be said of a `benchdb.toml`); nothing of sites of
        before this."""
        stated, notices = dict[str, dict[str, str]](), list[dict[str, Any]]()
        given = {name: value for name, value in facts.items() if value}
        for start in range(0, len(paths), AT_ONCE):
            some = paths[start : start + AT_ONCE]
            question = {"sha256": [], "paths": some, "facts": given, "tomls": tomls, "stated": True}
            body = json.dumps(question).encode()
            answer = self._json("POST", "/api/v1/logs", body, {"Content-Type": "application/json"})
            stated |= answer.get("stated", {})
            here = answer.get("notices", [])
            notices = here if not start else [one for one in notices if one in here]
        return stated, notices

    def freeze(self, kind: str, query: str, title: str, note: str) -> str:
        """The address of the permalink of a question, which is asked on the page called `kind`."""
        body = json.dumps({"kind": kind, "query": query, "title": title, "note": note}).encode()
        return str(self._json("POST", "/api/v1/permalinks", body, {"Content-Type": "application/json"})["url"])

    def upload(
        self, files: Sequence[tuple[Path, str]], facts: Mapping[str, str], *, part_of: str = "", **more: str
    ) -> dict[str, Any]:
        """Send files, each with the path it is known by. `part_of`: a name of the whole folder, where it is sent in
        several uploads; sites of before pass over it."""
        paths = [self.sent_as.get(name, name) for _, name in files]
        fields = {**facts, **more, "paths": json.dumps(paths)}
        form = Form({name: value for name, value in fields.items() if value}, [path for path, _ in files])
        headers = form.headers | {"Benchdb-Paths": "posix"} | ({"Benchdb-Import": part_of} if part_of else {})
        return self._json("POST", "/api/v1/uploads", form, headers)

    def _json(
        self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        try:
            return dict(json.loads(self._answer(method, path, body, headers)))
        except (ValueError, TypeError) as error:
            raise Refused(f"{self.login.url} answers, but not like benchdb: {error}") from error

    def _answer(self, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None) -> bytes:
        answer = self._request(method, path, body, headers)
        if is_page(answer):
            self._check_is_benchdb()
        return answer.data

    def _request(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *,
        redirect: bool = True,
    ) -> urllib3.BaseHTTPResponse:
        url = f"{self.login.url}{path}"
        try:
            both = {**self._pool.headers, **(headers or {})}
            answer = self._pool.request(method, url, body=body, headers=both, redirect=redirect)
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Refused(f"{self.login.url} does not answer: {reason(error)}") from error
        if answer.status >= 400:
            if is_foreign(answer):
                self._check_is_benchdb()
            raise Refused(self._fault(answer.status, answer.data))
        return answer

    def _check_is_benchdb(self) -> None:
        """Refused where another program answers at this address, which does not say who asks."""
        try:
            answer = self._pool.request("GET", f"{self.login.url}{ME}")
        except (urllib3.exceptions.HTTPError, OSError) as error:
            raise Refused(f"{self.login.url} does not answer: {reason(error)}") from error
        if is_page(answer) or is_foreign(answer):
            raise Refused(f"expected a benchdb site at {self.login.url}, found another web server")

    def _fault(self, status: int, body: bytes) -> str:
        try:
            problem = json.loads(body)
            detail = problem.get("detail") or problem.get("title") or problem
        except (ValueError, AttributeError):
            text = body.decode("utf-8", "replace").strip()
            detail = PAGES.get(status, "a page, and no data") if text.startswith("<") else text[:300]
        if status >= 500:
            return f"{self.login.url} answers {status} {responses.get(status, '')}: {detail}"
        return f"{self.login.url} refuses ({status}): {detail}{self._hint if status == 401 else ''}"


def is_page(answer: urllib3.BaseHTTPResponse) -> bool:
    """Whether an answer is for people's eyes; the site gives programs none where all is well."""
    return answer.headers.get("Content-Type", "").startswith("text/html")


def is_foreign(answer: urllib3.BaseHTTPResponse) -> bool:
    """Whether a refusal may be that of another program than a site: no problem of RFC 9457, and no passing fault."""
    is_problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
    return not is_problem and answer.status not in PASSING and (is_page(answer) or answer.status == 404)


def reason(error: Exception) -> str:
    """What failed, without the objects that urllib3 names in its messages."""
    cause = getattr(error, "reason", None) or error
    return str(cause).rpartition(">: ")[2].rpartition("): ")[2] or str(cause)
