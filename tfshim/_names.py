"""The namespaces of `tf`, and what is said of names that are beside its interface.

Names of functions and classes are declared where these are defined: see `tfshim._export`.
"""

# Namespaces: `tf.NAME` is the module `tfshim.NAME`.
SUBPACKAGES = frozenset(
    """
    math nn linalg random bitwise dtypes errors debugging config autodiff nest strings image signal ragged sparse sets
    queue lookup io audio distribute summary train saved_model data keras compat experimental autograph types
    test version sysconfig raw_ops quantization feature_column profiler graph_util initializers losses metrics optimizers
    tpu xla estimator engine array_ops activation __internal__ __operators__
""".split()
)

# What TensorFlow does not have: `tfshim.NAME` is there, but neither listed where this package stands for `tensorflow` nor bound by
# `from tensorflow import *`. Module -> names.
OWN = {
    "activation": "activate deactivate",
    "jupyter": "load_ipython_extension unload_ipython_extension",
    "engine.gradients.torch_recording": "to_torch from_torch",
    "train.file_format": "set_checkpoint_format",
    "torch_modules.layers": "TorchLayer from_module",
    "torch_modules.modules": "to_module",
}
# Of TensorFlow's own names `enable_v2_behavior` is only listed in `tf.compat.v2`, which is this namespace.
UNLISTED = frozenset("engine array_ops activation enable_v2_behavior".split())

# Namespaces that are left out for good, and what to use instead.
ABSENT = {
    "lite": "models cannot be converted for TensorFlow Lite; export the PyTorch side, or run the program under TensorFlow to convert it.",
    "mlir": "there is no MLIR here; tf.Graph.as_graph_def shows what was traced.",
}

# Modules that give tensors their operators; imported before any name that could make a tensor.
OPERATOR_MODULES = ("tfshim.operators",)
