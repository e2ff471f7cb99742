"""`to_module`: a model, function or loaded model as a `torch.nn.Module` on the same memory."""

from __future__ import annotations

import functools
import inspect
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function, function
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables import sharing
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.models.model import Model
from tfshim.torch_modules.inlining import look_into_own_code
from tfshim.torch_modules.naming import paths
from tfshim.torch_modules.runs import Run


class _Plan:
    """What a module runs: traces for both modes, and where the variables are. Copies of a module share it."""

    def __init__(self, target: Any, signature: Any) -> None:
        look_into_own_code()
        self.target, self.signature = target, signature
        (args, kwargs), training = _signature_of(target, signature)
        traces = {flag: _trace(target, args, kwargs, {"training": flag} if training else {}) for flag in (False, True)[: 1 + training]}
        traces.setdefault(True, traces[False])
        variables = {id(v): v for v in getattr(target, "weights", None) or ()}
        variables.update({id(v): v for trace in traces.values() for v in trace.graph.variables})
        self.variables = list(variables.values())
        for v in self.variables:
            sharing.twin_of(v)
        self.paths = paths(target, self.variables)
        runs: dict[int, Run] = {}
        self.runs = {flag: runs.setdefault(id(trace), Run(trace, self.variables)) for flag, trace in traces.items()}
        self.inputs = _input_names(target, args, kwargs)
        self.converts = isinstance(target, Layer)
        self.packed = _packing(traces[False].structured_outputs)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Plan:
        return self

    def forward(self, module: Module, flat: Sequence[torch.Tensor]) -> Any:
        """The results of `module` for `flat`, one tensor for each of `inputs`, in the structure of the model's results."""
        run = self.runs[module.training]
        flat = [self._input(t, *run.inputs[i], self.inputs[i]) for i, t in enumerate(flat)]
        if torch.compiler.is_compiling():
            made = run.written(*flat, *module._states())
        elif module._shares:
            module._in_step()
            made = run.at_once(flat)
        else:
            states = [t if type(t) is torch.Tensor else torch.ops.aten.alias(t) for t in module._states()]
            made = run.apart(flat, states)
        if len(made) > run.values:
            states = module._states()
            with torch.no_grad():
                for i, t in zip(run.changes, made[run.values :]):
                    states[i].copy_(t)
        return self.packed(made)

    def _input(self, t: Any, dtype: torch.dtype, shape: Any, name: str) -> torch.Tensor:
        if not isinstance(t, torch.Tensor):
            raise TypeError(f"The input {name} has to be a torch.Tensor, got {type(t).__name__}.")
        if shape.rank is not None and t.dim() != shape.rank:
            raise ValueError(f"The input {name} has {shape.rank} dimensions, as in {shape}; got a tensor of shape {tuple(t.shape)}.")
        if t.dtype == dtype:
            return t
        if not self.converts:
            raise TypeError(f"The input {name} has to be of {dtype}, got {t.dtype}.")
        return t.to(dtype)  # as Keras does


