"""The classifier inside the binary: its scores, and that outputs say whose they are."""
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


if __name__ == "__main__":
    unittest.main()
