"""Machine, Kernel, Server: what runs were made on. Each is known by the name people write; the rest is read from it.

MachineNote: what somebody says was done to a machine, and when.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, ClassVar, Self, TypeVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models import Case, QuerySet, Value, When
from django.db.models.functions import Length, Lower
from django.utils.text import slugify

from benchdb.domain.text.names import composed, decomposed
from benchdb.domain.versions import kernel_name, server_name, version_key

M = TypeVar("M", bound=models.Model)
MOST_RACES = 5  #: with other workers, for one name or its address


def slug_base(name: str) -> str:
    return slugify(name.replace(".", "-").replace("/", "-")) or "unnamed"


def spelled(rows: QuerySet[M], name: str) -> QuerySet[M]:
    """Those whose name it is, whatever the letters' case and Unicode's form; the one of this very spelling first."""
    forms = [Lower(Value(form)) for form in dict.fromkeys((name, composed(name), decomposed(name)))]
    exact = Case(When(name=name, then=0), default=1)
    return rows.annotate(folded=Lower("name")).filter(folded__in=forms).order_by(exact, Length("name"), "pk")


class FormerName(models.Model):
    """What a machine, kernel or server was called before, or what was merged into it: names and addresses lead on."""

    kind = models.CharField(max_length=8, help_text="machine, kernel or server")
    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=220)
    row = models.BigIntegerField(help_text="its number, under whatever name")
    merge = models.BigIntegerField(null=True, help_text="the audit entry of the merge; none: it was renamed")
    given_up_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint("kind", Lower("name"), name="one_former_name_whatever_the_case"),)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def called(cls, kind: str, name: str) -> models.QuerySet[FormerName]:
        """The one of that name, whatever the letters' case."""
        return spelled(cls._default_manager.filter(kind=kind), name)


class Named(models.Model):
    """Something with a name, known by it whatever the letters' case, and with a page of its own."""

    name = models.CharField(max_length=200, unique=True)
    slug = models.SlugField(max_length=220, unique=True, editable=False)
    notes = models.TextField(blank=True)

    #: Fields that `read_name` fills; they are filled again when the name is corrected.
    read_from_name: ClassVar[tuple[str, ...]] = ()

    class Meta:
        abstract = True
        constraints = (
            models.UniqueConstraint(
                Lower("name"),
                name="%(class)s_name_whatever_the_case",
                violation_error_message="There is one of that name already.",
            ),
        )

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.read_name()
        self._cut_what_was_read()
        self.slug = self._kept_slug() or self._free_slug()
        if (fields := kwargs.get("update_fields")) is not None:
            kwargs["update_fields"] = {*fields, "slug", *self.read_from_name}
        super().save(*args, **kwargs)

    def clean(self) -> None:
        """Names that differ in letters' case only would be one thing twice; as they were kept before, they stay."""
        same = type(self).called(self.name).exclude(pk=self.pk)
        if same.exists() and not type(self)._default_manager.filter(pk=self.pk, name=self.name).exists():
            raise ValidationError({"name": f"There is already one called {same[0].name}."})

    def read_name(self) -> None:
        """Fill the fields that the name says."""

    def _cut_what_was_read(self) -> None:
        """A name of no known form may be all version: what its field cannot hold stays in the name alone."""
        for field in (self._meta.get_field(name) for name in self.read_from_name):
            if isinstance(field, models.CharField):
                setattr(self, field.name, getattr(self, field.name)[: field.max_length])
            elif isinstance(field, ArrayField) and isinstance(field.base_field, models.CharField):
                longest = field.base_field.max_length
                setattr(self, field.name, [part[:longest] for part in getattr(self, field.name)])

    def _kept_slug(self) -> str:
        """The address it has, while its name makes the same; "" where it needs one. Others come and go beside it."""
        stored = type(self)._default_manager.filter(pk=self.pk).values_list("name", "slug").first()
        return stored[1] if stored and slug_base(stored[0]) == slug_base(self.name) else ""

    def _free_slug(self) -> str:
        """The name as an address; numbered where another name has the same (`a b` and `a-b`)."""
        base = slug_base(self.name)
        taken = set(
            type(self)._default_manager.exclude(pk=self.pk).filter(slug__startswith=base).values_list("slug", flat=True)
        )
        candidates = (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3)))
        return next(slug for slug in candidates if slug not in taken)

    @classmethod
    def called(cls, name: str) -> models.QuerySet[Self]:
        """The row of that name, whatever the letters' case, as the database's own constraint sees it; rows of older
        versions in Unicode's form D as well."""
        return spelled(cls._default_manager.all(), name)

    @classmethod
    def formerly(cls, name: str) -> Self | None:
        """The row that had that name before it was renamed, or that what had it was merged into."""
        former = FormerName.called(str(cls._meta.model_name), name).first()
        return cls._default_manager.filter(pk=former.row).first() if former else None

    @classmethod
    def named(cls, name: str) -> Self | None:
        """The row called `name`, or formerly called so, made where new; None for no name.

        Spaces, case and Unicode's form do not make a second one.
        """
        name = composed(" ".join(name.split()))
        if not name:
            return None
        for _ in range(MOST_RACES):
            if row := cls.called(name).first() or cls.formerly(name):
                return row
            with suppress(IntegrityError), transaction.atomic():
                return cls._default_manager.create(name=name)
            # another worker made it at the same moment, perhaps in other letters' case; or took its address
        return cls._default_manager.create(name=name)


