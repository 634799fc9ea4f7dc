"""`benchdb compare`, `freeze`, `open`, `parselog`, `login`, `export`: what is asked of a site in one go."""

from __future__ import annotations

import getpass
import importlib.util
import json
import subprocess
import sys
import webbrowser
from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from benchdb.cli.gating.cells import judged
from benchdb.cli.gating.gate import FAILED, Gate
from benchdb.cli.gating.losses import incomparable, unsaid
from benchdb.cli.gating.named_rows import named_rows
from benchdb.cli.gating.options import NO_MARGIN, gate_options, has_margin
from benchdb.cli.login import Login, address_of, keep_login
from benchdb.cli.site import Refused, Site
from benchdb.cli.summaries import check_summary, keep_summary, key_of, summary
from benchdb.host.local_sites import local_token

SINGLE = ("rows", "cols", "split", "baseline", "protocol")  #: what a comparison is asked once
KINDS = ("compare", "scaling", "history", "cost")  #: of questions, as their pages are called
PERMALINK = "p/"  #: what their addresses begin with
OF_UPLOAD = "/compare/upload/"  #: likewise, of links that lead to a comparison of what an upload brought
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PORTS = {"http": 80, "https": 443}
MARGIN = "band"  #: likewise; an option of the gate


def log_in(options: Namespace, _: Site) -> int:
    """Keep the site's address, and a token if there is one; both are tried first."""
    token = sys.stdin.readline().strip() if options.token == "-" else options.token
    if token is None:
        token = getpass.getpass("Token (empty where none is needed): ") if sys.stdin.isatty() else ""
    url = address_of(options.site)
    kept = Login(url, token.strip())
    me = Site(replace(kept, token=kept.token or local_token(url)), hint="").me()
    print(f"{url}: {keep_login(kept)}")
    print(f"{bearer(me)} may {', '.join(me['may']) or 'nothing'}; benchdb {me['version']}")
    return 0


def bearer(me: dict[str, Any]) -> str:
    """Who asks, as the site knows them."""
    if me["role"] == "nobody":
        return "without a token you"
    whose = f"{me['token']} of {me['name']}" if me["token"] else me["name"]
    return f"{whose} ({me['role']})"


def compare(options: Namespace, site: Site) -> int:
    """Print a comparison in one of the site's forms. With a gate, its verdicts decide the exit status."""
    gate = Gate.of(options)
    if not gate and (ignored := gate_options(options)):
        options.refuse(f"{' and '.join(ignored)}: of a gate, so expected with --fail-if, such as --fail-if worse")
    path, query = question(options, site)
    check_summary(options.summary)
    if gate and gate.wants_margin and not has_margin(asked_of(site, path, query)):
        raise Refused(NO_MARGIN)
    sys.stdout.buffer.write(site.ask(f"{path.rstrip('/')}.{options.format}", query))
    sys.stdout.flush()
    return gated(gate, options, site, path, query) if gate else 0


