"""The GitHub Action and the pre-commit hook: their files, and what they run, with the real binary."""
import os
import re
import subprocess
import unittest

import yaml

from plumb_binary import BINARY, PlumbTest, environment

SOURCE = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
FAST = ["--no-embeddings", "--permutations", "199", "--bootstrap", "199"]


def read(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        return file.read()


class GateTest(PlumbTest):
    def setUp(self):
        super().setUp()
        self.succeed("init")

    def gate(self, current, **changes):
        path = os.path.dirname(os.path.abspath(BINARY)) + ":" + os.environ["PATH"]
        settings = {"PLUMB_CURRENT": current, "PLUMB_BASELINE": "baseline.jsonl",
                    "PLUMB_OPTIONS": "\n".join(FAST), "GITHUB_OUTPUT": self.path("output"),
                    "GITHUB_STEP_SUMMARY": self.path("summary"), "PATH": path}
        return subprocess.run([os.path.join(SOURCE, "packaging/ci/gate")], capture_output=True,
                              text=True, cwd=self.folder, env=environment(**{**settings, **changes}),
                              check=False)

    def few(self):
        lines = self.read("good.jsonl").splitlines(keepends=True)
        return self.write("few.jsonl", b"".join(lines[:3]))

    def test_a_good_run_passes_and_leaves_its_reports(self):
        done = self.gate("good.jsonl")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.read("output"), b"outcome=passed\nreports=plumb-reports\n")
        self.assertEqual(sorted(os.listdir(self.path("plumb-reports"))),
                         ["drift.html", "drift.json", "drift.junit.xml", "drift.md", "drift.sarif"])
        self.assertEqual(self.read("summary"), self.read("plumb-reports/drift.md"))

    def test_a_drifted_run_fails_the_job(self):
        done = self.gate("drifted.jsonl", PLUMB_REPORTS="out/of this")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(self.read("output"), b"outcome=failed\nreports=out/of this\n")
        self.assertIn(b"drifted", self.read("summary").lower())

    def test_one_drifted_run_of_several_is_enough(self):
        self.assertEqual(self.gate("good.jsonl\n\n  drifted.jsonl\n").returncode, 1)

    def test_undecided_fails_unless_it_is_to_warn(self):
        few = self.few()
        self.assertEqual(self.gate(few).returncode, 4)
        done = self.gate(few, PLUMB_UNDECIDED="warn")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("::warning title=plumb::Undecided", done.stdout)
        self.assertEqual(self.gate(few, PLUMB_UNDECIDED="pass").returncode, 2)

    def test_gates_stand_one_a_line(self):
        self.assertEqual(self.gate("good.jsonl", PLUMB_FAIL_ON="verdict\nscore:101").returncode, 2)
        self.assertEqual(self.gate("drifted.jsonl", PLUMB_FAIL_ON="score:1").returncode, 0)

    def test_a_mistake_is_no_pass(self):
        done = self.gate("missing.jsonl", PLUMB_UNDECIDED="warn")
        self.assertEqual(done.returncode, 2)
        self.assertIn("missing.jsonl", done.stderr)
        self.assertEqual(self.read("output"), b"outcome=error\nreports=plumb-reports\n")

    def test_reports_of_a_run_before_are_not_shown_as_this_one_s(self):
        self.assertEqual(self.gate("good.jsonl").returncode, 0)
        self.write("plumb-reports/mine.md", "")
        os.remove(self.path("summary"))
        self.assertEqual(self.gate("missing.jsonl").returncode, 2)
        self.assertFalse(os.path.exists(self.path("summary")))
        self.assertEqual(os.listdir(self.path("plumb-reports")), ["mine.md"])

    def test_annotations_on_github_alone(self):
        self.assertNotIn("::error", self.gate("drifted.jsonl").stdout)
        self.assertIn("::error", self.gate("drifted.jsonl", GITHUB_ACTIONS="true").stdout)

    def test_what_an_input_says_is_not_run(self):
        for name in ("PLUMB_CURRENT", "PLUMB_BASELINE", "PLUMB_FAIL_ON", "PLUMB_OPTIONS"):
            self.assertNotEqual(self.gate("good.jsonl", **{name: "$(touch ran)`touch ran`; touch ran"})
                                .returncode, 0)
        self.assertFalse(os.path.exists(self.path("ran")))

    def test_a_file_whose_name_is_an_option_is_a_file(self):
        for option in ("--version", "--help", "-h", "--no-embeddings"):
            done = self.gate(f"drifted.jsonl\n{option}")
            self.assertEqual(done.returncode, 2, option)
            self.assertIn(option, done.stderr)
            self.assertIn(b"outcome=error\n", self.read("output"))
        self.assertEqual(self.gate("good.jsonl", PLUMB_BASELINE="--version").returncode, 2)
        self.assertEqual(self.gate("drifted.jsonl", PLUMB_FAIL_ON="--version").returncode, 2)
        os.rename(self.path("drifted.jsonl"), self.path("-drifted.jsonl"))
        self.assertEqual(self.gate("-drifted.jsonl").returncode, 1)

    def install(self, package, **stubs):
        """packaging/ci/install with programs in place of those that would change the machine."""
        os.makedirs(self.path("bin"), exist_ok=True)
        for name, script in {"plumb": "exit 0", "sudo": '"$@"', **stubs}.items():
            self.write(f"bin/{name}", f'#!/bin/bash\necho "{name} $*" >>"$CALLS"\n{script}\n')
            os.chmod(self.path(f"bin/{name}"), 0o755)
        self.write(package, "")
        env = environment(PLUMB_PACKAGE=package, CALLS=self.path("calls"), GITHUB_PATH=self.path("added"),
                          PLUMB_VENV=self.path("venv"), PATH=self.path("bin") + ":" + os.environ["PATH"])
        done = subprocess.run([os.path.join(SOURCE, "packaging/ci/install")], capture_output=True,
                              text=True, cwd=self.folder, env=env, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return self.read("calls").decode()

    def test_certificates_come_with_the_debian_package(self):
        calls = self.install("plumb.deb", **{"apt-get": "exit 0"})
        self.assertRegex(calls, r"apt-get install .*plumb\.deb ca-certificates\n")

    def test_a_wheel_gets_an_environment_that_later_steps_find(self):
        make = 'mkdir -p "$3/bin"; cp "$0" "$3/bin/python"'
        calls = self.install("plumb.whl", python3=f'[[ "$1 $2" == "-m venv" ]] && {{ {make}; }}; true')
        self.assertIn(f"python3 -m venv {self.path('venv')}\n", calls)
        self.assertRegex(calls, r"-m pip install --quiet .*plumb\.whl\n")
        self.assertEqual(self.read("added").decode(), self.path("venv/bin") + "\n")

    def test_a_package_that_is_none_is_refused(self):
        done = subprocess.run([os.path.join(SOURCE, "packaging/ci/install")], capture_output=True,
                              text=True, env=environment(PLUMB_PACKAGE="plumb.zip"), check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("neither a .deb nor a .whl", done.stderr)


class FilesTest(PlumbTest):
    def test_the_action_hands_its_inputs_to_the_gate_by_the_environment(self):
        action = yaml.safe_load(read("action.yml"))
        self.assertEqual(action["runs"]["using"], "composite")
        used = set()
        for step in action["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""))
            if "run" in step:
                self.assertEqual(step["shell"], "bash")
            for program in re.findall(r"GITHUB_ACTION_PATH/([\w/]+)", step.get("run", "")):
                self.assertTrue(os.access(os.path.join(SOURCE, program), os.X_OK), program)
                for variable, value in step.get("env", {}).items():
                    self.assertIn(variable, read(program))
                    used |= set(re.findall(r"inputs\.([\w-]+)", value))
        self.assertEqual(used, set(action["inputs"]))
        for name in [*action["inputs"], *action["outputs"]]:
            self.assertIn(f"| `{name}` |", read("docs/ci.md"))

    def test_the_model_is_left_out_where_nothing_is_embedded(self):
        steps = {step["name"]: step for step in yaml.safe_load(read("action.yml"))["runs"]["steps"]}
        self.assertEqual(steps["The model"]["run"], "plumb model fetch all-MiniLM-L6-v2")
        for name in ("Keep the model", "The model"):
            self.assertEqual(steps[name]["if"], "${{ !contains(inputs.options, '--no-embeddings') }}")

    def test_the_hook_lets_a_good_run_through_and_stops_a_drifted_one(self):
        hook, = yaml.safe_load(read(".pre-commit-hooks.yaml"))
        self.assertEqual((hook["id"], hook["language"]), ("plumb-compare", "system"))
        example = re.search(r"^repos:\n.*?(?=```)", read("docs/ci.md"), re.DOTALL | re.MULTILINE).group(0)
        chosen = yaml.safe_load(example)["repos"][0]["hooks"][0]
        self.assertEqual(chosen["id"], hook["id"])
        self.assertRegex(yaml.safe_load(example)["repos"][0]["repo"], r"^https://\S+/OWNER/plumb$")
        self.assertRegex("runs/today.jsonl", chosen.get("files", hook["files"]))
        self.assertIn("--baseline", chosen["args"])
        self.succeed("init")
        # As pre-commit puts a command together: entry, args, files.
        words = [*hook["entry"].split(), "--baseline", "baseline.jsonl", "--fail-on", "verdict", *FAST]
        self.assertEqual(words[0], "plumb")
        self.assertEqual(self.plumb(*words[1:], "good.jsonl").returncode, 0)
        self.assertEqual(self.plumb(*words[1:], "good.jsonl", "drifted.jsonl").returncode, 1)


if __name__ == "__main__":
    unittest.main()
