"""POST /v1/traces of a running server, with the requests that real exporters made."""
import json
import os
import signal
import unittest

from made_classifier import write_classifier
from plumb_binary import PlumbTest
from served import Served, hold_against

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "golden", "otlp")


def scenarios():
    return sorted(name[:-3] for name in os.listdir(GOLDEN) if name.endswith(".pb"))


def golden(name, extension):
    with open(os.path.join(GOLDEN, name + extension), "rb") as file:
        return file.read()


def expected_turns():
    return [turn for name in scenarios() for turn in json.loads(golden(name, ".expected.json"))]


class OtlpTest(PlumbTest):
    def test_every_encoding_arrives_as_the_right_sessions(self):
        for content_type, extension in (("application/x-protobuf", ".pb"),
                                        ("application/json", ".json")):
            for packed in (False, True):
                folder = self.path(f"{extension}{packed}")
                os.mkdir(folder)
                with self.subTest(extension=extension, packed=packed), Served(folder) as server:
                    for name in scenarios():
                        status, headers, body = server.export(golden(name, extension), content_type,
                                                              packed)
                        self.assertEqual(status, 200, body)
                        self.assertEqual(headers["Content-Type"], content_type)
                        self.assertEqual(body, b"" if extension == ".pb" else b"{}")
                    hold_against(self, server, expected_turns())

    def test_what_was_acknowledged_is_there_after_a_kill_and_is_not_doubled(self):
        with Served(self.folder) as server:
            for name in scenarios():
                self.assertEqual(server.export(golden(name, ".pb"))[0], 200)
            server.stop(signal.SIGKILL)
        with Served(self.folder) as server:
            hold_against(self, server, expected_turns())
            for name in scenarios():
                self.assertEqual(server.export(golden(name, ".json"), "application/json")[0], 200)
            hold_against(self, server, expected_turns())

    def test_bad_requests_are_answered_as_the_protocol_says(self):
        with Served(self.folder) as server:
            status, headers, body = server.export(b"\x0a\x7f")
            self.assertEqual((status, headers["Content-Type"]), (400, "application/x-protobuf"))
            self.assertEqual(body[:2], b"\x08\x03")  # google.rpc.Status, INVALID_ARGUMENT
            status, headers, body = server.export(b"{", "application/json")
            self.assertEqual((status, headers["Content-Type"]), (400, "application/json"))
            self.assertEqual(json.loads(body)["code"], 3)
            self.assertEqual(server.export(b"no gzip", packed=False)[0], 400)
            status, _, body = server.send("POST", "/v1/traces", b"x",
                                          Content_Type="application/json",
                                          Content_Encoding="gzip")
            self.assertEqual(status, 400)
            self.assertIn("gzip", json.loads(body)["message"])
            self.assertEqual(server.export(b"x", "text/plain")[0], 415)
            bomb = server.export(b" " * (40 << 20), "application/json", packed=True)
            self.assertEqual(bomb[0], 400)
            self.assertIn("times their size", json.loads(bomb[2])["message"])

    def test_a_completed_stream_goes_on_in_another_execution(self):
        with Served(self.folder) as server:
            server.export(golden("genai_indexed", ".pb"))
            [first] = server.get("/api/v1/executions")["items"]
            self.assertEqual(first["state"], "receiving")
            path = f"/api/v1/executions/{first['id']}/complete"
            self.assertEqual(server.send("POST", path)[0], 200)
            server.export(golden("genai_events", ".pb"))
            self.assertEqual([item["total_results"] for item in
                              server.get("/api/v1/executions")["items"]], [1, 1])

    def test_an_attribute_of_the_operators_choice_names_the_execution(self):
        with Served(self.folder, "--execution-attribute", "tenant") as server:
            server.export(golden("genai_agent", ".pb"))
            server.export(golden("genai_indexed", ".pb"))
            names = sorted(item["name"] for item in server.get("/api/v1/executions")["items"])
            self.assertEqual(names, ["acme", "trip-bot"])


class SessionRoutesTest(PlumbTest):
    STEPS = [{"session": "s1", "step": step, "prompt": f"step {step}", "goal": "Plan a trip",
              "response": f"You should book day {step} of the trip."} for step in range(3)]

    def test_uploaded_steps_are_listed_and_not_doubled(self):
        with Served(self.folder) as server:
            status, made = server.post("/api/v1/sessions", {"steps": self.STEPS})
            self.assertEqual(status, 201, made)
            [session] = made["sessions"]
            self.assertEqual((session["added_steps"], session["goal"]), (3, "Plan a trip"))
            lines = "".join(json.dumps(step) + "\n" for step in self.STEPS).encode()
            status, _, body = server.send("POST", "/api/v1/sessions", lines,
                                          Content_Type="application/x-ndjson")
            self.assertEqual(status, 201, body)
            self.assertEqual(json.loads(body)["sessions"][0]["repeated_steps"], 3)
            path = f"/api/v1/sessions/{session['id']}"
            page = server.get(path + "/steps?limit=2")
            self.assertEqual([item["step"] for item in page["items"]], [0, 1])
            self.assertEqual(page["next_from"], 2)
            self.assertEqual(server.get(path + "/steps?from=2")["items"][0]["prompt"], "step 2")
            status, problem = server.post("/api/v1/sessions", {"steps": [{"session": "s2"}]})
            self.assertEqual(status, 422)
            status, _, body = server.send("POST", "/api/v1/sessions", b'{"session": "s2"}\n',
                                          Content_Type="application/x-ndjson")
            self.assertEqual(status, 422)
            self.assertIn("body:1:1", json.loads(body)["detail"])
            self.assertEqual(server.send("DELETE", path)[0], 204)
            self.assertEqual(server.send("GET", path)[0], 404)


