"""Gaussian processes: kernels, exact and sparse models, natural gradients, Markov chains."""

from clients.client import Client, Tests

CLIENT = Client(
    name="gpflow",
    packages=["gpflow==2.9.2"],
    dependencies=[
        "tensorflow-probability==0.23.0",
        "check-shapes==1.1.1",
        "dropstackframe==0.1.1",
        "lark==1.1.9",
        "Deprecated==1.2.14",
        "multipledispatch==1.0.0",
        "packaging==24.2",
        "tabulate==0.9.0",
        "typing_extensions==4.12.2",
        "wrapt==1.14.1",
        "dm-tree==0.1.8",
        "cloudpickle==3.0.0",
        "decorator==5.1.1",
        "absl-py==2.1.0",
        "gast==0.5.4",
        "six==1.16.0",
        "opt_einsum==3.3.0",
        # It asks pkg_resources for its version.
        "setuptools==69.5.1",
        # the NumPy and SciPy of its time
        "numpy==1.26.4",
        "scipy==1.11.4",
    ],
    imports=[
        "gpflow",
        *(
            f"gpflow.{name}"
            for name in """ci_utils conditionals covariances experimental expectations inducing_variables kernels kullback_leiblers
            likelihoods mean_functions models monitor optimizers posteriors probability_distributions quadrature utilities""".split()
        ),
    ],
    tests=Tests(
        source="https://github.com/GPflow/GPflow.git@v2.9.2",
        paths=["tests/gpflow"],
        packages=["pytest-mock==3.14.0"],
        every=4,
    ),
)
