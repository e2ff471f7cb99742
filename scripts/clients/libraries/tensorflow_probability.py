"""Distributions, bijectors, Markov chains and the rest of TensorFlow Probability."""

from clients.client import Client, Tests

CLIENT = Client(
    name="tensorflow_probability",
    packages=["tensorflow-probability==0.23.0"],
    dependencies=[
        "dm-tree==0.1.8",
        "cloudpickle==3.0.0",
        "decorator==5.1.1",
        "absl-py==2.1.0",
        "gast==0.5.4",
        "six==1.16.0",
        # These come with TensorFlow: its NumPy backend and the experimental package need them.
        "wrapt==1.14.1",
        "opt_einsum==3.3.0",
        # It uses names that NumPy has dropped since.
        "numpy==1.26.4",
    ],
    imports=[
        "tensorflow_probability",
        *(
            f"tensorflow_probability.python.{name}"
            for name in """distributions bijectors mcmc vi optimizer math stats sts layers glm math.psd_kernels util random monte_carlo
            debugging experimental""".split()
        ),
    ],
    tests=Tests(
        source="https://github.com/tensorflow/probability@v0.23.0",
        # One test of many, as there are some twenty thousand. The distributions are in parts, each of which has a time limit.
        paths=[
            f"tensorflow_probability/python/{pattern}_test.py"
            for pattern in """vi/* math/* layers/* mcmc/* distributions/[a-b]* distributions/[c-f]* distributions/[g-i]*
            distributions/j* distributions/[k-m]* distributions/[n-p]* distributions/[q-z]* bijectors/* optimizer/**/* stats/* util/* glm/*
            sts/**/*""".split()
        ],
        every=25,
        packages=[
            "hypothesis==6.92.1",
            "sortedcontainers==2.4.0",
            "attrs==23.1.0",
            "mock==5.1.0",
            "matplotlib==3.8.2",
            "scipy==1.11.4",
            "mpmath==1.3.0",
            "pandas==2.1.4",
            "pytz==2023.3",
            "python-dateutil==2.8.2",
        ],
        import_mode="importlib",
    ),
)
