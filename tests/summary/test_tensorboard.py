"""TensorBoard's own writers and readers, and torch's, with tfshim standing for TensorFlow."""

import subprocess
import sys
from pathlib import Path

import pytest

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

logdir, plugin, function = sys.argv[1:]
data = {
    "scalar": [1.5],
    "histogram": [np.random.RandomState(0).normal(size=100)],
    "text": [["a", "b"]],
    "image": [np.random.RandomState(0).uniform(size=(4, 3, 5, 3))],
    "audio": [np.random.RandomState(0).uniform(-1, 1, (2, 50, 1)).astype("f4"), 8000],
}[function]
theirs = getattr(importlib.import_module(f"tensorboard.plugins.{plugin}.summary_v2"), function)
for name, write in (("theirs", theirs), ("ours", getattr(tfshim.summary, function))):
    with tf.summary.create_file_writer(f"{logdir}/{name}").as_default(step=4):
        assert write("tag", *data, description="d")


def read(name):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    reader = EventAccumulator(f"{logdir}/{name}")
    reader.Reload()
    (event,) = reader.Tensors("tag")
    return event.step, reader.SummaryMetadata("tag"), event.tensor_proto


assert read("theirs") == read("ours"), (read("theirs"), read("ours"))
print("equal")
"""


def run(code, *args):
    start = "import tfshim; tfshim.activate()\n"
    done = subprocess.run(
        [sys.executable, "-c", start + code, *args], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_torchs_summary_writer(tmp_path):
    assert "metadata.tsv" in run(TORCH_WRITER, str(tmp_path))


@pytest.mark.parametrize("function", ["scalar", "histogram", "text", "image", "audio"])
def test_tensorboards_own_summaries_write_what_ours_do(function, tmp_path):
    assert run(TENSORBOARD_PLUGIN, str(tmp_path), function, function) == "equal\n"
