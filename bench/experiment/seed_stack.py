"""The experiment as the seed runs it: transformers and torch, sentence-transformers for IDS.

    seed_stack.py --gguf FILE --embedding FOLDER --prompts FOLDER --tasks FILE --logs FOLDER

Reads the same GGUF weights that Plumb reads (transformers makes them float32), and follows the
conversations of Plumb's logs: the same messages, and for each step as many new tokens as Plumb
made. So both do the same work, step by step, and neither gains from an answer that ends early.
Prints one line of JSON: seconds of generation and of IDS; loading is told apart and not counted.
"""

import argparse
import json
import os
import time
from pathlib import Path

import sentence_transformers
import torch
import transformers


def prompt_block(intent):
    """As src/record/intent.cc writes it."""
    lines = [f"Goal: {intent['goal']}", f"Version: {intent['version']}"]
    for title, key in (("Constraints", "constraints"), ("Success criteria", "success_criteria"),
                       ("Assumptions", "assumptions")):
        if intent.get(key):
            lines += [f"{title}:"] + [f"- {item}" for item in intent[key]]
    return "\n".join(lines)


def conversations(options):
    """Per agent and task: for each step the messages that it answers and the tokens it makes."""
    tasks = {task["id"]: task for task in json.loads(Path(options.tasks).read_text())}
    base = (Path(options.prompts) / "agent_base.txt").read_text().strip()
    template = (Path(options.prompts) / "agent_with_intent.txt").read_text().strip()
    for agent in ("baseline", "intent"):
        steps = {}
        with open(Path(options.logs) / f"{agent}_runs.jsonl", encoding="utf-8") as file:
            for line in map(json.loads, file):
                steps.setdefault(line["task_id"], []).append(line)
        for task_id, lines in steps.items():
            task = tasks[task_id]
            source = task.get("article") or task.get("context")
            history, prepared = [], []
            for line in sorted(lines, key=lambda line: line["step"]):
                system = base if agent == "baseline" else template.replace(
                    "{intent_block}", prompt_block(line["intent"]))
                text = f"{source}\n\n{line['prompt']}" if line["step"] == 0 else line["prompt"]
                history = history + [{"role": "user", "content": text}]
                prepared.append(([{"role": "system", "content": system}] + history,
                                 line["completion_tokens"]))
                history = history + [{"role": "assistant", "content": line["output"]}]
            yield agent, task_id, prepared


class SeedStack:
    def __init__(self, options):
        torch.set_num_threads(options.threads)
        torch.manual_seed(42)
        gguf = Path(options.gguf)
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(
            gguf.parent, gguf_file=gguf.name)
        self.model = transformers.AutoModelForCausalLM.from_pretrained(
            gguf.parent, gguf_file=gguf.name, dtype=torch.float32).eval()
        self.embedder = sentence_transformers.SentenceTransformer(options.embedding, device="cpu")
        self.generating = self.scoring = 0.0
        self.prompt_tokens = self.new_tokens = 0

    def answer(self, messages, new_tokens):
        start = time.perf_counter()
        inputs = self.tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, return_tensors="pt", return_dict=True)
        length = inputs["input_ids"].shape[1]
        with torch.inference_mode():
            output = self.model.generate(**inputs, do_sample=False, min_new_tokens=new_tokens,
                                         max_new_tokens=new_tokens)
        text = self.tokenizer.decode(output[0][length:], skip_special_tokens=True)
        self.generating += time.perf_counter() - start
        self.prompt_tokens += length
        self.new_tokens += output.shape[1] - length
        return text

    def ids(self, first, now):
        start = time.perf_counter()
        a, b = self.embedder.encode([first, now], show_progress_bar=False)
        cosine = float(a @ b) / (float(a @ a) ** 0.5 * float(b @ b) ** 0.5)
        self.scoring += time.perf_counter() - start
        return min(1.0, max(0.0, 1 - cosine))

    def run(self, prepared):
        first = None
        for messages, new_tokens in prepared:
            text = self.answer(messages, new_tokens)
            if first is None:
                first = text
            else:
                self.ids(first, text)


def main():
    parser = argparse.ArgumentParser()
    for name in ("--gguf", "--embedding", "--prompts", "--tasks", "--logs"):
        parser.add_argument(name, required=True)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    start = time.perf_counter()
    stack = SeedStack(options)
    loading = time.perf_counter() - start
    stack.answer([{"role": "user", "content": "Say hello."}], 4)  # warm, and not counted
    stack.ids("warm", "up")
    stack.generating = stack.scoring = 0.0
    stack.prompt_tokens = stack.new_tokens = 0
    steps = 0
    for _, _, prepared in conversations(options):
        stack.run(prepared)
        steps += len(prepared)
    print(json.dumps({"steps": steps, "generating": stack.generating, "scoring": stack.scoring,
                      "loading": loading, "prompt_tokens": stack.prompt_tokens,
                      "new_tokens": stack.new_tokens,
                      "versions": f"transformers {transformers.__version__}, torch "
                                  f"{torch.__version__}, sentence-transformers "
                                  f"{sentence_transformers.__version__}"}))


if __name__ == "__main__":
    main()
