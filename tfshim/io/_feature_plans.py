"""From a dictionary of features to the columns to read, and from the columns to the tensors that are returned."""

import re
from collections import namedtuple
from numbers import Integral

from tfshim import array_ops
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.scatter_methods import converted
from tfshim.io import features as config
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse.sparse_tensor import SparseTensor


class Item(namedtuple("Item", "name key form dtype shape default index_keys size sorted partitions splits validate allow_missing")):
    """One tensor (or several) to read. `form`: dense, sequence, sparse, indexed or ragged."""

    __slots__ = ()

    def _as_plain(self):
        """What a GraphDef holds of it."""
        partitions = self.partitions and tuple((type(p).__name__, *p) for p in self.partitions)
        return tuple(self._replace(partitions=partitions))

    @classmethod
    def _from_plain(cls, value):
        """The item of which a GraphDef holds `value`."""
        made = cls(*value)
        kinds = {kind.__name__: kind for kind in config.PARTITIONS}
        return made._replace(partitions=made.partitions and tuple(kinds[name](*rest) for name, *rest in made.partitions))


_DEFAULTS = Item(*[None] * len(Item._fields))
_ALLOWED = (dt.float32, dt.int64, dt.string)


def _allowed(value, attribute):
    """`value` as one of the dtypes that messages hold. `attribute`: what TensorFlow calls it where it is another."""
    if attribute != "Tdense" and not isinstance(value, dt.DType):
        try:
            dt.as_dtype(value)
        except TypeError:
            raise TypeError(f"Expected DataType for argument '{attribute}' not {value!r}.") from None
    dtype = dt.as_dtype(value)
    if dtype not in _ALLOWED:
        raise invalid(
            f"Value for attr '{attribute}' of {dtype.proto_name} is not in the list of allowed values: float, int64, string"
            "\n\t; NodeDef: {{node ParseExampleV2}}; Op<name=ParseExampleV2>",
        )
    return dtype


def _text(key):
    """A key of a message as text. Raises ValueError for what is none, which TensorFlow finds beside the keys that are."""
    hash(key)  # which lists lack
    if not isinstance(key, (str, bytes)):
        raise ValueError("Can't convert Python sequence with mixed types to Tensor.")
    return key.decode() if isinstance(key, bytes) else key


def plan(features, allowed, sequence=False):
    """The items of `features`, in TensorFlow's order: sparse, dense, ragged, each sorted by name."""
    items, ragged = [], {}
    for name in sorted(features):
        feature = features[name]
        kind = type(feature)
        if kind not in allowed:
            raise ValueError(f"Unsupported {kind.__name__} {feature} for key '{name}'")
        if kind is config.FixedLenSequenceFeature and not sequence:
            if feature.shape is not None:
                feature = feature._replace(shape=[None] + list(feature.shape))  # as TensorFlow shows it  # noqa: RUF005
        if kind is config.SparseFeature:
            for field in ("index_key", "value_key"):
                if not getattr(feature, field):
                    raise ValueError(f"Missing {field} for SparseFeature {feature}.")
        if not feature.dtype:
            stop = "" if kind is config.VarLenFeature else "."
            raise ValueError(f"Missing type for feature {name}. Received feature={feature}{stop}")
        base = _DEFAULTS._replace(name=name, key=name.decode() if isinstance(name, bytes) else name)
        if kind is config.VarLenFeature:
            items.append(base._replace(form="sparse", dtype=_allowed(feature.dtype, "sparse_types")))
        elif kind is config.RaggedFeature:
            items.append(_ragged(base, feature, name, sequence))
            _note_ragged(ragged, items[-1])
        elif kind is config.SparseFeature:
            items.append(_indexed(base, feature, name))
        else:
            base = base._replace(dtype=_allowed(feature.dtype, "Tdense"))
            items.append(_dense(base, features[name], name, kind is config.FixedLenSequenceFeature, sequence))
    if not all(isinstance(item.name, (str, bytes)) for item in items):
        convert_to_tensor([item.name for item in items], dt.string)
    dense = [item.key for item in items if item.form in _FORMS["dense"]]
    _check_kinds(dense, _sparse_keys(items), list(ragged), sequence)
    rank = {"sparse": 0, "indexed": 0, "dense": 1, "sequence": 1, "ragged": 2}
    items.sort(key=lambda item: rank[item.form])
    return items


