"""The drawing of the folders is the one that the code makes."""

from benchdb.dev.architecture import BEGIN, END, PAGE, drawing, imports, reduced, room, written


def test_the_drawing_is_of_this_code() -> None:
    page = PAGE.read_text("utf-8")
    assert page == written(page, drawing(imports())), "python -m benchdb.dev.architecture --write"


def test_an_arrow_that_others_imply_is_left_out() -> None:
    graph = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset[str]()}
    assert reduced(graph) == {"a": frozenset("b"), "b": frozenset("c"), "c": frozenset()}


def test_a_circle_keeps_its_arrows_and_is_no_way_round() -> None:
    graph = {"a": frozenset("bc"), "b": frozenset("ad"), "c": frozenset("d"), "d": frozenset[str]()}
    assert reduced(graph) == graph


def test_tests_and_wiring_are_not_drawn() -> None:
    assert room("ingest.formats.load.ab.parser") == "ingest.formats"
    names = ("benchdb", "benchdb.urls", "benchdb.dev.benchmarks.parsers", "ingest.formats.test_x")
    assert {room(name) for name in names} == {None}


def test_writing_leaves_the_rest_of_the_page() -> None:
    page = f"before\n{BEGIN}old\n{END}after\n"
    assert written(page, "new\n") == f"before\n{BEGIN}new\n{END}after\n"
