"""The experiment by Plumb and by the seed's own stack: same weights, prompts and token counts.

    run.py --plumb FILE --gguf FILE --embedding FOLDER --root FOLDER --work FOLDER
           [--tasks ID,ID] [--rounds N] [--json]

Rounds alternate: Plumb, then the other. Plumb's seconds are those of the whole command with the
loading of its models; of the other, loading is left out.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from machine import busy_share, cpu_name, cpus
from tables import table

WANTED = 3.0


def chosen_tasks(options):
    tasks = []
    for name in ("summarization_tasks.json", "planning_tasks.json"):
        tasks += json.loads((Path(options.root) / "tasks" / name).read_text())
    wanted = options.tasks.split(",")
    known = {task["id"] for task in tasks}
    for task_id in wanted:
        if task_id not in known:
            sys.exit(f"bench: there is no task {task_id}; there are {', '.join(sorted(known))}")
    path = Path(options.work) / "tasks.json"
    path.write_text(json.dumps([task for task in tasks if task["id"] in wanted]))
    return path


def run_plumb(options, tasks, logs):
    shutil.rmtree(logs, ignore_errors=True)
    start = time.perf_counter()
    subprocess.run([options.plumb, "experiment", "run", "--model", options.gguf, "--tasks", tasks,
                    "--prompts", Path(options.root) / "prompts", "--out", logs, "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    steps = [json.loads(line) for agent in ("baseline", "intent")
             for line in (logs / f"{agent}_runs.jsonl").read_text().splitlines()]
    if any(step.get("folded_tokens") for step in steps):
        sys.exit("bench: a conversation was folded, so the other would read other prompts")
    return {"seconds": seconds, "steps": len(steps),
            "prompt_tokens": sum(step["prompt_tokens"] for step in steps),
            "new_tokens": sum(step["completion_tokens"] for step in steps)}


def run_seed_stack(options, tasks, logs):
    # Its libraries keep caches of their own: here, not in the home.
    cache = Path(options.work) / "cache"
    env = {**os.environ, "XDG_CACHE_HOME": str(cache), "HF_HOME": str(cache / "huggingface")}
    done = subprocess.run([sys.executable, Path(__file__).parent / "seed_stack.py",
                           "--gguf", options.gguf, "--embedding", options.embedding,
                           "--prompts", Path(options.root) / "prompts", "--tasks", tasks,
                           "--logs", logs], check=True, stdout=subprocess.PIPE, text=True,
                          env=env)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser()
    for name in ("--plumb", "--gguf", "--embedding", "--root", "--work"):
        parser.add_argument(name, required=True)
    parser.add_argument("--tasks", default="summarization_0,planning_4")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    work = Path(options.work)
    work.mkdir(parents=True, exist_ok=True)
    tasks = chosen_tasks(options)
    busy = busy_share()
    plumb, other = [], []
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}: Plumb", file=sys.stderr)
        plumb.append(run_plumb(options, tasks, work / "logs"))
        print(f"round {number + 1} of {options.rounds}: transformers", file=sys.stderr)
        other.append(run_seed_stack(options, tasks, work / "logs"))
    ours = statistics.median(each["seconds"] for each in plumb)
    theirs = statistics.median(each["generating"] + each["scoring"] for each in other)
    report = {"machine": cpu_name(), "cpus": cpus(), "busy_before": busy, "plumb": plumb,
              "seed_stack": other, "times_faster": theirs / ours, "wanted": WANTED}
    (work / "experiment.json").write_text(json.dumps(report, indent=2) + "\n")
    if options.json:
        print(json.dumps(report))
        return
    last = other[-1]
    print(f"{cpu_name()}, {cpus()} CPUs; {last['versions']}; {options.rounds} rounds, medians")
    print(table([["", "seconds", "steps", "prompt tokens", "new tokens", "new tokens/s"],
                 *([name, f"{seconds:.1f}", str(each["steps"]), str(each["prompt_tokens"]),
                    str(each["new_tokens"]), f"{each['new_tokens'] / seconds:.1f}"]
                   for name, seconds, each in (("plumb", ours, plumb[-1]),
                                               ("the seed's stack", theirs, last)))]))
    verdict = "met" if theirs / ours >= WANTED else "MISSED"
    print(f"times faster: {theirs / ours:.2f}, wanted >= {WANTED:g}: {verdict}")
    if busy > 0.1:
        print(f"warning: others used {busy:.0%} of the machine before the first round")


if __name__ == "__main__":
    main()
