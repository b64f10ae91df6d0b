"""Every link, anchor and image of a finished site leads somewhere, and nothing is loaded from
another host. Only the written HTML is looked at, so whatever made it is checked too."""
import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Found(HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.loads = [], [], []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            elif name == "href":
                (self.loads if tag == "link" else self.links).append(value or "")
            elif name in ("src", "srcset", "poster"):
                self.loads.append(value or "")


def _problems_of(page, found, known, files):
    for twice in sorted({each for each in found.ids if found.ids.count(each) > 1}):
        yield f"{page}: the anchor {twice} is there twice"
    for load in found.loads:
        if urlsplit(load).scheme not in ("", "data") or load.startswith("//"):
            yield f"{page}: loads {load} from another host"
    for link in found.links + [load for load in found.loads if not load.startswith("data:")]:
        parts = urlsplit(link)
        if parts.scheme in ("http", "https", "mailto"):
            continue
        if parts.scheme or parts.netloc or parts.path.startswith("/"):
            yield f"{page}: the link {link} does not work below a path or from a file"
            continue
        path = unquote(parts.path)
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if target not in files:
            yield f"{page}: the link {link} leads to {target}, which is not there"
        elif parts.fragment and unquote(parts.fragment) not in known.get(target, ()):
            yield f"{page}: the link {link} leads to an anchor that is not there"


def problems(folder):
    """A sentence for each thing that is wrong in the site in `folder`."""
    folder = Path(folder)
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    parsed = {}
    for page in sorted(name for name in files if name.endswith(".html")):
        parsed[page] = _Found()
        parsed[page].feed((folder / page).read_text(encoding="utf-8"))
    known = {page: set(found.ids) for page, found in parsed.items()}
    return [problem for page, found in parsed.items() if page != "404.html"
            for problem in _problems_of(page, found, known, files)]
