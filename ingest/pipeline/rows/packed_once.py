"""What is packed of a setup's runs is all written anew with each statement that changes some of them. Where many change
one after another, it is written once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

#: `{}`: from here on setups wait, and none does yet; the end of the transaction, or a rollback, forgets it. No row
#: where they wait already.
WAIT = """
SELECT set_config('benchdb.waiting_setups', '{}', true)
WHERE coalesce(current_setting('benchdb.waiting_setups', true), '') = ''
"""
WAITING = "SELECT current_setting('benchdb.waiting_setups')::bigint[], set_config('benchdb.waiting_setups', '', true)"
PACK = "SELECT benchdb_pack_setups(%s)"


@contextmanager
def packed_once() -> Iterator[None]:
    """A transaction, at the end of which the packed series of the setups whose runs were changed in it are written.

    Until then they are as they were, for this transaction too. One within another ends with that.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(WAIT)
        is_outermost = cursor.fetchone() is not None
        yield
        if not is_outermost:
            return
        cursor.execute(WAITING)
        if setups := cursor.fetchone()[0]:
            cursor.execute(PACK, [setups])
