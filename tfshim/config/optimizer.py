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
    """Tell whether graphs are asked to be compiled as a whole. Mirrors `tf.config.optimizer.get_jit`.

    Returns:
        "autoclustering" where `set_jit` asked for it, else an empty string, as at the beginning.

    It is the wish, not what happens: a function is compiled where it is marked by `tf.function(jit_compile=True)`, whatever this is. In
    TensorFlow it is a wish as well, which the optimizer of graphs follows where it finds parts worth compiling.

    Example:
        >>> tf.config.optimizer.set_jit(True)
        >>> tf.config.optimizer.get_jit()
        'autoclustering'
        >>> tf.config.optimizer.set_jit(False)
        >>> tf.config.optimizer.get_jit()
        ''
    """
    return _Settings.jit


def set_jit(enabled):
    """Ask for graphs to be compiled as a whole. Mirrors `tf.config.optimizer.set_jit`.

    Arguments:
        enabled: True or "autoclustering" asks for it; anything else takes that back.

    Returns:
        None.

    It is kept for `get_jit`, and changes neither results nor times: TensorFlow's own optimizer decides which parts of a graph to
    compile, and there is none of that kind here. `tf.function(jit_compile=True)` compiles a function, `model.compile(jit_compile=True)`
    the steps of a model.

    Example:
        >>> tf.config.optimizer.set_jit("autoclustering")
        >>> tf.config.optimizer.get_jit()
        'autoclustering'
        >>> tf.config.optimizer.set_jit(False)
    """
    _Settings.jit = "autoclustering" if enabled in (True, "autoclustering") else ""


def get_experimental_options():
    """Tell what was set for the optimizer of graphs. Mirrors `tf.config.optimizer.get_experimental_options`.

    Changing the dictionary sets nothing.

    Returns:
        A new dictionary of the options that were set, and of "disable_meta_optimizer" and "disable_model_pruning", which are False at
        the beginning.

    They are what `set_experimental_options` was given. None changes what a graph computes, nor how quickly: graphs here are simplified
    in ways of their own.

    Example:
        >>> options = tf.config.optimizer.get_experimental_options()
        >>> options["disable_meta_optimizer"], "constant_folding" in options
        (False, False)
    """
    return dict(_Settings.options)


def set_experimental_options(options):
    """Set switches of the optimizer of graphs. Mirrors `tf.config.optimizer.set_experimental_options`.

    Arguments:
        options: a dictionary of names, as "constant_folding", "layout_optimizer", "remapping" or "disable_meta_optimizer", and True or
            False; "min_graph_nodes" is a number. Options that were set before and are not in it stay.

    Returns:
        None.

    Raises:
        ValueError: a name that is no option; TensorFlow passes it over.

    They are kept for `get_experimental_options`. None changes what a graph computes, nor how quickly: graphs here are simplified in ways
    of their own.

    Example:
        >>> tf.config.optimizer.set_experimental_options({"disable_model_pruning": False})
        >>> tf.config.optimizer.get_experimental_options()["disable_model_pruning"]
        False
    """
    for name in options:
        if name not in _OPTIONS:
            raise ValueError(
                f"tf.config.optimizer.set_experimental_options: unknown option '{name}'. Options are {', '.join(sorted(_OPTIONS))}."
            )
    _Settings.options.update({k: bool(v) if k in _BOOLEANS else v for k, v in options.items()})
