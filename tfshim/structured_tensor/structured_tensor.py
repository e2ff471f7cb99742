"""`tf.experimental.StructuredTensor`: records of named fields, in rows of any lengths."""

import re
import typing
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import zeros
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.type_spec_base import TypeSpec
from tfshim.extension_types import BatchableExtensionType, ExtensionType, ExtensionTypeBatchEncoder
from tfshim.extension_types.fields import ImmutableDict
from tfshim.ragged.dynamic_ragged_shape import DynamicRaggedShape, with_partitions
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.ragged.row_partition import RowPartition
from tfshim.structured_tensor.python_records import from_python, zipped
from tfshim.structured_tensor.record_shapes import check_rows, merged, shape_of, shape_spec, static_shape

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import IntLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.engine.values.shapes import ShapeLike


_NAME = re.compile("^[a-zA-Z][a-zA-Z0-9_]*$")


def _converted(name, value):
    if isinstance(value, (Tensor, RaggedTensor, ExtensionType)):
        return value
    try:
        return convert_to_tensor(value)
    except (TypeError, ValueError) as e:
        raise TypeError(f"Unexpected type for value in `fields`: {name}: {e}") from None


def _partitioned(value, parts):
    """`value` with its first dimension divided by the row partition that is the only item of `parts`."""
    return value.partition_outer_dimension(parts[0]) if isinstance(value, StructuredTensor) else with_partitions(parts, value)


