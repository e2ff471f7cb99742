"""`TensorBoard`."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math, summary
from tfshim._export import tf_export
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.context import executing_eagerly
from tfshim.engine.runtime.errors import AlreadyExistsError, UnavailableError
from tfshim.engine.runtime.logger import get_logger
from tfshim.files.places import on_disk
from tfshim.files.replacing import write_beside
from tfshim.keras.backend.settings import image_data_format
from tfshim.keras.callbacks.base import Callback
from tfshim.keras.callbacks.train_graph import train_graph
from tfshim.keras.callbacks.worker_files import folder_to_write, remove_temporary
from tfshim.keras.optimizers.optimizer import Optimizer
from tfshim.keras.optimizers.schedules import LearningRateSchedule
from tfshim.keras.v1.session import with_values_at_hand
from tfshim.profiler.experimental import recording as profiles

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.keras.annotations import Model


_OLD = {
    "write_grads": "`write_grads` will be ignored in TensorFlow 2.0 for the `TensorBoard` Callback.",
    "batch_size": "`batch_size` is no longer needed in the `TensorBoard` Callback and will be ignored in TensorFlow 2.0.",
    "embeddings_layer_names": "`embeddings_layer_names` is not supported in TensorFlow 2.0. Instead, all `Embedding` layers will be "
    "visualized.",
    "embeddings_data": "`embeddings_data` is not supported in TensorFlow 2.0. Instead, all `Embedding` variables will be visualized.",
}


@tf_export("keras.callbacks.TensorBoard", v1=[])
class TensorBoard(Callback):
    """Writes loss and metrics of every epoch for TensorBoard, and on request histograms, graphs, images and embeddings.

    Mirrors `tf.keras.callbacks.TensorBoard`. `tensorboard --logdir DIR` shows what is written. Runs to be compared get folders of their own
    within one.

    Arguments:
        log_dir: the folder, in which "train" and "validation" are made; "logs" by default.
        histogram_freq: every how many epochs histograms of the weights are written; 0 (default): never.
        write_graph: whether the model is, and with `write_steps_per_second` or `profile_batch` the graph of a training step; True.
        write_images: whether weights are, as images; False.
        write_steps_per_second: whether that rate is; False.
        update_freq: "epoch" (default), "batch" or a number of batches: how often numbers of single batches are written.
        profile_batch: the batch, counted from 1, or the first and last of several, whose profile is written; 0 (default): none.
        embeddings_freq: every how many epochs embeddings are copied for the projector; 0 (default): never.
        embeddings_metadata: a file with a label for each row, or a dictionary of them by names of layers; None.

    Raises:
        ValueError: an unknown keyword, another form of `profile_batch`, names in `embeddings_metadata` that no embedding has.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        >>> model.compile("sgd", "mse")
        >>> board = tf.keras.callbacks.TensorBoard("logs/first", write_graph=False)
        >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), verbose=0, callbacks=[board])
        >>> tf.io.gfile.listdir("logs/first")
        ['train']
    """

    __module__ = "keras.src.callbacks"
    _supports_tf_logs = True

    def __init__(
        self,
        log_dir: Path = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        write_steps_per_second: bool = False,
        update_freq: str | int = "epoch",
        profile_batch: int | str | Sequence[int] = 0,
        embeddings_freq: int = 0,
        embeddings_metadata: str | dict[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        for name in [k for k in kwargs if k in _OLD]:
            if kwargs.pop(name):
                get_logger().warning(_OLD[name])
        if kwargs:
            raise ValueError(f"Unrecognized arguments in `TensorBoard` Callback: {set(kwargs)}. Supported kwargs are: {set(_OLD)}")
        self.log_dir = os.fspath(log_dir)
        self.histogram_freq, self.write_graph, self.write_images = histogram_freq, write_graph, write_images
        self.write_steps_per_second = write_steps_per_second
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self.embeddings_freq, self.embeddings_metadata = embeddings_freq, embeddings_metadata
        self._start_batch, self._stop_batch = _batches_to_profile(profile_batch)
        self._should_trace, self._is_tracing = bool(self._stop_batch), False
        self._global_train_batch = 0
        self._writers, self._open = {}, []
        self._should_write_step = False

    @with_values_at_hand
    def set_model(self, model: Model) -> None:
        self.model = model
        folder = folder_to_write(self.log_dir, model)
        self._train_dir, self._val_dir = os.path.join(folder, "train"), os.path.join(folder, "validation")
        model._make_counters()  # which a model that was not compiled has not counted with yet
        self._train_step, self._val_step = model._train_counter, model._test_counter
        self._writers = {}
        self._should_write_step = self.write_graph
        if self.write_graph:
            self._write_model()
        if self.embeddings_freq:
            self._write_projector()

    def _writer(self, name):
        if name not in self._writers:
            self._writers[name] = summary.create_file_writer(self._train_dir if name == "train" else self._val_dir)
        return self._writers[name]

    # ------------------------------------------------------------------ hooks
    @with_values_at_hand
    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._global_train_batch = 0
        self._enter("train", self._train_step)

    @with_values_at_hand
    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        self._leave()
        if self._is_tracing:
            self._stop_trace()
        for writer in self._writers.values():
            writer.close()
        remove_temporary(self.log_dir, self.model)

    @with_values_at_hand
    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._enter("val", self._val_step)

    @with_values_at_hand
    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        iterations = getattr(self.model.optimizer, "iterations", None)
        if iterations is not None:
            # Whatever `update_freq` lets steps record.
            with summary.record_if(True), self._writer("val").as_default():
                for name, value in (logs or {}).items():
                    summary.scalar(f"evaluation_{name}_vs_iterations", value, step=int(iterations.numpy()))
        self._leave()

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        self._global_train_batch += 1
        self._batch_began = time.time()
        if self._should_trace and self._global_train_batch == self._start_batch:
            self._start_trace()

    @with_values_at_hand
    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        if self._should_write_step:
            self._write_step()
        self._write_batch(logs)
        if self._is_tracing and self._global_train_batch >= self._stop_batch:
            self._stop_trace()

    def _write_batch(self, logs):
        if self.update_freq == "epoch":
            return
        step = int(self._train_step.numpy())
        if self.write_steps_per_second:
            summary.scalar("batch_steps_per_second", 1.0 / max(time.time() - self._batch_began, 1e-9), step=step)
        if isinstance(logs, dict):
            for name, value in logs.items():
                summary.scalar("batch_" + name, value, step=step)

    @with_values_at_hand
    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if self.write_steps_per_second:
            self._iterations = int(self.model.optimizer.iterations.numpy())
            self._epoch_began = time.time()

    @with_values_at_hand
    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._write_epoch(epoch, logs or {})
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._write_weights(epoch)
        if self.embeddings_freq and epoch % self.embeddings_freq == 0:
            self.model.save_weights(os.path.join(self._train_dir, f"keras_embedding.ckpt-{epoch}"))

    def _implements_train_batch_hooks(self):
        # As in Keras: summaries of batches alone do not enable the batch hooks; a progress bar does.
        return bool(self._should_trace or self.write_steps_per_second)

    # ------------------------------------------------------------------ profiles
    def _start_trace(self):
        # At the end of a batch operations run at once in graphs of TensorFlow 1 too, where nothing was traced.
        self._traces_graphs = executing_eagerly()
        if self._traces_graphs:
            summary.trace_on(graph=True, profiler=False)
        try:
            profiles.start(self.log_dir)
        except AlreadyExistsError as e:
            get_logger().error("Failed to start profiler: %s", e.message)
        self._is_tracing = True

    def _stop_trace(self):
        if self._traces_graphs:
            with self._writer("train").as_default(), summary.record_if(True):
                summary.trace_export(name=f"batch_{self._stop_batch}", step=self._stop_batch)
        try:
            profiles.stop()
        except UnavailableError as e:
            get_logger().error("Failed to stop profiler: %s", e.message)
        self._is_tracing = False

    # ------------------------------------------------------------------ what summaries of steps go to
    def _enter(self, name, step):
        """Make what a step records with `tf.summary` go to the writer, every `update_freq` batches."""
        writer = self._writer(name)  # its file begins now, though nothing may be written before the end of an epoch
        if self.update_freq == "epoch":
            return
        stack = contextlib.ExitStack()
        # As in Keras, what gives no step of its own gets the one at which training or evaluation began, and what a function records is
        # asked for each time that it runs.
        stack.enter_context(writer.as_default(step.value()))
        stack.enter_context(summary.record_if(lambda: math.equal(step % self.update_freq, 0)))
        # A stack: validation within `fit` opens its own, and closes it first.
        self._open.append(stack)

    def _leave(self):
        if self._open:
            self._open.pop().close()

    # ------------------------------------------------------------------ writing
    def _write_epoch(self, epoch, logs):
        train = {k: v for k, v in logs.items() if not k.startswith("val_")}
        validation = {k[4:]: v for k, v in logs.items() if k.startswith("val_")}
        if not logs:
            return
        optimizer = self.model.optimizer
        schedule = getattr(optimizer, "_learning_rate" if isinstance(optimizer, Optimizer) else "lr", None)
        if isinstance(schedule, LearningRateSchedule):
            train["learning_rate"] = schedule(self.model.optimizer.iterations)
        if self.write_steps_per_second:
            done = int(self.model.optimizer.iterations.numpy()) - self._iterations
            train["steps_per_second"] = done / (time.time() - self._epoch_began)
        # Whatever `update_freq` lets steps record.
        with summary.record_if(True):
            for name, values in (("train", train), ("val", validation)):
                if values:
                    with self._writer(name).as_default():
                        for key, value in values.items():
                            summary.scalar("epoch_" + key, value, step=epoch)

    def _write_weights(self, epoch):
        with self._writer("train").as_default(), summary.record_if(True):
            for layer in self.model.layers:
                for weight in layer.weights:
                    name = weight.name.replace(":", "_")
                    summary.histogram(name + "/histogram", weight, step=epoch)
                    if self.write_images:
                        image = _as_image(weight)
                        if image is not None:
                            summary.image(name + "/image", image, step=epoch)
            self._writer("train").flush()

    def _write_model(self):
        """The configuration of the model, from which TensorBoard draws its layers."""
        if not (getattr(self.model, "_is_graph_network", False) or type(self.model).__name__ == "Sequential"):
            return
        try:
            text = self.model.to_json()
        except Exception as error:  # layers of users may be impossible to describe; training goes on all the same
            get_logger().warning(f"Model failed to serialize as JSON. Ignoring... {error}")
            return
        metadata = messages.summary.SummaryMetadata(
            plugin_data=messages.summary.SummaryMetadata.PluginData(plugin_name="graph_keras_model", content=b"1")
        )
        with self._writer("train").as_default(), summary.record_if(True):
            summary.write(tag="keras", tensor=array_ops.constant(text), step=0, metadata=metadata)

    def _write_step(self):
        """The graph of a step of training, once one has run."""
        self._should_write_step = False
        graph = train_graph(self.model.train_tf_function)
        if graph is not None:
            with self._writer("train").as_default(), summary.record_if(True):
                summary.graph(graph)

    def _write_projector(self):
        from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig

        config, given = ProjectorConfig(), self.embeddings_metadata
        names = [layer.name for layer in self.model.layers if type(layer).__name__ == "Embedding"]
        if given and not isinstance(given, str) and set(given) - set(names):
            raise ValueError(
                "Unrecognized `Embedding` layer names passed to `keras.callbacks.TensorBoard` `embeddings_metadata` argument: "
                f"{given.keys()}"
            )
        for name in names:
            embedding = config.embeddings.add()
            # Keras writes this name whichever layer the embedding is.
            embedding.tensor_name = "layer_with_weights-0/embeddings/.ATTRIBUTES/VARIABLE_VALUE"
            if given is not None:
                embedding.metadata_path = given if isinstance(given, str) else given.get(name, "")
        os.makedirs(on_disk(self.log_dir), exist_ok=True)
        write_beside(os.path.join(self.log_dir, "projector_config.pbtxt"), messages.as_text(config).encode())


def _batches_to_profile(given):
    """(first, last) of the batches to profile; ValueError for what is neither a number nor a pair, or a text that is no pair."""
    batches = [int(part) for part in given.split(",")] if isinstance(given, str) else given
    if isinstance(batches, int):
        batches = (batches, batches)
    if not (isinstance(batches, (tuple, list)) and len(batches) == 2 and 0 <= batches[0] <= batches[1]):
        raise ValueError(
            "profile_batch must be a non-negative integer or 2-tuple of positive integers. A pair of positive integers "
            f"signifies a range of batches to profile. Found: {given}"
        )
    return tuple(batches)


def _as_image(weight):
    """A weight as a batch of images, or None where its last dimension is no number of colours."""
    image = array_ops.squeeze(weight)
    shape = image.shape.as_list()
    if len(shape) == 1:
        image = array_ops.reshape(image, [1, shape[0], 1, 1])
    elif len(shape) == 2:
        # Wide rather than tall, as in Keras.
        image = array_ops.transpose(image) if shape[0] > shape[1] else image
        image = array_ops.reshape(image, [1, *image.shape.as_list(), 1])
    elif len(shape) == 3:
        image = array_ops.transpose(image, perm=[2, 0, 1]) if image_data_format() == "channels_last" else image
        image = array_ops.reshape(image, [*image.shape.as_list(), 1])
    shape = image.shape.as_list()
    return image if len(shape) == 4 and shape[-1] in (1, 3, 4) else None
