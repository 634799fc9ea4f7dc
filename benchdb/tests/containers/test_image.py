"""What is copied into the image, and what is built of it."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from benchdb.host.paths import ROOT
from benchdb.tests.containers.declared import IGNORED, copied, instructions, run, steps


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
