"""plumb init: a new user's first five minutes."""
import json
import os
import re
import subprocess
import sys
import unittest

from plumb_binary import PlumbTest

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "init")
FILES = ["README.md", "plumb.toml", "baseline.jsonl", "good.jsonl", "drifted.jsonl",
         "github-actions.yml"]


class InitTest(PlumbTest):
    def test_it_writes_the_files_of_the_tree(self):
        text = self.succeed("init", "a/b").stdout.decode()
        self.assertIn("cd a/b\n", text)
        self.assertEqual(sorted(os.listdir(self.path("a/b"))), sorted(FILES))
        for name in FILES:
            with open(os.path.join(SOURCE, name), "rb") as file:
                self.assertEqual(self.read(f"a/b/{name}"), file.read(), name)

    def test_in_the_folder_at_hand(self):
        self.assertNotIn("cd ", self.succeed("init").stdout.decode())
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(FILES))

    def test_it_overwrites_nothing_unless_forced(self):
        self.write("good.jsonl", "mine\n")
        self.fail_with(2, ". already has good.jsonl; plumb init overwrites nothing", "init")
        self.assertEqual(os.listdir(self.folder), ["good.jsonl"])
        self.assertEqual(self.read("good.jsonl"), b"mine\n")
        self.succeed("init", "--force")
        self.assertNotEqual(self.read("good.jsonl"), b"mine\n")

    def test_a_link_to_nowhere_is_there_too(self):
        os.symlink("nowhere", self.path("plumb.toml"))
        self.fail_with(2, ". already has plumb.toml", "init")

    def test_a_file_in_place_of_the_folder(self):
        self.write("taken", "x")
        self.fail_with(3, "cannot make the folder taken", "init", "taken")

    def test_json(self):
        document = json.loads(self.succeed("init", "x", "--json").stdout)
        self.assertEqual(document, {"plumb": "init/1", "folder": "x", "files": FILES})

    def test_the_settings_are_ones_that_plumb_takes(self):
        self.succeed("init")
        self.succeed("tokenize", "--help")
        self.assertIn("plumb.toml", self.plumb("doctor").stdout.decode())

    def test_the_data_is_what_its_generator_writes(self):
        done = subprocess.run([sys.executable, os.path.join(SOURCE, "generate.py"), "--check"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_line_is_a_result_with_an_id_of_its_own(self):
        self.succeed("init")
        prompts = {}
        for name in ["baseline", "good", "drifted"]:
            header, *results = self.json_lines(self.read(f"{name}.jsonl"))
            self.assertEqual(header["plumb"], "execution/1")
            self.assertEqual(len({result["id"] for result in results}), 60)
            for result in results:
                self.assertFalse(re.search(r"[{}|]| ,|  ", result["response"]), result["response"])
            prompts[name] = [result["prompt"] for result in results]
        self.assertEqual(prompts["baseline"], prompts["good"])
        self.assertEqual(prompts["baseline"], prompts["drifted"])


if __name__ == "__main__":
    unittest.main()
