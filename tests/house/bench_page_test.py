"""docs/benchmarks.md: the table of all marks is made of the sections, and says what is short first."""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / 'bench'))
import page  # noqa: E402


def section(title, *comparisons):
    ratios = page.Ratios()
    for name, ratio, mark in comparisons:
        ratios.at_least(name, ratio, mark)
    return f'## {title}\n\n{ratios.table()}'


class Marks(unittest.TestCase):
    def test_every_mark_is_in_the_table_and_those_short_come_first(self):
        text = page.marks({'a': section('Some texts', ('fast', 5.0, 2), ('slow', 0.5, 1)), 'b': section('Rows', ('more', 3, 3))})
        self.assertIn('2 of 3 marks are reached.', text)
        lines = [line for line in text.splitlines() if line.startswith('| [')]
        self.assertEqual(lines[0], '| [Some texts](#some-texts) | slow | 0.50 | at least 1 | short |')
        self.assertEqual(lines[2], '| [Rows](#rows) | more | 3.00 | at least 3 | reached |')

    def test_writing_a_page_again_changes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'page.md')
            page.write_sections(path, {'one': section('Rows', ('more', 3, 3))})
            once = path.read_text(encoding='utf-8')
            page.write_sections(path, {})
            self.assertEqual(path.read_text(encoding='utf-8'), once)

    def test_the_page_in_docs_has_the_table_of_its_sections(self):
        kept = (ROOT / 'docs/benchmarks.md').read_text(encoding='utf-8')
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'page.md')
            path.write_text(kept, encoding='utf-8')
            page.write_sections(path, {})
            self.assertEqual(path.read_text(encoding='utf-8'), kept)


if __name__ == '__main__':
    unittest.main()
