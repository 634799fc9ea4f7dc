"""Every page. An answer has exports: the same address with another ending."""

from django.contrib.auth.views import LogoutView
from django.urls import path, re_path
from django.views.decorators.http import require_safe

from frontend.answers.presentations import PRESENTATIONS
from frontend.exports import ENDINGS
from frontend.pages import (
    documents,
    editing,
    home,
    inventory,
    launchers,
    permalinks,
    questions,
    run_list,
    runs,
    saved_questions,
    search_suggestions,
)
from frontend.pages.accounts import account, audit, people, webhooks
from frontend.pages.curation import notes, rules
from frontend.pages.feeds import RunsFeed
from frontend.pages.studies import studies, study_editing
from frontend.pages.watches import watches
from frontend.pages.watches.feeds import WatchesFeed

QUESTION = f"(?P<kind>{'|'.join(PRESENTATIONS)})"
KIND = "(?P<kind>machines|kernels|servers)"

urlpatterns = [
    path("", home.home, name="home"),
    path("studies/", studies.studies, name="studies"),
    path("studies/make", study_editing.make, name="make_study"),
    path("studies/<slug:slug>/edit/", study_editing.edit, name="edit_study"),
    path("studies/<slug:slug>/remove/", study_editing.remove, name="remove_study"),
    path("studies/<slug:slug>/", studies.study_page, name="study"),
    path("runs/", run_list.runs, name="runs"),
    re_path(r"^runs\.(?P<ending>csv|json)$", run_list.export, name="runs_export"),
    path("runs/filters/", run_list.filters, name="filters"),
    path("runs/suggestions/", search_suggestions.suggested, name="search_suggestions"),
    path("runs/numbers/", run_list.numbers, name="run_numbers"),
    path("runs/selected/", run_list.selection, name="selected_runs"),
    path("runs/compare/", run_list.compare, name="compare_runs"),
    path("runs/edit/", editing.edit_runs, name="edit_runs"),
    path("runs/<int:run_id>/", runs.run, name="run"),
    path("runs/<int:run_id>/exclude/", editing.exclude_run, name="exclude"),
    path("runs/<int:run_id>/include/", editing.include_run, name="include"),
    path("runs/<int:run_id>/tags/", editing.tag_run, name="tag"),
    path("runs/<int:run_id>/log", runs.raw_log, name="raw_log"),
    re_path(rf"^{KIND}/$", inventory.listing, name="inventory"),
    re_path(rf"^{KIND}/(?P<slug>[-\w]+)/$", inventory.detail, name="inventory_detail"),
    re_path(rf"^{KIND}/(?P<slug>[-\w]+)/correct/$", inventory.correct, name="correct"),
    path("docs/", documents.documents, name="documents"),
    path("docs/<path:name>/", documents.document, name="document"),
    path("compare/upload/<int:upload_id>/", launchers.of_upload, name="compare_upload"),
    path("history/upload/<int:upload_id>/", launchers.changes_of_upload, name="found_by_upload"),
    path("compare/pair/", launchers.pair, name="pair"),
    path("scaling/loads/", questions.every_load, name="every_load"),
    re_path(rf"^{QUESTION}/begin/$", launchers.begin, name="begin"),
    re_path(rf"^{QUESTION}/$", questions.page, name="question"),
    re_path(rf"^{QUESTION}\.(?P<ending>{ENDINGS})$", questions.page, name="question_export"),
    re_path(rf"^{QUESTION}/freeze/$", permalinks.freeze, name="freeze"),
    path("questions/", saved_questions.questions, name="saved_questions"),
    path("questions/<int:question_id>/remove/", saved_questions.remove, name="remove_question"),
    path("notes/new/", notes.new_note, name="new_note"),
    path("notes/<int:note_id>/", notes.note, name="note"),
    path("notes/<int:note_id>/remove/", notes.remove, name="remove_note"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<int:rule_id>/end/", rules.end, name="end_rule"),
    path("p/", permalinks.permalinks, name="permalinks"),
    re_path(r"^p/(?P<link_id>[a-z2-7]+)/$", permalinks.permalink, name="permalink"),
    re_path(rf"^p/(?P<link_id>[a-z2-7]+)\.(?P<ending>{ENDINGS})$", permalinks.export, name="permalink_export"),
    path("login/", account.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("join/<str:secret>/", account.join, name="join"),
    path("account/", account.account, name="account"),
    path("account/password/", account.ChangePassword.as_view(), name="password"),
    path("account/tokens/<int:token_id>/revoke/", account.revoke, name="revoke"),
    path("people/", people.people, name="people"),
    path("people/invitations/<int:invitation_id>/withdraw/", people.withdraw_invitation, name="withdraw_invitation"),
    path("people/<int:user_id>/tokens/", people.person_tokens, name="person_tokens"),
    path("people/<int:user_id>/tokens/<int:token_id>/revoke/", people.revoke_token, name="revoke_token"),
    path("people/<int:user_id>/tokens/revoke/", people.revoke_tokens, name="revoke_tokens"),
    path("people/<int:user_id>/role/", people.give, name="give_role"),
    path("webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<int:hook_id>/remove/", webhooks.remove, name="remove_webhook"),
    path("webhooks/<int:hook_id>/test/", webhooks.test, name="test_webhook"),
    path("webhooks/deliveries/<int:delivery_id>/again/", webhooks.again, name="send_again"),
    path("watches/", watches.all_watches, name="watches"),
    path("watches/new/", watches.new_watch, name="new_watch"),
    path("watches/<int:watch_id>/", watches.watch_page, name="watch"),
    path("watches/<int:watch_id>/remove/", watches.remove, name="remove_watch"),
    path("watches/<int:watch_id>/feed.atom", require_safe(WatchesFeed()), name="watch_feed"),
    path("feeds/watches.atom", require_safe(WatchesFeed()), name="watches_feed"),
    path("feeds/runs.atom", require_safe(RunsFeed()), name="feed"),
    path("audit/", audit.audit, name="audit"),
]
