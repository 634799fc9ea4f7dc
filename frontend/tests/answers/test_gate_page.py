"""The gate on the page: what would be mixed stands before any number, with one click to like with like."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

MIXED = "/compare/?cols=zone&rows=concurrency&machine=Sun+Fire+V125"


def test_every_way_through_the_gate_leads_somewhere(client: Client) -> None:
    page = client.get(MIXED).content.decode()
    gate = page.partition('<section class="gate"')[2].partition("</section>")[0]
    links = [path.replace("&amp;", "&") for path in re.findall(r'href="([^"]+)"', gate)]
    assert len(links) > 2
    assert {client.get(path).status_code for path in links} == {200}
    assert any("accept=" in path for path in links)


def test_a_group_of_like_runs_is_named_by_words_that_say_what_they_are(client: Client) -> None:
    page = client.get(MIXED).content.decode()
    [named] = re.findall(r"Compare only like with like</a>\s*<span>(.*?)</span>", page, re.DOTALL)
    kept, alike = " ".join(named.split()).split("; ")
    assert kept == "published: <b>7 runs against 5</b>"
    assert alike.startswith("each row then has one value of "), "what each row has alike for both zones is not held"


def test_what_is_kept_without_a_record_is_named_and_no_links_stand_beneath_a_refused_answer(client: Client) -> None:
    for kernel, sizes in (("Linux 6.1.0", (None, 2)), ("Linux 6.2.0", (None, None))):
        for threads in sizes:
            runs(setup(kernel, 10, threads=threads), {"requests_per_second": [100.0, 101.0], "latency_p99": [0.1, 0.2]})
    page = client.get("/compare/?machine=built&cols=kernel")
    (like,) = page.context["gate"].groups
    assert (like.title, like.leaves, like.alike) == ("threads per client unrecorded", "2 runs against 4", "")
    assert [link.title for link in page.context["gate"].conditions[0].keep] == ["Keep those without it"]
    assert "Latency distribution" not in page.content.decode()


def test_two_differences_are_both(client: Client) -> None:
    for kernel, keepalive, cpus in (("Linux 6.1.0", True, 1), ("Linux 6.2.0", False, 2)):
        runs(setup(kernel, 10, keepalive=keepalive, cpus=cpus), {"requests_per_second": [100.0, 101.0]})
    assert client.get("/compare/?machine=built&cols=kernel").context["gate"].accept.title == "Accept both differences"


def test_only_like_with_like_leads_to_a_comparison(client: Client) -> None:
    (like,) = client.get(MIXED).context["gate"].groups
    answer = client.get(like.path).context["answer"]
    assert answer.conflicts == ()
    assert answer.is_compared


def test_a_flag_and_its_value_are_one_word_each(client: Client) -> None:
    gate = client.get(MIXED).context["gate"]
    assert "Keep keep-alive off" in [link.title for condition in gate.conditions for link in condition.keep]


def test_what_is_accepted_is_named_in_every_export(client: Client) -> None:
    query = MIXED.partition("?")[2] + "&accept=all"
    page = client.get(f"/compare/?{query}").content.decode()
    assert '<section class="gate"' not in page
    for ending in ("md", "txt", "html"):
        assert "Accepted on purpose" in client.get(f"/compare.{ending}?{query}").content.decode()
    named = client.get(f"/compare.json?{query}").json()
    assert any("Accepted on purpose" in text for text in named["caveats"])


def test_an_export_makes_only_what_it_shows(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(answer: object) -> None:
        raise AssertionError("a CSV draws no chart")

    monkeypatch.setattr("frontend.answers.comparison.presentation.charts", drawn)
    for ending in ("csv", "json", "txt", "md", "bib"):
        assert client.get(f"/compare.{ending}?study=zones&cols=zone").status_code == 200


def test_the_gate_names_the_values_of_small_groups_too(client: Client) -> None:
    gate = client.get("/history/?study=zones").context["gate"]
    (zones,) = (condition for condition in gate.conditions if condition.title == "Zone")
    (side,) = zones.sides
    assert [value.text for value in side.values] == ["global", "non-global"]


def test_each_side_has_its_column_and_what_is_left_is_counted(client: Client) -> None:
    """Drawn so in the gate of 2.4 against 2.6."""
    query = "cols=kernel_series&rows=cpus&kernel_series=2.4&kernel_series=2.6"
    gate = client.get(f"/compare/?{query}").context["gate"]
    assert gate.sides == ("2.4", "2.6")
    assert gate.words.startswith("Between 2.4 and 2.6, ")
    (machine,) = (condition for condition in gate.conditions if condition.title == "Machine")
    before, after = ([(value.text, value.runs) for value in side.values] for side in machine.sides)
    assert len(before) == 2, "each with its runs"
    assert after == [("IBM Netfinity 8500R 8681-7RY", "")], "a side of one value needs no count"
    (keep,) = machine.keep
    assert keep.title == "Keep IBM Netfinity 8500R 8681-7RY", "what one side alone has cannot be held"
    left = client.get(keep.path).context["answer"].runs_by_column
    assert keep.leaves == f"{len(left['2.4'])} run against {len(left['2.6'])}"


def test_where_no_two_sides_are_alike_none_are_offered(client: Client) -> None:
    page = client.get("/compare/?cols=kernel_series&rows=cpus&kernel_series=2.4&kernel_series=2.6")
    assert page.context["gate"].groups == (), "one machine ran 2.4 alone, the other two flavours"
    assert "No two sides are alike in all of these." in page.content.decode()


def test_a_tool_and_its_version_are_one_row_where_each_side_has_one(client: Client) -> None:
    for kernel, tool, version in (("Linux 6.1.0", "ab", "2.3"), ("Linux 6.2.0", "wrk", "4.1.0")):
        runs(setup(kernel, 10, tool=tool, tool_version=version), {"requests_per_second": [100.0, 101.0]})
    (row,) = client.get("/compare/?machine=built&cols=kernel").context["gate"].conditions
    assert row.title == "Load tool, version"
    assert [value.text for side in row.sides for value in side.values] == ["ab 2.3", "wrk 4.1.0"]
    answer = client.get(row.accept).context
    assert answer["gate"] is None
    assert [link.title for link in answer["accepted"]] == ["load tool", "load tool's version"]


def test_like_runs_of_other_sides_than_the_baseline_are_not_offered(client: Client) -> None:
    """`236 runs, none of 2.2` compares nothing with 2.2, which was asked for; nor are they denied."""
    runs(setup("Linux 2.2.19", 7, machine="Sun Fire V125"), {"requests_per_second": [1.0]})
    for kernel in ("Linux 2.4.1", "Linux 2.6.0"):
        runs(setup(kernel, 8, machine="built"), {"requests_per_second": [1.0, 2.0]})
    page = client.get("/compare/?cols=kernel_series&provenance=measured&rows=cpus")
    assert page.context["gate"].groups == ()
    assert "No two sides are alike" not in page.content.decode()


def test_the_way_through_stands_above_a_long_list_of_conditions(client: Client) -> None:
    few, many = (client.get(path).content.decode() for path in (MIXED, "/compare/?cols=os"))
    assert few.index("<th>hold still</th>") < few.index("Compare only like with like")
    assert many.index("<th>hold still</th>") > many.index('class="through"')


def test_one_difference_is_told_as_one(client: Client) -> None:
    for kernel, version in (("Linux 6.1", "2.2"), ("Linux 6.2", "2.3")):
        made = setup(kernel, 10, machine="ruly", tool_version=version)
        runs(made, {"requests_per_second": [1.0, 2.0, 3.0]})
    page = " ".join(client.get("/compare/?machine=ruly&cols=kernel").content.decode().split())
    assert "It could explain the numbers. Choose" in page
    assert "Any of these could explain the numbers. Choose" in " ".join(client.get(MIXED).content.decode().split())


def test_of_many_sides_and_conditions_two_are_picked_first_and_the_table_is_folded(client: Client) -> None:
    """The two with the most in common stand first."""
    numbers = {"requests_per_second": [100.0, 101.0]}
    names = ("tool", "tool_version", "method", "path", "cpus", "threads", "keepalive", "tls")
    like = dict(zip(names, ("ab", "2.3", "GET", "/a", 4, 2, True, False), strict=True))
    other = dict(zip(names, ("wrk", "4.1", "POST", "/b", 8, 4, False, True), strict=True))
    runs(setup("Linux 6.1.0", 10, machine="a", **like), numbers)
    runs(setup("Linux 6.1.0", 10, machine="b", **other), numbers)
    runs(setup("Linux 6.1.0", 10, machine="c", **{**other, "cpus": 4}), {"requests_per_second": [1.0, 2.0, 3.0]})
    page = client.get("/compare/?kernel=Linux+6.1.0&cols=machine&machine=a&machine=b&machine=c")
    first, *others = page.context["gate"].pairs
    assert (first.title, first.runs) == ("b against c", "2 runs against 3")
    assert first.differ == "1 other condition differs: CPUs online"
    assert [pair.title for pair in others] == ["a against c", "a against b"]
    gate = page.content.decode().partition('<section class="gate"')[2].partition("</section>")[0]
    assert gate.index("b against c") < gate.index("<details") < gate.index("<table")
    answer = client.get(first.path).context["answer"]
    assert set(answer.columns) == {"b", "c"}
    assert answer.conflicts == ("cpus",)


def test_two_of_many_sides_that_differ_in_nothing_else_are_said_to(client: Client) -> None:
    """Not `0 other conditions differ:`, beside a line that no two sides are alike."""
    names = ("tool", "tool_version", "method", "path", "cpus", "threads", "keepalive", "tls")
    like = dict(zip(names, ("ab", "2.3", "GET", "/a", 4, 2, True, False), strict=True))
    other = dict(zip(names, ("wrk", "4.1", "POST", "/b", 8, 4, False, True), strict=True))
    for machine, conditions in (("a", like), ("b", other), ("c", other)):
        runs(setup("Linux 6.1.0", 10, machine=machine, **conditions), {"requests_per_second": [100.0, 101.0]})
    page = client.get("/compare/?kernel=Linux+6.1.0&cols=machine&machine=a&machine=b&machine=c")
    assert next(pair.differ for pair in page.context["gate"].pairs) == "nothing else differs"
    assert "No two sides are alike" not in page.content.decode()


def test_few_conditions_are_open_and_two_sides_are_not_to_be_picked(client: Client) -> None:
    page = client.get(MIXED)
    assert page.context["gate"].pairs == ()
    gate = page.content.decode().partition('<section class="gate"')[2].partition("</section>")[0]
    assert "<details" not in gate


def test_the_rows_lead_where_like_with_like_leads(client: Client) -> None:
    """Each row offered the page of 1 KiB, of which all runs were on 8 CPUs; the button kept the one of 4 KiB."""
    for kernel in (f"Linux 6.{number}" for number in range(6)):
        runs(setup(kernel, 64, cpus="8", document_bytes=1024), {"requests_per_second": [9.0] * 6})
    for cpus in "1248":
        for kernel in ("Linux 6.1", "Linux 6.2"):
            runs(setup(kernel, 64, cpus=cpus, document_bytes=4096), {"requests_per_second": [float(cpus)] * 4})
    page = client.get("/scaling/?machine=built").context
    ((keep, *_),) = [one.keep for one in page["gate"].conditions]
    assert (page["gate"].groups[0].title, keep.title) == ("document size 4 KiB", "Keep 4 KiB")
    assert keep.leaves == "32 runs, none of Linux 6.0"
    assert keep.path == page["gate"].groups[0].path
    assert {len(curve.points) for curve in client.get(keep.path).context["answer"].curves} == {4}
