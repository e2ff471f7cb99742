"""What users of TensorFlow Probability do first: distributions, bijectors, chains, variational inference, layers and more."""

import collections

import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp

tfd, tfb = tfp.distributions, tfp.bijectors
SEED = (3, 7)
DATA = np.random.RandomState(0).normal(size=(30, 3)).astype(np.float32)

SCALARS = {
    "Normal": lambda: tfd.Normal([0.0, 1.0], 2.0),
    "Gamma": lambda: tfd.Gamma([0.5, 2.0], 3.0),
    "Beta": lambda: tfd.Beta(2.0, [1.0, 3.0]),
    "Exponential": lambda: tfd.Exponential([1.0, 4.0]),
    "LogNormal": lambda: tfd.LogNormal([0.0, 1.0], 0.5),
    "StudentT": lambda: tfd.StudentT(3.0, [0.0, 1.0], 2.0),
    "Cauchy": lambda: tfd.Cauchy([0.0, 1.0], 2.0),
    "Laplace": lambda: tfd.Laplace([0.0, 1.0], 2.0),
    "Uniform": lambda: tfd.Uniform([0.0, 1.0], 2.0),
    "Gumbel": lambda: tfd.Gumbel([0.0, 1.0], 2.0),
    "Logistic": lambda: tfd.Logistic([0.0, 1.0], 2.0),
    "HalfNormal": lambda: tfd.HalfNormal([1.0, 2.0]),
    "HalfCauchy": lambda: tfd.HalfCauchy(0.0, [1.0, 2.0]),
    "InverseGamma": lambda: tfd.InverseGamma([3.0, 4.0], 2.0),
    "TruncatedNormal": lambda: tfd.TruncatedNormal([0.0, 1.0], 1.0, -1.0, 2.0),
    "Weibull": lambda: tfd.Weibull([1.0, 2.0], 2.0),
    "Pareto": lambda: tfd.Pareto([3.0, 4.0], 1.0),
    "Triangular": lambda: tfd.Triangular(0.0, [2.0, 3.0], 1.0),
    "Kumaraswamy": lambda: tfd.Kumaraswamy([1.0, 2.0], 3.0),
    "Chi2": lambda: tfd.Chi2([3.0, 4.0]),
    "GeneralizedNormal": lambda: tfd.GeneralizedNormal([0.0, 1.0], 2.0, 1.5),
    "Bernoulli": lambda: tfd.Bernoulli(logits=[-1.0, 2.0]),
    "Binomial": lambda: tfd.Binomial(10.0, probs=[0.2, 0.7]),
    "Poisson": lambda: tfd.Poisson([2.0, 7.0]),
    "Geometric": lambda: tfd.Geometric(probs=[0.2, 0.7]),
    "NegativeBinomial": lambda: tfd.NegativeBinomial(5.0, probs=[0.2, 0.7]),
    "Categorical": lambda: tfd.Categorical(probs=[[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]]),
}
VECTORS = {
    "MultivariateNormalDiag": lambda: tfd.MultivariateNormalDiag([0.0, 1.0, 2.0], [1.0, 2.0, 3.0]),
    "MultivariateNormalTriL": lambda: tfd.MultivariateNormalTriL([0.0, 1.0], [[1.0, 0.0], [0.5, 2.0]]),
    "MultivariateNormalFullCovariance": lambda: tfd.MultivariateNormalFullCovariance([0.0, 1.0], [[2.0, 0.3], [0.3, 1.0]]),
    "MultivariateStudentTLinearOperator": lambda: tfd.MultivariateStudentTLinearOperator(
        4.0, [0.0, 1.0], tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [0.5, 2.0]])
    ),
    "Dirichlet": lambda: tfd.Dirichlet([1.0, 2.0, 3.0]),
    "Multinomial": lambda: tfd.Multinomial(5.0, probs=[0.2, 0.3, 0.5]),
    "OneHotCategorical": lambda: tfd.OneHotCategorical(probs=[0.2, 0.3, 0.5]),
    "LKJ": lambda: tfd.LKJ(3, 2.0),
    "WishartTriL": lambda: tfd.WishartTriL(4.0, [[1.0, 0.0], [0.5, 1.0]]),
    "VonMisesFisher": lambda: tfd.VonMisesFisher([0.0, 1.0, 0.0], 3.0),
    "Independent": lambda: tfd.Independent(tfd.Normal([0.0, 1.0], [1.0, 2.0]), 1),
    "Sample": lambda: tfd.Sample(tfd.Normal(0.0, 2.0), 3),
    "MixtureSameFamily": lambda: tfd.MixtureSameFamily(
        tfd.Categorical(probs=[0.3, 0.7]), tfd.MultivariateNormalDiag([[0.0, 1.0], [2.0, 3.0]], [[1.0, 1.0], [0.5, 0.5]])
    ),
    "TransformedDistribution": lambda: tfd.TransformedDistribution(tfd.MultivariateNormalDiag([0.0, 1.0]), tfb.Softplus()),
}
BIJECTORS = {
    "Exp": lambda: tfb.Exp(),
    "Softplus": lambda: tfb.Softplus(),
    "Sigmoid": lambda: tfb.Sigmoid(-1.0, 3.0),
    "Tanh": lambda: tfb.Tanh(),
    "Shift": lambda: tfb.Shift([1.0, 2.0]),
    "Scale": lambda: tfb.Scale([1.0, 2.0]),
    "Power": lambda: tfb.Invert(tfb.Softplus()),
    "ScaleMatvecTriL": lambda: tfb.ScaleMatvecTriL([[1.0, 0.0], [0.5, 2.0]]),
    "SoftmaxCentered": lambda: tfb.SoftmaxCentered(),
    "Permute": lambda: tfb.Permute([1, 0]),
    "Ordered": lambda: tfb.Ascending(),
    "SinhArcsinh": lambda: tfb.SinhArcsinh(0.5, 1.5),
    "Chain": lambda: tfb.Chain([tfb.Exp(), tfb.Shift([1.0, 2.0]), tfb.Scale(0.5)]),
    "Blockwise": lambda: tfb.Blockwise([tfb.Exp(), tfb.Shift(1.0)], [1, 1]),
}


