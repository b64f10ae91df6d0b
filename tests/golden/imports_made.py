"""Files of services that do not run here, built from their published schemas, for imports.py.

OpenAI: the fine-tuning format of chats and the Batch API's output (chat completions, responses).
Langfuse: "enriched observations" of its blob storage export (JSON Lines, CSV) and a page of its
API. LangSmith: runs, with messages as LangChain stores them. And a log of inspect_ai in zip64.
"""
import csv
import datetime
import hashlib
import io
import json
import pathlib
import uuid
import zipfile
import zlib

from import_scenarios import SCENARIOS

START = datetime.datetime(2025, 3, 1, 12, tzinfo=datetime.timezone.utc)


def lines(rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def openai_calls(turn):
    return [{"id": f"call_{i}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for i, (name, arguments, _) in enumerate(turn.calls)]


def openai_messages(turns, system=None):
    messages = [{"role": "system", "content": system}] if system else []
    for turn in turns:
        messages.append({"role": "user", "content": [{"type": "text", "text": turn.prompt}]})
        if turn.calls:
            messages.append({"role": "assistant", "content": None, "tool_calls": openai_calls(turn)})
            messages += [{"role": "tool", "tool_call_id": f"call_{i}",
                          "content": result if isinstance(result, str) else json.dumps(result)}
                         for i, (_, _, result) in enumerate(turn.calls)]
        if turn.answer is not None:
            messages.append({"role": "assistant", "content": turn.answer})
    return messages


def expected_tools(turn, results=True):
    return [{"name": name, "arguments": arguments, "result": result if results else None}
            for name, arguments, result in turn.calls]


def step(scenario, number, session, goal=True):
    turn = scenario.turns[number]
    failed = turn.answer is None
    return {"session": session, "step": number, "prompt": turn.prompt,
            "response": None if failed else turn.answer, "error": scenario.error if failed else None,
            "goal": scenario.turns[0].prompt if goal else None}


def openai_chat():
    rows, results, steps = [], [], []
    for scenario in SCENARIOS:
        if scenario.error:
            continue
        rows.append({"id": scenario.name, "model": "stub-1",
                     "messages": openai_messages(scenario.turns, "Be brief."),
                     "metadata": scenario.metadata or None})
        labels = {"model": "stub-1", **{f"metadata.{key}": value if isinstance(value, str)
                                        else json.dumps(value)
                                        for key, value in scenario.metadata.items()}}
        results.append({"id": scenario.name, "prompt": scenario.last.prompt,
                        "response": scenario.last.answer, "tools": expected_tools(scenario.last),
                        "severity": None, "labels": labels})
        steps += [step(scenario, i, scenario.name) for i in range(len(scenario.turns))]
    return lines(rows), {"results": results, "steps": steps, "failed": 0}


def batch_line(scenario, body, failed):
    response = {"status_code": 503 if failed else 200, "request_id": "req-1", "body": body}
    return {"id": f"batch_req_{scenario.name}", "custom_id": scenario.name, "response": response,
            "error": None}


def openai_batch(as_responses):
    rows, results, steps, failed = [], [], [], 0
    for scenario in SCENARIOS:
        turn = scenario.last
        body = {"id": "resp-1", "model": "stub-1"}
        if scenario.error:
            failed += 1
            body = {"error": {"message": scenario.error, "type": "server_error"}}
        elif as_responses:
            items = [{"type": "reasoning", "id": "rs_1", "summary": []}]
            items += [{"type": "function_call", "id": f"fc_{i}", "call_id": f"call_{i}",
                       "name": name, "arguments": json.dumps(arguments)}
                      for i, (name, arguments, _) in enumerate(turn.calls)]
            items.append({"type": "message", "role": "assistant", "content": [
                {"type": "output_text", "text": turn.answer, "annotations": []}]})
            body.update({"object": "response", "output": items})
        else:
            message = {"role": "assistant", "content": turn.answer, "refusal": None}
            if turn.calls:
                message["tool_calls"] = openai_calls(turn)
            body.update({"object": "chat.completion", "choices": [
                {"index": 0, "message": message, "finish_reason": "stop"}]})
        rows.append(batch_line(scenario, body, scenario.error))
        if not scenario.error:
            labels = {"model": "stub-1"}
            if not as_responses:
                labels["finish_reason"] = "stop"
            results.append({"id": scenario.name, "prompt": None, "response": turn.answer,
                            "tools": expected_tools(turn, results=False), "severity": None,
                            "labels": labels})
        steps.append({"session": scenario.name, "step": 0, "prompt": "",
                      "response": turn.answer, "error": scenario.error, "goal": None})
    return lines(rows), {"results": results, "steps": steps, "failed": failed}


# Spans of both services: what a turn is made of, in order.

def identity(*parts):
    return str(uuid.UUID(hashlib.md5("/".join(map(str, parts)).encode()).hexdigest()))


def spans_of(scenario):
    """(turn number, kind, parent kind, name, place in time, what was said before it)."""
    for number, turn in enumerate(scenario.turns):
        yield number, "root", None
        if turn.calls:
            yield number, "asking", None
            for i in range(len(turn.calls)):
                yield number, "tool", i
        yield number, "answer", None


def span_result(scenario, number, trace, first, labels):
    turn = scenario.turns[number]
    return {"id": f"{trace}-{first}", "prompt": turn.prompt, "response": turn.answer,
            "tools": None, "severity": None, "labels": labels}


def langfuse_rows():
    rows, results, steps, failed, clock = [], [], [], 0, START
    for scenario in SCENARIOS:
        for number, kind, i in spans_of(scenario):
            turn = scenario.turns[number]
            clock += datetime.timedelta(milliseconds=250)
            trace = identity("trace", scenario.name, number)
            row = {"id": identity(scenario.name, number, kind, i), "trace_id": trace,
                   "session_id": f"talk-{scenario.name}", "environment": "production",
                   "parent_observation_id": None if kind == "root" else
                   identity(scenario.name, number, "root", None),
                   "start_time": clock.strftime("%Y-%m-%d %H:%M:%S.%f"),
                   "end_time": (clock + datetime.timedelta(milliseconds=200)).strftime(
                       "%Y-%m-%d %H:%M:%S.%f"),
                   "level": "DEFAULT", "status_message": None, "user_id": "u-7",
                   "tags": ["nightly", scenario.name],
                   "metadata": {**scenario.metadata, "attributes": {"nested": 1},
                                **({"severity": scenario.severity} if scenario.severity else {})}}
            history = openai_messages(scenario.turns[:number])
            asked = history + [{"role": "user", "content": turn.prompt}]
            if kind == "root":
                row |= {"type": "SPAN", "name": "handle", "input": {"question": turn.prompt},
                        "output": {"answer": turn.answer}}
            elif kind == "asking":
                row |= {"type": "GENERATION", "name": "ask", "input": asked,
                        "output": {"role": "assistant", "content": None,
                                   "tool_calls": openai_calls(turn)},
                        "provided_model_name": "stub-1",
                        "tool_call_names": [name for name, _, _ in turn.calls]}
            elif kind == "tool":
                name, arguments, result = turn.calls[i]
                row |= {"type": "TOOL", "name": name, "input": arguments, "output": result}
            else:
                given = openai_messages(scenario.turns[:number] + [turn])
                given = given[:-1] if turn.answer is not None else given
                row |= {"type": "GENERATION", "name": "answer", "input": given,
                        "output": {"role": "assistant", "content": turn.answer},
                        "provided_model_name": "stub-1", "tool_call_names": []}
                if turn.answer is None:
                    row |= {"output": None, "level": "ERROR", "status_message": scenario.error}
            rows.append(row)
        for number, turn in enumerate(scenario.turns):
            trace = identity("trace", scenario.name, number)
            first = identity(scenario.name, number, "asking" if turn.calls else "answer", None)
            steps.append(step(scenario, number, f"talk-{scenario.name}"))
            if turn.answer is None:
                failed += 1
                continue
            labels = {"model": "stub-1", "environment": "production", "user_id": "u-7",
                      "tag.nightly": "true", f"tag.{scenario.name}": "true",
                      **{f"metadata.{key}": value if isinstance(value, str) else json.dumps(value)
                         for key, value in scenario.metadata.items()}}
            result = span_result(scenario, number, trace, first, labels)
            result["tools"] = expected_tools(turn)
            result["severity"] = scenario.severity
            results.append(result)
    return rows, {"results": results, "steps": steps, "failed": failed}


def langfuse_csv(rows):
    columns = sorted({key for row in rows for key in row})
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        cells = [row.get(column) for column in columns]
        writer.writerow(["" if cell is None else cell if isinstance(cell, str)
                         else json.dumps(cell, ensure_ascii=False) for cell in cells])
    return out.getvalue().encode()


def camel(name):
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)


def lc(kind, content, **more):
    types = {"HumanMessage": "human", "AIMessage": "ai", "ToolMessage": "tool"}
    return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind],
            "kwargs": {"content": content, "type": types[kind], **more}}


