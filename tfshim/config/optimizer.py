"""`tf.config.optimizer`: settings of TensorFlow's graph optimizer, which torch's compiler does not read."""

from tfshim._listing import listing

__all__ = ["get_experimental_options", "get_jit", "set_experimental_options", "set_jit"]
__dir__ = listing(globals())

_BOOLEANS = frozenset(
    """layout_optimizer constant_folding shape_optimization remapping arithmetic_optimization dependency_optimization
    loop_optimization function_optimization debug_stripper disable_model_pruning scoped_allocator_optimization
    pin_to_host_optimization implementation_selector auto_mixed_precision auto_mixed_precision_onednn_bfloat16
    auto_mixed_precision_mkl disable_meta_optimizer use_plugin_optimizers""".split()
)
_OPTIONS = _BOOLEANS | {"min_graph_nodes"}
_UNSET = {"disable_model_pruning": False, "disable_meta_optimizer": False}


class _Settings:
    jit = ""
    options = dict(_UNSET)


def get_jit():
    """ "autoclustering" where `set_jit` enabled it, else "". Mirrors `tf.config.optimizer.get_jit`."""
    return _Settings.jit


def set_jit(enabled):
    """Ask for whole graphs to be compiled: True or "autoclustering", anything else for not.

    It is remembered, as TensorFlow's hint is; a function is compiled with `tf.function(jit_compile=True)`. Mirrors
    `tf.config.optimizer.set_jit`.
    """
    _Settings.jit = "autoclustering" if enabled in (True, "autoclustering") else ""


def get_experimental_options():
    """The options that were set, as a dictionary. Mirrors `tf.config.optimizer.get_experimental_options`."""
    return dict(_Settings.options)


def set_experimental_options(options):
    """Remember the dictionary `options` of the optimizer's switches; options set before and not named are kept.

    They are hints about the way to a result and change none here. Raises ValueError for a name that is no option.
    Mirrors `tf.config.optimizer.set_experimental_options`.
    """
    for name in options:
        if name not in _OPTIONS:
            raise ValueError(
                f"tf.config.optimizer.set_experimental_options: unknown option '{name}'. Options are {', '.join(sorted(_OPTIONS))}."
            )
    _Settings.options.update({k: bool(v) if k in _BOOLEANS else v for k, v in options.items()})
