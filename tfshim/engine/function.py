"""`tf.function`: Python functions traced into graphs, one trace for each signature."""

import functools
import inspect
import threading
import types
import weakref

import numpy as np
import torch

from tfshim.engine import errors, nest
from tfshim.engine.context import eager_mode
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.executor import Program, select, storages
from tfshim.engine.func_graph import FuncGraph, building, convert_outputs, returned
from tfshim.engine.op import op
from tfshim.engine.random.seeds import Callee
from tfshim.engine.shapes import TensorShape
from tfshim.engine.signatures import pretty_signature
from tfshim.engine.state import TS
from tfshim.engine.symbolic_tensor import SymbolicTensor
from tfshim.engine.tensor import EagerTensor, Tensor, wrap
from tfshim.engine.typespec import TensorSpec, TypeSpec
from tfshim.engine.variable import Variable

_ONLY_FIRST = (
    "tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created "
    "once or created outside tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables for more information."
)


class _Eagerly:
    run = False


def run_functions_eagerly(run_eagerly):
    """Whether every `tf.function` calls its Python function directly. Mirrors `tf.config.run_functions_eagerly`."""
    _Eagerly.run = bool(run_eagerly)


def functions_run_eagerly():
    """What `run_functions_eagerly` was last told. Mirrors `tf.config.functions_run_eagerly`."""
    return _Eagerly.run


def inside_function():
    """Whether a function is being traced. Mirrors `tf.inside_function`."""
    return TS.graph is not None and TS.graph.building_function


# ---------------------------------------------------------------------- signatures of calls
class _ById:
    """Compares by identity without keeping the object alive."""

    __slots__ = ("ref", "id")

    def __init__(self, x):
        self.id = id(x)
        try:
            self.ref = weakref.ref(x)
        except TypeError:
            self.ref = lambda: x  # such objects are kept, so that their id stays theirs

    def __hash__(self):
        return self.id

    def __eq__(self, other):
        return type(other) is _ById and self.id == other.id and self.ref() is not None and self.ref() is other.ref()


_PLAIN = (int, float, bool, str, bytes, complex, type(None))


def _key_of(x):
    """What of the argument `x` a trace depends on."""
    t = type(x)
    if t is EagerTensor:
        return x._dt, x._t.shape
    if t in _PLAIN:
        return "literal", x  # 1, 1.0 and True are equal and share a trace, as in TensorFlow
    if t is tuple or t is list:
        return t, tuple([_key_of(i) for i in x])
    if t is dict:
        return dict, tuple([(k, _key_of(x[k])) for k in sorted(x, key=str)])
    if isinstance(x, SymbolicTensor):
        return x._dt, None if x._shape.rank is None else tuple(x._shape.as_list())
    if isinstance(x, Variable):
        return _ById(x)
    if isinstance(x, np.ndarray):
        return convert_to_tensor(x[:0] if x.ndim else x)._dt, torch.Size(x.shape)
    if isinstance(x, np.generic):
        return t, x.item()
    if isinstance(x, (TensorSpec, TensorShape)) or isinstance(x, TypeSpec):
        return t, x
    spec = getattr(x, "_type_spec", None)
    if spec is not None:
        return spec
    if nest.is_nested(x):
        return t, tuple([_key_of(i) for i in nest.flatten(x)])
    if isinstance(x, (types.FunctionType, type)):
        return _ById(x)
    return _ById(x)


def _is_input(x):
    return isinstance(x, (Tensor, np.ndarray)) and not isinstance(x, Variable)


