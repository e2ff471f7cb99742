"""`tf.nn`: activations, convolutions, pools, normalization, losses, embeddings and samplers.

Names load on first use: those that other namespaces share are found without importing what nobody asked for.
"""

import importlib

_MODULES = {
    "activations": """relu relu6 elu selu leaky_relu crelu gelu silu swish softplus softsign log_sigmoid softmax
        log_softmax""",
    "convolution": "conv1d conv2d conv3d convolution conv",
    "pooling": """max_pool max_pool1d max_pool2d max_pool3d max_pool_with_argmax avg_pool avg_pool1d avg_pool2d avg_pool3d
        pool""",
    "losses": """softmax_cross_entropy_with_logits sparse_softmax_cross_entropy_with_logits
        sigmoid_cross_entropy_with_logits weighted_cross_entropy_with_logits log_poisson_loss l2_loss compute_average_loss
        scale_regularization_loss""",
}

_WHERE = {name: f"tfshim.nn.{module}" for module, names in _MODULES.items() for name in names.split()}
_WHERE |= dict.fromkeys("sigmoid tanh".split(), "tfshim.math")


def __getattr__(name):
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module 'tfshim.nn' has no attribute '{name}'")
    value = getattr(importlib.import_module(module), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted([n for n in globals() if not n.startswith("_")] + list(_WHERE))
