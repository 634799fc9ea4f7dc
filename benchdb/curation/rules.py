"""The site's rules of what differences are accepted: made and ended by editors, each time with an audit entry."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchdb.models import AcceptanceRule
from benchdb.questions.acceptance.rule import BadRule, Rule, checked_rule

MOST = 100  #: in force


@transaction.atomic
def make_rule(dimension: str, extent: str, same: str, reason: str, who: str, only: str = "") -> AcceptanceRule:
    """From now on comparisons accept such differences, and say so. BadRule where there cannot be such a rule."""
    rule = checked_rule(dimension, extent, same, reason, only)
    if rules_in_force().count() >= MOST:
        raise BadRule("most rules", most=MOST)
    try:
        with transaction.atomic():
            return AcceptanceRule.objects.create(
                dimension=rule.dimension,
                extent=rule.extent,
                same=rule.same,
                reason=rule.reason,
                only=rule.only,
                made_by=who[:160],
            )
    except IntegrityError as error:
        where = {"only": rule.only} if rule.only else {}
        kind = "rule exists there" if where else "rule exists"
        raise BadRule(kind, dimension=rule.dimension, **where) from error


@transaction.atomic
def end_rule(rule: AcceptanceRule) -> AcceptanceRule:
    """From now on such differences stand in the way again. One that was ended stays as it is."""
    rule = AcceptanceRule.objects.select_for_update().get(pk=rule.pk)
    if rule.ended_at is None:
        rule.ended_at = timezone.now()
        rule.save(update_fields=("ended_at",))
    return rule


def rule_of(row: AcceptanceRule) -> Rule:
    return Rule(row.dimension, row.extent, row.same, row.reason, row.only)


def every_rule() -> QuerySet[AcceptanceRule]:
    """Those that were ended, too; newest first."""
    return AcceptanceRule.objects.order_by("-pk")


def rules_in_force() -> QuerySet[AcceptanceRule]:
    return AcceptanceRule.objects.filter(ended_at=None).order_by("pk")
