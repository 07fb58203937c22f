# SPDX-License-Identifier: Apache-2.0
"""A server of the tests' own: started, asked, killed."""
import contextlib
import http.client
import json
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

PRIORY = 'priory'
MAIL = '''text,label
cheap pills now,spam
see you at noon,ham
free prize call now,spam
lunch at noon tomorrow,ham
cheap prize,spam
'''
TABLE = '''size,colour,kind
5.1,red,a
4.9,red,a
7.0,blue,b
6.4,green,b
6.9,blue,b
'''


def run(*arguments, cwd=None, code=0):
    done = subprocess.run([PRIORY, *map(str, arguments)], cwd=cwd, capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    return done.stdout


class Answer:
    def __init__(self, response):
        self.status, self.body = response.status, response.read().decode()
        self.headers = response.headers

    def json(self):
        return json.loads(self.body)


class Server:
    """`priory serve`, on a port that was free."""

    def __init__(self, *arguments, cwd=None):
        self.process = subprocess.Popen([PRIORY, 'serve', '--port', '0', *map(str, arguments)], cwd=cwd,
                                        stderr=subprocess.PIPE, text=True)
        self.said, self.port = [], None
        for line in self.process.stderr:
            self.said.append(line.rstrip())
            found = re.search(r'http://127\.0\.0\.1:(\d+)', line)
            if found:
                self.port = int(found[1])
                return
        raise AssertionError('\n'.join(self.said))

    def connect(self):
        return http.client.HTTPConnection('127.0.0.1', self.port, timeout=30)

    def ask(self, method, path, body=None, connection=None, **headers):
        own = connection is None
        connection = connection or self.connect()
        if isinstance(body, (dict, list)):
            body, headers = json.dumps(body), {'Content-Type': 'application/json', **headers}
        headers = {name.replace('_', '-'): value for name, value in headers.items()}
        connection.request(method, path, body.encode() if isinstance(body, str) else body, headers)
        answer = Answer(connection.getresponse())
        if own:
            connection.close()
        return answer

    def post(self, path, body, **headers):
        return self.ask('POST', '/v1/models/' + path, body, **headers)

    def raw(self, text):
        """What comes back for these bytes until the server closes, or is silent for three seconds."""
        with socket.create_connection(('127.0.0.1', self.port), timeout=3) as plain:
            plain.sendall(text)
            out = b''
            with contextlib.suppress(TimeoutError, ConnectionError):
                while piece := plain.recv(1 << 16):
                    out += piece
            return out.decode()

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.said += self.process.stderr.read().splitlines()
        return self.process.wait(30)


class ServerTest(unittest.TestCase):
    """A folder with a model of texts, mail.priory, and one of columns, table.priory."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / 'mail.csv').write_text(MAIL)
        (self.folder / 'table.csv').write_text(TABLE)
        run('train', 'mail.csv', '--target', 'label', '--text', 'text', '-o', 'mail.priory', '-q', cwd=self.folder)
        run('train', 'table.csv', '--target', 'kind', '-o', 'table.priory', '-q', cwd=self.folder)

    def serve(self, *arguments):
        server = Server(*arguments, cwd=self.folder)
        self.addCleanup(lambda: (server.process.kill(), server.process.wait(), server.process.stderr.close()))
        return server

    def priory(self, *arguments, code=0):
        return run(*arguments, cwd=self.folder, code=code)

    def assert_problem(self, answer, status, *words):
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(answer.headers['Content-Type'], 'application/problem+json')
        problem = answer.json()
        self.assertEqual(problem['status'], status)
        for word in words:
            self.assertIn(word, answer.body)
        return problem


def main():
    global PRIORY
    at = sys.argv.index('--priory')
    PRIORY = str(pathlib.Path(sys.argv[at + 1]).resolve())
    del sys.argv[at:at + 2]
    unittest.main(module='__main__')
