# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.metrics.at_k import average_precision_at_k as average_precision_at_k
from tfshim.compat.v1.metrics.at_k import average_precision_at_k as sparse_average_precision_at_k, precision_at_k as precision_at_k
from tfshim.compat.v1.metrics.at_k import precision_at_k as sparse_precision_at_k, precision_at_top_k as precision_at_top_k
from tfshim.compat.v1.metrics.at_k import recall_at_k as recall_at_k, recall_at_top_k as recall_at_top_k
from tfshim.compat.v1.metrics.at_thresholds import auc as auc, false_negatives_at_thresholds as false_negatives_at_thresholds
from tfshim.compat.v1.metrics.at_thresholds import false_positives_at_thresholds as false_positives_at_thresholds
from tfshim.compat.v1.metrics.at_thresholds import precision_at_thresholds as precision_at_thresholds
from tfshim.compat.v1.metrics.at_thresholds import recall_at_thresholds as recall_at_thresholds
from tfshim.compat.v1.metrics.at_thresholds import sensitivity_at_specificity as sensitivity_at_specificity
from tfshim.compat.v1.metrics.at_thresholds import specificity_at_sensitivity as specificity_at_sensitivity
from tfshim.compat.v1.metrics.at_thresholds import true_negatives_at_thresholds as true_negatives_at_thresholds
from tfshim.compat.v1.metrics.at_thresholds import true_positives_at_thresholds as true_positives_at_thresholds
from tfshim.compat.v1.metrics.classes import false_negatives as false_negatives, false_positives as false_positives, mean_iou as mean_iou
from tfshim.compat.v1.metrics.classes import mean_per_class_accuracy as mean_per_class_accuracy, precision as precision, recall as recall
from tfshim.compat.v1.metrics.classes import true_negatives as true_negatives, true_positives as true_positives
from tfshim.compat.v1.metrics.means import accuracy as accuracy, mean as mean, mean_absolute_error as mean_absolute_error
from tfshim.compat.v1.metrics.means import mean_cosine_distance as mean_cosine_distance, mean_relative_error as mean_relative_error
from tfshim.compat.v1.metrics.means import mean_squared_error as mean_squared_error, mean_tensor as mean_tensor
from tfshim.compat.v1.metrics.means import percentage_below as percentage_below, root_mean_squared_error as root_mean_squared_error
