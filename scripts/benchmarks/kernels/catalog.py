"""The expressions that `scripts/benchmark.py --kernels` takes the time of, on the tensors of `inputs.py`.

They stand in `expressions.txt`, one a line below the name of its group. A line that begins with "d(a, b)" takes the time of the
expression and of its gradient for a and b, and one that begins with "f(a, b)" that of a `tf.function` of a and b.
"""

import re
from pathlib import Path

_HEAD = re.compile(r"([df])\(([^)]*)\) ")


class Kernel:
    """One expression.

    Arguments:
        group: the name of its group.
        name: the line of the catalog, which the table shows.
    """

    def __init__(self, group, name):
        self.group, self.name = group, name
        head = _HEAD.match(name)
        self.kind, self.sources = (head.group(1), head.group(2).split(", ")) if head else ("", [])
        self.expression = name[head.end() :] if head else name

    def prepare(self, inputs):
        """A function without arguments that computes it on these `inputs` (`inputs.Inputs`)."""
        if not self.sources:
            return eval(f"lambda: {self.expression}", inputs)
        tf = inputs["tf"]
        forward = eval(f"lambda {', '.join(self.sources)}: {self.expression}", inputs)
        watched = [inputs[source] for source in self.sources]
        if self.kind == "f":
            traced = tf.function(forward)
            return lambda: traced(*watched)

        def step():
            with tf.GradientTape() as tape:
                tape.watch(watched)
                result = forward(*watched)
            return tape.gradient(result, watched)

        return step


def _read(text):
    kernels, group = {}, None
    for line in filter(None, text.splitlines()):
        if line.startswith("["):
            group = line.strip("[]")
        else:
            kernels[line] = Kernel(group, line)
    return kernels


KERNELS = _read((Path(__file__).parent / "expressions.txt").read_text())
