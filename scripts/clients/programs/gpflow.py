"""GPflow: kernels, regression, variational and sparse models, natural gradients, Markov chains, prediction, saving."""

import copy
import tempfile

import gpflow
import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp
from gpflow.ci_utils import reduce_in_tests
from gpflow.utilities import print_summary, set_trainable, tabulate_module_summary, to_default_float

# Optimizers of SciPy stop where a gradient is small: the last digits of their results are rounding's.
TOLERANCE = {
    "step_regression_scipy": 1e-3,
    "step_sparse_regression": 1e-3,
    "step_variational": 1e-3,
    "step_multiclass": 1e-3,
    "step_latent_variables": 1e-3,
    "step_heteroskedastic": 1e-3,
}

f64 = gpflow.utilities.to_default_float


def _data(n=20, seed=0):
    rng = np.random.RandomState(seed)
    x = np.sort(rng.uniform(0, 1, (n, 1)), axis=0)
    return x, np.sin(12 * x) + 0.66 * np.cos(25 * x) + 0.05 * rng.randn(n, 1)


def _parameters(model):
    return {name: np.asarray(p) for name, p in gpflow.utilities.parameter_dict(model).items()}


def _grid(n=6):
    return np.linspace(-0.1, 1.1, n)[:, None]


def step_kernels():
    """Covariances of each stationary kernel and of others, whole and on the diagonal."""
    rng = np.random.RandomState(1)
    x, z = rng.randn(5, 3), rng.randn(4, 3)
    k = gpflow.kernels
    made = {}
    for kernel in [
        k.SquaredExponential(1.3, [0.5, 1.0, 2.0]),
        k.RationalQuadratic(1.1, 0.7, 0.4),
        k.Exponential(),
        k.Matern12(),
        k.Matern32(0.4, 1.3),
        k.Matern52(lengthscales=[1.0, 2.0, 3.0]),
        k.Cosine(),
        k.Linear([1.0, 2.0, 3.0]),
        k.Polynomial(3, 0.5, 0.2),
        k.ArcCosine(order=1, weight_variances=0.5),
        k.Periodic(k.SquaredExponential(), period=1.7),
        k.White(0.3),
        k.Constant(0.7),
    ]:
        made[kernel.name + type(kernel).__name__] = [kernel(x, z).numpy(), kernel(x).numpy(), kernel(x, full_cov=False).numpy()]
    return made


def step_combined_kernels():
    """Sums, products, active dimensions, change points, coregionalisation."""
    x = np.random.RandomState(2).randn(6, 2)
    k = gpflow.kernels
    both = k.SquaredExponential(active_dims=[0]) * k.Linear(active_dims=[1]) + k.White(0.1)
    change = k.ChangePoints([k.Matern32(), k.Linear()], locations=[0.2], steepness=5.0)
    tasks = k.Coregion(output_dim=3, rank=2, active_dims=[1])
    tasks.W.assign(np.arange(6.0).reshape(3, 2) / 6)
    labels = np.hstack([x[:, :1], [[0], [1], [2], [0], [1], [2]]])
    return [
        both(x).numpy(),
        change(x[:, :1]).numpy(),
        (k.Matern12(active_dims=[0]) * tasks)(labels).numpy(),
        [type(c).__name__ for c in both.kernels],
    ]


def step_parameters():
    """Transformed parameters, priors, trainability, and what they refuse."""
    p = gpflow.Parameter(2.0, transform=gpflow.utilities.positive(lower=0.1), prior=tfp.distributions.Gamma(f64(2.0), f64(3.0)), name="p")
    made = [p.numpy(), p.unconstrained_variable.numpy(), p.log_prior_density().numpy(), p.trainable, str(p.dtype), p.name, list(p.shape)]
    p.assign(5.0)
    made += [p.numpy(), (p + 1.0).numpy(), (2.0 * p).numpy(), tf.square(p).numpy()]
    set_trainable(p, False)
    made.append(p.trainable)
    for wrong in (
        lambda: p.assign(0.01),
        lambda: gpflow.Parameter(-1.0, transform=gpflow.utilities.positive()),
        lambda: gpflow.kernels.Linear(-1.0),
    ):
        try:
            wrong()
            made.append("nothing")
        except Exception as error:
            made.append([type(error).__name__, str(error).partition("\n")[0][:40]])
    return made


