"""Reader: hands logs to its child and yields what they say; ends the child that takes too much, and starts another."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator

from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.pipeline.sandbox.conversation import Conversation, Message
from ingest.pipeline.sandbox.limits import MIB, Limits, Source, TakesLong
from ingest.pipeline.sandbox.wire import Done, Skipped
from ingest.records import Fault, Problem

AHEAD = 16  #: files that the child has before it is asked for them: it need not wait for us between two small ones
AHEAD_SIZE = MIB  #: bytes of them
MOST_ATTEMPTS = 3  #: for a log whose child is killed from outside
FAT = 0.6  #: of the memory limit: a child that keeps more is replaced

Items = Iterator[ParsedItem | Skipped]


class Reader:
    """For one thread at a time; the others wait."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._conversation: Conversation | None = None
        self.cpu_seconds = 0.0  #: that all files took until now

    def read_all(
        self, sources: Iterable[Source], limits: Limits, on_wait: Callable[[], None] = lambda: None
    ) -> Iterator[Items]:
        """For each source what it says, a Problem last where it was too much; in their order, each to be used up.

        Items raise Unreadable where nothing of a source can be read, and TakesLong where a first try ends. The next
        sources are sent ahead: whoever wants no more ends `sources`, and takes those that are under way.
        """
        with self._lock:
            sources, ahead = iter(sources), deque[Source]()
            try:
                while self._fill(ahead, sources, limits):
                    yield self._items(ahead, limits, on_wait)
            finally:
                if ahead or self._is_fat(limits):
                    self.stop()

    def start(self) -> Conversation:
        """The conversation with the child, started where there is none."""
        if self._conversation is None:
            self._conversation = Conversation()
        return self._conversation

    def stop(self) -> None:
        if self._conversation is not None:
            self._conversation.end()
            self._conversation = None

    def _fill(self, ahead: deque[Source], sources: Iterator[Source], limits: Limits) -> bool:
        """Send on, as much as may be under way. False where nothing is."""
        while not ahead or (len(ahead) < AHEAD and sum(source.size for source in ahead) < AHEAD_SIZE):
            source = next(sources, None)
            if source is None:
                break
            ahead.append(source)
            self.start().send(source, limits)
        return bool(ahead)

    def _items(self, ahead: deque[Source], limits: Limits, on_wait: Callable[[], None]) -> Items:
        """What the first of those ahead says."""
        for message in self._messages(ahead, limits, on_wait):
            if not isinstance(message, Done):
                yield message
                continue
            ahead.popleft()
            self.cpu_seconds += message.cpu_seconds
            if message.limit and limits.is_first_try:
                self.stop()
                raise TakesLong
            if message.is_last:
                self._start_anew(ahead, limits)
            yield from ending(message)

    def _messages(self, ahead: deque[Source], limits: Limits, on_wait: Callable[[], None]) -> Iterator[Message]:
        """What the child answers, Done last. Where it is killed from outside, for want of the machine's memory say, the
        next one reads the log from its beginning: the first messages are the same, and are passed over."""
        passed = 0
        for left in reversed(range(MOST_ATTEMPTS)):
            for number, message in enumerate(self.start().answers(limits, on_wait)):
                if isinstance(message, Done):
                    if not message.is_killed or not left:
                        yield message
                        return
                elif number == passed:
                    passed += 1
                    yield message
            self._start_anew(ahead, limits)

    def _start_anew(self, ahead: Iterable[Source], limits: Limits) -> None:
        """The child has ended; the next one is sent what it had before it."""
        self.stop()
        for source in ahead:
            self.start().send(source, limits)

    def _is_fat(self, limits: Limits) -> bool:
        return self._conversation is not None and self._conversation.memory() > FAT * limits.memory


def ending(done: Done) -> Items:
    """What is to be said at the end of a file."""
    if done.refused:
        raise Unreadable(done.refused)
    if done.limit:
        yield ParsedItem("", Problem(0, done.limit))
    if done.fault:
        yield ParsedItem("", Fault(0, f"Reading it failed inside benchdb ({done.fault}). The bytes are kept."))


_readers: dict[int, Reader] = {}


def reader() -> Reader:
    """This process's own; a fork does not share its parent's child."""
    return _readers.setdefault(os.getpid(), Reader())
