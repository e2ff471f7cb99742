"""Every object of this folder that is saved, by its name."""

from tests.saved_model.dataset_objects import DATASETS
from tests.saved_model.keras_objects import KERAS_CASES
from tests.saved_model.model_objects import MODELS
from tests.saved_model.objects import CASES as MODULES
from tests.saved_model.program_objects import PROGRAMS
from tests.saved_model.ragged_objects import MORE, READ
from tests.saved_model.training_objects import TRAINING
from tests.saved_model.written_objects import WRITTEN

FAMILIES = (MODULES, KERAS_CASES, TRAINING, WRITTEN, MORE, READ, DATASETS, PROGRAMS, MODELS)
CASES = {name: make for family in FAMILIES for name, make in family.items()}
assert len(CASES) == sum(map(len, FAMILIES)), "two objects have one name"

# What TensorFlow's SavedModels of are among the tests' data; scripts/check_saved_models.py has it write them all.
OF_KERAS = (
    "dense_layers convolutions_2d normalizations masked_recurrence by_names subclassed mixed_precision words characters vocabularies "
    "given_vocabularies after_adam ragged_input"
).split()
OF_PROGRAMS = "switches texts_of_requests tables_of_words recommender speech requests_of_many_forms".split()
RECORDED = [*MODULES, *OF_KERAS, "gradients_of_branches", "gradients_of_loops", *WRITTEN, *MORE, *READ, *DATASETS, *OF_PROGRAMS]
