"""Measures Plumb and its peers on one corpus, in one run, in interleaved rounds.

Called by ./script/bench, which says what the flags mean; docs/performance.md says
how to read the result. Every engine runs in a process of its own for each number of
threads, is loaded once, tuned once, and then takes its turn in each round.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import exactness
import machine
import report
from warm_process import WarmProcess, WorkerFailed

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PEERS = ["sentence-transformers", "onnxruntime", "openvino"]
PLUMB = ["plumb", "plumb-int8"]
LAYERS, HIDDEN, INNER = 6, 384, 1536
LATENCY_WARM_UP = 5


def say(text):
    print(text, file=sys.stderr, flush=True)


def useful_flops(lengths):
    """Multiply-adds of the real tokens, counted as two: projections and feed-forward grow
    with the length, attention with its square. Padding is not useful."""
    return sum(LAYERS * (2 * n * (4 * HIDDEN * HIDDEN + 2 * HIDDEN * INNER) + 4 * n * n * HIDDEN)
               for n in lengths)


def spread(values):
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


class Bench:
    def __init__(self, options):
        self.options = options
        self.work = options.work
        self.threads = [n for n in (1, 2) if n <= len(os.sched_getaffinity(0))]
        self.workers = {}      # (engine, threads) -> WarmProcess
        self.unavailable = {}  # engine -> why
        self.settings = {}     # (engine, threads, "embed" or "latency") -> setting

    def command(self, engine, threads):
        common = ["--model", str(self.options.model), "--threads", str(threads)]
        if engine in PLUMB:
            precision = "int8" if engine == "plumb-int8" else "f32"
            return [str(self.options.bin / "plumb_bench_worker"), *common,
                    "--precision", precision]
        return [sys.executable, str(HERE / "worker.py"), engine, *common,
                "--onnx", str(self.work / "onnx")]

    def start(self):
        for engine in self.options.engines:
            say(f"loading {engine}")
            try:
                for threads in self.threads:
                    self.workers[engine, threads] = WarmProcess(
                        engine, self.command(engine, threads), threads)
            except (WorkerFailed, OSError) as problem:
                self.unavailable[engine] = str(problem)
                say(f"  left out: {problem}")

    def close(self):
        for worker in self.workers.values():
            worker.close()

    def engines(self):
        return [e for e in self.options.engines if e not in self.unavailable]

    def each(self):
        return [(e, n) for n in self.threads for e in self.engines()]

    def tune(self, corpus):
        """Finds each peer's fastest setting: graph and batch size, on a part of the corpus
        for throughput, and on one short text for latency."""
        sample = self.work / "tune.jsonl"
        lines = corpus.read_text(encoding="utf-8").split("\n")
        wanted = 24 if self.options.quick else 96
        step = max(1, len(lines) // wanted)
        sample.write_text("\n".join(line for line in lines[::step] if line), encoding="utf-8")
        for engine, threads in self.each():
            for verb, file in ("embed", sample), ("latency", self.short):
                self.settings[engine, threads, verb] = self.fastest(engine, threads, verb, file)

    def fastest(self, engine, threads, verb, file):
        worker = self.workers[engine, threads]
        seconds = {}
        worker.ask(f"corpus {file}")
        for setting in worker.greeting["settings"]:
            if verb == "latency" and not setting.endswith("/1"):
                continue
            worker.ask(f"use {setting}")
            asked = "latency 20" if verb == "latency" else "embed"
            worker.ask(asked)
            answer = worker.ask(asked)["seconds"]
            seconds[setting] = statistics.median(answer) if verb == "latency" else answer
        best = min(seconds, key=seconds.get) if seconds else None
        if best:
            say(f"  {engine}, {threads} threads, {verb}: {best}")
        return best

    def turn(self, engine, threads, verb):
        setting = self.settings.get((engine, threads, verb))
        worker = self.workers[engine, threads]
        if setting:
            worker.ask(f"use {setting}")
        return worker

    def throughput(self, name, corpus):
        lengths = {}
        for engine, threads in self.each():
            worker = self.turn(engine, threads, "embed")
            lengths[engine] = worker.ask(f"corpus {corpus}")["lengths"]
            worker.ask("embed")  # warm-up: first-touch memory, graph compilation by shape
        counts = list(lengths.values())
        if any(count != counts[0] for count in counts):
            raise SystemExit("bench: the engines count tokens differently; no figures are given")
        seconds = {key: [] for key in self.each()}
        for number in range(self.options.rounds):
            say(f"{name}: round {number + 1} of {self.options.rounds}")
            for engine, threads in self.each():
                worker = self.turn(engine, threads, "embed")
                seconds[engine, threads].append(worker.ask("embed")["seconds"])
        flops = useful_flops(counts[0])
        rows = []
        for (engine, threads), values in seconds.items():
            rate = spread([len(counts[0]) / value for value in values])
            gflops = flops / statistics.median(values) / 1e9
            rows.append({"engine": engine, "threads": threads, "texts_per_second": rate,
                         "gflops": gflops,
                         "setting": self.settings.get((engine, threads, "embed"))})
        return {"texts": len(counts[0]), "tokens": sum(counts[0]), "rows": rows}

    def latency(self):
        samples = {key: [] for key in self.each()}
        for engine, threads in self.each():
            self.workers[engine, threads].ask(f"corpus {self.short}")
        calls = -(-200 // self.options.rounds)
        for number in range(self.options.rounds):
            say(f"latency: round {number + 1} of {self.options.rounds}")
            for engine, threads in self.each():
                worker = self.turn(engine, threads, "latency")
                answer = worker.ask(f"latency {calls + LATENCY_WARM_UP}")
                samples[engine, threads] += answer["seconds"][LATENCY_WARM_UP:]
        return [{"engine": engine, "threads": threads,
                 "milliseconds": spread([1e3 * value for value in values])}
                for (engine, threads), values in samples.items()]

    def exactness(self, corpora):
        if not {"plumb", "sentence-transformers"} <= set(self.engines()):
            return None
        say("exactness")
        found, f32, int8 = {}, [], []
        for name, corpus in corpora.items():
            ours = exactness.vectors_of(self.workers["plumb", 1], corpus, self.work)
            theirs = exactness.vectors_of(
                self.turn("sentence-transformers", 1, "embed"), corpus, self.work)
            found[name] = exactness.compare(ours, theirs)
            f32.extend(ours)
            if "plumb-int8" in self.engines():
                int8.extend(exactness.vectors_of(self.workers["plumb-int8", 1], corpus, self.work))
        if int8:
            found["int8_intent_drift"] = exactness.compare_intent_drift(f32, int8)
        return found

    def cold_start(self):
        """Wall time of a whole process that embeds one line, the files in the page cache."""
        def run(command):
            start = time.perf_counter()
            done = subprocess.run(command, input="Stay with the goal we agreed on.\n", text=True,
                                  check=True, capture_output=True,
                                  env=dict(os.environ, HF_HUB_OFFLINE="1"))
            seconds = time.perf_counter() - start
            if done.stdout.count(",") < HIDDEN - 1:
                raise SystemExit(f"bench: {command[0]} printed no vector of {HIDDEN} numbers")
            return 1e3 * seconds

        say("cold start")
        found = {}
        program = self.options.bin / "plumb"
        if "plumb" in self.engines():
            command = [str(program), "embed", "-", "--model", str(self.options.model)]
            run(command)
            found["plumb"] = spread([run(command) for _ in range(10)])
        if "sentence-transformers" in self.engines():
            code = ("import sys, sentence_transformers as s; "
                    "print(s.SentenceTransformer(sys.argv[1], device='cpu')"
                    ".encode([sys.stdin.read()]).tolist())")
            found["sentence-transformers"] = spread(
                [run([sys.executable, "-c", code, str(self.options.model)])])
        return found

    def peak(self):
        say("the machine's FMA peak")
        program = str(self.options.bin / "fma_peak")
        answers = [json.loads(subprocess.check_output([program, str(n)])) for n in self.threads]
        return {"instruction_set": answers[0]["instruction_set"],
                "gflops": {str(a["threads"]): a["gflops"] for a in answers}}

    def run(self):
        corpus = self.options.corpus or self.work / "corpus" / "mixed.jsonl"
        long = self.work / "corpus" / "long.jsonl"
        self.short = self.work / "corpus" / "short.jsonl"
        busy = machine.busy_share()
        peak = self.peak()
        self.start()
        say("finding each engine's best setting")
        self.tune(corpus)
        document = {
            "plumb_bench": 1,
            "cpu": machine.cpu_name(), "cpus": machine.cpus(), "peak": peak,
            "busy_before": busy, "rounds": self.options.rounds, "corpus": corpus.name,
            "engines": {e: self.workers[e, self.threads[0]].greeting for e in self.engines()},
            "unavailable": self.unavailable,
            "throughput": {"mixed": self.throughput("mixed", corpus)},
        }
        document["throughput"]["64 to 256 tokens"] = self.throughput("64 to 256 tokens", long)
        document["latency"] = self.latency()
        document["exactness"] = self.exactness(
            {"corpus": corpus, "multilingual": self.work / "corpus" / "multilingual.jsonl"})
        document["cold_start_milliseconds"] = self.cold_start()
        again = self.peak()["gflops"]
        for threads, gflops in again.items():
            peak["gflops"][threads] = max(gflops, peak["gflops"][threads])
        report.complete(document)
        return document


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("--corpus", type=Path, help="JSONL with \"text\" instead of the mixed corpus")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--texts", type=int, default=600, help="how many the corpora have")
    parser.add_argument("--engines", type=lambda s: s.split(","), default=PLUMB + PEERS,
                        help="some of: " + ",".join(PLUMB + PEERS))
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--quick", action="store_true", help="a tenth of the texts, two rounds")
    parser.add_argument("--model", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--bin", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--work", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = set(options.engines) - set(PLUMB + PEERS)
    if unknown:
        parser.error(f"unknown engine {', '.join(sorted(unknown))}")
    if options.corpus:
        options.corpus = options.corpus.resolve()
    if options.quick:
        options.rounds, options.texts = 2, 60
    return options


def main():
    options = parse_arguments()
    subprocess.run([sys.executable, str(ROOT / "bench" / "corpus" / "generate.py"),
                    str(options.work / "corpus"), "--texts", str(options.texts)],
                   check=True)
    if not (options.work / "onnx" / "fused.onnx").exists():
        say("writing the ONNX forms of the model")
        subprocess.run([sys.executable, str(HERE / "export_onnx.py"), str(options.model),
                        str(options.work / "onnx")], check=True, stderr=subprocess.DEVNULL)
    bench = Bench(options)
    try:
        document = bench.run()
    finally:
        bench.close()
    print(json.dumps(document, indent=1) if options.json else report.as_text(document))


if __name__ == "__main__":
    main()
