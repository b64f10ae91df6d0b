#!/usr/bin/env python3
"""Writes experiment.json: what SciPy makes of experiments' scores, task by task.

    python tests/golden/experiment.py        needs numpy, scipy

Each case holds the scores of both agents at every task and, computed here from the definitions
alone (statistics, not Plumb), the rows of its tables: means, deltas, winners, and per scope the
paired t, Wilcoxon, Cohen's d_z and t interval of the deltas.
"""
import json
import math
import pathlib
import random

import numpy as np
from scipy import stats

HERE = pathlib.Path(__file__).parent


def scores(rng, steps, level):
    return [0.0] + [round(min(1.0, max(0.0, rng.gauss(level, 0.15))), 4) for _ in range(steps)]


def make_case(rng, summaries, plans, steps, effect):
    tasks = []
    for i in range(summaries + plans):
        kind = "summarization" if i < summaries else "planning"
        level = rng.uniform(0.3, 0.8)
        tasks.append({"task_id": f"{kind}_{i}", "task_type": kind,
                      "baseline": scores(rng, steps, level),
                      "intent": scores(rng, steps, level + effect)})
    return tasks


def task_row(task):
    baseline, intent = task["baseline"][1:], task["intent"][1:]
    delta = math.fsum(intent) / len(intent) - math.fsum(baseline) / len(baseline)
    delta = 0.0 if abs(delta) < 1e-12 else delta
    return {"baseline_mean_ids": math.fsum(baseline) / len(baseline),
            "intent_mean_ids": math.fsum(intent) / len(intent),
            "baseline_max_ids": max(baseline), "intent_max_ids": max(intent),
            "delta_mean": delta, "delta_max": max(intent) - max(baseline),
            "winner": "tie" if delta == 0 else "intent" if delta < 0 else "baseline"}


def scope_row(scope, tasks, rows):
    chosen = [row for task, row in zip(tasks, rows) if scope in ("overall", task["task_type"])]
    baseline = [row["baseline_mean_ids"] for row in chosen]
    intent = [row["intent_mean_ids"] for row in chosen]
    deltas = np.array([row["delta_mean"] for row in chosen])
    t = stats.ttest_1samp(deltas, 0.0)
    interval = t.confidence_interval(0.95)
    wilcoxon = stats.wilcoxon(deltas, zero_method="wilcox", method="auto")
    return {"scope": scope, "baseline_mean_ids": float(np.mean(baseline)),
            "intent_mean_ids": float(np.mean(intent)),
            "intent_wins": sum(row["winner"] == "intent" for row in chosen),
            "total_tasks": len(chosen), "mean_delta": float(deltas.mean()),
            "t": float(t.statistic), "t_p_value": float(t.pvalue), "t_low": float(interval.low),
            "t_high": float(interval.high), "wilcoxon": float(wilcoxon.statistic),
            "wilcoxon_p_value": float(wilcoxon.pvalue),
            "cohens_d": float(deltas.mean() / deltas.std(ddof=1))}


def main():
    rng = random.Random(42)
    cases = []
    for summaries, plans, steps, effect in [(4, 4, 6, -0.2), (4, 4, 6, 0.0), (2, 6, 3, 0.15),
                                            (12, 12, 6, -0.05), (40, 40, 6, -0.02), (3, 5, 1, -0.3)]:
        tasks = make_case(rng, summaries, plans, steps, effect)
        rows = [task_row(task) for task in tasks]
        cases.append({"tasks": [task | row for task, row in zip(tasks, rows)],
                      "scopes": [scope_row(scope, tasks, rows)
                                 for scope in ("overall", "summarization", "planning")]})
    (HERE / "experiment.json").write_text(json.dumps(cases) + "\n")


if __name__ == "__main__":
    main()
