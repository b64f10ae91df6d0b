"""Logs by inspect_ai, for imports.py. The model is its own mockllm."""
import glob
import importlib.metadata
import json
import tempfile

import tiktoken
from inspect_ai import Task, eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.model import (ChatCompletionChoice, ChatMessageAssistant, ModelOutput, get_model)
from inspect_ai.scorer import includes
from inspect_ai.solver import generate, solver, use_tools, user_message
from inspect_ai.tool import ToolCall, tool


class ByteEncoding:
    """tiktoken fetches its own tables from the network; a token a byte serves a stub model."""
    def encode(self, text, **_):
        return list(text.encode())

    encode_ordinary = encode


tiktoken.get_encoding = lambda _: ByteEncoding()
tiktoken.encoding_for_model = lambda _: ByteEncoding()


def outputs_of(scenario):
    for turn in scenario.turns:
        if turn.calls:
            calls = [ToolCall(id=f"call_{i}", function=name, arguments=arguments)
                     for i, (name, arguments, _) in enumerate(turn.calls)]
            message = ChatMessageAssistant(content="", tool_calls=calls)
            yield ModelOutput(model="mockllm/model", choices=[
                ChatCompletionChoice(message=message, stop_reason="tool_calls")])
        if turn.answer is not None:
            yield ModelOutput.from_content("mockllm/model", turn.answer)


def result_of(scenario, wanted):
    """What the scenario says that the tool gives, as text."""
    for turn in scenario.turns:
        for name, _, result in turn.calls:
            if name == wanted:
                return result if isinstance(result, str) else json.dumps(result)
    return ""


def tools_of(scenario):
    @tool
    def get_weather():
        async def execute(city: str):
            """The weather.

            Args:
                city: where
            """
            return result_of(scenario, "get_weather")
        return execute

    @tool
    def search():
        async def execute(q: str, n: int):
            """Search.

            Args:
                q: what for
                n: how many
            """
            return result_of(scenario, "search")
        return execute

    @tool
    def calendar():
        async def execute(day: str):
            """The calendar.

            Args:
                day: which
            """
            return result_of(scenario, "calendar")
        return execute

    return [get_weather(), search(), calendar()]


@solver
def fails(message):
    async def solve(state, generate):
        raise RuntimeError(message)
    return solve


def plan_of(scenario):
    plan = [use_tools(tools_of(scenario))]
    for i, turn in enumerate(scenario.turns):
        if i > 0:
            plan.append(user_message(turn.prompt.replace("{", "{{").replace("}", "}}")))
        plan.append(generate() if turn.answer is not None else fails(scenario.error))
    return plan


def run(scenario, extension):
    metadata = dict(scenario.metadata)
    if scenario.severity:
        metadata["severity"] = scenario.severity
    target = scenario.last.answer or "something"
    sample = Sample(id=scenario.name, input=scenario.turns[0].prompt, target=target,
                    metadata=metadata or None)
    task = Task(name=scenario.name, dataset=[sample], solver=plan_of(scenario), scorer=includes())
    with tempfile.TemporaryDirectory() as folder:
        model = get_model("mockllm/model", custom_outputs=list(outputs_of(scenario)))
        evaluate(task, model=model, log_format=extension, log_dir=folder, display="none")
        with open(glob.glob(f"{folder}/*.{extension}")[0], "rb") as file:
            return file.read()


def error_text(message):
    return repr(RuntimeError(message))


def version():
    return importlib.metadata.version("inspect_ai")
