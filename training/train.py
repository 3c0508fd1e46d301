"""Learns the table of word vectors from the pairs that pairs.js wrote, and writes the model file.

A text is the normalised sum, over its distinct words, of (1 + ln count) x weight x row. Rows are shared by queries and code; each word has a
weight for either. What is learnt: of all codes in a batch, a query is nearest to its own, and the other way round (symmetric
InfoNCE). Negatives are the rest of the batch; a part of them comes from the same file or package.
"""

import argparse
import json
import math
import os
import pathlib
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np
import scipy.sparse as sparse

TEMPERATURE = 0.05
NEIGHBOURS = 16
DROPPED_WORDS = 0.1
FIELD_CHANCE = 0.3
NAME_COUNT = 2
WEIGHT_RATE = 5.0
WARM_UP = 100


def read_pairs(folder, rows):
    """{field: counts by pair and row} of the pairs in `folder`, and their sentences."""
    fields = {}
    for field in ("query", "code", "name", "path"):
        ends = np.fromfile(folder / f"{field}.ends", np.int32)
        indices = np.fromfile(folder / f"{field}.rows", np.int32)
        counts = np.fromfile(folder / f"{field}.counts", np.uint8)
        starts = np.concatenate([[0], ends]).astype(np.int64)
        matrix = sparse.csr_matrix((counts.astype(np.float32), indices, starts), shape=(len(ends), rows))
        matrix.sum_duplicates()
        fields[field] = matrix
    return fields, np.fromfile(folder / "sentences", np.uint32)


def damped(counts):
    """1 + ln count, and 0 for words that were dropped."""
    values = counts.data
    out = np.zeros_like(values)
    present = values > 0
    out[present] = 1 + np.log(values[present])
    return sparse.csr_matrix((out, counts.indices, counts.indptr), shape=counts.shape)


def used_rows(counts):
    """The rows that a batch uses, and its counts over those alone."""
    rows, inverse = np.unique(counts.indices, return_inverse=True)
    return rows, sparse.csr_matrix(
        (counts.data, inverse.astype(np.int32), counts.indptr), shape=(counts.shape[0], len(rows))
    )


def normalised(vectors):
    lengths = np.sqrt((vectors * vectors).sum(1, keepdims=True)) + 1e-6
    return vectors / lengths, lengths


class LazyAdam:
    """Adam that moves, and remembers for, only the rows a batch uses."""

    def __init__(self, values):
        self.values = values
        self.mean = np.zeros_like(values)
        self.square = np.zeros_like(values)

    def step(self, rows, gradient, rate, step):
        mean = self.mean[rows]
        mean *= 0.9
        mean += 0.1 * gradient
        self.mean[rows] = mean
        gradient *= gradient
        square = self.square[rows]
        square *= 0.99
        gradient *= 0.01
        square += gradient
        self.square[rows] = square
        np.sqrt(square, out=square)
        square += 1e-8
        mean /= square
        mean *= rate * math.sqrt(1 - 0.99**step) / (1 - 0.9**step)
        self.values[rows] -= mean


