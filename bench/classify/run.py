"""Measures Plumb's classifier beside transformers and onnxruntime, in interleaved rounds.

Called by ./script/bench classify, which says what the flags mean; docs/performance.md
says how to read the result. Every engine runs in a process of its own for each number of
threads, is loaded once, tuned once, and then takes its turn in each round.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import machine
from tables import table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "peers"))
from warm_process import WarmProcess  # noqa: E402

PEERS = ["transformers", "onnxruntime"]
WANTED_RATIO = 1.25
ALLOWED_DIFFERENCE = 1e-4
LAYERS, HIDDEN, INNER = 12, 768, 3072


def say(text):
    print(text, file=sys.stderr, flush=True)


def useful_flops(lengths):
    """Multiply-adds of the real tokens, counted as two, as if every row of every layer were
    wanted; padding is not useful."""
    return sum(LAYERS * (2 * n * (4 * HIDDEN * HIDDEN + 2 * HIDDEN * INNER) + 4 * n * n * HIDDEN)
               for n in lengths)


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = options.work / "classify"
        self.threads = [n for n in (1, 2) if n <= len(os.sched_getaffinity(0))]
        self.workers = {}
        self.settings = {}

    def command(self, engine, threads):
        common = ["--folder", str(self.folder), "--threads", str(threads)]
        if engine == "plumb":
            return [str(self.options.bin / "classify_worker"), *common]
        return [sys.executable, str(HERE / "worker.py"), engine, *common]

    def each(self):
        return [(engine, n) for n in self.threads for engine in ["plumb", *PEERS]]

    def start(self):
        for engine, threads in self.each():
            say(f"loading {engine}, {threads} threads")
            self.workers[engine, threads] = WarmProcess(
                engine, self.command(engine, threads), threads)

    def close(self):
        for worker in self.workers.values():
            worker.close()

    def tune(self, corpus):
        """Finds each peer's fastest graph and batch size on a part of the corpus."""
        lines = [line for line in corpus.read_text(encoding="utf-8").split("\n") if line]
        sample = self.folder / "tune.jsonl"
        sample.write_text("\n".join(lines[::max(1, len(lines) // 24)]), encoding="utf-8")
        for key in self.each():
            worker = self.workers[key]
            worker.ask(f"corpus {sample}")
            seconds = {}
            for setting in worker.greeting["settings"]:
                worker.ask(f"use {setting}")
                worker.ask("classify")
                seconds[setting] = worker.ask("classify")["seconds"]
            self.settings[key] = min(seconds, key=seconds.get) if seconds else None
            if seconds:
                say(f"  {key[0]}, {key[1]} threads: {self.settings[key]}")
                worker.ask(f"use {self.settings[key]}")

    def differences(self):
        ours = self.workers["plumb", 1].ask("logits")["logits"]
        worst = 0
        for engine in PEERS:
            theirs = self.workers[engine, 1].ask("logits")["logits"]
            worst = max(worst, max(abs(a - b) for mine, yours in zip(ours, theirs)
                                   for a, b in zip(mine, yours)))
        return worst

    def run(self):
        corpus = self.options.corpus or self.options.work / "corpus" / "mixed.jsonl"
        busy = machine.busy_share()
        peak = {n: json.loads(subprocess.check_output([self.options.bin / "fma_peak", str(n)]))
                for n in self.threads}
        self.start()
        say("finding each engine's best setting")
        self.tune(corpus)
        lengths = [self.workers[key].ask(f"corpus {corpus}")["lengths"] for key in self.each()]
        if any(counts != lengths[0] for counts in lengths):
            raise SystemExit("bench: the engines count tokens differently; no figures are given")
        seconds = {key: [] for key in self.each()}
        for key in self.each():
            self.workers[key].ask("classify")  # warm-up: first-touch memory
        for number in range(self.options.rounds):
            say(f"round {number + 1} of {self.options.rounds}")
            for key in self.each():
                seconds[key].append(self.workers[key].ask("classify")["seconds"])
        rows = []
        for (engine, threads), values in seconds.items():
            rates = [len(lengths[0]) / value for value in values]
            rows.append({
                "engine": engine, "threads": threads, "setting": self.settings[engine, threads],
                "version": self.workers[engine, threads].greeting["version"],
                "texts_per_second": {"median": statistics.median(rates), "min": min(rates),
                                     "max": max(rates)},
                "share_of_peak": useful_flops(lengths[0]) / statistics.median(values) / 1e9
                / peak[threads]["gflops"]})
        return self.document(busy, peak, lengths[0], rows)

    def document(self, busy, peak, lengths, rows):
        rate = {(r["engine"], r["threads"]): r["texts_per_second"]["median"] for r in rows}
        for row in rows:
            row["plumb_is_times_as_fast"] = (
                rate["plumb", row["threads"]] / row["texts_per_second"]["median"])
        targets = []
        for threads in self.threads:
            ratio = rate["plumb", threads] / max(rate[engine, threads] for engine in PEERS)
            targets.append({"name": f"{threads} threads: times the fastest of transformers and "
                            "onnxruntime", "value": ratio, "wanted": f">= {WANTED_RATIO}",
                            "met": ratio >= WANTED_RATIO})
        worst = self.differences()
        targets.append({"name": "largest difference of a logit", "value": worst,
                        "wanted": f"<= {ALLOWED_DIFFERENCE:g}", "met": worst <= ALLOWED_DIFFERENCE})
        return {"plumb_bench_classify": 1, "cpu": machine.cpu_name(), "cpus": machine.cpus(),
                "busy_before": busy, "rounds": self.options.rounds,
                "peak": {n: p["gflops"] for n, p in peak.items()}, "texts": len(lengths),
                "tokens": sum(lengths), "rows": rows, "targets": targets}


def as_text(document):
    out = [f"{document['cpu']}, {document['cpus']} CPUs; {document['rounds']} rounds; "
           f"{document['texts']} texts, {document['tokens'] / document['texts']:.0f} tokens on "
           "average; ALBERT-base, f32", ""]
    rows = [["engine", "threads", "texts/s", "min..max", "share of peak", "Plumb is", "setting"]]
    for row in document["rows"]:
        rate = row["texts_per_second"]
        rows.append([f"{row['engine']} {row['version']}", str(row["threads"]),
                     f"{rate['median']:.2f}", f"{rate['min']:.2f}..{rate['max']:.2f}",
                     f"{row['share_of_peak']:.0%}", f"{row['plumb_is_times_as_fast']:.2f}x",
                     row["setting"] or "-"])
    targets = [["target", "measured", "wanted", ""]]
    targets += [[t["name"], f"{t['value']:.3g}", t["wanted"], "met" if t["met"] else "MISSED"]
                for t in document["targets"]]
    out += [table(rows), "", table(targets)]
    if document["busy_before"] > 0.1:
        out += ["", f"warning: others used {document['busy_before']:.0%} of the CPUs before the "
                "bench began: neither figures nor ratios deserve trust"]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(prog="script/bench classify", description=__doc__)
    parser.add_argument("--corpus", type=Path, help="JSONL with \"text\" instead of the mixed one")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--texts", type=int, default=60, help="how many the corpus has")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--quick", action="store_true", help="two fifths of the texts, two rounds")
    parser.add_argument("--tokenizer", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--bin", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.corpus:
        options.corpus = options.corpus.resolve()
    if options.quick:
        options.rounds, options.texts = 2, 24
    subprocess.run([sys.executable, str(ROOT / "bench" / "corpus" / "generate.py"),
                    str(options.work / "corpus"), "--texts", str(options.texts)], check=True)
    if not (options.work / "classify" / "fused.onnx").exists():
        say("making the model and its ONNX forms")
        subprocess.run([sys.executable, str(HERE / "export.py"), str(options.tokenizer),
                        str(options.work / "classify")], check=True, stderr=subprocess.DEVNULL)
    bench = Bench(options)
    try:
        document = bench.run()
    finally:
        bench.close()
    print(json.dumps(document, indent=1) if options.json else as_text(document))


if __name__ == "__main__":
    main()
