"""Non-max suppression of batches where boxes are not finite, have their corners in any order, or overlap by just the threshold."""

import numpy as np


def _told(first, count):
    """What random boxes give, of which some are not finite; the choices are the same everywhere."""
    rng, told = np.random.default_rng(first), []
    for t in range(count):
        batch, n = rng.integers(1, 3), rng.integers(1, 12)
        boxes = np.round(rng.uniform(-1, 2, (batch, n, 4)), 1).astype("float32")
        if t % 3:
            ends = boxes[..., :2], boxes[..., 2:]
            boxes = np.concatenate([np.minimum(*ends), np.maximum(*ends)], -1)
        if t % 4 < 2:
            boxes[rng.random(boxes.shape) < 0.1] = (np.nan, np.inf)[t % 4]
        scores = np.round(rng.uniform(-1, 1, (batch, n)), 1).astype("float32")
        hints = {
            "iou_threshold": float(rng.choice([0.0, 0.3, 0.5, 1.0])),
            "sorted_input": bool(rng.integers(2)),
            "canonicalized_coordinates": bool(rng.integers(2)),
            "tile_size": int(rng.choice([1, 3, 512])),
        }
        if t % 2:
            hints["score_threshold"] = float(rng.choice([-0.5, 0, 0.2]))
        size = int(rng.integers(1, 10))
        found = tf.image.non_max_suppression_padded(boxes, scores, size, pad_to_max_output_size=True, **hints)
        told.append([x.numpy().tolist() for x in found])
    return told


def case_padded():
    return _told(3, 60)


def case_in_functions():
    boxes = tf.constant([[[0.0, 0, 1, 1], [0, 0, float("nan"), 1], [0, 0, 1, 1.1], [2, 2, 3, 3]]])
    scores = tf.constant([[0.9, 0.8, 0.7, 0.6]])

    @tf.function(input_signature=[tf.TensorSpec([None, None, 4]), tf.TensorSpec([None, None])])
    def found(boxes, scores):
        return tf.image.non_max_suppression_padded(boxes, scores, 3, pad_to_max_output_size=True)

    return [x.numpy().tolist() for x in found(boxes, scores)], [x.numpy().tolist() for x in found(boxes[:, ::2], scores[:, ::2])]


def case_unpadded():
    boxes = tf.constant([[0.0, 0, 1, 1], [0, 0, 0.5, 1], [2, 2, 3, 3]])  # the second has half of the first one's union
    made = tf.image.non_max_suppression_padded(boxes, tf.constant([0.9, 0.8, 0.7]), 3, 0.5)
    return [x.numpy().tolist() for x in made]
