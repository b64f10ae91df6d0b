"""plumb_drift.spark on a cluster of two executors with one core each, against one process.

    python cluster_run.py --plumb build/release/bin/plumb --rows 200000

1. one process with two threads makes the profile of the rows, from Parquet, and vectors (int8);
2. Spark makes the profile, undisturbed: the same bytes, and at least 85% of that throughput;
3. Spark makes it again, and one executor is killed (SIGKILL) in the middle: the same bytes;
4. Spark writes the scores (int8), and one executor is killed in the middle: the rows and vectors of
   one process, a file for each shard, and nothing twice;
5. the example of docs/spark.md with RDD.pipe gives the same bytes again.

The cluster is Spark's local-cluster: two workers, and executors that are processes of their own.
The throughput is that of a cluster that is up: Spark's start, and a first job that has executors
start Python and load the model, are told apart. It is judged from 20,000 rows on.
"""

import argparse
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORDS = "goal drift agent plan answer tool river storm invoice patient ticket sensor late".split()


def make_rows(path, count):
    """All different, 3 to 5 words and a number, with every field of a result."""
    import random

    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = random.Random(42)
    severities = ["low", "medium", "high", None]
    schema = pa.schema(
        {
            "id": pa.string(),
            "prompt": pa.string(),
            "response": pa.string(),
            "severity": pa.string(),
            "tools": pa.list_(pa.string()),
            "labels": pa.map_(pa.string(), pa.string()),
        }
    )
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, count, 10_000):
            writer.write_batch(
                pa.RecordBatch.from_pylist(
                    [
                        {
                            "id": f"r{i}",
                            "prompt": f"question {i % 97}",
                            "response": " ".join(
                                ["text", str(i), *rng.choices(WORDS, k=rng.randint(1, 3))]
                            ),
                            "severity": rng.choice(severities),
                            "tools": rng.choice([None, [], ["search"], ["search", "mail"]]),
                            "labels": {"region": rng.choice(["north", "south"])},
                        }
                        for i in range(start, min(start + 10_000, count))
                    ],
                    schema,
                )
            )


ONE_PROCESS = """
import sys, time
import numpy as np, pyarrow.parquet as pq
from plumb_drift import Profile, embed
rows, profile, vectors = sys.argv[1:]
begin, cpu = time.monotonic(), time.process_time()
made = Profile(threads=2).add_batches(pq.ParquetFile(rows).iter_batches(batch_size=10_000))
seconds, cpu = time.monotonic() - begin, time.process_time() - cpu
made.save(profile)
texts = pq.read_table(rows, columns=["response"])["response"]
found = embed(texts, threads=2, precision="int8", return_truncated=True)
np.savez(vectors, vectors=found.vectors, tokens=found.tokens)
print(seconds, cpu, found.tokens.mean())
"""


def one_process(rows, folder):
    """In a process of its own: no thread of Spark's beside it, no warm model."""
    files = [str(rows), str(folder / "one.plumb"), str(folder / "one.npz")]
    done = subprocess.run(
        [sys.executable, "-c", ONE_PROCESS, *files], check=True, capture_output=True, text=True
    )
    return map(float, done.stdout.split())  # seconds, CPU seconds, tokens of a text


def start_session():
    import pyspark
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ.setdefault("SPARK_SCALA_VERSION", "2.13")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    begin = time.monotonic()
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .appName("plumb")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.executor.memory", "1g")
        .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", ""))
        .config("spark.executorEnv.XDG_CACHE_HOME", "/nonexistent")  # no model but the shipped one
        .config("spark.sql.files.maxPartitionBytes", "64m")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    # Both executors are there before anything is timed.
    deadline = time.monotonic() + 120
    while len(executors(session)) < 2:
        if time.monotonic() > deadline:
            sys.exit("cluster_run: two executors did not start within 120 s")
        session.range(2).count()
        time.sleep(0.2)
    return session, time.monotonic() - begin


def executors(session):
    """Their process ids by their numbers: only those of this application."""
    app = session.sparkContext.applicationId
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if "org.apache.spark.executor.CoarseGrainedExecutorBackend" in words and app in words:
            found[int(words[words.index("--executor-id") + 1])] = int(folder.name)
    return found


def cpu_seconds(session):
    """Of all executors and their Python workers, which outlive a job."""
    times, parents = {}, {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(folder.name)] = int(fields[1])
            times[int(folder.name)] = int(fields[11]) + int(fields[12])
    mine = set(executors(session).values())
    total = 0
    for pid, ticks in times.items():
        above = pid
        while above in parents and above not in mine:
            above = parents[above]
        total += ticks if above in mine else 0
    return total / os.sysconf("SC_CLK_TCK")


class Killer(threading.Thread):
    """Kills an executor when a share of the tasks of a stage with many is done."""

    def __init__(self, session, tasks):
        super().__init__(daemon=True)
        self.session = session
        self.tasks = tasks
        self.done_before = None
        self.finished = False
        self.start()

    def run(self):
        tracker = self.session.sparkContext.statusTracker()
        while not self.finished:
            for stage in tracker.getActiveStageIds():
                info = tracker.getStageInfo(stage)
                if (
                    info
                    and info.numTasks == self.tasks
                    and info.numCompletedTasks >= self.tasks // 3
                ):
                    if info.numActiveTasks < 1 or info.numCompletedTasks >= self.tasks - 2:
                        continue
                    victim = max(executors(self.session).items())
                    os.kill(victim[1], signal.SIGKILL)
                    self.done_before = info.numCompletedTasks
                    self.killed = victim[0]
                    return
            time.sleep(0.02)

    def told(self):
        self.finished = True
        self.join()
        if self.done_before is None:
            sys.exit("cluster_run: no executor was killed; give more --rows")
        return (
            f"executor {self.killed} killed when {self.done_before} of {self.tasks} tasks were "
            f"done; executors at the end: {sorted(executors(self.session))}"
        )


