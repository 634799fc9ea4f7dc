"""The wing that writes: bytes -> records -> rows."""
