"""Execution drift beside Evidently: time and memory, in one run, in interleaved rounds.

Called by ./script/bench drift, which says what the flags mean; docs/calibration.md says
how to read the result. Every figure comes from a process of its own.
"""

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

import machine
from tables import table

HERE = Path(__file__).resolve().parent
WANTED_MEGABYTES = {100_000: 1_000, 1_000_000: 2_000}


def say(text):
    print(text, file=sys.stderr, flush=True)


def spread(values):
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


class Bench:
    def __init__(self, options):
        self.options = options

    def plumb(self, verb, results):
        return self.answer([str(self.options.bin / "drift_bench"), verb, "--texts",
                            str(self.options.texts), "--work", str(self.options.work),
                            "--results", str(results)])

    def evidently(self, verb, results):
        return self.answer([sys.executable, str(HERE / "evidently_speed.py"), verb,
                            str(self.options.work), str(results)])

    @staticmethod
    def answer(command):
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(done.stdout)

    def side_by_side(self):
        rows, vectors = self.options.results, self.options.vectors
        say(f"writing {rows:,} and {vectors:,} results a side for Evidently")
        self.plumb("write", rows)
        self.plumb("write", vectors)
        found = {name: [] for name in ("plumb", "evidently", "plumb vectors",
                                       "evidently distance", "evidently mmd")}
        for number in range(self.options.rounds):
            say(f"round {number + 1} of {self.options.rounds}")
            found["plumb"].append(self.plumb("compare", rows))
            found["evidently"].append(self.evidently("columns", rows))
            found["plumb vectors"].append(self.plumb("vectors", vectors))
            found["evidently distance"].append(self.evidently("distance", vectors))
            found["evidently mmd"].append(self.evidently("mmd", vectors))
        return found

    def growth(self):
        found = {}
        for results in self.options.sizes:
            say(f"{results:,} results against {results:,}")
            found[str(results)] = self.plumb("compare", results)
        return found

    def run(self):
        busy = machine.busy_share()
        document = {"plumb_drift_bench": 1, "cpu": machine.cpu_name(), "busy_before": busy,
                    "cpus": machine.cpus(), "rounds": self.options.rounds,
                    "results": self.options.results, "vectors": self.options.vectors,
                    "runs": self.side_by_side(), "growth": self.growth()}
        complete(document)
        return document


def complete(document):
    """Adds medians, ratios and targets, in place."""
    runs = document["runs"]
    centroid = [run["centroid"] for run in runs["plumb vectors"]]
    additional = [run["with_additional"] for run in runs["plumb vectors"]]
    lists = dict(runs, **{"plumb vectors": centroid, "plumb vectors, additional": additional})
    for name in [name for name in runs if name.startswith("evidently")]:
        lists[f"{name}, bare tests"] = [dict(run["bare"], peak_megabytes=run["peak_megabytes"])
                                        for run in runs[name]]
    document["summary"] = {
        name: {"seconds": spread([run["seconds"] for run in found]),
               "cpu_seconds": spread([run["cpu_seconds"] for run in found]),
               "peak_megabytes": max(run["peak_megabytes"] for run in found)}
        for name, found in lists.items()}
    median = {name: values["seconds"]["median"] for name, values in document["summary"].items()}
    targets = []

    def add(name, value, sign, wanted):
        met = value >= wanted if sign == ">=" else value <= wanted
        targets.append({"name": name, "value": value, "wanted": f"{sign} {wanted:g}", "met": met})

    ratios = document["ratios"] = {}
    for peer, ours in (("evidently", "plumb"), ("evidently distance", "plumb vectors"),
                       ("evidently mmd", "plumb vectors")):
        for name in (peer, f"{peer}, bare tests"):
            ratios[name] = median[name] / median[ours]
    # Both readings of "as fast as Evidently": a report hides that its bare tests are quick.
    for how, ending in (("report", ""), ("bare tests", ", bare tests")):
        add(f"{document['results']:,} results a side: times Evidently's {how}",
            ratios[f"evidently{ending}"], ">=", 10)
        for method in ("distance", "mmd"):
            add(f"{document['vectors']:,} vectors a side: times Evidently's {how} with {method}",
                ratios[f"evidently {method}{ending}"], ">=", 100)
    for results, run in document["growth"].items():
        if int(results) in WANTED_MEGABYTES:
            add(f"{int(results):,} results a side: MB", run["peak_megabytes"], "<=",
                WANTED_MEGABYTES[int(results)])
    document["targets"] = targets


def as_text(document):
    out = [f"{document['cpu']}, {document['cpus']} CPUs; {document['rounds']} rounds; others "
           f"used {document['busy_before']:.0%} of the CPUs before", ""]
    lines = [["", "median s", "min..max", "CPU s", "MB", "Plumb is"]]
    runs = document["runs"]
    for name, value in document["summary"].items():
        wall = value["seconds"]
        lines.append([name, f"{wall['median']:.3f}", f"{wall['min']:.3f}..{wall['max']:.3f}",
                      f"{value['cpu_seconds']['median']:.3f}", f"{value['peak_megabytes']:.0f}",
                      f"{document['ratios'][name]:.1f}x" if name in document["ratios"] else "-"])
    out += [table(lines), "", "Evidently's bare tests on the columns, seconds:"]
    first = runs["evidently"][0]["tests"]
    out += [f"  {column}: {test['test']}: {test['seconds']:.3f}" for column, test in first.items()]
    lines = [["results a side", "seconds", "us a result", "of it profile", "CPU s", "MB"]]
    for results, run in document["growth"].items():
        each = 1e6 / (2 * int(results))
        lines.append([f"{int(results):,}", f"{run['seconds']:.2f}", f"{run['seconds'] * each:.1f}",
                      f"{run['profile_seconds'] * each:.1f}", f"{run['cpu_seconds']:.2f}",
                      f"{run['peak_megabytes']:.0f}"])
    out += ["", table(lines), ""]
    lines = [["target", "measured", "wanted", ""]]
    lines += [[t["name"], f"{t['value']:.3g}", t["wanted"], "met" if t["met"] else "MISSED"]
              for t in document["targets"]]
    return "\n".join(out + [table(lines)])


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/bench drift", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--results", type=int, default=100_000, help="of a side, in the columns")
    parser.add_argument("--vectors", type=int, default=4_000, help="of a side, alone")
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout")
    parser.add_argument("--quick", action="store_true", help="a tenth of it, one round")
    for name in ("texts", "work", "bin"):
        parser.add_argument(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.sizes = [10_000, 100_000, 1_000_000]
    if options.quick:
        options.rounds, options.results, options.vectors = 1, 10_000, 400
        options.sizes = [1_000, 10_000, 100_000]
    return options


def main():
    options = parse_arguments()
    document = Bench(options).run()
    (options.work / "speed.json").write_text(json.dumps(document, indent=1) + "\n")
    print(json.dumps(document, indent=1) if options.json else as_text(document))


if __name__ == "__main__":
    main()
