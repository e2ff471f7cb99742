"""`enumerate` of the datasets of strategies in functions, which goes over none of them."""

strategy = tf.distribute.OneDeviceStrategy("CPU:0")
BATCHES = tf.data.Dataset.range(4).batch(2)


def told(data):
    @tf.function
    def go_over():
        for number, batch in enumerate(data):
            tf.print(number, batch)

    try:
        go_over()
    except NotImplementedError as error:
        return [line.strip() for line in str(error).splitlines() if "enumerate not" in line]


def case_distributed():
    distributed = strategy.experimental_distribute_dataset(BATCHES)
    print(told(distributed), told(iter(distributed)))


def case_own_counter():
    distributed = strategy.experimental_distribute_dataset(BATCHES)

    @tf.function
    def go_over():
        number, total = tf.constant(0, tf.int64), tf.constant(0, tf.int64)
        for batch in distributed:
            total += number * tf.reduce_sum(batch)
            number += 1
        return total

    print(int(go_over()), [number for number, _ in enumerate(distributed)])
