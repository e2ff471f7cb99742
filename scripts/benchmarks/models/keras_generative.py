"""A generator and a discriminator, trained against each other, in Keras."""

import tensorflow as tf

from benchmarks.models.keras_work import count

layers = tf.keras.layers


def _generator(noise, filters):
    return tf.keras.Sequential([
        layers.Dense(7 * 7 * 4 * filters, use_bias=False, input_shape=(noise,)),
        layers.BatchNormalization(),
        layers.LeakyReLU(),
        layers.Reshape((7, 7, 4 * filters)),
        layers.Conv2DTranspose(2 * filters, 5, padding="same", use_bias=False),
        layers.BatchNormalization(),
        layers.LeakyReLU(),
        layers.Conv2DTranspose(filters, 5, strides=2, padding="same", use_bias=False),
        layers.BatchNormalization(),
        layers.LeakyReLU(),
        layers.Conv2DTranspose(1, 5, strides=2, padding="same", use_bias=False, activation="tanh"),
    ])  # fmt: skip


def _discriminator(filters):
    return tf.keras.Sequential([
        layers.Conv2D(filters, 5, strides=2, padding="same", input_shape=(28, 28, 1)),
        layers.LeakyReLU(),
        layers.Dropout(0.3),
        layers.Conv2D(2 * filters, 5, strides=2, padding="same"),
        layers.LeakyReLU(),
        layers.Dropout(0.3),
        layers.Flatten(),
        layers.Dense(1),
    ])  # fmt: skip


class Adversaries:
    """Both networks, their optimizers and their data."""

    def __init__(self, data, noise, filters):
        self._noise, self._batch = noise, data.batch
        self._images = tf.data.Dataset.from_tensor_slices(data.x).shuffle(len(data.x)).batch(data.batch)
        self._generator, self._discriminator = _generator(noise, filters), _discriminator(filters)
        self._optimizers = tf.keras.optimizers.Adam(1e-4), tf.keras.optimizers.Adam(1e-4)
        self._loss = tf.keras.losses.BinaryCrossentropy(from_logits=True)

    @tf.function
    def _step(self, images):
        noise = tf.random.normal([self._batch, self._noise])
        with tf.GradientTape() as one, tf.GradientTape() as other:
            made = self._generator(noise, training=True)
            on_real, on_made = self._discriminator(images, training=True), self._discriminator(made, training=True)
            fooled = self._loss(tf.ones_like(on_made), on_made)
            told = self._loss(tf.ones_like(on_real), on_real) + self._loss(tf.zeros_like(on_made), on_made)
        for tape, loss, model, optimizer in (
            (one, fooled, self._generator, self._optimizers[0]),
            (other, told, self._discriminator, self._optimizers[1]),
        ):
            gradients = tape.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables))

    def train(self, watch):
        """Train until the watch has seen enough epochs."""
        while True:
            for images in self._images:
                self._step(images)
            if watch.lap():
                return

    def predict(self):
        """Generate a batch of images."""
        return self._generator(tf.random.normal([self._batch, self._noise]), training=False).numpy()

    def parameters(self):
        """How many trained parameters both networks have."""
        return count(self._generator) + count(self._discriminator)


def dcgan(data, **sizes):
    """A DCGAN."""
    return Adversaries(data, **sizes)
