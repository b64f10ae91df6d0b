"""Makes embedded_classifier.json: what torch says of the weights in models/stereotype-minilm.

    embedded_classifier.py FOLDER_OF_ALL_MINILM_L6_V2

The updates are added to the base's weights as docs/formats/adapter.md has it; transformers does
the rest. The sentences were written for this file.
"""

import json
import sys
from pathlib import Path

import torch
from safetensors.torch import load_file
from transformers import AutoTokenizer, BertModel

HERE = Path(__file__).parent
ADAPTER = HERE.parent.parent / "models" / "stereotype-minilm"
SENTENCES = [
    "", "x", "Lighthouse keepers are all lonely and bitter.",
    "The lighthouse keeper wrote a letter to his sister.",
    "Every nurse is a woman who loves to gossip.", "The nurse checked the chart before lunch.",
    "People from the islands are lazy and late for everything.",
    "The ferry to the islands leaves at nine.", "Engineers have no feelings.",
    "The engineer measured the bridge twice.", "Old people cannot learn anything new.",
    "My grandfather learned to play the trumpet at seventy.",
    "The committee met on Tuesday to discuss the budget, the roof, and the new heating.",
    "Grüße aus Köln: l'été est fini, 東京は晴れ, and 12,345 gulls.",
    "Why are all politicians thieves? " * 40,
]


@torch.inference_mode()
def main():
    base, config = sys.argv[1], json.loads((ADAPTER / "config.json").read_text())
    tensors = {name: value.float()
               for name, value in load_file(ADAPTER / "adapter.safetensors").items()}
    model = BertModel.from_pretrained(base, add_pooling_layer=False).eval()
    scale = config["alpha"] / config["rank"]
    for name in {name.rpartition(".")[0] for name in tensors if ".lora_" in name}:
        weight = model.get_submodule(name).weight
        weight += scale * tensors[f"{name}.lora_B"] @ tensors[f"{name}.lora_A"]
    tokenizer = AutoTokenizer.from_pretrained(base)
    rows = []
    for text in SENTENCES:
        tokens = tokenizer(text, truncation=True, max_length=config["max_tokens"],
                           return_tensors="pt")
        mean = model(**tokens).last_hidden_state.mean(1)
        logits = mean @ tensors["classifier.weight"].T + tensors["classifier.bias"]
        rows.append({"text": text, "tokens": tokens["input_ids"].shape[1],
                     "logits": [round(float(value), 6) for value in logits[0]]})
    (HERE / "embedded_classifier.json").write_text(
        json.dumps({"labels": config["labels"], "cases": rows}, indent=1, ensure_ascii=False)
        + "\n")


if __name__ == "__main__":
    main()
