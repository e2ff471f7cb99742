"""`tf.autograph`: functions whose Python control flow depends on tensors."""

import enum
import inspect
import textwrap
import types
from typing import Any

from tfshim._listing import absent, listing
from tfshim.engine.autograph import converter, do_not_convert
from tfshim.engine.autograph.user_code import ConversionError

__all__ = ["experimental", "set_verbosity", "to_code", "to_graph", "trace"]
__dir__ = listing(globals())


class Feature(enum.Enum):
    """Optional conversions, for `tf.autograph.to_graph` and `tf.autograph.to_code`. Mirrors `tf.autograph.experimental.Feature`.

    It is their argument `experimental_optional_features`, one of these or a set of them, and that of
    `tf.function(experimental_autograph_options=...)`. What all functions get, `if`, `while` and `for` over
    tensors, does not depend on them.

    Attributes:
        ALL: all of these.
        AUTO_CONTROL_DEPS: effects happen in the order in which they are written, as in a `tf.function` in any case.
        ASSERT_STATEMENTS: `assert` becomes an operation.
        BUILTIN_FUNCTIONS: calls of Python's own functions, such as `print`.
        EQUALITY_OPERATORS: `==` and `!=` of tensors.
        LISTS: list idioms, such as `append`.
        NAME_SCOPES: names of operations say in which function they were made.

    Example:
        >>> Feature = tf.autograph.experimental.Feature
        >>> Feature.LISTS.value
        'LISTS'
        >>> Feature.LISTS in Feature.all_but(Feature.LISTS), Feature.EQUALITY_OPERATORS in Feature.all_but(Feature.LISTS)
        (False, True)
    """

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls):
        """All features."""
        return tuple(f for f in cls)

    @classmethod
    def all_but(cls, exclude):
        """All features except `exclude`: one or a list of them."""
        exclude = exclude if isinstance(exclude, (list, tuple, set)) else (exclude,)
        return tuple(set(cls.all()) - {*exclude, cls.ALL})


def __getattr__(name):
    if name == "ConversionError":
        return ConversionError
    raise absent(__name__, name)


def _options(recursive, features):
    return converter().options(recursive, True, features)


def to_graph(entity, recursive=True, experimental_optional_features=None):
    """Convert the Python control flow of a function, so that it depends on tensors within a graph. Mirrors `tf.autograph.to_graph`;
    `tf.function` does it by itself.

    Arguments:
        entity: a Python function or method whose source is to be had.
        recursive: whether the functions that it calls are converted too (default True).
        experimental_optional_features: one or several `tf.autograph.experimental.Feature`s; None by default.

    Returns:
        a function with the same arguments: `if`, `for`, `while` and others with tensors become operations where it is called in a graph.

    Raises:
        tf.autograph.ConversionError: the source is not to be had or cannot be converted.

    Example:
        >>> def size(x):
        ...     if x > 10:
        ...         return "large"
        ...     return "small"
        >>> converted = tf.autograph.to_graph(size)
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     print(session.run(converted(tf.constant(12))))
        b'large'
    """
    conversion = converter()
    target = getattr(entity, "__func__", entity)
    try:
        return conversion.transform(target, _options(recursive, experimental_optional_features))
    except (ValueError, AttributeError, KeyError, NameError, AssertionError, OSError, TypeError) as e:
        raise ConversionError(f"converting {entity}: {type(e).__name__}: {e}") from None


def to_code(entity, recursive=True, experimental_optional_features=None):
    """The source of what `tf.autograph.to_graph` makes of a function, to see how it was read. Mirrors `tf.autograph.to_code`.

    Arguments:
        entity: a Python function or method whose source is to be had.
        recursive: whether calls in it are marked for conversion too (default True).
        experimental_optional_features: one or several `tf.autograph.experimental.Feature`s; None by default.

    Returns:
        a str: Python, in which `if` has become `ag__.if_stmt(...)`, `while` `ag__.while_stmt(...)` and so on.

    Raises:
        tf.autograph.ConversionError: the source is not to be had or cannot be converted.

    Example:
        >>> def size(x):
        ...     if x > 10:
        ...         x = 10
        ...     return x
        >>> "ag__.if_stmt(" in tf.autograph.to_code(size)
        True
    """
    return textwrap.dedent(inspect.getsource(to_graph(entity, recursive, experimental_optional_features)))


