"""plumb session --nli and plumb plans --nli: a small made DeBERTa, a server and the embedded model."""
import csv
import io
import itertools
import json
import os
import subprocess
import unittest

from chat_server import ChatServer
from made_classifier import GOLDEN, safetensors, tokenizer
from plumb_binary import BINARY, PlumbTest, environment

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
CASES = os.path.join(ROOT, "examples", "session", "cases.json")
GENERATIONS = os.path.join(ROOT, "examples", "session", "generations.jsonl")
LABELS = ["contradiction", "entailment", "neutral"]

# Turn 3 has no advice, so that the pairs are (1, 2), (4, 5), (5, 6) of one and (1, 2) of the other.
ANSWERS = {"one": ["You should try the cat.", "Stop the cat.", "Hello.", "Try the dog.",
                   "You should stop the dog. Try the cat.", "Continue the dog."],
           "two": ["Start the dog.", "Stop the dog."]}
PAIRS = [("You should try the cat.", "Stop the cat."),
         ("Try the dog.", "You should stop the dog. Try the cat."),
         ("You should stop the dog. Try the cat.", "Continue the dog."),
         ("Start the dog.", "Stop the dog.")]


def verdict(messages, _):
    """What a judge of the tests says: the later advice decides."""
    hypothesis = messages[-1]["content"].split("\nHypothesis: ")[1]
    if hypothesis.startswith("Stop"):
        return "Contradiction."
    return "It depends on the cat." if "cat" in hypothesis else "<think>Hm?</think> neutral"


