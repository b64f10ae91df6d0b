"""Logs by inspect_ai, for imports.py. The model is its own mockllm."""
import base64
import glob
import importlib.metadata
import json
import tempfile

import tiktoken
from inspect_ai import Task, eval as evaluate
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log
from inspect_ai.log._condense import WalkContext, attachments_content_fn, walk_chat_messages
from inspect_ai.log._file import eval_log_json
from inspect_ai.model import (ChatCompletionChoice, ChatMessageAssistant, ChatMessageUser,
                              ContentImage, ContentReasoning, ContentText, ModelOutput, get_model)
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


# A conversation whose messages are lists of parts. The tool itself keeps data URIs aside, wherever
# they stand; its sample buffer, and with it other writers of logs, texts past 100 characters too.

DATA = "data:text/plain;base64," + base64.b64encode(b"A table of the tides at Ulm. " * 8).decode()
NOTES = [f"Note {i}: " + "the ferry leaves at seven, and the bakery opens at six. " * 4
         for i in range(3)]
FORECAST = "Forecast: " + "rain in the morning, and the sun behind it. " * 4
ANSWERS = ["First, " + "take the early ferry and sit on its left side. " * 4,
           "Then " + "walk along the river as far as the old mill. " * 4]
PICTURE = "data:image/png;base64," + base64.b64encode(bytes(range(64)) * 3).decode()


def parts_turn():
    """What Plumb must find: the prompt, the answer, and (name, arguments, result) of the call."""
    return ("\n".join([NOTES[0], DATA, "What shall I do?"]), "\n".join(ANSWERS),
            ("get_weather", {"city": DATA}, FORECAST + "\n" + NOTES[1]))


def parts_outputs():
    thought = ContentReasoning(reasoning="Hmm. " * 40)
    call = ToolCall(id="call_0", function="get_weather", arguments={"city": DATA})
    asking = ChatMessageAssistant(content=[thought, ContentText(text=NOTES[2])], tool_calls=[call])
    answer = ChatMessageAssistant(content=[thought, *(ContentText(text=each) for each in ANSWERS)])
    for message, reason in ((asking, "tool_calls"), (answer, "stop")):
        yield ModelOutput(model="mockllm/model", choices=[
            ChatCompletionChoice(message=message, stop_reason=reason)])


@tool
def get_weather():
    async def execute(city: str):
        """The weather.

        Args:
            city: where
        """
        return [ContentText(text=FORECAST), ContentText(text=NOTES[1])]
    return execute


def run_parts(extension, long_texts):
    """With `long_texts`, those of the messages are attachments too, as the tool's own walk makes
    them."""
    asked = [ContentText(text=NOTES[0]), ContentImage(image=PICTURE), ContentText(text=DATA),
             ContentText(text="What shall I do?")]
    sample = Sample(id="parts", input=[ChatMessageUser(content=asked)], target="ferry")
    task = Task(name="parts", dataset=[sample], solver=[use_tools([get_weather()]), generate()],
                scorer=includes())
    with tempfile.TemporaryDirectory() as folder:
        model = get_model("mockllm/model", custom_outputs=list(parts_outputs()))
        [log] = evaluate(task, model=model, log_format=extension, log_dir=folder, display="none")
        path = glob.glob(f"{folder}/*.{extension}")[0]
        if not long_texts:
            with open(path, "rb") as file:
                return file.read()
        log = read_eval_log(path, resolve_attachments=False)
        [sample] = log.samples
        attachments = dict(sample.attachments)
        walked = walk_chat_messages(sample.messages, attachments_content_fn(True, 100, attachments),
                                    WalkContext(message_cache={}, only_core=False))
        log.samples = [sample.model_copy(update={"messages": walked, "attachments": attachments})]
        return eval_log_json(log)


def error_text(message):
    return repr(RuntimeError(message))


def version():
    return importlib.metadata.version("inspect_ai")
