"""The crawl: every address after uploads whose every field is a payload. Nothing of it becomes an element, a handler, a
foreign address or a formula, in whatever form the answer is; control characters leave XML well-formed.

The addresses are the routes themselves, filled in with what is there, and every link found on the way: a new route is
crawled by itself, and a new kind of placeholder fails until it has a line in `FILLED`.
"""

from __future__ import annotations

import csv
import io
import json
import random
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import product
from typing import Any
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from markdown_it import MarkdownIt

from benchdb.accounts import tokens
from benchdb.accounts.invitations import make_invitation
from benchdb.domain.roles import Role, Scope
from benchdb.models import (
    AcceptanceRule,
    Delivery,
    Invitation,
    Kernel,
    Machine,
    MachineNote,
    Permalink,
    Recording,
    Run,
    RunCorrection,
    Server,
    Study,
    Upload,
    Watch,
    Webhook,
)
from benchdb.tests.people.test_permissions import ROUTES
from frontend.exports import RENDERERS
from ingest.declared.facts import clean
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.zips import log

pytestmark = pytest.mark.thorough

EVIL = "evil.example"
PAYLOADS = (
    f'"><xx-evil onload=alert(1)></xx-evil><script src=//{EVIL}/s></script><img src=//{EVIL}/i onerror=alert(1)>',
    f"</text></svg><script>xxevil()</script><xx-evil xmlns='http://{EVIL}/'/>]]>&xxevil;",
    f'=HYPERLINK("http://{EVIL}/";"x")',
    f"[x](javascript:alert(1)) ![i](http://{EVIL}/i.png) <xx-evil> | `a` @team #12 **b**",
    "-1+cmd|' /C calc'!A0 {{7*7}} {% debug %} ${7*7} '; DROP TABLE run; --",
    "x\x1b[31m\x07\u202etxt.exe\u0085\u2028y\ttab",
)
QUERIES = ("", "?provenance=measured&cols=server&accept=all", "?by=server&accept=all&provenance=measured")
OF_QUESTIONS = re.compile(r"^(api/v1/)?(compare|scaling|history|cost|runs)\b")
NOT_CRAWLED = ("/logout/", "/admin/logout/", "/admin/autocomplete/")  #: the last is Django's, of fields we have none of
RULED = ("zone", "path", "method", "requests", f"tuning.{EVIL}", "tls")
OF_A_ROUTE = 6  #: addresses that are filled in; those of questions are asked with every query
MOST = 650  #: addresses, with the links that are found


def dirty(number: int, payload: str) -> bytes:
    """A report whose own words are the payload."""
    words = payload.replace("\n", " ").encode()
    content = log(number).replace(b"Apache/2.0.58", words).replace(b"/index.html", b"/" + words)
    return content.replace(b"xxx.xxx.xxx.xxx", words)


def uploaded(number: int, payload: str) -> Upload:
    bundle = dict.fromkeys(("machine", "kernel", "server", "zone"), payload[:110])
    facts = {**bundle, "notes": payload, "tuning": {"KeepAlive": payload, "client": payload}}
    quoted = json.dumps(payload)
    study = f"[study]\nslug = 's{number}'\ntitle = {quoted}\nsummary = {quoted}\nnotes = {quoted}\nsource = {quoted}\n"
    study += f"[[study.comparison]]\ntitle = {quoted}\nnote = {quoted}\nquery = 'cols=zone&provenance=measured'\n"
    toml = study.encode("utf-8")
    files = [(f"{payload[:60]}{n}.log", dirty(10 * number + n, payload)) for n in range(3)]
    files += [("benchdb.toml", toml), (f"{payload[:40]}.sar", b"Linux\n" + payload.encode()), (payload[:90], b"no log")]
    upload = create_upload([IncomingFile(name, [content]) for name, content in files], clean(facts)).upload
    parse_upload(upload.pk)
    return Upload.objects.get(pk=upload.pk)