@tf_export("experimental.StructuredTensor")
class StructuredTensor(BatchableExtensionType):
    """A tensor of records with named fields, in rows of any lengths. Mirrors `tf.experimental.StructuredTensor`.

    What a list of dictionaries, or a message with repeated parts, becomes: each field is a tensor, a ragged tensor or a StructuredTensor,
    whose first axes are those of the records. `from_pyval` makes one of dictionaries, `from_fields` of tensors; `field_value` gives a
    field, indexing a record or rows.

    It has `shape`, `rank` and `row_partitions` as attributes, works in `tf.function`, and can be batched by datasets.

    Example:
        >>> people = tf.experimental.StructuredTensor.from_pyval([{"age": 5, "toys": ["car"]}, {"age": 7, "toys": []}])
        >>> people.field_value("age").numpy(), people.field_value("toys").to_list()
        (array([5, 7], dtype=int32), [[b'car'], []])
        >>> people.shape, sorted(people.field_names())
        (TensorShape([2]), ['age', 'toys'])
        >>> people[0].field_value("toys").numpy()
        array([b'car'], dtype=object)
    """

    __module__ = "tensorflow.python.ops.structured.structured_tensor"
    FieldName = typing.Union[str, typing.Sequence[str]]  # noqa: UP007 - what it is shows
    _fields: typing.Mapping[str, Tensor | RaggedTensor | ExtensionType]
    _ragged_shape: DynamicRaggedShape

    def __init__(self, fields: "Any", ragged_shape: "Any") -> None:
        self._fields, self._ragged_shape = dict(fields), ragged_shape

    # ------------------------------------------------------------------ making
    @classmethod
    def from_fields(
        cls,
        fields: "Any",
        shape: "ShapeLike" = (),
        nrows: "IntLike | None" = None,
        row_partitions: "Sequence[Any] | None" = None,
        validate: bool = False,
    ) -> "StructuredTensor":
        """Records made of the tensors of their fields. Mirrors `tf.experimental.StructuredTensor.from_fields`.

        Arguments:
            fields: {name: tensor, ragged tensor, StructuredTensor or what makes a tensor}. All begin with the axes of the records.
            shape: the static shape of the records, a list or `tf.TensorShape` (default []: a single record).
            nrows: the number of rows, an integer scalar, where no field tells it (default None).
            row_partitions: a list of `tf.experimental.RowPartition` for the axes of the records after the first (default None: those of the
                fields).
            validate: whether fields are checked to have the same rows when they run (default False).

        Returns:
            a StructuredTensor.

        Raises:
            ValueError: the fields do not begin with the shape, or an argument does not fit another one.

        Example:
            >>> people = tf.experimental.StructuredTensor.from_fields({"age": [5, 7], "name": ["Ada", "Ben"]}, shape=[2])
            >>> people[1].to_pyval()
            {'age': 7, 'name': b'Ben'}
            >>> tf.experimental.StructuredTensor.from_fields({"point": [1.0, 2.0]}).rank
            0
        """
        shape = TensorShape(shape)
        if shape.rank is None:
            raise ValueError("StructuredTensor's shape must have known rank.")
        if not isinstance(fields, dict):
            raise TypeError(f"fields must be a dictionary, got {type(fields).__name__}")
        made = {}
        for name, value in fields.items():
            if not isinstance(name, str):
                raise TypeError(f"Unexpected type for key in `fields`: {name!r}")
            if not _NAME.match(name):
                raise ValueError(f"Field name {name!r} is not currently allowed.")
            made[name] = _converted(name, value)
        found = shape_of(made, shape, nrows, row_partitions, StructuredTensor)
        static = static_shape(found)
        static.assert_is_compatible_with(shape if shape.rank is None else shape[: static.rank])
        for name, value in made.items():
            if not value.shape[: static.rank].is_compatible_with(static):
                raise ValueError(f"Error in shape of {name}: its shape {value.shape} does not begin with {static}")
            if validate:
                check_rows(name, value, found)
        return cls(made, found)

    @classmethod
    def from_fields_and_rank(
        cls, fields: "Any", rank: "TensorLike", validate: bool = False, dtype: "DTypeLike | None" = None
    ) -> "StructuredTensor":
        """Make records of their fields. Mirrors `tf.experimental.StructuredTensor.from_fields_and_rank`.

        The shape of the records is taken from the fields, which have to agree in it; `from_fields` is told it instead, and so can
        make records without fields.

        Arguments:
            fields: a dictionary from names to tensors, ragged tensors or StructuredTensors; at least one.
            rank: how many of their outer dimensions are those of the records, a Python integer; 0 for a single record.
            validate: whether to check, as it runs, that ragged dimensions agree; False by default.
            dtype: int32 or int64, of the numbers of the shape; None for that of the fields.

        Returns:
            A StructuredTensor.

        Raises:
            ValueError: there are no fields, or a field has fewer dimensions.

        Example:
            >>> pairs = tf.experimental.StructuredTensor.from_fields_and_rank({"x": [1, 2], "y": [[3, 4], [5, 6]]}, rank=1)
            >>> pairs.shape, pairs.to_pyval()[1]["y"]
            (TensorShape([2]), [5, 6])
        """
        if not fields:
            raise ValueError("Must provide at least one field")
        if not isinstance(rank, int):
            raise ValueError("rank must be an integer")
        if rank < 0:
            raise ValueError("rank must be nonnegative")
        values = {k: _converted(k, v) for k, v in fields.items()}
        if rank > 1 and any(v.shape.rank is not None and v.shape.rank < rank for v in values.values()):
            raise ValueError("num_row_partitions must be less than rank")
        made = cls.from_fields(values, TensorShape([None] * rank), validate=validate)
        return made if dtype is None else made.with_shape_dtype(dtype)

    @classmethod
    def from_shape(cls, ragged_shape: "Any") -> "StructuredTensor":
        """Make records without fields. Mirrors `tf.experimental.StructuredTensor.from_shape`.

        Fields are put in afterwards, by `with_updates`. It is for programs that go through the parts of a
        message, some of which are empty.

        Arguments:
            ragged_shape: the shape of the records, a `tf.experimental.DynamicRaggedShape`.

        Returns:
            A StructuredTensor of that shape, whose `field_names()` are empty.

        Example:
            >>> shape = tf.experimental.DynamicRaggedShape.from_lengths([2])
            >>> empty = tf.experimental.StructuredTensor.from_shape(shape)
            >>> empty.field_names(), empty.shape
            ((), TensorShape([2]))
            >>> empty.with_updates({"x": [1, 2]}).to_pyval()
            [{'x': 1}, {'x': 2}]
        """
        return cls({}, ragged_shape)

    @classmethod
    def from_pyval(cls, pyval: "Any", typespec: "Any" = None) -> "Any":
        """Records made of dictionaries in nested lists. Mirrors `tf.experimental.StructuredTensor.from_pyval`.

        Values that hold no dictionary become tensors, ragged ones for lists of different lengths; lists of dictionaries become fields that
        are StructuredTensors.

        Arguments:
            pyval: a dictionary, or nested lists of dictionaries with the same keys.
            typespec: a `tf.experimental.StructuredTensor.Spec` with dtypes and shapes that the values are to have (default None: as they
                are).

        Returns:
            a StructuredTensor whose rank is how deeply the dictionaries are nested in lists.

        Raises:
            TypeError: keys differ, or values do not fit the spec.
            ValueError: dictionaries are nested in lists to different depths.

        Example:
            >>> people = tf.experimental.StructuredTensor.from_pyval([[{"age": 5}, {"age": 7}], [{"age": 9}]])
            >>> people.rank, people.field_value("age").to_list()
            (2, [[5, 7], [9]])
            >>> people.to_pyval()
            [[{'age': 5}, {'age': 7}], [{'age': 9}]]
        """
        return from_python(pyval, typespec, StructuredTensor)

    # ------------------------------------------------------------------ asking
    @property
    def _static(self):
        return static_shape(self._ragged_shape)

    rank = property(lambda self: self._ragged_shape.rank, doc="The number of dimensions of the records.")
    shape = property(lambda self: self._static, doc="The static shape of the records.")
    ragged_shape = property(lambda self: self._ragged_shape, doc="The shape of the records, with the lengths of rows.")
    row_partitions = property(
        lambda self: self._ragged_shape.row_partitions, doc="How the records are divided into rows, the outermost first."
    )

    def field_names(self) -> "Any":
        """The names of the fields. Mirrors `tf.experimental.StructuredTensor.field_names`.

        Each is an argument of `field_value`, which gives the values. Records within records are fields too, whose own names their
        value tells; a path to such a field is a tuple of names.

        Returns:
            A tuple of str, in alphabetical order or in the order in which they were given; empty for records without fields.

        Example:
            >>> people = tf.experimental.StructuredTensor.from_pyval([{"age": 30, "name": "a"}, {"age": 40, "name": "b"}])
            >>> sorted(people.field_names())
            ['age', 'name']
            >>> people.field_value("age").numpy().tolist()
            [30, 40]
            >>> tf.experimental.StructuredTensor.from_fields({"x": 1.0, "y": [1, 2]}).field_names()
            ('x', 'y')
        """
        return tuple(self._fields)

    def field_value(self, field_name: "Any") -> "Any":
        """The values of a field for all records. Mirrors `tf.experimental.StructuredTensor.field_value`.

        Arguments:
            field_name: the name of the field, a str; or a tuple of names, for a field of a field.

        Returns:
            a tensor, ragged tensor or StructuredTensor, whose first axes are those of the records. With a tuple, the axes of the outer
            field come before those of the inner one.

        Raises:
            KeyError: there is no such field.

        Example:
            >>> people = tf.experimental.StructuredTensor.from_pyval([
            ...     {"age": 5, "toys": [{"name": "car"}, {"name": "kite"}]}, {"age": 7, "toys": [{"name": "ball"}]}])
            >>> people.field_value("age").numpy()
            array([5, 7], dtype=int32)
            >>> people.field_value(("toys", "name")).to_list()
            [[b'car', b'kite'], [b'ball']]
        """
        if isinstance(field_name, (list, tuple)):
            value = self
            for name in field_name:
                if not isinstance(value, StructuredTensor):
                    raise KeyError(f"Field path {tuple(field_name)} not found in {self}")
                value = value.field_value(name)
            return value
        return self._fields[field_name]

    def nrows(self) -> "Tensor":
        """The number of rows, which are the records along the first dimension. Mirrors `tf.experimental.StructuredTensor.nrows`.

        It is known as the program runs, also where `shape[0]` is None, as in a function that was traced for any number of records.

        Returns:
            An integer scalar tensor, of the dtype of the row partitions, int64 as a rule; None for a single record, whose rank is 0.

        Example:
            >>> records = tf.experimental.StructuredTensor.from_pyval([[{"x": 1}, {"x": 2}], [{"x": 3}], []])
            >>> int(records.nrows())
            3
            >>> print(tf.experimental.StructuredTensor.from_pyval({"x": 1}).nrows())
            None
        """
        return None if self.rank == 0 else self._ragged_shape[0]

    def _template(self):
        """A tensor of the shape of the records, whatever its values."""
        return with_partitions(self.row_partitions, zeros(self._ragged_shape.inner_shape, dt.int32))

    # ------------------------------------------------------------------ changing
    def _with(self, fields, template):
        """Records with other fields, of the shape of the tensor `template`."""
        return StructuredTensor(fields, DynamicRaggedShape.from_tensor(template, self._ragged_shape.dtype))

    def with_updates(self, updates: "TensorLike", validate: bool = False) -> "StructuredTensor":
        """The records with some fields changed, put in or taken out. Mirrors `tf.experimental.StructuredTensor.with_updates`.

        The records themselves do not change. All updates are made at once, from the old values.

        Arguments:
            updates: a dictionary. Its keys are names of fields, or tuples of names for fields within fields; its values the new
                tensors, functions that take the old value and give the new one, or None, which takes the field out.
            validate: whether to check that shapes agree, as it runs; False by default.

        Returns:
            A StructuredTensor of the same shape.

        Raises:
            ValueError: there is no such field to be changed or taken out, a shape does not fit, or one name is within another.

        Example:
            >>> records = tf.experimental.StructuredTensor.from_pyval([{"x": 1, "y": 2}, {"x": 3, "y": 4}])
            >>> records.with_updates({"x": lambda x: x * 10, "y": None, "z": ["a", "b"]}).to_pyval()
            [{'x': 10, 'z': b'a'}, {'x': 30, 'z': b'b'}]
        """
        grouped = {}
        for path, update in updates.items():
            path = (path,) if isinstance(path, str) else tuple(path)
            if not path:
                raise ValueError("`StructuredTensor.with_updates` needs names of fields.")
            grouped.setdefault(path[0], []).append((path[1:], update))
        fields = dict(self._fields)
        for name, changes in grouped.items():
            inner = [c for c in changes if c[0]]
            if inner and len(inner) < len(changes):
                raise ValueError(f"`StructuredTensor.with_updates`: the updates of {name!r} and of its fields exclude each other.")
            if inner:
                _update_within(fields, name, dict(inner), validate)
            else:
                _update(fields, name, changes[0][1])
        return StructuredTensor.from_fields(fields, self.shape, self.nrows(), self.row_partitions, validate)

    def promote(self, source_path: "Any", new_name: str) -> "StructuredTensor":
        """Move a copy of an inner field one level up. Mirrors `tf.experimental.StructuredTensor.promote`.

        A field of records within records becomes a field beside the one that holds it. Where that has more dimensions, as a list of
        records in each record, these are merged with those of the field.

        Arguments:
            source_path: the names on the way to the field, a tuple of at least two.
            new_name: the name of the copy.

        Returns:
            A StructuredTensor with all fields and the new one.

        Raises:
            ValueError: the path has less than two names, or there is no such field.

        Example:
            >>> docs = tf.experimental.StructuredTensor.from_pyval([{"words": [{"id": 1}, {"id": 2}]}, {"words": [{"id": 3}]}])
            >>> docs.promote(("words", "id"), "ids").field_value("ids").to_list()
            [[1, 2], [3]]
        """
        path = tuple(source_path)
        if len(path) < 2:
            raise ValueError("source_path must have length at least two.")
        holder = self.field_value(path[:-2]) if len(path) > 2 else self
        value, outer = self.field_value(path), holder.rank
        inner = min(holder.field_value(path[-2]).rank, value.shape.rank - 1)
        if inner > outer:
            value = merged(value, outer, inner)
        return self.with_updates({(*path[:-2], new_name): value})

    def merge_dims(self, outer_axis: "IntLike", inner_axis: "IntLike") -> "StructuredTensor":
        """Merge dimensions of the records into one. Mirrors `tf.experimental.StructuredTensor.merge_dims`.

        Each field is merged alike. `partition_outer_dimension` divides a dimension again.

        Arguments:
            outer_axis: the first dimension that is merged, an integer; a negative one counts from the last.
            inner_axis: the last one, not before `outer_axis`.

        Returns:
            A StructuredTensor with as many dimensions less as there are between the two.

        Raises:
            ValueError: a dimension is beyond the rank of the records, or the first one behind the last.

        Example:
            >>> records = tf.experimental.StructuredTensor.from_pyval([[{"x": 1}, {"x": 2}], [{"x": 3}]])
            >>> merged = records.merge_dims(0, 1)
            >>> merged.rank, merged.field_value("x").numpy().tolist()
            (1, [1, 2, 3])
        """
        rank = self.rank
        outer, inner = (a + rank if a < 0 else a for a in (outer_axis, inner_axis))
        if not 0 <= outer <= inner < rank:
            raise ValueError(f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis})")
        if outer == inner:
            return self
        fields = {k: merged(v, outer, inner) for k, v in self._fields.items()}
        return self._with(fields, merged(self._template(), outer, inner))

    def partition_outer_dimension(self, row_partition: "Any") -> "StructuredTensor":
        """Divide the first dimension of the records into rows. Mirrors `tf.experimental.StructuredTensor.partition_outer_dimension`.

        The records stay in their order, and each field is divided alike. `merge_dims(0, 1)` undoes it.

        Arguments:
            row_partition: a `tf.experimental.RowPartition` with as many values as there are records.

        Returns:
            A StructuredTensor with one dimension more: the rows, and the records of each.

        Raises:
            ValueError: it is a single record, whose rank is 0, or the partition is of another type.

        Example:
            >>> records = tf.experimental.StructuredTensor.from_pyval([{"x": 1}, {"x": 2}, {"x": 3}])
            >>> rows = tf.experimental.RowPartition.from_row_lengths([2, 1])
            >>> records.partition_outer_dimension(rows).to_pyval()
            [[{'x': 1}, {'x': 2}], [{'x': 3}]]
        """
        if not isinstance(row_partition, RowPartition):
            raise TypeError("row_partition must be a RowPartition.")
        if self.rank == 0:
            raise ValueError("Shape () must have rank at least 1")
        fields = {k: _partitioned(v, [row_partition]) for k, v in self._fields.items()}
        return self._with(fields, with_partitions([row_partition], self._template()))

    def with_shape_dtype(self, dtype: "DTypeLike") -> "StructuredTensor":
        """The same records with int32 or int64 numbers in their shape. Mirrors `tf.experimental.StructuredTensor.with_shape_dtype`.

        Records whose row partitions have different dtypes are not put together; this brings them to one. The values
        of fields stay as they are.

        Arguments:
            dtype: int32 or int64.

        Returns:
            A StructuredTensor whose row partitions, and those of the ragged fields in it, have this dtype.

        Raises:
            ValueError: another dtype.

        Example:
            >>> records = tf.experimental.StructuredTensor.from_pyval([[{"x": 1}, {"x": 2}], [{"x": 3}]])
            >>> records.with_shape_dtype(tf.int32).row_partitions[0].dtype
            tf.int32
            >>> records.with_shape_dtype(tf.int64).nrows().dtype
            tf.int64
        """
        if self._ragged_shape.dtype == dtype:
            return self
        fields = {}
        for name, value in self._fields.items():
            if isinstance(value, RaggedTensor):
                value = value.with_row_splits_dtype(dtype)
            fields[name] = value.with_shape_dtype(dtype) if isinstance(value, StructuredTensor) else value
        return StructuredTensor(fields, self._ragged_shape.with_dtype(dtype))

    def __getitem__(self, key):
        keys = list(key) if isinstance(key, tuple) else [key]
        if Ellipsis in [k if k is Ellipsis else 0 for k in keys]:
            at = next(i for i, k in enumerate(keys) if k is Ellipsis)
            named = next((i for i, k in enumerate(keys) if isinstance(k, str)), len(keys))
            keys[at : at + 1] = [slice(None)] * max(self.rank - (named - 1), 0)
        if any(k is None for k in keys[: self.rank]):
            raise ValueError("Slicing not supported for tf.newaxis")
        outer, rest = keys[: self.rank], keys[self.rank :]
        for k in outer:
            if isinstance(k, str):
                raise TypeError(
                    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid "
                    f"indices, got {k!r}"
                )
        if rest:
            name, *more = rest
            if not isinstance(name, str):
                raise ValueError(f"Key for indexing a StructuredTensor must be a string; got {name!r}")
            value = self.field_value(name)
            within = tuple(outer + more)
            return value[within] if within else value
        fields = {k: v[tuple(outer)] for k, v in self._fields.items()}
        return self._with(fields, self._template()[tuple(outer)])

    # ------------------------------------------------------------------ Python values
    def to_pyval(self) -> "Any":
        """The records as dictionaries in nested lists. Mirrors `tf.experimental.StructuredTensor.to_pyval`.

        The counterpart of `from_pyval`, for looking at records and for writing them as JSON. It takes no arguments.

        Returns:
            a dictionary for a single record, otherwise lists of dictionaries, nested as the records are. Values are Python numbers, bytes
            and lists of such; fields that are StructuredTensors become dictionaries, or lists of them.

        Raises:
            ValueError: it is called within a `tf.function`, where values are not known.

        Example:
            >>> people = tf.experimental.StructuredTensor.from_fields({"age": [5, 7], "name": ["Ada", "Ben"]}, shape=[2])
            >>> people.to_pyval()
            [{'age': 5, 'name': b'Ada'}, {'age': 7, 'name': b'Ben'}]
        """
        values = {}
        for name, value in self._fields.items():
            if isinstance(value, StructuredTensor):
                values[name] = value.to_pyval()
            elif isinstance(value, RaggedTensor):
                values[name] = value.to_list()
            elif hasattr(value, "numpy"):
                values[name] = value.numpy().tolist() if value.shape.rank else value.numpy()
                values[name] = values[name].item() if hasattr(values[name], "item") else values[name]
            else:
                raise ValueError(f"StructuredTensor.to_pyval: the field {name!r} has no value yet; return it from the function first.")
        template = self._template()
        nested_rows = template.to_list() if isinstance(template, RaggedTensor) else template.numpy().tolist()
        return zipped(self.rank, nested_rows, values)

    def __repr__(self):
        fields = ",\n        ".join(f'"{k}": ' + str(v).replace("\n", "\n            ") for k, v in sorted(self._fields.items()))
        return f"<StructuredTensor(\n    fields={{\n        {fields}}},\n    shape={self.shape})>"

    class Spec:
        """The spec of a StructuredTensor: the specs of its fields and that of its shape, which its fields determine where there are any."""

        @property
        def _component_specs(self):
            return tuple(self._fields.values()) or (self._ragged_shape,)

        def _to_components(self, value):
            return tuple(value._fields[name] for name in self._fields) or (value._ragged_shape,)

        def _from_components(self, components):
            fields = dict(zip(self._fields, components))
            if any(isinstance(c, TypeSpec) for c in components):
                return self._made({"_fields": ImmutableDict(fields), "_ragged_shape": self._ragged_shape if fields else components[0]})
            if not fields:
                return StructuredTensor.from_shape(components[0])
            return StructuredTensor(fields, shape_of(fields, TensorShape([None] * self._ragged_shape.rank), None, None, StructuredTensor))

        def _of_shape(self, specs, shape):
            fields = ImmutableDict(zip(self._fields, specs))
            return self._made({"_fields": fields, "_ragged_shape": shape_spec(shape, self._ragged_shape.dtype)})

        def _batch(self, batch_size):
            shape = TensorShape([batch_size, *[None] * self._ragged_shape.rank])
            return self._of_shape([s._batch(batch_size) for s in self._fields.values()], shape)

        def _unbatch(self):
            if not self._ragged_shape.rank:
                raise ValueError("Unbatching a single record is not possible.")
            shape = TensorShape([None] * (self._ragged_shape.rank - 1))
            return self._of_shape([s._unbatch() for s in self._fields.values()], shape)


