"""The founding study of SMP scaling asks six questions and answers them, where nobody changed what it asked."""

from django.db import migrations

SLUG = "smp-scaling"
BEFORE = [
    "How far does each kernel scale?",
    "Throughput by number of CPUs, 2.4.1 against 2.2.19",
    "Throughput from 1 to 8 CPUs, kernel by kernel",
    "Share of the system's time in stext_lock",
    "Which lock 2.2.19 waits for",
    "Which lock 2.4.1 waits for, 8 CPUs, 8 threads per client",
    "Waiting for the run queue's lock, by scheduler",
    "Lock waiting at 8 CPUs, multi-queue against priority-queue scheduler",
    "Growth of lock waiting from 4 to 8 CPUs"
]
TABLE_BEFORE = "Figures told in the text"
QUESTIONS = [
    {
        "title": "How far does it scale?",
        "answer": "2.4.1 serves 3.4 times as much on 8 CPUs as on 1. 2.2.19 reaches 1.7 times on 4 and falls back to 1.4 on 8.",
        "short": "3.4 times, 1.4",
        "page": "scaling",
        "query": "study=smp-scaling&threads=2",
        "note": "Against 2.2.19, 2.4.1 serves 1.1 times as much on one CPU, 1.4 on two, 2.0 on four, 2.8 on eight. On 8 CPUs it was still 3% idle: there the load was the limit, not the server."
    },
    {
        "title": "How much is waiting for locks?",
        "answer": "73% of the system's time in 2.2.19 on 8 CPUs, 9.1% in 2.4.1.",
        "short": "73%, 9%",
        "query": "study=smp-scaling&metric=function_share&item=stext_lock&rows=cpus&cols=kernel",
        "note": "70% to 90% of all time is the system's, so a lock of the kernel is a limit of the server. On one CPU there is nobody to wait for; for 2.4.1 the figure is not given."
    },
    {
        "title": "Which lock?",
        "answer": "In 2.2.19 one: kernel_flag, with 98% to 99.6% of all waiting. In 2.4.1 under overload runqueue_lock, with 83%.",
        "short": "kernel_flag, runqueue_lock",
        "query": "study=smp-scaling&metric=lock_wait_share&kernel=Linux+2.2.19+SMP&rows=item&cols=cpus",
        "note": "2.2.19, by the number of CPUs."
    },
    {
        "query": "study=smp-scaling&metric=lock_wait_share&kernel=Linux+2.4.1+SMP&rows=item&cols=cpus",
        "note": "2.4.1, 8 CPUs, 8 threads per client, with the original scheduler. Under overload: the two kernels are not one comparison."
    },
    {
        "title": "Does another scheduler help?",
        "answer": "Yes: on 8 CPUs multi-queue waits 540 times less for runqueue_lock, 1.1 µs a request instead of 592; priority-queue 19 times less.",
        "short": "540 times less",
        "query": "study=smp-scaling&metric=lock_wait_per_request&item=runqueue_lock&rows=cpus&cols=kernel_patches&baseline=none",
        "note": "Per request, 8 threads per client. “none” is the original scheduler."
    },
    {
        "title": "Which lock is next?",
        "answer": "The socket locks and dcache_lock: 84 of 103 µs a request with multi-queue, having grown 4.4 to 5.2 times from 4 to 8 CPUs.",
        "short": "sockets, dcache",
        "query": "study=smp-scaling&metric=lock_wait_per_request&cpus=8&kernel_patches=multi-queue+scheduler&kernel_patches=priority-queue+scheduler&rows=item&cols=kernel_patches",
        "note": "Waiting per request on 8 CPUs, 8 threads per client."
    },
    {
        "query": "study=smp-scaling&metric=lock_wait_growth&rows=item&cols=kernel_patches",
        "note": "How many times its figure for 4 CPUs, as published."
    }
]
TABLE = {
    "title": "What does overload cost?",
    "answer": "About a fifth of the throughput, on every number of CPUs.",
    "short": "about 20%",
    "note": "Figures told in the text: the authors give these without a table of runs, so they are kept as they are told. They agree with the tables: 591.6 µs for the run queue's lock, at 83.4% of all lock waiting, make 709 µs of waiting for each request; at a fifth less than 5,382 requests a second, eight CPUs have 1,858 µs for each. That is 38%, where the text says 40%."
}
NOTES_BEFORE = "Peak requests per second of WebBench 3.0"
NOTES = "Peak requests per second of WebBench 3.0 on static documents, with 28 client machines on four networks. Apache 1.3.9 was built with SINGLE_LISTEN_UNSERIALIZED_ACCEPT, its access log off; the SMP build of each kernel was used on one CPU too. 70% to 90% of the time was the system's.\n\nThroughput was measured with 2 threads per client, the waiting of 2.4.1 with 8, which is overload: another load, and never one comparison with the other.\n"


def renew(apps, schema_editor):
    for study in apps.get_model("benchdb", "Study").objects.filter(slug=SLUG):
        is_ours = [entry.get("title") for entry in study.comparisons] == BEFORE
        if is_ours and [table.get("title") for table in study.tables] == [TABLE_BEFORE]:
            study.comparisons, study.tables = QUESTIONS, [{**study.tables[0], **TABLE}]
            if study.notes.strip().startswith(NOTES_BEFORE):
                study.notes = NOTES
            study.save(update_fields=["comparisons", "tables", "notes"])


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0077_author_of_a_permalink")]

    operations = [migrations.RunPython(renew, migrations.RunPython.noop)]
