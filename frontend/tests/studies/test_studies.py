"""Every published figure, through the site: the exports give what the papers print."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.utils.html import escape

from benchdb.models import Study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("studies")]

ZONES = {
    "30": {"global": 310.4, "non-global": 268.86},
    "50": {"global": 296.32, "non-global": 337.44},
    "100": {"global": 387.89, "non-global": 393.85},
    "150": {"global": 392.67, "non-global": 399.17},
    "170": {"global": 387.91},
    "180": {"global": 165.66},
    "200": {"global": 130.54, "non-global": 132.50},
}
K22, K24 = "Linux 2.2.19 SMP", "Linux 2.4.1 SMP"
LOCKS = {
    "kernel_flag": (0.977, 0.990, 0.996),
    "irq_controller_lock": (0.011, 0.004, 0.001),
    "runqueue_lock": (0.007, 0.003, 0.001),
    "struct speedo_private.lock": (0.003, 0.001, 0.001),
    "struct kmem_cache_t.c_spinlock": (0.002, 0.001, 0.001),
    "others": (0.001, 0.001, 0.0),
}
WAITING = {  # lock -> (multi-queue, priority-queue), microseconds per request
    "struct sock.lock.slock": (43.8, 52.8),
    "dcache_lock": (40.4, 39.7),
    "runqueue_lock": (1.1, 30.4),
    "files_lock": (5.6, 5.5),
    "inode_lock": (3.7, 3.5),
    "others": (8.7, 7.8),
}
GROWTH = {
    "struct sock.lock.slock": (5.2, 6.5),
    "dcache_lock": (4.4, 4.4),
    "runqueue_lock": (2.2, 2.2),
    "files_lock": (4.2, 4.6),
    "inode_lock": (4.5, 4.0),
    "others": (3.9, 3.5),
}
SCHEDULERS = ("multi-queue scheduler", "priority-queue scheduler")


def wanted(client: Client, query: str) -> dict[str, Any]:
    return dict(client.get(f"/compare.json?{query}").json())


def table(answer: dict[str, Any], what: str = "value") -> dict[str, dict[str, Any]]:
    """{row: {column: what}} of an answer."""
    return {row["row"]: {cell["column"]: cell[what] for cell in row["cells"]} for row in answer["rows"]}


def test_the_zones_table_has_its_twelve_values_marked_as_published(client: Client) -> None:
    answer = wanted(client, "study=zones&provenance=published&rows=concurrency&cols=zone")
    assert table(answer) == ZONES
    assert {p for row in table(answer, "provenance").values() for p in row.values()} == {"published"}
    assert answer["also_differs"] == []


def test_the_two_zone_logs_differ_by_2_4_percent(client: Client) -> None:
    answer = wanted(client, "study=zones&provenance=measured&cols=zone&baseline=global")
    assert table(answer) == {"100": {"global": 390.24, "non-global": 380.95}}
    assert round(100 * table(answer, "change")["100"]["non-global"], 1) == -2.4


def test_linux_2_6_serves_6_09_times_the_pages_in_0_196_of_the_time(client: Client) -> None:
    query = "study=kernel-24-26&rows=metric&cols=kernel&metric="
    metrics = "requests_completed&metric=requests_per_second&metric=latency_mean"
    ratios = {row: cells["Linux 2.6.0-test5"] for row, cells in table(wanted(client, query + metrics), "ratio").items()}
    assert round(ratios["requests_completed"], 2) == 6.09
    assert round(ratios["latency_mean"], 3) == 0.196


@pytest.mark.parametrize(
    ("metric", "old", "new"),
    [
        ("cpu_used", 1.0, 0.9942),
        ("cpu_user", 0.0738, 0.3935),
        ("cpu_system", 0.9262, 0.6007),
        ("memory_used", 0.0641, 0.3596),
        ("swap_used", 0.0, 0.0),
        ("requests_completed", 8845147, 53827939),
        ("requests_per_second", 102.37, 623.0),
        ("latency_mean", 0.29444, 0.05771),
    ],
)
def test_every_figure_of_the_kernel_table_is_there(client: Client, metric: str, old: float, new: float) -> None:
    answer = table(wanted(client, f"study=kernel-24-26&metric={metric}&rows=metric&cols=kernel"))
    assert answer == {metric: {"Linux 2.4.18-smp": old, "Linux 2.6.0-test5": new}}


def test_no_connection_failed_under_either_kernel(client: Client) -> None:
    answer = table(wanted(client, "study=kernel-24-26&metric=requests_failed&rows=item&cols=kernel"))
    assert answer == {"connect": {"Linux 2.4.18-smp": 0, "Linux 2.6.0-test5": 0}}


def test_the_failures_have_their_table_and_get_it_on_sites_that_were_there_before(client: Client) -> None:
    assert "Failed connections" in client.get("/studies/kernel-24-26/").content.decode()
    migration = import_module("benchdb.migrations.0044_failed_connections")
    study = Study.objects.get(slug="kernel-24-26")
    migration.remove(apps, None)
    assert len(Study.objects.get(pk=study.pk).comparisons) == len(study.comparisons) - 1
    migration.add(apps, None)
    assert Study.objects.get(pk=study.pk).comparisons == study.comparisons
    Study.objects.filter(pk=study.pk).update(comparisons=study.comparisons[1:2])
    migration.add(apps, None)
    assert len(Study.objects.get(pk=study.pk).comparisons) == 1, "somebody's own choice stays"


def test_table_3_and_its_ratios_between_the_kernels(client: Client) -> None:
    answer = wanted(client, "study=smp-scaling&threads=2&rows=cpus&cols=kernel")
    assert table(answer) == {
        "1": {K22: 1425, K24: 1605},
        "2": {K22: 1950, K24: 2784},
        "4": {K22: 2358, K24: 4745},
        "8": {K22: 1929, K24: 5382},
    }
    assert [round(row[K24], 1) for row in table(answer, "ratio").values()] == [1.1, 1.4, 2.0, 2.8]


def test_table_3s_speed_ups_against_one_cpu(client: Client) -> None:
    answer = table(wanted(client, "study=smp-scaling&threads=2&rows=kernel&cols=cpus&baseline=1"), "ratio")
    rounded = {kernel: [round(row[n], 1) for n in ("2", "4", "8")] for kernel, row in answer.items()}
    assert rounded == {K22: [1.4, 1.7, 1.4], K24: [1.7, 3.0, 3.4]}


def test_the_share_of_time_spent_waiting_for_spin_locks(client: Client) -> None:
    answer = table(wanted(client, "study=smp-scaling&metric=function_share&item=stext_lock&rows=cpus&cols=kernel"))
    assert answer == {
        "1": {K22: 0},
        "2": {K22: 0.2, K24: 0.009},
        "4": {K22: 0.48, K24: 0.027},
        "8": {K22: 0.73, K24: 0.091},
    }


def test_table_4_which_lock_is_waited_for(client: Client) -> None:
    answer = table(
        wanted(client, "study=smp-scaling&metric=lock_wait_share&kernel=Linux+2.2.19+SMP&rows=item&cols=cpus")
    )
    assert {lock: tuple(row[n] for n in ("2", "4", "8")) for lock, row in answer.items()} == LOCKS


def test_table_5_the_same_for_2_4_1_at_8_cpus(client: Client) -> None:
    answer = table(
        wanted(client, "study=smp-scaling&metric=lock_wait_share&kernel=Linux+2.4.1+SMP&rows=item&cols=cpus")
    )
    assert {lock: row["8"] for lock, row in answer.items()} == {
        "runqueue_lock": 0.834,
        "struct sock.lock.slock": 0.127,
        "dcache_lock": 0.025,
        "files_lock": 0.004,
        "inode_lock": 0.003,
        "others": 0.007,
    }


def test_table_6_the_run_queues_lock_by_scheduler(client: Client) -> None:
    query = "study=smp-scaling&metric=lock_wait_per_request&item=runqueue_lock&rows=kernel_patches&cols=cpus"
    micro = {
        row: {n: round(1e6 * v, 4) for n, v in cells.items()} for row, cells in table(wanted(client, query)).items()
    }
    assert micro == {
        "none": {"2": 41.0, "4": 145.1, "8": 591.6},
        "multi-queue scheduler": {"2": 0.8, "4": 0.5, "8": 1.1},
        "priority-queue scheduler": {"2": 3.7, "4": 14.0, "8": 30.4},
    }


@pytest.mark.parametrize(
    ("metric", "published", "factor"), [("lock_wait_per_request", WAITING, 1e6), ("lock_wait_growth", GROWTH, 1)]
)
def test_table_7_lock_waiting_and_its_growth(
    client: Client, metric: str, published: dict[str, tuple[float, float]], factor: float
) -> None:
    chosen = "".join(f"&kernel_patches={name.replace(' ', '+')}" for name in SCHEDULERS)
    answer = table(wanted(client, f"study=smp-scaling&cpus=8&metric={metric}&rows=item&cols=kernel_patches{chosen}"))
    matches = {lock: tuple(round(factor * row[name], 4) for name in SCHEDULERS) for lock, row in answer.items()}
    assert matches == published


def test_published_ratios_are_kept_as_ratios(client: Client) -> None:
    answer = wanted(client, "study=tux-apache&metric=throughput_ratio&rows=item&cols=provenance")
    values = {row: cells["published"] for row, cells in table(answer).items()}
    assert values == {"TUX 3.2 over Apache 2.0": 1.57, "more TCP connections over default settings": 1.33}
    assert answer["metrics"][0]["unit"] == "ratio"


@pytest.mark.parametrize("slug", ["zones", "kernel-24-26", "smp-scaling", "tux-apache"])
def test_each_study_has_a_page_with_its_source_and_all_its_comparisons(client: Client, slug: str) -> None:
    study = Study.objects.get(slug=slug)
    page = client.get(f"/studies/{slug}/").content.decode()
    for document in study.comparisons:
        for name in ("title", "answer", "short", "note"):
            assert escape(document.get(name, "")) in page
    assert "Source: " in page
    assert "published" in page
    assert "No runs answer this question" not in page


def test_smp_scaling_asks_six_questions_and_answers_them_on_sites_that_were_there_before(client: Client) -> None:
    study = Study.objects.get(slug="smp-scaling")
    today = (study.comparisons, study.tables, study.notes.strip())
    migration = import_module("benchdb.migrations.0078_questions_of_smp_scaling")
    nine = [{"title": title, "query": "study=smp-scaling&threads=2&cols=kernel"} for title in migration.BEFORE]
    figures = [{**study.tables[0], "title": migration.TABLE_BEFORE, "answer": "", "short": ""}]
    before = {"comparisons": nine, "tables": figures, "notes": f"{migration.NOTES_BEFORE} on static documents."}
    Study.objects.filter(pk=study.pk).update(**before)
    migration.renew(apps, None)
    study.refresh_from_db()
    assert (study.comparisons, study.tables, study.notes.strip()) == today
    Study.objects.filter(pk=study.pk).update(**{**before, "comparisons": nine[1:]})
    migration.renew(apps, None)
    assert Study.objects.get(pk=study.pk).comparisons == nine[1:], "somebody's own choice stays"


def test_what_holds_of_every_figure_is_said_once(client: Client) -> None:
    """Each of nine tables said that its figures are published, with a link to how verdicts are reached."""
    page = client.get("/studies/smp-scaling/").content.decode()
    assert page.count("Published figures, no raw logs.") == 1
    assert "runs are published figures" not in page
    assert "How verdicts are reached" not in page
    assert "not given" in page, "nobody knows whether it was run"
    assert "not run" not in page


@pytest.mark.parametrize("slug", ["smp-scaling", "zones"])
def test_a_source_in_japanese_is_marked_as_that_after_its_translation(client: Client, slug: str) -> None:
    source = client.get(f"/studies/{slug}/").content.decode().partition("Source: ")[2].partition("</p>")[0]
    translation, mark, title = source.partition('“<span lang="ja">')
    assert "(our translation)" in translation
    assert mark
    assert title.partition("</span>”")[2].isascii() or "“" not in title.partition("</span>")[2]


def test_loading_the_studies_twice_changes_nothing(client: Client) -> None:
    from django.core.management import call_command

    before = client.get("/compare.json?study=smp-scaling&threads=2&rows=cpus").content
    call_command("loadstudies", verbosity=0)
    assert client.get("/compare.json?study=smp-scaling&threads=2&rows=cpus").content == before
