"""What a profile costs beside its vectors, and how many bytes things have: the figures of
docs/scale.md that no other bench gives.

Rates are results a second of CPU time on one thread, so that a busy machine blurs them less; the
texts are those of bench/corpus (mixed.jsonl), repeated under other ids.
"""

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from machine import busy_share, cpu_name, cpus, instruction_set
from plumb_drift import Profile

DIMENSION = 384


def texts_of(path):
    return [json.loads(line)["text"] for line in path.read_text().splitlines()]


def batches(texts, vectors, count, first=0):
    """Results of every field; vectors too where they are given."""
    for start in range(0, count, 10_000):
        numbers = range(start, min(start + 10_000, count))
        columns = {
            "id": [f"run-7/{first + i:09d}" for i in numbers],
            "prompt": [f"question {i % 500}" for i in numbers],
            "response": [texts[i % len(texts)] for i in numbers],
            "severity": [("low", "medium", "high", "info")[i % 4] for i in numbers],
            "tools": [["search"] * (i % 3) for i in numbers],
            "labels": pa.array(
                [[("region", "north" if i % 2 else "south")] for i in numbers],
                pa.map_(pa.string(), pa.string()),
            ),
        }
        if vectors is not None:
            flat = vectors[[i % len(vectors) for i in numbers]].ravel()
            columns["embedding"] = pa.FixedSizeListArray.from_arrays(pa.array(flat), DIMENSION)
        yield pa.record_batch(columns)


def cpu_seconds(work):
    begin = time.process_time()
    found = work()
    return found, time.process_time() - begin


def measure(texts, count):
    rng = np.random.default_rng(42)
    vectors = rng.standard_normal((1000, DIMENSION)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    without = list(batches(texts, None, count))
    given = list(batches(texts, vectors, count))
    bare, seconds = cpu_seconds(lambda: Profile(embeddings=False).add_batches(without))
    figures = {"profile_without_vectors_per_s": count / seconds}
    whole, seconds = cpu_seconds(lambda: Profile().add_batches(given))
    figures["profile_with_given_vectors_per_s"] = count / seconds
    figures["profile_bytes_without_vectors"] = len(bare.to_bytes())
    figures["profile_bytes"] = len(whole.to_bytes())
    other = Profile().add_batches(batches(texts, vectors, 20_000, first=count))
    packed = other.to_bytes()
    parts = 5
    _, seconds = cpu_seconds(lambda: [Profile.from_bytes(packed) for _ in range(parts)])
    figures["read_part_s"] = seconds / parts
    _, seconds = cpu_seconds(lambda: whole.merge(other))
    figures["merge_part_s"] = seconds
    return figures | {"parquet_bytes_of_a_vector": parquet_bytes(given)}


def parquet_bytes(given):
    """As write_scores stores it."""
    table = pa.Table.from_batches(given[:2]).select(["embedding"])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "vectors.parquet"
        pq.write_table(
            table,
            path,
            compression="zstd",
            compression_level=1,
            use_dictionary=False,
            row_group_size=8192,
        )
        return path.stat().st_size / len(table)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--texts-file", type=Path, required=True)
    parser.add_argument("--results", type=int, default=100_000)
    arguments = parser.parse_args()
    machine = f"{cpu_name()} ({instruction_set()}), {cpus()} CPUs"
    busy = busy_share()
    figures = measure(texts_of(arguments.texts_file), arguments.results)
    json.dump({"machine": machine, "others_used": round(busy, 2)} | figures, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
