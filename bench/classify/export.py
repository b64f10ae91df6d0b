"""Makes the classifier that the engines run, in the forms that they run.

    export.py TOKENIZER_JSON OUT_FOLDER

`model/` is a sequence classifier of albert-base-v2's shape with seeded weights, and the
tokenizer given (its vocabulary takes the place of ALBERT's 30,000 pieces: only the size
of a table that is looked up). `plain.onnx` is the graph as torch traces it, `fused.onnx`
the same after onnxruntime's own optimizer; onnxruntime is measured on the faster one.
Fails when the optimizer did not fuse attention, so that onnxruntime is never held back
by a graph it does not know.
"""

import json
import shutil
import sys
import warnings
from pathlib import Path

import torch
import transformers
from onnxruntime.transformers import optimizer

INPUTS = ["input_ids", "attention_mask"]


class Classifier(torch.nn.Module):
    def __init__(self, folder):
        super().__init__()
        # Eager attention is the pattern that onnxruntime's optimizer knows.
        self.model = transformers.AutoModelForSequenceClassification.from_pretrained(
            folder, attn_implementation="eager").eval()

    def forward(self, input_ids, attention_mask):
        return self.model(input_ids=input_ids, attention_mask=attention_mask).logits


def make_model(tokenizer, folder):
    torch.manual_seed(42)
    vocabulary = len(json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"])
    config = transformers.AlbertConfig(
        vocab_size=vocabulary, embedding_size=128, hidden_size=768, num_hidden_layers=12,
        num_attention_heads=12, intermediate_size=3072, id2label={0: "no", 1: "yes"})
    model = transformers.AlbertForSequenceClassification(config).eval()
    with torch.no_grad():
        for name, value in model.named_parameters():
            norm = "norm" in name.lower() and name.endswith("weight")
            value.normal_(1.0 if norm else 0.0, 0.1 if norm else 0.05)
    model.save_pretrained(folder)
    shutil.copy(tokenizer, folder / "tokenizer.json")


def export_plain(model, path):
    ids = torch.randint(1000, 20000, (2, 16))
    mask = torch.ones_like(ids)
    mask[1, 10:] = 0
    batch_and_length = {0: "batch", 1: "length"}
    torch.onnx.export(
        model, (ids, mask), str(path), dynamo=False, opset_version=17, input_names=INPUTS,
        output_names=["logits"],
        dynamic_axes={**dict.fromkeys(INPUTS, batch_and_length), "logits": {0: "batch"}})


def export_fused(model, plain, path):
    config = model.model.config
    fused = optimizer.optimize_model(
        str(plain), model_type="bert", num_heads=config.num_attention_heads,
        hidden_size=config.hidden_size, opt_level=0)
    counts = fused.get_fused_operator_statistics()
    # The first layer's input is a projection, not the norm that the pattern begins with.
    if counts["Attention"] < config.num_hidden_layers - 1:
        sys.exit(f"onnxruntime fused {counts['Attention']} Attention, not "
                 f"{config.num_hidden_layers}: the exported graph is not one its optimizer knows")
    fused.save_model_to_file(str(path))


def main():
    tokenizer, out = Path(sys.argv[1]), Path(sys.argv[2])
    warnings.filterwarnings("ignore")
    (out / "model").mkdir(parents=True, exist_ok=True)
    make_model(tokenizer, out / "model")
    model = Classifier(out / "model")
    with torch.inference_mode():
        export_plain(model, out / "plain.onnx")
    export_fused(model, out / "plain.onnx", out / "fused.onnx")


if __name__ == "__main__":
    main()
