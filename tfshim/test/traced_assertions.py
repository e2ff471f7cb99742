"""Assertions within functions: checks that run whenever the function does."""

import functools

from tfshim.engine.functions.function import inside_function
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.script_ops import numpy_function


def also_in_functions(assertion):
    """`assertion`, which in a function that is being traced becomes an operation that checks the values whenever it runs."""

    @functools.wraps(assertion)
    def run(self, *args, **kwargs):
        if not inside_function():
            return assertion(self, *args, **kwargs)
        at = [i for i, arg in enumerate(args) if isinstance(arg, (Tensor, Variable))]

        def check(*values):
            given = dict(zip(at, values))
            assertion(self, *(given.get(i, arg) for i, arg in enumerate(args)), **kwargs)

        return numpy_function(check, [args[i] for i in at], [])

    return run
