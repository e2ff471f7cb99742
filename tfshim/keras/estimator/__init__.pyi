# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.estimator.keras_models import model_to_estimator as model_to_estimator
