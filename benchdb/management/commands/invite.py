"""`manage.py invite --role editor`: the path of a link that makes one account."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from benchdb.accounts.invitations import LASTS, make_invitation
from benchdb.domain.roles import GIVEN, Role


class Command(BaseCommand):
    requires_system_checks = ()  # the web server's, and half of the time that a start takes
    help = "Print the path of a link that lets one person make an account"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--role", choices=[role.value for role in GIVEN], default=Role.VIEWER.value)

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(make_invitation(Role(options["role"])))
        self.stderr.write(f"It works once, for {LASTS.days} days, below the site's address.")
