"""`/watches/`: make, list, show and remove watches."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from benchdb.accounts.actor import actor_of
from benchdb.domain.roles import Action
from benchdb.questions.base import BadQuestion
from benchdb.questions.kinds import ask
from benchdb.questions.level_changes.chance import QUIET_Q
from benchdb.reads.budget import TooLong
from benchdb.reads.facets import study_titles
from benchdb.watches.changes import FEWEST_SHOWN
from benchdb.watches.drawn_today import DrawnToday, drawn_today
from benchdb.watches.error_rates import false_alarms
from benchdb.watches.keep import (
    DIRECTIONS,
    LARGEST_LEAST,
    BadWatch,
    WatchRequest,
    changes_of,
    history_of,
    make_watch,
    watches,
)
from benchdb.watches.mail import can_send
from benchdb.web.access import allows, require_writer
from benchdb.web.requests import lasting_address
from benchdb.wording import line, sentence, words
from frontend.answers.question_in_words import of_runs
from frontend.own_links import own_link
from frontend.paging import paged
from frontend.query import STATEMENT_SECONDS
from frontend.watches import end_watch, may_remove, runs_of, watch_or_404

PERCENT = 100.0
LONGEST = 200  #: characters of a title


class WatchForm(forms.Form):
    question = forms.CharField(max_length=8000, label="Address of the history")
    title = forms.CharField(max_length=LONGEST, required=False, label="Title")
    direction = forms.ChoiceField(choices=DIRECTIONS, initial="any", label="Tell me")
    least = forms.FloatField(
        min_value=0, max_value=PERCENT * LARGEST_LEAST, initial=2, required=False, label="Changes of at least (%)"
    )
    is_quiet = forms.BooleanField(initial=True, required=False, label=words("quiet"))
    mail = forms.EmailField(required=False, label="Mail address (optional)")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not can_send():
            del self.fields["mail"]

    def wished(self) -> WatchRequest:
        given = self.cleaned_data
        return WatchRequest(
            question=given["question"],
            title=given["title"],
            direction=given["direction"],
            least=(given["least"] or 0.0) / PERCENT,
            is_quiet=given["is_quiet"],
            mail=given.get("mail", ""),
        )


@require_http_methods(["GET", "HEAD", "POST"])
def all_watches(request: HttpRequest) -> HttpResponse:
    """Every watch of the site; a POST makes one."""
    if request.method != "POST":
        part = paged(request, watches(), "title", "query")
        watched = [(watch, runs_of(watch)) for watch in part["page"]]
        return render(request, "frontend/curation/watches.html", {**part, "watched": watched, "can_send": can_send()})
    require_writer(request)
    form = WatchForm(request.POST)
    if not form.is_valid():
        return shown_form(request, form, request.POST.get("question", ""), 400)
    try:
        own_link(request, form.cleaned_data["question"])
        watch = make_watch(form.wished(), actor_of(request).user, lasting_address(request, "/"))
    except (BadQuestion, BadWatch) as error:
        form.add_error(None, str(error))
        return shown_form(request, form, form.cleaned_data["question"], 400)
    return redirect("watch", watch.pk)


@allows(Action.UPLOAD)
@require_safe
def new_watch(request: HttpRequest) -> HttpResponse:
    """The form, with what the question answers today: `/watches/new/?question=/history/?…`."""
    address = request.GET.get("question", "")
    try:
        question = history_of(own_link(request, address))
    except BadQuestion as error:
        return render(request, "frontend/questions/bad_question.html", {"message": str(error)}, status=400)
    title = of_runs(sentence(question.title), question.where, study_titles(question.where))
    initial = {"question": question.path(), "title": title[:LONGEST]}
    return shown_form(request, WatchForm(initial=initial), address, 200)


def shown_form(request: HttpRequest, form: WatchForm, address: str, status: int) -> HttpResponse:
    context = {
        "form": form,
        "today": today(request, address),
        "quiet": false_alarms(is_quiet=True),
        "every": false_alarms(is_quiet=False),
        "quiet_q": QUIET_Q,
        "can_send": can_send(),
    }
    return render(request, "frontend/curation/new_watch.html", context, status=status)


def today(request: HttpRequest, address: str) -> dict[str, Any]:
    """What the question answers now; nothing where it cannot be asked."""
    try:
        question = history_of(own_link(request, address))
        answer = ask(question, STATEMENT_SECONDS)
    except BadQuestion:
        return {}
    runs = len(answer.runs)
    return {
        "path": question.path(),
        "headline": line(answer.headline),
        "runs": runs,
        "curves": len(answer.curves),
        "is_short": runs < FEWEST_SHOWN,
        "is_mixed": bool(answer.conflicts),
    }


def drawn(watch: Any) -> DrawnToday:
    """What the history draws today; nothing where it cannot be asked, which the page says."""
    try:
        return drawn_today(watch, STATEMENT_SECONDS)
    except (BadQuestion, TooLong):
        return DrawnToday()


@require_safe
def watch_page(request: HttpRequest, watch_id: int) -> HttpResponse:
    """One watch: what it is of, what it told, and how it is ended."""
    watch = watch_or_404(watch_id)
    actor = actor_of(request)
    question = history_of(watch.query)
    context = {
        "watch": watch,
        "path": question.path(),
        "question_title": of_runs(sentence(question.title), question.where, study_titles(question.where)),
        "changes": changes_of(watch),
        "today": drawn(watch),
        "is_own": may_remove(actor, watch),
        "rate": false_alarms(watch.is_quiet),
    }
    return render(request, "frontend/curation/watch.html", context)


@require_POST
def remove(request: HttpRequest, watch_id: int) -> HttpResponse:
    """End it. For whoever made it, and for editors."""
    end_watch(request, watch_id)
    messages.success(request, "The watch is removed.")
    return redirect("watches")
