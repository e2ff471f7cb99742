"""Functions on images and the layers that change images, whose graphs are compared node by node with those of TensorFlow."""

FUNCTIONS = {  # of images `x` and `y`
    "adjust_brightness": lambda image, x, y: image.adjust_brightness(x, 0.1),
    "adjust_contrast": lambda image, x, y: image.adjust_contrast(x, 2.0),
    "adjust_gamma": lambda image, x, y: image.adjust_gamma(x, 0.5),
    "adjust_hue": lambda image, x, y: image.adjust_hue(x, 0.1),
    "adjust_saturation": lambda image, x, y: image.adjust_saturation(x, 2.0),
    "central_crop": lambda image, x, y: image.central_crop(x, 0.5),
    "convert_image_dtype": lambda image, x, y: image.convert_image_dtype(x, x.dtype),
    "crop_to_bounding_box": lambda image, x, y: image.crop_to_bounding_box(x, 1, 1, 4, 4),
    "grayscale_to_rgb": lambda image, x, y: image.grayscale_to_rgb(x[..., :1]),
    "image_gradients": lambda image, x, y: image.image_gradients(x),
    "sobel_edges": lambda image, x, y: image.sobel_edges(x),
    "flip_up_down": lambda image, x, y: image.flip_up_down(x),
    "pad_to_bounding_box": lambda image, x, y: image.pad_to_bounding_box(x, 1, 1, 12, 12),
    "per_image_standardization": lambda image, x, y: image.per_image_standardization(x),
    "resize": lambda image, x, y: image.resize(x, [4, 4]),
    "resize_with_crop_or_pad": lambda image, x, y: image.resize_with_crop_or_pad(x, 4, 12),
    "resize_with_pad": lambda image, x, y: image.resize_with_pad(x, 5, 9),
    "rgb_to_grayscale": lambda image, x, y: image.rgb_to_grayscale(x),
    "rgb_to_hsv": lambda image, x, y: image.rgb_to_hsv(x),
    "rgb_to_yuv": lambda image, x, y: image.rgb_to_yuv(x),
    "total_variation": lambda image, x, y: image.total_variation(x),
    "transpose": lambda image, x, y: image.transpose(x),
    "random_brightness": lambda image, x, y: image.random_brightness(x, 0.1),
    "random_contrast": lambda image, x, y: image.random_contrast(x, 0.1, 0.3),
    "random_crop": lambda image, x, y: image.random_crop(x, [2, 4, 4, 3]),
    "random_hue": lambda image, x, y: image.random_hue(x, 0.1),
    "random_saturation": lambda image, x, y: image.random_saturation(x, 0.1, 0.4),
    "stateless_random_brightness": lambda image, x, y: image.stateless_random_brightness(x, 0.1, [1, 2]),
    "stateless_random_contrast": lambda image, x, y: image.stateless_random_contrast(x, 0.1, 0.2, [1, 2]),
    "stateless_random_crop": lambda image, x, y: image.stateless_random_crop(x, [2, 4, 4, 3], [1, 2]),
    "stateless_random_saturation": lambda image, x, y: image.stateless_random_saturation(x, 0.1, 0.2, [1, 2]),
}
BYTES = ("adjust_brightness", "adjust_contrast", "adjust_gamma", "adjust_hue", "random_saturation", "rgb_to_grayscale")
LAYERS = {
    "CenterCrop": lambda layers: layers.CenterCrop(4, 4),
    "RandomCrop": lambda layers: layers.RandomCrop(4, 4),
    "RandomBrightness": lambda layers: layers.RandomBrightness(0.1),
    "RandomContrast": lambda layers: layers.RandomContrast(0.1),
    "RandomRotation": lambda layers: layers.RandomRotation(0.1),
    "RandomTranslation": lambda layers: layers.RandomTranslation(0.1, 0.2),
    "RandomZoom": lambda layers: layers.RandomZoom(0.1),
    "RandomZoom of both sides": lambda layers: layers.RandomZoom(0.1, 0.2, "constant", fill_value=1.0),
    "Resizing": lambda layers: layers.Resizing(4, 4),
}
SHAPES = {"for a batch": (2, 8, 8, 3), "for any batch": (None, 8, 8, 3)}


def images(tf):
    """{name: a function that gives the graph of a traced function}."""
    made = {}
    for name, function in FUNCTIONS.items():
        for kind, shape in SHAPES.items():
            made[f"image {name} {kind}"] = lambda f=function, shape=shape: _traced(tf, lambda x, y: f(tf.image, x, y), shape, tf.float32)
        if name in BYTES:
            made[f"image {name} of bytes"] = lambda f=function: _traced(tf, lambda x, y: f(tf.image, x, y), (2, 8, 8, 3), tf.uint8)
    for name, make in LAYERS.items():
        for kind, shape in SHAPES.items():
            made[f"layer {name} {kind}"] = lambda make=make, shape=shape: _changed(tf, make(tf.keras.layers), shape)
    return made


def _changed(tf, layer, shape):
    given = {"training": True} if type(layer).__name__.startswith("Random") else {}
    return _traced(tf, lambda x, y: layer(x, **given), shape, tf.float32)


def _traced(tf, function, shape, dtype):
    return tf.function(function).get_concrete_function(*[tf.TensorSpec(shape, dtype)] * 2).graph
