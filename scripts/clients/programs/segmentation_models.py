"""What users of segmentation_models do first: networks over several backbones, with its losses and scores."""

import numpy as np
import segmentation_models as sm
import tensorflow as tf

# Its normalization sees two numbers a channel in the deepest layers, and so multiplies what single precision rounds: in double precision
# the losses agree to nine digits.
TOLERANCE = {"step_training": 1e-3}

RNG = np.random.default_rng(0)
X = RNG.random((2, 32, 32, 3)).astype("float32")
MASKS = (X[..., :1] > 0.5).astype("float32")


def step_networks():
    found = []
    for make, backbone, settings in (
        (sm.Unet, "resnet18", {"decoder_filters": (16, 8, 8, 4, 4)}),
        (sm.FPN, "mobilenetv2", {"pyramid_block_filters": 8}),
        (sm.Linknet, "efficientnetb0", {"decoder_filters": (16, 8, 8, 4, 4)}),
    ):
        tf.keras.utils.set_random_seed(0)
        model = make(backbone, input_shape=(32, 32, 3), encoder_weights=None, classes=1, activation="sigmoid", **settings)
        found.append((model.count_params(), model.predict(X, verbose=0)[:, ::8, ::8]))
    return found


def step_training():
    tf.keras.utils.set_random_seed(1)
    model = sm.Unet("resnet18", input_shape=(32, 32, 3), encoder_weights=None, encoder_freeze=True, decoder_filters=(16, 8, 8, 4, 4))
    model.compile("sgd", sm.losses.bce_jaccard_loss, metrics=[sm.metrics.iou_score, sm.metrics.FScore(beta=2)])
    frozen = sum(not layer.trainable for layer in model.layers)
    return model.fit(X, MASKS, epochs=2, batch_size=2, shuffle=False, verbose=0).history, frozen


def step_losses_and_scores():
    guess = tf.constant(RNG.random((2, 8, 8, 3)).astype("float32"))
    truth = tf.one_hot(RNG.integers(0, 3, (2, 8, 8)), 3)
    losses = [sm.losses.DiceLoss(class_weights=[1, 2, 1]), sm.losses.CategoricalFocalLoss(), sm.losses.JaccardLoss(per_image=True)]
    losses.append(sm.losses.DiceLoss() + 2 * sm.losses.CategoricalCELoss())
    scores = [sm.metrics.IOUScore(threshold=0.5), sm.metrics.Precision(), sm.metrics.Recall(class_indexes=[1])]
    return [np.asarray(f(truth, guess)) for f in (*losses, *scores)]


def step_preprocessing():
    return [sm.get_preprocessing(name)(X * 255)[:, ::16, ::16] for name in ("resnet34", "vgg16", "efficientnetb0")], len(
        sm.get_available_backbone_names()
    )
