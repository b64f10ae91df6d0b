"""plumb serve: the start, the address, the stop, and what is refused before it starts."""
import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import time
import unittest

from plumb_binary import BINARY, PlumbTest, environment


class ServeTest(PlumbTest):
    def serve(self, *arguments, files=None, database=("--db", "sqlite:plumb.db"), **variables):
        """A server on a free port; its port is known when this returns."""
        def limit_files():
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        server = subprocess.Popen(
            [BINARY, "serve", *database, "--listen", "127.0.0.1:0", "--json", *arguments],
            cwd=self.folder, env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=limit_files if files else None)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        if not line:
            self.fail(server.stderr.read().decode())
        started = json.loads(line)
        self.assertEqual(started["plumb"], "serve/1")
        (url,) = started["urls"]
        self.assertTrue(url.startswith("http://127.0.0.1:"), url)
        server.port = int(url.rpartition(":")[2])
        return server

    def connect(self, server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.addCleanup(connection.close)
        return connection

    def ask(self, server, path, method="GET"):
        connection = self.connect(server)
        connection.request(method, path)
        response = connection.getresponse()
        return response.status, response.read().decode()

    def stop(self, server, number=signal.SIGTERM):
        server.send_signal(number)
        errors = server.stderr.read().decode()
        self.assertEqual(server.wait(timeout=60), 0, errors)
        return errors

    def test_starts_answers_and_stops_by_a_signal(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.serve()
            self.assertEqual(self.ask(server, "/healthz")[0], 200)
            errors = self.stop(server, number)
            self.assertIn(f"serving http://127.0.0.1:{server.port} with ", errors)
            self.assertIn("plumb.db", errors)
            with self.assertRaises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", server.port), timeout=10)

    def test_a_machine_without_a_folder_for_data_gets_one(self):
        server = self.serve(database=(), XDG_DATA_HOME=self.path("none/yet"))
        self.assertEqual(self.ask(server, "/readyz")[0], 200)
        self.stop(server)
        self.assertEqual(os.stat(self.path("none/yet/plumb")).st_mode & 0o777, 0o700)
        self.assertEqual(os.stat(self.path("none/yet/plumb/plumb.db")).st_mode & 0o777, 0o600)

    def test_a_stop_finishes_a_body_that_has_begun(self):
        server = self.serve()
        idle = self.connect(server)
        idle.request("GET", "/healthz")
        idle.getresponse().read()
        body = json.dumps({"name": "nightly"}).encode()
        begun = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.addCleanup(begun.close)
        begun.sendall(b"POST /api/v1/executions HTTP/1.1\r\nHost: localhost\r\n"
                      b"Content-Type: application/json\r\nContent-Length: %d\r\n"
                      b"Expect: 100-continue\r\n\r\n" % len(body))
        self.assertEqual(begun.recv(65536), b"HTTP/1.1 100 Continue\r\n\r\n", "it has begun")
        server.send_signal(signal.SIGTERM)
        self.assertEqual(idle.sock.recv(1), b"", "an idle connection is closed at once")
        begun.sendall(body)
        answer = b""
        while piece := begun.recv(65536):
            answer += piece
        self.assertRegex(answer.decode(), r"^HTTP/1.1 20[01] ")
        self.assertIn(b"Connection: close", answer)
        self.assertEqual(server.wait(timeout=60), 0)

    def test_metrics_are_of_this_server(self):
        server = self.serve()
        self.ask(server, "/healthz")
        page = self.ask(server, "/metrics")[1]
        self.assertIn("plumb_http_connections_total ", page)
        self.assertIn('status="2xx"', page)
        self.stop(server)

    def test_the_access_log_has_a_line_an_answer_and_no_query(self):
        server = self.serve("--access-log")
        self.ask(server, "/healthz?key=hunter2")
        self.ask(server, "/nowhere", "DELETE")
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as raw:
            raw.sendall(b"GET / HTTP/1.1\n\n")
            self.assertTrue(raw.recv(1000).startswith(b"HTTP/1.1 400 "))
        errors = self.stop(server)
        self.assertRegex(errors, r'Z 127\.0\.0\.1 "GET /healthz" \d{3} \d+ 0\.\d{6}\n')
        self.assertRegex(errors, r'"DELETE /nowhere" 404 ')
        self.assertRegex(errors, r'Z 127\.0\.0\.1 "-" 400 ')
        self.assertNotIn("hunter2", errors)

    def test_more_connections_than_files_are_survived(self):
        server = self.serve(files=80)
        many = [socket.create_connection(("127.0.0.1", server.port), timeout=60)
                for _ in range(150)]
        time.sleep(0.3)
        for connection in many:
            connection.close()
        deadline = time.monotonic() + 60
        status = None
        while status != 200 and time.monotonic() < deadline:
            try:
                status = self.ask(server, "/healthz")[0]
            except (ConnectionError, http.client.HTTPException):
                time.sleep(0.05)
        self.assertEqual(status, 200)
        self.assertIn("raise its limit (ulimit -n)", self.stop(server))

    def test_other_machines_need_a_key(self):
        self.fail_with(2, "plumb key create", "serve", "--db", "sqlite:plumb.db",
                       "--listen", "0.0.0.0:0")
        self.fail_with(2, "[::]:0 can be reached from other machines", "serve", "--db",
                       "sqlite:plumb.db", "--listen", "127.0.0.1:0", "--listen", "[::]:0")

    def test_keys_that_have_ended_open_nothing_and_the_start_says_how_to_get_in(self):
        made = json.loads(self.succeed("key", "create", "--db", "plumb.db", "--json").stdout)
        self.succeed("key", "revoke", made["prefix"], "--db", "plumb.db")
        server = self.serve()
        self.assertEqual(self.ask(server, "/api/v1/executions")[0], 401)
        self.assertIn("plumb key create", self.stop(server))

    def test_mistakes_are_told_before_it_starts(self):
        self.fail_with(2, "is no address to listen on", "serve", "--db", "sqlite:plumb.db",
                       "--listen", "here:80")
        self.fail_with(2, "certificate and its key", "serve", "--db", "sqlite:plumb.db",
                       "--listen", "127.0.0.1:0", "--tls-key", "key.pem")
        self.fail_with(2, "none.pem", "serve", "--db", "sqlite:plumb.db", "--listen",
                       "127.0.0.1:0", "--tls-key", "none.pem", "--tls-certificate", "none.pem")
        server = self.serve()
        self.fail_with(2, "is in use by another program", "serve", "--db", "sqlite:plumb.db",
                       "--listen", f"127.0.0.1:{server.port}")
        self.stop(server)


if __name__ == "__main__":
    unittest.main()
