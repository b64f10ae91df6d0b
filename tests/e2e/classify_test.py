"""plumb classify: a small made classifier, its outputs and its failures."""
import csv
import io
import json
import math
import os
import unittest

from made_classifier import golden_model, write_classifier
from plumb_binary import PlumbTest

class ClassifyTest(PlumbTest):
    def setUp(self):
        super().setUp()
        self.model = golden_model()
        write_classifier(self, "made")

    def classify(self, *arguments, **options):
        return self.succeed("classify", *arguments, "--classifier", "./made", **options)

    def test_every_format_carries_the_same_numbers(self):
        self.write("a.txt", "the cat sat\nthe dog ran\n\n")
        done = self.classify("a.txt", "-o", "v.jsonl", "-o", "v.csv", "-o", "v.json", "--json")
        document = json.loads(done.stdout)
        self.assertEqual(document, json.loads(self.read("v.json")))
        self.assertEqual(document["plumb"], "classify/1")
        rows = document["results"]
        origin = {"classifier": "made", "classifier_note": None,
                  "classifier_sha256": document["provenance"]["weights_sha256"]}
        self.assertEqual([{**row, **origin} for row in rows],
                         self.json_lines(self.read("v.jsonl")))
        self.assertEqual([row["tokens"] for row in rows], [5, 5, 2])
        for row in rows:
            self.assertEqual(list(row), ["index", "tokens", "truncated", "label", "probabilities",
                                         "logits"])
            no, yes = row["probabilities"]["no"], row["probabilities"]["yes"]
            self.assertAlmostEqual(no + yes, 1, places=12)
            self.assertEqual(row["label"], "yes" if yes > no else "no")
            self.assertAlmostEqual(math.log(yes / no), row["logits"][1] - row["logits"][0],
                                   places=6)
        table = list(csv.DictReader(io.StringIO(self.read("v.csv").decode())))
        self.assertEqual([float(line["p_yes"]) for line in table],
                         [row["probabilities"]["yes"] for row in rows])
        for line in table:
            self.assertEqual((line["classifier"], line["classifier_sha256"],
                              line["classifier_note"]), ("made", origin["classifier_sha256"], ""))
        provenance = document["provenance"]
        self.assertEqual((provenance["classifier"], provenance["architecture"],
                          provenance["max_tokens"]), ("made", "bert", 64))
        self.assertEqual(len(provenance["weights_sha256"]), 64)
        self.assertEqual(provenance["precision"], "f32")

    def test_verify_knows_a_folder_that_classifies(self):
        self.assertIn(b"./made: ok", self.succeed("model", "verify", "./made").stdout)

    def test_a_table_on_standard_output(self):
        lines = self.classify("-", stdin=b"the cat sat\n").stdout.decode().splitlines()
        self.assertEqual(len(lines), 2)
        self.assertEqual(lines[0], "scores of the classifier made")
        self.assertRegex(lines[1], r"^(no|yes) +no 0\.\d{3}  yes 0\.\d{3}  the cat sat$")

    def test_pairs_are_read_and_differ_from_single_texts(self):
        self.write("a.jsonl", '{"id":"p","text":"the cat","pair":"sat"}\n'
                   '{"text":"the cat [SEP] sat"}\n{"text":"the cat","pair":null}\n')
        rows = self.json_lines(self.read_back("a.jsonl"))
        self.assertEqual([row["tokens"] for row in rows], [6, 6, 4])
        self.assertEqual(rows[0]["id"], "p")
        self.assertNotEqual(rows[0]["logits"], rows[1]["logits"])
        self.write("b.jsonl", '{"text":"the cat","other":"sat"}\n')
        again = self.json_lines(self.read_back("b.jsonl", "--pair-field", "other"))
        self.assertEqual(again[0]["logits"], rows[0]["logits"])

    def read_back(self, name, *options):
        self.classify(name, "-o", "v.jsonl", *options)
        return self.read("v.jsonl")

    def test_the_same_bits_for_any_threads_and_order(self):
        texts = ["the " * (i % 50) + "cat sat" for i in range(200)]
        one = self.json_lines(self.read_back(self.write("a.txt", "\n".join(texts)),
                                             "--threads", "1"))
        two = self.json_lines(self.read_back(self.write("a.txt", "\n".join(reversed(texts))),
                                             "--threads", "2"))
        self.assertEqual([row["logits"] for row in one], [row["logits"] for row in reversed(two)])

    def test_truncation_is_said(self):
        done = self.classify("-", "-o", "v.jsonl", stdin=b"cat " * 100 + b"\nshort\n")
        self.assertEqual([row["truncated"] for row in self.json_lines(self.read("v.jsonl"))],
                         [True, False])
        self.assertIn("1 of 2 texts was longer than 64 tokens and was truncated", done.stderr)

    def test_a_bad_line_is_named_and_the_rows_before_it_stay(self):
        self.write("a.jsonl", '{"text":"the cat"}\n{"text":"sat","pair":7}\n')
        self.fail_with(2, 'a.jsonl:2:22: the field "pair" is not a string', "classify", "a.jsonl",
                       "--classifier", "./made", "-o", "v.jsonl")
        self.assertEqual(len(self.json_lines(self.read("v.jsonl.partial"))), 1)
        done = self.classify("a.jsonl", "--skip-bad", "-o", "v.jsonl")
        self.assertIn("1", done.stderr)
        self.assertEqual(len(self.json_lines(self.read("v.jsonl"))), 1)

    def test_a_spoiled_model_is_a_sentence(self):
        config = dict(self.model["config"], model_type="gpt2")
        self.write("made/config.json", json.dumps(config))
        self.fail_with(2, 'config.json: model_type is "gpt2"; Plumb runs bert, albert, roberta, '
                       "deberta-v2", "classify", "-", "--classifier", "./made", stdin=b"x")
        config = dict(self.model["config"], intermediate_size=128)
        self.write("made/config.json", json.dumps(config))
        self.fail_with(2, "intermediate.dense.weight\" has the shape", "classify", "-",
                       "--classifier", "./made", stdin=b"x")

    def test_a_classifier_that_is_nowhere_is_a_sentence(self):
        self.fail_with(2, "./nowhere is not a model's folder", "classify", "-", "--classifier",
                       "./nowhere", stdin=b"x")

    def test_a_repository_is_found_in_the_hugging_face_cache(self):
        from plumb_binary import environment
        hub = os.path.join("hub", "models--some-one--made")
        os.makedirs(self.path(os.path.join(hub, "refs")))
        os.makedirs(self.path(os.path.join(hub, "snapshots")))
        self.write(os.path.join(hub, "refs", "main"), "abc")
        os.rename(self.path("made"), self.path(os.path.join(hub, "snapshots", "abc")))
        done = self.succeed("classify", "-", "--classifier", "some-one/made", "--json",
                            stdin=b"the cat", env=environment(HF_HUB_CACHE=self.path("hub")))
        self.assertEqual(json.loads(done.stdout)["provenance"]["classifier"], "some-one/made")


if __name__ == "__main__":
    unittest.main()
