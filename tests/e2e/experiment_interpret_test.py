"""plumb experiment interpret: what two agents' logs say."""
import csv
import html.parser
import io
import json
import os
import shutil
import struct
import time
import unittest

from plumb_binary import PlumbTest, environment, model_folder

EXAMPLE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "experiment")
FILES = ["experiment_report.html", "experiment_report.md", "ids_by_step.png",
         "ids_by_task_type.png", "ids_per_task.png", "significance_stats.csv",
         "summary_stats.csv", "task_comparison.csv"]


def line(agent, task_id, step, output="text", ids=0.0, **more):
    """With the fields that every such log has, and no others."""
    fields = {"agent": agent, "task_id": task_id, "step": step, "prompt": f"do {step}",
              "output": output, "ids": ids, "timestamp": "2025-03-01T12:00:00"}
    return json.dumps(fields | more) + "\n"


def log(agent, tasks, **more):
    """Tasks: {id: [ids of step 0, 1, ...]}."""
    return "".join(line(agent, task, step, f"{agent} {task} {step}", ids, **more)
                   for task, scores in tasks.items() for step, ids in enumerate(scores))


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.tags, self.links = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.links += [value for name, value in attrs if name in ("href", "src", "action", "srcset")]


class ExperimentInterpretTest(PlumbTest):
    def example(self):
        shutil.copytree(EXAMPLE, self.path("logs"), ignore=shutil.ignore_patterns("*.py"))
        return "logs"

    def make_logs(self, folder, baseline, intent, **more):
        os.makedirs(self.path(folder), exist_ok=True)
        self.write(f"{folder}/baseline_runs.jsonl", log("baseline", baseline, **more))
        self.write(f"{folder}/intent_runs.jsonl", log("intent", intent, **more))
        return folder

    def interpret(self, folder, *arguments):
        return self.succeed("experiment", "interpret", folder, *arguments)

    def document(self, folder, *arguments):
        return json.loads(self.interpret(folder, "--no-files", "--json", *arguments).stdout)

    def rows(self, name):
        return list(csv.DictReader(io.StringIO(self.read(name).decode()), strict=True))

    def assert_png(self, name):
        content = self.read(name)
        self.assertEqual(content[:8], b"\x89PNG\r\n\x1a\n", name)
        self.assertEqual(content[-8:-4], b"IEND", name)
        width, height = struct.unpack(">II", content[16:24])
        self.assertEqual(width, 1440, name)
        self.assertGreater(height, 300, name)

    def test_the_example_writes_every_file_and_tells_the_verdict_first(self):
        self.example()
        done = self.interpret("logs")
        made = sorted(name for name in os.listdir(self.path("logs")) if "_runs" not in name)
        self.assertEqual(made, FILES)
        text = done.stdout.decode()
        self.assertTrue(text.startswith("Undecided\nThe intent agent's mean IDS is lower by "), text)
        self.assertIn("with 4 tasks Wilcoxon's p-value cannot go below 0.125", text)
        self.assertIn("wrote 8 files", done.stderr)
        for name in FILES:
            if name.endswith(".png"):
                self.assert_png("logs/" + name)

    def test_the_tables_are_the_logs_arithmetic(self):
        self.example()
        self.interpret("logs")
        logged = {}
        for agent in ("baseline", "intent"):
            for row in self.json_lines(self.read(f"logs/{agent}_runs.jsonl")):
                if row["step"] > 0:
                    logged.setdefault((row["task_id"], agent), []).append(row["ids"])
        rows = self.rows("logs/task_comparison.csv")
        self.assertEqual(list(rows[0]), ["task_id", "task_type", "baseline_mean_ids",
                                         "intent_mean_ids", "baseline_max_ids", "intent_max_ids",
                                         "delta_mean", "delta_max", "winner"])
        self.assertEqual(len(rows), 4)
        for row in rows:
            baseline, intent = (logged[row["task_id"], agent] for agent in ("baseline", "intent"))
            mean = lambda values: sum(values) / len(values)
            self.assertEqual(row["baseline_mean_ids"], f"{mean(baseline):.4f}")
            self.assertEqual(row["intent_mean_ids"], f"{mean(intent):.4f}")
            self.assertEqual(row["baseline_max_ids"], f"{max(baseline):.4f}")
            self.assertEqual(row["delta_mean"], f"{mean(intent) - mean(baseline):.4f}")
            self.assertEqual(row["winner"], "intent")
        scopes = [row["scope"] for row in self.rows("logs/summary_stats.csv")]
        self.assertEqual(scopes, ["overall", "summarization", "planning"])
        tests = self.rows("logs/significance_stats.csv")
        self.assertEqual([(row["scope"], row["against"]) for row in tests],
                         [(scope, against) for against in ("initial-output", "inferred-goal")
                          for scope in scopes])
        self.assertEqual(tests[0]["wilcoxon_p_value"], "0.125")

    def test_the_page_needs_no_other_host_and_shows_both_answers(self):
        self.example()
        self.interpret("logs")
        text = self.read("logs/experiment_report.html").decode()
        page = Links(text)
        self.assertTrue(all(link.startswith("#") for link in page.links), page.links)
        self.assertFalse({"script", "img", "link", "iframe"} & page.tags)
        self.assertNotIn("http://", text.replace("http://www.w3.org/2000/svg", ""))
        self.assertNotIn("https://", text)
        for part in ("Hop aboard! Sunsets, seals and sea air", "Kelvern&#39;s own ferry",
                     "Intent v2: ", "farthest here"):
            self.assertIn(part, text)
        markdown = self.read("logs/experiment_report.md").decode()
        for name in FILES:
            if name.endswith(".png"):
                self.assertIn(name, markdown)

    def test_the_document_follows_its_schema(self):
        document = self.document(self.example())
        self.assert_follows("experiment-report-1", document)
        self.assertEqual(document["plumb"], "experiment/1")
        self.assertEqual(sorted(os.listdir(self.path("logs"))),
                         ["baseline_runs.jsonl", "intent_runs.jsonl"])
        (model,) = document["models"]
        self.assertEqual(model["verdict"], "undecided")
        self.assertEqual(model["model"], "written-by-hand")
        self.assertEqual(len(model["tasks"][0]["steps"]), 4)
        self.assertIsNone(document["provenance"]["vectors"])
        self.assertEqual(document["provenance"]["thresholds"], {"alpha": 0.05})

    def test_it_takes_less_than_a_second_and_no_model(self):
        self.example()
        started = time.process_time()
        before = os.times().children_user
        self.succeed("experiment", "interpret", "logs",
                     env=environment(HOME="/nonexistent", XDG_CACHE_HOME="/nonexistent",
                                     HF_HOME="/nonexistent"))
        used = os.times().children_user - before + time.process_time() - started
        self.assertLess(used, 1.0)

    def test_logs_with_the_plain_fields_alone_are_read(self):
        self.make_logs("logs", {"planning_4": [0, 0.5, 0.7], "summarization_0": [0, 0.4, 0.6]},
                       {"planning_4": [0, 0.2, 0.2], "summarization_0": [0, 0.6, 0.8]})
        document = self.document("logs")
        (model,) = document["models"]
        planning, summary = model["tasks"]
        self.assertAlmostEqual(planning["delta_mean"], -0.4)
        self.assertEqual([planning["winner"], summary["winner"]], ["intent", "baseline"])
        self.assertIsNone(planning["goal_shift"])
        self.assertIsNone(model["model"])
        self.assertEqual({row["against"] for row in model["significance"]}, {"initial-output"})

    def test_runs_belong_to_the_id_and_are_averaged_for_tests(self):
        tasks = {f"planning_{i}_run{run}": [0, 0.5, 0.6 + run / 100]
                 for i in range(4, 8) for run in range(2)}
        better = {name: [0, 0.2, 0.1 * scores[2]] for name, scores in tasks.items()}
        self.make_logs("logs", tasks, better)
        self.interpret("logs")
        self.assertEqual(self.rows("logs/summary_stats.csv")[0]["total_tasks"], "8")
        self.assertEqual(len(self.rows("logs/task_comparison.csv")), 8)
        test = self.rows("logs/significance_stats.csv")[0]
        self.assertEqual((test["tasks"], test["runs"], test["identical_runs"]), ("4", "8", "0"))

    def test_missing_agents_steps_and_failures_are_empty_cells_and_warnings(self):
        os.mkdir(self.path("logs"))
        self.write("logs/baseline_runs.jsonl",
                   log("baseline", {"planning_4": [0, 0.5], "planning_5": [0, 0.5]}))
        self.write("logs/intent_runs.jsonl", line("intent", "planning_4", 0) +
                   line("intent", "planning_4", 1, None, None, error="the server went away"))
        done = self.interpret("logs")
        self.assertIn("1 step failed and counts for no mean: intent planning_4 step 1", done.stderr)
        self.assertIn("1 task is only in the log of the baseline agent", done.stderr)
        for name in ("task_comparison", "summary_stats", "significance_stats"):
            self.assertNotIn("nan", self.read(f"logs/{name}.csv").decode().lower())
        rows = self.rows("logs/task_comparison.csv")
        self.assertEqual([rows[0]["intent_mean_ids"], rows[0]["winner"]], ["", ""])
        self.assertEqual([rows[1]["baseline_mean_ids"], rows[1]["intent_mean_ids"]], ["0.5000", ""])
        self.assertEqual(self.rows("logs/summary_stats.csv")[0]["baseline_mean_ids"], "")
        self.assertIn("the server went away", self.read("logs/experiment_report.html").decode())

    def test_a_last_line_that_is_broken_off_is_left_out(self):
        self.make_logs("logs", {"planning_4": [0, 0.5, 0.7]}, {"planning_4": [0, 0.2, 0.3]})
        with open(self.path("logs/intent_runs.jsonl"), "r+b") as file:
            file.truncate(os.path.getsize(file.name) - 30)
        done = self.interpret("logs", "--no-files", "--json")
        self.assertIn("broken off and left out", done.stderr)
        task = json.loads(done.stdout)["models"][0]["tasks"][0]
        self.assertEqual(task["intent"]["missing_steps"], [2])

    def test_several_models_are_told_beside_each_other(self):
        for i, name in enumerate(("alder", "birch", "cedar")):
            tasks = {f"planning_{t}": [0, 0.4 + t / 40] for t in range(8)}
            better = {task: [0, scores[1] - (i - 1) * (0.1 + t / 100)]
                      for t, (task, scores) in enumerate(tasks.items())}
            self.make_logs(f"logs/{name}", tasks, better, model=name)
        text = self.interpret("logs").stdout.decode()
        self.assertTrue(text.startswith("model "), text)
        rows = [row for row in self.rows("logs/cross_model.csv") if row["scope"] == "overall"]
        self.assertEqual([row["model"] for row in rows], ["alder", "birch", "cedar"])
        self.assertEqual([row["verdict"] for row in rows],
                         ["baseline-drifts-less", "undecided", "intent-drifts-less"])
        self.assert_png("logs/cross_model.png")
        for name in ("alder", "birch", "cedar"):
            self.assertEqual(sorted(n for n in os.listdir(self.path(f"logs/{name}"))
                                    if "_runs" not in n), FILES)
        self.assertIn("(<cedar/ids_by_step.png>)", self.read("logs/experiment_report.md").decode())
        self.assertIn("The same tasks with each model",
                      self.read("logs/experiment_report.html").decode())
        self.assert_follows("experiment-report-1", self.document("logs"))

    def test_outputs_are_written_in_every_format(self):
        self.example()
        names = ["d.json", "d.jsonl", "d.csv", "d.md", "d.html", "d.png", "d.svg"]
        self.interpret("logs", "--no-files", *[word for name in names for word in ("-o", name)])
        self.assertEqual(len(self.rows("d.csv")), 16)
        self.assertEqual(len(self.json_lines(self.read("d.jsonl"))), 16)
        self.assertNotIn(b".png", self.read("d.md"))
        self.assertEqual(self.read("d.png")[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(len(os.listdir(self.path("logs"))), 2)

    def test_texts_that_attack_a_format_stay_texts(self):
        evil = "=cmd|'/c calc'!A1</script><script>alert(1)</script>"
        self.make_logs("logs", {evil: [0, 0.5]}, {evil: [0, 0.25]}, model=evil)
        self.interpret("logs")
        self.assertTrue(self.rows("logs/task_comparison.csv")[0]["task_id"].startswith("'=cmd"))
        self.assertNotIn("script", Links(self.read("logs/experiment_report.html").decode()).tags)

    def test_names_in_a_warning_do_not_command_the_terminal(self):
        os.mkdir(self.path("logs"))
        row = {"agent": "baseline", "task_id": "planning_\x1b[31m\u202e4", "step": 0, "output": "o"}
        self.write("logs/baseline_runs.jsonl", json.dumps(row) + "\n")
        stderr = self.succeed("experiment", "interpret", "logs", "--no-files").stderr
        self.assertIn("only in the log of the baseline agent", stderr)
        self.assertNotRegex(stderr, "[\x1b\u202e]")

    def test_bad_input_is_one_sentence(self):
        self.fail_with(2, "there is no folder nowhere", "experiment", "interpret", "nowhere")
        os.mkdir(self.path("logs"))
        self.fail_with(2, "holds neither baseline_runs.jsonl nor intent_runs.jsonl", "experiment",
                       "interpret", "logs")
        self.write("logs/baseline_runs.jsonl", "")
        self.fail_with(2, "hold no step of an experiment", "experiment", "interpret", "logs")
        self.write("logs/baseline_runs.jsonl", line("baseline", "a_1", 1, ids=7))
        self.fail_with(2, "has the score 7, but drift lies in [0, 1]", "experiment", "interpret",
                       "logs")
        self.write("logs/baseline_runs.jsonl", line("baseline", "a_1", "x"))
        self.fail_with(2, "baseline_runs.jsonl:1:", "experiment", "interpret", "logs")
        self.fail_with(2, "no format that is written here", "experiment", "interpret", "logs", "-o",
                       "d.sarif")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_a_folder_that_cannot_be_written_is_told(self):
        self.example()
        os.chmod(self.path("logs"), 0o500)
        self.addCleanup(os.chmod, self.path("logs"), 0o700)
        self.fail_with(3, "logs", "experiment", "interpret", "logs")

    def test_rescoring_agrees_with_the_log(self):
        if model_folder() is None:
            self.skipTest("all-MiniLM-L6-v2 is not on this machine; plumb model fetch gets it")
        self.example()
        document = self.document("logs", "--rescore")
        again = document["models"][0]["rescore"]
        self.assertEqual(again["compared"], 64)
        self.assertEqual(again["added"], 0)
        self.assertLess(again["largest_difference"], 0.0001)  # logs have 4 decimals
        self.assertEqual(document["provenance"]["vectors"]["model"], "all-MiniLM-L6-v2")
        logged = self.document("logs")
        for new, old in zip(document["models"][0]["tasks"], logged["models"][0]["tasks"]):
            self.assertAlmostEqual(new["goal_shift"], old["goal_shift"], places=3)
        self.assertIn("the largest difference is 0.0000",
                      self.interpret("logs", "--no-files", "--rescore").stdout.decode())


if __name__ == "__main__":
    unittest.main()
