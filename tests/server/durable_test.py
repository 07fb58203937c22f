# SPDX-License-Identifier: Apache-2.0
"""What is acknowledged survives: processes killed in the middle of learning, a full disk, a damaged journal,
machines that stop between two writes."""
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import threading
import time
import unittest

import serving
from serving import ServerTest

N_KILLS = int(os.environ.get('PRIORY_KILLS', '200'))


class DurableTest(ServerTest):
    def setUp(self):
        super().setUp()
        shutil.copy(self.folder / 'mail.priory', self.folder / 'first.priory')

    def assert_trained_from(self, rows):
        (self.folder / 'all.csv').write_text(serving.MAIL + ''.join(f'{text},{label}\n' for text, label in rows))
        self.priory('train', 'all.csv', '--plan', 'first.priory', '-o', 'wanted.priory', '-q', '--force')
        self.assertEqual((self.folder / 'mail.priory').read_bytes(), (self.folder / 'wanted.priory').read_bytes())

    def test_killed_again_and_again(self):
        """Three clients learn rows with a key each, and forget every fourth. A request whose answer was lost is
        sent again, with its key, to the next server. In the end, every row counts exactly as often as it should."""
        chance = random.Random(1)
        n_clients, lock = 3, threading.Lock()
        pending = [None] * n_clients  # the request that a client waits for
        learnt, acknowledged, numbers = {}, 0, iter(range(10**9))
        server, killed = None, threading.Event()

        def next_request(client):
            with lock:
                mine = [key for key, row in learnt.items() if row['client'] == client and not row['gone']]
                if len(mine) > 3:
                    row = learnt[mine[0]]
                    return {'path': 'forget', 'body': {'event': row['event']}, 'key': f'f{next(numbers)}', 'row': row}
                n = next(numbers)
                text, label = f'word{n % 50} pair{n % 7}', ['ham', 'spam'][n % 2]
                return {'path': 'learn', 'body': {'text': text, 'label': label}, 'key': f'l{n}', 'client': client}

        def work(client, at):
            nonlocal acknowledged
            connection = at.connect()
            try:
                while not killed.is_set():
                    if pending[client] is None:
                        pending[client] = next_request(client)
                    one = pending[client]
                    answer = at.ask('POST', f'/v1/models/mail/{one["path"]}', one['body'], connection,
                                    Idempotency_Key=one['key'])
                    assert answer.status == 200, answer.body
                    with lock:
                        acknowledged += 1
                        if one['path'] == 'learn':
                            body = one['body']
                            learnt[one['key']] = {'event': answer.json()['last_event'], 'client': client, 'gone': False,
                                                  'row': (body['text'], body['label'])}
                        else:
                            one['row']['gone'] = True
                    pending[client] = None
            except (OSError, serving.http.client.HTTPException):
                pass
            connection.close()

        def start():
            return self.serve('mail.priory', '--checkpoint-events', '20', '--threads', '1')

        for _ in range(N_KILLS):
            server = start()
            killed.clear()
            clients = [threading.Thread(target=work, args=(k, server)) for k in range(n_clients)]
            for each in clients:
                each.start()
            time.sleep(chance.random() * 0.04)
            server.process.kill()
            server.process.wait()
            server.process.stderr.close()
            killed.set()
            for each in clients:
                each.join()
        server = start()  # what was not answered is sent again, and answered
        for client in range(n_clients):
            one = pending[client]
            if one is None:
                continue
            answer = server.ask('POST', f'/v1/models/mail/{one["path"]}', one['body'], Idempotency_Key=one['key'])
            self.assertEqual(answer.status, 200, answer.body)
            if one['path'] == 'learn':
                learnt[one['key']] = {'gone': False, 'row': (one['body']['text'], one['body']['label'])}
            else:
                one['row']['gone'] = True
        self.assertEqual(server.end(), 0)
        self.assertGreater(acknowledged, N_KILLS)
        self.assert_trained_from([row['row'] for row in learnt.values() if not row['gone']])

    def test_a_machine_that_stops_leaves_a_prefix_of_the_writes(self):
        """Of the journal's write-ahead log, any beginning is a sound journal: what a machine leaves that stops at
        any time. What was committed before the cut is there."""
        server = self.serve('mail.priory', '--checkpoint-seconds', '1000')
        sizes = {}  # of the log, after each event
        log = self.folder / 'mail.priory.journal-wal'
        for n in range(12):
            self.assertEqual(server.post('mail/learn', {'text': f'zebra word{n}', 'label': 'zoo'}).status, 200)
            sizes[n + 1] = log.stat().st_size
        server.process.kill()
        server.process.wait()
        whole = {path.name: path.read_bytes() for path in self.folder.glob('mail.priory*')}
        chance = random.Random(3)
        cuts = sorted({0, len(whole[log.name])} | {chance.randrange(len(whole[log.name])) for _ in range(30)})
        for cut in cuts:
            for name, content in whole.items():
                if not name.endswith('-shm'):
                    (self.folder / name).write_bytes(content[:cut] if name == log.name else content)
            pathlib.Path(str(log).replace('-wal', '-shm')).unlink(missing_ok=True)
            least = max([event for event, size in sizes.items() if size <= cut], default=0)
            server = self.serve('mail.priory')
            event = server.ask('GET', '/v1/models').json()['models'][0]['event']
            self.assertGreaterEqual(event, least, cut)
            self.assertEqual(server.end(), 0)
            self.assert_trained_from([(f'zebra word{n}', 'zoo') for n in range(event)])

    def test_a_full_disk(self):
        """Nothing is learnt there, and what was learnt is predicted by; with room again, learning goes on."""
        small = self.folder / 'small'
        small.mkdir()
        script = f'''mount -t tmpfs -o size=300k none {small} && cp {self.folder}/mail.priory {small}/ &&
                     cd {small} && exec {serving.PRIORY} serve --port 0 mail.priory --checkpoint-seconds 1000'''
        may = subprocess.run(['unshare', '-rm', 'mount', '-t', 'tmpfs', 'none', str(small)], capture_output=True)
        if may.returncode != 0:
            self.skipTest('no file system of its own can be mounted here')
        server = serving.Server(command=['unshare', '-rm', 'sh', '-c', script])
        self.addCleanup(lambda: (server.process.kill(), server.process.wait(), server.process.stderr.close()))
        n, answer = 0, server.post('mail/learn', {'text': 'zebra', 'label': 'zoo'})
        while answer.status == 200 and n < 2000:
            n += 1
            answer = server.post('mail/learn', {'text': f'zebra {n} ' + 'word ' * 400, 'label': 'zoo'})
        self.assert_problem(answer, 507, 'disk', 'full')
        listed = server.ask('GET', '/v1/models').json()['models'][0]
        self.assertEqual((listed['rows'], listed['event']), (5 + n, n))  # not the row that was refused
        self.assertEqual(server.post('mail/predict', {'text': 'word'}).json()['rows'][0]['predicted'], 'zoo')
        self.assertEqual(server.post('mail/learn', {'text': f'zebra {n} ' + 'word ' * 400, 'label': 'zoo'}).status, 507)

    def test_a_damaged_journal(self):
        server = self.serve('mail.priory', '--checkpoint-seconds', '1000')
        for n in range(300):
            server.post('mail/learn', {'text': f'zebra word{n} ' + 'x' * 200, 'label': 'zoo'})
        server.process.kill()
        server.process.wait()
        journal = self.folder / 'mail.priory.journal'
        with sqlite3.connect(journal) as database:
            database.execute('PRAGMA wal_checkpoint(TRUNCATE)')
        database.close()
        content = bytearray(journal.read_bytes())
        middle = len(content) // 2 // 4096 * 4096
        content[middle:middle + 8192] = b'\xff' * 8192
        journal.write_bytes(content)
        server = self.serve('mail.priory')
        said = [line for line in server.said if 'damaged' in line]
        self.assertEqual(len(said), 1, server.said)
        kept, lost = (int(word) for word in said[0].replace(',', ' ').split() if word.isdigit())
        self.assertEqual(kept + lost, 300)
        self.assertGreater(kept, 200)
        self.assertGreater(lost, 0)
        listed = server.ask('GET', '/v1/models').json()['models'][0]
        self.assertEqual(listed['rows'], 5 + kept)
        self.assertEqual(len(list(self.folder.glob('mail.priory.journal.damaged-*'))), 1)
        self.assertEqual(server.post('mail/learn', {'text': 'after', 'label': 'zoo'}).json()['last_event'], 301)

    def test_a_journal_of_nonsense(self):
        server = self.serve('mail.priory', '--checkpoint-seconds', '1000')
        server.post('mail/learn', {'text': 'zebra', 'label': 'zoo'})
        self.assertEqual(server.end(), 0)
        (self.folder / 'mail.priory.journal').write_bytes(b'nonsense' * 1000)
        server = self.serve('mail.priory')
        listed = server.ask('GET', '/v1/models').json()['models'][0]
        self.assertEqual(listed['rows'], 6)  # the checkpoint has it

    def test_a_model_file_that_the_journal_does_not_know(self):
        server = self.serve('mail.priory', '--checkpoint-seconds', '1000')
        server.post('mail/learn', {'text': 'zebra', 'label': 'zoo'})
        server.process.kill()
        server.process.wait()
        self.priory('update', 'mail.priory', 'mail.csv', '-q')
        refused = subprocess.run([serving.PRIORY, 'serve', 'mail.priory', '--port', '0'], cwd=self.folder,
                                 capture_output=True, text=True, timeout=20)
        self.assertEqual(refused.returncode, 4)
        self.assertIn('--adopt', refused.stderr)
        self.priory('journal', 'mail.priory', '--adopt')
        server = self.serve('mail.priory')
        self.assertEqual(server.ask('GET', '/v1/models').json()['models'][0]['rows'], 10)
        self.assert_problem(server.post('mail/forget', {'event': 1}), 409, 'replaced')

    def test_two_servers_do_not_learn_into_one_journal(self):
        first, second = self.serve('mail.priory'), self.serve('mail.priory')
        self.assertEqual(first.post('mail/learn', {'text': 'zebra', 'label': 'zoo'}).status, 200)
        self.assert_problem(second.post('mail/learn', {'text': 'zebra', 'label': 'zoo'}), 500, 'another process')
        self.assertEqual(second.post('mail/predict', {'text': 'noon'}).status, 200)


