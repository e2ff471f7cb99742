"""The tensors that the expressions of the catalog are about, made when an expression first names them."""

from functools import partial

import numpy as np

# What counts: elements, sides of matrices, sides of images, images of a batch. The small ones are for tests.
LARGE = {"elements": 1 << 20, "side": 512, "image": 224, "batch": 8}
SMALL = {"elements": 1 << 13, "side": 16, "image": 16, "batch": 1}


class Inputs(dict):
    """Names -> tensors of `tf`, of the given sizes; a mapping that makes what it is first asked for."""

    def __init__(self, tf, sizes):
        super().__init__(tf=tf, np=np, **sizes)
        self.rng = np.random.default_rng(0)

    def __missing__(self, name):
        make = _MADE.get(name)
        if make is None:
            raise KeyError(name)
        self[name] = made = make(self)
        return made

    def constant(self, values, dtype="float32"):
        return self["tf"].constant(np.asarray(values).astype(dtype))


def _uniform(low, high, i, dtype="float32"):
    return i.constant(i.rng.uniform(low, high, i["elements"]), dtype)


def _normal(shape, i):
    return i.constant(i.rng.standard_normal(shape(i)))


def _integers(shape, high, i, dtype="int32"):
    return i.constant(i.rng.integers(0, high, shape(i)), dtype)


def _elements(i):
    return (i["elements"],)


def _rows(i):
    return i["elements"] // 32, 32


def _square(i):
    return i["side"], i["side"]


def _images(channels, i):
    return i["batch"], i["image"], i["image"], channels


def _definite(i):
    m = i.rng.standard_normal(_square(i))
    return i.constant(m @ m.T / i["side"] + np.eye(i["side"]))


def _complex(shape, i):
    parts = i.rng.standard_normal((2, *shape(i)))
    return i.constant(parts[0] + 1j * parts[1], "complex64")


# name -> function of the mapping; expressions and their names in the table are short so that a table of them can be read.
_MADE = {
    "x": partial(_normal, _elements),
    "y": partial(_normal, _elements),
    "p": partial(_uniform, 0.1, 8),  # positive
    "q": partial(_uniform, 0.1, 8),
    "u": partial(_uniform, -0.99, 0.99),  # within what asin takes
    "v": partial(_uniform, 0.01, 0.99),  # probabilities
    "w": partial(_uniform, 1.1, 9),  # above one
    "x64": partial(_uniform, -3, 3, dtype="float64"),
    "h": partial(_uniform, -3, 3, dtype="float16"),
    "b": lambda i: i["tf"].cast(i["x"], "bfloat16"),
    "k": partial(_integers, _elements, 1000),
    "l": partial(_integers, _elements, 1000),
    "k64": partial(_integers, _elements, 1000, dtype="int64"),
    "k16": partial(_integers, _elements, 1000, dtype="int16"),
    "s8": partial(_integers, _elements, 100, dtype="int8"),
    "bytes": partial(_integers, _elements, 256, dtype="uint8"),
    "digits": partial(_integers, _elements, 10),
    "truth": lambda i: i["x"] > 0,
    "other_truth": lambda i: i["y"] > 0,
    "c": partial(_complex, _elements),
    "rows": partial(_normal, _rows),
    "row": lambda i: i["rows"][0],
    "column": lambda i: i["rows"][:, :1],
    "chosen_rows": lambda i: i["tf"].reshape(i["truth"], [-1, 32]),
    "cube": partial(_normal, lambda i: (i["elements"] // 9991 or 1, 103, 97)),  # of odd sides
    "truth_cube": lambda i: i["cube"] > -3.0,
    "of_rows": partial(_integers, lambda i: (_rows(i)[0] // 2,), 256),
    "segments": lambda i: i["tf"].sort(i.constant(i.rng.integers(0, _rows(i)[0] // 8, _rows(i)[0]), "int32")),
    "wide": partial(_normal, lambda i: (i["elements"] // 1024 or 1, 1024)),
    "labels": partial(_integers, lambda i: (i["elements"] // 1024 or 1,), 1000),
    "m": partial(_normal, _square),
    "n": partial(_normal, _square),
    "definite": _definite,
    "lower": lambda i: i["tf"].linalg.cholesky(i["definite"]),
    "few": lambda i: i["m"][:, :4],
    "small": lambda i: i.constant(i.rng.standard_normal((i["side"], 16, 16)) + 8 * np.eye(16)),
    "small_definite": lambda i: i["tf"].matmul(i["small"], i["small"], transpose_b=True),
    "diagonals": partial(_normal, lambda i: (3, i["side"])),
    "photos": lambda i: i.constant(i.rng.random(_images(3, i))),
    "maps": partial(_normal, partial(_images, 32)),
    "bytes_of_photos": partial(_integers, partial(_images, 3), 256, dtype="uint8"),
    "filters": lambda i: i.constant(i.rng.standard_normal((3, 3, 32, 32)) / 17),
    "depth_filters": lambda i: i.constant(i.rng.standard_normal((3, 3, 32, 1)) / 3),
    "boxes": lambda i: i.constant(np.sort(i.rng.random((256, 2, 2)), 1).reshape(256, 4)),
    "box_of": lambda i: i.constant(i.rng.integers(0, i["batch"], 256), "int32"),
    "scores": lambda i: i.constant(i.rng.random(256)),
    "signals": partial(_normal, lambda i: (i["elements"] // 1024 or 1, 1024)),
    "complex_signals": partial(_complex, lambda i: (i["elements"] // 1024 or 1, 1024)),
    "sequence": partial(_normal, lambda i: (i["elements"] // 1024 or 1, 128, 8)),
    "heads": partial(_normal, lambda i: (i["batch"], 4, i["side"] // 4, 32)),
}
