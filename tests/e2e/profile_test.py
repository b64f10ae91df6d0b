"""plumb profile and plumb baseline: what is kept of an execution."""
import json
import os
import random
import struct
import unittest

from plumb_binary import PlumbTest


def results(count, embedding=True):
    rng = random.Random(count)
    rows = []
    for i in range(count):
        row = {"id": f"r{i}", "response": " ".join(rng.choice(["Yes", "no", "ΟΔΟΣ", "maybe"])
                                                   for _ in range(rng.randint(0, 9))),
               "prompt": f"p{i % 5}", "severity": rng.choice(["low", "high", "critical"]),
               "tools": rng.sample(["search", "calc", "mail"], rng.randint(0, 3)),
               "labels": {"model": rng.choice(["a", "b"])}}
        if embedding:
            row["embedding"] = [rng.uniform(-1, 1) for _ in range(4)]
        rows.append(row)
    return rows


def jsonl(rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def npy(rows, descr="<f4"):
    header = str({"descr": descr, "fortran_order": False, "shape": (len(rows), len(rows[0]))})
    header = header.ljust(117) + "\n"
    code = {"<f4": "f", "<f8": "d"}[descr]
    return (b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
            + b"".join(struct.pack(f"<{len(row)}{code}", *row) for row in rows))


class ProfileTest(PlumbTest):
    def test_the_summary_as_a_document(self):
        rows = results(50)
        self.write("run.jsonl", jsonl([{"plumb": "execution/1", "name": "nightly"}] + rows))
        document = json.loads(self.succeed("profile", "run.jsonl", "--json").stdout)
        self.assertEqual(document["plumb"], "profile/1")
        self.assertEqual(document["name"], "nightly")
        self.assertEqual(document["results"], 50)
        self.assertEqual(document["blank"], sum(not row["response"] for row in rows))
        for level in ("critical", "high", "low"):
            self.assertEqual(document["severity_counts"][level],
                             sum(row["severity"] == level for row in rows))
        self.assertEqual(document["traces_without_call"], sum(not row["tools"] for row in rows))
        self.assertEqual(document["tool_calls"]["calc"], sum("calc" in row["tools"] for row in rows))
        self.assertEqual(document["characters"], sum(len(row["response"]) for row in rows))
        self.assertEqual(document["provenance"]["vectors"]["model"], "given")
        self.assertEqual(document["provenance"]["vectors"]["dimension"], 4)

    def test_parts_in_any_order_have_the_bytes_of_the_whole(self):
        rows = results(200)
        self.write("whole.jsonl", jsonl(rows))
        self.succeed("profile", "whole.jsonl", "--sample", "60", "-o", "whole.plumb")
        random.Random(1).shuffle(rows)
        for i, part in enumerate((rows[:20], rows[20:130], rows[130:])):
            self.write(f"part{i}.jsonl", jsonl(part))
            self.succeed("profile", f"part{i}.jsonl", "--sample", "60", "-o", f"part{i}.plumb")
        for order in ("012", "210", "102"):
            self.succeed("profile", "merge", *(f"part{i}.plumb" for i in order), "-o", "merged.plumb")
            self.assertEqual(self.read("merged.plumb"), self.read("whole.plumb"))

    def test_merging_a_part_twice_is_refused(self):
        self.write("run.jsonl", jsonl(results(5)))
        self.succeed("profile", "run.jsonl", "-o", "run.plumb")
        self.fail_with(2, "both profiles hold the result", "profile", "merge", "run.plumb", "run.plumb",
                       "-o", "twice.plumb")

    def test_a_profile_by_a_pipe_is_read(self):
        self.write("run.jsonl", jsonl(results(30)))
        self.succeed("profile", "run.jsonl", "-o", "one.plumb")
        one = self.read("one.plumb")
        for path in ("-", "/dev/stdin"):
            self.assertEqual(self.plumb("profile", path, "-o", "two.plumb", stdin=one)
                             .returncode, 0)
            self.assertEqual(self.read("two.plumb"), one)
        with open(self.path("one.plumb"), "rb") as file:
            self.assertEqual(self.plumb("profile", "-", "-o", "two.plumb", stdin=file).returncode, 0)
        done = self.plumb("profile", "-", "-o", "two.plumb", stdin=one + one)
        self.assertEqual(done.returncode, 2)
        self.assertIn("<stdin> holds several profiles; plumb profile merge", done.stderr)

    def test_a_profile_is_read_like_a_run(self):
        self.write("run.jsonl", jsonl(results(30)))
        self.succeed("profile", "run.jsonl", "-o", "one.plumb")
        self.succeed("profile", "one.plumb", "-o", "two.plumb")
        self.assertEqual(self.read("one.plumb"), self.read("two.plumb"))
        shown = json.loads(self.succeed("profile", "one.plumb", "--no-embeddings", "--json").stdout)
        self.assertEqual(shown["embeddings"], 0)
        self.assertIsNone(shown["provenance"]["vectors"])

    def test_vectors_from_a_npy_file_are_those_of_the_lines(self):
        rows = results(40)
        vectors = [row["embedding"] for row in rows]
        self.write("with.jsonl", jsonl(rows))
        self.write("without.jsonl", jsonl([{name: value for name, value in row.items()
                                            if name != "embedding"} for row in rows]))
        self.write("v.npy", npy(vectors))
        self.write("d.npy", npy(vectors, "<f8"))
        self.succeed("profile", "with.jsonl", "-o", "lines.plumb")
        for name in ("v.npy", "d.npy"):
            self.succeed("profile", "without.jsonl", "--embeddings", name, "-o", "npy.plumb")
            self.assertEqual(self.read("npy.plumb"), self.read("lines.plumb"))
        self.write("short.npy", npy(vectors[:39]))
        self.fail_with(2, "short.npy has 39 rows, and without.jsonl has more results", "profile",
                       "without.jsonl", "--embeddings", "short.npy")
        self.write("long.npy", npy(vectors + vectors[:1]))
        self.fail_with(2, "long.npy has 41 rows, and without.jsonl has 40 results", "profile",
                       "without.jsonl", "--embeddings", "long.npy")
        self.write("cut.npy", npy(vectors)[:-1])
        self.fail_with(2, "its header says", "profile", "without.jsonl", "--embeddings", "cut.npy")

    def test_csv_with_its_own_columns(self):
        self.write("run.csv", "key,answer,region\n1,Yes,eu\n2,No,us\n")
        done = self.succeed("profile", "run.csv", "--columns", "id=key,response=answer",
                            "--no-embeddings", "--json")
        self.assertEqual(json.loads(done.stdout)["results"], 2)
        self.fail_with(2, "no field \"respones\"", "profile", "run.csv", "--columns",
                       "respones=answer", "--no-embeddings")
        self.fail_with(2, "response is named twice, as \"answer\" and \"key\"", "profile", "run.csv",
                       "--columns", "response=answer,response=key", "--no-embeddings")

    def test_fields_of_json_lines_are_labels(self):
        self.write("run.jsonl", '{"response": "Yes", "meta": {"region": "eu"}}\n{"response": "No"}\n')
        done = self.succeed("import", "jsonl", "run.jsonl", "--columns", "label=meta.region")
        self.assertEqual(json.loads(done.stdout.splitlines()[1])["labels"], {"meta.region": "eu"})
        for mapping, sentence in (("label=region", '"region" for a label'),
                                  ("severity=nosuch", '"nosuch" for the severity')):
            self.fail_with(2, f"run.jsonl: there is no {sentence} in any line", "profile", "run.jsonl",
                           "--columns", mapping, "--skip-bad", "--no-embeddings")
        self.fail_with(2, "is read as openai", "profile", "run.jsonl", "--format", "openai", "--columns",
                       "response=answer", "--no-embeddings")

    def test_some_vectors_are_an_error(self):
        rows = results(10)
        for row in rows:
            row["response"] = "text"
        del rows[3]["embedding"]
        self.write("run.jsonl", jsonl(rows))
        self.fail_with(2, "\"r0\" brings an embedding and the result \"r3\" does not", "profile",
                       "run.jsonl")

    def test_bad_lines_stop_or_are_counted(self):
        self.write("run.jsonl", jsonl(results(3)) + "{broken\n")
        self.fail_with(2, "run.jsonl:4:", "profile", "run.jsonl")
        done = self.succeed("profile", "run.jsonl", "--skip-bad", "--json")
        self.assertEqual(json.loads(done.stdout)["skipped"], 1)
        self.assertIn("1 bad line was left out", done.stderr)

    def test_what_is_empty_or_damaged_is_refused(self):
        self.write("empty.jsonl", "")
        self.fail_with(2, "empty.jsonl is empty", "profile", "empty.jsonl")
        self.write("run.jsonl", jsonl(results(9)))
        self.succeed("profile", "run.jsonl", "-o", "run.plumb")
        content = bytearray(self.read("run.plumb"))
        content[100] ^= 1
        self.write("bad.plumb", bytes(content))
        self.fail_with(2, "bad.plumb is damaged: its checksum", "profile", "bad.plumb")
        self.fail_with(2, "run.jsonl is no profile of Plumb", "profile", "merge", "run.jsonl",
                       "-o", "x.plumb")
        self.fail_with(2, "a profile is written as .plumb", "profile", "run.jsonl", "-o", "x.csv")
        self.fail_with(2, "would replace what is read", "profile", "run.plumb", "-o", "run.plumb")
        self.fail_with(2, "FILE is required", "profile")

    def test_a_profile_is_written_where_a_link_leads(self):
        self.write("run.jsonl", jsonl(results(9)))
        os.mkdir(self.path("kept"))
        os.symlink("kept/run.plumb", self.path("link.plumb"))
        for _ in range(2):  # the file is made, then replaced
            self.succeed("profile", "run.jsonl", "-o", "link.plumb")
            self.assertEqual(os.readlink(self.path("link.plumb")), "kept/run.plumb")
            self.succeed("profile", "kept/run.plumb")
        self.assertEqual(os.listdir(self.path("kept")), ["run.plumb"])

    def test_two_runs_write_the_same_bytes(self):
        self.write("run.jsonl", jsonl(results(60)))
        self.succeed("baseline", "create", "run.jsonl", "-o", "a.plumb")
        self.succeed("baseline", "create", "run.jsonl", "-o", "b.plumb")
        self.assertEqual(self.read("a.plumb"), self.read("b.plumb"))


class PipeTest(PlumbTest):
    """What an engine needs that gives a program lines and takes what it prints."""

    def parts(self, rows, *slices):
        for i, rows_of_part in enumerate(slices):
            done = self.succeed("profile", "-", "-o", "-", "--sample", "60", "--allow-empty",
                                stdin=jsonl(rows_of_part).encode())
            self.write(f"part{i}.plumb", done.stdout)
        self.write("whole.jsonl", jsonl(rows))
        self.succeed("profile", "whole.jsonl", "--sample", "60", "-o", "whole.plumb")

    def test_parts_through_pipes_have_the_bytes_of_the_whole(self):
        rows = results(150)
        # A part of none and a part of one too.
        self.parts(rows, rows[:70], [], rows[70:71], rows[71:])
        piped = b"".join(self.read(f"part{i}.plumb") for i in (2, 0, 1, 3))
        done = self.succeed("profile", "merge", "-", "-o", "-", stdin=piped)
        self.assertEqual(done.stdout, self.read("whole.plumb"))
        done = self.succeed("profile", "merge", "part3.plumb", "-", "part0.plumb", "-o", "merged.plumb",
                            stdin=self.read("part1.plumb") + self.read("part2.plumb"))
        self.assertEqual(self.read("merged.plumb"), self.read("whole.plumb"))
        self.assertIn(b"4 parts", done.stdout)

    def test_a_folder_is_all_its_profiles(self):
        rows = results(40)
        self.parts(rows, rows[:9], rows[9:])
        os.mkdir(self.path("parts"))
        for i in range(2):
            os.rename(self.path(f"part{i}.plumb"), self.path(f"parts/part{i}.plumb"))
        self.write("parts/.part1.plumb", "half of one that is being written")
        self.write("parts/notes.txt", "no profile")
        self.succeed("profile", "merge", "parts", "-o", "merged.plumb")
        self.assertEqual(self.read("merged.plumb"), self.read("whole.plumb"))
        os.mkdir(self.path("none"))
        self.fail_with(2, "the folder none holds no .plumb file", "profile", "merge", "none",
                       "-o", "x.plumb")

    def test_no_result_is_an_error_unless_it_is_allowed(self):
        self.fail_with(2, "<stdin> is empty", "profile", "-", "-o", "-")
        empty = self.succeed("profile", "-", "-o", "-", "--allow-empty").stdout
        self.write("empty.plumb", empty)
        self.fail_with(2, "is a profile of no result", "profile", "empty.plumb")
        shown = self.succeed("profile", "empty.plumb", "--allow-empty", "--json").stdout
        self.assertEqual(json.loads(shown)["results"], 0)

    def test_only_the_profile_goes_to_standard_output(self):
        lines = jsonl(results(5)).encode()
        self.fail_with(2, "where --json writes its document", "profile", "-", "-o", "-", "--json",
                       stdin=lines)
        self.fail_with(2, "it can stand once", "profile", "-", "-o", "-", "-o", "-", stdin=lines)
        done = self.succeed("profile", "-", "-o", "-", "-o", "also.plumb", stdin=lines)
        self.assertEqual(done.stdout, self.read("also.plumb"))

    def test_what_comes_damaged_through_a_pipe_is_refused(self):
        self.parts(results(6), results(6))
        one = self.read("part0.plumb")
        self.fail_with(2, "profile 2 of <stdin> is damaged", "profile", "merge", "-", "-o", "-",
                       stdin=one + one[:-1])
        self.fail_with(2, "profile 2 of <stdin> is no profile", "profile", "merge", "-", "-o", "-",
                       stdin=one + b"hello\n" * 9)
        self.fail_with(2, "cannot merge profile 2 of <stdin> with the parts before it", "profile",
                       "merge", "-", "-o", "-", stdin=one + one)
        self.fail_with(2, "<stdin> is empty; there is no profile in it", "profile", "merge", "-",
                       "-o", "-")


class BaselineTest(PlumbTest):
    def test_a_baseline_remembers_where_it_came_from(self):
        self.write("good.jsonl", jsonl(results(20)))
        self.succeed("baseline", "create", "good.jsonl", "-o", "base.plumb", "--name", "spring")
        note = json.loads(self.succeed("baseline", "show", "base.plumb", "--json").stdout)["baseline"]
        self.assertEqual(note["name"], "spring")
        self.assertEqual(note["source"], "good.jsonl")
        self.assertEqual(note["settings"]["threshold.safety"], "0.15")
        shown = self.succeed("baseline", "show", "base.plumb").stdout.decode()
        self.assertIn("20, ", shown)
        self.assertIn("\"spring\" from good.jsonl", shown)

    def test_its_median_is_the_one_of_a_comparison(self):
        self.write("good.jsonl", jsonl([{"response": "a" * length} for length in (3, 4, 7, 9)]))
        self.succeed("baseline", "create", "good.jsonl", "-o", "base.plumb", "--no-embeddings")
        self.assertIn(b"median 5.5 characters", self.succeed("baseline", "show", "base.plumb").stdout)
        shown = json.loads(self.succeed("baseline", "show", "base.plumb", "--json").stdout)
        compared = json.loads(self.succeed("compare", "good.jsonl", "--baseline", "base.plumb",
                                           "--no-embeddings", "--json").stdout)
        facts = {fact["name"]: fact["value"] for fact in compared["results"][0]["details"]["facts"]}
        self.assertEqual(shown["lengths"]["median"], facts["median_baseline"])

    def test_a_baseline_needs_one_file(self):
        self.write("good.jsonl", jsonl(results(3)))
        self.fail_with(2, "give it as -o FILE.plumb", "baseline", "create", "good.jsonl")
        self.fail_with(2, "cannot open", "baseline", "show", "nowhere.plumb")


class EmbeddedProfileTest(PlumbTest):
    needs_model = True

    def test_the_model_embeds_what_brings_no_vector(self):
        self.write("run.jsonl", jsonl(results(20, embedding=False)))
        document = json.loads(self.succeed("profile", "run.jsonl", "--json").stdout)
        self.assertEqual(document["embeddings"], 20 - document["blank"])
        self.assertEqual(document["provenance"]["vectors"]["model"], "all-MiniLM-L6-v2")
        self.assertEqual(document["provenance"]["vectors"]["precision"], "f32")


if __name__ == "__main__":
    unittest.main()
