"""AcceptanceRule: a difference of conditions that every comparison of this site accepts, with the reason."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class AcceptanceRule(models.Model):
    """In force from `made_at` until `ended_at`. Rows are ended, never deleted: what was judged under one can say so."""

    dimension = models.CharField(max_length=200, help_text="the condition that may differ")
    extent = models.CharField(max_length=8, help_text="patch or any")
    same = models.CharField(max_length=200, blank=True, help_text="a condition that must be on record and the same")
    reason = models.CharField(max_length=500)
    only = models.CharField(max_length=400, blank=True, help_text="a condition and the value it must have: tool=ab")
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.CharField(max_length=160, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint("dimension", "only", name="one_rule_in_force_a_place", condition=Q(ended_at=None)),
        )

    def __str__(self) -> str:
        return f"rule {self.dimension}"
