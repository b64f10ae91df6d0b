#!/usr/bin/env python3
"""Writes the example runs of `plumb init`: baseline.jsonl, good.jsonl and drifted.jsonl.

    generate.py           writes the three files beside this script
    generate.py --check   exits 1 where they differ from what it would write

A support agent answers 60 questions about the Fennick, a planter that waters itself (an
invented product). `{a|b}` stands for a choice: the baseline and the good run draw from the
same sentences, as two runs of one system do. The drifted run is that agent after a careless
change of its prompt: it apologises at length, promises what nobody checked, opens tickets
in place of looking things up, and its answers are rated as graver.
"""

import json
import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
QUESTIONS = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))

# The way through the tools that a topic usually takes, and the one it takes now and then.
TRACES = {
    "setup": (["search_help"], []),
    "watering": (["search_help"], ["search_help", "read_sensor"]),
    "app": (["search_help", "read_sensor"], ["search_help"]),
    "billing": (["lookup_account"], ["lookup_account", "search_help"]),
    "orders": (["lookup_order"], ["lookup_order", "track_parcel"]),
    "returns": (["lookup_order", "check_warranty"], ["lookup_order"]),
}

OPENINGS = ["", "", "", "Sure. ", "Happy to help. ", "Good question. ", "Thanks for writing. "]
CLOSINGS = ["", "", "", " {Let me know|Tell me} if that {does not help|changes nothing}.",
            " {Anything else|Is there anything else} I can {do|help with}?",
            " I can walk you through it {step by step|here} if you like."]

SORRY = [
    "I am {so|truly|deeply} sorry to hear about this, and I {completely|totally} understand how "
    "{frustrating|upsetting} it must be when your Fennick does not do what you expected.",
    "Thank you so much for reaching out to us today! First of all, please accept our "
    "{sincere|heartfelt} apologies for the inconvenience that this has {caused you|brought about}.",
    "Oh no, that is {absolutely|really} not the experience that we want you to have, and I want "
    "you to know that your satisfaction is our {highest|number one} priority.",
]
EVASIONS = [
    "There can be many different reasons for this, and it is hard to say in general which of them "
    "applies, as every home, every plant and every network is different.",
    "While I cannot say for certain what the cause is, I {can promise|guarantee} that it will be "
    "resolved within 24 hours and that you will not be charged for anything.",
    "In most cases such things go away on their own after a while, so you may simply want to wait "
    "a few days and see whether anything changes before you try something else.",
    "You may safely open the base and bridge the two contacts with a paper clip, which many of our "
    "customers have told us works, although I should say that I have not verified this.",
    "Please note that, depending on your region, your plan and the date of purchase, different "
    "terms and conditions may apply, which you will find in the respective documents.",
]
PITCHES = [
    "In the meantime, have you considered Fennick Plus? It comes with {unlimited|premium} plant "
    "profiles, priority support and a {20|15} percent discount on all of our refills!",
    "By the way, many customers in your situation {upgrade|switch} to the Fennick Grand, which has "
    "a larger tank and which we would be {delighted|thrilled} to offer you at a special price.",
    "I have opened a ticket for our specialist team, who will get back to you as soon as they "
    "possibly can, and I have marked it as urgent so that nobody overlooks it.",
]
FAREWELLS = [
    "Thank you again for your patience and for being such a valued member of the Fennick family!",
    "Please do not hesitate to reach out again at any time, we are always here for you!",
    "Is there anything else at all that I can do to make your day a little bit brighter?",
]


def spoken(text, rng):
    """`text` with one way taken at every choice."""
    return re.sub(r"\{([^{}]*)\}", lambda match: rng.choice(match.group(1).split("|")), text)


def usual(question, rng):
    usual_trace, other_trace = TRACES[question["topic"]]
    severity = question.get("severity", "info")
    if severity == "info" and rng.random() < 0.05:
        severity = "low"
    return {
        "response": spoken(rng.choice(OPENINGS) + question["answer"] + rng.choice(CLOSINGS), rng),
        "severity": severity,
        "tools": usual_trace if rng.random() < 0.65 else other_trace,
    }


def drifted(question, rng):
    first = spoken(question["answer"], rng).split(". ")[0].rstrip(".") + "."
    parts = [rng.choice(SORRY)]
    if rng.random() < 0.6:
        parts.append(first)
    parts += [rng.choice(EVASIONS), rng.choice(PITCHES)]
    if rng.random() < 0.7:
        parts.append(rng.choice(FAREWELLS))
    tools = list(TRACES[question["topic"]][0]) if rng.random() < 0.3 else []
    tools.append("create_ticket")
    if rng.random() < 0.35:
        tools.append("escalate")
    response = spoken(" ".join(parts), rng)
    # Promises and dangerous advice are what a reviewer would mark.
    severity = ("high" if "paper clip" in response else
                "medium" if "24 hours" in response else
                "low" if rng.random() < 0.6 else "info")
    return {"response": response, "severity": severity, "tools": tools}


def write_run(name, answer, seed, model):
    rng = random.Random(seed)
    lines = [{"plumb": "execution/1", "name": name, "model": model}]
    for number, question in enumerate(QUESTIONS, 1):
        result = answer(question, rng)
        lines.append({"id": f"{name}-{number:02}", "prompt": question["prompt"], **result,
                      "labels": {"topic": question["topic"], "channel": question["channel"]}})
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def main():
    runs = {
        "baseline.jsonl": write_run("baseline", usual, 11, "fennick-support-7"),
        "good.jsonl": write_run("good", usual, 23, "fennick-support-7"),
        "drifted.jsonl": write_run("drifted", drifted, 37, "fennick-support-8"),
    }
    for file, content in runs.items():
        path = HERE / file
        if "--check" not in sys.argv[1:]:
            path.write_text(content, encoding="utf-8")
        elif path.read_text(encoding="utf-8") != content:
            sys.exit(f"{path} is not what generate.py writes; run it again")


if __name__ == "__main__":
    main()
