"""Text to roff: escapes, and as much of Markdown as TRACE.md and scenario.md use."""
import re

SPECIAL = {"\\": r"\(rs", "-": r"\-", "~": r"\(ti", "^": r"\(ha", "`": r"\(ga", "'": r"\(aq", '"': r"\(dq"}
WIDTH, INDENT = 80, 7  # columns of a terminal; what man indents text by
ITEM = re.compile(r"(\d+\.|-) +")
SPAN = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*(\S[^*]*)\*|\[([^\]]+)\]\([^)]*\)")


def escaped(text):
    """As it is, in any place of a line of roff: no character of it means anything to roff."""
    return "".join(SPECIAL.get(c, c if c.isascii() else rf"\[u{ord(c):04X}]") for c in text)


def bold(text):
    return rf"\fB{escaped(text)}\fR"


def italic(text):
    return rf"\fI{escaped(text)}\fR"


def spans(text):
    """Markdown within a paragraph: `code` and **strong** bold, *emphasis* italic, links by their text."""
    out, end = "", 0
    for match in SPAN.finditer(text):
        code, strong, emphasis, link = match.groups()
        marked = italic(emphasis) if emphasis else bold(code or strong or link.strip("`"))
        out += escaped(text[end:match.start()]) + marked
        end = match.end()
    return out + escaped(text[end:])


def line(text):
    """A line of text that is no request, whatever it begins with."""
    return (r"\&" + text if text.startswith((".", "'")) else text) + "\n"


def title(name, section, version, of):
    """Neither hyphens in words nor stretched lines: names must be found as they are."""
    return f'.TH {name.upper()} {section} "" "ksmsim {version}" "{of}"\n.nh\n.ad l\n'


def heading(text):
    return f'.SH "{escaped(text.upper())}"\n'


def subheading(text):
    return f'.SS "{escaped(text)}"\n'


def paragraph(text):
    """`text` has its escapes already."""
    return ".PP\n" + line(text)


def tagged(tag, *texts):
    """A tag and what it means; both have their escapes already. Each of texts is a line of its own."""
    return ".TP\n" + line(tag or r"\&") + ".br\n".join(line(text) for text in texts)


def verbatim(lines):
    """Lines as they are, without their common indent. What would not fit is indented less than the text around it."""
    shown = [one for one in lines if one.strip()]
    common = min(len(one) - len(one.lstrip()) for one in shown)
    lines = [one[common:].rstrip() for one in lines]
    indent = max(0, min(INDENT, WIDTH - max(len(one) for one in lines)))
    body = "".join(line(escaped(one) or r"\&") for one in lines)
    return f".PP\n.in {indent}n\n.nf\n{body}.fi\n.in\n"


def table(lines):
    """A Markdown table of two columns, as a list of tags."""
    out = ""
    for row in lines[2:]:
        cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
        if len(cells) != 2:
            raise ValueError(f"a table of two columns was expected: {row}")
        out += tagged(spans(cells[0]), spans(cells[1]))
    return out


def item(text):
    mark = ITEM.match(text)
    bullet = mark[1] if mark[1] != "-" else r"\(bu"
    return f".IP {bullet} 4\n" + line(spans(text[mark.end():]))


def kind_of(one, before):
    """What a line of Markdown is part of, after a line that was part of `before`."""
    if not one.strip():
        return ""
    if one.startswith(("#", "|", "```")):
        return {"#": "heading", "|": "table", "`": "code"}[one[0]]
    return "item" if ITEM.match(one) else before if before in ("item", "text") else "text"


def blocks(text):
    """(kind, lines) of a Markdown text: heading, code, table, item or text."""
    kind, found, in_code = "", [], False
    for one in text.split("\n"):
        if in_code and not one.startswith("```"):
            found[-1][1].append(one)
            continue
        before, kind = kind, kind_of(one, kind)
        in_code = kind == "code" and not in_code
        if kind == "code":
            if in_code:
                found.append((kind, []))
        elif kind and (kind != before or kind == "heading" or ITEM.match(one)):
            found.append((kind, [one]))
        elif kind:
            found[-1][1].append(one)
    return found


def markdown(text):
    """All of it but the heading of the first level."""
    out = ""
    for kind, lines in blocks(text):
        joined = " ".join(one.strip() for one in lines)
        if kind == "heading":
            level, words = joined.split(" ", 1)
            out += {1: "", 2: heading(words)}.get(len(level), subheading(words))
        else:
            out += (verbatim(lines) if kind == "code" else table(lines) if kind == "table" else
                    item(joined) if kind == "item" else paragraph(spans(joined)))
    return out