def _note_ragged(known, item):
    """Note what a ragged feature reads in `known`, {key: (dtype, dtype of the row splits)}.

    Raises ValueError where a key is read otherwise already.
    """
    for key, dtype in ((item.key, item.dtype), *((p.key, dt.int64) for p in item.partitions if hasattr(p, "key"))):
        before = known.setdefault(key, (dtype, item.splits))
        for what, old, new in zip(("type", "partition type"), before, (dtype, item.splits)):
            if old != new:
                raise ValueError(f"Conflicting {what} {old} vs {new} for feature {key}.")


def _check_kinds(dense, sparse, ragged, sequence):
    """Raise ValueError, as TensorFlow has it, where a key is read by features of two kinds."""
    if not sequence and (both := set(dense) & set(sparse)):
        text = f"dense_keys: {dense}, sparse_keys: {sparse}, intersection: {both}"
        raise ValueError(f"Dense and sparse keys must not intersect; {text}")
    if both := set(dense) & set(ragged):
        raise ValueError("Dense and ragged keys must not intersect; dense_keys: ", f"{dense}, ragged_keys: {ragged}, intersection: {both}")
    if both := set(ragged) & set(sparse):
        raise ValueError(f"Ragged and sparse keys must not intersect; ragged_keys: {ragged}, sparse_keys: {sparse}, intersection: {both}")


def _ragged(base, feature, name, sequence):
    if sequence and any(not isinstance(p, config.RaggedFeature.UniformRowLength) for p in feature.partitions):
        raise refused("tf.io.parse_sequence_example", "partitions", feature=name)
    partitions = []
    for p in feature.partitions:
        if isinstance(p, config.RaggedFeature.UniformRowLength):
            if type(p.length) is not int:
                convert_to_tensor([-1, p.length], dt.int32)  # which says what it is instead
        else:
            p = type(p)(_text(p.key))
        partitions.append(p)
    return base._replace(
        form="ragged",
        dtype=feature.dtype,
        key=base.key if feature.value_key is None else feature.value_key,
        partitions=tuple(partitions),
        splits=feature.row_splits_dtype,
        validate=feature.validate,
    )


def _indexed(base, feature, name):
    if isinstance(feature.index_key, str):
        keys, size = [feature.index_key], [feature.size]
    else:
        keys = sorted(feature.index_key) if len(feature.index_key) else []
        keys = [_text(key) for key in keys and feature.index_key]
        if not isinstance(feature.size, (list, tuple)):
            raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(feature.size)}")
        size = list(feature.size)
        if len(keys) != len(size):
            raise ValueError(f"index_key and size must have the same length, got {keys} and {size} for key '{name}'")
    for value in size:
        if not isinstance(value, (Integral, Tensor)):
            raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(value)}")
    dtype = _allowed(feature.dtype, "sparse_types")
    return base._replace(
        form="indexed", dtype=dtype, key=_text(feature.value_key), index_keys=tuple(keys), size=tuple(size), sorted=feature.already_sorted
    )


def _constant_name(kind, name):
    """What graphs call the constant for a value of the feature `name`."""
    return f"{kind}_{re.sub('[^A-Za-z0-9_./-]', '_', name if isinstance(name, str) else name.decode())}"


