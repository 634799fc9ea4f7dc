"""`/api/v1/rules`: which differences every comparison of this site accepts, each with its reason."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema, Status
from ninja.errors import HttpError
from pydantic import Field

from benchdb.curation.rules import end_rule, every_rule, make_rule
from benchdb.domain.roles import Action
from benchdb.questions.acceptance.rule import LONGEST, LONGEST_PLACE, BadRule
from benchdb.web.access import require
from benchdb.web.bodies.json_body import JsonBody
from frontend.api.paging import LARGEST_KEY, Before, Limit, newest_first
from frontend.api.reasons import reason

router = Router()
RuleId = Path(..., ge=1, le=LARGEST_KEY)


class RuleFields(Schema):
    dimension: str = Field(max_length=200, description="a condition, or tuning.NAME")
    extent: Literal["patch", "any"] = Field(description="patch: 2.3 and 2.3.1 count as one; any: all values do")
    same: str = Field("", max_length=200, description="only where this condition is on record and the same")
    only: str = Field("", max_length=LONGEST_PLACE, description="only of runs that have this: tool=ab, machine=web1")
    reason: str = reason(LONGEST)


class RuleIn(RuleFields, JsonBody):
    pass


class RuleOut(RuleFields):
    id: int
    made_at: datetime
    made_by: str
    ended_at: datetime | None = Field(description="null while it is in force")


class Rules(Schema):
    rules: list[RuleOut]
    next: str | None


@router.get("", response=Rules)
def all_rules(request: HttpRequest, before: Before = LARGEST_KEY, limit: Limit = 50) -> dict[str, Any]:
    """The rules, newest first, with those that were ended."""
    listed, following = newest_first(request, every_rule(), before, limit)
    return {"rules": listed, "next": following}


@router.post("", response={201: RuleOut})
def add(request: HttpRequest, wished: RuleIn) -> Status:
    """One more rule, in force from now on. For editors."""
    actor = require(request, Action.EDIT)
    try:
        made = make_rule(wished.dimension, wished.extent, wished.same, wished.reason, actor.name, wished.only)
    except BadRule as error:
        raise HttpError(409, str(error)) from error
    return Status(201, made)


@router.delete("/{rule_id}", response={204: None})
def end(request: HttpRequest, rule_id: int = RuleId) -> Status:
    """End it: such differences stand in the way again. For editors."""
    require(request, Action.EDIT)
    end_rule(get_object_or_404(every_rule(), pk=rule_id))
    return Status(204, None)
