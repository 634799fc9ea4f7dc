"""What every recording says of its times in the same words."""

from __future__ import annotations

from datetime import date

EPOCH = date(1970, 1, 1)
LOCAL = "local, zone unknown"  #: the fact `clock`
SINCE_BOOT = "since_boot:"  #: before the names of metrics that are no samples
