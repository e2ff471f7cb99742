"""Programs of TensorFlow 1: what they print, log and give, as recorded from TensorFlow."""

import tfshim
from tests.recorded.cases import programs


@programs(
    *"""gathered_rows graph_events graph_gradients graph_objects graph_profiles imported_graphs tf1_input tf1_training tf1_data
    tf1_beginners_mistakes tf1_saved_models tf1_savers tf1_unfed tf1_weighted_metrics
    tf1_optimizers model_mapping small_things tf1_accumulators tf1_networks tf1_recurrences tf1_scripts
    tf1_branches tf1_metrics tf1_references tf1_small_steps tf1_transformers tf1_states_of_batches tf1_synchronous tf1_templates
    tf1_tutorials orders_begun_again private_conversions private_tools tables_of_sessions operations_by_type wrapped_functions""".split()
)
def test_recorded(case, active):
    case.check(tfshim)
