# SPDX-License-Identifier: MIT
"""The package as a whole: its version, and the examples of its README."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

from support import PACKAGE, SOURCES, rlmdb


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class Package(unittest.TestCase):
    def test_it_has_the_version_of_the_program(self):
        version = re.search(r"project\(\s*rlmdb\s+VERSION\s+([0-9.]+)", read(SOURCES, "CMakeLists.txt"))
        self.assertEqual(rlmdb.__version__, version[1])
        self.assertIn('version = { attr = "rlmdb.__version__" }', read(PACKAGE, "pyproject.toml"))

    def test_it_says_that_it_has_types(self):
        self.assertEqual(read(PACKAGE, "rlmdb", "py.typed"), "")
        self.assertIn('rlmdb = ["py.typed"', read(PACKAGE, "pyproject.toml"))

    def test_each_example_prints_what_stands_below_it(self):
        blocks = re.findall(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", read(PACKAGE, "README.md"), re.M | re.S)
        self.assertGreaterEqual(len(blocks), 5)
        environment = {**os.environ, "PYTHONPATH": PACKAGE}
        for program, expected in blocks:
            with self.subTest(program=program), tempfile.TemporaryDirectory() as directory:
                ended = subprocess.run(
                    [sys.executable, "-X", "dev", "-c", program],
                    cwd=directory, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                )
                self.assertEqual((ended.stdout, ended.stderr, ended.returncode), (expected, "", 0))


if __name__ == "__main__":
    unittest.main()
