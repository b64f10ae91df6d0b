"""Which files of the tree are pages of the site, and at which address.

    docs/README.md        index.html         docs/drift.md      drift.html
    docs/formats/x.json   formats/x.json     CHANGELOG.md       tree/CHANGELOG.html

Whatever a page links to in the tree comes along: Markdown as a page, anything else as it is.
"""
import os
import posixpath
from pathlib import Path

from render import BadPage

SITE = "site:"  # a link to what only the site has, such as a generated page


def address(path):
    """Where a file of the tree lies on the site."""
    folder, name = posixpath.split(path)
    if path.startswith("docs/"):
        folder = posixpath.relpath(folder, "docs") if folder != "docs" else ""
    else:
        folder = posixpath.join("tree", folder) if folder else "tree"
    if name.endswith(".md"):
        name = "index.html" if name == "README.md" else name[:-3] + ".html"
    return posixpath.join(folder, name)


def relative(from_page, to):
    """The link from one address of the site to another."""
    return posixpath.relpath(to, posixpath.dirname(from_page) or ".")


class Tree:
    """The files that become the site; links add to them while pages are rendered."""

    def __init__(self, root):
        self.root = Path(root)
        self.pages = sorted(str(path.relative_to(self.root))
                            for folder in ("docs", "docs/formats")
                            for path in (self.root / folder).glob("*.md"))
        self.files = sorted(str(path.relative_to(self.root))
                            for path in (self.root / "docs/formats").glob("*.json"))

    def read(self, path):
        return (self.root / path).read_text(encoding="utf-8")

    def resolve(self, page, target):
        """The address of a link as the page's source has it, relative to the page."""
        path, mark, anchor = target.partition("#")
        if "://" in target or target.startswith("mailto:") or not path:
            return target
        if path.startswith(SITE):
            return relative(address(page), path[len(SITE):]) + mark + anchor
        found = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
        if found.startswith("..") or os.path.isabs(found) or not (self.root / found).exists():
            raise BadPage(f"{page}: the link to {target} leads nowhere in the tree")
        if (self.root / found).is_dir():
            raise BadPage(f"{page}: the link to {target} leads to a folder; name a file in it")
        kept = self.pages if found.endswith(".md") else self.files
        if found not in kept:
            kept.append(found)
        return relative(address(page), address(found)) + mark + anchor
