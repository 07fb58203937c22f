# SPDX-License-Identifier: Apache-2.0
"""The model of the rows in a moving frame is that of training on these rows."""
import serving
from serving import PostgresTest

ROW = 'ROW(price, sold, new, tint, note)'
OPTIONS = '{"text": "f5", "ridge": 0.01}'


class WindowsTest(PostgresTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.fill_shop(300)

    def test_every_frame_has_the_bytes_of_its_rows(self):
        trained = f"priory_train(kind, {ROW}, '{OPTIONS}')"
        for before, after in ((20, 0), (5, 5), (0, 30)):
            with self.subTest((before, after)):
                lines = self.sql(f'''
                    WITH moving AS (
                      SELECT id, {trained} OVER (ORDER BY id ROWS BETWEEN {before} PRECEDING AND {after} FOLLOWING) AS model FROM shop)
                    SELECT model = (SELECT {trained} FROM shop AS s WHERE s.id BETWEEN moving.id - {before} AND moving.id + {after}),
                      model IS NULL FROM moving ORDER BY id''')
                self.assertEqual(len(lines), 300)
                self.assertEqual(set(lines), {'t|f'})

    def test_frames_of_time_partitions_and_holes(self):
        lines = self.sql(f'''
            WITH rows AS (SELECT *, id / 7 AS day, CASE WHEN id % 4 > 0 THEN kind END AS known FROM shop), moving AS (
              SELECT id, tint, day, priory_train(known, {ROW}, '{OPTIONS}') OVER (
                PARTITION BY tint ORDER BY day RANGE BETWEEN 3 PRECEDING AND CURRENT ROW) AS model FROM rows)
            SELECT model IS NOT DISTINCT FROM (SELECT priory_train(known, {ROW}, '{OPTIONS}') FROM rows WHERE rows.tint IS NOT DISTINCT FROM
              moving.tint AND rows.day BETWEEN moving.day - 3 AND moving.day) FROM moving''')
        self.assertEqual(set(lines), {'t'})

    def test_rows_too_few_for_a_model_give_null(self):
        lines = self.sql(f"SELECT priory_train(kind, ROW(price)) OVER (ORDER BY id ROWS 49 PRECEDING) IS NULL FROM shop ORDER BY id")
        self.assertEqual(lines[0], 't')
        self.assertEqual(set(lines[20:]), {'f'})
        self.assertIn('the variance is 0', self.refused("SELECT priory_train(kind, ROW(price)) FROM shop WHERE id = 1"))


if __name__ == '__main__':
    serving.main()
