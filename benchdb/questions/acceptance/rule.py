"""Rule: which differences of one condition a site accepts, and why. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from benchdb.domain.dimensions import CONDITIONS, DIMENSIONS, MISSING, TUNING, Dimension, dimension
from benchdb.domain.versions import without_patch_level
from benchdb.wording import Refusal, inside, words

#: How far a difference is accepted -> in words.
EXTENTS = {"patch": "a patch level (2.3.x)", "any": "any difference"}
#: How what is accepted is said, by whether a condition must be the same, and whether it is held to a place.
SCOPES = {
    (False, False): "extent of a rule",
    (True, False): "extent where the same",
    (False, True): "extent in a place",
    (True, True): "extent where the same, in a place",
}
LONGEST = 500  #: characters of a reason
LONGEST_PLACE = 400  #: characters of what a rule is held to


class BadRule(Refusal):
    """A rule that cannot be, and why."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Values of `dimension` that count as one."""

    dimension: str
    extent: str  #: a key of EXTENTS
    same: str  #: a condition that must be on record and the same; "" = none
    reason: str
    only: str = ""  #: a condition and the value that a run must have of it, as tool=ab; "" = any run

    @property
    def place(self) -> tuple[str, str]:
        """The condition and the value that it is held to."""
        key, _, value = self.only.partition("=")
        return key, value

    def reaches(self, same: str, there: str) -> bool:
        """A run that has these of `self.same` and of the condition that the rule is held to."""
        return not (self.same and same == MISSING) and (not self.only or there == self.place[1])

    def counts_as(self, text: str, same: str) -> str:
        """What stands for a value, beside what its run has of `self.same`: values with one such text are accepted."""
        kept = without_patch_level(text) if self.extent == "patch" else "any value"
        return f"{kept} where {inside(dimension(self.same).title)} is {same}" if self.same else kept

    @property
    def scope(self) -> str:
        """`a patch level (2.3.x)`, `any difference, where duration planned is the same`"""
        key, value = self.place
        given = {"extent": EXTENTS[self.extent], "same": self.same, "key": key, "value": value}
        return words(SCOPES[bool(self.same), bool(self.only)], **given)


def checked_rule(key: str, extent: str, same: str, reason: str, only: str = "") -> Rule:
    """The rule that these words make. BadRule where they make none."""
    typed = (" ".join(text.replace("\0", "").split()) for text in (key, extent, same, reason, only))
    key, extent, same, reason, only = typed
    check_condition(key)
    if same:
        check_condition(same)
    if same == key:
        raise BadRule("may differ already", field="same", key=same)
    if only:
        only = checked_place(only, key)
    if extent not in EXTENTS:
        raise BadRule("not an extent", known=tuple(EXTENTS), extent=extent[:40])
    if extent == "patch" and dimension(key).kind != "version":
        raise BadRule("no patch level", key=key)
    if not 3 <= len(reason) <= LONGEST:
        raise BadRule("reason of a rule", most=LONGEST)
    return Rule(key, extent, same, reason, only)


def checked_place(text: str, key: str) -> str:
    """`tool=ab`. BadRule for what names no condition, no value, or the condition that may differ."""
    place, sign, value = (part.strip() for part in text.partition("="))
    if not (place and sign and value) or len(text) > LONGEST_PLACE:
        raise BadRule("place of a rule", text=text[:40])
    check_condition(place)
    if place == key:
        raise BadRule("may differ already", field="only", key=place)
    return f"{place}={value}"


def check_condition(key: str) -> None:
    """BadRule for what is no condition, or is decided by another one: that is the one that differs."""
    if key.startswith(TUNING) and key != TUNING:
        return
    known = DIMENSIONS.get(key)
    if known is None or not known.is_condition:
        raise BadRule("no condition of a rule", key=key[:80], known=tuple(one.key for one in ruled_conditions()))
    if known.of:
        raise BadRule("goes with another", key=key, of=known.of)


def ruled_conditions() -> tuple[Dimension, ...]:
    """The conditions that a rule can be of, besides settings."""
    return tuple(known for known in CONDITIONS if not known.of)