def arrays(structure):
    """`structure` with NumPy arrays for tensors."""
    return tf.nest.map_structure(lambda x: x.numpy() if hasattr(x, "numpy") else x, structure)


def shapes(distribution):
    return [str(distribution.batch_shape), str(distribution.event_shape), distribution.batch_shape_tensor().numpy()]


def asked(distribution, names):
    """What the methods of a distribution give that it has."""
    found = {}
    for name in names:
        try:
            found[name] = getattr(distribution, name)().numpy()
        except NotImplementedError:
            found[name] = "NotImplementedError"
    return found


def step_scalar_distributions():
    found = {}
    for name, made in SCALARS.items():
        d = made()
        x = d.sample(3, seed=SEED)
        found[name] = [shapes(d), x.numpy(), d.log_prob(x).numpy(), asked(d, ["mean", "stddev", "entropy", "mode"]), str(d)]
    return found


def step_cumulative_distributions():
    found = {}
    for name, made in SCALARS.items():
        d = made()
        if d.dtype == tf.float32:
            x = tf.constant([0.3, 1.0], d.dtype)
            found[name] = [d.cdf(x).numpy(), d.log_survival_function(x).numpy()]
    for name in ("Normal", "Exponential", "Uniform", "Gumbel", "Logistic", "Weibull", "Laplace"):
        found[name].append(SCALARS[name]().quantile([0.2, 0.9]).numpy())
    return found


def step_vector_distributions():
    found = {}
    for name, made in VECTORS.items():
        d = made()
        x = d.sample(2, seed=SEED)
        found[name] = [shapes(d), x.numpy(), d.log_prob(x).numpy(), asked(d, ["mean", "covariance", "entropy"])]
    return found


def step_divergences():
    pairs = [
        (tfd.Normal(0.0, 1.0), tfd.Normal([1.0, 2.0], 2.0)),
        (tfd.Gamma(2.0, 1.0), tfd.Gamma(3.0, 2.0)),
        (tfd.Beta(2.0, 3.0), tfd.Beta(1.0, 1.0)),
        (tfd.Bernoulli(probs=0.3), tfd.Bernoulli(probs=0.6)),
        (tfd.Categorical(probs=[0.2, 0.8]), tfd.Categorical(probs=[0.5, 0.5])),
        (tfd.Dirichlet([1.0, 2.0]), tfd.Dirichlet([2.0, 2.0])),
        (VECTORS["MultivariateNormalTriL"](), tfd.MultivariateNormalDiag([1.0, 1.0], [2.0, 1.0])),
        (tfd.Independent(tfd.Normal([0.0, 1.0], 1.0), 1), tfd.Independent(tfd.Normal([1.0, 1.0], 2.0), 1)),
    ]
    return [[tfd.kl_divergence(a, b).numpy() for a, b in pairs], pairs[0][0].cross_entropy(pairs[0][1]).numpy()]


def step_gradients_of_samples():
    found = {}
    for name in ("Normal", "Gamma", "Beta", "StudentT", "TruncatedNormal", "Weibull"):
        value = tf.Variable(2.0)
        made = {
            "Normal": lambda v: tfd.Normal(0.0, v),
            "Gamma": lambda v: tfd.Gamma(v, 1.0),
            "Beta": lambda v: tfd.Beta(v, 2.0),
            "StudentT": lambda v: tfd.StudentT(v, 0.0, 1.0),
            "TruncatedNormal": lambda v: tfd.TruncatedNormal(v, 1.0, 0.0, 3.0),
            "Weibull": lambda v: tfd.Weibull(v, 1.0),
        }[name]
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(made(value).sample(4, seed=SEED))
        found[name] = tape.gradient(y, value).numpy()
    return found


def step_mixtures_and_transformations():
    mixture = tfd.Mixture(tfd.Categorical(probs=[0.3, 0.7]), [tfd.Normal(-1.0, 0.5), tfd.Normal(2.0, 1.0)])
    x = mixture.sample(5, seed=SEED)
    flow = tfd.TransformedDistribution(tfd.Normal([0.0, 0.5], 1.0), tfb.Chain([tfb.Exp(), tfb.Scale(2.0)]))
    y = flow.sample(2, seed=SEED)
    quantized = tfd.QuantizedDistribution(tfd.Normal(0.0, 2.0), low=-3.0, high=3.0)
    return [
        x.numpy(),
        mixture.log_prob(x).numpy(),
        mixture.mean().numpy(),
        mixture.variance().numpy(),
        y.numpy(),
        flow.log_prob(y).numpy(),
        quantized.log_prob([0.0, 1.0, 3.0]).numpy(),
        [str(mixture), repr(flow)],
    ]


