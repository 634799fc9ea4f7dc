"""Watches by their readers: pages, API, feeds, and who may take them away."""

from __future__ import annotations

import json
import re
from typing import Any

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchdb.models import Watch
from benchdb.tests.watches.watched import LEVELS, measured, near, watch
from benchdb.watches.check import check
from benchdb.watches.keep import WatchRequest, make_watch
from frontend.tests.constructed import runs, setup


def test_pages_and_api_make_show_and_remove_watches(nginx: Any, client: Client) -> None:
    page = client.get("/watches/new/", {"question": "/history/?machine=built"})
    assert page.status_code == 200
    assert "False alarms: none in 120 simulated histories of 60 runs (at most 2.5%)." in page.content.decode()
    assert page.context["form"].initial["title"] == "Requests per second over time, built"
    made = client.post("/watches/", {"question": "/history/", "title": "all", "direction": "worse", "least": "5"})
    watched = Watch.objects.get()
    assert made["Location"] == f"/watches/{watched.pk}/"
    assert (watched.least, watched.direction, watched.site) == (0.05, "worse", "http://testserver")
    measured(nginx, near(LEVELS["after"], 14, 2))
    check(watched.pk)
    shown = client.get(f"/watches/{watched.pk}/").content.decode()
    assert "all: Requests per second fell by 1" in shown
    assert "False alarms: in 53 of 120 simulated histories of 60 runs" in shown
    answer = client.get(f"/api/v1/watches/{watched.pk}").json()
    assert (answer["alarms"], answer["changes"][0]["detail"]["verdict"]) == (1, "worse")
    assert Client().delete(f"/api/v1/watches/{watched.pk}").status_code in (401, 403)
    assert client.delete(f"/api/v1/watches/{watched.pk}").status_code == 204
    assert client.get("/api/v1/watches").json() == {"watches": [], "next": None}


def test_bad_wishes_are_refused_with_a_reason(db: None, client: Client) -> None:
    for wished, words in (
        ({"question": "/runs/?q=x"}, "address of a history"),
        ({"question": "", "direction": "sideways"}, "direction"),
        ({"question": "", "mail": "perf@example.org"}, "sends no mail"),
        ({"question": "metric=speed"}, "speed"),
    ):
        answer = client.post("/api/v1/watches", json.dumps(wished), content_type="application/json")
        assert answer.status_code in (400, 422), wished
        assert words in answer.json()["detail"], wished
    assert Watch.objects.count() == 0


def test_words_are_no_address(nginx: Any, client: Client) -> None:
    """`foo bar` is not a history of everything."""
    for words in ("foo bar", "nginx"):
        answer = client.get("/watches/new/", {"question": words})
        assert answer.status_code == 400, words
        assert "the address of a history or of a comparison" in answer.content.decode()
        assert "Today it says" not in answer.content.decode()


def test_a_watch_is_removed_by_its_maker_and_by_editors_alone(db: None) -> None:
    from benchdb.accounts.people import give_role
    from benchdb.domain.roles import Role

    people = {name: User.objects.create(username=name) for name in ("maker", "other", "editor")}
    for name, user in people.items():
        give_role(user, Role.EDITOR if name == "editor" else Role.UPLOADER)
    made = [make_watch(WatchRequest(f"/history/?machine=m{n}"), people["maker"], "http://x/") for n in range(2)]
    sessions = {name: Client() for name in people}
    for name, session in sessions.items():
        session.force_login(people[name])
    assert sessions["other"].post(f"/watches/{made[0].pk}/remove/").status_code == 403
    assert sessions["maker"].post(f"/watches/{made[0].pk}/remove/").status_code == 302
    assert sessions["editor"].post(f"/watches/{made[1].pk}/remove/").status_code == 302
    assert Watch.objects.count() == 0


def test_nobody_makes_the_same_watch_twice(nginx: Any, settings: Any, admin_client: Client) -> None:
    """Each of its changes was told once more, in the feed and to webhooks."""
    settings.EMAIL_HOST = "mail.example.org"

    def made(client: Client, **wished: Any) -> tuple[int, str]:
        answer = client.post("/api/v1/watches", json.dumps(wished), content_type="application/json")
        return answer.status_code, answer.json().get("detail", "")

    question = "/history/?machine=built&metric=requests_per_second"
    assert made(admin_client, question=question, title="first")[0] == 201
    first = Watch.objects.get()
    for same in (question, "machine=built", "http://testserver/history/?machine=built"):
        status, words = made(admin_client, question=same, title="second")
        assert (status, f"watch {first.pk}, “first”" in words) == (409, True)
    form = {"question": question, "direction": "any", "least": "2", "is_quiet": "on"}
    page = admin_client.post("/watches/", form)
    assert (page.status_code, "you have this watch already" in page.content.decode()) == (400, True)
    other = Client()
    other.force_login(User.objects.create_superuser("bob"))
    assert made(other, question=question)[0] == 201, "each may watch it"
    for another in ({"mail": "a@example.org"}, {"direction": "worse"}, {"least": 0.1}, {"is_quiet": False}):
        assert made(admin_client, question=question, **another)[0] == 201, "its feed is another"
    assert made(admin_client, question=question, mail="A@example.org")[0] == 409


