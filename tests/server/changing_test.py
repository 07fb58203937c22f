# SPDX-License-Identifier: Apache-2.0
"""Learning and forgetting: the model is the sum of its events, to the byte."""
import json
import random
import threading
import time

import serving
from serving import ServerTest

WORDS = ['cheap', 'noon', 'pills', 'lunch', 'prize', 'zebra', 'quartz']


class ChangingTest(ServerTest):
    def learn(self, server, text, label, **headers):
        answer = server.post('mail/learn', {'text': text, 'label': label}, **headers)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()['last_event']

    def assert_trained_from(self, rows, model='mail.priory'):
        """The bytes are those of training on these rows by the first model's plan."""
        (self.folder / 'all.csv').write_text(serving.MAIL + ''.join(f'{text},{label}\n' for text, label in rows))
        self.priory('train', 'all.csv', '--plan', 'first.priory', '-o', 'wanted.priory', '-q', '--force')
        self.assertEqual((self.folder / model).read_bytes(), (self.folder / 'wanted.priory').read_bytes())

    def setUp(self):
        super().setUp()
        (self.folder / 'first.priory').write_bytes((self.folder / 'mail.priory').read_bytes())

    def test_the_next_prediction_sees_what_was_learnt(self):
        server = self.serve('mail.priory')
        ask = lambda: server.post('mail/predict', {'text': 'zebra'}).json()['rows'][0]['predicted']
        event = self.learn(server, 'zebra zebra', 'zoo')
        self.assertEqual(ask(), 'zoo')
        explained = server.post('mail/explain', {'text': 'zebra'}).json()
        self.assertEqual(explained['rows'][0]['classes'], ['ham', 'spam', 'zoo'])
        self.assertEqual(server.post('mail/forget', {'event': event}).status, 200)
        self.assertNotEqual(ask(), 'zoo')
        self.assertEqual(server.end(), 0)
        self.assert_trained_from([])

    def test_any_history_is_training_on_the_rows_that_remain(self):
        chance = random.Random(21)
        server, rows = self.serve('mail.priory', '--checkpoint-events', '7'), {}
        for step in range(60):
            if rows and chance.random() < 0.4:
                event = chance.choice(sorted(rows))
                text, label = rows.pop(event)
                body = {'event': event} if chance.random() < 0.5 else {'text': text, 'label': label}
                if 'text' in body and (text, label) in rows.values():
                    body = {'event': event}  # of equal rows, this one
                self.assertEqual(server.post('mail/forget', body).status, 200)
            else:
                text, label = ' '.join(chance.choices(WORDS, k=3)), chance.choice(['ham', 'spam', 'other'])
                rows[self.learn(server, text, label)] = text, label
            if step in (20, 40):  # a crash, and an end
                server.process.kill() if step == 20 else self.assertEqual(server.end(), 0)
                server.process.wait()
                server = self.serve('mail.priory', '--checkpoint-events', '7')
        self.assertEqual(server.end(), 0)
        self.assert_trained_from(rows.values())

    def test_columns_of_numbers_and_values(self):
        server = self.serve('table.priory')
        row = {'size': 5.55, 'colour': 'violet'}
        learnt = server.post('table/learn', {'rows': [row, {'size': None, 'colour': 'red', 'kind': 'c'}],
                                             'labels': ['c', 'c']})
        self.assertEqual(learnt.json()['rows'], 7)
        self.assertEqual(server.post('table/predict', {'row': row}).json()['rows'][0]['predicted'], 'c')
        server.process.kill()
        server.process.wait()
        server = self.serve('table.priory')
        self.assertEqual(server.post('table/predict', {'row': row}).json()['rows'][0]['predicted'], 'c')
        server.end()
        (self.folder / 'all.csv').write_text(serving.TABLE + '5.55,violet,c\n,red,c\n')
        (self.folder / 'table0.csv').write_text(serving.TABLE)
        self.priory('train', '--plain', 'table0.csv', '--target', 'kind', '-o', 'first.priory', '-q', '--force')
        self.priory('train', 'all.csv', '--plan', 'first.priory', '-o', 'wanted.priory', '-q')
        self.assertEqual((self.folder / 'table.priory').read_bytes(), (self.folder / 'wanted.priory').read_bytes())

    def test_the_same_key_twice_is_one_event(self):
        server = self.serve('mail.priory')
        first = self.learn(server, 'zebra', 'zoo', Idempotency_Key='k1')
        again = server.post('mail/learn', {'text': 'zebra', 'label': 'zoo'}, Idempotency_Key='k1').json()
        self.assertEqual((again['last_event'], again['repeated'], again['rows']), (first, True, 6))
        other = server.post('mail/learn', {'text': 'zebra', 'label': 'ham'}, Idempotency_Key='k1')
        self.assert_problem(other, 422, 'another request')
        server.process.kill()
        server.process.wait()
        server = self.serve('mail.priory')
        again = server.post('mail/learn', {'text': 'zebra', 'label': 'zoo'}, Idempotency_Key='k1').json()
        self.assertEqual((again['last_event'], again['repeated'], again['rows']), (first, True, 6))

    def test_a_request_is_done_as_a_whole_or_not_at_all(self):
        server = self.serve('table.priory')
        bad = {'rows': [{'size': 1, 'kind': 'a'}, {'size': 'many', 'kind': 'a'}]}
        self.assertEqual(self.assert_problem(server.post('table/learn', bad), 422)['place'], 'rows[1]')
        self.assert_problem(server.post('table/learn', {'row': {'size': 1}}), 422, 'has no class', 'kind')
        unknown = {'rows': [{'size': 5.1, 'colour': 'red', 'kind': 'a'}, {'size': 99, 'colour': 'pink', 'kind': 'a'}]}
        self.assertEqual(self.assert_problem(server.post('table/forget', unknown), 422)['place'], 'rows[1]')
        self.assert_problem(server.post('table/forget', {'event': 4}), 404)
        before = (self.folder / 'table.priory').read_bytes()
        self.assertEqual(server.end(), 0)
        self.assertEqual((self.folder / 'table.priory').read_bytes(), before)

    def test_many_clients_at_once(self):
        server, rows, failures = self.serve('mail.priory'), [], []

        def learn(thread):
            connection = server.connect()
            for n in range(50):
                row = f'word{thread} word{n}', ['ham', 'spam'][n % 2]
                body = {'text': row[0], 'label': row[1]}
                status = server.ask('POST', '/v1/models/mail/learn', body, connection).status
                rows.append(row) if status == 200 else failures.append(status)

        threads = [threading.Thread(target=learn, args=(k,)) for k in range(8)]
        for each in threads:
            each.start()
        while any(each.is_alive() for each in threads):  # and somebody reads
            self.assertEqual(server.post('mail/predict', {'text': 'word1'}).status, 200)
        self.assertEqual(failures, [])
        listed = server.ask('GET', '/v1/models').json()['models'][0]
        self.assertEqual((listed['rows'], listed['event']), (405, 400))
        self.assertEqual(server.end(), 0)
        self.assert_trained_from(rows)

    def test_models_that_rows_cannot_be_added_to(self):
        self.priory('cluster', 'table.csv', '-k', '2', '-o', 'hidden.priory', '-q', '--ignore', 'kind')
        self.priory('train', 'mail.csv', '--target', 'label', '--text', 'text', '--discriminative', '-o', 'fit.priory', '-q')
        server = self.serve('hidden.priory', 'fit.priory')
        self.assert_problem(server.post('hidden/learn', {'row': {'size': 1}, 'label': '1'}), 409, 'learnt by EM')
        self.assert_problem(server.post('fit/learn', {'text': 'a', 'label': 'ham'}), 409, 'discriminative')
        self.assertEqual([each['learns'] for each in server.ask('GET', '/v1/models').json()['models']], [False, False])
        self.assertEqual(server.post('fit/predict', {'text': 'noon'}).status, 200)

    def test_the_history_and_what_is_erased(self):
        server = self.serve('mail.priory')
        secret = self.learn(server, 'xylophone secret', 'ham', Idempotency_Key='k')
        kept = self.learn(server, 'zebra kept', 'ham')
        events = server.ask('GET', '/v1/models/mail/history').json()['events']
        self.assertEqual([(each['event'], each['change'], each['label']) for each in events],
                         [(kept, 'learn', 'ham'), (secret, 'learn', 'ham')])
        self.assertEqual(events[0]['row'], {'text': 'zebra kept'})
        self.assertEqual(server.post('mail/forget', {'event': secret}).status, 200)
        self.assert_problem(server.post('mail/forget', {'event': secret}), 409, 'forgotten already')
        until = time.monotonic() + 60
        found = True
        while found and time.monotonic() < until:  # the next checkpoint is written soon, because of it
            found = any(b'xylophone' in path.read_bytes() for path in self.folder.glob('mail.priory*'))
            time.sleep(0.05)
        self.assertFalse(found)
        self.assertTrue(any(b'zebra' in path.read_bytes() for path in self.folder.glob('mail.priory.journal*')))

    def test_the_journal_from_the_command_line(self):
        server = self.serve('mail.priory')
        first = self.learn(server, 'zebra one', 'zoo')
        second = self.learn(server, 'zebra two', 'zoo')
        live = json.loads(self.priory('journal', 'mail.priory', '--json'))  # while it runs
        self.assertEqual([each['event'] for each in live['events']], [first, second])
        self.assertEqual(self.priory('journal', 'mail.priory', '--export', '-'),
                         'text,label\nzebra one,zoo\nzebra two,zoo\n')
        serving.run('journal', 'mail.priory', '--undo', first, cwd=self.folder, code=5)
        self.assertEqual(server.end(), 0)
        self.priory('journal', 'mail.priory', '--undo', first)
        self.assert_trained_from([('zebra two', 'zoo')])
        self.priory('journal', 'mail.priory', '--compact')
        self.assertNotIn(b'zebra', (self.folder / 'mail.priory.journal').read_bytes())
        self.assert_trained_from([('zebra two', 'zoo')])
        server = self.serve('mail.priory')
        self.assert_problem(server.post('mail/forget', {'event': second}), 409, 'compacted')
        third = self.learn(server, 'zebra three', 'zoo')
        server.post('mail/forget', {'text': 'zebra two', 'label': 'zoo'})
        self.assertEqual(server.end(), 0)
        self.assert_trained_from([('zebra three', 'zoo')])
        serving.run('journal', 'mail.priory', '--back-to', third, cwd=self.folder, code=3)  # that row is gone for good

    def test_back_to_an_event(self):
        server = self.serve('mail.priory')
        first = self.learn(server, 'zebra one', 'zoo')
        self.learn(server, 'zebra two', 'zoo')
        self.learn(server, 'zebra three', 'zoo')
        self.assertEqual(server.end(), 0)
        self.priory('journal', 'mail.priory', '--back-to', first)
        self.assert_trained_from([('zebra one', 'zoo')])
        self.priory('journal', 'mail.priory', '--back-to', '0')
        self.assert_trained_from([])


if __name__ == '__main__':
    serving.main()
