"""The ground both wings stand on: models, comparison, metrics, units, statistics."""

__version__ = "1.0.0"  #: the only place; the package, the API and the pages take it from here
