"""Markdown to the HTML of one page: headings with anchors, links that lead inside the site.

Anchors are those that GitHub gives, so that a link works in both places. A comment
`<!-- site: TEXT -->` is text on the site alone.
"""
import html
import re
from dataclasses import dataclass, field

from markdown_it import MarkdownIt

SITE_COMMENT = re.compile(r"<!-- site: (.*?) -->", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
OWN_ID = re.compile(r"\s*\{#([\w.\-]+)\}$")


class BadPage(Exception):
    """A page that cannot be built: a sentence that names the page and what is wrong."""


@dataclass
class Section:
    """A heading and the words below it, up to the next one."""

    level: int
    title: str
    anchor: str
    words: list[str] = field(default_factory=list)


@dataclass
class Rendered:
    title: str
    body: str
    sections: list[Section]


def visible(text):
    """A page's Markdown as the site shows it: its own comments opened, all others dropped."""
    return COMMENT.sub("", SITE_COMMENT.sub(r"\1", text))


def slug(title, taken):
    """GitHub's anchor of a heading; `taken` counts those of the page so far."""
    made = re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-")
    count = taken.get(made, 0)
    taken[made] = count + 1
    return f"{made}-{count}" if count else made


def console(text):
    """A transcript: commands stand out, and their prompt is not copied with them."""
    lines = []
    for line in text.split("\n"):
        prompt, rest = line[:2], line[2:]
        if prompt in ("$ ", "> "):
            lines.append(f'<span class="prompt">{html.escape(prompt)}</span>'
                         f'<span class="command">{html.escape(rest)}</span>')
        else:
            lines.append(html.escape(line))
    return "\n".join(lines)


def plain(token):
    """The words of an inline token, without its marks."""
    return "".join(child.content if child.type in ("text", "code_inline") else
                   " " if child.type in ("softbreak", "hardbreak") else ""
                   for child in token.children or [])


class Renderer:
    """Renders pages; `resolve(page, target)` gives the address of a link on that page."""

    def __init__(self, resolve):
        self.resolve = resolve
        self.markdown = MarkdownIt("commonmark").enable(["table", "strikethrough"])
        rules = self.markdown.renderer.rules
        rules["table_open"] = lambda *_: '<div class="table" tabindex="0"><table>\n'
        rules["table_close"] = lambda *_: "</table></div>\n"
        rules["fence"] = self.fence

    @staticmethod
    def fence(tokens, index, *_):
        token = tokens[index]
        language = token.info.split()[0] if token.info.split() else ""
        text = token.content.rstrip("\n")
        code = console(text) if language == "console" else html.escape(text)
        return f'<pre tabindex="0"><code>{code}</code></pre>\n'

    def render(self, page, text):
        """`page` is what `resolve` knows it by, and what errors name."""
        tokens = self.markdown.parse(visible(text))
        sections, taken = [], {}
        for index, token in enumerate(tokens):
            if token.type == "inline":
                self.lead_links(page, token)
            if token.type == "heading_open":
                sections.append(self.open_heading(token, tokens[index + 1], taken))
            elif token.type == "inline" and tokens[index - 1].type != "heading_open" and sections:
                sections[-1].words.append(plain(token))
            elif token.type in ("fence", "code_block") and sections:
                sections[-1].words.append(token.content)
        titles = [section for section in sections if section.level == 1]
        if len(titles) != 1 or sections[0].level != 1:
            raise BadPage(f"{page}: a page begins with its one heading of the first level; "
                          f"this one has {len(titles)}")
        body = self.markdown.renderer.render(tokens, self.markdown.options, {})
        return Rendered(titles[0].title, body, sections)

    def open_heading(self, token, inline, taken):
        last = inline.children[-1] if inline.children else None
        own = OWN_ID.search(last.content) if last is not None and last.type == "text" else None
        if own:
            last.content = last.content[:own.start()]
        title = plain(inline)
        anchor = own.group(1) if own else slug(title, taken)
        token.attrSet("id", anchor)
        if token.tag != "h1":
            # Behind the words, so that a screen reader hears these first.
            link = self.markdown.parseInline("")[0]
            link.type, link.children = "html_inline", None
            link.content = (f' <a class="anchor" href="#{html.escape(anchor)}" '
                            f'aria-label="Link to: {html.escape(title)}">#</a>')
            inline.children.append(link)
        return Section(int(token.tag[1]), title, anchor)

    def lead_links(self, page, inline):
        for child in inline.children or []:
            name = {"link_open": "href", "image": "src"}.get(child.type)
            if name:
                child.attrSet(name, self.resolve(page, str(child.attrGet(name))))