class Trainer:
    def __init__(self, fields, sentences, rows, dimensions, batch, seed):
        self.fields = fields
        self.sentences = sentences
        self.batch = batch
        self.random = np.random.default_rng(seed)
        pairs = len(sentences)
        seen = np.bincount(fields["code"].indices, minlength=rows) + 1.0
        rarity = np.log(np.log(1 + pairs / seen)).astype(np.float32)
        table = self.random.normal(0, 1 / math.sqrt(dimensions), (rows, dimensions)).astype(np.float32)
        self.table = LazyAdam(table)
        self.weights = {"query": LazyAdam(rarity.copy()), "code": LazyAdam(rarity.copy())}

    def run(self, steps, rate):
        done, losses, since = 0, [], time.process_time()
        while done < steps:
            for pairs in self.batches():
                done += 1
                if done > steps:
                    break
                losses.append(self.step(pairs, rate * min(1, done / WARM_UP) * max(0.02, 1 - done / steps), done))
                if done % 100 == 0:
                    cost = (time.process_time() - since) / 100
                    print(f"step {done} of {steps}: loss {np.mean(losses):.4f}, {cost * 1000:.0f} ms", flush=True)
                    losses, since = [], time.process_time()

    def batches(self):
        """Every pair once, in random order but for runs of NEIGHBOURS that stand together in their package."""
        start = self.random.integers(0, NEIGHBOURS)
        runs = (len(self.sentences) - start) // NEIGHBOURS
        order = self.random.permutation(runs)
        a_batch = self.batch // NEIGHBOURS
        for at in range(0, runs - a_batch + 1, a_batch):
            chosen = order[at : at + a_batch, None] * NEIGHBOURS + np.arange(NEIGHBOURS) + start
            yield chosen.ravel()

    def counts(self, pairs):
        """The batch's queries and codes; names and paths are added to some, as they are when chunks are embedded."""
        code = self.fields["code"][pairs]
        for field, count in (("name", NAME_COUNT), ("path", 1)):
            extra = self.fields[field][pairs]
            chosen = self.random.random(len(pairs)) < FIELD_CHANCE
            extra.data = extra.data * np.repeat(chosen * np.float32(count), np.diff(extra.indptr))
            code = code + extra
        return damped(self.dropped(self.fields["query"][pairs])), damped(self.dropped(code.tocsr()))

    def dropped(self, counts):
        counts.data = counts.data * (self.random.random(len(counts.data), np.float32) >= DROPPED_WORDS)
        return counts

    def step(self, pairs, rate, number):
        size = len(pairs)
        sides = {}
        for side, counts in zip(("query", "code"), self.counts(pairs)):
            rows, over = used_rows(counts)
            scaled = self.table.values[rows] * np.exp(self.weights[side].values[rows])[:, None]
            vectors, lengths = normalised(over @ scaled)
            sides[side] = (rows, over, scaled, vectors, lengths)
        query, code = sides["query"][3], sides["code"][3]

        scores = query @ code.T
        scores -= 1
        scores *= 1 / TEMPERATURE
        sentences = self.sentences[pairs]
        same = sentences[:, None] == sentences[None, :]
        np.fill_diagonal(same, False)
        scores[same] = -1e4
        right = np.diag(scores).copy()
        np.exp(scores, out=scores)
        by_query = scores.sum(1, keepdims=True) + 1e-30
        by_code = scores.sum(0, keepdims=True) + 1e-30
        scores *= 1 / by_query + 1 / by_code
        scores[np.arange(size), np.arange(size)] -= 2
        scores *= 0.5 / (size * TEMPERATURE)

        gradients = []
        for side, toward in (("query", scores @ code), ("code", scores.T @ query)):
            rows, over, scaled, vectors, lengths = sides[side]
            toward -= vectors * (toward * vectors).sum(1, keepdims=True)
            toward /= lengths
            gradient = over.T @ toward
            weights = self.weights[side]
            by_weight = np.einsum("ij,ij->i", gradient, scaled)
            gradient *= np.exp(weights.values[rows])[:, None]
            weights.step(rows, by_weight, rate * WEIGHT_RATE, number)
            gradients.append((rows, gradient))
        (query_rows, query_gradient), (code_rows, code_gradient) = gradients
        rows = np.union1d(query_rows, code_rows)
        gradient = np.zeros((len(rows), query.shape[1]), np.float32)
        gradient[np.searchsorted(rows, query_rows)] = query_gradient
        gradient[np.searchsorted(rows, code_rows)] += code_gradient
        self.table.step(rows, gradient, rate, number)
        return float((np.log(by_query[:, 0]) - right).mean())


def write_model(path, header, words, table, weights):
    """Header as JSON behind its length, the words a line each, weights of rows for queries and for code, the table by rows; all little-endian."""
    scales = np.abs(table).max(1) / 127 + 1e-12
    quantised = np.clip(np.round(table / scales[:, None]), -127, 127).astype(np.int8)
    scaled = np.stack([scales * np.exp(weights[side]) for side in ("query", "code")]).astype("<f4")
    listed = "\n".join(words).encode()
    head = json.dumps({**header, "vocabularyBytes": len(listed)}).encode()
    start = b"CIWV" + len(head).to_bytes(4, "little") + head + listed
    padding = b"\n" * (-len(start) % 16)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(start + padding + scaled.tobytes() + quantised.tobytes())
    return quantised, {"query": scaled[0], "chunk": scaled[1]}


def write_vectors(path, samples, table, weights):
    """The vectors of samples.js, computed as training computes them, from the table as it was written."""
    written = []
    for one in samples:
        rows = np.array(one["rows"])
        counts = (1 + np.log(one["counts"])) * weights[one["sample"]["kind"]][rows]
        vectors, _ = normalised((counts @ table[rows].astype(np.float64))[None])
        written.append({**one["sample"], "vector": [round(float(value), 5) for value in vectors[0]]})
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("[\n" + ",\n".join(json.dumps(one, ensure_ascii=False) for one in written) + "\n]\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pairs", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("vectors", type=pathlib.Path)
    parser.add_argument("--name", required=True)
    parser.add_argument("--hashed-rows", type=int, required=True)
    parser.add_argument("--dimensions", type=int, default=384)
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=3500)
    parser.add_argument("--rate", type=float, default=0.008)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    words = json.loads((options.pairs / "words.json").read_text())
    rows = len(words) + options.hashed_rows
    fields, sentences = read_pairs(options.pairs, rows)
    print(f"{len(sentences)} pairs, {rows} rows", flush=True)
    trainer = Trainer(fields, sentences, rows, options.dimensions, options.batch, options.seed)
    trainer.run(options.steps, options.rate)
    header = {
        "name": options.name,
        "dimensions": options.dimensions,
        "words": len(words),
        "hashedRows": options.hashed_rows,
        "seed": options.seed,
        "steps": options.steps,
    }
    weights = {side: adam.values for side, adam in trainer.weights.items()}
    table, scaled = write_model(options.model, header, words, trainer.table.values, weights)
    write_vectors(options.vectors, json.loads((options.pairs / "samples.json").read_text()), table, scaled)


if __name__ == "__main__":
    main()
