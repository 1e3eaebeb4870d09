# validate.py SCHEMA FILE...: what in JSON files the schema does not allow, a line each; then the properties of the schema
# that no file has, in one line. Debian's python3-jsonschema.
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
seen = set()


def see(value, rule):
    """Notes the properties of a valid value, by the rules that they fall under."""
    rule = schema["$defs"][rule["$ref"].split("/")[-1]] if "$ref" in rule else rule
    if isinstance(value, list):
        for item in value:
            see(item, rule.get("items", {}))
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in rule.get("properties", {}):
                seen.add((rule["description"], key))
                see(item, rule["properties"][key])


def all_properties(rule):
    for key, inner in rule.get("properties", {}).items():
        yield rule["description"], key
        yield from all_properties(inner)
        yield from all_properties(inner.get("items", {}))


for name in sys.argv[2:]:
    report = json.load(open(name))
    errors = list(validator.iter_errors(report))
    for error in errors:
        print(f"{name}: /{'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
    if not errors:
        see(report, schema)

known = set(all_properties(schema))
for rule in schema["$defs"].values():
    known.update(all_properties(rule))
print("in no file:", ", ".join(sorted(f"{key} ({where[:40]})" for where, key in known - seen)))
