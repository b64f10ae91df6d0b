#!/usr/bin/env python3
"""Holds Plumb's reading of OTLP in protobuf against Google's parser, on damaged requests.

    python tests/golden/otlp_parity.py --program build/release/bin/otlp_dump --count 200000

The golden requests are changed at random: bits, bytes, pieces cut, doubled and swapped. What
Google's parser takes, Plumb must take with the same content, and what it refuses, refuse; but for
what Plumb says it does otherwise:
  - groups are refused, which no message of OTLP has
  - a text that is not UTF-8 is repaired, where Google's parser refuses the whole request
  - values nested past 32 levels are refused, where Google's parser stops at 100 messages
"""
import argparse
import json
import math
import pathlib
import random
import struct
import subprocess
import sys

from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

HERE = pathlib.Path(__file__).resolve().parent
LATEST = 7_258_118_400_000_000_000


def changed(random_, message):
    data = bytearray(message)
    for _ in range(random_.randrange(1, 4)):
        at = random_.randrange(len(data))
        kind = random_.randrange(6)
        if kind == 0:
            data[at] ^= 1 << random_.randrange(8)
        elif kind == 1:
            data[at] = random_.randrange(256)
        elif kind == 2:
            del data[at:at + random_.randrange(1, 9)]
        elif kind == 3:
            piece = data[at:at + random_.randrange(1, 40)]
            place = random_.randrange(len(data))
            data[place:place] = piece
        elif kind == 4:
            data = data[:at]
        else:
            data += data[at:]
        if not data:
            return bytes(message[:1])
    return bytes(data)


def value_of(value):
    kind = value.WhichOneof("value")
    if kind is None or kind == "bytes_value":
        return None
    if kind == "array_value":
        return [value_of(item) for item in value.array_value.values]
    if kind == "kvlist_value":
        return {item.key: value_of(item.value) for item in value.kvlist_value.values}
    plain = getattr(value, kind)
    if kind == "double_value" and not math.isfinite(plain):
        return None
    return plain


def attributes_of(attributes):
    return [[item.key, value_of(item.value)] for item in attributes]


def is_span(span):
    parent = span.parent_span_id
    return (len(span.trace_id) == 16 and any(span.trace_id) and len(span.span_id) == 8
            and any(span.span_id) and (not any(parent) or len(parent) == 8)
            and 0 < span.start_time_unix_nano <= LATEST)


def expected_of(message):
    request = ExportTraceServiceRequest()
    request.ParseFromString(message)
    spans, rejected = [], 0
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                if not is_span(span):
                    rejected += 1
                    continue
                parent = span.parent_span_id.hex() if any(span.parent_span_id) else ""
                code = span.status.code
                spans.append({
                    "trace_id": span.trace_id.hex(), "span_id": span.span_id.hex(),
                    "parent_span_id": parent, "name": span.name,
                    "start": span.start_time_unix_nano, "end": span.end_time_unix_nano,
                    "status": code if 0 <= code <= 2 else 0,
                    "status_message": span.status.message, "scope": scope.scope.name,
                    "attributes": attributes_of(span.attributes),
                    "events": [[e.time_unix_nano, e.name, attributes_of(e.attributes)]
                               for e in span.events],
                    "resource": attributes_of(resource.resource.attributes)})
    return {"spans": spans, "rejected": rejected}


def has_group_or_depth(message):
    """Whether a parser that knows no schema would see a group somewhere: then Plumb may refuse."""
    return any(byte & 7 in (3, 4) for byte in message)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random_ = random.Random(arguments.seed)
    seeds = [path.read_bytes() for path in sorted((HERE / "otlp").glob("*.pb"))]
    messages = seeds + [changed(random_, random_.choice(seeds)) for _ in range(arguments.count)]
    packed = b"".join(struct.pack("<I", len(m)) + m for m in messages)
    done = subprocess.run([arguments.program], input=packed, stdout=subprocess.PIPE, check=True)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == len(messages), (len(lines), len(messages))
    both, neither, repaired, groups = 0, 0, 0, 0
    for number, (message, line) in enumerate(zip(messages, lines)):
        try:
            expected = expected_of(message)
        except DecodeError as error:
            if line.startswith("refused: "):
                neither += 1
            elif "UTF-8" in str(error) or "\ufffd" in line:
                repaired += 1
            else:
                sys.exit(f"message {number} (seed {arguments.seed}) is taken, where Google's parser "
                         f"says {error}: {message.hex()}\n{line[:400]}")
            continue
        if line.startswith("refused: "):
            if not has_group_or_depth(message):
                sys.exit(f"message {number} is refused, where Google's parser takes it: "
                         f"{message.hex()}\n{line}")
            groups += 1
        elif json.loads(line) != json.loads(json.dumps(expected)):
            sys.exit(f"message {number} reads differently: {message.hex()}\n{line}\n"
                     f"{json.dumps(expected)}")
        else:
            both += 1
    print(f"{len(messages)} messages, seed {arguments.seed}: {both} read alike, {neither} refused by "
          f"both, {repaired} with texts that were repaired, {groups} refused for a group")


if __name__ == "__main__":
    main()