def lc_messages(turns):
    messages = []
    for turn in turns:
        messages.append(lc("HumanMessage", turn.prompt))
        if turn.calls:
            messages.append(lc_asking(turn))
            messages += [lc("ToolMessage", json.dumps(result), tool_call_id=f"call_{i}")
                         for i, (_, _, result) in enumerate(turn.calls)]
        if turn.answer is not None:
            messages.append(lc("AIMessage", turn.answer))
    return messages


def lc_asking(turn):
    return lc("AIMessage", "", tool_calls=[
        {"name": name, "args": arguments, "id": f"call_{i}", "type": "tool_call"}
        for i, (name, arguments, _) in enumerate(turn.calls)])


def generations(message, text):
    return {"generations": [[{"text": text, "type": "ChatGeneration", "message": message}]],
            "llm_output": None, "type": "LLMResult"}


def langsmith_rows():
    rows, results, steps, failed, clock = [], [], [], 0, START
    project = identity("project")
    for scenario in SCENARIOS:
        orders = {}
        for number, kind, i in spans_of(scenario):
            turn = scenario.turns[number]
            clock += datetime.timedelta(milliseconds=250)
            root = identity(scenario.name, number, "root", None)
            own = identity(scenario.name, number, kind, i)
            order = clock.strftime("%Y%m%dT%H%M%S%fZ") + own
            orders[own] = order if kind == "root" else f"{orders[root]}.{order}"
            row = {"id": own, "trace_id": root, "session_id": project, "name": kind,
                   "parent_run_id": None if kind == "root" else root,
                   "dotted_order": orders[own], "start_time": clock.isoformat(),
                   "end_time": (clock + datetime.timedelta(milliseconds=200)).isoformat(),
                   "status": "success", "error": None, "tags": [],
                   "extra": {"metadata": {"thread_id": f"thread-{scenario.name}",
                                          **scenario.metadata}}}
            if kind == "root":
                row |= {"run_type": "chain", "inputs": {"question": turn.prompt},
                        "outputs": {"answer": turn.answer}}
            elif kind == "asking":
                row |= {"run_type": "llm",
                        "inputs": {"messages": [lc_messages(scenario.turns[:number]) +
                                                [lc("HumanMessage", turn.prompt)]]},
                        "outputs": generations(lc_asking(turn), "")}
            elif kind == "tool":
                name, arguments, result = turn.calls[i]
                row |= {"run_type": "tool", "name": name, "inputs": arguments,
                        "outputs": {"output": result}}
            else:
                given = lc_messages(scenario.turns[:number] + [turn])
                given = given[:-1] if turn.answer is not None else given
                row |= {"run_type": "llm", "inputs": {"messages": [given]},
                        "outputs": None if turn.answer is None else
                        generations(lc("AIMessage", turn.answer), turn.answer)}
                if turn.answer is None:
                    row |= {"error": scenario.error, "status": "error"}
            if row["run_type"] == "llm":
                row["extra"]["metadata"] |= {"ls_model_name": "stub-1", "ls_provider": "stub"}
            rows.append(row)
        for number, turn in enumerate(scenario.turns):
            root = identity(scenario.name, number, "root", None)
            first = identity(scenario.name, number, "asking" if turn.calls else "answer", None)
            steps.append(step(scenario, number, f"thread-{scenario.name}"))
            if turn.answer is None:
                failed += 1
                continue
            labels = {"model": "stub-1", "provider": "stub", "project": project,
                      **{f"metadata.{key}": value if isinstance(value, str) else json.dumps(value)
                         for key, value in scenario.metadata.items()}}
            result = span_result(scenario, number, root, first, labels)
            result["tools"] = [{"name": name, "arguments": arguments, "result": {"output": value}}
                               for name, arguments, value in turn.calls]
            results.append(result)
    return rows, {"results": results, "steps": steps, "failed": failed}


