"""Question and Answer: what all kinds of question share. Pure."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any, ClassVar, Protocol, Self, cast
from urllib.parse import parse_qsl, urlencode
from zlib import crc32

from benchdb.domain.caveats import Caveat, Phrase
from benchdb.questions.conditions import Difference
from benchdb.questions.gate import LikeRuns, Spread
from benchdb.wording import Refusal

Pairs = Iterable[tuple[str, str]]
#: ((dimension key, (value, …)), …), sorted; values of a key are alternatives.
Where = tuple[tuple[str, tuple[str, ...]], ...]

EVERY = "every"  #: parameter of a page's form: `kernel:1a2b3c4d`, the ticks that it came with and nobody chose


class BadQuestion(Refusal):
    """A question that cannot be asked, and what is wrong with it."""


class TooCostly(BadQuestion):
    """A question that may be asked, and whose answer takes longer than whoever asks may take."""


class Question:
    """The frozen value of a page's URL. Subclasses are frozen dataclasses with at least these fields."""

    __slots__ = ()

    kind: ClassVar[str]  #: the page that answers it
    where: Where
    accepted: tuple[str, ...]  #: conditions that may differ on purpose; ("all",) = every one
    as_of: datetime | None  #: the moment whose runs count; None = now

    @classmethod
    @abstractmethod
    def from_query(cls, pairs: Pairs) -> Self:
        """The question of a query. Empty values say nothing. BadQuestion for what is unknown or contradicts itself."""

    @abstractmethod
    def own_pairs(self) -> list[tuple[str, str]]:
        """Its own parameters, defaults left out, in a fixed order."""

    @property
    @abstractmethod
    def laid_out(self) -> tuple[str, ...]:
        """The dimensions that its answer lays out: what differs in them is what was asked."""

    @property
    @abstractmethod
    def title(self) -> Phrase:
        """The question in a few words."""

    def to_query(self) -> str:
        """The canonical query: defaults left out, names in a fixed order, values sorted."""
        pairs = [*self.own_pairs(), *((key, value) for key, values in self.where for value in values)]
        return urlencode([*pairs, *self.late_pairs()])

    def late_pairs(self) -> list[tuple[str, str]]:
        """What stands behind the filters: accepted differences, the moment."""
        pairs = []
        if self.accepted:
            pairs.append(("accept", ",".join(self.accepted)))
        if self.as_of:
            pairs.append(("as_of", self.as_of.isoformat()))
        return pairs

    def path(self, ending: str = "/") -> str:
        """Where it is answered: `/compare/?…`, or an export such as `/compare.json?…`."""
        query = self.to_query()
        return f"/{self.kind}{ending}" + (f"?{query}" if query else "")

    def digest(self) -> str:
        """A short name of this question."""
        return sha256(self.to_query().encode()).hexdigest()[:8]

    def narrowed(self, key: str, *values: str) -> Self:
        """The same question, asked only of runs whose `key` is one of `values`."""
        others = tuple((name, chosen) for name, chosen in self.where if name != key)
        return self.with_(where=tuple(sorted((*others, (key, tuple(sorted(set(values))))))))

    def accepting(self, *keys: str) -> Self:
        """The same question; these conditions may differ."""
        return self.with_(accepted=tuple(sorted({*self.accepted, *keys})))

    def no_longer_accepting(self, key: str) -> Self:
        return self.with_(accepted=tuple(one for one in self.accepted if one != key))

    def comparing(self, key: str) -> Self:
        """The same question, its sides or curves being the values of `key`."""
        return self.with_(by=key)

    def at_moment(self, moment: datetime | None) -> Self:
        return self.with_(as_of=moment)

    def with_(self, **changes: Any) -> Self:
        return cast(Self, replace(cast(Any, self), **changes))


@lru_cache(maxsize=64)
def question_named(kind: type[Question], query: str) -> Any:
    """The question that an answer's query names: every cell and chart of the answer asks, it is read once."""
    return kind.from_query(parse_qsl(query))


class Answer(Protocol):
    """What a question's page, its charts and every export show: a frozen dataclass."""

    @property
    def query(self) -> str:
        """The canonical question."""

    @property
    def question(self) -> Any:
        """The question itself."""

    @property
    def headline(self) -> tuple[Phrase, ...]:
        """The answer in a line; () where there is nothing to say."""

    @property
    def runs(self) -> Sequence[int]:
        """Every run that it rests on, in order."""

    @property
    def held_constant(self) -> tuple[tuple[str, str], ...]:
        """(dimension key, the one value of all runs)"""

    @property
    def unknown(self) -> tuple[str, ...]:
        """Conditions that no run records."""

    @property
    def also_differs(self) -> tuple[Difference, ...]:
        """The confounders: conditions in which the sides differ besides what was asked."""

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The confounders and what is mixed, by dimension; those that nobody accepted."""

    @property
    def groups(self) -> tuple[LikeRuns, ...]:
        """The largest groups of like runs, where conditions are in conflict."""

    @property
    def spreads(self) -> tuple[Spread, ...]:
        """How each side shares the values of the conditions in conflict."""

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What a reader of the whole must know."""


def only(name: str, given: Mapping[str, list[str]], default: str) -> str:
    """The one value of a parameter. BadQuestion where it is given more than once."""
    values = given.get(name, [])
    if len(values) > 1:
        raise BadQuestion("given several times", name=name, times=len(values))
    return values[0] if values else default


def given_values(pairs: Pairs) -> dict[str, list[str]]:
    """Name -> its values, without ticks that nobody chose; empty ones say nothing."""
    given: dict[str, list[str]] = {}
    for name, value in without_ticks(pairs):
        if "\0" in name + value:
            raise BadQuestion("holds NUL")
        if value.strip():
            given.setdefault(name, []).append(value.strip())
    return given


def without_ticks(pairs: Pairs) -> list[tuple[str, str]]:
    """What was asked, without the ticks that a page's form came with where they are all there still."""
    given = list(pairs)
    came = [value.partition(":") for name, value in given if name == EVERY]
    unchosen = {key for key, _, ticks in came if ticks == ticks_name(value for name, value in given if name == key)}
    return [pair for pair in given if pair[0] != EVERY and pair[0] not in unchosen]


def ticks_name(values: Iterable[str]) -> str:
    """A short name of these ticks."""
    joined = "\0".join(sorted(values))
    return f"{crc32(joined.encode()):08x}"
