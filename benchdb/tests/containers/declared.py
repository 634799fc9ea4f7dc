"""What Dockerfile, docker-compose.yml and .dockerignore say, read as data: no container engine is needed."""

from __future__ import annotations

import ast
import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import yaml

from benchdb.host.paths import ROOT

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


def steps() -> list[str]:
    """The single commands of every RUN."""
    return [step.strip() for line in instructions("RUN") for step in line.split("&&")]


def run(*words: str | Path, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command that sees no environment but PATH and `variables`."""
    seen = {"PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1", **variables}
    return subprocess.run([*map(str, words)], cwd=cwd, env=seen, capture_output=True, text=True, check=False)
