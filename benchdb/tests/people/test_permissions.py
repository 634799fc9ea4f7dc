"""Every address and method of the site, by role: the table below is the promise, and the walk over it the proof.

An address without a row, and a method that a row does not name, fail the test: whoever adds one says here who may.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from benchdb.accounts import tokens
from benchdb.accounts.people import give_role
from benchdb.domain.roles import GIVEN, PERMISSIONS, Action, Role, Scope, allowed
from frontend.exports import ENDINGS

pytestmark = [pytest.mark.long, pytest.mark.django_db]

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")  #: HEAD is a GET whose body is dropped
READ, UPLOAD, EDIT, AUDIT, ADMINISTER, ACCOUNT = Action
OPEN = None  #: for everybody, even where reading is for members
SHOW = {"GET": READ}
KINDS = "compare|scaling|history|cost"
FINGERPRINT, SECRET = "0" * 64, "x" * 43
Row = dict[str, Action | None]


def api(get: Action | None = READ, **more: Action) -> Row:
    return {**({"GET": get} if get else {}), **more}


def page(action: Action | None, *, post: bool = False) -> Row:
    return {"GET": action, **({"POST": action} if post else {})}


#: route -> (an address of it, who may do what there)
TABLE: dict[str, tuple[str, Row]] = {
    "healthz": ("/healthz", page(OPEN)),
    "readyz": ("/readyz", page(OPEN)),
    "metrics": ("/metrics", SHOW),
    "robots.txt": ("/robots.txt", page(OPEN)),
    "favicon.ico": ("/favicon.ico", page(OPEN)),
    "open/<str:secret>/": (f"/open/{SECRET}/", page(OPEN)),
    "admin/login/": ("/admin/login/", page(OPEN)),
    "login/": ("/login/", page(OPEN, post=True)),
    "logout/": ("/logout/", {"POST": OPEN}),
    "join/<str:secret>/": (f"/join/{SECRET}/", page(OPEN, post=True)),
    "account/": ("/account/", page(ACCOUNT, post=True)),
    "account/password/": ("/account/password/", page(ACCOUNT, post=True)),
    "account/tokens/<int:token_id>/revoke/": ("/account/tokens/999/revoke/", {"POST": ACCOUNT}),
    "people/": ("/people/", page(ADMINISTER, post=True)),
    "people/invitations/<int:invitation_id>/withdraw/": (
        "/people/invitations/999/withdraw/",
        {"POST": ADMINISTER},
    ),
    "people/<int:user_id>/tokens/": ("/people/999/tokens/", page(ADMINISTER)),
    "people/<int:user_id>/tokens/<int:token_id>/revoke/": ("/people/999/tokens/999/revoke/", {"POST": ADMINISTER}),
    "people/<int:user_id>/tokens/revoke/": ("/people/999/tokens/revoke/", {"POST": ADMINISTER}),
    "people/<int:user_id>/role/": ("/people/999/role/", {"POST": ADMINISTER}),
    "webhooks/": ("/webhooks/", page(ADMINISTER, post=True)),
    "webhooks/<int:hook_id>/remove/": ("/webhooks/999/remove/", {"POST": ADMINISTER}),
    "webhooks/<int:hook_id>/test/": ("/webhooks/999/test/", {"POST": ADMINISTER}),
    "webhooks/deliveries/<int:delivery_id>/again/": ("/webhooks/deliveries/999/again/", {"POST": ADMINISTER}),
    "audit/": ("/audit/", page(AUDIT)),
    "watches/": ("/watches/", {**SHOW, "POST": UPLOAD}),
    "watches/new/": ("/watches/new/", {"GET": UPLOAD}),
    "watches/<int:watch_id>/": ("/watches/999/", SHOW),
    "watches/<int:watch_id>/remove/": ("/watches/999/remove/", {"POST": UPLOAD}),
    "watches/<int:watch_id>/feed.atom": ("/watches/999/feed.atom", SHOW),
    "feeds/watches.atom": ("/feeds/watches.atom", SHOW),
    "api/v1/me": ("/api/v1/me", SHOW),
    "feeds/runs.atom": ("/feeds/runs.atom", SHOW),
    "": ("/", SHOW),
    "studies/": ("/studies/", SHOW),
    "studies/<slug:slug>/": ("/studies/none/", SHOW),
    "studies/make": ("/studies/make", {"POST": EDIT}),
    "studies/<slug:slug>/edit/": ("/studies/none/edit/", page(EDIT, post=True)),
    "studies/<slug:slug>/remove/": ("/studies/none/remove/", {"POST": EDIT}),
    "runs/": ("/runs/", SHOW),
    "runs/filters/": ("/runs/filters/", SHOW),
    r"^runs\.(?P<ending>csv|json)$": ("/runs.json", SHOW),
    "runs/suggestions/": ("/runs/suggestions/?q=ser", SHOW),
    "runs/numbers/": ("/runs/numbers/", SHOW),
    "runs/selected/": ("/runs/selected/", SHOW),
    "runs/compare/": ("/runs/compare/", SHOW),
    "runs/edit/": ("/runs/edit/", {"POST": EDIT}),
    "runs/<int:run_id>/": ("/runs/999/", SHOW),
    "runs/<int:run_id>/log": ("/runs/999/log", SHOW),
    "runs/<int:run_id>/exclude/": ("/runs/999/exclude/", {"POST": EDIT}),
    "runs/<int:run_id>/include/": ("/runs/999/include/", {"POST": EDIT}),
    "runs/<int:run_id>/tags/": ("/runs/999/tags/", {"POST": EDIT}),
    "^(?P<kind>machines|kernels|servers)/$": ("/machines/", SHOW),
    r"^(?P<kind>machines|kernels|servers)/(?P<slug>[-\w]+)/$": ("/machines/none/", SHOW),
    r"^(?P<kind>machines|kernels|servers)/(?P<slug>[-\w]+)/correct/$": ("/machines/none/correct/", {"POST": EDIT}),
    f"^(?P<kind>{KINDS})/$": ("/compare/", SHOW),
    "compare/pair/": ("/compare/pair/", SHOW),
    "compare/upload/<int:upload_id>/": ("/compare/upload/{upload}/", SHOW),
    "history/upload/<int:upload_id>/": ("/history/upload/{upload}/", SHOW),
    rf"^(?P<kind>{KINDS})\.(?P<ending>{ENDINGS})$": ("/compare.json", SHOW),
    "scaling/loads/": ("/scaling/loads/", SHOW),
    f"^(?P<kind>{KINDS})/begin/$": ("/compare/begin/", SHOW),
    f"^(?P<kind>{KINDS})/freeze/$": ("/compare/freeze/", {"POST": UPLOAD}),
    "docs/": ("/docs/", SHOW),
    "docs/<path:name>/": ("/docs/comparing/", SHOW),
    "questions/": ("/questions/", {**SHOW, "POST": UPLOAD}),
    "questions/<int:question_id>/remove/": ("/questions/999/remove/", {"POST": UPLOAD}),
    "notes/new/": ("/notes/new/?machine=none", page(EDIT, post=True)),
    "notes/<int:note_id>/": ("/notes/999/", page(UPLOAD, post=True)),
    "notes/<int:note_id>/remove/": ("/notes/999/remove/", {"POST": UPLOAD}),
    "rules/": ("/rules/", {**SHOW, "POST": EDIT}),
    "rules/<int:rule_id>/end/": ("/rules/999/end/", {"POST": EDIT}),
    "p/": ("/p/", SHOW),
    "^p/(?P<link_id>[a-z2-7]+)/$": ("/p/aaaaaaaaaaaa/", SHOW),
    rf"^p/(?P<link_id>[a-z2-7]+)\.(?P<ending>{ENDINGS})$": ("/p/aaaaaaaaaaaa.json", SHOW),
    "uploads/": ("/uploads/", {**SHOW, "POST": UPLOAD}),
    "uploads/look/": ("/uploads/look/", {"POST": UPLOAD}),
    "uploads/look/paths/": ("/uploads/look/paths/", {"POST": UPLOAD}),
    "uploads/<int:upload_id>/": ("/uploads/{upload}/", {**SHOW, "POST": EDIT}),
    "uploads/<int:upload_id>/retry/": ("/uploads/{upload}/retry/", {"POST": EDIT}),
    "uploads/<int:upload_id>/cancel/": ("/uploads/{upload}/cancel/", {"POST": EDIT}),
    "uploads/<int:upload_id>/change/": ("/uploads/{upload}/change/", {"POST": EDIT}),
    "recordings/<int:recording_id>/": ("/recordings/{upload}/", {**SHOW, "POST": EDIT}),
    "runs/correct/": ("/runs/correct/", page(EDIT, post=True)),
    "runs/corrections/<int:correction_id>/": ("/runs/corrections/999/", SHOW),
    "runs/corrections/<int:correction_id>/undo/": ("/runs/corrections/999/undo/", {"POST": EDIT}),
    "u/<path:name>": ("/u/x.log", {"PUT": UPLOAD, "POST": UPLOAD}),
    "^api/": ("/api/v2/x", dict.fromkeys(METHODS, READ)),
    "api/v1/": ("/api/v1/", dict.fromkeys(METHODS, READ)),
    "api/v1/openapi.json": ("/api/v1/openapi.json", dict.fromkeys(METHODS, READ)),
    "api/v1/docs": ("/api/v1/docs", dict.fromkeys(METHODS, READ)),
    "api/v1/uploads": ("/api/v1/uploads", {"POST": UPLOAD}),
    "api/v1/logs": ("/api/v1/logs", api(None, POST=READ)),
    "api/v1/uploads/<upload_id>": ("/api/v1/uploads/999", api()),
    "api/v1/runs": ("/api/v1/runs", api()),
    "api/v1/runs/<run_id>": ("/api/v1/runs/999", api()),
    "api/v1/corrections": ("/api/v1/corrections", api(None, POST=EDIT)),
    "api/v1/corrections/<correction_id>": ("/api/v1/corrections/999", api(DELETE=EDIT)),
    "api/v1/runs/<run_id>/tags/<word>": ("/api/v1/runs/999/tags/x", api(None, PUT=EDIT, DELETE=EDIT)),
    "api/v1/tags": ("/api/v1/tags", api()),
    "api/v1/exclusions": ("/api/v1/exclusions", api(POST=EDIT)),
    "api/v1/exclusions/<run_id>": ("/api/v1/exclusions/999", {"DELETE": EDIT}),
    "api/v1/compare": ("/api/v1/compare", api()),
    "api/v1/scaling": ("/api/v1/scaling", api()),
    "api/v1/history": ("/api/v1/history", api()),
    "api/v1/cost": ("/api/v1/cost", api()),
    "api/v1/permalinks": ("/api/v1/permalinks", api(POST=UPLOAD)),
    "api/v1/permalinks/<link_id>": ("/api/v1/permalinks/aaaaaaaaaaaa", api()),
    "api/v1/setups": ("/api/v1/setups", api()),
    "api/v1/setups/<fingerprint>": (f"/api/v1/setups/{FINGERPRINT}", api()),
    "api/v1/machines": ("/api/v1/machines", api()),
    "api/v1/machines/<slug>": ("/api/v1/machines/none", api()),
    "api/v1/kernels": ("/api/v1/kernels", api()),
    "api/v1/kernels/<slug>": ("/api/v1/kernels/none", api()),
    "api/v1/servers": ("/api/v1/servers", api()),
    "api/v1/servers/<slug>": ("/api/v1/servers/none", api()),
    "api/v1/metrics": ("/api/v1/metrics", api()),
    "api/v1/dimensions": ("/api/v1/dimensions", api()),
    "api/v1/watches": ("/api/v1/watches", api(POST=UPLOAD)),
    "api/v1/watches/<watch_id>": ("/api/v1/watches/999", api(DELETE=UPLOAD)),
    "api/v1/recordings": ("/api/v1/recordings", api()),
    "api/v1/recordings/<recording_id>": ("/api/v1/recordings/{upload}", api()),
    "api/v1/recordings/<recording_id>/traces": ("/api/v1/recordings/{upload}/traces", api()),
    "api/v1/recordings/<recording_id>/series": ("/api/v1/recordings/{upload}/series", api()),
    "api/v1/studies": ("/api/v1/studies", api()),
    "api/v1/studies/<slug>": ("/api/v1/studies/none", api()),
    "api/v1/rules": ("/api/v1/rules", api(POST=EDIT)),
    "api/v1/rules/<rule_id>": ("/api/v1/rules/999", {"DELETE": EDIT}),
    "api/v1/notes": ("/api/v1/notes", api(POST=EDIT)),
    "api/v1/notes/<note_id>": ("/api/v1/notes/999", api(PATCH=UPLOAD, DELETE=UPLOAD)),
    "api/v1/webhooks": ("/api/v1/webhooks", api(ADMINISTER, POST=ADMINISTER)),
    "api/v1/webhooks/<hook_id>": ("/api/v1/webhooks/999", {"DELETE": ADMINISTER}),
    "api/v1/webhooks/<hook_id>/deliveries": ("/api/v1/webhooks/999/deliveries", api(ADMINISTER)),
    "api/v1/tables": ("/api/v1/tables", api(UPLOAD)),
    "api/v1/tables/<table>": ("/api/v1/tables/runs", api(UPLOAD)),
}
BODIES: dict[str, dict[str, Any]] = {
    "/api/v1/exclusions": {"data": '{"run": 999, "reason": "wireless LAN"}', "content_type": "application/json"},
    "/api/v1/rules": {"data": "{}", "content_type": "application/json"},
    "/api/v1/notes": {
        "data": '{"machine": "none", "text": "x", "since": "2026-07-10"}',
        "content_type": "application/json",
    },
    "/api/v1/notes/999": {"data": "{}", "content_type": "application/json"},
    "/api/v1/logs": {"data": '{"sha256": []}', "content_type": "application/json"},
    "/api/v1/webhooks": {"data": '{"url": "no address"}', "content_type": "application/json"},
    "/api/v1/watches": {"data": '{"question": "by=none"}', "content_type": "application/json"},
    "/api/v1/permalinks": {"data": '{"query": ""}', "content_type": "application/json"},
}


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern


ROUTES = dict(routes(get_resolver().url_patterns))
ADMIN = sorted(route for route in ROUTES if route.startswith("admin/") and route != "admin/login/")


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert set(ROUTES) - set(ADMIN) == set(TABLE)


@pytest.fixture
def upload(db: None) -> int:
    """An upload's id, which is that of a recording of it too."""
    from benchdb.models import Log, Recording, Upload, UploadFile

    made = Upload.objects.create(digest="d", state=Upload.State.FAILED)
    file = UploadFile.objects.create(upload=made, position=1, name="sar.txt", log=Log.of([b"x"]))
    Recording.objects.create(pk=made.pk, file=file, tool="sar", format="sar", parser_version="1", start=0, end=1)
    return int(made.pk)


