"""The size of a drawing, which is that of its link's card."""

from __future__ import annotations

WIDTH, HEIGHT = 1200, 630  #: pixels: what OpenGraph asks of a card
