"""Writes the bench's corpora, the same bytes every time.

    generate.py OUT_FOLDER [--texts 600] [--pool N]

    mixed.jsonl   about 100 tokens a text on average, from a few words to past 256 tokens
    long.jsonl    64 to 256 tokens
    short.jsonl   one text of 10 tokens, the special ones included
    multilingual.jsonl   the lines of tests/golden/multilingual.txt
    pool.jsonl    with --pool: N short texts, 15 words in the middle, to draw systems from

Sentences are built from templates, so that words repeat as they do in the logs of
one system, and no text occurs twice.
"""

import argparse
import json
import math
import random
from pathlib import Path

MULTILINGUAL = Path(__file__).resolve().parents[2] / "tests" / "golden" / "multilingual.txt"

SLOTS = {
    "who": ["the night shift", "our billing agent", "a new volunteer", "the port authority",
            "Dr. Okafor", "the release team", "one of the auditors", "the kitchen", "her deputy",
            "a customer from Lyon", "the maintenance crew", "the school board", "their translator",
            "the second reviewer", "the model", "an anonymous caller", "the glaciologist"],
    "did": ["postponed", "rewrote", "approved", "questioned", "measured", "forgot", "archived",
            "explained", "cancelled", "escalated", "summarised", "compared", "reopened",
            "overestimated", "documented", "defended", "translated"],
    "what": ["the refund policy", "a shipment of 40 turbines", "the second draft of the contract",
             "last winter's snow survey", "the on-call rota", "two conflicting invoices",
             "the patient's discharge plan", "a pull request about time zones",
             "the seating chart", "an early warning from sensor B-17", "the vaccination schedule",
             "a recipe for sourdough rye", "the evacuation route", "the quarterly forecast",
             "a footnote on page 312", "the tuning of the church organ"],
    "when": ["on Tuesday morning", "three days before the deadline", "without telling anyone",
             "shortly after the storm", "during the second meeting", "at 04:45 local time",
             "for the first time since 2019", "as soon as the figures came in",
             "while the server was restarting", "in less than an hour"],
    "why": ["because the numbers no longer added up", "so that nobody would have to work twice",
            "although the budget had not been settled", "to keep the promise made in spring",
            "since the earlier version contradicted the manual", "in order to avoid another delay",
            "even if it meant starting over", "after a long, rather heated discussion"],
    "then": ["Nobody objected.", "The reply was short and polite.", "It took 17 attempts.",
             "A week later the same question came back.", "The log shows no error at all.",
             "What followed was surprisingly dull.", "Most of the savings came from storage.",
             "The instructions, however, had changed in the meantime.",
             "Please keep the original goal in mind before you answer.",
             "Rainfall stayed 12.5 mm below the average."],
}

PATTERNS = [
    "{Who} {did} {what} {when}.",
    "{Who} {did} {what} {why}.",
    "{When}, {who} {did} {what} and {did} {what}.",
    "\"Why was {what} {did} {when}?\" asked {who}; {who} had no answer.",
    "{Who} {did} {what} {when}, {why}.",
    "{then}",
    "If {who} ever {did} {what}, it happened {when}.",
    "Step {number}: {who} should check {what} {why}.",
]


def sentence(random_source):
    pattern = random_source.choice(PATTERNS)
    while "{" in pattern:
        slot = pattern[pattern.index("{") + 1:pattern.index("}")]
        if slot == "number":
            word = str(random_source.randrange(1, 20))
        else:
            word = random_source.choice(SLOTS[slot.lower()])
            word = word[0].upper() + word[1:] if slot[0].isupper() else word
        pattern = pattern.replace("{" + slot + "}", word, 1)
    return pattern


def text_of_words(random_source, count):
    words = []
    while len(words) < count:
        words += sentence(random_source).split()
    return " ".join(words[:count])


def distinct_texts(random_source, count, draw_words):
    texts = {}
    while len(texts) < count:
        texts[text_of_words(random_source, draw_words(random_source))] = None
    return list(texts)


def mixed_words(random_source):
    # Log-normal, as answers of chat systems are: median 62 words, a tail past the model's limit.
    return max(4, min(260, round(math.exp(random_source.gauss(math.log(62), 0.72)))))


def pool_words(random_source):
    return max(4, min(60, round(math.exp(random_source.gauss(math.log(15), 0.5)))))


def write(path, texts):
    lines = (json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts)
    path.write_text("".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--texts", type=int, default=600)
    parser.add_argument("--pool", type=int, default=0)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    source = random.Random(42)
    write(options.out / "mixed.jsonl", distinct_texts(source, options.texts, mixed_words))
    write(options.out / "long.jsonl",
          distinct_texts(source, options.texts // 2, lambda r: r.randrange(52, 197)))
    write(options.out / "short.jsonl", ["Stay with the goal we agreed on."])
    lines = MULTILINGUAL.read_text(encoding="utf-8").split("\n")
    write(options.out / "multilingual.jsonl", [line for line in lines if line.strip()])
    if options.pool:
        write(options.out / "pool.jsonl",
              distinct_texts(random.Random(43), options.pool, pool_words))


if __name__ == "__main__":
    main()
