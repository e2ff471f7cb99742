"""Pictures as a JPEG file would show them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.engine.ops.composite import composite
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.image.adjusting import convert_image_dtype
from tfshim.io.image_codecs import decode_jpeg, encode_jpeg_variable_quality

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("image.adjust_jpeg_quality")
@composite
def adjust_jpeg_quality(image: TensorLike, jpeg_quality: TensorLike, name: str | None = None) -> Tensor:
    """A picture after it was written as a JPEG file, and read back. Mirrors `tf.image.adjust_jpeg_quality`.

    Arguments:
        image: a tensor `[height, width, 1 or 3]` of floats from 0 to 1, or uint8.
        jpeg_quality: an integer from 0, the worst, to 100.
        name: a name for the operation in graphs.

    Returns:
        A tensor of the same shape and dtype.

    Raises:
        InvalidArgumentError: another shape or quality.

    Example:
        >>> x = tf.random.stateless_uniform([16, 16, 3], [1, 2])
        >>> worse, better = (tf.reduce_mean(tf.abs(tf.image.adjust_jpeg_quality(x, q) - x)) for q in (5, 100))
        >>> bool(worse > better), tf.image.adjust_jpeg_quality(x, 50).shape
        (True, TensorShape([16, 16, 3]))
    """
    image = convert_to_tensor(image, name="image")
    channels = image.shape.as_list()[-1]
    bytes_ = encode_jpeg_variable_quality(convert_image_dtype(image, dt.uint8, saturate=True), convert_to_tensor(jpeg_quality, dt.int32))
    # 0: as many as the file has.
    made = decode_jpeg(bytes_, channels=channels or 0)
    return convert_image_dtype(made, image.dtype, saturate=True)