@pytest.fixture
def dirty_site(db: None) -> Client:
    """An admin's browser on a site where everything that can be said is a payload."""
    ada = User.objects.create_superuser("ada", first_name=PAYLOADS[0][:30])
    browser = Client(raise_request_exception=False)
    browser.force_login(ada)
    for number, payload in enumerate(PAYLOADS):
        upload = uploaded(number, payload)
        assert upload.state == "stored", [file.problems for file in upload.files.all()]
        file = upload.files.exclude(runs=None)[0]
        Recording.objects.create(file=file, tool=payload[:20], host=payload[:60], format="sar", start=0, end=1)
        tokens.make_token(ada, payload[:60], Scope.READ)
        run = Run.objects.filter(file=file)[0]
        browser.post(f"/runs/{run.pk}/tags/", {"word": payload, "tag": payload})
        browser.post(f"/runs/{run.pk}/exclude/", {"reason": payload})
        browser.post(f"/runs/{run.pk}/include/")
        freeze = {"query": "cols=server&provenance=measured&accept=all", "title": payload[:120], "note": payload}
        browser.post("/compare/freeze/", freeze)
        browser.post("/questions/", {"name": payload[:80], "kind": "compare", "query": "cols=server&accept=all"})
        browser.post("/watches/", {"name": payload[:80], "question": "by=server&accept=all", "query": "by=server"})
        browser.post("/webhooks/", {"url": f"https://{EVIL}/{payload}", "note": payload})
        make_invitation(Role.VIEWER, payload)
        browser.post("/rules/", {"dimension": RULED[number], "extent": "any", "same": "", "reason": payload})
    for model in (Machine, Kernel, Server):
        for row, payload in zip(model.objects.order_by("pk"), PAYLOADS, strict=False):
            kind = f"{model.__name__.lower()}s"
            browser.post(f"/{kind}/{row.slug}/correct/", {"name": row.name, "description": payload, "notes": payload})
    for row, payload in zip(Machine.objects.order_by("pk"), PAYLOADS, strict=False):
        days = {"since": "2000-01-01", "until": "2100-01-01"}  # beside whatever its runs are
        browser.post("/notes/new/", {"machine": row.name, "text": payload, "back": payload, **days})
    browser.post("/history/freeze/", {"query": "by=machine&accept=all"})
    for payload in PAYLOADS:  # as the page has it: shown first, then done
        own = {"run": str(Run.objects.active().earliest("pk").pk), "kernel": payload[:110], "notes": payload}
        if plan := browser.post("/runs/correct/", own).context.get("plan"):
            browser.post("/runs/correct/", {**own, "do": "correct", "seen": plan.sentence})
    assert RunCorrection.objects.count() >= 1
    assert Permalink.objects.count() >= 1
    assert MachineNote.objects.count() == min(len(PAYLOADS), Machine.objects.count())
    assert AcceptanceRule.objects.count() == Invitation.objects.count() == len(PAYLOADS)
    assert Run.objects.count() >= 3 * len(PAYLOADS)
    return browser