def _coroutine():
    scale = yield tfd.JointDistributionCoroutine.Root(tfd.Gamma(2.0, 1.0, name="scale"))
    loc = yield tfd.Normal(0.0, scale, name="loc")
    yield tfd.Sample(tfd.Normal(loc, scale), 4, name="x")


def step_joint_distributions():
    found = []
    for joint in (
        tfd.JointDistributionCoroutine(_coroutine),
        tfd.JointDistributionCoroutineAutoBatched(_coroutine),
        tfd.JointDistributionSequential([tfd.Gamma(2.0, 1.0), lambda s: tfd.Normal(0.0, s), lambda m, s: tfd.Sample(tfd.Normal(m, s), 4)]),
        tfd.JointDistributionNamed(
            {"s": tfd.Gamma(2.0, 1.0), "m": lambda s: tfd.Normal(0.0, s), "x": lambda m, s: tfd.Sample(tfd.Normal(m, s), 4)}
        ),
        tfd.JointDistributionSequentialAutoBatched([tfd.Gamma(2.0, 1.0), lambda s: tfd.Sample(tfd.Normal(0.0, s), 4)]),
        tfd.JointDistributionNamedAutoBatched(
            collections.OrderedDict(s=tfd.Gamma(2.0, 1.0), x=lambda s: tfd.Sample(tfd.Normal(0.0, s), 4)), batch_ndims=0
        ),
    ):
        one, many = joint.sample(seed=SEED), joint.sample(2, seed=SEED)
        found.append([arrays(tf.nest.flatten(one)), joint.log_prob(one).numpy(), joint.log_prob(many).numpy(), str(joint.event_shape)])
    pinned = tfd.JointDistributionCoroutineAutoBatched(_coroutine).experimental_pin(x=tf.ones([4]))
    found.append(pinned.unnormalized_log_prob(scale=1.5, loc=0.2).numpy())
    return found


def step_bijectors():
    found = {}
    for name, made in BIJECTORS.items():
        b = made()
        x = tf.constant([[0.3, 0.9], [1.5, 2.0]])
        y = b.forward(x)
        found[name] = [
            y.numpy(),
            b.inverse(tf.identity(y)).numpy(),
            b.forward_log_det_jacobian(x, 1).numpy(),
            b.inverse_log_det_jacobian(tf.identity(y), 1).numpy(),
            str(b.forward_event_shape([2])),
            [b.name, b.forward_min_event_ndims, b.is_constant_jacobian],
        ]
    return found


def step_matrix_bijectors():
    x = tf.constant([0.5, -1.0, 2.0])
    found = {}
    for b in (tfb.FillTriangular(), tfb.FillScaleTriL(), tfb.CorrelationCholesky(), tfb.Reshape([3, 1])):
        y = b.forward(x)
        found[b.name] = [y.numpy(), b.inverse(tf.identity(y)).numpy(), b.forward_log_det_jacobian(x, 1).numpy()]
    cholesky = tfb.CholeskyOuterProduct()
    found["cholesky"] = cholesky.forward(tf.constant([[1.0, 0.0], [0.5, 2.0]])).numpy()
    return found


def step_masked_autoregressive_flow():
    tf.random.set_seed(1)
    tf.keras.utils.set_random_seed(1)
    network = tfb.AutoregressiveNetwork(params=2, hidden_units=[8, 8], activation="relu")
    flow = tfd.TransformedDistribution(tfd.Sample(tfd.Normal(0.0, 1.0), [3]), tfb.MaskedAutoregressiveFlow(shift_and_log_scale_fn=network))
    before = flow.log_prob(DATA[:4]).numpy()
    optimizer = tf.keras.optimizers.legacy.Adam(0.01)
    losses = []
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(flow.log_prob(DATA))
        optimizer.apply_gradients(zip(tape.gradient(loss, flow.trainable_variables), flow.trainable_variables))
        losses.append(loss.numpy())
    return [before, losses, len(flow.trainable_variables), flow.sample(2, seed=SEED).numpy()]


def step_real_nvp():
    def shift_and_log_scale(x, units):
        return tf.concat([x, x], -1)[..., :units] * 0.5, tf.tanh(x)[..., :units]

    flow = tfd.TransformedDistribution(
        tfd.MultivariateNormalDiag(tf.zeros(4)), tfb.RealNVP(num_masked=2, shift_and_log_scale_fn=shift_and_log_scale)
    )
    x = flow.sample(3, seed=SEED)
    return [x.numpy(), flow.log_prob(x).numpy()]


def _target(x):
    return tfd.MultivariateNormalTriL([1.0, -1.0], [[1.0, 0.0], [0.6, 0.8]]).log_prob(x)


def step_hamiltonian_monte_carlo():
    kernel = tfp.mcmc.SimpleStepSizeAdaptation(
        tfp.mcmc.HamiltonianMonteCarlo(_target, step_size=0.3, num_leapfrog_steps=3), num_adaptation_steps=10
    )

    @tf.function
    def run():
        return tfp.mcmc.sample_chain(
            20, tf.zeros(2), kernel=kernel, num_burnin_steps=10, seed=SEED, trace_fn=lambda _, r: r.inner_results.is_accepted
        )

    states, accepted = run()
    return [states.numpy(), accepted.numpy(), tfp.mcmc.effective_sample_size(states).numpy()]


