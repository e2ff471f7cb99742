"""Hugging Face's models."""

from clients.client import Client

CLIENT = Client(
    name="transformers",
    packages=["transformers==4.46.3"],
    dependencies=[
        "tokenizers==0.20.3",
        "huggingface-hub==0.26.5",
        "safetensors==0.6.2",
        "regex==2024.11.6",
        "PyYAML==6.0.2",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
        "filelock==3.16.1",
        "fsspec==2024.10.0",
        "packaging==24.2",
        "tqdm==4.67.1",
        "typing_extensions==4.12.2",
    ],
    imports=["transformers", "transformers.modeling_tf_utils", "transformers.optimization_tf", "transformers.models.bert.modeling_tf_bert"],
    untested="its tests of models are neither in the wheel nor in the source distribution, and its repository is larger than 1 GB",
    environment={"HF_HUB_OFFLINE": "1", "TRANSFORMERS_VERBOSITY": "error", "TOKENIZERS_PARALLELISM": "false"},
)
