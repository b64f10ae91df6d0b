"""How schemathesis writes a body of native lines, an item a line, and what it cannot know."""
import json
import re
import uuid

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    if isinstance(value, str) and not value.strip():  # as it is, it would be a body without lines
        return (json.dumps(value) + "\n").encode()
    if isinstance(value, (str, bytes)):
        return value if isinstance(value, bytes) else value.encode(errors="surrogatepass")
    items = value if isinstance(value, list) else [value]
    return "".join(json.dumps(item) + "\n" for item in items).encode()


@schemathesis.hook
def before_call(ctx, case, kwargs):
    """What only a client knows: cursors are the server's own words, and keys are for one request."""
    # A case that is to be refused stays as it is: schemathesis takes one that was changed for whole,
    # and puts back the header that it was to lack.
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if isinstance(case.query, dict):
        case.query.pop("cursor", None)
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch("[!-~]{1,200}", key):  # a second time it is a 422
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
