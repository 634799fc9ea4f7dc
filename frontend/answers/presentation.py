"""Presentation: how one kind of question is shown, on its page and in every export."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django.utils.safestring import mark_safe

from benchdb.domain.caveats import Phrase
from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import Metric
from benchdb.questions.base import Question
from benchdb.questions.names.former import ABOUT_NAMES
from benchdb.questions.names.unmatched import UNMATCHED
from benchdb.reads.facets import Facet
from benchdb.reads.metrics import metrics_at_hand
from benchdb.wording import line, marked_line, sentences, words
from benchdb.wording.values import shown_value
from frontend.answers.export import LazyExport, Listing, Origin, Records, Table
from frontend.answers.gate import Link, accepted_by_rule, accepted_links, gate, left_out, other_document, with_rules
from frontend.charts.model import with_logs

PUBLISHED = "*"  #: the mark of a published figure, where there is no room for the word


#: Kinds of caveats that stand above the answer: the question is answered otherwise than it was asked.
NAMES = (*ABOUT_NAMES, UNMATCHED)  #: those that stand there without an answer, too
ABOVE = ("no runs of the baseline", *NAMES)
MARGINS = (1.0, 2.0, 5.0, 10.0)  #: percent, offered; any other may be in the address


def drawn(charts: Sequence[Any], origin: Origin) -> tuple[Any, ...]:
    """The charts, with the axes as logarithms that the reader chose."""
    return tuple(charts) if origin.logs is None else tuple(with_logs(chart, origin.logs) for chart in charts)


class Presentation:
    """One kind of question; subclasses say what is its own. Discovered by `presentations`."""

    kind: ClassVar[str]  #: of its questions
    name: ClassVar[str]  #: of its answer: of a downloaded file, of the page's parts
    form: ClassVar[str]  #: template: the question as controls
    sidebar: ClassVar[str] = ""  #: template: more controls
    body: ClassVar[str]  #: template: the answer
    figure: ClassVar[str]  #: template: the answer within a study
    is_of_curves: ClassVar[bool] = False
    fields: ClassVar[tuple[str, ...]]  #: the parameters that the form shows
    parameters: ClassVar[Sequence[Mapping[str, Any]]]  #: of the question, for OpenAPI; those of all kinds are added

    @property
    def navigation(self) -> str:
        """In the header."""
        return words(f"navigation of {self.kind}")

    @property
    def heading(self) -> str:
        """Of the page."""
        return words(f"heading of {self.kind}")

    # What every renderer shows.

    def title(self, question: Any) -> str:
        return line([question.title])

    def headline(self, answer: Any) -> str:
        return line(answer.headline)

    @abstractmethod
    def summary(self, answer: Any) -> str:
        """How the numbers were made."""

    @abstractmethod
    def tables(self, answer: Any) -> tuple[Table, ...]:
        """Every number, as text."""

    @abstractmethod
    def charts(self, answer: Any) -> Sequence[Any]:
        """What is drawn, in the browser and on paper."""

    def marked_charts(self, answer: Any) -> tuple[Any, ...]:
        """The same; curves that may not be set side by side say so over themselves, wherever they are drawn."""
        charts = tuple(self.charts(answer))
        if not (self.is_of_curves and answer.conflicts):
            return charts
        return tuple(replace(one, title=words("chart of what is not comparable", title=one.title)) for one in charts)

    @abstractmethod
    def data(self, answer: Any) -> dict[str, Any]:
        """The numbers in base units, for programs."""

    @abstractmethod
    def records(self, answer: Any) -> Records:
        """The same, one line each."""

    def caveats(self, answer: Any) -> tuple[str, ...]:
        """What a reader must know, in sentences."""
        return sentences(answer.caveats)

    def listings(self, answer: Any) -> tuple[Listing, ...]:
        """What else a reader must know."""
        unknown = ", ".join(dimension(key).title for key in answer.unknown)
        return (
            Listing(words("listing of the unknown"), (f"{unknown}.",) if unknown else ()),
            Listing(words("listing of what differs"), tuple(map(str, answer.also_differs))),
            Listing(words("listing of the accepted"), tuple(map(str, answer.accepted))),
            Listing(words("listing of caveats"), self.caveats(answer)),
        )

    def live_data(self, answer: Any) -> dict[str, Any]:
        """`data`, and what only an answer of today has; one without runs says so in its headline."""
        is_silent = self.is_empty(answer) and not self.headline(answer)
        nothing = {"headline": words("no runs answer")} if is_silent else {}
        return {**self.data(answer), **nothing, **self.of_today(answer)}

    def of_today(self, answer: Any) -> dict[str, Any]:
        """What only an answer of today has, for programs."""
        return {}

    def activity_listings(self, answer: Any) -> tuple[Listing, ...]:
        """What an answer of today says of the machines behind it."""
        return ()

    def facts(self, answer: Any) -> tuple[tuple[str, str], ...]:
        return tuple((dimension(key).title, shown_value(key, value)) for key, value in answer.held_constant)

    def export(
        self, answer: Any, origin: Origin, *, heading: str = "", note: str = "", more: Mapping[str, Any] | None = None
    ) -> LazyExport:
        """What every export of an answer says, made when it is asked for. `more` goes into the data for programs."""
        return LazyExport(
            name=lambda: self.name,
            title=lambda: heading or self.title(answer.question),
            headline=lambda: self.headline(answer),
            note=lambda: note,
            summary=lambda: self.summary(answer),
            tables=lambda: self.tables(answer),
            facts=lambda: self.facts(answer),
            listings=lambda: tuple(
                listing
                for listing in (*self.listings(answer), *(() if origin.frozen_at else self.activity_listings(answer)))
                if listing.sentences
            ),
            charts=lambda: drawn(self.marked_charts(answer), origin),
            data=lambda: (self.data(answer) if origin.frozen_at else self.live_data(answer)) | dict(more or {}),
            records=lambda: self.records(answer),
            origin=lambda: origin,
        )

    # What its page shows.

    @abstractmethod
    def is_empty(self, answer: Any) -> bool:
        """Whether no runs answer the question."""

    def completed(self, answer: Any) -> Any:
        """With what its own page shows besides, which no export and no permalink has."""
        return answer

    def metrics(self, question: Any) -> list[Metric]:
        """What can be asked of, by title."""
        return metrics_at_hand((question.metric,))

    def controls(self, question: Any, answer: Any) -> dict[str, Any]:
        """What the form needs."""
        return {}

    def shown_values(self, answer: Any) -> Mapping[str, Collection[str]]:
        """Of the dimensions that the answer lays out, the values that it shows."""
        return {}

    def brief(self, answer: Any) -> dict[str, Any]:
        """What stands on a page in place of a longer headline; exports and permalinks have that."""
        return {}

    def in_study(self, answer: Any) -> dict[str, Any]:
        """What stands in a study in place of what is on the answer's own page."""
        return {}

    def context(self, answer: Any) -> dict[str, Any]:
        """What the template of the answer needs, on its own page, in a study and frozen."""
        kinds = NAMES if self.is_empty(answer) else ABOVE
        notices = tuple(one for one in answer.caveats if one.kind in kinds)
        return {
            "answer": answer,
            "question": answer.question,
            "presentation": self,
            "headline": mark_safe(marked_line(answer.headline)),
            "charts": self.marked_charts(answer),
            "is_empty": self.is_empty(answer),
            "summary": self.summary(answer),
            "caveats": answer.caveats,
            "notices": notices,
            "said_above": notices,
        }

    def live(self, answer: Any, charts: Sequence[Any]) -> dict[str, Any]:
        """What only an answer of today has: the gate, ways to like with like, the activity behind it.

        `charts` are those of `context`.
        """
        return {
            "gate": gate(answer),
            "left_out": left_out(answer),
            "other_document": other_document(answer),
            "accepted": accepted_links(answer.question),
            "by_rule": accepted_by_rule(answer),
            "with_rules": with_rules(answer.question),
            "restricted": self.restricted(answer),
            "elsewhere": self.elsewhere(answer.question),
            **self.brief(answer),
        }

    def restricted(self, answer: Any) -> list[Link]:
        """The same question of like with like: for each condition that differs, a value that both sides have."""
        return [
            Link(
                words("one value only", key=difference.dimension, value=shown_value(difference.dimension, value)),
                answer.question.narrowed(difference.dimension, value).path(),
            )
            for difference in answer.also_differs
            for value in difference.common
        ]

    def elsewhere(self, question: Any) -> list[Link]:
        """The same runs on other pages."""
        return []

    def equivalence(self, margin: float) -> dict[str, Any]:
        """The control of the margin within which two sides count as the same."""
        known = sorted({*MARGINS, margin} - {0.0})
        return {
            "margins": [("", words("margin, none")), *((f"{one:g}", words("margin", margin=one)) for one in known)],
            "chosen_margin": f"{margin:g}" if margin else "",
        }

    def hidden(self, question: Question, facets: Sequence[Facet]) -> list[tuple[str, str]]:
        """What the question says and no field of the form shows: it must not be lost when a field is changed."""
        offered = {(facet.dimension.key, choice.value) for facet in facets for choice in facet.choices}
        filters = [(key, value) for key, values in question.where for value in values if (key, value) not in offered]
        shown = ("band", *self.fields)
        return [*filters, *(pair for pair in question.late_pairs() if pair[0] not in shown)]


def parted(headline: Sequence[Phrase], answering: int = 1) -> dict[str, Any]:
    """A headline as its page has it: the answer, and beneath it what limits that. Exports and permalinks have one line.

    `answering`: how many phrases of it, from the first one, are the answer.
    """
    first, limits = headline[:answering], headline[answering:]
    return {"headline": mark_safe(marked_line(first)), "limits": mark_safe(marked_line(limits))}
