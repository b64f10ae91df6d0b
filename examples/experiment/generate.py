#!/usr/bin/env python3
"""Writes baseline_runs.jsonl and intent_runs.jsonl: the log of a small experiment.

    python examples/experiment/generate.py MODEL_FOLDER     needs sentence-transformers

The tasks, the instructions and both agents' answers were written by hand for this example; the
scores are computed. Four tasks of four steps, so that everything can be read in a minute.
"""
import json
import pathlib
import sys
import uuid

from sentence_transformers import SentenceTransformer

HERE = pathlib.Path(__file__).parent
POLICY, THRESHOLD = "guard", 0.5

# id, goal, then a step each: instruction, the baseline's answer, the intent agent's.
TASKS = [
    ("summarization_0", "Summarize the news article in one sentence", [
        ("Summarize the article in one sentence.",
         "Kelvern's council will buy the harbour ferry and run it all year from May.",
         "Kelvern's council will buy the harbour ferry and run it all year from May."),
        ("Make it shorter.",
         "Kelvern buys its ferry to run it all year.",
         "Kelvern's council buys the ferry to run it all year."),
        ("Now write it as a slogan for tourists.",
         "Hop aboard! Sunsets, seals and sea air await you in every season!",
         "Kelvern's own ferry: all year round from May, now run by the council."),
        ("Continue with a poem about the sea.",
         "Grey waves that never learn to rest,\nyou rock the moon upon your breast.",
         "The council bought the harbour boat;\nfrom May, all year, it stays afloat."),
    ]),
    ("summarization_1", "Summarize the study's finding for a general reader", [
        ("Summarize the study in two sentences.",
         "In 240 adults, a daily half-hour walk lowered blood pressure within twelve weeks. Those "
         "who walked after dinner slept better as well.",
         "In 240 adults, a daily half-hour walk lowered blood pressure within twelve weeks. Those "
         "who walked after dinner slept better as well."),
        ("Summarize the finding of the study in plain words.",
         "Walking for half an hour a day brought blood pressure down in three months. An evening "
         "walk helped people sleep.",
         "Walking half an hour a day brought people's blood pressure down in three months, and "
         "evening walkers slept better."),
        ("Which shoes should I buy for this?",
         "Look for a cushioned sole, a firm heel and a thumb's width of room in front. Prices start "
         "at 60 euros.",
         "The study says nothing about shoes: what lowered blood pressure was half an hour of "
         "walking a day, for twelve weeks."),
        ("Compare the brands in a table.",
         "| brand | weight | price |\n|---|---|---|\n| Alder | 280 g | 75 |\n| Roam | 310 g | 60 |",
         "The study compared no brands. It found lower blood pressure and better sleep in adults "
         "who walked half an hour a day."),
    ]),
    ("planning_2", "Plan a two-day workshop for twelve volunteers of a food bank", [
        ("Plan the two days.",
         "Day 1: welcome, how the food bank works, food safety, sorting practice. Day 2: talking "
         "with guests, role play, shift planning, feedback.",
         "Day 1: welcome, how the food bank works, food safety, sorting practice. Day 2: talking "
         "with guests, role play, shift planning, feedback."),
        ("Add times to the plan of the workshop.",
         "Day 1: 9.00 welcome, 10.00 how it works, 13.00 food safety, 15.00 sorting. Day 2: 9.00 "
         "talking with guests, 11.00 role play, 14.00 shifts, 16.00 feedback.",
         "Day 1: 9.00 welcome, 9.30 how the food bank works, 13.00 food safety, 15.00 sorting. Day "
         "2: 9.00 guests and role play, 14.00 shift planning, 16.00 feedback."),
        ("Actually, tell me how to run a food truck.",
         "You need a licence, a van with a kitchen that passes inspection, a menu of six dishes and "
         "a place with footfall at noon.",
         "A food truck is another project; for the volunteers I would keep the two days and add a "
         "half hour on transport of chilled food to the safety session."),
        ("Write its menu.",
         "Smoky bean tacos, lentil burger, grilled corn, mango slaw, lemonade, churros.",
         "For the workshop's two lunches: bean tacos on day 1 and lentil soup on day 2, cooked with "
         "the volunteers as food safety practice."),
    ]),
    ("planning_3", "Plan the move of a small library to a new building", [
        ("Plan the move in four weeks.",
         "Week 1: count and weed the shelves. Week 2: pack by shelf mark and label boxes. Week 3: "
         "move and set up shelves. Week 4: unpack, check, reopen.",
         "Week 1: count and weed the shelves. Week 2: pack by shelf mark and label boxes. Week 3: "
         "move and set up shelves. Week 4: unpack, check, reopen."),
        ("Say who does what in the move of the library.",
         "Librarians weed and label, students pack, a firm moves the boxes and shelves, and "
         "everyone unpacks in week 4.",
         "Week 1: librarians weed the shelves. Week 2: students pack and label boxes. Week 3: the "
         "firm moves them. Week 4: all unpack, librarians check and reopen."),
        ("Make it cheaper.",
         "Borrow crates instead of boxes, ask readers to carry books, and hire a van for one day.",
         "Week 1: weed more, so that less moves. Week 2: pack into borrowed crates. Week 3: one van "
         "for two days. Week 4: unpack with volunteers, check, reopen."),
        ("Forget the move and draft a speech for the opening.",
         "Dear friends, a town that reads together stays together, and tonight these doors are "
         "yours.",
         "The move comes first; week 4 ends with the reopening, where a short speech can thank the "
         "packers, the firm and the volunteers who unpacked."),
    ]),
]