def step_no_u_turn_sampler():
    kernel = tfp.mcmc.DualAveragingStepSizeAdaptation(tfp.mcmc.NoUTurnSampler(_target, step_size=0.5, max_tree_depth=4), 8)

    @tf.function
    def run():
        return tfp.mcmc.sample_chain(8, tf.zeros([2, 2]), kernel=kernel, num_burnin_steps=8, seed=SEED, trace_fn=None)

    states = run()
    return [states.numpy(), tfp.mcmc.potential_scale_reduction(states).numpy()]


def step_other_kernels():
    found = {}
    for name, kernel in {
        "metropolis": tfp.mcmc.RandomWalkMetropolis(_target),
        "slice": tfp.mcmc.SliceSampler(_target, step_size=1.0, max_doublings=3),
        "langevin": tfp.mcmc.MetropolisAdjustedLangevinAlgorithm(_target, step_size=0.3),
        "transformed": tfp.mcmc.TransformedTransitionKernel(
            tfp.mcmc.HamiltonianMonteCarlo(lambda x: tfd.Gamma(2.0, 1.0).log_prob(x)[0] - x[1], 0.2, 3), tfb.Exp()
        ),
        "replica": tfp.mcmc.ReplicaExchangeMC(
            _target, inverse_temperatures=[1.0, 0.5, 0.2], make_kernel_fn=lambda f: tfp.mcmc.HamiltonianMonteCarlo(f, 0.3, 2)
        ),
    }.items():
        start = tf.ones(2) * 0.5
        found[name] = tfp.mcmc.sample_chain(6, start, kernel=kernel, seed=SEED, trace_fn=None).numpy()
    return found


def step_windowed_adaptive_sampling():
    joint = tfd.JointDistributionCoroutineAutoBatched(_coroutine).experimental_pin(x=tf.constant([0.1, 0.4, -0.2, 0.9]))
    draws, _ = tfp.experimental.mcmc.windowed_adaptive_hmc(4, joint, n_chains=2, num_leapfrog_steps=2, num_adaptation_steps=60, seed=SEED)
    return [str([x.shape for x in tf.nest.flatten(draws)]), bool(all(np.isfinite(x).all() for x in tf.nest.flatten(draws)))]


def step_importance_and_diagnostics():
    x = tf.constant(np.random.RandomState(1).normal(size=(40, 2)).astype(np.float32))
    return [
        tfp.stats.percentile(x, [10.0, 50.0, 90.0], axis=0).numpy(),
        tfp.stats.covariance(x).numpy(),
        tfp.stats.correlation(x).numpy(),
        tfp.stats.auto_correlation(x, axis=0, max_lags=3).numpy(),
        tfp.stats.histogram(x[:, 0], edges=[-2.0, 0.0, 2.0]).numpy(),
        tfp.stats.quantiles(x[:, 0], 4).numpy(),
        tfp.monte_carlo.expectation(lambda v: v**2, x, lambda v: tfd.Normal(0.0, 1.0).log_prob(v)).numpy(),
    ]


def step_fit_surrogate_posterior():
    joint = tfd.JointDistributionSequential([tfd.Normal(0.0, 1.0), lambda m: tfd.Sample(tfd.Normal(m, 0.5), 30)])
    loc, scale = tf.Variable(0.5), tfp.util.TransformedVariable(1.0, tfb.Softplus())
    surrogate = tfd.JointDistributionSequential([tfd.Normal(loc, scale)])
    losses = tfp.vi.fit_surrogate_posterior(
        lambda m: joint.log_prob([m, DATA[:, 0]]),
        surrogate,
        optimizer=tf.keras.optimizers.legacy.Adam(0.1),
        num_steps=10,
        sample_size=3,
        seed=SEED,
    )
    return [losses.numpy(), loc.numpy(), tf.convert_to_tensor(scale).numpy(), [v.name for v in surrogate.trainable_variables]]


def step_factored_surrogate_posterior():
    joint = tfd.JointDistributionCoroutineAutoBatched(_coroutine)
    surrogate = tfp.experimental.vi.build_factored_surrogate_posterior(
        event_shape=joint.event_shape_tensor()[:2], bijector=[tfb.Softplus(), None], seed=SEED
    )
    losses = tfp.vi.fit_surrogate_posterior(
        lambda s, m: joint.log_prob(s, m, tf.ones(4)), surrogate, tf.keras.optimizers.legacy.Adam(0.1), 5, seed=SEED
    )
    return [losses.numpy(), arrays(tf.nest.flatten(surrogate.sample(2, seed=SEED)))]


def _rosenbrock(x):
    return tf.reduce_sum(100.0 * (x[..., 1:] - x[..., :-1] ** 2) ** 2 + (1 - x[..., :-1]) ** 2, -1)


