"""`Model.export`: the forward pass alone, for serving."""

from tfshim import saved_model
from tfshim.engine import nest
from tfshim.engine.function import function
from tfshim.engine.typespec import TensorSpec
from tfshim.keras.utils.interaction import print_message
from tfshim.module import Module


def _signature(model):
    nested = model.__dict__.get("_nested_inputs")
    if nested is not None:
        return nest.map_structure(lambda x: x.type_spec, nested)
    spec = model.save_spec()
    if spec is None:
        raise ValueError("The layer provided has not yet been called. It must be called on data before export.")
    return spec[0][0]


def export_model(model, filepath):
    """Write a SavedModel whose endpoint `serve` is the model in inference; see `Model.export`."""
    if not model.built:
        raise ValueError("The layer provided has not yet been built. It must be built before export.")
    signature = _signature(model)
    archive = Module()
    archive._tracked = [model]
    archive.serve = function(lambda inputs: model(inputs, training=False), input_signature=[signature])
    concrete = archive.serve.get_concrete_function()
    signatures = None
    if isinstance(signature, TensorSpec):
        signatures = {"serve": concrete, "serving_default": concrete}
    saved_model.save(archive, filepath, signatures=signatures)
    outputs = nest.map_structure(lambda x: TensorSpec(x.shape, x.dtype), concrete.structured_outputs)
    print_message(f"Saved artifact at '{filepath}'. The following endpoints are available:\n\n* Endpoint 'serve'\n"
                  f"  args_0 (POSITIONAL_ONLY): {signature}\nOutput Type:\n  {outputs}")
