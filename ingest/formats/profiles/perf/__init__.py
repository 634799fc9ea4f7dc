"""`perf report --stdio` -> one RunRecord for each event; also text copied from its terminal interface.

Source: Linux tools/perf/ui/stdio/hist.c and util/sort.c, 2.6.32 to 6.1; what perf 6.1 prints. Any sort order (--sort
sym, dso, comm and so on), -n, --children and --no-children, call graphs (passed over), a separator (-t), --header.
`function_share` is a function's own share (Overhead, or Self beside Children) over all processes: kernel functions by
name, others as `file: function`; `function_share_inclusive` what the column Children adds up, in the same way per
function (a function that is on a stack in several processes is counted in each). `module_share` is by Shared Object,
`program_share` by Command. Percentages are those printed, of two decimals: many small ones add up to less than all.
`profile_samples` is the number in the header, which perf rounds (48K).
The event is the fact `tuning.profile_event`, so that runs of different events are never taken for repetitions. With
--header the facts host, kernel, architecture, cpus, tool_version, command and captured_at are known.
"""

TITLE = "perf report"
VERSION = "8"
