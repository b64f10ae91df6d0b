"""What the end-to-end tests share: the real binary, run as a user runs it.

PLUMB_BINARY names the binary (ctest sets it). Tests that need the model take it
from the model cache, through `plumb model path`, and skip with a sentence where
it is absent.
"""
import array
import ast
import json
import os
import shutil
import struct
import subprocess
import tempfile
import unittest

BINARY = os.environ.get("PLUMB_BINARY", "plumb")
MODEL = "all-MiniLM-L6-v2"
DIMENSION = 384


def environment(**changes):
    """The caller's environment without settings that would change what is tested."""
    settings = {"PLUMB_MODEL", "PLUMB_PRECISION", "PLUMB_INSTRUCTION_SET", "PLUMB_THREADS",
                "PLUMB_SEED", "PLUMB_MAX_LINE_BYTES", "PLUMB_QUIET", "PLUMB_NO_COLOR"}
    kept = {name: value for name, value in os.environ.items()
            if name not in settings and not name.startswith("PLUMB_EXPERIMENT_")}
    kept["XDG_CONFIG_HOME"] = "/nonexistent"
    kept.update(changes)
    return kept


def model_folder():
    done = subprocess.run([BINARY, "model", "path", MODEL], capture_output=True, text=True,
                          env=environment())
    return done.stdout.strip() if done.returncode == 0 else None


class PlumbTest(unittest.TestCase):
    """A test in a folder of its own, with the binary at hand."""

    needs_model = False

    @classmethod
    def setUpClass(cls):
        if cls.needs_model and model_folder() is None:
            raise unittest.SkipTest(f"{MODEL} is not on this machine; plumb model fetch gets it")

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="plumb-e2e-")
        self.addCleanup(shutil.rmtree, self.folder)

    def assert_follows(self, schema, document):
        """Against docs/formats/SCHEMA.schema.json; needs Debian's python3-jsonschema."""
        import jsonschema

        folder = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "formats")
        with open(os.path.join(folder, schema + ".schema.json"), encoding="utf-8") as file:
            jsonschema.Draft202012Validator(json.load(file)).validate(document)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        if isinstance(content, str):
            content = content.encode()
        with open(self.path(name), "wb") as file:
            file.write(content)
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def plumb(self, *arguments, stdin=b"", env=None, **options):
        """`stdin` is bytes, or an open file."""
        options.setdefault("stdout", subprocess.PIPE)
        options["input" if isinstance(stdin, bytes) else "stdin"] = stdin
        done = subprocess.run([BINARY, *arguments], stderr=subprocess.PIPE, cwd=self.folder,
                              env=env or environment(), timeout=300, **options)
        done.stderr = done.stderr.decode()
        return done

    def succeed(self, *arguments, **options):
        done = self.plumb(*arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def fail_with(self, code, sentence, *arguments, **options):
        """One error line on stderr that holds `sentence`, and the exit code."""
        done = self.plumb(*arguments, **options)
        self.assertEqual(done.returncode, code, done.stderr)
        errors = [line for line in done.stderr.splitlines() if line.startswith("plumb: error: ")]
        self.assertEqual(len(errors), 1, done.stderr)
        self.assertIn(sentence, errors[0])
        return done

    def json_lines(self, content):
        self.assertTrue(content.endswith(b"\n") or not content, "the last line is whole")
        return [json.loads(line) for line in content.splitlines()]

    def load_npy(self, name):
        """Rows of a float32 .npy file, by the format's description alone."""
        content = self.read(name)
        self.assertEqual(content[:8], b"\x93NUMPY\x01\x00")
        (length,) = struct.unpack("<H", content[8:10])
        self.assertEqual((10 + length) % 64, 0)
        header = ast.literal_eval(content[10:10 + length].decode())
        self.assertEqual(header["descr"], "<f4")
        self.assertFalse(header["fortran_order"])
        rows, columns = header["shape"]
        values = array.array("f", content[10 + length:])
        self.assertEqual(len(values), rows * columns)
        return [values[i * columns:(i + 1) * columns].tolist() for i in range(rows)]
