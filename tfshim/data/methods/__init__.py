"""The methods of `tf.data.Dataset`, in modules named as those of `transformations`, whose classes they make."""
