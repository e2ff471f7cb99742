"""`tf.keras.applications.convnext`: convolutions arranged as transformers are (Liu et al., 2022)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim._listing import listing
from tfshim.keras import initializers, layers
from tfshim.keras.applications import _common, imagenet_utils
from tfshim.keras.applications._hashes import CONVNEXT
from tfshim.keras.applications.imagenet_utils import decode_predictions
from tfshim.keras.models import Sequential

_WORDING = _common.Wording(imagenet="'imagenet'")

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, SizesLike, TensorLike

# Blocks of each stage, and channels.
_SIZES = {
    "tiny": ((3, 3, 9, 3), (96, 192, 384, 768)),
    "small": ((3, 3, 27, 3), (96, 192, 384, 768)),
    "base": ((3, 3, 27, 3), (128, 256, 512, 1024)),
    "large": ((3, 3, 27, 3), (192, 384, 768, 1536)),
    "xlarge": ((3, 3, 27, 3), (256, 512, 1024, 2048)),
}
__all__ = ["ConvNeXtBase", "ConvNeXtLarge", "ConvNeXtSmall", "ConvNeXtTiny", "ConvNeXtXLarge", "decode_predictions", "preprocess_input"]
__dir__ = listing(globals())


class LayerScale(layers.Layer):
    """Each channel times a weight, which begins at `init_values`."""

    def __init__(self, init_values: float, projection_dim: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.init_values, self.projection_dim = init_values, projection_dim

    def build(self, input_shape: SizesLike) -> None:
        self.gamma = self.add_weight(
            name="gamma", shape=(self.projection_dim,), initializer=initializers.Constant(self.init_values), trainable=True
        )
        self.built = True

    def call(self, x: TensorLike) -> AnyTensor:
        return x * self.gamma

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "init_values": self.init_values, "projection_dim": self.projection_dim}


def _block(inputs, channels, name):
    # Convolved channel by channel, yet as Conv2D with groups: the files of weights hold kernels of that shape.
    x = layers.Conv2D(channels, 7, padding="same", groups=channels, name=name + "_depthwise_conv")(inputs)
    x = layers.LayerNormalization(epsilon=1e-6, name=name + "_layernorm")(x)
    x = layers.Dense(4 * channels, name=name + "_pointwise_conv_1")(x)
    x = layers.Activation("gelu", name=name + "_gelu")(x)
    x = layers.Dense(channels, name=name + "_pointwise_conv_2")(x)
    x = LayerScale(1e-6, channels, name=name + "_layer_scale")(x)
    # The published models drop no paths.
    return inputs + layers.Activation("linear", name=name + "_identity")(x)


def _network(size, name, include_top, include_preprocessing, weights, input_tensor, input_shape, pooling, classes, classifier_activation):
    depths, channels = _SIZES[size]
    x = inputs = _common.begin(include_top, weights, classes, input_tensor, input_shape, 224, 32, wording=_WORDING)
    if include_preprocessing:
        mean, deviation = ([v * 255 for v in values] for values in ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225)))
        x = layers.Normalization(mean=mean, variance=[d**2 for d in deviation], name=name + "_prestem_normalization")(x)
    stem = Sequential(
        [
            layers.Conv2D(channels[0], 4, strides=4, name=name + "_stem_conv"),
            layers.LayerNormalization(epsilon=1e-6, name=name + "_stem_layernorm"),
        ],
        name=name + "_stem",
    )
    shrinking = [stem] + [
        Sequential(
            [
                layers.LayerNormalization(epsilon=1e-6, name=f"{name}_downsampling_layernorm_{i}"),
                layers.Conv2D(channels[i + 1], 2, strides=2, name=f"{name}_downsampling_conv_{i}"),
            ],
            name=f"{name}_downsampling_block_{i}",
        )
        for i in range(3)
    ]
    for stage in range(4):
        x = shrinking[stage](x)
        for b in range(depths[stage]):
            x = _block(x, channels[stage], f"{name}_stage_{stage}_block_{b}")
    if include_top:
        x = layers.GlobalAveragePooling2D(name=name + "_head_gap")(x)
        x = layers.LayerNormalization(epsilon=1e-6, name=name + "_head_layernorm")(x)
        x = _common.classified(x, classes, classifier_activation, weights, name=name + "_head_dense")
    else:
        x = layers.LayerNormalization(epsilon=1e-6)(_common.pooled(x, pooling))

    def pretrained(top):
        file = f"{name}{'' if top else '_notop'}.h5"
        return file, f"{_common.STORE}convnext/{file}", _common.hashed(CONVNEXT, name)[0 if top else 1]

    return _common.finished(inputs, x, name, weights, include_top, input_tensor, pretrained)


def _make(size, name):
    doc = _common.described(
        name,
        f"{name} (Liu et al., 2022): a network of convolutions arranged as transformers are.",
        "224 x 224",
        _common.PREPROCESSING + _common.NAMED,
    )
    return _common.of_size(_network, size, name, f"convnext_{size}", doc)


ConvNeXtTiny, ConvNeXtSmall, ConvNeXtBase = _make("tiny", "ConvNeXtTiny"), _make("small", "ConvNeXtSmall"), _make("base", "ConvNeXtBase")
ConvNeXtLarge, ConvNeXtXLarge = _make("large", "ConvNeXtLarge"), _make("xlarge", "ConvNeXtXLarge")
tf_export("keras.applications.ConvNeXtBase")(ConvNeXtBase)
tf_export("keras.applications.ConvNeXtLarge")(ConvNeXtLarge)
tf_export("keras.applications.ConvNeXtSmall")(ConvNeXtSmall)
tf_export("keras.applications.ConvNeXtTiny")(ConvNeXtTiny)
tf_export("keras.applications.ConvNeXtXLarge")(ConvNeXtXLarge)


@imagenet_utils.preprocessing("convnext", None)
def preprocess_input(x: TensorLike, data_format: str | None = None) -> AnyTensor:
    """`x` itself: the models scale their inputs."""
    return x
