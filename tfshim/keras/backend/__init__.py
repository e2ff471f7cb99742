"""`tf.keras.backend`: the functions that layers and older programs are written in."""

from tfshim._listing import listing
from tfshim.keras._random import RandomGenerator
from tfshim.keras.backend import experimental
from tfshim.keras.backend.crossentropy import (
    binary_crossentropy,
    binary_focal_crossentropy,
    categorical_crossentropy,
    categorical_focal_crossentropy,
    sparse_categorical_crossentropy,
)
from tfshim.keras.backend.elementwise import (
    abs,
    all,
    any,
    argmax,
    argmin,
    batch_dot,
    clip,
    cos,
    cumprod,
    cumsum,
    dot,
    elu,
    equal,
    exp,
    greater,
    greater_equal,
    hard_sigmoid,
    in_top_k,
    l2_normalize,
    less,
    less_equal,
    log,
    max,
    maximum,
    mean,
    min,
    minimum,
    not_equal,
    pow,
    prod,
    relu,
    round,
    sigmoid,
    sign,
    sin,
    softmax,
    softplus,
    softsign,
    sqrt,
    square,
    std,
    sum,
    tanh,
    var,
)
from tfshim.keras.backend.images import (
    batch_normalization,
    bias_add,
    conv1d,
    conv2d,
    conv2d_transpose,
    conv3d,
    ctc_batch_cost,
    ctc_decode,
    ctc_label_dense_to_sparse,
    depthwise_conv2d,
    local_conv1d,
    local_conv2d,
    normalize_batch_in_training,
    pool2d,
    pool3d,
    resize_images,
    resize_volumes,
    separable_conv2d,
    spatial_2d_padding,
    spatial_3d_padding,
    temporal_padding,
)
from tfshim.keras.backend.programs import (
    dropout,
    foldl,
    foldr,
    function,
    gradients,
    in_test_phase,
    in_train_phase,
    learning_phase_scope,
    map_fn,
    random_bernoulli,
    random_binomial,
    random_normal,
    random_normal_variable,
    random_uniform,
    random_uniform_variable,
    switch,
    truncated_normal,
)
from tfshim.keras.backend.settings import (
    backend,
    epsilon,
    floatx,
    get_uid,
    global_learning_phase_is_set,
    image_data_format,
    learning_phase,
    manual_variable_initialization,
    name_scope,
    reset_uids,
    set_epsilon,
    set_floatx,
    set_image_data_format,
    set_learning_phase,
)
from tfshim.keras.backend.state import batch_get_value, batch_set_value, clear_session, get_value, set_value
from tfshim.keras.backend.values import (
    arange,
    batch_flatten,
    cast,
    cast_to_floatx,
    concatenate,
    constant,
    count_params,
    dtype,
    eval,
    expand_dims,
    eye,
    flatten,
    gather,
    identity,
    int_shape,
    is_keras_tensor,
    is_sparse,
    moving_average_update,
    ndim,
    one_hot,
    ones,
    ones_like,
    permute_dimensions,
    placeholder,
    print_tensor,
    repeat,
    repeat_elements,
    reshape,
    reverse,
    shape,
    squeeze,
    stack,
    stop_gradient,
    tile,
    to_dense,
    transpose,
    update,
    update_add,
    update_sub,
    variable,
    zeros,
    zeros_like,
)
from tfshim.keras.v1.mode import outermost


def __getattr__(name):
    if name == "rnn":  # stands among the layers
        from tfshim.keras.layers.rnn_loop import rnn

        globals()["rnn"] = rnn
        return rnn
    if name in ("get_session", "set_session") and outermost() is not None:
        from tfshim.keras.v1 import session

        return getattr(session, name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


# `rnn` comes from __getattr__.
__all__ = """
    abs all any arange argmax argmin backend batch_dot batch_flatten batch_get_value batch_normalization batch_set_value bias_add
    binary_crossentropy binary_focal_crossentropy cast cast_to_floatx categorical_crossentropy categorical_focal_crossentropy
    clear_session clip concatenate constant conv1d conv2d conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode
    ctc_label_dense_to_sparse cumprod cumsum depthwise_conv2d dot dropout dtype elu epsilon equal eval exp expand_dims
    experimental eye flatten floatx foldl foldr function gather get_uid get_value gradients greater greater_equal hard_sigmoid
    image_data_format in_test_phase in_top_k in_train_phase int_shape is_keras_tensor is_sparse l2_normalize learning_phase
    learning_phase_scope less less_equal local_conv1d local_conv2d log manual_variable_initialization map_fn max maximum mean
    min minimum moving_average_update name_scope ndim normalize_batch_in_training not_equal one_hot ones ones_like
    permute_dimensions placeholder pool2d pool3d pow print_tensor prod random_bernoulli random_binomial random_normal
    random_normal_variable random_uniform random_uniform_variable relu repeat repeat_elements reset_uids reshape resize_images
    resize_volumes reverse rnn round separable_conv2d set_epsilon set_floatx set_image_data_format set_learning_phase set_value
    shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding sqrt
    square squeeze stack std stop_gradient sum switch tanh temporal_padding tile to_dense transpose truncated_normal update
    update_add update_sub var variable zeros zeros_like
""".split()
__dir__ = listing(globals())
