"""Let tfshim and TensorFlow save the objects of tests/saved_model, and each load what the other one saved.

    python scripts/check_saved_models.py PYTHON [--only NAME ...] [--from-tensorflow] [--folder FOLDER] [--failures]

PYTHON has TensorFlow 2.15.1. tfshim saves the objects, and the table says whether the functions, the signatures (called as functions, and
by the session that TensorFlow 1 loads them into), one step of training and the models that Keras makes give TensorFlow the numbers that
they give in the program that saved them; and whether tfshim, loading the same directory, gives them too. What TensorFlow's Keras makes of
a directory is compared with what tfshim makes of it without the two files that are tfshim's own, by which it goes on with the optimizer
where TensorFlow begins with a new one. With --from-tensorflow TensorFlow saves them, and what it then loads is compared with what tfshim
loads. The exit status is 1 where something differs.
"""

import argparse
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from progress import progress

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.saved_model.cases import CASES, READ  # noqa: E402
from tests.saved_model.measuring import attempt, by_keras, functions_of, measured, training  # noqa: E402

PARTS = ("functions", "signatures", "session", "training", "keras")


def in_session(tf, folder, fed, tags):
    """What signatures give where TensorFlow 1 loads the graph."""
    found = {}
    for name, values in fed.items():
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            meta = tf.compat.v1.saved_model.load(session, tags, folder)
            signature = meta.signature_def[name]
            feeds = {signature.inputs[k].name: v for k, v in values.items()}
            found[name] = {k: [np.asarray(session.run(info.name, feeds))] for k, info in sorted(signature.outputs.items())}
    return found


def made_alike(tf, name, folder):
    """The object, with the weights that it has in every run: a step of training from some weights tells rounding errors apart."""
    tf.keras.utils.set_random_seed(1)
    return CASES[name](tf, folder)


def found_at(tf, made, path):
    """What the object gives that was saved at `path`, also in a session."""
    found = attempt(measured, tf, made, path)
    if isinstance(found, dict) and made.fed:
        fed = {k: {n: v.numpy() for n, v in values.items()} for k, values in made.fed.items()}
        found["session"] = attempt(in_session, tf, path, fed, ["serve"] if made.tags is None else made.tags)
    return found


