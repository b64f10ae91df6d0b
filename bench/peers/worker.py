"""One peer, loaded and warm, that obeys lines on stdin; bench/plumb_worker.cc speaks the same.

    worker.py ENGINE --model FOLDER --onnx FOLDER --threads N

    corpus FILE    reads a JSONL file with "text"    -> {"lengths": [tokens a text]}
    use SETTING    one of those the first line lists  -> {"setting": SETTING}
    embed          embeds the corpus, tokenizing too  -> {"seconds": s}
    latency N      embeds the first text N times      -> {"seconds": [s, ...]}
    vectors FILE   embeds the corpus, writes raw f32  -> {"dimension": d}

Each answer is one line of JSON; the first, unasked, says who is there and which
settings it has ("graph/texts a batch"). Peers get what is best for them: texts
sorted by length, the setting that run.py found fastest, exactly the threads asked for.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

import numpy

MAX_TOKENS = 256
BATCHES = [1, 4, 8, 16, 32]


class SentenceTransformers:
    """As its users call it: encode() sorts by length and pads a batch itself."""

    graphs = ["torch"]

    def __init__(self, options):
        import sentence_transformers
        import torch
        torch.set_num_threads(options.threads)
        torch.set_num_interop_threads(1)
        self.model = sentence_transformers.SentenceTransformer(options.model, device="cpu")
        self.model.max_seq_length = MAX_TOKENS
        self.version = f"{sentence_transformers.__version__} (torch {torch.__version__})"

    def embed(self, texts, graph, batch):
        return self.model.encode(texts, batch_size=batch, show_progress_bar=False)


class PaddedBatches:
    """Tokenizes by `tokenizers`, sorts by length, pads a batch to its longest text."""

    def __init__(self, model, threads, max_tokens=MAX_TOKENS):
        from tokenizers import Tokenizer
        os.environ["TOKENIZERS_PARALLELISM"] = "true" if threads > 1 else "false"
        self.tokenizer = Tokenizer.from_file(str(Path(model) / "tokenizer.json"))
        self.tokenizer.enable_truncation(max_tokens)
        self.tokenizer.no_padding()

    def embed(self, texts, graph, batch):
        encoded = self.tokenizer.encode_batch_fast(texts)
        order = sorted(range(len(texts)), key=lambda i: len(encoded[i]))
        vectors = None
        for start in range(0, len(order), batch):
            chosen = order[start:start + batch]
            longest = len(encoded[chosen[-1]])
            ids = numpy.zeros((len(chosen), longest), numpy.int64)
            mask = numpy.zeros((len(chosen), longest), numpy.int64)
            for row, index in enumerate(chosen):
                row_ids = encoded[index].ids
                ids[row, :len(row_ids)] = row_ids
                mask[row, :len(row_ids)] = 1
            answer = self.forward(graph, ids, mask)
            if vectors is None:
                vectors = numpy.empty((len(texts), answer.shape[1]), numpy.float32)
            vectors[chosen] = answer
        return vectors


def cpu_session(graph, threads):
    import onnxruntime
    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    settings.inter_op_num_threads = 1
    settings.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    settings.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    return onnxruntime.InferenceSession(str(graph), settings, providers=["CPUExecutionProvider"])


class Onnxruntime(PaddedBatches):
    graphs = ["plain", "fused"]

    def __init__(self, options):
        super().__init__(options.model, options.threads)
        import onnxruntime
        self.sessions = {graph: cpu_session(Path(options.onnx) / f"{graph}.onnx", options.threads)
                         for graph in self.graphs}
        self.version = onnxruntime.__version__

    def forward(self, graph, ids, mask):
        return self.sessions[graph].run(None, {"input_ids": ids, "attention_mask": mask})[0]


class Openvino(PaddedBatches):
    graphs = ["plain"]

    def __init__(self, options):
        super().__init__(options.model, options.threads)
        import openvino
        # One stream and f32: without the hint a CPU with bf16 or AMX would answer in bf16.
        self.model = openvino.Core().compile_model(
            str(Path(options.onnx) / "plain.onnx"), "CPU",
            {"INFERENCE_NUM_THREADS": options.threads, "NUM_STREAMS": 1,
             "PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"})
        self.request = self.model.create_infer_request()
        self.version = openvino.__version__.split("-")[0]

    def forward(self, graph, ids, mask):
        self.request.infer({"input_ids": ids, "attention_mask": mask}, share_inputs=True)
        return self.request.get_output_tensor(0).data


ENGINES = {
    "sentence-transformers": SentenceTransformers,
    "onnxruntime": Onnxruntime,
    "openvino": Openvino,
}


class Worker:
    def __init__(self, options):
        from tokenizers import Tokenizer
        self.engine = ENGINES[options.engine](options)
        self.counter = Tokenizer.from_file(str(Path(options.model) / "tokenizer.json"))
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
        if verb == "embed":
            return {"seconds": self.timed(self.texts)}
        if verb == "latency":
            return {"seconds": [self.timed(self.texts[:1]) for _ in range(int(argument))]}
        if verb == "vectors":
            vectors = self.engine.embed(self.texts, self.graph, self.batch).astype("<f4")
            Path(argument).write_bytes(vectors.tobytes())
            return {"dimension": vectors.shape[1]}
        return {"error": f"unknown verb {verb}"}

    def timed(self, texts):
        start = time.perf_counter()
        self.engine.embed(texts, self.graph, self.batch)
        return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("engine", choices=ENGINES)
    parser.add_argument("--model", required=True)
    parser.add_argument("--onnx", required=True)
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