class FunctionSpec:
    """How a function is called: its parameters and, if given, the signature of its inputs."""

    def __init__(self, function, input_signature):
        self._function = function
        self.signature = inspect.signature(function)
        self.input_signature = None if input_signature is None else tuple(input_signature)
        parameters = list(self.signature.parameters.values())
        self.names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        self.simple = all(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters)
        self.count = len(parameters)
        if self.input_signature is not None:
            if parameters and parameters[0].name == "self":  # a method before it is bound: the signature leaves `self` out
                parameters = parameters[1:]
            given = [p.replace(annotation=s) for p, s in zip(parameters, self.input_signature)]
            self.shown = self.signature.replace(parameters=[*given, *parameters[len(given):]], return_annotation=inspect.Signature.empty)
            n = len(self.input_signature)
            has_star = any(p.kind is p.VAR_POSITIONAL for p in parameters)
            if n > len(self.names) and not has_star:
                raise TypeError(f"input_signature must have the same length as the function's arguments: got {n} for "
                                f"{len(self.names)}.")
            required = [p.name for p in parameters[n:] if p.default is p.empty and p.kind in (p.POSITIONAL_OR_KEYWORD,)]
            if required:
                raise TypeError(f"When input_signature is provided, all required positional arguments must be specified in it: "
                                f"missing {required}.")

    def bind(self, args, kwargs):
        """Positional and keyword arguments with defaults filled in."""
        if self.simple and not kwargs and len(args) == self.count:
            return args, kwargs
        try:
            bound = self.signature.bind(*args, **kwargs)
        except TypeError as e:
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{e}`. Received args: {args} and kwargs: {kwargs} for signature: "
                f"{self.signature}."
            ) from None
        bound.apply_defaults()
        return bound.args, bound.kwargs

    @property
    def fullargspec(self):
        """The parameters, as `inspect.getfullargspec` gives them."""
        return inspect.getfullargspec(self._function)


def _apply_signature(spec, args, kwargs):
    """`args` as tensors that fit the input signature. Raises TypeError where one does not."""
    n = len(spec.input_signature)
    if len(args) + len(kwargs) < n:
        raise TypeError(f"{len(args)} arguments for an input_signature of {n}.")
    made = []
    for value, want in zip(args[:n], spec.input_signature):
        flat_want = nest.flatten(want)
        if isinstance(want, TensorSpec) and isinstance(value, (list, tuple)):
            value = convert_to_tensor(value, dtype_hint=want.dtype)
        try:
            nest.assert_same_structure(want, value, expand_composites=False)
        except (ValueError, TypeError):
            raise TypeError(f"Binding inputs to tf.function failed: structure of argument {value!r} does not match {want!r}.") from None
        flat = []
        for x, w in zip(nest.flatten(value), flat_want):
            if isinstance(w, TensorSpec):
                if not isinstance(x, Tensor):
                    try:
                        x = convert_to_tensor(x, w.dtype)
                    except (TypeError, ValueError) as e:
                        raise TypeError(f"Binding inputs to tf.function failed due to `Can not cast {x!r} to {w!r}`. ({e}) Received "
                                        f"args: {args} and kwargs: {kwargs} for signature: {spec.shown}.") from None
            parts = zip(nest.flatten(w, expand_composites=True), nest.flatten(x, expand_composites=True))
            for part, t in parts if isinstance(w, TensorSpec) or nest.is_composite(x) else ():
                if isinstance(part, TensorSpec) and isinstance(t, Tensor) and not part.is_compatible_with(t):
                    raise TypeError(
                        f"Binding inputs to tf.function failed due to `Can not cast TensorSpec(shape={t.shape}, dtype={t.dtype!r}, "
                        f"name=None) to {part!r}`. Received args: {args} and kwargs: {kwargs} for signature: {spec.shown}."
                    )
            flat.append(x)
        made.append(nest.pack_sequence_as(want, flat))
    return (*made, *args[n:])


# ---------------------------------------------------------------------- traces
@op("StatefulPartitionedCall", inputs="any*", captures="any*", stateful=True, register=False,
    shape_fn=lambda graph, inputs, captures: [(t.dtype, t.shape) for t in graph.outputs if t is not None])
def _call_graph(graph, inputs, captures):
    """Run a traced function inside another graph."""
    return [r for r in graph.run_in_frame(graph.program(), *inputs, *captures) if r is not None]


_LEAF_ALIAS = torch.ops.aten.alias.default


