"""What saved objects give, loaded by TensorFlow or tfshim: the numbers of their functions, their signatures and steps of training."""

import traceback

import numpy as np

from tests.saved_model.objects import trained


def plain(tf, x):
    """The numbers of a structure of tensors, as arrays."""
    return [np.asarray(v.numpy() if hasattr(v, "numpy") else v) for v in tf.nest.flatten(x, expand_composites=True)]


def attempt(function, *args):
    """What a function gives, or the text of its error."""
    try:
        return function(*args)
    except Exception as error:  # whatever it is, it is shown beside the others
        return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}\n{traceback.format_exc()[-3000:]}"


def functions_of(tf, made, root):
    return {name: attempt(lambda f: plain(tf, f(root)), call) for name, call in made.calls.items()}


def signature(tf, loaded, name, fed):
    return {k: plain(tf, v) for k, v in sorted(loaded.signatures[name](**fed).items())}


def training(tf, root, loss):
    return plain(tf, trained(tf, root, loss))


def by_keras(tf, path, given, targets, classes):
    """What Keras makes of a model with its classes and without them: what it predicts, before and after a further step."""
    with_them = tf.keras.models.load_model(path, custom_objects=classes)
    without = tf.keras.models.load_model(path, compile=not classes)
    found = {"classes": plain(tf, with_them(given)), "no classes": plain(tf, without(given)), "losses": plain(tf, without.losses)}
    vocabularies = [layer.get_vocabulary() for layer in with_them.layers if hasattr(layer, "get_vocabulary")]
    if vocabularies:
        found["vocabularies"] = plain(tf, [tf.constant(v) for v in vocabularies])
    for name, model in (("classes", with_them), ("no classes", without)):
        if targets is not None and not (classes and model is without):
            found[f"{name}, steps"] = plain(tf, [model.train_on_batch(given, targets), model(given), model.optimizer.iterations])
    return found


def measured(tf, made, path):
    """What the object gives that was saved at `path`, loaded anew for each part."""

    def loaded():
        return tf.saved_model.load(path, tags=made.tags)

    found = {"functions": attempt(functions_of, tf, made, loaded())}
    signatures = loaded()
    found["signatures"] = {name: attempt(signature, tf, signatures, name, fed) for name, fed in made.fed.items()}
    if made.loss is not None:
        found["training"] = attempt(training, tf, loaded(), made.loss)
    if made.keras is not None:
        found["keras"] = attempt(by_keras, tf, path, *made.keras)
    return found
