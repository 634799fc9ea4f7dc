"""What was stated of a run against its log's own word: where the stated one counts, the run says so. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchdb.domain.versions import is_other_server, server_name
from benchdb.wording.sentences import words

LOGGED = "server_software"  #: the fact of a log that names the server


def other_server(counted: object, facts: Mapping[str, Any]) -> list[str]:
    """The caveat of a run that counts as another server's than its log names; none where both can be one."""
    name, logged = str(counted or ""), str(facts.get(LOGGED) or "")
    if not is_other_server(name, logged):
        return []
    return [words("other server logged", stated=name, logged=str(server_name(logged)))]
