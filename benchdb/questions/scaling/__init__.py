"""How throughput grows with CPUs or load: ScalingQuestion -> observations -> analyse (pure) -> ScalingAnswer."""
