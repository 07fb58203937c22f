# SPDX-License-Identifier: Apache-2.0
"""What the server says of rows is what the command line says of them, byte for byte."""
import json
import unittest

import serving
from serving import ServerTest

TEXTS = ['cheap pills', 'noon', 'a prize at noon', 'never met', '']
OPTIONS = [{}, {'proba': True}, {'log_proba': True}, {'top': 2}, {'threshold': 0.9}, {'reject': 0.8},
           {'threshold': {'ham': 0.5, 'spam': 0.9}}, {'class_prior': {'ham': 0.1, 'spam': 0.9}}, {'raw': True}]


def flags_of(options):
    for name, value in options.items():
        if isinstance(value, dict):
            value = ','.join(f'{key}={each}' for key, each in value.items())
        yield '--' + name.replace('_', '-')
        if value is not True:
            yield str(value)


class ReadingTest(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve('mail.priory', 'numbers=table.priory')

    def lines(self, model, name, *flags):
        return self.priory('predict', model, name, '--json', *flags).splitlines()

    def rows_of(self, answer):
        """The rows of an answer as they are written."""
        self.assertEqual(answer.status, 200, answer.body)
        inside = answer.body[answer.body.index('"rows": [') + 9:answer.body.rindex(']')]
        return inside.replace('}, {', '}\n{').splitlines()

    def test_texts_are_predicted_as_by_the_command_line(self):
        (self.folder / 'new.jsonl').write_text(''.join(json.dumps({'text': text}) + '\n' for text in TEXTS))
        for options in OPTIONS:
            wanted = self.lines('mail.priory', 'new.jsonl', *flags_of(options))
            self.assertEqual(self.rows_of(self.server.post('mail/predict', {'texts': TEXTS, **options})), wanted)
            one = self.server.post('mail/predict', {'row': {'text': TEXTS[0]}, **options})
            self.assertEqual(self.rows_of(one), wanted[:1])

    def test_rows_of_columns_are_read_as_lines_of_a_file(self):
        rows = [{'size': 5, 'colour': 'red'}, {'size': '6.95', 'colour': 'blue'}, {'size': None, 'colour': 'green'},
                {'colour': 'never met', 'size': 7.10, 'id': 3}, {'size': 6.4}]
        (self.folder / 'new.jsonl').write_text(''.join(json.dumps(row) + '\n' for row in rows))
        wanted = self.lines('table.priory', 'new.jsonl')
        self.assertEqual(self.rows_of(self.server.post('numbers/predict', {'rows': rows})), wanted)

    def test_files_of_rows(self):
        wanted = self.lines('table.priory', 'table.csv', '--top', '2')
        csv = self.server.post('numbers/predict?top=2', serving.TABLE, Content_Type='text/csv; charset=utf-8')
        self.assertEqual(self.rows_of(csv), wanted)
        lines = '{"size": 5, "colour": "red"}\n{"size": "many"}\n{"size": 6.4}\n'
        (self.folder / 'new.jsonl').write_text(lines)
        answer = self.server.post('numbers/predict', lines, Content_Type='application/x-ndjson')
        self.assert_problem(answer, 422, 'body:2', 'many')
        marked = self.server.post('numbers/predict?on_bad_row=mark', lines, Content_Type='application/x-ndjson')
        self.assertEqual(marked.headers['Content-Type'], 'application/x-ndjson')
        rows = [json.loads(line) for line in marked.body.splitlines()]
        self.assertIn('body:2', rows[1]['error'])
        wanted = self.lines('table.priory', 'new.jsonl', '--on-bad-row', 'skip')
        self.assertEqual([marked.body.splitlines()[0], marked.body.splitlines()[2]], wanted)
        text = self.server.post('mail/predict', 'cheap pills', Content_Type='text/plain')
        self.assertEqual(self.rows_of(text), self.rows_of(self.server.post('mail/predict', {'text': 'cheap pills'})))

    def test_a_mail_is_read_as_mail(self):
        mail = b'From: a@example.org\r\nSubject: x\r\nContent-Type: text/plain\r\n\r\ncheap pills\r\n'
        (self.folder / 'one.eml').write_bytes(mail)
        wanted = self.lines('mail.priory', 'one.eml')
        self.assertEqual(self.rows_of(self.server.post('mail/predict', mail, Content_Type='message/rfc822')), wanted)

    def test_explanations_questions_models_and_evaluations(self):
        explained = self.server.post('mail/explain', {'text': 'cheap noon', 'class': 'ham', 'against': 'spam'})
        self.assertEqual(explained.body, self.priory('explain', 'mail.priory', '--text', 'cheap noon', '--class', 'ham',
                                                     '--against', 'spam', '--json'))
        query = 'P(class | text:"pills")'
        self.assertEqual(self.server.post('mail/query', {'query': query}).body,
                         self.priory('query', 'mail.priory', query, '--json'))
        model = self.server.ask('GET', '/v1/models/numbers')
        self.assertEqual(model.body, self.priory('inspect', 'table.priory', '--json'))
        wanted = self.priory('eval', 'mail.priory', 'mail.csv', '--json', '--resamples', '0')
        csv = self.server.post('mail/evaluate', serving.MAIL, Content_Type='text/csv')
        self.assertEqual(csv.body, wanted)
        rows = [line.split(',') for line in serving.MAIL.splitlines()[1:]]
        body = {'texts': [row[0] for row in rows], 'labels': [row[1] for row in rows]}
        self.assertEqual(self.server.post('mail/evaluate', body).body, wanted)

    def test_the_models_are_listed(self):
        listed = self.server.ask('GET', '/v1/models').json()
        self.assertEqual(listed['schema'], 'priory.models/1')
        self.assertEqual([each['name'] for each in listed['models']], ['mail', 'numbers'])
        self.assertEqual(listed['models'][0]['classes'], ['ham', 'spam'])
        self.assertEqual(listed['models'][0]['rows'], 5)
        self.assertEqual(self.server.ask('GET', '/health').json(), {'status': 'ok'})

    def test_what_was_done_is_counted(self):
        for _ in range(3):
            self.server.post('mail/predict', {'text': 'noon'})
        self.server.post('mail/predict', {})
        self.server.ask('GET', '/nowhere')
        answer = self.server.ask('GET', '/metrics')
        self.assertIn('version=0.0.4', answer.headers['Content-Type'])
        lines = dict(line.rsplit(' ', 1) for line in answer.body.splitlines() if not line.startswith('#'))
        predict = 'method="POST",path="/v1/models/NAME/predict"'
        self.assertEqual(lines[f'priory_requests_total{{{predict},status="200"}}'], '3')
        self.assertEqual(lines[f'priory_requests_total{{{predict},status="400"}}'], '1')
        self.assertEqual(lines['priory_requests_total{method="",path="",status="404"}'], '1')
        buckets = [int(n) for name, n in lines.items() if name.startswith(f'priory_request_seconds_bucket{{{predict},')]
        self.assertEqual((buckets, buckets[-1]), (sorted(buckets), 4))
        self.assertEqual(lines[f'priory_request_seconds_count{{{predict}}}'], '4')
        self.assertGreater(float(lines[f'priory_request_seconds_sum{{{predict}}}']), 0)
        self.assertEqual(lines['priory_model_event{model="mail"}'], '0')

    def test_what_is_wrong_is_said_with_place_and_remedy(self):
        post = self.server.post
        self.assert_problem(post('mail/predict', '{"text'), 400, 'not JSON, at byte 7')
        self.assert_problem(post('mail/predict', '[1]'), 400, 'JSON object')
        self.assert_problem(post('mail/predict', {}), 400, 'no rows', 'remedy')
        self.assert_problem(post('mail/predict', {'txt': 'a'}), 400, "did you mean 'text'?")
        self.assert_problem(post('mail/predict', '{"text": "a", "text": "b"}'), 400, "'text' comes twice")
        self.assert_problem(post('mail/predict', {'text': 'a', 'threshold': 2}), 400, 'from 0 to 1')
        self.assert_problem(post('mail/predict', {'text': 'a', 'positive': 'spma'}), 400, "did you mean 'spam'?")
        deep = '{"row": ' + '{"a": ' * 40 + '1' + '}' * 41
        self.assert_problem(post('mail/predict', deep), 400, 'levels deep')
        rows = {'rows': [{'size': 1}, {'size': 'many'}]}
        self.assertEqual(self.assert_problem(post('numbers/predict', rows), 422)['place'], 'rows[1]')
        wrong = self.assert_problem(post('numbers/predict', {'row': {'siez': 1}}), 422, "did you mean 'size'?")
        self.assertIn('size', wrong['remedy'])
        self.assert_problem(post('numbers/predict', {'text': 'a'}), 400, 'reads no text')
        self.assert_problem(post('mail/explain', {'text': 'a', 'class': 'ham', 'against': 'ham'}), 400, 'two different')
        self.assert_problem(post('mail/query', {'query': 'P('}), 400)
        self.assert_problem(post('nobody/predict', {'text': 'a'}), 404, "no model 'nobody'")
        self.assert_problem(self.server.ask('GET', '/v2'), 404)
        answer = self.server.ask('GET', '/v1/models/mail/predict')
        self.assert_problem(answer, 405)
        self.assertEqual(answer.headers['Allow'], 'POST')
        self.assert_problem(post('mail/predict', 'x', Content_Type='image/png'), 415)

    def test_many_rows_and_large_bodies_are_limited(self):
        server = self.serve('mail.priory', '--max-rows', '3', '--max-body', '1')
        self.assertEqual(server.post('mail/predict', {'texts': ['a'] * 3}).status, 200)
        self.assert_problem(server.post('mail/predict', {'texts': ['a'] * 4}), 400, 'several requests')
        self.assert_problem(server.post('mail/predict', {'text': 'a' * (1 << 20)}), 413, '--max-body')


if __name__ == '__main__':
    serving.main()
