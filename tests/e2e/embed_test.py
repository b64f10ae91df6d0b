"""plumb embed: what it writes, and that every failure leaves it valid."""
import array
import json
import math
import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

from plumb_binary import BINARY, DIMENSION, PlumbTest, environment

TEXTS = ["The cat sits outside", "A man is playing guitar", "The cat plays in the garden", ""]


def as_float(value):
    return array.array("f", [value])[0]


class EmbedTest(PlumbTest):
    needs_model = True

    def test_json_lines_on_standard_output(self):
        self.write("a.txt", "\n".join(TEXTS) + "\n")
        rows = self.json_lines(self.succeed("embed", "a.txt").stdout)
        self.assertEqual([row["index"] for row in rows], [0, 1, 2, 3])
        self.assertEqual([row["tokens"] for row in rows], [6, 7, 8, 2])
        for row in rows:
            self.assertEqual(list(row), ["index", "tokens", "truncated", "embedding"])
            self.assertEqual(len(row["embedding"]), DIMENSION)
            self.assertAlmostEqual(math.fsum(x * x for x in row["embedding"]), 1, places=5)

    def test_every_format_carries_the_same_bits(self):
        self.write("a.txt", "\n".join(TEXTS) + "\n")
        done = self.succeed("embed", "a.txt", "-o", "v.npy", "-o", "v.jsonl", "-o", "v.csv",
                            "-o", "v.json", "--json")
        expected = self.load_npy("v.npy")
        self.assertEqual(len(expected), len(TEXTS))
        self.assertEqual([[as_float(x) for x in row["embedding"]]
                          for row in self.json_lines(self.read("v.jsonl"))], expected)
        document = json.loads(done.stdout)
        self.assertEqual(document, json.loads(self.read("v.json")))
        self.assertEqual(document["plumb"], "embed/1")
        self.assertEqual([[as_float(x) for x in row["embedding"]]
                          for row in document["results"]], expected)
        header, *lines = self.read("v.csv").decode().splitlines()
        self.assertTrue(header.startswith("index,id,tokens,truncated,e0,e1,"))
        self.assertEqual([[as_float(float(x)) for x in line.split(",")[4:]] for line in lines],
                         expected)
        self.assertEqual(sorted(os.listdir(self.folder)),
                         ["a.txt", "v.csv", "v.json", "v.jsonl", "v.npy"])

    def test_provenance(self):
        document = json.loads(self.succeed("embed", "-", "--json", "--seed", "7", stdin=b"a").stdout)
        provenance = document["provenance"]
        self.assertEqual(provenance["model"], "all-MiniLM-L6-v2")
        self.assertEqual(len(provenance["weights_sha256"]), 64)
        self.assertEqual((provenance["precision"], provenance["max_tokens"], provenance["seed"]),
                         ("f32", 256, 7))
        self.assertIn("instruction_set", provenance)
        self.assertIn("plumb_version", provenance)

    def test_the_same_bits_for_any_threads_and_order(self):
        texts = [f"text number {i} " + "word " * (i % 40) for i in range(300)]
        one = self.json_lines(self.succeed("embed", "-", "--threads", "1",
                                           stdin="\n".join(texts).encode()).stdout)
        two = self.json_lines(self.succeed("embed", "-", "--threads", "2",
                                           stdin="\n".join(reversed(texts)).encode()).stdout)
        self.assertEqual([row["embedding"] for row in one],
                         [row["embedding"] for row in reversed(two)])

    def test_fields_and_ids_of_json_lines(self):
        self.write("a.jsonl", '{"plumb":"execution/1"}\n{"id":"r\\u00e9,1","r":{"body":"The cat"}}\n'
                   '\n{"id":12345678901234567890123,"r":{"body":"sat"}}\n')
        done = self.succeed("embed", "a.jsonl", "--field", "r.body", "-o", "v.csv", "-o", "v.jsonl")
        self.assertEqual(done.stdout, b"")
        first, second = self.json_lines(self.read("v.jsonl"))
        self.assertEqual(first["id"], "r\u00e9,1")
        self.assertEqual(second["id"], 12345678901234567890123)
        self.assertIn('\n0,"r\u00e9,1",', self.read("v.csv").decode())

    def test_json_lines_on_standard_input_are_known_by_the_first_byte_that_shows(self):
        for before in [b"", b"  ", b"\n\t"]:
            rows = self.json_lines(self.succeed("embed", "-",
                                                stdin=before + b'{"text":"The cat"}\n').stdout)
            self.assertEqual([row["tokens"] for row in rows], [4])
        rows = self.json_lines(self.succeed("embed", "-", "--format", "lines",
                                            stdin=b'{"text":"The cat"}\n').stdout)
        self.assertGreater(rows[0]["tokens"], 4)

    def test_ids_that_a_spreadsheet_would_run_are_text_in_csv(self):
        self.write("c.jsonl", '{"id":"=1+1","text":"a"}\n')
        for command in [["embed"], ["tokenize"], ["classify", "--classifier", "embedded"]]:
            with self.subTest(command):
                self.succeed(*command, "c.jsonl", "-o", "safe.csv")
                self.assertIn(b"\n0,'=1+1,", self.read("safe.csv"))
                self.succeed(*command, "c.jsonl", "--raw-csv", "-o", "raw.csv")
                self.assertIn(b"\n0,=1+1,", self.read("raw.csv"))

    def test_truncation_is_said(self):
        done = self.succeed("embed", "-", stdin=b"word " * 300 + b"\nshort\n")
        self.assertEqual([row["truncated"] for row in self.json_lines(done.stdout)], [True, False])
        self.assertIn("1 of 2 texts was longer than 256 tokens and was truncated", done.stderr)
        self.assertEqual(self.succeed("embed", "-", "--quiet", stdin=b"word " * 300).stderr, "")

    def test_similarity_table_and_its_limit(self):
        self.write("a.txt", "\n".join(TEXTS[:3]))
        table = self.succeed("embed", "a.txt", "--similarity").stdout.decode().splitlines()
        self.assertEqual(len(table), 4)
        self.assertTrue(table[1].split()[1] == "1.000" and table[1].endswith(TEXTS[0]))
        document = json.loads(self.succeed("embed", "a.txt", "--similarity", "--json").stdout)
        matrix = document["similarity"]
        self.assertGreater(matrix[0][2], matrix[0][1])
        self.assertEqual(matrix[0][2], matrix[2][0])
        self.fail_with(2, "--similarity shows at most 50 texts", "embed", "-", "--similarity",
                       stdin=b"x\n" * 51)

    # Bad input.

    def test_invalid_utf8_is_read_as_python_reads_it(self):
        bad = b"caf\xe9 \xff\xfe cat"
        same = bad.decode("utf-8", errors="replace").encode()
        rows = self.json_lines(self.succeed("embed", "-", stdin=bad + b"\n" + same).stdout)
        self.assertEqual(rows[0]["embedding"], rows[1]["embedding"])
        rows = self.json_lines(self.succeed(
            "embed", "-", stdin=b'{"text":"' + bad + b'"}\n{"text":"' + same + b'"}').stdout)
        self.assertEqual(rows[0]["embedding"], rows[1]["embedding"])

    def test_nul_bytes_are_part_of_a_text(self):
        rows = self.json_lines(self.succeed("embed", "-", stdin=b"the\0cat\nthecat\n").stdout)
        self.assertEqual(len(rows), 2)
        self.assertEqual(rows[0]["embedding"], rows[1]["embedding"])  # NUL is cleaned away

    def test_an_empty_file_is_an_error_and_leaves_nothing(self):
        self.write("empty.txt", "")
        self.fail_with(2, "empty.txt is empty; there is no text in it", "embed", "empty.txt",
                       "-o", "v.npy")
        self.assertEqual(os.listdir(self.folder), ["empty.txt"])

    def test_a_bad_line_is_named_and_the_rows_before_it_stay(self):
        self.write("a.jsonl", '{"text":"one"}\n{"text":"two"}\n{"text":"three",}\n{"text":"4"}\n')
        done = self.fail_with(2, "a.jsonl:3:", "embed", "a.jsonl", "-o", "v.npy", "-o", "v.json",
                              "-o", "v.jsonl")
        self.assertIn("; kept: 2 rows in v.npy.partial, 2 rows in v.json.partial, "
                      "2 rows in v.jsonl.partial",
                      done.stderr)
        self.assertEqual(len(self.load_npy("v.npy.partial")), 2)
        self.assertEqual(len(self.json_lines(self.read("v.jsonl.partial"))), 2)
        document = json.loads(self.read("v.json.partial"))
        self.assertEqual(len(document["results"]), 2)
        self.assertIn("a.jsonl:3:", document["error"])
        self.assertFalse(os.path.exists(self.path("v.npy")))

    def test_a_failure_leaves_an_older_file_alone(self):
        self.write("v.jsonl", "old\n")
        self.write("a.jsonl", "not json\n")
        self.fail_with(2, "a.jsonl:1:1: the line is not a JSON object", "embed", "a.jsonl",
                       "-o", "v.jsonl")
        self.assertEqual(self.read("v.jsonl"), b"old\n")

    def test_skip_bad_counts(self):
        self.write("a.jsonl", '{"text":"one"}\nnot json\n{"text":7}\n{"text":"two"}\n')
        done = self.succeed("embed", "a.jsonl", "--skip-bad")
        self.assertEqual(len(self.json_lines(done.stdout)), 2)
        self.assertIn("2 bad lines were left out; the first: a.jsonl:2:1:", done.stderr)
        self.write("b.jsonl", "bad\n")
        self.fail_with(2, "b.jsonl holds no line that can be read", "embed", "b.jsonl", "--skip-bad")

    def test_a_line_of_100_megabytes(self):
        with open(self.path("long.txt"), "wb") as file:
            file.write(b"first\n")
            for _ in range(100):
                file.write(b"x" * 1_000_000)
            file.write(b"\nlast\n")
        done = self.fail_with(2, "long.txt:2: the line is longer than 67108864 bytes",
                              "embed", "long.txt")
        self.assertEqual(len(self.json_lines(done.stdout)), 1)
        done = self.succeed("embed", "long.txt", "--skip-bad")
        self.assertEqual(len(self.json_lines(done.stdout)), 2)
        done = self.succeed("embed", "long.txt", "--max-line-bytes", "200000000")
        self.assertEqual(len(self.json_lines(done.stdout)), 3)

    def test_a_full_disk(self):
        with open("/dev/full", "wb") as full:
            done = self.plumb("embed", "-", stdin=b"one\n", stdout=full)
        self.assertEqual(done.returncode, 3)
        self.assertEqual(done.stderr, "plumb: error: cannot write to standard output: "
                                      "No space left on device\n")

    def test_a_disk_that_fills_up_keeps_whole_rows(self):
        self.write("many.txt", "".join(f"text {i}\n" for i in range(600)))

        def small_disk():
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (500_001, 500_001))

        for name, load in (("v.npy", self.load_npy),
                           ("v.jsonl", lambda name: self.json_lines(self.read(name))),
                           ("v.json", lambda name: json.loads(self.read(name))["results"])):
            with self.subTest(name):
                done = self.fail_with(3, f"cannot write to {name}: File too large; kept: ",
                                      "embed", "many.txt", "-o", name, preexec_fn=small_disk)
                rows = len(load(name + ".partial"))
                self.assertIn(f"kept: {rows} rows in {name}.partial", done.stderr)
                self.assertGreater(rows, 0)

    def test_an_output_never_replaces_the_input(self):
        self.write("texts.jsonl", '{"text": "a"}\n')
        self.fail_with(2, "would replace the texts that are read",
                       "embed", "texts.jsonl", "-o", "./texts.jsonl")
        self.assertEqual(self.read("texts.jsonl"), b'{"text": "a"}\n')

    def test_an_output_never_replaces_what_standard_input_is_read_from(self):
        content = b'{"text": "a"}\n'
        for name, *arguments in [("t.jsonl", "embed", "-"), ("t.json", "intent", "-"),
                                 ("t.jsonl", "import", "auto", "-"), ("t.plumb", "profile", "-"),
                                 ("t.plumb", "profile", "merge", "-"),
                                 ("t.json", "compare", "-", "--baseline", "other.jsonl")]:
            self.write(name, content)
            with self.subTest(arguments), open(self.path(name), "rb") as texts:
                self.fail_with(2, f"-o ./{name} would replace", *arguments, "-o", f"./{name}",
                               stdin=texts)
                self.assertEqual(self.read(name), content)

    def test_two_spellings_of_one_output_are_refused(self):
        self.fail_with(2, "is given twice", "embed", "-", "-o", "v.npy", "-o", "./v.npy",
                       stdin=b"one\n")

    def test_a_folder_that_is_not_there_is_named(self):
        self.fail_with(2, "cannot create no/v.npy: its folder does not exist; make it first",
                       "embed", "-", "-o", "no/v.npy", stdin=b"one\n")

    # ThreadSanitizer asks for more addresses than this test leaves.
    @unittest.skipIf(b"__tsan_init" in pathlib.Path(BINARY).read_bytes(), "ThreadSanitizer")
    def test_more_threads_than_the_machine_grants_are_no_crash(self):
        def little_memory():  # the stacks of 1,024 threads do not fit
            resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, 3_000_000_000))

        done = self.plumb("embed", "-", "--threads", "1024", "-o", "v.npy", stdin=b"one\n",
                          preexec_fn=little_memory)
        self.assertIn((done.returncode, done.stderr),
                      [(0, ""), (3, "plumb: error: out of memory\n")])

    def test_a_reader_that_leaves(self):
        self.write("many.txt", "".join(f"text {i}\n" for i in range(2000)))
        process = subprocess.Popen([BINARY, "embed", "many.txt"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment())
        self.assertEqual(json.loads(process.stdout.readline())["index"], 0)
        process.stdout.close()
        errors = process.stderr.read().decode()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=120), 3)
        self.assertEqual(errors, "plumb: error: standard output was closed before everything "
                                 "was written\n")

    def test_standard_output_closed_from_the_start(self):
        done = subprocess.run(["sh", "-c", f'"{BINARY}" embed - -o v.jsonl --json >&-'],
                              input=b"one\n", stderr=subprocess.PIPE, cwd=self.folder,
                              env=environment(), check=False)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"standard output was closed", done.stderr)
        for name in os.listdir(self.folder):
            self.json_lines(self.read(name))

    def ends_while_waiting_for_input(self, number):
        """A run that is sent the signal `number` keeps what it has and says so."""
        process = subprocess.Popen([BINARY, "embed", "-", "-o", "v.npy"], cwd=self.folder,
                                   stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment(),
                                   preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))
        process.stdin.write(b"".join(b"text %d\n" % i for i in range(256)))
        process.stdin.flush()
        deadline = time.monotonic() + 60
        while not os.path.exists(self.path("v.npy.partial")) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.5)  # the texts have been read; their window is not full
        process.send_signal(number)
        errors = process.stderr.read().decode()
        self.assertEqual(process.wait(timeout=60), 3)
        process.stdin.close()
        process.stderr.close()
        self.assertEqual(errors, "plumb: error: interrupted after 256 texts; "
                                 "kept: 256 rows in v.npy.partial\n")
        self.assertEqual(len(self.load_npy("v.npy.partial")), 256)

    def test_control_c_while_waiting_for_input(self):
        self.ends_while_waiting_for_input(signal.SIGINT)

    def test_a_terminal_that_is_closed_while_waiting_for_input(self):
        self.ends_while_waiting_for_input(signal.SIGHUP)

    def test_npy_into_a_pipe_is_refused_without_waiting_for_its_reader(self):
        os.mkfifo(self.path("v.npy"))
        self.fail_with(2, "v.npy cannot hold .npy", "embed", "-", "-o", "v.npy", stdin=b"one\n")
        os.symlink("v.npy", self.path("link.npy"))
        self.fail_with(2, "link.npy cannot hold .npy", "embed", "-", "-o", "link.npy",
                       stdin=b"one\n")

    def test_other_formats_go_straight_into_a_pipe(self):
        os.mkfifo(self.path("v.jsonl"))
        reader = subprocess.Popen(["cat", self.path("v.jsonl")], stdout=subprocess.PIPE)
        self.succeed("embed", "-", "-o", "v.jsonl", stdin=b"one\n")
        self.assertEqual(len(self.json_lines(reader.communicate(timeout=60)[0])), 1)


class EmbedWithoutModelTest(PlumbTest):
    """What is found out before any model is read."""

    def test_a_missing_file(self):
        self.fail_with(2, "cannot open no.txt: No such file", "embed", "no.txt")

    def test_a_directory_where_a_file_is_expected(self):
        self.fail_with(2, ". is a directory; a file is expected", "embed", ".")

    def test_a_missing_model(self):
        empty = environment(PLUMB_MODELS=self.folder, HF_HOME=self.folder, HF_HUB_CACHE=self.folder)
        self.fail_with(2, "plumb model fetch all-MiniLM-L6-v2", "embed", "-", stdin=b"a", env=empty)

    def test_a_model_that_is_for_something_else(self):
        for command in ["embed", "tokenize"]:
            self.fail_with(2, "SmolLM2-135M-Instruct is a chat model and does not embed", command, "-",
                           "--model", "SmolLM2-135M-Instruct", stdin=b"a")

    def test_a_model_folder_that_is_not_there(self):
        self.fail_with(2, "no/such/folder", "embed", "-", "--model", "./no/such/folder", stdin=b"a")


if __name__ == "__main__":
    unittest.main()
