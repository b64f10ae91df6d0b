"""The reference of the REST API as Markdown, from the document that a started server gives."""
import json
import os
import subprocess
import tempfile
import urllib.request


def openapi_document(plumb):
    """What GET /openapi.json of this program says; the server runs for that long alone."""
    with tempfile.TemporaryDirectory(prefix="plumb-docs-") as folder:
        environment = {**os.environ, "XDG_CONFIG_HOME": folder}
        with subprocess.Popen([plumb, "serve", "--quiet", "--listen", "127.0.0.1:0", "--json",
                               "--db", os.path.join(folder, "plumb.db")], cwd=folder, env=environment,
                              stdout=subprocess.PIPE) as server:
            try:
                url = json.loads(server.stdout.readline())["urls"][0]
                with urllib.request.urlopen(url + "/openapi.json", timeout=30) as answer:
                    return json.load(answer)
            finally:
                server.terminate()


def _cell(text):
    return " ".join(str(text).split()).replace("|", "\\|")


def _code(value):
    return f"`{_cell(json.dumps(value, ensure_ascii=False))}`"


def _anchor(name):
    return f"schema-{name}"


def _bounds(schema):
    """Limits in words: 1 to 1,000; at most 200 characters."""
    words = []
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        words.append(f"{low} to {high}")
    elif low is not None or high is not None:
        words.append(f"from {low}" if high is None else f"up to {high}")
    for unit, least, most in (("characters", "minLength", "maxLength"),
                              ("items", "minItems", "maxItems")):
        if least in schema:
            words.append(f"at least {schema[least]} {unit}")
        if most in schema:
            words.append(f"at most {schema[most]} {unit}")
    if "pattern" in schema:
        words.append(f"as `{_cell(schema['pattern'])}`")
    if "default" in schema:
        words.append(f"default {_code(schema['default'])}")
    return words


def _said(thing, schema):
    """What a parameter, member or schema says of itself, and its limits."""
    bounds = _bounds(schema)
    about = thing.get("description", "")
    return "; ".join([about.rstrip(".") if bounds else about, *bounds] if about else bounds)


def _type(schema):
    """A schema in a few words, with links to those that have a name."""
    if schema is True or not schema:
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{_anchor(name)})"
    for several, between in (("anyOf", " or "), ("oneOf", " or "), ("allOf", " and ")):
        if several in schema:
            return between.join(_type(each) for each in schema[several])
    if "const" in schema:
        return _code(schema["const"])
    if "enum" in schema:
        return ", ".join(_code(each) for each in schema["enum"])
    kinds = schema.get("type", "object" if "properties" in schema else "anything")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join("list of " + _type(schema["items"]) if kind == "array" and "items" in schema
                       else schema.get("format", kind) if kind == "string" else kind
                       for kind in kinds)


def _rows(schema, prefix=""):
    """(name, type, what is said of it) of each member; those of nested objects behind a dot."""
    for name, member in schema.get("properties", {}).items():
        said = _said(member, member) if isinstance(member, dict) else ""
        yield prefix + name, name in schema.get("required", ()), _type(member), said
        if not isinstance(member, dict):
            continue
        inner, step = member, "."
        while isinstance(inner.get("items"), dict):
            inner, step = inner["items"], "[]" + step
        yield from _rows(inner, prefix + name + step)


class _Writer:
    def __init__(self, document):
        self.document = document
        self.lines = []

    def add(self, *lines):
        self.lines += [*lines, ""]

    def fields(self, schema):
        parts = [part for part in schema.get("allOf", [schema]) if "$ref" not in part]
        rows = [row for part in parts for row in _rows(part)]
        if rows:
            self.add("| member | type | |", "|---|---|---|",
                     *(f"| `{_cell(name)}`{'' if required else ' (optional)'} | {kind} | {_cell(said)} |"
                       for name, required, kind, said in rows))

    def parameters(self, operation, shared):
        found = [*shared, *operation.get("parameters", [])]
        found = [self.lookup(each) for each in found]
        if found:
            self.add("| parameter | in | type | |", "|---|---|---|---|",
                     *(f"| `{each['name']}`{'' if each.get('required') else ' (optional)'} | "
                       f"{each['in']} | {_type(each['schema'])} | "
                       f"{_cell(_said(each, each['schema']))} |" for each in found))

    def lookup(self, thing):
        while "$ref" in thing:
            found = self.document
            for part in thing["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            thing = found
        return thing

    def content(self, title, content):
        for kind, body in content.items():
            schema = body.get("schema", {})
            self.add(f"{title}: `{kind}`, {_type(schema)}.")
            self.fields(schema)
            if "example" in body:
                example = body["example"]
                text = example if isinstance(example, str) else json.dumps(
                    example, indent=2, ensure_ascii=False)
                self.add("```json", text.rstrip("\n"), "```")

    def operation(self, path, method, operation, shared):
        self.add(f"### {method.upper()} {path} {{#{operation['operationId']}}}")
        self.add(f"{operation['summary'].rstrip('.?')}{'?' if operation['summary'].endswith('?') else '.'}"
                 f" {operation.get('description', '')}".rstrip())
        scope = operation.get("x-plumb-scope")
        self.add(f"Scope: `{scope}`." if scope else "Open to anyone.")
        self.parameters(operation, shared)
        if "requestBody" in operation:
            self.content("Body", self.lookup(operation["requestBody"]).get("content", {}))
        for status, answer in operation.get("responses", {}).items():
            answer = self.lookup(answer)
            # Every operation answers what is wrong by the same document.
            if status == "default" or status[0] in "45" and "Problem" in json.dumps(answer):
                continue
            self.add(f"**{status}**: {answer['description']}")
            self.content("Answer", answer.get("content", {}))

    def operations(self, tag):
        for path, methods in self.document["paths"].items():
            shared = methods.get("parameters", [])
            for method, operation in methods.items():
                if method != "parameters" and operation["tags"][0] == tag:
                    yield path, method, operation, shared

    def markdown(self):
        info = self.document["info"]
        self.add("# REST reference")
        self.add("Made from the `/openapi.json` of `plumb serve`, which is a "
                 "[download](site:reference/openapi.json) too. [The REST API](../rest.md) has a walk, "
                 "and what every route keeps to.")
        self.add(info["description"])
        self.add("Whatever fails is answered by a [Problem](#schema-Problem).")
        for tag in self.document["tags"]:
            self.add(f"## {tag['name']}", "", tag.get("description", ""))
            found = list(self.operations(tag["name"]))
            self.add(*(f"- [`{method.upper()} {path}`](#{operation['operationId']}): "
                       f"{operation['summary']}" for path, method, operation, _ in found))
            for each in found:
                self.operation(*each)
        self.add("## Schemas")
        for name, schema in self.document["components"]["schemas"].items():
            self.add(f"### {name} {{#{_anchor(name)}}}")
            said = _said(schema, schema)
            self.add(f"{_type(schema)}{'. ' if said else '.'}{said}")
            self.fields(schema)
        return "\n".join(self.lines)


def markdown(document):
    return _Writer(document).markdown()
