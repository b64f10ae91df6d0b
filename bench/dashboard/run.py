"""How long the dashboard's first picture and its interactions take on large databases: 1,000
executions of 1,000 results, and two executions of 100,000 results with vectors.

Called by ./script/bench dashboard, which says what the flags mean; docs/dashboard.md says how to read
the result. The measuring is tests/web/speed.spec.ts, in Debian's Chromium.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import machine
from tables import table

ROOT = Path(__file__).resolve().parents[2]
DATABASES = {
    "1,000 executions of 1,000 results": ["--executions", "1000", "--results", "1000"],
    "2 executions of 100,000 results with vectors": [
        "--executions", "2", "--results", "100000", "--embedding-dimension", "384"],
}
QUICK = {
    "50 executions of 200 results": ["--executions", "50", "--results", "200"],
    "2 executions of 2,000 results with vectors": [
        "--executions", "2", "--results", "2000", "--embedding-dimension", "384"],
}


def say(text):
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def serving(plumb, database):
    """The address of a server on the database; it is stopped at the end."""
    server = subprocess.Popen([plumb, "serve", "--listen", "127.0.0.1:0", "--db", database, "--json"],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = server.stdout.readline()
        if not line:
            sys.exit(f"{plumb} serve did not start on {database}")
        yield json.loads(line)["urls"][0]
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()


def document_of(plumb, work):
    """A real comparison's document, which every comparison of a database has."""
    examples = ROOT / "examples/init"
    made = subprocess.run([plumb, "compare", examples / "drifted.jsonl", "--baseline",
                           examples / "baseline.jsonl", "--json"], stdout=subprocess.PIPE, check=False)
    document = work / "document.json"
    document.write_bytes(made.stdout)
    if not json.loads(made.stdout).get("results"):
        sys.exit("plumb compare --json printed no results")
    return document


def fill(plumb, work, name, flags, reuse):
    database = work / ("-".join(name.replace(",", "").split()) + ".db")
    if reuse and database.exists():
        return database
    for old in work.glob(database.name + "*"):
        old.unlink()
    say(f"filling {database.name}")
    with serving(plumb, database):
        pass
    subprocess.run([sys.executable, ROOT / "bench/dashboard/database.py", database, *flags,
                    "--document", document_of(plumb, work)], stdout=sys.stderr, check=True)
    return database


def compared(url):
    """Compares the newest execution with the first one for real; seconds."""
    body = json.dumps({"execution_id": 2, "baseline_execution_id": 1, "wait_seconds": 30}).encode()
    started = time.monotonic()
    request = urllib.request.Request(f"{url}/api/v1/drift/compare", body,
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:
        if answer.status != 200:
            sys.exit(f"the comparison took more than 30 s: {answer.read()[:500]!r}")
    return time.monotonic() - started


def figures_of(url, work, rounds):
    out = work / "figures.json"
    out.unlink(missing_ok=True)
    ran = subprocess.run(["npm", "run", "--silent", "walk", "--", "speed.spec.ts"], cwd=ROOT / "tests/web",
                         env={**os.environ, "PLUMB_URL": url, "PLUMB_FIGURES": str(out),
                              "PLUMB_ROUNDS": str(rounds)}, stdout=sys.stderr, check=False)
    if ran.returncode != 0 or not out.exists():
        sys.exit("speed.spec.ts failed; its output is above")
    return json.loads(out.read_text(encoding="utf-8"))


def told(milliseconds):
    """Of events shorter than two frames the browser says nothing."""
    return str(round(milliseconds)) if milliseconds >= 16 else "< 16"


def parts(one):
    """What the longest was made of: until the page's code ran, while it ran, until its frame was shown."""
    if one["longest_ms"] < 16:
        return "-"
    return f"{one['input_delay_ms']} + {one['processing_ms']} + {one['presentation_ms']}"


def printed(report):
    print(f"{report['cpu']}, {report['cpus']} CPUs, {report['busy_share']:.0%} of them busy with other work")
    for each in report["databases"]:
        print(f"\n{each['database']}" + (
            f" (compared in {each['compared_seconds']:.1f} s)" if each["compared_seconds"] else ""))
        print(table([["page", "first paint ms", "drawn ms", "received kB"]] + [
            [page["page"], str(page["first_contentful_paint_ms"]), str(page["drawn_ms"]),
             str(page["received_kb"])] for page in each["pages"]]))
        print(table([["interaction", "next paint ms", "longest", "delay + code + frame", "settled ms"]] + [
            [one["what"], told(one["next_paint_ms"]), told(one["longest_ms"]), parts(one),
             str(one["settled_ms"])] for one in each["interactions"]]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--reuse", action="store_true")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    plumb = str(arguments.bin / "plumb")
    report = {"cpu": machine.cpu_name(), "cpus": machine.cpus(), "busy_share": machine.busy_share(),
              "databases": []}
    for name, flags in (QUICK if arguments.quick else DATABASES).items():
        database = fill(plumb, arguments.work, name, flags, arguments.reuse)
        with serving(plumb, database) as url:
            seconds = compared(url) if "--embedding-dimension" in flags else None
            say(f"measuring {name}")
            report["databases"].append({"database": name, "compared_seconds": seconds,
                                        **figures_of(url, arguments.work, arguments.rounds)})
    if arguments.json:
        print(json.dumps(report, indent=2))
    else:
        printed(report)


if __name__ == "__main__":
    main()
