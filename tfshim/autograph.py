"""`tf.autograph`: functions whose Python control flow depends on tensors."""

import enum
import inspect
import textwrap
import types

from tfshim._listing import absent, listing
from tfshim.engine.autograph import converter, do_not_convert
from tfshim.engine.autograph.user_code import ConversionError

__all__ = ["experimental", "set_verbosity", "to_code", "to_graph", "trace"]
__dir__ = listing(globals())


class Feature(enum.Enum):
    """Optional conversions for `to_graph` and `to_code`; mirrors `tf.autograph.experimental.Feature`."""

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
    """The function `entity` with its control flow converted, to be called within a graph.

    `recursive`: whether what it calls is converted too. `experimental_optional_features`: one or several `Feature`s.
    Raises ConversionError where the source is not to be had. Mirrors `tf.autograph.to_graph`.
    """
    conversion = converter()
    target = getattr(entity, "__func__", entity)
    try:
        return conversion.transform(target, _options(recursive, experimental_optional_features))
    except (ValueError, AttributeError, KeyError, NameError, AssertionError, OSError, TypeError) as e:
        raise ConversionError(f"converting {entity}: {type(e).__name__}: {e}") from None


def to_code(entity, recursive=True, experimental_optional_features=None):
    """The source text of what `to_graph` gives. Mirrors `tf.autograph.to_code`."""
    return textwrap.dedent(inspect.getsource(to_graph(entity, recursive, experimental_optional_features)))


def set_verbosity(level, alsologtostdout=False):
    """How much the conversion logs: from 0, nothing, to 10, everything. Mirrors `tf.autograph.set_verbosity`."""
    converter()  # which loads malt in the right order
    from malt.utils import ag_logging

    ag_logging.set_verbosity(level, alsologtostdout)


def trace(*args):
    """Print `args` while a function is traced. Mirrors `tf.autograph.trace`."""
    print(*args)


class _Experimental(types.ModuleType):
    """`tf.autograph.experimental`."""

    def __getattr__(self, name):
        if name == "set_loop_options":
            converter()
            from malt.lang.directives import set_loop_options

            self.set_loop_options = set_loop_options
            return set_loop_options
        raise absent(self.__name__, name)

    def __dir__(self):
        return sorted({*super().__dir__(), *self.__all__})


experimental = _Experimental(f"{__name__}.experimental", "Experimental parts of `tf.autograph`.")
experimental.__all__ = ["Feature", "do_not_convert", "set_loop_options"]
experimental.Feature = Feature
experimental.do_not_convert = do_not_convert
