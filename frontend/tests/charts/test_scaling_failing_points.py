"""Points whose every request failed are marked in each format of a scaling."""

from dataclasses import replace

from benchdb.tests.scaling.test_scaling import answered, linux, seen
from frontend.answers.comparison.tabulate import page_tables
from frontend.answers.presentations import PRESENTATIONS
from frontend.answers.scaling.data import as_dict, records


def test_json_and_csv_mark_points_whose_every_request_failed() -> None:
    answer = answered([replace(one, failed=1.0 if one.row == "8" else 0.0) for one in linux()])
    assert [one["every_request_failed_at"] for one in as_dict(answer)["curves"]] == [[8.0], [8.0]]
    made = records(answer)
    place, n = made.heads.index("every_request_failed"), made.heads.index("n")
    assert {line[n]: line[place] for line in made.lines} == {1.0: "", 2.0: "", 4.0: "", 8.0: "yes"}


def test_the_tables_beneath_a_load_curve_mark_what_failed() -> None:
    """“1024: 18,000 ± 1.7%”, and “Requests failed: 0”, where every reply was an error."""
    shares = {"1": 0.0, "4": 0.05, "16": 1.0}
    runs = [
        replace(seen(place, int(n), value, "a", metric), failed=share)
        for metric, value in (("requests_per_second", 100.0), ("requests_failed", 0.0))
        for place, (n, share) in enumerate(shares.items())
    ]
    answer = answered(runs, x="concurrency")
    _, *beneath = PRESENTATIONS["scaling"].tables(answer)
    assert [[line.texts[0][0] for line in table.lines] for table in beneath] == [
        ["100", "100 (5% failed)", "100 (100% failed)"],
        ["0", "0 (5% failed)", "0 (100% failed)"],
    ]
    assert [row.base.noted for row in page_tables(answer.comparison)[0].rows if row.base] == [
        "", "5% failed", "100% failed",
    ]  # fmt: skip
    assert as_dict(answer)["curves"][0]["every_request_failed_at"] == [16.0]
