"""What TensorFlow answers to expressions over datasets, and what it makes of bad ones."""

import tfshim
from tests.recorded.cases import expressions, programs


@expressions("data_kinds", "data_batches", "data_files")
def test_recorded(case):
    case.check(tf=tfshim)


@programs(
    "checked_datasets",
    "csv_records",
    "datasets_of_graphs",
    "defaults_of_columns",
    "elements_after_errors",
    "experimental_data",
    "restored_places",
    "sums_of_variants",
)
def test_recorded_programs(case):
    case.check(tfshim)
