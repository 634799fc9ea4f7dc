"""`/metrics` in Prometheus' text form: what the processes counted, and what the database says at this moment."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from benchdb.domain.roles import Action
from benchdb.host.counters import counted
from benchdb.web.access import require

#: name -> (what it is, the label's name or "", SQL for (label, number) rows)
FIGURES = {
    "benchdb_uploads": ("uploads by state", "state", "SELECT state, count(*) FROM benchdb_upload GROUP BY state"),
    "benchdb_queue_oldest_seconds": (
        "how long the oldest queued upload has waited",
        "",
        "SELECT '', coalesce(extract(epoch FROM clock_timestamp() - min(coalesce(queued_again_at, created_at))), 0) "
        "FROM benchdb_upload WHERE state = 'queued'",
    ),
    "benchdb_deliveries": (
        "webhook deliveries by state",
        "state",
        "SELECT state, count(*) FROM benchdb_delivery GROUP BY 1",
    ),
    "benchdb_permalinks_drifted": (
        "permalinks whose answer differs with today's data",
        "",
        "SELECT '', count(*) FROM benchdb_permalink WHERE drifted_at IS NOT NULL",
    ),
    "benchdb_database_bytes": ("size of the database", "", "SELECT '', pg_database_size(current_database())"),
}


class SiteMetrics(Collector):
    """Asked at the moment of each scrape."""

    def collect(self) -> Iterator[Metric]:
        with connection.cursor() as cursor:
            for name, (words, label, query) in FIGURES.items():
                family = GaugeMetricFamily(name, words, labels=[label] if label else [])
                cursor.execute(query)
                for value, figure in cursor.fetchall():
                    family.add_metric([value] if label else [], float(figure))
                yield family


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    require(request, Action.READ)
    now = CollectorRegistry(auto_describe=False)
    now.register(SiteMetrics())
    return HttpResponse(generate_latest(counted()) + generate_latest(now), content_type=CONTENT_TYPE_LATEST)
