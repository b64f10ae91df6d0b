"""The reference of the Python package as Markdown, from its source: names, signatures, docstrings.

The source is read, not imported, so nothing has to be built for it.
"""
import ast
import textwrap

PACKAGE = "bindings/python/plumb_drift"
# Modules that are used by their own name, and which names of them: all, where none are listed.
MODULES = {"spark": (), "testing": (), "models": ("forget_models",), "errors": ()}


def _module(tree, name):
    return ast.parse(tree.read(f"{PACKAGE}/{name}.py"))


def _constants(module):
    """Names of a module that stand for a number or a text."""
    return {target.id: node.value.value
            for node in module.body if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            for target in node.targets if isinstance(target, ast.Name)}


class _Spelled(ast.NodeTransformer):
    """Names of constants give way to their values: model='all-MiniLM-L6-v2'."""

    def __init__(self, constants):
        self.constants = constants

    def visit_Attribute(self, node):
        return ast.Constant(self.constants[node.attr]) if node.attr in self.constants else node

    def visit_Name(self, node):
        return ast.Constant(self.constants[node.id]) if node.id in self.constants else node


def _about(node):
    text = ast.get_docstring(node)
    if not text:
        return []
    # An indented example of a docstring is code in Markdown too.
    return [textwrap.dedent(text), ""]


def _is_public(node):
    return not node.name.startswith("_")


def _has(node, decorator):
    return any(ast.unparse(each).split("(")[0].split(".")[-1] == decorator
               for each in node.decorator_list)


class _Writer:
    def __init__(self, tree):
        self.tree = tree
        self.constants = _constants(_module(tree, "models"))
        self.lines = []

    def signature(self, name, node):
        """One argument a line where they do not fit into one."""
        arguments = _Spelled(self.constants).visit(node.args)
        for kind in (arguments.posonlyargs, arguments.args):
            if kind and kind[0].arg in ("self", "cls"):
                del kind[0]
                break
        has_result = node.returns is not None and node.name != "__init__"
        result = f" -> {ast.unparse(node.returns)}" if has_result else ""
        parts = list(self.each(arguments))
        whole = f"{name}({', '.join(parts)}){result}"
        if len(whole) <= 88:
            return whole
        return f"{name}(\n" + "".join(f"    {part},\n" for part in parts) + f"){result}"

    @staticmethod
    def each(arguments):
        def one(argument, default):
            text = ast.unparse(argument)
            if default is None:
                return text
            return text + (" = " if argument.annotation else "=") + ast.unparse(default)

        plain = [*arguments.posonlyargs, *arguments.args]
        missing = [None] * (len(plain) - len(arguments.defaults))
        yield from (one(*pair) for pair in zip(plain, missing + arguments.defaults))
        if arguments.vararg:
            yield "*" + ast.unparse(arguments.vararg)
        elif arguments.kwonlyargs:
            yield "*"
        yield from (one(*pair) for pair in zip(arguments.kwonlyargs, arguments.kw_defaults))
        if arguments.kwarg:
            yield "**" + ast.unparse(arguments.kwarg)

    def function(self, node, level, owner="", anchor=""):
        name = f"{owner}{node.name}"
        self.lines += [f"{'#' * level} {name} {{#{anchor or name}}}", "", "```python"]
        if _has(node, "property"):
            returns = f": {ast.unparse(node.returns)}" if node.returns else ""
            self.lines += [f"{node.name}{returns}"]
        else:
            self.lines += [self.signature(node.name, node)]
        self.lines += ["```", "", *_about(node)]

    def members(self, node, module):
        """Fields and public functions, those of private bases in the same module first."""
        classes = {each.name: each for each in module.body if isinstance(each, ast.ClassDef)}
        for base in node.bases:
            known = classes.get(ast.unparse(base))
            if known is not None and not _is_public(known):
                yield from self.members(known, module)
        yield from node.body

    def a_class(self, node, module, level, anchor):
        bases = [ast.unparse(base) for base in node.bases
                 if not ast.unparse(base).startswith("_")]
        self.lines += [f"{'#' * level} {node.name} {{#{anchor}}}", ""]
        if bases:
            self.lines += [f"A {' and a '.join(f'`{base}`' for base in bases)}.", ""]
        self.lines += _about(node)
        members = list(self.members(node, module))
        self.fields([each for each in members if isinstance(each, ast.AnnAssign)])
        functions = {}
        for each in members:
            if isinstance(each, ast.FunctionDef) and not _has(each, "setter"):
                functions[each.name] = each
        for each in functions.values():
            if each.name == "__init__":
                self.lines += ["```python", self.signature(node.name, each), "```", "",
                               *_about(each)]
        for each in functions.values():
            if _is_public(each):
                self.function(each, level + 1, f"{node.name}.", f"{anchor}.{each.name}")

    def fields(self, found):
        rows = [(each.target.id, ast.unparse(each.annotation)) for each in found
                if isinstance(each.target, ast.Name) and not each.target.id.startswith("_")
                and not ast.unparse(each.annotation).startswith("ClassVar")]
        if rows:
            self.lines += ["| field | type |", "|---|---|"]
            for name, kind in rows:
                kind = kind.replace("|", "\\|")
                self.lines += [f"| `{name}` | `{kind}` |"]
            self.lines += [""]

    def names(self, module, names, level, prefix=""):
        found = {each.name: each for each in module.body
                 if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
        for name in names:
            node = found[name]
            if isinstance(node, ast.ClassDef):
                self.a_class(node, module, level, f"{prefix}{name}")
            else:
                self.function(node, level, anchor=f"{prefix}{name}")


def markdown(tree):
    package = _module(tree, "__init__")
    homes = next(ast.literal_eval(node.value) for node in package.body
                 if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_HOMES")
    writer = _Writer(tree)
    writer.lines += ["# Python reference", "",
                     "Made from the package's source. [Python](../python.md) has examples.",
                     "", "## plumb_drift", "",
                     ", ".join(f"[`{name}`](#{name})" for name in homes
                               if homes[name] not in MODULES) + ".", ""]
    for home in dict.fromkeys(homes.values()):
        if home not in MODULES:
            names = [name for name, lives in homes.items() if lives == home]
            writer.names(_module(tree, home), names, 3)
    for name, chosen in MODULES.items():
        module = _module(tree, name)
        public = chosen or [node.name for node in module.body
                            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and _is_public(node)]
        writer.lines += [f"## plumb_drift.{name}", "", *_about(module)]
        writer.names(module, public, 3, prefix=f"{name}.")
    return "\n".join(writer.lines) + "\n"
