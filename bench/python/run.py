"""SentenceTransformer.encode of plumb_drift beside that of sentence-transformers: the same texts,
default arguments, one process, interleaved rounds; and how near the vectors are.

Called by ./script/bench python, which says what the flags mean.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time
import warnings
from pathlib import Path

import machine
import numpy as np
from tables import table

WANTED_SPEEDUP = 2.0
WANTED_COSINE = 0.999999
WANTED_IMPORT_MS = 100.0


def import_milliseconds():
    """Of `from plumb_drift import SentenceTransformer`, in a fresh interpreter; the best of five."""
    source = ("import time; start = time.perf_counter();"
              "from plumb_drift import SentenceTransformer;"
              "print(time.perf_counter() - start)")
    return 1000 * min(float(subprocess.check_output([sys.executable, "-c", source]))
                      for _ in range(5))


def measure(models, texts, rounds):
    """Seconds a round, by name; each round asks every model, in turn."""
    seconds = {name: [] for name in models}
    for model in models.values():
        model.encode(texts[:64])
    for i in range(rounds):
        names = list(models) if i % 2 == 0 else list(reversed(models))
        for name in names:
            start = time.perf_counter()
            models[name].encode(texts)
            seconds[name].append(time.perf_counter() - start)
    return seconds


def lowest_cosine(a, b):
    a, b = a.astype(np.float64), b.astype(np.float64)
    return float(((a * b).sum(1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)).min())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--texts-file", type=Path, required=True)
    parser.add_argument("--texts", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.quick:
        options.texts, options.rounds = options.texts // 10, 2
    lines = options.texts_file.read_text().splitlines()[: options.texts]
    texts = [json.loads(line)["text"] for line in lines]
    busy = machine.busy_share()

    import plumb_drift
    import sentence_transformers
    warnings.simplefilter("ignore", plumb_drift.PlumbWarning)
    models = {"plumb_drift": plumb_drift.SentenceTransformer(options.model),
              "sentence-transformers": sentence_transformers.SentenceTransformer(options.model,
                                                                                device="cpu")}
    models["sentence-transformers"].max_seq_length = 256
    seconds = measure(models, texts, options.rounds)
    cosine = lowest_cosine(*(model.encode(texts) for model in models.values()))
    middle = {name: statistics.median(values) for name, values in seconds.items()}
    report = {
        "texts": len(texts), "rounds": options.rounds, "cpu": machine.cpu_name(),
        "cpus": machine.cpus(), "busy_share": busy, "seconds": seconds,
        "speedup": middle["sentence-transformers"] / middle["plumb_drift"],
        "lowest_cosine": cosine, "import_ms": import_milliseconds(),
        "versions": {"plumb_drift": plumb_drift.__version__,
                     "sentence-transformers": sentence_transformers.__version__}}
    if options.json:
        print(json.dumps(report))
        return
    print(f"{len(texts)} texts, {options.rounds} rounds, {report['cpu']}, {report['cpus']} CPUs")
    print(table([["SentenceTransformer.encode", "texts/s", "fastest s", "slowest s"]] + [
        [name, f"{len(texts) / middle[name]:.1f}", f"{min(values):.3f}", f"{max(values):.3f}"]
        for name, values in seconds.items()]))
    print(f"speedup {report['speedup']:.2f} (wanted {WANTED_SPEEDUP}), lowest cosine "
          f"{cosine:.9f} (wanted {WANTED_COSINE}), import {report['import_ms']:.0f} ms "
          f"(wanted below {WANTED_IMPORT_MS:.0f})")
    if busy > 0.05:
        print(f"others used {busy:.0%} of the CPUs before the run: do not trust it")


if __name__ == "__main__":
    main()
