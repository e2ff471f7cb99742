"""Programs with traced functions: what they print and give, and the texts of their errors, as recorded from TensorFlow."""

import tfshim
from tests.recorded.cases import programs


@programs(
    "user_code",
    "branches",
    "sizes_in_branches",
    "loops",
    "statements",
    "graph_errors",
    "static_errors",
    "function_texts",
    "operations_of_functions",
    "nodes_of_functions",
    "static_sizes",
    "unknown_sizes",
    "variables_as_values",
    "wrong_tape_calls",
    "when_errors_come",
    "wrong_values_in_functions",
    "wrong_windows",
    "tensors_out_of_scope",
    "scopes_and_imports",
    "loaded_functions",
    "stopped_and_segmented",
    "borrowed_storages",
    "asserted_shapes",
)
def test_recorded(case):
    case.check(tfshim)
