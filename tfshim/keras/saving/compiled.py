"""What a compiled model gets with its first batch, made when it is saved or loaded."""

from tfshim.engine.runtime.logger import get_logger


def build_compiled(model):
    """Make the losses and metrics that `model` was compiled with, as far as its outputs are known; warn where that cannot be.

    That is so, too, where a model was not compiled.
    """
    if getattr(model, "outputs", None) is None or model._graph_training is not None:
        return
    structure = model.output
    try:
        if not model.compiled_loss.built:
            model.compiled_loss.build(structure)
        if not model.compiled_metrics.built:
            model.compiled_metrics.build(structure, structure)
    except Exception:  # then the first batch makes them
        get_logger().warning(
            "Compiled the loaded model, but the compiled metrics have yet to be built. `model.compile_metrics` will be empty until "
            "you train or evaluate the model."
        )