def by_tensorflow(folder, writes, names):
    """What TensorFlow finds in the directories, which it `writes` itself or not, as a pickle on the disk."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
    import tensorflow as tf

    found = {}
    for name in progress("TensorFlow, writing" if writes else "TensorFlow, reading", names):
        files, path = tempfile.mkdtemp(), os.path.join(folder, name)
        made = attempt(made_alike, tf, name, files)
        text = made if isinstance(made, str) else attempt(made.write, tf, path) if writes else None
        shutil.rmtree(files)  # what belongs to a saved model is in its own folder
        found[name] = text if isinstance(text, str) else found_at(tf, made, path)
    with open(os.path.join(folder, "found.pickle"), "wb") as file:
        pickle.dump(found, file)


def same(a, b, tolerance):
    """ "yes", or how two results differ."""
    if isinstance(a, str) or isinstance(b, str):
        return a if isinstance(a, str) else b
    if isinstance(a, dict):
        if sorted(a) != sorted(b):
            return f"{sorted(a)} and {sorted(b)}"
        return next((f"{k}: {text}" for k in a if (text := same(a[k], b[k], tolerance)) != "yes"), "yes")
    if len(a) != len(b):
        return f"{len(a)} and {len(b)} results"
    for x, y in zip(a, b):
        if x.dtype != y.dtype or x.shape != y.shape:
            return f"{x.dtype}{list(x.shape)} and {y.dtype}{list(y.shape)}"
        if not (np.allclose(x, y, rtol=tolerance, atol=_absolute(y, tolerance)) if x.dtype.kind in "fc" else np.array_equal(x, y)):
            return f"{x.tolist()} and {y.tolist()}"
    return "yes"


def _absolute(values, tolerance):
    """How far small numbers may differ: what is a sum of numbers as large as the others is as exact as these, whose digits may be few."""
    if not values.size or values.dtype.kind not in "fc":
        return tolerance / 10
    largest = float(np.abs(np.where(np.isfinite(values), values, 0)).max())
    return max(tolerance / 10, float(np.finfo(values.dtype).eps) * largest) if tolerance < 1e-3 else tolerance * largest


def compared(wanted, found, tolerance):
    """part -> "-" where there is none, else how the two differ in it."""
    if isinstance(wanted, str) or isinstance(found, str):
        return {"functions": wanted if isinstance(wanted, str) else found}
    parts = [p for p in PARTS if wanted.get(p) or found.get(p)]
    return {p: same(wanted.get(p, {}), found.get(p, {}), tolerance) for p in parts}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("python")
    parser.add_argument("--only", nargs="+", choices=sorted(CASES), metavar="NAME")
    parser.add_argument("--from-tensorflow", action="store_true")
    parser.add_argument("--folder")
    parser.add_argument("--failures", action="store_true", help="print all of each error")
    options = parser.parse_args()
    import tfshim as tf
    from tfshim.keras.saving.keras_file import CONFIG, METADATA

    folder, names = options.folder or tempfile.mkdtemp(), options.only or [n for n in CASES if options.from_tensorflow or n not in READ]
    own, again, seen, tolerances = {}, {}, {}, {}

    def asked():
        task = "--write" if options.from_tensorflow else "--load"
        subprocess.run([options.python, __file__, task, folder, *names], check=True)
        with open(os.path.join(folder, "found.pickle"), "rb") as file:
            return pickle.load(file)

    there = asked() if options.from_tensorflow else {}
    for name in progress("tfshim", names):
        files, path = tempfile.mkdtemp(), os.path.join(folder, name)
        made = attempt(made_alike, tf, name, files)
        text = made if isinstance(made, str) else None if options.from_tensorflow else attempt(made.write, tf, path)
        if isinstance(text, str):
            own[name] = text
            continue
        tolerances[name], own[name] = made.tolerance, {}
        if made.root is not None and not options.from_tensorflow:
            own[name]["functions"] = functions_of(made=made, tf=tf, root=made.root)
            if made.loss is not None:
                fresh = made_alike(tf, name, files)
                own[name]["training"] = attempt(training, tf, fresh.root, fresh.loss)
        shutil.rmtree(files)  # what belongs to a saved model is in its own folder
        again[name] = found_at(tf, made, path)
        if made.keras is not None and not options.from_tensorflow:
            bare = shutil.copytree(path, path + "-bare", ignore=shutil.ignore_patterns(METADATA, CONFIG))
            seen[name] = attempt(by_keras, tf, bare, *made.keras)
    there = there or asked()
    wrong, rows = 0, [("object", *PARTS, "" if options.from_tensorflow else "tfshim")]
    for name in names:
        if isinstance(own[name], str):
            texts = {"functions": f"not made or not saved: {own[name]}"}
        else:
            here = again[name]
            wanted = here if isinstance(here, str) else {**here, **own[name]}
            seen_there = {**wanted, "keras": seen[name]} if name in seen and isinstance(wanted, dict) else wanted
            texts = compared(seen_there, there[name], tolerances[name])
            if not options.from_tensorflow:
                texts["tfshim"] = next((t for t in compared(wanted, here, tolerances[name]).values() if t != "yes"), "yes")
        rows.append((name, *(("no", "yes")[texts[p] == "yes"] if p in texts else "-" for p in (*PARTS, "tfshim"))))
        for part, text in texts.items():
            if text != "yes":
                wrong += 1
                print(f"{name}, {part}: {text if options.failures else text.splitlines()[0][:300]}")
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    print("\n".join("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip(" -") for row in rows))
    agreeing = sum("no" not in row for row in rows[1:])
    print(f"{agreeing} of {len(names)} objects agree, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1:2] in (["--load"], ["--write"]):
        by_tensorflow(sys.argv[2], sys.argv[1] == "--write", sys.argv[3:])
    else:
        sys.exit(main())
