"""`opreport` of OProfile, with -l (symbols) and without (images) -> one RunRecord for each event that was counted.

Source: OProfile's manual and its doc/opreport; 0.5 to 1.4. Any order of the columns, several events side by side, the
address column (-w), call graphs and details (their indented rows are relative to others, and passed over).
`function_share` (-l) is by function: those of the kernel and its modules by name, others as `file: function`;
`module_share` is by image: with -l the sum of its functions, without it the images, or, where an application has
dependent images below it, these. `program_share` is then by application. Shares are the printed percentages; of
dependent images, which OProfile prints as parts of their application, samples over all samples. `profile_samples` is
the sum where the percentages add up to all of it: a report may be cut by --threshold or `head`.
The event is the fact `tuning.profile_event`, so that runs of different events are never taken for repetitions; `cpu` is
what OProfile calls the processor. Percentages below a report's own rounding are 0.
Says nothing about: kernel, machine, start, duration.
"""

TITLE = "opreport"
VERSION = "9"