class ConcreteFunction:
    """One trace: a graph with its inputs and outputs, callable with tensors. Mirrors the object of that name."""

    __module__ = "tensorflow.python.eager.polymorphic_function.concrete_function"

    def __init__(self, graph, arguments, name, spec):
        self._graph, self._arguments, self._name, self._spec = graph, arguments, name, spec
        flat = nest.flatten(graph.structured_outputs, expand_composites=True)
        self._single = len(flat) == 1 and flat[0] is graph.structured_outputs and graph.outputs[0] is not None
        self._dtypes = [None if t is None else t.dtype for t in graph.outputs]
        self._program = None
        self._compiler = None

    graph = property(lambda self: self._graph, doc="The FuncGraph.")
    name = property(lambda self: self._name, doc="The name of the function in graphs.")
    inputs = property(lambda self: [*self._graph.inputs, *self._graph.internal_captures], doc="The placeholders.")
    outputs = property(lambda self: [t for t in self._graph.outputs if t is not None], doc="The flat outputs.")
    variables = property(lambda self: self._graph.variables, doc="The variables used.")
    trainable_variables = property(lambda self: self._graph.trainable_variables, doc="The trainable variables used.")
    captured_inputs = property(lambda self: self._graph.external_captures, doc="The outer tensors that are used.")
    building_function = False

    @property
    def structured_input_signature(self):
        """(positional, keyword) arguments with a TensorSpec for each tensor."""
        return self._arguments

    @property
    def structured_outputs(self):
        """The outputs, as the function returned them, with a TensorSpec for each tensor."""
        return nest.map_structure(
            lambda t: TensorSpec(t.shape, t.dtype, name=t.name) if isinstance(t, SymbolicTensor) else t,
            self._graph.structured_outputs, expand_composites=True,
        )

    output_dtypes = property(lambda self: nest.map_structure(lambda s: s.dtype, self.structured_outputs))
    output_shapes = property(lambda self: nest.map_structure(lambda s: s.shape, self.structured_outputs))

    def __call__(self, *args, **kwargs):
        """Call with values for the tensors of the signature (positional, or by argument name)."""
        flat = [x for x in nest.flatten((args, self._spec_kwargs(kwargs)), expand_composites=True)
                if not isinstance(x, (str, bool, type(None), Variable))]
        tensors = []
        want = self._graph.inputs
        if len(flat) != len(want):
            flat = [x for x in flat if isinstance(x, (Tensor, np.ndarray))] if len(flat) > len(want) else flat
        if len(flat) != len(want):
            raise TypeError(f"{self._name} expects {len(want)} tensors, got {len(flat)}.")
        for x, p in zip(flat, want):
            x = convert_to_tensor(x, None if isinstance(x, Tensor) else p.dtype)
            if x.dtype != p.dtype:
                raise errors.InvalidArgumentError(
                    None, None, f"cannot compute {self._name} as input #{len(tensors)}(zero-based) was expected to be a "
                    f"{p.dtype.proto_name} tensor but is a {x.dtype.proto_name} tensor [Op:{self._name}]"
                )
            tensors.append(x)
        return self._call_flat(tensors)

    def _spec_kwargs(self, kwargs):
        positional = {n: i for i, n in enumerate(self._spec.names)}
        return [kwargs[k] for k in sorted(kwargs, key=lambda k: positional.get(k, 99))]

    def _call_flat(self, tensors):
        graph = self._graph
        if TS.graph is not None:
            captures = graph.external_captures
            inputs = [x if isinstance(x, Tensor) else convert_to_tensor(x) for x in tensors]
            results = iter(_call_graph(_Callee(graph), inputs, captures))
            for v in graph.variables:
                if hasattr(TS.graph, "note_variable"):
                    TS.graph.note_variable(v)
            TS.graph._versions += 1  # the callee may have assigned
            flat = [None if t is None else next(results) for t in graph.outputs]
        else:
            program = self._program
            if program is None:
                program = self._program = graph.program()
            tape = TS.tape
            made = [x._t if x._rec is None else usable for x, usable in zip(tensors, storages(tensors))] if tape is None \
                else storages(tensors)
            if graph.captures:
                made += storages(graph.external_captures)
            results = program(*made) if self._compiler is None else self._compiler(program, made)
            if self._single:
                r = results[0]
                if tape is not None and r.__class__ is torch.Tensor and r.requires_grad:
                    return wrap(_LEAF_ALIAS(r) if r.is_leaf else r, self._dtypes[0], tape)
                return wrap(r, self._dtypes[0], None)
            flat = []
            for r, dtype in zip(results, self._dtypes):
                if dtype is None:
                    flat.append(None)
                elif tape is not None and type(r) is torch.Tensor and r.requires_grad:
                    flat.append(wrap(_LEAF_ALIAS(r) if r.is_leaf else r, dtype, tape))
                else:
                    flat.append(wrap(r, dtype, None))
        return nest.pack_sequence_as(graph.structured_outputs, flat, expand_composites=True)

    def pretty_printed_signature(self, verbose=True):
        """The signature in words: parameters, results and captures; with `verbose=False` in one line."""
        return pretty_signature(self, verbose)

    def __str__(self):
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self):
        return f"<ConcreteFunction {self.pretty_printed_signature(verbose=False)} at {id(self):#X}>"


