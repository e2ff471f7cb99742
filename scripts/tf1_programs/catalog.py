"""The programs: examples of aymericdamien/TensorFlow-Examples, google-research/bert and openai/gpt-2.

Left out are examples that download (word2vec), that need several GPUs (multigpu_basics), and those of parts of `contrib` that
neither TensorFlow 2.15 nor tfshim has: the forests of `tensor_forest` and `contrib.boosted_trees`.
"""

from tf1_programs import materials
from tf1_programs.program import Program

# The folder of each source beside the others, and where it is fetched.
SOURCES = {
    "TensorFlow-Examples": "https://github.com/aymericdamien/TensorFlow-Examples",
    "bert": "https://github.com/google-research/bert",
    "gpt-2": "https://github.com/openai/gpt-2",
}
_EXAMPLES = "TensorFlow-Examples"
_ALL = []


def _example(path, *, digits=True, **rest):
    name = path.rsplit("/", 1)[-1].removesuffix(".py")
    given = (materials.digits,) if digits else ()
    _ALL.append(Program(name, _EXAMPLES, f"tensorflow_v1/examples/{path}", materials=rest.pop("materials", given), **rest))


# No one is there to press a button; and NumPy has not had the keyword `newshape` since 2.4.
_SHOWN = {"plt.waitforbuttonpress()": "", "newshape=": ""}
_EAGER = {"tf.enable_eager_execution()": "tf.enable_eager_execution(); tf.set_random_seed(1)"}
_SAVED = {"'/tmp/tensorflow_logs/example/'": "'logs'"}

_example("1_Introduction/helloworld.py", digits=False)
_example("1_Introduction/basic_operations.py", digits=False)
_example("1_Introduction/basic_eager_api.py", digits=False, seeded=False)
_example("2_BasicModels/linear_regression.py", digits=False, settings={"training_epochs": 200})
_example("2_BasicModels/linear_regression_eager_api.py", digits=False, seeded=False, settings={"num_steps": 200})
_example("2_BasicModels/logistic_regression.py", settings={"training_epochs": 3})
_example("2_BasicModels/logistic_regression_eager_api.py", seeded=False, settings={"num_steps": 200}, replaced=_EAGER)
_example("2_BasicModels/nearest_neighbor.py", replaced={"next_batch(5000)": "next_batch(500)", "next_batch(200)": "next_batch(20)"})
_example("2_BasicModels/kmeans.py", settings={"num_steps": 20})
_example("3_NeuralNetworks/autoencoder.py", settings={"num_steps": 40, "display_step": 10})
_example("3_NeuralNetworks/bidirectional_rnn.py", settings={"training_steps": 30, "display_step": 10})
_example("3_NeuralNetworks/convolutional_network.py", settings={"num_steps": 20})
_example("3_NeuralNetworks/convolutional_network_raw.py", settings={"num_steps": 12, "display_step": 4})
_example("3_NeuralNetworks/dcgan.py", settings={"num_steps": 12}, replaced={**_SHOWN, "i % 100 == 0": "i % 4 == 0"})
_example("3_NeuralNetworks/dynamic_rnn.py", digits=False, settings={"training_steps": 60, "display_step": 20})
_example("3_NeuralNetworks/gan.py", settings={"num_steps": 60}, replaced={**_SHOWN, "i % 1000 == 0": "i % 20 == 0"})
_example("3_NeuralNetworks/multilayer_perceptron.py", settings={"training_epochs": 3})
_example("3_NeuralNetworks/neural_network.py", settings={"num_steps": 100})
_example("3_NeuralNetworks/neural_network_eager_api.py", seeded=False, settings={"num_steps": 100, "display_step": 20}, replaced=_EAGER)
_example("3_NeuralNetworks/neural_network_raw.py", settings={"num_steps": 100, "display_step": 20})
_example("3_NeuralNetworks/recurrent_network.py", settings={"training_steps": 30, "display_step": 10})
_example("3_NeuralNetworks/variational_autoencoder.py", settings={"num_steps": 40}, replaced={"i % 1000 == 0": "i % 10 == 0"})
_example("4_Utils/save_restore_model.py")
_example("4_Utils/tensorboard_basic.py", settings={"training_epochs": 2}, replaced=_SAVED)
_example("4_Utils/tensorboard_advanced.py", settings={"training_epochs": 2}, replaced=_SAVED)
_example(
    "5_DataManagement/build_an_image_dataset.py",
    materials=(materials.photographs,),
    # One thread, whose order is the queue's.
    settings={"num_steps": 12, "display_step": 4, "batch_size": 8},
    replaced={"'/path/to/dataset/'": "'photos'", "num_threads=4": "num_threads=1"},
)
_example("5_DataManagement/tensorflow_dataset_api.py", settings={"num_steps": 20, "display_step": 5})
_example(
    "6_MultiGPU/multigpu_cnn.py",
    settings={"num_steps": 3, "display_step": 1, "batch_size": 64},
    replaced={"tf.Session()": "tf.Session(config=tf.ConfigProto(allow_soft_placement=True))"},
    unstable=(r", \d+ Examples/sec",),
)

