"""Numbers and rules -> the same numbers with what their conditions count as; what rules let pass, in caveats. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache, partial

from benchdb.domain.caveats import Caveat, Phrase, caveat, phrase
from benchdb.domain.columns import Coded, Ints, encoded
from benchdb.domain.dimensions import MISSING, Dimension, dimension
from benchdb.questions.acceptance.rule import Rule
from benchdb.questions.conditions import Difference, is_mixed
from benchdb.questions.numbers import BY_RULE, Numbered, Numbers, numbers_of
from benchdb.questions.numbers.places import Places
from benchdb.questions.shares import Shared, place_differences

KIND = "accepted by rule"  #: of the caveats
ALONG = "accepted along a curve"  #: kind of the caveat of what changes along one, on purpose
IN_HISTORY = "accepted along a history"  #: and of what would part a history into one curve for each of its values


def with_rules(numbers: Numbers, rules: Iterable[Rule]) -> Numbers:
    """The numbers, each kind with what its ruled conditions count as: conditions are told apart by that."""
    needed = tuple(rule for rule in rules if len(numbers.texts(rule.dimension)) > 1 and is_met(numbers, rule))
    if not needed:
        return numbers
    by_dimension: dict[str, list[Rule]] = {}
    for rule in needed:
        by_dimension.setdefault(rule.dimension, []).append(rule)
    classes = {BY_RULE + key: classes_of(numbers, own) for key, own in by_dimension.items()}
    return replace(numbers, conditions={**numbers.conditions, **classes}, rules=needed)


def is_met(numbers: Numbers, rule: Rule) -> bool:
    """Some run has what the rule is held to."""
    key, value = rule.place
    return not rule.only or value in numbers.texts(key)


def classes_of(numbers: Numbers, rules: Sequence[Rule]) -> Coded:
    """What each kind's value counts as: by the rule of its tool or machine, else by the one of all."""
    rules = sorted(rules, key=lambda rule: not rule.only)
    own = texts_of(numbers, rules[0].dimension)
    rows = zip(
        own, *(texts_of(numbers, key, len(own)) for rule in rules for key in (rule.same, rule.place[0])), strict=True
    )
    counted = cache(partial(class_of, tuple(rules)))
    return encoded(counted(*row) for row in rows)


def class_of(rules: tuple[Rule, ...], text: str, *beside: str) -> str:
    """What a value counts as; `beside`: what its run has of what each rule names, two of each."""
    pairs = zip(rules, beside[::2], beside[1::2], strict=True)
    return next((rule.counts_as(text, same) for rule, same, there in pairs if rule.reaches(same, there)), text)


def texts_of(numbers: Numbers, key: str, count: int = 0) -> list[str]:
    """What each kind has of a condition; of none, as often as is wanted, nothing."""
    own = numbers.condition(key)
    return [own.texts[code] for code in own.codes.tolist()] if key else [MISSING] * count


def reasons_of(rules: Iterable[Rule]) -> dict[str, str]:
    """Why each condition may differ; several rules of one have a reason each."""
    reasons: dict[str, list[str]] = {}
    for rule in rules:
        reasons.setdefault(rule.dimension, []).append(rule.reason)
    return {key: "; ".join(dict.fromkeys(several)) for key, several in reasons.items()}


def let_pass(places: Places, here: Ints, there: Ints, conditions: Sequence[Dimension]) -> dict[int, list[Caveat]]:
    """What rules let pass at each place: mixed within it, or different from its baseline."""
    reasons = reasons_of(places.numbers.rules)
    made: dict[int, list[Caveat]] = {}
    for condition in conditions:
        if not condition.counts_as:
            continue
        plain = replace(condition, counts_as="")
        values: dict[int, set[str]] = {place: set(mixed) for place, mixed in Shared(places, plain).mixed()}
        for place, differing in place_differences(places, here, there, [plain]).items():
            sides = (share.value for one in differing for share in (*one.baseline, *one.here))
            values.setdefault(place, set()).update(sides)
        refused = dict(Shared(places, condition).mixed()).keys() | place_differences(places, here, there, [condition])
        for place in sorted(values.keys() - refused):
            one = accepted(condition, values[place], reasons[condition.key])
            made.setdefault(place, []).append(one)
    return made


def accepted(condition: Dimension, values: Iterable[str], reason: str) -> Caveat:
    ordered = tuple(sorted(values, key=dimension(condition.key).order))
    return caveat(KIND, dimension=condition.key, values=ordered, reason=reason)


def united(caveats: Iterable[Caveat]) -> tuple[Caveat, ...]:
    """What rules let pass at several places: each condition once, with all its values."""
    values: dict[str, set[str]] = {}
    reasons: dict[str, str] = {}
    for one in caveats:
        if one.kind == KIND:
            values.setdefault(one["dimension"], set()).update(one["values"])
            reasons[one["dimension"]] = one["reason"]
    return tuple(accepted(dimension(key), every, reasons[key]) for key, every in values.items())


def let_pass_in_curves(
    groups: Sequence[Numbered], conditions: Sequence[Dimension], rules: Sequence[Rule]
) -> tuple[Caveat, ...]:
    """The same of curves: what changes along one, or from one to another."""
    reasons = reasons_of(rules)
    made = []
    for condition in conditions:
        if not condition.counts_as or any(is_mixed(group, condition) for group in groups):
            continue
        several = [values for values in values_by_class(groups, condition).values() if len(values) > 1]
        if several:
            made.append(accepted(condition, set[str]().union(*several), reasons[condition.key]))
    return tuple(made)


def values_by_class(groups: Sequence[Numbered], condition: Dimension) -> dict[str, set[str]]:
    """What counts as one -> the values that do."""
    values: dict[str, set[str]] = {}
    for numbers in map(numbers_of, groups):
        own, classes = numbers.condition(condition.key), numbers.condition(condition.counts_as)
        for kind in numbers.kinds.tolist():
            values.setdefault(classes.texts[classes.codes[kind]], set()).add(own.texts[own.codes[kind]])
    return values


def named(differences: Iterable[Difference], caveats: Iterable[Caveat]) -> tuple[Phrase, ...]:
    """What the sides may differ in, for a headline: on purpose, and by rules of the site."""
    known = tuple(caveats)
    within = (one["dimension"] for one in known if one.kind in ("accepted mixture", ALONG, IN_HISTORY))
    on_purpose = tuple(dict.fromkeys((*(difference.dimension for difference in differences), *within)))
    by_rule = tuple(one["dimension"] for one in united(known))
    kinds = (("some accepted", on_purpose), ("some accepted by rule", by_rule))
    return tuple(phrase(kind, keys=keys) for kind, keys in kinds if keys)
