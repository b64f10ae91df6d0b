#!/usr/bin/env python3
"""Writes the golden data of the OTLP tests, tests/golden/otlp/.

    python tests/golden/otlp.py      # needs tests/golden/otlp_requirements.txt

Prints the files that were written. For each scenario of otlp_scenarios.py:
  NAME.pb             the request as the OTLP exporter of OpenTelemetry for Python encodes it
  NAME.json           the same message in OTLP's JSON, by Google's protobuf (ids as hexadecimal)
  NAME.expected.json  the turns that Plumb must find, which the scenario itself states
Times and ids are the clock's and chance's: a second run writes other bytes of the same sense.
"""
import base64
import json
import pathlib

from google.protobuf import json_format
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from otlp_scenarios import SCENARIOS

FOLDER = pathlib.Path(__file__).resolve().parent / "otlp"
IDS = {"traceId", "spanId", "parentSpanId"}


def with_hex_ids(value):
    if isinstance(value, list):
        return [with_hex_ids(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: base64.b64decode(item).hex() if key in IDS else with_hex_ids(item)
            for key, item in value.items()}


def write(name, content):
    path = FOLDER / name
    path.write_bytes(content)
    print(path)


def main():
    FOLDER.mkdir(exist_ok=True)
    for scenario in SCENARIOS:
        exporter = InMemorySpanExporter()
        provider = TracerProvider(resource=Resource.create(
            {"service.name": "trip-bot", "service.version": "1.4"}))
        provider.add_span_processor(SimpleSpanProcessor(exporter))
        expected = scenario(provider)
        provider.shutdown()
        request = encode_spans(exporter.get_finished_spans())
        name = scenario.__name__
        write(f"{name}.pb", request.SerializeToString())
        document = with_hex_ids(json_format.MessageToDict(request))
        write(f"{name}.json", json.dumps(document, ensure_ascii=False).encode())
        write(f"{name}.expected.json", json.dumps(expected, ensure_ascii=False, indent=1).encode())


if __name__ == "__main__":
    main()
