"""TF-Agents: environments, policies, networks, agents that learn, replay buffers, drivers, metrics, checkpoints."""

import tempfile
import warnings

import numpy as np
import tensorflow as tf
from tf_agents.agents import PPOClipAgent, ReinforceAgent
from tf_agents.agents.dqn import dqn_agent
from tf_agents.drivers import dynamic_step_driver
from tf_agents.environments import py_environment, tf_py_environment, utils, wrappers
from tf_agents.metrics import tf_metrics
from tf_agents.networks import actor_distribution_network, q_network, sequential, value_network
from tf_agents.policies import q_policy, random_tf_policy
from tf_agents.replay_buffers import tf_uniform_replay_buffer
from tf_agents.specs import array_spec, tensor_spec
from tf_agents.trajectories import time_step as ts
from tf_agents.trajectories import trajectory
from tf_agents.utils import common, nest_utils, value_ops

warnings.simplefilter("ignore")


class Walk(py_environment.PyEnvironment):
    """A walk on a line from 3: left or right, to 0 (nothing) or 6 (a reward of 1)."""

    def __init__(self):
        super().__init__()
        self._place = 3

    def action_spec(self):
        return array_spec.BoundedArraySpec((), np.int32, 0, 1, name="action")

    def observation_spec(self):
        return array_spec.BoundedArraySpec((2,), np.float32, 0, 6, name="observation")

    def _seen(self):
        return np.array([self._place, 1.0], np.float32)

    def _reset(self):
        self._place = 3
        return ts.restart(self._seen())

    def _step(self, action):
        if self._current_time_step.is_last():
            return self.reset()
        self._place += 1 if action else -1
        if self._place in (0, 6):
            return ts.termination(self._seen(), reward=float(self._place == 6))
        return ts.transition(self._seen(), reward=-0.1, discount=0.9)


def _set(variables):
    """Give weights numbers that do not depend on a generator of TensorFlow."""
    for i, v in enumerate(variables):
        if v.dtype.is_floating:
            v.assign(np.random.RandomState(i + 1).uniform(-0.5, 0.5, v.shape))


def _environment():
    return tf_py_environment.TFPyEnvironment(Walk())


def _experience(agent, seed=0, steps=4):
    """Trajectories [2, steps] of made-up numbers."""
    draw = np.random.RandomState(seed)
    data = trajectory.Trajectory(
        step_type=tf.constant([[0] + [1] * (steps - 2) + [2]] * 2, tf.int32),
        observation=tf.constant(draw.uniform(0, 6, (2, steps, 2)), tf.float32),
        action=tf.constant(draw.randint(0, 2, (2, steps)), tf.int32),
        policy_info=(),
        next_step_type=tf.constant([[1] * (steps - 2) + [2, 0]] * 2, tf.int32),
        reward=tf.constant(draw.uniform(-1, 1, (2, steps)), tf.float32),
        discount=tf.constant([[0.9] * (steps - 2) + [0.0, 1.0]] * 2, tf.float32),
    )
    return data


def _dqn(kind=dqn_agent.DqnAgent):
    environment = _environment()
    network = q_network.QNetwork(environment.observation_spec(), environment.action_spec(), fc_layer_params=(5,))
    agent = kind(
        environment.time_step_spec(),
        environment.action_spec(),
        q_network=network,
        optimizer=tf.keras.optimizers.legacy.Adam(0.01),
        td_errors_loss_fn=common.element_wise_squared_loss,
        train_step_counter=tf.Variable(0, dtype=tf.int64),
        target_update_period=2,
        epsilon_greedy=0.0,
    )
    agent.initialize()
    _set(network.variables)
    agent._target_q_network.set_weights(network.get_weights())
    return environment, agent


