"""The Python function that makes the calls of a captured function again."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from types import FunctionType
from typing import Any

import torch

from tfshim.engine.graphs.captured.torch_calls import Call, Captured, Value, repeated

_FUNCTIONS: Any = torch._C._VariableFunctions  # which read their arguments faster than operators of `torch.ops` do
_METHODS = frozenset("as_strided permute view expand t fill_ masked_fill_ item relu_ add_ mul_ sub_ div_".split())
_PLAIN = frozenset((bool, int, float, str, type(None)))


class Text:
    """The text for `captured`, of its first `count` inputs; the others are the storages of the variables that `references` give.

    `function` gives the results, or None where it would have taken another way than the run that was captured.
    """

    def __init__(self, captured: Captured, count: int, references: Sequence[weakref.ref[Any]]) -> None:
        self.namespace: dict[str, Any] = {"BELOW": torch._C._AutoDispatchBelowAutograd}
        self.names: dict[int, str] = {}
        self.lines: list[str] = []
        self.draws: dict[str, Any] = {}
        self.bound: dict[int, str] = {}
        for i, value in enumerate(captured.inputs[:count]):
            self.names[id(value)] = f"a{i}"
        for i, (value, reference) in enumerate(zip(captured.inputs[count:], references)):
            self.names[id(value)] = f"w{i}"
            self.namespace[f"v{i}"] = reference
            self.lines.append(f"w{i} = v{i}()._t")
            self.lines.append(f"if w{i}.stride() != {self.bind(value.stride, 'x')}: return None")
        for value, tensor in captured.constants:
            self.names[id(value)] = self.bind(tensor, "c")
        last = _last_uses(captured)
        for at, call in enumerate(captured.calls):
            self.call(call, at, last)
        results = "".join(f"{self.names[id(x)]}, " for x in captured.outputs)
        body = "\n".join(f"        {line}" for line in [*self.lines, f"return ({results})"])
        source = f"def run({', '.join(f'a{i}' for i in range(count))}):\n    with BELOW():\n{body}"
        exec(compile(source, "<captured step>", "exec"), self.namespace)
        self.function = self.namespace["run"]
        self.drawn = captured.drawn

    def again(self, *given: Any) -> Any:
        """What the function gives with the numbers that were drawn when it was captured."""
        drawn = iter(self.drawn)
        namespace = {**self.namespace, **{name: repeated(function, drawn) for name, function in self.draws.items()}}
        return FunctionType(self.function.__code__, namespace)(*given)

    def bind(self, value: Any, prefix: str) -> str:
        """A global name for `value`."""
        name = self.bound.get(id(value))
        if name is None:
            name = self.bound[id(value)] = f"{prefix}{len(self.namespace)}"
            self.namespace[name] = value
        return name

    def expression(self, x: Any) -> str:
        if type(x) is Value:
            return self.names[id(x)]
        if isinstance(x, (tuple, list)):
            inner = "".join(f"{self.expression(y)}, " for y in x)
            return f"[{inner}]" if isinstance(x, list) else f"({inner})"
        if type(x) in _PLAIN and x == x and x not in (float("inf"), -float("inf")):
            return repr(x)
        return self.bind(x, "x")

    def call(self, call: Call, at: int, last: dict[int, int]) -> None:
        given = [self.expression(x) for x in call.args]
        named = [f"{k}={self.expression(v)}" for k, v in call.kwargs.items()]
        text = self.called(call, given, named)
        if call.number is not None:
            self.lines.append(f"if {text} != {self.expression(call.number)}: return None")
        else:
            names = [self.name(r, last) for r in call.results]
            self.lines.append(f"{', '.join(names)} = {text}" if call.many else f"{names[0]} = {text}")
            if call.many and len(names) == 1:
                self.lines[-1] = f"({names[0]},) = {text}"
        ended = {self.names[id(x)] for x in call.tensors if last.get(id(x)) == at}
        dead = sorted(name for name in ended if name[0] == "t")
        if dead:
            self.lines.append(" = ".join(dead) + " = None")

    def name(self, result: Value | None, last: dict[int, int]) -> str:
        if result is None or id(result) in self.names or id(result) not in last:  # what was written in place has its name
            return "_"
        name = self.names[id(result)] = f"t{len(self.names)}"
        return name

    def called(self, call: Call, given: list[str], named: list[str]) -> str:
        function = call.function
        if call.draws:
            kernel = f"d{len(self.namespace)}"
            self.draws[kernel], self.namespace[kernel] = function, getattr(function, "_op", function)
            return f"{kernel}({', '.join([*given, *named])})"
        name = "item" if call.number is not None else function._schema.name.split("::")[1]
        if name in _METHODS and function._schema.name.startswith("aten::"):
            return f"{given[0]}.{name}({', '.join([*given[1:], *named])})"
        short = getattr(_FUNCTIONS, name, None) if function._schema.name.startswith("aten::") and "grad_input" not in call.kwargs else None
        kernel = function._op if short is None else short
        return f"{self.bind(kernel, 'k')}({', '.join([*given, *named])})"


def _last_uses(captured: Captured) -> dict[int, int]:
    """For each Value the number of the last call that takes it; the results are taken after all."""
    last = {id(x): at for at, call in enumerate(captured.calls) for x in call.tensors}
    last.update((id(x), len(captured.calls)) for x in captured.outputs)
    return last
