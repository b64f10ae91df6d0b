"""How schemathesis writes a body of native lines, an item a line, and what it cannot know."""
import json
import re
import uuid

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    if isinstance(value, (str, bytes)):
        return value if isinstance(value, bytes) else value.encode(errors="surrogatepass")
    items = value if isinstance(value, list) else [value]
    return "".join(json.dumps(item) + "\n" for item in items).encode()


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """What only a client knows: cursors are the server's own words, and keys are for one request."""
    is_to_be_taken = case.meta is not None and case.meta.generation.mode.is_positive
    if is_to_be_taken and isinstance(case.query, dict):
        case.query.pop("cursor", None)
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch("[!-~]{1,200}", key):  # a second time it is a 422
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
