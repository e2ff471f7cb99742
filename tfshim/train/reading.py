"""Looking into checkpoints and the folders they are in."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime import errors
from tfshim.engine.values import dtypes
from tfshim.files.places import on_disk
from tfshim.train import _files, state_file
from tfshim.train.object_graph import graph_proto
from tfshim.train.tensor_bundle import GRAPH_KEY

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike, Path


@tf_export("train.get_checkpoint_state")
def get_checkpoint_state(checkpoint_dir: Path, latest_filename: str | None = None) -> Any:
    """What the file "checkpoint" of a directory says about the checkpoints there.

    Mirrors `tf.train.get_checkpoint_state`. `tf.train.latest_checkpoint` gives the path of the latest alone.

    Arguments:
        checkpoint_dir: the directory.
        latest_filename: the name of that file; None (default): "checkpoint".

    Returns:
        A message with `model_checkpoint_path`, the latest, and `all_model_checkpoint_paths`; None where there is no such file.

    Example:
        >>> _ = tf.train.Checkpoint(step=tf.Variable(1)).save("saved/ckpt")
        >>> tf.train.get_checkpoint_state("saved").model_checkpoint_path
        'saved/ckpt-1'
        >>> print(tf.train.get_checkpoint_state("elsewhere"))
        None
    """
    state = state_file.read(checkpoint_dir, latest_filename)
    if state is not None:
        state.model_checkpoint_path = state_file.absolute(checkpoint_dir, state.model_checkpoint_path)
        state.all_model_checkpoint_paths[:] = [state_file.absolute(checkpoint_dir, path) for path in state.all_model_checkpoint_paths]
    return state


@tf_export("train.latest_checkpoint")
def latest_checkpoint(checkpoint_dir: Path, latest_filename: str | None = None) -> str | None:
    """The path of the latest checkpoint in a directory, for `restore`.

    Mirrors `tf.train.latest_checkpoint`. It is the one that the file "checkpoint" there names, which `tf.train.Checkpoint.save` and the
    managers write; checkpoints that were written by `write` are not known there.

    Arguments:
        checkpoint_dir: the directory.
        latest_filename: the name of that file; None (default): "checkpoint".

    Returns:
        A prefix, as "saved/ckpt-3"; None where there is none, or its files are gone.

    Example:
        >>> print(tf.train.latest_checkpoint("saved"))
        None
        >>> _ = tf.train.Checkpoint(step=tf.Variable(1)).save("saved/ckpt")
        >>> tf.train.latest_checkpoint("saved")
        'saved/ckpt-1'
    """
    state = state_file.read(checkpoint_dir, latest_filename)
    latest = None if state is None else state_file.absolute(checkpoint_dir, state.model_checkpoint_path)
    return latest if latest is not None and _files.exists(latest) else None


class CheckpointReader:
    """The tensors of a checkpoint by key; under `_CHECKPOINTABLE_OBJECT_GRAPH` the object graph, a serialized message."""

    __module__ = "tensorflow.python.util._pywrap_checkpoint_reader"

    def __init__(self, prefix):
        self.prefix, self._contents = prefix, _files.opened(prefix)
        self._specs = self._contents.specs
        self._graph = [GRAPH_KEY] if self._contents.has_graph else []  # TensorFlow 1 knows variables by name only

    def keys_by_name(self):
        """{full name of a variable: key} in a checkpoint that is written by objects, None for one that is written by names."""
        if not self._graph:
            return None
        return {name: key for node in self._contents.nodes for _, key, name in node["attributes"] if name}

    def get_variable_to_shape_map(self):
        """key -> shape, a list"""
        return {**{key: list(shape) for key, (_, shape) in self._specs.items()}, **{key: [] for key in self._graph}}

    def get_variable_to_dtype_map(self):
        """key -> DType"""
        return {**{key: dtype for key, (dtype, _) in self._specs.items()}, **{key: dtypes.string for key in self._graph}}

    def has_tensor(self, tensor_str):
        """Whether the checkpoint holds the key `tensor_str`."""
        return tensor_str in self._specs or tensor_str in self._graph

    def debug_string(self):
        """Bytes that list key, dtype and shape, a line each."""
        kinds, shapes = self.get_variable_to_dtype_map(), self.get_variable_to_shape_map()
        rows = (f"{key} (DT_{kinds[key].proto_name.upper()}) [{','.join(map(str, shapes[key]))}]\n" for key in sorted(shapes))
        return "".join(rows).encode()

    def get_tensor(self, tensor_str):
        """The value of the key `tensor_str` as a NumPy array. Raises NotFoundError for none, DataLossError for damage."""
        if tensor_str in self._graph:
            return graph_proto(self._contents.nodes).SerializeToString()
        if tensor_str not in self._specs:
            raise errors.NotFoundError(None, None, f"Key {tensor_str} not found in checkpoint")
        dtype = self._specs[tensor_str][0]
        if dtype is dtypes.variant:
            raise errors.InternalError(None, None, f"Tensorflow type {dtype.as_datatype_enum} not convertible to numpy dtype.")
        return self._contents.tensor(tensor_str).numpy()


@tf_export("train.load_checkpoint")
def load_checkpoint(ckpt_dir_or_file: Path) -> CheckpointReader:
    """A reader of a checkpoint: its keys, shapes, dtypes and values.

    Mirrors `tf.train.load_checkpoint`. The reader has `has_tensor(key)`, `get_tensor(key)`, a NumPy array, and
    `get_variable_to_shape_map()` and `get_variable_to_dtype_map()`. Both TensorFlow's files and tfshim's own are read.

    Arguments:
        ckpt_dir_or_file: a prefix, or a directory, whose latest checkpoint is taken.

    Returns:
        A `CheckpointReader`.

    Raises:
        ValueError: there is no checkpoint. DataLossError: it is damaged.

    Example:
        >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
        >>> reader = tf.train.load_checkpoint(path)
        >>> reader.has_tensor("weights/.ATTRIBUTES/VARIABLE_VALUE"), reader.has_tensor("other")
        (True, False)
    """
    path = os.fsdecode(ckpt_dir_or_file)
    if os.path.isdir(on_disk(path)) and not _files.exists(path):
        found = latest_checkpoint(path)
        if found is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        path = found
    return CheckpointReader(path)


@tf_export(v1=["train.NewCheckpointReader"])
def NewCheckpointReader(filepattern: Path) -> CheckpointReader:  # noqa: N802 - TensorFlow's name
    """What reads single values of a checkpoint. Mirrors `tf.compat.v1.train.NewCheckpointReader`.

    `tf.train.load_checkpoint` gives the same for a directory as well. No variable is needed: a program looks at what a model holds, or
    takes some of it.

    Arguments:
        filepattern: the prefix of the checkpoint, as `tf.compat.v1.train.Saver.save` gives it.

    Returns:
        A reader with `get_tensor(name)`, `has_tensor(name)`, `get_variable_to_shape_map()` and `get_variable_to_dtype_map()`.

    Raises:
        NotFoundError: there is no such checkpoint.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=[1.0, 2.0])
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> reader = tf.compat.v1.train.NewCheckpointReader(prefix)
        >>> reader.get_variable_to_shape_map(), reader.get_tensor("w").tolist()
        ({'w': [2]}, [1.0, 2.0])
    """
    return CheckpointReader(os.fsdecode(filepattern))


@tf_export("train.load_variable")
def load_variable(ckpt_dir_or_file: Path, name: str) -> Any:
    """The value of one key of a checkpoint, without building any objects.

    Mirrors `tf.train.load_variable`. `list_variables` tells the keys.

    Arguments:
        ckpt_dir_or_file: a prefix, or a directory, whose latest checkpoint is taken.
        name: the key; ":0" at its end is left out.

    Returns:
        A NumPy array.

    Raises:
        NotFoundError: no such key. ValueError: there is no checkpoint. DataLossError: it is damaged.

    Example:
        >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
        >>> tf.train.load_variable(path, "weights/.ATTRIBUTES/VARIABLE_VALUE").tolist()
        [1.0, 2.0]
    """
    # The name may be that of a variable as a program shows it.
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


@tf_export("train.list_variables")
def list_variables(ckpt_dir_or_file: Path) -> list[Any]:
    """The keys and shapes of what a checkpoint holds.

    Mirrors `tf.train.list_variables`. Keys are made of the attributes that lead to a variable; one of them, "_CHECKPOINTABLE_OBJECT_GRAPH",
    is the description of the objects.

    Arguments:
        ckpt_dir_or_file: a prefix, or a directory, whose latest checkpoint is taken.

    Returns:
        A list of pairs (key, shape), sorted by the keys.

    Raises:
        ValueError or NotFoundError: there is no checkpoint. DataLossError: it is damaged.

    Example:
        >>> path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).write("saved")
        >>> tf.train.list_variables(path)
        [('_CHECKPOINTABLE_OBJECT_GRAPH', []), ('weights/.ATTRIBUTES/VARIABLE_VALUE', [2])]
    """
    shapes = load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map()
    return [(key, shapes[key]) for key in sorted(shapes)]


@tf_export("train.checkpoints_iterator")
def checkpoints_iterator(
    checkpoint_dir: Path, min_interval_secs: IntLike = 0, timeout: FloatLike | None = None, timeout_fn: Callable[..., Any] | None = None
) -> Iterator[str]:
    """The checkpoints of a directory as they come: a generator that waits for new ones.

    Mirrors `tf.train.checkpoints_iterator`. It is for a program that evaluates what another one trains. Checkpoints that are replaced
    before they are seen are passed over.

    Arguments:
        checkpoint_dir: the directory.
        min_interval_secs: how many seconds lie between two of them at least; 0.
        timeout: after how many seconds without a new one it ends; None (default): never.
        timeout_fn: a function that is asked then, and by False makes it go on; None.

    Returns:
        A generator of prefixes.

    Example:
        >>> _ = tf.train.Checkpoint(step=tf.Variable(1)).save("saved/ckpt")
        >>> list(tf.train.checkpoints_iterator("saved", timeout=0))
        ['saved/ckpt-1']
    """
    seen, started = None, 0.0
    while True:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            found = latest_checkpoint(checkpoint_dir)
            if found is not None and found != seen:
                break
            if deadline is not None and time.monotonic() >= deadline:
                found = None
                break
            time.sleep(min(1.0, 0.05 if timeout is None else max(0.01, timeout / 20)))
        if found is None:
            if timeout_fn is None or timeout_fn():
                return
            continue
        seen = found
        time.sleep(max(0.0, started + min_interval_secs - time.monotonic()))
        started = time.monotonic()
        yield found
