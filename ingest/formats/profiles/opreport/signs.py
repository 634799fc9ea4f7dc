"""How a log of this format is recognised."""

from __future__ import annotations

import re

from ingest.formats.kit.archived_lines import head_text
from ingest.formats.profiles.opreport.reader import COUNTED, EVENTS, IMAGES, SAMPLES, names_of

SIGNS = re.compile(rf"(?m)^(?:{COUNTED.pattern}|{IMAGES.pattern})$")


def sniff(head: bytes) -> bool:
    """Whether a header of opreport stands in `head`."""
    text = head_text(head)
    if SAMPLES not in text and EVENTS not in text:
        return False
    if SIGNS.search(text) is not None:
        return True
    return SAMPLES in text and any(names_of(line) is not None for line in text.split("\n"))
