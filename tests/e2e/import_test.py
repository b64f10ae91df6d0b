"""plumb import and export, and other tools' files where runs and logs are read."""
import gzip
import json
import os
import stat
import unittest
import zlib

from plumb_binary import PlumbTest

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "imports")


def golden(name):
    with open(os.path.join(GOLDEN, name + ".z"), "rb") as file:
        return zlib.decompress(file.read())


class ImportTest(PlumbTest):
    def put(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content)
        return path

    def lines(self, path):
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def test_results_and_steps_are_written_as_plumb_s_own_files(self):
        log = self.put("log.json", golden("inspect/multi_turn.json"))
        run = os.path.join(self.folder, "run.jsonl")
        done = json.loads(self.succeed("import", "auto", log, "--json", "-o", run).stdout)
        self.assertEqual((done["plumb"], done["written"], done["failed"]), ("import/1", 1, 0))
        header, result = self.lines(run)
        self.assertEqual((header["plumb"], header["name"]), ("execution/1", "log"))
        self.assertEqual(result["response"], "Rest on Sundays.")
        steps = os.path.join(self.folder, "steps.jsonl")
        self.succeed("import", "inspect", log, "--as", "session", "-o", steps)
        header, *steps = self.lines(steps)
        self.assertEqual([step["step"] for step in steps], [0, 1, 2])

    def test_another_tool_s_file_is_a_run(self):
        chat = self.put("chat.jsonl", golden("openai/chat.jsonl"))
        done = self.succeed("profile", chat, "--no-embeddings", "--json").stdout
        self.assertEqual(json.loads(done)["results"], 8)
        eval_log = os.path.join(GOLDEN, "inspect", "plain.eval")
        done = self.succeed("profile", eval_log, "--no-embeddings", "--json").stdout
        self.assertEqual(json.loads(done)["results"], 1)

    def test_traces_in_protobuf_and_packed_files(self):
        with open(os.path.join(GOLDEN, "..", "otlp", "genai_agent.pb"), "rb") as file:
            request = file.read()
        framed = len(request).to_bytes(4, "big") + request
        written = []
        for name, content in (("a.pb", request), ("b.bin", framed), ("c.gz", gzip.compress(framed))):
            out = os.path.join(self.folder, name + ".jsonl")
            self.succeed("import", "auto", self.put(name, content), "-o", out)
            written.append(self.lines(out)[1:])
        self.assertGreater(len(written[0]), 0)
        self.assertTrue(written[0] == written[1] == written[2])
        cut = self.put("cut.gz", gzip.compress(framed)[:-9])
        self.fail_with(2, "the gzip stream is cut off", "import", "otlp", cut, "-o",
                       os.path.join(self.folder, "cut.jsonl"))

    def test_records_that_failed_are_told(self):
        batch = self.put("batch.jsonl", golden("openai/batch.jsonl"))
        done = self.plumb("import", "openai", batch, "-o", os.path.join(self.folder, "r.jsonl"))
        self.assertIn("2 records have an error in place of an answer and are left out; the first: "
                      f"{batch}:7: the model timed out after 30 s", done.stderr)

    def test_observations_that_are_updated_are_told(self):
        created = {"id": "o", "trace_id": "t", "type": "GENERATION", "input": "q", "output": None,
                   "start_time": "2026-01-01T00:00:00Z"}
        updated = {**created, "output": "a", "end_time": "2026-01-01T00:00:01Z"}
        log = self.put("log.jsonl", "".join(json.dumps(row) + "\n"
                                            for row in (created, updated)).encode())
        out = os.path.join(self.folder, "run.jsonl")
        for kind in ("execution", "session"):
            done = self.plumb("import", "langfuse", log, "--as", kind, "--json", "-o", out)
            document = json.loads(done.stdout)
            self.assertEqual((document["written"], document["repeated"]), (1, 1))
            self.assertIn("1 span came again with another content; the first: "
                          f"{log}:2: o came before with another content; the later record counts",
                          done.stderr)
            self.assertEqual(self.lines(out)[1]["response"], "a")

    def test_a_bad_record_stops_and_leaves_no_file(self):
        bad = self.put("bad.jsonl", b'{"messages": 3}\n')
        out = os.path.join(self.folder, "out.jsonl")
        self.fail_with(2, 'bad.jsonl:1:14: "messages" is 3, not an array', "import", "openai", bad,
                       "-o", out)
        self.assertEqual([name for name in os.listdir(self.folder) if name.startswith("out")], [])
        self.fail_with(2, "holds nothing that can be imported", "import", "openai", bad,
                       "--skip-bad", "-o", out)

    def test_an_archive_by_a_pipe_is_answered_with_what_to_do(self):
        with open(os.path.join(GOLDEN, "inspect", "plain.eval"), "rb") as file:
            done = self.plumb("import", "auto", "/dev/stdin", stdin=file.read())
        self.assertEqual(done.returncode, 2)
        self.assertIn("/dev/stdin is not a regular file, and an .eval archive is read from its end; "
                      "give its file", done.stderr)

    def test_parquet_is_answered_with_what_to_do(self):
        self.fail_with(2, "its Python package does", "import", "parquet", "a.parquet", "-o", "b.jsonl")

    def test_a_table_by_its_columns(self):
        table = self.put("t.csv", b"answer,region\nyes,north\nno,south\n")
        out = os.path.join(self.folder, "t.jsonl")
        self.succeed("import", "csv", table, "--columns", "response=answer,label=region", "-o", out)
        self.assertEqual([row["response"] for row in self.lines(out)[1:]], ["yes", "no"])

    def test_a_table_of_steps_by_its_columns(self):
        table = self.put("chats.csv", b"chat,turn,answer,trouble\na,0,yes,\nb,0,no,\na,1,,lost\n")
        out = os.path.join(self.folder, "log.jsonl")
        by = ("--as", "session", "--columns", "session=chat,step=turn,response=answer,error=trouble")
        self.succeed("import", "csv", table, *by, "-o", out)
        self.assertEqual(self.lines(out), [
            {"plumb": "session/1"}, {"session": "a", "step": 0, "prompt": "", "response": "yes"},
            {"session": "b", "step": 0, "prompt": "", "response": "no"},
            {"session": "a", "step": 1, "prompt": "", "error": "lost"}])
        for columns, sentence in (
                ("sesion=chat", '--columns: steps of sessions have no field "sesion"; they have'),
                ("label=region", 'have no field "label"'),
                ("session=chat,session=turn", 'session is named twice, as "chat" and "turn"; a step'),
                ("session=room", 'there is no column "room" for the session; the columns are "chat"'),
                ("session", "--columns session: a field and its column are expected")):
            self.fail_with(2, sentence, "import", "csv", table, "--as", "session", "--columns", columns)


