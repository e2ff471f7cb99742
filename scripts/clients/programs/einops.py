"""What users of einops do first: rearrange, reduce and repeat tensors, also in functions, and as layers of models."""

import numpy as np
import tensorflow as tf
from einops import einsum, pack, rearrange, reduce, repeat, unpack
from einops.layers.tensorflow import EinMix, Rearrange, Reduce

X = tf.constant(np.arange(48, dtype="float32").reshape(2, 4, 6))


def step_tensors():
    made = [
        rearrange(X, "b (h w) c -> b h w c", h=2),
        reduce(X, "b h c -> b c", "mean"),
        reduce(X, "b (h 2) c -> b h c", "max"),
        repeat(X, "b h c -> b h (c r)", r=2),
        einsum(X, X, "b h c, b k c -> b h k"),
    ]
    return [t.numpy() for t in made]


def step_packing():
    packed, shapes = pack([X, X[:, 0]], "b * c")
    return packed.numpy(), [list(map(int, s)) for s in shapes], [t.numpy() for t in unpack(packed, shapes, "b * c")]


def step_functions_of_any_batch():
    @tf.function(input_signature=[tf.TensorSpec([None, None, 6])])
    def f(x):
        return rearrange(x, "b h (c r) -> (b h) c r", r=3), reduce(x, "b h c -> c", "sum")

    return [t.numpy() for t in f(X)]


def step_layers():
    tf.keras.utils.set_random_seed(1)
    mix = EinMix("b t r -> b t o", weight_shape="r o", bias_shape="o", r=2, o=3)
    layers = [tf.keras.layers.Input((4, 6)), Rearrange("b h (c r) -> b (h c) r", r=2), mix, Reduce("b t o -> b o", "max")]
    model = tf.keras.Sequential(layers)
    model.compile("sgd", "mse")
    history = model.fit(X / 48, np.ones((2, 3)), epochs=2, verbose=0)
    return model.predict(X, verbose=0), history.history["loss"], model.layers[0].get_config()
