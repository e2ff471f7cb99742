"""`tf.keras.applications`: architectures for images, with random weights or those of ImageNet."""

from tfshim._listing import lazily, names

_MODULES = {
    "convnext": "ConvNeXtBase ConvNeXtLarge ConvNeXtSmall ConvNeXtTiny ConvNeXtXLarge",
    "densenet": "DenseNet121 DenseNet169 DenseNet201",
    "efficientnet": " ".join(f"EfficientNetB{i}" for i in range(8)),
    "efficientnet_v2": " ".join(f"EfficientNetV2{b}" for b in ("B0", "B1", "B2", "B3", "L", "M", "S")),
    "imagenet_utils": "",
    "inception_resnet_v2": "InceptionResNetV2",
    "inception_v3": "InceptionV3",
    "mobilenet": "MobileNet",
    "mobilenet_v2": "MobileNetV2",
    "mobilenet_v3": "MobileNetV3Large MobileNetV3Small",
    "nasnet": "NASNetLarge NASNetMobile",
    "regnet": " ".join(f"RegNet{k}{n}" for k in "XY" for n in ("002 004 006 008 016 032 040 064 080 120 160 320".split())),
    "resnet": "ResNet101 ResNet152 ResNet50",
    "resnet50": "",
    "resnet_rs": " ".join(f"ResNetRS{d}" for d in (50, 101, 152, 200, 270, 350, 420)),
    "resnet_v2": "ResNet101V2 ResNet152V2 ResNet50V2",
    "vgg16": "VGG16",
    "vgg19": "VGG19",
    "xception": "Xception",
}
__all__ = names(_MODULES, _MODULES)
__getattr__, __dir__ = lazily(
    globals(),
    _MODULES,
    _MODULES,
    "tf.keras.applications.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).",
)
