"""The levels of a machine's setups, which several pages show: analysed by who asks first after a change of the data."""

from __future__ import annotations

from dataclasses import dataclass

from benchdb.questions.base import Where
from benchdb.questions.effort import TooMuchWork, effort
from benchdb.questions.history.fetch import fetch_histories
from benchdb.reads.lately import upload_of_runs
from benchdb.reads.packed.census import latest
from benchdb.reads.search.select import selected
from benchdb.reads.varied.tracks import Tracks, tracks_of
from benchdb.reads.versions import UntilChanged
from frontend.answers.setup_tracks import SetupTable, changes_by, history_of, news, run_ids, setup_table

HISTORY_SECONDS = 3.0  #: of CPU for the histories of all setups; a page that has none leads to them


def with_histories(tracks: Tracks | None, where: Where) -> SetupTable | None:
    """Each setup with its history: that decides where its level changed."""
    if tracks is None:
        return None
    try:
        with effort(HISTORY_SECONDS):
            histories = fetch_histories([history_of(track) for track in tracks.tracks], where)
    except TooMuchWork:
        return setup_table(tracks)
    return setup_table(tracks, histories)


def table_of_machine(machine: str) -> SetupTable | None:
    where = (("machine", (machine,)),)
    return with_histories(tracks_of(selected(latest.census(), where), "machine"), where)


machine_table = UntilChanged(table_of_machine)


@dataclass(frozen=True, slots=True)
class UploadNews:
    """What an upload changed on its machine, in the words of home."""

    text: str = ""
    tone: str = ""
    path: str = ""  #: of the history in which the latest change is


def found_by(upload: int, machine: str) -> UploadNews:
    """The histories of the machine are analysed, where nobody asked for them since the data changed."""
    table = machine_table(machine)
    return found_in(upload, table) if table else UploadNews()


def found_before(upload: int, machine: str) -> UploadNews | None:
    """As far as they were analysed already; None where they were not."""
    table = machine_table.kept(machine)
    return found_in(upload, table) if table else None


def found_in(upload: int, table: SetupTable) -> UploadNews:
    runs = {run for run, came_in in upload_of_runs(run_ids(table)).items() if came_in == upload}
    changes = changes_by(table, runs)
    if not changes:
        return UploadNews(news(table, runs))
    line, change = max(changes, key=lambda pair: pair[1].moment)
    return UploadNews(news(table, runs), change.tone, line.path)
