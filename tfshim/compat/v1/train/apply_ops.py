"""The steps of optimizers in graphs that TensorFlow wrote, as nodes of ours."""

from tfshim.array_ops.casting import cast
from tfshim.compat.v1.train import adaptive
from tfshim.compat.v1.train.adaptive import DENSE, SPARSE
from tfshim.compat.v1.train.gradient_descent import apply_gradient_descent, apply_momentum, heavy_ball, nesterov
from tfshim.compat.v1.train.optimizer import apply_rows
from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.recording import record
from tfshim.refusals import refused

# The type without its prefix -> (step, order of its inputs).
_DENSE, _SPARSE = ({kind: (step, order) for step, (kind, order) in table.items()} for table in (DENSE, SPARSE))
_OF_THEIR_OWN = ("GradientDescent", "ProximalGradientDescent", "Momentum")


def _names(kinds, prefix):
    return [f"{resource}{prefix}{kind}" for kind in kinds for resource in ("Resource", "")]


def _added(importer, operation, values, name, variable):
    record(importer.graph, operation._tfshim_op, values, name, False)
    importer.graph._versions += 1
    # Names come with a slash at the end, which takes them as they are.
    made = importer.graph._by_name[name[:-1]]
    made.outputs[0]._handle = variable  # TensorFlow 1's operations give the reference back
    return made


def _parts(importer, node, inputs, table, kind):
    """(variables, step, numbers, gradient, indices or None) of a node."""
    step, order = table[kind]
    if attribute(node, "use_nesterov", False):
        if step is not heavy_ball and step is not nesterov:
            raise refused("tf.import_graph_def", "Nesterov", node=node.name)
        step = nesterov
    elif step is nesterov:
        step = heavy_ball
    variables = tuple(importer.variable_of(x) for x in inputs[: len(inputs) - len(order)])
    given = dict(zip(order, inputs[len(variables) :], strict=True))
    dtype = variables[0].dtype.base_dtype
    gradient, indices = given.pop(-1), given.pop(-2, None)
    with importer.graph.as_default():
        numbers = [x if x.dtype == dtype else cast(x, dtype) for _, x in sorted(given.items())]
    return variables, step, numbers, gradient, indices


@handles(*_names([kind for kind in _DENSE if kind not in _OF_THEIR_OWN], "Apply"))
def _adaptive_step(importer, node, inputs, name):
    variables, step, numbers, gradient, _ = _parts(importer, node, inputs, _DENSE, node.op.removeprefix("Resource").removeprefix("Apply"))
    return _added(importer, adaptive._apply, [variables, step, numbers, gradient], name, variables[0])


@handles(*_names(_SPARSE, "SparseApply"))
def _step_of_rows(importer, node, inputs, name):
    kind = node.op.removeprefix("Resource").removeprefix("SparseApply")
    variables, step, numbers, gradient, indices = _parts(importer, node, inputs, _SPARSE, kind)
    return _added(importer, apply_rows, [variables, step, numbers, indices, gradient], name, variables[0])


@handles("ResourceApplyGradientDescent", "ApplyGradientDescent")
def _descent(importer, node, inputs, name):
    variable = importer.variable_of(inputs[0])
    return _added(importer, apply_gradient_descent, [variable, inputs[1], inputs[2], False], name, variable)


@handles("ResourceApplyMomentum", "ApplyMomentum")
def _momentum(importer, node, inputs, name):
    variables = [importer.variable_of(x) for x in inputs[:2]]
    values = [*variables, inputs[2], inputs[3], inputs[4], attribute(node, "use_nesterov", False)]
    return _added(importer, apply_momentum, values, name, variables[0])
