"""What a mean over a load window rests on: how many samples, and how much of the window they cover. Pure."""

from __future__ import annotations

from dataclasses import dataclass

FEWEST_SAMPLES = 3
LEAST_SHARE = 0.2  #: of the window


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of one mean."""

    samples: int
    share: float  #: of the window without its ramp-up, 0 to 1

    @property
    def is_enough(self) -> bool:
        """Fewer samples, or less of the window, say little of the load: such a mean is not shown as one."""
        return self.samples >= FEWEST_SAMPLES and self.share >= LEAST_SHARE


def coverage(samples: int, step: float, seconds: float) -> Coverage:
    """Of `samples` that are `step` seconds long each, in a window of `seconds`."""
    return Coverage(samples, min(1.0, samples * step / seconds) if seconds > 0 else 0.0)
