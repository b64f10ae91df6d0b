"""Chats and batches by the openai package, for imports.py.

The client is OpenAI's own; the server is a stub on this machine that has the scenario's answers. A
chat is what the client sent and got, message by message. A batch goes through the client's files and
batches: a request a conversation, an answer or an error each.
"""
import importlib.metadata
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openai

MODEL = "stub-1"


def calls_of(turn):
    return [{"id": f"call_{i}", "type": "function",
             "function": {"name": name, "arguments": json.dumps(arguments)}}
            for i, (name, arguments, _) in enumerate(turn.calls)]


def completion(message):
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1740830400, "model": MODEL,
            "choices": [{"index": 0, "message": message, "logprobs": None,
                         "finish_reason": "tool_calls" if "tool_calls" in message else "stop"}],
            "usage": {"prompt_tokens": 9, "completion_tokens": 12, "total_tokens": 21}}


def answer(scenario, body):
    """(status, document) for a request of chat completions."""
    asked = next(i for i in reversed(range(len(body["messages"])))
                 if body["messages"][i]["role"] == "user")
    turn = next(turn for turn in scenario.turns if turn.prompt == body["messages"][asked]["content"])
    if turn.answer is None:
        return 503, {"error": {"message": scenario.error, "type": "server_error", "code": None}}
    message = {"role": "assistant", "content": turn.answer, "refusal": None}
    if turn.calls and body["messages"][-1]["role"] == "user":
        message |= {"content": None, "tool_calls": calls_of(turn)}
    return 200, completion(message)


class Server(ThreadingHTTPServer):
    """The routes that a chat and a batch take."""

    def __init__(self, scenario):
        super().__init__(("127.0.0.1", 0), Routes)
        self.scenario = scenario
        self.output = b""

    def run_batch(self, requests):
        rows = []
        for request in requests:
            status, document = answer(self.scenario, request["body"])
            rows.append({"id": f"batch_req_{len(rows)}", "custom_id": request["custom_id"],
                         "response": {"status_code": status, "request_id": "req-1",
                                      "body": document}, "error": None})
        self.output = "".join(json.dumps(row) + "\n" for row in rows).encode()


class Routes(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, status, document):
        content = document if isinstance(document, bytes) else json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("x-request-id", "req-1")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self):
        content = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path.endswith("/chat/completions"):
            self.reply(*answer(self.server.scenario, json.loads(content)))
        elif self.path.endswith("/files"):
            lines = [line for line in content.splitlines() if line.startswith(b"{")]
            self.server.run_batch([json.loads(line) for line in lines])
            self.reply(200, {"id": "file-in", "object": "file", "bytes": len(content),
                             "created_at": 1, "filename": "in.jsonl", "purpose": "batch",
                             "status": "processed"})
        else:
            self.reply(200, self.batch())

    def do_GET(self):
        is_content = self.path.endswith("/content")
        self.reply(200, self.server.output if is_content else self.batch())

    def batch(self):
        return {"id": "batch-1", "object": "batch", "endpoint": "/v1/chat/completions",
                "input_file_id": "file-in", "output_file_id": "file-out", "created_at": 1,
                "completion_window": "24h", "status": "completed"}


def converse(client, scenario):
    """The messages of a conversation, as the client has them."""
    messages = []
    for turn in scenario.turns:
        messages.append({"role": "user", "content": turn.prompt})
        while True:
            got = client.chat.completions.create(model=MODEL, messages=messages)
            message = got.choices[0].message
            messages.append(message.to_dict())
            if not message.tool_calls:
                break
            for call in message.tool_calls:
                result = next(result for name, _, result in turn.calls
                              if name == call.function.name)
                messages.append({"role": "tool", "tool_call_id": call.id, "content": result
                                 if isinstance(result, str) else json.dumps(result)})
    return messages


def batch(client, scenario):
    request = {"custom_id": scenario.name, "method": "POST", "url": "/v1/chat/completions",
               "body": {"model": MODEL,
                        "messages": [{"role": "user", "content": scenario.last.prompt}]}}
    given = client.files.create(file=("in.jsonl", json.dumps(request).encode()), purpose="batch")
    made = client.batches.create(input_file_id=given.id, endpoint="/v1/chat/completions",
                                 completion_window="24h")
    done = client.batches.retrieve(made.id)
    return client.files.content(done.output_file_id).content


def run(scenario):
    """(chat or None where the server fails, batch)"""
    server = Server(scenario)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = openai.OpenAI(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="none",
                           max_retries=0)
    try:
        chat = None
        try:
            row = {"id": scenario.name, "model": MODEL, "messages": converse(client, scenario)}
            if scenario.metadata:
                row["metadata"] = scenario.metadata
            chat = (json.dumps(row, ensure_ascii=False) + "\n").encode()
        except openai.InternalServerError:
            if not scenario.error:
                raise
        return chat, batch(client, scenario)
    finally:
        server.shutdown()
        server.server_close()


def version():
    return importlib.metadata.version("openai")
