"""Replaces `tensorflow.python.tools.inspect_checkpoint`: what a checkpoint holds, as text."""

from __future__ import annotations

import math
import re

import tfshim as tf

_REPLACES = "tensorflow.python.tools.inspect_checkpoint"


def print_tensors_in_checkpoint_file(
    file_name: str, tensor_name: str | None, all_tensors: bool, all_tensor_names: bool = False, count_exclude_pattern: str = ""
) -> None:
    """Print the tensors of the checkpoint `file_name`, and the number of elements of all of them.

    `tensor_name`: the one whose values are printed; "" for a list of names, dtypes and shapes. `all_tensors` prints the values of all,
    `all_tensor_names` their names and shapes. Tensors whose names `count_exclude_pattern`, a regular expression, matches are not
    counted. What cannot be read is printed too, not raised.
    """
    try:
        reader = tf.train.load_checkpoint(file_name)
        shapes, dtypes = reader.get_variable_to_shape_map(), reader.get_variable_to_dtype_map()
        if all_tensors or all_tensor_names:
            for name in sorted(shapes):
                print(f"tensor: {name} ({dtypes[name].name}) {shapes[name]}")
                if all_tensors:
                    print(reader.get_tensor(name))
        elif not tensor_name:
            print(reader.debug_string().decode("utf-8", errors="ignore"))
        elif not reader.has_tensor(tensor_name):
            print(f"Tensor {tensor_name} not found in checkpoint")
            return
        else:
            print(f"tensor: {tensor_name} ({dtypes[tensor_name].name}) {shapes[tensor_name]}")
            print(reader.get_tensor(tensor_name))
        left_out = {name for name in shapes if count_exclude_pattern and re.match(count_exclude_pattern, name)}
        if count_exclude_pattern:
            count = sum(math.prod(shapes[name]) for name in left_out)
            print(f"# Excluding {len(left_out)} tensors ({count} params) that match {count_exclude_pattern} when counting.")
        print(f"# Total number of params: {sum(math.prod(shape) for name, shape in shapes.items() if name not in left_out)}")
    except Exception as error:
        print(error)
