"""Hugging Face's models."""

from clients.client import Client, Tests

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
    environment={
        "HF_HUB_OFFLINE": "1",
        "TRANSFORMERS_VERBOSITY": "error",
        "TOKENIZERS_PARALLELISM": "false",
        # Else it asks TensorFlow for tf-keras, which beside 2.15 is the same once more.
        "TF_USE_LEGACY_KERAS": "0",
    },
    # One test of five of models of each kind: encoders, decoders, both, of pictures, of sound, and of two kinds of input.
    tests=Tests(
        source="https://github.com/huggingface/transformers.git@v4.46.3",
        paths=[
            *(
                f"tests/models/{name}/test_modeling_tf_*.py"
                for name in """albert bart bert blip clip convnext deberta_v2 distilbert electra gpt2 longformer marian mistral
                mobilebert opt roberta segformer speech_to_text swin t5 vit wav2vec2 whisper xlnet""".split()
            ),
            "tests/generation/test_tf_*.py",
            "tests/utils/test_modeling_tf_*.py",
            "tests/optimization/test_optimization_tf.py",
        ],
        every=5,
        packages=[
            "parameterized==0.9.0",
            "pillow==10.4.0",
            "psutil==6.1.0",
            "sentencepiece==0.2.0",
            # What all tests of models have in common imports Datasets.
            "datasets==3.1.0",
            "pyarrow==18.1.0",
            "dill==0.3.8",
            "multiprocess==0.70.16",
            "xxhash==3.5.0",
            "pandas==2.2.3",
            "python-dateutil==2.9.0.post0",
            "pytz==2024.2",
            "tzdata==2024.2",
            "six==1.16.0",
            "aiohttp==3.11.7",
            "aiohappyeyeballs==2.4.3",
            "aiosignal==1.3.1",
            "attrs==24.2.0",
            "frozenlist==1.5.0",
            "multidict==6.1.0",
            "propcache==0.2.0",
            "yarl==1.18.0",
        ],
        skip={"*pt_tf_model_equivalence*": "compares with torch, which is not where TensorFlow is recorded"},
    ),
)
