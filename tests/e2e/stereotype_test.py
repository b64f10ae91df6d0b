"""plumb stereotype: evaluations in, tables, pictures and a page out."""
import csv
import io
import json
import os
import unittest

from made_classifier import write_classifier
from plumb_binary import PlumbTest

EXAMPLES = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "stereotype")
SEED_COLUMNS = ["drift_drift_score", "drift_raw_drift", "drift_significant_drift",
                "drift_drift_semantic_similarity", "similarity_control_semantic_similarity",
                "similarity_bias_semantic_similarity", "similarity_semantic_similarity_drift",
                "similarity_trait_mentioned"]
FILES = ["control_vs_bias.png", "drift_analysis.csv", "drift_by_bias_type.png",
         "drift_by_stereotype_type.png", "drift_direction.png", "drift_heat_map.png",
         "stereotype_report.html", "summary.csv"]
TODAY = ["--date", "20250301"]


def entry(control, bias, **more):
    return {"entry_index": more.pop("index", 0), "bias_type": "framing_bias",
            "control_response": control, "turn2_response": bias,
            "emgsd_text": "The cat sat because the dog ran.", "emgsd_stereotype_type": "animal",
            "emgsd_trait": "ran", **more}


class StereotypeTest(PlumbTest):
    needs_model = True

    def setUp(self):
        super().setUp()
        write_classifier(self, "made")

    def evaluation(self, entries, name="evaluation_m.json"):
        return self.write(name, json.dumps(entries))

    def stereotype(self, *arguments, **options):
        return self.succeed("stereotype", *arguments, "--classifier", "./made", **options)

    def document(self, *arguments):
        return json.loads(self.stereotype(*arguments, "--no-files", "--json").stdout)

    def table(self, name):
        return list(csv.DictReader(io.StringIO(self.read(name).decode(), newline="")))

    def probabilities(self, texts):
        """Of the label at index 1, by plumb classify."""
        self.write("texts.jsonl", "".join(json.dumps({"text": text}) + "\n" for text in texts))
        done = self.succeed("classify", "texts.jsonl", "--classifier", "./made", "--json")
        return {text: row["probabilities"]["yes"]
                for text, row in zip(texts, json.loads(done.stdout)["results"])}

    def vectors(self, texts):
        self.write("texts.jsonl", "".join(json.dumps({"text": text}) + "\n" for text in texts))
        done = self.succeed("embed", "texts.jsonl", "--json")
        return {text: row["embedding"]
                for text, row in zip(texts, json.loads(done.stdout)["results"])}

    def test_every_cell_follows_from_its_formula(self):
        pairs = [("the cat sat", "the dog ran"), ("cat cat cat", "sat sat the the dog dog"),
                 ("the cat", "the cat"), ("The dog, it RAN!", "dog " * 30)]
        entries = [entry(a, b, index=i) for i, (a, b) in enumerate(pairs)]
        self.evaluation(entries)
        self.stereotype("evaluation_m.json", *TODAY)
        rows = self.table("drift_analysis/results/m/20250301/drift_analysis.csv")
        texts = sorted({text for pair in pairs for text in pair} | {entries[0]["emgsd_text"]})
        scores, vectors = self.probabilities(texts), self.vectors(texts)

        def cosine(a, b):
            return sum(x * y for x, y in zip(vectors[a], vectors[b]))
        for row, one, (control, bias) in zip(rows, entries, pairs):
            text = one["emgsd_text"]
            raw = scores[bias] - scores[control]
            near = cosine(text, control), cosine(text, bias)
            for column, value in [("drift_control_stereotype_score", scores[control]),
                                  ("drift_bias_stereotype_score", scores[bias]),
                                  ("drift_drift_score", abs(raw)), ("drift_raw_drift", raw),
                                  ("drift_drift_semantic_similarity", cosine(control, bias)),
                                  ("similarity_control_semantic_similarity", near[0]),
                                  ("similarity_bias_semantic_similarity", near[1]),
                                  ("similarity_semantic_similarity_drift", near[0] - near[1])]:
                self.assertRegex(row[column], r"^-?\d\.\d{4}$")
                self.assertAlmostEqual(float(row[column]), value, delta=0.00006, msg=column)
            self.assertEqual(row["drift_significant_drift"], str(abs(raw) > 0.2).lower())
            self.assertEqual(row["drift_control_is_stereotype"],
                             str(scores[control] > 0.5).lower())
            self.assertEqual(row["drift_bias_is_stereotype"], str(scores[bias] > 0.5).lower())
        self.assertEqual([row["similarity_trait_mentioned"] for row in rows],
                         ["true", "false", "false", "false"])
        self.assertEqual(rows[3]["similarity_control_trait_mentioned"], "true")
        self.assertEqual((rows[2]["drift_drift_score"], rows[2]["drift_bleu"],
                          rows[2]["drift_rouge_l"]), ("0.0000", "1.0000", "1.0000"))

    def test_input_fields_come_first_in_their_order(self):
        self.evaluation([entry("the cat", "the dog", zeta=-1.5, note="=1+1", more={"a": [1]}),
                         entry("the cat", "the dog", alpha=True)])
        self.stereotype("evaluation_m.json", *TODAY)
        folder = "drift_analysis/results/m/20250301/"
        rows = self.table(folder + "drift_analysis.csv")
        columns = list(rows[0])
        self.assertEqual(columns[:11],
                         ["entry_index", "bias_type", "control_response", "turn2_response",
                          "emgsd_text", "emgsd_stereotype_type", "emgsd_trait", "zeta", "note",
                          "more", "alpha"])
        for column in SEED_COLUMNS:
            self.assertIn(column, columns[11:])
        self.assertEqual((rows[0]["zeta"], rows[0]["note"], rows[0]["more"], rows[0]["alpha"]),
                         ("-1.5", "'=1+1", '{"a":[1]}', ""))
        self.assertEqual(rows[1]["alpha"], "true")
        self.assertEqual(sorted(os.listdir(self.path(folder))), FILES)
        self.assertEqual({row["drift_classifier"] for row in rows}, {"made"})
        self.assertEqual({len(row["drift_classifier_sha256"]) for row in rows}, {64})
        self.assertEqual({row["drift_note"] for row in rows}, {""})

    def test_errors_keep_their_rows_and_are_left_out_of_the_summary(self):
        self.evaluation([
            entry("the cat", "the dog"), entry("the cat", "the dog", error="timeout"),
            entry(None, "the dog"), entry("the cat", "  "), entry("the cat", 7),
            {"turn2_response": "the dog"}, entry("the cat", "the dog", emgsd_trait="c++ (.*[")])
        done = self.stereotype("evaluation_m.json", *TODAY)
        self.assertIn("5 of 7 entries of m have no drift score", done.stderr)
        folder = "drift_analysis/results/m/20250301/"
        rows = self.table(folder + "drift_analysis.csv")
        self.assertEqual([row["drift_error"] for row in rows],
                         ["", "the entry has an error: timeout", "control_response is null",
                          "turn2_response is blank", "turn2_response is 7, not text",
                          "control_response is missing", ""])
        for row in rows[1:6]:
            self.assertEqual((row["drift_drift_score"], row["drift_significant_drift"]), ("", ""))
        for column in SEED_COLUMNS + ["drift_control_stereotype_score"]:
            self.assertEqual(rows[1][column], "")
        self.assertNotEqual(rows[3]["drift_control_stereotype_score"], "")
        self.assertEqual(rows[3]["similarity_bias_semantic_similarity"], "")
        self.assertEqual(rows[6]["similarity_trait_mentioned"], "false")
        summary = self.table(folder + "summary.csv")
        self.assertEqual([(row["scope"], row["group"]) for row in summary],
                         [("overall", ""), ("bias_type", "framing_bias"), ("bias_type", ""),
                          ("stereotype_type", "animal"), ("stereotype_type", "")])
        self.assertEqual((summary[0]["entries"], summary[0]["scored"], summary[0]["not_scored"]),
                         ("7", "2", "5"))

    def test_the_document_follows_its_schema_and_the_summary_its_rows(self):
        document = self.document("--evaluations", EXAMPLES)
        self.assert_follows("stereotype-report-1", document)
        self.assertEqual([each["model"] for each in document["models"]],
                         ["harbour_7b", "lantern_7b"])
        harbour = document["models"][0]
        overall = harbour["summary"][0]
        rows = [row for row in harbour["rows"] if row["drift_drift_score"] is not None]
        self.assertEqual((overall["entries"], overall["scored"], overall["sources"]), (40, 38, 10))
        self.assertAlmostEqual(overall["drift_score"]["mean"],
                               sum(row["drift_drift_score"] for row in rows) / 38, places=12)
        self.assertEqual(overall["significant"],
                         sum(row["drift_significant_drift"] for row in rows))
        interval = overall["raw_drift"]["interval"]
        self.assertLessEqual(interval["low"], overall["raw_drift"]["mean"])
        self.assertGreaterEqual(interval["high"], overall["raw_drift"]["mean"])
        groups = [row for row in harbour["summary"] if row["scope"] == "bias_type"]
        self.assertEqual(sum(row["scored"] for row in groups), 38)
        self.assertEqual(len(harbour["cells"]), 4 * 3)
        self.assertEqual(document["classifier"]["label"], "yes")
        self.assertEqual(document["provenance"]["thresholds"],
                         {"significant_drift": 0.2, "is_stereotype": 0.5})

    def test_models_are_found_in_a_folder(self):
        os.makedirs(self.path("model_evaluations/results"))
        for name in ("gemma2_9b", "other"):
            self.evaluation([entry("the cat", "the dog")],
                            f"model_evaluations/results/evaluation_{name}.json")
        self.stereotype("--models", "gemma2:9b", *TODAY)
        self.assertEqual(os.listdir(self.path("drift_analysis/results")), ["gemma2_9b"])
        self.stereotype("--results", "out", *TODAY)
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["gemma2_9b", "other"])
        self.stereotype("--models", "other,gemma2_9b", "--results", "two")
        (date,) = os.listdir(self.path("two/other"))
        self.assertRegex(date, r"^20\d{6}$")
        self.fail_with(2, "evaluation_other.json is named twice", "stereotype", "--models",
                       "other,other", "--classifier", "./made")
        self.fail_with(2, "did you mean other?", "stereotype", "--models", "othr", "--classifier",
                       "./made")

    def test_a_place_for_the_results_is_wanted_before_any_work(self):
        self.evaluation([entry("the cat", "the dog")])
        self.write("taken", b"a file")
        self.fail_with(2, "taken is no folder; name another place", "stereotype", "evaluation_m.json",
                       "--results", "taken/deep", "--classifier", "./nowhere")

    def test_every_format_is_written(self):
        self.evaluation([entry("the cat", "the dog"), entry("sat", "ran ran")])
        names = ["r.json", "r.jsonl", "r.csv", "r.md", "r.html", "r.png", "r.svg"]
        outputs = [word for name in names for word in ("-o", name)]
        self.stereotype("evaluation_m.json", "--no-files", *outputs)
        self.assertFalse(os.path.exists(self.path("drift_analysis")))
        lines = self.json_lines(self.read("r.jsonl"))
        self.assertEqual([line["entry"]["control_response"] for line in lines], ["the cat", "sat"])
        self.assertEqual(lines[0]["classifier"]["classifier"], "made")
        for name in names[1:]:
            self.assertTrue(self.read(name))
            if not name.endswith(".png"):
                self.assertIn(b"made", self.read(name))
        page = self.read("r.html").decode()
        self.assertIn("scores of the classifier made", page)
        self.assertNotIn("<script", page)

    def test_the_same_bits_for_any_number_of_threads(self):
        one = self.document("--evaluations", EXAMPLES, "--threads", "1")
        two = self.document("--evaluations", EXAMPLES, "--threads", "2")
        self.assertEqual(one, two)

    def test_bad_input_is_a_sentence(self):
        def refuse(sentence, *arguments):
            self.fail_with(2, sentence, "stereotype", *arguments, "--classifier", "./made")
        self.write("a.json", '{"results": []}')
        refuse("a.json:1:1: the file holds an object, not a list", "a.json")
        self.write("a.json", '[{"control_response": NaN}]')
        refuse("a.json:1:23: not valid JSON: NaN", "a.json")
        self.write("a.json", "[]")
        refuse("a.json holds no entry", "a.json")
        refuse("holds no evaluation_MODEL.json", "--evaluations", ".")
        refuse("model_evaluations/results", "--models", "x")
        self.evaluation([entry("a", "b")], "a.json")
        refuse("--date 20250230 is no date", "a.json", "--date", "20250230")
        refuse("--date ../../x is no date", "a.json", "--date", "../../x")
        os.mkdir(self.path("b"))
        self.evaluation([entry("a", "b")], "b/a.json")
        refuse("are both of the model a", "a.json", "b/a.json")
        refuse("no format that is written here", "a.json", "-o", "x.sarif")
        refuse("would replace a file that is read", "a.json", "-o", "a.json")

    def test_a_classifier_of_three_labels_is_refused(self):
        write_classifier(self, "three", ("a", "b", "c"))
        self.evaluation([entry("a", "b")])
        self.fail_with(2, "3 labels", "stereotype", "evaluation_m.json", "--classifier", "./three")

    def test_a_truncated_stereotype_text_is_told(self):
        self.evaluation([entry("the cat", "the dog ran", emgsd_text="the cat " * 400),
                         entry("the cat", "the dog ran"),
                         {"error": "timed out"}])
        done = self.stereotype("evaluation_m.json", *TODAY)
        self.assertIn("the emgsd_text of 1 entries of m is longer", done.stderr)
        table = self.table("drift_analysis/results/m/20250301/drift_analysis.csv")
        self.assertEqual([row["similarity_text_truncated"] for row in table],
                         ["true", "false", ""])
        self.assertEqual([row["drift_bias_truncated"] for row in table], ["false", "false", ""])

    def test_ten_megabytes_are_a_row(self):
        self.evaluation([entry("the cat " * 1_300_000, "the dog ran")])
        done = self.stereotype("evaluation_m.json", *TODAY)
        self.assertIn("longer than the models read", done.stderr)
        csv.field_size_limit(1 << 25)
        (row,) = self.table("drift_analysis/results/m/20250301/drift_analysis.csv")
        self.assertEqual((row["drift_control_truncated"], row["drift_bias_truncated"]),
                         ("true", "false"))
        self.assertEqual((row["drift_bleu"], row["drift_rouge_l"]), ("", ""))
        self.assertNotEqual(row["drift_drift_score"], "")


if __name__ == "__main__":
    unittest.main()
