"""What `manage.py export` writes is what the database holds, in both forms, and in pieces of a bounded size."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from benchdb.accounts.tokens import make_token
from benchdb.domain.roles import Scope
from benchdb.host.paths import ROOT
from benchdb.models import Measurement, Recording, Run, RunRecording, Trace
from benchdb.tables import frames as reading
from benchdb.tables import write as writing
from benchdb.tables.columns import TABLES
from benchdb.tests.cli.command import Cli
from benchdb.tests.cli.command import cli as cli
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

NGINX = ROOT / "fixtures/occasions/nginx-ab"
FORMS = ("csv", "parquet")


def store(folder: Path) -> None:
    """As loadstudies does: the files of a folder, by the same pipeline as any upload."""
    files = [IncomingFile(path.name, [path.read_bytes()]) for path in sorted(folder.iterdir()) if path.name != "ORIGIN"]
    parse_upload(create_upload(files, {"machine": "lab7"}).upload.pk)


@pytest.fixture
def runs(transactional_db: None) -> list[Run]:
    """Two runs with a recording of sar."""
    store(NGINX)
    return list(Run.objects.order_by("pk").with_setup())


def export(folder: Path, form: str) -> dict[str, pl.DataFrame]:
    call_command("export", folder, format=form, stdout=(folder.parent / "said").open("w"))
    return {table: read(folder / f"{table}.{form}", table) for table in TABLES}


def read(path: Path, table: str) -> pl.DataFrame:
    if path.suffix == ".parquet":
        return pl.read_parquet(path)
    return pl.read_csv(path, schema=reading.schema(table), empty_string_is_null=False, try_parse_dates=True)


@pytest.mark.parametrize("form", FORMS)
def test_runs_come_back_with_all_their_facts(runs: list[Run], tmp_path: Path, form: str) -> None:
    rows = export(tmp_path / "out", form)["runs"].rows(named=True)
    assert [row["run"] for row in rows] == [run.pk for run in runs]
    for row, run in zip(rows, runs, strict=True):
        assert (row["machine"], row["concurrency"]) == (str(run.setup.machine), run.setup.concurrency)
        assert (row["log"], row["line"], row["trial"]) == (run.file.log_id, run.line, run.trial)
        assert (row["started_at"], row["excluded_at"]) == (run.started_at, None)
        assert json.loads(row["facts"]) == run.facts
        assert json.loads(row["tuning"]) == run.setup.tuning


@pytest.mark.parametrize("form", FORMS)
def test_every_measurement_comes_back_to_its_last_digit(runs: list[Run], tmp_path: Path, form: str) -> None:
    rows = export(tmp_path / "out", form)["measurements"]
    stored = Measurement.objects.order_by("pk").values_list("run_id", "metric", "item", "value", "line")
    assert rows.select("run", "metric", "item", "value", "line").rows() == list(stored)
    units = dict(rows.select("metric", "unit").rows())
    assert (units["requests_per_second"], units["latency_mean"]) == ("1/s", "s")


@pytest.mark.parametrize("form", FORMS)
def test_every_sample_of_a_recording_comes_back(runs: list[Run], tmp_path: Path, form: str) -> None:
    tables = export(tmp_path / "out", form)
    assert tables["recordings"]["recording"].to_list() == [Recording.objects.get().pk]
    assert tables["attached"]["run"].to_list() == list(
        RunRecording.objects.order_by("run_id").values_list("run_id", flat=True)
    )
    for trace in Trace.objects.select_related("timeline"):
        rows = tables["series"].filter(metric=trace.metric, item=trace.item)
        assert np.array_equal(rows["time"].to_numpy(), trace.timeline.times)
        assert np.array_equal(rows["value"].fill_null(np.nan).to_numpy(), trace.values, equal_nan=True)
    assert tables["series"].height == sum(trace.timeline.count for trace in Trace.objects.select_related("timeline"))


def test_pieces_are_of_a_bounded_size_and_lose_nothing(runs: list[Run], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 7)
    pieces = list(reading.frames("measurements", reading.bounds()))
    assert {piece.height for piece in pieces[:-1]} == {7}
    assert sum(piece.height for piece in pieces) == Measurement.objects.count()


def test_files_are_written_from_pieces_of_a_bounded_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "ENOUGH", 10)
    pieces = [pl.DataFrame({"number": [number] * 4}) for number in range(6)]
    heights = [piece.height for piece in writing.gathered(pieces, {"number": pl.Int64()})]
    assert heights == [12, 12]
    for form in FORMS:
        path = tmp_path / f"numbers.{form}"
        assert writing.write(pieces, {"number": pl.Int64()}, path) == 24
        back = pl.read_csv(path) if form == "csv" else pl.read_parquet(path)
        assert back["number"].to_list() == [number for number in range(6) for _ in range(4)]
    assert not list(tmp_path.glob(".pieces-*"))


@pytest.mark.django_db
@pytest.mark.parametrize("form", FORMS)
def test_an_empty_database_has_tables_with_columns_and_no_rows(tmp_path: Path, form: str) -> None:
    for table, frame in export(tmp_path / "out", form).items():
        assert (frame.columns, frame.height) == ([column.name for column in TABLES[table]], 0)


def test_what_is_stored_meanwhile_is_left_out_as_a_whole(runs: list[Run]) -> None:
    until = reading.Bounds(runs[0].pk, 0)
    assert [frame["run"].to_list() for frame in reading.frames("runs", until)] == [[runs[0].pk]]
    known = {run for frame in reading.frames("measurements", until) for run in frame["run"]}
    assert known == {runs[0].pk}
    assert list(reading.frames("series", until)) == []


@pytest.mark.django_db
def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "runs.csv").write_text("mine")
    with pytest.raises(CommandError, match="it is not empty"):
        call_command("export", tmp_path)
    assert (tmp_path / "runs.csv").read_text() == "mine"


def test_every_column_is_described() -> None:
    described = writing.description()
    assert all(f"| `{column.name}` |" in described for columns in TABLES.values() for column in columns)


def test_every_field_of_a_run_is_exported() -> None:
    """A new field of Run or Setup has to be decided about here."""
    fields = {column.field for column in TABLES["runs"]}
    inside = {"id", "setup_id", "file_id", "ordinal", "limits", "stated"}  # what is stated of a run is its setup's
    kept = {f.attname for f in Run._meta.concrete_fields} - inside
    assert kept <= fields
    setup = {f"setup__{f.name}" for f in Run._meta.get_field("setup").related_model._meta.concrete_fields}
    named = {"setup__machine", "setup__kernel", "setup__server"}
    assert setup - named - {"setup__id"} <= fields


def test_the_command_writes_the_same_tables_page_by_page(
    cli: Cli, runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 7)
    monkeypatch.setattr(reading, "SAMPLES_AT_ONCE", 100)
    code, output, errors = cli.run("export", "all")
    assert (code, errors) == (0, "")
    export(tmp_path / "out", "csv")
    for table in TABLES:
        assert (tmp_path / "all" / f"{table}.csv").read_bytes() == (tmp_path / "out" / f"{table}.csv").read_bytes()
    assert "runs.csv" in output
    assert "is not empty" in cli.run("export", "all")[2]


def test_parquet_over_the_api_is_the_same_tables(
    cli: Cli, runs: list[Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "AT_ONCE", 7)
    monkeypatch.setattr(reading, "SAMPLES_AT_ONCE", 100)
    code, _, errors = cli.run("export", "all", "--format", "parquet")
    assert (code, errors) == (0, "")
    export(tmp_path / "out", "parquet")
    for table in TABLES:
        whole = pl.read_parquet(tmp_path / "out" / f"{table}.parquet")
        assert pl.read_parquet(tmp_path / "all" / table / "*.parquet").equals(whole)
    assert len(list((tmp_path / "all" / "measurements").iterdir())) > 1


@pytest.mark.django_db
def test_who_may_not_upload_gets_no_tables() -> None:
    for address in ("/api/v1/tables", "/api/v1/tables/runs?run=1&recording=1"):
        answer = Client().get(address)
        assert answer.status_code in (401, 403)


@pytest.mark.django_db
def test_a_token_that_is_to_read_is_told_what_it_may_not() -> None:
    _, secret = make_token(User.objects.create_superuser("ada"), "reader", Scope.READ)
    answer = Client(headers={"Authorization": f"Bearer {secret}"}).get("/api/v1/tables")
    assert (answer.status_code, "may not export all tables." in answer.json()["detail"]) == (403, True)


@pytest.mark.parametrize("table", TABLES)
def test_the_last_page_names_no_next_one(runs: list[Run], table: str) -> None:
    until = reading.bounds()
    part, pages = reading.page(table, until, 0), 1
    while part.last is not None:
        part, pages = reading.page(table, until, part.last), pages + 1
    assert (part.frame.height, pages) == (0, 2)
