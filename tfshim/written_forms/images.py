"""Written forms of operations on pictures."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import loose, raw, whole_name, written


@written("image.resizing", "_resampled")
def resampled(images: Any, size: Any, kernel_type: str, antialias: bool) -> Any:
    size = size if isinstance(size, tf.Tensor) else loose(size, tf.int32, "size")
    known = tf.get_static_value(size)
    scale = tf.cast(size, tf.float32) / tf.cast(tf.shape(images)[1:3], tf.float32)
    dims = None
    if images.shape.rank is not None:
        dims = [images.shape[0], *([None, None] if known is None else map(int, known)), images.shape[3]]
    about = {"kernel_type": kernel_type, "antialias": bool(antialias)}
    return raw("ScaleAndTranslate", [images, size, scale, tf.zeros([2])], [(tf.float32, dims)], about, name=whole_name())
