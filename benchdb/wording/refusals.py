"""What benchdb says of a question that cannot be asked. To be read like `catalogue.py`."""

from __future__ import annotations

REFUSALS = {
    # Any question.
    "no such kind of question": "unknown kind of question {name!r}; known are {known:,}",
    "given several times": "{name} is given {times} times; once is enough",
    "holds NUL": "names and values cannot contain NUL",
    "not a condition, but near": "“{key}” is not a condition we know: did you mean “{near}” ({near:Dimension})?",
    "not a condition": "“{key}” is not a condition we know: a setting is written “{setting}” and its name, as "
    "“{setting}KeepAlive”",
    "not a value": "“{value}” is not a value of {dimension:dimension}",
    "not a number": "“{value}” is not a value of {dimension:dimension}: it is a number, or “not recorded”",
    "not yes or no": "“{value}” is not a value of {dimension:dimension}: it is “yes”, “no” or “not recorded”",
    "filtered by a metric": "runs cannot be filtered by a metric: choose it as what is compared",
    "too many metrics": "{metrics} metrics; at most {most} fit one comparison",
    "not a metric": "“{name}” is not a metric we know",
    "not a metric, but near": "“{name}” is not a metric we know: did you mean “{near}” ({near:Metric})?",
    "cannot be accepted": "“{key}” is not a condition whose difference can be accepted; a setting is written "
    "“{setting}” and its name; “all” accepts every difference",
    "cannot be accepted, but near": "“{key}” is not a condition whose difference can be accepted; did you mean "
    "“{near}”?",
    "not an aggregation": "“{name}” is not a way to make one number of several runs. Known: {known:,}",
    "not a margin": "“{text}” is not a margin: give a percentage from 0 to 50, such as 2",
    "not a time": "“{text}” is not a time ({name}): write it as 2026-11-21T14:05",
    "end of the calendar": "“{text}” is the end of the calendar",
    "too costly": "{why}: filter by a machine, a server or a study",
    "database takes too long": "the database took longer than {seconds:g} seconds",
    "computing takes too long": "computing it takes longer than {seconds:g} seconds",
    # A comparison.
    "rows are columns": "rows and columns are both “{key}”: choose something else for one of them",
    "stretches on rows": "stretches of time can only be columns",
    "split is laid out": "separate charts by “{key}” need other rows and columns, and no metric among them",
    "no split": "there is no chart for each “{key}”: put it on rows or columns",
    "run has several": "a run can belong to more than one {key}: filter by it, and choose other rows and columns",
    "too large a table": "the table would have {columns:count} columns and {cells:count} cells; at most "
    "{most_columns:count} and {most_cells:count} are shown: add a filter, or choose other rows and columns",
    "too many numbers": "this takes {numbers:count} numbers, and one answer takes at most {most:count}: filter by a "
    "machine, a server or a study",
    "too many numbers of then": "this takes more than {most:count} numbers, the most that an answer as of an earlier "
    "moment takes: filter by a machine, a server or a study",
    "not a stretch": "“{text}” is not a stretch of time: write it as 2026-02-01..2026-05-20",
    "ends before it begins": "the end, {until}, is not after the start, {since}: no run can lie between them",
    "number of stretches": "stretches of time are compared with each other: name {fewest} to {most} of them",
    "stretches overlap": "the stretches {one} and {other} overlap: a run would be on both sides",
    # Two things, named in words.
    "name both sides": "name both sides, such as run 70 and run 71, or two kernels",
    "two kinds": "“{one}” is a {key:dimension}, “{other}” a {other_key:dimension}: name two of a kind",
    "one side twice": "both sides are {value}: name two",
    "nothing of that name": "“{name}” is not a machine, kernel, server, zone or tool with runs here",
    "several of that name": "“{name}” may be {near:,}: name one",
    # The cost of a request, histories, scaling.
    "no such part of a cost": "“{name}=…” is a comparison's: what a request costs has the costs as "
    "rows, and a column for each value of by=…",
    "no such part of a history": "“{name}=…” is a comparison's: a history has an axis, x=…, a curve for each "
    "value of by=…, and its levels are medians",
    "no such part of scaling": "“{name}=…” is a comparison's: scaling has an axis, x=…, and a curve for each "
    "value of by=…",
    "not an axis of a history": "“{x}” is not an axis of a history. Known: {known:,}",
    "not an axis of scaling": "“{x}” is not an axis of scaling. Known: {known:,}",
    "not a gamma": "“{gamma}” is not a throughput at N = 1. Known: {known:,}",
    "curve is the axis": "“{by}” is already the axis: choose something else to have a curve for each",
    "not a curve": "“{by}” is not a curve here: choose something else to have a curve for each",
    "several metrics in a curve": "a curve can have only one metric",
    "several items in a curve": "several items would be one curve: choose one curve for each item",
    "too many curves": "this would draw {curves} curves, but at most {most} can be told apart: add a filter",
    "too long a history": "this history has {numbers:count} numbers, but at most {most:count} are shown: add a filter",
    "not an answer's address": "expected the address of an answer, such as /compare/?cols=kernel, or what follows its "
    "?, found {text!r}",
    "link of another site": "{text!r} is a link of another site, whose runs are not here: expected one of {here}, or "
    "what follows its host",
    "not a history": "expected the address of a history or of a comparison, found {text!r}",
    "watch of several metrics": "a watch is of one metric; this comparison has several",
    # Permalinks.
    "nothing to freeze": "no runs answer this question, so there is nothing to freeze",
    "NUL in a title": "titles and notes cannot contain NUL",
    "too long for a permalink": "a title has at most {most_title} characters, a note {most_note}",
    "address of a permalink is taken": "another permalink has this one's address",
    "not a query": "“{text}” is not a parameter: expected what follows the ? of an answer's address, such as "
    "rows=machine&cols=kernel",
    # Lists of runs.
    "unknown filter": "unknown filter {name!r}",
    "not a filter": "“{name}={value}” does not filter a list of runs: name a condition, such as machine=…",
    "not a filter, but near": "“{name}={value}” does not filter a list of runs: did you mean {near}=…?",
    "not a filter, but a place": "“{name}={value}” does not filter a list of runs: the next page is behind before=… or "
    "skip=…, as the button “Next” has it",
    "not a filter, but searched for": "“{name}={value}” does not filter a list of runs: a time is searched for, as "
    "q={name}:2026-05-01",
    "not a place in a list": "“{name}={place}” is not a place in the list: give a number, 0 or more",
    "not sorted by that": "The list cannot be sorted by “{key}”: choose a column's head",
    "takes too long to send": "{sent} of {runs} runs took longer than {seconds:g} seconds",
    # Rules of the site.
    "may differ already": "{field}: {key!r} is the condition that may differ; choose another one, or none",
    "not an extent": "extent: expected {known:or}, found {extent!r}",
    "no patch level": "extent: {key:dimension} is not a version, so it has no patch level",
    "reason of a rule": "reason: expected 3 to {most} characters that say why the difference does not matter",
    "place of a rule": "only: expected a condition and its value, as tool=ab or machine=web1, found {text!r}",
    "no condition of a rule": "{key!r} is not a condition; known are {known:,}",
    "goes with another": "{key} goes with {of}: a rule is of {of}",
    # What a rule is said to accept.
    "extent of a rule": "{extent}",
    "extent where the same": "{extent}, where {same:dimension} is on record and the same",
    "extent in a place": "{extent}, where {key:dimension} is {value}",
    "extent where the same, in a place": "{extent}, where {same:dimension} is on record and the same, and "
    "{key:dimension} is {value}",
}
