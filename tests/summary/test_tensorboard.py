"""TensorBoard's own writers and readers, and torch's, with tfshim standing for TensorFlow."""

from pathlib import Path

import pytest

import tfshim as tf
from tests import after_torch

ROOT = Path(__file__).resolve().parent.parent.parent

TORCH_WRITER = r"""
import sys
import torch
from torch.utils.tensorboard import SummaryWriter
logdir = sys.argv[1]
with SummaryWriter(logdir) as writer:
    writer.add_scalar("scalar", 1.5, 3)
    writer.add_scalars("several", {"a": 1.0, "b": 2.0}, 3)
    writer.add_histogram("histogram", torch.arange(10.0), 3)
    writer.add_image("image", torch.rand(3, 4, 5), 3)
    writer.add_text("text", "some text", 3)
    writer.add_audio("audio", torch.zeros(1, 100), 3)
    writer.add_hparams({"lr": 0.1}, {"loss": 2.0})
    writer.add_embedding(torch.eye(3), metadata=["x", "y", "z"], label_img=torch.rand(3, 3, 4, 4))
    writer.add_pr_curve("curve", torch.tensor([0, 1, 1]), torch.tensor([0.1, 0.8, 0.4]), 3)

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
reader = EventAccumulator(logdir)
reader.Reload()
assert [(e.step, e.value) for e in reader.Scalars("scalar")] == [(3, 1.5)]
assert reader.Histograms("histogram")[0].histogram_value.num == 10
image = reader.Images("image")[0]
assert (image.width, image.height) == (5, 4) and image.encoded_image_string.startswith(b"\x89PNG")
assert reader.Audio("audio")[0].encoded_audio_string.startswith(b"RIFF")
assert set(reader.Tags()["tensors"]) == {"text/text_summary", "curve"}
print(sorted(p.name for p in __import__("pathlib").Path(logdir).rglob("*.tsv")))
"""

TENSORBOARD_PLUGIN = """
import importlib
import sys
import numpy as np
import tensorflow as tf
import tfshim

logdir, *functions = sys.argv[1:]
DATA = {
    "scalar": [1.5],
    "histogram": [np.random.RandomState(0).normal(size=100)],
    "text": [["a", "b"]],
    "image": [np.random.RandomState(0).uniform(size=(4, 3, 5, 3))],
    "audio": [np.random.RandomState(0).uniform(-1, 1, (2, 50, 1)).astype("f4"), 8000],
}


def read(name):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    reader = EventAccumulator(f"{logdir}/{name}")
    reader.Reload()
    (event,) = reader.Tensors("tag")
    return event.step, reader.SummaryMetadata("tag"), event.tensor_proto


for function in functions:
    theirs = getattr(importlib.import_module(f"tensorboard.plugins.{function}.summary_v2"), function)
    for name, write in (("theirs", theirs), ("ours", getattr(tfshim.summary, function))):
        with tf.summary.create_file_writer(f"{logdir}/{name}/{function}").as_default(step=4):
            assert write("tag", *DATA[function], description="d")
    assert read(f"theirs/{function}") == read(f"ours/{function}"), (function, read(f"theirs/{function}"))
print("equal")
"""


def run(code, *args):
    start = "import tfshim; tfshim.activate()\n"
    done = after_torch.python("-c", start + code, *args, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_torchs_summary_writer(tmp_path):
    assert "metadata.tsv" in run(TORCH_WRITER, str(tmp_path))


# What TensorBoard's code calls besides tf.summary, and may not be there yet.
NEEDS = {
    "scalar text": ["debugging"],
    "histogram": ["debugging", "cond"],
    "image": ["debugging", "image"],
    "audio": ["debugging", "cond", "map_fn"],
}


@pytest.mark.parametrize("functions", NEEDS)
def test_tensorboards_own_summaries_write_what_ours_do(functions, tmp_path):
    missing = [name for name in NEEDS[functions] if not hasattr(tf, name)]
    if missing:
        pytest.skip(f"there is no {', '.join(f'tf.{name}' for name in missing)} yet")
    assert run(TENSORBOARD_PLUGIN, str(tmp_path), *functions.split()) == "equal\n"
