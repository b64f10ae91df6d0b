#!/usr/bin/env python3
"""Holds Plumb's reading of OTLP in protobuf against Google's parser, on damaged requests.

    python tests/golden/otlp_parity.py --program build/release/bin/otlp_dump --count 200000

The golden requests are changed at random: bits, bytes, pieces cut, doubled and swapped; or rebuilt
with values of every kind. What Google's parser takes, Plumb must take with the same content, and
what it refuses, refuse. Google's parser is given the messages of OTLP with the fields that Plumb
reads, the others being unknown to both, and with bytes where they have text: of a text that is not
UTF-8 Plumb takes what can be read, as Python's errors="replace" does. One difference is left:
groups are refused by Plumb, which no message of OTLP has.
"""
import argparse
import json
import math
import pathlib
import random
import struct
import subprocess
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import DecodeError
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2
from opentelemetry.proto.common.v1 import common_pb2
from opentelemetry.proto.resource.v1 import resource_pb2
from opentelemetry.proto.trace.v1 import trace_pb2

HERE = pathlib.Path(__file__).resolve().parent
LATEST = 7_258_118_400_000_000_000
# What Plumb reads; another message keeps no field.
READ = {"ExportTraceServiceRequest": ["resource_spans"],
        "ResourceSpans": ["resource", "scope_spans"], "Resource": ["attributes"],
        "ScopeSpans": ["scope", "spans"], "InstrumentationScope": ["name"],
        "Span": ["trace_id", "span_id", "parent_span_id", "name", "start_time_unix_nano",
                 "end_time_unix_nano", "attributes", "events", "status"],
        "Event": ["time_unix_nano", "name", "attributes"], "Status": ["message", "code"],
        "KeyValue": ["key", "value"], "KeyValueList": ["values"], "ArrayValue": ["values"],
        "AnyValue": ["string_value", "bool_value", "int_value", "double_value", "array_value",
                     "kvlist_value", "bytes_value"]}


def keep_what_is_read(message):
    wanted = READ.get(message.name, [])
    kept = [field for field in message.field if field.name in wanted]
    for field in kept:
        if field.type == field.TYPE_STRING:
            field.type = field.TYPE_BYTES
    del message.field[:]
    message.field.extend(kept)
    del message.reserved_range[:]
    del message.reserved_name[:]
    for nested in message.nested_type:
        keep_what_is_read(nested)


def request_class():
    pool = descriptor_pool.DescriptorPool()
    for module in (common_pb2, resource_pb2, trace_pb2, trace_service_pb2):
        file = descriptor_pb2.FileDescriptorProto()
        module.DESCRIPTOR.CopyToProto(file)
        del file.service[:]
        for message in file.message_type:
            keep_what_is_read(message)
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(
        "opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest"))


Request = request_class()


def text(value):
    return value.decode(errors="replace")


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


def fill(random_, value, depth=0):
    """Any value of any kind, sometimes of several: the last counts."""
    for _ in range(random_.choice((1, 1, 1, 2))):
        kind = random_.randrange(7 if depth < 5 else 5)
        if kind == 0:
            value.string_value = random_.randbytes(random_.randrange(12))
        elif kind == 1:
            value.bool_value = random_.random() < 0.5
        elif kind == 2:
            value.int_value = random_.randrange(-2**63, 2**63)
        elif kind == 3:
            value.double_value = struct.unpack("<d", random_.randbytes(8))[0]
        elif kind == 4:
            value.bytes_value = random_.randbytes(4)
        elif kind == 5:
            value.array_value.SetInParent()
            for _ in range(random_.randrange(4)):
                fill(random_, value.array_value.values.add(), depth + 1)
        else:
            value.kvlist_value.SetInParent()
            for _ in range(random_.randrange(4)):
                item = value.kvlist_value.values.add(key=random_.randbytes(random_.randrange(3)))
                fill(random_, item.value, depth + 1)


