"""Variables of a graph that begin with the values of a checkpoint."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1.graphs.graphs import device
from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.compat.v1.variables.scopes import variable_store
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables.variable_ops import assign
from tfshim.train.checkpoint_ops import restore_v2
from tfshim.train.reading import load_checkpoint
from tfshim.train.slices import text_of

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export(v1=["train.init_from_checkpoint"])
def init_from_checkpoint(ckpt_dir_or_file: Path, assignment_map: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> None:
    """Lets variables begin with the values of a checkpoint. Mirrors `tf.compat.v1.train.init_from_checkpoint`.

    Their initializers are replaced: nothing is read before these run. It is called after the variables are made, and before a session
    initializes them, as for a model that begins with the layers of another one.

    Arguments:
        ckpt_dir_or_file: the directory or prefix of a checkpoint.
        assignment_map: a dictionary, or pairs, from names in the checkpoint to variables or their names; from prefixes that end with "/" to
            scopes that end with "/", for all variables below; "/" stands for all. A list of variables is the parts of a divided one.

    Raises:
        ValueError: the checkpoint or the graph has no such variable, or shapes differ.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("old/w", initializer=3.0)
        ...     sess.run(w.initializer)
        ...     prefix = tf.compat.v1.train.Saver().save(sess, "./model")
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("new/w", initializer=0.0)
        ...     tf.compat.v1.train.init_from_checkpoint(prefix, {"old/": "new/"})
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     print(sess.run(w))
        3.0
    """
    reader, known = load_checkpoint(ckpt_dir_or_file), _named_variables()
    saved = reader.get_variable_to_shape_map()
    pairs = assignment_map.items() if isinstance(assignment_map, Mapping) else assignment_map
    for source, target in sorted(pairs, key=lambda pair: pair[0]):
        found = known.get(target) if isinstance(target, str) else list(target) if _is_divided(target) else [target]
        if found is not None:
            if source not in saved:
                raise ValueError(f"Tensor {source} is not found in {ckpt_dir_or_file} checkpoint {saved}")
            _check_shape(found, source, saved[source])
            _initialize(found, reader.prefix, source)
            continue
        scope = target.rpartition("/")[0]
        if not source.endswith("/"):
            raise ValueError(
                f"Assignment map with scope only name {scope} should map to scope only {source}. Should be 'scope/': 'other_scope/'."
            )
        for name in sorted(n for n in known if not scope or n.startswith(f"{scope}/")):
            local = name if target == "/" else name[len(scope) :].removeprefix("/")
            key = local if source == "/" else f"{source}{local}".removesuffix("/")
            if key not in saved:
                raise ValueError(f"Tensor {key} ({name[len(scope) + 1 :]} in {source}) is not found in {ckpt_dir_or_file} checkpoint")
            _initialize(known[name], reader.prefix, key)


def _named_variables():
    """{name: the variables that hold it} of those that `get_variable` made in the graph; parts go by the name of the whole."""
    made: dict[str, list[Any]] = {}
    for name, variable in variable_store()._vars.items():
        sliced = getattr(variable, "_save_slice_info", None)
        made.setdefault(name if sliced is None else sliced.full_name, []).append(variable)
    return made


def _is_divided(target):
    return isinstance(target, PartitionedVariable) or (isinstance(target, (list, tuple)) and all(is_variable(v) for v in target))


def _check_shape(parts, source, shape):
    variable = parts[0]
    if getattr(variable, "_save_slice_info", None) is None and not variable.shape.is_compatible_with(shape):
        raise ValueError(
            f"Shape of variable {variable.name} ({variable.shape}) doesn't match with shape of tensor {source} ({shape}) from checkpoint "
            "reader."
        )


def _initialize(parts, prefix, key):
    """Let the initializers of `parts` restore `key` from the checkpoint at `prefix`, when they run."""
    whole = None
    for variable in parts:
        sliced, text = getattr(variable, "_save_slice_info", None), ""
        if sliced is not None:
            if whole not in (None, sliced.full_name):
                raise ValueError(f"Slices must all be from the same tensor: {whole} != {sliced.full_name}")
            whole = sliced.full_name
            text = text_of(sliced.full_shape, list(zip(sliced.var_offset, sliced.var_shape)))
        graph = variable._graph
        with graph.as_default(), graph.control_dependencies(None), device("/cpu:0"):
            (restored,) = restore_v2(prefix, [key], [text], [variable.dtype.base_dtype], name="checkpoint_initializer")
            restored.set_shape(variable.shape)
            assign(variable, restored)
            variable._initializer, variable._initial = graph._operations[-1], restored