#: placeholder of a route -> what it is filled with; a name alone, or a route's beginning and the name.
FILLED: dict[str, Callable[[], list[object]]] = {
    "run_id": lambda: [*Run.objects.values_list("pk", flat=True)][::3],
    "upload_id": lambda: [*Upload.objects.values_list("pk", flat=True)],
    "recording_id": lambda: [*Recording.objects.values_list("pk", flat=True)],
    "link_id": lambda: [*Permalink.objects.values_list("pk", flat=True)],
    "watch_id": lambda: [*Watch.objects.values_list("pk", flat=True)] or [1],
    "delivery_id": lambda: [*Delivery.objects.values_list("pk", flat=True)] or [1],
    "hook_id": lambda: [*Webhook.objects.values_list("pk", flat=True)] or [1],
    "fingerprint": lambda: [*Run.objects.values_list("setup__fingerprint", flat=True)][::3],
    "studies slug": lambda: [*Study.objects.values_list("slug", flat=True)],
    "machines slug": lambda: [*Machine.objects.values_list("slug", flat=True)],
    "kernels slug": lambda: [*Kernel.objects.values_list("slug", flat=True)],
    "servers slug": lambda: [*Server.objects.values_list("slug", flat=True)],
    "ending": lambda: [*RENDERERS],
    "table": lambda: ["runs", "measurements"],
    "name": lambda: ["comparing", "x.log"],
    "secret": lambda: ["x" * 43],
    "word": lambda: ["tuned"],
    "object_id": lambda: [1],
    "content_type_id": lambda: [1],
    "user_id": lambda: [1],
    "token_id": lambda: [1],
    "question_id": lambda: [1],
    "correction_id": lambda: [*RunCorrection.objects.values_list("pk", flat=True)],
    "invitation_id": lambda: [*Invitation.objects.values_list("pk", flat=True)],
    "note_id": lambda: [*MachineNote.objects.values_list("pk", flat=True)],
    "rule_id": lambda: [*AcceptanceRule.objects.values_list("pk", flat=True)],
    "app_label": lambda: ["benchdb", "auth"],
    "url": lambda: ["nothing"],
    "path": lambda: ["nothing"],
    "id": lambda: [1],
}
HOLE = re.compile(r"\(\?P<(?P<name>\w+)>(?P<choice>[^)]*)\)|<(?:\w+:)?(?P<plain>\w+)>")


def addresses() -> Iterator[str]:
    """Every route with what is there, some of it where there is much; an alternation of words is each of them."""
    chosen = random.Random(7)
    for route in ROUTES:
        paths = filled(route.replace("^", "").replace("$", "").replace("\\.", ".").replace("\\Z", ""))
        for path in chosen.sample(paths, min(OF_A_ROUTE, len(paths))):
            yield from (f"/{path}{query}" for query in (QUERIES if OF_QUESTIONS.search(path) else QUERIES[:1]))


def filled(route: str) -> list[str]:
    hole = HOLE.search(route)
    if hole is None:
        return [route.replace("(?:", "").replace("/?", "/").replace("?", "")]
    name, choice = hole["name"] or hole["plain"], hole["choice"] or ""
    if re.fullmatch(r"\w+(\|\w+)*", choice):
        values: list[object] = [*choice.split("|")]
    else:
        before = f"{route.removeprefix('api/v1/').partition('/')[0]} {name}"
        assert before in FILLED or name in FILLED, f"{route}: say in FILLED what {before!r} is filled with"
        values = FILLED.get(before, FILLED.get(name, list))()
    pieces = (f"{route[: hole.start()]}{value}{route[hole.end() :]}" for value in values)
    return [path for piece in pieces for path in filled(piece)]


