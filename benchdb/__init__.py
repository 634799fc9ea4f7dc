"""The ground both wings stand on: models, comparison, metrics, units, statistics."""
