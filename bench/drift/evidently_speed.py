"""Evidently's time and memory on the tables that `drift_bench write` made.

    evidently_speed.py columns FOLDER N     length, severity, first tool and embeddings,
                                            each by its default test
    evidently_speed.py distance FOLDER N    embeddings by `distance` with bootstrap
    evidently_speed.py mmd FOLDER N         embeddings by `mmd` with bootstrap

Timed twice: as its users call it, by Report.run, which computes what its charts show as
well (a t-SNE of the embeddings among it), and its bare tests without that. Prints one
line of JSON. Loading the tables and drawing the page are not part of the time.
"""

import json
import resource
import sys
import time
from pathlib import Path

import numpy as np
import pandas as pd
from evidently import DataDefinition, Dataset, Report
from evidently.legacy.metrics.data_drift.embedding_drift_methods import distance, mmd
from evidently.metrics.embeddings import EmbeddingsDrift
from evidently.presets import DataDriftPreset

import evidently_tests as evidently

COLUMNS = ["length", "severity", "tool"]
METHODS = {"columns": None, "distance": distance(bootstrap=True), "mmd": mmd(bootstrap=True)}


def load(folder, side, results):
    columns = np.load(folder / f"columns-{side}-{results}.npy")
    vectors = np.load(folder / f"vectors-{side}-{results}.npy")
    return (pd.DataFrame(columns, columns=COLUMNS),
            pd.DataFrame(vectors, columns=[f"v{i}" for i in range(vectors.shape[1])]))


def timed(action):
    start, cpu_start = time.perf_counter(), time.process_time()
    found = action()
    return found, {"seconds": time.perf_counter() - start,
                   "cpu_seconds": time.process_time() - cpu_start}


def tests_of(verb, reference, current):
    """Each bare test as a function without arguments."""
    if verb != "columns":
        def embeddings():
            _, drifted, name = METHODS[verb](current[1], reference[1])
            return f"{name}, bootstrap", bool(drifted)
        return {"embeddings": embeddings}
    (before, before_vectors), (after, after_vectors) = reference, current
    return {
        "length": lambda: evidently.numerical(before["length"], after["length"]),
        "severity": lambda: evidently.categorical(before["severity"], after["severity"]),
        "tool": lambda: evidently.categorical(before["tool"], after["tool"]),
        "embeddings": lambda: evidently.embeddings(before_vectors, after_vectors),
    }


def run_tests(verb, reference, current):
    found = {}
    for column, test in tests_of(verb, reference, current).items():
        (name, drifted), took = timed(test)
        found[column] = {"test": name, "drifted": drifted, **took}
    return found


def run_report(verb, reference, current):
    names = list(reference[1].columns)
    definition = DataDefinition(numerical_columns=["length"],
                                categorical_columns=["severity", "tool"],
                                embeddings={"response": names})
    before, after = (Dataset.from_pandas(pd.concat(side, axis=1), data_definition=definition)
                     for side in (reference, current))
    metrics = [EmbeddingsDrift(embeddings_name="response", drift_method=METHODS[verb])]
    if verb == "columns":
        metrics.append(DataDriftPreset(columns=COLUMNS))
    _, took = timed(lambda: Report(metrics).run(current_data=after, reference_data=before).dict())
    return took


def main():
    verb, folder, results = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    reference, current = (load(folder, side, results) for side in ("baseline", "current"))
    report = run_report(verb, reference, current)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    tests = run_tests(verb, reference, current)
    bare = {unit: sum(test[unit] for test in tests.values()) for unit in report}
    print(json.dumps({**report, "bare": bare, "tests": tests, "peak_megabytes": peak}))


if __name__ == "__main__":
    main()
