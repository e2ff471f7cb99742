# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.estimator.export.outputs import ClassificationOutput as ClassificationOutput, EvalOutput as EvalOutput
from tfshim.estimator.export.outputs import ExportOutput as ExportOutput, PredictOutput as PredictOutput
from tfshim.estimator.export.outputs import RegressionOutput as RegressionOutput
from tfshim.estimator.export.receivers import ServingInputReceiver as ServingInputReceiver
from tfshim.estimator.export.receivers import TensorServingInputReceiver as TensorServingInputReceiver
from tfshim.estimator.export.receivers import build_parsing_serving_input_receiver_fn as build_parsing_serving_input_receiver_fn
from tfshim.estimator.export.receivers import build_raw_serving_input_receiver_fn as build_raw_serving_input_receiver_fn
