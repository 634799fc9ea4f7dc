"""What benchdb answers to whoever does something: refusals, confirmations, forms. To be read like `catalogue.py`."""

from __future__ import annotations

ACTIONS = {
    # Excluding and tagging runs.
    "reason of an exclusion": "reason: expected 3 to {most} characters that say why the run does not count",
    "bad tag": "tag: expected up to 60 letters, digits and . : + - _ without blanks, found {tag!r}",
    "most tags": "run {run} has {most} tags, which is the limit",
    "excluded before": "{runs:# run was excluded already and keeps its reason|# runs were excluded already and keep "
    "theirs}.",
    "select to compare": "Select 2 to {most} runs to compare, not {runs}",
    "too many runs at once": "{runs:count} runs are more than a reader who is not logged in may take at once "
    "({most:count}): filter by a machine, a kernel, a server, a study or a tag, log in, or show a token. The list "
    "itself has every run, page by page, and so has /api/v1/runs.",
    "no recording to overlay": "run {run!r} has no recording to overlay",
    # Correcting runs.
    "no fact": "say at least one fact; what is left empty stays as it is",
    "nothing to correct": "the chosen runs have all of this already",
    "most to correct": "choose 1 to {most} runs to correct together, not {runs:count}",
    "run was read anew": "run {run} was read anew since: choose the one that took its place",
    "upload is being read": "upload {upload} is still being read; correct its runs once it is done",
    "would count twice": "run {one} and run {other} are of the same log, and would count twice: exclude one",
    "correction was undone": "this correction was undone already",
    "all put back": "{runs:# run has|# runs have} what they had before.",
    "some put back": "{runs:# run has|# runs have} what they had before; {left:# was changed since and stays|# were "
    "changed since and stay}.",
    "none put back": "Undone: its runs keep what was said of them since. Undoing that leads to what they had before "
    "both.",
    "no run to put back": "its runs were changed otherwise since, and stay as they are",
    "which setting": "name each setting that is to go, such as KeepAlive=not recorded",
    "boot after the start": "booted_at: run {run} began at {start}, before that boot",
    # Machines, kernels and servers.
    "merge into another": "choose another one to merge it into",
    "no merge into it": "this is not a merge into it",
    "memory typed": "Memory: expected an amount such as 512 MB or 2 GiB, found “{text}”",
    "corrected": "Changed on {name}: {fields:and}.",
    "merged": "{runs:# run|# runs} of {name} moved here. It can be undone below.",
    "merge undone": "{name} is back, with {runs:# run|# runs}. What {into} was given since stays there.",
    "merge was undone": "{who} has undone that merge already",
    # Notes of machines.
    "most notes": "{machine} has {most} notes, which is the limit; remove one first",
    "text of a note": "text: expected 1 to {most} characters",
    "day of a note": "day: expected one like 2006-07-10, from 1970 on, found {text!r}",
    "note ends before it begins": "days: {until} is before {since}",
    "no machine to note": "there is no machine called {name!r}",
    "note is another's": "Only the person who wrote a note, or an editor, can change or remove it.",
    "note added": "Noted of {machine}, {days}.",
    "note changed": "The note of {days} is changed.",
    "note removed": "The note of {days} is removed. Permalinks that were frozen with it keep it.",
    # Rules of the site.
    "most rules": "{most} rules are in force, which is the limit; end one first",
    "rule exists": "{dimension} has a rule already; end it first",
    "rule exists there": "{dimension} has a rule already where {only}; end it first",
    "rule made": "In force: {title}. Every comparison that uses it says so.",
    # Saved questions.
    "name of a question": "Give the question a name of at most {most} characters.",
    "most questions": "{most} questions are saved, which is the limit; remove one first.",
    "question's name is taken": "There is already a question called “{name}”; choose another name.",
    "question saved": "Saved as “{name}”, here and on the home page.",
    "question is another's": "Only the person who saved a question, or an editor, can remove it.",
    "question removed": "“{name}” is removed from the list.",
    # Studies.
    "title of a study": "Give the study a title.",
    "title of a question": "Give the first address a question: figures without one belong to the question above.",
    "address of a question": "“{title}” needs the address of an answer, such as /compare/?machine=web8&cols=kernel",
    "most questions of a study": "A study has at most {most} questions.",
    "too long for a study": "The {name} is longer than {most} characters.",
    "runs of a study": "Say which runs, as in the search of the runs list: machine:web8 concurrency:>100",
    "no runs for a study": "No run matches “{search}”.",
    "no runs of the study": "No run of the study matches “{search}”.",
    "most runs for a study": "More than {most:count} runs match, the most that are added at once: say more of them.",
    "study removed": "The study “{title}” is removed; its runs stay.",
    # Uploads.
    "not read yet": "The upload is still being read; change it once it is done.",
    "too late to cancel": "It was too late to cancel: the upload was read to its end. It can be withdrawn below.",
    "run of a withdrawn upload": "run {run} came with upload {upload}, which is withdrawn: restore that, and it counts",
    "reason of a withdrawal": "Say in {least} to {most} characters why the upload is withdrawn.",
    "withdrawn before": "This upload is already withdrawn.",
    "not withdrawn": "This upload is not withdrawn.",
    "files of a withdrawn upload": "{files:# file came|# files came} with upload {upload}, which {by} withdrew on "
    "{day} (“{because}”), and {files:counts|count} nowhere. Restore on the page of upload {upload} brings its runs "
    "back.",
    "name of a machine": "Name the machine, in at most {most} characters.",
    "changes of an upload": "An upload can be withdrawn, restored, or moved to another machine.",
    "webhook exists": "{url} is told of {kinds:and} already: remove that webhook first, or leave these out.",
    # What the API expects of a text, where it is something else.
    "other form": "expected a text of another form",
    "form: reason": "expected a reason of 3 characters or more",
    "form: tag": "expected a tag of letters, digits and _ . : + -, which begins with a letter, a digit or _, of at "
    "most 60 characters",
    "form: slug": "expected the last part of a page's address: letters, digits, - and _",
    "form: permalink": "expected a permalink's number: letters from a to z and digits from 2 to 7",
    "form: digest": "expected 64 digits from 0 to 9 and a to f",
    "form: without null": "expected a text without null characters",
    "form: question": "expected the kind of a question: compare, scaling, history or cost",
    "no file": "The request has no file; send at least one in the field 'file'.",
    "bad paths": "paths: expected a JSON list with one path per file: {error}",
    "other paths than files": "paths: expected a JSON list with one path for each of the {files} files",
    "file is too large": "{file}: larger than {most} MiB, the largest that is accepted.",
    "only a form": "This address takes what a form of the site sends. Opened by itself it has nothing to show, and "
    "nothing was changed.",
    "request is too large": "The request has more than {most} MiB besides its files, the most that is accepted.",
    "request has too many files": "The request has more than {most:count} files, the most that are accepted at once.",
    "request has too many fields": "The request has more than {most:count} fields, the most that are accepted at once.",
    "logs are deleted": "Raw logs of this upload were deleted by a retention rule, so it cannot be re-read. Send them "
    "again.",
    "bad kind of paths": "Benchdb-Paths: expected posix, got “{value}”",
    "bad part": "Benchdb-Import: expected 1 to 200 printable ASCII characters without blanks",
    "bad key": "Idempotency-Key: expected 1 to 200 printable ASCII characters without blanks",
    "key reused": "Idempotency-Key {key!r} was used before with other files or facts; a new upload needs a new key",
    "most runs for facts": "These files have more than {most:count} runs to hold the facts against: ask for fewer "
    "files, or with a token that may upload.",
    "most text for facts": "These files, and what is said of them, are too much to hold against each other: ask for "
    "fewer files, or with a token that may upload.",
    "file of facts": "states what the logs beside it cannot know",
    "no known log": "not a log we know",
    # What a pattern says of the chosen files' paths.
    "no path matches": "{matching:count} of {paths:count} paths match the pattern {pattern}: {path} is not of this "
    "form. Without it the logs count as trials of one setup, as far as they say nothing themselves.",
    "some paths match": "{matching:count} of {paths:count} paths match the pattern: {path} says {facts}. The others "
    "count without what it states.",
    "paths match": "{matching:count} of {paths:count} paths match the pattern: {path} says {facts}.",
    "field is missing": "expected, and the request does not have it",
    "field is unknown": "no field of this request; it has {known:,}",
    # Dry runs.
    "too many dry runs": "Too many files are being examined; try again in a few seconds.",
    "dry run stopped": "The dry run was stopped: {why}. Send it without dry_run.",
    "most of a dry run": "A dry run takes at most {most} MiB; send it without dry_run.",
    "took too long": "it took more than {most} s",
    "took too much memory": "it needs more than {most} MiB of memory",
    # Recordings of an upload.
    "day of the runs": "the runs in its folder began on that day",
    "day of the other recordings": "the other recordings in its folder are from that day",
    "day of the file": "its file was written on that day, or before the other one",
    "clock says": "{zone}, as it says",
    "clock says several": "{zone}, of several zones: taken as UTC; Europe/Berlin, +02:00",
    "clock says nothing": "taken as UTC; Europe/Berlin, +02:00",
    "zone of several": "{zone}, which is the time of several zones: taken as UTC",
    "zone unknown": "of an unknown zone, taken as UTC",
    # A backup that is restored.
    "reading was members": "READING was members where this was backed up, and is {now} here: set "
    "READING=members before you start the site, or everybody reads it who reaches it.",
    "reading was public": "READING was public where this was backed up, and is {now} here: only who logs in reads it "
    "now.",
    # The admin.
    "rename on its page": "Rename it on its page: what it was called leads to it from then on.",
    # Accounts and webhooks.
    "days of a token": "Days it lasts (empty: until revoked)",
    "no such account": "No account has this name and password. Both are case-sensitive.",
    "password changed": "Your password is changed. Your other sessions have ended; tokens still work.",
    "invitation withdrawn": "The link for one {role} is withdrawn: it makes no account any more.",
    "invitation is gone": "Nothing was changed: that link has been used, or was withdrawn before.",
    "name of an account": "Letters, digits and @ . + - _ without spaces, such as ada or ada.byron.",
    "no name of an account": "A name has letters, digits and @ . + - _ alone, no spaces.",
    "name of another": "There is an account called {name} already: names that differ only in upper and lower case "
    "would be taken for one.",
    "password": "At least 10 characters, not all digits, not a common password, not like your name.",
    "account closed": "{name}’s account is closed: its sessions have ended, its tokens are revoked.",
    "webhooks go on": "{webhooks:# webhook|# webhooks} that {name} made {webhooks:goes|go} on sending: see Webhooks.",
    "token revoked": "The token “{name}” is revoked.",
    "tokens revoked": "{tokens:# token|# tokens} of {name} revoked.",
    "own role": "Another admin has to change your role, so that there is always one.",
    "last admin": "Nothing was changed: no admin who can log in would be left. Give somebody else the role first, on "
    "the page People.",
    "no role named": "Nothing was changed: the form names no role for {user}.",
    "role was taken": "Nothing was changed: another admin took your role in the meantime.",
    "may read": "read what is not public",
    "may upload": "upload, freeze, correct own uploads",
    "may edit": "edit, exclude, tag, merge, studies",
    "may audit": "see who changed what",
    "may administer": "people, webhooks, the admin",
    "may change the account": "own password and tokens",
    "most of an address": "an address has at most {most} characters",
    "no day": "“{text}” is no day; a day is 2026-11-24.",
    "delivery is sent again": "“{title}” is on its way again; this page shows the result.",
    "delivery was not given up": "Nothing was sent: that delivery has arrived, or is being tried still.",
    "test is sent": "A test delivery is on its way; this page shows its result.",
    # Watches and feeds.
    "direction of a watch": "direction is {direction!r}; known are {known:,}",
    "least of a watch": "the least change is a share from 0 to {most:g}: 0.02 is 2%",
    "most watches": "one account can have {most} watches: remove some",
    "watched already": "you have this watch already: watch {number}, “{title}”, has the same question, settings and "
    "mail address",
    "no mail from here": "this site sends no mail: its MAIL_URL is not set",
    "not a mail address": "{address!r} is not a mail address",
    "no false alarms": "False alarms: none in {histories} simulated histories of 60 runs (at most {most:%1}).",
    "false alarms": "False alarms: in {alarms} of {histories} simulated histories of 60 runs ({share:%1}).",
    "mail of a change": "{title}\n\nThe history:\n{site}{path}\n\nYou are told once of each change. {false_alarms}\n"
    "What you watch, and how to end it:\n{site}/watches/{watch}/\n",
    "check failed": "Checking it failed inside benchdb ({fault}: {words}).",
    "mail of a closed account": "not sent: the account of whoever made the watch is closed",
    "mail of a deleted account": "not sent: the account of whoever made the watch was deleted",
    "last attempt was killed": "the last attempt ended its worker",
    "quiet": "Quiet: only changes that are very unlikely to be chance",
    "feed of watches": "Changes in watched histories: each is reported once.",
    "feed": "benchdb: new runs and verified changes",
    "feed of all": "Uploads whose runs were stored, permalinks that today's data would contradict, changes in watched "
    "histories.",
    # The page of a kind of question before there is one.
    "launcher: compare": "A comparison varies one thing and holds the rest still. For each machine, pick what was "
    "varied.",
    "launcher: scaling": "A curve grows along one thing and holds the rest still. Pick a machine and what was raised "
    "on it.",
    "launcher: history": "One curve for each setup, never pooled. Pick one that was measured repeatedly.",
    "launcher: cost": "What one request took of the server, from what sar and similar tools recorded during the load.",
    "nothing for compare": "Nothing here was varied with the rest held still: upload runs that differ in one thing.",
    "nothing for scaling": "No machine was measured at three or more loads or CPU counts with the rest held still.",
    "nothing for history": "No setup has three runs yet.",
    "nothing for cost": "No run has a recording of its server during the load: upload sar, vmstat or pidstat beside "
    "the log.",
    # The documents, by their names.
    "document: tutorial": "nginx with and without a limit, step by step",
    "document: cli": "upload, import, record, and a gate that fails a build",
    "document: moving-in": "folders, spreadsheets, other tools; CSV, SQL and Parquet",
    "document: alternatives": "what each is for, and what benchdb leaves to them",
    "document: comparing": "every number of a comparison, and how often a verdict is wrong",
    "document: scaling": "fitted laws, peaks, load curves and knees",
    "document: history": "changes of level, and how often one is drawn where there is none",
    "document: watching": "a message when a figure changes",
    "document: glossary": "one word for each idea",
    "document: client": "the API as a Python class",
    "document: webhooks": "what is sent where, and how it is signed",
    "document: operations": "limits, proxies, back-up, upgrades",
    "document: containers": "the site with Docker Compose",
    "document: scaling-out": "more than one machine",
    "document: performance": "what pages and parsers cost, as measured",
    "document: architecture": "the plan of the code, and four walks through it",
}
