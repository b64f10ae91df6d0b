"""plumb experiment run: logs that survive anything, and two runs that agree."""
import fcntl
import json
import os
import pty
import random
import re
import resource
import signal
import struct
import subprocess
import termios
import time
import unittest

from chat_server import ChatServer
from plumb_binary import BINARY, PlumbTest, environment

LOGS = ["baseline_runs.jsonl", "intent_runs.jsonl"]
TASKS = [
    {"id": "summarization_0", "initial_intent": "Summarize the news of the ferry",
     "article": "The ferry to the island sails again in spring, the council said.",
     "steps": ["Summarize the news.", "Make the summary of the ferry news shorter.",
               "Now write a poem about cats."]},
    {"id": "planning_1", "initial_intent": "Plan a trip to the island",
     "context": "Two days, little money.",
     "steps": ["Plan the trip.", "Plan the trip to the island for three days."]},
]
STEPS = 2 * sum(len(task["steps"]) for task in TASKS)


class ExperimentRunTest(PlumbTest):
    needs_model = True

    def setUp(self):
        super().setUp()
        self.write("tasks.json", json.dumps(TASKS))

    def arguments(self, server, *more):
        return ["experiment", "run", "--backend", "openai", "--base-url", server.url, "--model",
                "scripted", "--tasks", "tasks.json", "--max-tokens", "12", *more]

    def start(self, *arguments):
        return subprocess.Popen([BINARY, *arguments], cwd=self.folder, env=environment(),
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def rows(self, folder="logs"):
        return [row for name in LOGS for row in self.json_lines(self.read(f"{folder}/{name}"))]

    def logs(self, folder="logs"):
        """Both logs without their times."""
        content = b"".join(self.read(f"{folder}/{name}") for name in LOGS)
        return re.sub(rb'"(timestamp|last_confirmed)":"[^"]*"', rb'"\1":""', content)

    def whole_run(self, folder="whole"):
        with ChatServer() as server:
            self.succeed(*self.arguments(server, "--out", folder))
        return self.logs(folder)

    def test_every_step_is_logged_and_compared(self):
        with ChatServer() as server:
            done = self.succeed(*self.arguments(server))
            self.assertEqual(len(server.requests), STEPS)
        rows = self.rows()
        self.assertEqual(len(rows), STEPS)
        for row in rows:
            self.assert_follows("experiment_log-1", row)
            self.assertEqual(row["model"], "scripted")
        self.assertIn(f"{STEPS} steps are logged in logs", done.stderr)
        for name in ["task_comparison.csv", "summary_stats.csv", "experiment_report.md",
                     "ids_by_step.png", "run.json"]:
            self.assertTrue(os.path.exists(self.path(f"logs/{name}")), name)
        manifest = json.loads(self.read("logs/run.json"))
        self.assert_follows("experiment_run-1", manifest)
        self.assertEqual(manifest["settings"]["seed"], 42)
        self.assertEqual(manifest["embedding"]["model"], "all-MiniLM-L6-v2")
        self.assertEqual([task["id"] for task in manifest["tasks"]],
                         ["summarization_0", "planning_1"])

    def test_plumb_intent_computes_the_scores_that_were_logged(self):
        self.whole_run("logs")
        for name, member in [("initial-output", "ids"), ("inferred-goal", "ids_inferred_goal")]:
            for log in LOGS:
                report = json.loads(self.succeed(
                    "intent", f"logs/{log}", "--against", name, "--tasks", "tasks.json",
                    "--no-sentences", "--json").stdout)
                logged = {(row["task_id"], row["step"]): row
                          for row in self.json_lines(self.read(f"logs/{log}"))}
                self.assertEqual(len(report["steps"]), len(logged))
                for step in report["steps"]:
                    row = logged[step["task_id"], step["step"]]
                    self.assertAlmostEqual(step["ids"], row[member], delta=5.1e-5)

    def test_two_runs_agree(self):
        self.assertEqual(self.whole_run("one"), self.whole_run("two"))

    def test_a_run_that_is_killed_and_resumed_gives_the_same_logs(self):
        expected = self.whole_run()
        seed = random.randrange(1 << 30)
        print(f"seed {seed}")
        moments = random.Random(seed)
        kills = 0
        with ChatServer(delay=0.1) as server:
            arguments = self.arguments(server, "--resume", "--parallel", "1")
            while kills < 3:
                process = self.start(*arguments)
                time.sleep(moments.uniform(0.05, 1.5))
                process.kill()
                process.stderr.close()
                kills += 1
                process.wait()
            self.succeed(*arguments)
            # Of a step that was at hand when the kill came, the answer is lost; no other is.
            self.assertLessEqual(len(server.requests), STEPS + kills)
        self.assertEqual(sorted(self.logs().splitlines()), sorted(expected.splitlines()))

    def test_a_line_that_was_not_finished_is_written_again(self):
        with ChatServer() as server:
            self.succeed(*self.arguments(server))
            expected = self.logs()
            content = self.read("logs/intent_runs.jsonl")
            self.write("logs/intent_runs.jsonl", content[:-20])
            done = self.succeed(*self.arguments(server, "--resume"))
            self.assertEqual(len(server.requests), STEPS + 1)
        self.assertIn("the last line was not finished and is written again", done.stderr)
        self.assertEqual(self.logs(), expected)

    def test_two_runs_do_not_write_to_one_folder(self):
        with ChatServer(delay=0.3) as server:
            first = self.start(*self.arguments(server))
            deadline = time.time() + 60
            while not server.requests and time.time() < deadline:
                time.sleep(0.02)
            self.fail_with(2, "another run is writing to logs; wait for it, or give another --out",
                           *self.arguments(server))
            first.wait()
            first.stderr.close()
            self.assertEqual(first.returncode, 0)
        self.assertEqual(len(self.rows()), STEPS)

    def test_old_logs_are_renamed(self):
        old = self.whole_run("logs")
        self.whole_run("logs")
        kept = [name for name in os.listdir(self.path("logs"))
                if re.fullmatch(r"(baseline_runs|intent_runs)\.\d{8}T\d{6}Z\.jsonl", name)]
        self.assertEqual(len(kept), 2)
        self.assertEqual(len(old.splitlines()),
                         sum(len(self.read(f"logs/{name}").splitlines()) for name in kept))

    def test_resume_refuses_other_settings_by_name(self):
        self.whole_run("logs")
        with ChatServer() as server:
            self.fail_with(2, "logs/run.json has 42 for settings.seed, but this run has 7",
                           *self.arguments(server, "--resume", "--seed", "7"))
            self.fail_with(2, " for chat.server, but this run has ",
                           *self.arguments(server, "--resume"))
            self.assertEqual(server.requests, [])

    def test_a_full_disk_ends_the_run_without_a_half_line(self):
        expected = self.whole_run()
        with ChatServer() as server:
            def limit():
                resource.setrlimit(resource.RLIMIT_FSIZE, (2500, 2500))
            done = self.fail_with(3, "cannot write logs/baseline_runs.jsonl: File too large",
                                  *self.arguments(server), preexec_fn=limit)
            self.assertIn("--resume goes on there", done.stderr)
            self.assertTrue(self.json_lines(self.read("logs/baseline_runs.jsonl")))
            self.succeed(*self.arguments(server, "--resume"))
        self.assertEqual(self.logs(), expected)

    def test_a_step_that_fails_is_logged_and_can_be_run_again(self):
        expected = self.whole_run()
        with ChatServer(fail=lambda number: number == 2) as server:
            self.fail_with(3, f"1 of {STEPS} steps in logs failed, the first with: ",
                           *self.arguments(server))
            failed = [row for row in self.rows() if "error" in row]
            self.assertEqual(len(failed), 1)
            self.assertIsNone(failed[0]["output"])
            self.assertIsNone(failed[0]["ids"])
            self.assertEqual(len(self.rows()), STEPS)
            measured = self.succeed("intent", "logs/baseline_runs.jsonl", "--json")
            self.assertIn("1 step failed and has no score", measured.stderr)
            steps = json.loads(measured.stdout)["steps"]
            self.assertEqual([step["ids"] is None for step in steps if step["error"]], [True])
            self.assertEqual(len(steps), STEPS // 2)
            self.succeed(*self.arguments(server, "--resume", "--retry-failed"))
        self.assertEqual(self.logs(), expected)

    def test_ctrl_c_stops_after_the_step_and_resume_goes_on(self):
        expected = self.whole_run()
        with ChatServer(delay=0.2) as server:
            arguments = self.arguments(server, "--parallel", "1")
            process = self.start(*arguments)
            deadline = time.time() + 60
            while len(server.requests) < 3 and time.time() < deadline:
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            stderr = process.stderr.read().decode()
            process.stderr.close()
            self.assertEqual(process.wait(), 3, stderr)
            self.assertRegex(stderr, r"interrupted; \d of 10 steps are logged in logs, and "
                                     r"--resume goes on there")
            self.assertEqual(len(self.rows()), len(server.requests), "an answer is not thrown away")
            self.succeed(*arguments, "--resume")
        self.assertEqual(sorted(self.logs().splitlines()), sorted(expected.splitlines()))

    def test_a_dry_run_asks_nothing(self):
        with ChatServer() as server:
            plan = json.loads(self.succeed(*self.arguments(server, "--dry-run", "--json")).stdout)
            text = self.succeed(*self.arguments(server, "--dry-run")).stdout.decode()
            self.assertEqual(server.requests, [])
        self.assertFalse(os.path.exists(self.path("logs")))
        agents = plan["models"][0]["agents"]
        self.assertEqual([agent["agent"] for agent in agents], ["baseline", "intent"])
        self.assertEqual(agents[0]["steps"], STEPS // 2)
        self.assertEqual(agents[0]["completion_tokens"], 12 * STEPS // 2)
        self.assertGreater(agents[1]["prompt_tokens"], agents[0]["prompt_tokens"])
        self.assertIn("prompt tokens", text)

    def test_several_models_have_a_folder_each(self):
        with ChatServer() as server:
            self.succeed(*self.arguments(server, "--model", "Maker/Other-7B"))
        self.assertEqual(len(self.rows("logs/scripted")), STEPS)
        self.assertEqual(len(self.rows("logs/Maker_Other-7B")), STEPS)

    def test_logs_of_other_models_in_the_folder_are_told(self):
        with ChatServer() as server:
            self.assertNotIn("other model", self.succeed(*self.arguments(server)).stderr)
            done = self.succeed(*self.arguments(server, "--model", "Maker/Other-7B"))
        self.assertIn("logs holds logs of 1 other model too, of an earlier run", done.stderr)

    def test_answers_of_the_cache_are_told(self):
        with ChatServer() as server:
            first = self.succeed(*self.arguments(server, "--cache", "kept"))
            again = self.succeed(*self.arguments(server, "--cache", "kept"))
            self.assertEqual(len(server.requests), STEPS)
        self.assertNotIn("by the cache", first.stderr)
        self.assertIn(f"{STEPS} of them now, {STEPS} by the cache", again.stderr)

    def test_the_bar_keeps_to_one_line(self):
        for columns in [40, 60, 80, 132]:
            with self.subTest(columns), ChatServer(delay=0.15) as server:
                lines = self.drawn(columns, *self.arguments(server, "--parallel", "1"))
                self.assertTrue(lines)
                self.assertLess(max(len(line) for line in lines), columns)
                self.assertTrue(any("tokens/s" in line for line in lines), lines)
                if columns >= 80:
                    self.assertTrue(any("summarization_0 step 1" in line for line in lines), lines)

    def drawn(self, columns, *arguments):
        """What the bar showed on a terminal so wide."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([BINARY, *arguments], cwd=self.folder, env=environment(),
                                   stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # the other side is closed
                break
            if not piece:
                break
            shown += piece
        os.close(ours)
        self.assertEqual(process.wait(), 0, shown)
        return re.findall(r"\r\x1b\[K(run [^\r\n]*)", shown.decode())

    def test_repeats_are_runs_of_their_own(self):
        with ChatServer() as server:
            self.succeed(*self.arguments(server, "--repeats", "2"))
        ids = {row["task_id"] for row in self.rows()}
        self.assertEqual(ids, {"summarization_0_run0", "summarization_0_run1", "planning_1_run0",
                               "planning_1_run1"})

    def test_settings_come_from_plumb_toml(self):
        with ChatServer() as server:
            self.write("plumb.toml", "seed = 7\n[experiment]\nbackend = 'openai'\n"
                       f"base_url = '{server.url}'\nmodels = ['scripted']\n"
                       "tasks = ['tasks.json']\nmax_tokens = 9\nagents = ['baseline', 'intent']\n"
                       "threshold = 0.25\nout = 'elsewhere'\n")
            self.succeed("experiment", "run", "--max-tokens", "8")
            self.assertEqual({request["max_tokens"] for request in server.requests}, {8})
        manifest = json.loads(self.read("elsewhere/run.json"))
        self.assertEqual(manifest["settings"]["seed"], 7)
        self.assertEqual(manifest["settings"]["max_tokens"], 8)
        self.assertEqual(manifest["settings"]["policy_thresholds"], {"conflict_below": 0.25})
        self.write("plumb.toml", "[experiment]\nbackend = 'gpu'\n")
        self.fail_with(2, 'plumb.toml:2: gpu is no value for "experiment.backend"', "experiment",
                       "run")
        self.write("plumb.toml", "[experiment]\ntasks = 'tasks.json'\n")
        self.fail_with(2, 'plumb.toml:2: "experiment.tasks" must be a list of strings',
                       "experiment", "run")

    def test_interpret_only_needs_no_model(self):
        self.whole_run("logs")
        os.remove(self.path("logs/summary_stats.csv"))
        self.succeed("experiment", "run", "--interpret-only")
        self.assertTrue(os.path.exists(self.path("logs/summary_stats.csv")))
        self.fail_with(2, "", "experiment", "run", "--interpret-only", "--out", "nowhere")

    def test_mistakes_cost_nothing(self):
        with ChatServer() as server:
            for more, sentence in [
                (["--agents", "baseline,other"], 'there is no agent "other"'),
                (["--policy", "follow", "--threshold", "0.5"], "--threshold is of --policy guard"),
                (["--prompts", "."], "agent_base.txt"),
                (["--tasks", "tasks.json"], "is in tasks.json too"),
                (["--context", "40"], "the context holds 40"),
                (["-o", "report.xyz"], "report.xyz"),
                (["--retry-failed"], "--resume"),
                (["--top-p", "2"], "top_p"),
            ]:
                with self.subTest(more):
                    self.fail_with(2, sentence, *self.arguments(server, *more))
            self.fail_with(2, "--base-url", "experiment", "run", "--backend", "openai", "--model",
                           "x")
            self.fail_with(2, "needs --model", "experiment", "run", "--backend", "openai",
                           "--base-url", server.url)
            for more in [["--base-url", server.url], ["--stream"], ["--key-file", "key"]]:
                self.fail_with(2, f"{more[0]} is of --backend openai", "experiment", "run", *more)
            self.assertEqual(server.requests, [])
        self.assertFalse(os.path.exists(self.path("logs/baseline_runs.jsonl")))


class EmbeddedExperimentTest(PlumbTest):
    """The same with the model that comes with Plumb."""

    needs_model = True
    CHAT_MODEL = "SmolLM2-135M-Instruct"

    def setUp(self):
        super().setUp()
        if self.plumb("model", "path", self.CHAT_MODEL).returncode != 0:
            self.skipTest(f"{self.CHAT_MODEL} is not on this machine; plumb model fetch gets it")
        self.write("tasks.json", json.dumps(TASKS))

    logs = ExperimentRunTest.logs

    def test_a_model_that_is_not_there_is_told_before_another_runs(self):
        self.fail_with(2, "none.gguf", "experiment", "run", "--tasks", "tasks.json", "--model",
                       self.CHAT_MODEL, "--model", "none.gguf")
        self.assertFalse(os.path.exists(self.path("logs")))

    def compare_with_kills(self, arguments, kills, longest, timeout):
        """Runs once as it is, and once killed so often, at most `longest` seconds after a start."""
        def run(folder, *more):
            return [BINARY, "experiment", "run", *arguments, "--out", folder, *more]

        options = {"cwd": self.folder, "env": environment(), "stdout": subprocess.DEVNULL,
                   "stderr": subprocess.DEVNULL}
        subprocess.run(run("whole"), check=True, timeout=timeout, **options)
        seed = random.randrange(1 << 30)
        print(f"seed {seed}")
        moments = random.Random(seed)
        for _ in range(kills):
            process = subprocess.Popen(run("killed", "--resume"), **options)
            time.sleep(moments.uniform(0.2, longest))
            process.kill()
            process.wait()
        subprocess.run(run("killed", "--resume"), check=True, timeout=timeout, **options)
        self.assertEqual(self.logs("killed"), self.logs("whole"))

    def test_kills_do_not_show(self):
        # One thread: several that wait for each other crawl on a machine that does other things.
        self.compare_with_kills(["--tasks", "tasks.json", "--max-tokens", "16", "--threads", "1"],
                                kills=3, longest=4, timeout=900)
        rows = self.json_lines(self.read("whole/baseline_runs.jsonl"))
        self.assertTrue(all(row["prompt_tokens"] > 0 for row in rows))
        self.assertTrue(all("error" not in row for row in rows))

    @unittest.skipUnless("PLUMB_KILLS" in os.environ, "script/soak kill runs it")
    def test_kills_of_the_whole_experiment_do_not_show(self):
        self.compare_with_kills([], kills=int(os.environ["PLUMB_KILLS"]), longest=20,
                                timeout=3600)


if __name__ == "__main__":
    unittest.main()
