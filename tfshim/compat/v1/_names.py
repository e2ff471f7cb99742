"""The namespaces of `tf.compat.v1`. Names of functions and classes are declared where these are defined: see `tfshim._export`."""

# Namespaces that are modules of this package; any other is the one of `tf`.
SUBMODULES = frozenset(
    """
    app data debugging distribute distributions dtypes errors estimator examples feature_column flags gfile graph_util image
    initializers io keras layers linalg logging losses manip math metrics mixed_precision nn profiler python_io ragged random
    resource_loader saved_model sets sparse spectral strings summary test tpu train user_ops
""".split()
)

SHARED_SUBMODULES = frozenset(
    """
    audio autograph bitwise config experimental lookup nest quantization queue raw_ops signal sysconfig types
    version xla
""".split()
)

# Namespaces that are not supported; the error that `tf` raises names what to use instead.
ABSENT_SUBMODULES = frozenset("lite mlir".split())
