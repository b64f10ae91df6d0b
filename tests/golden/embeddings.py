#!/usr/bin/env python3
"""Writes embeddings.jsonl and embeddings.f32: texts, their ids, and the vectors that
sentence-transformers computes for them.

    python tests/golden/embeddings.py MODEL_FOLDER

embeddings.jsonl has a text with its ids a line; embeddings.f32 the vectors, 384
little-endian floats each, in the same order. Needs sentence-transformers.
"""
import json
import pathlib
import random
import sys

from sentence_transformers import SentenceTransformer

HERE = pathlib.Path(__file__).parent

PLAIN = [
    "", " ", "a", "The plumb line hangs straight.", "the PLUMB line hangs straight",
    "An agent that was asked to summarise began to negotiate.",
    "Refunds are granted within thirty days if the receipt is shown.",
    "Please cancel my order and send the money back to my card.",
    "Wie weit ist das Modell von seinem Auftrag abgewichen?",
    "Le contrat prend fin le 31 décembre, sauf avis contraire.",
    "¿Qué medicamento debe tomar el paciente después de la operación?",
    "模型的回答偏离了最初的目标。", "モデルの答えは最初の目的から外れた。", "모델의 답이 목표에서 벗어났다.",
    "Насколько ответ модели отклонился от задания?", "كم ابتعدت إجابة النموذج عن الهدف؟",
    "मॉडल का उत्तर लक्ष्य से कितना भटका?", "Η απάντηση απομακρύνθηκε από τον στόχο.",
    "คำตอบของโมเดลห่างจากเป้าหมายแค่ไหน", "התשובה התרחקה מהמטרה.",
    "naïve café déjà vu — “quoted” … and 100% ½ ﬁne",
    "int main() { return std::accumulate(v.begin(), v.end(), 0); }",
    "SELECT name, count(*) FROM runs WHERE drift >= 0.2 GROUP BY name;",
    "[CLS] a text that writes [MASK] and [SEP] itself [SEP]",
    "supercalifragilistic" * 12, "emoji 🙂🙃 and flags 🇩🇪", "\u0000NUL\u0007bell\ttab\nline",
    "x" * 5000, "word " * 1000, "é" * 300, "。" * 300,
]
TOPICS = [
    "the patient", "the contract", "the refund policy", "a lighthouse keeper", "the migration plan",
    "the river delta", "our search index", "the violin maker", "a test suite", "the budget",
]
ACTIONS = [
    "was reviewed again before the deadline", "needs a follow-up within two weeks",
    "drifted from what had been agreed", "keeps a careful record of every change",
    "cannot be restored without the original files", "surprised everyone in the room",
    "is cheaper than it was last year", "depends on weather and luck",
    "should be monitored for early signs of trouble", "reads like a story told twice",
]


def made_texts(count, seed=42):
    rng = random.Random(seed)
    for i in range(count):
        sentences = [f"{rng.choice(TOPICS)} {rng.choice(ACTIONS)}".capitalize() + "."
                     for _ in range(1 + i % 40)]
        yield " ".join(sentences)


def main():
    model = SentenceTransformer(sys.argv[1], device="cpu")
    assert model.max_seq_length == 256
    texts = PLAIN + list(made_texts(90))
    vectors = model.encode(texts, batch_size=1, normalize_embeddings=True)
    assert vectors.dtype == "float32" and vectors.shape == (len(texts), 384)
    with open(HERE / "embeddings.jsonl", "w", encoding="utf-8") as out:
        for text in texts:
            ids = model.tokenizer(text, truncation=True, max_length=256)["input_ids"]
            out.write(json.dumps({"text": text, "ids": ids}, ensure_ascii=True) + "\n")
    vectors.astype("<f4").tofile(HERE / "embeddings.f32")


if __name__ == "__main__":
    main()