def step_regression():
    """Exact regression: the likelihood, its gradients, and predictions of all kinds."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.SquaredExponential(1.0, 0.3), noise_variance=0.1)
    with tf.GradientTape() as tape:
        loss = model.training_loss()
    gradients = tape.gradient(loss, model.trainable_variables)
    mean, var = model.predict_f(_grid())
    _, cov = model.predict_f(_grid(3), full_cov=True)
    ymean, yvar = model.predict_y(_grid())
    density = model.predict_log_density(_data(6, 3))
    return [
        loss.numpy(),
        model.log_marginal_likelihood().numpy(),
        [g.numpy() for g in gradients],
        *(t.numpy() for t in (mean, var, cov, ymean, yvar, density)),
    ]


def step_regression_scipy():
    """L-BFGS of SciPy, compiled and not, with a mean function."""
    made = []
    for compiled in (True, False):
        model = gpflow.models.GPR(_data(), gpflow.kernels.Matern52(1.0, 0.3), mean_function=gpflow.mean_functions.Linear(A=[[0.5]], b=0.1))
        seen = []
        result = gpflow.optimizers.Scipy().minimize(
            model.training_loss,
            model.trainable_variables,
            compile=compiled,
            options={"maxiter": 8},
            step_callback=lambda step, variables, values, seen=seen: seen.append(step),
        )
        made += [float(result.fun), seen, bool(result.success), _parameters(model), model.predict_f(_grid())[0].numpy()]
    return made


def step_regression_adam():
    """Adam in a compiled step."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.SquaredExponential(), noise_variance=0.2)
    optimizer = tf.optimizers.Adam(0.05)
    losses = []

    @tf.function
    def step():
        optimizer.minimize(model.training_loss, model.trainable_variables)
        return model.training_loss()

    for _ in range(10):
        losses.append(float(step()))
    return [losses, _parameters(model)]


def step_posteriors():
    """Cached posteriors, and samples of functions."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.SquaredExponential(1.0, 0.2), noise_variance=0.05)
    posterior = model.posterior()
    mean, var = posterior.predict_f(_grid())
    fused, _ = posterior.fused_predict_f(_grid())
    compiled = tf.function(lambda x: posterior.predict_f(x)[0], input_signature=[tf.TensorSpec([None, 1], tf.float64)])
    tf.random.set_seed(3)
    samples = model.predict_f_samples(_grid(3), 2)
    return [mean.numpy(), var.numpy(), fused.numpy(), compiled(_grid(4)).numpy(), list(samples.shape), bool(np.all(np.isfinite(samples)))]


def step_maximum_a_posteriori():
    """Priors on parameters enter the objective."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.SquaredExponential())
    model.kernel.variance.prior = tfp.distributions.LogNormal(f64(0.0), f64(1.0))
    model.kernel.lengthscales.prior = tfp.distributions.Gamma(f64(2.0), f64(3.0))
    model.likelihood.variance.prior_on = "unconstrained"
    model.likelihood.variance.prior = tfp.distributions.Normal(f64(-2.0), f64(1.0))
    return [model.log_prior_density().numpy(), model.log_posterior_density().numpy(), model.training_loss().numpy()]


