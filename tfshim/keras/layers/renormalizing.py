"""Batch normalization in its rarer forms: corrected towards averages, of parts of a batch each by itself, or adjusted."""

from __future__ import annotations

import math as pymath
from typing import TYPE_CHECKING, Any

from tfshim import math, nn
from tfshim.array_ops import cast, concat, identity, ones_like, reshape, zeros_like
from tfshim.array_ops import shape as sizes_of
from tfshim.autodiff import stop_gradient
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.variables.tracked_containers import ListWrapper
from tfshim.keras.layers.normalizing_in_graphs import chosen
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike

RARE = ("renorm", "renorm_clipping", "renorm_momentum", "virtual_batch_size", "adjustment")
_CLIPS = ("rmax", "rmin", "dmax")
_OF_KERNEL = ("float16", "bfloat16", "float32", None)  # dtypes of TensorFlow's kernel for images and volumes


def _of_one_channel(axis: Any) -> bool:
    """Whether the kernel may take the channels along `axis`, whatever the rank turns out to be."""
    axes = [axis] if isinstance(axis, int) else list(axis)
    return len(axes) == 1 and axes[0] in (-4, -3, -1, 1, 3, 4)


class RareForms:
    """What `BatchNormalization` does with `renorm`, `virtual_batch_size` and `adjustment`."""

    renorm, virtual_batch_size, adjustment = False, None, None
    axis: Any
    _rare = False  # whether it is one of these forms

    def _take_rare(self, kwargs: dict[str, Any], fused: bool | None, axis: Any) -> bool | None:
        """Take the arguments of the rare forms out of `kwargs`; gives whether the kernel that does it all is used, None: by the rank."""
        own: Any = self
        own.renorm, own.virtual_batch_size = kwargs.pop("renorm", False), kwargs.pop("virtual_batch_size", None)
        own.adjustment = kwargs.pop("adjustment", None)
        clipping, momentum = kwargs.pop("renorm_clipping", None), kwargs.pop("renorm_momentum", 0.99)
        if fused:
            if own.renorm:
                raise ValueError("Passing both `fused=True` and `renorm=True` is not supported")
            if not _of_one_channel(axis):
                raise ValueError(
                    "Passing `fused=True` is only supported when axis is 1 or 3 for input rank = 4 or 1 or 4 for input rank = 5. "
                    f"Got axis {[axis] if isinstance(axis, int) else ListWrapper(list(axis))}"
                )
            for name in ("virtual_batch_size", "adjustment"):
                if getattr(own, name) is not None:
                    raise ValueError(f"Passing `fused=True` is not supported when `{name}` is specified.")
            if own.compute_dtype not in _OF_KERNEL:
                raise ValueError(
                    "Passing `fused=True` is only supported when the compute dtype is float16, bfloat16, or float32. "
                    f"Got dtype: {own.compute_dtype}"
                )
        if own.renorm:
            clipping = clipping or {}
            if set(clipping) - set(_CLIPS):
                raise ValueError(f"Received invalid keys for `renorm_clipping` argument: {clipping}. Supported values: {list(_CLIPS)}.")
            own.renorm_clipping, own.renorm_momentum = clipping, momentum
        own.__dict__["_rare"] = bool(own.renorm) or own.virtual_batch_size is not None or own.adjustment is not None
        if fused is None and (not _of_one_channel(axis) or own.compute_dtype not in _OF_KERNEL):
            return False
        return False if self._rare else fused

    @staticmethod
    def _is_fused(fused: bool | None, axes: list[int], shape: list[Any]) -> bool:
        """Whether TensorFlow's kernel for images and volumes normalizes inputs of `shape`. Raises ValueError where it cannot."""
        rank = len(shape)
        if fused and rank not in (4, 5):
            raise ValueError(
                "Batch normalization layers with `fused=True` only support 4D or 5D input tensors. "
                f"Received tensor with shape: {tuple(shape)}"
            )
        if fused is False or rank not in (4, 5):
            return False
        if axes in ([1], [rank - 1]):
            return True
        if rank == 4:
            raise ValueError(
                "Unsupported axis. The use of `fused=True` is only possible with `axis=1` or `axis=3` for 4D input tensors. "
                f"Received: axis={tuple(axes)}"
            )
        return False

    def _check_parts(self, axes: list[int]) -> None:
        """Raise ValueError for a `virtual_batch_size` that cannot be."""
        size = self.virtual_batch_size
        if size is None:
            return
        if size <= 0:
            raise ValueError(
                "`virtual_batch_size` must be a positive integer that divides the true batch size of the input tensor. "
                f"Received: virtual_batch_size={size}"
            )
        if 0 in axes:
            raise ValueError(
                f"When using `virtual_batch_size`, the batch dimension must be 0 and thus axis cannot include 0. "
                f"Received axis=ListWrapper({axes})"
            )
        if self.adjustment is not None:
            raise ValueError("When using `virtual_batch_size`, adjustment cannot be specified")

    def _shape_for_parts(self, shape: list[Any]) -> list[Any]:
        """The shape of the weights, with an axis for the parts of the batch, by which `axis` moves on."""
        self.axis = [a + 1 for a in self.axis]
        own = [1] * (len(shape) + 1)
        for a in self.axis:
            own[a] = shape[a - 1]
        return own

    def _make_averages(self, add: Any) -> None:
        """Make the averages that correct: `add(name, initializer)` makes one."""
        own: Any = self
        mean, variance = own.moving_mean_initializer, own.moving_variance_initializer

        def deviation(*args: Any, **kwargs: Any) -> Any:
            return math.sqrt(variance(*args, **kwargs))

        own.moving_stddev = add("moving_stddev", deviation)
        own.renorm_mean, own.renorm_stddev = add("renorm_mean", mean), add("renorm_stddev", deviation)

    def _in_parts(self, inputs: AnyTensor, training: Any, mask: TensorLike | None) -> AnyTensor:
        """The normalized inputs, by the statistics of the batch or of its parts."""
        x = cast(inputs, "float32") if inputs.dtype.name in ("float16", "bfloat16") else inputs
        if self.virtual_batch_size is None:
            return cast(self._corrected(x, training, mask), inputs.dtype)
        rest = sizes_of(x)[1:]
        # What is decided when the graph runs counts as no training here, as in Keras.
        lead = [self.virtual_batch_size, -1] if training is True else [-1, 1]
        parts = reshape(x, concat([lead, rest], 0))
        made = reshape(self._corrected(parts, training, mask), concat([[-1], rest], 0))
        made.set_shape(inputs.shape)
        return cast(made, inputs.dtype)

    def _corrected(self, x: AnyTensor, training: Any, mask: TensorLike | None) -> AnyTensor:
        own: Any = self
        rank, apart = x.shape.rank, self.virtual_batch_size is not None
        others = [i for i in range(rank) if i not in self.axis and not (apart and i == 1)]

        def wide(v: Any) -> Any:
            if v is None or len(v.shape) == rank or self.axis == [rank - 1]:
                return v
            return reshape(v, [-1 if i == self.axis[0] else 1 for i in range(rank)])

        scale, offset = wide(own.gamma), wide(own.beta)
        averages = own.moving_mean, own.moving_variance
        if training is False:
            return nn.batch_normalization(x, *map(wide, averages), offset, scale, own.epsilon)
        if self.adjustment is not None:
            by, more = self.adjustment(sizes_of(x))
            by, more = chosen(training, lambda: [by, more], lambda: [ones_like(by), zeros_like(more)])
            scale, offset = in_sequence(by, more, scale, offset)
        found = own._moments(x, others, apart or len(self.axis) > 1, mask)
        mean, variance = chosen(training, lambda: list(found), lambda: [v + zeros_like(f) for v, f in zip(averages, found)])
        together = [math.reduce_mean(v, axis=1, keepdims=True) if apart else v for v in (mean, variance)]
        moved: list[Any] = []
        if self.renorm:
            r, d = self._correction(*together, training, moved)
            scale, offset = in_sequence(wide(r), wide(d), scale, offset)
        self._follow(*together, training, moved)
        if building() is not None:
            own.add_update(moved)
        return nn.batch_normalization(x, wide(mean), wide(variance), offset, scale, own.epsilon)

    def _correction(self, mean: Any, variance: Any, training: Any, moved: list[Any]) -> list[Any]:
        """The factor and the offset that bring the batch's statistics to the averages, which then move."""
        own: Any = self
        deviation = math.sqrt(variance + own.epsilon)
        r, d = correction(self, mean, deviation)
        from_averages = chosen(training, lambda: [r, d], lambda: [ones_like(r), zeros_like(d)])
        for average, value in ((own.renorm_mean, mean), (own.renorm_stddev, deviation)):
            moved.append(_moved(average, value, own.renorm_momentum, training))
        return [stop_gradient(v) for v in from_averages]

    def _follow(self, mean: Any, variance: Any, training: Any, moved: list[Any]) -> None:
        """Move the averages that are used when it does not train."""
        own: Any = self
        moved.append(_moved(own.moving_mean, mean, own.momentum, training))
        if not self.renorm:
            moved.append(_moved(own.moving_variance, variance, own.momentum, training))
            return
        deviation = _moved(own.moving_stddev, math.sqrt(variance + own.epsilon), own.momentum, training)
        square = chosen(
            training,
            lambda: nn.relu(deviation * deviation - own.epsilon),
            lambda: identity(own.moving_variance),
        )
        moved.append(own.moving_variance.assign(square))

    def _rare_config(self) -> dict[str, Any]:
        """What `get_config` adds."""
        own: Any = self
        config: dict[str, Any] = {}
        if self.renorm:
            config |= {"renorm": True, "renorm_clipping": own.renorm_clipping, "renorm_momentum": own.renorm_momentum}
        if self.virtual_batch_size is not None:
            config["virtual_batch_size"] = self.virtual_batch_size
        if self.adjustment is not None:
            get_logger().warning(
                "The `adjustment` function of this `BatchNormalization` layer cannot be serialized and has been omitted from the layer "
                "config. It will not be included when re-creating the layer from the saved config."
            )
        return config


def correction(layer: Any, mean: Any, deviation: Any) -> tuple[Any, Any]:
    """(factor, offset) that bring what a batch's `mean` and `deviation` normalize to the averages of `layer`, within its bounds."""
    known = math.maximum(layer.renorm_stddev, pymath.sqrt(layer.epsilon))
    r, d = deviation / known, (mean - layer.renorm_mean) / known
    high, low, most = (layer.renorm_clipping.get(k) for k in _CLIPS)
    r = r if low is None else math.maximum(r, low)
    r = r if high is None else math.minimum(r, high)
    return r, d if most is None else math.minimum(math.maximum(d, -most), most)


def _moved(average: Any, value: Any, momentum: Any, training: Any) -> Any:
    """`average`, moved towards `value` where it trains."""
    step = chosen(training, lambda: cast(1.0 - momentum, average.dtype), lambda: cast(0.0, average.dtype))
    return average.assign_sub((average - cast(value, average.dtype)) * step)


def in_sequence(by: Any, more: Any, scale: Any, offset: Any) -> tuple[Any, Any]:
    """Scale and offset of what is scaled by `by` and moved by `more` before; None for no scale or offset then."""
    more = more if scale is None else more * scale
    return (by if scale is None else by * scale), (more if offset is None else more + offset)
