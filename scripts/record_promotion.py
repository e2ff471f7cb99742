"""Record how TensorFlow promotes dtypes in the modes of `tf.experimental.numpy.experimental_enable_numpy_behavior`.

    python scripts/record_promotion.py

Writes tests/data/promotion.json, with a Python that has TensorFlow 2.15.1.
"""

import logging

from recording import DATA, write_json

from tests.experimental import promotion_cases


def main():
    import tensorflow as tf
    from tensorflow.python.framework.weak_tensor import WeakTensor

    tf.get_logger().setLevel(logging.CRITICAL)  # what falls back to older rules says so each time
    found = promotion_cases.answers(tf, WeakTensor.from_tensor)
    write_json(DATA / "promotion.json", promotion_cases.text(found), indent=0, sort_keys=True)


if __name__ == "__main__":
    main()
