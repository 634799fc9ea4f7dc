"""The texts of an ab report -> facts about the setup: what was asked of whom, never how it went.

`requests_planned` is absent where nothing proves it: without progress lines (ab 1.1-1.3c, stdout alone, -q beyond
150 requests), and where a time limit may have ended the run.
`tls` and `url` are absent where ab would not have said (HTML, httpd 2.0).
`method` is there only if the log proves it; "Total body sent" may be POST or PUT.
"""

from __future__ import annotations

import re
import shlex

from ingest.formats.kit.command_lines import url_facts
from ingest.formats.load.ab.report import Report
from ingest.records import Fact

WHOLE = re.compile(r"(-?\d{1,18})\b")
VALUED = frozenset("AbBCcEefgHmnpPsTtuvXxyZz")  #: options that take a value; letters before them may share a dash (-kn)
ENDS = ("|", ";", "<", ">", "&")  #: what follows is the shell's
REST = "$"  #: among the options: others are in a variable, or on a line that is not there
LONGEST_QUOTED = 4000  #: characters of a command whose quotes are heeded
NO_PROGRESS_UNTIL = 150  #: requests; with more, ab prints "Completed" lines
STEP = 100  #: the least number of requests between them; else a tenth of all
OLD_HTTPS = "2.0.41-dev"  #: httpd 2.0; from 2.2.0 on ab prints the protocol


def facts(report: Report) -> dict[str, Fact]:
    """Facts by name; one that is not known is absent."""
    known: dict[str, Fact | None] = {
        "host": _text(report, "host") or report.target or None,
        "port": _port(report),
        "path": _text(report, "path"),
        "document_bytes": _whole(report, "document_length"),
        "document_variable": True if _text(report, "document_length") == "Variable" else None,
        "concurrency": _positive(report, "concurrency"),
        "threads": _whole(report, "workers"),
        "rampup_delay": _rampup(report),
        "requests_planned": _planned(report),
        "keepalive": _keepalive(report),
        "tls": _tls(report),
        "tls_protocol": _text(report, "tls_protocol"),
        "tls_temp_key": _text(report, "tls_temp_key"),
        "tls_server_name": _text(report, "tls_server_name"),
        "server_software": _text(report, "server_software"),
        "proxy": report.proxy or None,
        "revision": report.revision or None,
        "method": report.method or _posted(report),
    }
    commanded = _of_this_run(report, _facts_of_command(report.command), known | {"sends": _is_sent(report)})
    if "duration_planned" in commanded:
        known["requests_planned"] = None
    together = {name: value for name, value in known.items() if value is not None} | commanded
    if url := _url(together):
        together["url"] = url
    return together


def _text(report: Report, name: str) -> str | None:
    text = report.fields.get(name)
    return text.text or None if text else None


def _whole(report: Report, name: str) -> int | None:
    match = WHOLE.match(_text(report, name) or "")
    return int(match[1]) if match else None


def _positive(report: Report, name: str) -> int | None:
    number = _whole(report, name)
    return number if number is not None and number > 0 else None


def _port(report: Report) -> int | None:
    """2.0.9-2.2.4 print it as a signed 16-bit number."""
    port = _whole(report, "port")
    return port + 65536 if port is not None and port < 0 else port


def _rampup(report: Report) -> float | None:
    ms = _whole(report, "rampup_delay")
    return ms / 1000 if ms is not None else None


def _keepalive(report: Report) -> bool | None:
    """ab has the line with -k only, before the body bytes."""
    return True if "keepalive" in report.fields else False if "body" in report.fields else None


def _posted(report: Report) -> str | None:
    return "POST" if "posted" in report.fields else "PUT" if "put" in report.fields else None


def _tls(report: Report) -> bool | None:
    if "tls_protocol" in report.fields or any(error.startswith("SSL ") for error in report.errors):
        return True
    is_silent = report.is_html or not report.version or report.version.startswith("1.") or report.version == OLD_HTTPS
    return None if is_silent or "document_length" not in report.fields else False


