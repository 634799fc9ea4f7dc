"""Every sentence that benchdb says of numbers, by the kind of its phrase. Read it from top to bottom, and improve it.

What stands in braces is a gap; `gaps.py` says how each is filled. A permalink keeps the kinds and the parameters.
"""

from __future__ import annotations

CATALOGUE = {
    # What others said: the parser of a log, a permalink of an older release.
    "text": "{text}",
    "log": "{text}",
    "log of some": "{text} ({runs:count} of {of:count} runs).",
    "log, and others like it": "{text} ({more} more runs say the same with other figures).",
    # A file that brings what is here already.
    "stored already": "These bytes are stored already as {file} in upload {upload}.",
    "stored already as runs": "These bytes are stored already as {file} in upload {upload} ({numbers:runs}); they were "
    "not stored twice.",
    "stored already as runs of": "These bytes are stored already as {file} in upload {upload} ({numbers:runs}, of "
    "{machine}); they were not stored twice.",
    "not applied": "Not applied: {facts:,}.",
    "fact stored otherwise": "{name} {value} (stored: {stored})",
    "fact not stored": "{name} {value} (stored: not recorded)",
    "more problems": "{problems:count} more {problems:problem is|problems are} not listed.",
    # What limited a run other than its server. A run keeps these as sentences.
    "generator exhausted": "The load generator was at its limit: {times:count} times {why:;}, so the server was not "
    "offered that load.",
    "no descriptor was free": "no file descriptor was free",
    "no port was free": "no local port was free",
    "its table was full": "its table of descriptors was full",
    "load not served": "{achieved:tenths} of {offered:tenths} requests per second were answered while the server's "
    "CPUs were {idle:percent} idle: the limit lay before the server.",
    "generator busy": "The load generator's CPUs were {busy:percent} busy: it may have been the limit.",
    "generator busy, server idle": "The load generator's CPUs were {busy:percent} busy, the server's {idle:percent} "
    "idle: it may have been the limit.",
    "line full": "The {side}'s {interface} was {full:percent} full: the network was the limit.",
    "line nearly full": "The {side}'s {interface} carried {full:percent} of what {link} can: the network may have been "
    "the limit.",
    "other work": "The machine's CPUs were {busy:percent} busy before the load began: its CPU use and its CPU time per "
    "request may be those of other work.",
    "other CPUs recorded": "{stated:count} CPUs were stated, and {recorded:count} recorded: what is computed of CPUs "
    "is computed with the {recorded:count} recorded; the run stands where the stated ones place it.",
    # Questions, as titles.
    "metrics by": "{metrics:Metrics} by {keys:insides}",
    "many metrics by": "{metric:Metric} and {others} other metrics by {keys:insides}",
    "curves over": "{metric:Metric} over {x:dimension}, by {by:dimension}",
    "history over": "{metric:Metric} over {axis}",
    "histories over": "{metric:Metric} over {axis}, by {by:dimension}",
    "cost of a request": "Cost of a request by {keys:insides}",
    # Where the figures come from.
    "all published": "Published figures, no raw logs.",
    "some published": "Mixes published figures with runs measured here.",
    "unfinished runs left out": "{runs:# run that was|# runs that were} stopped before the end {runs:is|are} left out.",
    "newest only": "Only the newest {runs:count} runs count here: filter to see older ones.",
    "stretch of time": "Only runs made {ends:stretch} count.",
    # A comparison.
    "no runs of the baseline": "No runs for baseline “{baseline}”; using the first column.",
    "too few for the aggregation": "“{aggregation}” needs {needs} runs; cells with fewer show none.",
    "too few for a test": "Too few runs for a test; changes are shown without a verdict.",
    "mixes": "{count} values of {dimension:dimension} here: {values:first}",
    "differs": "Also differs: {difference}",
    "requests failed": "{share:share} of the requests failed",
    "some requests failed": "Some requests failed; how many were sent is not on record",
    "better by failing": "Not comparable: more requests failed here than in the baseline",
    "baseline fails more": "Not comparable: more requests failed in the baseline than here",
    "vary on one side": "Not comparable: the replies of one side vary in length, those of the other do not",
    "other replies": "A reply is of {size:quantity} here and of {base:quantity} in the baseline: another document, a "
    "redirect, an error page, or compression",
    "few beyond": "Of {requests:count} requests in a run, {beyond:# is slower than this|# are slower than this}",
    "as offered": "Both sides served the rate that they were offered: what they could have served is not known",
    "runs needed": "Runs needed: about {runs} a side",
    "one sitting a side": "One sitting a side: what differs may be the sittings.",
    "one sitting in some": "{cells:# cell has|# cells have} one sitting a side: what differs may be the sittings.",
    "measured one after the other": "Cannot be told from drift: one side was measured after the other, and the "
    "results changed with time. Alternate the sides (A B A B)",
    "starts not recorded": "Not every run's start is on record, so drift and sittings cannot be checked: verdicts "
    "rest on the runs alone.",
    "sittings by bundle": "Not every run's start is on record. Assumed: runs that came together (one upload, one "
    "folder of an archive) are one sitting, those that came apart are not. Drift cannot be checked.",
    "coarse": "Printed in steps of {step:quantity}: a figure this small is rough",
    "coarse ratio": "At this resolution the ratio may be {span:between}",
    "sittings needed": "Sittings needed: about {sittings} a side, taking turns",
    "accepted mixture": "Accepted on purpose within cells: {dimension:dimension} {values:first}.",
    "accepted by rule": "Accepted by rule: {dimension:dimension} {values:first} (“{reason}”).",
    # A comparison's headline.
    "replies differ": "Replies of {size:quantity} against {base:quantity}: perhaps not the same document.",
    "some replies differ": "{cells:# cell has|# cells have} replies of another size than the baseline: perhaps not the "
    "same document.",
    "some accepted": "Accepted on purpose: {keys:conditions}.",
    "some accepted by rule": "Accepted by rule of this site: {keys:conditions}.",
    "one pair": "{metric:Metric}: {name:column} {value:quantity}, {base_name:column} {base_value:quantity}: "
    "[[{moved:change}]]. {n:# run|# runs} against {base_n}: [[{verdict:judgement}]].",
    "a few metrics of one pair": "{column} against {baseline}: {changes:;}; [[{verdicts:outcome}]].",
    "one pair from zero": "{metric:Metric}: {name:column} {value:quantity}, {base_name:column} {base_value:quantity}. "
    "{n:# run|# runs} against {base_n}: [[{verdict:judgement}]].",
    "from zero": "{metrics:Metrics} against {cols:dimension} {baseline}, where there are none: "
    "[[{verdicts:outcomes}]].",
    "one metric changed": "{metric:Metric} [[{moved:change}]]",
    "many cells of one column": "{metric:Metric}: {name:side} against {baseline}: median [[{middle:change}]] "
    "({least:change} to {most:change}); [[{verdicts:outcome}]].",
    "many cells of some columns": "{metric:Metric} against {cols:dimension} {baseline}: median [[{middle:change}]] "
    "({least:change} to {most:change}); [[{verdicts:outcomes}]].",
    "two cells of one column": "{metric:Metric}: {name:side} against {baseline}: [[{least:change} to "
    "{most:change}]]; [[{verdicts:outcome}]].",
    "two cells of some columns": "{metric:Metric} against {cols:dimension} {baseline}: [[{least:change} to "
    "{most:change}]]; [[{verdicts:outcomes}]].",
    "many metrics of one column": "{metrics} metrics: {name:side} against {baseline}: [[{least:change} to "
    "{most:change}]]; [[{verdicts:outcome}]].",
    "many metrics of some columns": "{metrics} metrics against {cols:dimension} {baseline}: [[{least:change} to "
    "{most:change}]]; [[{verdicts:outcomes}]].",
    "many coarse cells": "{metrics:Metrics} against {cols:dimension} {baseline}: figures too coarse for a ratio; "
    "[[{verdicts:outcomes}]].",
    "not comparable": "[[Not comparable]]: {keys:conditions} {count:differs|differ}.",
    "would mix": "[[Not comparable]]: cells mix {keys:conditions}.",
    # A comparison of two sides: the first line of its page.
    "metrics in short": "{name:side} against {baseline}: {changes:;}; [[{verdicts:outcome}]].",
    "in short": "{metric:Metric}, {name:side} against {baseline}: {parts:;}.",
    "rows that moved": "[[{moved:moved}]] {rows:rows}",
    "rows alike": "same within {margin:g}% {rows:rows}",
    "rows that cannot tell": "cannot tell {rows:rows}",
    "rows like drift": "cannot be told from drift {rows:rows}",
    "rows of few runs": "too few runs {rows:rows}",
    "rows apart": "not comparable {rows:rows}",
    "rows of one side": "Run with {name:side} only: {rows:,}.",
    # What runs have in common, of any question about curves.
    "runs without a place": "{runs:# run|# runs} without {axis:Dimension} on record {runs:is|are} left out.",
    "runs that cannot be placed": "{runs:# run|# runs} without a {axis:dimension} on record cannot be placed.",
    "no error on record": "No run here records errors.",
    # Scaling: what a reader of one curve must know.
    "one point": "Measured at {n:load} only: no curve.",
    "too few points for the law": "{points} points cannot fix the {parameters} parameters of the Universal "
    "Scalability Law; only Amdahl's law is drawn, and it passes through them because it must.",
    "no degree of freedom": "{points} points for {parameters} parameters: the Universal Scalability Law passes "
    "through every point because it must. It describes; it proves nothing.",
    "few degrees of freedom": "{points} points for {parameters} parameters: a rough fit.",
    "too few points to choose": "Too few points for AICc to choose between the laws; R² is {fits}.",
    "laws alike": "AICc cannot choose between the laws: they differ by {difference:.1f}, less than {evidence:g}.",
    "law preferred": "AICc prefers {law}, by {difference:.1f}.",
    "measured fall": "From {top:load} to {last:number} the measured figure falls by {lost:lost}, which Amdahl's law "
    "cannot do.",
    "no peak": "The Universal Scalability Law has no peak within twice the measured range, up to {furthest:load}.",
    "peak beyond": "The peak at {peak:number} lies beyond the largest N measured, {largest:number}.",
    "flat": "All figures from {first:number} to {last:load} lie within 5% of the highest: there is no peak to find.",
    "peak of the law alone": "The fitted peak, at {peak:number}, is not in the data: the figures are still at their "
    "highest at {last:load}, the last point measured.",
    "more than linear": "Superlinear: {n:load} reach {efficiency:share} of linear growth from {first:number}. "
    "Neither law can follow that; with both parameters at 0 the fit is a straight line.",
    "idle": "At {n:load}, {share:share} of CPU time was idle: the load or something else was the limit there, not "
    "the CPUs.",
    "failing point": "At {n:load}, {share:share} of the requests failed: less was served than the figure says.",
    "failing at": "At {n:load} some requests failed; of how many is not on record.",
    "every point fails": "{ends:shares} requests failed at every point: less was served than the figures say.",
    "more points fail": "Requests failed at {points:# more point|# more points}.",
    "peak before": "The peak at {peak:number} lies before the smallest N measured.",
    "peak between": "The peak at {peak:number} lies between {low:number} and {high:load}, where nothing was measured.",
    "few runs for a bootstrap": "Some points have only {runs:# run|# runs}: bootstrap intervals from so few are too "
    "narrow.",
    "single runs": "Every point is a single run: how far it would vary is not known.",
    "no throughput": "The scaling laws describe throughput; {metric:metric} is not one, so none is fitted.",
    # Scaling: knees and falls.
    "too few loads": "{loads} loads are too few to find a knee; it takes {needs}.",
    "no knee": "No knee: within the loads measured, throughput does not rise and then flatten.",
    "knee": "The knee, beyond which added load brings less than before, is at about {load:load} (measured next to "
    "it: {below:number} and {above:number}).",
    "knee within": "The knee, beyond which added load brings less than before, is at about {load:load} (measured "
    "next to it: {below:number} and {above:number}); {how:basis}: {ends:span}.",
    "knee of some samples": "{share:.0f}% of the bootstrap samples have a knee.",
    "no fall": "Throughput does not fall by 10% or more within the loads measured.",
    "fall": "It holds up to {holds:load} and is {lost:lost} lower at {fails:number}; nothing was measured between.",
    "fall within": "It holds up to {holds:load} and is {lost:lost} lower at {fails:number}; nothing was measured "
    "between. {how:Basis}: the fall begins between {low:number} and {high:number}.",
    "requests per connection": "Each connection makes {requests:number} requests, so the rate offered is "
    "{requests:number} times x.",
    "never keeps up": "Less than 95% of the offered rate is served even at {load:load}.",
    "keeps up": "At least 95% of the offered rate is served up to {load:load}.",
    # Scaling: the headline.
    "scaling": "{metric:Metric}: {curves:;}.",
    "curve of a size": "[[{curve}]] {parts:&}",
    "curve of a time": "[[{curve}]] is {gain:multiple} as fast at {last:load} as at {first:number}",
    "curve of a figure": "[[{curve}]] has {gain:multiple} as much at {last:load} as at {first:number}",
    "is flat": "is flat, within 5%, from {first:number} to {last:load}",
    "falls from the first on": "is highest at {first:number} and {lost:lost} lower at {last:load}",
    "is highest": "is highest at {top:load} ({value:quantity})",
    "is highest, over the first": "is highest at {top:load} ({value:quantity}, {gain:multiple} as much as at "
    "{first:number})",
    "grows more than linearly": "grows more than linearly ({efficiency:share} of it at {n:load})",
    "has idle CPUs": "had {share:share} of its CPU time idle there",
    "has its fitted peak": "has its fitted peak at {peak:load}",
    "has its fitted peak within": "has its fitted peak at {peak:load} (95%: {ends:span})",
    "curve gains": "[[{curve}]] gains {gain:times} from {first:number} to {last:load}",
    "curve without a peak": "[[{curve}]] has no peak within twice the measured range and gains {gain:times} from "
    "{first:number} to {last:load}",
    "curve with a peak": "[[{curve}]] has its fitted peak at {peak:load} and gains {gain:times} from {first:number} to "
    "{last:load}",
    "curve with a sure peak": "[[{curve}]] has its fitted peak at {peak:load} (95%: {ends:span}) and gains "
    "{gain:times} from {first:number} to {last:load}",
    "curve of a load": "[[{curve}]] {parts:&}",
    "has its knee": "has its knee at about {load:load}",
    "has its knee within": "has its knee at about {load:load} (95%: {low:number} to {high:number})",
    "holds up to": "holds up to {load:load}",
    "is lower at": "is {lost:lost} lower at {load:number}",
    "reaches": "reaches {value:quantity} at {load:load}",
    # Scaling: the first line of its page, shorter than the headline.
    "scaling, in short": "[[{parts:&}]].",
    "curves hold": "{curves:few} {count:holds|hold} up to {load:load}",
    "curves bend": "{curves:few} {count:bends|bend} at about {load:load}",
    "curves are flat": "{curves:few} {count:gains|gain} nothing up to {load:load}",
    "curves only fall": "{curves:few} {count:falls|fall} from {load:load} on",
    "curves still gain": "{curves:few} still {count:gains|gain} at {load:load}",
    "curves peak": "{curves:few} {count:is|are} highest at {load:load}",
    "a description": "{points} points for {parameters} parameters: a description, not a proof.",
    "curves differ": "Not comparable by {by:dimension} alone: they also differ in {keys:conditions}.",
    # History: what a reader must know.
    "no place to part": "No {axis} leaves {needs} runs on each side of it ({runs:# run|# runs} in all): no change "
    "can be found.",
    "too few to find a change": "{runs:# run|# runs} {runs:is|are} too few to find a change: it takes {needs} on each "
    "side.",
    "no start on record": "No run has its start on record: each is placed where it was stored, which need not be "
    "when it was made.",
    "some without a start": "{runs} of {total} runs have no start on record: they are placed where they were "
    "stored, which need not be when they were made.",
    "one curve a setup": "One curve for each setup: the runs differ in {keys:conditions}.",
    "changed from here on": "{dimension:Dimension} from {label} on: {after} (before: {before}).",
    "changed more often": "{changes:# more change|# more changes} of conditions from run to run.",
    "failures changed": "Failed requests went from {before:share} to {after:share}",
    "more failures": "More requests failed than before",
    "fewer failures": "Fewer requests failed than before",
    "runs with failures": "Requests failed in {runs} of {total:# run|# runs}: at most {share:share} of them.",
    "runs with some failures": "Requests failed in {runs} of {total:# run|# runs}; of how many is not on record.",
    # History: the headline.
    "would mix over time": "Not one history: it would mix {keys:conditions}.",
    "history": "{metric:Metric} {curve}.",
    "histories": "{metric:Metric}: {curves:;}.",
    "of a curve": "[[{curve}]] {said}",
    "more changed": "{curves} more changed",
    "none of the others changed": "none of {curves} {which} shows a change",
    "others too few": "{curves} {which} have too few runs to show {what}",
    "no change": "shows no change in {runs:# run|# runs}",
    "too few runs to show": "has too few runs to show a change ({runs:# run|# runs})",
    "many changes": "changed {changes} times in {runs:# run|# runs}; the largest change: {widest}",
    "changes": "{changes:&}; no other change in {runs:# run|# runs}",
    "changed between": "{moved} between {before} and {after}",
    "changed between, as others did": "{moved} between {before} and {after}, with a change of {keys:conditions}",
    "failures changed there": "{change}, where failed requests went from {before:share} to {after:share}",
    "more failures there": "{change}, where more requests failed",
    "fewer failures there": "{change}, where fewer requests failed",
    "as offered there": "{change}, while all of the offered rate was served",
    "that may be drift": "{change}, which cannot be told from drift",
    "changed within a minute": "{moved} between run {before} and run {after} ({label})",
    "changed within a minute, as others did": "{moved} between run {before} and run {after} ({label}), with a change "
    "of {keys:conditions}",
    "went": "went from {before:quantity} to {after:quantity}",
    "kept its median": "kept its median but changed",
    "rose to": "[[rose to {ratio:times}]]",
    "fell to": "[[fell to {ratio:times}]]",
    "rose by": "[[rose by {moved:lost}]]",
    "fell by": "[[fell by {moved:lost}]]",
    # History: the first line of its page, of the rows of its table.
    "levels of curves changed": "{metric:Metric}: [[{changes:# change|# changes} of level in {changed} of "
    "{curves:# curve|# curves}]]. The newest: {curve} {newest}.",
    "levels changed often": "{metric:Metric}: [[{changes} changes of level in {runs:# run|# runs}]]. The "
    "newest {newest}.",
    "levels changed": "{metric:Metric} {changes:then}.",
    "level rose": "[[rose {moved:lost}]] between {between} ({cause})",
    "level fell": "[[fell {moved:lost}]] between {between} ({cause})",
    "level today above": "Level today: {value}, {moved:lost} above that of {since}.",
    "level today below": "Level today: {value}, {moved:lost} below that of {since}.",
    "nothing recorded there": "nothing recorded there",
    # What a request costs.
    "runs without a recording": "{runs:# run|# runs} without a recording of the server {runs:is|are} left out.",
    "costs": "{name:column}: a request costs {figures:&}.",
    "cost": "{value:spent}",
    "costs against": "{name} against {baseline}: a request costs {changes:&}.",
    "cost changed": "[[{moved:change}]] {metric:cost} ({value:quantity}; [[{verdict:judgement}]])",
    # Drift: what today's data and code say otherwise than a permalink.
    "cannot be asked": "today's code cannot answer it: {fault}",
    "more runs": "{runs:# more run|# more runs} would count ({numbers:runs})",
    "fewer runs": "{runs:# other run|# other runs} would no longer count",
    "run deleted": "run {run} was deleted",
    "run excluded": "run {run} was excluded on {day}: {reason}",
    "run read anew": "run {run} was read anew on {day}",
    "run read by another version": "run {run} was read anew on {day} ({was}, now {now})",
    "run unfinished": "run {run} was stopped before its end, and such runs are left out now",
    "run corrected": "run {run} no longer matches the question: its facts were corrected",
    "statistics changed": "statistics version {before}, now {now}",
    "value changed": "{where}: {was}, now {now}",
    "value and verdict changed": "{where}: {was}, now {now} ({verdict:verdict}, now {verdict_now:verdict})",
    "verdict changed": "{where}: still {was} ({verdict:verdict}, now {verdict_now:verdict})",
    "value gone": "{where}: {was}, now no runs",
    "more cells": "{cells:# other cell|# other cells} would change",
    "accepted by rule since": "A rule of this site accepts {dimension:dimension} {values:first} now",
    "no longer accepted by rule": "No rule of this site accepts {dimension:dimension} {values:first} any more",
    "judged otherwise": "the same runs are laid out or judged differently",
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
    "published": "{mark}: published figures, of which no raw log is kept here.",
    "published beside n": "n with {mark}: published figures, of which no raw log is kept here.",
    "method of a history": "Levels are medians. A change: binary segmentation on ranks, by random orders, at 5% for "
    "all that is shown.",
    "nothing, but cells mix": "Nothing else, but cells mix other conditions; each says which.",
    "nothing besides the accepted": "Nothing else that is recorded, besides what is accepted.",
    "only the columns differ": "Nothing else that is recorded: the sides differ only in {key:dimension}.",
    "only the curves differ": "Nothing else that is recorded: the curves differ only in {key:dimension}.",
    "no row compares": "No row has runs in two columns, so nothing is compared.",
    "one column": "There is only one column, so nothing is compared.",
    "one curve": "There is only one curve, so nothing is compared.",
    "nothing along the curve": "Nothing that is recorded changes along a curve besides {axis}.",
    "along a load": "Along a curve, besides {key:dimension}, these change too:",
    "along a history": "Along a curve these change too, so what changes it may be one of them:",
    "no knee found": "Highest; no knee",
    "flat at every load": "{metric:Metric}: {figure} in each of {runs:# run|# runs}.",
    "swap": "Swap rows and columns",
    "open as a comparison": "Open as a comparison",
    "list the runs": "List these runs",
    "a curve for each": "One curve for each: {key:Dimension}",
    "one value only": "{key:Dimension} {value} only",
    "margin, none": "not judged",
    "margin": "within {margin:g}%",
    # The gate before an answer.
    "accept differences": "{count:Accept this difference|Accept all # differences}",
    "runs differ in": "These runs also differ in {titles:and}.",
    "one condition changes": "Between {sides:and}, {titles:and} changes with {compared:dimension}.",
    "some conditions change": "Between {sides:and}, {count} other conditions change with {compared:dimension}.",
    "compare by what was varied": "Compare by {title}",
    "scaling by what was varied": "Draw the curve by {title}",
    "compare by": "Compare {key:dimension}",
    "aborted left out": "{runs:# aborted run|# aborted runs} left out",
    "so many runs": "{runs:# run|# runs}",
    "runs of the others": "{runs:# run|# runs}, none of {side}",
    "all differences": "all differences",
    "side of all": "these runs",
    "the other sides": "the other {count}",
    "keep": "Keep {value}",
    "more values": "{count} more",
    "runs against": "{runs:# run|# runs} against {others:and}",
    "is on": "on",
    "is off": "off",
    "unrecorded": "unrecorded",
    # The parameters of a question, in the API's document.
    "parameter metric": "at most 24; without one, requests_per_second",
    "parameter rows": "another dimension than `cols`",
    "parameter cols": "another dimension than `rows`",
    "parameter split": "a third dimension: each of its values has rows of its own",
    "parameter stretch": "with `cols=stretch`, the columns: `2026-02-01..2026-05-20`, an end left out where it is open",
    "parameter baseline": "a value of `cols`; without it the first column",
    "parameter baseline of cost": "a value of `by`; without it the first",
    "parameter band": "percent within which sides are equal",
    "parameter by of cost": "the sides; without it, kernel",
    "parameter x of history": "without it, time",
    "parameter x of scaling": "without it, cpus",
    "parameter by of history": "one curve for each value of it, which must not be `x`; without it, one curve",
    "parameter by of scaling": "one curve for each value of it, which must not be `x`; without it, kernel",
    "parameter since": "of a stretch of time: runs made from this moment on, or this day",
    "parameter until": "runs made before this moment, or to the end of this day",
    "parameter gamma": "the figure at N = 1",
}
