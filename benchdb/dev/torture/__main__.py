"""`make torture`: what was done, what fell on it, and what is wrong then. Exit status 1 where anything is."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter

from benchdb.dev import torture as package
from benchdb.dev.torture import torture
from benchdb.dev.torture.session import BETWEEN, PATIENCE, Pace


def main() -> None:
    parser = argparse.ArgumentParser(description=package.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--changes", type=int, default=10**9, help="stop after so many")
    parser.add_argument("--sites", type=int, default=2, help="launchers on one database and broker")
    parser.add_argument("--between", type=int, default=BETWEEN, help="changes between two blows, at most")
    parser.add_argument("--patience", type=float, default=PATIENCE, help="seconds between two blows, at most")
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    limits = options.changes, options.sites, Pace(options.between, options.patience)
    truth, wrong = torture(options.seconds, options.seed, options.people, *limits)
    for what, count in sorted(truth.seen.items()):
        print(f"{count:6} {what}")
    for fault, count in Counter(truth.faults).most_common(5):
        print(f"{count:6} {fault}")
    print("\n".join(wrong) or "each acknowledged change is there, exactly once; fsck: whole")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
