"""What has moved: pickles and graphs of earlier versions name modules and operations by where they were."""

import importlib
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

_ENGINE = Path(__file__).parent
_PREFIX = f"{__package__}."
_RENAMED = {"host": "static_arguments", "movers": "dtype_agnostic"}
# What left a module that is there still: (module, name) -> the module and the name that it has now.
_MOVED = {
    ("tfshim.keras.initializers", "_orthogonalized"): ("tfshim.keras.initializers.drawn", "_orthogonalized"),
    ("tfshim.keras.layers.preprocessing.lookup", "_Table"): ("tfshim.keras.layers.preprocessing.index_lookup", "_Table"),
    ("tfshim.keras.layers.preprocessing.lookup", "_find"): ("tfshim.keras.layers.preprocessing.index_lookup", "_find"),
    ("tfshim.keras.optimizers.optimizer", "apply_within_graph"): ("tfshim.keras.optimizers.graph_step", "apply_within_graph"),
    ("tfshim.math.reductions", "_reduce_std"): ("tfshim.math.variances", "_reduce_std"),
    ("tfshim.math.reductions", "_reduce_variance"): ("tfshim.math.variances", "_reduce_variance"),
    **{
        ("tfshim.keras.layers.normalization", name): ("tfshim.keras.layers.normalizing", name)
        for name in ("_batch_norm", "_moving_batch_norm", "_fixed_batch_norm", "_layer_norm")
    },
    **{
        ("tfshim.nn.normalization", name): ("tfshim.nn.means_and_variances", name)
        for name in ("_moments", "_weighted_moments", "_sufficient_statistics")
    },
    ("tfshim.nn.pooling", "_dilated_pool"): ("tfshim.nn.windows.dilated_pools", "_dilated_pool"),
    **{
        ("tfshim.quantization", name): (f"tfshim.quantization.{module}", name)
        for module, names in (
            (
                "fake_quantization",
                """_fake_quantized fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars
                fake_quant_with_min_max_vars_gradient fake_quant_with_min_max_vars_per_channel
                fake_quant_with_min_max_vars_per_channel_gradient""",
            ),
            ("quantized_types", "_range_used _range_of_scaled _dequantize"),
            ("steps_and_back", "_steps_and_back _steps_and_back_passing"),
        )
        for name in names.split()
    },
    **{
        ("tfshim.tensor_array", f"_{former}"): ("tfshim.array_ops.tensor_lists", name)
        for former, name in (
            ("reserve", "reserve"),
            ("set", "set_item"),
            ("get", "get_item"),
            ("join", "join_items"),
            ("gather", "gather"),
            ("scatter", "scatter"),
            ("unstack", "unstack"),
            ("split", "split"),
            ("size", "length"),
        )
    },
}


def present_place(module, name):
    """(module, name) of what was called `name` in the module with the former name `module`; as they are where nothing has moved."""
    return _MOVED.get((module, name)) or (present_name(module), name)


def present_name(module):
    """The name under which the module with the former name `module` is found now; else as it is."""
    former = module.removeprefix(_PREFIX)
    if former != module and former.isidentifier() and not (_ENGINE / former).is_dir() and not (_ENGINE / f"{former}.py").is_file():
        for path in sorted(_ENGINE.glob(f"*/{_RENAMED.get(former, former)}.py")):
            return f"{_PREFIX}{path.parent.name}.{path.stem}"
    return module


class _Finder:
    """Lets Python import a module by its former name."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith(_PREFIX) and present_name(name) != name:
            return ModuleSpec(name, _Finder)
        return None

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        sys.modules[module.__name__] = importlib.import_module(present_name(module.__name__))


def install():
    """Let modules of `engine` be found by their former names too."""
    if _Finder not in sys.meta_path:
        sys.meta_path.append(_Finder)