_BERT = ("--vocab_file=vocab.txt", "--bert_config_file=bert.json", "--output_dir=out", "--max_seq_length=16")
_TESTS = {"said": r"\[ +(OK|FAILED) .*|Ran \d+ tests?|OK", "unstable": (r" in [\d.]+s",)}


def _bert(name, path, **rest):
    _ALL.append(Program(name, "bert", path, materials=(materials.sentences, *rest.pop("more", ())), **rest))


for _name in ("modeling_test", "optimization_test", "tokenization_test"):
    _bert(_name, f"{_name}.py", seeded=False, **_TESTS)
_bert(
    "run_classifier",
    "run_classifier.py",
    # Without a seed of its own an estimator's weights are others each time.
    replaced={"master=FLAGS.master,": "master=FLAGS.master, tf_random_seed=1,"},
    arguments=("--task_name=cola", "--do_train=true", "--do_eval=true", "--do_predict=true", "--data_dir=glue", "--train_batch_size=8",
               "--learning_rate=1e-3", "--num_train_epochs=4", *_BERT),
    printed_files=("out/eval_results.txt", "out/test_results.tsv"),
)  # fmt: skip
_PRETRAINING = ("--input_file=texts.txt", "--output_file=examples.tfrecord", "--vocab_file=vocab.txt", "--max_seq_length=16",
                "--max_predictions_per_seq=3", "--dupe_factor=2")  # fmt: skip
_bert("create_pretraining_data", "create_pretraining_data.py", arguments=_PRETRAINING)
_bert(
    "extract_features",
    "extract_features.py",
    arguments=("--input_file=texts.txt", "--output_file=features.json", "--vocab_file=vocab.txt", "--bert_config_file=bert.json",
               "--init_checkpoint=first/model.ckpt", "--layers=-1", "--max_seq_length=12", "--batch_size=8"),
    prepared="""
import os, sys; sys.path.insert(0, "."); import modeling; os.mkdir("first")
modeling.BertModel(modeling.BertConfig.from_json_file("bert.json"), False, tf.zeros([2, 12], tf.int32))
rng = np.random.RandomState(4)
with tf.Session() as session:
    for v in sorted(tf.global_variables(), key=lambda v: v.name):
        v.load(rng.normal(0, 0.1, v.shape.as_list()), session)
    tf.train.Saver().save(session, "first/model.ckpt")
""",
    printed_files=("features.json",),
)  # fmt: skip
_bert(
    "run_squad",
    "run_squad.py",
    more=(materials.questions,),
    arguments=("--do_train=true", "--do_predict=true", "--train_file=squad.json", "--predict_file=squad.json", "--train_batch_size=8",
               "--learning_rate=1e-3", "--num_train_epochs=2", "--max_query_length=6", "--doc_stride=8", "--max_answer_length=3",
               *_BERT[:-1], "--max_seq_length=24"),
    printed_files=("out/predictions.json",),
)  # fmt: skip

_WEIGHTS = """
import json, sys; sys.path.insert(0, "src"); import model
hparams = model.default_hparams()
hparams.override_from_dict(json.load(open("models/small/hparams.json")))
model.model(hparams=hparams, X=tf.placeholder(tf.int32, [1, None]))
rng = np.random.RandomState(5)
with tf.Session() as session:
    for v in sorted(tf.global_variables(), key=lambda v: v.name):
        v.load(rng.normal(0, 0.3, v.shape.as_list()), session)
    tf.train.Saver().save(session, "models/small/model.ckpt")
"""


# With top_p=1, the default, the last bit of a sum decides whether it exceeds one and so which words may be drawn.
def _gpt(name, path, *arguments, **rest):
    given = ("--model_name=small", "--seed=3", *arguments)
    _ALL.append(Program(name, "gpt-2", path, arguments=given, materials=(materials.byte_pairs,), prepared=_WEIGHTS, **rest))


_gpt("unconditional", "src/generate_unconditional_samples.py", "--nsamples=2", "--length=20", "--top_k=12", "--top_p=0.95")
_gpt("unconditional_top_p", "src/generate_unconditional_samples.py", "--nsamples=2", "--length=20", "--top_p=0.7")
_gpt("conditional", "src/interactive_conditional_samples.py", "--nsamples=2", "--length=12", "--top_k=5", "--top_p=0.95",
     "--temperature=0.8", typed="the thin one in the end\n\nanother\n", ends="EOFError")  # fmt: skip

PROGRAMS = {program.name: program for program in _ALL}
