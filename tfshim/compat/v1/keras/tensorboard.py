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
    """As `tf.keras.callbacks.TensorBoard`, with the arguments of TensorFlow 1. Mirrors `tf.compat.v1.keras.callbacks.TensorBoard`.

    `batch_size` is that of the passes over `embeddings_data`, which is not supported, nor are `write_grads` and `embeddings_layer_names`.
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
