"""`benchdb compare`, `open`, `parselog`, `login`: what needs no file of its own."""

from __future__ import annotations

import getpass
import importlib.util
import json
import subprocess
import sys
import webbrowser
from argparse import Namespace
from urllib.parse import parse_qsl, urlsplit

from benchdb.cli.login import Login, keep
from benchdb.cli.site import Refused, Site

SINGLE = ("rows", "cols", "split", "baseline", "protocol")  #: what a comparison is asked once


def log_in(options: Namespace, _: Site) -> int:
    """Keep the site's address, and a token if there is one; both are tried first."""
    token = sys.stdin.readline().strip() if options.token == "-" else options.token
    if token is None:
        token = getpass.getpass("Token (empty where none is needed): ") if sys.stdin.isatty() else ""
    url = (options.site if "://" in options.site else f"http://{options.site}").rstrip("/")
    site = Site(Login(url, token.strip()))
    site.known([])
    print(f"{url}: {keep(site.login)}")
    return 0


def compare(options: Namespace, site: Site) -> int:
    """Print a comparison as text, or as the site's other twins."""
    path, query = "/compare/", [pair(word) for word in options.where if "://" not in word]
    for address in (word for word in options.where if "://" in word):
        path, query = urlsplit(address).path, [*parse_qsl(urlsplit(address).query), *query]
    query += [(name, value) for name in SINGLE if (value := getattr(options, name))]
    query += [("metric", metric) for metric in options.metric]
    sys.stdout.buffer.write(site.ask(f"{path.rstrip('/')}.{options.format}", query))
    return 0


def pair(word: str) -> tuple[str, str]:
    name, sign, value = word.partition("=")
    if not sign:
        raise Refused(f"expected dimension=value, as zone=global, or a link; found {word!r}")
    return name, value


def open_page(options: Namespace, site: Site) -> int:
    """Show a page in the browser; print its address where there is none."""
    url = options.page if "://" in options.page else f"{site.login.url}/{options.page.strip('/')}".rstrip("/") + "/"
    print(url)
    webbrowser.open(url)
    return 0


def parselog(options: Namespace, site: Site) -> int:
    """What logs say: by the parsers where they are installed, else by the site, which stores nothing."""
    if importlib.util.find_spec("numpy") and importlib.util.find_spec("ingest"):
        words = [sys.executable, "-m", "ingest.parselog", *map(str, options.files)]
        return subprocess.run(words, check=False).returncode
    answer = site.upload([(path, path.name) for path in options.files], {}, dry_run="true")
    print(json.dumps(answer, indent=2, ensure_ascii=False))
    return 0