class Module(torch.nn.Module):
    """What `tfshim.to_module` gives; `forward` takes one tensor for each input of the model, by position or by name."""

    def __init__(self, plan: _Plan, shares: bool = True) -> None:
        super().__init__()
        self._plan, self._shares = plan, shares
        self._places: list[tuple[torch.nn.Module, str]] = []
        for path, v in zip(plan.paths, plan.variables):
            holder: torch.nn.Module = self
            for name in path[:-1]:
                known = holder._modules.get(_free(holder, name))
                if known is None:
                    known = torch.nn.Module()
                    holder.add_module(_free(holder, name), known)
                holder = known
            name = _free(holder, path[-1])
            twin = v._twin
            if not shares:
                twin = twin.detach().clone()
                twin = torch.nn.Parameter(twin, v._twin.requires_grad) if isinstance(v._twin, torch.nn.Parameter) else twin
            if isinstance(twin, torch.nn.Parameter):
                holder.register_parameter(name, twin)
            else:
                holder.register_buffer(name, twin)
            self._places.append((holder, name))

    def _states(self) -> list[torch.Tensor]:
        return [getattr(holder, name) for holder, name in self._places]

    def _in_step(self) -> None:
        """Let the variables have the memory of the parameters and buffers, where torch has given them another."""
        for v, t in zip(self._plan.variables, self._states()):
            if v._twin is not t or not sharing.in_step(v):
                sharing.adopt(v, t)

    def _apply(self, fn: Callable[..., Any], recurse: bool = True) -> Module:
        for v, t in zip(self._plan.variables, self._states()):
            if fn(t.new_empty(0)).dtype != t.dtype:
                raise TypeError(f"{v.name} stays {v.dtype.name}: where another dtype is wanted, make the model with it.")
        made = super()._apply(fn, recurse)
        if self._shares:
            self._in_step()
        return made

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> Any:
        """Copies values into the parameters and buffers, and so the variables; see `torch.nn.Module.load_state_dict`."""
        made = super().load_state_dict(state_dict, strict, assign)
        if self._shares:
            self._in_step()
        return made

    def __deepcopy__(self, memo: dict[int, Any]) -> Module:
        """A module with parameters of its own, which shares none with the model."""
        made = type(self)(self._plan, shares=False)
        memo[id(self)] = made
        with torch.no_grad():
            for (holder, name), t in zip(made._places, self._states()):
                own = getattr(holder, name)
                own.data = t.detach().clone()
                own.requires_grad_(t.requires_grad)
        return made.train(self.training)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._plan.target, self._plan.signature, self.training, self.state_dict() if not self._shares else None)

    def extra_repr(self) -> str:
        """The names of the inputs and what is run."""
        target = self._plan.target
        return f"{', '.join(self._plan.inputs)} -> {getattr(target, 'name', None) or type(target).__name__}"


def _unpickled(target: Any, signature: Any, training: bool, values: Any) -> Module:
    made = to_module(target, signature)
    if values is not None:
        made.load_state_dict(values)
    return made.train(training)


def _free(holder: torch.nn.Module, name: str) -> str:
    """`name`, with an underscore behind it where every module has an attribute of that name."""
    return name + "_" if hasattr(torch.nn.Module, name) or name in vars(holder) or keyword.iskeyword(name) else name


@functools.cache
def _class_for(inputs: tuple[str, ...]) -> type[Module]:
    """The class of modules with these inputs: their names are seen by `torch.export`, and so in the files that it writes."""
    names = ", ".join(inputs)
    space: dict[str, Any] = {}
    exec(f"def forward(self, {names}):\n    return self._plan.forward(self, ({names},))\n", space)
    return type("Module", (Module,), {"forward": space["forward"], "__module__": Module.__module__})


def to_module(model: Any, input_signature: Any = None) -> Module:
    """A `torch.nn.Module` that computes what `model` does, and shares the memory of its variables.

    `model`: a Keras model or layer, a `tf.Module` with `__call__`, a `tf.function` or one of its concrete functions, a signature of
    a loaded SavedModel, or another function of tensors. `input_signature`: the `tf.TensorSpec`s of its arguments, in a list (for a
    Keras model its inputs, structured as they are); a model that knows its inputs, and a function that was made with a signature,
    need none. Sizes that are None may vary. Trainable variables become parameters, others buffers, named by the layers and modules
    that hold them. Where `model` takes `training`, `train()` and `eval()` decide it; a new module trains.

    Raises ValueError where the arguments are not known, TypeError for arguments and results that are not dense tensors of numbers,
    and for variables that cannot share their memory.
    """
    plan = _Plan(model, input_signature)
    return _class_for(tuple(plan.inputs))(plan)