def test_feeds_are_atom_with_stable_names(nginx: Any, client: Client) -> None:
    from xml.etree import ElementTree

    first, second = watch(title="one"), watch(title="two", direction="worse")
    measured(nginx, near(LEVELS["after"], 8, 2))
    check(first.pk)
    atom = "{http://www.w3.org/2005/Atom}"
    for path, identity, entries in (
        ("/feeds/watches.atom", "urn:benchdb:feed:watches", 1),
        (f"/watches/{first.pk}/feed.atom", f"urn:benchdb:feed:watch:{first.pk}", 1),
        (f"/watches/{second.pk}/feed.atom", f"urn:benchdb:feed:watch:{second.pk}", 0),
    ):
        feed = ElementTree.fromstring(client.get(path).content)
        assert feed.findtext(f"{atom}id") == identity
        assert feed.findtext(f"{atom}author/{atom}name") == "benchdb"
        assert len(feed.findall(f"{atom}entry")) == entries
    entry = ElementTree.fromstring(client.get("/feeds/watches.atom").content).find(f"{atom}entry")
    assert entry is not None
    assert str(entry.find(f"{atom}link").get("href")).endswith("/history/")  # type: ignore[union-attr]


def test_the_page_says_the_error_rates_that_were_measured() -> None:
    from benchdb.dev.error_rates.__main__ import published
    from benchdb.dev.error_rates.watches import UNCHANGED
    from benchdb.watches import error_rates

    rows = [line.split(" | ") for line in published("watches").splitlines() if UNCHANGED.title in line]
    counted = [(error_rates.QUIET, "quiet"), (error_rates.EVERY, "every change")]
    cases = [row for row in rows if row[0] == f"| {UNCHANGED.title}"]
    assert [(row[1], row[2], row[3]) for row in cases] == [
        (name, str(error_rates.HISTORIES), f"{number / error_rates.HISTORIES:.1%}") for number, name in counted
    ]


def shown_of(watched: Watch, client: Client) -> str:
    return client.get(f"/watches/{watched.pk}/").content.decode()


def test_a_page_says_what_is_drawn_and_held_back_and_why(nginx: Any, client: Client) -> None:
    quiet, every, up = watch(title="quiet"), watch(title="every", is_quiet=False), watch(title="up", direction="worse")
    for one in (quiet, every, up):
        assert "Drawn but not reported" not in shown_of(one, client), "it was not checked yet"
        check(one.pk)
    measured(nginx, [1030.0, 1032, 1028, 1034])
    for one in (quiet, every, up):
        check(one.pk)
    assert "Requests per second rose by 3" in shown_of(quiet, client)
    assert "and a quiet watch reports a change only up to 0.2%" in shown_of(quiet, client)
    assert "it is not for the worse" in shown_of(up, client)
    assert "Drawn but not reported" not in shown_of(every, client)
    assert "every: Requests per second rose by 3" in shown_of(every, client)


def test_the_page_of_a_watch_reads_its_history_once(nginx: Any, client: Client) -> None:
    watched = watch()
    check(watched.pk)
    with CaptureQueriesContext(connection) as captured:
        assert "Last checked" in shown_of(watched, client)
    read = [query["sql"] for query in captured if re.search("FROM benchdb_(packedseries|setupruns)", query["sql"])]
    assert read
    assert len(read) == len(set(read))


def test_a_watch_of_nothing_says_so_in_the_form_the_list_and_on_its_page(admin_client: Client) -> None:
    question = "/history/?machine=nothing-here"
    form = admin_client.get("/watches/new/", {"question": question}).content.decode()
    assert "No run answers" in form
    made = admin_client.post("/watches/", {"question": question, "direction": "any", "is_quiet": "on"})
    assert "No runs answer its question today" in admin_client.get(made["Location"]).content.decode()
    assert re.search(r'class="care"\s*>no runs<', admin_client.get("/watches/").content.decode())


def test_what_is_not_one_history_is_not_offered_to_be_watched_but_to_be_narrowed(nginx: Any, client: Client) -> None:
    for place in range(12):  # more setups than are drawn as curves of their own
        runs(setup("Linux 6.1", 10, f"elsewhere{place}"), {"requests_per_second": [1.0, 2.0, 3.0]})
    form = client.get("/watches/new/", {"question": "/history/"}).content.decode()
    main = re.findall(r'class="(?:btn main|primary)"[^>]*>([^<]*)<', form.partition("<main")[2])
    assert [text.strip() for text in main] == ["Narrow it to one history"]
    assert re.search(r"Watch it\s+all\s+the same", form)
    one = client.get("/watches/new/", {"question": "/history/?machine=elsewhere1"}).content.decode()
    main = re.findall(r'class="(?:btn main|primary)"[^>]*>([^<]*)<', one.partition("<main")[2])
    assert [text.strip() for text in main] == ["Watch it"]