def step_sparse_regression():
    """SGPR, FITC and their bounds with inducing points that move."""
    made = []
    x, y = _data(30)
    for kind in (gpflow.models.SGPR, gpflow.models.GPRFITC):
        model = kind((x, y), gpflow.kernels.SquaredExponential(1.0, 0.2), x[::5].copy(), noise_variance=0.1)
        made.append(model.training_loss().numpy())
        gpflow.optimizers.Scipy().minimize(model.training_loss, model.trainable_variables, options={"maxiter": 4})
        made += [model.training_loss().numpy(), *(t.numpy() for t in model.predict_f(_grid()))]
    model = gpflow.models.SGPR((x, y), gpflow.kernels.Matern32(1.0, 0.2), x[::5].copy())
    mu, cov = model.compute_qu()
    return [*made, mu.numpy(), cov.numpy(), model.upper_bound().numpy(), model.elbo().numpy()]


def step_variational():
    """VGP with a Bernoulli likelihood, by L-BFGS."""
    x, y = _data()
    model = gpflow.models.VGP((x, (y > 0).astype(float)), gpflow.kernels.Matern52(1.0, 0.2), gpflow.likelihoods.Bernoulli())
    first = model.elbo().numpy()
    gpflow.optimizers.Scipy().minimize(model.training_loss, model.trainable_variables, options={"maxiter": 5})
    mean, var = model.predict_y(_grid())
    opper = gpflow.models.VGPOpperArchambeau((x, y), gpflow.kernels.Matern52(1.0, 0.2), gpflow.likelihoods.StudentT())
    return [first, model.elbo().numpy(), mean.numpy(), var.numpy(), opper.elbo().numpy()]


def step_natural_gradients():
    """SVGP: natural gradients for the distribution, Adam for the rest, over batches of a data set."""
    x, y = _data(40)
    model = gpflow.models.SVGP(
        gpflow.kernels.SquaredExponential(1.0, 0.2), gpflow.likelihoods.Gaussian(0.1), x[::5].copy(), num_data=len(x)
    )
    set_trainable(model.q_mu, False)
    set_trainable(model.q_sqrt, False)
    batches = iter(tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(10))
    loss = model.training_loss_closure(batches, compile=True)
    adam, natural = tf.optimizers.Adam(0.01), gpflow.optimizers.NaturalGradient(gamma=0.1)
    losses = []
    for _ in range(6):
        natural.minimize(loss, [(model.q_mu, model.q_sqrt)])
        adam.minimize(loss, var_list=model.trainable_variables)
        losses.append(model.elbo((x, y)).numpy())
    mean, var = model.predict_f(_grid())
    return [np.array(losses), model.q_mu.numpy(), model.q_sqrt.numpy(), mean.numpy(), var.numpy()]


def step_natural_gradient_of_exact_model():
    """One step of length one gives the exact posterior."""
    data = _data()
    exact = gpflow.models.GPR(data, gpflow.kernels.Matern52(1.0, 0.2), noise_variance=0.1)
    model = gpflow.models.VGP(data, gpflow.kernels.Matern52(1.0, 0.2), gpflow.likelihoods.Gaussian(0.1))
    made = [model.elbo().numpy()]
    for transform in (gpflow.optimizers.XiNat(), gpflow.optimizers.XiSqrtMeanVar()):
        natural = gpflow.optimizers.NaturalGradient(
            gamma=1.0 if isinstance(transform, gpflow.optimizers.XiNat) else 0.01, xi_transform=transform
        )
        natural.minimize(model.training_loss, [(model.q_mu, model.q_sqrt)])
        made.append(model.elbo().numpy())
    return [*made, exact.log_marginal_likelihood().numpy()]


