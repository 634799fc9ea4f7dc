"""Account, Token, Invitation: who people are, and what lets them in. Secrets are kept as digests only."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.utils import timezone

from benchdb.domain.roles import Role, Scope

#: An admin is Django's superuser; these are everybody else's.
STORED_ROLES = (Role.VIEWER, Role.UPLOADER, Role.EDITOR)


class Account(models.Model):
    """Somebody's role. Without a row: viewer, or admin if a superuser."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="account")
    role = models.CharField(max_length=10, choices=[(r.value, r.value) for r in STORED_ROLES], default=Role.VIEWER)

    def __str__(self) -> str:
        return f"{self.user}, {self.role}"


class Token(models.Model):
    """Lets a program in as its owner, within a scope."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80, help_text="what it is for")
    scope = models.CharField(max_length=6, choices=[(s.value, s.value) for s in Scope], default=Scope.UPLOAD)
    beginning = models.CharField(max_length=12, help_text="of the secret, to know it by")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the secret")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, help_text="to the minute")

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"token {self.beginning}… ({self.name})"

    def is_valid_at(self, moment: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > moment)

    @property
    def is_valid(self) -> bool:
        return self.is_valid_at(timezone.now())


class Invitation(models.Model):
    """A link that lets one person make an account, once, for a while."""

    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of the link's secret")
    role = models.CharField(max_length=10, choices=[(r.value, r.value) for r in (*STORED_ROLES, Role.ADMIN)])
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    is_first = models.BooleanField(default=False, help_text="works only while nobody has an account")
    made_by = models.CharField(max_length=160, blank=True, default="", db_default="", help_text="their name")
    note = models.CharField(max_length=120, blank=True, default="", db_default="", help_text="whom it is for")
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"invitation for {self.role}"
