# SPDX-License-Identifier: Apache-2.0
"""Models in the server predict, explain, show themselves, are judged, learn, forget and merge as those of the program do."""
import csv
import io
import json
import shutil

import serving
from serving import PostgresTest, priory

COLUMNS = 'price, sold, total, new, tint, note'


class ModelsTest(PostgresTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.fill_shop(400)
        priory('train', 'shop.csv', '--plain', '--target', 'kind', '--ignore', 'times', '--text', 'note', '--calibrate', 'sigmoid', '-o',
               'shop.priory', cwd=cls.folder)
        cls.store('shop', 'shop.priory')

    @classmethod
    def store(cls, name, file):
        bytes_ = (cls.folder / file).read_bytes().hex()
        cls.sql(f"CREATE TABLE IF NOT EXISTS models (name text PRIMARY KEY, model bytea);"
                f"INSERT INTO models VALUES ('{name}', '\\x{bytes_}') ON CONFLICT (name) DO UPDATE SET model = excluded.model")

    def program(self, *words):
        return priory(*words, cwd=self.folder)

    def write_rows(self, name, first, last):
        lines = (self.folder / 'shop.csv').read_text(encoding='utf-8').splitlines(keepends=True)
        (self.folder / name).write_text(''.join([lines[0], *lines[first + 1:last + 1]]), encoding='utf-8')

    def test_predictions_are_the_programs(self):
        said = list(csv.DictReader(io.StringIO(self.program('predict', 'shop.priory', 'shop.csv', '--proba'))))
        named = ', '.join(f"'{name.strip()}', {name}" for name in COLUMNS.split(','))
        for row in ('shop', f'ROW({COLUMNS})', 'to_jsonb(shop)', f'jsonb_build_object({named})'):
            with self.subTest(row):
                lines = self.sql(f"SELECT jsonb_build_array(priory_predict(model, {row}), priory_posterior(model, {row})) "
                                 f"FROM shop, models WHERE name = 'shop' ORDER BY id")
                got = [json.loads(line) for line in lines]
                self.assertEqual([label for label, _ in got], [row['predicted'] for row in said])
                self.assertEqual([list(p.values()) for _, p in got],
                                 [[float(row['p:' + label]) for label in p] for row, (_, p) in zip(said, got)])

    def test_reasons_parameters_and_figures_are_the_programs(self):
        lines = self.sql("SELECT priory_explain(model, shop) FROM shop, models WHERE name = 'shop' AND id <= 9 ORDER BY id")
        for row, line in enumerate(lines, 1):
            said = json.loads(self.program('explain', 'shop.priory', 'shop.csv', '--row', row, '--json'))
            self.assertEqual([each | {'row': 1} for each in said['rows']], [json.loads(line)])
        said = json.loads(self.program('inspect', 'shop.priory', '--json'))
        self.assertEqual(json.loads(self.sql("SELECT priory_inspect(model) FROM models WHERE name = 'shop'")[0]), said)
        said = json.loads(self.program('eval', 'shop.priory', 'shop.csv', '--json'))
        ours = json.loads(self.sql("SELECT priory_score(model, kind, shop) FROM shop, models WHERE name = 'shop'")[0])
        self.assertEqual(ours, {key: said[key] for key in ours})

    def test_learning_forgetting_and_merging_are_the_programs(self):
        self.write_rows('some.csv', 0, 300)
        self.write_rows('more.csv', 300, 400)
        self.program('train', 'some.csv', '--plain', '--target', 'kind', '--text', 'note', '-o', 'some.priory', '--calibrate', 'sigmoid')
        self.program('plan', 'some.csv', '--plain', '--target', 'kind', '--text', 'note', '-o', 'plan.json')
        self.program('train', 'more.csv', '--plan', 'plan.json', '-o', 'more.priory')
        self.program('merge', 'some.priory', 'more.priory', '-o', 'merged.priory')
        for verb, before, after in (('update', 'some', 'all'), ('forget', 'all', 'back')):
            shutil.copy(self.folder / f'{before}.priory', self.folder / f'{after}.priory')
            self.program(verb, f'{after}.priory', 'more.csv')
        for name in ('some', 'more', 'all'):
            self.store(name, f'{name}.priory')
        file = {name: (self.folder / f'{name}.priory').read_bytes() for name in ('merged', 'all', 'back')}
        self.assertEqual(self.model_bytes("SELECT priory_update(model, kind, shop) FROM shop, models WHERE name = 'some' AND id > 300"),
                         file['all'])
        self.assertEqual(self.model_bytes("SELECT priory_forget(model, kind, shop) FROM shop, models WHERE name = 'all' AND id > 300"),
                         file['back'])
        self.assertEqual(self.model_bytes("SELECT priory_merge(model ORDER BY name DESC) FROM models WHERE name IN ('some', 'more')"),
                         file['merged'])
        two = "(SELECT model FROM models WHERE name = '{}')"
        self.assertEqual(self.model_bytes(f"SELECT priory_merge({two.format('some')}, {two.format('more')})"), file['merged'])

    def test_rows_of_jsonb_change_a_model_too(self):
        of = "SELECT md5(priory_update(model, kind, {0})), priory_score(model, kind, {0}) FROM shop, models WHERE name = 'shop'"
        self.assertEqual(self.sql(of.format('to_jsonb(shop)')), self.sql(of.format('shop')))

    def test_columns_that_were_dropped_or_come_later(self):
        self.sql("CREATE TABLE changed AS SELECT id, kind, price, total, tint FROM shop; ALTER TABLE changed DROP COLUMN total;"
                 "ALTER TABLE changed ADD COLUMN more int DEFAULT 3")
        trained = "SELECT md5(priory_train(kind, {}, '{{\"target\": \"kind\", \"ignore\": \"id\", \"types\": \"more=poisson\"}}')) FROM {}"
        self.assertEqual(self.sql(trained.format('changed', 'changed')),
                         self.sql(trained.format('r', '(SELECT id, kind, price, tint, 3 AS more FROM shop) r')))
        plan = "SELECT priory_plan(kind, {}, '{{\"target\": \"kind\"}}') FROM {}"
        self.assertEqual(self.sql(plan.format('changed', 'changed')),
                         self.sql(plan.format('r', '(SELECT id, kind, price, tint, 3 AS more FROM shop) r')))

    def test_a_backend_has_one_thread(self):
        lines = self.sql("""SELECT pg_backend_pid() AS pid \\gset
            \\setenv BACKEND :pid
            CREATE TEMP TABLE here AS SELECT priory_train(kind, ROW(price, note), '{"text": "f2"}') AS model FROM shop;
            SELECT count(priory_predict(model, ROW(price, note))) FROM shop, here;
            SELECT priory_score(model, kind, ROW(price, note)) -> 'rows' FROM shop, here;
            SELECT priory_plan(kind, ROW(price, note), '{"structure": "tan"}') -> 'schema' FROM shop;
            \\! grep Threads /proc/$BACKEND/status
            """.replace('            ', ''))
        self.assertEqual(lines[-1].split(), ['Threads:', '1'])

    def test_models_may_change_from_row_to_row(self):
        self.sql("CREATE TABLE one AS SELECT priory_train(kind, ROW(price)) AS model FROM shop WHERE kind <> 'food';"
                 "CREATE TABLE two AS SELECT priory_train(kind, ROW(price)) AS model FROM shop WHERE kind <> 'book'")
        mixed = self.sql("SELECT priory_predict(CASE WHEN id % 2 = 0 THEN one.model ELSE two.model END, ROW(price)) "
                         "FROM shop, one, two ORDER BY id")
        alone = [self.sql(f"SELECT priory_predict(model, ROW(price)) FROM shop, {which} ORDER BY id") for which in ('one', 'two')]
        self.assertEqual(mixed, [alone[(k + 1) % 2][k] for k in range(len(mixed))])  # ids count from 1
        self.assertIn('food', alone[1])

    def test_what_is_missing_is_null(self):
        self.assertEqual(self.sql("SELECT priory_predict(NULL, ROW(1)) IS NULL, priory_update(NULL::bytea, kind, shop) IS NULL, "
                                  "priory_merge(NULL::bytea) IS NULL FROM shop"), ['t|t|t'])

    def test_errors_say_what_to_do(self):
        def told(call):
            return self.refused(f"SELECT {call} FROM shop, models WHERE name = 'shop'")
        self.assertIn("the row has no column 'price'", told("priory_predict(model, r) FROM (SELECT 1 AS prize) r, models; SELECT 1"))
        self.assertIn('a ROW(...) of 1 cells for a model that reads 6: price, sold', told('priory_predict(model, ROW(1))'))
        self.assertIn('none of the columns', told("priory_predict(model, '{\"a\": 1}'::jsonb)"))
        self.assertIn('has to be an object', told("priory_predict(model, '[1]'::jsonb)"))
        self.assertIn('22P03', told("priory_predict('\\x00', shop)"))
        self.assertIn('22P03', told("priory_predict(overlay(model placing '\\x00' from 5000), shop)"))


if __name__ == '__main__':
    serving.main()
