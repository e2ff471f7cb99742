"""Which embeddings TensorBoard's projector shows: a file beside the event files."""

import os

from tfshim.engine.runtime import messages
from tfshim.files.replacing import write_beside

_MESSAGES = ("EmbeddingInfo", "ProjectorConfig", "SpriteMetadata")


def __getattr__(name):
    if name in _MESSAGES:
        from tensorboard.plugins.projector import projector_config_pb2

        return getattr(projector_config_pb2, name)
    raise AttributeError(f"tf.contrib.tensorboard.plugins.projector has no attribute {name!r}")


def visualize_embeddings(summary_writer, config):
    """Write `config`, a ProjectorConfig, where `summary_writer` (or a folder by its name) writes events.

    Raises ValueError for a writer without a folder.
    """
    folder = summary_writer if isinstance(summary_writer, str) else summary_writer.get_logdir()
    if folder is None:
        raise ValueError("Summary writer must have a logdir")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "projector_config.pbtxt")
    write_beside(path, messages.as_text(config).encode())
