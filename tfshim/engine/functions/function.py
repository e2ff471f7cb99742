"""`tf.function`: Python functions traced into graphs, one trace for each signature."""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.functions.arguments import FunctionSpec, apply_signature, check_specs, inputs_of, placed, stand_in
from tfshim.engine.functions.call_keys import PLAIN, by_kind, common, key_of, takes, takes_others, variables_of
from tfshim.engine.functions.other_variables import with_variables
from tfshim.engine.functions.retracing import history_of
from tfshim.engine.functions.tracing import numbers, trace_call
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.tracebacks import in_short
from tfshim.engine.values import nest
from tfshim.engine.values.protocol import FUNCTION
from tfshim.engine.values.tensor import EagerTensor
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.functions.concrete_function import ConcreteFunction


class _Eagerly:
    run = False


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Let every `tf.function` call its Python function itself, step by step. Mirrors `tf.config.run_functions_eagerly`.

    Arguments:
        run_eagerly: True for running functions so, False for tracing them once as usual.

    Returns:
        None.

    So a debugger stops in functions, `print` prints each time, and tracebacks lead to the line; Keras' training steps run so too. It is
    slower. Functions of datasets are traced all the same: see `tf.data.experimental.enable_debug_mode`.

    Example:
        >>> @tf.function
        ... def double(x):
        ...     print("called")
        ...     return 2 * x
        >>> tf.config.run_functions_eagerly(True)
        >>> double(tf.constant(1)).numpy(), double(tf.constant(2)).numpy()
        called
        called
        (2, 4)
        >>> tf.config.run_functions_eagerly(False)
    """
    _Eagerly.run = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Whether every `tf.function` calls its Python function itself. Mirrors `tf.config.functions_run_eagerly`.

    It asks for the whole process, all threads included.

    Returns:
        a bool: what `tf.config.run_functions_eagerly` was last called with; False at first. Within a function that runs so,
        `tf.executing_eagerly()` is True too.

    Code that would trace something for speed asks it, so that it stays out of a debugger's way.

    Example:
        >>> tf.config.functions_run_eagerly()
        False
        >>> tf.config.run_functions_eagerly(True)
        >>> tf.config.functions_run_eagerly()
        True
        >>> tf.config.run_functions_eagerly(False)
    """
    return _Eagerly.run


@tf_export("inside_function", v1=[])
def inside_function() -> bool:
    """Whether a function is being traced. Mirrors `tf.inside_function`.

    Libraries ask it to decide whether Python side effects make sense.

    Returns:
        True within the trace of a `tf.function`, a function of a dataset, or a body of control flow in one; False
        eagerly, and in a `tf.Graph` of TensorFlow 1.

    It is a Python bool, so code that asks it is fixed when the function is traced. `tf.executing_eagerly` is False in
    both kinds of graphs.

    Example:
        >>> tf.inside_function()
        False
        >>> @tf.function
        ... def traced():
        ...     return tf.constant(tf.inside_function())
        >>> bool(traced())
        True
    """
    return TS.graph is not None and TS.graph.building_function


def _unpickled(*own: Any) -> Function:
    # Named in pickles in the place of the class, which such picklers would write out as well, since it is shown under TensorFlow's name.
    return Function(*own)