class SessionCurvesTest(PlumbTest):
    needs_model = True

    def test_curves_are_those_of_the_commands(self):
        lines = "".join(json.dumps(step) + "\n" for step in SessionRoutesTest.STEPS)
        self.write("log.jsonl", lines)
        wanted = json.loads(self.succeed("intent", "log.jsonl", "--no-sentences", "--json").stdout)
        with Served(self.folder) as server:
            status, made = server.post("/api/v1/sessions", {"steps": SessionRoutesTest.STEPS})
            path = f"/api/v1/sessions/{made['sessions'][0]['id']}/curves"
            status, curve = server.post(path, {"measure": "intent"})
            self.assertEqual(status, 200, curve)
            self.assertEqual(curve["document"], wanted)
            status, curve = server.post(path, {"measure": "alignment",
                                               "critical_entities": ["trip"]})
            self.assertEqual(status, 200, curve)
            [session] = curve["document"]["sessions"]
            self.assertEqual(len(session["alignment_curve_actions"]), 3)
            self.assertEqual(session["entity_recall_curve"], [1.0, 1.0, 1.0])
            kept = server.get(path)["items"]
            self.assertEqual([item["name"] for item in kept],
                             ["alignment", "intent/initial-output"])
            self.assertTrue(all(item["is_current"] for item in kept))


EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")


class ExperimentRoutesTest(PlumbTest):
    def logs(self):
        folder = os.path.join(EXAMPLES, "experiment")
        logs = {}
        for name in ("baseline_runs.jsonl", "intent_runs.jsonl"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                logs[name] = file.read()
        return logs

    def test_an_interpretation_is_that_of_the_command(self):
        for name, text in self.logs().items():
            self.write(name, text)
        wanted = json.loads(
            self.succeed("experiment", "interpret", ".", "--no-files", "--json").stdout)
        with Served(self.folder) as server:
            status, made = server.post("/api/v1/experiments", {"name": "march"})
            self.assertEqual(status, 201, made)
            path = f"/api/v1/experiments/{made['id']}"
            self.assertEqual(server.send("POST", path + "/interpretation")[0], 409)
            for name, text in self.logs().items():
                status, _, body = server.send("PUT", f"{path}/logs/{name}", text.encode(),
                                              Content_Type="application/x-ndjson")
                self.assertEqual(status, 200, body)
                self.assertIsNone(json.loads(body)["problem"])
            status, _, body = server.send("POST", path + "/interpretation")
            self.assertEqual(status, 200, body)
            self.assertEqual(json.loads(body), wanted)
            self.assertEqual(server.get(path + "/interpretation"), wanted)
            self.assertEqual(server.get(path)["logs"], sorted(self.logs()))
            status, _, body = server.send("PUT", f"{path}/logs/baseline_runs.jsonl",
                                          b'{"step": 1}\n', Content_Type="application/x-ndjson")
            self.assertEqual(status, 200)
            self.assertIn("baseline_runs.jsonl:1", json.loads(body)["problem"])
            self.assertEqual(server.send("POST", path + "/interpretation")[0], 409)


class StereotypeRoutesTest(PlumbTest):
    needs_model = True

    def test_an_analysis_is_that_of_the_command(self):
        path = os.path.join(EXAMPLES, "stereotype", "evaluation_harbour_7b.json")
        with open(path, encoding="utf-8") as file:
            entries = json.load(file)[:6]
        self.write("evaluation_harbour_7b.json", json.dumps(entries))
        write_classifier(self, "made")
        wanted = json.loads(self.succeed("stereotype", "evaluation_harbour_7b.json", "--classifier",
                                         "./made", "--no-files", "--json").stdout)
        with Served(self.folder, "--classifier", "./made") as server:
            status, made = server.post("/api/v1/stereotype-analyses",
                                       {"model": "harbour_7b", "entries": entries})
            self.assertEqual(status, 201, made)
            found = server.get(f"/api/v1/stereotype-analyses/{made['id']}")
            self.assertEqual(found["document"], made["document"])
            made["document"]["models"][0]["file"] = wanted["models"][0]["file"]  # its own
            self.assertEqual(made["document"], wanted)
            status, kept = server.post("/api/v1/stereotype-analyses",
                                       {"name": "elsewhere", "document": wanted})
            self.assertEqual(status, 201, kept)
            self.assertEqual(kept["classifier"], wanted["classifier"]["classifier"])
            status, problem = server.post("/api/v1/stereotype-analyses",
                                          {"document": {"plumb": "x"}})
            self.assertEqual(status, 422)
            self.assertIn("/document/plumb", [each["field"] for each in problem["errors"]])


if __name__ == "__main__":
    unittest.main()
