#!/usr/bin/env python3
"""The tasks and prompts that come with Plumb are what docs/formats/README.md says of them,
and tasks_metadata.json is true. Needs Debian's python3-jsonschema.

    shipped_tasks_test.py ROOT
"""

import json
import sys
import unittest
from collections import Counter
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed; script/bootstrap installs it")
    sys.exit(77)

ROOT = Path(sys.argv.pop(1))
STEPS = 7
TEXTS = {"summarization": "article", "planning": "context"}
FIRST_NUMBER = {"summarization": 0, "planning": 4}
GENRES = ["XSum", "PubMedQA", "CUAD", "Amazon"]
LEVELS = {"low", "medium", "high"}
BASE_PROMPT = "You are a helpful AI assistant. Follow the user's instructions carefully."


def read(path):
    return json.loads((ROOT / path).read_text(encoding="utf-8"))


def words(text):
    return len(text.split())


class ShippedTasks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tasks = {kind: read(f"tasks/{kind}_tasks.json") for kind in TEXTS}
        cls.metadata = read("tasks/tasks_metadata.json")

    def each_task(self):
        for kind, tasks in self.tasks.items():
            for task in tasks:
                yield kind, task

    def test_files_are_valid_by_the_schema(self):
        schema = read("docs/formats/tasks-1.schema.json")
        jsonschema.Draft202012Validator.check_schema(schema)
        for tasks in self.tasks.values():
            jsonschema.Draft202012Validator(schema).validate(tasks)

    def test_ids_are_numbered_through(self):
        for kind, tasks in self.tasks.items():
            first = FIRST_NUMBER[kind]
            self.assertEqual([task["id"] for task in tasks],
                             [f"{kind}_{number}" for number in range(first, first + 4)])

    def test_a_task_has_the_documented_fields_and_seven_different_steps(self):
        for kind, task in self.each_task():
            self.assertEqual(list(task), ["id", "source_dataset", "initial_intent", TEXTS[kind],
                                          "steps"], task["id"])
            self.assertEqual(len(task["steps"]), STEPS, task["id"])
            self.assertEqual(len(set(task["steps"])), STEPS, task["id"])

    def test_texts_are_long_enough_to_drift_from_and_short_enough_for_a_small_context(self):
        least = {"summarization": 350, "planning": 250}
        for kind, task in self.each_task():
            count = words(task[TEXTS[kind]])
            self.assertGreaterEqual(count, least[kind], task["id"])
            self.assertLessEqual(count, 600, task["id"])

    def test_source_dataset_says_that_the_text_is_our_own(self):
        for _, task in self.each_task():
            self.assertTrue(task["source_dataset"].startswith("Plumb original"), task["id"])
        for genre, task in zip(GENRES, self.tasks["summarization"], strict=True):
            self.assertIn(f"in the genre of {genre}", task["source_dataset"])

    def test_metadata_counts_what_is_there(self):
        self.assertEqual(set(self.metadata), set(TEXTS))
        for kind, tasks in self.tasks.items():
            about = self.metadata[kind]
            ids = [task["id"] for task in tasks]
            self.assertEqual(about["count"], len(tasks))
            self.assertEqual(about["avg_steps"],
                             sum(len(task["steps"]) for task in tasks) / len(tasks))
            self.assertEqual(about["total_words_original"],
                             sum(words(task[TEXTS[kind]]) for task in tasks))
            self.assertEqual(len(set(about["domains"])), len(tasks))
            self.assertEqual(list(about["complexity_levels"]), ids)
            self.assertLessEqual(set(about["complexity_levels"].values()), LEVELS)

    def test_metadata_names_data_sets_and_timeframes_in_the_tasks_order(self):
        names = self.metadata["summarization"]["source_datasets"]
        self.assertEqual([name.split()[0] for name in names], GENRES)
        frames = self.metadata["planning"]["timeframes"]
        numbers = {"5": "five", "6": "six", "12": "twelve", "16": "sixteen"}
        for frame, task in zip(frames, self.tasks["planning"], strict=True):
            number, unit = frame.split()
            self.assertRegex(task["initial_intent"],
                             rf"\b{numbers[number]}[ -]{unit.rstrip('s')}")

    def test_at_least_three_steps_of_each_task_pull_and_exist(self):
        for kind, tasks in self.tasks.items():
            points = self.metadata[kind]["expected_drift_points"]
            self.assertEqual(list(points), [task["id"] for task in tasks])
            for task_id, pulls in points.items():
                self.assertGreaterEqual(len(pulls), 3, task_id)
                self.assertEqual(pulls, sorted(set(pulls)), task_id)
                self.assertLessEqual(set(pulls), set(range(1, STEPS)), task_id)

    def test_every_step_but_the_first_pulls_in_two_tasks_of_a_type(self):
        for kind in TEXTS:
            points = self.metadata[kind]["expected_drift_points"]
            pulls = Counter(step for steps in points.values() for step in steps)
            self.assertEqual(pulls, {step: 2 for step in range(1, STEPS)})


class ShippedPrompts(unittest.TestCase):
    def test_the_baseline_gets_one_sentence_and_no_intent(self):
        self.assertEqual((ROOT / "prompts/agent_base.txt").read_text(), BASE_PROMPT + "\n")

    def test_the_intent_has_one_place(self):
        template = (ROOT / "prompts/agent_with_intent.txt").read_text()
        self.assertEqual(template.count("{intent_block}"), 1)
        self.assertEqual(template.count("{"), 1)
        self.assertIn("CURRENT INTENT", template)
        self.assertIn("prioritize", template)


if __name__ == "__main__":
    unittest.main()
