"""Every sentence that benchdb says of numbers, by the kind of its phrase. Read it from top to bottom, and improve it.

What stands in braces is a gap; `gaps.py` says how each is filled. A permalink keeps the kinds and the parameters.
"""

from __future__ import annotations

from benchdb.wording.actions import ACTIONS
from benchdb.wording.refusals import REFUSALS
from benchdb.wording.stated import STATED

NUMBERS = {
    # What others said: a permalink of an older release, the parser of a log. A text or a phrase.
    "text": "{text}",
    "log": "{text}",
    "log of some": "{text:unstopped} ({runs:count} of {of:count} runs).",
    "log, and others like it": "{text:unstopped} (other runs say the same, with {more} other figures).",
    # A file that brings what is here already.
    "stored already": "The same bytes are already stored as {file} in upload {upload}.",
    "stored already as runs": "The same bytes are already stored as {file} in upload {upload} ({numbers:runs}); they "
    "were not stored again.",
    "stored already as runs of": "The same bytes are already stored as {file} in upload {upload} ({numbers:runs}, of "
    "{machine}); they were not stored again.",
    "stored already in several places": "The same bytes are already stored as {places:&}; they were not stored again.",
    "copy of a report": "The same numbers as the report at line {line}: a copy counts twice.",
    "copy of a report elsewhere": "The same numbers as the report at line {line} of {file}: a copy counts twice.",
    "copy that broke off": "The beginning of the report at line {line}, broken off: a copy counts twice.",
    "copy that broke off elsewhere": "The beginning of the report at line {line} of {file}, broken off: a copy "
    "counts twice.",
    "load that is told twice": "The same load as the report at line {line} of {file}, in a log that the tool keeps "
    "beside it: counted with both it would count twice.",
    "copy that counts": "A copy of the report at line {line} of {file}, which was withdrawn: so this one counts.",
    "copy is excluded": "So it is excluded; if it is a different run, include it on its page.",
    "copy counts": "Its figures are few, and another run may have the same: if it is a copy, exclude it on its page.",
    "place of runs": "{file} in upload {upload} ({numbers:runs})",
    "place of runs of": "{file} in upload {upload} ({numbers:runs}, of {machine})",
    "not applied": "Not applied: {facts:,}.",
    "fact stored otherwise": "{name} {value} (stored: {stored})",
    "fact not stored": "{name} {value} (stored: not recorded)",
    "more problems": "{problems:count} more {problems:problem is|problems are} not listed.",
    "other server logged": "The server was stated as {stated}, which counts here; the log names {logged}.",
    # What limited a run other than its server. A run keeps their kinds and parameters.
    "generator exhausted": "The load generator was at its limit {times:once|# times} ({why:;}), so the server was not "
    "offered the full load.",
    "no descriptor was free": "no file descriptor was free",
    "no port was free": "no local port was free",
    "its table was full": "its file descriptor table was full",
    "load not served": "{achieved:tenths} of {offered:tenths} requests per second were answered while the server's "
    "CPUs were {idle:percent} idle: the bottleneck was upstream of the server (the load generator or the network).",
    "generator busy": "The load generator's CPUs were {busy:percent} busy: it may have been the limit.",
    "generator busy, server idle": "The load generator's CPUs were {busy:percent} busy, the server's {idle:percent} "
    "idle: it may have been the limit.",
    "line full": "The {side}'s {interface} was {full:percent} full: the network was the limit.",
    "line nearly full": "The {side}'s {interface} carried {full:percent} of what {link} can: the network may have been "
    "the limit.",
    "one CPU full": "CPU {cpu} was full ({busy:percent} busy), while {others:the other was|none of the others was more "
    "than} {most:percent} busy: one CPU may have been the limit.",
    "one CPU full, at least": "CPU {cpu} was full (at least {busy:percent} busy), while {others:the other was no|none "
    "of the others was} more than {most:percent} busy: one CPU may have been the limit.",
    "one CPU full, not the same": "One CPU was full (at least {busy:percent} busy), while {others:the other was no|"
    "none of the others was} more than {most:percent} busy: one CPU may have been the limit. It was {cpus:full in}.",
    # Of the points of a curve.
    "full CPU at points": "{where} CPU {cpu} was full in {runs:count} of {of:count} runs (at least {busy:percent} "
    "busy), while {others:the other was no|none of the others was} more than {most:percent} busy: one CPU may have "
    "been the limit.",
    "full CPUs at points": "{where} one CPU was full in {runs:count} of {of:count} runs (at least {busy:percent} "
    "busy; {cpus:full in}), while {others:the other was no|none of the others was} more than {most:percent} busy: one "
    "CPU may have been the limit.",
    "full CPUs along": "Along {curves:out of {total} curve} one CPU was full at some points, while the others had "
    "room: it may have been the limit.",
    "at loads": "At {loads:loads}",
    "at every point": "At every point",
    "at many points": "At {points:count} points",
    # Of the sides of a comparison.
    "limit met: line full": "For {whose:and for} the network was the limit: the {side}'s {interface} was "
    "{full:percent} full.",
    "limit met: line nearly full": "For {whose:and for} the network may have been the limit: the {side}'s {interface} "
    "carried {full:percent} of what {link} can.",
    "limit met: generator busy": "For {whose:and for} the load generator may have been the limit: its CPUs were "
    "{busy:percent} busy.",
    "limit met: generator busy, server idle": "For {whose:and for} the load generator may have been the limit: its "
    "CPUs were {busy:percent} busy, the server's {idle:percent} idle.",
    "limit met: load not served": "For {whose:and for} the bottleneck was upstream of the server, whose CPUs were "
    "{idle:percent} idle: {achieved:tenths} of {offered:tenths} requests per second were answered.",
    "limit met: generator exhausted": "For {whose:and for} the load generator was at its limit, so the server was not "
    "offered the full load: {why:;}.",
    "limit met: one CPU full": "For {whose:and for} the limit may have been one CPU: CPU {cpu} was {busy:percent} "
    "busy, {others:the other|none of the others more than} {most:percent}.",
    "limit met: one CPU full, at least": "For {whose:and for} the limit may have been one CPU: in {runs:count} of "
    "{of:count} runs CPU {cpu} was at least {busy:percent} busy, {others:the other no|none of the others} more than "
    "{most:percent}.",
    "limit met: one CPU full, not the same": "For {whose:and for} the limit may have been one CPU, which differs from "
    "run to run: in {runs:count} of {of:count} one was at least {busy:percent} busy ({cpus:full in}), "
    "{others:the other no|none of the others} more than {most:percent}.",
    "sides: both": "both sides",
    "sides: both, at rows": "both sides {rows:rows}",
    "sides: some": "{names:sides}",
    "sides: some, at rows": "{names:sides} {rows:rows}",
    "sides: some, in some rows": "{names:sides}, each in some rows,",
    "other work": "The machine's CPUs were {busy:percent} busy before the load began: CPU use and CPU time per request "
    "may include other work.",
    "fewer bytes recorded": "The recording has {wire:quantity} on the wire for each request, where "
    "{received:quantity} were received: its clock may be off, or the load went another way, and its "
    "CPU times are not the load's.",
    "other CPUs recorded": "{stated:count} CPUs were stated, but {recorded:count} recorded. Figures that depend on the "
    "number of CPUs use the {recorded:count} recorded; the run stays filed under the stated count.",
    "costs of several machines": "The load was recorded on {hosts:and}: costs per request are of these machines "
    "together. Shares of their CPUs do not add up, and are left out.",
    "several machines, no cost": "The load was recorded on {hosts:and}, and not enough on each of them to say what a "
    "request cost on all: it has no cost.",
    "several machines, none stated": "The load was recorded on {hosts:and}, and nobody stated which of them were under "
    'load: it has no cost. State the machine of the load, and side = "server" for the recordings that are of it.',
    # Questions, as titles.
    "metrics by": "{metrics:Metrics} by {keys:insides}",
    "many metrics by": "{metric:Metric} and {others} other metrics by {keys:insides}",
    "curves over": "{metric:Metric} over {x:dimension}, by {by:dimension}",
    "history over": "{metric:Metric} over {axis}",
    "history over a setting": "{metric:Metric} over {axis:dimension}",
    "histories over a setting": "{metric:Metric} over {axis:dimension}, by {by:dimension}",
    "histories over": "{metric:Metric} over {axis}, by {by:dimension}",
    "cost of a request": "Cost of a request by {keys:insides}",
    # A question as a sentence, where it is frozen.
    "question": "{about}: {parts:comma}.",
    "question: metrics": "[[{metrics:Metrics}]]",
    "question: metrics of some runs": "[[{metrics:Metrics}]] of {where:named}",
    "question: cost": "[[What a request costs]]",
    "question: cost of some runs": "[[What a request costs]], of {where:named}",
    "question: columns": "[[{key:dimension}]] as columns",
    "question: rows": "[[{key:dimension}]] as rows",
    "question: a chart for each": "separate charts by [[{key:dimension}]]",
    "question: for each": "for each [[{key:dimension}]]",
    "question: baseline": "baseline [[{name:side}]]",
    "question: runs become one": "[[{how:inside}]]",
    "question: same within": "same means within ±[[{margin:g}%]]",
    "question: same is not judged": "“same” is not judged",
    "question: as it grows": "as [[{key:dimension}]] grows",
    "question: over": "over [[{axis}]]",
    "question: stretch": "[[{ends:stretch}]]",
    "question: a curve for each": "one curve for each [[{key:dimension}]]",
    "question: a curve a setup": "one curve for each setup",
    # Where the figures come from.
    "all published": "Published figures, no raw logs.",
    "some published": "Mixes published figures with runs measured here.",
    "excluded runs left out": "{runs:# run is|# runs are} left out because somebody excluded {runs:it|them}: "
    "{numbers:runs} (“{reasons:few}”).",
    "unfinished runs left out": "{runs:# run that was|# runs that were} stopped before the end {runs:is|are} left out.",
    "unfinished runs without figures": "{runs:# run that was|# runs that were} stopped before the end {runs:has|have} "
    "no figure here.",
    "recorded of some": "{dimension:Dimension} {value} is on record of {runs} of {total:# run|# runs} only; the others "
    "are taken to have the same.",
    "recorded of some sides": "{dimension:Dimension} {value} is on record of one side only ({runs} of "
    "{total:# run|# runs}) and taken to be the same on the other: check that it was.",
    "on record of one side": "{dimension:Dimension} {value} is on record of one side only, and taken to be the same on "
    "the other.",
    "loads at once": "During {runs} of {total:# run|# runs} another of these loads ran on the same machine: each has "
    "the figures of one load generator, not what the server served.",
    "at once on one side": "Not comparable: another load ran on the server beside the runs of one side, and none "
    "beside those of the other",
    "sides of one row": "Only {rows:rows} are both sides measured: {lost} of {total:# row|# rows} {lost:has|have} one "
    "side alone.",
    "leads on": "{dimension:Dimension} {was} is called {now} now.",
    "spelled otherwise": "{dimension:Dimension} {was} is kept as {now}: the case of letters makes no difference.",
    "no run has any": "No run has {given:having}.",
    "newest only": "Only the newest {runs:count} runs count here: filter to see older ones.",
    "stretch of time": "Only runs made {ends:stretch} count.",
    # A comparison.
    "no runs of the baseline": "No runs for baseline “{baseline}”; using the first column.",
    "too few for the aggregation": "“{aggregation}” needs {needs} runs; cells with fewer show none.",
    "too few for so many": "Too few runs for {tests:# comparison|# comparisons} made at once: p is adjusted over all "
    "of them, and with so few runs no q reaches 5%, however far apart the sides are. It takes {fewest} runs on each "
    "side.",
    "too few sittings for so many": "Too few sittings for {tests:# comparison|# comparisons} made at once: p is "
    "adjusted over all of them, and with so few sittings no q reaches 5%, however far apart the sides are. It takes "
    "{fewest} sittings of each side.",
    "runs for so many": "{tests:# comparison|# comparisons} at once take {fewest} runs on each side at the least.",
    "sittings for so many": "{tests:# comparison|# comparisons} at once take {fewest} sittings of each side at the "
    "least.",
    "too few for so many, however made": "Too few runs for {tests} comparisons made at once: p is adjusted over all of "
    "them, and with so few runs no q reaches 5%, however far apart the sides are. It takes {more:# more run|# more "
    "runs} on each side.",
    "too few for so many, of fewer": "Too few runs for {tests} comparisons made at once: p is adjusted over all of "
    "them, and with so few runs no q reaches 5%, however far apart the sides are. It takes {more:# more run|# more "
    "runs} on the side that has fewer.",
    "too few for so many, by sittings": "Too few runs for {tests} comparisons made at once: p is adjusted over all of "
    "them, and with so few runs no q reaches 5%, however far apart the sides are. It takes {more:# more run|# more "
    "runs} on each side if made in turn in one sitting, {spread} if made in several.",
    "too few for one, however made": "Too few runs: with so few, p does not reach 5%, however far apart the sides are. "
    "It takes {more:# more run|# more runs} on each side.",
    "too few for one, of fewer": "Too few runs: with so few, p does not reach 5%, however far apart the sides are. "
    "It takes {more:# more run|# more runs} on the side that has fewer.",
    "too few for one, by sittings": "Too few runs: with so few, p does not reach 5%, however far apart the sides are. "
    "It takes {more:# more run|# more runs} on each side if made in turn in one sitting, {spread} if made in several.",
    "more runs for so many, however made": "{tests} comparisons at once take {more:# more run|# more runs} on each "
    "side.",
    "more runs for so many, of fewer": "{tests} comparisons at once take {more:# more run|# more runs} on the side "
    "that has fewer.",
    "more runs for so many, by sittings": "{tests} comparisons at once take {more:# more run|# more runs} on each side "
    "if made in turn in one sitting, {spread} if made in several.",
    "more runs for one, however made": "A test takes {more:# more run|# more runs} on each side.",
    "more runs for one, of fewer": "A test takes {more:# more run|# more runs} on the side that has fewer.",
    "more runs for one, by sittings": "A test takes {more:# more run|# more runs} on each side if made in turn in one "
    "sitting, {spread} if made in several.",
    "too few for a test": "Too few runs for a test; changes are shown without a verdict.",
    "mixes": "{count} values of {dimension:dimension} here: {values:first}",
    "differs": "Also differs: {difference}",
    "requests failed": "{share:Share} of the requests failed",
    "redirects or errors": "{share:Share} of the replies were no 2xx: redirects or errors",
    "redirects or errors, from": "{least:Share} to {most:share} of the replies were no 2xx: redirects or errors",
    "no 2xx in one of several": "In the comparison {where: }, {share:share} of the replies of one side were no 2xx: "
    "redirects or errors.",
    "no 2xx in one": "There, {share:share} of the replies were no 2xx: redirects or errors.",
    "no 2xx at most": "Up to {share:ceiling} of the replies of one side were no 2xx: redirects or errors.",
    "some requests failed": "Some requests failed; how many were sent is not recorded",
    "better by failing": "Not comparable: fewer requests succeeded here than in the baseline",
    "baseline fails more": "Not comparable: fewer requests succeeded in the baseline than here",
    "failed in both": "Not comparable: requests failed in both, and of how many is not on record",
    "nothing served on either side": "Not comparable: nothing was served on either side, every request failed",
    "nothing served on either side, all": "Nothing was served on either side: every request failed.",
    "nothing served on either side, some": "In {cells:out of {total} comparison} nothing was served on either side.",
    "nothing served on either side, at rows": "Nothing was served on either side {rows:rows}: every request failed.",
    "nothing served on either side, of a side": "[[Nothing was served by {name:side}]]: every request failed.",
    "nothing served on either side, sides": "[[Nothing was served by {sides} sides]]: every request failed.",
    "nothing served on one side": "Not comparable: nothing was served on one side, every request failed",
    "no 2xx on one side": "Not comparable: no reply of one side was a 2xx: redirects or errors",
    "no 2xx on either side, of a side": "[[No reply of {name:side} was a 2xx]]: redirects or errors.",
    "no 2xx on either side, sides": "[[No reply of {sides} sides was a 2xx]]: redirects or errors.",
    "no 2xx on either side": "Not comparable: no reply of either side was a 2xx: redirects or errors",
    "no 2xx on either side, all": "No reply of either side was a 2xx: redirects or errors.",
    "no 2xx on either side, some": "In {cells:out of {total} comparison} no reply of either side was a 2xx: "
    "redirects or errors.",
    "no 2xx on either side, at rows": "No reply of either side was a 2xx {rows:rows}: redirects or errors.",
    "vary on one side": "Not comparable: the replies of one side vary in length, those of the other do not",
    "other replies": "Replies are {size:quantity} here and {base:quantity} in the baseline: another document, a "
    "redirect, an error page, or compression",
    "another document": "Not comparable: replies are {size:quantity} here and {base:quantity} in the baseline: another "
    "document, an error page, a redirect, or compression",
    "other lengths": "Runs took {length:quantity} here and {base:quantity} in the baseline: short runs are more of "
    "start-up, long ones average more and may drift",
    "mixed lengths": "Runs took from {least:quantity} to {most:quantity}: short runs are more of start-up, long ones "
    "average more and may drift",
    "lengths apart": "Runs of {name:side} took {length:quantity}, those of the baseline {base:quantity}.",
    "lengths mixed": "Runs of {name:side} took from {least:quantity} to {most:quantity}.",
    "lengths in some": "{cells:# cell has|# cells have} runs of very different length, or of a very different one from "
    "the baseline's.",
    "few beyond": "Of {requests:count} requests in a run, {beyond:# is slower than this|# are slower than this}",
    "as offered": "Both sides kept up with the offered rate: how much more they could have served is not known",
    "runs needed": "Runs needed: about {runs} per side",
    "very many runs needed": "Runs needed: over {most:count} per side",
    "runs needed, from": "Runs needed: about {least:.0f} to {most:.0f} per side",
    "sittings needed, from": "Sittings needed: about {least:.0f} to {most:.0f} per side, taking turns",
    "requests failed, from": "{least:Share} to {most:share} of the requests failed",
    "others like it": "{first:unstopped}, and others like it",
    "of some cells": "{first:unstopped} ({where}).",
    "failed in one of several": "In the comparison {where: }, {share:share} of the requests of one side failed.",
    "of two sides": "of {name:side} with {baseline:side}",
    "in rows": "{rows:rows}",
    "failed of two sides": "{share:Share} of the requests of {name:side} failed, against {other:share} of those of "
    "{other_name:side}.",
    "failed of one side": "{share:Share} of the requests of {name:side} failed, against none on record of "
    "{other_name:side}.",
    "failed of two sides, somewhere": "In the comparison {where: }, {share:share} of the requests of {name:side} "
    "failed, against {other:share} of those of {other_name:side}.",
    "failed of one side, somewhere": "In the comparison {where: }, {share:share} of the requests of {name:side} "
    "failed, against none on record of {other_name:side}.",
    "up to failed of two sides": "Up to {share:ceiling} of the requests of {name:side} failed, against up to "
    "{other:ceiling} of those of {other_name:side}.",
    "up to failed of one side": "Up to {share:ceiling} of the requests of {name:side} failed, and none on record of "
    "the others.",
    "no 2xx of two sides": "{share:Share} of the replies of {name:side} were no 2xx (redirects or errors), against "
    "{other:share} of those of {other_name:side}.",
    "no 2xx of one side": "{share:Share} of the replies of {name:side} were no 2xx (redirects or errors), against "
    "none on record of {other_name:side}.",
    "no 2xx of two sides, somewhere": "In the comparison {where: }, {share:share} of the replies of {name:side} "
    "were no 2xx (redirects or errors), against {other:share} of those of {other_name:side}.",
    "no 2xx of one side, somewhere": "In the comparison {where: }, {share:share} of the replies of {name:side} were "
    "no 2xx (redirects or errors), against none on record of {other_name:side}.",
    "up to no 2xx of two sides": "Up to {share:ceiling} of the replies of {name:side} were no 2xx (redirects or "
    "errors), against up to {other:ceiling} of those of {other_name:side}.",
    "up to no 2xx of one side": "Up to {share:ceiling} of the replies of {name:side} were no 2xx (redirects or "
    "errors), and none on record of the others.",
    "up to failed of one of more": "Requests of several sides failed, the most of {name:side}: up to {share:ceiling}.",
    "up to no 2xx of one of more": "Replies of several sides were no 2xx (redirects or errors), the most of "
    "{name:side}: up to {share:ceiling}.",
    "failed in one": "There, {share:share} of the requests failed.",
    "some failed": "Up to {share:ceiling} of the requests failed.",
    "some were no 2xx": "Up to {share:ceiling} of the replies were no 2xx: redirects or errors.",
    "failed at most": "Up to {share:ceiling} of the requests failed on one side.",
    "one sitting a side": "Each side was measured in one sitting, so day-to-day variation is not excluded.",
    "one sitting at some changes": "{changes:# change has|# changes have} one sitting on each side, so day-to-day "
    "variation is not excluded there.",
    "one sitting in some": "{cells:# cell has|# cells have} one sitting on each side, so day-to-day variation is not "
    "excluded there.",
    "two groups": "Runs fall into two groups: {lower} near {low:quantity}, {upper} near {high:quantity}. No one "
    "figure stands for both",
    "far run": "{runs:# run|# runs} of {of} {runs:lies|lie} far from the others: run {run}, {value:quantity} where "
    "their middle is {middle:quantity}. That may hide a difference",
    "far run of one": "{name:side} has {runs:# run|# runs} of {of} far from the others (run {run}: {value:quantity} "
    "where their middle is {middle:quantity}), which may hide a difference.",
    "far runs in some": "{cells} cells have a run far from the others, which may hide a difference.",
    "every run of a side was stopped": "Every run of {name:side} was stopped before the end ({runs:# run|# runs}), so "
    "there is nothing of it to compare.",
    "every run of more sides was stopped": "Every run of {sides:# more side|# more sides} was stopped, too.",
    "no run of a side has it": "No run of {names:few} has a figure for “{metrics:Metrics}”, so nothing is compared.",
    "one side in rows": "{metric:Metric} of {name:side}: from {least:quantity} ({least_at}) to {most:quantity} "
    "({most_at}). There is only one side, so nothing is compared.",
    "one side at rows": "{metric:Metric} of {name:side}: from {least:quantity} ({least_at:named}) to {most:quantity} "
    "({most_at:named}). There is only one side, so nothing is compared.",
    "one side of one row": "{metric:Metric} of {of:comma}: {figure}. There is only one side, so nothing is compared.",
    "figure of one run": "{value:quantity} (1 run)",
    "figure in a word": "{value:quantity}, {how} of {runs:# run|# runs} ({between})",
    "figure by a protocol": "{value:quantity}, {how} ({runs:# run|# runs}, {between})",
    "server on machine": "{server} on {machine}",
    "of a side": "{name:side}",
    "at a load": "at {load:named}",
    "one side, alike in rows": "{metric:Metric} of {name:side}: {value:quantity} in each of {rows:# row|# rows}. There "
    "is only one side, so nothing is compared.",
    "runs of a side served nothing": "{runs} of {of:# run|# runs} of {name:side} answered nothing but errors and "
    "{runs:is|are} in no figure.",
    "runs of a side served nothing, but in counts": "{runs} of {of:# run|# runs} of {name:side} answered nothing but "
    "errors and {runs:is|are} in no figure but counts of failures and replies.",
    "runs of sides served nothing": "Of {sides} sides some runs answered nothing but errors, and are in no figure.",
    "runs of sides served nothing, but in counts": "Of {sides} sides some runs answered nothing but errors, and are in "
    "no figure but counts of failures and replies.",
    "many stopped": "{runs} of {of:# run|# runs} of {name:side} {runs:was|were} stopped before the end and "
    "{runs:is|are} not in its figures.",
    "many stopped at rows": "{runs} of {of:# run|# runs} of {name:side} {rows:rows} {runs:was|were} stopped before the "
    "end and {runs:is|are} not in its figures.",
    "few stopped": "{runs} of {of:# run|# runs} of {name:side} {runs:was|were} stopped before the end and "
    "{runs:is|are} not in its figures.",
    "few stopped at rows": "{runs} of {of:# run|# runs} of {name:side} {rows:rows} {runs:was|were} stopped before the "
    "end and {runs:is|are} not in its figures.",
    "lost runs": "Not comparable: other runs were stopped before the end, and are not in the figure",
    "lost runs of the baseline": "Not comparable: other runs of the baseline were stopped before the end, and "
    "are not in its figure",
    "many stopped in some": "{sides} sides lost a fifth of their runs or more: they were stopped before the end and "
    "are not in the figures.",
    "groups in one": "Runs of {name:side} fall into two groups, {lower} near {low:quantity} and {upper} near "
    "{high:quantity}.",
    "groups in one row": "Runs of {name:side} {rows:rows} fall into two groups, {lower} near {low:quantity} and "
    "{upper} near {high:quantity}.",
    "groups in some": "{cells} cells have runs that fall into two groups.",
    "groups in cells": "In {cells} cells runs fall into two groups: {parts:&}.",
    "groups in more cells": "In {cells} cells runs fall into two groups, among them {parts:&}.",
    "a side at rows": "{name:side} {rows:rows}",
    "changed within": "The level changed within {side:side}, between {before} and {after}: {runs} of its {of} runs "
    "{runs:is|are} near {near:quantity}, much as those of {other:side} {stretches:are|were then}. So the "
    "{key:dimension} alone does not explain the difference",
    "changed within, more than once": "The level changed {changes} times within {side:side}, first between {before} "
    "and {after}: {runs} of its {of} runs {runs:is|are} near {near:quantity}, much as those of {other:side} "
    "{stretches:are|were then}. So the {key:dimension} alone does not explain the difference",
    "changed within, in one": "[[The level changed within]] {side:side}, between {before} and {after}: {runs} of its "
    "{of} runs {runs:is|are} near {near:quantity}, much as those of {other:side} {stretches:are|were then}. So the "
    "{key:dimension} alone does not explain the difference.",
    "changed within, more than once, in one": "[[The level changed {changes} times within]] {side:side}, first between "
    "{before} and {after}: {runs} of its {of} runs {runs:is|are} near {near:quantity}, much as those of {other:side} "
    "{stretches:are|were then}. So the {key:dimension} alone does not explain the difference.",
    "changed within, in one row": "[[The level changed within]] {side:side} {rows:rows}, between {before} and "
    "{after}: {runs} of its {of} runs {runs:is|are} near {near:quantity}, much as those of {other:side} "
    "{stretches:are|were then}. So the {key:dimension} alone does not explain the difference there.",
    "changed within, more than once, in one row": "[[The level changed {changes} times within]] {side:side} "
    "{rows:rows}, first between {before} and {after}: {runs} of its {of} runs {runs:is|are} near {near:quantity}, "
    "much as those of {other:side} {stretches:are|were then}. So the {key:dimension} alone does not explain the "
    "difference there.",
    "changed within, in part": "The level changed{changes:| # times} within {side:side}, {changes:|first }between "
    "{before} and {after}: against {other:side} its first {first:runs apart}, its last {last:runs apart}. So the "
    "{key:dimension} alone does not explain the difference",
    "changed within, in part, in one": "[[The level changed{changes:| # times} within]] {side:side}, {changes:|first }"
    "between {before} and {after}: against {other:side} its first {first:runs apart}, its last {last:runs apart}. So "
    "the {key:dimension} alone does not explain the difference.",
    "changed within, alone": "The level changed{changes:| # times} within {side:side}, {changes:|first }between "
    "{before} and {after}, from {was:quantity} to {now:quantity}: no change of {key:dimension} explains that",
    "changed within, alone, in one": "[[The level changed{changes:| # times} within]] {side:side}, {changes:|first }"
    "between {before} and {after}, from {was:quantity} to {now:quantity}: no change of {key:dimension} explains that.",
    "levels changed within, alone": "{levels} levels also changed in the course of time, within a {key:dimension}.",
    "levels changed within": "{levels} levels changed in the course of time, within a {key:dimension}: the "
    "{key:dimension} alone does not explain all differences.",
    "changed within some": "In {cells} comparisons the level changed in the course of time within a side, and part of "
    "its runs are as the other side's: the {key:dimension} alone does not explain these differences.",
    "in blocks": "Measured one side after the other, not in turn: something else may have changed in between",
    "some in blocks": "{cells:# cell was|# cells were} measured one side after the other, not in turn.",
    "all in blocks": "Measured one side after the other, not in turn.",
    "measured one after the other": "Cannot be told from drift: one side was measured after the other, and the results "
    "changed with time. Alternate the sides (A B A B)",
    "interval holds no change": "The 95% interval, of the figure, includes no change: the test, of the ranks, tells "
    "the sides apart, and not by how much",
    "shared sittings": "{shared} of {total} sittings have both sides, and these alone decide: within them "
    "{moved:change}",
    "shared sittings, of one": "{shared} of {total} sittings have both sides, and these alone decide: within them "
    "[[{moved:change}]].",
    "shared sittings in some": "In {cells} comparisons some sittings have one side alone: those of both sides decide.",
    "shared sittings say otherwise": "{shared} of {total} sittings have both sides, and these alone decide: the change "
    "is that within them. All runs put together say {pooled:change}, which is of how the sittings differ, too",
    "shared sittings say otherwise, of one": "{shared} of {total} sittings have both sides, and these alone decide: "
    "within them [[{moved:change}]]. All runs put together say {pooled:change}, which is of how the sittings differ, "
    "too.",
    "shared sittings say otherwise in some": "In {cells} comparisons some sittings have one side alone: the changes "
    "are those within the others, and all runs put together say something else.",
    "too few shared sittings": "{shared} of {total} sittings {shared:has|have} both sides: too few to compare within "
    "them",
    "all sittings say otherwise": "The change is that within the sittings. All runs put together say {pooled:change}, "
    "which is of how the sittings differ, too",
    "all sittings say otherwise in units": "The difference is that within the sittings. All runs put together say "
    "{pooled:change}, which is of how the sittings differ, too",
    "all sittings say otherwise, of one": "Within the sittings it is [[{moved:change}]]. All runs put together say "
    "{pooled:change}, which is of how the sittings differ, too.",
    "all sittings say otherwise in some": "In {cells} comparisons the change is that within the sittings, and all runs "
    "put together say something else.",
    "drift the other way": "Both sides drifted the other way ({moved:change} in all, one side measured after the "
    "other): beside that the difference is {difference:change}",
    "drift the other way, of one": "Both sides drifted the other way ({moved:change} in all, one side measured after "
    "the other): beside that the difference is [[{difference:change}]].",
    "drift the other way in some": "In {cells} comparisons both sides drifted the other way, one measured after the "
    "other: the differences are larger than they seem.",
    "drift along the difference": "Both sides drift by about {moved:change} from one sitting to the next, and this is "
    "in the difference: it may be smaller",
    "drift along the difference, of one": "Both sides drift by about {moved:change} from one sitting to the next, and "
    "this is in the difference: it may be smaller.",
    "drift along the difference in some": "In {cells} comparisons both sides drift, and this is in the difference: it "
    "may be smaller.",
    "drift may hide a difference": "A drift on both sides (about {moved:change} from one sitting to the next) may hide "
    "a difference. Alternate the sides (A B A B)",
    "drift may hide a difference, of one": "A drift on both sides (about {moved:change} from one sitting to the next) "
    "may hide a difference. Alternate the sides (A B A B).",
    "drift may hide a difference in some": "In {cells} comparisons a drift on both sides may hide a difference.",
    "starts not recorded": "Not every run's start is on record, so drift and sittings cannot be checked: verdicts rest "
    "on the runs alone.",
    "sittings by bundle": "Not every run's start is on record. Assumed: runs that came together (one upload, one "
    "folder of an archive) are one sitting; runs that came separately are not. Drift cannot be checked.",
    "coarse": "Printed in steps of {step:quantity}: a figure this small is rough",
    "coarse curve": "Printed in steps of {step:quantity}: figures this small are rough. A gain over the first point is "
    "given as the range that rounding allows; fits, knees and falls take the figures as they were printed.",
    "coarse ratio": "At this resolution the ratio may be {span:between}",
    "rounding holds no change": "No verdict: the figures are rounded, and may be the same",
    "rounding beyond the margin": "No verdict: the figures are rounded, and may be further apart than the margin",
    "sittings needed": "Sittings needed: about {sittings} per side, taking turns",
    "very many sittings needed": "Sittings needed: over {most:count} per side, taking turns",
    "accepted mixture": "Accepted on purpose within cells: {dimension:dimension} {values:first}.",
    "accepted along a curve": "Accepted on purpose within a curve: {dimension:dimension} {values:first}. What that "
    "brings and what grows cannot be told apart.",
    "accepted mix differs": "The mix of {keys:conditions} differs from point to point: figures may be apart by "
    "that alone.",
    "accepted along a history": "Accepted on purpose within a curve: {dimension:dimension} {values:first}. A change "
    "may be of that alone.",
    "accepted by rule": "Accepted by rule: {dimension:dimension} {values:first} (“{reason}”).",
    # A comparison's headline.
    "replies differ": "Replies of {size:quantity} against {base:quantity}: perhaps not the same document.",
    "some replies differ": "{cells:# cell has|# cells have} replies of a different size from the baseline's: perhaps "
    "not the same document.",
    "some accepted": "Accepted on purpose: {keys:conditions}.",
    "some accepted by rule": "Accepted by rule of this site: {keys:conditions}.",
    "replies apart": "Replies of {size:quantity} against {base:quantity}.",
    "one pair": "{metric:Metric}: {name:column} {value:quantity}, {base_name:column} {base_value:quantity}: "
    "[[{moved:change}]]. {n:# run|# runs} against {base_n}: [[{verdict:judgement}]].",
    "a few metrics of one pair": "{column} against {baseline}: {changes:;}; [[{verdicts:outcome}]].",
    "one pair from zero": "{metric:Metric}: {name:column} {value:quantity}, {base_name:column} {base_value:quantity}. "
    "{n:# run|# runs} against {base_n}: [[{verdict:judgement}]].",
    "from zero": "{metrics:Metrics} against {cols:dimension} {baseline}, where there are none: "
    "[[{verdicts:outcomes}]].",
    "one metric changed": "{metric:Metric} [[{moved:change}]]",
    "one metric from zero": "{metric:Metric} from {base:quantity} to {value:quantity}",
    "metrics in short": "{name:side} against {baseline}: {changes:;}; [[{verdicts:outcome}]].",
    "one metric": "{metric:Metric} {change}",
    "one metric in rows": "{metric:Metric} [[{ends:range}]] ({verdicts:outcome})",
    "one metric in rows, without change": "{metric:Metric} ({verdicts:outcome})",
    "one metric in comparisons": "{metric:Metric} [[{ends:range}]] ({verdicts:outcomes})",
    "one metric in comparisons, without change": "{metric:Metric} ({verdicts:outcomes})",
    "a change in words": "[[{moved:in words}]]",
    "metrics of one column": "{name:side} against {baseline}: {changes:;}.",
    "metrics of one column, alike": "{name:side} against {baseline}: {changes:;}; [[{verdicts:outcome}]].",
    "metrics of one column, counted": "{metrics} metrics: {name:side} against {baseline}: [[{verdicts:outcome}]].",
    "metrics of some columns": "Against {cols:dimension} {baseline}: {changes:;}.",
    "metrics of some columns, counted": "{metrics} metrics against {cols:dimension} {baseline}: "
    "[[{verdicts:outcomes}]].",
    "few cells of one column": "{metric:Metric}, {name:side} against {baseline}: {changes:;}.",
    "few cells of one column, alike": "{metric:Metric}, {name:side} against {baseline}: {changes:;}; "
    "[[{verdicts:outcome}]].",
    "few cells of some columns": "{metric:Metric} against {cols:dimension} {baseline}: {changes:;}.",
    "few cells of some columns, alike": "{metric:Metric} against {cols:dimension} {baseline}: {changes:;}; "
    "[[{verdicts:outcomes}]].",
    "at a place": "{places: }: {change}",
    "of a column": "{name:side}",
    "of a row": "{rows:rows}",
    "a change": "[[{moved:moved}]]",
    "from zero to": "from {base:quantity} to {value:quantity}",
    "cell apart": "not comparable",
    "no run there": "not run",
    "no figure there": "not given",
    "judged": "{change} ({verdict:judged})",
    "many cells of one column": "{metric:Metric}: {name:side} against {baseline}: median [[{middle:change}]] (cells: "
    "{least:change} to {most:change}); [[{verdicts:outcome}]].",
    "many cells of one column, named": "{metric:Metric}: {name:side} against {baseline}: median [[{middle:change}]] "
    "({least:change} {least_at:rows} to {most:change} {most_at:rows}); [[{verdicts:outcome}]].",
    "many cells of some columns": "{metric:Metric} against {cols:dimension} {baseline}: median [[{middle:change}]] "
    "(cells: {least:change} to {most:change}); [[{verdicts:outcomes}]].",
    "many cells of some columns, named": "{metric:Metric} against {cols:dimension} {baseline}: median "
    "[[{middle:change}]] (from {least:change}, {least_of:side}, to {most:change}, {most_of:side}); "
    "[[{verdicts:outcomes}]].",
    "sides by end": "{metric:Metric} against {cols:dimension} {baseline}: {parts:;}; {verdicts:outcomes}.",
    "sides by end, with load": "[[{trend}]]. {metric:Metric}: {parts:;}; {verdicts:outcomes}.",
    "sides that went furthest": "{metric:Metric} against {cols:dimension} {baseline}: {parts:;}; {verdicts:outcomes}.",
    "moved at every row": "[[{moved:moved}]] at every {key:dimension}",
    "moved at each": "[[{moved:moved}]] at each",
    "gains with load": "The more load, the more each {cols:dimension} gains on {baseline}",
    "loses with load": "The more load, the more each {cols:dimension} loses against {baseline}",
    "range of a row": "{ends:to} {rows: }",
    "range of a row, none told apart": "none can be told apart {rows: }",
    "range of sides": "{ends:to}",
    "end of a range": "[[{moved:in words}]] ({name:side})",
    "end of a range, judged": "[[{moved:in words}]] ({name:side}: {verdict:judged})",
    "two cells of one column": "{metric:Metric}: {name:side} against {baseline}: [[{least:change} and {most:change}]]; "
    "[[{verdicts:outcome}]].",
    "two cells of some columns": "{metric:Metric} against {cols:dimension} {baseline}: [[{least:change} and "
    "{most:change}]]; [[{verdicts:outcomes}]].",
    "many metrics of one column": "{metrics} metrics: {name:side} against {baseline}: [[{least:change} to "
    "{most:change}]]; [[{verdicts:outcome}]].",
    "many metrics of some columns": "{metrics} metrics against {cols:dimension} {baseline}: [[{least:change} to "
    "{most:change}]]; [[{verdicts:outcomes}]].",
    "many cells apart": "{metrics:Metrics} against {cols:dimension} {baseline}: [[{verdicts:outcomes}]].",
    "many coarse cells": "{metrics:Metrics} against {cols:dimension} {baseline}: figures too coarse for a ratio; "
    "[[{verdicts:outcomes}]].",
    "not comparable": "[[Not comparable]]: {keys:conditions} {count:differs|differ}.",
    "not comparable in some": "[[Not comparable]]: {keys:conditions} {count:differs|differ}, in {cells} of {total} "
    "comparisons.",
    "cell: conditions differ": "{keys:conditions} {count:differs|differ}",
    "cell: mixes conditions": "runs of several values of {keys:conditions} are mixed",
    "cell: shares failed": "{why}: {share:share}, and {base:share} in the baseline",
    "would mix": "[[Not comparable]]: cells mix {keys:conditions}.",
    "would mix in some": "[[Not comparable]]: cells mix {keys:conditions}, in {cells} of {total} comparisons.",
    "no row has the baseline": "No row has runs both of {baseline:side} and of another column, so nothing is compared.",
    "coarse in a grid": "coarse",
    "same printed value": "same printed value",
    "same printed value in a grid": "same",
    "printed in steps": "printed in steps of {step:quantity}",
    "meanings of signs": "{signs}.",
    # A comparison of two sides along some rows.
    "in short": "{metric:Metric}, {name:side} against {baseline}: {parts:;}.",
    "sides in short": "{metric:Metric} against {cols:dimension} {baseline}: {parts:;}.",
    "side counted": "{name:side} [[{ends:range}]] ([[{verdicts:outcome}]])",
    "side in short": "{name:side} {parts:&}",
    "rows that moved": "[[{moved:moved}]] {rows:rows}",
    "rows alike": "same within {margin:g}% {rows:rows}",
    "rows that cannot tell": "cannot tell {rows:rows}",
    "rows like drift": "cannot be told from drift {rows:rows}",
    "rows of few runs": "too few runs {rows:rows}",
    "rows apart": "not comparable {rows:rows}",
    "rows of one side": "Run with {name:side} only: {rows:,}.",
    # Charts: their titles where there are several, what they show in words, what their marks stand for.
    "one chart for each": "{title}, separate charts by {key:dimension}.",
    "chart by both": "{title} by {rows:dimension}, by {cols:dimension}",
    "chart over": "{title} over {over}, by {by:dimension}",
    "chart by item": "{title} by item, over {over:dimension}",
    "chart against": "{title} by {over}: {name} against {base}",
    "chart of what is not comparable": "{title} – not comparable",
    "chart of lines": "{title} by {over}, a line for each {along}",
    "small charts": "{title} by {over}, separate charts by {along}. Dotted: {base}.",
    "small charts, tinted": "{title} by {over}, separate charts by {along}. Dotted: {base}. Tinted: better and worse "
    "than that.",
    "in a unit": "In {unit}.",
    "curves on their own axes": "{title} over {over}, each curve on its own vertical axis. {key}",
    "latency by percentile by": "Latency by percentile, by {key:dimension}",
    "busy share of each CPU": "Busy share of each CPU",
    "recorded by": "{tools:and} on {machine}, every {step}",
    "nothing recorded then": "Nothing was recorded from {start:.6g} to {end:.6g} seconds.",
    "stays at 0": "{names:and}: 0 throughout",
    "levels move": "{second:tenths} s into the load, {moves:&} (medians).",
    "level moves": "{name} {rises:rise|fall} from {before} to {after} per second",
    "share moves": "the CPUs {rises:rise|fall} from {before:percent} to {after:percent} busy",
    "one CPU is full": "Only CPU {cpu} is full ({busy:percent} busy); {others:the other is|none of the others is more "
    "than} {most:percent} busy.",
    "busy share over time": "Busy share of {cpus} CPUs over time",
    "key of dots": "Dots: runs.",
    "key of lines": "Marks: {how}.",
    "key of lines with intervals": "Marks: {how}, with its 95% interval.",
    "key of bars": "Bars: {how}.",
    "key of bars with intervals": "Bars: {how}, with its 95% interval.",
    "key of too few runs": "No intervals: with fewer than 6 runs the median has none of 95%.",
    "key of holes": "Dotted: nothing measured between.",
    "key of levels": "Points: runs. Steps: the median of each stretch, with its 95% interval.",
    "key of pauses": "Dotted: no runs, for much longer than usual.",
    "no runs there": "no runs",
    "key of failing points": "✕: nothing but errors was answered.",
    "key of outweighed points": "✕: left out, for its requests failed, all or too many.",
    "key of changes": "Numbered band: a change, as wide as the stretch without runs; the table has its number.",
    "key of a cut axis": "The vertical axis does not begin at 0.",
    "key of laws": "Solid: Universal Scalability Law. Dashed: Amdahl's law. Dotted: linear.",
    "chart of efficiency": "Efficiency: speed-up for each CPU",
    "key of efficiency": "Solid: Universal Scalability Law. Dashed: Amdahl's law. Dotted: every CPU brings as much as "
    "the first.",
    "key of a band": "Shaded: 95% band over the runs.",
    "key of a knee": "Dashed upright: the knee.",
    "key of a fall": "Solid upright: the last load that holds.",
    "key of the offered": "Dotted: offered.",
    # What an export has no room for.
    "no runs to draw": "No runs answer this question, so there is nothing to draw.",
    "nothing drawn": "Nothing is drawn of this answer; its table has the numbers.",
    "charts not drawn": "{charts} more charts are not drawn here; the table has all.",
    "lines left out": "{missing:count} of {lines:count} lines have no room here; the CSV has all.",
    "rows left out": "{missing:count} of {rows:count} rows have no room on this page: filter, or take the CSV, which "
    "has all.",
    "so many commits": "{commits} commits",
    "so many loads and curves": "{loads:# load|# loads}, {curves:# curve|# curves}",
    "sentences left out": "and {more} more, all in the JSON",
    "values left out": "values and runs: more than {most:count} of them; filter, or take them from /runs.csv",
    # How an answer is cited.
    "citation": "“{title}”, benchdb, {state}.",
    "frozen on": "frozen on {day}",
    "frozen on, by": "frozen on {day} by {author}",
    "not frozen": "not frozen: its numbers can change",
    # What runs have in common, of any question about curves.
    "runs without a place": "{runs:# run|# runs} without {axis:Dimension} on record {runs:is|are} left out.",
    "runs that cannot be placed": "{runs:# run|# runs} without a {axis:dimension} on record cannot be placed.",
    "no error on record": "No run here records errors.",
    # Scaling: what a reader of one curve must know.
    "one point": "Measured at {n:load} only: no curve.",
    "too few points for the law": "{points} points cannot determine the {parameters} parameters of the Universal "
    "Scalability Law; only Amdahl's law is drawn, and it passes through them by construction.",
    "no degree of freedom": "{points} points for {parameters} parameters: the Universal Scalability Law passes through "
    "every point by construction. It describes the points and proves nothing.",
    "few degrees of freedom": "{points} points for {parameters} parameters: a rough fit.",
    "law does not fit": "Neither law fits these points: even the Universal Scalability Law misses one by "
    "{missed:percent}, more than the runs vary. Its parameters and their intervals do not describe the server.",
    "too few points to choose": "Too few points for AICc to choose between the laws; R² is {fits}.",
    "laws alike": "AICc cannot choose between the laws: they differ by {difference:.1f}, less than {evidence:g}.",
    "law preferred": "AICc prefers {law}, by {difference:.1f}.",
    "measured fall": "From {top:load} to {last:number} the measured figure falls by {lost:lost}, which Amdahl's law "
    "cannot describe.",
    "no peak": "The Universal Scalability Law has no peak within twice the measured range, up to {furthest:load}.",
    "peak beyond": "The peak at {peak:number} lies beyond the largest N measured, {largest:number}.",
    "flat": "All figures from {last:axis}{first:number} to {last:last} lie within 5% of the highest: there "
    "is no peak to find.",
    "no difference shown": "The runs show no difference between any two points from {last:axis}{first:number} to "
    "{last:last}: there is no peak to find.",
    "peak of the law alone": "The fitted peak, at {peak:number}, is not in the data: the figures are still at their "
    "highest at {last:load}, the last point measured.",
    "peak of the law, not of the runs": "The fitted peak, at {peak:number}, is the law's alone: the runs show no fall "
    "from their highest to {last:load}, the last point measured.",
    "more than linear": "Superlinear: {n:load} reach {efficiency:share} of linear growth from {first:number}. Neither "
    "law can follow that; with both parameters at 0 the fit is a straight line.",
    "idle": "At {n:load}, {share:share} of CPU time was idle: the load or something else was the limit there, not the "
    "CPUs.",
    "failing point": "At {n:load}, {share:share} of the requests failed: less was served than the figure says.",
    "failing points": "At {loads:loads}, {shares:each} of the requests failed: less was served than the figures say.",
    "many failing points": "At {points} points up to {share:ceiling} of the requests failed (most at {n:load}): less "
    "was served than the figures say.",
    # Of tools that count timeouts and broken connections beside the requests in their figure.
    "failing point, beside": "At {n:load}, {share:share} of the requests failed, which the figure does not count.",
    "failing points, beside": "At {loads:loads}, {shares:each} of the requests failed, which the figures do not count.",
    "many failing points, beside": "At {points} points up to {share:ceiling} of the requests failed (most at "
    "{n:load}), which the figures do not count.",
    "far run of a point": "At {n:load}, {runs:# run|# runs} of {of} {runs:lies|lie} far from the others (run {run}: "
    "{value:quantity} where their middle is {middle:quantity}): gains and falls are tested without {runs:it|them}.",
    "far run of few": "At {n:load}, {runs:# run|# runs} of {of} {runs:lies|lie} far from the others (run {run}: "
    "{value:quantity} where their middle is {middle:quantity}), which may hide a gain or a fall.",
    "no two points": "No curve here has two points, so nothing can be said of scaling.",
    "two groups at points": "At {points:# point|# points} the runs fall into two groups: a middle of them is no figure "
    "that a run had.",
    "far runs of points": "{points} points have a run far from the others: gains and falls are tested without it where "
    "a point has at least 4 runs.",
    "nothing served": "At {loads:loads} {what}: the figures there do not count.",
    "nothing served beyond": "Beyond {last:load} nothing was served: at {loads:loads} {what}.",
    "nothing served at any point": "Nothing was served at any point: {what}, and no figure counts.",
    "nothing served on all of": "Along {curves:out of {total} curve} nothing was served at any point: {what}.",
    "highest points fail": "Requests failed at the highest point of {curves:out of {total} curve}: less was served "
    "than their figures say.",
    "highest points fail, beside": "Requests failed at the highest point of {curves:out of {total} curve}, which their "
    "figures do not count.",
    "failures outweigh a gain": "At {loads:loads}, {shares:each} of the requests failed: without these no more was "
    "served than at {most:number}, so no gain, fall or fit counts {count:this point|these points}.",
    "errors outweigh a gain": "At {loads:loads}, {shares:each} of the requests in the figure failed: without these no "
    "more was served than at {most:number}, so no gain, fall or fit counts {count:this point|these points}.",
    "failures outweigh gains along": "Along {curves:out of {total} curve} so many requests failed at some points "
    "that no more was served there than at others: no gain, fall or fit counts these points.",
    "nothing served along": "Along {curves:out of {total} curve} {what} at some points: the figures there do "
    "not count.",
    "not one machine": "Not one machine: along a curve {keys:conditions} {count:changes|change} too, so no gain or "
    "fall is of {x:dimension} alone.",
    "runs that served nothing": "At {n:load}, {runs:# run|# runs} of {of} answered nothing but errors: no figure "
    "counts {runs:it|them}.",
    "runs of highest points served nothing": "At the highest point of {curves:out of {total} curve} some runs answered "
    "nothing but errors: no figure counts them.",
    "failing at": "At {n:load} some requests failed; of how many is not on record.",
    "every point fails": "{ends:shares} requests failed at every point: less was served than the figures say.",
    "every point fails, beside": "{ends:shares} requests failed at every point, which the figures do not count.",
    "more points fail": "Requests failed at {points:# more point|# more points}.",
    "peak before": "The peak at {peak:number} lies before the smallest N measured.",
    "peak between": "The peak at {peak:number} lies between {high:axis}{low:number} and {high:last}, where "
    "nothing was measured.",
    "few runs for a bootstrap": "Some points have only {runs:# run|# runs}: bootstrap intervals from so few are too "
    "narrow.",
    "single runs": "Every point is a single run: how much it would vary is not known.",
    "first points differ": "Speed-up and efficiency of {curves:curves} are over {first:load}, those of the others over "
    "{most:number}: they do not say which scales better.",
    "no throughput": "The scaling laws describe throughput; {metric:metric} is not a throughput, so no law is fitted.",
    # Scaling: knees and falls.
    "too few loads": "{loads:# load is|# loads are} too few to find a knee; it takes {needs}.",
    "no knee": "No knee: within the loads measured, throughput is not shown to rise and then flatten.",
    "knee": "The knee, beyond which added load brings less than before, is at about {load:load} (measured next to it: "
    "{below:number} and {above:number}).",
    "knee within": "The knee, beyond which added load brings less than before, is at about {load:load} (measured next "
    "to it: {below:number} and {above:number}); {how:basis}: {ends:span}.",
    "knee of some samples": "{share:.0f}% of these samples have a knee.",
    "no fall": "Throughput is not shown to fall by 10% or more within the loads measured.",
    "drop": "Throughput is {lost:lost} lower at {low:load} than at {high:number}.",
    "fall": "It holds up to {holds:load} and is {lost:lost} lower at {fails:number}; nothing was measured between.",
    "fall within": "It holds up to {holds:load} and is {lost:lost} lower at {fails:number}; nothing was measured "
    "between. {how:Basis}: the fall begins between {low:number} and {high:number}.",
    "requests per connection": "Each connection makes {requests:number} requests, so the rate offered is "
    "{requests:number} times x.",
    "never keeps up": "Less than 95% of the offered rate is served even at {load:load}.",
    "keeps up": "At least 95% of the offered rate is served up to {load:load}.",
    # Scaling: the headline.
    "scaling": "{metric:Metric}: {curves:;}.",
    "curve of a size": "[[{curve:curve}]] {parts:&}",
    "curve of a time": "[[{curve:curve}]] is {gain:multiple} as fast at {last:load} as at {first:number}",
    "curve of a figure": "[[{curve:curve}]] is {gain:multiple} as high at {last:load} as at {first:number}",
    "curve of a time, coarse": "[[{curve:curve}]] is {span:multiples} as fast at {last:load} as at {first:number}, as "
    "figures are rounded",
    "curve of a figure, coarse": "[[{curve:curve}]] is {span:multiples} as high at {last:load} as at {first:number}, "
    "as figures are rounded",
    "is highest between, over the first, coarse": "is highest from {top:axis}{low:number} to {top:last} "
    "({value:quantity}, {span:multiples} as much as at {first:number}, as figures are rounded)",
    "is highest, over the first, coarse": "is highest at {top:load} ({value:quantity}, {span:multiples} as much as at "
    "{first:number}, as figures are rounded)",
    "is lower than at, coarse": "is lower at {load:number} than at {high:number} ({span:between}, as figures are "
    "rounded)",
    "is flat": "is flat, within 5%, from {last:axis}{first:number} to {last:last}",
    "falls from the first on": "is highest at {last:axis}{first:number} and {lost:lost} lower at {last:last}",
    "is highest": "is highest at {top:load} ({value:quantity})",
    "is highest between": "is highest from {top:axis}{low:number} to {top:last} ({value:quantity})",
    "is highest between, over the first": "is highest from {top:axis}{low:number} to {top:last} ({value:quantity}, "
    "{gain:multiple} as much as at {first:number})",
    "is highest, over the first": "is highest at {top:load} ({value:quantity}, {gain:multiple} as much as at "
    "{first:number})",
    "gains up to": "gains up to {top:load} ({value:quantity})",
    "gains up to, over the first": "gains up to {top:load} ({value:quantity}, {gain:multiple} as much as at "
    "{first:number})",
    "is flat from there": "is flat, within 5%, from there to {last:last}",
    "grows more than linearly": "grows more than linearly ({efficiency:share} of it at {n:load})",
    "had idle CPUs": "had {share:percent} of its CPU time idle there",
    "had idle CPUs at": "had {share:percent} of its CPU time idle at {n:load}",
    "has idle CPUs": "had {share:share} of its CPU time idle there",  # of permalinks from before
    "has idle CPUs at": "had {share:share} of its CPU time idle at {n:load}",
    "has its fitted peak": "has its fitted peak at {peak:load}",
    "has its fitted peak within": "has its fitted peak at {peak:load} (95%: {ends:span})",
    "curve gains": "[[{curve:curve}]] gains {gain:times} from {last:axis}{first:number} to {last:last}",
    "curve without a peak": "[[{curve:curve}]] has no peak within twice the measured range and gains {gain:times} from "
    "{last:axis}{first:number} to {last:last}",
    "curve with a peak": "[[{curve:curve}]] has its fitted peak at {peak:load} and gains {gain:times} from "
    "{last:axis}{first:number} to {last:last}",
    "curve with a sure peak": "[[{curve:curve}]] has its fitted peak at {peak:load} (95%: {ends:span}) and gains "
    "{gain:times} from {last:axis}{first:number} to {last:last}",
    "curve of a load": "[[{curve:curve}]] {parts:&}",
    "has its knee": "has its knee at about {load:load}",
    "has its knee within": "has its knee at about {load:load} (95%: {low:number} to {high:number})",
    "holds up to": "holds up to {load:load}",
    "is lower at": "is {lost:lost} lower at {load:number}",
    "is lower than at": "is {lost:lost} lower at {load:number} than at {high:number}",
    "stays near": "stays within 5% of {value:quantity} from {last:axis}{first:number} to {last:last}",
    "reaches": "reaches {value:quantity} at {load:load}",
    "reaches between": "reaches {value:quantity} from {load:axis}{low:number} to {load:last}",
    # Scaling: the first line of its page, shorter than the headline.
    "scaling, in short": "[[{parts:&}]].",
    "scaling of many, in short": "[[{parts:;}]].",
    "curves serve": "[[{curve:curve} serves {gain:about} as much at {last:load} as at {first:number}, {others:&}]].",
    "curves serve and gain": "[[{curve:curve} serves {gain:about} as much at {last:load} as at {first:number}, "
    "{others:&}]]; {count:it|each} still gains there.",
    "gain of another": "{curve:curve} {gain:about}",
    "series holds at least": "every {series} kernel holds up to {load:load} at least",
    "series holds to the end": "every {series} kernel holds up to the last load, {load:load}",
    "series falls beyond": "every {series} kernel falls beyond {load:load}",
    "curves hold to the end": "{curves:curves} {count:holds|hold} up to the last load, {load:load}",
    "curves fall beyond": "{curves:curves} {count:falls|fall} beyond {load:load}",
    "others fall beyond": "{count:the other one falls|the other # fall} beyond {load:load}",
    "others fall between": "the other {count:count} fall, the first beyond {load:axis}{low:number}, the last beyond "
    "{load:last}",
    "others gain nothing": "{count:the other one shows|the other # show} no gain there",
    "none gains": "none of the {count:count} is shown to gain up to {load:load}",
    "curves hold": "{curves:curves} {count:holds|hold} up to {load:load}",
    "curves flatten": "{curves:curves} {count:flattens|flatten} from about {load:load}",
    "curves bend": "{curves:curves} {count:bends|bend} at about {load:load}",  # of permalinks from before
    "curves are flat": "{curves:curves} {count:is|are} flat, within 5%, up to {load:load}",
    "curves show nothing": "{curves:curves} {count:shows|show} no gain or fall up to {load:load}",
    "curves gain up to": "{curves:curves} {count:gains|gain} up to {load:axis}{low:number}, and no gain is shown from "
    "there to {load:last}",
    "curves only fall": "{curves:curves} {count:falls|fall} from {load:load} on",
    "curves still gain": "{curves:curves} still {count:gains|gain} at {load:load}",
    "curves peak": "{curves:curves} {count:is|are} highest at {load:load}",
    "curves end highest": "{curves:curves} {count:is|are} highest at the last point, {load:load}",
    "curves peak between": "{curves:curves} {count:is|are} highest from {load:axis}{low:number} to {load:last}",
    "shows no difference": "shows no gain or fall from {last:axis}{first:number} to {last:last}",
    "shows no gain": "shows no gain from {low:number} on",
    "cannot be judged from there": "cannot be judged from {low:number} on",
    "changes along a curve": "Along a curve {keys:conditions} {count:changes|change} as well, which may be why.",
    "single figures": "One figure at each point: no gain or fall is tested.",
    "some single figures": "One figure at each point of {curves:# curve|# curves}: no gain or fall there is tested.",
    "a description": "{points} points for {parameters} parameters: a description, not a proof.",
    "curves differ": "Not comparable by {by:dimension} alone: they also differ in {keys:conditions}.",
    # History: what a reader must know.
    "one version alone": "All runs are of one {key:dimension}, so no change from one to the next can be found",
    "one version answers": "Only runs of one {key:dimension} answered anything but errors, so no change from one to "
    "the next can be found",
    "no place to part": "No {axis} has {needs} runs on each side of it ({runs:# run|# runs} in all), so no change can "
    "be found.",
    "too few to find a change": "{runs:# run|# runs} {runs:is|are} too few to find a change: it takes {needs} on each "
    "side.",
    "no start on record": "No run has its start on record: each is placed at the time it was stored, which may be long "
    "after it was made.",
    "some without a start": "{runs} of {total} runs have no start on record: they are placed at the time they were "
    "stored, which may be long after they were made.",
    "first and last run": "first run {first}, last {last}",
    "runs without a date": "{runs:# run has|# runs have} no date on record",
    "no run has a date": "no run has its date on record",
    "stored, date not on record": "stored {day}, date not on record",
    "errors for a document": "{runs:# run|# runs} answered nothing but errors, of another size than the document: "
    "{runs:it counts|they count} as {runs:a run|runs} of the document that was not served.",
    "errors first for a document": "In {runs:# run|# runs} half of the requests failed and more, so that the size on "
    "record may be that of an error: {runs:it counts|they count} as {runs:a run|runs} of the document that was served "
    "last.",
    "one curve a setup": "One curve for each setup: the runs differ in {keys:conditions}.",
    "changed from here on": "{dimension:Dimension} from {label} on: {after} (before: {before}).",
    "changed more often": "{changes:# more change|# more changes} of conditions from run to run.",
    "a reply": "{size} a reply",
    "replies there": "Replies {base:quantity} → {size:quantity}",
    "replies not comparable": "Not comparable: another document, an error page, a redirect, or compression",
    "another document then": "Replies went from {base:quantity} to {size:quantity}: another document, an error page, a "
    "redirect, or compression",
    "other replies then": "Replies went from {base:quantity} to {size:quantity}: another document, a redirect, an "
    "error page, or compression",
    "vary on one side then": "The replies of one level vary in length, those of the other do not",
    "several documents": "Not one document: the replies of a level are between {least:quantity} and {most:quantity}.",
    "several documents in some": "Not one document: replies differ by twice and more within levels of {curves} curves.",
    "failures changed": "Failed requests went from {before:share} to {after:share}",
    "more failures": "More requests failed than before",
    "fewer failures": "Fewer requests failed than before",
    "held back by its verdict": "its verdict is “{verdict:verdict}”",
    "no longer there": "{title} (no longer there)",
    "check killed": "the last check was killed before it ended: it is tried again, later each time",
    "held back by chance": "q is {q:share}, and a quiet watch reports a change only up to {most:share}",
    "held back by its direction": "it is not for the worse",
    "held back by its size": "it is {moved:lost}, and the watch reports changes of {least:lost} or more",
    "first runs below": "[[{runs:The first run lies|The first # runs lie}]] {runs:|at least }{moved:lost} below the "
    "level of the {of:# run|# runs} after; it takes {needs} to call that a change.",
    "first runs above": "[[{runs:The first run lies|The first # runs lie}]] {runs:|at least }{moved:lost} above the "
    "level of the {of:# run|# runs} after; it takes {needs} to call that a change.",
    "first runs below, coarse": "[[{runs:The first run lies|The first # runs lie}]] below the level of the "
    "{of:# run|# runs} after, by how much is not known as figures are rounded; it takes {needs} to call that a "
    "change.",
    "first runs above, coarse": "[[{runs:The first run lies|The first # runs lie}]] above the level of the "
    "{of:# run|# runs} after, by how much is not known as figures are rounded; it takes {needs} to call that a "
    "change.",
    "first runs off nothing": "[[{runs:The first run lies|The first # runs lie}]] far off the {of:# run|# runs} after; "
    "it takes {needs} to call that a change.",
    "last stretch below": "No change proven; the last {last:# run|# runs} lie {moved:lost} below the {before} before",
    "last stretch above": "No change proven; the last {last:# run|# runs} lie {moved:lost} above the {before} before",
    "last runs below": "[[{runs:The last run lies|The last # runs lie}]] {runs:|at least }{moved:lost} below the level "
    "of the {of:# run|# runs} before; it takes {needs} to call that a change.",
    "last runs above": "[[{runs:The last run lies|The last # runs lie}]] {runs:|at least }{moved:lost} above the level "
    "of the {of:# run|# runs} before; it takes {needs} to call that a change.",
    "last runs below, coarse": "[[{runs:The last run lies|The last # runs lie}]] below the level of the "
    "{of:# run|# runs} before, by how much is not known as figures are rounded; it takes {needs} to call that a "
    "change.",
    "last runs above, coarse": "[[{runs:The last run lies|The last # runs lie}]] above the level of the "
    "{of:# run|# runs} before, by how much is not known as figures are rounded; it takes {needs} to call that a "
    "change.",
    "last runs off nothing": "[[{runs:The last run lies|The last # runs lie}]] far off the {of:# run|# runs} before; "
    "it takes {needs} to call that a change.",
    "of one curve": "{curve:curve}: {said}",
    "changes without far runs": "Without the {apart:run that lies|# runs that lie} far off the others show "
    "{changes:a change|# changes}, {changes:|the first }between {before} and {after}, from {was:quantity} to "
    "{now:quantity}.",
    # Of permalinks from before:
    "more curves with last runs off": "The last runs of {curves:# more curve|# more curves} are far off, too.",
    "more curves with runs off": "The first or last runs of {curves:# more curve|# more curves} are far off, too.",
    "runs with failures": "Requests failed in {runs} of {total:# run|# runs}: up to {share:ceiling} of a run's "
    "requests.",
    "runs with some failures": "Requests failed in {runs} of {total:# run|# runs}; of how many is not on record.",
    # History: where nothing was measured.
    "every request fails": "every request fails",
    "every reply errs": "every reply is a redirect or an error",
    "every request failed": "every request failed",
    "failures of a point": "{share:share} of the requests failed",
    "every reply erred": "every reply was a redirect or an error",
    "every run stopped": "every run was stopped before its end",
    "no request is answered": "no request is answered",
    "no request answered": "no request was answered",
    "runs stopped": "runs were stopped before their end",
    "every run failed or stopped": "every run failed or was stopped before its end",
    "every request failed or the run stopped": "every request failed or the run was stopped",
    "nothing served over time": "Nothing was served in {runs:the only run|any of # runs}: {what}, and no figure "
    "counts.",
    "nothing served over curves": "Along {curves:out of {total} curve} nothing was served in any of {runs:# run|# "
    "runs}.",
    "fails since": "[[Since {begin} {what}]] ({runs:the last|the last #} of {total:# run|# runs}).",
    "curves fail": "[[Along {curves:out of {total} curve} {what}]] ({runs:# run|# runs}).",
    "from there on": "{change} from {begin} on",
    "from there to there": "{change} from {begin} to {end}",
    "on that day": "{change} on {begin}",
    "with that version": "{change} with {begin}",
    "more curves fail": "{curves:# more curve measures|# more curves measure} nothing at the end.",
    "fails again and again": "[[In {runs} of the {total:# run|# runs} since {begin} {what}]].",
    "stopped again and again": "[[{runs} of the {total:# run|# runs} since {begin} were stopped before their end]].",
    "more curves flaky": "{curves:# more curve fails|# more curves fail} now and then.",
    "failed until": "Until {end} {what} ({runs:the first|the first #} of {total:# run|# runs}).",
    "failed on a day": "On {begin} {what} in {runs} of {total:# run|# runs}.",
    "failed with a version": "With {begin} {what} in {runs} of {total:# run|# runs}.",
    "failed from": "From {begin} to {end} {what} in {runs} of {total:# run|# runs}.",
    "failed on a day, with a cause": "On {begin}, in {runs} of {total:# run|# runs}, {what}.",
    "failed with a version, with a cause": "With {begin}, in {runs} of {total:# run|# runs}, {what}.",
    "failed from, with a cause": "From {begin} to {end}, in {runs} of {total:# run|# runs}, {what}.",
    "stopped on a day": "On {begin} {what}: {runs} in a row, of {total:# run|# runs}.",
    "stopped with a version": "With {begin} {what} ({runs} of {total:# run|# runs}).",
    "stopped from": "From {begin} to {end} {what} ({runs} of {total:# run|# runs}).",
    "a stretch fails": "requests fail",
    "a stretch failed": "requests failed",
    "some fail since": "Since {begin} {what}: up to {share:ceiling} of a run's requests, in {runs} of "
    "{total:# run|# runs}.",
    "some failed on a day": "On {begin} {what}: up to {share:ceiling} of a run's requests, in {runs} of "
    "{total:# run|# runs}.",
    "some failed with a version": "With {begin} {what}: up to {share:ceiling} of a run's requests, in {runs} of "
    "{total:# run|# runs}.",
    "some failed from": "From {begin} to {end} {what}: up to {share:ceiling} of a run's requests, in {runs} of "
    "{total:# run|# runs}.",
    "every request failed from there": "every request failed in {runs:the run|the # runs} after it",
    "every reply erred from there": "every reply was a redirect or an error in {runs:the run|the # runs} after it",
    "every run stopped from there": "{runs:the run|the # runs} after it {runs:was|were} stopped before the end",
    "no request answered from there": "no request was answered in {runs:the run|the # runs} after it",
    "every request failed or the run stopped from there": "{runs:the run|the # runs} after it failed or "
    "{runs:was|were} stopped",
    "more outages": "{outages:An earlier outage|# earlier outages} had {runs:# run|# runs}.",
    "single runs stopped": "{runs:A single run was|# single runs were} stopped, too.",
    "more runs failed": "So it was in {runs:# run|# runs} before.",
    "runs of other curves failed": "Along {curves:another curve|# other curves} {runs:# run|# runs} failed earlier.",
    # History: the headline.
    "would mix over time": "Not one history: it would mix {keys:conditions}.",
    "history": "{metric:Metric} {curve}.",
    "histories": "{metric:Metric}: {curves:;}.",
    "of a curve": "[[{curve:curve}]] {said}",
    # History: what several curves share.
    "several rose": "[[{count} of {total} setups rose {moved:by}]]",
    "several fell": "[[{count} of {total} setups fell {moved:by}]]",
    "several rose, of curves": "[[{count} of {total} curves rose {moved:by}]]",
    "several fell, of curves": "[[{count} of {total} curves fell {moved:by}]]",
    "as it became": "{change} with {value:condition}",
    "between days": "{change}, between {before} and {after}",
    "one setup ends": "Between {first} and {last} one setup ends and another one begins ({what}), which are not "
    "comparable: {base:quantity} before, {value:quantity} after.",
    "one setup ends, with a change": "Between {first} and {last} one setup ends and another one begins ({what}), which "
    "are not comparable: {base:quantity} before, {value:quantity} after, {moved:change}.",
    "one setup ends, without figures": "Between {first} and {last} one setup ends and another one begins ({what}), "
    "which are not comparable.",
    "conditions became": "{there:became}",
    "many conditions": "other {keys:conditions}",
    "more setups end": "Before that {pairs:# more setup ended where another one began|# more setups ended where others "
    "began}.",
    "more changes in the table": "{changes:# more change is|# more changes are} in the table",
    "changes like drift": "{changes:# other change|# other changes} cannot be told from drift",
    "changes like drift, alone": "{changes:the only change|all # changes} cannot be told from drift",
    "changes unproven": "{changes:# other change|# other changes} may be no more than sittings differ",
    "changes unproven, alone": "{changes:the only change|all # changes} may be no more than sittings differ",
    "changes of rounding": "{changes:# other change|# other changes} may be rounding alone",
    "changes of rounding, alone": "{changes:the only change|all # changes} may be rounding alone",
    "changes in doubt or rounded": "{changes:# other change is|# other changes are} not comparable, or may be drift, "
    "sittings or rounding",
    "changes in doubt or rounded, alone": "{changes:the only change is|all # changes are} not comparable, or may be "
    "drift, sittings or rounding",
    "changes in doubt": "{changes:# other change is|# other changes are} not comparable, or may be drift or sittings",
    "changes in doubt, alone": "{changes:the only change is|all # changes are} not comparable, or may be drift or "
    "sittings",
    "curves without a change": "{curves:curves} {count:shows|show} no change",
    "more changed": "{curves} more changed",
    "none of the others changed": "{curves:one of the {which} shows no change|none of # {which} shows a change}",
    "others not settled": "{curves:one of the {which} has|# {which} have} no proven change, and last runs that "
    "lie apart from those before",
    "too few for so many curves": "{runs:# run|# runs} of a curve cannot prove a change in one of {curves} alone: it "
    "takes {needs}",
    "others too few": "{curves:one of the {which} has|# {which} have} too few runs to show {what}",
    "no change": "shows no change in {runs:# run|# runs}",
    "no change over": "shows no change in {runs:# run|# runs}, over {over:&}",
    "shows changes without far runs": "shows {changes:a change|# changes} only without the {apart:run that lies|# "
    "runs that lie} apart, {changes:|the first }between {before} and {after}, from {was:quantity} to {now:quantity}",
    "all runs": "{runs:# run|# runs}",  # of permalinks from before
    "runs in line": "{runs} of {of:# run|# runs}",
    "so many values": "{count} values of {dimension:dimension}",
    "comes and goes": "Values of {keys:conditions} come and go again and again along a curve: a level is of several.",
    "has one version alone": "has runs of one {key:dimension} alone ({runs:# run|# runs}), so nothing is compared",
    "one version alone answers": "has answers of one {key:dimension} alone ({runs:# run|# runs}), so nothing is "
    "compared",
    "no curve of two versions": "no curve has runs of more than one {key:dimension}, so nothing is compared",
    "no curve of two versions, as others changed": "nothing is compared, as {keys:conditions} changed with the "
    "{key:dimension}: no curve has runs of two",
    "too few runs on a side": "has too few runs on one side to show a change ({runs:# run|# runs})",
    "others too few on a side": "{curves:one of the {which} has|# {which} have} too few runs on one side to show "
    "{what}",
    "too few runs to show": "has too few runs to show a change ({runs:# run|# runs})",
    "many changes": "changed {changes} times in {runs:# run|# runs}; the largest change: {widest}",
    "many changes, the newest": "changed {changes} times in {runs:# run|# runs}; the newest change: {newest}",
    "some may be drift": "{marked} of the {changes} changes cannot be told from drift.",
    "changes": "{changes:&}; no other change in {runs:# run|# runs}",
    "no proven change": "[[shows no proven change]] in {runs:# run|# runs}: it {changes:;}",
    "no proven change of many": "[[shows no proven change]] in {runs:# run|# runs}; its runs alone would show "
    "{changes:# change|# changes}, and at the newest it {newest}",
    "differs in single sittings": "differs at {changes} of {steps:# step|# steps} from one {key:dimension} to the next "
    "in {runs:# run|# runs}; at the last one it {newest}",
    "no change proven, last below": "[[shows no proven change]] in {runs:# run|# runs}; the last {last} lie "
    "{moved:lost} below the {before} before",
    "no change proven, last above": "[[shows no proven change]] in {runs:# run|# runs}; the last {last} lie "
    "{moved:lost} above the {before} before",
    "changes that stand": "{changes:&}",
    "changes aside, and within": "It also {changes:&}.",
    "no change of versions": "shows no change from one {key:dimension} to the next in {runs:# run|# runs}",
    "changes aside": "It also {changes:&}; no other change in {runs:# run|# runs}.",
    "changed between": "{moved} between {before} and {after}",
    "changed between, as others did": "{moved} between {before} and {after}, with a change of {keys:conditions}",
    "failures changed there": "{change}, where failed requests went from {before:share} to {after:share}",
    "more failures there": "{change}, where more requests failed",
    "fewer failures there": "{change}, where fewer requests failed",
    "another document there": "{change}, where replies went from {base:quantity} to {size:quantity}",
    "other replies there": "{change}, where replies went from {base:quantity} to {size:quantity}",
    "vary on one side there": "{change}, where the replies of one level vary in length and those of the other do not",
    "as offered there": "{change}, while all of the offered rate was served",
    "that may be drift": "{change}, which cannot be told from drift",
    "that may be a trend": "{change}, which a steady trend over the versions explains as well",
    "may be a trend there": "A steady trend over the versions explains it as well",
    "rose in all": "From {first} to {last} it rose by {moved:lost} in all, from its first level to its last: perhaps "
    "steadily rather than in steps.",
    "fell in all": "From {first} to {last} it fell by {moved:lost} in all, from its first level to its last: perhaps "
    "steadily rather than in steps.",
    "some may be a trend": "{marked} of the {changes} changes cannot be told from a steady trend or drift.",
    "rose steadily": "[[rose steadily]] from {first} to {last}, by {moved:lost} from its first level to its last: "
    "none of its steps in {runs:# run|# runs} can be told from a trend",
    "fell steadily": "[[fell steadily]] from {first} to {last}, by {moved:lost} from its first level to its last: "
    "none of its steps in {runs:# run|# runs} can be told from a trend",
    "that may be sittings": "{change}, no larger than the usual difference between sittings",
    "that too few sittings": "{change}, which may be a difference between sittings: there are too few to tell",
    "that one sitting each": "{change} (95%: {ends:ends})",
    "that may be rounding": "{change}, which may be rounding alone",
    "that may be none": "{change}, though its 95% interval includes no change",
    "as it became another": "{change}, with a change of {became:became}",
    "as others did": "{change}, with a change of {keys:conditions}",
    "with nothing recorded": "{change} (no recorded condition changed there)",
    "with a note alone": "{change} (no recorded condition changed there; there is only a note)",
    "of levels that also differ": "{change} (the levels also differ in {keys:conditions})",
    "of unlike levels": "{change} (not comparable: the levels also differ in {keys:conditions})",
    "apart": "{change} (not comparable)",
    "changed within a minute": "{moved} between run {before} and run {after} ({label})",
    "changed within a minute, as others did": "{moved} between run {before} and run {after} ({label}), with a change "
    "of {keys:conditions}",
    "went": "went from {before:quantity} to {after:quantity}",
    "kept its median": "kept its median but changed",
    "rose, coarse": "[[rose from {before:quantity} to {after:quantity}]] ({span:between}, as figures are rounded)",
    "fell, coarse": "[[fell from {before:quantity} to {after:quantity}]] ({span:between}, as figures are rounded)",
    "rose, coarse, aside": "rose from {before:quantity} to {after:quantity} ({span:between}, as figures are rounded)",
    "fell, coarse, aside": "fell from {before:quantity} to {after:quantity} ({span:between}, as figures are rounded)",
    "rose to": "[[rose to {ratio:times}]]",
    "fell to": "[[became {ratio:far}]]",
    "rose by": "[[rose by {moved:lost}]]",
    "fell by": "[[fell by {moved:lost}]]",
    "rose to, aside": "rose to {ratio:times}",
    "fell to, aside": "became {ratio:far}",
    "rose by, aside": "rose by {moved:lost}",
    "fell by, aside": "fell by {moved:lost}",
    # History: what its page says of its changes.
    "last level above": "Last level: {value}, {moved:lost} above that of {since}.",
    "last level below": "Last level: {value}, {moved:lost} below that of {since}.",
    "nothing recorded there": "no recorded condition changed there",
    "nothing else recorded there": "no recorded condition changed there besides the {axis}",
    "not comparable there": "Not comparable: {keys:conditions} changed there as well",
    "levels not comparable": "Not comparable",
    "may be drift there": "Cannot be told from drift",
    "may be sittings there": "No larger than the usual difference between sittings",
    "too few sittings there": "May be a difference between sittings: there are too few to tell",
    "one sitting each there": "One sitting each: day-to-day variation is not excluded",
    "may be rounding there": "May be rounding alone",
    "may be none there": "The 95% interval includes no change",
    # What a request costs.
    "runs without a recording": "{runs:# run|# runs} without a recording of the server {runs:is|are} left out.",
    "recordings of another time": "{runs:# run is|# runs are} left out because {runs:its|their} time lies outside the "
    "recording of the server beside {runs:it|them}: set the clock or the time zone of the recording, or say when the "
    "load began (started_at).",
    "loads of unknown time": "{runs:# run is|# runs are} left out because nobody knows when in the recording of the "
    "server {runs:its load|their loads} ran: say when {runs:it|they} began (started_at).",
    "runs on several machines": "{runs:# run is|# runs are} left out because {runs:its load was|their loads were} "
    "recorded on {hosts:and}, and what a request cost on all of them is not known: see the {runs:run|runs}.",
    "loads beside others": "During {runs} of {total:# run|# runs} another load ran on the same server (up to "
    "{share:percent} of the time): the CPU time of both is in the cost of each.",
    "recordings too short": "{runs:# run is|# runs are} recorded too briefly to say what a request cost: a load of "
    "{lasted:tenths} s is too short for samples of {step:tenths} s. Record for at least {needed:tenths} s.",
    "generator's own work": "The load generator ran on the machine under load ({runs:# run|# runs}): CPU time per "
    "request includes its own work, the CPU time of the server's processes does not.",
    "partly recorded": "Of {runs} of {total:# run|# runs} only a part of the load was recorded ({share:percent} at the "
    "least): what the rest cost is not in these numbers.",
    "generator's own work, not apart": "The load generator ran on the machine under load ({runs:# run|# runs}): CPU "
    "time per request includes its own work. Record pidstat, too, to see the server's processes apart.",
    "other host": "Made against {host}, the first run of this setup against {first}: if these are two servers, say "
    "which machine each is, or name what differs (--virtual-host {host}).",
    "other port": "Made against port {port}, the first run of this setup against port {first}: if these are two "
    "servers, name what differs (--port {port}).",
    "niced work": "Niced work took {busy:percent} of the machine's CPUs during the load, and nothing says whether it "
    "was the load's own: CPU busy and CPU time per request leave it out.",
    "recordings without a day": "{recordings:# recording|# recordings} of these runs {recordings:has|have} an "
    "ambiguous date; say which day is meant.",
    "costs": "{name:side}: a request costs {figures:&}.",
    "cost": "{value:spent}",
    "cost against": "[[{name:side}]] against {baseline}: {parts:;}.",
    "cost of another": "[[{name:side}]]: {part}.",
    "cost told": "{value:spent}{first: per request|}, [[{moved:change}]]{verdict}",
    "cost not told": "{metric:cost}{first: per request|}: [[cannot tell]] ({ends:ends})",
    "cost not told, by chance": "{metric:cost}{first: per request|}: [[cannot tell]] ({ends:ends}, which so few runs "
    "may show by chance)",
    "cost judged": " ([[{verdict:judgement}]])",
    "cost judged, small": " ({verdict:quiet judgement})",
    "cost of too few": ", too few runs ({runs})",
    "costs of many others": "The other {count} sides: {least:change} to {most:change} {metric:cost}; "
    "[[{verdicts:outcomes}]].",
    # Of permalinks from before.
    "costs against": "{name} against {baseline}: a request costs {changes:&}.",
    "costs of one against": "{name:side} against {baseline}: a request costs {changes:&}.",
    "costs of others": "The other {count:side|sides}: {parts:;}.",
    "cost of a side": "{change} with {name:side}",
    "cost of a side, open": "with {name:side} the runs cannot tell ({figure})",
    "costs not told apart": "[[The runs cannot tell]] whether a request costs more or less with {name:side} than with "
    "{baseline:side}: {figures:;}.",
    "cost that may be": "{metric:cost} {ends:ends}",
    "cost that may be, by chance": "{metric:cost} {ends:ends}, which so few runs may show by chance",
    "cost changed": "[[{moved:change}]] {metric:cost} ({value:quantity}; [[{verdict:judgement}]])",
    # Drift: what today's data and code say otherwise than a permalink.
    "answer changed": "the answer has changed since it was frozen",
    "a verdict changed": "the answer has changed since it was frozen: its verdict is another one",
    "verdicts changed": "the answer has changed since it was frozen: {changed:one|#} of its {verdicts} verdicts "
    "{changed:is another one|are others}",
    "a figure moved": "its figure has moved; {kept}",
    "figures moved": "{moved:one|#} of its {figures} figures {moved:has|have} moved; {kept}",
    "no figure moved": "its figures have not moved, and {kept}",
    "verdicts kept": "its {verdicts:verdict is|verdicts are} the same",
    "headline kept": "its headline is the same",
    "only names changed": "only names have changed since it was frozen: its figures and verdicts are the same",
    "no answer today": "today's answer cannot be compared with it",
    "baseline otherwise": "its baseline is {now} today, and was {before}",
    "turn otherwise": "{of}{was}, now {now}",
    "changes of level at": "{count:a change|# changes} of level at {labels:few}",
    "no change of level there": "no change of level",
    "knee between": "a knee between {below:number} and {above:number}",
    "knee at": "a knee at {below:number}",
    "no knee there": "no knee",
    "fall between": "a fall between {holds:number} and {fails:number}",
    "no fall there": "no fall",
    "cannot be asked": "today's code cannot answer it: {fault}",
    "more runs": "{runs:# more run|# more runs} would count ({numbers:runs})",
    "fewer runs": "{runs:# other run|# other runs} would no longer count",
    "run deleted": "run {run} was deleted",
    "run excluded": "run {run} was excluded on {day}: {reason}",
    "runs excluded": "{runs:runs} were excluded on {day}: {reason}",
    "run read anew": "run {run} was re-read on {day}",
    "runs read anew": "{runs:# other run was|# other runs were} re-read",
    "run read by another version": "run {run} was re-read on {day} ({was}, now {now})",
    "run unfinished": "run {run} was stopped before its end, and such runs are now left out",
    "run corrected": "run {run} no longer matches the question: its facts were corrected",
    "facts of runs corrected": "the facts of {runs:runs} were corrected on {day}: {facts:;}",
    "correction of runs undone": "a correction of {runs:runs} was undone on {day}: {facts:;}",
    "fact corrected": "{name:dimension} {was}, now {now}",
    "more runs corrected": "the facts of {runs:# other run|# other runs} were corrected",
    "statistics changed": "statistics version {before}, now {now}",
    "value changed": "{where}: {was}, now {now}",
    "value and verdict changed": "{where}: {was}, now {now} ({verdict:verdict}, now {verdict_now:verdict})",
    "verdict changed": "{where}: still {was} ({verdict:verdict}, now {verdict_now:verdict})",
    "held otherwise": "{dimension:dimension} of its runs is {now} today, and was {before}",
    "value changed elsewhere": "{where}: {was}, now {elsewhere}: {now}",
    "value and verdict changed elsewhere": "{where}: {was} ({verdict:verdict}), now {elsewhere}: {now} "
    "({verdict_now:verdict})",
    "verdict changed elsewhere": "{where}: {was} ({verdict:verdict}), now {elsewhere}: the same "
    "({verdict_now:verdict})",
    "value gone": "{where}: {was}, now no runs",
    "more cells": "{cells:# other cell|# other cells} would change",
    "accepted by rule since": "A rule of this site now accepts {dimension:dimension} {values:first}",
    "no longer accepted by rule": "No rule of this site accepts {dimension:dimension} {values:first} any more",
    "differ since": "its runs now differ in {keys:conditions}",
    "judged otherwise": "the same runs are now arranged or judged differently",
    # Around an answer: its page, its menus, its links, and what its exports list.
    "navigation of compare": "Compare",
    "navigation of scaling": "Scaling",
    "navigation of history": "History",
    "navigation of cost": "Cost",
    "heading of compare": "Compare",
    "heading of scaling": "How far does it scale?",
    "heading of history": "When did it change?",
    "heading of cost": "What does a request cost?",
    "listing of the unknown": "Not recorded by any run",
    "listing of what differs": "Also differs",
    "listing of the accepted": "Accepted on purpose",
    "listing of caveats": "Caveats",
    "listing along the curve": "Changes along the curve",
    "listing along the curves": "Changes along the curves",
    "listing of why": "Why",
    "published": "{mark}: published figures, without raw logs.",
    "published beside n": "n with {mark}: published figures, without raw logs.",
    "method of a history": "Levels are medians. Changes are found by binary segmentation on ranks and tested against "
    "random orders of the runs, at 5% for all that is shown.",
    "nothing, but cells mix": "Nothing else, but some cells mix other conditions; each says which.",
    "nothing besides the accepted": "Nothing else that is recorded, besides the accepted differences.",
    "only the columns differ": "Nothing else that is recorded: the sides differ only in {key:dimension}.",
    "only the curves differ": "Nothing else that is recorded: the curves differ only in {key:dimension}.",
    "no row compares": "No row has runs in two columns, so nothing is compared.",
    "one column": "There is only one column, so nothing is compared.",
    "one curve": "There is only one curve, so nothing is compared.",
    "notes of runs": "Notes",
    "noted there": "Note “{text}”",
    "notes of machines": "Notes of machines",
    "note of a machine": "{by}: “{text}”",
    "note at no change": "{machine}, {days}; {said}",
    "note at changes": "{machine}, {days}; {said}, beside {count:change|changes} {at:and}",
    "head: notes there": "Noted there",
    "note of runs": "{name} ({runs:# run|# runs}): {text}",
    "nothing along the curve": "Nothing that is recorded changes along a curve except {axis}.",
    "along a load": "Along a curve, besides {key:dimension}, these change too:",
    "along a history": "Along a curve these change too, so any of them may be the cause:",
    "no knee found": "Highest; no knee",
    "flat at every load": "{metric:Metric}: {figure} in each of {runs:# run|# runs}.",
    "swap": "Swap rows and columns",
    "finer mean": "ab prints this mean in whole milliseconds: compare its time per request, which has more digits",
    "open as a comparison": "Open as a comparison",
    "list the runs": "List these runs",
    "by in place of columns": "for each {key:dimension} (by={key})",
    "and a metric": "and {metric:metric}",
    "and metrics": "and {count} more",
    "by coarser": "by {key:dimension}",
    "of most runs": "by {key:dimension}, only the {count} with the most runs",
    "a curve for each": "One curve for each: {key:Dimension}",
    "one value only": "{key:Dimension} {value} only",
    "margin, none": "not set",
    "margin": "within {margin:g}%",
    # Tables of histories and curves, and what stands in their cells.
    "table: changes": "Changes",
    "table: levels": "Levels",
    "table: every version": "Every version",
    "table: every run": "Every run",
    "table: growth": "Speed-up and efficiency",
    "table: fits": "Fits",
    "table: residuals": "Residuals: measured over fitted",
    "table: knees": "Knees",
    "head: before": "Before",
    "head: after": "After",
    "head: change of medians": "Change of the medians",
    "head: q": "q",
    "head: verdict": "Verdict",
    "head: also differs there": "Also differs there",
    "head: between": "Between",
    "head: median": "Median",
    "head: lowest run": "Lowest run",
    "head: highest run": "Highest run",
    "head: spread": "Spread, %",
    "head: stretch": "Stretch",
    "head: speed-up": "Speed-up",
    "head: efficiency": "Efficiency, %",
    "head: alpha": "α, contention",
    "head: beta": "β, coherency",
    "head: gamma": "γ, at N = 1",
    "head: peak": "Peak",
    "head: speed-up at most": "Speed-up at most",
    "head: curve and law": "Curve and law",
    "head: highest": "Highest",
    "head: at a load": "at {over}",
    "head: knee": "Knee",
    "head: knee between": "measured next to it",
    "head: holds up to": "Holds up to",
    "head: lower at": "Lower at",
    "head: by": "By",
    "head: serves what is offered": "Serves the offered rate",
    "no interval": "no interval",
    "fixed by a figure": "fixed by the figure at N = {n:number}",
    "too few points": "too few points",
    "range of runs": "runs: {range}",
    "so many failed": "{share:share} failed",
    "so many no 2xx": "{share:share} no 2xx",
    "some of them failed": "some failed",
    "one curve over": "{name} over",
    "linear": "linear",
    "no peak within the range": "none within twice the measured range",
    "no peak in the points": "none in the points",
    "peak of its law": "in the fit only: {peak}",
    "not within the loads": "not within {last}",
    # A comparison's cells, and why its sides differ.
    "commands for more runs": "Commands for more runs",
    "more runs would decide": "How many more runs it takes",
    "no runs answer": "No runs answer this question.",
    "no runs answer today": "No runs answer its question today, so nothing can be told.",
    "what a cell is": "{how}; {n}.",
    "what a cell is, in part published": "{how}; {n}; {published} of {runs} runs are published figures.",
    "note of a log": "note",
    "note of some logs": "note on {some} of {of}",
    "notes of logs": "{notes} notes",
    "over so many a side": "over {n:count} per side",
    "about so many a side": "about {n} per side",
    # Of many columns, the cell that was chosen.
    "chosen: better": "better than {baseline}",
    "chosen: worse": "worse than {baseline}",
    "chosen: differs": "differs from {baseline}",
    "chosen: equivalent": "the same as {baseline} within {margin}%",
    "chosen: no evidence": "the runs cannot tell it from {baseline}",
    "chosen: too few runs": "too few runs to tell it from {baseline}",
    "chosen: cannot be told from drift": "cannot be told from drift",
    "chosen: not comparable": "not comparable with {baseline}",
    "chosen: not compared": "{baseline} was not run here",
    "so many runs needed": "Runs needed: {n}.",
    "so many needed apart": "Runs needed: {n}, with a reboot or more than an hour between them.",
    "also differs": "Also differs: {difference}.",
    "a value": "value",
    "compare with the column before": "Compare with {name}, the column before",
    "fact: change": "Change, 95% interval",
    "fact: difference": "Difference, 95% interval",
    "fact: effect": "Effect",
    "fact: sittings": "Sittings",
    "fact: runs needed": "Runs needed",
    "fact: sittings needed": "Sittings needed",
    "cells more": "{named} and {cells:# cell|# cells} more",
    "lines more": "and {lines:# line|# lines} more",
    "what the panel rests on": "Means of at least {samples:# sample|# samples} over {load}.",
    "what the panel rests on, of a row": "Means of at least {samples:# sample|# samples} over {load}, {row} (the "
    "row with most recordings).",
    "the whole load": "the whole load",
    "a share of the load": "at least {share:share} of the load",
    "columns without a recording": "No recording there: {columns:and}.",
    "what means rest on": "{sides}: {here:# recorded run|# recorded runs} against {there}; each mean rests on at least "
    "{samples:# sample|# samples} and {load} of the load.",
    "load on the machine under load": "The load generator ran on the machine under load ({here:# run|# runs} here, "
    "{there} there): its own work is included in these numbers.",
    "drifting series": "These also drifted, so time alone may explain them: {series}.",
    # A run, and the setups of a machine.
    "bars of one machine": "Bars: up to {most}.",
    "bars of machines": "Bars: against the highest run here of the same machine.",
    "these values": "{values:and}",
    "selected at": "{what} at {key:dimension} {values:and}",
    "selected load": "{key:dimension} {values:and}",
    "selected trials of": "{what}, {count:trial|trials} {trials:and}",
    "selected trials": "{count:trial|trials} {trials:and}",
    "compare with another": "Another {key:dimension}",
    "other values": "{values:and}, {runs:# run|# runs}",
    "printed whole": "{value}, printed in whole milliseconds: {least} to {most} ms",
    "spans of whole milliseconds": "ab prints whole milliseconds. A bar is what the printed number can stand for: 3 is "
    "2.5 to 4 ms, as ab rounds or cuts off, by its version.",
    "replies no 2xx": "Replies no 2xx",
    "may be redirects": "redirects or errors",
    "failed may be redirects": "Non-2xx replies (redirects or errors) are counted as failed.",
    "mean latency below": "Mean latency, below",
    "recorded in part": "recorded in part",
    "recorded share": "{share:percent} of its load was recorded",
    "no 2xx in a list": "{failed} replies that were no 2xx: redirects or errors",
    "whole milliseconds": "ab prints whole milliseconds, so anything shorter reads “below 1 ms”.",
    "all cpus during the load": "all CPUs, during the load",
    "niced besides": "and {share:percent} niced",
    "without niced": "niced work left out",
    "time per request of all": "Time per request (mean, across all concurrent requests)",
    "latency by percentile": "Latency by percentile",
    "share that was faster": "Share of requests that were faster",
    "so many were faster": "{share} of requests were faster",
    "its only setup": "Its only setup",
    # What files look like before they are sent, and what can be asked of them.
    "some not recorded": "{values:and} or where none is recorded",
    "no log but kept": "not a log, kept beside the logs",
    "stopped": "{runs}, stopped before the end",
    "some stopped": "{runs}, {stopped} of them stopped before the end",
    "no change of its setups": "no change of level in {setups:# setup|# setups}",
    "no change of some setups": "no change of level in {setups:# setup|# setups}, too few runs to tell in "
    "{unsettled:# setup|# setups}",
    "too few runs in its setups": "too few runs to tell in {setups:# setup|# setups}",
    "watch told": "{moved:in words}, from {before} to {after}",
    "watch told: failed": "runs failed",
    "watch told: redirects or errors": "runs got redirects or errors",
    "watch told: stopped": "runs were stopped before the end",
    "watch told: failed or stopped": "runs failed or were stopped before the end",
    "watch told: partly failed": "some requests failed",
    "watch found nothing new": "no new change in {runs:# run|# runs}",
    "key of a brief table": "Changes against the baseline: ▲ better, ▼ worse, ◆ differs, ≈ same, ? cannot tell or too "
    "few runs, ≠ not comparable. Every value with its spread, interval and q is in the CSV.",
    "change and more": "{change}; {more:# more change|# more changes}",
    "flag: yes": "on",
    "flag: no": "off",
    "flag: not recorded": "not recorded",
    # The setups of a machine's page, each with its history.
    "curves of a setup": "{curves:# curve|# curves}, by {keys:conditions}",
    "not one history": "not one history: {keys:conditions} {keys:differs|differ}",
    "no change of level": "none in {runs:# run|# runs}",
    "too few that lie apart": "{runs:# run lies|# runs lie} apart, too few to tell",
    "too few for a change": "{runs:# run is|# runs are} too few to tell",
    "too few on each curve": "{runs:# run|# runs} on each curve at most, too few to tell",
    "see its history": "see its history",
    "not explained": "not explained",
    "levels differ": "levels also differ in {conditions}",
    "latest": "latest",
    "nothing else recorded": "nothing else recorded",
    # The gate before an answer.
    "accept another document": "The document was changed on purpose: compare all the same",
    "accept differences": "{count:Accept this difference|Accept all # differences}",
    "accept both differences": "Accept both differences",
    "one side only": "Columns by {compared:dimension} have only one side here, {side}, so there is nothing to compare. "
    "These runs differ in {titles:and}.",
    "runs differ in": "These runs also differ in {titles:and}.",
    "one condition changes": "Between {sides:and}, {titles:and} changes with {compared:dimension}.",
    "some conditions change": "Between {sides:and}, {count} other conditions change with {compared:dimension}.",
    "compare by what was varied": "Compare by {title}",
    "below a step": "below {step}",
    "change since the runs before": "{title} {before} → {after}",
    "history by what was varied": "History by {title}",
    "scaling by what was varied": "Draw the curve by {title}",
    "compare by": "Compare {key:dimension}",
    "aborted left out": "{runs:# aborted run|# aborted runs} left out",
    "so many runs": "{runs:# run|# runs}",
    "runs of the others": "{runs:# run|# runs}, none of {side}",
    "all differences": "all differences",
    "side of all": "these runs",
    "pick two sides": "Two of them have more in common than all: pick two to compare, here or under {key:Dimension} "
    "in the filters.",
    "one side against another": "{here} against {there}",
    "also differ in nothing": "nothing else differs",
    "also differ in": "{count:# other condition differs|# other conditions differ}: {titles:and}",
    "all uploads": "all",
    "uploads failed": "failed or cancelled",
    "uploads partly": "with files not read",
    "uploads withdrawn": "withdrawn",
    "behind the gate": "side by side, without verdict",
    "some behind the gate": "{alike} of {total} comparisons are of like with like",
    "conditions that differ": "{count:# condition differs|# conditions differ}",
    "the other sides": "the other {count}",
    "keep": "Keep {value}",
    "more values": "{count} more",
    "runs against": "{runs:# run|# runs} against {others:and}",
    "is on": "on",
    "is off": "off",
    "unrecorded": "those without it",
    "held as unrecorded": "{key:dimension} unrecorded",
    "alike in each row": "each row then has one value of {titles:and}",
    "gamma: free": "chosen by the fit",
    "gamma: measured": "fixed to what was measured at the smallest N",
    # The parameters of a question, in the API's document.
    "parameter metric": "at most 24; without one, requests_per_second",
    "parameter rows": "a dimension other than `cols`",
    "parameter cols": "a dimension other than `rows`",
    "parameter split": "a third dimension: each of its values has rows of its own",
    "parameter stretch": "with `cols=stretch`, the columns: `2026-02-01..2026-05-20`, leave out an end that is open",
    "parameter baseline": "a value of `cols`; without it the first column",
    "parameter baseline of cost": "a value of `by`; without it the first",
    "parameter band": "margin in percent, within which sides count as the same",
    "parameter by of cost": "the sides; without it, kernel",
    "parameter x of history": "without it, time",
    "parameter x of scaling": "without it, cpus",
    "parameter by of history": "one curve for each value of it, which must not be `x`; without it, one curve",
    "parameter by of scaling": "one curve for each value of it, which must not be `x`; without it, kernel",
    "parameter since": "start of a stretch of time: runs made from this moment or day on",
    "parameter until": "end of a stretch of time: runs made before this moment, or up to the end of this day",
    "parameter metric alone": "without it, requests_per_second",
    "parameter protocol": "how runs become one number",
    "parameter accept": "conditions that may differ on purpose, divided by commas; {everything} of them; {no_rules}: "
    "nothing by the site's rules",
    "parameter as_of": "the moment whose runs count",
    "parameter item": "the part of the metric",
    "parameter gamma": "the figure at N = 1",
}
CATALOGUE = NUMBERS | ACTIONS | REFUSALS | STATED
