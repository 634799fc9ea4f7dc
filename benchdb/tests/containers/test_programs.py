"""Every command of the containers, given to the parser that will read it."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest
from celery.bin.celery import celery
from gunicorn.config import Config

from benchdb.host import launch
from benchdb.host.paths import Paths
from benchdb.tests.containers.declared import (
    IN_OTHER_IMAGES,
    SERVICES,
    commands,
    copied,
    instructions,
    modules,
    run,
    steps,
)


@pytest.mark.parametrize(("service", "words"), commands())
def test_every_program_is_in_its_image(service: str, words: list[str]) -> None:
    if service in IN_OTHER_IMAGES:
        assert words[0] in IN_OTHER_IMAGES[service]
        return
    assert words[0] == "python"
    assert words[1] in {"-m", "-c"} or (words[1], "./") in copied()
    assert words[1] != "-m" or find_spec(words[2])
    assert words[1] != "-c" or compile(words[2], service, "exec")


def test_django_knows_every_manage_command(image: Path) -> None:
    named = [words[2:] for _, words in commands() if words[1] == "manage.py"]
    named += [words[2:] for words in map(shlex.split, steps()) if words[:2] == ["python", "manage.py"]]
    assert [words[0] for words in named] == ["prepare", "collectstatic"]
    for words in named:
        assert run(sys.executable, "manage.py", *words, "--help", cwd=image).returncode == 0, words


def test_celery_understands_its_options() -> None:
    assert len(modules("celery")) == 8
    for words in modules("celery"):
        settings, (name, *options), _ = celery.make_parser(click.Context(celery)).parse_args(list(words))
        assert settings == {"app": "benchdb"}
        command = celery.commands[name]
        command.make_parser(click.Context(command)).parse_args(options)  # raises NoSuchOption


def test_gunicorn_understands_its_options() -> None:
    (words,) = modules("gunicorn")
    settings = Config().parser().parse_args(words)  # exits on an unknown option
    assert (settings.args, settings.bind) == (["benchdb.wsgi"], ["0.0.0.0:8000"])


def test_web_and_worker_are_started_as_make_run_starts_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(launch, "Process", lambda name, command, **_: command[1:])
    assert json.loads(instructions("CMD")[-1])[1:] == launch.web_child(Paths(tmp_path), "0.0.0.0", 8000)
    workers = {"worker": launch.light_worker, "small": launch.small_worker, "heavy": launch.heavy_worker}
    for service, start in workers.items():
        here = [
            word for word in start(Paths(tmp_path)) if "--hostname" not in word
        ]  # a container has a name of its own
        assert SERVICES[service]["command"][1:] == here
