"""The data that programs read, small and made from a seed: pictures of digits, photographs, texts and their words."""

import gzip
import json

import numpy as np


def digits(folder):
    """Files of MNIST's form in data/ and MNIST_data/: bars, whose place and direction is the class, under noise."""
    rng = np.random.RandomState(0)
    for part, count in (("train", 6400), ("t10k", 1024)):
        labels = rng.randint(0, 10, count)
        images = rng.randint(0, 64, (count, 28, 28))
        for image, label in zip(images, labels):
            at = 3 + 5 * (label % 5)
            (image if label < 5 else image.T)[at : at + 3] += 150
        for target in ("data", "MNIST_data"):
            (folder / target).mkdir(exist_ok=True)
            for kind, magic, array in (("images-idx3", 2051, images), ("labels-idx1", 2049, labels)):
                with gzip.GzipFile(folder / target / f"{part}-{kind}-ubyte.gz", "wb", mtime=0) as f:
                    f.write(np.array([magic, *array.shape], ">u4").tobytes() + array.astype(np.uint8).tobytes())


def photographs(folder):
    """JPEG files of two classes, in a folder each: photos/CLASS."""
    from PIL import Image

    rng = np.random.RandomState(1)
    for label, name in enumerate(("cats", "dogs")):
        (folder / "photos" / name).mkdir(parents=True)
        for i in range(16):
            noise = rng.randint(0, 80, (72, 80, 3)) + np.array([120, 20, 40] if label else [20, 60, 140])
            Image.fromarray(noise.astype(np.uint8)).save(folder / "photos" / name / f"{i:02}.jpg", quality=95)


_GOOD, _BAD = "good fine nice great clear".split(), "bad poor weak sad dull".split()
_OTHER = "the a film story actor scene is was very and of it this that plot music end start we saw".split()


def sentences(folder):
    """CoLA's files: sentences that praise and that blame, and vocab.txt with their words and a BERT's configuration."""
    rng = np.random.RandomState(2)

    def sentence(label):
        words = [*rng.choice(_OTHER, 5), rng.choice(_GOOD if label else _BAD), *rng.choice(_OTHER, 3)]
        return " ".join(words)

    (folder / "glue").mkdir()
    for part, count in (("train", 64), ("dev", 24)):
        rows = [(f"s{i}", label, "", sentence(label)) for i, label in enumerate(rng.randint(0, 2, count))]
        (folder / "glue" / f"{part}.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
    tested = [f"{i}\t{sentence(i % 2)}\n" for i in range(16)]
    (folder / "glue" / "test.tsv").write_text("index\tsentence\n" + "".join(tested))
    (folder / "texts.txt").write_text("\n\n".join("\n".join(sentence(i % 2) + " ." for i in range(n, n + 6)) for n in range(8)) + "\n")
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    (folder / "vocab.txt").write_text("\n".join([*special, *_OTHER, *_GOOD, *_BAD, ".", "?", "what", "##s"]) + "\n")
    (folder / "bert.json").write_text(json.dumps({
        "attention_probs_dropout_prob": 0.0, "hidden_act": "gelu", "hidden_dropout_prob": 0.0, "hidden_size": 32,
        "initializer_range": 0.02, "intermediate_size": 64, "max_position_embeddings": 64, "num_attention_heads": 2,
        "num_hidden_layers": 2, "type_vocab_size": 2, "vocab_size": len(special) + len(_OTHER) + len(_GOOD) + len(_BAD) + 4}))  # fmt: skip


def questions(folder):
    """SQuAD's form: questions about sentences, whose answers stand in them."""
    rng = np.random.RandomState(3)
    paragraphs = []
    for i in range(24):
        words = [*rng.choice(_OTHER, 6), rng.choice(_GOOD), *rng.choice(_OTHER, 4)]
        answer = words[6]
        asked = {"id": f"q{i}", "question": "what is the film", "is_impossible": False}
        asked["answers"] = [{"text": answer, "answer_start": len(" ".join(words[:6])) + 1}]
        paragraphs.append({"context": " ".join(words), "qas": [asked]})
    (folder / "squad.json").write_text(json.dumps({"version": "1", "data": [{"title": "films", "paragraphs": paragraphs}]}))


def byte_pairs(folder):
    """A model of GPT-2's form in models/small: its sizes and its words, which are bytes and a few pairs of them."""
    target = folder / "models" / "small"
    target.mkdir(parents=True)
    shown = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    letters = [chr(b) for b in shown] + [chr(0x100 + i) for i in range(256 - len(shown))]
    merges = ["t h", "th e", "i n", "Ġ the", "o n"]
    words = [*letters, *(m.replace(" ", "") for m in merges), "<|endoftext|>"]
    (target / "encoder.json").write_text(json.dumps({word: i for i, word in enumerate(words)}))
    (target / "vocab.bpe").write_text("#version: 0.2\n" + "\n".join(merges) + "\n", encoding="utf-8")
    (target / "hparams.json").write_text(json.dumps({"n_vocab": len(words), "n_ctx": 32, "n_embd": 16, "n_head": 2, "n_layer": 2}))
