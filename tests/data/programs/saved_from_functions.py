"""Saving within functions, functions in checkpoints, and what saved models refuse of the functions that they are given."""

import os
import tempfile


def _told(*functions):
    made = []
    for f in functions:
        try:
            made.append(f())
        except Exception as e:
            made.append(type(e).__name__)
    return made


def case_of_functions_in_checkpoints():
    folder = tempfile.mkdtemp()
    root = tf.train.Checkpoint(f=tf.function(lambda x: 2.0 * x), v=tf.Variable(1.0))
    root.g = tf.function(lambda x: x + 1.0)
    root.f(tf.constant(1.0)), root.g(tf.constant(1.0))
    names = [name for name, _ in tf.train.list_variables(root.save(os.path.join(folder, "c")))]
    tf.saved_model.save(root, os.path.join(folder, "m"))
    loaded = tf.saved_model.load(os.path.join(folder, "m"))
    concrete = tf.train.Checkpoint(f=root.f.get_concrete_function(tf.constant(1.0)))
    return sorted(names), float(loaded.f(tf.constant(3.0))), float(loaded.g(tf.constant(3.0))), float(concrete.f(tf.constant(4.0)))


def case_of_saving_while_a_function_is_traced():
    folder = tempfile.mkdtemp()
    root = tf.train.Checkpoint(v=tf.Variable(1.0))
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
    saves = (
        lambda: root.save(os.path.join(folder, "c")),
        lambda: tf.saved_model.save(root, os.path.join(folder, "m")),
        lambda: model.save_weights(os.path.join(folder, "w")),
    )

    def traced(save):
        tf.function(lambda: (save(), tf.constant(1))[1])()

    return _told(*[lambda s=save: traced(s) for save in saves]), sorted(os.listdir(folder))


def case_of_variables_that_the_root_does_not_hold():
    folder = tempfile.mkdtemp()

    def save(**signature):
        root, v = tf.Module(), tf.Variable(2.0)
        root.f = tf.function(lambda x: x * v, **signature)
        root.f(tf.constant(1.0))
        tf.saved_model.save(root, os.path.join(folder, "m"))

    return _told(save, lambda: save(input_signature=[tf.TensorSpec([], tf.float32)])), os.listdir(folder)


def case_of_checkpoints_whose_class_does_not_begin_as_theirs():
    class Held(tf.train.Checkpoint):
        def __init__(self):
            self.parts = [1.0, tf.Variable(2.0)]

        @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
        def add(self, x):
            return x + self.parts[1]

    folder = tempfile.mkdtemp()
    held = Held()
    tf.saved_model.save(held, folder)
    loaded = tf.saved_model.load(folder)
    return float(loaded.add(tf.constant(3.0)))


def case_of_names_for_functions():
    folder = tempfile.mkdtemp()
    root = tf.Module()

    def save(given, **more):
        options = tf.saved_model.SaveOptions(function_aliases={"mine": given})
        tf.saved_model.save(root, folder, options=options, **more)
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            about = tf.compat.v1.saved_model.load(s, ["serve"], folder).meta_info_def
        return list(about.function_aliases.values())

    alone = tf.function(lambda x: x + x, input_signature=[tf.TensorSpec([], tf.float32)]).get_concrete_function()
    return _told(*[lambda g=given: save(g, signatures=alone) for given in (alone, [alone], (alone, alone), len, 3)])


def case_of_penalties_of_layers_within_one_that_goes_both_ways():
    inputs = tf.keras.Input((3, 2))
    within = tf.keras.layers.SimpleRNN(3, kernel_regularizer="l1", bias_regularizer="l1", activity_regularizer="l1")
    layer = tf.keras.layers.Bidirectional(within)
    layer(inputs)
    before = len(layer.losses)
    for half in (layer.forward_layer, layer.backward_layer):
        half.add_loss(inputs * inputs)
    return before, len(layer.losses)
