"""plumb tasks import: tasks from a copy of a public data set."""
import json
import unittest

from plumb_binary import PlumbTest


class TasksTest(PlumbTest):
    def articles(self, count, words=120):
        lines = []
        for i in range(count):
            document = " ".join(f"word{i}x{k}" for k in range(words))
            lines.append(json.dumps({"document": document, "summary": "s", "id": str(i)}) + "\n")
        self.write("xsum.jsonl", "".join(lines))

    def test_makes_a_tasks_file(self):
        self.articles(20)
        self.succeed("tasks", "import", "xsum", "xsum.jsonl", "--first", "8", "-o", "tasks.json")
        tasks = json.loads(self.read("tasks.json"))
        self.assert_follows("tasks-1", tasks)
        self.assertEqual([task["id"] for task in tasks],
                         [f"summarization_{i}" for i in range(8, 12)])
        self.assertEqual({len(task["steps"]) for task in tasks}, {7})

    def test_standard_input_gives_the_same(self):
        self.articles(20)
        from_file = self.succeed("tasks", "import", "xsum", "xsum.jsonl", "--json")
        from_pipe = self.succeed("tasks", "import", "xsum", "-", "--json",
                                 stdin=self.read("xsum.jsonl"))
        self.assertEqual(from_file.stdout, from_pipe.stdout)

    def test_too_few_articles_are_told(self):
        self.articles(2)
        done = self.succeed("tasks", "import", "xsum", "xsum.jsonl")
        self.assertIn("2 of 4 tasks", done.stderr)
        self.assertIn(b"summarization_1", done.stdout)

    def test_a_file_of_another_kind_is_refused(self):
        self.write("x.jsonl", '{"text": "a"}\n')
        self.fail_with(2, 'x.jsonl:1: there is no "document"', "tasks", "import", "xsum", "x.jsonl")
        self.fail_with(2, "nothing", "tasks", "import", "nothing", "x.jsonl")


if __name__ == "__main__":
    unittest.main()
