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
    """Writes loss and metrics of every epoch for TensorBoard, and on request histograms, graphs, images and embeddings.

    Mirrors `tf.keras.callbacks.TensorBoard`. `tensorboard --logdir DIR` shows what is written. Runs to be compared get folders of their own
    within one.

    Arguments:
        log_dir: the folder, in which "train" and "validation" are made; "logs" by default.
        histogram_freq: every how many epochs histograms of the weights are written; 0 (default): never.
        write_graph: whether the model and the graph of a step are; True. write_images: whether weights are, as images; False.
        write_steps_per_second: whether that rate is; False.
        update_freq: "epoch" (default), "batch" or a number of batches: how often numbers of single batches are written.
        profile_batch: a batch, or the first and last one: gives a warning and no profile; use `torch.profiler`. 0 (default).
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
            profile_batch=0 if profile_batch == 2 else profile_batch,
            embeddings_freq=embeddings_freq,
            embeddings_metadata=embeddings_metadata,
        )
        self.batch_size = batch_size
