"""The counts of `calibration` and evidently_power.py as tables of shares."""

import subprocess
from pathlib import Path

METRICS = ["response_length_ks", "response_entropy", "safety_score_delta", "severity_psi",
           "centroid_cosine", "tool_frequency_chi2", "tool_sequence_jaccard"]
SHIFTS = [0.2, 0.5, 1.0]
WANTED = 0.075  # at most this share of false alarms, of each metric and of the verdict
# What moves, the metric that should see it, and the column in which Evidently looks for it.
MOVES = {"length": ("response_length_ks", "length"),
         "embedding": ("centroid_cosine", "embeddings"),
         "severity": ("severity_psi", "severity"),
         "tools": ("tool_frequency_chi2", "tool")}
BEGIN, END = "<!-- figures: script/bench calibration --docs -->", "<!-- end of figures -->"


class Figures:
    """Shares by size, shift and side; None where it was not counted."""

    def __init__(self, plumb, evidently):
        self.settings = plumb
        self.rows = {(r["size"], r["paired"], r["moved"], r["deviations"]): r
                     for r in plumb["rows"]}
        self.peers = {(r["size"], r["moved"], r["deviations"]): r for r in evidently["rows"]}
        self.sizes = sorted({key[0] for key in self.rows})

    def metric(self, size, metric, moved="nothing", deviations=0.0, paired=False,
               what="p_at_most_alpha"):
        row = self.rows.get((size, paired, moved, deviations))
        return row and row["metrics"][metric][what] / row["comparisons"]

    def verdict(self, size, verdict="drifted", moved="nothing", deviations=0.0, paired=False):
        row = self.rows.get((size, paired, moved, deviations))
        return row and row["verdicts"][verdict] / row["comparisons"]

    def evidently(self, size, column, moved="nothing", deviations=0.0):
        row = self.peers.get((size, moved, deviations))
        if not row or column not in row["drifted"]:
            return None
        return row["drifted"][column] / row["comparisons"]

    def comparisons(self, rows):
        return " or ".join(f"{n:,}" for n in sorted({row["comparisons"] for row in rows.values()}))


def missed(figures):
    """A sentence for every promise that was not kept."""
    found = []
    for size in figures.sizes:
        for paired in (False, True):
            shares = {m: figures.metric(size, m, paired=paired) for m in METRICS}
            shares["the verdict"] = figures.verdict(size, paired=paired)
            found += [f"{name} of {size} {'paired' if paired else 'unpaired'} results: "
                      f"{share:.1%} false alarms, and at most {WANTED:.1%} are promised"
                      for name, share in shares.items() if share is not None and share > WANTED]
    return found


def percent(share):
    return "" if share is None else f"{100 * share:.1f}"


def table(header, rows):
    lines = [header, ["---"] + ["--:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def false_alarms(figures):
    columns = [(n, paired) for paired in (False, True) for n in figures.sizes]
    header = ["p <= 0.05, %"] + [f"n = {n:,}{', paired' if paired else ''}"
                                 for n, paired in columns]
    rows = [[f"`{m}`"] + [percent(figures.metric(n, m, paired=p)) for n, p in columns]
            for m in METRICS]
    for verdict in ("drifted", "undecided", "stable"):
        rows.append([f"verdict `{verdict}`"]
                    + [percent(figures.verdict(n, verdict, paired=p)) for n, p in columns])
    return table(header, rows)


def by_value_alone(figures):
    rows = [[f"`{m}`"] + [percent(figures.metric(n, m, what="medium_or_worse"))
                          for n in figures.sizes] for m in METRICS]
    return table(["medium or worse, %"] + [f"n = {n:,}" for n in figures.sizes], rows)


def evidently_false_alarms(figures):
    names = {"length": "length (numerical)", "severity": "severity (categorical)",
             "tool": "first tool (categorical)", "embeddings": "embeddings",
             "any": "any of these four", "dataset": "dataset drift (half of three columns)"}
    rows = [[name] + [percent(figures.evidently(n, column)) for n in figures.sizes]
            for column, name in names.items()]
    return table(["Evidently says drift, %"] + [f"n = {n:,}" for n in figures.sizes], rows)


def power(figures):
    header = ["what moved", "n", "shift, sd", "p <= 0.05, %", "adjusted p <= 0.05, %",
              "metric `drifted`, %", "verdict `drifted`, %", "Evidently's column, %",
              "Evidently's dataset, %"]
    rows = []
    for moved, (metric, column) in MOVES.items():
        for size in figures.sizes:
            for shift in SHIFTS:
                row = figures.rows.get((size, False, moved, shift))
                drifted = row and row["metrics"][metric]["verdicts"]["drifted"] / row["comparisons"]
                rows.append([moved, f"{size:,}", f"{shift:g}",
                             percent(figures.metric(size, metric, moved, shift)),
                             percent(figures.metric(size, metric, moved, shift,
                                                    what="adjusted_at_most_alpha")),
                             percent(drifted),
                             percent(figures.verdict(size, "drifted", moved, shift)),
                             percent(figures.evidently(size, column, moved, shift)),
                             percent(figures.evidently(size, "dataset", moved, shift))])
    for size in figures.sizes:
        for shift in SHIFTS:
            rows.append(["all four", f"{size:,}", f"{shift:g}", "", "", "",
                         percent(figures.verdict(size, "drifted", "all", shift)), "",
                         percent(figures.evidently(size, "dataset", "all", shift))])
    return table(header, rows)


def as_markdown(figures):
    same = {k: r for k, r in figures.rows.items() if k[2] == "nothing"}
    moved = {k: r for k, r in figures.rows.items() if k[2] != "nothing"}
    settings = figures.settings
    peers = figures.comparisons(figures.peers)
    return "\n\n".join([
        f"Measured on {settings['where']}. {figures.comparisons(same)} comparisons of identical "
        f"systems and {figures.comparisons(moved)} of moved ones for each figure of Plumb's, "
        f"{peers} for each of Evidently's; B = {settings['permutations']:,}, "
        f"{settings['bootstrap_draws']} bootstrap draws. With 1,000 comparisons a true share of 5% "
        "is counted as 3.7% to 6.4% in 95 of 100 runs; with 100, as 1% to 10%.",
        "### False alarms", false_alarms(figures),
        "The same systems graded by their values alone, as a fixed threshold would:",
        by_value_alone(figures),
        "Evidently 0.7.23 on the same unpaired samples:", evidently_false_alarms(figures),
        "### Power", power(figures)])


def replace_figures(path, text):
    page = Path(path).read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise SystemExit(f"calibration: {path} has no place for the figures")
    Path(path).write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def commit():
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True,
                          cwd=Path(__file__).parent)
    return f"at {done.stdout.strip()}" if done.returncode == 0 else "of an unknown commit"
