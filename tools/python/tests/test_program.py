# SPDX-License-Identifier: MIT
"""Which program is started, and what is said of one that will not do."""

import os
import shutil
import tempfile
import unittest
from unittest import mock

from support import PACKAGE, PROGRAM, rlmdb

ANSWER = '{"jsonrpc":"2.0","id":1,"result":{"protocol":%s,"program":"%s","schema":1,"database":"x"}}'


class Programs(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = directory.name

    def script(self, body, name="program"):
        path = os.path.join(self.directory, name)
        with open(path, "w") as file:
            file.write("#!/bin/sh\n" + body)
        os.chmod(path, 0o755)
        return path

    def refusal(self, command):
        with self.assertRaises(rlmdb.UnusableProgram) as raised:
            rlmdb.open(command=command)
        return str(raised.exception)

    def test_a_program_that_is_missing(self):
        missing = os.path.join(self.directory, "missing")
        self.assertIn("No such file or directory", self.refusal([missing, "serve"]))
        with mock.patch.dict(os.environ, {"PATH": self.directory}):
            del os.environ["RLMDB"]
            with self.assertRaisesRegex(rlmdb.UnusableProgram, "was not found; .* RLMDB"):
                rlmdb.open()

    def test_a_program_without_serve(self):
        self.assertIn("ended with 2 before it answered", self.refusal([self.script("exit 2"), "serve"]))

    def test_a_program_of_another_protocol_or_an_older_version(self):
        for protocol, program, text in ((2, "9.0.0", "protocol 2, this client 1"), (1, "0.0.9", "is rlmdb 0.0.9; .* 0.1.0")):
            script = self.script(f"read line; echo '{ANSWER % (protocol, program)}'; read line")
            self.assertRegex(self.refusal([script]), text)
        refused = '{"id":1,"error":{"code":-32602,"message":"speaks 2","data":{"code":"usage","message":"speaks 2","where":"params/protocol"}}}'
        self.assertIn("use a client and a program of one version", self.refusal([self.script(f"read line; echo '{refused}'")]))

    def test_what_is_not_rlmdb(self):
        self.assertIn("no JSON: b'hello'", self.refusal([self.script("echo hello; read line")]))
        self.assertIn("no result", self.refusal([self.script("read line; echo '{\"id\":1}'")]))
        with mock.patch("rlmdb.connection.SECONDS_TO_START", 0.2):
            self.assertIn("did not answer", self.refusal([self.script("exec sleep 60")]))
            self.assertIn("did not answer", self.refusal(["cat"]))

    def test_the_program_is_looked_for(self):
        programs = os.path.join(self.directory, "bin")
        os.mkdir(programs)
        with mock.patch.dict(os.environ, {"PATH": programs}):
            del os.environ["RLMDB"]
            os.symlink(PROGRAM, os.path.join(programs, "rlmdb"))
            self.assertEqual(rlmdb.program.find_command(), [os.path.join(programs, "rlmdb"), "serve"])
            carrying = os.path.join(self.directory, "package")
            shutil.copytree(os.path.join(PACKAGE, "rlmdb"), carrying)
            os.mkdir(os.path.join(carrying, "bin"))
            carried = self.script("", "package/bin/rlmdb")
            with mock.patch("rlmdb.program.__file__", os.path.join(carrying, "program.py")):
                self.assertEqual(rlmdb.program.find_command(), [carried, "serve"])
                os.environ["RLMDB"] = "elsewhere/rlmdb"
                self.assertEqual(rlmdb.program.find_command(), [os.path.abspath("elsewhere/rlmdb"), "serve"])

    def test_the_path_of_the_database_is_on_no_command_line(self):
        database = os.path.join(self.directory, "secret.db")
        with rlmdb.open(database) as store:
            with open(f"/proc/{store.server['pid']}/cmdline", "rb") as file:
                self.assertEqual(file.read().split(b"\0")[1:], [b"serve", b""])


if __name__ == "__main__":
    unittest.main()