class _Encoder(ExtensionTypeBatchEncoder):
    """Batches of records: the fields' batches."""

    def batch(self, spec, batch_size):
        """The spec of a batch of `batch_size` (None if unknown) values of `spec`."""
        return spec._batch(batch_size)

    def unbatch(self, spec):
        """The spec of one value of a batch of `spec`."""
        return spec._unbatch()


StructuredTensor.__batch_encoder__ = _Encoder()


def _update(fields, name, update):
    if update is None:
        if name not in fields:
            raise ValueError(f"`StructuredTensor.with_updates` cannot delete field {(name,)} because it is not present.")
        del fields[name]
        return
    if callable(update):
        if name not in fields:
            raise ValueError(
                f"`StructuredTensor.with_updates` cannot update the field {(name,)} because a transformer was specified, but that field "
                "does not already exist."
            )
        update = update(fields[name])
    fields[name] = update


def _update_within(fields, name, updates, validate):
    inner = fields.get(name)
    if inner is None:
        raise ValueError(f"cannot create new sub-field {name!r}: the field that would hold it is not there.")
    if not isinstance(inner, StructuredTensor):
        raise ValueError(f"`StructuredTensor.with_updates`: the field {name!r} has no fields of its own.")
    fields[name] = inner.with_updates(updates, validate)


# ---------------------------------------------------------------------- from Python values
