"""Record for which dtypes TensorFlow's CPU has no kernel though the operation is declared for them.

Run with a Python that has TensorFlow 2.15.1, the names of the operations on the standard input:

    python -c "import tfshim; print(*dir(tfshim.raw_ops))" | TF_PYTHON scripts/record_kernels.py

writes tfshim/engine/ops/kernel_table.py. An attribute is listed only if an input has its dtype.
"""

import collections
import sys
import textwrap

from recording import PACKAGE, write

TARGET = PACKAGE / "engine" / "ops" / "kernel_table.py"
# What tensors are made of; handles and variants are served by kernels of another kind.
DTYPES = """float8_e5m2 float8_e4m3fn bfloat16 float16 float32 float64 uint8 uint16 uint32 uint64 int8 int16 int32 int64 complex64
    complex128 bool string qint8 quint8 qint16 quint16 qint32""".split()


def _names(types):
    from tensorflow.python.framework import dtypes

    return {dtypes.as_dtype(t).name for t in types}


def lacking(definition, kernels):
    """{attribute: dtypes} that the operation is declared for and has no kernel for."""
    found = {}
    used = {a.type_attr or a.type_list_attr for a in definition.input_arg}
    for attribute in definition.attr:
        if attribute.name not in used:
            continue
        served = set()
        for kernel in kernels:
            constraints = [c for c in kernel.constraint if c.name == attribute.name]
            served |= _names(constraints[0].allowed_values.list.type) if constraints else set(DTYPES)
        allowed = _names(attribute.allowed_values.list.type) or set(DTYPES)
        missing = [d for d in DTYPES if d in allowed - served]
        if missing:
            found[attribute.name] = missing
    return found


def main():
    """Write the table."""
    import tensorflow as tf  # noqa: F401 - registers the operations
    from tensorflow.python.framework import kernels, op_def_registry

    registered = collections.defaultdict(list)
    for kernel in kernels.get_all_registered_kernels().kernel:
        # Kernels for every device have no device of their own; those with a label are chosen by nothing but a name.
        if kernel.device_type in ("CPU", "DEFAULT") and not kernel.label:
            registered[kernel.op].append(kernel)
    lines = [
        '"""For which dtypes TensorFlow\'s CPU has no kernel though the operation is declared for them.',
        "",
        "Written by scripts/record_kernels.py, read by `tfshim.engine.ops.kernels`.",
        '"""',
        "",
        "LACKING = {",
    ]
    for name in sorted(set(sys.stdin.read().split())):
        definition = op_def_registry.get(name)
        if definition is None or name not in registered:
            continue
        for attribute, missing in lacking(definition, registered[name]).items():
            text = f'    ("{name}", "{attribute}"): "{" ".join(missing)}",'
            if len(text) > 140:
                head = f'    ("{name}", "{attribute}"):'
                rows = textwrap.wrap(" ".join(missing), 125)
                text = "\n".join([head, *(f'        "{row}{"" if i == len(rows) - 1 else " "}"' for i, row in enumerate(rows))]) + ","
            lines.append(text)
    write(TARGET, "\n".join([*lines, "}", ""]))


if __name__ == "__main__":
    main()
