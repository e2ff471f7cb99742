"""Batch and layer normalization."""

from tfshim import math, nn
from tfshim.array_ops import cast, reshape
from tfshim.engine.shapes import TensorShape
from tfshim.keras import constraints, initializers, regularizers
from tfshim.keras.layers.base_layer import Layer
from tfshim.keras.layers.input_spec import InputSpec


class _Normalization(Layer):
    """What both have: `gamma` and `beta`, with their initializers, regularizers and constraints."""

    def _take(self, epsilon, center, scale, beta_initializer, gamma_initializer, beta_regularizer, gamma_regularizer, beta_constraint,
              gamma_constraint):
        self.epsilon, self.center, self.scale = epsilon, center, scale
        self.beta_initializer, self.gamma_initializer = initializers.get(beta_initializer), initializers.get(gamma_initializer)
        self.beta_regularizer, self.gamma_regularizer = regularizers.get(beta_regularizer), regularizers.get(gamma_regularizer)
        self.beta_constraint, self.gamma_constraint = constraints.get(beta_constraint), constraints.get(gamma_constraint)
        self.supports_masking = True

    def _make(self, shape):
        """Make `gamma` and `beta`."""
        for name, wanted in (("gamma", self.scale), ("beta", self.center)):
            setattr(self, name, self.add_weight(
                name, shape=shape, initializer=getattr(self, f"{name}_initializer"), regularizer=getattr(self, f"{name}_regularizer"),
                constraint=getattr(self, f"{name}_constraint")) if wanted else None)

    def compute_output_shape(self, input_shape):
        return TensorShape(input_shape)

    def _own_config(self):
        config = {"epsilon": self.epsilon, "center": self.center, "scale": self.scale}
        for kind, module in (("initializer", initializers), ("regularizer", regularizers), ("constraint", constraints)):
            for name in ("beta", "gamma"):
                config[f"{name}_{kind}"] = module.serialize(getattr(self, f"{name}_{kind}"))
        return config


class BatchNormalization(_Normalization):
    """Inputs with mean 0 and variance 1 for each channel over the batch; mirrors `tf.keras.layers.BatchNormalization`.

    While training it uses the batch and moves the averages `moving_mean` and `moving_variance`, which it uses otherwise.
    """

    __module__ = "keras.src.layers.normalization.batch_normalization"

    def __init__(self, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer="zeros",
                 gamma_initializer="ones", moving_mean_initializer="zeros", moving_variance_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, synchronized=False,
                 **kwargs):
        if synchronized:
            raise NotImplementedError("BatchNormalization: `synchronized=True` is not supported; use synchronized=False.")
        super().__init__(**kwargs)
        self._take(epsilon, center, scale, beta_initializer, gamma_initializer, beta_regularizer, gamma_regularizer, beta_constraint,
                   gamma_constraint)
        self.axis, self.momentum = axis, momentum
        self.moving_mean_initializer = initializers.get(moving_mean_initializer)
        self.moving_variance_initializer = initializers.get(moving_variance_initializer)

    def _axes(self, rank):
        axes = [self.axis] if isinstance(self.axis, int) else list(self.axis)
        if len(axes) != 1:
            raise NotImplementedError("BatchNormalization: several axes are not supported; give one `axis`.")
        if not -rank <= axes[0] < rank:
            raise ValueError(f"Invalid value for `axis` argument. Expected 0 <= axis < inputs.rank (with inputs.rank={rank}). "
                             f"Received: axis={self.axis}")
        return axes[0] % rank

    def build(self, input_shape):
        shape = TensorShape(input_shape).as_list()
        axis = self._axes(len(shape))
        size = shape[axis]
        if size is None:
            raise ValueError(f"Input has undefined `axis` dimension. Received input with shape {tuple(shape)} and axis={self.axis}.")
        self.input_spec = InputSpec(ndim=len(shape), axes={axis: size})
        self._make((size,))
        self.moving_mean = self.add_weight("moving_mean", shape=(size,), initializer=self.moving_mean_initializer, trainable=False)
        self.moving_variance = self.add_weight("moving_variance", shape=(size,), initializer=self.moving_variance_initializer,
                                               trainable=False)
        self.built = True

    def call(self, inputs, training=None, mask=None):
        if mask is not None:
            raise NotImplementedError("BatchNormalization: `mask` is not supported.")
        if training is not None and not isinstance(training, (bool, int)):
            raise NotImplementedError("BatchNormalization: `training` must be a Python boolean.")
        rank = inputs.shape.rank
        axis = self._axes(rank)
        if training and self.trainable:
            mean, variance = nn.moments(inputs, [i for i in range(rank) if i != axis])
            for moving, now in ((self.moving_mean, mean), (self.moving_variance, variance)):
                moving.assign_sub((moving - cast(now, moving.dtype)) * (1.0 - self.momentum))
        else:
            mean, variance = self.moving_mean.value(), self.moving_variance.value()
        gamma, beta = (None if v is None else v.value() for v in (self.gamma, self.beta))
        if axis != rank - 1:
            shape = [1] * rank
            shape[axis] = -1
            mean, variance, gamma, beta = (None if v is None else reshape(v, shape) for v in (mean, variance, gamma, beta))
        return nn.batch_normalization(inputs, mean, variance, beta, gamma, self.epsilon)

    def get_config(self):
        return {**super().get_config(), "axis": [self.axis] if isinstance(self.axis, int) else self.axis, "momentum": self.momentum,
                **self._own_config(), "moving_mean_initializer": initializers.serialize(self.moving_mean_initializer),
                "moving_variance_initializer": initializers.serialize(self.moving_variance_initializer)}


class LayerNormalization(_Normalization):
    """Inputs with mean 0 and variance 1 along `axis` for each example; mirrors `tf.keras.layers.LayerNormalization`."""

    __module__ = "keras.src.layers.normalization.layer_normalization"

    def __init__(self, axis=-1, epsilon=0.001, center=True, scale=True, beta_initializer="zeros", gamma_initializer="ones",
                 beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, **kwargs):
        super().__init__(**kwargs)
        self._take(epsilon, center, scale, beta_initializer, gamma_initializer, beta_regularizer, gamma_regularizer, beta_constraint,
                   gamma_constraint)
        self.axis = axis if isinstance(axis, int) else list(axis)

    def _axes(self, rank):
        return sorted(a % rank for a in ([self.axis] if isinstance(self.axis, int) else self.axis))

    def build(self, input_shape):
        shape = TensorShape(input_shape).as_list()
        self._make([shape[a] for a in self._axes(len(shape))])
        self.built = True

    def call(self, inputs):
        shape = inputs.shape.as_list()
        axes = self._axes(len(shape))
        mean, variance = nn.moments(inputs, axes, keepdims=True)
        own = [d if i in axes else 1 for i, d in enumerate(shape)]
        gamma, beta = (None if v is None else reshape(v, own) for v in (self.gamma, self.beta))
        y = (inputs - mean) * math.rsqrt(variance + self.epsilon)
        y = y if gamma is None else y * gamma
        return y if beta is None else y + beta

    def get_config(self):
        return {**super().get_config(), "axis": self.axis, **self._own_config()}