@pytest.fixture
def clients(db: None) -> dict[str, tuple[Client, frozenset[Action]]]:
    """Everybody who can ask: each role's session, each scope of an admin's tokens, nobody."""
    callers: dict[str, tuple[Client, frozenset[Action]]] = {"nobody": (Client(), PERMISSIONS[Role.NOBODY])}
    for role in GIVEN:
        user = User.objects.create(username=role.value)
        give_role(user, role)
        client = Client()
        client.force_login(user)
        callers[role.value] = (client, PERMISSIONS[role])
    for scope in Scope:
        _, words = tokens.make_token(User.objects.get(username="admin"), scope, scope)
        callers[f"token to {scope}"] = (
            Client(headers={"Authorization": f"Bearer {words}"}),
            allowed(Role.ADMIN, scope, False),
        )
    return callers


def refused(answer: HttpResponse) -> bool:
    """401, 403, or shown to the login page; of a POST to the upload page, its form again."""
    return answer.status_code in (401, 403) or str(answer.headers.get("Location", "")).startswith("/login/?next=")


def answer_to(client: Client, method: str, path: str) -> HttpResponse:
    body = BODIES.get(path, {"content_type": "application/x-www-form-urlencoded"}) if method != "GET" else {}
    if path == "/api/v1/uploads" and method == "POST":
        from django.core.files.uploadedfile import SimpleUploadedFile

        return client.post(path, {"file": SimpleUploadedFile("x.log", b"x")})
    return client.generic(method, path, **body)