def step_optimizers():
    def gradient(x):
        return tfp.math.value_and_gradient(_rosenbrock, x)

    start = tf.constant([-1.0, 1.5], tf.float64)
    found = {}
    for name, result in {
        "bfgs": tfp.optimizer.bfgs_minimize(gradient, start, tolerance=1e-8),
        "lbfgs": tfp.optimizer.lbfgs_minimize(gradient, start, tolerance=1e-8),
        "nelder_mead": tfp.optimizer.nelder_mead_minimize(_rosenbrock, initial_vertex=start),
        "lbfgs in a function": tf.function(lambda: tfp.optimizer.lbfgs_minimize(gradient, start, tolerance=1e-8))(),
    }.items():
        found[name] = [bool(result.converged), result.position.numpy(), int(result.num_iterations)]
    at = collections.namedtuple("At", "x f df")
    search = tfp.optimizer.linesearch.hager_zhang(lambda x: at(x, *tfp.math.value_and_gradient(lambda v: (v - 1.3) ** 4, x)), 0.5)
    found["line search"] = [bool(search.converged), float(search.left.x)]
    evolution = tfp.optimizer.differential_evolution_minimize(
        lambda x, y: (x - 1) ** 2 + y**2,
        initial_position=(tf.constant(2.0), tf.constant(2.0)),
        population_size=10,
        seed=3,
        max_iterations=5,
    )
    found["differential evolution"] = int(evolution.num_iterations)
    return found


def step_math():
    found = {
        "gradient": arrays(tfp.math.value_and_gradient(lambda x, y: tf.sin(x) * y, [1.0, 2.0])),
        "jacobian": tfp.math.diag_jacobian(tf.constant([1.0, 2.0]), fn=lambda x: x**3)[1][0].numpy(),
        "lbeta": tfp.math.lbeta([1.0, 2.0], 3.0).numpy(),
        "betaincinv": tfp.math.betaincinv([1.0, 2.0], 3.0, 0.4).numpy(),
        "igammainv": tfp.math.igammainv([1.0, 2.0], 0.4).numpy(),
        "lambertw": tfp.math.lambertw([0.5, 2.0]).numpy(),
        "log_add_exp": tfp.math.log_add_exp([1.0, 2.0], 3.0).numpy(),
        "log_sub_exp": tfp.math.log_sub_exp([4.0, 5.0], 3.0).numpy(),
        "logerfc": tfp.math.logerfc([0.5, 5.0, 20.0]).numpy(),
        "bessel": [tfp.math.bessel_ive(1.5, [1.0, 2.0]).numpy(), tfp.math.bessel_kve(0.5, [1.0, 2.0]).numpy()],
        "owens_t": tfp.math.owens_t([0.5, 1.0], 0.3).numpy(),
        "fill_triangular": tfp.math.fill_triangular(tf.range(6.0)).numpy(),
        "interp": tfp.math.interp_regular_1d_grid([0.2, 1.5], 0.0, 2.0, [1.0, 5.0, 2.0]).numpy(),
        "pivoted_cholesky": tfp.math.pivoted_cholesky(tf.constant([[4.0, 1.0], [1.0, 3.0]]), 2).numpy(),
        "smootherstep": tfp.math.smootherstep([0.1, 0.7]).numpy(),
        "reduce_logmeanexp": tfp.math.reduce_logmeanexp([1.0, 2.0, 3.0]).numpy(),
        "cumulative_logsumexp": tfp.math.log_cumsum_exp([1.0, 2.0, 3.0]).numpy(),
        "kahan": tfp.math.reduce_kahan_sum(tf.constant([1e8, 1.0, -1e8])).total.numpy(),
        "scan_associative": tfp.math.scan_associative(lambda a, b: a + b, tf.range(5.0)).numpy(),
        "trapz": tfp.math.trapz([1.0, 2.0, 3.0]).numpy(),
    }
    return found


def step_roots_and_minimize():
    roots = tfp.math.find_root_chandrupatla(lambda x: x**3 - [2.0, 5.0], low=[0.0, 0.0], high=[3.0, 3.0])
    secant = tfp.math.secant_root(lambda x: x**2 - 2.0, 1.0)
    x = tf.Variable([1.0, -2.0])
    losses = tfp.math.minimize(lambda: tf.reduce_sum((x - 3.0) ** 2), num_steps=8, optimizer=tf.keras.optimizers.legacy.Adam(0.3))
    return [
        roots.estimated_root.numpy(),
        secant.estimated_root.numpy(),
        losses.numpy(),
        x.numpy(),
    ]


def step_ordinary_differential_equations():
    def field(t, y):
        return tf.stack([y[1], -y[0]]) * 1.5

    times = [0.5, 1.0, 2.0]
    found = {}
    for name, solver in {"dormand_prince": tfp.math.ode.DormandPrince(1e-5, 1e-5), "bdf": tfp.math.ode.BDF(1e-4, 1e-4)}.items():
        result = solver.solve(field, 0.0, tf.constant([1.0, 0.0]), solution_times=times)
        found[name] = result.states.numpy()
    start = tf.constant([1.0, 0.0])
    with tf.GradientTape() as tape:
        tape.watch(start)
        last = tfp.math.ode.DormandPrince(1e-5, 1e-5).solve(field, 0.0, start, solution_times=times).states[-1, 0]
    found["gradient"] = tape.gradient(last, start).numpy()
    return found


