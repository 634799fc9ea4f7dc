"""Rules of the site: made and ended by editors, named wherever they are used; what was frozen stays as it was."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from benchdb.dev.testing.people import logged_in
from benchdb.domain.roles import Role
from benchdb.models import AcceptanceRule, AuditEntry, Permalink
from benchdb.questions.permalinks.freeze import canonical
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
QUERY = "machine=built&cols=kernel&rows=concurrency"
REASON = "patch releases print otherwise"
RULE = {"dimension": "tool_version", "extent": "patch", "same": "", "reason": REASON}
SENTENCE = f"Accepted by rule: load tool's version 2.3, 2.3.1 (“{REASON}”)."


@pytest.fixture
def measured() -> None:
    for kernel, version, rate in (("Linux 6.1.0", "2.3", 100.0), ("Linux 6.2.0", "2.3.1", 150.0)):
        runs(setup(kernel, 10, tool_version=version), {"requests_per_second": [rate + n for n in range(4)]})


@pytest.fixture
def editor() -> Client:
    return logged_in("eda", Role.EDITOR)


def text(path: str) -> str:
    return Client().get(path).content.decode()


def verdict(query: str = QUERY) -> str:
    cells = json.loads(text(f"/compare.json?{query}"))["rows"][0]["cells"]
    return str(cells[1]["verdict"])


def made(editor: Client, **changes: str) -> AcceptanceRule:
    assert editor.post("/rules/", {**RULE, **changes}).status_code == 302
    return AcceptanceRule.objects.get(ended_at=None)


def test_a_rule_is_used_and_named_on_the_page_and_in_every_export(measured: None, editor: Client) -> None:
    assert verdict() == "not comparable"
    assert "/rules/?dimension=tool_version" in text(f"/compare/?{QUERY}"), "the gate leads there"
    made(editor)
    assert verdict() == "better"
    page = Client().get(f"/compare/?{QUERY}")
    assert page.context["gate"] is None
    [chip] = page.context["by_rule"]
    assert (chip.title, chip.path in page.content.decode().replace("&amp;", "&")) == ("load tool's version", True)
    for ending in ("json", "csv", "md", "txt", "html"):
        assert REASON in re.sub(r"\s+", " ", text(f"/compare.{ending}?{QUERY}")), ending
    assert "Accepted by rule" in text(f"/compare.svg?{QUERY}")
    document = json.loads(text(f"/compare.json?{QUERY}"))
    assert document["accepted_by_rule"] == [{"dimension": "tool_version", "values": ["2.3", "2.3.1"], "reason": REASON}]
    assert SENTENCE in document["caveats"]


def test_a_rule_of_one_tool_holds_for_it_alone(measured: None, editor: Client) -> None:
    made(editor, only="tool=wrk")
    assert verdict() == "not comparable", "these are of ab"
    assert editor.post("/rules/", {**RULE, "only": "tool=ab"}).status_code == 302
    assert verdict() == "better"
    assert "where load tool is ab" in re.sub(r"\s+", " ", text("/rules/"))
    assert editor.post("/rules/", {**RULE, "only": "tool=ab"}).status_code == 400, "one is in force"


def test_who_wants_no_rules_asks_so(measured: None, editor: Client) -> None:
    made(editor)
    [chip] = Client().get(f"/compare/?{QUERY}").context["by_rule"]
    without = Client().get(chip.path)
    assert without.context["gate"] is not None
    assert without.context["with_rules"] == "/compare/?machine=built"
    assert verdict(f"{QUERY}&accept=no_rules") == "not comparable"


def test_what_was_frozen_before_a_rule_stays_and_says_what_today_says(measured: None, editor: Client) -> None:
    def freeze() -> Permalink:
        address = editor.post("/compare/freeze/", {"query": QUERY}).headers["Location"]
        return Permalink.objects.get(pk=address.split("/")[2])

    def shown(link: Permalink) -> dict[str, bytes]:
        return {ending: Client().get(f"/p/{link.pk}.{ending}").content for ending in ("json", "txt", "csv", "md")}

    before = freeze()
    exports = shown(before)
    rule = made(editor)
    under = freeze()
    assert (under.pk == before.pk, shown(before) == exports) == (False, True)
    assert "A rule of this site now accepts load tool's version 2.3, 2.3.1" in checked(before)
    assert "same answer" in checked(under)
    assert SENTENCE in json.loads(Client().get(f"/p/{under.pk}.json").content)["caveats"]
    assert REASON in text(f"/p/{under.pk}/")
    kept = shown(under)
    editor.post(f"/rules/{rule.pk}/end/")
    assert verdict() == "not comparable"
    assert shown(under) == kept
    assert "same answer" in checked(before)
    assert "No rule of this site accepts load tool's version 2.3, 2.3.1 any more" in checked(under)
    assert freeze() == before, "the same answer is the same permalink"


def checked(link: Permalink) -> str:
    return text(f"/p/{link.pk}/?check=now").replace("&#x27;", "'")


def test_a_moment_has_the_rules_that_were_in_force_then(measured: None, editor: Client) -> None:
    rule = made(editor)
    then = rule.made_at.isoformat().replace("+", "%2B")
    assert verdict(f"{QUERY}&as_of={then}") == "better"
    editor.post(f"/rules/{rule.pk}/end/")
    assert verdict() == "not comparable"
    assert verdict(f"{QUERY}&as_of={then}") == "better"


def test_a_kept_page_is_not_shown_after_a_rule(measured: None, editor: Client) -> None:
    first = Client().get(f"/compare.json?{QUERY}")
    again = {"If-None-Match": first.headers["ETag"]}
    assert Client().get(f"/compare.json?{QUERY}", headers=again).status_code == 304
    rule = made(editor)
    assert Client().get(f"/compare.json?{QUERY}", headers=again).status_code == 200
    assert editor.post(f"/rules/{rule.pk}/end/").status_code == 302
    assert Client().get("/compare/").status_code == 200


def test_rules_are_made_and_ended_by_editors_and_every_change_is_kept(editor: Client) -> None:
    assert logged_in("ulf", Role.UPLOADER).post("/rules/", RULE).status_code == 403
    assert "Add a rule" not in text("/rules/")
    rule = made(editor)
    for page in (text("/rules/"), editor.get("/rules/").content.decode()):
        assert REASON in page
    twice = editor.post("/rules/", RULE)
    assert (twice.status_code, "has a rule already" in twice.content.decode()) == (400, True)
    editor.post(f"/rules/{rule.pk}/end/")
    editor.post(f"/rules/{rule.pk}/end/")
    assert "Rules that were ended" in text("/rules/")
    made(editor)
    entries = AuditEntry.objects.filter(address="/rules/").order_by("pk")
    assert [entry.action for entry in entries] == [f"acceptancerule.{word}" for word in ("made", "ended", "made")]
    assert entries[0].who == "eda"
    assert entries[0].after["reason"] == REASON


@pytest.mark.parametrize(("changes", "words"), [({"reason": ""}, "reason"), ({"dimension": "zone"}, "not a version")])
def test_what_was_typed_stays_where_it_makes_no_rule(editor: Client, changes: dict[str, str], words: str) -> None:
    answer = editor.post("/rules/", {**RULE, **changes})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    chosen = {**RULE, **changes}
    for name in ("dimension", "extent"):
        assert f'<option value="{chosen[name]}" selected>' in page
    assert not AcceptanceRule.objects.exists()


def test_programs_make_list_and_end_rules(editor: Client) -> None:
    def post(document: dict[str, Any]) -> Any:
        return editor.post("/api/v1/rules", json.dumps(document), content_type="application/json")

    assert post({"dimension": "colour", "extent": "any", "reason": "no eyes"}).status_code == 409
    rule = post({"dimension": "requests", "extent": "any", "same": "duration_planned", "reason": "time ends it"}).json()
    [listed] = editor.get("/api/v1/rules").json()["rules"]
    assert listed == rule
    assert (rule["made_by"], rule["ended_at"]) == ("eda", None)
    assert editor.delete(f"/api/v1/rules/{rule['id']}").status_code == 204
    assert editor.get("/api/v1/rules").json()["rules"][0]["ended_at"]


def test_what_is_accepted_is_no_nothing_else(measured: None, editor: Client) -> None:
    words = "Nothing else that is recorded, besides the accepted differences."
    assert words in text(f"/compare/?{QUERY}&accept=tool_version")
    made(editor)
    assert words in text(f"/compare/?{QUERY}")


def test_what_headlines_name_since_is_no_drift(measured: None, editor: Client) -> None:
    """Older releases froze an accepted difference without a word in the headline."""
    address = editor.post("/compare/freeze/", {"query": f"{QUERY}&accept=tool_version"}).headers["Location"]
    link = Permalink.objects.get(pk=address.split("/")[2])
    data = json.loads(link.result)
    assert data["headline"].pop()["kind"] == "some accepted"
    Permalink.objects.filter(pk=link.pk).update(result=canonical(data))
    assert "same answer" in checked(link)
