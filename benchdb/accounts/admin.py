"""Accounts in /admin/: each has a name of its own, and one admin always stays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from benchdb.accounts.audit import record
from benchdb.accounts.names import FreeName
from benchdb.accounts.people import are_all_admins
from benchdb.wording import words

OF_ADMINS = ("is_active", "is_staff", "is_superuser")


class NewPersonForm(FreeName, AdminUserCreationForm):
    pass


class PersonForm(FreeName, UserChangeForm):
    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        stays = all(self.cleaned_data.get(name) for name in OF_ADMINS)
        if not stays and are_all_admins([self.instance.pk]):
            raise ValidationError(words("last admin"))
        return cleaned


class GivenPasswordForm(AdminPasswordChangeForm):
    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        if not self.cleaned_data["set_usable_password"] and are_all_admins([self.user.pk]):
            self.add_error("usable_password", words("last admin"))
        return cleaned

    def save(self, commit: bool = True) -> User:
        record("user.password", f"user {self.user.get_username()}", page="/people/")
        return super().save(commit)


class PersonAdmin(UserAdmin):
    add_form = NewPersonForm
    form = PersonForm
    change_password_form = GivenPasswordForm
    actions = ("delete_selected",)

    @transaction.atomic
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        return super().user_change_password(request, id, form_url)

    @transaction.atomic
    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        if self.refuses_to_delete(request, [object_id]):
            return redirect("admin:auth_user_change", object_id)
        return super().delete_view(request, object_id, extra_context)

    @admin.action(permissions=("delete",), description="Delete the chosen people")
    @transaction.atomic
    def delete_selected(self, request: HttpRequest, people: QuerySet[User]) -> Any:
        """In the place of Django's own, whose name its page has."""
        if self.refuses_to_delete(request, people.values_list("pk", flat=True)):
            return None
        return delete_selected(self, request, people)

    def refuses_to_delete(self, request: HttpRequest, people: Iterable[Any]) -> bool:
        """Whether no admin would be left; said to whoever asks."""
        if not are_all_admins(people):
            return False
        messages.error(request, words("last admin"))
        return True


admin.site.unregister(User)
admin.site.register(User, PersonAdmin)
