"""plumb explain: metrics in words."""
import json
import unittest

from plumb_binary import PlumbTest

SEVEN = ["response_length_ks", "response_entropy", "safety_score_delta", "severity_psi",
         "centroid_cosine", "tool_frequency_chi2", "tool_sequence_jaccard"]


class ExplainTest(PlumbTest):
    def test_without_a_name_it_lists_all(self):
        text = self.succeed("explain").stdout.decode()
        listed = json.loads(self.succeed("explain", "--json").stdout)["metrics"]
        self.assertEqual([entry["metric"] for entry in listed][:7], SEVEN)
        for entry in listed:
            self.assertIn(f"\n  {entry['metric']} ", text)
            self.assertIn(entry["summary"], text)

    def test_each_metric_has_a_page(self):
        for entry in json.loads(self.succeed("explain", "--json").stdout)["metrics"]:
            text = self.succeed("explain", entry["metric"]).stdout.decode()
            for title in ["What it says", "Formula", "Bands", "Example", "What it does not see"]:
                self.assertIn(f"\n{title}\n  ", text)
            self.assertNotIn("\033", text)
            self.assertTrue(all(len(line) <= 90 for line in text.splitlines()), text)

    def test_json_of_one(self):
        document = json.loads(self.succeed("explain", "severity_psi", "--json").stdout)
        self.assertEqual(document["plumb"], "explain/1")
        self.assertEqual([entry["metric"] for entry in document["metrics"]], ["severity_psi"])
        self.assertIn("0.1166", document["metrics"][0]["example"])

    def test_a_typo_is_answered_with_the_nearest(self):
        self.fail_with(2, 'no metric is called "severity_pis"; did you mean severity_psi?',
                       "explain", "severity_pis")
        self.fail_with(2, "plumb explain lists them", "explain", "zzz")
        self.fail_with(2, "writes no file", "explain", "-o", "x.json")


if __name__ == "__main__":
    unittest.main()
