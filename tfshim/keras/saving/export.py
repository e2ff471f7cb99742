"""`Model.export`: the forward pass alone, for serving."""

from tfshim.engine.values import nest
from tfshim.keras.engine.node import type_spec_of
from tfshim.keras.export import ExportArchive


def _signature(model):
    """What the model takes, as TensorSpecs: of the inputs of a network the list, or the only one."""
    if model.__dict__.get("_nested_inputs") is not None:
        specs = [type_spec_of(x) for x in nest.flatten(model.__dict__["_nested_inputs"])]
        return specs if len(specs) > 1 else specs[0]
    spec = model.save_spec()
    if spec is None:
        raise ValueError("The layer provided has not yet been called. It must be called on data before export.")
    return spec[0][0]


def export_model(model, filepath):
    """Write a SavedModel whose endpoint `serve` is the model in inference; see `Model.export`."""
    archive = ExportArchive()
    archive.track(model)
    archive.add_endpoint("serve", lambda *args: model(*args, training=False), input_signature=[_signature(model)])
    archive.write_out(filepath)
