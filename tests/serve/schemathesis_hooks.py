"""How schemathesis writes a body of native lines, an item a line, and gives idempotency keys."""
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
    """A sound key is for one request alone, as clients use it: for a second one it is a 422."""
    key = (case.headers or {}).get("Idempotency-Key")
    if isinstance(key, str) and re.fullmatch("[!-~]{1,200}", key):
        case.headers["Idempotency-Key"] = str(uuid.uuid4())