class NliTest(PlumbTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        with open(GOLDEN, encoding="utf-8") as file:
            models = json.load(file)["models"]
        cls.model = next(model for model in models if model["name"] == "deberta-v3")
        cls.weights = safetensors(cls.model["tensors"])

    def make(self, labels=LABELS, folder="nli"):
        os.makedirs(self.path(folder), exist_ok=True)
        config = dict(self.model["config"], id2label=dict(enumerate(labels)),
                      label2id={label: i for i, label in enumerate(labels)})
        self.write(f"{folder}/config.json", json.dumps(config))
        self.write(f"{folder}/tokenizer.json", json.dumps(tokenizer()))
        self.write(f"{folder}/model.safetensors", self.weights)
        return "./" + folder


class SessionNliTest(NliTest):
    needs_model = True

    def setUp(self):
        super().setUp()
        self.write("cases.json", json.dumps({"cases": [{"id": name} for name in ANSWERS]}))
        self.write("generations.jsonl", "".join(
            json.dumps({"case_id": name, "turn_num": turn, "response_text": text}) + "\n"
            for name, texts in ANSWERS.items() for turn, text in enumerate(texts, 1)))

    def session(self, *arguments, **options):
        return self.succeed("session", "cases.json", "generations.jsonl", *arguments, **options)

    def document(self, *arguments, **options):
        document = json.loads(self.session(*arguments, "--json", **options).stdout)
        self.assert_follows("session-report-1", document)
        return document

    def test_a_classifier_judges_the_pairs_as_plumb_classify_does(self):
        nli = self.make()
        self.write("pairs.jsonl", "".join(
            json.dumps({"text": earlier, "pair": later}) + "\n" for earlier, later in PAIRS))
        self.succeed("classify", "pairs.jsonl", "--classifier", nli, "-o", "labels.jsonl")
        expected = self.json_lines(self.read("labels.jsonl"))
        document = self.document("--nli", nli)
        one, two = document["sessions"]
        pairs = one["pairs"] + two["pairs"]
        self.assertEqual([(pair["earlier_turn"], pair["later_turn"]) for pair in pairs],
                         [(1, 2), (4, 5), (5, 6), (1, 2)])
        for pair, row in zip(pairs, expected):
            self.assertEqual(pair["label"], row["label"])
            self.assertEqual(pair["probabilities"], row["probabilities"] | pair["probabilities"])
            self.assertFalse(pair["truncated"])
        self.assertEqual(one["turns_without_advice"], 1)
        self.assertEqual(one["evaluated_pairs"], 3)
        self.assertEqual(document["nli"]["model"], "nli")
        self.assertEqual(document["nli"]["architecture"], "deberta-v2")
        self.assertEqual(len(document["nli"]["weights_sha256"]), 64)
        self.assertNotIn("no_conflict_rate", document)

    def test_the_rate_follows_the_names_of_the_labels_in_any_order_and_case(self):
        counts = []
        for labels in (LABELS, LABELS[1:] + LABELS[:1], LABELS[2:] + LABELS[:2]):
            document = self.document("--nli", self.make([label.upper() for label in labels]))
            total = document["conflicts"]
            said = [pair["label"] for each in document["sessions"] for pair in each["pairs"]]
            self.assertEqual(total["contradicted_pairs"], said.count("contradiction"))
            self.assertEqual(total["evaluated_pairs"], 4)
            self.assertEqual(total["knowledge_conflict_rate"], said.count("contradiction") / 4)
            counts.append(total["contradicted_pairs"])
        # Each place is contradiction once, so every pair is one exactly once.
        self.assertEqual(sum(counts), 4)

    def test_a_repository_of_the_hugging_face_cache(self):
        self.make()
        hub = os.path.join("hub", "models--some-one--nli")
        os.makedirs(self.path(os.path.join(hub, "refs")))
        os.makedirs(self.path(os.path.join(hub, "snapshots")))
        self.write(os.path.join(hub, "refs", "main"), "abc")
        os.rename(self.path("nli"), self.path(os.path.join(hub, "snapshots", "abc")))
        document = self.document("--nli", "some-one/nli",
                                 env=environment(HF_HUB_CACHE=self.path("hub")))
        self.assertEqual(document["nli"]["model"], "some-one/nli")

    def test_classifiers_of_other_labels_and_folders_that_are_none_are_a_sentence(self):
        arguments = ["session", "cases.json", "generations.jsonl", "--nli"]
        self.fail_with(2, "tells apart 3 labels (a, b, c), but natural language inference needs "
                       "entailment, neutral and contradiction", *arguments,
                       self.make(["a", "b", "c"]))
        with open(GOLDEN, encoding="utf-8") as file:
            two = json.load(file)["models"][0]
        os.mkdir(self.path("two"))
        self.write("two/config.json", json.dumps(two["config"]))
        self.write("two/tokenizer.json", json.dumps(tokenizer()))
        self.write("two/model.safetensors", safetensors(two["tensors"]))
        self.fail_with(2, "tells apart 2 labels (no, yes)", *arguments, "./two")
        self.fail_with(2, "./nowhere is not a model's folder", *arguments, "./nowhere")
        self.fail_with(2, "has no repository some-one/nli; give the folder", *arguments,
                       "some-one/nli", env=environment(HF_HUB_CACHE=self.path("hub")))
        self.fail_with(2, "--judge-model is for a chat model as judge; give --nli judge with it",
                       *arguments, self.make(), "--judge-model", "x")
        self.fail_with(2, "--judge-parallel is for a chat model as judge", "session", "cases.json",
                       "generations.jsonl", "--judge-parallel", "2")

    def test_every_format_shows_the_pairs_and_who_judged(self):
        # With the labels turned so that most pairs contradict, the tables have something to show.
        best = max(itertools.permutations(LABELS), key=lambda labels: self.document(
            "--nli", self.make(labels))["conflicts"]["contradicted_pairs"])
        names = ["s.json", "s.csv", "s.md", "s.html"]
        done = self.session("--nli", self.make(best),
                            *[word for name in names for word in ("-o", name)])
        total = json.loads(self.read("s.json"))["conflicts"]
        self.assertGreater(total["contradicted_pairs"], 1)
        line = (f"Knowledge conflict rate over all sessions: "
                f"{total['knowledge_conflict_rate']:.4f} ({total['contradicted_pairs']} of 4 pairs)"
                ", judged by the classifier nli.")
        self.assertIn(line, done.stdout.decode())
        rows = list(csv.DictReader(io.StringIO(self.read("s.csv").decode())))
        said = [row["nli_label"] for row in rows]
        self.assertEqual(said.count("contradiction"), total["contradicted_pairs"])
        self.assertEqual([said[i] for i in (0, 2, 3, 6)], ["", "", "", ""])
        page = self.read("s.html").decode()
        self.assertIn("Advice that conflicts", page)
        self.assertIn("NLI weights SHA-256", page)
        self.assertIn("### Advice that conflicts", self.read("s.md").decode())

    def judge(self, server, *more):
        return ["--nli", "judge", "--judge-backend", "openai", "--judge-base-url", server.url,
                "--judge-model", "scripted", *more]

    def test_a_judge_is_asked_and_its_replies_are_kept_as_they_came(self):
        with ChatServer(reply=verdict) as server:
            document = self.document(*self.judge(server))
            requests = server.requests
        one, two = document["sessions"]
        self.assertEqual([pair["label"] for pair in one["pairs"]],
                         ["contradiction", None, "neutral"])
        self.assertEqual([pair["reply"] for pair in one["pairs"]],
                         ["Contradiction.", "It depends on the cat.", "<think>Hm?</think> neutral"])
        self.assertEqual(one["pairs"][1]["problem"],
                         "the judge's reply is none of entailment, neutral and contradiction")
        self.assertEqual(one["knowledge_conflict_rate"], 0.5)
        self.assertEqual(one["unjudged_pairs"], 1)
        self.assertEqual(two["knowledge_conflict_rate"], 1)
        self.assertIn("of 1 of 4 pairs of turns it could not be said", document["warnings"][-1])
        prompt = document["nli"]["prompt"]
        with open(os.path.join(ROOT, "prompts", "nli_judge.txt"), encoding="utf-8") as file:
            self.assertEqual(prompt["text"], file.read().rstrip())
        self.assertEqual(prompt["id"], "nli_judge")
        self.assertEqual(document["nli"]["server"], server.url)
        self.assertEqual({request["messages"][-1]["content"] for request in requests},
                         {f"Premise: {earlier}\nHypothesis: {later}" for earlier, later in PAIRS})
        for message in requests[0]["messages"][:-1]:
            self.assertIn(f"[{message['role']}]\n{message['content']}\n", prompt["text"])
        self.assertTrue(all(request["temperature"] == 0 for request in requests))

    def test_kept_replies_are_not_asked_for_again(self):
        with ChatServer(reply=verdict) as server:
            first = self.document(*self.judge(server, "--judge-cache", "kept"))
            self.assertEqual(self.document(*self.judge(server, "--judge-cache", "kept")), first)
            self.assertEqual(len(server.requests), len(PAIRS))

    def test_a_server_that_refuses_one_pair_costs_that_pair(self):
        with ChatServer(reply=verdict, fail=lambda number: number == 0) as server:
            document = self.document(*self.judge(server, "--judge-parallel", "1"))
        self.assertEqual(document["conflicts"]["evaluated_pairs"], 2)
        self.assertIn("this one is refused", document["sessions"][0]["pairs"][0]["problem"])

    def test_a_server_that_is_not_there_is_a_sentence(self):
        with ChatServer() as server:
            pass
        done = self.plumb("session", "cases.json", "generations.jsonl", *self.judge(server))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.fail_with(2, "--judge-backend openai needs --judge-model", "session", "cases.json",
                       "generations.jsonl", "--nli", "judge", "--judge-backend", "openai")
        self.fail_with(2, "--judge-timeout is of --judge-backend openai; the embedded model needs "
                       "no server", "session", "cases.json", "generations.jsonl", "--nli", "judge",
                       "--judge-timeout", "5")
        self.fail_with(2, "--judge-backend openai needs the server's address: give "
                       "--judge-base-url", "session", "cases.json", "generations.jsonl", "--nli",
                       "judge", "--judge-backend", "openai", "--judge-model", "x")

    def test_the_embedded_model_judges_and_two_runs_agree(self):
        found = subprocess.run([BINARY, "model", "path", "SmolLM2-135M-Instruct"],
                               capture_output=True, env=environment())
        if found.returncode != 0:
            self.skipTest("the embedded chat model is not on this machine; plumb model fetch gets it")
        done = self.plumb("session", "cases.json", "generations.jsonl", "--nli", "judge", "--json")
        if done.returncode != 0 and "plumb-llama" in done.stderr:
            self.skipTest("this build has no chat worker")
        self.assertEqual(done.returncode, 0, done.stderr)
        document = json.loads(done.stdout)
        self.assert_follows("session-report-1", document)
        self.assertEqual(document["nli"]["backend"], "embedded")
        self.assertEqual(document["nli"]["model"], "SmolLM2-135M-Instruct")
        self.assertEqual(len(document["nli"]["weights_sha256"]), 64)
        pairs = [pair for session in document["sessions"] for pair in session["pairs"]]
        self.assertEqual(len(pairs), len(PAIRS))
        for pair in pairs:
            self.assertIn("reply", pair)
            if pair["label"] is None:
                self.assertTrue(pair["problem"])
            else:
                self.assertEqual(pair["reply"].strip(" .*\"'`\n").lower(), pair["label"])
        again = self.document("--nli", "judge", "--judge-parallel", "2", "--threads", "1")
        self.assertEqual(again["sessions"], document["sessions"])


class PlansNliTest(NliTest):
    def plans(self, *arguments):
        done = self.succeed("plans", "cases.json", *arguments, "--json")
        document = json.loads(done.stdout)
        self.assert_follows("plans-1", document)
        self.assert_follows("target_plans-1", document)
        return document, done.stderr

    def setUp(self):
        super().setUp()
        self.write("cases.json", json.dumps({"cases": [
            {"id": "told", "patient_summary": "She wants the cat. The dog sat.",
             "critical_entities": ["dog"]},
            {"id": "thought", "patient_summary": "She wants the dog.",
             "reasoning": ["The cat ran.", "Therapy for the dog. He hopes the cat sat."]},
            {"id": "linked", "metadata": {"counselor_think": "The cat should practice."}}]}))

    def test_reasoning_is_checked_sentence_by_sentence(self):
        document, errors = self.plans("--nli", self.make())
        self.assertEqual(document["meta"]["source"], "nli")
        self.assertEqual(document["meta"]["nli"]["architecture"], "deberta-v2")
        self.assertIn("1 of 3 cases have no reasoning", errors)
        kept = {name: plan["evidence"] for name, plan in document["plans"].items()}
        both = [item for part in (kept, document["rejected"]) for items in part.values()
                for item in items]
        self.assertEqual({item["sentence"] for item in both if item["checks"]},
                         {"She wants the cat.", "Therapy for the dog.", "He hopes the cat sat.",
                          "The cat should practice."})
        for item in [item for items in kept.values() for item in items]:
            said = [check["label"] for check in item["checks"]]
            self.assertTrue(not said or "entailment" in said)
        for item in [item for items in document["rejected"].values() for item in items]:
            self.assertNotIn("entailment", [check["label"] for check in item["checks"]])
        self.assertEqual({item["source"] for item in both if item["checks"]},
                         {"patient_summary", "reasoning 1", "reasoning 2"})

    def test_a_judge_confirms_and_rejects(self):
        def reply(messages, _):
            premise = messages[-1]["content"].split("\n")[0]
            return "entailment" if "cat" in premise else "neutral"

        with ChatServer(reply=reply) as server:
            document, _ = self.plans(
                "--nli", "judge", "--judge-backend", "openai", "--judge-base-url", server.url,
                "--judge-model", "scripted")
        self.assertEqual({name: plan["plan"] for name, plan in document["plans"].items()},
                         {"told": "Goals: Address dog. She wants the cat.",
                          "thought": "Goals: He hopes the cat sat.",
                          "linked": "Interventions: The cat should practice."})
        self.assertEqual([item["sentence"] for item in document["rejected"]["thought"]],
                         ["Therapy for the dog."])
        check = document["plans"]["linked"]["evidence"][0]["checks"][0]
        self.assertEqual((check["label"], check["reply"]), ("entailment", "entailment"))

    def test_where_all_is_rejected_nothing_is_said_to_be_confirmed(self):
        for reply, words in (("neutral", "Nothing was confirmed by"),
                             ("entailment", "Confirmed by")):
            with ChatServer(reply=lambda *_, reply=reply: reply) as server:
                done = self.succeed(
                    "plans", "cases.json", "--nli", "judge", "--judge-backend", "openai",
                    "--judge-base-url", server.url, "--judge-model", "scripted")
            self.assertIn(f"\n{words} the chat model scripted", done.stdout.decode())

    def test_plans_that_were_confirmed_are_read_by_plumb_session(self):
        self.write("generations.jsonl", "".join(
            json.dumps({"case_id": name, "turn_num": 1, "response_text": "Try the cat."}) + "\n"
            for name in ("told", "thought", "linked")))
        done = self.succeed("plans", "cases.json", "--nli", self.make(), "-o", "plans.json")
        self.assertIn("Nothing was confirmed by the classifier nli.", done.stdout.decode())
        if subprocess.run([BINARY, "model", "path", "all-MiniLM-L6-v2"], capture_output=True,
                          env=environment()).returncode != 0:
            self.skipTest("all-MiniLM-L6-v2 is not on this machine; plumb model fetch gets it")
        self.succeed("session", "cases.json", "generations.jsonl", "--plans", "plans.json")


if __name__ == "__main__":
    unittest.main()