def step_likelihoods():
    """Expectations, densities, means and variances of likelihoods."""
    f, v = np.array([[0.1], [-0.7], [1.2]]), np.array([[0.5], [0.1], [1.0]])
    count, real, unit, binary = (
        np.array([[1.0], [3.0], [0.0]]),
        np.array([[0.3], [-0.1], [0.9]]),
        np.array([[0.2], [0.5], [0.9]]),
        np.array([[1.0], [0.0], [1.0]]),
    )
    x = np.zeros((3, 1))
    made = {}
    li = gpflow.likelihoods
    for likelihood, y in [
        (li.Gaussian(0.3), real),
        (li.Bernoulli(), binary),
        (li.Bernoulli(invlink=tf.sigmoid), binary),
        (li.Poisson(binsize=2.0), count),
        (li.Exponential(), np.abs(real)),
        (li.Gamma(), np.abs(real)),
        (li.Beta(), unit),
        (li.StudentT(), real),
        (li.Ordinal(np.array([-0.5, 0.5])), np.array([[0.0], [1.0], [2.0]])),
    ]:
        row = [likelihood.log_prob(x, f, y), likelihood.variational_expectations(x, f, v, y), likelihood.predict_log_density(x, f, v, y)]
        row += [*likelihood.predict_mean_and_var(x, f, v), likelihood.conditional_mean(x, f), likelihood.conditional_variance(x, f)]
        made[f"{len(made)} {type(likelihood).__name__}"] = [np.asarray(t) for t in row]
    return made


def step_multiclass():
    """Three classes by a robust maximum, sparse."""
    x = np.linspace(0, 1, 24)[:, None]
    y = np.digitize(x, [0.3, 0.7]).astype(float)
    model = gpflow.models.SVGP(
        gpflow.kernels.Matern32(1.0, 0.3) + gpflow.kernels.White(0.01),
        gpflow.likelihoods.MultiClass(3, invlink=gpflow.likelihoods.RobustMax(3)),
        x[::4].copy(),
        num_latent_gps=3,
        whiten=True,
        q_diag=True,
    )
    set_trainable(model.inducing_variable, False)
    gpflow.optimizers.Scipy().minimize(model.training_loss_closure((x, y)), model.trainable_variables, options={"maxiter": 5})
    mean, var = model.predict_y(_grid(5))
    softmax = gpflow.likelihoods.Softmax(3)
    return [
        model.elbo((x, y)).numpy(),
        mean.numpy(),
        var.numpy(),
        softmax.conditional_mean(x[:2], np.array([[0.1, 0.2, 0.3], [1, 2, 3]])).numpy(),
    ]


def step_heteroskedastic():
    """Mean and noise from two functions, with their own inducing points."""
    x, y = _data(30)
    likelihood = gpflow.likelihoods.HeteroskedasticTFPConditional(
        distribution_class=tfp.distributions.Normal, scale_transform=tfp.bijectors.Exp()
    )
    kernel = gpflow.kernels.SeparateIndependent([gpflow.kernels.SquaredExponential(1.0, 0.2), gpflow.kernels.SquaredExponential(1.0, 0.5)])
    points = gpflow.inducing_variables.SeparateIndependentInducingVariables(
        [gpflow.inducing_variables.InducingPoints(x[::5].copy()), gpflow.inducing_variables.InducingPoints(x[1::5].copy())]
    )
    model = gpflow.models.SVGP(kernel, likelihood, points, num_latent_gps=likelihood.latent_dim)
    loss = model.training_loss_closure((x, y))
    first = loss().numpy()
    set_trainable(model.q_mu, False)
    set_trainable(model.q_sqrt, False)
    natural, adam = gpflow.optimizers.NaturalGradient(gamma=0.1), tf.optimizers.Adam(0.01)

    @tf.function
    def step():
        natural.minimize(loss, [(model.q_mu, model.q_sqrt)])
        adam.minimize(loss, model.trainable_variables)

    for _ in range(5):
        step()
    mean, var = model.predict_y(_grid(4))
    return [first, loss().numpy(), mean.numpy(), var.numpy()]


