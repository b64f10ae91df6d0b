"""How often Evidently's defaults call the samples of build/bench/drift/samples drifted.

    evidently_power.py SAMPLES_FOLDER OUT.json [--comparisons N] [--sizes 20,100,1000]

Reads what `calibration` wrote: for each row of its tables, comparisons of a baseline
with a current sample, each a table of text, length, severity and first tool; a text's
vector is its row of vectors-<shift>.npy. Embeddings are tested where they moved, and
where nothing did; 'any' counts what was tested.
"""

import argparse
import collections
import json
import sys
from pathlib import Path

import numpy as np

import evidently_tests as evidently

TEXT, LENGTH, SEVERITY, TOOL = range(4)


def parse_name(path):
    size, pairing, moved, deviations = path.stem.split("-")
    return int(size), moved, deviations


def count(path, vectors, most):
    size, moved, deviations = parse_name(path)
    samples = np.load(path, mmap_mode="r")[:most]
    before, after = vectors["0"], vectors[deviations]
    found = collections.Counter(length=0, severity=0, tool=0, any=0, dataset=0)
    tests = {}
    for baseline, current in samples:
        columns = {
            "length": evidently.numerical(baseline[:, LENGTH], current[:, LENGTH]),
            "severity": evidently.categorical(baseline[:, SEVERITY], current[:, SEVERITY]),
            "tool": evidently.categorical(baseline[:, TOOL], current[:, TOOL]),
        }
        share = sum(drifted for _, drifted in columns.values()) / len(columns)
        found["dataset"] += share >= evidently.DRIFT_SHARE
        if moved in ("nothing", "embedding"):
            columns["embeddings"] = evidently.embeddings(before[baseline[:, TEXT]],
                                                         after[current[:, TEXT]])
        found["any"] += any(drifted for _, drifted in columns.values())
        for name, (test, drifted) in columns.items():
            found[name] += drifted
            tests[name] = test
    return {"name": path.stem, "size": size, "moved": moved, "deviations": float(deviations),
            "comparisons": len(samples), "drifted": found, "tests": tests}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("samples", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--comparisons", type=int, default=100)
    parser.add_argument("--sizes", type=lambda s: [int(n) for n in s.split(",")],
                        default=[20, 100, 1000])
    options = parser.parse_args()
    vectors = {path.stem.split("-")[1]: np.load(path)
               for path in options.samples.glob("vectors-*.npy")}
    paths = sorted((p for p in options.samples.glob("*-unpaired-*.npy")
                    if parse_name(p)[0] in options.sizes), key=parse_name)
    rows = []
    for path in paths:
        rows.append(count(path, vectors, options.comparisons))
        print(f"{path.stem}: {rows[-1]['drifted']}", file=sys.stderr, flush=True)
        options.out.write_text(json.dumps({"evidently_power": 1, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
