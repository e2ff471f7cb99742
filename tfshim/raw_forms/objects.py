"""Operations on variables by their handles, calls of functions, conditionals and loops."""

from tfshim import array_ops, control_flow, math
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.ops.static_shapes.shape_messages import not_one
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables import variable_ops
from tfshim.raw_forms._nodes import when_run


def _variable(resource):
    if not is_variable(resource):
        raise invalid(f"Expected the handle of a variable, got {resource!r}.")
    return resource


@raw_op("ReadVariableOp")
def _read(resource, dtype):
    variable = _variable(resource)
    if variable.dtype != dtype:
        raise invalid(f"Trying to read variable with wrong dtype. Expected {dtype.proto_name} got {variable.dtype.proto_name}")
    return variable.read_value()


@raw_op("AssignVariableOp")
def _assigned(resource, value, validate_shape):
    variable = _variable(resource)
    if variable.dtype != value.dtype:
        expected, got = variable.dtype.proto_name, value.dtype.proto_name
        text = f"Trying to assign variable with wrong dtype. Expected {expected} got {got}"
        raise errors.op_error(errors.InvalidArgumentError, text, "AssignVariableOp")
    if TS.graph is not None and None not in (variable.shape.rank, value.shape.rank):
        clash = not_one(variable.shape.as_list(), value.shape.as_list())
        if clash:
            raise ValueError(f"{clash} for operation 'AssignVariableOp'.")
    made = variable_ops.assign_of_shape(variable, value) if validate_shape else variable_ops.assign(variable, value)
    return getattr(made, "op", None) if TS.graph is not None else None


@raw_op("VariableShape")
def _shape(input, out_type):  # noqa: A002
    return array_ops.shape(_variable(input), out_type)


@raw_op("DisableCopyOnRead")
def _read_in_place(resource):
    """Does nothing but look for the variable: what is read here never changes, however it is read."""
    _variable(resource)


@raw_op("VarIsInitializedOp")
def _initialized(resource):
    return convert_to_tensor(is_variable(resource))


@raw_op("ResourceGather")
def _rows(resource, indices, batch_dims, validate_indices, dtype):
    del validate_indices  # they always are
    return array_ops.gather(_read(resource, dtype), indices, batch_dims=batch_dims)


@raw_op("ResourceGatherNd")
def _elements(resource, indices, dtype):
    return array_ops.gather_nd(_read(resource, dtype), indices)


def _called(function, arguments):
    """The flat results of a concrete function."""
    return [convert_to_tensor(x) for x in nest.flatten(function(*arguments), expand_composites=True)]


def _checked(results, kinds):
    found = [x.dtype for x in results]
    if found != [dt.as_dtype(k) for k in kinds]:
        raise invalid(f"The function gives results of {found}, not of {list(kinds)}")
    return results


@raw_op("PartitionedCall", "StatefulPartitionedCall")
def _call(args, Tout, f):  # noqa: N803
    return _checked(_called(f, args), Tout)


def _truth(condition):
    """What counts as true: a number that is not zero, a string or tensor that is not empty."""
    condition = convert_to_tensor(condition)
    if condition.dtype == dt.bool and condition.shape.rank == 0:
        return condition
    if condition.shape.rank != 0:
        return array_ops.size(condition) > 0
    return math.not_equal(condition, b"" if condition.dtype == dt.string else array_ops.zeros([], condition.dtype))


@raw_op("ToBool")
def _to_bool(input):  # noqa: A002
    if input.shape.rank is None:
        return when_run("ToBool", _to_bool, {"input": input}, [(dt.bool, [])])
    return _truth(input)


@raw_op("If", "StatelessIf")
def _if(cond, input, Tout, then_branch, else_branch):  # noqa: A002, N803
    made = control_flow.cond(_truth(cond), lambda: _called(then_branch, input), lambda: _called(else_branch, input))
    return _checked(_listed(made), Tout)


@raw_op("Case", "StatelessCase")
def _case(branch_index, input, Tout, branches):  # noqa: A002, N803
    made = control_flow.switch_case(branch_index, [lambda f=f: _called(f, input) for f in branches])
    return _checked(_listed(made), Tout)


@raw_op("While", "StatelessWhile")
def _while(input, cond, body, parallel_iterations):  # noqa: A002
    start = [convert_to_tensor(x) for x in input]
    made = control_flow.while_loop(
        lambda *state: _truth(_called(cond, state)[0]),
        lambda *state: _called(body, state),
        start,
        parallel_iterations=parallel_iterations,
    )
    return _listed(made)


def _listed(made):
    return list(made) if isinstance(made, (list, tuple)) else [made]


@raw_op("NoOp", "ControlTrigger")
def _nothing():
    return control_flow.no_op()
