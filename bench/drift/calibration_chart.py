"""False alarms and power as one SVG, without any library: light and dark, and readable
where colours are not (lines differ in dashes and markers)."""

import calibration_report as report

STYLE = """
  svg { background: #ffffff; font: 12px system-ui, sans-serif; }
  text { fill: #1f2328; } .quiet { fill: #59636e; } .title { font-size: 15px; font-weight: 600; }
  .axis { stroke: #b7bfc8; } .grid { stroke: #e4e8ec; } .limit { stroke: #c1121f; }
  .p { stroke: #0072b2; fill: #0072b2; } .verdict { stroke: #d55e00; fill: #d55e00; }
  .peer { stroke: #57606a; fill: #57606a; } polyline { fill: none !important; stroke-width: 1.8; }
  .hollow { fill: #ffffff; }
  @media (prefers-color-scheme: dark) {
    svg { background: #0d1117; } text { fill: #e6edf3; } .quiet { fill: #9198a1; }
    .axis { stroke: #545d68; } .grid { stroke: #262c34; } .limit { stroke: #ff7b72; }
    .p { stroke: #56b4e9; fill: #56b4e9; } .verdict { stroke: #f0944d; fill: #f0944d; }
    .peer { stroke: #9198a1; fill: #9198a1; } .hollow { fill: #0d1117; }
  }"""
WIDTH = 860
TITLES = {"length": "length", "embedding": "embeddings", "severity": "severities",
          "tools": "tools"}


def text(x, y, words, anchor="start", kind=""):
    words = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{kind}">{words}</text>'


def line(x1, y1, x2, y2, kind, dash=""):
    return (f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"'
            f'{f" stroke-dasharray={chr(34)}{dash}{chr(34)}" if dash else ""}/>')


def marker(x, y, shape, kind, hollow=False):
    kind = f'{kind} hollow' if hollow else kind
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="{kind}"/>'
    if shape == "square":
        return f'<rect x="{x - 3.5:.1f}" y="{y - 3.5:.1f}" width="7" height="7" class="{kind}"/>'
    points = f"{x:.1f},{y - 5:.1f} {x - 4.5:.1f},{y + 4:.1f} {x + 4.5:.1f},{y + 4:.1f}"
    return f'<polygon points="{points}" class="{kind}"/>'


SHAPES = ["circle", "square", "triangle"]


def false_alarms(figures, top):
    """A row a metric; a mark a sample size, hollow where paired."""
    left, right, most, step = 190, WIDTH - 30, 0.10, 22
    names = report.METRICS + ["verdict drifted"]
    bottom = top + 34 + step * len(names)

    def at(share):
        return left + (right - left) * min(share, most) / most

    out = [text(20, top, "Identical systems: share of comparisons with p <= 0.05", kind="title")]
    for tick in range(0, 11, 1):
        out.append(line(at(tick / 100), top + 22, at(tick / 100), bottom, "grid"))
        out.append(text(at(tick / 100), bottom + 16, f"{tick}%", "middle", "quiet"))
    out.append(line(at(report.WANTED), top + 22, at(report.WANTED), bottom, "limit", "5 3"))
    out.append(text(at(report.WANTED) + 4, top + 18, "at most 7.5%"))
    for row, name in enumerate(names):
        y = top + 40 + step * row
        out.append(text(left - 10, y + 4, name, "end"))
        for paired in (False, True):
            for shape, size in zip(SHAPES, figures.sizes):
                share = (figures.metric(size, name, paired=paired) if name in report.METRICS
                         else figures.verdict(size, paired=paired))
                if share is not None:
                    out.append(marker(at(share), y + (4 if paired else -4), shape,
                                      "p" if name in report.METRICS else "verdict", paired))
    x = left
    for shape, size in zip(SHAPES, figures.sizes):
        for paired in (False, True):
            out.append(marker(x + 5, bottom + 36, shape, "p", paired))
            label = f"n = {size:,}{', paired' if paired else ''}"
            out.append(text(x + 14, bottom + 40, label))
            x += 26 + 6.2 * len(label)
    return out, bottom + 60


def panel(figures, moved, size, left, top, width, height):
    metric, column = report.MOVES[moved]
    shifts = [0.0, *report.SHIFTS]

    def place(shift, share):
        return left + width * shift, top + height * (1 - share)

    def of(shift):
        return {"moved": moved if shift else "nothing", "deviations": shift}

    out = [line(left, top + height, left + width, top + height, "axis"),
           line(left, top, left, top + height, "axis")]
    for share in (0.5, 1.0):
        out.append(line(left, place(0, share)[1], left + width, place(0, share)[1], "grid"))
    out.append(line(left, place(0, 0.05)[1], left + width, place(0, 0.05)[1], "limit", "2 3"))
    for kind, dash, shape, values in (
            ("peer", "2 3", "triangle", [figures.evidently(size, column, **of(s)) for s in shifts]),
            ("p", "6 3", "circle", [figures.metric(size, metric, **of(s)) for s in shifts]),
            ("verdict", "", "square", [figures.verdict(size, **of(s)) for s in shifts])):
        points = [place(s, v) for s, v in zip(shifts, values) if v is not None]
        joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        out.append(f'<polyline points="{joined}" class="{kind}" '
                   f'stroke-dasharray="{dash or "none"}"/>')
        out += [marker(x, y, shape, kind) for x, y in points]
    for shift in shifts:
        out.append(text(place(shift, 0)[0], top + height + 15, f"{shift:g}", "middle", "quiet"))
    return out


def power(figures, top):
    out = [text(20, top, "Moved systems: share called drifted, by standard deviations moved",
                kind="title")]
    legend = [("p", "6 3", "circle", "Plumb, the metric's p <= 0.05"),
              ("verdict", "none", "square", "Plumb, overall verdict"),
              ("peer", "2 3", "triangle", "Evidently's default for the column")]
    x = 20
    for kind, dash, shape, words in legend:
        out.append(f'<polyline points="{x},{top + 20} {x + 34},{top + 20}" class="{kind}" '
                   f'stroke-dasharray="{dash}"/>')
        out += [marker(x + 17, top + 20, shape, kind), text(x + 42, top + 24, words)]
        x += 70 + 6.6 * len(words)
    left, width, height, gap = 145, 202, 96, 36
    y = top + 56
    for column, size in enumerate(figures.sizes):
        out.append(text(left + column * (width + gap) + width / 2, y, f"n = {size:,}", "middle"))
    y += 14
    for moved in report.MOVES:
        out.append(text(20, y + height / 2 + 4, TITLES[moved]))
        for share, label in ((0, "0%"), (0.5, "50%"), (1, "100%")):
            out.append(text(left - 8, y + height * (1 - share) + 4, label, "end", "quiet"))
        for column, size in enumerate(figures.sizes):
            out += panel(figures, moved, size, left + column * (width + gap), y, width, height)
        y += height + 34
    return out, y


def as_svg(figures):
    first, y = false_alarms(figures, 34)
    second, y = power(figures, y + 30)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y:.0f}" '
            f'width="{WIDTH}" height="{y:.0f}" role="img" aria-labelledby="t">\n'
            '<title id="t">False alarms and power of execution drift</title>\n'
            f"<style>{STYLE}\n</style>\n")
    return head + "\n".join(first + second) + "\n</svg>\n"
