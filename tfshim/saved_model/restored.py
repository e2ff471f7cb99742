"""The contents of a loaded model: objects, functions with their traces, and signatures."""

import functools
import inspect
import re
from collections.abc import Mapping

from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import function as traced
from tfshim.engine.functions.signatures import captures, type_text
from tfshim.engine.runtime.errors import dtype_mismatch
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import FUNCTION, is_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.variable import Variable
from tfshim.saved_model._specs import input_specs


class _UserObject(AutoTrackable):
    """An object whose class is not registered in this program, with its attributes."""


def _called(self):
    return self.__dict__["_tfshim_call"]


def _call_by(self, value):
    self.__dict__["_tfshim_call"] = self._track_trackable(value, "__call__", overwrite=True)


def user_object(is_callable):
    """An object to fill with what was saved; one that `is_callable` is called as the function `__call__` that was saved."""
    if not is_callable:
        return _UserObject()
    # Python looks for `__call__` in the class alone: only objects that were callable may have it.
    return type("_UserObject", (_UserObject,), {"__call__": property(_called, _call_by)})()


class _Specs(list):
    """What of a function's arguments are tensors, where specs may stand for these: a trace is looked for, and not called."""


def filled(names, defaults, args, kwargs, keyword_defaults=()):
    """`args` and `kwargs` with the positional ones by place, and `defaults` ({name: value}) for what is missing among `names`.

    `keyword_defaults` are those of arguments that go by name alone.
    """
    given, rest = list(args), {**dict(keyword_defaults), **kwargs}
    for name in names[len(given) :]:
        if name in rest:
            given.append(rest.pop(name))
        elif name in defaults:
            given.append(defaults[name])
        else:
            break
    return given, rest


class RestoredTrace:
    """One trace of a saved function."""

    def __init__(self, about, reader):
        self._about, self._reader = about, reader
        self.name = about["name"]
        self.structured_input_signature = reader.value(about["arguments"])
        self.structured_outputs = reader.value(about["outputs"])
        self._specs = [s for s in nest.flatten(self.structured_input_signature) if isinstance(s, TypeSpec)]
        # A callable of its own: traces are not one function that is traced again and again.
        self._run = traced(functools.partial(self._replay), autograph=False)

    @property
    def variables(self):
        """The variables that are used, as a tuple."""
        return tuple(x for x in self._reader.objects_in(self._about["graph"]) if isinstance(x, Variable))

    @property
    def trainable_variables(self):
        """Those of them that are trained, as a tuple."""
        return tuple(v for v in self.variables if v.trainable)

    @functools.cached_property
    def concrete(self):
        """The ConcreteFunction, for graphs and for saving."""
        flat = nest.flatten(self.structured_input_signature, expand_composites=True)
        graph = self._run.get_concrete_function(*(s for s in flat if isinstance(s, TensorSpec))).graph
        values = iter(t for t in graph.outputs if t is not None)
        graph.structured_outputs = nest.map_structure(
            lambda s: next(values) if isinstance(s, TensorSpec) else s, self.structured_outputs, expand_composites=True
        )
        graph.outputs = nest.flatten(graph.structured_outputs, expand_composites=True)
        return ConcreteFunction(graph, self.structured_input_signature, self.name, None)

    @property
    def parameters(self):
        """The parameters of the Python function."""
        names, (positional, keyword) = self._about["parameters"], self.structured_input_signature
        return inspect.FullArgSpec(list(names[: len(positional)]), None, None, None, sorted(keyword), None, {})

    def _replay(self, *tensors):
        return [t for t in self._reader.run(self._about["graph"], tensors) if t is not None]

    def is_for(self, args, kwargs):
        """Whether it is the trace for these arguments, or for specs in the place of tensors."""
        return self.fits(args, kwargs, _Specs()) is not None

    def fits(self, args, kwargs, tensors=None):
        """The tensors for this trace among the arguments, or None where they do not fit."""
        names, (positional, keyword) = self._about["parameters"], self.structured_input_signature
        given = list(args)
        rest = dict(kwargs)
        for name in names[len(given) :]:
            if name in rest:
                given.append(rest.pop(name))
            elif len(given) < len(positional) and not any(isinstance(s, TypeSpec) for s in nest.flatten(positional[len(given)])):
                given.append(positional[len(given)])  # the value the trace was made with
        if len(given) != len(positional) or set(rest) != set(keyword):
            return None
        tensors = [] if tensors is None else tensors
        for value, want in [*zip(given, positional, strict=True), *((rest[k], keyword[k]) for k in sorted(keyword))]:
            if not self._match(value, want, tensors):
                return None
        return tensors

    def _match(self, value, want, tensors):
        """Whether `value` is what `want` says; its tensors are added to `tensors`."""
        if isinstance(value, TypeSpec) and isinstance(want, TypeSpec):
            same = value.is_subtype_of(want) if type(want) is TensorSpec else want.is_compatible_with(value)
            return type(tensors) is _Specs and same
        if isinstance(want, TensorSpec):
            try:
                tensor = convert_to_tensor(value, None if isinstance(value, Tensor) else want.dtype)
            except (TypeError, ValueError):
                return False
            if tensor.dtype != want.dtype or not want.shape.is_compatible_with(tensor.shape):
                return False
            tensors.append(tensor)
            return True
        if isinstance(want, TypeSpec):
            if not want.is_compatible_with(value):
                return False
            tensors.extend(nest.flatten(value, expand_composites=True))
            return True
        if isinstance(want, dict):
            same = isinstance(value, dict) and set(value) == set(want)
            return same and all(self._match(value[k], want[k], tensors) for k in sorted(want))
        if isinstance(want, (list, tuple)):
            return (
                isinstance(value, (list, tuple))
                and len(value) == len(want)
                and all(self._match(v, w, tensors) for v, w in zip(value, want, strict=True))
            )
        return not isinstance(value, Tensor) and value == want

    def call(self, tensors):
        """The structured outputs for flat tensors."""
        flat = iter(self._run(*tensors))
        outputs = self._about["graph"]["outputs"]
        values = iter([None if o is None else next(flat) for o in outputs])
        return nest.map_structure(lambda leaf: next(values), self.structured_outputs, expand_composites=True)

    def __call__(self, *args, **kwargs):
        """Call with tensors, positional or by the names of the arguments."""
        if not args and kwargs and not self.fits(args, kwargs):
            by_name = {s.name: s for s in self._specs}
            if set(kwargs) == set(by_name):
                return self.call([convert_to_tensor(kwargs[s.name], s.dtype) for s in self._specs])
        tensors = self.fits(args, kwargs)
        if tensors is None:
            raise TypeError(f"{self.name} was saved for {self.structured_input_signature}, got {args}, {kwargs}.")
        return self.call(tensors)


