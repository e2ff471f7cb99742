"""Optimizers whose steps are compared node by node with those of TensorFlow, beyond those with their defaults on whole gradients."""

LEGACY = {  # the class, and its arguments
    "decay": ("SGD", {"decay": 0.01}),
    "Nesterov": ("SGD", {"momentum": 0.9, "nesterov": True}),
    "Adam": ("Adam", {"decay": 0.01}),
    "Adam of the largest": ("Adam", {"amsgrad": True}),
    "Adamax": ("Adamax", {"decay": 0.01}),
    "Nadam": ("Nadam", {"decay": 0.1}),
    "RMSprop": ("RMSprop", {"decay": 0.1}),
    "RMSprop around the mean": ("RMSprop", {"centered": True}),
    "RMSprop with momentum": ("RMSprop", {"momentum": 0.5}),
    "RMSprop with momentum around the mean": ("RMSprop", {"momentum": 0.9, "centered": True}),
    "Adagrad": ("Adagrad", {"decay": 0.1}),
    "Adadelta": ("Adadelta", {"decay": 0.1}),
    "Ftrl": ("Ftrl", {"decay": 0.1}),
    "Ftrl that shrinks": ("Ftrl", {"l2_shrinkage_regularization_strength": 0.1}),
    "clipped by norm": ("Adam", {"clipnorm": 1.0}),
    "clipped by value": ("Adam", {"clipvalue": 0.5}),
    "clipped by global norm": ("SGD", {"global_clipnorm": 1.0}),
}
AVERAGED = {"SGD": {"ema_overwrite_frequency": 2}, "Adam": {"ema_overwrite_frequency": 3}}
OF_ROWS = "Nadam Adadelta Ftrl Lion Adafactor".split()


def optimizer_steps(tf, step, dense, embedding):
    """{name: a function that gives the graph of a traced step}, by what makes that of a model and an optimizer, and both models."""
    keras, made = tf.keras, {}
    for name, (kind, options) in LEGACY.items():

        def legacy(kind=kind, options=options):
            return getattr(keras.optimizers.legacy, kind)(**options)

        made[f"legacy {name}, with options"] = lambda legacy=legacy: step(tf, dense(keras), legacy())
        made[f"legacy {name} on rows"] = lambda legacy=legacy: step(tf, embedding(keras), legacy())
    for name in OF_ROWS:
        made[f"embedding {name}"] = lambda name=name: step(tf, embedding(keras), getattr(keras.optimizers, name)())
    for name, options in AVERAGED.items():
        made[f"averages that replace weights, {name}"] = lambda name=name, options=options: step(
            tf, dense(keras), getattr(keras.optimizers, name)(use_ema=True, **options)
        )
    for name, options in {"that adapts": {}, "that is fixed": {"dynamic": False, "initial_scale": 128.0}}.items():
        made[f"loss scale {name}"] = lambda options=options: _scaled(tf, dense(keras), options)
    return made


def _scaled(tf, model, options):
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(), **options)

    @tf.function
    def train(x, y):
        with tf.GradientTape() as tape:
            value = tf.reduce_mean((model(x, training=True) - y) ** 2)
            scaled = optimizer.get_scaled_loss(value)
        gradients = optimizer.get_unscaled_gradients(tape.gradient(scaled, model.trainable_variables))
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return value

    return train.get_concrete_function(tf.TensorSpec([4, 3]), tf.TensorSpec([4, 1])).graph
