"""Test runs by DeepEval, for imports.py."""
import contextlib
import glob
import importlib.metadata
import io
import json
import os
import tempfile

os.environ["DEEPEVAL_TELEMETRY_OPT_OUT"] = "YES"
os.environ["DEEPEVAL_UPDATE_WARNING_OPT_IN"] = "NO"

from deepeval import evaluate  # noqa: E402
from deepeval.evaluate import DisplayConfig, ErrorConfig  # noqa: E402
from deepeval.metrics import BaseConversationalMetric, BaseMetric  # noqa: E402
from deepeval.test_case import ConversationalTestCase, LLMTestCase, ToolCall, Turn  # noqa: E402

TALK = "a talk"  # the scenario of conversations, and their goal where no outcome is expected


class Settings:
    threshold = 0.5
    async_mode = False
    include_reason = True
    evaluation_model = None
    strict_mode = False
    verbose_mode = False
    evaluation_cost = 0
    error = None
    skipped = False

    def is_successful(self):
        return self.success

    async def a_measure(self, case, *args, **kwargs):
        return self.measure(case, *args, **kwargs)

    @property
    def __name__(self):
        return "Length"


class Length(Settings, BaseMetric):
    def __init__(self):
        pass

    def measure(self, case, *args, **kwargs):
        if case.actual_output is None:
            raise RuntimeError("the model timed out after 30 s")
        self.score = min(1.0, len(case.actual_output) / 10)
        self.success = self.score >= self.threshold
        self.reason = f"{len(case.actual_output)} characters"
        return self.score


class Turns(Settings, BaseConversationalMetric):
    def __init__(self):
        pass

    def measure(self, case, *args, **kwargs):
        self.score = min(1.0, len(case.turns) / 4)
        self.success = self.score >= self.threshold
        self.reason = f"{len(case.turns)} turns"
        return self.score


def tool_calls(turn):
    return [ToolCall(name=name, input_parameters=arguments, output=result)
            for name, arguments, result in turn.calls] or None


def conversation(scenario, metadata):
    turns = []
    for turn in scenario.turns:
        turns.append(Turn(role="user", content=turn.prompt))
        if turn.answer is not None:
            turns.append(Turn(role="assistant", content=turn.answer, tools_called=tool_calls(turn)))
    return ConversationalTestCase(name=scenario.name, turns=turns, scenario=TALK,
                                  expected_outcome=scenario.expected_outcome,
                                  additional_metadata=metadata)


def run(scenario):
    """The file, and what the metric said."""
    severity = {"severity": scenario.severity} if scenario.severity else {}
    metadata = {**scenario.metadata, **severity} or None
    if len(scenario.turns) > 1:
        case, metric = conversation(scenario, metadata), Turns()
    else:
        case, metric = LLMTestCase(input=scenario.last.prompt, actual_output=scenario.last.answer,
                                   tools_called=tool_calls(scenario.last),
                                   additional_metadata=metadata), Length()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        os.environ["DEEPEVAL_RESULTS_FOLDER"] = folder
        here = os.getcwd()
        os.chdir(folder)
        try:
            evaluate([case], [metric], error_config=ErrorConfig(ignore_errors=True),
                     display_config=DisplayConfig(show_indicator=False, print_results=False))
        finally:
            os.chdir(here)
        with open(glob.glob(f"{folder}/test_run_*.json")[0], "rb") as file:
            content = file.read()
    run_data = json.loads(content)
    told = (run_data["testCases"] or run_data["conversationalTestCases"])[0]["metricsData"][0]
    return content, {"name": told["name"], "score": told.get("score"),
                     "success": told["success"], "error": told.get("error")}


def version():
    return importlib.metadata.version("deepeval")