class RestoredFunction:
    """A saved function with all its traces."""

    __module__ = "tensorflow.python.saved_model.function_deserialization"
    _tfshim_kind = FUNCTION
    _converts_itself = True
    input_signature = None
    jit_compile = None

    def __init__(self, name, traces):
        self.__name__, self._traces = name, traces

    @property
    def concrete_functions(self):
        """The traces."""
        return self._traces

    @property
    def parameters(self):
        """The parameters of the Python function, with their defaults."""
        if not self._traces:
            return inspect.FullArgSpec([], None, None, None, [], None, {})
        made, defaults = self._traces[0].parameters, self._traces[0]._about.get("defaults", {})
        last = [n for n in made.args if n in defaults]
        # Defaults belong to the last parameters: one that was not saved ends them.
        while last and made.args[len(made.args) - len(last) :] != last:
            last = last[1:]
        return made._replace(defaults=tuple(defaults[n] for n in last) or None)

    def _list_all_concrete_functions(self):
        return list(self._traces)

    def _list_all_concrete_functions_for_serialization(self):
        return list(self._traces)

    def get_concrete_function(self, *args, **kwargs):
        """The trace for these arguments, in which specs stand for tensors; for none, that of the signature it was made with."""
        if not args and not kwargs and self.input_signature is not None and self._traces:
            return self._traces[0]
        given, rest = self._canonical(args, kwargs)
        for trace in self._traces:
            if trace.is_for(given, rest):
                return trace
        self._check_call(args, kwargs)
        raise ValueError(_no_match(given, rest, self._traces))

    def _canonical(self, args, kwargs):
        """The arguments by place, with the defaults that were saved."""
        if not self._traces:
            return args, kwargs
        about, (positional, _) = self._traces[0]._about, self._traces[0].structured_input_signature
        return filled(about["parameters"][: len(positional)], about.get("defaults", {}), args, kwargs)

    def _check_call(self, args, kwargs):
        """Raise where the arguments, as they were given, do not fit the parameters themselves, whatever the traces take."""

    def __call__(self, *args, **kwargs):
        given, rest = self._canonical(args, kwargs)
        for trace in self._traces:
            tensors = trace.fits(given, rest)
            if tensors is not None:
                return trace.call(tensors)
        self._check_call(args, kwargs)
        raise ValueError(_no_match(given, rest, self._traces))


