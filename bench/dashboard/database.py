#!/usr/bin/env python3
"""Fills a server's SQLite database with many executions, quickly: what the dashboard's figures are
measured on.

    plumb serve --db sqlite:FILE ...       makes the database; stop it
    python3 bench/dashboard/database.py FILE [--executions 1000] [--results 1000]

Each execution is completed, an hour after the one before, with labels and a comparison with the
first. Its document is that of --document FILE, what `plumb compare --json` printed; else one without
any metric. Results have prompts, severities, tools and labels;
vectors are not made: `--embedding-dimension 384` adds random ones that the results bring.
"""

import argparse
import array
import json
import math
import random
import sqlite3
import sys
import time

SEVERITIES = ["critical", "high", "medium", "low", "info"]
WORDS = "the order ships late and a refund was sent by our agent who plans to answer with tools".split()


def line_of(rng, number, drift):
    words = rng.choices(WORDS, k=30 + int(30 * drift) + rng.randrange(20))
    result = {
        "id": f"r{number}", "prompt": f"Question {number}: where is my order?",
        "response": " ".join(words),
        "severity": rng.choices(SEVERITIES, [1 + 10 * drift, 4, 10, 40, 45])[0],
        "tools": [{"name": name} for name in rng.choices(["search", "mail", "refund"], k=rng.randrange(4))],
        "labels": {"topic": rng.choice(["billing", "setup", "returns"]), "channel": rng.choice(["chat", "mail"])},
    }
    return result


def vector_of(rng, dimension, drift):
    values = [rng.gauss(0, 1) for _ in range(dimension)]
    values[0] += 2 + drift
    length = math.sqrt(sum(value * value for value in values))
    return array.array("f", [value / length for value in values]).tobytes()


def add_execution(database, rng, project, created, number, arguments):
    drift = max(0.0, (number / max(1, arguments.executions) - 0.7) * 2)
    model = "made" if arguments.embedding_dimension else ""
    execution = database.execute(
        "INSERT INTO executions (project_id, name, embedding_model, state, created_at, completed_at)"
        " VALUES (?, 'nightly', ?, 'completed', ?, ?)", (project, model, created, created)).lastrowid
    database.executemany("INSERT INTO execution_labels VALUES (?, ?, ?)",
                         [(execution, "branch", "main"), (execution, "model", f"bot-{number // 100}")])
    counts = dict.fromkeys(SEVERITIES, 0)
    rows, vectors = [], []
    for i in range(arguments.results):
        result = line_of(rng, i, drift)
        counts[result["severity"]] += 1
        rows.append((execution * 2**32 + i, execution, i, result["id"], result["severity"], json.dumps(result), created))
        if arguments.embedding_dimension:
            vectors.append((execution, model, i, vector_of(rng, arguments.embedding_dimension, drift)))
    database.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    database.executemany(
        "INSERT INTO embeddings (execution_id, encoder, number, vector) VALUES (?, ?, ?, ?)", vectors)
    database.execute(
        "UPDATE executions SET results = ?, critical = ?, high = ?, medium = ?, low = ?, info = ? WHERE id = ?",
        (arguments.results, *(counts[name] for name in SEVERITIES), execution))
    return execution, drift


NO_METRICS = {
    "plumb": "compare/1", "safety_score": {"current": None, "baseline": None},
    "safety_grade": {"current": None, "baseline": None}, "gates": [], "results": [], "additional": [],
    "by_type": [], "sides": {}, "distributions": [], "transitions": [], "warnings": [], "paired": False,
    "provenance": {}}


def add_comparison(database, project, execution, baseline, drift, created, document):
    score = max(0.0, 100 - 120 * drift)
    verdict = "drifted" if drift > 0.1 else "stable"
    document = {**document, "verdict": verdict, "drift_score": score}
    database.execute(
        "INSERT INTO comparisons (project_id, execution_id, baseline_execution_id, verdict, drift_score,"
        " drift_grade, created_at, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (project, execution, baseline, verdict, score, "ABCDF"[min(4, int((100 - score) / 15))], created,
         json.dumps(document)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--results", type=int, default=1000)
    parser.add_argument("--embedding-dimension", type=int, default=0)
    parser.add_argument("--document")
    parser.add_argument("--project", default="default")
    arguments = parser.parse_args()
    rng = random.Random(42)
    document = NO_METRICS
    if arguments.document:
        with open(arguments.document, encoding="utf-8") as file:
            document = json.load(file)
    database = sqlite3.connect(arguments.file)
    found = database.execute("SELECT id FROM projects WHERE name = ?", (arguments.project,)).fetchone()
    if found is None:
        sys.exit(f"{arguments.file} has no project {arguments.project}; start plumb serve on it once")
    now = int(time.time() * 1000)
    baseline = None
    for number in range(arguments.executions):
        created = now - (arguments.executions - number) * 3_600_000
        execution, drift = add_execution(database, rng, found[0], created, number, arguments)
        if baseline is None:
            baseline = execution
            database.execute("INSERT INTO baselines (project_id, execution_id, name, tag, created_at)"
                             " VALUES (?, ?, 'First', 'baseline', ?)", (found[0], baseline, created))
        else:
            add_comparison(database, found[0], execution, baseline, drift, created + 60_000, document)
        if number % 50 == 49:
            database.commit()
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    print(f"{arguments.executions} executions of {arguments.results} results in {arguments.file}")


if __name__ == "__main__":
    main()
