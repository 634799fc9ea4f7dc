"""Dockerfile, docker-compose.yml and .dockerignore, held to their promises without a container engine: read as data,
their commands given to the parsers that will read them, and what the image holds run from a folder of its own.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import click
import pytest
import yaml
from celery.bin.celery import celery
from gunicorn.config import Config

from benchdb.host import launch
from benchdb.host.paths import ROOT, Paths

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
ALWAYS = {name: service for name, service in SERVICES.items() if name != "migrate"}
IGNORED = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and not line.startswith("#")]
CHOSEN = {"SECRET_KEY": "a key", "POSTGRES_PASSWORD": "Abc123", "ALLOWED_HOSTS": "bench.example.org"}
IN_OTHER_IMAGES = {"postgres": {"postgres", "pg_isready"}, "redis": {"redis-server", "redis-cli"}}
PINNED = re.compile(r"[a-z]+:\d+\.\d+(\.\d+)?-[a-z-]+")
VARIABLE = re.compile(r"\$\{(\w+):([?-])([^}]*)\}")


def instructions(*words: str) -> list[str]:
    """What follows `words` in the Dockerfile, one string each, continued lines joined."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    match = [line.split(maxsplit=1) for line in text.splitlines() if line.strip()]
    return [rest for word, rest in match if word in words]


def copied() -> list[tuple[str, str]]:
    """(path in the checkout, path in the image) of everything that the Dockerfile takes from the checkout."""
    taken = [line.split() for line in instructions("COPY") if not line.startswith("--from")]
    return [(source, target) for *sources, target in taken for source in sources]


def filled(text: str) -> str:
    """As compose fills in variables, from CHOSEN alone. KeyError for one that must be given and is not."""
    given = VARIABLE.sub(lambda match: CHOSEN[match[1]] if match[2] == "?" else CHOSEN.get(match[1], match[3]), text)
    return given.replace("$$", "$")


def environment(service: str) -> dict[str, str]:
    return {name: filled(value) for name, value in SERVICES[service]["environment"].items()}


def read_by_settings() -> set[str]:
    """The names that benchdb/settings.py looks up, by `os.environ.get(...)` or by its own `words(...)`."""
    calls = [node for node in ast.walk(ast.parse((ROOT / "benchdb/settings.py").read_text())) if is_look_up(node)]
    return {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}


def is_look_up(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in {"os.environ.get", "words"}


def health_check(service: dict[str, Any]) -> list[str]:
    """Its words; of a shell's pipeline the first command."""
    kind, *words = service["healthcheck"]["test"]
    return words if kind == "CMD" else shlex.split(filled(words[0]).split("|")[0])


def commands() -> list[tuple[str, list[str]]]:
    """(service, words) of all that anything here starts; "image" for what the Dockerfile starts."""
    match = [("image", json.loads(instructions("CMD")[-1])), ("image", image_health_check())]
    match += [(name, service["command"]) for name, service in SERVICES.items() if "command" in service]
    return match + [(name, health_check(service)) for name, service in ALWAYS.items()]


def image_health_check() -> list[str]:
    return json.loads(instructions("HEALTHCHECK")[0].partition("CMD")[2])


def modules(name: str) -> list[list[str]]:
    """The arguments of every `python -m name` here."""
    return [words[3:] for _, words in commands() if words[:3] == ["python", "-m", name]]


def run(*words: str | Path, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command that sees no environment but PATH and `variables`."""
    seen = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **variables}
    return subprocess.run([*map(str, words)], cwd=cwd, env=seen, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the Dockerfile copies from here, less what .dockerignore keeps back."""
    folder = tmp_path_factory.mktemp("image")
    kept_back = shutil.ignore_patterns("node_modules", *[line[3:] for line in IGNORED if line.startswith("**/")])
    for source, target in copied():
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / target, ignore=kept_back)
        elif source.endswith(".py"):
            shutil.copy(ROOT / source, folder / target)
    shutil.rmtree(folder / "frontend" / "built", ignore_errors=True)
    (folder / "frontend" / "built").symlink_to(ROOT / "frontend" / "built")  # the stage that builds them
    return folder


@pytest.fixture
def answering() -> Iterator[HTTPServer]:
    """A web server that answers every request with its `status`."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.path = self.path  # type: ignore[attr-defined]
            self.send_response(self.server.status)  # type: ignore[attr-defined]
            self.end_headers()

        def log_message(self, *words: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


# --- the file as a whole


def test_the_compose_file_follows_the_specification() -> None:
    checker = (sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    done = run(*checker, "docker-compose.yml")
    assert done.returncode == 0, done.stdout
    assert "version" not in COMPOSE


def test_every_image_is_pinned() -> None:
    named = [line.split()[0] for line in instructions("FROM")]
    named += [service["image"] for name, service in SERVICES.items() if name not in OURS]
    assert [name for name in named if not PINNED.fullmatch(name)] == []
    assert {service["image"] for service in OURS.values()} == {"benchdb:local"}


def test_the_services_are_those_of_the_design() -> None:
    assert set(SERVICES) == {"postgres", "redis", "migrate", "web", "worker", "heavy", "beat"}
    assert set(SERVICES) - set(OURS) == {"postgres", "redis"}


def test_named_volumes_are_declared_and_used() -> None:
    used = [mount.partition(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]
    assert sorted(used) == sorted(COMPOSE["volumes"]) == ["postgres", "redis"]


def test_postgres_keeps_its_data_in_the_volume() -> None:
    """Since 18 the image's data is below /var/lib/postgresql; mounted on its `data`, a volume would stay empty."""
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]
    assert SERVICES["redis"]["volumes"] == ["redis:/data"]


