# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.debugging import experimental as experimental
from tfshim.debugging.assertion import Assert as Assert
from tfshim.debugging.comparing import assert_equal as assert_equal, assert_greater as assert_greater
from tfshim.debugging.comparing import assert_greater_equal as assert_greater_equal, assert_less as assert_less
from tfshim.debugging.comparing import assert_less_equal as assert_less_equal, assert_near as assert_near
from tfshim.debugging.comparing import assert_negative as assert_negative, assert_non_negative as assert_non_negative
from tfshim.debugging.comparing import assert_non_positive as assert_non_positive, assert_none_equal as assert_none_equal
from tfshim.debugging.comparing import assert_positive as assert_positive
from tfshim.debugging.numerics import assert_all_finite as assert_all_finite, check_numerics as check_numerics
from tfshim.debugging.numerics import disable_check_numerics as disable_check_numerics, enable_check_numerics as enable_check_numerics
from tfshim.debugging.ranks import assert_rank as assert_rank, assert_rank_at_least as assert_rank_at_least
from tfshim.debugging.ranks import assert_rank_in as assert_rank_in, assert_scalar as assert_scalar
from tfshim.debugging.shapes import assert_shapes as assert_shapes
from tfshim.debugging.switches import disable_traceback_filtering as disable_traceback_filtering
from tfshim.debugging.switches import enable_traceback_filtering as enable_traceback_filtering
from tfshim.debugging.switches import get_log_device_placement as get_log_device_placement
from tfshim.debugging.switches import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from tfshim.debugging.switches import set_log_device_placement as set_log_device_placement
from tfshim.debugging.types import assert_integer as assert_integer, assert_proper_iterable as assert_proper_iterable
from tfshim.debugging.types import assert_same_float_dtype as assert_same_float_dtype, assert_type as assert_type
from tfshim.debugging.types import is_numeric_tensor as is_numeric_tensor
