# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.losses.classes import hinge_loss as hinge_loss, log_loss as log_loss, sigmoid_cross_entropy as sigmoid_cross_entropy
from tfshim.compat.v1.losses.classes import softmax_cross_entropy as softmax_cross_entropy
from tfshim.compat.v1.losses.classes import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy
from tfshim.compat.v1.losses.differences import absolute_difference as absolute_difference, cosine_distance as cosine_distance
from tfshim.compat.v1.losses.differences import huber_loss as huber_loss, mean_pairwise_squared_error as mean_pairwise_squared_error
from tfshim.compat.v1.losses.differences import mean_squared_error as mean_squared_error
from tfshim.compat.v1.losses.weighting import Reduction as Reduction, add_loss as add_loss, compute_weighted_loss as compute_weighted_loss
from tfshim.compat.v1.losses.weighting import get_losses as get_losses, get_regularization_loss as get_regularization_loss
from tfshim.compat.v1.losses.weighting import get_regularization_losses as get_regularization_losses, get_total_loss as get_total_loss
