#!/usr/bin/env python3
"""summary.py DIR: what the checks (NAME.rc, NAME.step) and ctest runs (NAME.xml, JUnit) in DIR came to.

Prints what failed with the end of its output, what was skipped and why, and last `N passed, M failed, K skipped`.
A test is skipped by a line `SKIPPED: reason` in its output. Exits 1 if anything failed.
"""
import pathlib
import sys
import xml.etree.ElementTree

OUTPUT_LINES = 60


def reason_of(output):
    """The reason behind a test's or step's `SKIPPED:`, or None."""
    lines = [line.strip() for line in output.splitlines()]
    for number, line in enumerate(lines):
        if line.startswith("SKIPPED:"):
            rest = [line[len("SKIPPED:"):].strip()] + lines[number + 1:]
            return next((text for text in rest if text), "no reason given")
    return None


def cases_of_ctest(path):
    for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase"):
        output = case.findtext("system-out") or ""
        status = {"run": "passed", "fail": "failed"}.get(case.get("status"), "skipped")
        if status == "skipped" and reason_of(output) is None:
            status = "failed"  # not built, disabled or not found: nobody asked for that
        yield status, f"{path.stem}: {case.get('name')}", output


def case_of_step(path):
    output = path.with_suffix(".step").read_text(errors="replace")
    failed = path.read_text().strip() != "0"
    status = "failed" if failed else "skipped" if reason_of(output) else "passed"
    return status, path.stem, output


def main():
    directory = pathlib.Path(sys.argv[1])
    cases = [case_of_step(path) for path in sorted(directory.glob("*.rc"))]
    for path in sorted(directory.glob("*.xml")):
        cases += cases_of_ctest(path)
    for status, name, output in cases:
        if status == "failed":
            print(f"FAILED {name}", *output.splitlines()[-OUTPUT_LINES:], sep="\n    ")
    for status, name, output in cases:
        if status == "skipped":
            print(f"skipped {name}: {reason_of(output)}")
    count = {wanted: sum(status == wanted for status, _, _ in cases) for wanted in ("passed", "failed", "skipped")}
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] or not count["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
