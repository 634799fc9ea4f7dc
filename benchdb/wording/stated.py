"""What benchdb says of facts that people state and of words that they search for. To be read like `catalogue.py`."""

from __future__ import annotations

STATED = {
    # Facts of an upload, of a recording, of runs.
    "unknown fact": "{name}: unknown field; known are {known:,}",
    "several values": "{name}: expected one value, found {values:,}",
    "no shared fact": "{name}: no fact that several runs share; these are {known:,}",
    "too long a fact": "{name}: longer than {most} characters",
    "bad fact": "{name}: expected {expected}, found {value!r}",
    "fact of a form": "{name} cannot be “{value}”: it takes {expected}.",
    "which settings": "tuning: {why}",
    "expected: name": "a name of at most {most} characters",
    "expected: text": "text of at most {most} characters",
    "expected: kernel": "a name such as SunOS 5.10 Generic_118833-33",
    "expected: server": "a name such as Apache 2.0.58",
    "expected: zone": "a name such as global",
    "expected: whole number": "a whole number above 0",
    "expected: between": "a number from {least:count} to {most:count}",
    "expected: possible time": "a time from {first} on that is not in the future",
    "expected: time": "a time such as 2026-11-21T14:05:00Z",
    "expected: settings": "settings such as KeepAlive=Off; MaxClients=1000",
    "expected: notes": "text",
    "expected: side": "server or client",
    "expected: pattern": "a pattern such as {{machine}}/{{zone}}/run{{trial}}.log",
    "expected: bytes": "a whole number of bytes, such as 2147483648",
    "expected: yes or no": "true or false",
    "expected: answer": "yes or no",
    "bad pattern": "{name}: {why}; a pattern looks like {{machine}}/{{zone}}/run{{trial}}.log",
    "order of dates": "date_order: expected one of {known:,}, found {value!r}",
    "bad time zone": "timezone: {why}",
    "not a time zone": "{name!r} is not a time zone; write Europe/Berlin or +02:00",
    "no such runs": "runs: there is no run {runs:,}",
    "not numbers of runs": "runs: expected numbers such as 12, 14-16, found {text!r}",
    "most runs of a recording": "runs: more than {most}",
    # The file of facts, `benchdb.toml`.
    "fault in a file": "{file}: {fault}",
    "fault in a line": "{file}, line {line}: {fault}",
    "not read for its facts": "It was not read. {fault}",
    "not in UTF-8": "expected text in UTF-8, or in UTF-16 with its mark, found the byte 0x{byte}",
    "stands twice": "{name} is there already: state it once",
    "almost a file of facts": "Facts are read from files of the name benchdb.toml alone; this one is called {name}.",
    "nested too deep": "lists or tables are nested too deep in it",
    "unknown section": "unknown section {name!r}; known are {known:,}",
    "not a section": "{name}: expected a section [{name}]",
    "no facts below": "{name!r}: expected a name, and facts below it",
    "is of an upload": "{name}: is said of an upload, beside its files",
    "stands at the top": "{name}: stands at the top of the file, above every [section]",
    "two studies": "{files:few} describe a study each; an upload can have one",
    "too large a file of facts": "it has {bytes:count} bytes; {most:count} are the most that are read",
    "slug is taken": "there is a study {slug!r} already; choose another slug",
    "slug and title": "a study needs a slug of small letters, digits and hyphens, and a title",
    "text of a study": "study.{name}: expected text",
    "position of a study": "study.position: expected a whole number",
    "table of a study": "study.table: expected title, columns and rows",
    "provenance of a table": "study.table {title!r}: provenance is measured or published",
    "comparison of a study": "study.comparison: expected a query, text, and a title (the first needs one)",
    "page of a comparison": "study.comparison {title!r}: page is {known:or}",
    "query of a comparison": "study.comparison {title!r}: {why}",
    # What a path says.
    "path of another form": "The path {path!r} does not match the pattern {pattern!r}: it says nothing here.",
    "path says what cannot be": "The path {path!r}, by the pattern {pattern!r}: {fault}. What else it says counts.",
    "path says nothing": "The path {path!r}, by the pattern {pattern!r}: {fault}. It says nothing here.",
    "path against log": "The path says {name} {stated:g}, the log {logged}: the log counts.",
    "trial stated twice": "{runs:count} runs of this upload state the same trial as another run of their setup, such "
    "as {files:and} (trial {trial}). Each keeps its number, and they count together; if their folders stand for a "
    "condition, state it, as {{kernel}} or {{tuning.NAME}} in the pattern.",
    "trial stated by another part": "{runs:count} runs of this import state the same trial as another run of their "
    "setup, such as {files:and} (trial {trial}). Each keeps its number, and they count together; if their folders "
    "stand for a condition, state it, as {{kernel}} or {{tuning.NAME}} in the pattern.",
    # What a file of facts says of nothing.
    "pattern of no file": "[files.{pattern!r}] matches no file of this upload: what it states holds for none.",
    "paths overruled": "[facts] {name} = {value!r} counts for every file, and not what the paths say ({stated:few}). "
    "If the paths are right, leave it out.",
    "machine of no run": "[machines.{machine!r}]: no run and no recording is of a machine of that name, so nothing is "
    "kept of it.",
    # Machines that nobody stated.
    "machine of the host": "No machine was stated: it is taken to be {machine}, as in upload {upload} for a recording "
    "of the same host, {host}. If it was another one, correct it on the upload's page.",
    "machine of the name": "No machine was stated: it is taken to be {machine}, which the host name {host} leads to.",
    "machine as answered": "No machine was stated: it is taken to be {machine}, as was said before of a recording of "
    "the host {host}.",
    "host of many": "No machine was stated, and {host} is a name that many hosts have: state the machine.",
    "host of several machines": "No machine was stated, and recordings of the host {host} are of several, "
    "{machines:few}. State which it was.",
    "host of another machine": "No machine was stated. A recording of the host {host} was of {machine}; but {why}, so "
    "nothing is taken from that. State the machine.",
    "another processor": "this one says {here}, and others of that machine {there:or}",
    "another system": "this one is of {here}, and {there:or} was known of that machine",
    "too many CPUs": "this one says {here} CPUs, and that machine has {there}",
    "which host is it": "{machine} was stated, and the hosts {hosts:and} were recorded beside the load. Say which of "
    'them it is, at the recording (Machine) or with side = "server" for its file; until then none counts for the runs.',
    "host that is left": "{host} is taken to be {machine}, which was stated: the other hosts beside it are other "
    "machines.",
    "host beside other loads": "{host} was recorded beside loads of {loads}, and earlier recordings of that host are "
    'of {machine}. Say which it is, at the recording (Machine) or with side = "server" or side = "client" for its '
    "file; until then it counts for no run.",
    "recording beside other loads": "It was recorded beside loads of {loads}; but {why}. Say of which machine it is, "
    'at the recording (Machine) or with side = "server" or side = "client" for its file; until then it counts for no '
    "run.",
    "copy beside other loads": "Its bytes also lie beside loads of {loads:few}, of which it says nothing: it belongs "
    "to the loads of {machine}.",
    "copy of its loads": "The recording belongs to {runs:# load|# loads} of this folder, too.",
    "copy of no load": "The recording belongs to none of the loads of this folder ({runs}).",
    "beside several loads": "It was recorded beside loads of {machines:few}. Say of which machine it is, at the "
    "recording (Machine), or name it as the log of its load (run1.sar beside run1.log); until then it counts for no "
    "run.",
    # Words of a search.
    "most terms": "{terms} terms; a search has at most {most}",
    "too long a word": "“{typed}…” is too long: a word of a search has at most {most} letters",
    "no value": "“{typed}” names no value: write one after it without a space, such as {name}:…",
    "open quotation": "{rest}: the quotation mark is not closed; put another one behind what belongs together",
    "OR joins nothing": "“OR” joins nothing here: every term must hold. For one of several values write "
    "machine:web1,web2; the word itself is searched for in quotation marks",
    "AND joins nothing": "“AND” is not needed: every term must hold; the word itself is searched for in quotation "
    "marks",
    "time of a search": "“{key}:{value}” is no condition: a time is searched for as {name}:2024-05-01, or since:30d",
    "file of a search": "“{key}” in “{key}:{value}” is not a condition: names of files are searched for by words "
    "alone, such as {value}",
    "unknown term": "“{key}” in “{key}:{value}” is not a condition, setting or figure of a run here: put it in "
    'quotation marks, "{key}:{value}", to search for it as it stands',
    "unknown term, but near": "“{key}” in “{key}:{value}” is not a condition, setting or figure of a run here: did you "
    'mean {near}:{value}? Or put it in quotation marks, "{key}:{value}", to search for it as it stands',
    "number of a search": "“{typed}”: expected a number, such as {key}:>500, not “{edge}”",
    "time in a search": "“{typed}”: expected a time with its unit (s, ms, µs or us, ns; seconds where it has none), "
    "such as {key}:>5ms, not “{edge}”",
    "bytes in a search": "“{typed}”: expected bytes (B, KB, MB, GB, KiB, MiB, GiB), such as {key}:>64KiB, not “{edge}”",
    "bytes a second in a search": "“{typed}”: expected bytes per second (B, KB, MB, GB, KiB, MiB, GiB), such as "
    "{key}:>5MB/s, not “{edge}”",
    "rate in a search": "“{typed}”: expected a number per second, such as {key}:>500, not “{edge}”",
    "share in a search": "“{typed}”: expected a share, such as {key}:>50% or {key}:>0.5, not “{edge}”",
    "range turned round": "“{typed}”: nothing is from {low} to {high}; write {key}:{high}..{low}",
    "day of a search": "{key}:{text}: expected a day, such as 2024-05-01, or 30d",
    "left out without a date": "{runs:# run that has|# runs that have} no start on record {runs:is|are} left out: "
    "nobody knows when {runs:it was|they were} made.",
    "has no order": "{key}: has no order; name a value instead",
    "value of a term": "{key}:{text}: name a value of it",
    "not a value of": "“{text}” is not a value of {dimension:Dimension}",
    # Raw logs.
    "log is gone": "The raw log is not where it was kept; its numbers are. Tell who runs this site.",
    "log is away": "The place of raw logs does not answer at the moment; the numbers are here.",
    # Logins and invitations.
    "bad token": "This token is unknown, revoked or expired; create another at /account/.",
    "bad token of a site without accounts": "This is not the site's token, and nobody has an account here: send what "
    "{file} holds.",
    "scope: read": "read",
    "scope: upload": "read and upload",
    "scope: all": "everything that you may",
    # Likewise where its owner is named: in a list of tokens.
    "token: read": "read",
    "token: upload": "read and upload",
    "token: admin": "everything that its owner may",
    "export of all tables": "export all tables",
    "token is to read": "This token may only read: create one with “{scope}” at /account/.",
    "token is for less": "This token is for less than its owner may: create one with “{scope}” at /account/.",
    "role that may": "Ask an admin for the role {role}.",
    "link is unknown": "This link is unknown. Ask for another.",
    "link was used": "This link has already been used; it works once.",
    "link was withdrawn": "This link was withdrawn. Ask for another.",
    "link of no admin": "This link was made by {maker}, who is no admin here any longer. Ask an admin for another.",
    "first account exists": "The first account was made by another link. Ask an admin for a link of your own.",
    "link has expired": "This link has expired. Ask for another, or start the site again to get another first link.",
    "too many passwords": "too many wrong passwords from this address",
    "watch is another's": "Somebody else made this watch; editors may remove it too.",
}