class Page(HTMLParser):
    """What in a page is not ours, and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.faults, self.links, self._script = list[str](), list[str](), False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self._script = tag == "script" and "json" not in named.get("type", "")
        if "evil" in tag or any("evil" in name or name.startswith("on") for name in named):
            self.faults.append(f"<{tag} {sorted(named)}>")
        if tag in ("script", "img", "iframe", "link", "object", "embed", "form", "use", "source"):
            self.faults += [f"<{tag}> from {named[name]}" for name in LOADS if foreign(named.get(name, ""))]
        self.faults += [f"{name}={named[name]}" for name in LOADS if scheme(named.get(name, "")) in BAD_SCHEMES]
        if tag == "a" and named.get("href") == "":
            self.faults.append("a link that leads nowhere")
        self.links += [named["href"]] if tag == "a" and "href" in named else []

    def handle_data(self, data: str) -> None:
        if self._script and data.strip():
            self.faults.append(f"a script within the page: {data[:60]}")

    def handle_endtag(self, tag: str) -> None:
        self._script = False


LOADS = ("src", "href", "action", "formaction", "data", "xlink:href", "poster")
BAD_SCHEMES = ("javascript", "vbscript", "file")


def scheme(address: str) -> str:
    return re.sub(r"[\x00-\x20]", "", address).partition(":")[0].lower()


def foreign(address: str) -> bool:
    return urlsplit(address).netloc not in ("", "testserver")


def html_faults(body: str) -> list[str]:
    page = Page()
    page.feed(body)
    return page.faults


def xml_faults(body: str) -> list[str]:
    tags = [element.tag for element in ElementTree.fromstring(body).iter()]
    return [str(tag) for tag in tags if "evil" in str(tag) or str(tag).endswith("}script")]


def csv_faults(body: str) -> list[str]:
    cells = (cell for line in csv.reader(io.StringIO(body)) for cell in line)
    return [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not is_number(cell)]


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def markdown_faults(body: str) -> list[str]:
    tokens = MarkdownIt("commonmark").enable("table").parse(body)
    faults = []
    inline = [child for block in tokens for child in block.children or []]
    for token in [*tokens, *inline]:
        address = str(token.attrGet("href") or token.attrGet("src") or "")
        if token.type in ("html_inline", "html_block") and "evil" in token.content:
            faults.append(token.content)
        if scheme(address) in BAD_SCHEMES or EVIL in address:
            faults.append(address)
    return faults


def json_faults(body: str) -> list[str]:
    json.loads(body)
    return []


CHECKS: dict[str, Callable[[str], list[str]]] = {
    "text/html": html_faults,
    "image/svg+xml": xml_faults,
    "application/atom+xml": xml_faults,
    "text/csv": csv_faults,
    "text/markdown": markdown_faults,
    "application/json": json_faults,
    "application/problem+json": json_faults,
}
OPAQUE = ("text/plain", "image/png", "application/octet-stream", "image/x-icon", "image/vnd.microsoft.icon")
OPAQUE += ("application/vnd.apache.parquet", "application/gzip", "text/javascript", "image/svg+xml; x")


def faults_of(answer: HttpResponse) -> list[str]:
    kind = answer.headers.get("Content-Type", "").split(";")[0]
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    if answer.status_code == 500:
        return ["500"]
    headers = [] if answer.headers.get("X-Content-Type-Options") == "nosniff" else ["no nosniff"]
    if kind in CHECKS and body:
        return headers + CHECKS[kind](body.decode())
    return headers + ([] if kind in (*OPAQUE, "") or not body else [f"no check for {kind}"])


def links_of(path: str, answer: Any) -> list[str]:
    """Of this site."""
    if answer.streaming or not answer.headers.get("Content-Type", "").startswith("text/html"):
        return []
    page = Page()
    page.feed(answer.content.decode())
    urls = (urljoin(f"http://testserver{path}", link) for link in page.links)
    return [url.removeprefix("http://testserver").partition("#")[0] for url in urls if not foreign(url)]


@pytest.mark.django_db
def test_no_payload_gets_out_of_where_it_belongs(dirty_site: Client) -> None:
    queue, seen, wrong = [*dict.fromkeys(addresses())], set[str](), list[str]()
    random.Random(11).shuffle(queue)
    kinds = set[str]()
    while queue and len(seen) < MOST:
        path = queue.pop(0)
        if path in seen or path.startswith(NOT_CRAWLED) or not path.startswith("/"):
            continue
        seen.add(path)
        answer = dirty_site.get(path)
        kinds.add(answer.headers.get("Content-Type", "").split(";")[0])
        queue += [link for link in links_of(path, answer) if link not in seen]
        wrong += [f"{path}: {fault}" for fault in faults_of(answer)]
    assert not wrong, "\n§".join(["", *wrong])
    assert {"text/html", "image/svg+xml", "text/csv", "text/markdown", "application/atom+xml"} <= kinds
    assert len(seen) > 300


@pytest.mark.parametrize(
    ("check", "body"), [*product([html_faults], [f'<p title="{PAYLOADS[0]}">', '<a href="">x</a>'])]
)
def test_the_checks_find_what_they_look_for(check: Callable[[str], list[str]], body: str) -> None:
    assert check(body)
    assert xml_faults("<a><script xmlns='x'/></a>")
    assert csv_faults('"=1+x"')
    assert markdown_faults("<xx-evil> [x](http://evil.example)")
