"""`tf.debugging`: checks of values, shapes and types while a program runs."""

from tfshim._listing import lazily, names

_MODULES = {
    "assertion": "Assert",
    "comparing": """assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near assert_negative
        assert_non_negative assert_non_positive assert_none_equal assert_positive""",
    "numerics": "assert_all_finite check_numerics disable_check_numerics enable_check_numerics",
    "ranks": "assert_rank assert_rank_at_least assert_rank_in assert_scalar",
    "shapes": "assert_shapes",
    "switches": """disable_traceback_filtering enable_traceback_filtering get_log_device_placement is_traceback_filtering_enabled
        set_log_device_placement""",
    "types": "assert_integer assert_proper_iterable assert_same_float_dtype assert_type is_numeric_tensor",
}
_SUBMODULES = "experimental".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