def step_python_environment():
    """Steps of an environment in Python, checked, with wrappers."""
    environment = Walk()
    utils.validate_py_environment(environment, episodes=2)
    made = [environment.reset()]
    made += [environment.step(np.array(a, np.int32)) for a in (1, 1, 1, 0)]
    limited = wrappers.TimeLimit(Walk(), duration=2)
    limited.reset()
    made += [limited.step(np.array(a, np.int32)) for a in (1, 0)]
    return [[int(t.step_type), float(t.reward), float(t.discount), t.observation] for t in made]


def step_tensor_environment():
    """The same as tensors."""
    environment = _environment()
    made = [environment.reset()]
    made += [environment.step(tf.constant([a])) for a in (0, 0, 0, 1)]
    spec = environment.time_step_spec()
    return [[t.step_type.numpy(), t.reward.numpy(), t.observation.numpy()] for t in made] + [
        str(spec.reward),
        str(environment.action_spec()),
    ]


def step_specs():
    """Specs of arrays and tensors: samples within bounds, conversion, checks."""
    spec = tensor_spec.BoundedTensorSpec((2, 3), tf.float32, -1, 2)
    sample = tensor_spec.sample_spec_nest(spec, seed=1, outer_dims=[4])
    array = tensor_spec.to_array_spec(spec)
    batched = nest_utils.batch_nested_tensors({"a": tf.ones([2])})
    return [
        list(sample.shape), bool(tf.reduce_all((sample >= -1) & (sample <= 2))), str(array),
        array.check_array(np.zeros((2, 3), np.float32)),
        list(batched["a"].shape), nest_utils.is_batched_nested_tensors(batched, {"a": tf.TensorSpec([2])}),
        str(tensor_spec.add_outer_dim(spec, 5)),
    ]  # fmt: skip


def step_networks():
    """Networks for values, actions and distributions."""
    environment = _environment()
    x = tf.constant([[1.0, 1.0], [5.0, 1.0]])
    made = []
    observation, action = environment.observation_spec(), environment.action_spec()
    for network in (
        q_network.QNetwork(observation, action, fc_layer_params=(4,)),
        value_network.ValueNetwork(observation, fc_layer_params=(4, 3)),
        sequential.Sequential([tf.keras.layers.Dense(3, "tanh"), tf.keras.layers.Dense(2)], input_spec=observation),
    ):
        network.create_variables()
        _set(network.variables)
        y, state = network(x, step_type=tf.constant([1, 1]))
        made.append([y.numpy(), len(state), [v.name for v in network.variables]])
    actor = actor_distribution_network.ActorDistributionNetwork(observation, action, fc_layer_params=(4,))
    actor.create_variables()
    _set(actor.variables)
    distribution, _ = actor(x, tf.constant([1, 1]), ())
    made.append([type(distribution).__name__, distribution.logits.numpy(), distribution.mode().numpy()])
    return made


def step_policies():
    """Random and greedy policies."""
    environment = _environment()
    random = random_tf_policy.RandomTFPolicy(environment.time_step_spec(), environment.action_spec())
    drawn = random.action(environment.reset(), seed=1).action
    network = q_network.QNetwork(environment.observation_spec(), environment.action_spec(), fc_layer_params=(4,))
    policy = q_policy.QPolicy(environment.time_step_spec(), environment.action_spec(), network)
    _set(network.variables)
    step = ts.restart(tf.constant([[1.0, 1.0], [5.0, 1.0]]), batch_size=2)
    return [list(drawn.shape), int(drawn[0]) in (0, 1), policy.distribution(step).action.logits.numpy(), len(policy.variables())]


def step_dqn():
    """DQN and double DQN: losses, weights and the greedy action after training steps."""
    made = []
    for kind in (dqn_agent.DqnAgent, dqn_agent.DdqnAgent):
        environment, agent = _dqn(kind)
        train = common.function(agent.train)
        losses = [float(train(_experience(agent, seed, 2)).loss) for seed in range(4)]
        action = agent.policy.action(environment.reset())
        made.append([losses, [v.numpy() for v in agent.policy.variables()], int(action.action[0]), int(agent.train_step_counter)])
    return made


