"""Points whose every request failed are marked in each format of a scaling."""

from dataclasses import replace

from benchdb.tests.scaling.test_scaling import answered, linux
from frontend.answers.scaling.data import as_dict, records


def test_json_and_csv_mark_points_whose_every_request_failed() -> None:
    answer = answered([replace(one, failed=1.0 if one.row == "8" else 0.0) for one in linux()])
    assert [one["every_request_failed_at"] for one in as_dict(answer)["curves"]] == [[8.0], [8.0]]
    made = records(answer)
    place, n = made.heads.index("every_request_failed"), made.heads.index("n")
    assert {line[n]: line[place] for line in made.lines} == {1.0: "", 2.0: "", 4.0: "", 8.0: "yes"}
