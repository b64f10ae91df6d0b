#!/usr/bin/env python3
"""The site's builder: what it makes of pages, and that it refuses what would be broken.

    site_test.py        with a Python that has markdown-it; PLUMB_BINARY names the program
"""
import contextlib
import functools
import io
import os
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "site"))

import build  # noqa: E402
import links  # noqa: E402
import python_reference  # noqa: E402
import rest_reference  # noqa: E402
from render import BadPage, Renderer  # noqa: E402
from tree import Tree, address, relative  # noqa: E402


@functools.cache
def openapi_document(plumb):
    """One start of the server for all tests."""
    return SERVED(plumb)


SERVED = rest_reference.openapi_document


def render(text, page="docs/a.md", resolve=lambda page, target: target):
    return Renderer(resolve).render(page, text)


class RenderTest(unittest.TestCase):
    def test_anchors_are_githubs(self):
        found = render("# A\n\n## Which gate?\n\n## `ids` of 2 x k, once\n\n## Which gate?\n")
        self.assertEqual([each.anchor for each in found.sections],
                         ["a", "which-gate", "ids-of-2-x-k-once", "which-gate-1"])
        self.assertIn('<h2 id="which-gate-1">', found.body)

    def test_a_page_has_one_title(self):
        for text in ("no heading", "# A\n\n# B\n", "## A\n"):
            with self.subTest(text), self.assertRaises(BadPage):
                render(text)

    def test_prompts_of_a_transcript_are_marked_and_its_text_is_escaped(self):
        body = render("# A\n\n```console\n$ plumb embed <a>\n<b> & c\n```\n").body
        self.assertIn('<span class="prompt">$ </span><span class="command">plumb embed &lt;a&gt;</span>',
                      body)
        self.assertIn("&lt;b&gt; &amp; c", body)

    def test_what_is_for_the_site_alone_is_shown_and_other_comments_are_not(self):
        body = render("# A\n\n- one\n<!-- site: - [two](b.md) -->\n<!-- example: execution -->\n").body
        self.assertIn('<li><a href="b.md">two</a></li>', body)
        self.assertNotIn("example", body)

    def test_a_pipe_in_a_cell_stays_in_its_cell(self):
        body = render("# A\n\n| a | b |\n|---|---|\n| `x \\| y` | z |\n").body
        self.assertIn("<td><code>x | y</code></td>", body)


class TreeTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        for name in ("docs/formats/README.md", "docs/a.md", "prompts/judge.txt", "CHANGELOG.md"):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text("# A\n")
        self.tree = Tree(self.root)

    def test_addresses(self):
        self.assertEqual([address(path) for path in ("docs/README.md", "docs/formats/README.md",
                                                     "docs/a.md", "CHANGELOG.md", "prompts/judge.txt")],
                         ["index.html", "formats/index.html", "a.html", "tree/CHANGELOG.html",
                          "tree/prompts/judge.txt"])
        self.assertEqual(relative("formats/index.html", "a.html"), "../a.html")

    def test_links_lead_to_pages_and_bring_files_along(self):
        resolve = self.tree.resolve
        self.assertEqual(resolve("docs/formats/README.md", "../a.md#x"), "../a.html#x")
        self.assertEqual(resolve("docs/a.md", "../prompts/judge.txt"), "tree/prompts/judge.txt")
        self.assertEqual(resolve("docs/a.md", "../CHANGELOG.md"), "tree/CHANGELOG.html")
        self.assertEqual(resolve("docs/formats/README.md", "site:reference/rest.html"),
                         "../reference/rest.html")
        self.assertEqual(resolve("docs/a.md", "https://example.org/x"), "https://example.org/x")
        self.assertIn("prompts/judge.txt", self.tree.files)
        self.assertIn("CHANGELOG.md", self.tree.pages)

    def test_a_link_to_nothing_to_a_folder_or_out_of_the_tree_is_refused(self):
        for target in ("b.md", "formats", "../../etc/passwd", "/etc/passwd"):
            with self.subTest(target), self.assertRaises(BadPage):
                self.tree.resolve("docs/a.md", target)


