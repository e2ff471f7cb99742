# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.applications import convnext as convnext, densenet as densenet, efficientnet as efficientnet
from tfshim.keras.applications import efficientnet_v2 as efficientnet_v2, imagenet_utils as imagenet_utils
from tfshim.keras.applications import inception_resnet_v2 as inception_resnet_v2, inception_v3 as inception_v3, mobilenet as mobilenet
from tfshim.keras.applications import mobilenet_v2 as mobilenet_v2, mobilenet_v3 as mobilenet_v3, nasnet as nasnet, regnet as regnet
from tfshim.keras.applications import resnet as resnet, resnet50 as resnet50, resnet_rs as resnet_rs, resnet_v2 as resnet_v2, vgg16 as vgg16
from tfshim.keras.applications import vgg19 as vgg19, xception as xception
from tfshim.keras.applications.convnext import ConvNeXtBase as ConvNeXtBase, ConvNeXtLarge as ConvNeXtLarge, ConvNeXtSmall as ConvNeXtSmall
from tfshim.keras.applications.convnext import ConvNeXtTiny as ConvNeXtTiny, ConvNeXtXLarge as ConvNeXtXLarge
from tfshim.keras.applications.densenet import DenseNet121 as DenseNet121, DenseNet169 as DenseNet169, DenseNet201 as DenseNet201
from tfshim.keras.applications.efficientnet import EfficientNetB0 as EfficientNetB0, EfficientNetB1 as EfficientNetB1
from tfshim.keras.applications.efficientnet import EfficientNetB2 as EfficientNetB2, EfficientNetB3 as EfficientNetB3
from tfshim.keras.applications.efficientnet import EfficientNetB4 as EfficientNetB4, EfficientNetB5 as EfficientNetB5
from tfshim.keras.applications.efficientnet import EfficientNetB6 as EfficientNetB6, EfficientNetB7 as EfficientNetB7
from tfshim.keras.applications.efficientnet_v2 import EfficientNetV2B0 as EfficientNetV2B0, EfficientNetV2B1 as EfficientNetV2B1
from tfshim.keras.applications.efficientnet_v2 import EfficientNetV2B2 as EfficientNetV2B2, EfficientNetV2B3 as EfficientNetV2B3
from tfshim.keras.applications.efficientnet_v2 import EfficientNetV2L as EfficientNetV2L, EfficientNetV2M as EfficientNetV2M
from tfshim.keras.applications.efficientnet_v2 import EfficientNetV2S as EfficientNetV2S
from tfshim.keras.applications.inception_resnet_v2 import InceptionResNetV2 as InceptionResNetV2
from tfshim.keras.applications.inception_v3 import InceptionV3 as InceptionV3
from tfshim.keras.applications.mobilenet import MobileNet as MobileNet
from tfshim.keras.applications.mobilenet_v2 import MobileNetV2 as MobileNetV2
from tfshim.keras.applications.mobilenet_v3 import MobileNetV3Large as MobileNetV3Large, MobileNetV3Small as MobileNetV3Small
from tfshim.keras.applications.nasnet import NASNetLarge as NASNetLarge, NASNetMobile as NASNetMobile
from tfshim.keras.applications.regnet import RegNetX002 as RegNetX002, RegNetX004 as RegNetX004, RegNetX006 as RegNetX006
from tfshim.keras.applications.regnet import RegNetX008 as RegNetX008, RegNetX016 as RegNetX016, RegNetX032 as RegNetX032
from tfshim.keras.applications.regnet import RegNetX040 as RegNetX040, RegNetX064 as RegNetX064, RegNetX080 as RegNetX080
from tfshim.keras.applications.regnet import RegNetX120 as RegNetX120, RegNetX160 as RegNetX160, RegNetX320 as RegNetX320
from tfshim.keras.applications.regnet import RegNetY002 as RegNetY002, RegNetY004 as RegNetY004, RegNetY006 as RegNetY006
from tfshim.keras.applications.regnet import RegNetY008 as RegNetY008, RegNetY016 as RegNetY016, RegNetY032 as RegNetY032
from tfshim.keras.applications.regnet import RegNetY040 as RegNetY040, RegNetY064 as RegNetY064, RegNetY080 as RegNetY080
from tfshim.keras.applications.regnet import RegNetY120 as RegNetY120, RegNetY160 as RegNetY160, RegNetY320 as RegNetY320
from tfshim.keras.applications.resnet import ResNet101 as ResNet101, ResNet152 as ResNet152, ResNet50 as ResNet50
from tfshim.keras.applications.resnet_rs import ResNetRS101 as ResNetRS101, ResNetRS152 as ResNetRS152, ResNetRS200 as ResNetRS200
from tfshim.keras.applications.resnet_rs import ResNetRS270 as ResNetRS270, ResNetRS350 as ResNetRS350, ResNetRS420 as ResNetRS420
from tfshim.keras.applications.resnet_rs import ResNetRS50 as ResNetRS50
from tfshim.keras.applications.resnet_v2 import ResNet101V2 as ResNet101V2, ResNet152V2 as ResNet152V2, ResNet50V2 as ResNet50V2
from tfshim.keras.applications.vgg16 import VGG16 as VGG16
from tfshim.keras.applications.vgg19 import VGG19 as VGG19
from tfshim.keras.applications.xception import Xception as Xception
