"""`tf.compat.v1.keras.callbacks.TensorBoard`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.keras.callbacks import tensorboard
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["keras.callbacks.TensorBoard"])
class TensorBoard(tensorboard.TensorBoard):
    """Writes what TensorBoard shows, with the arguments of TensorFlow 1. Mirrors `tf.compat.v1.keras.callbacks.TensorBoard`.

    All else is that of `tf.keras.callbacks.TensorBoard`: losses and metrics for each epoch, and on request histograms of weights, the
    graph, and a profile.

    Arguments:
        log_dir: the folder; "./logs".
        histogram_freq: every how many epochs histograms of the weights are written; 0: never.
        batch_size: of passes over `embeddings_data`, which are refused; 32.
        write_graph: whether the graph is written; True by default.
        write_images: whether weights are written as pictures; False.
        embeddings_freq: every how many epochs embeddings are saved for the projector; 0.
        embeddings_metadata: a file of labels, or a dictionary {layer: file}; None.
        update_freq: "epoch" (default), "batch", or every how many steps.
        profile_batch: the step, or the first and last, that is profiled; 2.
        write_grads, embeddings_layer_names, embeddings_data: are refused.

    Raises:
        NotImplementedError: one of the last three.

    Example:
        >>> callback = tf.compat.v1.keras.callbacks.TensorBoard("logs", write_graph=False)
        >>> isinstance(callback, tf.keras.callbacks.TensorBoard), callback.log_dir
        (True, 'logs')
    """

    __module__ = "keras.src.callbacks_v1"

    def __init__(
        self,
        log_dir: Path = "./logs",
        histogram_freq: int = 0,
        batch_size: int = 32,
        write_graph: bool = True,
        write_grads: bool = False,
        write_images: bool = False,
        embeddings_freq: int = 0,
        embeddings_layer_names: Sequence[str] | None = None,
        embeddings_metadata: str | dict[str, str] | None = None,
        embeddings_data: Any = None,
        update_freq: str | int = "epoch",
        profile_batch: int | str | Sequence[int] = 2,
    ) -> None:
        for name, given in (
            ("write_grads", write_grads or None),
            ("embeddings_layer_names", embeddings_layer_names),
            ("embeddings_data", embeddings_data),
        ):
            if given is not None:
                raise refused("tf.compat.v1.keras.callbacks.TensorBoard", name, value=given)
        super().__init__(
            log_dir,
            histogram_freq,
            write_graph,
            write_images,
            update_freq=update_freq,
            profile_batch=profile_batch,
            embeddings_freq=embeddings_freq,
            embeddings_metadata=embeddings_metadata,
        )
        self.batch_size = batch_size
