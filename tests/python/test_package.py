"""The package as it is imported."""

import ast
import pickle
import subprocess
import sys
from pathlib import Path

import plumb_drift
import pytest


def run_python(source):
    return subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_importing_it_imports_nothing_heavy():
    loaded = run_python(
        "import sys; from plumb_drift import SentenceTransformer; SentenceTransformer();"
        "print(*[name for name in ('numpy', 'pandas', 'pyarrow', 'torch', 'sklearn', 'tqdm')"
        " if name in sys.modules])"
    )
    assert loaded == ""


def test_every_public_name_is_there():
    for name in plumb_drift.__all__:
        assert getattr(plumb_drift, name) is not None
    assert set(plumb_drift.__all__) <= set(dir(plumb_drift))


def test_the_modules_that_users_name_need_no_import():
    said = run_python("import plumb_drift; print(plumb_drift.errors.InvalidInput.__name__)")
    assert said == "InvalidInput"
    assert "importlib" not in dir(plumb_drift)


def again(made):
    return pickle.loads(pickle.dumps(made))


def test_errors_survive_pickling(baseline_records):
    from plumb_drift import errors
    from plumb_drift.testing import DriftFound

    plain = [
        each
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, BaseException)
    ]
    assert len(plain) == 10
    plain.remove(errors.ServiceError)
    for each in plain:
        assert type(again(each("a sentence"))) is each
        assert str(again(each("a sentence"))) == "a sentence"
    told = again(errors.ServiceError(404, {"detail": "nothing there"}))
    assert (told.status, str(told)) == (404, "404: nothing there")
    comparison = plumb_drift.compare(baseline_records, baseline_records, embeddings=False)
    found = again(DriftFound("it drifted", comparison))
    assert (type(found), str(found), found.comparison) == (DriftFound, "it drifted", comparison)


@pytest.mark.filterwarnings("ignore:.* entries of harbour_7b ")
def test_results_survive_pickling(examples, baseline_records, tmp_path):
    texts = ["a text", "another"]
    steps = [{"session": "s", "step": 0, "response": "fine"}]
    written = plumb_drift.import_(baseline_records, tmp_path / "run.jsonl")
    run = plumb_drift.read_results(baseline_records)
    comparison = plumb_drift.compare(run, run, embeddings=False)
    sessions = (examples / "session" / "cases.json", examples / "session" / "generations.jsonl")
    harbour = examples / "stereotype" / "evaluation_harbour_7b.json"
    for made in (
        comparison,
        comparison.results[0],
        plumb_drift.intent(examples / "intent" / "log.jsonl"),
        plumb_drift.session(*sessions),
        plumb_drift.stereotype(harbour, classifier="embedded"),
        run,
        plumb_drift.read_sessions(steps),
        written,
        plumb_drift.Profile(run, embeddings=False),
        plumb_drift.tokenize(texts)[0],
    ):
        assert again(made) == made
    vectors = plumb_drift.embed(texts, return_truncated=True)
    assert (again(vectors).vectors == vectors.vectors).all()
    labels = plumb_drift.classify(texts, classifier="embedded")
    assert again(labels).to_dict() == labels.to_dict()


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'embedd'"):
        plumb_drift.embedd


def test_the_version_is_the_programs():
    root = Path(__file__).resolve().parents[2]
    assert f"VERSION {plumb_drift.__version__} " in (root / "CMakeLists.txt").read_text()


def test_the_stub_names_what_the_module_has():
    from plumb_drift import _core

    stub = ast.parse((Path(plumb_drift.__file__).parent / "_core.pyi").read_text())
    described = {
        node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    there = {name for name, each in vars(_core).items() if callable(each) and name[0] != "_"}
    assert described == there
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            assert hasattr(_core, node.name), node.name
        if isinstance(node, ast.ClassDef):
            described = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            there = {name for name in vars(getattr(_core, node.name)) if not name.startswith("__")}
            assert described - {"__init__"} == there, node.name


def test_it_is_typed():
    assert (Path(plumb_drift.__file__).parent / "py.typed").exists()


def test_every_public_name_says_what_it_is():
    def silent(body, where):
        for node in body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            marks = [ast.unparse(each) for each in node.decorator_list]
            if any(each == "overload" or each.endswith(".setter") for each in marks):
                continue  # said once, where the body or the getter is
            if not ast.get_docstring(node):
                yield f"{where}.{node.name}"
            if isinstance(node, ast.ClassDef):
                yield from silent(node.body, f"{where}.{node.name}")

    folder = Path(plumb_drift.__file__).parent
    trees = {path.stem: ast.parse(path.read_text()) for path in folder.glob("*.py")}
    assert [each for name, tree in trees.items() for each in silent(tree.body, name)] == []


def test_a_module_s_names_are_asked_of_the_module_that_has_them():
    """A name that a module only imports is no part of what it exports: `mypy --strict` refuses it."""
    folder = Path(plumb_drift.__file__).parent
    trees = {path.stem: ast.parse(path.read_text()) for path in folder.glob("*.py")}
    imported = {
        name: {
            alias.asname or alias.name
            for node in tree.body
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names
        }
        for name, tree in trees.items()
    }
    for user, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module = node.value.id
                if module in imported[user]:
                    assert node.attr not in imported.get(module, ()), f"{user}: {module}.{node.attr}"
