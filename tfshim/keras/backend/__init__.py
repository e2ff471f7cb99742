"""`tf.keras.backend`: the functions that layers and older programs are written in."""

import importlib

from tfshim._listing import lazily, names
from tfshim.keras.v1.mode import outermost

_MODULES = {
    "tfshim.keras._random": "RandomGenerator",
    "tfshim.keras.layers.rnn.loop": "rnn",
    "crossentropy": """binary_crossentropy binary_focal_crossentropy categorical_crossentropy categorical_focal_crossentropy
        sparse_categorical_crossentropy""",
    "elementwise": """abs all any argmax argmin batch_dot clip cos cumprod cumsum dot elu equal exp greater greater_equal
        hard_sigmoid in_top_k l2_normalize less less_equal log max maximum mean min minimum not_equal pow prod relu
        round sigmoid sign sin softmax softplus softsign sqrt square std sum tanh var""",
    "functions": "function",
    "images": """batch_normalization bias_add conv1d conv2d conv2d_transpose conv3d ctc_batch_cost ctc_decode
        ctc_label_dense_to_sparse depthwise_conv2d local_conv1d local_conv2d normalize_batch_in_training pool2d pool3d
        resize_images resize_volumes separable_conv2d spatial_2d_padding spatial_3d_padding temporal_padding""",
    "keras_tensors": "concatenate eval is_keras_tensor placeholder to_dense",
    "programs": """dropout foldl foldr gradients in_test_phase in_train_phase learning_phase_scope map_fn random_bernoulli
        random_binomial random_normal random_normal_variable random_uniform random_uniform_variable switch
        truncated_normal""",
    "settings": """backend epsilon floatx get_uid global_learning_phase_is_set image_data_format learning_phase
        manual_variable_initialization name_scope reset_uids set_epsilon set_floatx set_image_data_format
        set_learning_phase""",
    "state": "batch_get_value batch_set_value clear_session get_value set_value",
    "values": """arange batch_flatten cast cast_to_floatx constant count_params dtype expand_dims eye flatten gather identity
        int_shape is_sparse moving_average_update ndim one_hot ones ones_like permute_dimensions print_tensor repeat
        repeat_elements reshape reverse shape squeeze stack stop_gradient tile transpose update update_add update_sub
        variable zeros zeros_like""",
}
_SUBMODULES = ("experimental",)
_UNLISTED = {"identity", "RandomGenerator", "global_learning_phase_is_set"}
__all__ = [n for n in names(_MODULES, _SUBMODULES) if n not in _UNLISTED]
_lazy, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)


def __getattr__(name):
    if name in ("get_session", "set_session") and outermost() is not None:
        return getattr(importlib.import_module("tfshim.keras.v1.session"), name)
    return _lazy(name)
