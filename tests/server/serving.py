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


def fits(value, schema, schemas, at='answer'):
    """Whether a value is as a JSON schema says, of the few words that the server's have."""
    if '$ref' in schema:
        return fits(value, schemas[schema['$ref'].rsplit('/', 1)[1]], schemas, at)
    if 'anyOf' in schema:
        assert any(ok(value, each, schemas) for each in schema['anyOf']), f'{at}: {value!r}'
    if 'const' in schema:
        assert value == schema['const'], f'{at}: {value!r}'
    if 'enum' in schema:
        assert value in schema['enum'], f'{at}: {value!r}'
    types = {'integer': int, 'number': (int, float), 'string': str, 'boolean': bool, 'object': dict, 'array': list,
             'null': type(None)}
    kinds = schema.get('type', list(types))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    assert any(isinstance(value, types[kind]) for kind in kinds), f'{at}: {value!r} is no {kinds}'
    assert not isinstance(value, bool) or 'boolean' in kinds, f'{at}: {value!r}'
    if isinstance(value, list):
        for k, each in enumerate(value):
            fits(each, schema.get('items', {}), schemas, f'{at}[{k}]')
    if isinstance(value, dict):
        known = schema.get('properties', {})
        for name in schema.get('required', []):
            assert name in value, f'{at} has no {name}'
        for name, each in value.items():
            assert name in known or schema.get('additionalProperties', True), f'{at}: {name} is not in its schema'
            fits(each, known.get(name, {}), schemas, f'{at}.{name}')


def ok(value, schema, schemas):
    try:
        fits(value, schema, schemas)
        return True
    except AssertionError:
        return False


class OpenApi:
    """The document of a server, which every answer has to be as."""

    def __init__(self, document):
        self.paths, self.schemas = document['paths'], document['components']['schemas']

    def check(self, method, target, answer):
        path = re.sub('^/v1/models/[^/?]+', '/v1/models/{NAME}', target.split('?')[0])
        operation = self.paths.get(path, {}).get({'HEAD': 'get'}.get(method, method.lower()))
        if operation is None or answer.status == 304:
            return
        said = operation['responses'].get(str(answer.status), operation['responses']['default'])
        kind = answer.headers['Content-Type'].split(';')[0]
        if answer.status == 200 and kind == 'application/x-ndjson':
            return  # rows in, rows out
        assert kind in said['content'], f'{method} {target}: {kind}, not {list(said["content"])}'
        if answer.status < 400:
            parameters = {each['name'] for each in operation['parameters'] if each['in'] == 'query'}
            given = {part.split('=')[0] for part in target.partition('?')[2].split('&') if part}
            assert given <= parameters, f'{target}: {given - parameters} is not in the document'
        if kind.endswith('json') and method != 'HEAD':
            fits(json.loads(answer.body), said['content'][kind].get('schema', {}), self.schemas, f'{method} {path}')




class Server:
    """`priory serve`, on a port that was free."""

    def __init__(self, *arguments, cwd=None, command=None):
        self.process = subprocess.Popen(command or [PRIORY, 'serve', '--port', '0', *map(str, arguments)], cwd=cwd,
                                        stderr=subprocess.PIPE, text=True)
        self.said, self.port = [], None
        self.document, self.always = None, {}  # of the answers; and headers of each request
        for line in self.process.stderr:
            self.said.append(line.rstrip())
            found = re.search(r'http://([0-9.]+):(\d+)', line)
            if found:
                self.address, self.port = found[1], int(found[2])
                return
        raise AssertionError('\n'.join(self.said))

    def connect(self):
        return http.client.HTTPConnection(self.address, self.port, timeout=30)

    def ask(self, method, path, body=None, connection=None, **headers):
        own = connection is None
        connection = connection or self.connect()
        if isinstance(body, (dict, list)):
            body, headers = json.dumps(body), {'Content-Type': 'application/json', **headers}
        headers = {name.replace('_', '-'): value for name, value in {**self.always, **headers}.items()}
        connection.request(method, path, body.encode() if isinstance(body, str) else body, headers)
        answer = Answer(connection.getresponse())
        if self.document is None and path != '/openapi.json':
            self.document = OpenApi(self.ask('GET', '/openapi.json', **self.always).json())
        if self.document:
            self.document.check(method, path, answer)
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
        run('train', '--plain', 'mail.csv', '--target', 'label', '--text', 'text', '-o', 'mail.priory', '-q', cwd=self.folder)
        run('train', '--plain', 'table.csv', '--target', 'kind', '-o', 'table.priory', '-q', cwd=self.folder)

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