def _no_match(args, kwargs, traces):
    """The text of the error for arguments that no trace takes."""
    if not traces:
        return "Found zero restored functions for caller function."
    names = traces[0]._about["parameters"] if traces else []

    def shown(x, name):
        if isinstance(x, dict):
            return "{" + ", ".join(f"{k!r}: {shown(v, name)}" for k, v in x.items()) + "}"
        known = isinstance(x, (Tensor, TensorSpec))
        return f"<tf.Tensor '{name}:0' shape={x.shape} dtype={x.dtype.name}>" if known else repr(x)

    def listed(positional, keyword):
        rows = "".join(f"    * {p}\n" for p in positional)
        return f"  Positional arguments ({len(positional)} total):\n{rows}  Keyword arguments: {keyword}"

    keyword = "{" + ", ".join(f"{k!r}: {shown(v, k)}" for k, v in kwargs.items()) + "}"
    got = listed([shown(x, n) for x, n in zip(args, [*names, *["args"] * len(args)])], keyword)
    options = [f"Option {i}:\n{listed(*t.structured_input_signature)}" for i, t in enumerate(traces, 1)]
    return (
        f"Could not find matching concrete function to call loaded from the SavedModel. Got:\n{got}\n\n Expected these arguments to "
        f"match one of the following {len(traces)} option(s):\n\n" + "\n\n".join(options)
    )


class SignatureMap(Mapping):
    """The signatures of a loaded model by name, which cannot be changed."""

    def __init__(self, signatures):
        self._signatures = signatures

    def __getitem__(self, key):
        return self._signatures[key]

    def __iter__(self):
        return iter(self._signatures)

    def __len__(self):
        return len(self._signatures)

    def __repr__(self):
        return f"_SignatureMap({self._signatures!r})"


_NUMBERED = re.compile(r"^__inference_(.*?)(?:_\d+)?$")


