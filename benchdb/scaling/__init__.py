"""How throughput grows with CPUs or load: ScalingSpec (question) -> observations -> analyse (pure) -> ScalingAnswer."""
