"""Save the objects of tests/saved_model (also of Keras, also training) with tfshim, let TensorFlow load them, and compare.

    python scripts/check_saved_models.py PYTHON [--only NAME ...] [--folder FOLDER] [--failures]

PYTHON has TensorFlow 2.15.1. For each object the table says whether its functions, its signatures (called as functions, and by the
session that TensorFlow 1 loads them into) and one step of training give the numbers that they give in the program that saved it; and
whether tfshim, loading the same directory, gives them too. The exit status is 1 where something differs.
"""

import argparse
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.saved_model.keras_objects import KERAS_CASES  # noqa: E402
from tests.saved_model.objects import CASES as OTHERS  # noqa: E402
from tests.saved_model.objects import trained  # noqa: E402
from tests.saved_model.training_objects import TRAINING  # noqa: E402

CASES = {**OTHERS, **KERAS_CASES, **TRAINING}

PARTS = ("functions", "signatures", "session", "training")


def plain(tf, x):
    """The numbers of a structure of tensors, as arrays."""
    return [np.asarray(v.numpy() if hasattr(v, "numpy") else v) for v in tf.nest.flatten(x, expand_composites=True)]


def attempt(function, *args):
    """What a function gives, or the text of its error."""
    try:
        return function(*args)
    except Exception as error:  # whatever it is, it stands in the table
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}\n{traceback.format_exc()[-3000:]}"


def functions_of(tf, made, x):
    return {name: attempt(lambda f: plain(tf, f(x)), call) for name, call in made.calls.items()}


def signature(tf, loaded, name, fed):
    return {k: plain(tf, v) for k, v in sorted(loaded.signatures[name](**fed).items())}


def training(tf, root, loss):
    return plain(tf, trained(tf, root, loss))


def measured(tf, made, path):
    """What the object gives that was saved at `path`, loaded anew for each part."""
    found = {"functions": functions_of(tf, made, tf.saved_model.load(path))}
    loaded = tf.saved_model.load(path)
    found["signatures"] = {name: attempt(signature, tf, loaded, name, fed) for name, fed in made.fed.items()}
    if made.loss is not None:
        found["training"] = attempt(training, tf, tf.saved_model.load(path), made.loss)
    return found


def in_session(tf, folder, fed):
    """What signatures give where TensorFlow 1 loads the graph."""
    found = {}
    for name, values in fed.items():
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            meta = tf.compat.v1.saved_model.load(session, ["serve"], folder)
            signature = meta.signature_def[name]
            feeds = {signature.inputs[k].name: v for k, v in values.items()}
            found[name] = {k: [np.asarray(session.run(info.name, feeds))] for k, info in sorted(signature.outputs.items())}
    return found


def load_all(folder, names):
    """What TensorFlow finds in the directories, as a pickle on the disk."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    import tensorflow as tf

    found = {}
    for name in names:
        made = CASES[name](tf, tempfile.mkdtemp())
        path = os.path.join(folder, name)
        fed = {k: {n: v.numpy() for n, v in values.items()} for k, values in made.fed.items()}
        result = attempt(measured, tf, made, path)
        if isinstance(result, dict):
            result["session"] = attempt(in_session, tf, path, fed)
        found[name] = result
    with open(os.path.join(folder, "found.pickle"), "wb") as file:
        pickle.dump(found, file)


def same(a, b):
    """ "yes", or how two results differ."""
    if isinstance(a, str) or isinstance(b, str):
        return a if isinstance(a, str) else b
    if isinstance(a, dict):
        if sorted(a) != sorted(b):
            return f"{sorted(a)} and {sorted(b)}"
        return next((f"{k}: {text}" for k in a if (text := same(a[k], b[k])) != "yes"), "yes")
    if len(a) != len(b):
        return f"{len(a)} and {len(b)} results"
    for x, y in zip(a, b):
        if x.dtype != y.dtype or x.shape != y.shape:
            return f"{x.dtype}{list(x.shape)} and {y.dtype}{list(y.shape)}"
        if not (np.allclose(x, y, rtol=1e-5, atol=1e-6) if x.dtype.kind in "fc" else np.array_equal(x, y)):
            return f"{x.tolist()} and {y.tolist()}"
    return "yes"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--only", nargs="+", choices=sorted(CASES), metavar="NAME")
    parser.add_argument("--folder")
    parser.add_argument("--failures", action="store_true", help="print all of each error")
    options = parser.parse_args()
    import tfshim as tf

    folder, names = options.folder or tempfile.mkdtemp(), options.only or list(CASES)
    own, again, refused = {}, {}, {}
    for name in names:
        files = tempfile.mkdtemp()
        made = attempt(CASES[name], tf, files)
        path = os.path.join(folder, name)
        result = made if isinstance(made, str) else attempt(tf.saved_model.save, made.root, path, made.signatures)
        if isinstance(result, str):
            refused[name] = result
            continue
        own[name] = {"functions": functions_of(tf, made, made.root)}
        if made.loss is not None:
            fresh = CASES[name](tf, files)
            own[name]["training"] = attempt(training, tf, fresh.root, fresh.loss)
        shutil.rmtree(files)  # what belongs to a saved model is in its own folder
        again[name] = attempt(measured, tf, made, path)
    subprocess.run([options.python, __file__, "--load", folder, *own], check=True)
    with open(os.path.join(folder, "found.pickle"), "rb") as file:
        found = pickle.load(file)
    wrong, rows = 0, [("object", "saved", *PARTS, "tfshim")]
    for name in names:
        if name in refused:
            rows.append((name, "no", *("-" for _ in PARTS), "-"))
            print(f"{name}: {refused[name] if options.failures else refused[name].splitlines()[0]}")
            wrong += 1
            continue
        row, texts = [], []
        for part in PARTS:
            there = found[name] if isinstance(found[name], str) else found[name].get(part, {})
            here = again[name] if isinstance(again[name], str) else again[name].get("signatures" if part == "session" else part, {})
            wanted = own[name].get(part, here)
            text = same(wanted, there) if wanted or there else "-"
            row.append(text if text in ("yes", "-") else "no")
            texts.append((part, text))
        here = again[name]
        own_text = (
            here
            if isinstance(here, str)
            else next((text for part in own[name] if (text := same(own[name][part], here.get(part, {}))) != "yes"), "yes")
        )
        rows.append((name, "yes", *row, "yes" if own_text == "yes" else "no"))
        for part, text in [*texts, ("tfshim", own_text)]:
            if text not in ("yes", "-"):
                wrong += 1
                print(f"{name}, {part}: {text if options.failures else text.splitlines()[0]}")
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    print("\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in rows))
    print(f"{len(names)} objects, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--load"]:
        load_all(sys.argv[2], sys.argv[3:])
    else:
        sys.exit(main())
