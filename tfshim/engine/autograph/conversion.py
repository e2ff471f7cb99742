"""Which functions are rewritten, and the rewriting."""

import ast
import contextlib
import functools
import importlib.machinery
import importlib.util
import inspect
import os
import sys
import types
from collections.abc import Callable
from typing import Any

from malt import utils
from malt.core import ag_ctx, converter
from malt.impl import api
from malt.impl import conversion as malt_conversion
from malt.lang import special_functions
from malt.operators import function_wrappers, py_builtins
from malt.operators import variables as malt_variables
from malt.pyct import errors as pyct_errors
from malt.pyct import inspect_utils

from tfshim.engine.autograph import operators, passes, user_code
from tfshim.engine.autograph.sources import WithSources
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.tracebacks import SOURCE_MAPS, filtered

_PACKAGES = frozenset("""tfshim torch numpy malt tensorboard safetensors functorch""".split())
_LIBRARY = tuple({os.path.dirname(os.__file__) + os.sep})


class _Converter(api.PyToPy, WithSources):
    """`diastatic-malt` with the operators and the names of TensorFlow."""

    _extra_locals: dict[str, Any] | None

    def get_transformed_name(self, node: Any) -> str:
        # Tracebacks and users who print converted code see TensorFlow's prefix.
        return "tf__" + super().get_transformed_name(node).removeprefix("ag__")

    def transform_ast(self, node: Any, ctx: Any) -> Any:
        # The analyses take the name of a handled exception for a node of its own.
        for handler in _handlers(node):
            handler.name = ast.Name(handler.name, ast.Store())
        made = passes.transform_ast(self, node, ctx)
        for part in made if isinstance(made, list) else [made]:
            for handler in _handlers(part):
                handler.name = handler.name.id
        return made

    def get_extra_locals(self) -> dict[str, Any]:
        if self._extra_locals is None:
            module: Any = importlib.util.module_from_spec(importlib.machinery.ModuleSpec("autograph", None))
            module.ConversionOptions = converter.ConversionOptions
            module.STD, module.Feature, module.utils = converter.STANDARD_OPTIONS, converter.Feature, utils
            module.__dict__.update({k: v for k, v in special_functions.__dict__.items() if not k.startswith("__")})
            for name in ("ld", "ldu", "Undefined", "UndefinedReturnValue"):
                setattr(module, name, getattr(malt_variables, name))
            module.FunctionScope = function_wrappers.FunctionScope
            module.with_function_scope = function_wrappers.with_function_scope
            module.__dict__.update(operators.EXPORTS)
            module.converted_call = converted_call
            module.do_not_convert = api.do_not_convert
            module.autograph_artifact = api.autograph_artifact
            self._extra_locals = {"ag__": module}
        return self._extra_locals


def _handlers(node: Any) -> list[Any]:
    """The `except ... as name` clauses within `node`."""
    return [n for n in ast.walk(node) if isinstance(n, ast.ExceptHandler) and n.name]


_CONVERTER = _Converter()


def options(recursive: bool = True, user_requested: bool = True, features: Any = None) -> Any:
    """The options of a conversion."""
    unsupported = {converter.Feature.AUTO_CONTROL_DEPS, converter.Feature.NAME_SCOPES}
    if features is not None:
        given = features if isinstance(features, (tuple, list, set)) else (features,)
        features = set()
        for f in given:
            f = getattr(converter.Feature, getattr(f, "name", str(f)))
            # Effects are ordered in every graph, and names have no scope of their own here.
            features |= set(converter.Feature.all()) if f is converter.Feature.ALL else {f}
        features = tuple(sorted(features - unsupported - {converter.Feature.ALL}, key=lambda f: f.name))
    return converter.ConversionOptions(recursive=recursive, user_requested=user_requested, optional_features=features)


_DEFAULT = options()


def enabled() -> bool:
    """Whether converted code is calling."""
    return ag_ctx.control_status_ctx().status == ag_ctx.Status.ENABLED


def left_out() -> bool:
    """Whether code calls that is not to be converted, nor what it calls."""
    return ag_ctx.control_status_ctx().status == ag_ctx.Status.DISABLED


def disabled() -> Any:
    """A scope within which nothing is converted."""
    return ag_ctx.ControlStatusCtx(status=ag_ctx.Status.DISABLED)


def entry(function: Callable[..., Any], features: Any = None) -> Callable[..., Any]:
    """`function`, to be called with its control flow converted."""
    if hasattr(function, "autograph_info__"):
        return function

    chosen = _DEFAULT if features is None else options(features=features)
    library = _of_keras(function)

    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            with ag_ctx.ControlStatusCtx(status=ag_ctx.Status.ENABLED, options=chosen):
                return converted_call(function, args, kwargs, options=chosen)
        except Exception as e:
            if library:
                user_code.note_unconverted(e)
            translated = user_code.translate_error(e)
            if translated is e:
                raise
            raise translated.with_traceback(filtered(translated.__traceback__)) from None

    call.autograph_info__ = None  # type: ignore[attr-defined]
    return call


def _of_keras(f: Any) -> bool:
    """Whether `f` is a step of Keras' own, which TensorFlow converts."""
    return (getattr(f, "__module__", None) or "").startswith("tfshim.keras.models.")


