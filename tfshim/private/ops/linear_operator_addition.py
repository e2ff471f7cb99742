"""Replaces `tensorflow.python.ops.linalg.linear_operator_addition`: the sum of linear operators as one operator."""

import tfshim
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.matrices import LinearOperatorDiag, LinearOperatorFullMatrix, LinearOperatorLowerTriangular
from tfshim.linalg.operators.scalars import LinearOperatorIdentity, LinearOperatorScaledIdentity
from tfshim.refusals import refused

_REPLACES = "tensorflow.python.ops.linalg.linear_operator_addition"
__all__ = ["add_operators"]

_SCALED = (LinearOperatorIdentity, LinearOperatorScaledIdentity)
# The forms a sum may have, the cheapest first: two operators of these classes have a sum of that form.
_FORMS = [_SCALED, (*_SCALED, LinearOperatorDiag), (*_SCALED, LinearOperatorDiag, LinearOperatorLowerTriangular), (LinearOperator,)]


def add_operators(operators, operator_name=None, addition_tiers=None, name=None):
    """The sum of `operators`, added pair by pair in their cheapest forms, as a list of one operator.

    Args:
        operators: LinearOperators of one dtype and size.
        operator_name: the name of the sum; by default it is made of the operators' names.
        addition_tiers: which ways of adding are tried; only the default is supported.
        name: the name of the scope.

    Raises:
        TypeError: one of `operators` is none.
        ValueError: there is none, or their sizes differ.
    """
    if addition_tiers is not None:
        raise refused("add_operators", "addition_tiers")
    operators = list(operators)
    if not operators:
        raise ValueError(f"Argument `operators` must contain at least one operator. Received: {operators}.")
    if not all(isinstance(operator, LinearOperator) for operator in operators):
        raise TypeError(f"Argument `operators` must contain only LinearOperator instances. Received: {operators}.")
    for what in ("domain_dimension", "range_dimension"):
        sizes = [(operator.name, getattr(operator, what)) for operator in operators]
        if len({size.value for _, size in sizes} - {None}) > 1:
            shown = [(own, size.value) for own, size in reversed(sizes)]
            raise ValueError(f"All `operators` must have the same `{what}`. Received: {shown}.")
    with tfshim.name_scope(name or "add_operators"):
        for form in _FORMS:
            fitting = [operator for operator in operators if isinstance(operator, form)]
            if len(fitting) > 1:
                total = fitting[0]
                for operator in fitting[1:]:
                    total = _sum(total, operator, form, operator_name)
                operators = [operator for operator in operators if not isinstance(operator, form)] + [total]
    return operators


def _sum(a, b, form, name):
    if form is _FORMS[-1]:
        a, b = b, a
    elif form is not _SCALED and not isinstance(a, _FORMS[_FORMS.index(form) - 1]):
        a, b = b, a
    definite = bool(a.is_positive_definite and b.is_positive_definite) or None
    adjoint = bool(a.is_self_adjoint and b.is_self_adjoint) or None
    hints = {
        "is_positive_definite": definite,
        "is_self_adjoint": adjoint,
        "is_non_singular": bool(definite and adjoint) or None,
        "name": name or f"Add/{a.name}__{b.name}/",
    }
    if form is _SCALED:
        return LinearOperatorScaledIdentity(
            a.range_dimension.value if a.range_dimension.value is not None else a.range_dimension_tensor(), _scale(a) + _scale(b), **hints
        )
    if form is _FORMS[-1]:
        return LinearOperatorFullMatrix(a.add_to_tensor(b.to_dense()), **hints)
    if LinearOperatorLowerTriangular in form:
        return LinearOperatorLowerTriangular(a.add_to_tensor(b.to_dense()), **hints)
    return LinearOperatorDiag(a.diag_part() + b.diag_part(), **hints)


def _scale(operator):
    """What an identity is multiplied by, of the operator's batch shape."""
    scale = getattr(operator, "multiplier", None)
    return tfshim.ones(operator.batch_shape_tensor(), operator.dtype) if scale is None else tfshim.convert_to_tensor(scale)
