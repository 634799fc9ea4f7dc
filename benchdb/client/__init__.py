"""The site for Python programs: `Client(url, token).list_runs(machine="web1")`. Shipped with the command `benchdb`.

`operations.py` and `types.py` are written by `python -m benchdb.dev.client --write` from the API's own document.
"""

from benchdb.client.operations import Client
from benchdb.client.transport import ApiError, Unanswered

__all__ = ["ApiError", "Client", "Unanswered"]
