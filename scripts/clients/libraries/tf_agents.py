"""TF-Agents: reinforcement learning."""

from clients.client import Client, Tests

CLIENT = Client(
    name="tf_agents",
    packages=["tf-agents==0.19.0"],
    dependencies=[
        "tensorflow-probability==0.23.0",
        "dm-tree==0.1.8",
        "cloudpickle==2.2.1",
        "decorator==5.1.1",
        "absl-py==2.1.0",
        "gast==0.5.4",
        "gin-config==0.5.0",
        "gym==0.23.0",
        "gym-notices==0.0.8",
        "pillow==10.4.0",
        "six==1.16.0",
        "typing_extensions==4.12.2",
        "wrapt==1.14.1",
        "opt_einsum==3.3.0",
        # It uses names that NumPy has dropped since.
        "numpy==1.26.4",
    ],
    imports=[
        "tf_agents",
        *(
            f"tf_agents.{name}"
            for name in """agents bandits.agents
            distributions drivers environments environments.suite_gym eval keras_layers metrics networks
            policies policies.policy_saver replay_buffers specs system trajectories typing utils""".split()
        ),
    ],
    tests=Tests(
        source="wheel",
        paths=[
            f"tf_agents/{name}_test.py"
            for name in """agents/*/* agents/* drivers/* environments/py_environment environments/tf_* environments/wrappers
            environments/gym_wrapper environments/batched_py_environment environments/utils metrics/* networks/* policies/*
            replay_buffers/episodic* replay_buffers/py_* replay_buffers/replay* replay_buffers/t* specs/* trajectories/* utils/*
            keras_layers/* distributions/*""".split()
        ],
        packages=["mock==5.1.0"],
        every=8,
        import_mode="importlib",
    ),
)
