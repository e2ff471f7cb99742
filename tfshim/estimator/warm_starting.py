"""Which values of an older checkpoint a training begins with."""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.train.warm_starting import VocabInfo, warm_start

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import Path

_FIELDS = "ckpt_to_initialize_from vars_to_warm_start var_name_to_vocab_info var_name_to_prev_var_name"


@tf_private("tensorflow_estimator.python.estimator.estimator.WarmStartSettings")
@tf_export("estimator.WarmStartSettings")
class WarmStartSettings(collections.namedtuple("WarmStartSettings", _FIELDS)):
    """Which values of an older checkpoint a training begins with. Mirrors `tf.estimator.WarmStartSettings`.

    A named tuple for the argument `warm_start_from` of estimators; a path alone takes all that has the same name.

    Arguments:
        ckpt_to_initialize_from: the path of a checkpoint, or of the folder of one.
        vars_to_warm_start: a regular expression that names have to match (default ".*"), a list of variables or names; None for the
            embeddings of columns alone.
        var_name_to_vocab_info: {name of a variable: `tf.estimator.VocabInfo`} where its rows belong to other words now (default None).
        var_name_to_prev_var_name: {name now: name in the checkpoint} where names differ (default None).

    Raises:
        ValueError: there is no checkpoint.

    Example:
        >>> settings = tf.estimator.WarmStartSettings("old_model", vars_to_warm_start=".*kernel.*")
        >>> settings.ckpt_to_initialize_from, settings.vars_to_warm_start
        ('old_model', '.*kernel.*')
    """

    def __new__(
        cls,
        ckpt_to_initialize_from: Path,
        vars_to_warm_start: Any = ".*",
        var_name_to_vocab_info: Mapping[str, VocabInfo] | None = None,
        var_name_to_prev_var_name: Mapping[str, str] | None = None,
    ) -> Self:
        if not ckpt_to_initialize_from:
            raise ValueError("`ckpt_to_initialize_from` MUST be set in WarmStartSettings")
        return super().__new__(
            cls, ckpt_to_initialize_from, vars_to_warm_start, var_name_to_vocab_info or {}, var_name_to_prev_var_name or {}
        )


def settings(given: Path | WarmStartSettings | None) -> WarmStartSettings | None:
    """`given` as settings: of a checkpoint, or of the checkpoint or variables that a directory has."""
    if given is None or isinstance(given, WarmStartSettings):
        return given
    if isinstance(given, (str, bytes)):
        return WarmStartSettings(given.decode() if isinstance(given, bytes) else given)
    raise ValueError(f"warm_start_from must be a string or a WarmStartSettings, instead got {type(given)}")


def apply(chosen: WarmStartSettings) -> None:
    """Let the variables of the graph begin with these values."""
    warm_start(*chosen)
