"""What a layer demands of its inputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


@tf_export("keras.layers.InputSpec", v1=["keras.layers.InputSpec", "layers.InputSpec"])
class InputSpec:
    """What a layer demands of its inputs: rank, sizes and dtype.

    Mirrors `tf.keras.layers.InputSpec`. A layer sets `self.input_spec` to one (or to a structure of them for several inputs), and its calls
    raise ValueError for inputs that do not meet it.

    Arguments:
        dtype: the dtype; None (default): any.
        shape: the shape with the batch, None for a size that may vary; None (default): any.
        ndim: the rank.
        max_ndim, min_ndim: its bounds.
        axes: a dictionary {axis: size}; a size of None: any.
        allow_last_axis_squeeze: whether a last axis of size 1 may be there or not; False by default.
        name: the key of the input, where inputs are a dictionary.

    Example:
        >>> class Pair(tf.keras.layers.Layer):
        ...     input_spec = tf.keras.layers.InputSpec(ndim=2, axes={-1: 2})
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.input_spec = type(self).input_spec
        >>> Pair().input_spec
        InputSpec(ndim=2, axes={-1: 2})
        >>> Pair()(tf.ones([4, 2])).shape
        TensorShape([4, 2])
    """

    def __init__(
        self,
        dtype: DTypeLike | None = None,
        shape: ShapeLike = None,
        ndim: int | None = None,
        max_ndim: int | None = None,
        min_ndim: int | None = None,
        axes: Mapping[int, int | None] | None = None,
        allow_last_axis_squeeze: bool = False,
        name: str | None = None,
    ) -> None:
        self.dtype = dtypes.as_dtype(dtype).name if dtype is not None else None
        self.shape = None if shape is None else tuple(TensorShape(shape).as_list())
        self.ndim = len(self.shape) if shape is not None else ndim
        self.max_ndim, self.min_ndim, self.name = max_ndim, min_ndim, name
        self.allow_last_axis_squeeze = allow_last_axis_squeeze
        # From JSON, axes come as texts.
        try:
            self.axes = {int(k): axes[k] for k in axes or {}}
        except (ValueError, TypeError):
            raise TypeError(f"Argument `axes` must be a dict with integer keys. Received: axes={axes}") from None
        most = self.ndim if self.ndim else self.max_ndim
        if self.axes and most is not None and max(self.axes) > most - 1:
            raise ValueError(f"Axis {max(self.axes)} is greater than the maximum allowed value: {most - 1}")

    def __repr__(self) -> str:
        facts = [(n, getattr(self, n)) for n in ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")]
        return f"InputSpec({', '.join(f'{n}={v}' for n, v in facts if v)})"

    def get_config(self) -> dict[str, Any]:
        """The demands as a dictionary, from which `from_config` makes the same again. Mirrors `tf.keras.layers.InputSpec.get_config`.

        A layer of one's own that takes an `InputSpec` as an argument puts this into what its own `get_config` gives. `name` and
        `allow_last_axis_squeeze` are not in it, as in TensorFlow: where they matter, keep them beside it.

        Returns:
            A dictionary with "dtype" (its name), "shape" (a tuple), "ndim", "max_ndim", "min_ndim" and "axes" ({axis: size}); what nobody
            demands is None, and `axes` empty. All of it can be written as JSON, where tuples become lists and the axes texts, which
            `from_config` takes as well.

        Example:
            >>> config = tf.keras.layers.InputSpec(min_ndim=2, axes={-1: 3}).get_config()
            >>> config["min_ndim"], config["axes"], config["shape"]
            (2, {-1: 3}, None)
            >>> tf.keras.layers.InputSpec.from_config(config)
            InputSpec(min_ndim=2, axes={-1: 3})
        """
        return {n: getattr(self, n) for n in ("dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes")}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        """An `InputSpec` from the dictionary that `get_config` gave. Mirrors `tf.keras.layers.InputSpec.from_config`.

        Arguments:
            config: a dictionary of arguments of the constructor: "dtype", "shape", "ndim", "max_ndim", "min_ndim", "axes", and if need be
                "name" and "allow_last_axis_squeeze". What is missing demands nothing. It may have gone through JSON, by which the axes
                become texts: they are integers again.

        Returns:
            A new `InputSpec`, which a layer takes as its attribute `input_spec`.

        Raises:
            TypeError: an entry of another name, or axes that are no integers. ValueError: an axis beyond the rank.

        Example:
            >>> tf.keras.layers.InputSpec.from_config({"ndim": 4, "axes": {"-1": 3}})
            InputSpec(ndim=4, axes={-1: 3})
            >>> tf.keras.layers.InputSpec.from_config({"shape": [None, 3]}).shape
            (None, 3)
        """
        return cls(**config)


def check(spec: Any, inputs: Any, layer_name: str) -> None:
    """Raise ValueError where `inputs` are not what `spec` demands."""
    specs = nest.flatten(spec)
    inputs = _by_name(inputs, specs) if isinstance(inputs, dict) else nest.flatten(inputs)
    for x in inputs:
        if not hasattr(x, "shape"):
            raise TypeError(f"Inputs to a layer should be tensors. Got '{x}' (of type {type(x)}) as input for layer '{layer_name}'.")
    if len(inputs) != len(specs):
        raise ValueError(
            f'Layer "{layer_name}" expects {len(specs)} input(s), but it received {len(inputs)} input tensors. Inputs received: {inputs}'
        )
    for i, (x, s) in enumerate(zip(inputs, specs)):
        if s is not None:
            _check_one(i, x, s, layer_name)


def _by_name(inputs, specs):
    """The inputs of a dictionary in the order of the specs, where those have names."""
    names = [s.name if s is not None else None for s in specs]
    if not all(names):
        return nest.flatten(inputs)
    for name in names:
        if name not in inputs:
            raise ValueError(
                f'Missing data for input "{name}". You passed a data dictionary with keys {list(inputs)}. Expected the '
                f"following keys: {names}"
            )
    return [inputs[name] for name in names]


def _check_one(i, x, spec, layer_name):
    shape = TensorShape(x.shape)
    if shape.rank is None:
        return
    start = f'Input {i} of layer "{layer_name}" is incompatible with the layer: '
    # As the program sees it who goes through a shape: TensorFlow 1's consist of dimensions.
    full = f"Full shape received: {tuple(shape if TensorShape._v2_behavior else shape.dims)}"
    n = shape.rank
    if spec.ndim is not None and not spec.allow_last_axis_squeeze and n != spec.ndim:
        raise ValueError(f"{start}expected ndim={spec.ndim}, found ndim={n}. {full}")
    if spec.max_ndim is not None and n > spec.max_ndim:
        raise ValueError(f"{start}expected max_ndim={spec.max_ndim}, found ndim={n}")
    if spec.min_ndim is not None and n < spec.min_ndim:
        raise ValueError(f"{start}expected min_ndim={spec.min_ndim}, found ndim={n}. {full}")
    if spec.dtype is not None and x.dtype.name != spec.dtype:
        raise ValueError(f"{start}expected dtype={spec.dtype}, found dtype={x.dtype}")
    sizes = shape.as_list()
    for axis, size in spec.axes.items():
        if size is not None and sizes[axis] not in (size, None):
            raise ValueError(
                f"{start}expected axis {axis} of input shape to have value {size}, but received input with shape {tuple(sizes)}"
            )
    if spec.shape is not None:
        wanted, given = list(spec.shape), sizes
        if spec.allow_last_axis_squeeze:
            wanted, given = (d[:-1] if d and d[-1] == 1 else d for d in (wanted, given))
        for expected, found in zip(wanted, given):
            if expected is not None and found is not None and expected != found:
                raise ValueError(f"{start}expected shape={spec.shape}, found shape={tuple(sizes)}")
