"""Pages ask benchdb/reads: a model is named in the frontend only to find one row or answer 404."""

import ast
from pathlib import Path

import pytest

from benchdb.host.paths import ROOT

FRONTEND = ROOT / "frontend"
MODULES = sorted(
    path for path in FRONTEND.rglob("*.py") if "tests" not in path.parts and "node_modules" not in path.parts
)


def imported_models(tree: ast.Module) -> set[str]:
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {name.name for node in imports if node.module == "benchdb.models" for name in node.names}


def queried_models(tree: ast.Module, models: set[str]) -> list[str]:
    """Every use of a model's manager that is no argument of get_object_or_404."""
    allowed = {
        id(inner)
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "get_object_or_404"
        for inner in ast.walk(call)
    }
    return [
        f"line {node.lineno}: {node.value.id}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in models
        if node.attr in ("objects", "_default_manager") and id(node) not in allowed
    ]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(FRONTEND)))
def test_no_page_queries_rows(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert queried_models(tree, imported_models(tree)) == []


def test_a_query_would_be_seen() -> None:
    tree = ast.parse("from benchdb.models import Run\nruns = Run.objects.all()\nget_object_or_404(Run.objects.all())")
    assert queried_models(tree, imported_models(tree)) == ["line 2: Run.objects"]