def _dense(base, feature, name, many, sequence):
    if feature.shape is None:
        raise ValueError(f"Missing shape for feature {name}. Received feature={feature}.")
    shape = TensorShape(list(feature.shape) if many and not sequence else feature.shape)
    if many:
        if not sequence and not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        if sequence and feature.default_value is not None:
            raise refused("tf.io.parse_sequence_example", "default", feature=name)
        default = None
        if feature.default_value is not None:
            default = array_ops.reshape(converted(feature.default_value, base.dtype, _constant_name("padding", name)), [])
        return base._replace(form="sequence", shape=tuple(shape.as_list()), default=default, allow_missing=feature.allow_missing)
    if shape.rank and shape.as_list()[0] is None:
        raise ValueError(
            f"First dimension of shape for feature {name} unknown. Consider using FixedLenSequenceFeature. Received feature={feature}."
        )
    if not shape.is_fully_defined():
        raise ValueError(f"All dimensions of shape for feature {name} need to be known but received {shape}.")
    default = None
    if feature.default_value is not None:
        default = converted(feature.default_value, base.dtype, _constant_name("key", name))
        if TS.graph is not None and not shape.rank:  # a shape, no list that might be one of floats
            sizes = TS.graph._constant(convert_to_tensor([], dt.int32), f"{TS.graph.unique_name('Reshape', mark_as_used=False)}/shape/")
            TS.graph.given_inputs["Reshape", "shape"] = sizes
        default = array_ops.reshape(default, shape.as_list())
    return base._replace(form="dense", shape=tuple(shape.as_list()), default=default)


def assembled(items, results, single=False):
    """{name: tensor} of what the operation gave for `items`, in their order."""
    out, results = {}, list(results)
    for item in items:
        if item.form in ("dense", "sequence"):
            out[item.name] = results.pop(0)
        elif item.form in ("sparse", "indexed"):
            out[item.name] = SparseTensor(results.pop(0), results.pop(0), results.pop(0))
        else:
            made = results.pop(0)
            for partition in reversed(item.partitions):
                if not isinstance(partition, config.RaggedFeature.UniformRowLength):
                    made = RaggedTensor.from_row_splits(made, results.pop(0), validate=item.validate)
                elif isinstance(made, RaggedTensor):
                    made = RaggedTensor.from_uniform_row_length(made, partition.length, validate=item.validate)
            if not single:
                made = RaggedTensor.from_row_splits(made, results.pop(0), validate=item.validate)
            out[item.name] = made
    return out


def _sparse_keys(items):
    """The keys that are read for sparse tensors, each once."""
    indexed = (item for item in items if item.form in _FORMS["sparse"])
    return list(dict.fromkeys(key for item in indexed for key in (*(item.index_keys or ()), item.key)))


def counted(context, sequences=None):
    """{attribute: how many inputs or outputs it counts} of the operation that reads the items, by which TensorFlow's errors name it."""
    found = {form: [item for item in context if item.form in kinds] for form, kinds in _FORMS.items()}
    sparse = _sparse_keys(context)
    ragged = dict.fromkeys(key for item in found["ragged"] for key in (item.key, *(p.key for p in item.partitions if hasattr(p, "key"))))
    if sequences is None:
        types = {"ragged_split_types": len(ragged), "ragged_value_types": len(ragged), "sparse_types": len(sparse)}
        return {"Tdense": len(found["dense"]), "num_sparse": len(sparse), **types}
    steps = {form: len([item for item in sequences if item.form in kinds]) for form, kinds in _FORMS.items()}
    return {
        "Ncontext_sparse": len(sparse),
        "Nfeature_list_dense": steps["dense"],
        "Nfeature_list_sparse": steps["sparse"],
        "Tcontext_dense": len(found["dense"]),
        "context_ragged_split_types": len(ragged),
        "context_ragged_value_types": len(ragged),
        "context_sparse_types": len(sparse),
        "feature_list_dense_types": steps["dense"],
        "feature_list_ragged_split_types": steps["ragged"],
        "feature_list_ragged_value_types": steps["ragged"],
        "feature_list_sparse_types": steps["sparse"],
    }


_FORMS = {"dense": ("dense", "sequence"), "sparse": ("sparse", "indexed"), "ragged": ("ragged",)}
