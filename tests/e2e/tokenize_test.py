"""plumb tokenize: ids a text."""
import json
import os
import unittest

from plumb_binary import PlumbTest

CAT = [101, 1996, 4937, 7719, 2648, 102]  # "The cat sits outside"


class TokenizeTest(PlumbTest):
    needs_model = True

    def test_a_line_of_ids_a_text(self):
        done = self.succeed("tokenize", "-", stdin=b"The cat sits outside\n\nthe cat\n")
        self.assertEqual(done.stdout, b"101 1996 4937 7719 2648 102\n101 102\n101 1996 4937 102\n")

    def test_the_json_document(self):
        document = json.loads(self.succeed("tokenize", "-", "--json", "--max-tokens", "4",
                                           stdin=b'{"text":"The cat sits outside","id":"a"}\n').stdout)
        self.assertEqual(document["plumb"], "tokenize/1")
        self.assertEqual(document["provenance"]["max_tokens"], 4)
        self.assertEqual(document["results"], [{"index": 0, "id": "a", "tokens": 4,
                                                "truncated": True, "ids": [101, 1996, 4937, 102]}])
        self.assertEqual(document["truncated"], 1)

    def test_files_in_every_format(self):
        self.succeed("tokenize", "-", "-o", "t.jsonl", "-o", "t.csv", "-o", "t.txt", "-o", "t.json",
                     stdin=b"The cat sits outside\n")
        self.assertEqual(self.json_lines(self.read("t.jsonl"))[0]["ids"], CAT)
        self.assertEqual(json.loads(self.read("t.json"))["results"][0]["ids"], CAT)
        self.assertEqual(self.read("t.csv"), b"index,id,tokens,truncated,ids\n"
                         b"0,,6,false,101 1996 4937 7719 2648 102\n")
        self.assertEqual(self.read("t.txt"), b"101 1996 4937 7719 2648 102\n")

    def test_an_extension_that_is_not_written_makes_no_file(self):
        self.fail_with(2, "-o t.npy: the extension says no format", "tokenize", "-",
                       "-o", "t.jsonl", "-o", "t.npy", stdin=b"a")
        self.assertFalse(os.listdir(self.folder))

    def test_one_file_twice_is_refused(self):
        self.fail_with(2, "-o t.txt is given twice", "tokenize", "-", "-o", "t.txt", "-o", "t.txt",
                       stdin=b"a")

    def test_a_field_that_is_named_is_of_json_lines_whatever_the_file_is_called(self):
        line = json.dumps({"response": {"body": "The cat sits outside"}}) + "\n"
        for name in ("log.log", "log", "log.JSONL"):
            self.write(name, line)
            done = self.succeed("tokenize", name, "--field", "response.body")
            self.assertEqual(done.stdout, b"101 1996 4937 7719 2648 102\n", name)
        self.write("plain.txt", "The cat\n")
        self.fail_with(2, "plain.txt:1:1: ", "tokenize", "plain.txt", "--field", "text")
        self.fail_with(2, "lines have no fields; leave out the field, or give --format jsonl",
                       "tokenize", "log", "--format", "lines", "--field", "response.body")

    def test_extensions_in_capitals(self):
        self.write("log.JSONL", '{"text": "The cat sits outside"}\n')
        self.assertEqual(self.succeed("tokenize", "log.JSONL").stdout,
                         b"101 1996 4937 7719 2648 102\n")

    def test_an_empty_name_is_said_to_be_empty(self):
        self.fail_with(2, "the name of a file is empty; give one", "tokenize", "")

    def test_an_empty_input_is_an_error(self):
        self.fail_with(2, "<stdin> is empty", "tokenize", "-")


if __name__ == "__main__":
    unittest.main()
