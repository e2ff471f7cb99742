"""Compare what TensorFlow's Keras and this package make of each other's files: models of every layer, in every format.

    python scripts/check_keras_files.py PYTHON [NAME ...]

PYTHON is one that has TensorFlow 2.15.1. Each model is made by one of the two, saved, and loaded by the other, which has to predict
the same for a batch and to have the same weights after one step of training. A table of counts comes last.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
from progress import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = ("keras", "h5", "tf")
DRAWING = ("dropout", "noise", "spatial", "random", "lstm_seed", "lstm_recurrent", "rnn_simple", "stateful", "mixed")


def load(which):
    """The module and the cases."""
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    if which == "tensorflow":
        import tensorflow as tf
    else:
        import tfshim as tf
    tf.get_logger().setLevel("ERROR")
    from tests.keras import directory_cases

    return tf, directory_cases


def path_of(folder, kind, name):
    return str(folder / (f"{name}.{kind}" if kind != "tf" else name))


def write(which, folder, names):
    """Make and save the models; what they compute goes beside them."""
    tf, cases = load(which)
    found = {}
    makers = {**cases.layers(tf), **cases.networks(tf)}
    for name, make in progress(f"{which} writes", {k: v for k, v in makers.items() if not names or k in names}.items()):
        tf.keras.backend.clear_session()
        tf.keras.utils.set_random_seed(1)
        about = found[name] = {}
        try:
            model, inputs = make()
            cases.fill(model)
            about["predicted"] = cases.predicted(tf, model, inputs)
        except Exception as e:
            about["skipped"] = f"{type(e).__name__}: {e}"[:300]
            continue
        for kind in FORMATS:
            try:
                model.save(path_of(folder, kind, name))
            except Exception as e:
                about[kind] = f"{type(e).__name__}: {e}"[:300]
        if not any(word in name for word in DRAWING):
            about["step"] = cases.step(tf, model, inputs)
    (folder / "facts.json").write_text(json.dumps(found))


def same(a, b, wide=False):
    """Whether two nested lists of numbers or texts agree; `wide` for results in bfloat16."""
    if isinstance(a, dict):
        return sorted(a) == sorted(b) and all(same(a[k], b[k], wide) for k in a)
    if isinstance(a, list) and a and isinstance(a[0], (list, dict)):
        return len(a) == len(b) and all(same(x, y, wide) for x, y in zip(a, b))
    if isinstance(a, list) and a and isinstance(a[0], str):
        return a == b
    return len(a) == len(b) and np.allclose(a, b, rtol=2e-3, atol=3e-2 if wide else 2e-4)


def read(which, folder):
    """Load the models, and compare."""
    tf, cases = load(which)
    facts = json.loads((folder / "facts.json").read_text())
    makers, results = {**cases.layers(tf), **cases.networks(tf)}, {}
    for name, about in progress(f"{which} reads", {k: v for k, v in facts.items() if "skipped" not in v}.items()):
        _, inputs = makers[name]()
        for kind in FORMATS:
            row = results.setdefault(f"{name} {kind}", {})
            if kind in about:
                row["saved"] = about[kind]
                continue
            try:
                tf.keras.backend.clear_session()
                arguments = {} if kind == "tf" or name not in cases.OWN else {"custom_objects": own_classes(makers[name]()[0])}
                model = tf.keras.models.load_model(path_of(folder, kind, name), **arguments)
                model.reset_states()  # a directory holds those of the batch that was seen
                row["predicted"] = same(about["predicted"], cases.predicted(tf, model, inputs), name == "mixed")
                if "step" in about:
                    row["step"] = same(about["step"], cases.step(tf, model, inputs), name == "mixed")
                if kind == "tf":
                    row["served"] = served(tf, path_of(folder, kind, name), inputs, about["predicted"])
            except Exception as e:
                row["loaded"] = f"{type(e).__name__}: {e}"[:400]
    (folder / f"{which}.json").write_text(json.dumps(results))


def own_classes(model):
    return {type(x).__name__: type(x) for x in model._flatten_layers() if type(x).__module__.startswith("tests")}


def served(tf, path, inputs, want):
    """Whether the signature of the SavedModel gives as much as the model predicts."""
    loaded = tf.saved_model.load(path)
    signature = loaded.signatures["serving_default"]
    names = list(signature.structured_input_signature[1])
    given = inputs if isinstance(inputs, dict) else dict(zip(sorted(names) if len(names) > 1 else names, inputs))
    got = signature(**{k: tf.constant(v) for k, v in given.items()})

    def count(x):
        below = x.values() if isinstance(x, dict) else x if x and isinstance(x[0], (list, dict)) else None
        return 1 if below is None else sum(map(count, below))

    return len(got) == count(want)


def report(title, results):
    """Print what differs, and count."""
    counts = {}
    for name, row in results.items():
        kind = name.rpartition(" ")[2]
        good = counts.setdefault(kind, {"loaded": 0, "predicted": 0, "step": 0, "served": 0, "all": 0, "not saved": 0})
        if "saved" in row:
            good["not saved"] += 1
            print(f"  {name}: not saved: {row['saved']}")
            continue
        good["all"] += 1
        good["loaded"] += "loaded" not in row
        for what in ("predicted", "step", "served"):
            good[what] += row.get(what) is True
        if "loaded" in row or False in row.values():
            print(f"  {name}: {row}")
    print(title)
    for kind, good in counts.items():
        print(f"  {kind:6} {good}")
    wrong = sum("saved" in row or "loaded" in row or False in row.values() for row in results.values())
    print(f"  {len(results) - wrong} of {len(results)} files agree", flush=True)
    return not wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("python")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--phase", nargs=3)
    parser.add_argument("--direction", choices=("out", "in"))
    given = parser.parse_args()
    if given.phase:
        phase, which, folder = given.phase
        write(which, pathlib.Path(folder), given.names) if phase == "write" else read(which, pathlib.Path(folder))
        return
    pythons, good = {"tfshim": sys.executable, "tensorflow": given.python}, True
    pairs = {"out": ("tfshim", "tensorflow"), "in": ("tensorflow", "tfshim")}
    for writer, reader in [pairs[given.direction]] if given.direction else pairs.values():
        with tempfile.TemporaryDirectory() as folder:
            for phase, which in (("write", writer), ("read", reader)):
                command = [pythons[which], __file__, given.python, *given.names, "--phase", phase, which, folder]
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            skipped = {k: v["skipped"] for k, v in json.loads(pathlib.Path(folder, "facts.json").read_text()).items() if "skipped" in v}
            results = json.loads(pathlib.Path(folder, f"{reader}.json").read_text())
        for name, why in skipped.items():
            print(f"  {name}: not made: {why}")
        good &= report(f"written by {writer}, read by {reader}", results)
    raise SystemExit(not good)


if __name__ == "__main__":
    main()
