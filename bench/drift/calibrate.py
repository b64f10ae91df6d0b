"""False alarms and power of execution drift, beside Evidently's defaults.

Called by ./script/bench calibration, which says what the flags mean; docs/calibration.md
says what is counted and how to read it.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import calibration_chart
import calibration_report as report
import machine

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent.parent / "docs"


def parse_arguments():
    parser = argparse.ArgumentParser(prog="script/bench calibration", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the comparisons")
    parser.add_argument("--power", type=int, default=1000, help="comparisons of moved systems")
    parser.add_argument("--docs", action="store_true",
                        help="writes the figures into docs/calibration.md and its chart")
    parser.add_argument("--reuse", action="store_true",
                        help="counts nothing anew: shows what the last run left")
    for name in ("texts", "work", "bin"):
        parser.add_argument(f"--{name}", type=Path, required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def count(options):
    """Leaves calibration.json, with where it was counted, and evidently-power.json."""
    share = 20 if options.quick else 1
    found = options.work / "calibration.json"
    subprocess.run([str(options.bin / "calibration"), "--texts", str(options.texts),
                    "--work", str(options.work), "--out", str(found),
                    "--comparisons", str(1000 // share), "--power", str(options.power // share),
                    "--samples", str(100 // share)], check=True)
    document = json.loads(found.read_text())
    document["where"] = f"{machine.cpu_name()}, {machine.cpus()} CPUs, Plumb {report.commit()}"
    found.write_text(json.dumps(document, indent=1) + "\n")
    subprocess.run([sys.executable, str(HERE / "evidently_power.py"),
                    str(options.work / "samples"), str(options.work / "evidently-power.json"),
                    "--comparisons", str(100 // share)], check=True)


def main():
    options = parse_arguments()
    if not options.reuse:
        count(options)
    plumb = json.loads((options.work / "calibration.json").read_text())
    evidently = json.loads((options.work / "evidently-power.json").read_text())
    found = report.Figures(plumb, evidently)
    text = report.as_markdown(found)
    print(text)
    if options.docs:
        report.replace_figures(DOCS / "calibration.md", text)
        (DOCS / "calibration.svg").write_text(calibration_chart.as_svg(found), encoding="utf-8")
    missed = report.missed(found)
    for sentence in missed:
        print(f"calibration: {sentence}", file=sys.stderr)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
