"""A process that we start, that dies with us, and that we stop with the signal it likes."""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


class Process:
    """One running program; its output goes to a file of its own."""

    def __init__(
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        environment: dict[str, str] | None = None,
        cwd: Path | None = None,
        stop_signal: signal.Signals = signal.SIGTERM,
        user: pwd.struct_passwd | None = None,
    ) -> None:
        self.name, self.log, self.stop_signal, self._is_stopping = name, log, stop_signal, False
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                [*map(str, command)],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **(environment or {})},
                cwd=cwd,
                start_new_session=True,  # Ctrl-C is for us alone: we stop the children in order
                preexec_fn=_die_with_parent,
                **as_user,  # type: ignore[call-overload]
            )

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self, patience: float) -> None:
        """Ask it to end; after `patience` seconds, end it and what it started."""
        self.ask_to_stop()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            self.end_group()
            self.process.wait()

    def ask_to_stop(self) -> None:
        """Ask once: a second signal would make some programs drop what they are finishing."""
        if self.is_running and not self._is_stopping:
            self._is_stopping = True
            self.process.send_signal(self.stop_signal)

    def end_group(self) -> None:
        """End what it started and left behind."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)

    def last_words(self, count: int = 15) -> str:
        """The end of its output; why nobody knows it, where its log is away."""
        try:
            return "\n".join(self.log.read_text(errors="replace").splitlines()[-count:])
        except OSError as error:
            return f"({self.log}: {error.strerror or error})"


def _die_with_parent() -> None:
    """Between fork and exec: if the launcher is killed outright, the kernel ends this process too."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def wait_until(is_ready: object, child: Process, seconds: float) -> None:
    """Return once `is_ready()` is true. RuntimeError with the child's last words if it ends or takes too long."""
    assert callable(is_ready)
    deadline = time.monotonic() + seconds
    while not is_ready():
        if not child.is_running:
            raise RuntimeError(f"{child.name} stopped as it started; it said:\n{child.last_words()}")
        if time.monotonic() > deadline:
            raise RuntimeError(f"{child.name} was not ready after {seconds:.0f} s; it said:\n{child.last_words()}")
        time.sleep(0.03)
