"""Export models to PyTorch and ONNX, and compare what the exported ones give with what the models give.

    python scripts/check_exports.py [NAME ...] [--small] [--json]

The models are those of tests/torch_modules/exported_models.py, in full size unless `--small`. Each is made a torch.nn.Module by
tfshim.to_module and goes through torch.export with a first size that may vary (checked with other sizes than it was exported with),
and through torch.onnx.export, whose file onnxruntime runs where it is installed, else the interpreter of the package onnx. A column is
the greatest difference from the model, divided by the greatest of its values where these are above 1; the exit status is 1 if any
exceeds 1e-5 or fails. Without the packages onnx and onnxscript (`pip install 'tfshim[onnx]'`) that column stays empty.
"""

import argparse
import importlib.util
import json
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import tfshim as tf
from tests.torch_modules.exported_models import MODELS

LIMIT = 1e-5


def flat(x):
    return [np.asarray(t.detach() if isinstance(t, torch.Tensor) else t) for t in tf.nest.flatten(x)]


def difference(found, wanted):
    found, wanted = flat(found), flat(wanted)
    assert [a.shape for a in found] == [b.shape for b in wanted], ([a.shape for a in found], [b.shape for b in wanted])
    return max(float(np.abs(a - b).max() / max(1.0, np.abs(b).max())) for a, b in zip(found, wanted))


def resized(arrays, varies):
    """The inputs with another first size."""
    return [np.concatenate([a, a, a])[: len(a) + 1] if varies and a.ndim else a for a in arrays]


def shapes(arrays, varies):
    batch = torch.export.Dim("batch")
    return tuple({0: batch} if varies and a.ndim else {} for a in arrays)


def called(model, arrays):
    """What the model gives for the inputs."""
    if isinstance(model, tf.keras.Model):
        return model(arrays[0] if len(arrays) == 1 else arrays, training=False)
    return model(*map(tf.constant, arrays))


def exported(module, arrays, varies):
    """A function that runs the program of torch.export."""
    program = torch.export.export(module, tuple(map(torch.tensor, arrays)), dynamic_shapes=shapes(arrays, varies))
    run = program.module()
    return lambda given: run(*map(torch.tensor, given))


def in_onnx(module, arrays, varies, path):
    """A function that runs the ONNX file."""
    torch.onnx.export(
        module,
        tuple(map(torch.tensor, arrays)),
        path,
        dynamo=True,
        dynamic_shapes=shapes(arrays, varies),
        verbose=False,
        external_data=False,
    )
    if importlib.util.find_spec("onnxruntime") is not None:
        import onnxruntime

        session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
        names = [i.name for i in session.get_inputs()]
    else:
        import onnx.reference

        session = onnx.reference.ReferenceEvaluator(path)
        names = session.input_names
    return lambda given: session.run(None, dict(zip(names, given)))


def measured(name, small, onnx):
    """The row of the model `name`: differences, or what was raised."""
    model, arrays, varies = MODELS[name](small)
    module = tf.to_module(model).eval()
    wanted = [called(model, given) for given in (arrays, resized(arrays, varies))]
    row = {"model": name, "module": difference(module(*map(torch.tensor, arrays)), wanted[0])}
    with tempfile.TemporaryDirectory() as folder:
        ways = {"torch.export": lambda: exported(module, arrays, varies)}
        if onnx:
            ways["onnx"] = lambda: in_onnx(module, arrays, varies, f"{folder}/model.onnx")
        for way, make in ways.items():
            try:
                run = make()
                row[way] = max(difference(run(given), w) for given, w in zip((arrays, resized(arrays, varies)), wanted))
            except Exception as e:
                row[way] = f"{type(e).__name__}: {e}".split("\n")[0][:150]
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="models (default: all)")
    parser.add_argument("--small", action="store_true", help="few layers in place of the large models, as in the tests")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    options = parser.parse_args()
    onnx = importlib.util.find_spec("onnxscript") is not None
    rows, failed = [], 0
    for name in options.names or MODELS:
        tf.keras.backend.clear_session()
        start = time.perf_counter()
        row = measured(name, options.small, onnx)
        rows.append(row)
        failed += any(not isinstance(v, float) or not v <= LIMIT for k, v in row.items() if k != "model")
        if not options.json:
            cells = [f"{row[k]:.1e}" if isinstance(row.get(k), float) else str(row.get(k, "")) for k in ("module", "torch.export", "onnx")]
            print(f"| {name} | {' | '.join(cells)} |  {time.perf_counter() - start:.1f} s", flush=True)
    if options.json:
        print(json.dumps(rows, indent=1))
    else:
        print(f"{len(rows) - failed} of {len(rows)} models agree to {LIMIT:.0e} in every form")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
