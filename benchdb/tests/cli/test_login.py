"""`benchdb login`: a token is kept where only its owner reads it, and only one that works."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from benchdb import __version__
from benchdb.accounts.people import give_role
from benchdb.accounts.tokens import make_token
from benchdb.domain.roles import Role, Scope
from benchdb.host.local_sites import local_token, register
from benchdb.tests.cli.command import LOG, Cli


@pytest.mark.django_db(transaction=True)
def test_a_login_is_kept_where_only_its_owner_reads_it(cli: Cli) -> None:
    ann = User.objects.create_user("ann")
    give_role(ann, Role.UPLOADER)
    token = make_token(ann, "laptop", Scope.UPLOAD)[1]
    code, output, errors = cli.run("login", cli.url, "--token", token)
    assert (code, errors) == (0, "")
    login_file = cli.home / "config/benchdb/login.json"
    where, who = output.splitlines()
    assert where == f"{cli.url}: {login_file}"
    assert who.endswith(f"(laptop) of ann (uploader) may read, upload; benchdb {__version__}")
    assert login_file.stat().st_mode & 0o777 == 0o600
    assert json.loads(login_file.read_text()) == {"url": cli.url, "token": token}


@pytest.mark.django_db(transaction=True)
def test_a_token_that_does_not_work_is_not_kept(cli: Cli) -> None:
    code, output, errors = cli.run("login", cli.url, "--token", "wrong")
    assert (code, output) == (1, "")
    assert "This is not the site's token, and nobody has an account here" in errors
    assert "benchdb login" not in errors, "which is what was typed"
    assert not (cli.home / "config/benchdb/login.json").exists()


@pytest.mark.django_db(transaction=True)
def test_a_token_that_may_only_read_is_not_told_to_log_in(cli: Cli) -> None:
    token = make_token(User.objects.create_superuser("ada"), "laptop", Scope.READ)[1]
    cli.run("login", cli.url, "--token", token)
    (cli.home / "a.log").write_text(LOG)
    code, _, errors = cli.run("upload", "a.log")
    assert (code, "create one with “read and upload” at /account/" in errors, "Log in" in errors) == (1, True, False)


@pytest.mark.django_db(transaction=True)
def test_the_token_of_a_site_of_ones_own_is_used_and_not_kept(cli: Cli, site_token: str, settings: Any) -> None:
    code, output, errors = cli.run("login", cli.url, "--token", "")
    assert (code, errors) == (0, "")
    assert "the site's token of somebody without an account (this machine) may" in output
    assert json.loads((cli.home / "config/benchdb/login.json").read_text())["token"] == ""
    assert [local_token(cli.url), local_token("http://127.0.0.1:1")] == [site_token, ""]
    register(cli.url, cli.home / "none")
    assert local_token(cli.url) == ""
    assert "without a token you may read; benchdb" in cli.run("login", cli.url, "--token", "")[1]
    (cli.home / "a.log").write_text(LOG)
    code, _, errors = cli.run("upload", "a.log")
    assert (code, "Claim this site first" in errors) == (1, True)
