"""The choice of the format of checkpoints, TensorFlow's first format, parts of variables, compressed blocks, and conversion."""

import os

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.cli import main  # noqa: E402
from tfshim.train import snappy  # noqa: E402

v1 = tf.compat.v1
TENSORFLOW, SAFETENSORS = ["c.data-00000-of-00001", "c.index"], ["c.safetensors"]


def _saved(folder, **options):
    for file in os.listdir(folder):
        os.unlink(folder / file)
    tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(str(folder / "c"), **options)
    w = tf.Variable([0.0, 0.0])
    tf.train.Checkpoint(v=w).read(str(folder / "c")).assert_consumed()
    assert w.numpy().tolist() == [1.0, 2.0]
    return sorted(os.listdir(folder))


def test_the_format_is_chosen_by_option_setting_and_environment(tmp_path, monkeypatch):
    assert _saved(tmp_path) == SAFETENSORS
    assert _saved(tmp_path, options=tf.train.CheckpointOptions(file_format="tensorflow")) == TENSORFLOW
    monkeypatch.setenv("TFSHIM_CHECKPOINT_FORMAT", "tensorflow")
    assert _saved(tmp_path) == TENSORFLOW
    assert _saved(tmp_path, options=tf.train.CheckpointOptions(file_format="safetensors")) == SAFETENSORS
    try:
        tfshim.set_checkpoint_format("safetensors")
        assert _saved(tmp_path) == SAFETENSORS
    finally:
        tfshim.set_checkpoint_format(None)
    monkeypatch.setenv("TFSHIM_CHECKPOINT_FORMAT", "other")
    with pytest.raises(ValueError, match="TFSHIM_CHECKPOINT_FORMAT is 'other'"):
        _saved(tmp_path)
    with pytest.raises(ValueError, match="file_format is 'x'"):
        tf.train.CheckpointOptions(file_format="x")


@pytest.mark.parametrize("version, form", [(1, "tensorflow"), (2, "tensorflow"), (2, "safetensors")])
def test_parts_of_variables_are_saved_as_one(tmp_path, monkeypatch, version, form):
    monkeypatch.setenv("TFSHIM_CHECKPOINT_FORMAT", form)
    prefix = str(tmp_path / "c")
    for again in (False, True):
        with tf.Graph().as_default(), v1.Session() as session:
            rows = v1.get_variable("rows", [7, 2], initializer=v1.ones_initializer(), partitioner=v1.fixed_size_partitioner(3))
            text = v1.get_variable("text", initializer=["", ""] if again else ["a", "bc"])
            saver = v1.train.Saver(write_version=version)
            session.run(v1.global_variables_initializer())
            if again:
                saver.restore(session, prefix)
                assert session.run(rows.as_tensor())[:, 0].tolist() == [0, 0, 0, 1, 1, 2, 2]
                assert session.run(text).tolist() == [b"a", b"bc"]
            else:
                session.run([part.assign(part * float(i)) for i, part in enumerate(rows)])
                saver.save(session, prefix)
    assert tf.train.list_variables(prefix) == [("rows", [7, 2]), ("text", [2])]
    assert tf.train.load_variable(prefix, "rows").shape == (7, 2)
    if version == 1:
        raw = bytearray((tmp_path / "c").read_bytes())
        raw[20] ^= 1
        (tmp_path / "c").write_bytes(raw)
        with pytest.raises(tf.errors.DataLossError):
            tf.train.load_checkpoint(prefix)


def test_compressed_blocks():
    # Two bytes as they are, four of them again at a distance of two, and one as it is.
    assert snappy.decompressed(bytes([7, 1 << 2, 97, 98, 1, 2, 0, 99])) == b"abababc"
    assert snappy.decompressed(bytes([12, 0, 97, 10 << 2 | 2, 1, 0])) == b"a" * 12
    for damaged in (bytes([7, 1 << 2, 97]), bytes([3, 0, 97, 1, 2]), bytes([255, 255, 255, 127, 0, 97]), bytes([1, 4, 97, 98])):
        with pytest.raises((ValueError, IndexError)):
            snappy.decompressed(damaged)


def test_conversion_both_ways(tmp_path, capsys):
    source, there, back = (str(tmp_path / name) for name in ("a", "b", "c"))
    tf.train.Checkpoint(v=tf.Variable([1.0, 2.0]), text=tf.Variable(["x"])).write(source)
    assert main(["convert", source, there]) == 0
    assert os.path.exists(there + ".index") and "2 tensors" in capsys.readouterr().out
    assert main(["convert", there, back]) == 0
    assert os.path.exists(back + ".safetensors")
    assert main(["convert", source, back]) == 2 and "would be replaced" in capsys.readouterr().err
    assert main(["convert", source, back, "--to", "tensorflow", "--force"]) == 0
    assert not os.path.exists(back + ".safetensors")
    for prefix in (there, back):
        np.testing.assert_array_equal(tf.train.load_variable(prefix, "v/.ATTRIBUTES/VARIABLE_VALUE"), [1, 2])
    assert main(["convert", str(tmp_path / "none"), there]) == 2


def test_what_conversion_is_given(tmp_path, capsys):
    from tfshim.cli.convert import convert

    def said(source, target="out", **options):
        status = convert(str(tmp_path / source), str(tmp_path / target), **options)
        printed = capsys.readouterr()
        return status, (printed.err if status else printed.out).replace(str(tmp_path) + "/", "")

    (tmp_path / "folder").mkdir()
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    for name in ("folder/one", "both"):
        checkpoint.write(str(tmp_path / name), tf.train.CheckpointOptions(file_format="tensorflow"))
    assert said("folder/one.index")[0] == 0  # a file in place of the prefix
    assert said("folder/one.data-00000-of-00001", "second.safetensors")[0] == 0
    assert (tmp_path / "second.safetensors").exists()
    assert said("folder", "third")[0] == 0  # the only one
    checkpoint.write(str(tmp_path / "folder/two"))
    assert said("folder") == (2, "tfshim: the folder folder does not say which checkpoint is its latest: give one of one, two in it\n")
    (tmp_path / "nothing").mkdir()
    assert said("nothing") == (2, "tfshim: the folder nothing holds neither checkpoints nor a saved model\n")
    assert "does not exist" in said("missing")[1]
    (tmp_path / "text").write_text("text")
    assert said("text")[1].startswith("tfshim: text is no file of a checkpoint")
    os.rename(tmp_path / "second.safetensors", tmp_path / "both.safetensors")
    assert said("both")[1] == "tfshim: there is a checkpoint in either format at both: say with --to which one to write\n"
    assert "safetensors, 1 tensor," in said("both", "fourth", form="tensorflow")[1]
    assert "TensorFlow's format, 1 tensor," in said("both", "fifth", form="safetensors")[1]
    assert said("both", "fifth", form="safetensors")[1] == "tfshim: fifth.safetensors would be replaced: give another name, or --force\n"
