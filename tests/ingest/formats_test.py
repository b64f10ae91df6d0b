#!/usr/bin/env python3
"""The schemas of docs/formats say what the readers do.

Every line of tests/golden/formats/FORMAT.{good,bad}.jsonl is judged by the schema and by
the reader; both must agree with the file's name. So must every example of
docs/formats/README.md. Needs Debian's python3-jsonschema.

    formats_test.py ROOT FORMAT_VERDICTS
"""

import json
import re
import subprocess
import sys
from pathlib import Path

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is not installed; script/bootstrap installs it")
    sys.exit(77)

FORMATS = ["execution", "session", "generations", "experiment_log", "cases", "target_plans",
           "intent", "tasks", "evaluation"]
EXAMPLE = re.compile(r"<!-- example: (\w+) -->\n```jsonl?\n(.*?)```", re.DOTALL)


def no_constant(name):
    raise ValueError(f"{name} is no JSON")


def is_valid(validator, line):
    try:
        document = json.loads(line, parse_constant=no_constant)
    except ValueError:
        return False
    return validator.is_valid(document)


def reader_verdicts(program, name, lines):
    out = subprocess.run([program, name], input="".join(line + "\n" for line in lines),
                         capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(out) == len(lines), f"{name}: {len(out)} verdicts for {len(lines)} lines"
    return out


def examples(root):
    found = {name: [] for name in FORMATS}
    for name, block in EXAMPLE.findall((root / "docs/formats/README.md").read_text()):
        whole = name in ("cases", "target_plans", "intent", "tasks", "evaluation")
        found[name] += [json.dumps(json.loads(block))] if whole else block.splitlines()
    return found


def main():
    root, program = Path(sys.argv[1]), sys.argv[2]
    documented = examples(root)
    failures = judged = 0
    for name in FORMATS:
        schema = json.loads((root / f"docs/formats/{name}-1.schema.json").read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        assert documented[name], f"docs/formats/README.md has no example of {name}"
        for expected in ("good", "bad"):
            path = root / f"tests/golden/formats/{name}.{expected}.jsonl"
            lines = path.read_text().splitlines()
            lines += documented[name] if expected == "good" else []
            assert lines, f"{path} is empty"
            for line, reader in zip(lines, reader_verdicts(program, name, lines)):
                schema_says = "good" if is_valid(validator, line) else "bad"
                judged += 1
                if schema_says != expected or reader.split()[0] != expected:
                    failures += 1
                    print(f"{name}: {line}\n  expected {expected}, the schema says "
                          f"{schema_says}, the reader says {reader}")
    print(f"{judged - failures} of {judged} lines are judged alike")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
