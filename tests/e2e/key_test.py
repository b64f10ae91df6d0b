"""plumb key: the keys that open a server."""
import json
import os
import re
import sqlite3
import unittest

from plumb_binary import PlumbTest

TOKEN = re.compile(rb"^plumb_([0-9a-f]{12})_[0-9a-f]{64}\n$")


class KeyTest(PlumbTest):
    def create(self, *options):
        done = self.succeed("key", "create", "--db", "plumb.db", *options)
        found = TOKEN.match(done.stdout)
        self.assertTrue(found, done.stdout)
        return found.group(1).decode(), done

    def listed(self, *options):
        done = self.succeed("key", "list", "--db", "plumb.db", "--json", *options)
        return {key["prefix"]: key for key in json.loads(done.stdout)["keys"]}

    def test_the_token_stands_alone_on_standard_output(self):
        prefix, done = self.create("--name", "ci", "--scope", "write", "--expires", "30d")
        self.assertIn(prefix, done.stderr)
        self.assertNotIn(done.stdout.decode().strip(), done.stderr)
        key = self.listed()[prefix]
        self.assertEqual((key["project"], key["scope"], key["name"]), ("default", "write", "ci"))
        self.assertTrue(key["expires_at"])

    def test_a_key_may_have_limits_of_its_own(self):
        own, _ = self.create("--rate", "2.5", "--body-limit", "65536")
        plain, _ = self.create()
        keys = self.listed()
        self.assertEqual((keys[own]["rate"], keys[own]["body_limit"]), (2.5, 65536))
        self.assertEqual((keys[plain]["rate"], keys[plain]["body_limit"]), (None, None))
        shown = self.succeed("key", "list", "--db", "plumb.db").stdout.decode()
        self.assertIn("2.5/s, 65536 bytes", shown)
        for wrong in (["--rate", "0"], ["--rate", "many"], ["--body-limit", "0"]):
            self.fail_with(2, wrong[0], "key", "create", "--db", "plumb.db", *wrong)

    def test_the_token_is_kept_nowhere(self):
        _, done = self.create()
        secret = done.stdout.strip().rsplit(b"_", 1)[1]
        for name in os.listdir(self.folder):
            with open(self.path(name), "rb") as file:
                self.assertNotIn(secret, file.read(), name)

    def test_a_revoked_key_says_so(self):
        first, _ = self.create()
        second, _ = self.create("--project", "other")
        self.succeed("key", "revoke", first, "--db", "plumb.db")
        keys = self.listed()
        self.assertTrue(keys[first]["revoked_at"])
        self.assertIsNone(keys[second]["revoked_at"])
        self.assertEqual(list(self.listed("--project", "other")), [second])
        self.assertIn(b"revoked", self.succeed("key", "list", "--db", "plumb.db").stdout)

    def test_making_and_revoking_are_in_the_audit_log(self):
        prefix, _ = self.create()
        self.succeed("key", "revoke", "plumb_" + prefix, "--db", "plumb.db")
        database = sqlite3.connect(self.path("plumb.db"))
        self.addCleanup(database.close)
        actions = [row[0] for row in database.execute("SELECT action FROM audit_lines ORDER BY id")]
        self.assertEqual(actions, ["key.create", "key.revoke"])

    def test_mistakes_are_answered_with_the_way_out(self):
        self.create()
        self.fail_with(2, "30d", "key", "create", "--db", "plumb.db", "--expires", "soon")
        self.fail_with(2, "has passed", "key", "create", "--db", "plumb.db", "--expires",
                          "2020-01-01")
        self.fail_with(2, "plumb key list", "key", "revoke", "nobody", "--db", "plumb.db")
        self.fail_with(2, "missing.db", "key", "list", "--db", "missing.db")


if __name__ == "__main__":
    unittest.main()
