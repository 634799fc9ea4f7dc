from datetime import UTC
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.dimensions import DIMENSIONS, MANY, MISSING
from benchdb.domain.metrics import METRICS
from benchdb.domain.statistics import AGGREGATIONS
from benchdb.questions.base import BadQuestion
from benchdb.questions.comparison.question import ComparisonQuestion

texts = st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=20)


@st.composite
def values(draw: st.DrawFn, key: str) -> list[str]:
    kind = DIMENSIONS[key].kind
    one = {"number": st.integers(0, 10**6).map(str), "flag": st.sampled_from(["yes", "no"])}.get(kind, texts)
    return draw(st.lists(st.one_of(one, st.just(MISSING)), min_size=1, max_size=3, unique=True))


@st.composite
def questions(draw: st.DrawFn) -> ComparisonQuestion:
    rows, cols = draw(
        st.lists(
            st.sampled_from(sorted({*DIMENSIONS, "item", "metric"} - {*MANY})), min_size=2, max_size=2, unique=True
        )
    )
    free = sorted({*DIMENSIONS} - {*MANY, rows, cols}) if "metric" not in (rows, cols) else []
    keys = draw(st.lists(st.sampled_from(sorted(DIMENSIONS)), max_size=4, unique=True))
    return ComparisonQuestion(
        metrics=tuple(draw(st.lists(st.sampled_from(sorted(METRICS)), min_size=1, max_size=3, unique=True))),
        rows=rows,
        cols=cols,
        split=draw(st.sampled_from(["", *free])),
        where=tuple((key, tuple(sorted(draw(values(key))))) for key in sorted(keys)),
        baseline=draw(st.one_of(st.just(""), texts)),
        aggregation=draw(st.sampled_from(sorted(AGGREGATIONS))),
        equivalence_margin=draw(st.sampled_from([0.0, 2.0, 2.5, 50.0])),
        as_of=draw(st.one_of(st.none(), st.datetimes(timezones=st.just(UTC)))),
    )


@given(questions())
def test_a_question_survives_its_own_query(question: ComparisonQuestion) -> None:
    assert ComparisonQuestion.from_query(parse_qsl(question.to_query())) == question


@given(
    st.permutations([("zone", "global"), ("zone", "web"), ("metric", "latency_mean"), ("cols", "zone"), ("q", "")][:4])
)
def test_the_order_of_a_query_does_not_matter(pairs: list[tuple[str, str]]) -> None:
    assert ComparisonQuestion.from_query(pairs).to_query() == "metric=latency_mean&cols=zone&zone=global&zone=web"


def test_the_default_question_has_an_empty_query() -> None:
    assert ComparisonQuestion.from_query([]).path() == "/compare/"
    assert ComparisonQuestion.from_query([("rows", ""), ("zone", " ")]) == ComparisonQuestion()


def test_who_asks_for_columns_of_what_the_rows_would_be_gets_rows_of_metrics() -> None:
    question = ComparisonQuestion.from_query([("cols", "concurrency")])
    assert (question.rows, question.cols) == ("metric", "concurrency")
    assert ComparisonQuestion.from_query(parse_qsl(question.to_query())) == question


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("metric=speed", "“speed” is not a metric"),
        ("colour=red", "“colour” is not a condition"),
        ("client=lab2", "did you mean “tuning.client” (Load generator's machine)?"),
        ("rows=zone&cols=zone", "rows and columns are both “zone”"),
        ("rows=study", "a run can belong to more than one study: filter by it"),
        ("cpus=inf", "“inf” is not a value of CPUs online: it is a number"),
        ("cpus=1.5", "“1.5” is not a value"),
        ("zone=a%00b", "cannot contain NUL"),
        ("cpus=many", "“many” is not a value"),
        ("tls=perhaps", "“perhaps” is not a value of TLS: it is “yes”"),
        ("protocol=best", "“best” is not a way"),
        ("rows=zone&rows=cpus", "rows is given 2 times"),
        ("band=many", "“many” is not a margin"),
        ("as_of=yesterday", "“yesterday” is not a time"),
    ],
)
def test_a_bad_question_is_named(query: str, fault: str) -> None:
    with pytest.raises(BadQuestion, match=fault):
        ComparisonQuestion.from_query(parse_qsl(query))


def test_a_tuning_setting_is_a_dimension() -> None:
    question = ComparisonQuestion.from_query(parse_qsl("cols=tuning.KeepAlive&tuning.MaxClients=1000"))
    assert question.cols == "tuning.KeepAlive"
    assert question.where == (("tuning.MaxClients", ("1000",)),)