def _left_alone(f: Any, requested: bool) -> bool:
    """Whether `f` belongs to a library, or is a type of callable that is not converted."""
    if isinstance(f, type) or hasattr(f, "autograph_info__") or hasattr(f, "_tfshim_op"):
        return True
    if hasattr(type(f), "_converts_itself"):
        return True
    target = f.__func__ if inspect.ismethod(f) else f
    if not isinstance(target, types.FunctionType):
        target = type(f).__call__ if callable(f) else None
        target = getattr(target, "__func__", target)
        if not isinstance(target, types.FunctionType):
            return True
    module = target.__globals__.get("__name__") or ""
    if module.split(".")[0] in _PACKAGES or module.split(".")[0] in sys.stdlib_module_names and module != "__main__":
        return True
    code = target.__code__
    # What `exec` made has no source; generators and coroutines TensorFlow does not convert either.
    if code.co_filename == "<string>" or inspect.isgeneratorfunction(target) and not requested or inspect.iscoroutinefunction(target):
        return True
    if code.co_filename.startswith(_LIBRARY) and "site-packages" not in code.co_filename:
        return True
    # A function of a library that is not converted where it is called is, where it was itself made a `tf.function`.
    return not requested and not inspect.isgeneratorfunction(target) and malt_conversion.is_allowlisted(f)


def converted_call(f: Any, args: tuple[Any, ...], kwargs: dict[str, Any] | None, caller_fn_scope: Any = None, options: Any = None) -> Any:
    """Call `f` from converted code: converted as well, if it is the user's."""
    if options is None:
        options = caller_fn_scope.callopts
    kwargs = kwargs or {}
    if isinstance(f, functools.partial):
        return converted_call(f.func, f.args + tuple(args), {**(f.keywords or {}), **kwargs}, caller_fn_scope, options)
    if inspect_utils.isbuiltin(f):
        # These look at the frame of their caller, which in converted code is not the user's.
        if f is eval:
            return py_builtins.eval_in_original_context(f, args, caller_fn_scope)
        if f is super:
            return py_builtins.super_in_original_context(f, args, caller_fn_scope)
        if f is globals:
            return py_builtins.globals_in_original_context(caller_fn_scope)
        if f is locals:
            return py_builtins.locals_in_original_context(caller_fn_scope)
        return operators.BUILTINS.get(f, f)(*args, **kwargs)
    if ag_ctx.control_status_ctx().status == ag_ctx.Status.DISABLED or not options.internal_convert_user_code:
        return f(*args, **kwargs)
    if _left_alone(f, options.user_requested and caller_fn_scope is None):
        return f(*args, **kwargs)
    target, effective = f, tuple(args)
    if inspect.ismethod(f):
        target, effective = f.__func__, (f.__self__, *args)
    elif not inspect.isfunction(f):
        target, effective = type(f).__call__, (f, *args)
    # A bound method of a `tf.function`: the weak reference to its object comes back as the first argument.
    original = getattr(target, "_tfshim_original", None)
    if original is not None and hasattr(target, "_tfshim_self"):
        target, effective = original, (target._tfshim_self(), *effective)
    made = convert(target, options)
    if made is None:
        return target(*effective, **kwargs)
    try:
        return made(*effective, **kwargs)
    except Exception as e:
        user_code.note(e, made)
        raise


_failed = {}
_TRIES = 20


def _transformed(function: Callable[..., Any], options: Any) -> Callable[..., Any]:
    """`transform`, again where others made a syntax tree meanwhile: Python 3.11 counts the depths of all threads together."""
    for _ in range(_TRIES - 1):
        with contextlib.suppress(SystemError):
            return transform(function, options)
    return transform(function, options)


def convert(function: Callable[..., Any], options: Any = _DEFAULT) -> Callable[..., Any] | None:
    """The rewritten function, or None (and a warning, once) where that cannot be done."""
    code = function.__code__
    if _failed.get(code) is function:
        return None
    try:
        return _transformed(function, options)
    except Exception as e:  # whatever the source has, the function can still be called as it is
        _failed[code] = function
        expected = isinstance(e, (pyct_errors.InaccessibleSourceCodeError, pyct_errors.UnsupportedLanguageElementError))
        if not isinstance(e, pyct_errors.InaccessibleSourceCodeError) or ag_ctx.INSPECT_SOURCE_SUPPORTED:
            get_logger().warning(
                "AutoGraph could not transform %s and will run it as-is.\n%sCause: %s\nTo silence this warning, decorate the function "
                "with @tf.autograph.experimental.do_not_convert",
                function,
                "" if expected else _PLEASE,
                e,
            )
        return None


_PLEASE = (
    "Please report this to the TensorFlow team. When filing the bug, set the verbosity to 10 (on Linux, `export AUTOGRAPH_VERBOSITY=10`) "
    "and attach the full output.\n"
)


def transform(function: Callable[..., Any], options: Any = _DEFAULT) -> Callable[..., Any]:
    """The rewritten function. Cached by code object."""
    if not hasattr(function, "__code__"):
        raise ValueError(
            "Cannot apply autograph to a function that doesn't expose a __code__ object. If this is a @tf.function, "
            "try passing f.python_function instead."
        )
    made, module, source_map = _CONVERTER.transform(function, converter.ProgramContext(options=options))
    if any(origin.loc.filename is None for origin in source_map.values()):
        # The source is known and no file holds it, as with examples that doctest runs.
        file = function.__code__.co_filename
        source_map = {at: origin._replace(loc=origin.loc._replace(filename=file)) for at, origin in source_map.items()}
    made.ag_module, made.ag_source_map = module, source_map
    SOURCE_MAPS[module.__file__] = source_map
    made.autograph_info__ = None
    return made
