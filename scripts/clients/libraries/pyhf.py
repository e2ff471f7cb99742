"""Statistics of histograms in particle physics, with TensorFlow as the backend."""

from clients.client import Client

CLIENT = Client(
    name="pyhf",
    packages=["pyhf==0.7.6"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "tensorflow-probability==0.23.0",
        "dm-tree==0.1.8",
        "cloudpickle==3.0.0",
        "decorator==5.1.1",
        "gast==0.5.4",
        "absl-py==2.1.0",
        "six==1.16.0",
        # These come with TensorFlow; TensorFlow Probability needs them.
        "wrapt==1.14.1",
        "opt_einsum==3.3.0",
        "click==8.1.7",
        "tqdm==4.67.1",
        "pyyaml==6.0.2",
        "jsonpatch==1.33",
        "jsonpointer==3.0.0",
        "jsonschema==4.17.3",
        "pyrsistent==0.20.0",
        "attrs==23.1.0",
    ],
    imports=["pyhf", "pyhf.tensor.tensorflow_backend"],
    untested="its program alone is compared so far",
)
