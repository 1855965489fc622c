#!/usr/bin/env python3
"""Condenses a machine-readable description of Telegram's Bot API to what the stand-in checks requests against.

    telegram-methods.py telegram-bot-api.json > telegram-methods.json

Every method with the names of its parameters, and every type that a parameter can be made of with the names of its
fields; `!` after a name says that it is required, `|` separates the types that a value may have. A type that is one of
several others is their list.
"""

import json
import re
import sys

spec = json.load(open(sys.argv[1], encoding="utf-8"))


def fields(entry):
    return {f["name"] + "!" * f["required"]: "|".join(f["types"]) for f in entry.get("fields", [])}


methods = {name: fields(entry) for name, entry in sorted(spec["methods"].items())}

types, open_ends = {}, [kind for parameters in methods.values() for kind in parameters.values()]
while open_ends:
    for name in re.sub("Array of ", "", open_ends.pop()).split("|"):
        if name in spec["types"] and name not in types and name != "InputFile":
            entry = spec["types"][name]
            types[name] = "|".join(entry["subtypes"]) if entry.get("subtypes") else fields(entry)
            open_ends += [types[name]] if isinstance(types[name], str) else types[name].values()


def block(name, entries):
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in sorted(entries.items()))
    return f'"{name}": {{\n' + ",\n".join(lines) + "\n}"


print("{")
print(f'"version": {json.dumps(spec["version"])},')
print(block("methods", methods) + ",")
print(block("types", types))
print("}")
