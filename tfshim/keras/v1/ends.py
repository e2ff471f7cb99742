"""The tensors of a TF 1 graph that enter a model and come out of it."""


def inputs_of(model):
    """The placeholders of the model, or None before they are known."""
    return model.__dict__.get("_flat_inputs") or model.__dict__.get("_graph_inputs")


def outputs_of(model):
    """The outputs of the model, or None before they are known."""
    return model.__dict__.get("_flat_outputs") or model.__dict__.get("_graph_outputs")
