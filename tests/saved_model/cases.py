"""Every object of this folder that is saved, by its name."""

from tests.saved_model.keras_objects import KERAS_CASES
from tests.saved_model.objects import CASES as MODULES
from tests.saved_model.ragged_objects import MORE, READ
from tests.saved_model.training_objects import TRAINING
from tests.saved_model.written_objects import WRITTEN

FAMILIES = (MODULES, KERAS_CASES, TRAINING, WRITTEN, MORE, READ)
CASES = {name: make for family in FAMILIES for name, make in family.items()}
assert len(CASES) == sum(map(len, FAMILIES)), "two objects have one name"

# What TensorFlow's SavedModels of are among the tests' data; scripts/check_saved_models.py has it write them all.
OF_KERAS = (
    "dense_layers convolutions_2d normalizations masked_recurrence by_names subclassed mixed_precision words characters vocabularies "
    "given_vocabularies after_adam ragged_input"
).split()
RECORDED = [*MODULES, *OF_KERAS, "gradients_of_branches", "gradients_of_loops", *WRITTEN, *MORE, *READ]
