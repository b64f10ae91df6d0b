"""plumb intent: drift of a log's steps."""
import csv
import io
import json
import os
import unittest

from plumb_binary import PlumbTest

EXAMPLE = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "intent", "log.jsonl")


def line(**fields):
    return json.dumps(fields) + "\n"


class IntentTest(PlumbTest):
    needs_model = True

    def document(self, *arguments):
        return json.loads(self.succeed("intent", *arguments, "--json").stdout)

    def test_the_document_has_the_named_fields(self):
        document = self.document(EXAMPLE)
        self.assertEqual(document["plumb"], "intent/1")
        self.assert_follows("intent-report-1", document)
        self.assertEqual(document["against"], "initial-output")
        for field in ("task_id", "step", "ids", "interval", "truncated", "inferred_goal",
                      "update_type"):
            self.assertIn(field, document["steps"][1])
        for field in ("task_id", "mean_ids", "max_ids", "goal_shift"):
            self.assertIn(field, document["tasks"][0])
        self.assertEqual(document["provenance"]["vectors"]["model"], "all-MiniLM-L6-v2")

    def test_the_trip_drifts_and_the_minutes_do_not(self):
        document = self.document(EXAMPLE)
        trip, minutes = document["tasks"]
        self.assertEqual([trip["task_id"], minutes["task_id"]], ["trip", "minutes"])
        self.assertGreater(trip["mean_ids"], 0.6)
        self.assertLess(minutes["mean_ids"], 0.3)
        self.assertEqual(document["steps"][0]["ids"], 0)
        scores = [step["ids"] for step in document["steps"] if step["task_id"] == "trip"][1:]
        self.assertAlmostEqual(trip["mean_ids"], sum(scores) / len(scores), places=12)
        self.assertEqual(trip["max_ids"], max(scores))
        self.assertIsNotNone(trip["trend"])
        self.assertIsNone(minutes["trend"])
        self.assertIn(trip["change_point"]["step"], (3, 4))

    def test_against_the_inferred_goal_by_both_policies(self):
        follow = self.document(EXAMPLE, "--against", "inferred-goal")
        self.assertEqual(follow["against"], "inferred-goal")
        self.assertEqual(follow["tasks"][0]["policy"]["name"], "follow")
        self.assertEqual(follow["steps"][8]["inferred_goal"], "Now a longer poem.")
        guard = self.document(EXAMPLE, "--policy", "guard")
        self.assertEqual(guard["tasks"][0]["policy"]["thresholds"], {"conflict_below": 0.5})
        self.assertTrue(guard["steps"][4]["conflict_would_trigger"])
        self.assertIn(" Also: ", guard["steps"][1]["inferred_goal"])

    def test_goals_come_from_the_tasks_file_and_must_come_from_somewhere(self):
        self.write("log.jsonl", line(task_id="a", step=0, prompt="p", output="x y") +
                   line(task_id="a", step=1, prompt="q", output=""))
        self.fail_with(2, "has no initial goal to replay", "intent", "log.jsonl", "--against",
                       "inferred-goal")
        plain = self.document("log.jsonl")
        self.assertIsNone(plain["steps"][1]["inferred_goal"])
        self.assertIsNone(plain["tasks"][0]["goal_shift"])
        self.assertEqual(plain["steps"][1]["ids"], 1)
        self.write("tasks.json", '[{"id": "a", "initial_intent": "Tell a story"}]')
        told = self.document("log.jsonl", "--against", "inferred-goal", "--tasks", "tasks.json")
        self.assertEqual(told["tasks"][0]["initial_goal"], "Tell a story")

    def test_the_logs_own_policy_wins(self):
        self.write("log.jsonl", line(task_id="a", step=0, prompt="p", output="x", policy="guard",
                                     intent_goal="Tell a story") +
                   line(task_id="a", step=1, prompt="Mow the lawn", output="y"))
        done = self.succeed("intent", "log.jsonl", "--policy", "follow", "--json")
        self.assertEqual(json.loads(done.stdout)["steps"][1]["update_type"], "conflict")
        self.assertIn("the log records its own intent policy (guard)", done.stderr)

    def test_what_was_skipped_is_in_every_result(self):
        self.write("log.jsonl", line(task_id="a", step=0, prompt="p", output="x", policy="guard") +
                   line(task_id="a", step=1, prompt="q", output="y", policy="gaurd") + "bad\n" +
                   line(task_id="a", step=2, prompt="q", output="z"))
        self.fail_with(2, 'log.jsonl:2:1: the intent policy "gaurd" is not known', "intent",
                       "log.jsonl")
        done = self.succeed("intent", "log.jsonl", "--skip-bad", "--json", "-o", "i.md", "-o",
                            "i.html")
        sentence = "2 bad lines were left out; the first: log.jsonl:2:1"
        self.assertEqual(done.stderr.count(sentence), 1, done.stderr)
        document = json.loads(done.stdout)
        self.assertEqual(document["skipped"], 2)
        self.assertIn(sentence, document["warnings"][-1])
        self.assertEqual([step["step"] for step in document["steps"]], [0, 2])
        for name in ("i.md", "i.html"):
            self.assertIn("2 bad lines were left out", self.read(name).decode())

    def test_every_format_is_written(self):
        names = ["d.json", "d.jsonl", "d.csv", "d.md", "d.html", "d.png", "d.svg"]
        arguments = [word for name in names for word in ("-o", name)]
        done = self.succeed("intent", EXAMPLE, *arguments)
        self.assertIn(b"Intent drift", done.stdout)
        rows = list(csv.DictReader(io.StringIO(self.read("d.csv").decode())))
        self.assertEqual(len(rows), 12)
        self.assertRegex(rows[1]["ids"], r"^0\.\d{4}$")
        self.assertEqual(rows[0]["interval_low"], "")
        self.assertEqual(len(self.json_lines(self.read("d.jsonl"))), 12)
        self.assertEqual(self.read("d.png")[:8], b"\x89PNG\r\n\x1a\n")
        self.assertIn(b"<svg", self.read("d.html"))
        self.assertIn(b"| trip |", self.read("d.md"))

    def test_the_table_shows_the_turn_and_the_farthest_sentence(self):
        text = self.succeed("intent", EXAMPLE).stdout.decode()
        self.assertIn("Intent drift against the initial output: 2 tasks, 12 steps", text)
        self.assertRegex(text, r"trip .* step [34] \(p = 0\.\d{4}\)")
        self.assertIn("farthest sentence", text)

    def test_a_table_is_read_by_its_columns(self):
        rows = [("a", 0, "Plan the trip.", "Day 1 is for the old town."),
                ("a", 1, "Add a budget.", "It costs 300 in all.")]
        self.write("log.jsonl", "".join(line(session=chat, step=turn, prompt=question, response=answer)
                                        for chat, turn, question, answer in rows))
        table = io.StringIO()
        csv.writer(table).writerows([("chat", "turn", "question", "answer"), *rows])
        self.write("chats.csv", table.getvalue())
        by = "session=chat,step=turn,prompt=question,response=answer"
        expected = self.document("log.jsonl")
        self.assertEqual(self.document("chats.csv", "--columns", by), expected)
        self.write("named.jsonl", "".join(line(meta={"chat": chat}, turn=turn, question=question,
                                               answer=answer) for chat, turn, question, answer in rows))
        self.assertEqual(self.document("named.jsonl", "--columns", by.replace("chat", "meta.chat")),
                         expected)
        self.fail_with(2, 'chats.csv:1:1: there is no column "purpose" for the goal; the columns are '
                       '"chat", "turn", "question", "answer"', "intent", "chats.csv", "--columns",
                       by + ",goal=purpose")
        self.fail_with(2, "is read as openai", "intent", "chats.csv", "--format", "openai",
                       "--columns", by)

    def test_bad_input_is_one_sentence(self):
        self.fail_with(2, "cannot open none.jsonl: No such file", "intent", "none.jsonl")
        self.write("empty.jsonl", "")
        self.fail_with(2, "holds no step of a session", "intent", "empty.jsonl")
        self.fail_with(2, "--threshold is of --policy guard", "intent", EXAMPLE, "--threshold", "0.4")
        self.fail_with(2, "take one of .json, .jsonl, .csv, .md, .html, .png, .svg",
                       "intent", EXAMPLE, "-o", "d.sarif")
        self.fail_with(2, "\"nan\" is no number from -1 to 1", "intent", EXAMPLE, "--policy",
                       "guard", "--threshold", "nan")
        self.fail_with(2, "longer than 20 bytes; raise --max-line-bytes", "intent", EXAMPLE,
                       "--max-line-bytes", "20")


if __name__ == "__main__":
    unittest.main()
