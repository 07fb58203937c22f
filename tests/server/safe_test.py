# SPDX-License-Identifier: Apache-2.0
"""Connections of every kind: kept, piped, cut, slow, broken, of strangers; signals; Unix sockets."""
import json
import re
import os
import pathlib
import signal
import socket
import stat
import subprocess
import threading
import time

import serving
from serving import ServerTest

PREDICT = '/v1/models/mail/predict'


def request(body, path=PREDICT, **headers):
    lines = [f'POST {path} HTTP/1.1', 'Host: localhost', f'Content-Length: {len(body)}']
    lines += [f'{name.replace("_", "-")}: {value}' for name, value in headers.items()]
    return ('\r\n'.join(lines) + '\r\n\r\n' + body).encode()


def ticks(pid):
    """The processor's time that a process has had, in hundredths of a second."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    return int(fields[11]) + int(fields[12])


class SafeTest(ServerTest):
    def test_a_connection_is_kept_and_requests_may_be_piped(self):
        server = self.serve('mail.priory')
        connection = server.connect()
        for _ in range(3):
            self.assertEqual(server.ask('POST', PREDICT, {'text': 'a'}, connection).status, 200)
        texts = ['cheap', 'noon', 'pills']
        out = server.raw(b''.join(request(json.dumps({'text': text})) for text in texts))
        self.assertEqual(out.count('HTTP/1.1 200 OK'), 3)
        labels = [piece.split('"')[1] for piece in out.split('"predicted": ')[1:]]
        self.assertEqual(labels, ['spam', 'ham', 'spam'])  # in order

    def test_chunks_and_100_continue(self):
        server = self.serve('mail.priory')
        head = f'POST {PREDICT} HTTP/1.1\r\nHost: localhost\r\n'
        chunked = head + 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"tex\r\n9\r\nt": "no"}\r\n0\r\n\r\n'
        self.assertIn('200 OK', server.raw(chunked.encode()))
        out = server.raw((head + 'Expect: 100-continue\r\nContent-Length: 13\r\n\r\n{"text": "a"}').encode())
        self.assertTrue(out.startswith('HTTP/1.1 100 Continue'))
        self.assertIn('200 OK', out)

    def test_what_is_no_request_is_refused_and_harms_nobody(self):
        server = self.serve('mail.priory')
        connection = server.connect()
        for text in [b'\0\0\0\0\r\n\r\n', b'GET\r\n\r\n', b'GET / HTTP/9.9\r\n\r\n',
                     b'POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n',
                     b'POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n']:
            self.assertIn('HTTP/1.1 400', server.raw(text), text)
        self.assertIn('HTTP/1.1 431', server.raw(b'GET / HTTP/1.1\r\nX: ' + b'a' * 100_000 + b'\r\n\r\n'))
        self.assertEqual(server.raw(b'POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\nabc'), '')  # and went away
        self.assertEqual(server.ask('GET', '/health', None, connection).status, 200)

    def test_slow_clients_are_sent_away_and_hold_nobody_up(self):
        def slow_ones(server):
            out = [socket.create_connection(('127.0.0.1', server.port)) for _ in range(200)]
            for each in out:
                self.addCleanup(each.close)
                each.sendall(b'POST /v1/models/mail/predict HTTP/1.1\r\nHost:')
            return out
        patient = self.serve('mail.priory', '--time-out', '3600')
        held = slow_ones(patient)
        for _ in range(20):
            self.assertEqual(patient.ask('GET', '/health').status, 200)
        for each in held:  # all the while
            each.setblocking(False)
            self.assertRaises(BlockingIOError, each.recv, 100)
        for each in slow_ones(self.serve('table.priory', '--time-out', '1')):
            each.settimeout(60)
            self.assertEqual(each.recv(100), b'')  # closed

    def test_more_connections_than_allowed(self):
        server = self.serve('mail.priory', '--max-connections', '3')
        server.document = False  # which would take a connection
        held = [server.connect() for _ in range(3)]
        for each in held:
            self.assertEqual(server.ask('GET', '/health', None, each).status, 200)
        answer = server.ask('GET', '/health')
        self.assert_problem(answer, 503, 'too many connections')
        self.assertEqual(answer.headers['Retry-After'], '1')
        for each in held:
            each.close()
        until, status = time.monotonic() + 60, 503
        while status == 503 and time.monotonic() < until:  # it has to see that they went
            status = server.ask('GET', '/health').status
        self.assertEqual(status, 200)

    def test_pages_of_strangers_are_not_answered(self):
        server = self.serve('mail.priory', '--host', 'mail.example.org')
        ask = lambda **headers: server.ask('POST', PREDICT, {'text': 'a'}, **headers).status
        port = server.port
        self.assertEqual(ask(), 200)
        self.assertEqual(ask(Host=f'localhost:{port}', Origin=f'http://localhost:{port}'), 200)
        self.assertEqual(ask(Host='mail.example.org'), 200)
        self.assertEqual(ask(Host='evil.example.org'), 403)  # a name that was made to lead here
        self.assertEqual(ask(Host=f'127.0.0.1.evil.org:{port}'), 403)
        self.assertEqual(ask(Host='localhost@evil.org'), 403)
        self.assertEqual(ask(Origin='http://evil.example.org'), 403)
        self.assertEqual(ask(Origin='null'), 403)
        self.assertEqual(ask(Origin=f'http://localhost:{port + 1}', Host=f'localhost:{port}'), 403)
        answer = server.ask('OPTIONS', PREDICT, None, Origin='http://evil.example.org')
        self.assertNotIn('Access-Control-Allow-Origin', answer.headers)

    def test_it_listens_to_this_machine_only(self):
        server = self.serve('mail.priory')
        listening = subprocess.run(['ss', '-ltnH', f'sport = :{server.port}'], capture_output=True, text=True).stdout
        self.assertEqual([line.split()[3] for line in listening.splitlines()], [f'127.0.0.1:{server.port}'])

    def test_names_in_a_request_are_no_paths(self):
        server = self.serve('mail.priory')
        for path in ['/v1/models/../mail.csv', '/v1/models/%2e%2e%2fmail.csv', '/v1/models/%00', '/../../etc/passwd',
                     '/v1/models/mail.priory', '/v1/models//etc/passwd']:
            self.assertEqual(server.ask('GET', path).status, 404, path)

    def test_a_unix_socket_of_this_user(self):
        path = self.folder / 'socket'
        server = serving.subprocess.Popen([serving.PRIORY, 'serve', 'mail.priory', '--socket', path],
                                          cwd=self.folder, stderr=subprocess.DEVNULL)
        self.addCleanup(lambda: (server.kill(), server.wait()))
        until = time.monotonic() + 60
        while not path.exists() and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        with socket.socket(socket.AF_UNIX) as plain:
            plain.connect(str(path))
            plain.sendall(request('{"text": "noon"}', Connection='close'))
            out = b''.join(iter(lambda: plain.recv(1 << 16), b''))
        self.assertIn(b'"predicted": "ham"', out)
        again = subprocess.run([serving.PRIORY, 'serve', 'mail.priory', '--socket', path], cwd=self.folder,
                               capture_output=True, text=True, timeout=10)
        self.assertEqual(again.returncode, 5)
        self.assertIn('cannot listen', again.stderr)
        server.terminate()
        self.assertEqual(server.wait(10), 0)
        self.assertFalse(path.exists())

    def test_a_socket_that_systemd_hands_over(self):
        with socket.socket() as listening:
            listening.bind(('127.0.0.1', 0))
            listening.listen()
            at = listening.fileno()
            script = f'exec 3<&{at}; export LISTEN_PID=$$ LISTEN_FDS=1; exec {serving.PRIORY} serve mail.priory -q'
            server = subprocess.Popen(['sh', '-c', script], cwd=self.folder, pass_fds=[at])
            self.addCleanup(lambda: (server.kill(), server.wait()))
            connection = serving.http.client.HTTPConnection('127.0.0.1', listening.getsockname()[1], timeout=10)
            connection.request('GET', '/health')  # waits in the socket until the server takes it
            self.assertEqual(connection.getresponse().status, 200)
            connection.close()

    def test_the_end_answers_what_is_in_work(self):
        server = self.serve('mail.priory')
        idle, got = server.connect(), []
        self.assertEqual(server.ask('GET', '/health', None, idle).status, 200)
        body = {'texts': ['cheap pills now'] * 100_000}
        asking = threading.Thread(target=lambda: got.append(server.ask('POST', PREDICT, body)))
        before = ticks(server.process.pid)
        asking.start()
        while asking.is_alive() and ticks(server.process.pid) < before + 2:  # it works at the request
            time.sleep(0.001)
        self.assertEqual(server.end(), 0)
        asking.join()
        idle.close()
        self.assertEqual(len(got[0].json()['rows']), 100_000)

    def test_a_new_model_file_loses_no_request(self):
        server = self.serve('mail.priory')
        statuses, done = [], threading.Event()

        def ask():
            connection = server.connect()
            while not done.is_set():
                statuses.append(server.ask('POST', PREDICT, {'text': 'noon'}, connection).status)

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for each in threads:
            each.start()
        for label in ['one', 'two', 'three']:
            (self.folder / 'new.csv').write_text(f'text,label\nnoon,{label}\nnight,other\n')
            self.priory('train', '--plain', 'new.csv', '--target', 'label', '--text', 'text', '-o', 'mail.priory', '--force', '-q')
            server.process.send_signal(signal.SIGHUP)
            until = time.monotonic() + 60
            answer = ''
            while label not in answer and time.monotonic() < until:
                answer = server.ask('POST', PREDICT, {'text': 'noon'}).body
            self.assertIn(f'"predicted": "{label}"', answer)
        done.set()
        for each in threads:
            each.join()
        self.assertEqual(set(statuses), {200})
        (self.folder / 'mail.priory').write_text('no model')
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIn('"three"', server.ask('POST', PREDICT, {'text': 'noon'}).body)
        server.end()
        self.assertIn('the model stays as it is', '\n'.join(server.said))



class RemoteTest(ServerTest):
    """127.0.0.2 stands for an address that others can reach."""

    def remote(self, *more):
        return self.serve('mail.priory', '--allow-remote', '--address', '127.0.0.2', *more)

    @staticmethod
    def tokens(server):
        said = '\n'.join(server.said)
        return re.findall(r'\b[0-9a-f]{64}\b', said)

    def test_another_address_needs_a_word(self):
        serving.run('serve', 'mail.priory', '--address', '127.0.0.2', cwd=self.folder, code=2)
        serving.run('serve', 'mail.priory', '--tokens', 'x', cwd=self.folder, code=2)

    def test_tokens(self):
        server = self.remote()
        reader, teacher = self.tokens(server)
        self.assertNotEqual(reader, teacher)
        server.document = False  # not asked for yet
        text, row = {'text': 'noon'}, {'text': 'noon', 'label': 'ham'}
        for token in None, '', reader[:-1], reader[:-1] + ('0' if reader[-1] != '0' else '1'), teacher + '0':
            given = {} if token is None else {'Authorization': f'Bearer {token}'}
            answer = server.post('mail/predict', text, **given)
            self.assert_problem(answer, 401, 'token')
            self.assertEqual(answer.headers['WWW-Authenticate'], 'Bearer')
            self.assertNotIn(reader, answer.body)
        self.assertEqual(server.ask('GET', '/health').status, 200)
        self.assert_problem(server.post('mail/learn', row, Authorization=f'Basic {teacher}'), 401)
        self.assertEqual(server.post('mail/predict', text, Authorization=f'Bearer {reader}').status, 200)
        for path, body in ('mail/learn', row), ('mail/forget', {'event': 1}), ('mail/queue', {'texts': ['x']}):
            self.assert_problem(server.post(path, body, Authorization=f'Bearer {reader}'), 403, "teacher's")
        self.assertEqual(server.post('mail/learn', row, Authorization=f'Bearer {teacher}').status, 200)
        self.assertEqual(server.post('mail/predict', text, Authorization=f'Bearer {teacher}').status, 200)

    def test_tokens_of_a_file_stay(self):
        first = self.tokens(self.remote('--tokens', 'tokens'))
        self.assertEqual((self.folder / 'tokens').stat().st_mode & 0o777, 0o600)
        again = self.remote('--tokens', 'tokens')
        self.assertEqual(self.tokens(again), [])  # said once
        again.document = False
        answer = again.post('mail/predict', {'text': 'noon'}, Authorization=f'Bearer {first[0]}')
        self.assertEqual(answer.status, 200)
        (self.folder / 'tokens').chmod(0o644)
        serving.run('serve', 'mail.priory', '--allow-remote', '--tokens', 'tokens', '--port', '0', cwd=self.folder, code=5)

    def test_names_of_hosts_and_pages(self):
        server = self.remote()
        server.document = False
        token = {'Authorization': f'Bearer {self.tokens(server)[0]}'}
        self.assertEqual(server.ask('GET', '/v1/models', Host='127.0.0.2:1', **token).status, 200)
        self.assert_problem(server.ask('GET', '/v1/models', Host='evil.example', **token), 403)
        self.assert_problem(server.ask('GET', '/v1/models', Origin='http://evil.example', **token), 403)


if __name__ == '__main__':
    serving.main()
