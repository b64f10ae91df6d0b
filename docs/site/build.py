#!/usr/bin/env python3
"""Builds the site of docs/: plain HTML that needs no server, no network and no script.

    build.py --plumb BINARY --out FOLDER [--base /path/]

docs/README.md is the first page, and its lists of links are the menu. The references come from
the program and the package. A dead link, a missing anchor or a file loaded from another host
fails the build. Called by script/docs; needs Debian's python3-markdown-it.
"""
import argparse
import html
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from string import Template

import links
import python_reference
import rest_reference
from render import BadPage, Renderer, visible
from tree import Tree, address, relative

HERE = Path(__file__).resolve().parent
HOME = "docs/README.md"
MADE_TABLES = ("<!-- made by: plumb help --markdown -->\n", "<!-- end -->\n")
ASSETS = ("site.css", "search.js", "icon.svg")


@dataclass
class MenuSection:
    title: str
    entries: list[tuple[str, str]]  # words, address


class Site:
    def __init__(self, root, plumb):
        self.tree = Tree(root)
        self.plumb = plumb
        self.renderer = Renderer(self.tree.resolve)
        self.made = {}      # generated pages: what they would be called in the tree, their Markdown
        self.rendered = {}  # by the path in the tree
        self.openapi = None

    def run(self, *arguments):
        return subprocess.run([self.plumb, *arguments], check=True, capture_output=True,
                              text=True).stdout

    def generate(self):
        self.openapi = rest_reference.openapi_document(self.plumb)
        self.made["docs/reference/rest.md"] = rest_reference.markdown(self.openapi)
        self.made["docs/reference/python.md"] = python_reference.markdown(self.tree)
        page = self.tree.read("docs/cli.md")
        begin, end = (page.index(mark) for mark in MADE_TABLES)
        self.made["docs/cli.md"] = (page[:begin + len(MADE_TABLES[0])]
                                    + self.run("help", "--markdown") + page[end:])

    def render(self):
        """Every page; a page that links to another file of the tree adds that."""
        waiting = [*self.tree.pages, *self.made]
        while waiting:
            for path in waiting:
                text = self.made[path] if path in self.made else self.tree.read(path)
                self.rendered[path] = self.renderer.render(path, text)
            waiting = [path for path in self.tree.pages if path not in self.rendered]

    def menu(self):
        """The lists of the first page, by its headings; pages that it does not name come last."""
        sections, named = [], set()
        tokens = self.renderer.markdown.parse(visible(self.tree.read(HOME)))
        for index, token in enumerate(tokens):
            if token.type == "heading_open" and token.tag == "h2":
                sections.append(MenuSection(tokens[index + 1].content, []))
            if token.type == "inline" and sections:
                for target, words in self.links_of(token):
                    if target not in named:
                        named.add(target)
                        sections[-1].entries.append((words, target))
        rest = [(page.title, address(path)) for path, page in sorted(self.rendered.items())
                if path.startswith("docs/") and path != HOME and address(path) not in named]
        for _, name in rest:
            print(f"docs: {name} is in no list of {HOME}, so it stands last in the menu",
                  file=sys.stderr)
        sections.append(MenuSection("More", rest))
        return [section for section in sections if section.entries]

    def links_of(self, inline):
        """Links to whole pages of the site: address and words."""
        children = inline.children or []
        for index, child in enumerate(children):
            if child.type == "link_open":
                target = self.tree.resolve(HOME, str(child.attrGet("href")))
                if target.endswith(".html") and "://" not in target:
                    yield target, children[index + 1].content


class Writer:
    """Puts rendered pages into their frame and into files."""

    def __init__(self, site, out, version):
        self.site = site
        self.out = Path(out)
        self.version = version
        self.menu = site.menu()
        self.frame = Template((HERE / "page.html").read_text(encoding="utf-8"))

    def write(self, name, text):
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def menu_html(self, page):
        parts = []
        for section in self.menu:
            parts.append(f"<h2>{html.escape(section.title)}</h2><ul>")
            for words, target in section.entries:
                here = ' aria-current="page"' if target == page else ""
                parts.append(f'<li><a href="{html.escape(relative(page, target))}"{here}>'
                             f"{html.escape(words)}</a></li>")
            parts.append("</ul>")
        return "\n".join(parts)

    @staticmethod
    def contents_html(rendered):
        """The headings of a long page: beside it where there is room, else folded above it."""
        found = [section for section in rendered.sections if section.level == 2]
        if len(found) < 3:
            return ""
        items = "".join(f'<li><a href="#{html.escape(each.anchor)}">{html.escape(each.title)}</a></li>'
                        for each in found)
        return (f'<nav class="contents beside" aria-label="On this page"><strong>On this page</strong>'
                f"<ul>{items}</ul></nav>\n"
                f'<details class="contents above"><summary>On this page</summary><ul>{items}</ul></details>')

    def page(self, path, rendered):
        name = address(path)
        title = rendered.title if path == HOME else f"{rendered.title} · Plumb"
        self.write(name, self.frame.substitute(
            title=html.escape(title), root=relative(name, "index.html")[:-len("index.html")],
            version=html.escape(self.version), menu=self.menu_html(name), body=rendered.body,
            contents=self.contents_html(rendered) if path != HOME else ""))

    def missing_page(self, base):
        """A server shows it at any address, so its links start from `base`."""
        page = self.frame.substitute(
            title="No such page · Plumb", root="", version=html.escape(self.version),
            menu=self.menu_html("404.html"), contents="",
            body="<h1>No such page</h1><p>The menu has all there are.</p>")
        self.write("404.html", page.replace("<head>", f'<head>\n<base href="{html.escape(base)}">'))

    def search_index(self):
        rows = []
        for path, page in sorted(self.site.rendered.items()):
            for section in page.sections:
                mark = f"#{section.anchor}" if section.level > 1 else ""
                words = re.sub(r"\s+", " ", " ".join(section.words)).strip()
                rows.append([address(path) + mark, page.title, section.title, words[:4000]])
        content = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
        self.write("search-index.js", f"window.plumbSections={content};\n")

    def all(self, base):
        for path, rendered in self.site.rendered.items():
            self.page(path, rendered)
        for path in self.site.tree.files:
            target = self.out / address(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.site.tree.root / path, target)
        for name in ASSETS:
            shutil.copyfile(HERE / name, self.out / name)
        self.write("reference/openapi.json", json.dumps(self.site.openapi, indent=1) + "\n")
        self.missing_page(base)
        self.search_index()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--plumb", required=True, help="the program")
    parser.add_argument("--out", required=True, help="the folder that becomes the site")
    parser.add_argument("--base", default="/", help="the path of the site, for 404.html [/]")
    parser.add_argument("--root", default=HERE.parent.parent, help="the tree [this one]")
    arguments = parser.parse_args()
    site = Site(arguments.root, arguments.plumb)
    try:
        site.generate()
        site.render()
    except BadPage as wrong:
        sys.exit(f"docs: {wrong}")
    version = site.run("--version").split()[1]
    shutil.rmtree(arguments.out, ignore_errors=True)
    writer = Writer(site, arguments.out, version)
    writer.all(arguments.base)
    found = links.problems(arguments.out)
    if found:
        sys.exit("\n".join(f"docs: {problem}" for problem in found))
    print(f"{len(site.rendered)} pages in {arguments.out}, every link and anchor checked")


if __name__ == "__main__":
    main()
