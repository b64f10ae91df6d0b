"""Writes the ONNX forms of the model that the peers run.

    export_onnx.py MODEL_FOLDER OUT_FOLDER

`plain.onnx` is BERT with mean pooling and L2 normalisation, as torch traces it;
OpenVINO does its own fusing. `fused.onnx` is the same graph after onnxruntime's
BERT optimizer (Attention, SkipLayerNormalization, BiasGelu); onnxruntime is measured
on whichever of the two is faster. Fails when a fusion did not take, so that
onnxruntime is never held back by a graph that its optimizer does not know.
"""

import sys
import warnings
from pathlib import Path

import torch
from onnxruntime.transformers import optimizer
from transformers import AutoModel

INPUTS = ["input_ids", "attention_mask"]


class SentenceEncoder(torch.nn.Module):
    def __init__(self, folder):
        super().__init__()
        # Eager attention is the pattern that onnxruntime's optimizer knows.
        self.bert = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()

    def forward(self, input_ids, attention_mask):
        hidden = self.bert(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(hidden.dtype)
        mean = (hidden * mask).sum(1) / mask.sum(1)
        return torch.nn.functional.normalize(mean, p=2, dim=1)


def export_plain(encoder, path):
    ids = torch.randint(1000, 20000, (2, 16))
    mask = torch.ones_like(ids)
    mask[1, 10:] = 0
    batch_and_length = {0: "batch", 1: "length"}
    torch.onnx.export(
        encoder, (ids, mask), str(path), dynamo=False, opset_version=17,
        input_names=INPUTS, output_names=["vectors"],
        dynamic_axes={**dict.fromkeys(INPUTS, batch_and_length), "vectors": {0: "batch"}})


def export_fused(encoder, plain, path):
    config = encoder.bert.config
    model = optimizer.optimize_model(
        str(plain), model_type="bert", num_heads=config.num_attention_heads,
        hidden_size=config.hidden_size, opt_level=0)
    counts = model.get_fused_operator_statistics()
    layers = config.num_hidden_layers
    wanted = {"Attention": layers, "BiasGelu": layers, "SkipLayerNormalization": 2 * layers}
    for operator, count in wanted.items():
        if counts[operator] != count:
            sys.exit(f"onnxruntime fused {counts[operator]} {operator}, not {count}: the exported "
                     "graph is not the one its optimizer knows")
    model.save_model_to_file(str(path))


def main():
    folder, out = sys.argv[1], Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    warnings.filterwarnings("ignore")
    encoder = SentenceEncoder(folder)
    with torch.inference_mode():
        export_plain(encoder, out / "plain.onnx")
    export_fused(encoder, out / "plain.onnx", out / "fused.onnx")


if __name__ == "__main__":
    main()