# --- the environment


@pytest.mark.parametrize("service", OURS)
def test_the_environment_is_what_settings_read(service: str) -> None:
    of_others = {"FORWARDED_ALLOW_IPS", "MPLCONFIGDIR"}  # gunicorn's and matplotlib's
    of_others |= {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"}  # boto3's
    assert set(SERVICES[service]["environment"]) - of_others == read_by_settings()


def test_postgres_is_told_only_what_its_image_reads() -> None:
    read = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD", "POSTGRES_INITDB_ARGS"}
    assert set(SERVICES["postgres"]["environment"]) == read


def test_the_image_has_no_settings_in_it() -> None:
    set_in_image = {word.partition("=")[0] for line in instructions("ENV", "ARG") for word in line.split()}
    assert set_in_image == {"PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}


def test_secrets_must_be_given() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    for secret in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        uses = re.findall(rf"\${{?{secret}\b(:\?\w[^}}]+)?", text)
        assert uses, secret
        assert all(uses), f"{secret} may be left out"


def test_the_site_finds_the_servers_that_the_file_starts(image: Path) -> None:
    script = "from benchdb import settings as s; d = s.DATABASES['default']; "
    script += "print(d['HOST'], d['PORT'], d['USER'], d['NAME'], d['PASSWORD'], s.CELERY_BROKER_URL, s.DEBUG)"
    done = run(sys.executable, "-c", script, cwd=image, **environment("web"))
    settings = environment("postgres")
    who = " ".join(settings[name] for name in ("POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"))
    assert done.stdout.strip() == f"postgres 5432 {who} redis://redis:6379/0 False", done.stderr


# --- the commands


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


def steps() -> list[str]:
    """The single commands of every RUN."""
    return [step.strip() for line in instructions("RUN") for step in line.split("&&")]


def test_celery_understands_its_options() -> None:
    assert len(modules("celery")) == 6
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
    for service, start in (("worker", launch.light_worker), ("heavy", launch.heavy_worker)):
        here = [
            word for word in start(Paths(tmp_path)) if "--hostname" not in word
        ]  # a container has a name of its own
        assert SERVICES[service]["command"][1:] == here


# --- health


@pytest.mark.parametrize("service", ALWAYS)
def test_everything_that_stays_has_a_health_check(service: str) -> None:
    assert {"test", "interval", "timeout", "retries"} <= set(SERVICES[service]["healthcheck"])


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (400, False), (500, False)])
def test_the_health_check_believes_only_a_good_answer(answering: HTTPServer, status: int, healthy: bool) -> None:
    answering.status = status  # type: ignore[attr-defined]
    words = [word.replace(":8000/", f":{answering.server_port}/") for word in health_check(SERVICES["web"])[1:]]
    done = run(sys.executable, *words, http_proxy="http://127.0.0.1:9")
    assert (done.returncode == 0) is healthy, done.stderr
    assert answering.path == "/healthz"  # type: ignore[attr-defined]


def test_the_image_asks_the_same_as_compose() -> None:
    assert image_health_check() == health_check(SERVICES["web"])


def test_the_site_answers_its_health_check_whatever_hosts_are_allowed(image: Path) -> None:
    script = "import django; django.setup(); from django.test import Client; "
    script += "print(Client().get('/healthz', headers={'host': '127.0.0.1:8000'}).status_code)"
    variables = {**environment("web"), "DJANGO_SETTINGS_MODULE": "benchdb.settings"}
    assert "bench.example.org" in variables["ALLOWED_HOSTS"]
    done = run(sys.executable, "-c", script, cwd=image, **variables)
    assert done.stdout.strip() == "200", done.stderr


@pytest.mark.parametrize(
    ("service", "node"),
    [("worker", "celery@$HOSTNAME"), ("heavy", "celery@$HOSTNAME"), ("beat", "celerybeat@$HOSTNAME")],
)
def test_each_celery_process_is_asked_for_itself(service: str, node: str) -> None:
    words = health_check(SERVICES[service])
    assert words[words.index("-d") + 1] == node
    assert not {"-n", "--hostname"} & {word.partition("=")[0] for word in SERVICES[service]["command"]}


# --- order, number, rights