@tf_export("__internal__.function.Function", v1=[])
class Function:
    """A Python function that is traced once for each signature of its arguments. Made by `tf.function`."""

    __module__ = "tensorflow.python.eager.polymorphic_function.polymorphic_function"
    _tfshim_kind = FUNCTION
    _converts_itself = True  # calls from converted code go to it as it is: what it wraps is converted when it is traced

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str,
        input_signature: Any = None,
        autograph: bool = True,
        jit_compile: bool | None = None,
        reduce_retracing: bool = False,
        experimental_autograph_options: Any = None,
        experimental_attributes: dict[str, Any] | None = None,
    ) -> None:
        self._python_function = python_function
        self._spec = FunctionSpec(python_function, input_signature)
        self._name = name
        self._autograph, self._experimental_autograph_options = autograph, experimental_autograph_options
        self._jit_compile, self._reduce_retracing = jit_compile, reduce_retracing
        self._attributes = dict(experimental_attributes or {})
        self._traces = {}
        self._named: dict[Any, list[tuple[Any, ConcreteFunction]]] = {}  # by their keys, the traces for specs with names
        self._relaxed: dict[Any, ConcreteFunction] = {}  # those of the traces that serve calls of other keys as well
        self._by_kind: list[Any] = []  # (key without its variables, these, trace) of those that were given variables
        self._concrete = []
        self._ran_elsewhere = {}  # by signature: what makes the trace of a call that was part of another function's trace
        self._count = 0
        self._created: list[Any] | None = None  # the variables of the first call, once that is over
        self._bound = weakref.WeakKeyDictionary()
        self._history: Any = None
        # Without annotations, and with a text, as TensorFlow's.
        functools.update_wrapper(self, python_function, ("__module__", "__name__", "__qualname__"))
        self.__doc__ = python_function.__doc__ or ""
        self.__original_wrapped__ = python_function
        self.__signature__ = self._spec.signature  # `inspect.getfullargspec` does not look behind a wrapper

    @property
    def _own(self) -> tuple[Any, ...]:
        """What it was made with, but for the Python function."""
        options = self._experimental_autograph_options
        return self._name, self.input_signature, self._autograph, self._jit_compile, self._reduce_retracing, options, self._attributes

    def __reduce__(self) -> Any:
        # Pickles that write functions out, as those of joblib, Ray and Spark, hold it without its traces.
        return _unpickled, (self._python_function, *self._own)

    def _clone(self, python_function: Callable[..., Any] | None) -> Function:
        """A function of the same options without traces, of `python_function` or, for None, of the same one."""
        return Function(self._python_function if python_function is None else python_function, *self._own)

    python_function = property(lambda self: self._python_function, doc="The Python function.")
    function_spec = property(lambda self: self._spec, doc="How it is called.")
    input_signature = property(lambda self: self._spec.input_signature, doc="The input signature, or None.")
    name = property(lambda self: self._name)

    def __get__(self, instance: Any, owner: type | None = None) -> Function:
        if instance is None:
            return self
        try:
            bound = self._bound.get(instance)
        except TypeError:  # unhashable instances get a function of their own each time
            bound = None
        if bound is None:
            with lock_of(self):
                return self._bound_to(instance)
        return bound

    def _bound_to(self, instance: Any) -> Function:
        """The function of a method for one object, made unless another thread has made it meanwhile."""
        try:
            bound = self._bound.get(instance)
        except TypeError:
            bound = None
        if bound is None:
            reference = weakref.ref(instance)  # `_bound` holds its values: a strong reference would keep every instance alive
            function = self._python_function

            def method(*args: Any, **kwargs: Any) -> Any:
                return function(reference(), *args, **kwargs)

            functools.update_wrapper(method, function)
            # `inspect.signature` would follow it to the function with `self`.
            del method.__wrapped__  # type: ignore[attr-defined]
            signature = inspect.signature(function)
            parameters = list(signature.parameters.values())
            if parameters and parameters[0].kind is not inspect.Parameter.VAR_POSITIONAL:  # which takes the object and all others
                del parameters[0]
            method.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
            method._tfshim_original = function  # type: ignore[attr-defined]
            method._tfshim_self = reference  # type: ignore[attr-defined]
            bound = Function(method, *self._own)
            try:
                self._bound[instance] = bound
            except TypeError:
                pass
        return bound

    def _decorate(self, decorator: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        """Put `decorator` around the Python function in place, which stays the one that is traced. ValueError once it was traced.

        Libraries decorate the methods of a class so, for which `tf.function` was used already.
        """
        if self._count or any(bound._count for bound in self._bound.values()):
            raise ValueError("Functions cannot be decorated after they have been traced.")
        self._python_function = decorator(self._python_function)
        self._spec = FunctionSpec(self._python_function, self._spec.input_signature)
        self.__signature__ = self._spec.signature
        self._bound = weakref.WeakKeyDictionary()

    def experimental_get_tracing_count(self) -> int:
        """How often the function has been traced."""
        return self._count

    def experimental_get_compiler_ir(self, *args: Any, **kwargs: Any) -> Any:
        """Not supported: there is no XLA here."""
        raise refused("tf.types.experimental.GenericFunction.experimental_get_compiler_ir")

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """The signatures that were traced."""
        return ("\n\n" if verbose else "\n").join(c.pretty_printed_signature(verbose) for c in self._concrete)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, ConcreteFunction]:
        """What a saved model holds of it, by name: its traces."""
        return {} if save_type == "checkpoint" else {f"trace_{i}": concrete for i, concrete in enumerate(self._concrete)}

    @property
    def _concrete_variable_creation_fn(self) -> ConcreteFunction | None:
        """The first trace, None before there is one."""
        return self._concrete[0] if self._concrete else None

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self._concrete)

    def _list_all_concrete_functions_for_serialization(self) -> list[ConcreteFunction]:
        waiting, self._ran_elsewhere = self._ran_elsewhere, {}
        for make in waiting.values():
            make()
        return list(self._concrete)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if _Eagerly.run:
            return self._python_function(*args, **kwargs)
        args, kwargs = self._spec.bind(args, kwargs)
        if self._spec.input_signature is not None:
            args = apply_signature(self._spec, args, kwargs)
            key = ()
        elif kwargs:
            key = (tuple([key_of(a) for a in args]), tuple([(k, key_of(v)) for k, v in sorted(kwargs.items())]))
        else:
            # A list inside: `tuple` of a generator takes a third longer, at every call.
            key = tuple([key_of(a) for a in args])
        # Nodes keep the device scope in which they were traced, so a trace belongs to that scope.
        concrete = self._traces.get(key) if TS.device is None else self._traces.get((key, TS.device))
        if concrete is None:
            # A trace that serves a key that is new costs nothing, and is not counted as a tracing.
            before = self._count
            try:
                concrete = self._first(key, args, kwargs)
            except Exception as e:
                raise in_short(e)  # noqa: B904 - the same error
            if self._count > before and TS.graph is None:
                result = concrete._call_flat(inputs_of((args, kwargs)))
                self._watch()  # a call that fails does not count
                return result
        tensors = []
        for x in args if not kwargs else (args, kwargs):
            t = type(x)
            if t is EagerTensor:
                tensors.append(x)
            elif t not in PLAIN:
                tensors.extend(inputs_of(x))
        return concrete._call_flat(tensors)

    def _watch(self) -> None:
        """Count the next calls, after a tracing. Calls within graphs do not count."""
        if self._history is None:
            self._history = history_of(self._python_function)
        self._history.traced(getattr(self._python_function, "_tfshim_original", self._python_function))
        self.__class__ = _Watched

    def _first(self, key: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ConcreteFunction:
        """The trace for a key that had none, as far as this thread saw."""
        with lock_of(self):
            if TS.device is not None:
                key = (key, TS.device)
            concrete = self._traces.get(key)
            if concrete is None:
                concrete = self._serving(key) or self._for_other_variables(key)
                if concrete is None:
                    concrete = self._trace_for(key, args, kwargs)
                self._traces[key] = concrete
        return concrete

    def _serving(self, key: Any) -> Any:
        """The most specific trace made so far that a call with `key` can be given to; None if there is none."""
        found = None
        for known, concrete in self._relaxed.items():
            if takes(known, key) and (found is None or takes(found[0], known)):
                found = known, concrete
        return None if found is None else found[1]

    def _for_other_variables(self, key: Any) -> Any:
        """A trace that was made for other variables of the same kind, for those of `key`; None if there is none, or none that may serve."""
        variables = variables_of(key)
        if not variables:
            return None
        kind = by_kind(key, variables)
        for known, before, concrete in self._by_kind:
            if takes(known, kind):
                name = f"__inference_{self._name}_{next(numbers)}"
                return with_variables(concrete, [v.ref() for v in before], [v.ref() for v in variables], name)
        return None

    def _trace_for(self, key: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ConcreteFunction:
        if self._reduce_retracing:
            # Each time more general: a function that is called with ever new sizes ends with one trace that takes all.
            for known in list(self._traces):
                key = common(key, known) or key
        args, kwargs = nest.map_structure(stand_in, (args, kwargs))
        tensors = inputs_of((args, kwargs))
        values = tensors if TS.graph is None and all(type(t) is EagerTensor for t in tensors) else None
        args, kwargs = self._placed(key, args, kwargs)
        if self._created is None:
            created: list[Any] = []
            concrete = self._trace(args, kwargs, created, values)
            self._created = created
            if created:
                # The variables exist now; what the function does on every call is traced again, without them.
                concrete = self._trace(args, kwargs, None)
        else:
            made = []
            concrete = self._trace(args, kwargs, made)
            if made:
                raise ValueError("Creating variables on a non-first call to a function decorated with tf.function.")
        self._traces[key] = concrete
        if takes_others(key):
            self._relaxed[key] = concrete
        if variables := variables_of(key):
            self._by_kind.append((by_kind(key, variables), variables, concrete))
        self._concrete.append(concrete)
        return concrete

    def _placed(self, key: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments with stand-ins for their tensors, of the shapes in `key`."""
        if self._spec.input_signature is not None:
            return args, kwargs
        if TS.device is not None:
            # `_first` has put the device scope beside the key.
            key = key[0]
        if not kwargs:
            return tuple([placed(k, x) for k, x in zip(key, args)]), kwargs
        positional, named = key
        return tuple([placed(k, x) for k, x in zip(positional, args)]), {n: placed(k, kwargs[n]) for n, k in named}

    def _trace(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], variables: list[Any] | None, values: list[Any] | None = None
    ) -> ConcreteFunction:
        concrete = trace_call(self, args, kwargs, variables, values)
        concrete.traced_by = weakref.ref(self)
        self._count += 1
        return concrete

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for `args`, in which `tf.TensorSpec`s may stand for tensors."""
        if self._spec.input_signature is not None and not args and not kwargs:
            args = self._spec.input_signature
        if self._spec.input_signature is not None:
            check_specs(self._spec, args, kwargs)
        args, kwargs = self._spec.bind(args, kwargs)
        if self._spec.input_signature is not None:
            key = ()
        elif kwargs:
            key = (tuple([key_of(a) for a in args]), tuple([(k, key_of(v)) for k, v in sorted(kwargs.items())]))
        else:
            key = tuple([key_of(a) for a in args])
        stand_ins = nest.map_structure(stand_in, (args, kwargs))
        names = () if self._spec.input_signature is not None else tuple([getattr(t, "_given_name", None) for t in inputs_of(stand_ins)])
        return self._called_so(names, key, *stand_ins) if any(names) else self._first(key, *stand_ins)

    def _called_so(self, names: tuple[str | None, ...], key: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> ConcreteFunction:
        """The trace whose tensors are called by `names`, None for any name: its inputs are others than those of one without names."""
        with lock_of(self):
            place = key if TS.device is None else (key, TS.device)
            for known, concrete in self._named.get(place, ()):
                if all(want in (None, name) for want, name in zip(names, known)):
                    return concrete
            before = self._traces.get(place)
            concrete = self._trace_for(place, args, kwargs)
            if before is not None:  # which calls go on to use
                self._traces[place] = before
            self._named.setdefault(place, []).append((names, concrete))
            return concrete


class _Watched(Function):
    """A function in the first calls after a tracing, which are counted: so the calls after them need not be."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        before = self._count
        result = Function.__call__(self, *args, **kwargs)
        if self._count == before and TS.graph is None and self._history.called():
            self.__class__ = Function  # type: ignore[assignment]
        return result


# Users see one class: which of the two a function is at the moment has no meaning for them.
_Watched.__name__ = _Watched.__qualname__ = "Function"
_Watched.__module__ = Function.__module__


@tf_export("function")
def function(
    func: Callable[..., Any] | None = None,
    input_signature: Any = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: dict[str, Any] | None = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """A Python function turned into graphs, each traced once for a signature of its arguments. Mirrors `tf.function`.

    Arguments:
        func: the function; without it the result is a decorator.
        input_signature: a sequence of `tf.TensorSpec`s that fixes the one signature; None (the default) traces for each
            kind of arguments.
        autograph: whether `if`, `while` and `for` over tensors become part of the graph; True by default.
        jit_compile: True lowers the graph through torch's compiler; None and False run it as it is.
        reduce_retracing: True traces with unknown sizes once shapes vary; False by default.
        experimental_implements: a name written to the function's definition for other tools.
        experimental_autograph_options: features of AutoGraph.
        experimental_attributes: attributes written to the definition.
        experimental_relax_shapes: the older name of `reduce_retracing`.
        experimental_compile: the older name of `jit_compile`.
        experimental_follow_type_hints: has no effect, as in TensorFlow.

    Returns:
        A callable. A call with tensors of a known dtype and shape runs the graph; Python values are part of the
        signature, so each new one traces again. What Python does besides, such as printing, happens while tracing.

    Raises:
        ValueError: an unknown attribute, or a variable that is made in a call after the first.
        TypeError: arguments that do not fit `input_signature`.

    Example:
        >>> @tf.function
        ... def collatz(n):
        ...     steps = 0
        ...     while n != 1:
        ...         n = n // 2 if n % 2 == 0 else 3 * n + 1
        ...         steps += 1
        ...     return steps
        >>> collatz(tf.constant(6))
        <tf.Tensor: shape=(), dtype=int32, numpy=8>
    """
    if experimental_relax_shapes is not None:
        reduce_retracing = experimental_relax_shapes
    if experimental_compile is not None:
        jit_compile = experimental_compile
    attributes = dict(experimental_attributes or {})
    if experimental_implements is not None:
        attributes["_implements"] = experimental_implements

    def decorate(inner: Callable[..., Any]) -> Function:
        if isinstance(inner, Function):
            inner = inner.python_function
        return Function(
            inner,
            getattr(inner, "__name__", "function"),
            input_signature,
            autograph,
            jit_compile,
            reduce_retracing,
            experimental_autograph_options,
            attributes,
        )

    return decorate if func is None else decorate(func)