@pytest.mark.parametrize("reading", ["public", "members"])
def test_every_method_of_every_address_is_for_whom_the_table_says(
    clients: dict[str, tuple[Client, frozenset[Action]]], upload: int, settings: Any, reading: str
) -> None:
    settings.READING = reading
    public = frozenset({READ} if reading == "public" else ())
    wrong = []
    for name, (client, actions) in clients.items():
        for path, method, action in steps(upload):
            if reading == "members" and action is not READ:
                continue  # nothing else depends on it
            may = action is OPEN or action in actions | public
            answer = answer_to(client, method, path)
            if refused(answer) is may or answer.status_code in (405, 500):
                wrong.append(f"{name}: {method} {path} -> {answer.status_code}")
    assert wrong == []


def test_a_method_without_a_row_is_none(clients: dict[str, tuple[Client, frozenset[Action]]], upload: int) -> None:
    admin, _ = clients["admin"]
    named = {(path, method) for path, method, _ in steps(upload)} | {("/logout/", "POST")}
    others = {(example.format(upload=upload), method) for example, _ in TABLE.values() for method in METHODS} - named
    answered = [f"{method} {path}" for path, method in others if answer_to(admin, method, path).status_code != 405]
    assert answered == []


def steps(upload: int) -> list[tuple[str, str, Action | None]]:
    """(path, method, action) of the table; but for logging out, which would end the walk."""
    rows = [(example.format(upload=upload), row) for example, row in TABLE.values() if example != "/logout/"]
    return [(path, method, action) for path, row in rows for method, action in row.items()]


def test_nobody_but_an_admin_gets_into_the_admin(clients: dict[str, tuple[Client, frozenset[Action]]]) -> None:
    wrong = []
    for route in ADMIN:
        path = "/" + route.replace("<path:object_id>", "1").replace("<int:content_type_id>", "1").replace("<id>", "1")
        path = path.replace("<path:object_id>", "1").replace("^", "").replace("$", "")
        if "<" in path or "(?" in path or route == "admin/logout/":
            continue
        for name in ("nobody", "editor", "token to admin"):
            answer = clients[name][0].get(path)
            gets_in = answer.status_code != 403 and "/login/" not in str(answer.headers.get("Location", ""))
            if gets_in:
                wrong.append(f"{name}: {path} -> {answer.status_code}")
    assert wrong == []


def test_this_machine_may_what_an_editor_may_while_nobody_has_an_account(client: Client, upload: int) -> None:
    here = PERMISSIONS[Role.MACHINE] | {READ}
    wrong = []
    for path, method, action in steps(upload):
        answer = answer_to(client, method, path)
        if refused(answer) is (action is OPEN or action in here):
            wrong.append(f"{method} {path} -> {answer.status_code}")
    assert wrong == []
