# SPDX-License-Identifier: MIT
"""The types of the verbs are those that the program has, and a checker finds what is wrong."""

import os
import unittest

from support import PACKAGE, StoreTest
from verb_types import verb_types


class Types(StoreTest):
    def test_each_verb_has_its_type(self):
        path = os.path.join(PACKAGE, "rlmdb", "verbs.pyi")
        text = verb_types(self.store.methods())
        if os.environ.get("RLMDB_UPDATE_GOLDEN"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        with open(path, encoding="utf-8") as file:
            self.assertTrue(file.read() == text, "RLMDB_UPDATE_GOLDEN=1 writes rlmdb/verbs.pyi anew")


if __name__ == "__main__":
    unittest.main()