def step_dense_variational():
    tf.keras.utils.set_random_seed(2)

    def posterior(kernel_size, bias_size=0, dtype=None):
        n = kernel_size + bias_size
        return tf.keras.Sequential(
            [
                tfp.layers.VariableLayer(2 * n, dtype=dtype, initializer="ones"),
                tfp.layers.DistributionLambda(
                    lambda t: tfd.Independent(tfd.Normal(t[..., :n], 1e-5 + tf.nn.softplus(t[..., n:])), reinterpreted_batch_ndims=1)
                ),
            ]
        )

    def prior(kernel_size, bias_size=0, dtype=None):
        n = kernel_size + bias_size
        return tf.keras.Sequential([tfp.layers.DistributionLambda(lambda t: tfd.Independent(tfd.Normal(tf.zeros(n), 1.0), 1))])

    model = tf.keras.Sequential(
        [
            tfp.layers.DenseVariational(1, posterior, prior, kl_weight=1 / 30),
            tfp.layers.DistributionLambda(lambda t: tfd.Normal(loc=t, scale=1.0)),
        ]
    )
    model.compile(optimizer=tf.keras.optimizers.legacy.Adam(0.05), loss=lambda y, d: -d.log_prob(y))
    history = model.fit(DATA[:, :2], DATA[:, 2:], epochs=2, batch_size=15, verbose=0, shuffle=False)
    return [len(history.history["loss"]), bool(np.isfinite(history.history["loss"]).all()), len(model.trainable_weights), len(model.losses)]


def step_flipout_and_reparameterization():
    tf.keras.utils.set_random_seed(3)
    found = {}
    for layer in (tfp.layers.DenseFlipout(2, seed=4), tfp.layers.DenseReparameterization(2), tfp.layers.DenseLocalReparameterization(2)):
        inputs = tf.keras.Input((3,))
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(layer(inputs)))
        model.compile(optimizer=tf.keras.optimizers.legacy.SGD(0.01), loss="mse")
        history = model.fit(DATA, DATA[:, :1], epochs=1, batch_size=10, verbose=0, shuffle=False)
        found[type(layer).__name__] = [
            bool(np.isfinite(history.history["loss"]).all()),
            [list(w.shape) for w in model.trainable_weights],
            len(model.losses),
            [w.name.split("/")[-1] for w in layer.trainable_weights],
        ]
    images = tf.keras.Input((6, 6, 1))
    outputs = tfp.layers.Convolution2DFlipout(2, 3, padding="same")(images)
    model = tf.keras.Model(images, tf.keras.layers.Flatten()(outputs))
    found["convolution"] = [list(model(DATA.ravel()[:36].reshape(1, 6, 6, 1)).shape), len(model.losses)]
    return found


def step_distribution_layers():
    tf.keras.utils.set_random_seed(4)
    found = {}
    for name, size, last in (
        ("IndependentNormal", tfp.layers.IndependentNormal.params_size(2), tfp.layers.IndependentNormal(2)),
        ("MultivariateNormalTriL", tfp.layers.MultivariateNormalTriL.params_size(2), tfp.layers.MultivariateNormalTriL(2)),
        ("OneHotCategorical", tfp.layers.OneHotCategorical.params_size(2), tfp.layers.OneHotCategorical(2)),
        ("IndependentBernoulli", tfp.layers.IndependentBernoulli.params_size(2), tfp.layers.IndependentBernoulli(2)),
        ("MixtureNormal", tfp.layers.MixtureNormal.params_size(3, 2), tfp.layers.MixtureNormal(3, 2)),
    ):
        dense = tf.keras.layers.Dense(size, kernel_initializer=tf.keras.initializers.Constant(0.1))
        model = tf.keras.Sequential([tf.keras.Input((3,)), dense, last])
        targets = np.eye(2, dtype=np.float32)[(DATA[:, 0] > 0).astype(int)]
        model.compile(optimizer=tf.keras.optimizers.legacy.SGD(0.05), loss=lambda y, d: -d.log_prob(y))
        history = model.fit(DATA, targets, epochs=2, batch_size=10, verbose=0, shuffle=False)
        predicted = model(DATA[:3])
        found[name] = [history.history["loss"], type(predicted).__name__, predicted.mean().numpy(), [w.numpy() for w in dense.weights]]
    return found


def step_functional_distribution_model():
    inputs = tf.keras.Input((3,))
    hidden = tf.keras.layers.Dense(2, kernel_initializer=tf.keras.initializers.Constant(0.2))(inputs)
    outputs = tfp.layers.DistributionLambda(
        lambda t: tfd.Normal(t[..., :1], 1e-3 + tf.math.softplus(t[..., 1:])), convert_to_tensor_fn=tfd.Distribution.mean
    )(hidden)
    model = tf.keras.Model(inputs, outputs)
    after = tf.keras.Model(inputs, tf.keras.layers.Rescaling(2.0)(outputs))
    return [model(DATA[:2]).stddev().numpy(), model.predict(DATA[:2], verbose=0), after(DATA[:2]).numpy()]


def step_variational_autoencoder():
    tf.keras.utils.set_random_seed(5)
    prior = tfd.Independent(tfd.Normal(tf.zeros(2), 1.0), 1)
    initial = tf.keras.initializers.Constant(0.1)
    encoder = tf.keras.Sequential(
        [
            tf.keras.Input((3,)),
            tf.keras.layers.Dense(tfp.layers.MultivariateNormalTriL.params_size(2), kernel_initializer=initial),
            tfp.layers.MultivariateNormalTriL(2, activity_regularizer=tfp.layers.KLDivergenceRegularizer(prior)),
        ]
    )
    decoder = tf.keras.Sequential(
        [
            tf.keras.Input((2,)),
            tf.keras.layers.Dense(tfp.layers.IndependentNormal.params_size(3), kernel_initializer=initial),
            tfp.layers.IndependentNormal(3),
        ]
    )
    model = tf.keras.Model(encoder.inputs, decoder(encoder.outputs[0]))
    model.compile(optimizer=tf.keras.optimizers.legacy.Adam(0.01), loss=lambda x, d: -d.log_prob(x))
    history = model.fit(DATA, DATA, epochs=1, batch_size=10, verbose=0, shuffle=False)
    return [bool(np.isfinite(history.history["loss"]).all()), encoder(DATA[:2]).mean().numpy().shape]


