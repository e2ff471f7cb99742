"""A case: one expression over named inputs, evaluated the same way in every library."""

import ast
import importlib
import pkgutil
import re

import numpy as np

from tests.ops.inputs import DIFFERENTIABLE, Input

_OP = re.compile(r"tf(?:\.\w+)+")


class Case:
    """What is evaluated and which laws it takes part in.

    Attributes:
        source: statements whose last line is an expression; `tf`, `np` and the inputs are in scope.
        inputs: name -> `Input` (becomes a tensor) or any other object (passed as it is).
        bad: the case is meant to raise.
        grad, graph: whether the gradient laws and the laws inside `tf.function` apply.
        tol: factor on the tolerances of values.
        words: which fraction of the words of TensorFlow's message a bad-input message has to contain.
    """

    def __init__(self, source, op=None, bad=False, grad=True, graph=True, tol=1.0, words=0.6, **inputs):
        self.source = source
        self.op = op or _OP.search(source).group()
        self.bad, self.grad, self.graph, self.tol, self.words = bad, grad, graph, tol, words
        self.inputs = {k: v.bind(k) if isinstance(v, Input) else v for k, v in inputs.items()}
        described = [f"{k}={v.text if isinstance(v, Input) else repr(v)}" for k, v in self.inputs.items()]
        self.id = " ".join([re.sub(r"\s*\n\s*", "; ", source.strip()), *described])
        self._code = None

    @property
    def tensors(self):
        """The inputs that become tensors, in order."""
        return {k: v for k, v in self.inputs.items() if isinstance(v, Input)}

    @property
    def sources(self):
        """The tensor inputs that a gradient can be taken for."""
        return {k: v for k, v in self.tensors.items() if v.dtype in DIFFERENTIABLE}

    def make(self, tf, wide=False):
        """The tensors of the inputs, floats widened to float64 if `wide`."""
        real = ("float16", "bfloat16", "float32")
        return {k: v.make(tf, "float64" if wide and v.dtype in real else None) for k, v in self.tensors.items()}

    def evaluate(self, tf, tensors):
        """Run the source with the given tensors for the tensor inputs and return what its last line gives."""
        scope = {"__name__": __name__, "np": np, **self.inputs, **tensors, "tf": tf}
        if self._code is None:
            body = ast.parse(self.source.strip()).body
            last = compile(ast.Expression(body[-1].value), "<case>", "eval")
            first = compile(ast.Module(body[:-1], []), "<case>", "exec") if body[1:] else None
            self._code = first, last
        first, last = self._code
        if first is not None:
            exec(first, scope)
        return eval(last, scope)


class Family(list):
    """The list of cases of one family, filled by calling it."""

    def __call__(self, source, **options):
        self.append(Case(source, **options))

    def bad(self, source, **options):
        """A case that is meant to raise."""
        self.append(Case(source, bad=True, **options))

    def over(self, dtypes, source, **options):
        """One case for each dtype: inputs given as tuples of dimensions get that dtype."""
        for dtype in dtypes:
            filled = {k: Input(dtype, shape=v) if _is_shape(v) else v for k, v in options.items()}
            self(source.replace("DTYPE", f"tf.{dtype}"), **filled)


def _is_shape(value):
    return isinstance(value, tuple) and all(isinstance(d, int) for d in value)


def families():
    """The names of all families."""
    package = importlib.import_module("tests.ops.cases")
    return sorted(m.name for m in pkgutil.iter_modules(package.__path__))


def load(family):
    """The cases of one family; two cases with the same text are an error."""
    cases = importlib.import_module(f"tests.ops.cases.{family}").cases
    seen = set()
    for case in cases:
        if case.id in seen:
            raise ValueError(f"family {family}: the case appears twice: {case.id}")
        seen.add(case.id)
    return cases