def _planned(report: Report) -> int | None:
    """The -n of the command, as far as trunk's own line or the progress lines prove it."""
    printed = report.fields.get("planned")
    if printed is not None:
        return int(printed.text) if printed.text.isdigit() and len(printed.text) < 19 else None
    done = _whole(report, "complete")
    if done is None or report.finished is None or report.interrupted:
        return None
    if report.finished == 0:
        return done if 0 < done <= NO_PROGRESS_UNTIL else None
    reached_step = report.step == STEP and done < 10 * (STEP + 1)
    return done if report.step and (reached_step or 10 * report.step <= done < 10 * (report.step + 1)) else None


def _facts_of_command(command: str) -> dict[str, Fact]:
    """What an echoed `ab` command line says."""
    if not command:
        return {}
    options = _options(command)
    known: dict[str, Fact] = {"command": command, "keepalive": "k" in options, "method": _method(options)}
    if REST in options:
        known = {name: fact for name, fact in known.items() if fact not in (False, "GET")}
    for letter, name in {"n": "requests_planned", "c": "concurrency", "t": "duration_planned"}.items():
        if options.get(letter, "").isdecimal() and len(options[letter]) < 19:
            known[name] = int(options[letter])
    letters = list(options)
    if "t" in options and "n" in options and letters.index("n") < letters.index("t"):
        known.pop("requests_planned", None)  # -t takes back the -n before it
    return known


def _options(command: str) -> dict[str, str]:
    """Letter -> value ("" for one that takes none). Of a letter the last one counts, and where it stands."""
    options: dict[str, str] = {}
    words = iter(_words(command)[1:])
    for word in words:
        if word.startswith(ENDS):
            break
        if word == "\\" or (word.startswith(("$", "`")) and "http" in command):
            options[REST] = ""
        letters = word[1:] if word.startswith("-") else ""
        while letters:
            letter, letters = letters[0], letters[1:]
            options.pop(letter, None)
            options[letter] = (letters or next(words, "")) if letter in VALUED else ""
            if letter in VALUED:
                break
    return options


def _words(command: str) -> list[str]:
    """As a shell would split them; at spaces where quotes are left open, or where that would take long."""
    try:
        return shlex.split(command) if len(command) <= LONGEST_QUOTED else command.split()
    except ValueError:
        return command.split()


def _of_this_run(report: Report, commanded: dict[str, Fact], printed: dict[str, Fact | None]) -> dict[str, Fact]:
    """What the command asked for; {} where the report shows that it is another run's, such as an example above it."""
    planned = commanded.get("requests_planned")
    if not commanded or (isinstance(planned, int) and (_whole(report, "complete") or 0) > planned):
        return {}
    requested = _of_command(str(commanded["command"]), commanded)
    return {} if any(printed.get(name) not in (None, value) for name, value in requested.items()) else commanded


def _of_command(command: str, commanded: dict[str, Fact]) -> dict[str, Fact]:
    """What the report of this command would print, as far as the command shows it."""
    options, address = _options(command), _address(command)
    requested: dict[str, Fact] = {name: commanded[name] for name in ("concurrency", "keepalive") if name in commanded}
    if "c" not in options and REST not in options:
        requested["concurrency"] = 1
    if "m" not in options and "method" in commanded:
        requested["sends"] = commanded["method"] in ("POST", "PUT")
    if "$" not in address:
        requested |= {name: fact for name, fact in url_facts(address).items() if name in ("host", "port", "path")}
    # Where ab prints no protocol, nobody can tell that there was none.
    return requested | ({"tls": True} if address.startswith("https:") else {})


def _address(command: str) -> str:
    return next((word for word in _words(command) if word.startswith(("http://", "https://"))), "")


def _is_sent(report: Report) -> bool | None:
    """Whether bodies were sent; None where the report breaks off before it would tell so."""
    return bool({"posted", "put", "sent"} & report.fields.keys()) if "body" in report.fields else None


def _method(options: dict[str, str]) -> str:
    if options.get("m"):
        return options["m"]
    return next((word for letter, word in {"i": "HEAD", "p": "POST", "u": "PUT"}.items() if letter in options), "GET")


def _url(known: dict[str, Fact]) -> str:
    """Put together again from its parts, if all are known."""
    if not all(name in known for name in ("host", "port", "path", "tls")):
        return ""
    scheme, usual = ("https", 443) if known["tls"] else ("http", 80)
    host = f"[{known['host']}]" if ":" in str(known["host"]) else known["host"]
    port = "" if known["port"] == usual else f":{known['port']}"
    return f"{scheme}://{host}{port}{known['path']}"
