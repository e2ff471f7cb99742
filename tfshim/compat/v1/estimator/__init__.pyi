# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.estimator import experimental as experimental, export as export, inputs as inputs, tpu as tpu
from tfshim.compat.v1.train.hooks import FeedFnHook as FeedFnHook, FinalOpsHook as FinalOpsHook
from tfshim.compat.v1.train.hooks import GlobalStepWaiterHook as GlobalStepWaiterHook, LoggingTensorHook as LoggingTensorHook
from tfshim.compat.v1.train.hooks import NanLossDuringTrainingError as NanLossDuringTrainingError, NanTensorHook as NanTensorHook
from tfshim.compat.v1.train.hooks import ProfilerHook as ProfilerHook, StepCounterHook as StepCounterHook, StopAtStepHook as StopAtStepHook
from tfshim.compat.v1.train.hooks import SummarySaverHook as SummarySaverHook
from tfshim.compat.v1.train.session_hooks.base import SecondOrStepTimer as SecondOrStepTimer, SessionRunArgs as SessionRunArgs
from tfshim.compat.v1.train.session_hooks.base import SessionRunContext as SessionRunContext, SessionRunHook as SessionRunHook
from tfshim.compat.v1.train.session_hooks.base import SessionRunValues as SessionRunValues
from tfshim.compat.v1.train.session_hooks.checkpoints import CheckpointSaverHook as CheckpointSaverHook
from tfshim.compat.v1.train.session_hooks.checkpoints import CheckpointSaverListener as CheckpointSaverListener
from tfshim.compat.v1.train.warm_starting import VocabInfo as VocabInfo
from tfshim.estimator.canned.estimators_v1 import BaselineClassifier as BaselineClassifier, BaselineEstimator as BaselineEstimator
from tfshim.estimator.canned.estimators_v1 import BaselineRegressor as BaselineRegressor, DNNClassifier as DNNClassifier
from tfshim.estimator.canned.estimators_v1 import DNNEstimator as DNNEstimator, DNNLinearCombinedClassifier as DNNLinearCombinedClassifier
from tfshim.estimator.canned.estimators_v1 import DNNLinearCombinedEstimator as DNNLinearCombinedEstimator
from tfshim.estimator.canned.estimators_v1 import DNNLinearCombinedRegressor as DNNLinearCombinedRegressor, DNNRegressor as DNNRegressor
from tfshim.estimator.canned.estimators_v1 import LinearClassifier as LinearClassifier, LinearEstimator as LinearEstimator
from tfshim.estimator.canned.estimators_v1 import LinearRegressor as LinearRegressor
from tfshim.estimator.estimator import Estimator as Estimator
from tfshim.estimator.exporters import BestExporter as BestExporter, Exporter as Exporter, FinalExporter as FinalExporter
from tfshim.estimator.exporters import LatestExporter as LatestExporter
from tfshim.estimator.extenders import add_metrics as add_metrics
from tfshim.estimator.heads.base import Head as Head
from tfshim.estimator.heads.classes import BinaryClassHead as BinaryClassHead, MultiClassHead as MultiClassHead
from tfshim.estimator.heads.classes import MultiLabelHead as MultiLabelHead
from tfshim.estimator.heads.multi import MultiHead as MultiHead
from tfshim.estimator.heads.regression import LogisticRegressionHead as LogisticRegressionHead
from tfshim.estimator.heads.regression import PoissonRegressionHead as PoissonRegressionHead, RegressionHead as RegressionHead
from tfshim.estimator.mode_keys import ModeKeys as ModeKeys
from tfshim.estimator.model_fn import EstimatorSpec as EstimatorSpec
from tfshim.estimator.parsing import classifier_parse_example_spec as classifier_parse_example_spec
from tfshim.estimator.parsing import regressor_parse_example_spec as regressor_parse_example_spec
from tfshim.estimator.run_config import RunConfig as RunConfig
from tfshim.estimator.specs import EvalSpec as EvalSpec, TrainSpec as TrainSpec
from tfshim.estimator.training import train_and_evaluate as train_and_evaluate
from tfshim.estimator.warm_starting import WarmStartSettings as WarmStartSettings
