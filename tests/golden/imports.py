#!/usr/bin/env python3
"""Writes the golden data of the import tests, tests/golden/imports/, with the tools themselves.

    python tests/golden/imports.py [TOOL...]   # deepeval inspect openai promptfoo made

Needs tests/golden/imports_requirements.txt, and promptfoo on the PATH (npm install
promptfoo@0.121.20). Nothing is sent anywhere: models are stubs, telemetry is off. For each
scenario of import_scenarios.py and each tool:
  TOOL/NAME.EXT.z              the file, compressed (.eval archives as they are)
  TOOL/NAME.EXT.expected.json  what Plumb must find in it, which the scenario states
`made` writes what no tool here can write: responses and fine-tuning data of OpenAI, exports of
Langfuse and LangSmith, built from their published schemas, and a log in zip64. Ids and times are the tools': a second run writes
other bytes of the same sense. versions.json says what was seen.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "imports"
PROMPTFOO = "0.121.20"
sys.path.insert(0, str(HERE))

from import_scenarios import SCENARIOS, Scenario, Turn  # noqa: E402


def write(tool, name, content, expected):
    folder = FOLDER / tool
    folder.mkdir(parents=True, exist_ok=True)
    if name.endswith(".eval"):
        (folder / name).write_bytes(content)
    else:
        (folder / f"{name}.z").write_bytes(zlib.compress(content, 9))
    text = json.dumps(expected, ensure_ascii=False, indent=1)
    (folder / f"{name}.expected.json").write_text(text + "\n", encoding="utf-8")
    print(f"{tool}/{name}")


def note_version(tool, version):
    path = FOLDER / "versions.json"
    seen = json.loads(path.read_text()) if path.exists() else {}
    seen[tool] = version
    path.write_text(json.dumps(seen, indent=1, sort_keys=True) + "\n")


def tools_of(turn, results=True):
    return [{"name": name, "arguments": arguments, "result": result if results else None}
            for name, arguments, result in turn.calls]


def steps_of(scenario, session=None, goal=None):
    """A step for each answer, and one for the error."""
    steps = []
    for turn in scenario.turns:
        failed = turn.answer is None
        steps.append({"session": session, "step": len(steps), "prompt": turn.prompt,
                      "response": None if failed else turn.answer,
                      "error": scenario.error if failed else None,
                      "goal": goal or scenario.turns[0].prompt})
    return steps


def expected_of(scenario, *, identity, tools, labels, session=None, goal=None, prompt=True):
    """One result, of the last turn, and all steps; `tools` of a result may be None: no trace."""
    result = {"id": identity, "prompt": scenario.last.prompt if prompt else None,
              "response": scenario.last.answer, "tools": tools,
              "severity": scenario.severity, "labels": labels}
    return {"results": [] if scenario.error else [result],
            "steps": steps_of(scenario, session or identity, goal),
            "failed": 1 if scenario.error else 0}


def words(mapping, prefix):
    return {f"{prefix}{key}": json.dumps(value) if not isinstance(value, str) else value
            for key, value in mapping.items()}


def with_severity(scenario):
    extra = {"severity": scenario.severity} if scenario.severity else {}
    return {**scenario.metadata, **extra}


# DeepEval: an evaluation a scenario, with a metric that counts characters.

def make_deepeval():
    import imports_deepeval
    for scenario in SCENARIOS:
        content, metric = imports_deepeval.run(scenario)
        is_conversation = len(scenario.turns) > 1
        name = scenario.name if is_conversation else "test_case_0"
        labels = {"success": "true" if metric["success"] else "false",
                  **words(with_severity(scenario), "metadata.")}
        if metric["score"] is not None:
            labels[f"score.{metric['name']}"] = json.dumps(metric["score"])
        tools = tools_of(scenario.last) if scenario.last.calls or is_conversation else None
        goal = scenario.expected_outcome or (imports_deepeval.TALK if is_conversation else None)
        expected = expected_of(scenario, identity=f"{name}:0", tools=tools, labels=labels, goal=goal)
        if is_conversation and scenario.error:
            # DeepEval keeps turns only: why the last was not answered is not in the file.
            expected["steps"][-1]["error"] = "the conversation ends without an answer"
        elif scenario.error:
            expected["steps"][-1]["error"] = metric["error"]
        if is_conversation and not any(turn.calls for turn in scenario.turns):
            for result in expected["results"]:
                result["tools"] = None
        write("deepeval", f"{scenario.name}.json", content, expected)
    note_version("deepeval", imports_deepeval.version())


# inspect_ai: a task a scenario, with mockllm; each log as JSON and as .eval.

def make_inspect():
    import imports_inspect
    for scenario in SCENARIOS:
        for extension in ("json", "eval"):
            content = imports_inspect.run(scenario, extension)
            labels = {"model": "mockllm/model", "epoch": "1",
                      **words(with_severity(scenario), "metadata.")}
            if not scenario.error:
                labels["score.includes"] = "C" if scenario.last.answer else "I"
            expected = expected_of(scenario, identity=f"{scenario.name}_epoch_1",
                                   tools=tools_of(scenario.last), labels=labels)
            for step in expected["steps"]:
                if step["error"]:
                    step["error"] = imports_inspect.error_text(scenario.error)
            write("inspect", f"{scenario.name}.{extension}", content, expected)
    make_inspect_parts()
    note_version("inspect_ai", imports_inspect.version())


def make_inspect_parts():
    import imports_inspect
    prompt, answer, call = imports_inspect.parts_turn()
    scenario = Scenario("parts", [Turn(prompt, answer, [call])])
    labels = {"model": "mockllm/model", "epoch": "1", "score.includes": "C"}
    expected = expected_of(scenario, identity="parts_epoch_1", tools=tools_of(scenario.last),
                           labels=labels)
    for name, long_texts in (("parts.json", False), ("parts.eval", False), ("long_parts.json", True)):
        content = imports_inspect.run_parts(name.split(".")[1], long_texts)
        write("inspect", name, content, expected)


# promptfoo: an evaluation a scenario, with a provider that has the answers.

PROVIDER = """
const replies = JSON.parse(require('fs').readFileSync(__dirname + '/replies.json', 'utf8'));
module.exports = class {
  id() { return 'stub'; }
  async callApi(prompt, context) { return replies[context.vars.question]; }
};
"""
CHAT = ('[{% for turn in _conversation %}{"role": "user", "content": {{ turn.input | dump }}}, '
        '{"role": "assistant", "content": {{ turn.output | dump }}}, {% endfor %}'
        '{"role": "user", "content": {{ question | dump }}}]')


def promptfoo_reply(turn, scenario):
    if turn.answer is None:
        return {"error": scenario.error}
    return {"output": turn.answer, "tokenUsage": {"total": 3, "prompt": 1, "completion": 2}}


def promptfoo_tests(scenario):
    for turn in scenario.turns:
        metadata = with_severity(scenario)
        if len(scenario.turns) > 1:
            metadata["conversationId"] = scenario.name
        yield {"vars": {"question": turn.prompt, "scenario": scenario.name},
               "description": scenario.name, "metadata": metadata,
               "assert": [{"type": "javascript", "metric": "answered",
                           "value": "output.length > 0"}]}


def run_promptfoo(scenario, extension):
    is_conversation = len(scenario.turns) > 1
    replies = {turn.prompt: promptfoo_reply(turn, scenario) for turn in scenario.turns}
    if scenario.name == "two_tools":  # as the provider of OpenAI gives calls
        replies[scenario.last.prompt]["output"] = [
            {"id": f"c{i}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for i, (name, arguments, _) in enumerate(scenario.last.calls)]
    config = {"prompts": [CHAT if is_conversation else "{{question}}"],
              "providers": ["file://provider.js"], "tests": list(promptfoo_tests(scenario))}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "provider.js").write_text(PROVIDER)
        (root / "replies.json").write_text(json.dumps(replies))
        (root / "promptfooconfig.json").write_text(json.dumps(config))
        subprocess.run(
            ["promptfoo", "eval", "-c", "promptfooconfig.json", "-o", f"out.{extension}",
             "--no-cache", "--no-progress-bar", "--no-table"],
            cwd=root, stdout=subprocess.DEVNULL, check=False,
            env={**os.environ, "PROMPTFOO_CONFIG_DIR": str(root / "state"),
                 "PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1"})
        return (root / f"out.{extension}").read_bytes()


def promptfoo_expected(scenario):
    results, steps, failed = [], [], 0
    is_conversation = len(scenario.turns) > 1
    session = f"{scenario.name}:stub:0" if is_conversation else None
    for turn in scenario.turns:
        has_calls = scenario.name == "two_tools"
        answer = "" if has_calls else turn.answer
        passed = has_calls or bool(turn.answer)
        labels = {"provider": "stub", "success": "true" if passed else "false",
                  "score": "1" if passed else "0", "description": scenario.name,
                  "vars.scenario": scenario.name, **words(with_severity(scenario), "metadata.")}
        if turn.answer is None:
            failed += 1
        else:
            labels["score.answered"] = "1" if passed else "0"
            results.append({"id": None, "prompt": turn.prompt, "response": answer,
                            "tools": tools_of(turn, results=False) if has_calls else None,
                            "severity": scenario.severity, "labels": labels})
        steps.append({"session": session, "step": len(steps), "prompt": turn.prompt,
                      "response": answer, "error": None if turn.answer is not None
                      else scenario.error, "goal": scenario.turns[0].prompt})
    return {"results": results, "steps": steps, "failed": failed}


def make_promptfoo():
    for scenario in SCENARIOS:
        for extension in ("json", "jsonl") if scenario.name == "plain" else ("json",):
            write("promptfoo", f"{scenario.name}.{extension}",
                  run_promptfoo(scenario, extension), promptfoo_expected(scenario))
    done = subprocess.run(["promptfoo", "--version"], capture_output=True, text=True, check=True)
    note_version("promptfoo", done.stdout.strip())


# openai: a conversation a scenario as its client has it, and the output of a batch.

def make_openai():
    import imports_openai
    for scenario in SCENARIOS:
        chat, batch = imports_openai.run(scenario)
        labels = {"model": imports_openai.MODEL, **words(scenario.metadata, "metadata.")}
        if chat:
            expected = expected_of(scenario, identity=scenario.name,
                                   tools=tools_of(scenario.last), labels=labels)
            expected["results"][0]["severity"] = None
            write("openai", f"{scenario.name}.jsonl", chat, expected)
        calls = scenario.last.calls
        answer = "" if calls else scenario.last.answer  # a batch ends with the calls
        finish = "tool_calls" if calls else "stop"
        result = {"id": scenario.name, "prompt": None, "response": answer,
                  "tools": tools_of(scenario.last, results=False), "severity": None,
                  "labels": {"model": imports_openai.MODEL, "finish_reason": finish}}
        step = {"session": scenario.name, "step": 0, "prompt": "", "response": answer,
                "error": scenario.error, "goal": None}
        write("openai", f"{scenario.name}_batch.jsonl", batch,
              {"results": [] if scenario.error else [result], "steps": [step],
               "failed": 1 if scenario.error else 0})
    note_version("openai", imports_openai.version())


def make_made():
    import imports_made
    for tool, name, content, expected in imports_made.files():
        write(tool, name, content, expected)


MAKERS = {"deepeval": make_deepeval, "inspect": make_inspect, "openai": make_openai,
          "promptfoo": make_promptfoo, "made": make_made}


def main():
    for tool in sys.argv[1:] or MAKERS:
        if tool == "promptfoo" and shutil.which("promptfoo") is None:
            sys.exit(f"promptfoo is not on the PATH: npm install promptfoo@{PROMPTFOO}")
        MAKERS[tool]()


if __name__ == "__main__":
    main()
