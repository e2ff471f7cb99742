"""The steps of optimizers in graphs that TensorFlow wrote, as nodes of ours."""

from tfshim.compat.v1.train import adaptive
from tfshim.compat.v1.train.gradient_descent import apply_gradient_descent, apply_momentum
from tfshim.engine.graph_import.imported_nodes import attribute, handles
from tfshim.engine.graphs.recording import record
from tfshim.refusals import refused

# The type without its prefix: how many variables, the step, and the places of its numbers among the inputs; then of the gradient.
_ADAPTIVE = {
    "Adam": (3, adaptive.adam, (3, 4, 5, 6, 7, 8), 9),
    "Adagrad": (2, adaptive.adagrad, (2,), 3),
    "Adadelta": (3, adaptive.adadelta, (3, 4, 5), 6),
    "RMSProp": (3, adaptive.rmsprop, (3, 4, 5, 6), 7),
    "CenteredRMSProp": (4, adaptive.centered_rmsprop, (4, 5, 6, 7), 8),
    "ProximalAdagrad": (2, adaptive.proximal_adagrad, (2, 3, 4), 5),
}


def _added(importer, operation, values, name, variable):
    record(importer.graph, operation._tfshim_op, values, name, False)
    importer.graph._versions += 1
    # Names come with a slash at the end, which takes them as they are.
    made = importer.graph._by_name[name[:-1]]
    made.outputs[0]._handle = variable  # TensorFlow 1's operations give the reference back
    return made


@handles(*(prefix + kind for kind in _ADAPTIVE for prefix in ("ResourceApply", "Apply")))
def _adaptive_step(importer, node, inputs, name):
    count, step, numbers, gradient = _ADAPTIVE[node.op.removeprefix("Resource").removeprefix("Apply")]
    variables = tuple(importer.variable_of(x) for x in inputs[:count])
    if node.op.endswith("Adam") and attribute(node, "use_nesterov", False):
        raise refused("tf.import_graph_def", "Nesterov", node=node.name)
    values = [variables, step, [inputs[i] for i in numbers], inputs[gradient]]
    return _added(importer, adaptive._apply, values, name, variables[0])


@handles("ResourceApplyGradientDescent", "ApplyGradientDescent")
def _descent(importer, node, inputs, name):
    variable = importer.variable_of(inputs[0])
    return _added(importer, apply_gradient_descent, [variable, inputs[1], inputs[2], False], name, variable)


@handles("ResourceApplyMomentum", "ApplyMomentum")
def _momentum(importer, node, inputs, name):
    variables = [importer.variable_of(x) for x in inputs[:2]]
    values = [*variables, inputs[2], inputs[3], inputs[4], attribute(node, "use_nesterov", False)]
    return _added(importer, apply_momentum, values, name, variables[0])
