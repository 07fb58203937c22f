# SPDX-License-Identifier: Apache-2.0
"""Labelling: models that begin with nothing, the queue, how good the model is by now, and what is told meanwhile."""
import http.client
import json
import unittest

import serving
from serving import ServerTest

ROWS = [('cheap pills now', 'spam'), ('see you at noon', 'ham'), ('free prize call now', 'spam'),
        ('lunch at noon tomorrow', 'ham'), ('cheap prize', 'spam'), ('noon lunch', 'ham')]


class Listener:
    """A client of /events."""

    def __init__(self, server, model):
        self.connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=10)
        self.connection.request('GET', f'/v1/models/{model}/events')
        self.answer = self.connection.getresponse()

    def next(self):
        found = {}
        while line := self.answer.readline().decode().rstrip('\n'):
            name, _, value = line.partition(': ')
            found[name] = value
        return found.get('id'), found['event'], json.loads(found['data'])


class LabellingTest(ServerTest):
    def new_server(self):
        return self.serve('--new', 'new')

    def begin(self, server, **members):
        body = {'name': 'tickets', 'classes': ['spam', 'ham'], 'text': 'body', **members}
        return server.ask('POST', '/v1/models', {name: each for name, each in body.items() if each is not None})

    def get(self, server, path, **headers):
        answer = server.ask('GET', '/v1/models/' + path, **headers)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def learn(self, server, rows=ROWS, model='tickets'):
        return [server.post(f'{model}/learn', {'text': text, 'label': label}).json()['last_event']
                for text, label in rows]

    def test_a_model_from_nothing_is_the_one_trained_on_its_rows(self):
        server = self.new_server()
        self.assertEqual(self.begin(server).status, 201)
        listed = server.ask('GET', '/v1/models').json()
        self.assertTrue(listed['may_create'])
        model = listed['models'][0]
        self.assertEqual((model['name'], model['classes'], model['rows'], model['text']),
                         ('tickets', ['spam', 'ham'], 0, 'body'))
        self.assert_problem(server.post('tickets/predict', {'text': 'noon'}), 409, 'nothing was learnt yet')
        self.assert_problem(server.ask('GET', '/v1/models/tickets'), 409, 'nothing was learnt yet')
        self.learn(server, ROWS[:3])
        server.process.kill()  # nothing is lost, and it is there again under its name
        server.process.wait()
        server = self.new_server()
        self.learn(server, ROWS[3:])
        self.assertEqual(server.post('tickets/predict', {'text': 'lunch'}).json()['rows'][0]['predicted'], 'ham')
        self.assertEqual(server.end(), 0)
        (self.folder / 'all.csv').write_text('body,label\n' + ''.join(f'{text},{label}\n' for text, label in ROWS))
        self.priory('train', 'all.csv', '--target', 'label', '--text', 'body', '--plain', '-o', 'wanted.priory', '-q')
        made = (self.folder / 'new' / 'model-1.priory').read_bytes()
        self.assertEqual(made, (self.folder / 'wanted.priory').read_bytes())

    def test_a_model_whose_rows_are_all_taken_back(self):
        server = self.new_server()
        self.begin(server)
        event = self.learn(server, ROWS[:1])[0]
        self.assertEqual(server.end(), 0)
        server = self.new_server()
        self.assertEqual(server.post('tickets/forget', {'event': event}).status, 200)
        self.assertEqual(server.end(), 0)
        self.assertFalse((self.folder / 'new' / 'model-1.priory').exists())
        kept = b''.join(path.read_bytes() for path in (self.folder / 'new').iterdir())
        self.assertNotIn(b'cheap', kept)
        server = self.new_server()
        self.assertEqual(server.ask('GET', '/v1/models').json()['models'][0]['rows'], 0)
        self.learn(server)
        self.assertEqual(server.post('tickets/predict', {'text': 'lunch'}).json()['rows'][0]['predicted'], 'ham')

    def test_columns_from_nothing(self):
        server = self.new_server()
        made = self.begin(server, text=None, classes=['a', 'b'], target='kind',
                          columns={'size': 'number', 'colour': 'values'})
        self.assertEqual(made.status, 201, made.body)
        listed = server.ask('GET', '/v1/models').json()['models'][0]
        self.assertEqual(listed['columns'], [{'name': 'size', 'kind': 'number'}, {'name': 'colour', 'kind': 'values'}])
        for row in serving.TABLE.splitlines()[1:]:
            size, colour, kind = row.split(',')
            learnt = server.post('tickets/learn', {'row': {'size': float(size), 'colour': colour, 'kind': kind}})
            self.assertEqual(learnt.status, 200, learnt.body)
        self.assertEqual(server.post('tickets/predict', {'row': {'size': 5}}).json()['rows'][0]['predicted'], 'a')

    def test_what_is_refused(self):
        self.assert_problem(self.begin(self.serve('mail.priory')), 403, '--new')
        server = self.new_server()
        for wrong in [{'name': '../../etc/x'}, {'name': ''}, {'classes': ['one']}, {'classes': ['a', 'a']},
                      {'text': None}, {'columns': {'a': 'number'}}, {'text': None, 'columns': {'a': 'nonsense'}},
                      {'classes': 'ab'}, {'colour': 1}, {'target': 'body'}]:
            self.assert_problem(self.begin(server, **wrong), 400)
        self.assertEqual(self.begin(server).status, 201)
        self.assert_problem(self.begin(server), 409, 'already')
        self.assertEqual([path.name for path in (self.folder / 'new').glob('*.journal')], ['model-1.priory.journal'])

    def test_the_queue(self):
        server = self.serve('mail.priory')
        texts = [text for text, _ in ROWS] + ['noon prize', 'never met']
        self.assertEqual(server.post('mail/queue', {'texts': texts}).json()['waiting'], 8)
        again = server.post('mail/queue', 'text,label\nnoon prize,ham\nanother,\n', Content_Type='text/csv').json()
        self.assertEqual((again['already'], again['waiting'], again['first']), (1, 9, 9))
        lines = server.post('mail/queue', '{"text": "a line"}\n', Content_Type='application/x-ndjson').json()
        self.assertEqual(lines['waiting'], 10)
        queue = self.get(server, 'mail/queue?limit=10')
        self.assertEqual((queue['by'], queue['waiting'], len(queue['rows'])), ('margin', 10, 10))
        for each in queue['rows']:
            said = server.post('mail/predict', {'row': each['row'], 'proba': True}).json()['rows'][0]
            for name, value in each['p'].items():
                self.assertAlmostEqual(value, said['p:' + name], 14)
            self.assertEqual(each['predicted'], said['predicted'])
            self.assertAlmostEqual(each['usefulness'], 1 - abs(each['p']['ham'] - each['p']['spam']), 12)
        usefulness = [each['usefulness'] for each in queue['rows']]
        self.assertEqual(usefulness, sorted(usefulness, reverse=True))
        in_order = self.get(server, 'mail/queue?by=order&limit=3')['rows']
        self.assertEqual([each['queued'] for each in in_order], [1, 2, 3])
        self.assert_problem(server.ask('GET', '/v1/models/mail/queue?by=luck'), 400, 'margin')
        self.assertEqual(server.ask('DELETE', '/v1/models/mail/queue').json()['waiting'], 0)

    def test_a_row_of_the_queue_is_labelled_and_taken_back(self):
        server = self.serve('mail.priory')
        server.post('mail/queue', {'texts': ['noon prize', 'free lunch']})
        learnt = server.post('mail/learn', {'queued': 1, 'label': 'ham'}).json()
        self.assertEqual(learnt['rows'], 6)
        self.assertEqual([each['queued'] for each in self.get(server, 'mail/queue')['rows']], [2])
        self.assert_problem(server.post('mail/learn', {'queued': 1, 'label': 'ham'}), 409, 'waiting')
        self.assert_problem(server.post('mail/learn', {'queued': 2}), 400, 'label')
        self.assertEqual(server.post('mail/forget', {'event': learnt['last_event']}).status, 200)
        self.assertEqual(sorted(each['queued'] for each in self.get(server, 'mail/queue')['rows']), [1, 2])
        both = server.post('mail/learn', {'queued': [2, 1], 'labels': ['ham', 'spam']}).json()
        self.assertEqual((both['last_event'] - both['first_event'], both['rows']), (1, 7))
        self.assertEqual(self.get(server, 'mail/queue')['waiting'], 0)

    def test_information_is_the_entropy_that_falls(self):
        """Against the definition, by learning and forgetting over the wire."""
        import math
        server = self.serve('mail.priory')
        texts = ['noon prize', 'cheap lunch', 'see a prize', 'never met', 'call call noon']
        server.post('mail/queue', {'texts': texts})

        def posteriors(of):
            rows = server.post('mail/predict', {'texts': of, 'proba': True}).json()['rows']
            return [{name[2:]: p for name, p in row.items() if name.startswith('p:')} for row in rows]

        def entropy(of):
            return sum(-p * math.log(p) for row in posteriors(of) for p in row.values() if p > 0) / len(of)

        queue = self.get(server, 'mail/queue?by=information')
        for each in queue['rows']:
            others = [text for text in texts if text != each['row']['text']]
            fall = entropy(others)
            for label, p in each['p'].items():
                event = server.post('mail/learn', {**each['row'], 'label': label}).json()['last_event']
                fall -= p * entropy(others)
                server.post('mail/forget', {'event': event})
            self.assertAlmostEqual(each['usefulness'], fall, 12)
        usefulness = [each['usefulness'] for each in queue['rows']]
        self.assertEqual(usefulness, sorted(usefulness, reverse=True))

    def test_diversity_leaves_out_what_is_alike(self):
        server = self.serve('mail.priory')
        server.post('mail/queue', {'texts': ['noon prize', 'prize noon', 'cheap lunch']})
        rows = self.get(server, 'mail/queue?by=diversity')['rows']
        self.assertEqual({rows[0]['row']['text'], rows[1]['row']['text']} & {'cheap lunch'}, {'cheap lunch'})
        self.assertEqual(rows[2]['usefulness'], 0)  # it shares all its words with one before it

    def test_unlabelled_rows_help(self):
        """Words that only unlabelled rows have are learnt from those they stand beside."""
        server = self.serve('mail.priory')
        server.post('mail/queue', {'texts': ['cheap zebra'] * 1 + [f'pills zebra {k}' for k in range(5)] + ['zebra']})
        plain = {each['row']['text']: each['p'] for each in self.get(server, 'mail/queue')['rows']}
        helped = {each['row']['text']: each['p'] for each in self.get(server, 'mail/queue?em=true')['rows']}
        self.assertGreater(helped['zebra']['spam'], plain['zebra']['spam'] + 0.1)
        self.assertEqual(self.get(server, 'mail/queue')['event'], 0)  # the model itself has learnt nothing

    def test_accuracy_is_leave_one_out(self):
        server = self.new_server()
        self.begin(server)
        events = self.learn(server)
        found = self.get(server, 'tickets/accuracy')
        (self.folder / 'all.csv').write_text('body,label\n' + ''.join(f'{text},{label}\n' for text, label in ROWS))
        judged = json.loads(self.priory('cv', 'all.csv', '--target', 'label', '--text', 'body', '--folds', 'n', '--json'))
        self.assertEqual((found['rows'], found['event']), (6, events[-1]))
        self.assertAlmostEqual(found['accuracy'], judged['evaluation']['accuracy'], 12)
        self.assertEqual([each['rows'] for each in found['points']], [2, 3, 4, 5, 6])
        server.post('tickets/forget', {'event': events[0]})
        self.assertEqual(self.get(server, 'tickets/accuracy')['rows'], 5)

    def test_labels_as_csv(self):
        server = self.new_server()
        self.begin(server)
        events = self.learn(server)
        server.post('tickets/forget', {'event': events[1]})
        answer = server.ask('GET', '/v1/models/tickets/labels')
        self.assertIn('attachment', answer.headers['Content-Disposition'])
        rows = [f'{text},{label}\n' for k, (text, label) in enumerate(ROWS) if k != 1]
        self.assertEqual(answer.body, 'body,label\n' + ''.join(rows))

    def test_suspects(self):
        server = self.new_server()
        self.begin(server)
        events = self.learn(server, ROWS + [('cheap pills', 'ham'), ('lunch noon', 'spam')])
        found = self.get(server, 'tickets/suspects')
        self.assertIn(events[6], [each['event'] for each in found['suspects']])
        self.assertIn([events[5], events[7]], [each['events'] for each in found['alike']])
        sent = 'body,label\n' + ''.join(f'{text},{label}\n' for text, label in ROWS + [('cheap pills', 'ham')])
        (self.folder / 'sent.csv').write_text(sent)
        posted = server.post('tickets/suspects', sent, Content_Type='text/csv').json()
        wanted = json.loads(self.priory('audit', 'sent.csv', '--target', 'label', '--text', 'body', '--json'))
        self.assertEqual([(each['row_number'], each['label'], each['likelier'], each['log_odds']) for each in posted['suspects']],
                         [(each['row'], each['label'], each['likelier'], each['log_odds']) for each in wanted['suspects']])

    def test_drift_of_what_waits_and_of_what_is_sent(self):
        server = self.serve('table.priory')
        self.assert_problem(server.ask('GET', '/v1/models/table/drift'), 409, 'waiting')
        now = 'size,colour\n7.5,violet\n8.1,red\n7.9,violet\n'
        (self.folder / 'now.csv').write_text(now)
        wanted = json.loads(self.priory('drift', 'table.priory', 'now.csv', '--json', '-q'))
        self.assertEqual(server.post('table/drift', now, Content_Type='text/csv').json(), wanted)
        rows = [dict(zip(('size', 'colour'), line.split(','))) for line in now.splitlines()[1:]]
        self.assertEqual(server.post('table/drift', {'rows': rows}).json(), wanted)
        server.post('table/queue', now, Content_Type='text/csv')
        self.assertEqual(self.get(server, 'table/drift'), wanted)

    def test_events_are_told(self):
        server = self.serve('mail.priory')
        listener = Listener(server, 'mail')
        self.assertEqual(listener.answer.headers['Content-Type'], 'text/event-stream')
        self.assertEqual(listener.next()[1:], ('state', {'event': 0, 'rows': 5, 'classes': ['ham', 'spam'], 'waiting': 0}))
        self.learn(server, [('zebra', 'zoo')], 'mail')
        self.assertEqual(listener.next(), ('1', 'change', {'first_event': 1, 'last_event': 1, 'rows': 6,
                                                           'classes': ['ham', 'spam', 'zoo'], 'waiting': 0}))
        server.post('mail/queue', {'texts': ['noon']})
        self.assertEqual(listener.next()[1:], ('queue', {'event': 1, 'rows': 6, 'classes': ['ham', 'spam', 'zoo'],
                                                         'waiting': 1}))
        self.assertEqual(server.end(), 0)  # does not wait for listeners
        self.assertEqual(listener.answer.read(), b'')

    def test_the_report(self):
        server = self.serve('mail.priory')
        self.learn(server, [('zebra', 'zoo')], 'mail')
        answer = server.ask('GET', '/v1/models/mail/report')
        self.assertEqual(answer.headers['Content-Type'], 'text/html; charset=utf-8')
        self.assertIn('zebra', answer.body)


if __name__ == '__main__':
    serving.main()
