"""Record what TensorFlow gives for the expressions in tests/data/expressions/*.txt.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_expressions.py [TOPIC ...]
Each TOPIC.txt holds Python statements, a line of three dashes, and one expression to a line. TOPIC.json beside it gets
the results; the tests evaluate the same expressions with tfshim and compare.
"""

import sys

from recording import write_rows

from tests.recorded.expressions import FOLDER, answer, read_source


def names():
    """What the expressions may use, from TensorFlow."""
    import tensorflow as tf
    from tensorflow.python.eager import context
    from tensorflow.python.framework import composite_tensor, errors_impl, tensor_shape, tensor_spec, type_spec
    from tensorflow.python.util import nest

    return {
        "tf": tf,
        "current_device": lambda: context.context().device_name,
        "use_v2_shapes": lambda on: getattr(tf.compat.v1, f"{'enable' if on else 'disable'}_v2_tensorshape")(),
        "nest": nest,
        "errors": errors_impl,
        "tensor_shape": tensor_shape,
        "tensor_spec": tensor_spec,
        "type_spec": type_spec,
        "composite_tensor": composite_tensor,
    }


def main(topics):
    for path in sorted(FOLDER.glob("*.txt")):
        if topics and path.stem not in topics:
            continue
        setup, expressions = read_source(path)
        scope = names()
        exec(setup, scope)
        answers = [[e, answer(e, scope)] for e in expressions]
        scope["use_v2_shapes"](True)
        target = path.with_suffix(".json")
        write_rows(target, answers)
        print(f"{target.name}: {len(answers)} answers")


if __name__ == "__main__":
    main(sys.argv[1:])