class CopiesTest(ServerTest):
    def learn(self, server, n):
        for k in range(n):
            self.assertEqual(server.post('mail/learn', {'text': f'word{k} zebra', 'label': 'zoo'}).status, 200)

    def test_the_last_checkpoints_are_kept(self):
        server = self.serve('mail.priory', '--keep', '2', '--checkpoint-events', '1')
        numbers = set()
        for _ in range(4):
            self.learn(server, 1)
            until = time.monotonic() + 20
            while time.monotonic() < until:
                found = {path.name for path in self.folder.glob('mail.priory.at-*')}
                if found - numbers:
                    break
                time.sleep(0.02)
            numbers |= found
        self.assertEqual(server.end(), 0)
        kept = sorted(path.name for path in self.folder.glob('mail.priory.at-*'))
        self.assertEqual(kept, ['mail.priory.at-3', 'mail.priory.at-4'])
        self.assertEqual((self.folder / kept[1]).read_bytes(), (self.folder / 'mail.priory').read_bytes())
        said = json.loads(self.priory('inspect', kept[0], '--json'))
        self.assertEqual(sum(said['class_count']), 8)

    def test_a_backup_while_it_learns(self):
        server = self.serve('mail.priory', '--checkpoint-events', '5')
        stop, learnt = threading.Event(), []

        def work():
            connection = server.connect()
            while not stop.is_set():
                answer = server.ask('POST', '/v1/models/mail/learn', {'text': 'a zebra', 'label': 'zoo'}, connection)
                learnt.append(answer.json()['last_event'])

        client = threading.Thread(target=work)
        client.start()
        for k in range(5):
            while len(learnt) < 20 * (k + 1):
                time.sleep(0.01)
            before = learnt[-1]
            self.priory('journal', 'mail.priory', '--backup', f'copy{k}')
            copy = serving.Server('mail.priory', cwd=self.folder / f'copy{k}')
            event = copy.ask('GET', '/v1/models').json()['models'][0]
            self.assertGreaterEqual(event['event'], before)
            self.assertEqual(event['rows'], 5 + event['event'])
            self.assertEqual(copy.end(), 0)
        stop.set()
        client.join()
        self.assertEqual(server.end(), 0)
        serving.run('journal', 'mail.priory', '--backup', 'copy0', cwd=self.folder, code=2)


if __name__ == '__main__':
    serving.main()
