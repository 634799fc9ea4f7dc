"""Tag: a word that people put on runs, to find them by."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Lower

from benchdb.models.runs import Run


class Tag(models.Model):
    """One word. Letters' case makes no second one."""

    name = models.CharField(max_length=60)
    runs = models.ManyToManyField(Run, related_name="tags", blank=True)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(Lower("name"), name="one_tag_per_word"),)

    def __str__(self) -> str:
        return self.name
