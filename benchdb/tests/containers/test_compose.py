"""docker-compose.yml: its services, what they are given, and the rights that they have."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT
from benchdb.tests.containers.declared import (
    COMPOSE,
    OURS,
    PINNED,
    SERVICES,
    environment,
    filled,
    instructions,
    read_by_settings,
    run,
)


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
    assert set(SERVICES) == {"postgres", "redis", "migrate", "web", "worker", "small", "heavy", "beat"}
    assert set(SERVICES) - set(OURS) == {"postgres", "redis"}


def test_named_volumes_are_declared_and_used() -> None:
    used = [mount.partition(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]
    assert sorted(used) == sorted(COMPOSE["volumes"]) == ["postgres", "redis"]


def test_postgres_keeps_its_data_in_the_volume() -> None:
    """Since 18 the image's data is below /var/lib/postgresql; mounted on its `data`, a volume would stay empty."""
    assert SERVICES["postgres"]["volumes"] == ["postgres:/var/lib/postgresql"]
    assert SERVICES["redis"]["volumes"] == ["redis:/data"]


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


def test_migrate_runs_once_and_ends() -> None:
    migrate = SERVICES["migrate"]
    assert migrate["command"] == ["python", "manage.py", "prepare"]
    assert migrate["restart"] == "no"
    assert migrate["healthcheck"] == {"disable": True}
    healthy = {"condition": "service_healthy"}
    assert migrate["depends_on"] == {"postgres": healthy, "redis": healthy}


@pytest.mark.parametrize("service", ["web", "worker", "small", "heavy", "beat"])
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
