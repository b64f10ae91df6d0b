"""Scores the part that train.py held back by Plumb itself, and prints the card's tables.

    evaluate.py --data train.jsonl --plumb PROGRAM [--classifier embedded|FOLDER]

The data has no column for the kind of stereotype. A sentence's kind is that of the first list
below with one of its words in it, so the kinds are those of words, not of meanings; what no list
knows is "other".
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy

from train import figures, split

# In this order: the rarer and more telling words first.
KINDS = {
    "lgbtq+": """gay gays lesbian lesbians bisexual bisexuals transgender trans queer queers
        homosexual homosexuals asexual pansexual nonbinary lgbt lgbtq drag""",
    "religion": """muslim muslims islam islamic christian christians christianity jew jews jewish
        judaism hindu hindus hinduism buddhist buddhists catholic catholics protestant protestants
        mormon mormons sikh sikhs atheist atheists bible brahmin brahmins church mosque quran
        priest priests pope""",
    "race": """black blacks white whites asian asians african africans hispanic hispanics latino
        latinos latina latinas caucasian caucasians arab arabs indigenous aboriginal ethiopian
        ethiopians negro bengali bengalis eriteans eritrean eritreans persian persians""",
    "nationality": """afghan afghans afghanistan albanian american americans argentina armenian
        australian australians australia austrian bangladesh bangladeshi bangladeshis belgian
        brazil brazilian brazilians britain british cameroon canadian canadians cape chile chilean
        china chinese colombia colombian colombians crimean cuban cubans czech danish dutch ecuador
        ecuadorian egypt egyptian egyptians england english ethiopia finnish france french german
        germans germany ghana ghanaian greece greek greeks guatemala india indian indians indonesia
        indonesian indonesians iran iranian iranians iraq iraqi iraqis ireland irish israel israeli
        israelis italian italians italy japan japanese jordan jordanian kenya kenyan korean koreans
        lebanese lebanon libyan malaysian mexican mexicans mexico moroccan morocco nepal nepali
        nigeria nigerian nigerians norway norwegian oman omani pakistan pakistani pakistanis
        palestinian palestinians peru peruvian philippine filipino filipinos poland polish
        portuguese puerto qatar romanian russia russian russians saudi scottish sierra somali
        somalia somalian somalis spain spanish spaniards sudan sudanese swedish swiss syria syrian
        syrians taiwan thai turkey turkish turks ukraine ukrainian ukrainians venezuela venezuelan
        vietnam vietnamese welsh yemen yemeni""",
    "gender": """he she him her his hers man men woman women male males female females boy boys
        girl girls mother mothers father fathers mom mommy dad daddy wife husband sister sisters
        brother brothers daughter son grandfather grandmother gentleman gentlemen lady ladies
        schoolboy schoolgirl stepfather stepmother himself herself""",
    "profession": """accountant accountants actor actress analyst architect artist assistant
        assistants athlete athletes author baker bartender bricklayer butcher carpenter cashier
        chef chemist chess civil clerk commander cook cop cops dancer delivery designer developer
        developers doctor doctors driver economist editor electrician engineer engineers
        entrepreneur farmer farmers firefighter football guitarist hairdresser historian
        illustrator janitor journalist judge laborer lawyer lawyers librarian magician maid
        manager managers mathematician mechanic midwife model mover musician nanny nurse nurses
        officer painter performing photographer physician physicians physicist pilot plumber
        plumbers poet police policeman politician politicians producer professor professors
        programmer programmers psychologist receptionist researcher salesperson scientist
        secretary sheriff singer soldier soldiers supervisor surgeon tailor teacher teachers
        tennis veterinarian writer""",
}
WORDS = {kind: frozenset(words.split()) for kind, words in KINDS.items()}


def kind_of(text):
    words = set(re.findall(r"[a-z]+", text.lower()))
    return next((kind for kind, known in WORDS.items() if words & known), "other")


def scored_by_plumb(options, texts):
    """The probability of a stereotype for each text, as `plumb classify` gives it."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "texts.jsonl"), Path(folder, "labels.jsonl")
        source.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
        subprocess.run([options.plumb, "classify", source, "--classifier", options.classifier,
                        "--quiet", "-o", target], check=True, stdout=subprocess.DEVNULL)
        rows = [json.loads(line) for line in target.read_text().splitlines()]
    return numpy.array([row["probabilities"]["stereotype"] for row in rows])


def table_row(name, truth, p):
    scored = figures(truth, p)
    (tn, fp), (fn, tp) = scored["confusion"] if len(set(truth)) > 1 else ((0, 0), (0, 0))
    return (f"| {name} | {len(truth)} | {tp} | {fn} | {fp} | {tn} | {scored['accuracy']:.3f} | "
            f"{scored['macro_f1']:.3f} |")


def main():
    parser = argparse.ArgumentParser(formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--plumb", default="plumb")
    parser.add_argument("--classifier", default="embedded")
    options = parser.parse_args()
    with open(options.data, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    _, held = split([row["text"] for row in rows])
    texts = [rows[i]["text"] for i in held]
    truth = numpy.array([rows[i]["label"] for i in held])
    p = scored_by_plumb(options, texts)
    print(json.dumps(figures(truth, p)))
    print("\n| kind | sentences | found | missed | false alarms | rightly left | accuracy "
          "| macro-F1 |\n|---|---|---|---|---|---|---|---|")
    kinds = numpy.array([kind_of(text) for text in texts])
    for kind in [*KINDS, "other"]:
        chosen = kinds == kind
        if chosen.any():
            print(table_row(kind, truth[chosen], p[chosen]))
    print(table_row("all", truth, p))
    return 0


if __name__ == "__main__":
    sys.exit(main())