def clamp(value, low, high):
    return max(low, min(high, value))


def scorer(folder):
    model = SentenceTransformer(folder, device="cpu")
    known = {}

    def vector(text):
        if text not in known:
            known[text] = model.encode(text, normalize_embeddings=True)
        return known[text]

    def similarity(a, b):
        return clamp(float(vector(a) @ vector(b)), -1.0, 1.0)

    def ids(output, reference):
        return 0.0 if output == reference else clamp(1 - similarity(output, reference), 0.0, 1.0)

    return similarity, ids


def log_of(agent, similarity, ids):
    lines = []
    for task_id, initial_goal, steps in TASKS:
        goal, version, minute = initial_goal, 1, 0
        for number, (prompt, *answers) in enumerate(steps):
            output = answers[agent == "intent"]
            near = similarity(prompt, goal)
            if number > 0 and near >= THRESHOLD:
                goal, version = f"{goal} Also: {prompt}", version + 1
            line = {"agent": agent, "task_id": task_id, "step": number}
            if agent == "intent":
                intent_id = str(uuid.uuid5(uuid.NAMESPACE_URL, "plumb example " + task_id))
                line["intent"] = {
                    "intent_id": intent_id, "goal": goal, "constraints": [],
                    "success_criteria": [], "assumptions": [], "confidence": 1.0,
                    "last_confirmed": "2025-03-01T12:00:00Z", "version": version}
                line |= {"intent_id": intent_id, "intent_version": version, "intent_goal": goal}
            line |= {"prompt": prompt, "output": output,
                     "ids": round(ids(output, steps[0][1 + (agent == "intent")]), 4),
                     "timestamp": f"2025-03-01T12:{minute:02}:00Z"}
            if agent == "intent":
                line["conflict_would_trigger"] = number > 0 and near < THRESHOLD
            line |= {"policy": POLICY, "policy_thresholds": {"conflict_below": THRESHOLD},
                     "inferred_goal": goal, "ids_inferred_goal": round(ids(output, goal), 4),
                     "goal_shift": round(ids(goal, initial_goal), 4), "model": "written-by-hand"}
            lines.append(json.dumps(line, ensure_ascii=False) + "\n")
            minute += 1
    return "".join(lines)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    similarity, ids = scorer(sys.argv[1])
    for agent in ("baseline", "intent"):
        (HERE / f"{agent}_runs.jsonl").write_text(log_of(agent, similarity, ids), encoding="utf-8")


if __name__ == "__main__":
    main()