def step_multioutput():
    """Outputs that mix latent functions."""
    rng = np.random.RandomState(5)
    x = rng.uniform(-1, 1, (12, 1))
    y = np.hstack([np.sin(3 * x), np.cos(3 * x), x])
    kernels = [gpflow.kernels.SquaredExponential(1.0, 0.5) for _ in range(2)]
    kernel = gpflow.kernels.LinearCoregionalization(kernels, W=rng.randn(3, 2))
    points = gpflow.inducing_variables.SharedIndependentInducingVariables(
        gpflow.inducing_variables.InducingPoints(np.linspace(-1, 1, 4)[:, None])
    )
    model = gpflow.models.SVGP(kernel, gpflow.likelihoods.Gaussian(), points, q_mu=rng.randn(4, 2), q_sqrt=np.stack([0.5 * np.eye(4)] * 2))
    mean, cov = model.predict_f(x[:3], full_output_cov=True)
    _, full = model.predict_f(x[:2], full_cov=True, full_output_cov=True)
    return [model.elbo((x, y)).numpy(), mean.numpy(), cov.numpy(), full.numpy()]


def step_expectations():
    """Expectations of kernels under distributions of inputs."""
    rng = np.random.RandomState(6)
    x = gpflow.probability_distributions.Gaussian(rng.randn(3, 2), np.stack([0.3 * np.eye(2)] * 3))
    z = gpflow.inducing_variables.InducingPoints(rng.randn(4, 2))
    made = []
    for kernel in (gpflow.kernels.SquaredExponential(1.2, 0.8), gpflow.kernels.Linear(0.7)):
        made += [
            gpflow.expectations.expectation(x, kernel),
            gpflow.expectations.expectation(x, (kernel, z)),
            gpflow.expectations.expectation(x, (kernel, z), (kernel, z)),
        ]
    made.append(gpflow.expectations.quadrature_expectation(x, (gpflow.kernels.Matern12(), z), nghp=10))
    return [t.numpy() for t in made]


def step_latent_variables():
    """GPLVM, Bayesian and not."""
    rng = np.random.RandomState(7)
    y = rng.randn(10, 3)
    first = gpflow.models.GPLVM(y, 2)
    gpflow.optimizers.Scipy().minimize(first.training_loss, first.trainable_variables, options={"maxiter": 2})
    second = gpflow.models.BayesianGPLVM(
        y,
        rng.randn(10, 2),
        np.ones((10, 2)) * 0.2,
        gpflow.kernels.SquaredExponential(lengthscales=[1.0, 1.0]),
        inducing_variable=rng.randn(5, 2),
    )
    mean, var = second.predict_f(rng.randn(2, 2))
    return [first.training_loss().numpy(), second.elbo().numpy(), mean.numpy(), var.numpy()]


def step_conditionals():
    """Conditionals by hand, and divergences."""
    rng = np.random.RandomState(8)
    z, x, mu = rng.randn(4, 1), rng.randn(3, 1), rng.randn(4, 2)
    root = np.stack([np.tril(rng.rand(4, 4)) + np.eye(4)] * 2)
    root, k = tf.constant(root), gpflow.kernels.SquaredExponential()
    points = gpflow.inducing_variables.InducingPoints(z)
    made = []
    for white in (True, False):
        for full in (True, False):
            made += gpflow.conditionals.conditional(x, points, k, mu, q_sqrt=root, white=white, full_cov=full)
    made.append(gpflow.kullback_leiblers.gauss_kl(mu, root))
    made.append(gpflow.kullback_leiblers.gauss_kl(mu, root, k(z) + 1e-3 * np.eye(4)))
    return [t.numpy() for t in made]


