"""Every change of a fact, role, exclusion or token -> one AuditEntry, in the transaction of the change itself.

Saving or deleting a row of an audited model is recorded here by itself, whichever door the change came through (page,
API, /admin/, worker, manage.py). What is done by a query over many rows calls `record`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Model
from django.db.models.signals import post_delete, post_save, pre_save
from django.http import HttpRequest

from benchdb.accounts.actor import BadToken, actor_of
from benchdb.models import (
    AcceptanceRule,
    Account,
    AuditEntry,
    Kernel,
    Machine,
    MachineNote,
    Permalink,
    Run,
    Server,
    Study,
    Token,
    Watch,
    Webhook,
)

#: The request being answered, if one is. A worker and manage.py have none.
ASKING: ContextVar[HttpRequest | None] = ContextVar("asking", default=None)
SIGNED: ContextVar[str] = ContextVar("signed", default="")
ITSELF = "benchdb itself"
LONGEST = 260  #: letters of what an entry is about
DERIVED = frozenset(
    {"id", "slug", "version_key", "password", "last_login", "date_joined", "digest", "last_used_at", "made_at"}
)


@dataclass(frozen=True, slots=True)
class Audited:
    """What is recorded of a model's rows besides their changes and deletions."""

    page: str = ""  #: of a row, with {pk} and {slug} to be filled in
    making: bool = True  #: new rows are recorded too
    names_kind: bool = False  #: its text says what it is: `run 5`
    unnoted: frozenset[str] = DERIVED


AUDITED: dict[type[Model], Audited] = {
    Machine: Audited("/machines/{slug}/", making=False),
    MachineNote: Audited("/machines/{slug}/", names_kind=True, unnoted=DERIVED | {"machine", "writer"}),
    Kernel: Audited("/kernels/{slug}/", making=False),
    Server: Audited("/servers/{slug}/", making=False),
    Study: Audited("/studies/{slug}/", making=False),
    Run: Audited("/runs/{pk}/", making=False, names_kind=True),
    Permalink: Audited(
        "/p/{pk}/",
        unnoted=DERIVED
        | {"result", "run_ids", "logs", "versions", "verified_at", "drift", "drifted_at", "finding", "address"},
    ),
    Account: Audited("/people/"),
    Token: Audited(names_kind=True),
    Webhook: Audited("/webhooks/", names_kind=True, unnoted=DERIVED | {"secret"}),
    AcceptanceRule: Audited("/rules/"),
    Watch: Audited(
        "/watches/{pk}/",
        names_kind=True,
        unnoted=DERIVED | {"checked_at", "data_version", "numbers", "trouble", "mail", "attempts", "next_at"},
    ),
    get_user_model(): Audited("/people/"),
}


def record(action: str, subject: str, *, before: Any = None, after: Any = None, page: str = "") -> AuditEntry:
    """Add one entry, in the name of whoever asks now."""
    who, via = asking()
    return AuditEntry.objects.create(
        who=who[:160],
        via=via[:120],
        action=action,
        subject=subject[:LONGEST],
        address=page[:300],
        before=before or {},
        after=after or {},
    )


@contextmanager
def signed_by(name: str) -> Iterator[None]:
    """What is changed inside is the work of `name`, who has no account yet."""
    signed = SIGNED.set(name)
    try:
        yield
    finally:
        SIGNED.reset(signed)


def asking() -> tuple[str, str]:
    """(name, token) of whoever asks now."""
    if name := SIGNED.get():
        return name, ""
    request = ASKING.get()
    if request is None:
        return ITSELF, ""
    try:
        actor = actor_of(request)
    except BadToken:
        return "nobody", ""
    return actor.name, actor.via


def values(row: Model, unnoted: frozenset[str]) -> dict[str, Any]:
    """A row's own columns by name."""
    return {f.name: f.value_from_object(row) for f in row._meta.concrete_fields if f.name not in unnoted}


def _remember(sender: type[Model], instance: Model, raw: bool = False, **_: Any) -> None:
    if sender in AUDITED and not raw and not instance._state.adding:
        old = sender._default_manager.filter(pk=instance.pk).first()
        instance._was = values(old, AUDITED[sender].unnoted) if old else {}


def _record_save(sender: type[Model], instance: Model, created: bool, raw: bool = False, **_: Any) -> None:
    if sender not in AUDITED or raw or (created and not AUDITED[sender].making):
        return
    now = values(instance, AUDITED[sender].unnoted)
    if created:
        _note("made", instance, {}, {name: value for name, value in now.items() if value not in (None, "", [], {})})
        return
    was: Mapping[str, Any] = getattr(instance, "_was", {})
    changed = [name for name in now if name in was and was[name] != now[name]]
    if changed:
        word = word_of(sender, was, now)
        _note(word, instance, {name: was[name] for name in changed}, {name: now[name] for name in changed})


def word_of(sender: type[Model], was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """What a change is called: most are just that."""
    if sender is Run and was["excluded_at"] != now["excluded_at"]:
        return "excluded" if now["excluded_at"] else "included"
    if sender is Token and now["revoked_at"]:
        return "revoked"
    if sender is AcceptanceRule and now["ended_at"]:
        return "ended"
    return "changed"


def _record_deletion(sender: type[Model], instance: Model, **_: Any) -> None:
    if sender in AUDITED:
        _note("deleted", instance, values(instance, AUDITED[sender].unnoted), {})


def _note(word: str, row: Model, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
    audited = AUDITED[type(row)]
    name = row._meta.model_name or ""
    page = audited.page.format(pk=row.pk, slug=getattr(row, "slug", "")) if audited.page else ""
    record(f"{name}.{word}", subject_of(row), before=before, after=after, page=page)


def subject_of(row: Model) -> str:
    """What entries about a row call it."""
    text = str(row) if AUDITED[type(row)].names_kind else f"{row._meta.model_name} {row}"
    return text[:LONGEST]


def listen() -> None:
    """Listen to the models; called once, when the app is ready."""
    pre_save.connect(_remember, dispatch_uid="audit: remember")
    post_save.connect(_record_save, dispatch_uid="audit: saved")
    post_delete.connect(_record_deletion, dispatch_uid="audit: deleted")
