"""The files of a folder, on their way to the site."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from benchdb.cli.folder import LogFile, name_of, parts
from benchdb.cli.importing.stated import bar, of_other_runs, read_pattern
from benchdb.cli.site import Site
from benchdb.cli.upload import waited
from benchdb.domain.patterns import PathPattern


class Sending:
    """A folder's files on their way; how many of them are there, for who interrupts it."""

    def __init__(self, site: Site, files: Sequence[LogFile], tomls: Sequence[LogFile], options: Namespace) -> None:
        self._site, self._files, self._tomls, self._options = site, files, tomls, options
        self._pattern = read_pattern(options.facts.get("pattern", ""))
        self.uploads, self.new = set[int](), 0

    def send(self, missing: Sequence[LogFile]) -> None:
        """In as many uploads as they need; wait until these are read, if that is wanted."""
        name, there = name_of([*self._tomls, *self._files], self._options.facts), len(self._files) - len(missing)
        with bar(self._files, "send") as progress:
            progress.update(there)
            for part in parts(copies_last(missing, self._pattern)):
                sent_now = [(file.path, file.name) for file in (*self._tomls, *part)]
                self.uploads.add(self._site.upload(sent_now, self._options.facts, part_of=name)["id"])
                self.new += len(part)
                progress.update(len(part))
        if self._options.wait:
            waited(self._site, sorted(self.uploads))

    def send_again(self, uploads: Sequence[int]) -> set[LogFile]:
        """Those of the uploads that are of this folder alone, as they were sent: the site goes on where each failed.
        Their files."""
        every = [*self._tomls, *self._files]
        name, by_path = name_of(every, self._options.facts), {(file.name, file.sha256): file for file in every}
        sent = set[LogFile]()
        for number in uploads:
            of_upload = [by_path.get((one["name"], one["sha256"])) for one in self._site.status(number)["files"]]
            files = [file for file in of_upload if file]
            if len(files) == len(of_upload):
                both = [(file.path, file.name) for file in files]
                self.uploads.add(self._site.upload(both, self._options.facts, part_of=name)["id"])
                sent.update(files)
        self.new += len(sent.intersection(self._files))
        return sent

    def left_apart(self, files: Sequence[LogFile]) -> list[LogFile]:
        """Of which the site has another run alone: it was still to be read when they were asked for first."""
        apart = of_other_runs(self._site, files, self._tomls, self._options)
        return [file for file in files if file.name in apart]


def copies_last(files: Sequence[LogFile], pattern: PathPattern | None) -> list[LogFile]:
    """The files in their order; but of the same bytes, which give their runs once, that whose path says most."""
    says = {file.name: len((pattern.stated(file.name) if pattern else None) or ()) for file in files}
    first: dict[str, str] = {}
    for file in sorted(files, key=lambda file: -says[file.name]):
        first.setdefault(file.sha256, file.name)
    return sorted(files, key=lambda file: first[file.sha256] != file.name)