def step_structural_time_series():
    series = (np.sin(np.arange(24) / 2) + np.arange(24) * 0.1).astype(np.float32)
    trend = tfp.sts.LocalLinearTrend(observed_time_series=series)
    seasonal = tfp.sts.Seasonal(num_seasons=4, observed_time_series=series)
    model = tfp.sts.Sum([trend, seasonal], observed_time_series=series)
    parameters = [p.prior.mean() if hasattr(p.prior, "mean") else 1.0 for p in model.parameters]
    parameters = [tf.fill(p.prior.batch_shape, 0.3) for p in model.parameters]
    machine = model.make_state_space_model(24, parameters)
    forecast = tfp.sts.forecast(model, series, parameter_samples=[p[tf.newaxis] for p in parameters], num_steps_forecast=3)
    parts = tfp.sts.decompose_by_component(model, series, [p[tf.newaxis] for p in parameters])
    return [
        [p.name for p in model.parameters],
        machine.log_prob(series[:, None]).numpy(),
        forecast.mean().numpy(),
        forecast.stddev().numpy(),
        [d.mean().numpy()[:4] for d in parts.values()],
    ]


def step_linear_gaussian_and_hidden_markov():
    machine = tfd.LinearGaussianStateSpaceModel(
        num_timesteps=6,
        transition_matrix=tf.linalg.LinearOperatorIdentity(2),
        transition_noise=tfd.MultivariateNormalDiag(scale_diag=[0.5, 0.5]),
        observation_matrix=tf.linalg.LinearOperatorFullMatrix([[1.0, 0.5]]),
        observation_noise=tfd.MultivariateNormalDiag(scale_diag=[0.2]),
        initial_state_prior=tfd.MultivariateNormalDiag(scale_diag=[1.0, 1.0]),
    )
    observed = DATA[:6, :1]
    _, means, covariances, *_ = machine.forward_filter(observed)
    markov = tfd.HiddenMarkovModel(
        tfd.Categorical(probs=[0.8, 0.2]),
        tfd.Categorical(probs=[[0.7, 0.3], [0.2, 0.8]]),
        tfd.Normal(loc=[0.0, 2.0], scale=[0.5, 1.0]),
        num_steps=6,
    )
    return [
        machine.log_prob(observed).numpy(),
        means.numpy(),
        covariances.numpy()[-1],
        machine.posterior_marginals(observed)[0].numpy(),
        markov.log_prob(DATA[:6, 0]).numpy(),
        markov.posterior_mode(DATA[:6, 0]).numpy(),
        markov.posterior_marginals(DATA[:6, 0]).probs_parameter().numpy(),
        markov.sample(2, seed=SEED).numpy(),
    ]


def step_generalized_linear_models():
    response = (DATA @ np.array([1.0, -2.0, 0.5], np.float32) + 0.1).astype(np.float32)
    found = {}
    for family in (tfp.glm.Normal(), tfp.glm.Bernoulli(), tfp.glm.Poisson()):
        y = response if family.name == "Normal" else (response > 0).astype(np.float32)
        coefficients, linear, converged, iterations = tfp.glm.fit(DATA, y, family, l2_regularizer=0.5, maximum_iterations=5)
        found[family.name] = [coefficients.numpy(), linear.numpy()[:3], bool(converged), int(iterations)]
    sparse = tfp.glm.fit_sparse(
        DATA, response, tfp.glm.Normal(), tf.zeros(3), tolerance=1e-4, l1_regularizer=0.2, maximum_iterations=5, learning_rate=0.5
    )
    found["sparse"] = sparse[0].numpy()
    return found


def step_gaussian_processes():
    kernels = tfp.math.psd_kernels
    points, targets = DATA[:8, :1], DATA[:8, 1]
    found = {}
    for name, kernel in {
        "rbf": kernels.ExponentiatedQuadratic(1.2, 0.7),
        "matern": kernels.MaternFiveHalves(1.0, 0.5),
        "periodic": kernels.ExpSinSquared(1.0, 0.5, 2.0),
        "sum": kernels.ExponentiatedQuadratic() + kernels.Linear(0.3),
        "product": kernels.RationalQuadratic() * kernels.Constant(0.5),
    }.items():
        process = tfd.GaussianProcess(kernel, points, observation_noise_variance=0.1)
        regression = tfd.GaussianProcessRegressionModel(kernel, DATA[8:11, :1], points, targets, observation_noise_variance=0.1)
        found[name] = [
            kernel.matrix(points, points).numpy()[:2],
            process.log_prob(targets).numpy(),
            process.sample(seed=SEED).numpy(),
            regression.mean().numpy(),
            regression.stddev().numpy(),
        ]
    return found


