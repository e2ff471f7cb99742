"""`tf.keras.applications`: architectures for images, with random weights or those of ImageNet."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(),
    (
        "convnext",
        "densenet",
        "efficientnet",
        "efficientnet_v2",
        "imagenet_utils",
        "inception_resnet_v2",
        "inception_v3",
        "mobilenet",
        "mobilenet_v2",
        "mobilenet_v3",
        "nasnet",
        "regnet",
        "resnet",
        "resnet50",
        "resnet_rs",
        "resnet_v2",
        "vgg16",
        "vgg19",
        "xception",
    ),
)
