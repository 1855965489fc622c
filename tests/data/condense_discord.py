#!/usr/bin/env python3
"""Condenses Discord's OpenAPI description into discord-api.json: what the stand-in holds requests against.

usage: condense_discord.py openapi.json > discord-api.json

Kept are the routes that a bot of this kind may call, and of each request's body, as a JSON schema, the names of its
properties, which of them are required, their types and limits. No sentence of the description is kept. A property that is
not described is not allowed.
"""

import json
import sys

ROUTES = {
    "/gateway": ["get"],
    "/gateway/bot": ["get"],
    "/users/@me": ["get"],
    "/oauth2/applications/@me": ["get"],
    "/applications/{application_id}/commands": ["get", "put", "post"],
    "/interactions/{interaction_id}/{interaction_token}/callback": ["post"],
    "/webhooks/{webhook_id}/{webhook_token}": ["post"],
    "/webhooks/{webhook_id}/{webhook_token}/messages/@original": ["get", "patch", "delete"],
    "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": ["get", "patch", "delete"],
    "/channels/{channel_id}/messages": ["get", "post"],
    "/channels/{channel_id}/messages/{message_id}": ["get", "patch", "delete"],
}

KEPT = [
    "type", "pattern", "enum", "const", "minimum", "maximum", "minLength", "maxLength",
    "minItems", "maxItems", "uniqueItems", "maxProperties", "required",
]


def condense(schema, wanted):
    """A schema without its words; the names that it refers to are added to `wanted`."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        wanted.append(name)
        return {"$ref": f"#/$defs/{name}"}
    kept = {key: schema[key] for key in KEPT if key in schema}
    if kept.get("required") == []:
        del kept["required"]
    variants = schema.get("oneOf") or schema.get("anyOf")
    if variants and all("const" in variant for variant in variants):
        kept["enum"] = [variant["const"] for variant in variants]
    elif variants:
        kept["anyOf"] = [condense(variant, wanted) for variant in variants]
    if "enum" in kept and "null" in kept.get("type", []) and None not in kept["enum"]:
        kept["enum"] = kept["enum"] + [None]
    # A list of allowed numbers beside a reference to all of them says everything already.
    if "allOf" in schema and "enum" not in schema:
        kept["allOf"] = [condense(part, wanted) for part in schema["allOf"]]
    if "properties" in schema:
        kept["properties"] = {name: condense(part, wanted) for name, part in sorted(schema["properties"].items())}
        kept["additionalProperties"] = False
    if "items" in schema:
        kept["items"] = condense(schema["items"], wanted)
    if isinstance(schema.get("additionalProperties"), dict):
        kept["additionalProperties"] = condense(schema["additionalProperties"], wanted)
    return kept


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    wanted = []
    routes = []
    for path, methods in ROUTES.items():
        for method in methods:
            operation = api["paths"][path][method]
            route = {"method": method.upper(), "path": path}
            query = [part["name"] for part in operation.get("parameters", []) if part["in"] == "query"]
            if query:
                route["query"] = sorted(query)
            body = operation.get("requestBody")
            if body:
                route["body"] = condense(body["content"]["application/json"]["schema"], wanted)
                route["multipart"] = "multipart/form-data" in body["content"]
            routes.append(route)
    schemas = {}
    while wanted:
        name = wanted.pop()
        if name not in schemas:
            schemas[name] = None
            schemas[name] = condense(api["components"]["schemas"][name], wanted)
    out = {"version": api["info"]["version"], "routes": routes, "$defs": dict(sorted(schemas.items()))}
    # One route and one schema a line: short, and still readable in a comparison of versions.
    line = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    print("{" + f'"version":{line(out["version"])},"routes":[')
    print(",\n".join(line(route) for route in routes))
    print('],"$defs":{')
    print(",\n".join(f"{line(name)}:{line(schema)}" for name, schema in out["$defs"].items()))
    print("}}")


main()
