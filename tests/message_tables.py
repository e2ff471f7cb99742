"""What a file of protocol messages holds, as a table: for what TensorFlow gave and what is here alike."""


def table(descriptor):
    """{path of a field or of an enum's value: [number, type, whether it is repeated, the type's full name, its group], or the number}."""
    found = {}
    for message in descriptor.message_types_by_name.values():
        _message(message, "", found)
    for enum in descriptor.enum_types_by_name.values():
        _enum(enum, "", found)
    return found


def _message(message, before, found):
    path = f"{before}{message.name}."
    for field in message.fields:
        kind = field.message_type or field.enum_type
        # Newer versions of protobuf warn of labels, older ones have nothing else.
        repeated = field.is_repeated if hasattr(field, "is_repeated") else field.label == field.LABEL_REPEATED
        group = field.containing_oneof and field.containing_oneof.name
        found[path + field.name] = [field.number, field.type, bool(repeated), kind and kind.full_name, group]
    for inner in message.nested_types:
        _message(inner, path, found)
    for enum in message.enum_types:
        _enum(enum, path, found)


def _enum(enum, before, found):
    for value in enum.values:
        found[f"{before}{enum.name}.{value.name}"] = value.number
