"""The service beside a FastAPI + SQLAlchemy server that does the same inserts, and how long it
takes to compare: one run, one client, interleaved rounds.

Called by ./script/bench service, which says what the flags mean; docs/performance.md says how to
read the result.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import machine
from tables import table

HERE = Path(__file__).resolve().parent
RESULTS_A_BODY = 1_000
BYTES_A_RESULT = 500
DIMENSION = 384
WORDS = ("the order was shipped late refund will reach you within days account plan agent please "
         "contact support again").split()


def say(text):
    print(text, file=sys.stderr, flush=True)


def spread(values):
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


class Client:
    """One connection that is kept, as a program that sends without end has it."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)

    def post(self, path, body, content_type="application/json"):
        self.connection.request("POST", path, body, {"Content-Type": content_type})
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 300:
            sys.exit(f"POST {path}: {answer.status} {text[:500]!r}")
        return json.loads(text)

    def new_execution(self, name):
        return self.post("/api/v1/executions", json.dumps({"name": name}))["id"]


@contextlib.contextmanager
def running(command, port_of):
    """The client of a server that is stopped at the end."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = server.stdout.readline()
        if not line:
            sys.exit(f"{command[0]} did not start: {server.stderr.read()}")
        port = port_of(line)
        for _ in range(100):
            with contextlib.suppress(OSError), contextlib.closing(
                    http.client.HTTPConnection("127.0.0.1", port, timeout=1)) as probe:
                probe.connect()
                break
            time.sleep(0.1)
        yield Client(port)
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()
        server.stderr.close()


def plumb_server(options, folder):
    return running([str(options.bin / "plumb"), "serve", "--json", "--listen", "127.0.0.1:0",
                    "--db", str(folder / "plumb.db")],
                   lambda line: int(json.loads(line)["urls"][0].rpartition(":")[2]))


def fastapi_server(folder):
    return running([sys.executable, str(HERE / "fastapi_server.py"), str(folder / "peer.db")], int)


def made_result(number, rng):
    """A line of BYTES_A_RESULT bytes."""
    result = {"id": f"result-{number}", "prompt": f"question {number % 2000}",
              "severity": rng.choice(["low", "medium", "info"]),
              "tools": ["search"], "labels": {"region": "north"}, "response": ""}
    text = []
    left = BYTES_A_RESULT - len(json.dumps(result))
    while left > 0:
        text.append(rng.choice(WORDS))
        left -= len(text[-1]) + 1
    result["response"] = " ".join(text)[:left - 1 if left < 0 else None]
    return result


def bodies(count, rng):
    for body in range(count):
        first = body * RESULTS_A_BODY
        yield json.dumps({"results": [made_result(first + i, rng)
                                      for i in range(RESULTS_A_BODY)]}).encode()


def ingest_rate(client, sent):
    """Results a second over bodies that go one after the other, each durable when answered."""
    path = f"/api/v1/executions/{client.new_execution('bench')}/results"
    start = time.perf_counter()
    for body in sent:
        answer = client.post(path, body)
        if answer["added"] != RESULTS_A_BODY:
            sys.exit(f"of {RESULTS_A_BODY} results {answer['added']} were added")
    return RESULTS_A_BODY * len(sent) / (time.perf_counter() - start)


def ingest(options, folder):
    sent = list(bodies(options.bodies, random.Random(1)))
    found = {"plumb": [], "fastapi": []}
    with plumb_server(options, folder) as ours, fastapi_server(folder) as peer:
        for client in (ours, peer):
            ingest_rate(client, sent[:2])  # warm
        for number in range(options.rounds):
            say(f"ingest, round {number + 1} of {options.rounds}")
            found["plumb"].append(ingest_rate(ours, sent))
            found["fastapi"].append(ingest_rate(peer, sent))
    return found


def send_execution(client, results, seed):
    """Completed, and each result brings its vector, so that nothing is left to embed."""
    rng = random.Random(seed)
    execution = client.new_execution("compared")
    for first in range(0, results, RESULTS_A_BODY):
        lines = []
        for i in range(first, min(results, first + RESULTS_A_BODY)):
            result = made_result(i, rng)
            vector = [rng.gauss(0.1, 1) for _ in range(DIMENSION)]
            norm = sum(x * x for x in vector) ** 0.5
            result["embedding"] = [round(x / norm, 5) for x in vector]
            lines.append(json.dumps(result))
        client.post(f"/api/v1/executions/{execution}/results", "\n".join(lines),
                    "application/x-ndjson")
    client.post(f"/api/v1/executions/{execution}/complete", "{}")
    return execution


def compare_seconds(client, execution, baseline):
    start = time.perf_counter()
    client.post("/api/v1/drift/compare", json.dumps(
        {"execution_id": execution, "baseline_execution_id": baseline}))
    return time.perf_counter() - start


def compare(options, folder):
    """new: the current execution was never compared before; again: both were."""
    found = {"new": [], "again": []}
    with plumb_server(options, folder) as client:
        say(f"sending {options.rounds + 2} executions of {options.results:,} results")
        executions = [send_execution(client, options.results, seed)
                      for seed in range(options.rounds + 2)]
        compare_seconds(client, executions[1], executions[0])
        for execution in executions[2:]:
            found["new"].append(compare_seconds(client, execution, executions[0]))
            found["again"].append(compare_seconds(client, execution, executions[0]))
    return found


def sync_seconds(folder):
    """What one write of 4 KiB costs until the disk has it: the median of 50."""
    times = []
    with open(folder / "sync", "wb") as file:
        for _ in range(50):
            start = time.perf_counter()
            file.write(b"x" * 4096)
            file.flush()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return statistics.median(times)


def measured(options):
    busy = machine.busy_share()
    # Beside the build, not in /tmp: that may be memory, where durability costs nothing.
    with tempfile.TemporaryDirectory(dir=options.work) as name:
        folder = Path(name)
        document = {"plumb_service_bench": 1, "cpu": machine.cpu_name(), "cpus": machine.cpus(),
                    "instruction_set": machine.instruction_set(), "busy_before": busy,
                    "sync_seconds": sync_seconds(folder), "rounds": options.rounds,
                    "bodies": options.bodies, "results_a_body": RESULTS_A_BODY,
                    "bytes_a_result": BYTES_A_RESULT, "compared_results": options.results,
                    "ingest_results_per_second": ingest(options, folder)}
        (folder / "plumb.db").unlink()
        document["compare_seconds"] = compare(options, folder)
    complete(document)
    return document


def complete(document):
    """Adds medians, ratio and targets, in place."""
    rates = document["ingest_results_per_second"]
    seconds = document["compare_seconds"]
    document["summary"] = {**{f"ingest {name}": spread(values) for name, values in rates.items()},
                           **{f"compare {name}": spread(values)
                              for name, values in seconds.items()}}
    # Round by round: a slow minute of the machine hits both.
    ratios = [ours / peer for ours, peer in zip(rates["plumb"], rates["fastapi"])]
    document["ratio"] = spread(ratios)
    slowest = max(document["summary"][f"compare {name}"]["median"] for name in seconds)
    document["targets"] = [
        {"name": "ingest: times FastAPI + SQLAlchemy", "value": document["ratio"]["median"],
         "wanted": ">= 5", "met": document["ratio"]["median"] >= 5},
        {"name": f"compare of two executions of {document['compared_results']:,} results: ms",
         "value": 1000 * slowest, "wanted": "<= 300", "met": slowest <= 0.3}]


def as_text(document):
    summary, ratio = document["summary"], document["ratio"]
    lines = [["", "median", "min..max"]]
    for name, value in summary.items():
        scale, unit = (1, "results/s") if name.startswith("ingest") else (1000, "ms")
        lines.append([f"{name}, {unit}", f"{scale * value['median']:,.0f}",
                      f"{scale * value['min']:,.0f}..{scale * value['max']:,.0f}"])
    lines.append(["Plumb is, times", f"{ratio['median']:.1f}",
                  f"{ratio['min']:.1f}..{ratio['max']:.1f}"])
    targets = [["target", "measured", "wanted", ""]]
    targets += [[t["name"], f"{t['value']:.3g}", t["wanted"], "met" if t["met"] else "MISSED"]
                for t in document["targets"]]
    return "\n".join([
        f"{document['cpu']} ({document['instruction_set']}), {document['cpus']} CPUs; "
        f"{document['rounds']} rounds; others used {document['busy_before']:.0%} of the CPUs "
        f"before; a durable write of 4 KiB takes {1000 * document['sync_seconds']:.2f} ms",
        f"bodies of {document['results_a_body']:,} results of {document['bytes_a_result']} bytes, "
        f"one client, SQLite with WAL and synchronous FULL", "", table(lines), "", table(targets)])


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/bench service", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--bodies", type=int, default=100, help="of a server in a round")
    parser.add_argument("--results", type=int, default=10_000, help="of an execution to compare")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--quick", action="store_true", help="two rounds of a few bodies")
    for name in ("work", "bin"):
        parser.add_argument(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.bodies, options.results = 2, 5, 2_000
    return options


def main():
    options = parse_arguments()
    options.work.mkdir(parents=True, exist_ok=True)
    document = measured(options)
    print(json.dumps(document, indent=1) if options.json else as_text(document))


if __name__ == "__main__":
    main()
