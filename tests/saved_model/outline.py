"""What a SavedModel is made of, in a form that does not depend on the order of its parts or on who wrote it."""

import os


def outline(meta, decode):
    """The objects by the names that lead to them, functions with their parameters, and signatures of a MetaGraphDef.

    `decode` gives the value of a StructuredValue message.
    """
    nodes = meta.object_graph_def.nodes
    paths, waiting = {0: ""}, [0]
    for number in waiting:
        for child in sorted(nodes[number].children, key=lambda c: c.local_name):
            # Which constants a function captures is up to who writes it.
            if child.node_id not in paths and not child.local_name.startswith("capture_"):
                paths[child.node_id] = f"{paths[number]}/{child.local_name}"
                waiting.append(child.node_id)
    objects = {}
    for number, path in sorted(paths.items(), key=lambda item: item[1]):
        node = nodes[number]
        kind = node.WhichOneof("kind")
        about = [kind]
        if kind == "variable":
            about += [node.variable.dtype, [d.size for d in node.variable.shape.dim], node.variable.trainable, node.variable.name]
        elif kind == "user_object":
            about.append(node.user_object.identifier)
        elif kind == "function":
            spec = node.function.function_spec
            about += [repr(tuple(decode(spec.fullargspec))), repr(decode(spec.input_signature)), len(node.function.concrete_functions)]
        elif kind == "bare_concrete_function" and "/signatures/" in path:
            about += [list(node.bare_concrete_function.argument_keywords), node.bare_concrete_function.allowed_positional_arguments]
        elif kind == "resource":
            about += [node.registered_name, sorted(node.saveable_objects)]
        objects[path] = about
    signatures = {}
    for name, signature in sorted(meta.signature_def.items()):
        inputs = {k: [i.dtype, [d.size for d in i.tensor_shape.dim], i.name] for k, i in sorted(signature.inputs.items())}
        signatures[name] = [signature.method_name, inputs, {k: i.dtype for k, i in sorted(signature.outputs.items())}]
    return {
        "objects": objects,
        "signatures": signatures,
        "assets": sorted(os.path.basename(a.filename) for a in meta.asset_file_def),
        "tags": list(meta.meta_info_def.tags),
        "gradients": len(meta.graph_def.library.registered_gradients),
        "saver": [meta.saver_def.filename_tensor_name, meta.saver_def.version],
    }