def zip64_eval():
    """A log as it is past 4 GiB and 65,535 samples, but small: zipfile with its limits at 0 writes
    the fields, extra blocks and end records of zip64. The samples are those that inspect_ai wrote."""
    golden = pathlib.Path(__file__).resolve().parent / "imports" / "inspect"
    log = json.loads(zlib.decompress((golden / "multi_turn.json.z").read_bytes()))
    usual = zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT
    zipfile.ZIP64_LIMIT = zipfile.ZIP_FILECOUNT_LIMIT = 0
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for sample in log["samples"]:
                entry = zipfile.ZipInfo(f"samples/{sample['id']}_epoch_{sample['epoch']}.json")
                entry.compress_type = zipfile.ZIP_DEFLATED
                with archive.open(entry, "w", force_zip64=True) as member:
                    member.write(json.dumps(sample).encode())
            archive.writestr(zipfile.ZipInfo("header.json"), b"{}")
    finally:
        zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = usual
    return out.getvalue(), json.loads((golden / "multi_turn.json.expected.json").read_text())


def files():
    """(tool, name, content, expected)"""
    yield "inspect", "zip64.eval", *zip64_eval()
    yield "openai", "chat.jsonl", *openai_chat()
    yield "openai", "batch.jsonl", *openai_batch(as_responses=False)
    yield "openai", "responses.jsonl", *openai_batch(as_responses=True)
    rows, expected = langfuse_rows()
    yield "langfuse", "observations.jsonl", lines(rows), expected
    yield "langfuse", "observations.csv", langfuse_csv(rows), expected
    page = {"data": [{camel(key): value for key, value in row.items()} for row in rows],
            "meta": {"page": 1}}
    yield "langfuse", "page.json", json.dumps(page, ensure_ascii=False, indent=2).encode(), expected
    rows, expected = langsmith_rows()
    yield "langsmith", "runs.jsonl", lines(rows), expected
    yield "langsmith", "runs.json", json.dumps(rows[::-1], indent=1).encode(), expected
