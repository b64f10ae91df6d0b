"""plumb session and plumb plans: sessions against their plans."""
import csv
import io
import json
import os
import unittest

from plumb_binary import PlumbTest

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "session")
CASES = os.path.join(EXAMPLES, "cases.json")
GENERATIONS = os.path.join(EXAMPLES, "generations.jsonl")


class SessionTest(PlumbTest):
    needs_model = True

    def document(self, *arguments):
        return json.loads(self.succeed("session", CASES, GENERATIONS, *arguments, "--json").stdout)

    def plans(self):
        self.succeed("plans", CASES, "-o", "plans.json")
        return "plans.json"

    def test_alignment_recall_and_their_curves(self):
        document = self.document("--plans", self.plans())
        self.assertEqual(document["plumb"], "session-report/1")
        self.assert_follows("session-report-1", document)
        with open(self.path("plans.json"), encoding="utf-8") as file:
            self.assert_follows("plans-1", json.load(file))
        self.assertEqual(document["list"]["name"], "clinical")
        sleep, panic = document["sessions"]
        self.assertEqual(len(sleep["alignment_curve_actions"]), 4)
        self.assertEqual(sleep["alignment_score"], sleep["alignment_curve_actions"][-1])
        self.assertIn(sleep["alignment_band"], ("strong", "moderate", "poor"))
        self.assertEqual(sleep["entity_recall_curve"][0], 1)
        self.assertEqual(sleep["entity_recall_curve"][3], 0)
        self.assertLess(sleep["drift_slope"]["slope"], 0)
        self.assertEqual(panic["not_ok"], 1)
        self.assertIsNone(panic["entity_recall_curve"][1])
        self.assertEqual(panic["alignment_curve_actions"][1], panic["alignment_curve_actions"][0])
        self.assertNotIn("knowledge_conflict_rate", sleep)
        self.assertIn("neither an NLI model nor a judge", document["no_conflict_rate"])
        self.assertEqual(sleep["turns"][2]["actions"],
                         ["Are you safe right now?",
                          "If thoughts of suicide come, call the crisis line at once."])

    def test_without_plans_the_keys_are_absent(self):
        document = self.document()
        for session in document["sessions"]:
            self.assertNotIn("alignment_score", session)
            self.assertIn("entity_recall_curve", session)

    def test_modes_poolings_and_lists(self):
        plans = self.plans()
        joined = self.document("--plans", plans)["sessions"][0]["alignment_score"]
        pooled = self.document("--plans", plans, "--pooling", "mean-sentences")
        full = self.document("--plans", plans, "--mode", "full")
        wide = self.document("--plans", plans, "--lists", "wide")
        self.assertEqual(pooled["pooling"], "mean-sentences")
        self.assertEqual(full["mode"], "full")
        self.assertEqual(wide["list"]["name"], "wide")
        scores = {joined, *(d["sessions"][0]["alignment_score"] for d in (pooled, full))}
        self.assertEqual(len(scores), 3)
        self.write("mine.txt", "holiday\n")
        mine = self.document("--plans", plans, "--lists", "mine.txt")["sessions"]
        self.assertIsNone(mine[0]["alignment_score"])
        self.assertIsNotNone(mine[1]["alignment_score"])

    def test_f1_with_a_vocabulary(self):
        self.write("vocabulary.txt", "asthma\npanic attacks\ninhaler\n")
        panic = self.document("--vocabulary", "vocabulary.txt")["sessions"][1]
        self.assertAlmostEqual(panic["entity_f1_curve"][0], 0.8)  # precision 2/3, recall 1
        self.assertIsNone(panic["entity_f1_curve"][1])

    def test_every_format_is_written(self):
        names = ["s.json", "s.jsonl", "s.csv", "s.md", "s.html", "s.png", "s.svg"]
        self.succeed("session", CASES, GENERATIONS, "--plans", self.plans(),
                     *[word for name in names for word in ("-o", name)])
        rows = list(csv.DictReader(io.StringIO(self.read("s.csv").decode())))
        self.assertEqual(len(rows), 7)
        self.assertEqual(rows[5]["entity_recall"], "")
        self.assertEqual(self.read("s.png")[:4], b"\x89PNG")
        self.assertIn(b"<svg", self.read("s.html"))

    def test_what_was_skipped_is_in_every_result(self):
        with open(GENERATIONS, encoding="utf-8") as file:
            lines = file.readlines()
        nobody = '{"case_id":"nobody","turn_num":1,"response_text":"x","status":"ok"}\n'
        self.write("g.jsonl", "".join([*lines, "bad\n", nobody, lines[0]]))
        done = self.succeed("session", CASES, "g.jsonl", "--skip-bad", "--json", "-o", "s.md", "-o",
                            "s.html")
        sentence = "3 bad lines were left out; the first: g.jsonl:8:1"
        self.assertEqual(done.stderr.count(sentence), 1, done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual(document["skipped"], 3)
        self.assertIn(sentence, document["warnings"][-1])
        for name in ("s.md", "s.html"):
            self.assertIn("3 bad lines were left out", self.read(name).decode())
        self.assertEqual(self.document()["skipped"], 0)

    def test_the_thresholds_in_force_are_told(self):
        self.assertEqual(self.document()["provenance"]["thresholds"],
                         {"alignment_strong_above": 0.8, "alignment_poor_below": 0.6,
                          "entity_jaccard": 0.6})

    def test_bad_input_is_one_sentence(self):
        self.write("g.jsonl", '{"case_id":"nobody","turn_num":1,"response_text":"x","status":"ok"}\n')
        self.fail_with(2, "g.jsonl:1:12: case \"nobody\" is not among the cases", "session", CASES,
                       "g.jsonl")
        self.fail_with(2, "longer than 20 bytes; raise --max-line-bytes", "session", CASES,
                       GENERATIONS, "--max-line-bytes", "20")
        self.fail_with(2, "there is no term list \"clinicl\"", "session", CASES, GENERATIONS,
                       "--lists", "clinicl")
        self.write("plans.json", '{"plans":{"nobody":"x"}}')
        done = self.succeed("session", CASES, GENERATIONS, "--plans", "plans.json", "--json")
        self.assertIn("is of a case that is not among the cases", done.stderr)


class PlansTest(PlumbTest):
    def test_each_line_has_its_evidence(self):
        document = json.loads(self.succeed("plans", CASES, "--json").stdout)
        plan = document["plans"]["sleep"]
        self.assertEqual(plan["source"], "rules")
        self.assertIn("Address shift work.", plan["plan"])
        self.assertIn({"component": "risk", "text": "She denies suicidal thoughts.",
                       "source": "patient_summary", "sentence": "She denies suicidal thoughts.",
                       "term": "suicid"}, plan["evidence"])
        self.assertIn("follow-up", {item["component"] for item in plan["evidence"]})

    def test_a_list_without_the_groups_is_refused(self):
        self.fail_with(2, "has no group [goal]", "plans", CASES, "--lists", "clinical")


if __name__ == "__main__":
    unittest.main()