def rebuilt(random_, message):
    """A sound message with other content: values of every kind, ids that cannot be, two in one."""
    request = Request()
    request.ParseFromString(message)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                for _ in range(random_.randrange(3)):
                    item = span.attributes.add(key=random_.randbytes(random_.randrange(6)))
                    fill(random_, item.value)
                if random_.random() < 0.2:
                    span.parent_span_id = random_.randbytes(random_.choice((0, 7, 8, 9)))
                if random_.random() < 0.1:
                    span.span_id = bytes(random_.choice((0, 8)))
                if random_.random() < 0.2:
                    span.start_time_unix_nano = random_.randrange(2**64)
                if random_.random() < 0.2:
                    span.status.code = random_.randrange(-3, 5)
                    span.status.message = random_.randbytes(5)
    data = request.SerializeToString()
    unknown = random_.choice((b"", b"\x98\x06\x05", b"\x9a\x06\x02hi", b"\x99\x06" + bytes(8)))
    return data + unknown + (message if random_.random() < 0.2 else b"")


def value_of(value):
    kind = value.WhichOneof("value")
    if kind is None or kind == "bytes_value":
        return None
    if kind == "array_value":
        return [value_of(item) for item in value.array_value.values]
    if kind == "kvlist_value":
        return {text(item.key): value_of(item.value) for item in value.kvlist_value.values}
    plain = getattr(value, kind)
    if kind == "string_value":
        return text(plain)
    if kind == "double_value" and not math.isfinite(plain):
        return None
    return plain


def attributes_of(attributes):
    return [[text(item.key), value_of(item.value)] for item in attributes]


def is_span(span):
    parent = span.parent_span_id
    return (len(span.trace_id) == 16 and any(span.trace_id) and len(span.span_id) == 8
            and any(span.span_id) and (not any(parent) or len(parent) == 8)
            and 0 < span.start_time_unix_nano <= LATEST)


def expected_of(message):
    request = Request()
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
                    "parent_span_id": parent, "name": text(span.name),
                    "start": span.start_time_unix_nano, "end": span.end_time_unix_nano,
                    "status": code if 0 <= code <= 2 else 0,
                    "status_message": text(span.status.message), "scope": text(scope.scope.name),
                    "attributes": attributes_of(span.attributes),
                    "events": [[e.time_unix_nano, text(e.name), attributes_of(e.attributes)]
                               for e in span.events],
                    "resource": attributes_of(resource.resource.attributes)})
    return {"spans": spans, "rejected": rejected}


def may_have_group(message):
    """Whether some byte could be the tag of a group: only then may Plumb refuse alone."""
    return any(byte & 7 in (3, 4) for byte in message)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random_ = random.Random(arguments.seed)
    seeds = [path.read_bytes() for path in sorted((HERE / "otlp").glob("*.pb"))]
    messages = seeds + [random_.choice((changed, rebuilt))(random_, random_.choice(seeds))
                        for _ in range(arguments.count)]
    packed = b"".join(struct.pack("<I", len(m)) + m for m in messages)
    done = subprocess.run([arguments.program], input=packed, stdout=subprocess.PIPE, check=True)
    lines = done.stdout.decode().removesuffix("\n").split("\n")  # splitlines() knows more ends
    assert len(lines) == len(messages), (len(lines), len(messages))
    both, neither, groups = 0, 0, 0
    for number, (message, line) in enumerate(zip(messages, lines)):
        try:
            expected = expected_of(message)
        except DecodeError as error:
            if line.startswith("refused: "):
                neither += 1
            else:
                sys.exit(f"message {number} (seed {arguments.seed}) is taken, where Google's "
                         f"parser says {error}: {message.hex()}\n{line[:400]}")
            continue
        if line.startswith("refused: "):
            if not may_have_group(message):
                sys.exit(f"message {number} is refused, where Google's parser takes it: "
                         f"{message.hex()}\n{line}")
            groups += 1
        elif json.loads(line) != json.loads(json.dumps(expected)):
            sys.exit(f"message {number} reads differently: {message.hex()}\n{line}\n"
                     f"{json.dumps(expected)}")
        else:
            both += 1
    print(f"{len(messages)} messages, seed {arguments.seed}: {both} read alike, {neither} refused "
          f"by both, {groups} refused for a group")


if __name__ == "__main__":
    main()
