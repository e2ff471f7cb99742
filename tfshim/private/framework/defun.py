"""What `tensorflow.python.framework.function` has for TensorFlow 1: functions that are one operation, with gradients of their own."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.autograph.state import is_symbolic
from tfshim.engine.functions.function import function
from tfshim.engine.graph_gradients.custom_gradient import custom_gradient
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec


@tf_private("tensorflow.python.framework.function.Defun")
class Defun:
    """A decorator that makes one operation of a function of tensors, as in TensorFlow 1.

    `input_types`: the dtypes of its arguments; without them it takes those that it is called with. `func_name`: its name.
    `grad_func`: another such function, which takes the arguments and the gradients of the results and gives the gradients of the
    arguments; or `python_grad_func`, called with something that has `inputs` and `outputs`, and the gradients of the results.
    `out_names`: names of the results in its FunctionDef. `shape_func`: called with what `python_grad_func` gets, gives the results'
    shapes. `noinline`: whether its calls stay calls in graphs that are rewritten; `compiled`: whether it is compiled; its
    gradients are then compiled apart from it, as `separate_compiled_gradients` asks for.
    """

    def __init__(
        self,
        *input_types: Any,
        func_name: str | None = None,
        grad_func: Callable[..., Any] | None = None,
        python_grad_func: Callable[..., Any] | None = None,
        out_names: Sequence[str] | None = None,
        shape_func: Callable[[Any], Sequence[Any]] | None = None,
        noinline: bool = False,
        compiled: bool = False,
        separate_compiled_gradients: bool = False,
    ) -> None:
        self._input_types = [dtypes.as_dtype(t) for t in input_types]
        self._given = {
            "func_name": func_name,
            "grad_func": grad_func,
            "python_grad_func": python_grad_func,
            "out_names": out_names,
            "shape_func": shape_func,
            "noinline": noinline,
            "compiled": compiled,
        }

    def __call__(self, func: Callable[..., Any]) -> DefinedFunction:
        """`func` as one operation; ValueError where it is not callable, has defaults or keywords, or takes another number of arguments."""
        if not callable(func):
            raise ValueError(f"Function {func} must be a callable.")
        parameters = list(inspect.signature(func).parameters.values())
        keywords = [p for p in parameters if p.kind == p.VAR_KEYWORD]
        defaults = [p.default for p in parameters if p.default is not p.empty]
        if keywords or defaults:
            raise ValueError(
                "Functions with argument defaults or keywords arguments are not supported. "
                f"{func} has defaults {tuple(defaults) or None} and keywords {keywords[0].name if keywords else None}."
            )
        least = sum(p.kind != p.VAR_POSITIONAL for p in parameters)
        most = least if least == len(parameters) else None
        count = len(self._input_types)
        if count and (count < least or most is not None and count > most):
            raise ValueError(
                f"The number of tf.function input types is not compatible with the allowed arguments of {func}. The tf.function have "
                f"{count} input types, while the python function allows minimum {least} and maximum {most} arguments."
            )
        types = self._input_types if count or not parameters else None
        return DefinedFunction(func, types, **self._given)


class DefinedFunction:
    """What `Defun` makes: called with tensors, it gives one tensor, or a list of them; None where the function has no results."""

    def __init__(
        self,
        func: Callable[..., Any],
        input_types: list[dtypes.DType] | None,
        func_name: str | None,
        grad_func: Callable[..., Any] | None,
        python_grad_func: Callable[..., Any] | None,
        out_names: Sequence[str] | None,
        shape_func: Callable[[Any], Sequence[Any]] | None,
        noinline: bool,
        compiled: bool,
    ) -> None:
        self._func, self._types, self._out_names, self._shape_func = func, input_types, out_names, shape_func
        self.grad_func, self.python_grad_func = grad_func, python_grad_func
        self._name = func_name or getattr(func, "__name__", type(func).__name__)

        def body(*arguments: Any) -> list[Any]:
            return self._listed(func(*arguments))

        body.__name__ = self._name
        attributes = {"_noinline": True} if noinline else None
        self._function = function(body, autograph=False, jit_compile=compiled or None, experimental_attributes=attributes)

    @property
    def name(self) -> str:
        """The name that the function was given, or that of the Python function."""
        return self._name

    @property
    def declared_input_types(self) -> list[dtypes.DType] | None:
        """The dtypes of the arguments, None where they are those of each call."""
        return self._types

    @property
    def grad_func_name(self) -> str | None:
        """The name of the function that computes gradients, if one was given."""
        return None if self.grad_func is None else getattr(self.grad_func, "name", None)

    @property
    def definition(self) -> Any:
        """The FunctionDef message, for arguments of unknown shapes; ValueError where no dtypes were given."""
        made = type(source := self._concrete().function_def)()
        made.CopyFrom(source)
        made.signature.name = self._name
        results = list(made.signature.output_arg)
        for argument, name in zip(results, self._out_names or ()):
            made.ret[name] = made.ret.pop(argument.name)
            argument.name = name
        return made

    @property
    def captured_inputs(self) -> list[Any]:
        """The tensors around the function that it uses."""
        return list(self._concrete().captured_inputs)

    def add_to_graph(self, g: Graph) -> None:
        """Add the function to the library of the graph `g`."""
        self._concrete().add_to_graph(g)

    def _concrete(self) -> Any:
        if self._types is None:
            raise ValueError(f"The function {self._name} has no declared types: they are those of each call.")
        names = [p.name for p in inspect.signature(self._func).parameters.values() if p.kind != p.VAR_POSITIONAL]
        names += [f"arg{i}" for i in range(len(names), len(self._types))]
        return self._function.get_concrete_function(*[TensorSpec(None, t, name) for t, name in zip(self._types, names)])

    def _listed(self, results: Any) -> list[Any]:
        listed = [] if results is None else list(results) if isinstance(results, (list, tuple)) else [results]
        if any(r is None for r in listed):
            raise ValueError(f"Function {self._name} can not return None.")
        if self._out_names is not None and len(self._out_names) != len(listed):
            sizes = f"output names size = {len(self._out_names)} outputs size = {len(listed)}"
            raise invalid(f"output names must be either empty or equal in size to outputs. {sizes}")
        return [convert_to_tensor(r) for r in listed]

    def __call__(self, *args: Any, name: str | None = None) -> Any:
        """The function's results for the tensors `args`. `name`: the scope in which it is called."""
        types = self._types if self._types is not None else [None] * len(args)
        if len(types) != len(args):
            raise ValueError(f"Expected {len(types)} arguments, got {len(args)}.")
        arguments = [convert_to_tensor(a, t) for a, t in zip(args, types)]
        scope = name_scope(name) if name else contextlib.nullcontext()
        with scope:
            if self.grad_func is None and self.python_grad_func is None:
                results = self._function(*arguments)
            else:
                results = custom_gradient(self._with_gradient)(*arguments)
        results = list(results) if isinstance(results, (list, tuple)) else [results]
        if self._shape_func is not None:
            for result, shape in zip(results, self._shape_func(self._operation(arguments, results))):
                if is_symbolic(result):
                    result.set_shape(shape)
        return results if len(results) > 1 else results[0] if results else None

    def _operation(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> SimpleNamespace:
        return SimpleNamespace(name=self._name, type=self._name, inputs=list(inputs), outputs=list(outputs))

    def _with_gradient(self, *arguments: Tensor) -> tuple[list[Tensor], Callable[..., Any]]:
        results = self._function(*arguments)

        def gradient(*given: Tensor, variables: Sequence[Any] | None = None) -> Any:
            # The variables that the function uses are its last inputs.
            held = list(variables or ())
            if self.python_grad_func is not None:
                found = self.python_grad_func(self._operation([*arguments, *held], results), *given)
            else:
                assert self.grad_func is not None
                found = self.grad_func(*arguments, *given)
            found = list(found) if isinstance(found, (list, tuple)) else [found]
            found += [None] * (len(arguments) + len(held) - len(found))
            own, rest = found[: len(arguments)], found[len(arguments) :]
            return (own, rest) if variables is not None else own

        return results, gradient
