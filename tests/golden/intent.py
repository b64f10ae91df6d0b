#!/usr/bin/env python3
"""Writes intent.json: intent drift scores, goal shifts and session alignments as
sentence-transformers computes them, from the formulas alone.

    python tests/golden/intent.py MODEL_FOLDER

The term lists are not read: the sentences of each response, and which of them are
actions, are written out here by hand, so the file also checks how Plumb splits a
response and which sentences it keeps. Needs sentence-transformers.
"""
import json
import pathlib
import sys

import numpy as np
from sentence_transformers import SentenceTransformer

HERE = pathlib.Path(__file__).parent

TEXTS = [
    "", "  \n", "Plan a three-day trip to Lisbon on a small budget.",
    "Day one: Alfama on foot, lunch at the market, the castle at dusk.",
    "Day two: tram 28 to Belém, custard tarts, the monastery.",
    "Lisbon has been the capital of Portugal since the thirteenth century.",
    "Write a haiku about autumn rain.", "Rain on the old roof; a single leaf lets go.",
    "Summarise the article in one sentence.",
    "The council voted to close two of the town's five libraries next spring.",
    "Libraries matter because children learn to read there.",
    "Explain how a suspension bridge carries its load.",
    "Cables carry the deck's weight to the towers and from there to the ground.",
    "The clause lets either party end the contract with thirty days' notice.",
    "Das Gericht hat die Klage abgewiesen.", "法院驳回了起诉。",
    "SELECT name FROM runs WHERE drift > 0.2;", "The battery lasts a day. The screen is dim.",
    "Reviewers praise the battery and complain about the screen.",
    "I am so sorry to hear that, it must be very hard for you.",
    "You should keep a sleep diary and stop coffee after noon.",
    "word " * 400, "x" * 600, "The trip costs 300 euros. " * 30,
    "Book the train early; the night bus is cheaper still.", "What is the weather in Lisbon?",
    "A poem about trains", "Compare both plans in a table.", "Also list what to pack.", "No.",
]

# Response, its actions in order.
SESSION = [
    ("That sounds exhausting. I suggest a fixed bedtime. You should avoid screens at 10 p.m. "
     "or earlier.",
     ["I suggest a fixed bedtime.", "You should avoid screens at 10 p.m. or earlier."]),
    ("<think>I should ask about risk.</think>I hear you, and I am glad that you told me.", []),
    ("Let us try this:\n1. Start a sleep diary\n2. Walk after lunch\n\nDr. Osei will follow up "
     "on Monday.",
     ["Let us try this:", "Start a sleep diary", "Dr. Osei will follow up on Monday."]),
    ("Are you safe right now? If suicidal thoughts return, call the crisis line.",
     ["Are you safe right now?", "If suicidal thoughts return, call the crisis line."]),
]
PLANS = [
    "Improve sleep hygiene, keep a sleep diary, assess suicide risk, follow up weekly.",
    "Taper the sertraline and monitor blood pressure.",
]


def clamp(value, low, high):
    return max(low, min(high, value))


class Reference:
    def __init__(self, folder):
        self.model = SentenceTransformer(folder, device="cpu")
        self.known = {}

    def vector(self, text):
        if text not in self.known:
            self.known[text] = self.model.encode(text).astype(np.float64)
        return self.known[text]

    def cosine(self, a, b):
        return self.cosine_of(self.vector(a), self.vector(b))

    @staticmethod
    def cosine_of(x, y):
        return float(np.dot(x, y) / (np.linalg.norm(x) * np.linalg.norm(y)))

    def ids(self, output, reference):
        if not output.strip() and not reference.strip():
            return 0.0
        if not output.strip() or not reference.strip():
            return 1.0
        return clamp(1.0 - clamp(self.cosine(output, reference), -1.0, 1.0), 0.0, 1.0)


def session(reference, plan):
    curve, pooled, actions = [], [], []
    for _, found in SESSION:
        actions += found
        curve.append(reference.cosine(" ".join(actions), plan) if actions else None)
        mean = np.mean([reference.vector(action) for action in actions], axis=0)
        pooled.append(reference.cosine_of(mean, reference.vector(plan)))
    full = " ".join(response for response, _ in SESSION)
    return {"plan": plan, "curve": curve, "pooled": pooled, "full": reference.cosine(full, plan)}


def main():
    reference = Reference(sys.argv[1])
    pairs = [[i, j, reference.ids(a, b)]
             for i, a in enumerate(TEXTS) for j, b in enumerate(TEXTS) if (7 * i + j) % 5 == 0]
    document = {
        "texts": TEXTS, "ids": pairs,
        "responses": [response for response, _ in SESSION],
        "actions": [found for _, found in SESSION],
        "sessions": [session(reference, plan) for plan in PLANS],
    }
    (HERE / "intent.json").write_text(json.dumps(document, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
