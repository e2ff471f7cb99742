"""`tf.keras.applications`: architectures for images, with random weights or those of ImageNet."""

import importlib

from tfshim._listing import listing

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
_NAMES = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = sorted([*_MODULES, *_NAMES])
__dir__ = listing(globals())


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _NAMES:
        value = globals()[name] = getattr(importlib.import_module(f"{__name__}.{_NAMES[name]}"), name)
        return value
    raise AttributeError(f"tf.keras.applications.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: "
                         "see README.md).")
