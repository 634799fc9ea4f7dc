"""The tests hear Ctrl-C however they were begun."""

import subprocess
import sys

from benchdb.host.paths import ROOT

HEARD = """
import signal, subprocess
from benchdb.dev.testing.signals import hear_interrupts
assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
hear_interrupts()
script = "trap 'echo heard' INT; kill -INT $$"
print(subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout)
"""


def test_what_a_script_began_in_the_background_hears_ctrl_c_all_the_same() -> None:
    begun = ["bash", "-c", 'trap "" INT; exec "$@"', "-", sys.executable, "-c", HEARD]
    assert subprocess.run(begun, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == "heard"
