"""The walk of docs/rest.md, command by command as it is printed there, against a real server."""
import json
import os
import re
import shutil
import subprocess
import unittest

from plumb_binary import BINARY, PlumbTest, environment

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "rest.md")
EXAMPLES = os.path.join(os.path.dirname(PAGE), "..", "examples", "init")


# An answer a line, and an error of curl where the server refuses. 202 says that the embeddings took
# longer than a comparison waits, as under a sanitizer on a busy machine: it is asked again.
CURL = r"""
curl() {
  local said
  while true; do
    said=$(command curl -sS --fail-with-body -w '\n%{http_code}' "$@") || { echo "$said"; return 1; }
    [[ ${said##*$'\n'} == 202 ]] || break
    sleep 1
  done
  echo "${said%$'\n'*}"
}
"""


def printed_walk():
    with open(PAGE, encoding="utf-8") as file:
        return re.search(r"```sh\n(.*?)```", file.read(), re.DOTALL).group(1)


class RestWalkTest(PlumbTest):
    needs_model = True

    def setUp(self):
        super().setUp()
        if shutil.which("curl") is None:
            self.skipTest("curl is not on this machine")
        for run, name in ((2, "baseline.jsonl"), (3, "drifted.jsonl")):
            shutil.copy(os.path.join(EXAMPLES, name), self.path(f"run{run}.jsonl"))
        self.server = subprocess.Popen(
            [BINARY, "serve", "--json", "--listen", "127.0.0.1:0", "--db", "plumb.db"],
            cwd=self.folder, env=environment(), stdout=subprocess.PIPE)
        self.addCleanup(self.server.stdout.close)
        self.addCleanup(self.server.wait)
        self.addCleanup(self.server.terminate)
        self.port = json.loads(self.server.stdout.readline())["urls"][0].rsplit(":", 1)[1]

    def test_every_command_of_the_page_works_as_printed(self):
        walk = printed_walk()
        start, rest = walk.split("\n", 1)
        self.assertTrue(start.startswith("plumb serve &"))
        script = CURL + rest.replace("localhost:8000", "localhost:" + self.port)
        done = subprocess.run(["bash", "-e", "-o", "pipefail", "-c", script], cwd=self.folder,
                              capture_output=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(answers[0]["id"], 1)
        self.assertEqual(answers[1]["durable_lines"], 1)
        baseline = next(each for each in answers if each.get("tag") == "baseline-v1")
        self.assertEqual(baseline["execution_id"], 2)
        compared, summary, results, execution = answers[-4:]
        self.assertEqual(compared["verdict"], "drifted")
        self.assertEqual(compared["execution_id"], 3)
        self.assertEqual(summary["drift_score"], compared["drift_score"])
        self.assertEqual(len(results["results"]), len(compared["results"]))
        self.assertEqual(execution["drift_score"], compared["drift_score"])
        self.assertGreater(execution["total_results"], 0)


if __name__ == "__main__":
    unittest.main()