def asked_of(site: Site, path: str, query: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What is asked, of a permalink too, whose address does not say it."""
    return query if path == "/compare/" else parse_qsl(json.loads(site.ask(f"{path.rstrip('/')}.json", query))["query"])


def question(options: Namespace, site: Site) -> tuple[str, list[tuple[str, str]]]:
    """(the page's path, the query) of a link, of dimensions and values, or of a link that these narrow.

    Refused for a link of another site: it would be answered from the runs of this one.
    """
    path, query = "/compare/", [pair(word) for word in options.where if "://" not in word]
    for address in (word for word in options.where if "://" in word):
        check_is_of(site, address)
        page = urlsplit(answer_of(site, address))
        path, query = page.path, [*parse_qsl(page.query), *query]
    options_given = [(name, value) for name in (*SINGLE, MARGIN) if (value := getattr(options, name, ""))]
    options_given += [("metric", metric) for metric in options.metric]
    if not options.where and not options_given:
        raise Refused("say what to compare: a link, or dimension=value, such as machine=web1 --cols kernel")
    replaced = {name for name, _ in options_given}
    return path, [(name, value) for name, value in query if name not in replaced] + options_given


def answer_of(site: Site, address: str) -> str:
    """The link of the answer that a link shows. Refused where it shows none."""
    page = urlsplit(address)
    if page.path.startswith(OF_UPLOAD):
        page = urlsplit(site.destination(page.path))
    kind = page.path.strip("/")
    if kind not in KINDS and not kind.startswith(PERMALINK):
        expected = "expected an answer's link, such as http://…/compare/?…, …/history/?… or …/p/…/"
        raise Refused(f"{expected}, found one of {page.path or '/'}")
    return page.geturl()


def check_is_of(site: Site, address: str) -> None:
    """Refused where a link leads elsewhere than to the site that is asked."""
    if place_of(address) != place_of(site.login.url):
        elsewhere = "{0.scheme}://{0.netloc}".format(urlsplit(address))
        raise Refused(f"the link is of {elsewhere}, and the site in use is {site.login.url}: add --url {elsewhere}")


def place_of(url: str) -> tuple[str, int]:
    """(host, port), of whichever scheme; this machine has one name."""
    parts = urlsplit(url)
    host = (parts.hostname or "").rstrip(".")
    return "localhost" if host in LOOPBACK else host, parts.port or PORTS.get(parts.scheme, 0)


def freeze(options: Namespace, site: Site) -> int:
    """Print the permalink of an answer as it stands now."""
    path, query = question(options, site)
    kind = path.strip("/").rpartition("/")[2]
    if kind not in KINDS:
        raise Refused(f"expected an answer's link, such as http://…/compare/?… or …/history/?…, found one of {path}")
    print(site.freeze(kind, urlencode(query), options.title, options.note))
    return 0


def gated(gate: Gate, options: Namespace, site: Site, path: str, query: list[tuple[str, str]]) -> int:
    """The gate's exit status for a comparison; its Markdown written where the options say."""
    answer = json.loads(site.ask(f"{path.rstrip('/')}.json", query))
    if "baseline" not in answer:
        raise Refused(f"a gate judges comparisons, and {path} is none")
    why = lacking(query, answer)
    cells = [] if why else judged(answer)
    reason = why or (incomparable(answer, cells) if gate.fault(cells) == "not comparable" else "")
    status = gate.status(cells)
    decided = gate.sentence(cells, named_rows(gate, cells, answer) if status == FAILED or not reason else reason)
    for sentence in (*outcome(status, decided, reason), *unsaid(answer, reason)):
        print(f"benchdb: {sentence}", file=sys.stderr)
    if options.summary:
        markdown = site.ask(f"{path.rstrip('/')}.md", query).decode()
        keep_summary(options.summary, summary(decided, key_of(options), markdown))
    return status


def outcome(status: int, decided: str, reason: str) -> list[str]:
    """What a terminal shows of a gate: why it failed, and what is lacking where that was let pass."""
    why = decided.partition(" ")[2] if status else ""  # without its sign
    return [sentence for sentence in (why, reason if reason not in why else "") if sentence]


def lacking(query: list[tuple[str, str]], answer: dict[str, Any]) -> str:
    """Why nothing stands beside the baseline that was asked for; "" where something does. Where no run has it, the
    site takes the first column instead, and a gate would decide something else."""
    given, today = dict(query), dict(parse_qsl(answer["query"]))  # the answer's own question says today's names
    wanted, cols = given.get("baseline"), given.get("cols", "")
    if not answer["columns"]:
        return "no run matches the question."
    if not wanted or today.get("baseline", wanted) == answer["baseline"]:
        return ""
    return (
        f"no run that matches the question has {cols or 'the baseline'} {wanted}, only {', '.join(answer['columns'])}."
    )


def pair(word: str) -> tuple[str, str]:
    name, sign, value = word.partition("=")
    if not sign:
        raise Refused(f"expected dimension=value, such as zone=global, or a link; found {word!r}")
    return name, value


def open_page(options: Namespace, site: Site) -> int:
    """Show a page in the browser; print its address where there is none."""
    url = options.page if "://" in options.page else f"{site.login.url}/{options.page.strip('/')}".rstrip("/") + "/"
    print(url)
    webbrowser.open(url)
    return 0


def parselog(options: Namespace, site: Site) -> int:
    """What logs say: by the parsers where they are installed, else by the site, which stores nothing.

    1 = a log has problems or could not be read.
    """
    if importlib.util.find_spec("numpy") and importlib.util.find_spec("ingest"):
        words = [sys.executable, "-m", "ingest.intake.parselog", *map(str, options.files)]
        return int(subprocess.run(words, check=False).returncode != 0)
    answer = site.upload([(path, path.name) for path in options.files], {}, dry_run="true")
    print(json.dumps(answer, indent=2, ensure_ascii=False))
    return int(answer["state"] != "stored" or bool(answer["problems"]))


def export(options: Namespace, site: Site) -> int:
    """Write the tables. Refused where something is in the folder already."""
    folder: Path = options.folder
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise Refused(f"{folder}: it is not empty")
    whole, write = site.tables(options.format), written if options.format == "csv" else written_in_parts
    for name, address in whole["tables"].items():
        path = folder / (f"{Path(name).name}.csv" if options.format == "csv" else Path(name).name)
        print(f"{path}: {write(site, address, path)} bytes")
    (folder / "COLUMNS.md").write_text(whole["description"], encoding="utf-8")
    return 0


def written_in_parts(site: Site, address: str, folder: Path) -> int:
    """Each page is a file of its own: together they are the table. How many bytes."""
    folder.mkdir()
    size = number = 0
    while address:
        content, address = site.page(address)
        number += 1
        size += (folder / f"{number:06}.parquet").write_bytes(content)
    return size


def written(site: Site, address: str, path: Path) -> int:
    """How many bytes a table has."""
    size = 0
    with path.open("xb") as file:
        while address:
            content, address = site.page(address)
            size += file.write(content)
    return size
