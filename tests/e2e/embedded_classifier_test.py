"""The classifier inside the binary: its scores, and that outputs say whose they are."""
import csv
import io
import json
import os
import unittest

from plumb_binary import PlumbTest

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")


def read_json(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return json.load(file)


class EmbeddedClassifierTest(PlumbTest):
    needs_model = True

    def classify(self, texts, *arguments):
        self.write("texts.jsonl", "".join(json.dumps({"text": text}) + "\n" for text in texts))
        return json.loads(self.succeed("classify", "texts.jsonl", "--json", *arguments).stdout)

    def test_logits_are_those_of_torch(self):
        golden = read_json("tests", "golden", "embedded_classifier.json")
        cases = golden["cases"]
        document = self.classify([case["text"] for case in cases], "--classifier", "embedded")
        for case, row in zip(cases, document["results"]):
            with self.subTest(text=case["text"][:60]):
                self.assertEqual(list(row["probabilities"]), golden["labels"])
                self.assertEqual(row["tokens"], case["tokens"])
                for ours, theirs in zip(row["logits"], case["logits"]):
                    self.assertAlmostEqual(ours, theirs, delta=1e-4)

    def test_the_folder_says_the_same(self):
        texts = ["Engineers have no feelings.", "The ferry leaves at nine."]
        folder = os.path.join(ROOT, "models", "stereotype-minilm")
        inside = self.classify(texts, "--classifier", "embedded")["results"]
        self.assertEqual(self.classify(texts, "--classifier", folder)["results"], inside)

    def test_without_hearts_it_stands_in_and_says_so(self):
        document = self.classify(["Engineers have no feelings."])
        self.assertIn("the HEARTS classifier is not on this machine", document["note"])
        self.assertIn("stereotype-minilm", document["note"])
        done = self.succeed("stereotype", "--evaluations",
                            os.path.join(ROOT, "examples", "stereotype"), "--no-files", "--json")
        report = json.loads(done.stdout)
        self.assertIn("stereotype-minilm", json.dumps(report["classifier"]))
        self.assertIn("HEARTS", report["classifier"]["note"])

    def assert_every_row_says_so(self, rows, model, note):
        self.assertTrue(rows)
        for row in rows:
            self.assertEqual(row[model], "stereotype-minilm")
            self.assertIn("the HEARTS classifier is not on this machine", row[note])

    def table(self, name):
        return list(csv.DictReader(io.StringIO(self.read(name).decode(), newline="")))

    def test_every_output_of_classify_says_so(self):
        done = self.succeed("classify", "-", "-o", "a.csv", "-o", "a.jsonl", "-o", "a.txt",
                            stdin=b"Engineers have no feelings.\n")
        self.assertIn("the HEARTS classifier is not on this machine", done.stderr)
        self.assert_every_row_says_so(self.table("a.csv"), "classifier", "classifier_note")
        self.assert_every_row_says_so(self.json_lines(self.read("a.jsonl")), "classifier",
                                      "classifier_note")
        plain = self.succeed("classify", "-", stdin=b"Engineers have no feelings.\n").stdout
        for text in (plain.decode(), self.read("a.txt").decode()):
            self.assertEqual(text.splitlines()[0], "scores of Plumb's embedded classifier "
                             "stereotype-minilm, not of HEARTS")

    def test_every_output_of_stereotype_says_so(self):
        evaluation = os.path.join(ROOT, "examples", "stereotype", "evaluation_harbour_7b.json")
        outputs = [f"-oreport.{kind}" for kind in ("csv", "jsonl", "md", "html", "svg")]
        done = self.succeed("stereotype", evaluation, "--date", "20250301", *outputs)
        self.assertIn("the HEARTS classifier is not on this machine", done.stderr)
        plain = self.succeed("stereotype", evaluation, "--no-files").stdout.decode()
        pages = [self.read(name).decode() for name in ("report.md", "report.html", "report.svg")]
        folder = os.path.join("drift_analysis", "results", "harbour_7b", "20250301")
        pages.append(self.read(os.path.join(folder, "stereotype_report.html")).decode())
        for page in [plain, *pages]:
            self.assertRegex(page, r"embedded classifier stereotype\\?-minilm, not of HEARTS")
        for name in ("report.csv", os.path.join(folder, "drift_analysis.csv"),
                     os.path.join(folder, "summary.csv")):
            self.assert_every_row_says_so(self.table(name), "drift_classifier", "drift_note")
        for row in self.json_lines(self.read("report.jsonl")):
            self.assertIn("HEARTS", row["classifier"]["note"])


if __name__ == "__main__":
    unittest.main()
