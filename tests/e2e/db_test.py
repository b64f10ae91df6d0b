"""plumb db: backups and checks of a server's database."""
import json
import os
import sqlite3
import subprocess
import time
import unittest

from plumb_binary import BINARY, PlumbTest, environment

# What makes a database for these tests: store_writer stands beside the binary and fills one.
WRITER = os.path.join(os.path.dirname(os.path.abspath(BINARY)), "store_writer")


class DbTest(PlumbTest):
    def setUp(self):
        super().setUp()
        if not os.path.exists(WRITER):
            self.skipTest("store_writer is not built; cmake --build ... --target store_writer")
        # It writes to execution 1, which is not there: it makes the schema and waits.
        writer = subprocess.Popen([WRITER, "plumb.db", "1", "0"], cwd=self.folder,
                                  stdout=subprocess.PIPE)
        self.addCleanup(writer.stdout.close)
        self.addCleanup(writer.wait)
        self.addCleanup(writer.kill)
        self.wait_for_project()
        with sqlite3.connect(self.path("plumb.db")) as database:
            database.execute("INSERT INTO executions (id, project_id, name, embedding_model, state,"
                             " created_at) VALUES (1, 1, 'run', '', 'receiving', 0)")
        database.close()
        writer.stdout.readline()
        writer.kill()
        writer.wait()

    def wait_for_project(self):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                database = sqlite3.connect(f"file:{self.path('plumb.db')}?mode=rw", uri=True)
                found = database.execute("SELECT count(*) FROM projects").fetchone()[0]
                database.close()
                if found:
                    return
            except sqlite3.OperationalError:
                pass
            time.sleep(0.02)
        self.fail("store_writer made no database")

    def test_a_sound_database_is_sound(self):
        done = self.succeed("db", "check", "--db", "sqlite:plumb.db", "--json")
        document = json.loads(done.stdout)
        self.assertEqual(document["plumb"], "db-check/1")
        self.assertTrue(document["sound"])
        self.assertGreaterEqual(document["results"], 50)
        self.assertIn(b"sound\n", self.succeed("db", "check", "--db", "plumb.db").stdout)

    def test_a_backup_is_checked_like_the_original(self):
        self.succeed("db", "backup", "--db", "plumb.db", "-o", "copy.db")
        kept = json.loads(self.succeed("db", "check", "--db", "copy.db", "--json").stdout)
        original = json.loads(self.succeed("db", "check", "--db", "plumb.db", "--json").stdout)
        self.assertEqual(kept["results"], original["results"])
        self.fail_with(2, "copy.db is there already", "db", "backup", "--db", "plumb.db",
                       "-o", "copy.db")
        self.assertEqual([name for name in os.listdir(self.folder) if "copy" in name],
                         ["copy.db"])

    def test_a_contradiction_is_found(self):
        with sqlite3.connect(self.path("plumb.db")) as database:
            database.execute("DELETE FROM results WHERE number = 3")
        database.close()
        done = self.plumb("db", "check", "--db", "plumb.db")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"execution 1 has another number of results than it counts", done.stdout)

    def test_what_is_missing_or_secret_is_told_in_a_sentence(self):
        self.fail_with(2, "there is no database none.db", "db", "check", "--db", "none.db")
        self.fail_with(2, "-o FILE.db", "db", "backup", "--db", "plumb.db")
        done = self.plumb("db", "check", "--db", "postgresql://me:hunter2@host/db")
        self.assertEqual(done.returncode, 2)
        self.assertIn("carries a password", done.stderr)
        self.assertNotIn("hunter2", done.stderr)

    def test_the_default_is_in_the_users_data_folder(self):
        env = environment(XDG_DATA_HOME=self.path("data"))
        done = self.plumb("db", "check", env=env)
        self.assertEqual(done.returncode, 2)
        self.assertIn(self.path("data") + "/plumb/plumb.db", done.stderr)


if __name__ == "__main__":
    unittest.main()