def test_migrate_runs_once_and_ends() -> None:
    migrate = SERVICES["migrate"]
    assert migrate["command"] == ["python", "manage.py", "prepare"]
    assert migrate["restart"] == "no"
    assert migrate["healthcheck"] == {"disable": True}
    healthy = {"condition": "service_healthy"}
    assert migrate["depends_on"] == {"postgres": healthy, "redis": healthy}


@pytest.mark.parametrize("service", ["web", "worker", "heavy", "beat"])
def test_the_site_waits_for_migrate(service: str) -> None:
    assert SERVICES[service]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_workers_can_be_many() -> None:
    """`--scale worker=N`: nothing that only one container can have, no file that two would write."""
    worker = SERVICES["worker"]
    assert not {"container_name", "hostname", "ports", "volumes", "network_mode", "deploy"} & set(worker)
    named = {word.partition("=")[0] for word in worker["command"]}
    assert not {"--beat", "-B", "-S", "--statedb", "--pidfile", "-s", "--schedule", "-f", "--logfile"} & named


def test_beat_is_one_and_writes_only_to_its_own_tmp() -> None:
    assert not {"deploy", "scale"} & set(SERVICES["beat"])
    assert "--schedule=/tmp/beat" in SERVICES["beat"]["command"]
    assert "/tmp" in SERVICES["beat"]["tmpfs"]


def test_nothing_runs_as_root() -> None:
    owners = [line.partition(":")[0] for line in instructions("USER")[-1:]]
    owners += [service["user"].partition(":")[0] for name, service in SERVICES.items() if name not in OURS]
    assert len(owners) == 3
    assert all(owner.isdigit() and int(owner) > 0 for owner in owners)
    assert not any({"user", "privileged", "cap_add"} & set(service) for service in OURS.values())


@pytest.mark.parametrize("service", SERVICES)
def test_nothing_can_change_its_image_or_gain_rights(service: str) -> None:
    settings = SERVICES[service]
    assert (settings["init"], settings["read_only"], settings["cap_drop"]) == (True, True, ["ALL"])
    assert settings["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in settings["tmpfs"]
    assert settings["restart"] == ("no" if service == "migrate" else "unless-stopped")


def test_migrate_may_collect_static_files_that_go_nowhere() -> None:
    """`prepare` collects them again. A tmpfs takes the folder's rights, root's, but for the owner it is told."""
    uid = instructions("USER")[-1].partition(":")[0]
    place, _, options = SERVICES["migrate"]["tmpfs"][1].partition(":")
    assert place == "/app/.static"
    assert f"uid={uid}" in options.split(",")


def test_only_the_site_is_reachable_and_only_from_here_unless_told() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["web"]
    assert [filled(port) for port in SERVICES["web"]["ports"]] == ["127.0.0.1:8000:8000"]


# --- the build


def test_every_copied_path_is_in_git() -> None:
    assert copied()
    for source, _ in copied():
        known = run("git", "-c", "safe.directory=*", "ls-files", "--", source)
        assert known.stdout, f"{source} is not in git {known.stderr}"


def test_the_builder_is_sent_what_is_copied_and_nothing_private() -> None:
    sent = [line[1:] for line in IGNORED if line.startswith("!")]
    assert IGNORED[0] == "*"
    assert not {".", ".git", ".env", "var", ".venv"} & set(sent)
    missing = [source for source, _ in copied() if not any(Path(source).is_relative_to(path) for path in sent)]
    assert missing == []


def test_packages_come_from_the_lock_files_by_hash() -> None:
    installs = [shlex.split(step) for step in steps() if " install " in step or "npm" in step]
    pip, npm, build = sorted(installs, key=lambda words: words[0] == "npm")
    assert pip[1:4] == ["-m", "pip", "install"]
    assert "--require-hashes" in pip
    assert [word for word in pip if word.endswith(".txt")] == ["requirements.txt"]
    assert npm[:2] == ["npm", "ci"]
    assert build == ["npm", "run", "build"]


def test_no_registry_is_named() -> None:
    text = "".join((ROOT / name).read_text() for name in ("Dockerfile", "docker-compose.yml", "docs/containers.md"))
    assert not re.findall(r"--(?:extra-)?index-url|--registry|--find-links|--trusted-host", text)
    hosts = set(re.findall(r"https?://([\w.-]+)", text))
    assert hosts <= {"127.0.0.1", "bench.example.org"}


def test_what_is_built_lands_where_settings_look_for_it(image: Path) -> None:
    (target,) = [line.split()[-1] for line in instructions("COPY") if line.startswith("--from=scripts")]
    script = "from benchdb.settings import ROOT, STATICFILES_DIRS as d; print(*(p.relative_to(ROOT) for p in d))"
    assert run(sys.executable, "-c", script, cwd=image).stdout.split() == [target]


def test_static_files_are_collected_without_a_secret(image: Path) -> None:
    assert "python manage.py collectstatic --noinput" in steps()
    done = run(sys.executable, "manage.py", "collectstatic", "--noinput", cwd=image)
    assert done.returncode == 0, done.stderr
    assert (image / ".static" / "staticfiles.json").exists()