class Signature:
    """A signature: keyword arguments in, a dictionary out. `bare`: a concrete function beside the signatures, which gives what it gave."""

    _tfshim_kind = FUNCTION
    _converts_itself = True

    def __init__(self, trace, names=None, bare=False):
        self._trace, self._bare = trace, bare
        flat = input_specs(trace.structured_input_signature, lambda: trace.concrete.graph.inputs[: len(names or ())])
        self._names = [s.name for s in flat] if names is None else list(names)
        self._specs = [TensorSpec(s.shape, s.dtype, n) for n, s in zip(self._names, flat, strict=True)]
        # A signature has nothing but keywords; a function beside the signatures may have arguments in an order as well.
        shape = trace.structured_input_signature
        self._by_name = names is None or bare and shape is not None and not shape[0]
        # Arguments of a function beside the signatures may be nested, or Python values.
        self._nested = bare and shape is not None and any(not isinstance(s, TensorSpec) for s in (*shape[0], *shape[1].values()))
        self.structured_outputs = trace.structured_outputs
        self.structured_input_signature = shape if self._nested else ((), {s.name: s for s in self._specs})
        self.name = trace.name

    concrete = property(lambda self: self._trace.concrete, doc="The ConcreteFunction.")
    parameters = property(lambda self: self._trace.parameters, doc="The parameters of the Python function.")
    graph = property(lambda self: self._trace.concrete.graph, doc="The graph of the function.")
    inputs = property(lambda self: self._trace.concrete.inputs, doc="The placeholders.")
    outputs = property(lambda self: self._trace.concrete.outputs, doc="The flat outputs.")
    variables = property(lambda self: self._trace.variables, doc="The variables used, as a tuple.")
    trainable_variables = property(lambda self: self._trace.trainable_variables, doc="Those of them that are trained, as a tuple.")

    @property
    def captured_inputs(self):
        """What the function uses beside its arguments: tensors, and handles of variables and tables."""
        return self._trace.concrete.captured_inputs

    def __str__(self):
        return f"ConcreteFunction {self.pretty_printed_signature(verbose=True)}"

    def __repr__(self):
        return f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at 0x{id(self):X}>"

    def pretty_printed_signature(self, verbose=True):
        """The arguments and the results with their types: several lines, or one with `verbose=False`."""
        given, result = [(s.name, type_text(s)) for s in self._specs], type_text(self.structured_outputs)
        if not verbose:
            return f"({', '.join(['*', *(f'{n}: {t}' for n, t in given)]) if given else ''}) -> {result}"
        lines = ["Input Parameters:", *([f"  {n} (KEYWORD_ONLY): {t}" for n, t in given] or ["  None"]), "Output Type:", f"  {result}"]
        held = [f"  {identity}: {spec!r}" for identity, spec in captures(self.concrete)]
        return "\n".join([*lines, "Captures:", *(held or ["  None"])])

    def _unfit(self, args, given):
        """Why `given` are no arguments, None if they are; what is no tensor among them then is one.

        Tensors are taken whatever their shape, as TensorFlow passes them on where they do not fit the names.
        """
        tensors = all(isinstance(given[n], Tensor) for n in self._names)
        if len(args) <= self._positional and tensors:
            return None
        if args:
            return "too many positional arguments"
        made = {}
        for spec in self._specs:
            value = given[spec.name]
            try:
                value = made[spec.name] = value if isinstance(value, Tensor) else convert_to_tensor(value, spec.dtype)
            except (TypeError, ValueError) as e:
                return str(e)
            if not spec.shape.is_compatible_with(value.shape):
                return f"Can not cast {TensorSpec(value.shape, value.dtype, spec.name)!r} to {spec!r}"
        given.update(made)
        return None

    @property
    def _positional(self):
        """How many arguments may come without a name."""
        return 1 if len(self._names) == 1 else 0

    def _wrong_call(self, args, kwargs, unfit=None):
        """The error for arguments that are too many or too few, by name and in their order; or `unfit`, for the reason that it gives."""
        names = self._names
        parameters = [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY) for n in names if n.isidentifier()]
        try:
            inspect.Signature(parameters).bind(*args, **kwargs)
            reason = unfit or "too many positional arguments"
        except TypeError as e:
            reason = str(e)
        shown = _NUMBERED.match(self.name)
        flat = f"{shown[1] if shown else self.name}({', '.join(names)})"
        given = {**dict(zip(names, args)), **kwargs}
        missing, unknown = [n for n in names if n not in given], sorted(set(kwargs) - set(names))
        allowed = self._positional if self._by_name else len(names)
        if len(args) > allowed:
            flat += f" takes {allowed} positional arguments, got {len(args)}."
        elif missing:
            flat += f" missing required arguments: {', '.join(missing)}."
        elif unknown:
            flat += f" got unexpected keyword arguments: {', '.join(unknown)}."
        else:
            at = next(i for i, n in enumerate(names) if not isinstance(given[n], Tensor))
            value = given[names[at]]
            flat += f": expected argument #{at}(zero-based) to be a Tensor; got {type(value).__name__} ({value})."
            if is_variable(value):
                flat = f"provided list of inputs contains objects other than 'EagerTensor'. Item {at} is type: {type(value).__name__}"
        return TypeError(
            f"Binding inputs to tf.function failed due to `{reason}`. Received args: {args} and kwargs: {kwargs} for signature: "
            f"{self.pretty_printed_signature(verbose=False)}.\nFallback to flat signature also failed due to: {flat}"
        )

    def _of_structure(self, args, kwargs):
        """The tensors in nested arguments, all of which are given as the Python function takes them; None where they do not fit."""
        positional, keyword = self.structured_input_signature
        if len(args) + len(kwargs) != len(positional) + len(keyword):
            return None
        tensors = self._trace.fits(args, kwargs)
        return tensors if tensors is not None and len(tensors) == len(self._specs) else None

    def __call__(self, *args, **kwargs):
        if self._nested:
            tensors = self._of_structure(args, kwargs)
            if tensors is not None:
                return self._trace.call(tensors)
        names = self._names
        given = {**dict(zip(names, args)), **kwargs}
        if len(args) > len(names) or len(given) > len(names) or any(n not in given for n in names):
            raise self._wrong_call(args, kwargs)
        if self._nested and not all(isinstance(given[n], Tensor) for n in names):
            raise self._wrong_call(args, kwargs)
        unfit = self._unfit(args, given) if self._by_name else None
        if unfit is not None:
            raise self._wrong_call(args, kwargs, unfit)
        made = self._trace.call([self._tensor(given[s.name], s, i) for i, s in enumerate(self._specs)])
        if self._bare or isinstance(made, dict):
            return made
        flat = list(made) if isinstance(made, (list, tuple)) else [made]
        return {f"output_{i}": t for i, t in enumerate(flat)}

    def _tensor(self, value, spec, at):
        value = convert_to_tensor(value, None if isinstance(value, Tensor) else spec.dtype)
        if value.dtype != spec.dtype:
            raise dtype_mismatch(self.name, at, spec.dtype, value.dtype, name=None)
        return value


class Unavailable:
    """A signature or function that cannot be made here, which says so when it is called."""

    def __init__(self, name, failure):
        self.name, self._failure = name, failure

    def __call__(self, *args, **kwargs):
        """Raises what kept it from being made."""
        raise self._failure
