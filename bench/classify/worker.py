"""One peer with the classifier loaded, that obeys lines on stdin; bench/classify_worker.cc
speaks the same.

    worker.py ENGINE --folder FOLDER --threads N

    corpus FILE    reads a JSONL file with "text"       -> {"lengths": [tokens a text]}
    use SETTING    one of those the first line lists     -> {"setting": SETTING}
    classify       classifies the corpus, tokenizing too -> {"seconds": s}
    logits         classifies the corpus                 -> {"logits": [[...], ...]}

Each answer is one line of JSON; the first, unasked, says who is there and which settings
it has ("graph/texts a batch"). Peers get what is best for them: texts sorted by length,
the setting that run.py found fastest, exactly the threads asked for.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

from tokenizers import Tokenizer

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "peers"))
from worker import PaddedBatches, cpu_session  # noqa: E402

MAX_TOKENS = 512
BATCHES = [1, 4, 8, 16, 32]


class Transformers(PaddedBatches):
    graphs = ["torch"]

    def __init__(self, options):
        super().__init__(options.folder / "model", options.threads, MAX_TOKENS)
        import torch
        import transformers
        torch.set_num_threads(options.threads)
        torch.set_num_interop_threads(1)
        self.torch = torch
        self.model = transformers.AutoModelForSequenceClassification.from_pretrained(
            options.folder / "model").eval()
        self.version = f"{transformers.__version__} (torch {torch.__version__})"

    def forward(self, graph, ids, mask):
        with self.torch.inference_mode():
            return self.model(input_ids=self.torch.from_numpy(ids),
                              attention_mask=self.torch.from_numpy(mask)).logits.numpy()


class Onnxruntime(PaddedBatches):
    graphs = ["plain", "fused"]

    def __init__(self, options):
        super().__init__(options.folder / "model", options.threads, MAX_TOKENS)
        import onnxruntime
        self.sessions = {graph: cpu_session(options.folder / f"{graph}.onnx", options.threads)
                         for graph in self.graphs}
        self.version = onnxruntime.__version__

    def forward(self, graph, ids, mask):
        return self.sessions[graph].run(None, {"input_ids": ids, "attention_mask": mask})[0]


ENGINES = {"transformers": Transformers, "onnxruntime": Onnxruntime}


class Worker:
    def __init__(self, options):
        self.engine = ENGINES[options.engine](options)
        self.counter = Tokenizer.from_file(str(options.folder / "model" / "tokenizer.json"))
        self.counter.enable_truncation(MAX_TOKENS)
        self.counter.no_padding()
        self.texts = []
        self.settings = [f"{graph}/{batch}" for graph in self.engine.graphs for batch in BATCHES]
        self.use(self.settings[0])

    def use(self, setting):
        self.graph, batch = setting.split("/")
        self.batch = int(batch)

    def obey(self, verb, argument):
        if verb == "corpus":
            lines = Path(argument).read_text(encoding="utf-8").split("\n")
            self.texts = [json.loads(line)["text"] for line in lines if line]
            return {"lengths": [len(e.ids) for e in self.counter.encode_batch(self.texts)]}
        if verb == "use":
            self.use(argument)
            return {"setting": argument}
        start = time.perf_counter()
        logits = self.engine.embed(self.texts, self.graph, self.batch)
        if verb == "classify":
            return {"seconds": time.perf_counter() - start}
        if verb == "logits":
            return {"logits": logits.tolist()}
        return {"error": f"unknown verb {verb}"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--threads", type=int, required=True)
    options = parser.parse_args()

    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a library prints must not pass for an answer

    worker = Worker(options)
    print(json.dumps({"engine": options.engine, "version": worker.engine.version,
                      "settings": worker.settings}), file=answers, flush=True)
    for line in sys.stdin:
        verb, _, argument = line.strip().partition(" ")
        print(json.dumps(worker.obey(verb, argument)), file=answers, flush=True)


if __name__ == "__main__":
    main()
