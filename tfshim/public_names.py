"""The public names of TensorFlow 2.15 and of its TensorFlow 1, to distinguish what it has from misspelled names.

Also what to ask `tfshim docs` for, which says more of what is not there.
"""

import difflib
import functools
import json
from pathlib import Path

# What TensorFlow 1.0 renamed: programs and books from before it are still met.
_BEFORE_1_0 = {
    **{"mul": "tf.multiply", "sub": "tf.subtract", "neg": "tf.negative", "inv": "tf.math.reciprocal", "complex_abs": "tf.abs"},
    **{"pack": "tf.stack", "unpack": "tf.unstack", "select": "tf.where", "listdiff": "tf.compat.v1.setdiff1d"},
    **{"batch_matmul": "tf.matmul", "batch_cholesky": "tf.linalg.cholesky"},
    **{f"{kind}_summary": f"tf.summary.{kind}" for kind in ("scalar", "histogram", "image", "audio")},
    **{"merge_summary": "tf.compat.v1.summary.merge", "merge_all_summaries": "tf.compat.v1.summary.merge_all"},
}

# What programs of earlier versions ask for, and how it is written now: {dotted namespace: {name: sentence}}.
_GONE = {
    "": {
        **{name: f"TensorFlow 1.0 renamed it: it is now {now}." for name, now in _BEFORE_1_0.items()},
        "dtensor": "there are no tensors over several devices here; use tf.distribute.",
        "python": "its names are private; import those of tensorflow.python by their full names.",
    },
    "keras": {
        "wrappers": "Keras 2.12 took it away: `pip install 'scikeras<0.13'`; its classes are in scikeras.wrappers.",
        "objectives": "they are now in tf.keras.losses.",
    },
    "keras.backend": {"tensorflow_backend": "its names are now in tf.keras.backend."},
    "keras.callbacks": {"callbacks": "its names are now in tf.keras.callbacks."},
    "keras.mixed_precision": {
        "experimental": "its names are now in tf.keras.mixed_precision: Policy, and set_global_policy for set_policy."
    },
    "keras.optimizers": {
        f"{module}_v2": f"it is now tf.keras.optimizers.{name}."
        for module, name in {
            **{name.lower(): name for name in "Adadelta Adagrad Adam Adamax Ftrl Nadam".split()},
            "gradient_descent": "SGD",
            "rmsprop": "RMSprop",
        }.items()
    },
    "train": {"SummaryWriter": "TensorFlow 1.0 renamed it: it is now tf.compat.v1.summary.FileWriter."},
    "keras.utils": {
        "multi_gpu_model": "TensorFlow 2.4 took it away: make the model in the scope of a tf.distribute.MirroredStrategy.",
        "np_utils": "to_categorical and normalize are now in tf.keras.utils.",
        "vis_utils": "plot_model and model_to_dot are now in tf.keras.utils.",
    },
}
# Namespaces of TensorFlow's table that are not here at all, or where a name means something else.
_NO_GUESS = ("raw_ops", "compat", "dtensor", "lite", "mlir")


@functools.cache
def _namespaces(version):
    """{dotted namespace: its names} of TensorFlow `version` (1 or 2)."""
    tables = json.loads((Path(__file__).parent / "tensorflow_names.json").read_text(encoding="utf-8"))

    def read(table):
        return {path: frozenset((table[names[1:]] if names.startswith("=") else names).split()) for path, names in table.items()}

    made = read(tables["2"])
    return made if version == 2 else {**made, **read(tables["1"])}


@functools.cache
def _of_keras3():
    """{dotted namespace that both have: what Keras 3 (its release 3.15) has there and Keras 2.15 has not}, as words in a text."""
    return json.loads((Path(__file__).parent / "keras3_names.json").read_text(encoding="utf-8"))


def _split(name, version):
    """The version and the parts below it that the dotted `name` from `tensorflow` means."""
    parts = name.split(".")[1:]
    if parts[:1] == ["compat"] and len(parts) > 1 and parts[1] in ("v1", "v2"):
        return int(parts[1][1]), parts[2:]
    return version, parts


def names_in(path, version):
    """The names of TensorFlow's namespace `path` (dotted, below `tf`; "" for `tf` itself); empty where it is none."""
    return _namespaces(version).get(path, frozenset())


