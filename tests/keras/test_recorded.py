"""What losses, metrics, optimizers and the smaller parts of Keras answer, as TensorFlow gave it."""

import tfshim
from tests.recorded.cases import expressions, programs


@expressions(
    "keras_losses",
    "keras_metrics",
    "keras_optimizers",
    "keras_backend",
    "keras_preprocessing",
    "keras_mixed_precision",
    "keras_directories",
    "keras_loss_classes",
    "keras_metric_classes",
    "keras_optimizer_classes",
    "keras_names_and_lambdas",
)
def test_recorded(case):
    case.check(tf=tfshim)


@programs(
    "columns_in_scopes",
    "plain_objects",
    "missing_folders",
    "ends_of_data",
    "unknown_ranks",
    "integer_optimizers",
    "legacy_optimizers",
    "moving_statistics",
    "corrected_statistics",
    "names_of_built_models",
    "gradients_of_other_forms",
    "call_specs",
    "axes_of_other_types",
    "beginners_mistakes",
    "layers_in_containers",
    "texts_about_choices",
    "saved_constants_of_keras",
    "weights_before_building",
    "parts_of_keras_models",
    "corners_of_keras",
    "uses_of_keras",
    "further_mistakes",
    "notebook_cells",
    "unusual_arguments",
    "wrapped_layers",
    "optimizer_numbers",
    "layer_configurations",
    "learnt_vocabularies",
    "sizes_that_are_no_integers",
    "steps_and_words_too_early",
    "windows_of_series",
    "composite_inputs",
    "keras_in_graphs",
    "outputs_by_name",
    "built_by_shapes",
    "sequences_in_workers",
    "keras_rows_and_lambdas",
)
def test_recorded_programs(case):
    case.check(tfshim)