def step_markov_chain():
    """Hamiltonian Monte Carlo over the parameters, with a helper that transforms them."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.Matern52(1.0, 0.2), noise_variance=0.1)
    model.kernel.variance.prior = tfp.distributions.Gamma(f64(1.0), f64(1.0))
    model.kernel.lengthscales.prior = tfp.distributions.Gamma(f64(1.0), f64(1.0))
    model.likelihood.variance.prior = tfp.distributions.Gamma(f64(1.0), f64(1.0))
    helper = gpflow.optimizers.SamplingHelper(model.log_posterior_density, model.trainable_parameters)
    hmc = tfp.mcmc.HamiltonianMonteCarlo(target_log_prob_fn=helper.target_log_prob_fn, num_leapfrog_steps=4, step_size=0.01)
    adaptive = tfp.mcmc.SimpleStepSizeAdaptation(hmc, num_adaptation_steps=4, target_accept_prob=f64(0.75), adaptation_rate=0.1)

    @tf.function
    def run():
        return tfp.mcmc.sample_chain(
            num_results=5,
            num_burnin_steps=2,
            current_state=helper.current_state,
            kernel=adaptive,
            trace_fn=lambda _, results: results.inner_results.is_accepted,
            seed=[1, 2],
        )

    samples, accepted = run()
    constrained = helper.convert_to_constrained_values(samples)
    return [[s.numpy() for s in samples], [s.numpy() for s in constrained], accepted.numpy()]


def step_sampled_likelihood():
    """A model for Markov chains: what it gives for its latent values."""
    x, y = _data(8)
    made = []
    for model in (
        gpflow.models.GPMC((x, y), gpflow.kernels.Matern32(1.0, 0.2), gpflow.likelihoods.StudentT()),
        gpflow.models.SGPMC((x, y), gpflow.kernels.Matern32(1.0, 0.2), gpflow.likelihoods.StudentT(), inducing_variable=x[::2].copy()),
    ):
        model.V.assign(np.linspace(-1, 1, int(model.V.shape[0]))[:, None])
        mean, var = model.predict_f(_grid(3))
        made += [model.log_posterior_density().numpy(), mean.numpy(), var.numpy()]
    return made


def step_summary():
    """The table of a model's parameters, and its text."""
    model = gpflow.models.SVGP(gpflow.kernels.Matern32() + gpflow.kernels.Linear(), gpflow.likelihoods.Poisson(), np.zeros((3, 1)))
    set_trainable(model.kernel.kernels[0], False)
    print_summary(model)
    return [
        tabulate_module_summary(model, "simple").splitlines(),
        sorted(gpflow.utilities.parameter_dict(model)),
        len(model.trainable_parameters),
        [v.name for v in model.trainable_variables],
    ]


def step_copies():
    """Deep copies, frozen copies, and parameters read and assigned together."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.Matern52(1.0, 0.2))
    values = gpflow.utilities.read_values(model)
    other, frozen = gpflow.utilities.deepcopy(model), gpflow.utilities.freeze(model)
    other.kernel.variance.assign(3.0)
    gpflow.utilities.multiple_assign(model, {".kernel.variance": 2.0, ".likelihood.variance": 0.3})
    return [values, _parameters(model), _parameters(other), len(frozen.trainable_variables), copy.deepcopy(model.kernel)(_grid(2)).numpy()]


def step_checkpoint():
    """A model's parameters, written and restored."""
    model, other = (gpflow.models.GPR(_data(), gpflow.kernels.Matern52(v, 0.2)) for v in (1.0, 2.0))
    with tempfile.TemporaryDirectory() as folder:
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(model=model), folder, max_to_keep=2)
        path = manager.save()
        tf.train.Checkpoint(model=other).restore(path).assert_existing_objects_matched()
        names = sorted(name for name, _ in tf.train.list_variables(path))
    return [_parameters(other), names]


