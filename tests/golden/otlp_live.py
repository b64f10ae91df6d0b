#!/usr/bin/env python3
"""Lets the real OpenTelemetry SDK export to a running server, and looks at what arrives.

    PLUMB_BINARY=build/release/bin/plumb python tests/golden/otlp_live.py

Every scenario of otlp_scenarios.py is sent twice: by a batch processor whose batches are small, so
that the spans of a turn come in several requests, and by processors of two threads at once. gzip
and none in turn.
"""
import pathlib
import sys
import tempfile
import threading
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from opentelemetry.exporter.otlp.proto.http import Compression  # noqa: E402
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: E402
from opentelemetry.sdk.resources import Resource  # noqa: E402
from opentelemetry.sdk.trace import TracerProvider  # noqa: E402
from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: E402

from otlp_scenarios import SCENARIOS  # noqa: E402
from served import Served, hold_against  # noqa: E402


def provider_to(server, compression, version, batch):
    provider = TracerProvider(resource=Resource.create(
        {"service.name": "trip-bot", "service.version": version}))
    exporter = OTLPSpanExporter(endpoint=server.url + "/v1/traces", compression=compression)
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=20,
                                                   max_export_batch_size=batch))
    return provider


class LiveTest(unittest.TestCase):
    def test_small_batches_arrive_as_the_right_sessions(self):
        for compression in (Compression.NoCompression, Compression.Gzip):
            for batch in (1, 2, 512):
                with self.subTest(compression=compression, batch=batch), \
                        tempfile.TemporaryDirectory() as folder, Served(folder) as server:
                    expected = []
                    for scenario in SCENARIOS:
                        provider = provider_to(server, compression, "1.4", batch)
                        expected += scenario(provider)
                        provider.shutdown()  # sends what is left
                    hold_against(self, server, expected)

    def test_two_programs_at_once_keep_apart(self):
        with tempfile.TemporaryDirectory() as folder, Served(folder) as server:
            scenario = SCENARIOS[0]
            expected = [[], []]

            def run(which):
                for _ in range(20):
                    provider = provider_to(server, Compression.Gzip, f"{which}.0", 3)
                    expected[which] = scenario(provider)
                    provider.shutdown()

            threads = [threading.Thread(target=run, args=(which,)) for which in (0, 1)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            executions = server.get("/api/v1/executions")["items"]
            self.assertEqual(sorted(item["labels"]["service.version"] for item in executions),
                             ["0.0", "1.0"])
            self.assertEqual([item["total_results"] for item in executions], [40, 40])
            [session] = server.get("/api/v1/sessions")["items"]
            self.assertEqual(session["total_steps"], 80)


if __name__ == "__main__":
    unittest.main(verbosity=2)
