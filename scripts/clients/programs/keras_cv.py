"""KerasCV: bounding boxes, augmentation of images with boxes, backbones, a classifier, detectors, losses, metrics, segmentation."""

import os
import tempfile
import warnings

import keras_cv
import numpy as np
import tensorflow as tf

warnings.simplefilter("ignore")

# Detectors are deep, and sums of thousands of losses.
TOLERANCE = {
    "": 1e-4,
    "step_retinanet": 2e-3,
    "step_yolo": 2e-3,
    "step_backbones": 1e-3,
    "step_classifier": 1e-3,
    "step_segmentation": 1e-3,
}


def _numbers(*shape, seed=0, low=0.0, high=255.0):
    return tf.constant(np.random.RandomState(seed).uniform(low, high, shape), tf.float32)


def _set(model):
    """Give kernels numbers that do not depend on a generator of TensorFlow, of a size that keeps signals as large as they were."""
    made = []
    for i, w in enumerate(model.get_weights()):
        if w.ndim > 1:
            size = np.sqrt(3.0 / np.prod(w.shape[:-1]))
            w = np.random.RandomState(i + 1).uniform(-size, size, w.shape).astype(w.dtype)
        made.append(w)
    model.set_weights(made)
    return model


def _told(x):
    """A structure of tensors as arrays; large ones as their shape and a few sums."""
    if isinstance(x, dict):
        return {k: _told(v) for k, v in sorted(x.items())}
    if isinstance(x, (list, tuple)):
        return [_told(v) for v in x]
    if isinstance(x, tf.RaggedTensor):
        return x.to_list()
    x = np.asarray(x)
    if x.size <= 64:
        return x
    return [
        list(x.shape),
        str(x.dtype),
        float(np.mean(x, dtype=np.float64)),
        float(np.std(x, dtype=np.float64)),
        x.ravel()[:: x.size // 8][:8],
    ]


def _boxes():
    return {
        "boxes": tf.constant([[[4.0, 6.0, 20.0, 10.0], [30.0, 20.0, 16.0, 24.0]], [[8.0, 8.0, 40.0, 30.0], [-1.0, -1.0, -1.0, -1.0]]]),
        "classes": tf.constant([[1.0, 0.0], [1.0, -1.0]]),
    }


def step_formats():
    """Boxes from format to format, absolute and relative."""
    boxes, images = _boxes()["boxes"], tf.zeros([2, 64, 48, 3])
    made = {}
    for target in ("xyxy", "center_xywh", "rel_xyxy", "rel_yxyx", "yxyx"):
        there = keras_cv.bounding_box.convert_format(boxes, source="xywh", target=target, images=images)
        back = keras_cv.bounding_box.convert_format(there, source=target, target="xywh", images=images)
        made[target] = [there.numpy(), back.numpy()]
    try:
        keras_cv.bounding_box.convert_format(boxes, source="xywh", target="rel_xywh")
    except ValueError as error:
        made["error"] = str(error)[:60]
    return made


def step_boxes():
    """Boxes that overlap, that reach out of the image, ragged ones, and dense ones again."""
    given = _boxes()
    xyxy = keras_cv.bounding_box.convert_format(given["boxes"], source="xywh", target="xyxy")
    ragged = keras_cv.bounding_box.to_ragged(given)
    dense = keras_cv.bounding_box.to_dense(ragged, max_boxes=3)
    clipped = keras_cv.bounding_box.clip_to_image(given, "xywh", image_shape=(24, 24, 3))
    return [
        keras_cv.bounding_box.compute_iou(xyxy[0], xyxy[1], bounding_box_format="xyxy").numpy(),
        keras_cv.bounding_box.compute_ciou(xyxy, xyxy + 2.0, bounding_box_format="xyxy").numpy(),
        _told(ragged),
        _told(dense),
        _told(clipped),
        type(keras_cv.bounding_box.validate_format(given)).__name__,
        _told(keras_cv.bounding_box.mask_invalid_detections({**given, "num_detections": tf.constant([1, 2])})),
    ]


def step_fixed_augmentation():
    """Layers that draw nothing, or whose range is one number."""
    images = _numbers(2, 16, 16, 3)
    layers = keras_cv.layers
    made = {
        "grayscale": layers.Grayscale(3)(images),
        "contrast": layers.AutoContrast(value_range=(0, 255))(images),
        "equalized": layers.Equalization(value_range=(0, 255))(images),
        "posterized": layers.Posterization(bits=3, value_range=(0, 255))(images),
        "solarized": layers.Solarization(value_range=(0, 255), threshold_factor=(128, 128))(images),
        "saturation": layers.RandomSaturation(factor=(0.8, 0.8))(images),
        "brightness": layers.RandomBrightness(factor=(0.2, 0.2))(images),
        "contrasted": layers.RandomContrast(factor=(-0.4, 0.4), value_range=(0, 255))(images),
        "sharper": layers.RandomSharpness(factor=(0.7, 0.7), value_range=(0, 255))(images),
        "blurred": layers.RandomGaussianBlur(kernel_size=3, factor=(0.5, 0.5))(images),
        "degenerate": layers.RandomColorDegeneration(factor=(0.5, 0.5))(images),
        "zoomed": layers.RandomZoom((0.3, 0.3))(images),
    }
    return _told(made)


def step_images_with_boxes():
    """Resizing with and without padding, and flips, turns and shifts that are certain, with the boxes that go along."""
    given = {"images": _numbers(2, 32, 48, 3), "bounding_boxes": _boxes()}
    layers = keras_cv.layers
    made = {}
    for name, layer in {
        "padded": layers.Resizing(24, 24, pad_to_aspect_ratio=True, bounding_box_format="xywh"),
        "flipped": layers.RandomFlip("horizontal", rate=1.0, bounding_box_format="xywh"),
        "turned": layers.RandomRotation(factor=(0.25, 0.25), bounding_box_format="xywh"),
        "shifted": layers.RandomTranslation((0.25, 0.25), (0.125, 0.125), bounding_box_format="xywh"),
    }.items():
        result = layer(given)
        made[name] = [_told(result["images"]), _told(keras_cv.bounding_box.to_dense(result["bounding_boxes"], max_boxes=2))]
    return made


def step_drawn_augmentation():
    """Layers that draw: the shapes and what their numbers keep; with a seed, the same ones in a data pipeline."""
    images, labels = _numbers(4, 16, 16, 3), tf.one_hot([0, 1, 2, 1], 3)
    layers = keras_cv.layers
    made = {}
    for name, layer in {
        "mix up": layers.MixUp(seed=1),
        "cut mix": layers.CutMix(seed=1),
        "fourier mix": layers.FourierMix(seed=1),
        "mosaic": layers.Mosaic(seed=1),
        "rand augment": layers.RandAugment(value_range=(0, 255), augmentations_per_image=2, seed=1),
        "aug mix": layers.AugMix([0, 255], seed=1),
        "cutout": layers.RandomCutout(0.5, 0.5, seed=1),
        "grid mask": layers.GridMask(seed=1),
        "cropped": layers.RandomCrop(8, 8, seed=1),
        "crop and resize": layers.RandomCropAndResize((8, 8), (0.8, 1.0), (0.9, 1.1), seed=1),
        "hue": layers.RandomHue(factor=(0.3, 0.3), value_range=(0, 255), seed=1),
        "sheared": layers.RandomShear(x_factor=(0.2, 0.2), seed=1),
        "channel shift": layers.RandomChannelShift((0, 255), 0.3, seed=1),
        "pipeline": layers.RandomAugmentationPipeline([layers.Grayscale(3), layers.RandomHue(0.3, (0, 255))], 1, seed=1),
        "choice": layers.RandomChoice([layers.Grayscale(3), layers.Grayscale(3)], seed=1),
        "applied": layers.RandomApply(layers.Grayscale(3), rate=1.0, seed=1),
    }.items():
        result = layer({"images": images, "labels": labels})
        made[name] = [list(result["images"].shape), result["images"].dtype.name, np.round(np.sum(result["labels"], axis=1), 4)]
    dataset = tf.data.Dataset.from_tensor_slices({"images": images, "labels": labels}).batch(2)
    chosen = layers.Augmenter([layers.RandomFlip(seed=1), layers.RandAugment(value_range=(0, 255), seed=1), layers.MixUp(seed=1)])
    made["data"] = [[list(x["images"].shape), x["labels"].dtype.name] for x in dataset.map(chosen)]
    return made


def step_own_augmentation():
    """A layer of one's own on the base class for images."""

    class Half(keras_cv.layers.BaseImageAugmentationLayer):
        def augment_image(self, image, transformation=None, **kwargs):
            return image * 0.5

        def augment_label(self, label, transformation=None, **kwargs):
            return label

        def augment_bounding_boxes(self, bounding_boxes, transformation=None, **kwargs):
            return bounding_boxes

    given = {"images": _numbers(2, 4, 4, 3), "bounding_boxes": _boxes(), "labels": tf.constant([1.0, 2.0])}
    made = Half()(given)
    return [_told(made["images"]), made["labels"].numpy(), _told(keras_cv.bounding_box.to_dense(made["bounding_boxes"], max_boxes=2))]


def step_layers():
    """Layers of models: drop path, squeeze and excitation, pyramids, patches, blocks of transformers."""
    x, layers = _numbers(2, 8, 8, 4, low=-1.0, high=1.0), keras_cv.layers
    made = []
    for layer in (
        layers.SqueezeAndExcite2D(4, 2),
        layers.SpatialPyramidPooling(dilation_rates=[2, 4], num_channels=4),
        layers.MBConvBlock(4, 4, strides=1, expand_ratio=2),
        layers.FusedMBConvBlock(4, 4, strides=1, expand_ratio=2),
        layers.DropPath(0.5, seed=1),
        layers.DropBlock2D(0.2, 3, seed=1),
        layers.StochasticDepth(0.5),
    ):
        given = [x, x * 2] if isinstance(layer, layers.StochasticDepth) else x
        layer(given)
        made.append([_told(_set(layer)(given)), sorted(layer.get_config())])
    encoder, tokens = layers.TransformerEncoder(project_dim=8, mlp_dim=16, num_heads=2), _numbers(2, 5, 8, low=-1.0, high=1.0)
    encoder(tokens)
    pyramid = layers.FeaturePyramid(min_level=2, max_level=4)
    levels = {2: _numbers(1, 8, 8, 4), 3: _numbers(1, 4, 4, 4), 4: _numbers(1, 2, 2, 4)}
    pyramid(levels)
    return [*made, _told(_set(encoder)(tokens)), [_told(v) for v in _set(pyramid)(levels).values()]]


def step_detection_layers():
    """Anchors, matching, suppression of what overlaps, pooling of regions."""
    layers = keras_cv.layers
    anchors = layers.AnchorGenerator("xywh", sizes=[16.0, 32.0], scales=[1.0, 1.5], aspect_ratios=[1.0, 2.0], strides=[16, 32])
    matcher = layers.BoxMatcher(thresholds=[0.3, 0.6], match_values=[-1, 0, 1], force_match_for_each_col=True)
    boxes, scores = _numbers(1, 12, 4, high=40.0), _numbers(1, 12, 3, seed=1, high=1.0)
    corners = tf.concat([boxes[..., :2], boxes[..., :2] + boxes[..., 2:] + 4.0], -1)
    suppressed = layers.NonMaxSuppression("xyxy", from_logits=False, iou_threshold=0.3, confidence_threshold=0.2, max_detections=6)
    several = layers.MultiClassNonMaxSuppression("xyxy", from_logits=False, max_detections=5, confidence_threshold=0.2)
    pooler = layers.ROIPooler("xyxy", target_size=[2, 2], image_shape=(64, 64, 3))
    features = _numbers(1, 16, 16, 2)
    return [
        {str(k): _told(v) for k, v in anchors(image_shape=(64, 64, 3)).items()},
        _told(matcher(_numbers(5, 3, high=1.0))),
        _told(suppressed(corners, scores)),
        _told(several(corners, scores)),
        _told(pooler(features, tf.constant([[[4.0, 4.0, 30.0, 40.0], [0.0, 8.0, 60.0, 50.0]]]))),
    ]


def step_losses():
    """Losses, their configurations, and their gradients."""
    y, p = tf.one_hot([0, 2, 1, 1], 3), _numbers(4, 3, low=0.05, high=0.95)
    boxes = keras_cv.bounding_box.convert_format(_boxes()["boxes"][0], source="xywh", target="xyxy")
    moved = boxes + tf.constant([1.0, -2.0, 3.0, 2.0])
    losses = keras_cv.losses
    made = []
    for loss, a, b in (
        (losses.FocalLoss(alpha=0.3, gamma=1.5), y, p),
        (losses.FocalLoss(from_logits=True, label_smoothing=0.1, reduction="none"), y, p),
        (losses.SmoothL1Loss(l1_cutoff=0.5), y, p * 3.0),
        (losses.BinaryPenaltyReducedFocalCrossEntropy(reduction="sum"), y, p),
        (losses.GIoULoss("xyxy", reduction="none"), boxes, moved),
        (losses.CIoULoss("xyxy", reduction="none"), boxes, moved),
        (losses.IoULoss("xyxy", mode="quadratic", reduction="none"), boxes, moved),
        (losses.SimCLRLoss(temperature=0.5), p, p[::-1]),
    ):
        with tf.GradientTape() as tape:
            tape.watch(b)
            value = loss(a, b)
        made.append([type(loss).__name__, _told(value), _told(tape.gradient(value, b)), sorted(loss.get_config())])
    return made


def step_metrics():
    """The measures of COCO for boxes found."""
    metric = keras_cv.metrics.BoxCOCOMetrics(bounding_box_format="xywh", evaluate_freq=1, name="coco")
    truth = _boxes()
    found = {**truth, "boxes": truth["boxes"] + 1.0, "confidence": tf.constant([[0.9, 0.4], [0.8, 0.1]])}
    metric.update_state(truth, found)
    first = {k: float(v) for k, v in metric.result(force=True).items()}
    metric.update_state(truth, truth | {"confidence": tf.constant([[0.5, 0.6], [0.7, 0.1]])})
    return [first, {k: float(v) for k, v in metric.result(force=True).items()}, metric.name]


def step_backbones():
    """Backbones from presets without weights: outputs, those of each level, configurations."""
    images, made = _numbers(1, 64, 64, 3), {}
    models = keras_cv.models
    for kind, preset in (
        (models.ResNetV2Backbone, "resnet18_v2"),
        (models.ResNetBackbone, "resnet18"),
        (models.EfficientNetV2Backbone, "efficientnetv2_s"),
        (models.MobileNetV3Backbone, "mobilenet_v3_small"),
        (models.DenseNetBackbone, "densenet121"),
        (models.YOLOV8Backbone, "yolo_v8_xs_backbone"),
    ):
        backbone = _set(kind.from_preset(preset, load_weights=False))
        config = backbone.get_config()
        again = kind.from_config(config)
        levels = {str(k): list(v) for k, v in backbone.output_shape_levels.items()} if hasattr(backbone, "output_shape_levels") else None
        made[preset] = [
            _told(backbone(images)),
            backbone.count_params() == again.count_params(),
            backbone.count_params(),
            sorted(config),
            levels,
            {str(k): v for k, v in backbone.pyramid_level_inputs.items()},
            len(backbone.trainable_weights),
        ]
    made["presets"] = [sorted(models.ResNetV2Backbone.presets), sorted(models.YOLOV8Detector.presets)]
    return made


def step_classifier():
    """An image classifier: trained a little, saved and loaded."""
    backbone = keras_cv.models.ResNetV2Backbone(
        stackwise_filters=[8, 16], stackwise_blocks=[2, 2], stackwise_strides=[1, 2], include_rescaling=True, input_shape=(32, 32, 3)
    )
    model = _set(keras_cv.models.ImageClassifier(backbone=backbone, num_classes=2, pooling="avg", activation="softmax"))
    model.compile(tf.keras.optimizers.SGD(0.01), "categorical_crossentropy", metrics=["accuracy"])
    images, labels = _numbers(4, 32, 32, 3), tf.one_hot([0, 1, 1, 0], 2)
    history = model.fit(tf.data.Dataset.from_tensor_slices((images, labels)).batch(2), epochs=2, verbose=0).history
    predicted = model.predict(images, verbose=0)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.keras")
        model.save(path)
        again = tf.keras.models.load_model(path)
    return [history, predicted, type(again).__name__, bool(np.allclose(again.predict(images, verbose=0), predicted, atol=1e-5))]


def _detector_data():
    return _numbers(2, 64, 64, 3, high=1.0), _boxes()


def step_retinanet():
    """RetinaNet: a step of training, and boxes that it predicts."""
    backbone = keras_cv.models.ResNetV2Backbone(
        stackwise_filters=[8, 8, 16, 16], stackwise_blocks=[2, 2, 2, 2], stackwise_strides=[1, 2, 2, 2], include_rescaling=False
    )
    model = keras_cv.models.RetinaNet(num_classes=2, bounding_box_format="xywh", backbone=backbone)
    images, boxes = _detector_data()
    outputs = _set(model)(images)
    model.compile(optimizer=tf.keras.optimizers.SGD(0.001, global_clipnorm=1.0), classification_loss="focal", box_loss="smoothl1")
    history = model.fit(images, boxes, epochs=2, batch_size=2, verbose=0).history
    model.prediction_decoder = keras_cv.layers.NonMaxSuppression("xywh", from_logits=True, confidence_threshold=0.0, max_detections=5)
    found = model.predict(images, verbose=0)
    return [_told(outputs), history, {k: list(np.shape(v)) for k, v in sorted(found.items())}]


def step_yolo():
    """YOLOV8: a step of training with ragged boxes too, and boxes that it predicts."""
    backbone = keras_cv.models.YOLOV8Backbone(
        stackwise_channels=[8, 8, 16, 16], stackwise_depth=[1, 1, 1, 1], include_rescaling=False, input_shape=(64, 64, 3)
    )
    model = keras_cv.models.YOLOV8Detector(num_classes=2, bounding_box_format="xywh", backbone=backbone, fpn_depth=1)
    images, boxes = _detector_data()
    outputs = _set(model)(images)
    model.compile(optimizer=tf.keras.optimizers.SGD(0.001), classification_loss="binary_crossentropy", box_loss="ciou", jit_compile=False)
    history = model.fit(images, boxes, epochs=2, batch_size=2, verbose=0).history
    dataset = tf.data.Dataset.from_tensor_slices((images, keras_cv.bounding_box.to_ragged(boxes))).batch(2)
    ragged = model.fit(dataset, epochs=1, verbose=0).history
    found = model.predict(images, verbose=0)
    return [_told(outputs), history, ragged, {k: list(np.shape(v)) for k, v in sorted(found.items())}]


def step_segmentation():
    """DeepLabV3Plus: a step of training."""
    backbone = keras_cv.models.ResNetV2Backbone(
        stackwise_filters=[8, 8, 16, 16],
        stackwise_blocks=[2, 2, 2, 2],
        stackwise_strides=[1, 2, 2, 2],
        include_rescaling=False,
        input_shape=(32, 32, 3),
    )
    model = _set(keras_cv.models.DeepLabV3Plus(num_classes=2, backbone=backbone, spatial_pyramid_pooling=None))
    images, masks = _numbers(2, 32, 32, 3, high=1.0), tf.cast(_numbers(2, 32, 32, 1, seed=1, high=1.0) > 0.5, tf.int32)
    outputs = model(images)
    model.compile(tf.keras.optimizers.SGD(0.01), tf.keras.losses.SparseCategoricalCrossentropy())
    return [_told(outputs), model.fit(images, masks, epochs=1, batch_size=2, verbose=0).history]


def step_points():
    """Boxes in space: which points are in them, and frustums."""
    points = _numbers(1, 20, 3, low=-4.0, high=4.0)
    boxes = tf.constant([[[0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 0.3], [2.0, 2.0, 0.0, 2.0, 3.0, 4.0, 1.0]]])
    from keras_cv.src import point_cloud

    return [
        point_cloud.is_within_any_box3d(points, boxes).numpy(),
        point_cloud.coordinate_transform(points, tf.constant([0.1, 0.2, 0.3, 1.0, 2.0, 3.0])).numpy(),
        point_cloud.spherical_coordinate_transform(points).numpy(),
        point_cloud.wrap_angle_radians(tf.constant([4.0, -4.0, 1.0])).numpy(),
    ]
