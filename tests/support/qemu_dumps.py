#!/usr/bin/env python3
"""qemu_dumps.py FOLDER: dumps of one paused QEMU machine in all formats that QEMU writes.

A PC with 16 MiB that never ran: firmware of its own that does nothing, and at 2 MiB a few pages of known kinds. Writes
qemu.raw (pmemsave), qemu.elf, qemu.kdump (flattened, zlib), qemu.stream (migration) into FOLDER. Exits 77 if there is
no qemu-system-x86_64. The files in tests/data/images were made by it, and packed by zstd -19.
"""
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time

QEMU = "qemu-system-x86_64"
MEMORY = 16 << 20


def pages():
    """Random, filled, zero, the random one again, text, zero but its last byte, but its first, half random."""
    source = random.Random(1)
    noise = source.randbytes(4096)
    text = (b"A page of text. " * 256)[:4096]
    return b"".join([noise, b"a" * 4096, bytes(4096), noise, text, bytes(4095) + b"\5", b"\5" + bytes(4095),
                     source.randbytes(2048) + bytes(2048)])


class Machine:
    def __init__(self):
        with open("firmware", "wb") as firmware:
            firmware.write(bytes(0xfff0) + b"\xeb\xfe" + bytes(14))  # a jump to itself where the CPU starts
        with open("pages", "wb") as loaded:
            loaded.write(pages())
        self.process = subprocess.Popen([
            QEMU, "-accel", "tcg", "-m", str(MEMORY >> 20), "-S", "-nodefaults", "-display", "none",
            "-bios", "firmware", "-device", "loader,file=pages,addr=0x200000,force-raw=on",
            "-qmp", "unix:monitor,server=on,wait=off"])
        self.monitor = self.connect()
        json.loads(self.monitor.readline())  # the greeting
        self.command("qmp_capabilities")

    def connect(self):
        for _ in range(200):
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.settimeout(60)
                self.socket.connect("monitor")
                return self.socket.makefile("rw")
            except OSError:
                time.sleep(0.05)
        raise SystemExit("QEMU's monitor does not answer")

    def command(self, name, **arguments):
        self.monitor.write(json.dumps({"execute": name, "arguments": arguments}) + "\n")
        self.monitor.flush()
        while True:
            answer = json.loads(self.monitor.readline())
            if "error" in answer:
                raise SystemExit(f"{name}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def migrate(self, path):
        self.command("migrate", uri=f"exec:cat > {path}")
        for _ in range(200):
            status = self.command("query-migrate")["status"]
            if status == "completed":
                return
            if status == "failed":
                break
            time.sleep(0.05)
        raise SystemExit("QEMU does not migrate")


def main():
    if shutil.which(QEMU) is None:
        sys.exit(77)
    os.chdir(sys.argv[1])
    machine = Machine()
    try:
        machine.command("pmemsave", val=0, size=MEMORY, filename="qemu.raw")
        machine.command("dump-guest-memory", paging=False, protocol="file:qemu.elf")
        machine.command("dump-guest-memory", paging=False, protocol="file:qemu.kdump", format="kdump-zlib")
        machine.migrate("qemu.stream")
        machine.command("quit")
        machine.process.wait(30)
    finally:
        machine.process.kill()


if __name__ == "__main__":
    main()
