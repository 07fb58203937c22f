# SPDX-License-Identifier: Apache-2.0
"""Models learnt in the server are, byte for byte, those that the program learns from the same rows by the same plan."""
import json

import serving
from serving import PostgresTest, priory

COLUMNS = 'price, sold, total, new, tint, note, times'
PARALLEL = '''SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = {0}; ALTER TABLE shop SET (parallel_workers = {0});'''


class LearningTest(PostgresTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.fill_shop(5000)

    def sql_plan(self, options=''):
        given = json.dumps({'target': 'kind', **json.loads(options or '{}')})
        return self.sql(f"SELECT priory_plan(kind, r, '{given}') FROM (SELECT kind, {COLUMNS} FROM shop) r")[0]

    def trained_by_program(self, plan):
        (self.folder / 'plan.json').write_text(plan, encoding='utf-8')
        priory('train', 'shop.csv', '--plan', 'plan.json', '-o', 'shop.priory', cwd=self.folder)
        return (self.folder / 'shop.priory').read_bytes()

    def train(self, plan):
        quoted = json.dumps({'plan': json.loads(plan)}).replace("'", "''")
        return f"SELECT priory_train(kind, r, '{quoted}') FROM (SELECT kind, {COLUMNS} FROM shop) r"

    def test_the_plan_is_the_programs(self):
        priory('plan', '--plain', 'shop.csv', '--target', 'kind', '-o', 'program.json', cwd=self.folder)
        self.assertEqual(json.loads(self.sql_plan()), json.loads((self.folder / 'program.json').read_text()))

    def test_the_same_bytes_with_0_1_and_2_workers(self):
        for options in ('', '{"text": "note"}', '{"family": "categorical"}', '{"alpha": 0.5, "types": "sold=poisson"}',
                        '{"parts": "price+total=gaussian-shared"}', '{"structure": "tan"}', '{"text": ["note"], "idf": true}',
                        '{"types": "times=weight"}'):
            with self.subTest(options):
                plan = self.sql_plan(options)
                expected = self.trained_by_program(plan)
                for workers in (0, 1, 2):
                    got = self.model_bytes_with(self.train(plan), workers)
                    self.assertEqual(got, expected, f'{workers} workers')

    def model_bytes_with(self, query, workers):
        # In a subquery nothing is parallel: the statement itself is what runs.
        script = PARALLEL.format(workers) + query.replace('SELECT priory_train', "SELECT encode(priory_train", 1).replace(
            "') FROM (SELECT", "'), 'hex') FROM (SELECT", 1)
        if workers:
            shown = '\n'.join(self.sql(PARALLEL.format(workers) + 'EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) ' + query))
            self.assertIn(f'Workers Launched: {workers}', shown)
            self.assertIn('Partial Aggregate', shown)
        return bytes.fromhex(self.sql(script)[-1])

    def test_types_make_a_plan_of_their_own(self):
        query = f"SELECT priory_train(kind, r, '{{\"target\": \"kind\"}}') FROM (SELECT kind, {COLUMNS} FROM shop) r"
        self.sql('DROP TABLE IF EXISTS learnt; CREATE TABLE learnt AS ' + query.replace(' FROM', ' AS model FROM', 1))
        plan = self.sql('SELECT priory_plan(model) FROM learnt')[0]
        families = {part['columns'][0]: part['family'] for part in json.loads(plan)['parts']}
        self.assertEqual(families, {'price': 'gaussian', 'sold': 'gaussian', 'total': 'gaussian', 'new': 'bernoulli',
                                    'tint': 'categorical', 'note': 'categorical', 'times': 'gaussian'})
        self.assertEqual(self.model_bytes('SELECT model FROM learnt'), self.trained_by_program(plan))

    def test_rows_without_names_and_jsonb(self):
        plan = json.dumps({'plan': json.loads(self.sql_plan())}).replace("'", "''")
        expected = self.trained_by_program(self.sql_plan())
        named = ', '.join(f"'{name.strip()}', {name}" for name in COLUMNS.split(','))
        for row in (f'ROW({COLUMNS})', f'jsonb_build_object({named})', f'jsonb_strip_nulls(jsonb_build_object({named}))'):
            with self.subTest(row):
                self.assertEqual(self.model_bytes(f"SELECT priory_train(kind, {row}, '{plan}') FROM shop"), expected)

    def test_groups_and_no_rows(self):
        query = f"SELECT priory_train(kind, ROW({COLUMNS}))"
        self.assertEqual(self.sql(f'{query} IS NULL FROM shop WHERE false'), ['t'])
        self.assertEqual(self.sql(f'{query} IS NULL FROM shop WHERE kind IS NULL'), ['t'])
        lines = self.sql(f"SELECT id % 3, priory_inspect(priory_train(kind, ROW(price, tint)))->'rows' FROM shop GROUP BY 1 ORDER BY 1")
        self.assertEqual(len(lines), 3)

    def test_rows_without_a_class_are_passed_over(self):
        one, other = (self.model_bytes(f"SELECT priory_train({label}, ROW(price, tint)) FROM shop {where}") for label, where in
                      (("CASE WHEN id % 2 = 0 THEN kind END", ''), ('kind', 'WHERE id % 2 = 0')))
        self.assertEqual(one, other)

    def test_errors_say_what_to_do(self):
        def told(options, row=f'ROW({COLUMNS})', label='kind'):
            return self.refused(f"SELECT priory_train({label}, {row}, '{options}') FROM shop")
        self.assertIn('there is no option "famly"; did you mean \'family\'?', told('{"famly": "gaussian"}'))
        self.assertIn('22023', told('{"alpha": "x"}'))
        self.assertIn('the options are no JSON object', told('[1]'))
        self.assertIn('and no file', told('{"structure": "/etc/passwd.bif"}'))
        self.assertIn('"stop-words" is of', told('{"text": "f6", "stop_words": "/etc/passwd"}'))
        self.assertIn('which does not say what it is to a model', told('{}', 'ROW(now())'))
        self.assertIn('something to be found in the rows', told('{"structure": "tan"}'))
        self.assertIn('members of jsonb have no types', told('{}', "'{\"a\": 1}'::jsonb"))
        self.assertIn('have to be the same for all its rows',
                      self.refused(f"SELECT priory_train(kind, ROW(price), jsonb_build_object('alpha', id)) FROM shop"))
        self.assertIn('inf', told('{}', "ROW('inf'::float8)"))


if __name__ == '__main__':
    serving.main()
