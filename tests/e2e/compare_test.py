"""plumb compare: verdicts, gates and exit codes of the real binary."""
import json
import os
import random
import subprocess
import unittest
import xml.etree.ElementTree

from plumb_binary import BINARY, PlumbTest, environment

SEVEN = ["response_length_ks", "response_entropy", "safety_score_delta", "severity_psi",
         "centroid_cosine", "tool_frequency_chi2", "tool_sequence_jaccard"]
FAST = ["--permutations", "199", "--bootstrap", "199"]


class CompareTest(PlumbTest):
    """Without embeddings, so that no model is needed."""

    def setUp(self):
        super().setUp()
        self.succeed("init")

    def compare(self, *arguments, current="drifted.jsonl", baseline="baseline.jsonl"):
        return self.plumb("compare", current, "--baseline", baseline, "--no-embeddings", *FAST,
                          *arguments)

    def document(self, *arguments, **options):
        done = self.compare("--json", *arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_the_drifted_run_is_drifted_and_says_why(self):
        done = self.compare()
        self.assertEqual(done.returncode, 0, done.stderr)
        text = done.stdout.decode()
        self.assertTrue(text.startswith("DRIFTED  drift score "), text)
        for part in ["response_length_ks    up ", "create_ticket", "centroid_cosine",
                     "does not apply", "topic="]:
            self.assertIn(part, text)
        self.assertNotIn("\033", text)
        self.assertTrue(all(len(line) <= 80 for line in text.splitlines()), text)

    def test_the_good_run_is_not_drifted(self):
        self.assertNotEqual(self.document(current="good.jsonl")["verdict"], "drifted")

    def test_a_run_against_itself_is_graded_a(self):
        document = self.document(current="baseline.jsonl")
        self.assertNotEqual(document["verdict"], "drifted")
        self.assertGreaterEqual(document["drift_score"], 90)
        self.assertEqual(document["drift_grade"], "A")

    def test_profiles_that_sampled_nothing_leave_it_undecided(self):
        for name in ("baseline", "drifted"):
            self.succeed("profile", name + ".jsonl", "--sample", "0", "--no-embeddings",
                         "-o", name + ".plumb")
        for current in ("baseline.plumb", "drifted.plumb"):
            document = self.document(current=current, baseline="baseline.plumb")
            self.assertEqual(document["verdict"], "undecided")
            self.assertEqual({result["p_value"] for result in document["results"]}, {None})
            done = self.compare("--fail-on", "verdict", current=current, baseline="baseline.plumb")
            self.assertEqual(done.returncode, 4, done.stderr)

    def test_a_value_on_the_edge_of_a_band_is_in_it(self):
        def write(name, below):
            lengths = [1] * below + [2] * (20 - below)
            self.write(name, "".join(json.dumps({"response": "a" * n}) + "\n" for n in lengths))
        for gap, value, severity in [(4, 0.2, "medium"), (6, 0.3, "high"), (9, 0.45, "critical")]:
            for below in (0, 3, 20 - gap):
                write("a.jsonl", below)
                write("b.jsonl", below + gap)
                done = self.compare("--json", "--fail-on", f"response_length_ks>={value}",
                                    current="b.jsonl", baseline="a.jsonl")
                self.assertEqual(done.returncode, 1, done.stdout)
                length = json.loads(done.stdout)["results"][0]
                self.assertEqual((length["value"], length["severity"], length["exceeded"]),
                                 (value, severity, True))

    def test_alpha_is_a_number_in_its_range(self):
        for alpha in ("nan", "-nan", "inf", "0.6", "x"):
            done = self.compare(f"--alpha={alpha}")
            self.assertEqual(done.returncode, 2, (alpha, done.stdout))
            self.assertIn(f'"{alpha}" is no number from 0.0001 to 0.5', done.stderr)

    def test_the_document_has_the_seven_and_their_judgement(self):
        document = self.document()
        self.assertEqual(document["plumb"], "compare/1")
        self.assertEqual(document["verdict"], "drifted")
        self.assertEqual([result["metric"] for result in document["results"]], SEVEN)
        for result in document["results"]:
            applies = result["value"] is not None
            self.assertEqual(applies, result["metric"] != "centroid_cosine")
            self.assertEqual(applies, result["severity"] is not None)
            self.assertEqual(applies, result["p_adjusted"] is not None)
        self.assertEqual(document["gates"], [])
        self.assert_follows("compare-1", document)

    def test_the_same_bits_for_any_number_of_threads(self):
        first = self.compare("--json", "--threads", "1").stdout
        self.assertEqual(self.compare("--json", "--threads", "3").stdout, first)

    def test_memory_does_not_grow_with_the_draws(self):
        rng = random.Random(3)
        rows = [{"response": "a" * rng.randint(1, 9),
                 "embedding": [rng.random() for _ in range(384)]} for _ in range(20)]
        self.write("vectors.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
        # What a sanitizer holds of memory that was freed is not Plumb's.
        options = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "quarantine_size_mb=8"]))

        def peak(draws):
            child = subprocess.Popen(
                [BINARY, "compare", "vectors.jsonl", "--baseline", "vectors.jsonl",
                 "--permutations", "99", "--bootstrap", str(draws), "--quiet"],
                cwd=self.folder, stdout=subprocess.DEVNULL, env=environment(ASAN_OPTIONS=options))
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(child.returncode, 0)
            return usage.ru_maxrss

        # Ten times the sums that are held at a time, and a number a draw and statistic.
        self.assertLess(peak(40_960), 1.5 * peak(4_096))

    def test_gates_and_exit_codes(self):
        for gates, code in [
            (["verdict"], 1),
            (["grade:F"], None),
            (["score:1"], 0),
            (["severity:critical"], 1),
            (["response_length_ks>=0.45"], 1),
            (["response_length_ks<0.45"], 0),
            (["centroid_cosine>=0.3"], 4),
            (["centroid_cosine>=0.3", "score:1"], 4),
            (["centroid_cosine>=0.3", "verdict"], 1),
            (["verdict", "centroid_cosine>=0.3"], 1),
        ]:
            with self.subTest(gates):
                flags = [word for gate in gates for word in ("--fail-on", gate)]
                done = self.compare(*flags)
                if code is not None:
                    self.assertEqual(done.returncode, code, done.stderr)
                outcomes = {0: "passed", 1: "failed", 4: "undecided"}
                self.assertIn("\n" + outcomes[done.returncode], done.stdout.decode())

    def test_gates_are_in_the_document(self):
        done = self.compare("--json", "--fail-on", "verdict")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["gates"],
                         [{"gate": "verdict", "outcome": "failed",
                           "reason": "the verdict is drifted"}])

    def test_mistakes(self):
        for arguments, sentence in [
            (["--fail-on", "severity_ps1>=0.3"], "did you mean severity_psi?"),
            (["--fail-on", "verdikt"], "did you mean verdict?"),
            (["--threshold", "ouput=0.1"], "did you mean output?"),
            (["--threshold", "output=x"], '"x" is no number above 0'),
            (["-o", "report.pdf"], "report.pdf"),
            (["-o", "drifted.jsonl"], "would replace a file that is read"),
            (["-o", "a.json", "-o", "./a.json"], "is given twice"),
            (["-o", "nowhere/a.json"], "there is no folder nowhere"),
            (["--embeddings", "a.npy", "--embeddings", "b.npy"], "a file a current run: 2 for 1"),
        ]:
            with self.subTest(arguments):
                before = sorted(os.listdir(self.folder))
                self.fail_with(2, sentence, "compare", "drifted.jsonl", "--baseline",
                               "baseline.jsonl", "--no-embeddings", *arguments)
                self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.fail_with(2, "not two of them", "compare", "-", "--baseline", "-")
        self.fail_with(2, "--baseline is required", "compare", "drifted.jsonl")
        self.fail_with(2, "no-such.jsonl", "compare", "no-such.jsonl", "--baseline",
                       "baseline.jsonl", "--no-embeddings")

    def test_a_threshold_of_ones_own(self):
        document = self.document("--threshold", "output=1.5")
        length = document["results"][0]
        self.assertEqual(length["threshold"], 1.5)
        self.assertIs(length["exceeded"], False)

    def test_several_runs_give_a_table_and_the_worst_exit_code(self):
        done = self.plumb("compare", "good.jsonl", "drifted.jsonl", "--baseline",
                          "baseline.jsonl", "--no-embeddings", *FAST, "--fail-on", "verdict")
        self.assertEqual(done.returncode, 1, done.stderr)
        table = done.stdout.decode().split("\n" + "-" * 80 + "\n")[-1]
        self.assertIn("VERDICT   SCORE GRADE  RUN", table)
        self.assertRegex(table, r"\ndrifted +\d+ [A-F] +drifted.jsonl +response_length_ks")
        done = self.plumb("compare", "good.jsonl", "drifted.jsonl", "--baseline",
                          "baseline.jsonl", "--no-embeddings", *FAST, "--json")
        document = json.loads(done.stdout)
        self.assertEqual(document["plumb"], "comparisons/1")
        self.assertEqual(len(document["comparisons"]), 2)

    def test_files_in_every_format(self):
        names = [f"r.{extension}" for extension in
                 ("json", "jsonl", "csv", "md", "html", "junit.xml", "sarif", "png", "svg")]
        flags = [word for name in names for word in ("-o", name)]
        done = self.compare("--json", *flags)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in names:
            self.assertGreater(len(self.read(name)), 200, name)
        self.assertEqual(self.read("r.json"), done.stdout)
        xml.etree.ElementTree.fromstring(self.read("r.junit.xml"))
        self.assertEqual(json.loads(self.read("r.sarif"))["version"], "2.1.0")

    def test_standard_input_can_be_a_run(self):
        done = self.plumb("compare", "-", "--baseline", "baseline.jsonl", "--no-embeddings", *FAST,
                          "--json", stdin=self.read("drifted.jsonl"))
        self.assertEqual(json.loads(done.stdout)["verdict"], "drifted")

    def test_few_results_are_undecided(self):
        lines = self.read("drifted.jsonl").splitlines(keepends=True)
        self.write("few.jsonl", b"".join(lines[:8]))  # a header and seven results
        done = self.compare("--fail-on", "verdict", current="few.jsonl")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertTrue(done.stdout.startswith(b"UNDECIDED"), done.stdout)


class EmbeddedCompareTest(PlumbTest):
    needs_model = True

    def test_the_first_five_minutes(self):
        self.succeed("init")
        good = self.succeed("compare", "good.jsonl", "--baseline", "baseline.jsonl")
        self.assertFalse(good.stdout.startswith(b"DRIFTED"), good.stdout.decode())
        drifted = self.plumb("compare", "drifted.jsonl", "--baseline", "baseline.jsonl",
                             "--fail-on", "verdict", "-o", "report.html")
        self.assertEqual(drifted.returncode, 1, drifted.stderr)
        self.assertTrue(drifted.stdout.startswith(b"DRIFTED"), drifted.stdout.decode())
        self.assertNotIn(b"does not apply", drifted.stdout)
        self.assertIn(b"<html", self.read("report.html"))


if __name__ == "__main__":
    unittest.main()
