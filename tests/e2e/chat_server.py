"""A chat server on loopback whose reply is a function of the request: what a model of the
tests says, without a model. It can be slow, and it can fail."""
import hashlib
import http.server
import json
import threading
import time

WORDS = "ferry island spring plan trip news boat feast goal step short poem cost day".split()


def reply_to(messages, max_tokens):
    digest = hashlib.sha256(json.dumps(messages, sort_keys=True).encode()).digest()
    asked = messages[-1]["content"].split()
    words = [asked[byte % len(asked)] if byte % 3 == 0 else WORDS[byte % len(WORDS)]
             for byte in digest]
    return " ".join(words[:max_tokens])


class ChatServer:
    """with ChatServer() as server: ... server.url"""

    def __init__(self, delay=0.0, fail=lambda number: False, reply=reply_to):
        self.delay, self.fail, self.reply = delay, fail, reply
        self.requests = []
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer.lock:
                    number = len(outer.requests)
                    outer.requests.append(body)
                time.sleep(outer.delay)
                if outer.fail(number):
                    return self.answer(400, {"error": {"message": "this one is refused"}})
                budget = body.get("max_tokens") or body.get("max_completion_tokens")
                text = outer.reply(body["messages"], budget)
                tokens = len(text.split())
                self.answer(200, {
                    "id": "x", "object": "chat.completion", "model": body["model"],
                    "choices": [{"index": 0, "finish_reason": "stop",
                                 "message": {"role": "assistant", "content": text}}],
                    "usage": {"prompt_tokens": 10, "completion_tokens": tokens,
                              "total_tokens": 10 + tokens}})

            def answer(self, status, document):
                body = json.dumps(document).encode()
                try:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                except OSError:
                    pass  # the client was killed

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # the client was killed

        self.server = Server(("127.0.0.1", 0), Handler)
        self.url = "http" + f"://127.0.0.1:{self.server.server_address[1]}/v1"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
