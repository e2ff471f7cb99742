"""What users of tf-keras-vis do first: where a network looks, and what maximizes its outputs."""

import numpy as np
import tensorflow as tf
from tf_keras_vis.activation_maximization import ActivationMaximization
from tf_keras_vis.gradcam import Gradcam
from tf_keras_vis.gradcam_plus_plus import GradcamPlusPlus
from tf_keras_vis.saliency import Saliency
from tf_keras_vis.scorecam import Scorecam
from tf_keras_vis.utils.model_modifiers import ReplaceToLinear
from tf_keras_vis.utils.scores import CategoricalScore, InactiveScore

X = np.random.default_rng(0).random((2, 12, 12, 3)).astype("float32")


def model():
    tf.keras.utils.set_random_seed(0)
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            tf.keras.Input((12, 12, 3)),
            layers.Conv2D(4, 3, activation="relu", name="first"),
            layers.MaxPool2D(),
            layers.Conv2D(6, 3, activation="relu", name="last"),
            layers.GlobalAveragePooling2D(),
            layers.Dense(4, "softmax"),
        ]
    )


def step_saliency():
    found = Saliency(model(), model_modifier=ReplaceToLinear(), clone=True)
    return [np.asarray(found(CategoricalScore([1, 3]), X)), np.asarray(Saliency(model())(CategoricalScore([0, 0]), X, keepdims=True))]


def step_gradcam():
    score = CategoricalScore([2, 1])
    made = [kind(model(), model_modifier=ReplaceToLinear())(score, X, penultimate_layer=-1) for kind in (Gradcam, GradcamPlusPlus)]
    made.append(Gradcam(model())(InactiveScore(), X, penultimate_layer="first", expand_cam=False))
    return [np.asarray(m) for m in made]


def step_scorecam():
    return Scorecam(model())(CategoricalScore([2, 1]), X, penultimate_layer="last")


def step_activation_maximization():
    found = ActivationMaximization(model(), model_modifier=ReplaceToLinear())
    return np.asarray(found(CategoricalScore(2), seed_input=X[:1], steps=3, input_modifiers=None, input_range=(0, 1)))