def check(holds, what):
    print(f"{'ok' if holds else 'FAILED':6} {what}", flush=True)
    if not holds:
        sys.exit(1)


def compare_scores(session, folder, written, rows, count):
    import numpy as np
    import pyarrow.parquet as pq

    wanted = np.load(folder / "one.npz")
    ids = pq.read_table(rows, columns=["id"])["id"].to_pylist()
    place = {each: i for i, each in enumerate(ids)}
    seen = np.zeros(count, bool)
    run = Path(written.folder)
    for shard in written.shards:
        table = pq.read_table(run / shard.file, columns=["id", "embedding", "tokens"])
        at = np.array([place[each] for each in table["id"].to_pylist()])
        vectors = table["embedding"].combine_chunks().flatten().to_numpy().reshape(len(at), -1)
        check_quietly(not seen[at].any(), "a row is in two files")
        seen[at] = True
        same = vectors.tobytes() == wanted["vectors"][at].tobytes()
        check_quietly(same, f"vectors of {shard.file}")
        check_quietly(np.array_equal(table["tokens"], wanted["tokens"][at]), "tokens")
    check(seen.all(), f"scored rows are the single process' bits: {count} rows, none twice")
    left = sorted(path.name for path in run.iterdir())
    names = sorted([shard.file for shard in written.shards] + ["_plumb.json"])
    check(left == names, f"nothing else in the run's folder: {len(written.shards)} shards")


def check_quietly(holds, what):
    if not holds:
        check(False, what)


def write_lines(rows, count, path):
    import pyarrow.parquet as pq

    with path.open("w") as file:
        for row in pq.read_table(rows).slice(0, count).to_pylist():
            row["labels"] = dict(row["labels"])
            there = {key: value for key, value in row.items() if value is not None}
            file.write(json.dumps(there) + "\n")


def piped_profile(session, lines, plumb):
    """The example of docs/spark.md, as it stands there."""
    from plumb_drift import _core

    text = (ROOT / "docs" / "spark.md").read_text()
    (block,) = re.findall(r"```python\n(# RDD\.pipe.*?)```", text, re.DOTALL)
    models = str(Path(_core.model_folder("all-MiniLM-L6-v2")).parent)
    names = {"spark": session, "lines": lines, "plumb": shlex.quote(plumb), "models": models}
    exec(compile(block, "docs/spark.md", "exec"), names)
    return names["whole"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--plumb", required=True, help="the program, for RDD.pipe")
    parser.add_argument("--partitions", type=int, default=48)
    parser.add_argument("--least-share", type=float, default=0.85)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="plumb-cluster-") as name:
        run(arguments, Path(name))


def run(arguments, folder):
    from plumb_drift import Profile
    from plumb_drift import spark as plumb_spark

    count, partitions = arguments.rows, arguments.partitions
    rows = folder / "rows.parquet"
    make_rows(rows, count)
    alone, alone_cpu, tokens = one_process(rows, folder)
    print(
        f"one process, 2 threads: {count} rows of {tokens:.1f} tokens in {alone:.1f} s, "
        f"{count / alone:.0f} rows/s, {alone_cpu:.1f} s of CPU",
        flush=True,
    )
    wanted = (folder / "one.plumb").read_bytes()

    session, started = start_session()
    print(f"Spark {session.version}, 2 executors of 1 core, up after {started:.1f} s", flush=True)
    df = session.read.parquet(str(rows)).repartition(partitions)

    begin = time.monotonic()
    plumb_spark.profile(df.limit(100))
    print(f"a first job of 100 rows: {time.monotonic() - begin:.1f} s", flush=True)

    begin, cpu = time.monotonic(), cpu_seconds(session)
    found = plumb_spark.profile(df)
    seconds, cpu = time.monotonic() - begin, cpu_seconds(session) - cpu
    share = alone / seconds
    print(
        f"Spark, undisturbed: {seconds:.1f} s, {count / seconds:.0f} rows/s, {cpu:.1f} s of CPU",
        flush=True,
    )
    check(found.to_bytes() == wanted, f"profile of {len(wanted)} bytes is the single process'")

    killer = Killer(session, partitions)
    begin = time.monotonic()
    found = plumb_spark.profile(df)
    seconds = time.monotonic() - begin
    print(f"Spark, disturbed: {seconds:.1f} s; {killer.told()}", flush=True)
    check(found.to_bytes() == wanted, "profile after a killed executor is the single process'")

    killer = Killer(session, partitions)
    begin = time.monotonic()
    written = plumb_spark.write_scores(
        session.read.parquet(str(rows)),
        folder / "scores",
        run="soak",
        shards=partitions,
        precision="int8",
    )
    seconds = time.monotonic() - begin
    print(f"Spark, scores written, disturbed: {seconds:.1f} s; {killer.told()}", flush=True)
    compare_scores(session, folder, written, rows, count)

    few = min(count, 2_000)
    lines = folder / "rows.jsonl"
    write_lines(rows, few, lines)
    whole = piped_profile(session, str(lines), arguments.plumb)
    check(
        whole.to_bytes() == Profile(str(lines)).to_bytes(),
        f"RDD.pipe of {few} rows: the same bytes",
    )
    session.stop()
    told = f"Spark's throughput is {share:.1%} of the single process'"
    if count < 20_000:
        print(f"       {told}, not judged by so few rows")
    else:
        check(share >= arguments.least_share, f"{told}, {arguments.least_share:.0%} wanted")


if __name__ == "__main__":
    main()
