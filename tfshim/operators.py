"""What whoever holds a tensor or variable may do with it: `a + b`, `x[i]`, a list of tensors where one is asked for.

The other modules that define such operations are imported here, and nothing else imports this but what hands out tensors.
"""

import functools

from tfshim import bitwise
from tfshim.array_ops import identity, joining, slicing  # noqa: F401 - with their import tensors have `x[i]`, and lists become tensors
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_outside_functions, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.python_numbers import scalar_operand
from tfshim.engine.values.shapes import broadcast_static_shapes
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.variables.operators import install_operator
from tfshim.engine.variables.variable import Variable
from tfshim.linalg.products import matmul
from tfshim.math import arithmetic, comparison, division, elementwise, logical


def _binary(function, symbol):
    """The operator `x symbol y`; where `y` cannot become a tensor, its own reflected operator gets its chance."""
    reflected_name, of_dense_name = f"__r{symbol}__", f"_of_dense_{symbol}"

    def operator(x, y):
        try:
            return function(x, y)
        except (TypeError, ValueError) as error:
            failure = error
        theirs = getattr(type(y), reflected_name, None) or getattr(type(y), of_dense_name, None)
        if theirs is not None and not isinstance(y, (Tensor, Variable)):
            try:
                result = theirs(y, x)
            except (TypeError, ValueError):
                raise failure from None
            if result is not NotImplemented:
                return result
        raise failure

    return _named(operator, f"__{symbol}__")


def _reflected(function, symbol):
    """The operator for `x symbol y` where only `y` is a tensor: `x` is converted to its dtype, strictly."""

    def operator(y, x):
        if type(y) is EagerTensor:
            dtype, kind = y._dt, type(x)
            if kind is float and dtype._kind == "f" or kind is int and dtype._kind in "iuf":
                return function(scalar_operand(x, dtype), y)
        return function(convert_to_tensor(x, dtype=y.dtype.base_dtype), y)

    return _named(operator, f"__r{symbol}__")


def _comparison(function, symbol):
    def operator(x, y):
        return function(x, y)

    return _named(operator, f"__{symbol}__")


def _named(operator, name):
    operator.__name__ = operator.__qualname__ = name
    return operator


# Without the look at the types of the arguments, which operators do in their own way.
_true_division, _absolute = division.truediv.__wrapped__, elementwise.abs.__wrapped__


def _matmul(x, y):
    return matmul(x, y)


def _logic_or_bits(on_bools, on_integers_name):
    """`&`, `|` and `^` are logic on bools and bit operations on anything else."""

    def function(x, y):
        if x.dtype == dt.bool:
            return on_bools(x, y)
        return getattr(bitwise, on_integers_name)(x, y)

    return function


def _xor(x, y):
    return logical.logical_xor(x, y)


_ARITHMETIC = {
    "add": arithmetic.add,
    "sub": arithmetic.subtract,
    "mul": arithmetic.multiply,
    "truediv": _true_division,
    "floordiv": division.floordiv,
    "mod": division.floormod,
    "pow": arithmetic.pow,
    "matmul": _matmul,
    "and": _logic_or_bits(logical.logical_and, "bitwise_and"),
    "or": _logic_or_bits(logical.logical_or, "bitwise_or"),
    "xor": _logic_or_bits(_xor, "bitwise_xor"),
}
for _symbol, _function in _ARITHMETIC.items():
    install_operator(f"__{_symbol}__", _binary(_function, _symbol))
    install_operator(f"__r{_symbol}__", _reflected(_function, _symbol), reflected=True)

for _symbol, _function in {
    "lt": comparison.less,
    "le": comparison.less_equal,
    "gt": comparison.greater,
    "ge": comparison.greater_equal,
}.items():
    install_operator(f"__{_symbol}__", _comparison(_function, _symbol))


def _old_division(x, y):
    """`x.__div__(y)`: the division of Python 2, which rounds integers down."""
    return _true_division(x, y) if x.dtype.is_floating or x.dtype.is_complex else division.floordiv(x, y)


install_operator("__div__", _binary(_old_division, "div"))
install_operator("__rdiv__", _reflected(_old_division, "div"), reflected=True)
install_operator("__neg__", lambda x: arithmetic.negative(x))
install_operator("__abs__", lambda x: _absolute(x))


def _invert(x):
    return logical.logical_not(x) if x.dtype == dt.bool else bitwise.invert(x)


