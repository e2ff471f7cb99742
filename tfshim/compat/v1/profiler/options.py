"""`tf.compat.v1.profiler.ProfileOptionBuilder`: what is to be profiled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tfshim._export import tf_export

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
    """What of a graph is to be profiled, and how that is shown. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder`.

    A dictionary of options is made step by step: which nodes are shown, what they are sorted by, and where the result goes. Its static
    methods give options for common questions, such as the floating-point operations of a model. `tf.compat.v1.profiler.profile` and
    `tf.compat.v1.profiler.Profiler` take them.

    Arguments:
        options: a dictionary that it begins with, such as that of another builder; None (the default) for options that show everything.

    Example:
        >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
        >>> options = builder.with_max_depth(3).order_by("float_ops").with_empty_output().build()
        >>> options["max_depth"], options["order_by"], options["output"]
        (3, 'float_ops', 'none')
    """

    def __init__(self, options: dict[str, Any] | None = None) -> None:
        self._options = dict(_NEUTRAL if options is None else options)

    def build(self) -> dict[str, Any]:
        """The options that have been put together, as a dictionary. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.build`.

        It is a copy: further calls of the builder do not change it. Pass it as `options` to `tf.compat.v1.profiler.profile`, or to a method
        of `tf.compat.v1.profiler.Profiler`. A builder that is made with such a dictionary goes on from there.

        Options that nothing was said about have values that show everything, the way names are given, on the standard output.

        Returns:
            A dictionary.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> first = builder.build()
            >>> second = builder.with_max_depth(2).build()
            >>> first["max_depth"] == second["max_depth"], second["max_depth"]
            (False, 2)
        """
        return dict(self._options)

    @staticmethod
    def _made(**options):
        return {**_NEUTRAL, **options}

    @staticmethod
    def trainable_variables_parameter() -> dict[str, Any]:
        """Options for how many parameters each trainable variable has. Mirrors
        `tf.compat.v1.profiler.ProfileOptionBuilder.trainable_variables_parameter`.

        It is a static method. With these options `tf.compat.v1.profiler.profile` lists the variables by their scopes, with the number of
        their elements, and adds these up: the size of a model.

        Returns:
            A dictionary.

        Example:
            >>> options = tf.compat.v1.profiler.ProfileOptionBuilder.trainable_variables_parameter()
            >>> options["account_type_regexes"], options["select"]
            (['_trainable_variables'], ['params'])
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder(options)
            >>> builder.with_empty_output().build()["output"]
            'none'
        """
        return ProfileOptionBuilder._made(account_type_regexes=["_trainable_variables"], account_displayed_op_only=True, select=["params"])

    @staticmethod
    def float_operation() -> dict[str, Any]:
        """Options for how many floating-point operations each node takes. Mirrors
        `tf.compat.v1.profiler.ProfileOptionBuilder.float_operation`.

        It is a static method. With these options `tf.compat.v1.profiler.profile` lists the nodes that compute, those with the most
        operations first, and adds these up. Sizes have to be known, so that a batch whose size is open counts as nothing.

        Returns:
            A dictionary.

        Example:
            >>> options = tf.compat.v1.profiler.ProfileOptionBuilder.float_operation()
            >>> options["select"], options["order_by"], options["min_float_ops"]
            (['float_ops'], 'float_ops', 1)
            >>> tf.compat.v1.profiler.ProfileOptionBuilder(options).with_empty_output().build()["order_by"]
            'float_ops'
        """
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
        """Options for how long each node takes, and how much memory. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.time_and_memory`.

        It is a static method. Such a profile needs the `tf.compat.v1.RunMetadata` of a run that was traced. Nodes below any of the bounds
        are left out; those that take longest come first.

        Arguments:
            min_micros: the least time of a node, in microseconds; 1 by default.
            min_bytes: the least memory that it asks for, in bytes; 1 by default.
            min_accelerator_micros, min_cpu_micros: the least time on an accelerator, and on the processor; 0 by default.
            min_peak_bytes, min_residual_bytes, min_output_bytes: the least memory at its peak, what stays, and that of results; 0 by
                default.

        Returns:
            A dictionary.

        Example:
            >>> options = tf.compat.v1.profiler.ProfileOptionBuilder.time_and_memory(min_micros=5)
            >>> options["min_micros"], options["order_by"], options["select"]
            (5, 'micros', ['micros', 'bytes'])
        """
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
        """How deep the tree of nodes is shown. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_max_depth`.

        Nodes below that are counted, and not shown: with a view by scope, 1 shows the outermost scopes of a model alone. It gives the
        builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            max_depth: the number of levels.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_max_depth(3).build()["max_depth"]
            3
        """
        return self._with(max_depth=max_depth)

    def with_min_memory(
        self, min_bytes: int = 0, min_peak_bytes: int = 0, min_residual_bytes: int = 0, min_output_bytes: int = 0
    ) -> ProfileOptionBuilder:
        """Shows those nodes alone that take at least so much memory. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_min_memory`.

        Such a profile needs the `tf.compat.v1.RunMetadata` of a run that was traced. A node is left out where any of the numbers is below
        its bound. It gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            min_bytes: what it asks for in all, in bytes; 0 by default.
            min_peak_bytes: its memory at its peak.
            min_residual_bytes: what stays when it is done.
            min_output_bytes: that of its results.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> options = builder.with_min_memory(min_bytes=1000, min_output_bytes=10).build()
            >>> options["min_bytes"], options["min_peak_bytes"], options["min_output_bytes"]
            (1000, 0, 10)
        """
        return self._with(
            min_bytes=min_bytes, min_peak_bytes=min_peak_bytes, min_residual_bytes=min_residual_bytes, min_output_bytes=min_output_bytes
        )

    def with_min_execution_time(
        self, min_micros: int = 0, min_accelerator_micros: int = 0, min_cpu_micros: int = 0
    ) -> ProfileOptionBuilder:
        """Shows those nodes alone that take at least so long. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_min_execution_time`.

        Such a profile needs the `tf.compat.v1.RunMetadata` of a run that was traced. A node is left out where any of the times is below its
        bound. It gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            min_micros: its time in all, in microseconds; 0 by default.
            min_accelerator_micros: its time on an accelerator.
            min_cpu_micros: its time on the processor.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> options = builder.with_min_execution_time(min_micros=100).build()
            >>> options["min_micros"], options["min_cpu_micros"]
            (100, 0)
        """
        return self._with(min_micros=min_micros, min_accelerator_micros=min_accelerator_micros, min_cpu_micros=min_cpu_micros)

    def with_min_parameters(self, min_params: int) -> ProfileOptionBuilder:
        """Shows those nodes alone that have at least so many parameters. Mirrors
        `tf.compat.v1.profiler.ProfileOptionBuilder.with_min_parameters`.

        Parameters are the elements of variables. It keeps biases and scales out of the list of a model's variables, say. It gives the
        builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            min_params: the number.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_min_parameters(1000).build()["min_params"]
            1000
        """
        return self._with(min_params=min_params)

    def with_min_occurrence(self, min_occurrence: int) -> ProfileOptionBuilder:
        """Shows those nodes alone that occur at least so often. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_min_occurrence`.

        How often is counted by type, so that it is for the view by operations: `tf.compat.v1.profiler.profile` with `cmd="op"`. It gives
        the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            min_occurrence: the number.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_min_occurrence(2).build()["min_occurrence"]
            2
        """
        return self._with(min_occurrence=min_occurrence)

    def with_min_float_operations(self, min_float_ops: int) -> ProfileOptionBuilder:
        """Shows those nodes alone that take at least so many floating-point operations. Mirrors
        `tf.compat.v1.profiler.ProfileOptionBuilder.with_min_float_operations`.

        It leaves the large products and convolutions of a model in the list, which are what takes its time. It gives the builder itself, so
        that calls can be written one behind the other, and `build` gives the dictionary that `tf.compat.v1.profiler.profile` takes as
        `options`.

        Arguments:
            min_float_ops: the number.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_min_float_operations(10**6).build()["min_float_ops"]
            1000000
        """
        return self._with(min_float_ops=min_float_ops)

    def with_accounted_types(self, account_type_regexes: Iterable[str]) -> ProfileOptionBuilder:
        """Counts nodes of some types alone. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_accounted_types`.

        A type is that of an operation, as "MatMul", the name of a device, or a group such as `_trainable_variables`. Others are neither
        counted nor shown with numbers of their own. It gives the builder itself, so that calls can be written one behind the other, and
        `build` gives the dictionary that `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            account_type_regexes: a list of regular expressions, one of which a type has to match.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_accounted_types(["MatMul", "Conv2D"]).build()["account_type_regexes"]
            ['MatMul', 'Conv2D']
        """
        return self._with(account_type_regexes=list(account_type_regexes))

    def with_node_names(
        self,
        start_name_regexes: Iterable[str] | None = None,
        show_name_regexes: Iterable[str] | None = None,
        hide_name_regexes: Iterable[str] | None = None,
        trim_name_regexes: Iterable[str] | None = None,
    ) -> ProfileOptionBuilder:
        """Which nodes are shown, by their names. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_node_names`.

        Each argument is a list of regular expressions, which are matched against the names of nodes, or of scopes, in the view by scope. It
        gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            start_name_regexes: where the tree begins; None (the default) for everywhere.
            show_name_regexes: which nodes are shown; None for all.
            hide_name_regexes: which are not; None for none.
            trim_name_regexes: which are cut off with all below them; None for none.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> options = builder.with_node_names(show_name_regexes=["layer1/.*"], hide_name_regexes=[".*/bias"]).build()
            >>> options["show_name_regexes"], options["hide_name_regexes"]
            (['layer1/.*'], ['.*/bias'])
        """
        given = {
            "start_name_regexes": start_name_regexes,
            "show_name_regexes": show_name_regexes,
            "hide_name_regexes": hide_name_regexes,
            "trim_name_regexes": trim_name_regexes,
        }
        return self._with(**{key: list(value) for key, value in given.items() if value is not None})

    def account_displayed_op_only(self, is_true: bool) -> ProfileOptionBuilder:
        """Whether numbers add up what is shown alone. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.account_displayed_op_only`.

        With False a node counts all below it, those that are left out as well, so that scopes keep their whole sums. It gives the builder
        itself, so that calls can be written one behind the other, and `build` gives the dictionary that `tf.compat.v1.profiler.profile`
        takes as `options`.

        Arguments:
            is_true: a bool.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.account_displayed_op_only(True).build()["account_displayed_op_only"]
            True
        """
        return self._with(account_displayed_op_only=is_true)

    def with_empty_output(self) -> ProfileOptionBuilder:
        """Shows nothing: the profile is only given back. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_empty_output`.

        It is for programs that look at the message that `tf.compat.v1.profiler.profile` returns. Without it the profile is printed on the
        standard output. It gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary
        that `tf.compat.v1.profiler.profile` takes as `options`.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_empty_output().build()["output"]
            'none'
        """
        return self._with(output="none")

    def with_stdout_output(self) -> ProfileOptionBuilder:
        """Prints the profile on the standard output. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_stdout_output`.

        It is what is done without any word on it, as a tree with a line for each node. `with_file_output` writes the same into a file, and
        `with_empty_output` shows nothing. It gives the builder itself, so that calls can be written one behind the other, and `build` gives
        the dictionary that `tf.compat.v1.profiler.profile` takes as `options`.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_stdout_output().build()["output"]
            'stdout'
        """
        return self._with(output="stdout")

    def with_file_output(self, outfile: str) -> ProfileOptionBuilder:
        """Writes the profile into a file, as text. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_file_output`.

        The tree is the one that would be printed. Nothing is printed then; `tf.compat.v1.profiler.profile` gives the message all the same.
        It gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            outfile: the path of the file.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_file_output("profile.txt").build()["output"]
            'file:outfile=profile.txt'
        """
        return self._with(output=f"file:outfile={outfile}")

    def with_timeline_output(self, timeline_file: str) -> ProfileOptionBuilder:
        """Writes a timeline of a run into a file, for a browser. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_timeline_output`.

        The file is JSON that `chrome://tracing` reads. It needs the `tf.compat.v1.RunMetadata` of a run that was traced; several steps give
        a file each, with the number of the step behind its name. It gives the builder itself, so that calls can be written one behind the
        other, and `build` gives the dictionary that `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            timeline_file: the path of the file.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_timeline_output("timeline.json").build()["output"]
            'timeline:outfile=timeline.json'
        """
        return self._with(output=f"timeline:outfile={timeline_file}")

    def with_pprof_output(self, pprof_file: str) -> ProfileOptionBuilder:
        """Writes a profile for the program `pprof` into a file. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_pprof_output`.

        It is for the view by the lines of the program, `tf.compat.v1.profiler.profile` with `cmd="code"`: pprof draws the calls as a graph.
        It gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            pprof_file: the path of the file.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_pprof_output("profile.pprof").build()["output"]
            'pprof:outfile=profile.pprof'
        """
        return self._with(output=f"pprof:outfile={pprof_file}")

    def order_by(self, attribute: str) -> ProfileOptionBuilder:
        """What the nodes are sorted by. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.order_by`.

        The greatest come first, but for names. What is sorted by should be selected too, so that the numbers are shown. It gives the
        builder itself, so that calls can be written one behind the other, and `build` gives the dictionary that
        `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            attribute: "name", "depth", "bytes", "peak_bytes", "residual_bytes", "output_bytes", "micros", "accelerator_micros",
                "cpu_micros", "params", "float_ops" or "occurrence".

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.order_by("params").build()["order_by"]
            'params'
        """
        return self._with(order_by=attribute)

    def select(self, attributes: Iterable[str]) -> ProfileOptionBuilder:
        """Which numbers of a node are shown. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.select`.

        Others are left out of the lines; what is sorted by should be among them. It gives the builder itself, so that calls can be written
        one behind the other, and `build` gives the dictionary that `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            attributes: a list of names, such as "params", "float_ops", "micros", "bytes", "device", "op_types", "occurrence" and
                "tensor_value".

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.select(["params", "float_ops"]).build()["select"]
            ['params', 'float_ops']
        """
        return self._with(select=list(attributes))

    def with_step(self, step: int) -> ProfileOptionBuilder:
        """Which step of several is shown. Mirrors `tf.compat.v1.profiler.ProfileOptionBuilder.with_step`.

        `tf.compat.v1.profiler.Profiler.add_step` numbers them. Without it, or with -1, the numbers are means over all steps that were added
        to the profiler. It gives the builder itself, so that calls can be written one behind the other, and `build` gives the dictionary
        that `tf.compat.v1.profiler.profile` takes as `options`.

        Arguments:
            step: the number of the step.

        Returns:
            The builder.

        Example:
            >>> builder = tf.compat.v1.profiler.ProfileOptionBuilder()
            >>> builder.with_step(10).build()["step"]
            10
        """
        return self._with(step=step)
