"""`/account/`: one's own password and tokens; `/join/<secret>/`: a link that makes an account."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import get_user_model, login
from django.contrib.auth.forms import AuthenticationForm, BaseUserCreationForm, PasswordChangeForm
from django.contrib.auth.views import LoginView, PasswordChangeView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from benchdb.accounts import invitations, tokens
from benchdb.accounts.actor import Actor, actor_of
from benchdb.accounts.audit import record
from benchdb.accounts.names import FreeName
from benchdb.accounts.people import site_is_claimed
from benchdb.domain.roles import SCOPES, Action, Scope
from benchdb.models import Token
from benchdb.reads.people import tokens_of
from benchdb.web.access import SCOPE_NAMES, allows
from benchdb.wording import words
from frontend.paging import paged

TOKENS_AT = "/account/tokens/"


class TokenForm(forms.Form):
    name = forms.CharField(max_length=80, label="What it is for", strip=True)
    scope = forms.ChoiceField(label="What it may do")
    days = forms.IntegerField(min_value=1, max_value=tokens.MOST_DAYS, required=False, label=words("days of a token"))

    def __init__(self, actor: Actor, data: Mapping[str, Any] | None = None) -> None:
        """It offers what the actor may: a token never may more than its owner."""
        super().__init__(data)
        uploads = actor.may(Action.UPLOAD)
        offered = [scope for scope in Scope if scope != Scope.UPLOAD or uploads]
        self.fields["scope"].choices = [(scope.value, words(SCOPE_NAMES[scope])) for scope in offered]
        self.initial["scope"] = Scope.UPLOAD.value if uploads else Scope.READ.value


class JoinForm(FreeName, BaseUserCreationForm):
    class Meta:
        model = get_user_model()
        fields = ("username",)
        labels = {"username": "Name"}
        help_texts = {"username": words("name of an account")}
        error_messages = {"username": {"invalid": words("no name of an account")}}
        widgets = {"username": forms.TextInput(attrs={"autocomplete": "username", "autofocus": True})}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["password1"].help_text, self.fields["password2"].help_text = words("password"), ""


class PasswordForm(PasswordChangeForm):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["new_password1"].help_text, self.fields["new_password2"].help_text = words("password"), ""


class LoginForm(AuthenticationForm):
    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": words("no such account"),
    }


class Login(LoginView):
    template_name = "frontend/people/login.html"
    http_method_names = ("get", "head", "post")  # and not Django's "put", which is the same as "post"
    authentication_form = LoginForm

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        return {**super().get_context_data(**kwargs), "is_claimed": site_is_claimed()}


@method_decorator(allows(Action.ACCOUNT), name="dispatch")
class ChangePassword(PasswordChangeView):
    template_name = "frontend/people/password.html"
    form_class = PasswordForm
    http_method_names = ("get", "head", "post")
    success_url = "/account/"

    def form_valid(self, form: forms.Form) -> HttpResponse:
        record("user.password", f"user {self.request.user.get_username()}", page="/people/")
        messages.success(self.request, words("password changed"))
        return super().form_valid(form)


@never_cache
@allows(Action.ACCOUNT)
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Who one is here, and one's tokens; a POST makes one and shows its secret, this once."""
    me, secret, uploads = actor_of(request), "", False
    form = TokenForm(me, request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        with transaction.atomic():
            _, secret = tokens.make_token(request.user, given["name"], Scope(given["scope"]), given["days"])
        uploads = me.may(Action.UPLOAD) and Action.UPLOAD in SCOPES[Scope(given["scope"])]
        form = TokenForm(me)
    part = paged(request, tokens_of(request.user), "name", "beginning")
    context = {"form": form, "secret": secret, "uploads": uploads, "me": me, "tokens_at": TOKENS_AT, **part}
    return render(request, "frontend/people/account.html", context, status=400 if form.errors else 200)


@allows(Action.ACCOUNT)
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """One's own token lets nobody in any more."""
    token = get_object_or_404(Token, pk=token_id, owner=request.user)
    with transaction.atomic():
        tokens.revoke(token)
    messages.success(request, words("token revoked", name=token.name))
    return redirect("account")


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@transaction.atomic
def join(request: HttpRequest, secret: str) -> HttpResponse:
    """Name and password of a new account, and in."""
    form = JoinForm(request.POST or None)
    try:
        invitation = invitations.usable_invitation(secret)
        if request.method == "POST" and form.is_valid():
            user = invitations.join(secret, form.cleaned_data["username"], form.cleaned_data["password1"])
            login(request, user, backend="django.contrib.auth.backends.ModelBackend")
            return redirect("account")
    except invitations.NotInvited as error:
        return render(request, "frontend/people/join.html", {"refused": str(error)}, status=410)
    context = {"form": form, "invitation": invitation}
    return render(request, "frontend/people/join.html", context, status=400 if form.errors else 200)
