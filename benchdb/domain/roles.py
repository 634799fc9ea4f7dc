"""The permission table: role x action, and what a token's scope leaves of its owner's role. Pure."""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """What somebody may want to do."""

    READ = "read"
    UPLOAD = "upload"  #: logs, frozen comparisons, the facts of one's own uploads
    EDIT = "edit"  #: facts, exclusions, tags of everybody's
    AUDIT = "audit"  #: see who changed what
    ADMINISTER = "administer"  #: people, webhooks, /admin/
    ACCOUNT = "account"  #: one's own password and tokens


class Role(StrEnum):
    """Who somebody is to this site."""

    NOBODY = "nobody"
    VIEWER = "viewer"
    UPLOADER = "uploader"
    EDITOR = "editor"
    ADMIN = "admin"
    MACHINE = "this machine"  #: who has its data folder's token, while nobody has an account (docs/decisions/0030)


class Scope(StrEnum):
    """What a token is for."""

    READ = "read"
    UPLOAD = "upload"
    ADMIN = "admin"


VIEWER = frozenset({Action.READ, Action.ACCOUNT})
UPLOADER = VIEWER | {Action.UPLOAD}
EDITOR = UPLOADER | {Action.EDIT, Action.AUDIT}

PERMISSIONS: dict[Role, frozenset[Action]] = {
    Role.NOBODY: frozenset(),  # and READ, where reading is public
    Role.VIEWER: VIEWER,
    Role.UPLOADER: UPLOADER,
    Role.EDITOR: EDITOR,
    Role.ADMIN: frozenset(Action),
    Role.MACHINE: EDITOR - {Action.ACCOUNT},
}

#: A token never leads to its owner's account: whoever finds one can make no others, nor change the password.
SCOPES: dict[Scope, frozenset[Action]] = {
    Scope.READ: frozenset({Action.READ}),
    Scope.UPLOAD: frozenset({Action.READ, Action.UPLOAD}),
    Scope.ADMIN: frozenset(Action) - {Action.ACCOUNT},
}

#: Roles that an admin can give, the least first.
GIVEN = (Role.VIEWER, Role.UPLOADER, Role.EDITOR, Role.ADMIN)


def allowed(role: Role, scope: Scope | None, reading_is_public: bool) -> frozenset[Action]:
    """What `role` may do, through a token of `scope` (None: without one)."""
    actions = PERMISSIONS[role] | ({Action.READ} if reading_is_public else frozenset())
    return actions if scope is None else actions & SCOPES[scope]
