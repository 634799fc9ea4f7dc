"""Browse and correct: facts can be changed, runs excluded with a reason; nothing that was measured is edited."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html

import benchdb.accounts.admin  # noqa: F401  registers people
from benchdb.curation.exclusions import BadExclusion, include
from benchdb.models import Kernel, Log, Machine, Measurement, Permalink, Run, Server, Setup, Study, Upload, UploadFile
from benchdb.models.inventory import Named
from benchdb.wording import words

admin.site.site_header = "benchdb"
admin.site.site_title = "benchdb"


class Readable(admin.ModelAdmin):
    """Rows that are evidence: to be looked at, not to be touched."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AddressAdmin(admin.ModelAdmin):
    """Rows that links lead to: what their addresses are made of is given once, and not changed here."""

    given_once: tuple[str, ...] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return (*(self.given_once if obj else ()), *self.readonly_fields)


class NamedAdmin(AddressAdmin):
    """A name is changed on the row's page alone: there the old one leads on, in links, watches and uploads."""

    given_once = ("name", "slug", "renaming")

    @admin.display(description="another name")
    def renaming(self, row: Named) -> str:
        page = f"/{row._meta.model_name}s/{row.slug}/"
        return format_html('<a href="{}">{}</a>', page, words("rename on its page"))


@admin.register(Machine)
class MachineAdmin(NamedAdmin):
    list_display = ("name", "cpu_model", "cpu_count", "memory_bytes")
    search_fields = ("name", "cpu_model", "notes")


@admin.register(Kernel)
class KernelAdmin(NamedAdmin):
    """What the name tells is filled in from it."""

    list_display = ("name", "os", "series", "flavour", "build", "patches")
    list_filter = ("os", "series", "flavour")
    search_fields = ("name", "notes")
    readonly_fields = Kernel.read_from_name


@admin.register(Server)
class ServerAdmin(NamedAdmin):
    list_display = ("name", "product", "version")
    list_filter = ("product",)
    search_fields = ("name", "notes")
    readonly_fields = Server.read_from_name


@admin.register(Setup)
class SetupAdmin(Readable):
    list_display = ("fingerprint", "machine", "kernel", "zone", "cpus", "server", "tool", "concurrency")
    list_filter = ("zone", "tool", "kernel__series")
    list_select_related = ("machine", "kernel", "server")


@admin.register(Run)
class RunAdmin(admin.ModelAdmin):
    """A run's numbers stay as they were read. It can be excluded, with a reason, and taken back."""

    list_display = ("pk", "setup", "trial", "status", "provenance", "stored_at", "excluded_at")
    list_filter = ("status", "provenance", "format", "studies")
    search_fields = ("notes", "citation", "file__name")
    list_select_related = ("setup",)
    fields = ("setup", "file", "trial", "started_at", "status", "provenance", "citation", "notes", "excluded_because")
    readonly_fields = ("setup", "file", "status", "provenance", "citation")
    actions = ("take_back",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Run, form: Any, change: bool) -> None:
        """A reason excludes the run; an emptied one takes it back."""
        if obj.excluded_because and obj.excluded_at is None:
            obj.excluded_at = timezone.now()
        if not obj.excluded_because:
            obj.excluded_at = None
        super().save_model(request, obj, form, change)

    @admin.action(description="Count the chosen runs again")
    def take_back(self, request: HttpRequest, runs: QuerySet[Run]) -> None:
        for run in runs:  # one by one: each is an entry of the audit log
            try:
                include(run)
            except BadExclusion as error:
                self.message_user(request, f"{error}.", messages.ERROR)


@admin.register(Measurement)
class MeasurementAdmin(Readable):
    list_display = ("run", "metric", "item", "value", "line", "printed")
    list_filter = ("metric",)
    list_select_related = ("run",)


class FileInline(admin.TabularInline):
    model = UploadFile
    fields = ("position", "name", "log", "format")
    readonly_fields = fields
    extra = 0
    can_delete = False


@admin.register(Upload)
class UploadAdmin(Readable):
    list_display = ("pk", "state", "created_at", "finished_at", "error")
    list_filter = ("state",)
    inlines = (FileInline,)


@admin.register(Log)
class LogAdmin(Readable):
    list_display = ("sha256", "size")
    search_fields = ("sha256",)


@admin.register(Study)
class StudyAdmin(AddressAdmin):
    given_once = ("slug",)
    list_display = ("title", "slug", "position")
    raw_id_fields = ("runs",)


@admin.register(Permalink)
class PermalinkAdmin(Readable):
    list_display = ("id", "query", "as_of", "created_at")