def step_reinforce():
    """REINFORCE over whole episodes."""
    environment = _environment()
    actor = actor_distribution_network.ActorDistributionNetwork(
        environment.observation_spec(), environment.action_spec(), fc_layer_params=(4,)
    )
    agent = ReinforceAgent(
        environment.time_step_spec(), environment.action_spec(), actor_network=actor, optimizer=tf.keras.optimizers.legacy.SGD(0.01),
        normalize_returns=True, train_step_counter=tf.Variable(0, dtype=tf.int64),
    )  # fmt: skip
    agent.initialize()
    _set(actor.variables)
    losses = [float(agent.train(_experience(agent, seed)).loss) for seed in range(3)]
    return [losses, [v.numpy() for v in actor.variables]]


def step_ppo():
    """PPO with clipping: a training step on what its own policy says."""
    environment = _environment()
    observation, action = environment.observation_spec(), environment.action_spec()
    actor = actor_distribution_network.ActorDistributionNetwork(observation, action, fc_layer_params=(4,))
    value = value_network.ValueNetwork(observation, fc_layer_params=(4,))
    agent = PPOClipAgent(
        environment.time_step_spec(), action, optimizer=tf.keras.optimizers.legacy.Adam(0.01), actor_net=actor, value_net=value,
        importance_ratio_clipping=0.2, num_epochs=2, train_step_counter=tf.Variable(0, dtype=tf.int64),
    )  # fmt: skip
    agent.initialize()
    _set([*actor.variables, *value.variables])
    data = _experience(agent)
    logits = actor(data.observation, data.step_type, ())[0].logits
    data = data.replace(policy_info={"dist_params": {"logits": logits}})
    losses = [float(agent.train(data).loss) for _ in range(2)]
    return [losses, [v.numpy() for v in actor.variables]]


def step_returns():
    """Discounted returns and generalized advantages."""
    rewards, discounts = tf.constant([[1.0, 2.0], [0.5, -1.0], [3.0, 0.0]]), tf.constant([[0.9, 0.9], [0.9, 0.0], [0.9, 0.9]])
    values, final = tf.constant([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]]), tf.constant([1.0, 2.0])
    return [
        value_ops.discounted_return(rewards, discounts, final_value=final).numpy(),
        value_ops.generalized_advantage_estimation(values, final, discounts, rewards, td_lambda=0.8).numpy(),
    ]


def step_replay_buffer_and_driver():
    """A driver that walks by a greedy policy into a replay buffer; what is in it, also as a dataset; metrics."""
    environment, agent = _dqn()
    buffer = tf_uniform_replay_buffer.TFUniformReplayBuffer(agent.collect_data_spec, batch_size=1, max_length=20)
    episodes, steps, average = tf_metrics.NumberOfEpisodes(), tf_metrics.EnvironmentSteps(), tf_metrics.AverageReturnMetric()
    driver = dynamic_step_driver.DynamicStepDriver(environment, agent.policy, [buffer.add_batch, episodes, steps, average], num_steps=6)
    driver.run()
    whole = buffer.gather_all()
    dataset = buffer.as_dataset(sample_batch_size=2, num_steps=2, num_parallel_calls=1).prefetch(1)
    sample, _ = next(iter(dataset))
    return [
        whole.observation.numpy(), whole.action.numpy(), whole.step_type.numpy(), int(buffer.num_frames()), list(sample.reward.shape),
        int(episodes.result()), int(steps.result()), float(average.result()),
    ]  # fmt: skip


def step_checkpoint():
    """A checkpoint of an agent."""
    _, agent = _dqn()
    weight = agent.policy.variables()[0]
    with tempfile.TemporaryDirectory() as folder:
        check = common.Checkpointer(ckpt_dir=folder, max_to_keep=1, agent=agent)
        check.save(0)
        before = weight.numpy()
        weight.assign(before * 0)
        check.initialize_or_restore()
    return [before, weight.numpy()]
