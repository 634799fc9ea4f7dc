"""Changes under blows to everything, then fsck: each acknowledged change is there, exactly once. `make torture`

    python -m benchdb.dev.torture [--seconds 60] [--seed 1] [--changes 10000] [--sites 2]

Starts sites of its own. People upload, exclude, include, tag, withdraw, restore, correct and freeze by the API and the
pages' forms (`changes.py`), each asking again until a site says yes. Meanwhile, in an order made from the seed
(`blows.py`): a child of a launcher is killed, the disk fills up or slows down, the broker forgets all, the clock jumps.
Then everything must be read, and all must be as it was said to be (`proof.py`).
"""

from benchdb.dev.torture.session import torture

__all__ = ["torture"]
