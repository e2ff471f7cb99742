"""`tf.compat.v1.profiler.ProfileOptionBuilder`: what is to be profiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export

if TYPE_CHECKING:
    pass


_NEUTRAL = {
    "max_depth": 10000,
    "min_bytes": 0,
    "min_peak_bytes": 0,
    "min_residual_bytes": 0,
    "min_output_bytes": 0,
    "min_micros": 0,
    "min_accelerator_micros": 0,
    "min_cpu_micros": 0,
    "min_params": 0,
    "min_float_ops": 0,
    "min_occurrence": 0,
    "order_by": "name",
    "account_type_regexes": [".*"],
    "start_name_regexes": [".*"],
    "trim_name_regexes": [],
    "show_name_regexes": [".*"],
    "hide_name_regexes": [],
    "account_displayed_op_only": False,
    "select": ["micros"],
    "step": -1,
    "output": "stdout",
}


@tf_export(v1=["profiler.ProfileOptionBuilder"])
class ProfileOptionBuilder:
    """What is to be profiled, as a dictionary; methods `with_...`, `order_by` and `select` change it and give the builder itself.

    Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder`.
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self._options = dict(_NEUTRAL if options is None else options)

    def build(self) -> dict[str, Any]:
        """The options."""
        return dict(self._options)

    @staticmethod
    def _made(**options):
        return {**_NEUTRAL, **options}

    @staticmethod
    def trainable_variables_parameter() -> dict[str, Any]:
        """Options for the parameters of trainable variables."""
        return ProfileOptionBuilder._made(account_type_regexes=["_trainable_variables"], account_displayed_op_only=True, select=["params"])

    @staticmethod
    def float_operation() -> dict[str, Any]:
        """Options for the floating-point operations."""
        return ProfileOptionBuilder._made(min_float_ops=1, select=["float_ops"], order_by="float_ops", account_displayed_op_only=True)

    @staticmethod
    def time_and_memory(
        min_micros: int = 1,
        min_bytes: int = 1,
        min_accelerator_micros: int = 0,
        min_cpu_micros: int = 0,
        min_peak_bytes: int = 0,
        min_residual_bytes: int = 0,
        min_output_bytes: int = 0,
    ) -> dict[str, Any]:
        """Options for times and memory."""
        return ProfileOptionBuilder._made(
            min_micros=min_micros,
            min_bytes=min_bytes,
            min_accelerator_micros=min_accelerator_micros,
            min_cpu_micros=min_cpu_micros,
            min_peak_bytes=min_peak_bytes,
            min_residual_bytes=min_residual_bytes,
            min_output_bytes=min_output_bytes,
            order_by="micros",
            account_displayed_op_only=True,
            select=["micros", "bytes"],
        )

    def _with(self, **options):
        self._options.update(options)
        return self

    def with_max_depth(self, max_depth: int) -> ProfileOptionBuilder:
        """How deep the tree is shown."""
        return self._with(max_depth=max_depth)

    def with_min_memory(
        self, min_bytes: int = 0, min_peak_bytes: int = 0, min_residual_bytes: int = 0, min_output_bytes: int = 0
    ) -> ProfileOptionBuilder:
        """Only what takes that much memory."""
        return self._with(
            min_bytes=min_bytes, min_peak_bytes=min_peak_bytes, min_residual_bytes=min_residual_bytes, min_output_bytes=min_output_bytes
        )

    def with_min_execution_time(
        self, min_micros: int = 0, min_accelerator_micros: int = 0, min_cpu_micros: int = 0
    ) -> ProfileOptionBuilder:
        """Only what takes that long."""
        return self._with(min_micros=min_micros, min_accelerator_micros=min_accelerator_micros, min_cpu_micros=min_cpu_micros)

    def with_min_parameters(self, min_params: int) -> ProfileOptionBuilder:
        """Only what has that many parameters."""
        return self._with(min_params=min_params)

    def with_min_occurrence(self, min_occurrence: int) -> ProfileOptionBuilder:
        """Only what occurs that often."""
        return self._with(min_occurrence=min_occurrence)

    def with_min_float_operations(self, min_float_ops: int) -> ProfileOptionBuilder:
        """Only what has that many operations."""
        return self._with(min_float_ops=min_float_ops)

    def with_accounted_types(self, account_type_regexes: Iterable[str]) -> ProfileOptionBuilder:
        """Count operations of these types only."""
        return self._with(account_type_regexes=list(account_type_regexes))

    def with_node_names(
        self,
        start_name_regexes: Iterable[str] | None = None,
        show_name_regexes: Iterable[str] | None = None,
        hide_name_regexes: Iterable[str] | None = None,
        trim_name_regexes: Iterable[str] | None = None,
    ) -> ProfileOptionBuilder:
        """Which nodes are shown."""
        given = {
            "start_name_regexes": start_name_regexes,
            "show_name_regexes": show_name_regexes,
            "hide_name_regexes": hide_name_regexes,
            "trim_name_regexes": trim_name_regexes,
        }
        return self._with(**{key: list(value) for key, value in given.items() if value is not None})

    def account_displayed_op_only(self, is_true: bool) -> ProfileOptionBuilder:
        """Whether only what is shown is counted."""
        return self._with(account_displayed_op_only=is_true)

    def with_empty_output(self) -> ProfileOptionBuilder:
        """Show nothing."""
        return self._with(output="none")

    def with_stdout_output(self) -> ProfileOptionBuilder:
        """Show the profile on standard output."""
        return self._with(output="stdout")

    def with_file_output(self, outfile: str) -> ProfileOptionBuilder:
        """Write the profile to a file."""
        return self._with(output=f"file:outfile={outfile}")

    def with_timeline_output(self, timeline_file: str) -> ProfileOptionBuilder:
        """Write a timeline to a file."""
        return self._with(output=f"timeline:outfile={timeline_file}")

    def with_pprof_output(self, pprof_file: str) -> ProfileOptionBuilder:
        """Write a profile for pprof to a file."""
        return self._with(output=f"pprof:outfile={pprof_file}")

    def order_by(self, attribute: str) -> ProfileOptionBuilder:
        """What the nodes are sorted by."""
        return self._with(order_by=attribute)

    def select(self, attributes: Iterable[str]) -> ProfileOptionBuilder:
        """Which numbers are shown."""
        return self._with(select=list(attributes))

    def with_step(self, step: int) -> ProfileOptionBuilder:
        """Which step is shown."""
        return self._with(step=step)