class _Callee(Callee):
    """The graph of a called function, as an attribute of the call."""

    def __init__(self, graph):
        self._graph = graph

    def __getattr__(self, name):
        return getattr(self.__dict__["_graph"], name)


_counter = [0]


class Function:
    """A Python function that is traced once for each signature of its arguments. Made by `tf.function`."""

    __module__ = "tensorflow.python.eager.polymorphic_function.polymorphic_function"

    def __init__(self, python_function, name, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False,
                 experimental_autograph_options=None, experimental_attributes=None, experimental_implements=None):
        self._python_function = python_function
        self._spec = FunctionSpec(python_function, input_signature)
        self._name = name
        self._autograph, self._options = autograph, experimental_autograph_options
        self._jit_compile, self._reduce = jit_compile, reduce_retracing
        self._traces = {}
        self._concrete = []
        self._relaxed = {}
        self._count = 0
        self._lock = threading.RLock()
        self._created = None  # the variables of the first call, once that is over
        self._bound = weakref.WeakKeyDictionary()
        functools.update_wrapper(self, python_function)

    python_function = property(lambda self: self._python_function, doc="The Python function.")
    function_spec = property(lambda self: self._spec, doc="How it is called.")
    input_signature = property(lambda self: self._spec.input_signature, doc="The input signature, or None.")
    name = property(lambda self: self._name)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        try:
            bound = self._bound.get(instance)
        except TypeError:  # unhashable instances get a function of their own each time
            bound = None
        if bound is None:
            reference = weakref.ref(instance)
            function = self._python_function

            def method(*args, **kwargs):
                return function(reference(), *args, **kwargs)

            functools.update_wrapper(method, function)
            del method.__wrapped__
            signature = inspect.signature(function)
            method.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])
            method._tfshim_original = function
            method._tfshim_self = reference
            bound = Function(method, self._name, self._method_signature(signature), self._autograph, self._jit_compile, self._reduce,
                             self._options)
            try:
                self._bound[instance] = bound
            except TypeError:
                pass
        return bound

    def _method_signature(self, signature):
        given = self._spec.input_signature
        return given

    def experimental_get_tracing_count(self):
        """How often the function has been traced."""
        return self._count

    def experimental_get_compiler_ir(self, *args, **kwargs):
        """Not supported: there is no XLA here."""
        raise NotImplementedError("experimental_get_compiler_ir is not supported: functions are compiled by torch, not XLA.")

    def pretty_printed_concrete_signatures(self, verbose=True):
        """The signatures that were traced."""
        return "\n\n".join(c.pretty_printed_signature(verbose) for c in self._concrete)

    def _list_all_concrete_functions_for_serialization(self):
        return list(self._concrete)

    def __call__(self, *args, **kwargs):
        if _Eagerly.run:
            return self._python_function(*args, **kwargs)
        args, kwargs = self._spec.bind(args, kwargs)
        if self._spec.input_signature is not None:
            args = _apply_signature(self._spec, args, kwargs)
            key = ()
        elif kwargs:
            key = (tuple([_key_of(a) for a in args]), tuple([(k, _key_of(v)) for k, v in sorted(kwargs.items())]))
        else:
            key = tuple([_key_of(a) for a in args])
        concrete = self._traces.get(key) if TS.device is None else self._traces.get((key, TS.device))
        if concrete is None:
            concrete, done, result = self._first(key, args, kwargs)
            if done:
                return result
        tensors = []
        for x in args if not kwargs else (args, kwargs):
            t = type(x)
            if t is EagerTensor:
                tensors.append(x)
            elif t not in _PLAIN:
                tensors.extend(_inputs(x))
        return concrete._call_flat(tensors)

    def _first(self, key, args, kwargs):
        """The trace for a new key; (trace, whether it was called already, its result)."""
        with self._lock:
            if TS.device is not None:
                key = (key, TS.device)
            concrete = self._traces.get(key)
            if concrete is None:
                concrete = self._traces[key] = self._trace_for(key, args, kwargs)
        return concrete, False, None

    def _trace_for(self, key, args, kwargs):
        shapes = None
        if self._reduce and self._concrete:
            shapes = self._relax(args, kwargs)
            for known in self._concrete:
                if getattr(known, "_shapes", None) == shapes:
                    return known
        if self._created is None:
            variables = []
            concrete = self._trace(args, kwargs, shapes, self._creator(variables))
            self._created = variables
            if variables:
                # The variables exist now; what the function does on every call is traced again, without them.
                concrete = self._trace(args, kwargs, shapes, self._creator(None))
        else:
            concrete = self._trace(args, kwargs, shapes, self._creator(None))
        concrete._shapes = shapes
        self._concrete.append(concrete)
        return concrete

    def _relax(self, args, kwargs):
        """The shapes of the inputs, with None where they differ from those of earlier traces."""
        shapes = []
        for i, x in enumerate(_inputs((args, kwargs))):
            dims = [None if d is None else int(d) for d in x.shape]
            for known in self._concrete:
                before = known._graph.inputs
                if i < len(before) and before[i].shape.rank == len(dims):
                    dims = [d if d == b else None for d, b in zip(dims, before[i].shape.as_list())]
            shapes.append(tuple(dims))
        return shapes

    def _creator(self, variables):
        def create(next_creator, **kwargs):
            if variables is None:
                raise ValueError(_ONLY_FIRST)
            value = kwargs.get("initial_value")
            scope = TS.name_scope
            with eager_mode():
                TS.name_scope = scope
                if callable(value) and not isinstance(value, (Tensor, Variable)):
                    value = value()
                if isinstance(value, SymbolicTensor):
                    value = _evaluate(value)
                kwargs["initial_value"] = value
                made = next_creator(**kwargs)
            variables.append(weakref.ref(made))
            return made

        return create

    def _trace(self, args, kwargs, shapes, creator):
        self._count += 1
        _counter[0] += 1
        graph = FuncGraph(f"__inference_{self._name}_{_counter[0]}", TS.graph)
        signature = self._spec.input_signature
        flat = nest.flatten((args, kwargs), expand_composites=True)
        wanted = nest.flatten(signature, expand_composites=True) if signature is not None else []
        creators = TS.creators
        with building(graph):
            TS.creators = (*creators, creator)
            try:
                made, position = [], 0
                names = _argument_names(self._spec, args, kwargs)
                for i, x in enumerate(flat):
                    if not _is_input(x):
                        made.append(x)
                        continue
                    dtype = x.dtype if isinstance(x, Tensor) else convert_to_tensor(x[:0] if x.ndim else x).dtype
                    shape = TensorShape(x.shape) if not isinstance(x, Tensor) else x.shape
                    if signature is not None and i < len(wanted) and isinstance(wanted[i], TensorSpec):
                        shape = wanted[i].shape
                    if shapes is not None:
                        shape = TensorShape(shapes[position])
                    p = graph.placeholder(dtype, shape, names.get(i))
                    graph.inputs.append(p)
                    made.append(p)
                    position += 1
                new_args, new_kwargs = nest.pack_sequence_as((args, kwargs), made, expand_composites=True)
                function = self._python_function
                if self._autograph:
                    function = _converted(function, self._options)
                result = function(*new_args, **new_kwargs)
                graph.structured_outputs = result
                graph.outputs = [returned(graph, t) for t in convert_outputs(graph, result)]
            finally:
                TS.creators = creators
        inputs = iter(graph.inputs)
        spec = nest.pack_sequence_as((args, kwargs), [_spec_of(next(inputs)) if _is_input(x) else x for x in flat],
                                     expand_composites=True)
        concrete = ConcreteFunction(graph, spec, graph.name, self._spec)
        if self._jit_compile:
            from tfshim.engine.jit import Compiler

            concrete._compiler = Compiler(graph.name)
        return concrete

    def get_concrete_function(self, *args, **kwargs):
        """The trace for `args`, in which `tf.TensorSpec`s may stand for tensors."""
        if self._spec.input_signature is not None and not args and not kwargs:
            args = self._spec.input_signature
        args, kwargs = self._spec.bind(args, kwargs)
        key = ("spec", tuple([_key_of(a) for a in args]), tuple([(k, _key_of(v)) for k, v in sorted(kwargs.items())]))
        if self._spec.input_signature is not None:
            key = ()
        with self._lock:
            concrete = self._traces.get(key)
            if concrete is None:
                stand_ins = nest.map_structure(_stand_in, (args, kwargs))
                args, kwargs = stand_ins
                concrete = self._traces[key] = self._trace_for(key, args, kwargs)
        return concrete

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__name__} at {id(self):#x}>"


class _SpecStandIn(SymbolicTensor):
    """An argument of which only dtype and shape are given."""

    __slots__ = ("_given_name",)

    def __init__(self, spec):
        super().__init__(None, 0, spec.dtype, spec.shape, None, None)
        self._given_name = spec.name


def _stand_in(x):
    if isinstance(x, TensorSpec):
        return _SpecStandIn(x)
    if isinstance(x, TypeSpec):
        return nest.pack_sequence_as(x, [_SpecStandIn(s) for s in nest.flatten(x, expand_composites=True)], expand_composites=True)
    return x


def _spec_of(placeholder):
    return TensorSpec(placeholder.shape, placeholder.dtype, name=placeholder.op.name)


def _inputs(structure):
    return [x if isinstance(x, Tensor) else convert_to_tensor(x)
            for x in nest.flatten(structure, expand_composites=True) if _is_input(x)]


def _argument_names(spec, args, kwargs):
    """Names for placeholders: those of the arguments."""
    names, at = {}, 0
    for name, value in [*zip(spec.names, args), *[("args", a) for a in args[len(spec.names):]],
                        *[(k, kwargs[k]) for k in sorted(kwargs)]]:
        for x in nest.flatten(value, expand_composites=True):
            names[at] = getattr(x, "_given_name", None) or name
            at += 1
    return names


def _converted(function, features):
    from tfshim.engine import autograph

    return autograph.convert_for_tracing(function, features)


def _evaluate(x):
    """The value of a symbolic tensor that depends on no input: an initial value."""
    nodes = select(x._op.graph._operations, [x], effects=False)
    if any(n.type == "Placeholder" for n in nodes):
        raise ValueError(
            "Tensor-typed variable initializers must either be wrapped in an init_scope or callable "
            "(e.g., `tf.Variable(lambda : tf.truncated_normal([10, 40]))`) when building functions. The initial value depends on "
            "an argument of the function."
        )
    return wrap(Program(nodes, [], [x])()[0], x.dtype)


def function(func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False,
             experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None,
             experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None):
    """Compile a Python function into a graph, traced once for each signature of its arguments.

    `input_signature`: a sequence of `tf.TensorSpec`s that fixes the one signature. `autograph`: whether `if`, `while`
    and `for` over tensors become part of the graph. `jit_compile`: lower the graph through torch's compiler.
    `reduce_retracing`: trace with unknown dimensions once shapes vary. `experimental_implements` and
    `experimental_attributes` annotate functions for other TensorFlow tools and are refused. Mirrors `tf.function`.
    """
    if experimental_implements is not None or experimental_attributes is not None:
        raise NotImplementedError("tf.function: `experimental_implements` and `experimental_attributes` are not supported; leave them out.")
    if experimental_follow_type_hints:
        raise NotImplementedError("tf.function: `experimental_follow_type_hints` is not supported; convert the arguments to tensors.")
    if experimental_relax_shapes is not None:
        reduce_retracing = experimental_relax_shapes
    if experimental_compile is not None:
        jit_compile = experimental_compile

    def decorate(inner):
        if isinstance(inner, Function):
            inner = inner.python_function
        target = inner
        while isinstance(target, functools.partial):
            target = target.func
        name = getattr(target, "__name__", type(target).__name__).replace("<lambda>", "lambda")
        if not isinstance(inner, (types.FunctionType, types.MethodType)) and not hasattr(inner, "__name__"):
            functools_target = inner
            made = Function(functools_target, name, input_signature, autograph, jit_compile, reduce_retracing,
                            experimental_autograph_options)
            return made
        return Function(inner, name, input_signature, autograph, jit_compile, reduce_retracing, experimental_autograph_options)

    return decorate if func is None else decorate(func)


