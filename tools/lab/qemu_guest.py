"""A QEMU guest of tools/lab/guests, told by its folder."""
import contextlib
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import time


class Failure(Exception):
    """What went wrong, in one line."""


class Guest:
    """One guest. Its folder has role, memory (bytes), pid, qmp (a socket), console, messages."""

    def __init__(self, folder):
        self.folder = folder
        self.name = folder.name

    def read(self, name):
        path = self.folder / name
        return path.read_text(errors="replace").strip() if path.exists() else ""

    @property
    def pid(self):
        return int(self.read("pid") or 0)

    def running(self):
        """Is its process there, and still that QEMU?"""
        try:
            return b"qemu" in pathlib.Path(f"/proc/{self.pid}/cmdline").read_bytes() if self.pid else False
        except OSError:
            return False

    def boot(self, image, initramfs, role, size):
        self.folder.mkdir(parents=True)
        (self.folder / "role").write_text(role)
        (self.folder / "memory").write_text(str(size))
        number = re.sub(r"\D", "", self.name)
        command = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-machine", "q35,mem-merge=on",
                   "-m", f"{size >> 20}M", "-smp", "1", "-name", self.name, "-nodefaults", "-no-user-config",
                   "-display", "none", "-no-reboot", "-kernel", image, "-initrd", initramfs,
                   "-append", f"console=ttyS0 panic=-1 oops=panic rdinit=/init role={role} number={number}",
                   "-serial", "file:console", "-serial", "file:messages", "-qmp", "unix:qmp,server=on,wait=off",
                   "-pidfile", "pid", "-daemonize"]
        done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise Failure(f"{self.name}: {(done.stderr.strip() or 'QEMU does not start').splitlines()[-1]}")

    def wait_until_up(self, deadline):
        while (message := self.read("messages")) != "up":
            if message:
                raise self.failed(message)
            if not self.running():
                raise self.failed("it has ended")
            if time.monotonic() > deadline:
                raise self.failed("it is not up in time")
            time.sleep(0.1)

    def failed(self, why):
        """The Failure to raise; keeps the console, which may tell more."""
        console = self.folder.with_suffix(".console")
        shutil.copy(self.folder / "console", console)
        panic = re.search(r"Kernel panic - (.*)", console.read_text(errors="replace"))
        why = f"its kernel panicked: {panic[1].strip()}" if panic else why
        return Failure(f"{self.name}: {why} (its console: {console})")

    @contextlib.contextmanager
    def monitor(self):
        """Gives a function that has QEMU execute a command and returns what that returns."""
        with socket.socket(socket.AF_UNIX) as connection:
            try:
                connection.connect(os.path.relpath(self.folder / "qmp"))
            except OSError as error:
                raise Failure(f"{self.name} does not answer: {error}") from error
            with connection.makefile("rw") as lines:
                def execute(command, **arguments):
                    print(json.dumps({"execute": command, "arguments": arguments}), file=lines, flush=True)
                    for line in lines:
                        answer = json.loads(line)
                        if "error" in answer:
                            raise Failure(f"{self.name}: {answer['error']['desc']}")
                        if "return" in answer:
                            return answer["return"]
                    raise Failure(f"{self.name} has ended")
                execute("qmp_capabilities")
                yield execute

    def execute(self, command):
        with self.monitor() as execute:
            return execute(command)

    def dump(self, form, file):
        """Writes its memory to `file`; it stands still meanwhile, and then is as before."""
        with self.monitor() as execute:
            was_running = execute("query-status")["running"]
            execute("stop")
            if form == "raw":
                execute("pmemsave", val=0, size=int(self.read("memory")), filename=str(file))
            elif form == "migration":
                migrate(execute, self.name, file)
            else:
                execute("dump-guest-memory", paging=False, protocol=f"file:{file}", format=form)
            if was_running:
                execute("cont")

    def stop(self):
        pid = self.pid
        if self.running():
            with contextlib.suppress(Failure):
                self.execute("quit")
        for attempt in range(100):
            if not self.running():
                break
            if attempt == 50:
                os.kill(pid, signal.SIGKILL)
            time.sleep(0.1)
        shutil.rmtree(self.folder, ignore_errors=True)


def migrate(execute, name, file):
    execute("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
    execute("migrate", uri=f"exec:cat >{shlex.quote(str(file))}")
    while (status := execute("query-migrate")["status"]) != "completed":
        if status in ("failed", "cancelled"):
            raise Failure(f"{name}: the migration to {file} {status}")
        time.sleep(0.05)
