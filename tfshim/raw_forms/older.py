"""Operations of an older age: those that a newer one with more arguments has replaced."""

from tfshim import array_ops, image, linalg
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid


@raw_op("MatrixDiag")
def _diagonal_matrix(diagonal):
    return linalg.diag(diagonal)


@raw_op("MatrixDiagPart")
def _diagonal(input):  # noqa: A002
    return linalg.diag_part(input)


@raw_op("MatrixSetDiag")
def _with_diagonal(input, diagonal):  # noqa: A002
    return linalg.set_diag(input, diagonal)


@raw_op("LinSpace")
def _spaced(start, stop, num):
    """Numbers alone, where `tf.linspace` takes tensors as well."""
    if start.shape.rank or stop.shape.rank:
        raise invalid(f"{'start' if start.shape.rank else 'stop'} must be a scalar")
    if hasattr(num, "numpy") and num.numpy() <= 0:
        raise invalid(f"Requires num > 0: {num.numpy()} [Op:LinSpace] name: ")
    return array_ops.linspace(start, stop, num)


@raw_op("SplitV")
def _split(value, size_splits, split_dim, num_split):
    return array_ops.split(value, size_splits, split_dim, num_split)


@raw_op("NonMaxSuppression")
def _suppressed(boxes, scores, max_output_size, iou_threshold):
    return image.non_max_suppression(boxes, scores, max_output_size, iou_threshold)


@raw_op("DrawBoundingBoxes")
def _boxes_drawn(images, boxes):
    return image.draw_bounding_boxes(images, boxes, None)
