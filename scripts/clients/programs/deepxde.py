"""DeepXDE: differential equations and inverse problems by networks, in the mode of TensorFlow that DDE_BACKEND says."""

import deepxde as dde
import numpy as np
import tensorflow

tf = dde.backend.tf


def _poisson():
    def equation(x, y):
        return -dde.grad.hessian(y, x) - np.pi**2 * tf.sin(np.pi * x)

    domain = dde.geometry.Interval(-0.7, 1)  # with one of both sides alike, gradients are zero but for rounding
    condition = dde.icbc.DirichletBC(domain, lambda x: np.sin(np.pi * x), lambda _, on: on)
    return dde.data.PDE(domain, equation, condition, 16, 2, solution=lambda x: np.sin(np.pi * x), num_test=20, train_distribution="uniform")


class _Waves(tensorflow.keras.initializers.Initializer):
    """Known numbers: what is drawn in a graph depends on how many operations it has."""

    def __call__(self, shape, dtype=None, **kwargs):
        shape = [int(n) for n in shape]
        return tensorflow.constant(np.sin(1.0 + 3 * np.arange(np.prod(shape))).reshape(shape) / np.sqrt(shape[0]), dtype or "float32")


def _network(sizes, activation="tanh", **options):
    return dde.nn.FNN(sizes, activation, _Waves(), **options)


def _history(model, **options):
    history, state = model.train(verbose=0, **options)
    return [np.array(history.steps), np.array(history.loss_train), np.array(history.loss_test), state.best_step]


def step_poisson():
    """A PDE in one dimension with Adam."""
    model = dde.Model(_poisson(), _network([1, 10, 10, 1]))
    model.compile("adam", lr=0.01, metrics=["l2 relative error"], verbose=0)
    made = _history(model, iterations=20, display_every=10)
    return [*made, model.predict(np.linspace(-1, 1, 5)[:, None])]


def step_operator():
    """A derived quantity, evaluated at points."""
    model = dde.Model(_poisson(), _network([1, 6, 1]))
    model.compile("adam", lr=0.01, verbose=0)
    model.train(iterations=2, verbose=0)
    return model.predict(np.linspace(-1, 1, 5)[:, None], operator=lambda x, y: dde.grad.jacobian(y, x, i=0, j=0))


def step_inverse():
    """A coefficient that is learnt from observations."""
    factor = dde.Variable(0.5)

    def equation(x, y):
        return dde.grad.jacobian(y, x) - factor * y

    domain = dde.geometry.TimeDomain(0, 1)
    points = np.linspace(0, 1, 6)[:, None]
    observed = dde.icbc.PointSetBC(points, np.exp(-points))
    start = dde.icbc.IC(domain, lambda x: np.ones((len(x), 1)), lambda _, on: on)
    data = dde.data.PDE(domain, equation, [start, observed], 10, 2, anchors=points, train_distribution="uniform")
    model = dde.Model(data, _network([1, 8, 1]))
    model.compile("adam", lr=0.01, external_trainable_variables=factor, verbose=0)
    made = _history(model, iterations=10, display_every=5)
    return made


def step_geometry():
    """Points and boundaries, which are NumPy's."""
    disk = dde.geometry.CSGDifference(dde.geometry.Rectangle([0, 0], [1, 1]), dde.geometry.Disk([0.5, 0.5], 0.2))
    return [disk.inside(np.array([[0.5, 0.5], [0.1, 0.1]])), dde.geometry.Disk([0.5, 0.5], 0.2).uniform_boundary_points(5)]


def step_function_regression():
    """A function learnt from values, with a decaying rate and L2."""
    x = np.linspace(-1, 1, 12)[:, None].astype("float32")
    data = dde.data.DataSet(X_train=x, y_train=x**2, X_test=x[::2], y_test=x[::2] ** 2)
    model = dde.Model(data, _network([1, 6, 1], "relu", regularization=["l2", 1e-4]))
    model.compile("adam", lr=0.02, decay=("inverse time", 5, 0.5), verbose=0)
    return _history(model, iterations=8, display_every=4)


def step_lbfgs():
    """L-BFGS after Adam."""
    model = dde.Model(_poisson(), _network([1, 10, 1]))
    model.compile("adam", lr=0.01, verbose=0)
    model.train(iterations=5, verbose=0)
    dde.optimizers.config.set_LBFGS_options(maxiter=15)
    model.compile("L-BFGS", verbose=0)
    history, _ = model.train(verbose=0)
    return bool(np.sum(history.loss_train[-1]) < np.sum(history.loss_train[0]))