class LinksTest(unittest.TestCase):
    def problems(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            for name, body in pages.items():
                (Path(folder) / f"{name}.html").write_text(body)
            return links.problems(folder)

    def test_what_is_there_is_fine(self):
        self.assertEqual(self.problems(a='<a href="b.html#x">b</a><a href="https://example.org">e</a>',
                                       b='<p id="x">'), [])

    def test_what_is_broken_is_told(self):
        for body, sentence in [
            ('<a href="c.html">', "c.html, which is not there"),
            ('<a href="b.html#y">', "an anchor that is not there"),
            ('<a href="#y">', "an anchor that is not there"),
            ('<p id="x"><p id="x">', "the anchor x is there twice"),
            ('<img src="https://example.org/a.png">', "from another host"),
            ('<link rel="stylesheet" href="//example.org/a.css">', "from another host"),
            ('<a href="/b.html">', "does not work below a path"),
            ('<img src="a.png">', "a.png, which is not there"),
        ]:
            with self.subTest(body):
                found = self.problems(a=body, b='<p id="x">')
                self.assertTrue(any(sentence in each for each in found), found)


class ReferenceTest(unittest.TestCase):
    def test_every_public_name_of_the_package_has_its_section(self):
        text = python_reference.markdown(Tree(ROOT))
        for name in ("compare", "SentenceTransformer.encode", "Comparison.to_pandas", "spark.profile",
                     "testing.assert_no_drift", "errors.InvalidInput"):
            self.assertIn(f"{{#{name}}}", text)
        self.assertIn("model: str = 'all-MiniLM-L6-v2'", text)
        self.assertNotIn("self", text.split("## plumb_drift", 1)[1].split("```")[1])

    def test_every_operation_and_schema_of_the_document_has_its_section(self):
        document = openapi_document(os.environ["PLUMB_BINARY"])
        found = render(rest_reference.markdown(document), "docs/reference/rest.md", Tree(ROOT).resolve)
        anchors = {each.anchor for each in found.sections}
        operations = {operation["operationId"] for methods in document["paths"].values()
                      for method, operation in methods.items() if method != "parameters"}
        self.assertEqual(operations - anchors, set())
        self.assertEqual({f"schema-{name}" for name in document["components"]["schemas"]} - anchors,
                         set())


class BuildTest(unittest.TestCase):
    """The whole builder on a tree of two pages."""

    def build(self, **pages):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "tree"
            for name in ("docs/formats", "bindings/python"):
                (root / name).mkdir(parents=True)
            (root / python_reference.PACKAGE).symlink_to(ROOT / python_reference.PACKAGE)
            texts = {"README": "# Home\n\n## Start\n\n- [A page](a.md): what it is\n",
                     "python": "# Python\n", "rest": "# REST\n",
                     "cli": "# CLI\n\n" + "".join(build.MADE_TABLES), "a": "# A page\n", **pages}
            for name, text in texts.items():
                (root / "docs" / f"{name}.md").write_text(text)
            arguments = ["build.py", "--plumb", os.environ["PLUMB_BINARY"], "--root", str(root),
                         "--out", f"{folder}/site", "--base", "/plumb/"]
            with mock.patch.object(sys, "argv", arguments), \
                    mock.patch.object(rest_reference, "openapi_document", openapi_document), \
                    contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                build.main()
            return {path.relative_to(f"{folder}/site").as_posix(): path.read_text()
                    for path in Path(f"{folder}/site").rglob("*.html")}

    def test_the_menu_is_that_of_the_first_page_and_what_it_leaves_out_comes_last(self):
        page = self.build()["a.html"]
        self.assertIn('<li><a href="a.html" aria-current="page">A page</a></li>', page)
        self.assertIn("<title>A page · Plumb</title>", page)
        self.assertLess(page.index(">A page</a>"), page.index("<h2>More</h2>"))
        self.assertLess(page.index("<h2>More</h2>"), page.index(">Python reference</a>"))

    def test_the_tables_of_the_command_line_are_the_programs(self):
        self.assertIn("plumb compare", self.build()["cli.html"])

    def test_a_missing_page_finds_its_way_from_any_address(self):
        self.assertIn('<base href="/plumb/">', self.build()["404.html"])

    def test_a_dead_link_and_a_missing_anchor_fail_the_build(self):
        for text, sentence in [("# A\n\n[b](b.md)\n", "docs/a.md: the link to b.md leads nowhere"),
                               ("# A\n\n[b](rest.md#no)\n", "an anchor that is not there")]:
            with self.subTest(text), self.assertRaises(SystemExit) as ended:
                self.build(a=text)
            self.assertIn(sentence, str(ended.exception))


if __name__ == "__main__":
    unittest.main()