class Machine(Named):
    """The hardware under test."""

    cpu_model = models.CharField(max_length=200, blank=True)
    cpu_count = models.PositiveIntegerField(null=True, blank=True)
    memory_bytes = models.BigIntegerField(null=True, blank=True)

    class Meta(Named.Meta):
        ordering = ("name",)


class MachineNote(models.Model):
    """What somebody says was done to a machine: another rack. No run recorded it, and no verdict counts it."""

    machine = models.ForeignKey(Machine, on_delete=models.CASCADE, related_name="dated_notes")
    since = models.DateField(help_text="its day, or the first one")
    until = models.DateField(help_text="the last day")
    text = models.CharField(max_length=500)
    writer = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="machine_notes"
    )
    made_by = models.CharField(max_length=160, help_text="the writer's name then")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-since", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(until__gte=models.F("since")), name="a_note_ends_after_it_begins"
            ),
        )

    def __str__(self) -> str:
        return f"note on {self.machine}"

    @property
    def slug(self) -> str:
        """Of the page that lists it."""
        return self.machine.slug


class Kernel(Named):
    """An operating system's kernel: release, build and patches. A patched kernel is another kernel."""

    os = models.CharField("operating system", max_length=60, blank=True)
    release = models.CharField(max_length=120, blank=True)
    series = models.CharField(max_length=20, blank=True, db_index=True)
    flavour = models.CharField(max_length=60, blank=True)
    build = models.CharField(max_length=120, blank=True)
    patches = ArrayField(models.CharField(max_length=120), default=list, blank=True)
    version_key = ArrayField(models.IntegerField(), default=list, editable=False)

    read_from_name = ("os", "release", "series", "flavour", "build", "patches", "version_key")

    class Meta(Named.Meta):
        ordering = ("os", "version_key", "name")

    def read_name(self) -> None:
        parts = kernel_name(self.name)
        self.os, self.release, self.series = parts.os, parts.release, parts.series
        self.flavour, self.build, self.patches = parts.flavour, parts.build, list(parts.patches)
        self.version_key = list(version_key(parts.release))


class Server(Named):
    """A web or application server and its version."""

    product = models.CharField(max_length=120, blank=True, db_index=True)
    version = models.CharField(max_length=60, blank=True)
    version_key = ArrayField(models.IntegerField(), default=list, editable=False)

    read_from_name = ("product", "version", "version_key")

    class Meta(Named.Meta):
        ordering = ("product", "version_key", "name")

    def read_name(self) -> None:
        parts = server_name(self.name)
        self.product, self.version = parts.product, parts.version
        self.version_key = list(version_key(parts.version))