def step_saved_model():
    """A compiled prediction, saved and loaded."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.Matern52(1.0, 0.2))
    model.compiled_predict_f = tf.function(
        lambda x: model.predict_f(x, full_cov=False), input_signature=[tf.TensorSpec(shape=[None, 1], dtype=tf.float64)]
    )
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(model, folder)
        loaded = tf.saved_model.load(folder)
        mean, var = loaded.compiled_predict_f(_grid())
    return [mean.numpy(), var.numpy()]


def step_monitor():
    """A monitor that writes scalars and a model's parameters."""
    model = gpflow.models.GPR(_data(), gpflow.kernels.Matern52(1.0, 0.2))
    seen = []
    with tempfile.TemporaryDirectory() as folder:
        monitor = gpflow.monitor.Monitor(
            gpflow.monitor.MonitorTaskGroup(
                [
                    gpflow.monitor.ModelToTensorBoard(folder, model),
                    gpflow.monitor.ScalarToTensorBoard(folder, lambda **_: model.training_loss(), "loss"),
                ],
                period=2,
            ),
            gpflow.monitor.MonitorTaskGroup(gpflow.monitor.ExecuteCallback(lambda *, epoch: seen.append(int(epoch)))),
        )
        for i in range(4):
            monitor(i, epoch=i)
        tags = []
        for path in tf.io.gfile.glob(folder + "/*"):
            for event in tf.compat.v1.train.summary_iterator(path):
                tags += [[int(event.step), value.tag] for value in event.summary.value]
    return [seen, sorted(tags)]


def step_configuration():
    """Default types and jitter, for a while."""
    made = [str(gpflow.config.default_float()), gpflow.config.default_jitter()]
    with gpflow.config.as_context(gpflow.config.Config(float=np.float32, jitter=1e-4)):
        kernel = gpflow.kernels.SquaredExponential()
        made += [str(gpflow.config.default_float()), kernel(np.zeros((2, 1), np.float32)).numpy(), str(to_default_float(1.0).dtype)]
    return [*made, reduce_in_tests(7), str(gpflow.config.default_float())]


def step_custom_model():
    """A kernel, a mean and a model of the user's own."""

    class Brownian(gpflow.kernels.Kernel):
        def __init__(self):
            super().__init__(active_dims=[0])
            self.variance = gpflow.Parameter(1.0, transform=gpflow.utilities.positive())

        def K(self, x, x2=None):
            x2 = x if x2 is None else x2
            return self.variance * tf.minimum(x, tf.transpose(x2))

        def K_diag(self, x):
            return self.variance * tf.reshape(x, (-1,))

    class Regression(gpflow.models.BayesianModel, gpflow.models.ExternalDataTrainingLossMixin):
        def __init__(self):
            super().__init__()
            self.weights = gpflow.Parameter(np.zeros((1, 1)), prior=tfp.distributions.Normal(f64(0.0), f64(1.0)))

        def maximum_log_likelihood_objective(self, data):
            x, y = data
            return -tf.reduce_sum((y - x @ self.weights) ** 2)

    x, y = _data()
    brownian = gpflow.models.GPR((x, y), Brownian())
    own = Regression()
    gpflow.optimizers.Scipy().minimize(own.training_loss_closure((x, y)), own.trainable_variables)
    return [
        brownian.training_loss().numpy(),
        brownian.predict_f(_grid()[1:-1])[0].numpy(),
        own.weights.numpy(),
        own.log_prior_density().numpy(),
    ]


def step_refusals():
    """Errors of bad use."""
    x, y = _data()
    made = []
    for wrong in (
        lambda: gpflow.models.GPR((x, y[:3]), gpflow.kernels.Linear()).training_loss(),
        lambda: gpflow.models.GPR((x, y), gpflow.kernels.Linear()).predict_f(np.zeros((2,))),
        lambda: gpflow.optimizers.Scipy().minimize(lambda: tf.constant(1.0), [1.0]),
        lambda: gpflow.likelihoods.Gaussian(variance=0.0),
        lambda: gpflow.utilities.multiple_assign(gpflow.kernels.Linear(), {".nothing": 1.0}),
        lambda: gpflow.kernels.Linear().variance.assign([1.0, 2.0]),
    ):
        try:
            wrong()
            made.append("nothing")
        except Exception as error:
            made.append(type(error).__name__)
    return made
