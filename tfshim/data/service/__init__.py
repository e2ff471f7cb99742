"""The tf.data service: a dispatcher, workers that run pipelines, and datasets that read what these make, over grpc."""