def set_verbosity(level, alsologtostdout=False):
    """How much the conversion of functions logs. Mirrors `tf.autograph.set_verbosity`.

    Messages go to the standard error.

    Arguments:
        level: an int from 0, for nothing (how programs begin), to 10, for all that is converted, with the code that comes of it; 3 says
            which functions are converted and which are left as they are.
        alsologtostdout: whether it is printed on the standard output too (default False).

    Returns:
        None.

    The environment variable AUTOGRAPH_VERBOSITY is the level where this is not called.

    Example:
        >>> tf.autograph.set_verbosity(3)
        >>> tf.autograph.set_verbosity(0)
    """
    converter()  # which loads malt in the right order
    from malt.utils import ag_logging

    ag_logging.set_verbosity(level, alsologtostdout)


def trace(*args):
    """Print its arguments while a function is traced. Mirrors `tf.autograph.trace`.

    It is a help for debugging.

    Arguments:
        *args: anything; tensors of a graph have no values yet, and show their name, shape and dtype.

    Returns:
        None.

    It runs once for each trace and not for each call, unlike `tf.print`: so it shows when, and with what, a
    `tf.function` is traced anew.

    Example:
        >>> @tf.function
        ... def double(x):
        ...     tf.autograph.trace("traced with", x.dtype)
        ...     return 2 * x
        >>> double(tf.constant(1)).numpy(), double(tf.constant(2)).numpy()
        traced with <dtype: 'int32'>
        (2, 4)
    """
    print(*args)


_LOOP_OPTIONS = """Say how the loop around it, of a converted function, is run. Mirrors `tf.autograph.experimental.set_loop_options`.

    It is the first statement in a `for` or `while` whose condition depends on tensors, which becomes a `tf.while_loop`; these are the
    arguments of that. Loops of Python, and those within it, do not look at it.

    Arguments:
        parallel_iterations: how many rounds may run side by side, an int; a hint, 10 where it is not said.
        swap_memory: whether what gradients need is kept in the processor's memory; a hint.
        maximum_iterations: after how many rounds the loop ends in any case, an int or an integer scalar.
        shape_invariants: a list of pairs (tensor, `tf.TensorShape`): the shapes of variables of the loop which differ from round to
            round. Without it a variable that changes its shape is an error.

    Returns:
        None.

    Raises:
        ValueError: a variable of the loop has another shape after a round, and nothing here allows it.

    Example:
        >>> @tf.function
        ... def ones(n):
        ...     values = tf.zeros([0])
        ...     for _ in tf.range(n):
        ...         tf.autograph.experimental.set_loop_options(
        ...             shape_invariants=[(values, tf.TensorShape([None]))], maximum_iterations=4
        ...         )
        ...         values = tf.concat([values, [1.0]], axis=0)
        ...     return values
        >>> ones(tf.constant(3)).numpy().tolist(), len(ones(tf.constant(9)))
        ([1.0, 1.0, 1.0], 4)
    """


class _Experimental(types.ModuleType):
    """`tf.autograph.experimental`."""

    __all__: list[str]
    Feature: type
    do_not_convert: Any

    def __getattr__(self, name):
        if name == "set_loop_options":
            converter()
            from malt.lang.directives import set_loop_options

            # The conversion knows this one function by its identity; what it says of itself names malt.
            set_loop_options.__doc__ = _LOOP_OPTIONS
            self.set_loop_options = set_loop_options
            return set_loop_options
        raise absent(self.__name__, name)

    def __dir__(self):
        return sorted({*super().__dir__(), *self.__all__})


experimental = _Experimental(f"{__name__}.experimental", "Experimental parts of `tf.autograph`.")
experimental.__all__ = ["Feature", "do_not_convert", "set_loop_options"]
experimental.Feature = Feature
experimental.do_not_convert = do_not_convert