# ---------------------------------------------------------------------- arguments and results
def _signature_of(target: Any, given: Any) -> tuple[tuple[tuple[Any, ...], dict[str, Any]], bool]:
    """((positional, keyword) specs of the arguments, whether there is a `training` argument)."""
    structured = getattr(target, "structured_input_signature", None)
    if structured is not None:
        if given is not None:
            raise ValueError(f"{target!r} is one trace, which has its signature: `input_signature` has to be left out.")
        return structured, False
    if isinstance(target, Layer):
        if given is None:
            spec = target.save_spec() if isinstance(target, Model) else None
            if spec is None:
                raise ValueError(
                    f"The inputs of {target.name} are not known: call it once, or give `input_signature`, a tf.TensorSpec for each."
                )
            return spec, True
        return ((given if isinstance(given, (TensorSpec, dict)) or len(given) != 1 else given[0],), {}), True
    if not callable(target):
        found = ", ".join(map(repr, getattr(target, "signatures", None) or ()))
        advice = f"; its signatures can be, to_module(loaded.signatures[...]): {found}" if found else ""
        raise TypeError(f"to_module expects a model or a function, got {type(target).__name__}, which cannot be called{advice}.")
    call = target if isinstance(target, Function) or inspect.isroutine(target) else type(target).__call__.__get__(target)
    if given is None:
        given = getattr(call, "input_signature", None)
        if given is None:
            raise ValueError("The arguments are not known: give `input_signature`, a list of tf.TensorSpecs.")
    try:
        parameters = inspect.signature(getattr(call, "python_function", call)).parameters
    except (TypeError, ValueError):
        parameters = {}
    return (tuple(given) if isinstance(given, (list, tuple)) else (given,), {}), "training" in parameters


def _trace(target: Any, args: Any, kwargs: dict[str, Any], more: dict[str, Any]) -> Any:
    if isinstance(target, ConcreteFunction):
        return target
    for spec in nest.flatten((args, kwargs)):
        if isinstance(spec, TensorSpec) and spec.dtype.torch is None or not isinstance(spec, (TensorSpec, Tensor)):
            raise TypeError(f"Arguments of a torch.nn.Module have to be dense tensors of numbers, got {spec!r}.")
    trace = function(lambda *a, **k: target(*a, **k, **more)).get_concrete_function(*args, **kwargs)
    return trace


def _input_names(target: Any, args: Any, kwargs: Any) -> list[str]:
    """Names for the tensors among the arguments, in the order in which they are the inputs of a trace."""
    specs = nest.flatten((args, kwargs))
    names = getattr(target, "input_names", None) if isinstance(target, Layer) else None
    if names is None or len(names) != len(specs):
        call = getattr(target, "python_function", target)
        try:
            declared = list(inspect.signature(call).parameters) if not isinstance(target, Layer) else []
        except (TypeError, ValueError):
            declared = []
        plain = len(declared) >= len(specs) == len(args) and not kwargs
        names = declared[: len(specs)] if plain else [getattr(s, "name", None) or "input" for s in specs]
    made: list[str] = []
    for name in names:
        name = re.sub(r"\W", "_", name)
        name = f"input_{name}" if not name.isidentifier() or keyword.iskeyword(name) or name == "self" else name
        n, own = 0, name
        while own in made:
            n += 1
            own = f"{name}_{n}"
        made.append(own)
    return made


def _packing(structure: Any) -> Callable[[Sequence[Any]], Any]:
    """A function that puts flat results into lists, tuples and dictionaries as `structure` has them; torch's compiler reads it."""
    count = 0

    def text(x: Any) -> str:
        nonlocal count
        if isinstance(x, Mapping):
            places = {k: text(x[k]) for k in sorted(x)}  # the order in which they are flattened
            return f"{{{', '.join(f'{k!r}: {places[k]}' for k in x)}}}"
        if isinstance(x, (list, tuple)):
            inner = "".join(f"{text(v)}, " for v in x)
            return f"[{inner}]" if isinstance(x, list) else f"({inner})"
        if x is not None and (not isinstance(x, Tensor) or x.dtype.torch is None):
            raise TypeError(f"Results of a torch.nn.Module have to be dense tensors of numbers, got {x!r}.")
        count += 1
        return "None" if x is None else f"flat[{count - 1}]"

    return eval(f"lambda flat: {text(structure)}")
