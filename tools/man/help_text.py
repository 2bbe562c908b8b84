"""What `ksmsim ... --help` says, taken apart."""
import dataclasses
import os
import re
import subprocess

ENTRY = re.compile(r"  (\S+(?: \S+)*)(?:  +(\S.*))?")


@dataclasses.dataclass
class Help:
    command: str  # "ksmsim trace info"
    usage: str  # "ksmsim trace info [OPTION]... TRACE"
    summary: str
    lists: dict  # of "positionals", "options" and "subcommands": [(name, text)], as the help has them
    footer: list  # paragraphs, each a list of lines


def output_of(ksmsim, *arguments):
    return subprocess.run([ksmsim, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True,
                          encoding="utf-8", env=dict(os.environ, NO_COLOR="1")).stdout


def paragraphs(lines):
    found = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [one for one in found if one]


def entries(lines):
    """Names with their texts; a text may begin, or go on, on the next line."""
    found = []
    for line in lines:
        line = re.sub(r"^(  -\w,) +(?=--)", r"\1", line)  # as newer versions of CLI11 lay them out
        match = ENTRY.fullmatch(line)
        if match and not line.startswith("   "):
            found.append((match[1], match[2] or ""))
        else:
            found[-1] = (found[-1][0], (found[-1][1] + " " + line.strip()).strip())
    return found


def read(ksmsim, *verb):
    """The help of this verb; of the program without one."""
    lists, usage, rest = {}, "", []
    for lines in paragraphs(output_of(ksmsim, *verb, "--help").split("\n")):
        kind = lines[0].rstrip(":").lower()
        usages = [line for line in lines if line.startswith("Usage: ")]
        if usages:
            usage = usages[0].removeprefix("Usage: ")
            rest = [[line for line in lines if line not in usages]]
        elif kind in ("positionals", "options", "subcommands"):
            lists[kind] = entries(lines[1:])
        else:
            rest.append(lines)
    return Help(" ".join(["ksmsim", *verb]), usage, " ".join(rest[0]), lists, rest[1:])


def below(ksmsim, of):
    """The help of all commands of the one whose help is `of`, and of theirs."""
    for name, _ in of.lists.get("subcommands", []):
        verb = read(ksmsim, *of.command.split()[1:], name)
        yield verb
        yield from below(ksmsim, verb)