class ExportTest(PlumbTest):
    def comparison(self):
        for name, answer in (("a", "short"), ("b", "a much longer answer than before")):
            with open(os.path.join(self.folder, f"{name}.jsonl"), "w", encoding="utf-8") as file:
                for i in range(60):
                    file.write(json.dumps({"response": f"{answer} {i}"}) + "\n")
        path = os.path.join(self.folder, "drift.json")
        self.succeed("compare", os.path.join(self.folder, "b.jsonl"), "--baseline",
                     os.path.join(self.folder, "a.jsonl"), "--no-embeddings", "-o", path)
        return path

    def test_events_of_evaluations_in_otlp(self):
        document = json.loads(self.succeed("export", "otlp", self.comparison()).stdout)
        records = document["resourceLogs"][0]["scopeLogs"][0]["logRecords"]
        self.assertEqual({record["eventName"] for record in records}, {"gen_ai.evaluation.result"})
        by_name = {}
        for record in records:
            told = {each["key"]: next(iter(each["value"].values()))
                    for each in record["attributes"]}
            by_name[told["gen_ai.evaluation.name"]] = (record["severityText"], told)
        severity, told = by_name["response_length_ks"]
        self.assertEqual((severity, told["gen_ai.evaluation.score.label"]), ("WARN", "drifted"))
        self.assertEqual(told["gen_ai.evaluation.score.value"], 1)
        self.assertIn("drift_score", by_name)

    def test_promptfoo_s_results_are_read_back(self):
        out = os.path.join(self.folder, "results.json")
        self.succeed("export", "promptfoo", self.comparison(), "-o", out)
        with open(out, encoding="utf-8") as file:
            results = json.load(file)["results"]
        self.assertEqual(results["version"], 3)
        self.assertGreater(results["stats"]["failures"], 0)
        rows = self.succeed("import", "promptfoo", out).stdout.decode().splitlines()
        self.assertEqual(len(rows) - 1, len(results["results"]))

    def test_a_pipe_is_written_and_stays_a_pipe(self):
        comparison = self.comparison()
        for name, *command in (("events.json", "export", "otlp", comparison), ("doctor.json", "doctor")):
            pipe = self.path(name)
            os.mkfifo(pipe)
            read = []
            with open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as reader:
                # Larger than a pipe's buffer would wait for us: these are not.
                self.plumb(*command, "-o", name)
                read.append(reader.read())
            self.assertTrue(stat.S_ISFIFO(os.lstat(pipe).st_mode), command)
            self.assertTrue(json.loads(read[0]), command)

    def test_an_extension_that_is_not_written_is_refused(self):
        self.fail_with(2, "take one of .json", "export", "otlp", self.comparison(), "-o", "events.txt")
        self.assertFalse(os.path.exists(self.path("events.txt")))

    def test_what_is_no_comparison_is_refused(self):
        path = os.path.join(self.folder, "x.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write("{}")
        self.fail_with(2, "a document of plumb compare --json is expected", "export", "otlp", path)

    def test_what_is_no_json_is_told_in_one_sentence(self):
        path = os.path.join(self.folder, "x.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write("{")
        done = self.plumb("export", "otlp", path)
        self.assertEqual(done.returncode, 2)
        self.assertTrue(done.stderr.endswith("x.json: the comparison is not JSON; a document of plumb "
                                             "compare --json is expected\n"), done.stderr)

    def test_a_pipe_with_a_name_is_read(self):
        path = self.comparison()
        with open(path, "rb") as file:
            done = self.plumb("export", "promptfoo", "/dev/stdin", stdin=file.read())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("results", json.loads(done.stdout))


if __name__ == "__main__":
    unittest.main()
