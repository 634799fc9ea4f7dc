"""What a permalink gives to be pasted, and what it says of itself: the page's words, who froze it, the question."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.accounts.people import give_role
from benchdb.domain.roles import Role
from benchdb.models import Permalink
from benchdb.wording import words
from benchdb.wording.figures import ceiling, share
from frontend.exports.markdown import escaped
from frontend.tests.constructed import runs, setup

TWO = "concurrency=10&rows=concurrency&cols=kernel"


@pytest.fixture
def two_kernels(db: None) -> None:
    for kernel, first in (("Linux 6.1", 400.0), ("Linux 6.2", 401.0)):
        runs(setup(kernel, 10), {"requests_per_second": [first + 3 * (place % 3) for place in range(6)]})


@pytest.fixture
def mira(two_kernels: None) -> Client:
    return browser_of("mira")


def browser_of(name: str) -> Client:
    user = User.objects.create_user(name)
    give_role(user, Role.EDITOR)
    browser = Client()
    browser.force_login(user)
    return browser


def frozen(browser: Client, query: str = TWO, kind: str = "compare", **words: str) -> str:
    answer = browser.post(f"/{kind}/freeze/", {"query": query, **words}, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 302, answer.content
    return str(answer.headers["Location"])


def copy(browser: Client, link: str, ending: str) -> str:
    return browser.get(f"{link[:-1]}.{ending}").content.decode()


def test_the_copies_have_the_verdict_of_the_page_and_no_column_of_one_number(mira: Client) -> None:
    link = frozen(mira)
    for ending in ("md", "txt"):
        text = copy(mira, link, ending)
        assert "cannot tell" in text
        assert "no evidence" not in text
        assert "Median of all runs; n = 6." in text
    assert "| Concurrency | Linux 6.1 (baseline) | change | Linux 6.2 | 95% interval | q | verdict |" in copy(
        mira, link, "md"
    )


def test_a_margin_is_part_of_the_verdict(mira: Client) -> None:
    assert "same within 5%" in copy(mira, frozen(mira, f"{TWO}&band=5"), "md")


def test_numbers_of_runs_stay_where_they_differ(mira: Client) -> None:
    runs(setup("Linux 6.2", 20), {"requests_per_second": [1.0, 2.0]})
    text = copy(mira, frozen(mira, "rows=concurrency&cols=kernel"), "md")
    assert "| Linux 6.2 | n |" in text


def test_who_froze_it_stands_on_the_page_and_in_the_copies(mira: Client) -> None:
    link = frozen(mira, note="Can we move?")
    assert "author = {{mira}}" in copy(mira, link, "bib")
    assert re.search(r"frozen on \d{4}-\d\d-\d\d by mira", copy(mira, link, "md"))
    page = Client().get(link).content.decode()
    assert re.search(r"UTC</b>\s+by\s+<b>mira</b>", page)
    assert "mira’s note, frozen with the numbers" in page


def test_whoever_has_no_account_is_no_author_and_the_first_who_freezes_stays_it(
    client: Client, two_kernels: None
) -> None:
    link = frozen(client)
    assert "author" not in copy(client, link, "bib")
    assert frozen(browser_of("mira")) == link
    assert Permalink.objects.get().author == ""


@pytest.mark.parametrize(
    ("kind", "query", "sentence"),
    [
        (
            "compare",
            f"{TWO}&band=2&baseline=Linux+6.2",
            "Requests per second of concurrency 10: kernel as columns, concurrency as rows, baseline Linux 6.2, "
            "median of all runs, same means within ±2%.",
        ),
        (
            "compare",
            "protocol=mean&rows=concurrency&cols=kernel&concurrency=10&concurrency=20",
            "Requests per second of concurrency 10 or 20: kernel as columns, concurrency as rows, baseline Linux 6.1, "
            "mean of all runs, “same” is not judged.",
        ),
        ("scaling", "x=concurrency", "Requests per second: as concurrency grows, one curve for each kernel, median of "
         "all runs."),
        ("history", "by=kernel", "Requests per second: over time, one curve for each kernel."),
    ],
)  # fmt: skip
def test_the_whole_question_stands_on_the_page(mira: Client, kind: str, query: str, sentence: str) -> None:
    page = mira.get(frozen(mira, query, kind)).content.decode()
    paragraph = page.partition('<p class="in-words">')[2].partition("</p>")[0]
    assert re.sub(r"<[^>]*>", "", paragraph) == sentence


def test_one_button_of_the_page_is_the_main_one_and_the_address_stands_beside_its_button(mira: Client) -> None:
    page = mira.get(link := frozen(mira)).content.decode()
    assert re.findall(r'class="btn main"[^>]*>([^<]*)<', page) == ["Copy Markdown"]
    control = page.partition('<span class="address">')[2].partition("Cite")[0]
    assert f'value="http://testserver{link}"' in control
    assert "Copy link" in control


@pytest.mark.parametrize(
    ("part", "text", "behind_up_to"),
    [(0.0, "0%", "0%"), (0.00003, "less than 0.01%", "0.01%"), (0.003, "0.3%", "0.3%"), (0.12, "12%", "12%"),
     (0.9994, "99.9%", "99.9%"), (0.9995, "99.95%", "99.95%"), (0.999996, "99.9996%", "99.9996%"),
     (1.0, "100%", "100%")],
)  # fmt: skip
def test_a_tiny_share_is_said_in_words(part: float, text: str, behind_up_to: str) -> None:
    assert (share(part), ceiling(part)) == (text, behind_up_to)
    begun = words("requests failed", share=part)
    assert begun[0].isdigit() or begun.startswith("Less than")
    assert escaped(begun) == begun


def test_a_sign_that_is_no_markup_stays_as_it_is_in_markdown() -> None:
    assert escaped("a < b & c > d, AT&T") == "a < b & c > d, AT&amp;T"
    assert escaped("<b>&lt;") == "&lt;b>&amp;lt;"
    assert escaped("> quoted") == "&gt; quoted"
