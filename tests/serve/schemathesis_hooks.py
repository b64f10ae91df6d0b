"""How schemathesis writes a body of native lines: an item a line."""
import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    if isinstance(value, (str, bytes)):
        return value if isinstance(value, bytes) else value.encode(errors="surrogatepass")
    items = value if isinstance(value, list) else [value]
    return "".join(json.dumps(item) + "\n" for item in items).encode()