def exists(name, version):
    """Whether TensorFlow has the dotted `name`, as far as its namespaces show: what follows a class or a function is not looked at."""
    return _missing(name, version) is None


def _missing(name, version):
    """(namespace, part) of the first part of `name` that its namespace has not; None if there is none."""
    version, parts = _split(name, version)
    table, path = _namespaces(version), ""
    for part in parts:
        if path not in table:
            return None
        if part not in table[path] and not part.startswith("_"):
            return path, part
        path = f"{path}.{part}".lstrip(".")
    return None


def meant(name, version):
    """What may have been meant by a `name` that TensorFlow has not, as a sentence; "" if nothing comes to mind."""
    asked, parts = _split(name, version)
    path, part = _missing(name, version)
    start = "tf" if asked == version else f"tf.compat.v{asked}"
    other = 3 - asked
    if parts[0] in ("contrib", "examples"):
        return "TensorFlow 1 had it, until 1.15: use --tf 1.x."
    if _missing(".".join(["tensorflow", *parts]), other) is None:
        if other == 1:
            return f"TensorFlow 1 has it: write tf.compat.v1.{'.'.join(parts)}, or use --tf 1.x."
        return "TensorFlow 2 has it: use --tf 2.x."
    if gone := _GONE.get(path, {}).get(part):
        return gone
    table = _namespaces(asked)
    # Those below Keras first, for what Keras 3 has moved.
    same = sorted(
        (p for p, names in table.items() if part in names and not p.startswith(_NO_GUESS)),
        key=lambda p: (path.startswith("keras") and not p.startswith("keras"), len(p)),
    )
    if part in _of_keras3().get(path, "").split():
        # A namespace of the same name elsewhere has other things in it.
        if not same or f"{same[0]}.{part}".lstrip(".") in table:
            return f"Keras 3 has it, and tf.keras is Keras 2.15: `pip install keras`, and write {path}.{part}."
    elif alike := [name for name in table[path] if _letters(name) == _letters(part)]:
        # `conv_2d` or `adam`, to which `Nadam` is nearer than `Adam` by the number of letters that differ.
        return f"did you mean {'.'.join(filter(None, [start, path, min(alike)]))}?"
    elif close := difflib.get_close_matches(part, table[path], 1, 0.75):
        elsewhere = difflib.get_close_matches(part, _namespaces(other).get(path, ()), 1, 0.85)
        if asked == 2 and elsewhere and _likeness(part, elsewhere[0]) > _likeness(part, close[0]):
            return f"did you mean tf.compat.v1.{f'{path}.'.lstrip('.')}{elsewhere[0]} of TensorFlow 1?"
        return f"did you mean {'.'.join(filter(None, [start, path, close[0]]))}?"
    return f"did you mean {'.'.join(filter(None, [start, same[0], part]))}?" if same else ""


def _letters(name):
    return name.replace("_", "").lower()


def _likeness(asked, name):
    return difflib.SequenceMatcher(None, name, asked).ratio()


@functools.cache
def remark(name):
    """What is added to "no such attribute" for the dotted `name` from `tensorflow`: what it may be instead, and where to read more.

    "" below a module that is none of TensorFlow's namespaces.
    """
    version, parts = _split(name, 2)
    path, part = ".".join(parts[:-1]), parts[-1]
    if path not in _namespaces(version):
        return ""
    if gone := _GONE.get(path, {}).get(part):
        return f": {gone}{see_namespace(path, version)}"
    if part in _namespaces(version)[path]:
        return f": TensorFlow 2.15 has it, tfshim has not.{see_namespace(path, version)}"
    guess = meant(name, 2)
    return f": {guess or 'TensorFlow 2.15 has no such name.'}{see_namespace(path, 1 if guess.startswith('TensorFlow ') else version)}"


def see(name):
    """The sentence, with a space before it, that says how all that is refused of the public `name` is shown."""
    return _shown(name)


def see_namespace(path, version):
    """The same for what the namespace `path` (dotted, below `tf`) has not: its names, or the page on programs of TensorFlow 1."""
    return _shown("tensorflow1" if version == 1 else ".".join(filter(None, ["tf", path])))


def see_messages():
    """The same for what is private to TensorFlow."""
    return _shown("does-not-run")


# The documentation is hosted nowhere, and who has installed a wheel has no sources: the command has what is said here.
def _shown(topic):
    return f" See `tfshim docs {topic}`."
