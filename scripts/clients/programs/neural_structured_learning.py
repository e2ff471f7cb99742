"""What users of Neural Structured Learning do first: adversarial and graph regularization."""

import neural_structured_learning as nsl
import numpy as np
import tensorflow as tf

RNG = np.random.default_rng(0)
X = RNG.standard_normal((32, 4)).astype("float32")
Y = RNG.integers(0, 2, 32)


def model(name="x"):
    tf.keras.utils.set_random_seed(0)
    return tf.keras.Sequential([tf.keras.Input((4,), name=name), tf.keras.layers.Dense(6, "relu"), tf.keras.layers.Dense(2, "softmax")])


def step_adversarial_training():
    config = nsl.configs.make_adv_reg_config(multiplier=0.2, adv_step_size=0.1, adv_grad_norm="infinity")
    made = nsl.keras.AdversarialRegularization(model(), label_keys=["y"], adv_config=config)
    made.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
    history = made.fit({"x": X, "y": Y}, batch_size=8, epochs=3, shuffle=False, verbose=0).history
    return {k: v for k, v in history.items() if "loss" in k}, np.asarray(made.perturb_on_batch({"x": X[:4], "y": Y[:4]})["x"])


def step_graph_regularization():
    config = nsl.configs.make_graph_reg_config(max_neighbors=1, multiplier=0.1, sum_over_axis=-1)
    made = nsl.keras.GraphRegularization(model(), config)
    made.compile("sgd", "sparse_categorical_crossentropy")
    features = {"x": X, "NL_nbr_0_x": X[::-1].copy(), "NL_nbr_0_weight": np.ones((32, 1), "float32")}
    data = tf.data.Dataset.from_tensor_slices((features, Y)).batch(8)
    return made.fit(data, epochs=3, verbose=0).history


def step_distances_and_losses():
    a, b = tf.constant(X[:4]), tf.constant(X[4:8])
    found = {}
    for kind in ("l1", "l2", "cosine"):
        found[kind] = nsl.lib.pairwise_distance_wrapper(a, b, 1.0, nsl.configs.DistanceConfig(kind, sum_over_axis=-1)).numpy()
    soft = nsl.configs.DistanceConfig("kl_divergence", transform_fn="softmax", sum_over_axis=-1)
    found["kl"] = nsl.lib.pairwise_distance_wrapper(a, b, 1.0, soft).numpy()
    return found


def step_perturbations():
    x = tf.constant(X[:4])
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.sin(x) ** 2)
    found = []
    for norm in ("l2", "infinity"):
        config = nsl.configs.AdvNeighborConfig(adv_grad_norm=norm, adv_step_size=0.3, clip_value_min=-1.0, clip_value_max=1.0)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            loss = tf.reduce_sum(tf.sin(x) ** 2)
        neighbors, weights = nsl.lib.gen_adv_neighbor(x, loss, config, gradient_tape=tape)
        found.append((neighbors.numpy(), weights.numpy()))
    return found