def step_fitted_gaussian_process():
    amplitude = tfp.util.TransformedVariable(1.0, tfb.Exp(), name="amplitude")
    length = tfp.util.TransformedVariable(0.5, tfb.Exp(), name="length")
    process = tfd.GaussianProcess(
        tfp.math.psd_kernels.ExponentiatedQuadratic(amplitude, length), DATA[:8, :1], observation_noise_variance=0.1
    )
    optimizer = tf.keras.optimizers.legacy.Adam(0.1)

    @tf.function
    def step():
        with tf.GradientTape() as tape:
            loss = -process.log_prob(DATA[:8, 1])
        optimizer.apply_gradients(zip(tape.gradient(loss, process.trainable_variables), process.trainable_variables))
        return loss

    losses = [step().numpy() for _ in range(4)]
    return [losses, sorted(v.name for v in process.trainable_variables), amplitude.numpy() if hasattr(amplitude, "numpy") else 0.0]


def step_deferred_tensors():
    value = tf.Variable([1.0, 2.0])
    deferred = tfp.util.DeferredTensor(value, tf.exp)
    scale = tfp.util.TransformedVariable([0.5, 2.0], tfb.Softplus(), name="scale")
    normal = tfd.Normal(deferred, scale)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(normal.log_prob([1.0, 2.0]))
    gradients = tape.gradient(loss, normal.trainable_variables)
    value.assign([0.0, 0.0])
    scale.assign([1.0, 1.0])
    return [
        arrays(gradients),
        (deferred + 1.0).numpy(),
        (2.0 * scale).numpy(),
        normal.mean().numpy(),
        [str(deferred.shape), deferred.dtype.name, [v.name for v in normal.trainable_variables]],
        bool(tf.reduce_all(deferred > 0.5)),
    ]


def step_composite_tensors():
    normal = tfd.Normal([0.0, 1.0], tf.constant(2.0))
    flat = tf.nest.flatten(normal, expand_composites=True)
    rebuilt = tf.nest.pack_sequence_as(normal, [x + 1 for x in flat], expand_composites=True)

    @tf.function
    def shifted(d, x):
        return tfd.Normal(d.loc + 1, d.scale), d.log_prob(x)

    moved, likelihood = shifted(normal, [0.5, 0.5])
    chosen = tf.cond(tf.constant(True), lambda: tfd.Normal(0.0, 1.0), lambda: tfd.Normal(1.0, 1.0))
    bijector = tf.function(lambda b, x: b.forward(x))(tfb.Scale(tf.constant(3.0)), tf.constant(2.0))
    _, walked = tf.while_loop(
        lambda i, d: i < 3, lambda i, d: (i + 1, tfd.Normal(d.loc + 1.0, d.scale)), (0, tfd.Normal(tf.constant(0.0), tf.constant(1.0)))
    )

    @tfp.experimental.auto_composite_tensor
    class Line(tfp.experimental.AutoCompositeTensor):
        def __init__(self, slope, intercept=0.0):
            self.slope, self.intercept = tf.convert_to_tensor(slope), tf.convert_to_tensor(intercept)

        def at(self, x):
            return self.slope * x + self.intercept

    line = tf.function(lambda a: Line(a.slope * 2, a.at(1.0)))(Line(2.0, 1.0))
    return [
        arrays(flat),
        rebuilt.mean().numpy(),
        moved.mean().numpy(),
        likelihood.numpy(),
        chosen.mean().numpy(),
        bijector.numpy(),
        walked.mean().numpy(),
        line.at(3.0).numpy(),
    ]


def step_distributions_in_functions():
    loc = tf.Variable(1.0)
    normal = tfd.Normal(loc, 1.0)

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(normal.log_prob(x))
        loc.assign_sub(0.1 * tape.gradient(loss, loc))
        return loss

    losses = [step(DATA[:, 0]).numpy() for _ in range(3)]
    batch = tf.function(lambda p: tfd.Categorical(probs=p).sample(3, seed=SEED), input_signature=[tf.TensorSpec([None, 3])])
    slices = tfd.Normal(tf.reshape(tf.range(6.0), [2, 3]), 1.0)
    return [losses, loc.numpy(), batch([[0.2, 0.3, 0.5]]).numpy(), slices[0, 1:].mean().numpy(), slices.copy(scale=2.0).stddev().numpy()]


def step_errors():
    found = []
    for attempt in (
        lambda: tfd.Normal([1.0, 2.0], [1.0, 2.0, 3.0]).batch_shape,
        lambda: tfd.Normal(0.0, -1.0, validate_args=True),
        lambda: tfd.Categorical(probs=[0.5, 0.9], validate_args=True),
        lambda: tfd.Bernoulli(logits=0.0, probs=0.5),
        lambda: tfb.Exp().inverse_log_det_jacobian(tf.ones(2)),
        lambda: tfd.Normal(0.0, 1.0).log_prob(tf.constant(1.0, tf.float64)),
        lambda: tfd.kl_divergence(tfd.Normal(0.0, 1.0), tfd.Gamma(1.0, 1.0)),
        lambda: tfd.JointDistributionSequential([tfd.Normal(0.0, 1.0)]).log_prob(),
        lambda: tfd.Cauchy(0.0, 1.0, allow_nan_stats=False).mean(),
    ):
        try:
            found.append(str(attempt()))
        except Exception as error:
            found.append(type(error).__name__)
    return found


def step_sequential_seeds():
    seeds = tfp.random.split_seed(SEED, n=3, salt="here")
    directions = tfp.random.spherical_uniform([2], 3, seed=SEED)
    halton, _ = tfp.mcmc.sample_halton_sequence(3, 4, randomized=False), None
    return [arrays(list(seeds)), directions.numpy(), halton.numpy(), tfp.random.rayleigh([3], seed=SEED).numpy()]
