"""What is compared of the models of `tf.keras.applications`: layers, names, shapes, and outputs for weights of a seed."""

import hashlib

import numpy as np

# Model, arguments and the side of the input: quick ones, one of each family.
SMALL = (
    ("MobileNet", {"alpha": 0.25, "classes": 5}, 32), ("MobileNetV2", {"alpha": 0.35, "classes": 5}, 32),
    ("MobileNetV3Small", {"minimalistic": True, "classes": 5}, 32), ("EfficientNetB0", {"include_top": False, "pooling": "avg"}, 32),
    ("EfficientNetV2B0", {"classes": 5, "classifier_activation": None}, 32), ("RegNetX002", {"classes": 5}, 32),
    ("RegNetY002", {"include_top": False, "pooling": "max"}, 32), ("ResNet50V2", {"include_top": False, "pooling": "avg"}, 32),
    ("VGG16", {"include_top": False, "pooling": "max"}, 32),
)  # fmt: skip


def _listing(model):
    rows = [
        f"{layer.name} {type(layer).__name__} {layer.output_shape} {[tuple(w.shape.as_list()) for w in layer.weights]}"
        for layer in model.layers
    ]
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


def facts(tf, name):
    """The name of the model, its parameters, its layers, and a digest of their names, kinds and shapes."""
    tf.keras.backend.clear_session()
    model = getattr(tf.keras.applications, name)(weights=None)
    return [model.name, model.count_params(), len(model.layers), _listing(model)]


def answers(tf, name, arguments, side):
    """The digest of a small model, and its outputs for one image and weights of a seed."""
    tf.keras.backend.clear_session()
    tf.keras.utils.set_random_seed(1)
    model = getattr(tf.keras.applications, name)(weights=None, input_shape=(side, side, 3), **arguments)
    image = (np.arange(side * side * 3, dtype="float32") * 7 % 255).reshape(1, side, side, 3)
    y = np.asarray(model(image)).ravel()
    return [model.count_params(), _listing(model), [float(v) for v in y[:5]], float((y * np.cos(np.arange(y.size))).sum())]
