"""`tf.contrib.image` of TensorFlow 1: rotation, translation and projective transforms of images."""

import tfshim as tf
from tfshim.contrib._names import absent, bound


def _batch(images, what):
    """The images as a batch, and the function that takes a result back to their rank."""
    images = tf.convert_to_tensor(images)
    rank = images.shape.rank
    if rank is None:
        raise TypeError(f"{what}: the images should have known rank.")
    if rank == 2:
        return images[None, :, :, None], lambda x: x[0, :, :, 0]
    if rank == 3:
        return images[None], lambda x: x[0]
    if rank == 4:
        return images, lambda x: x
    raise TypeError("Images should have rank between 2 and 4.")


def transform(images, transforms, interpolation="NEAREST", output_shape=None, name=None):
    """`images` ([batch, height, width, channels], one of them, or [height, width]) through projective transforms.

    `transforms`: 8 numbers for all or for each: the pixel (x, y) of the result is that at
    ((a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k), k = c0 x + c1 y + 1; outside it is zero. `interpolation`: NEAREST or
    BILINEAR. `output_shape`: [height, width]. Raises TypeError for other ranks.
    """
    batch, back = _batch(images, "transform")
    transforms = tf.cast(transforms, tf.float32)
    if transforms.shape.rank == 1:
        transforms = transforms[None]
    elif transforms.shape.rank != 2:
        raise TypeError("Transforms should have rank 1 or 2.")
    shape = tf.shape(batch)[1:3] if output_shape is None else output_shape
    static = tf.get_static_value(shape)
    # In a graph `tf.shape` hides sizes that are known.
    if output_shape is None and None not in batch.shape.as_list()[1:3]:
        static = batch.shape.as_list()[1:3]
    with tf.name_scope(name or "transform"):
        made = tf.raw_ops.ImageProjectiveTransformV3(
            images=batch,
            transforms=transforms,
            output_shape=shape if static is None else [int(n) for n in static],
            fill_value=0.0,
            interpolation=interpolation.upper(),
            fill_mode="CONSTANT",
        )
    return back(made)


def angles_to_projective_transforms(angles, image_height, image_width, name=None):
    """The float32 transforms [n, 8] that rotate images of a size by `angles` (radians, counter-clockwise) around their centre."""
    angles = tf.reshape(tf.cast(angles, tf.float32), [-1])
    # Rotation is about the middle of the centres of the pixels, which lie at 0 to size - 1.
    height, width = tf.cast(image_height, tf.float32) - 1, tf.cast(image_width, tf.float32) - 1
    cos, sin = tf.cos(angles), tf.sin(angles)
    x = (width - (cos * width - sin * height)) / 2.0
    y = (height - (sin * width + cos * height)) / 2.0
    zero = tf.zeros_like(angles)
    return tf.stack([cos, -sin, x, sin, cos, y, zero, zero], 1)


def translations_to_projective_transforms(translations, name=None):
    """The float32 transforms [n, 8] that translate images by `translations`, vectors (dx, dy): [n, 2] or [2].

    Raises TypeError for other ranks.
    """
    moved = tf.cast(translations, tf.float32)
    moved = moved[None] if moved.shape.rank == 1 else moved
    if moved.shape.rank != 2:
        raise TypeError("Translations should have rank 1 or 2.")
    one, zero = tf.ones_like(moved[:, 0]), tf.zeros_like(moved[:, 0])
    # A transform leads from pixels of the output to those of the input: hence the minus.
    return tf.stack([one, zero, -moved[:, 0], zero, one, -moved[:, 1], zero, zero], 1)


def rotate(images, angles, interpolation="NEAREST", name=None):
    """`images` rotated by `angles`, radians counter-clockwise, one for all or one for each; see `transform`."""
    batch, back = _batch(images, "rotate")
    height, width = tf.shape(batch)[1], tf.shape(batch)[2]
    return back(transform(batch, angles_to_projective_transforms(angles, height, width), interpolation, name=name))


def translate(images, translations, interpolation="NEAREST", name=None):
    """`images` translated by (dx, dy), one vector for all or one for each; see `transform`."""
    return transform(images, translations_to_projective_transforms(translations), interpolation, name=name)


def flat_transforms_to_matrices(transforms):
    """Transforms [n, 8] (or [8]) as matrices [n, 3, 3]."""
    flat = tf.reshape(tf.convert_to_tensor(transforms), [-1, 8])
    return tf.reshape(tf.concat([flat, tf.ones_like(flat[:, :1])], 1), [-1, 3, 3])


def matrices_to_flat_transforms(transform_matrices):
    """Matrices [n, 3, 3] as transforms [n, 8], scaled to a last element of one."""
    flat = tf.reshape(tf.convert_to_tensor(transform_matrices), [-1, 9])
    return (flat / flat[:, 8:9])[:, :8]


def compose_transforms(*transforms):
    """The composition of all transforms, each [8] or [n, 8], as one. Raises ValueError without any."""
    if not transforms:
        raise ValueError("compose_transforms needs one transform at least.")
    made = flat_transforms_to_matrices(transforms[0])
    for other in transforms[1:]:
        made = tf.matmul(made, flat_transforms_to_matrices(other))
    return matrices_to_flat_transforms(made)


__all__ = bound(globals())
__getattr__ = absent("image", globals())