install_operator("__invert__", _invert)


# ---------------------------------------------------------------------- == and !=
def _equality(function, differ, kind):
    """`==` or `!=`: compares elements; tensors whose shapes do not broadcast are simply different."""

    def operator(x, y):
        if y is None:
            return differ
        if TS.graph is not None and not eager_outside_functions():  # in TF 1 graphs tensors are dictionary keys, in their functions too
            return (x is y) is not differ
        if not differ and type(x) is SymbolicTensor and not x._op.graph.building_function:  # `==` of such tensors works outside too
            return x is y
        try:
            made = function(x, y)
        except errors.InvalidArgumentError as error:
            if hasattr(y, "ragged_rank"):
                return differ
            if "Incompatible shapes" not in error.message:
                raise
        except ValueError:
            if hasattr(y, "ragged_rank"):
                return differ
            if TS.graph is None or not _unlike(x, y):
                raise
            return identity(convert_to_tensor(differ), name=kind)
        else:
            if type(made) is SymbolicTensor and made.shape.rank is not None and _may_be_unlike(made.op.inputs):
                made.forget_shape()
            return made
        return convert_to_tensor(differ)

    return operator


def _unlike(x, y):
    """Whether the shapes of a tensor and of what it is compared with are known not to broadcast."""
    if not hasattr(y, "shape"):
        try:
            y = convert_to_tensor(y, x.dtype.base_dtype)
        except (TypeError, ValueError):  # what was raised for it stands
            return False
    try:
        broadcast_static_shapes(x.shape, y.shape)
    except ValueError:
        return True
    return False


def _may_be_unlike(operands):
    """Whether an operand has a known size above one where the other's is not known: they may turn out to be simply different."""
    x, y = (t.shape for t in operands)
    if x.rank is None or y.rank is None:
        return True
    return any((a or 0) > 1 and b is None or (b or 0) > 1 and a is None for a, b in zip(x.as_list()[::-1], y.as_list()[::-1]))


for _symbol, _function, _differ in (("eq", comparison.equal, False), ("ne", comparison.not_equal, True)):
    install_operator(f"__{_symbol}__", _named(_equality(_function, _differ, "NotEqual" if _differ else "Equal"), f"__{_symbol}__"))


# ---------------------------------------------------------------------- names in graphs
# What an operator calls its operation in a graph: `x + y` makes `add`, where tf.add makes `Add`.
_NAMES = {
    "add": ("add", ("AddV2",)),
    "sub": ("sub", ("Sub",)),
    "mul": ("mul", ("Mul",)),
    "truediv": ("truediv", ("RealDiv",)),
    "floordiv": ("floordiv", ("FloorDiv",)),
    "mod": ("mod", ("FloorMod",)),
    "pow": ("pow", ("Pow",)),
    "matmul": ("matmul", ("MatMul", "BatchMatMulV2", "BatchMatMulV3")),
    "and": ("and", ("LogicalAnd",)),
    "or": ("or", ("LogicalOr",)),
}


def _in_scope(function, name):
    """The operator `function` whose operations on other than bools are named within a scope."""

    @functools.wraps(function)
    def operator(x, *others):
        if TS.graph is None or x.dtype == dt.bool and name != "xor":
            return function(x, *others)
        with name_scope(name) as scope:
            return _logical_xor(x, *others, scope) if x.dtype == dt.bool else function(x, *others)

    return operator


def _logical_xor(x, y, name):
    """What `^` of bools is put together of in graphs."""
    return logical.logical_and(logical.logical_or(x, y), logical.logical_not(logical.logical_and(x, y)), name=name)


def _in_graph(function, name):
    @functools.wraps(function)
    def operator(x, *others):
        graph = TS.graph
        if graph is None:
            return function(x, *others)
        before, graph._operator = graph._operator, name
        try:
            return function(x, *others)
        finally:
            graph._operator = before

    return operator


for _symbol, _name in _NAMES.items():
    for _operator in (f"__{_symbol}__", f"__r{_symbol}__"):
        if hasattr(Tensor, _operator):
            setattr(SymbolicTensor, _operator, _in_graph(getattr(Tensor, _operator), _name))
for _symbol in ("and", "or", "xor"):
    for _operator in (f"__{_symbol}__", f"__r{_symbol}__"):
        setattr(SymbolicTensor, _operator, _in_scope(getattr(SymbolicTensor, _operator), _symbol))
