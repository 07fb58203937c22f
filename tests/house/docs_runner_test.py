"""tests/docs/run.py: which blocks run, in what order, and what counts as a failure."""
import pathlib
import tempfile
import unittest

from tools import run_tool

# Stands in for the installed package: a target without a library.
CONFIG = 'add_library(priory::priory INTERFACE IMPORTED)\n'


def run(page):
    """The exit code and the output for a page; its fences are written as ''' here."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'page.md')
        config = pathlib.Path(folder, 'prefix/lib/cmake/priory/priory-config.cmake')
        config.parent.mkdir(parents=True)
        config.write_text(CONFIG)
        path.write_text(page.replace("'''", '```'))
        return run_tool('tests/docs/run.py', '--priory', '/bin/echo', '--prefix', f'{folder}/prefix', path)


class DocsRunnerTest(unittest.TestCase):
    def assert_passes(self, page, *expected):
        self.assert_result(0, page, *expected)

    def assert_fails(self, page, *expected):
        self.assert_result(1, page, *expected)

    def assert_result(self, wanted, page, *expected):
        code, output = run(page)
        self.assertEqual(code, wanted, output)
        for part in expected:
            self.assertIn(part, output)

    def test_commands_share_a_folder_and_see_the_files_of_the_page(self):
        self.assert_passes("<!-- file: a.csv -->\n'''csv\nx,y\n1,2\n'''\n\n"
                           "'''console\n$ cat a.csv >b.csv\n$ cat b.csv\nx,y\n...\n'''\n\n"
                           "'''console\n$ priory --flag \\\n> value\n--flag value\n'''\n",
                           '4 passed, 0 failed')

    def test_a_wrong_output_fails(self):
        self.assert_fails("'''console\n$ echo one\ntwo\n'''\n", '-two', '+one', '1 passed, 1 failed')

    def test_an_exit_code_must_be_announced(self):
        self.assert_fails("'''console\n$ (exit 3)\n'''\n", 'exit code 3, expected 0')
        self.assert_passes("<!-- exit: 3 -->\n'''console\n$ true\n$ (exit 3)\n'''\n")

    def test_commands_write_to_a_terminal(self):
        self.assert_passes("'''console\n$ test -t 1 && test -t 2 && echo yes\nyes\n'''\n")

    def test_scripts_run_or_say_why_not(self):
        self.assert_passes("'''sh\ntrue\n'''\n<!-- not run: needs a network -->\n\n"
                           "'''sh\nfalse\n'''\n", '3 passed')
        self.assert_fails("'''sh\nfalse\ntrue\n'''\n", 'the script: exit code 1')
        self.assert_fails("<!-- not run -->\n'''sh\nfalse\n'''\n", 'needs a reason')

    def test_programs_are_built_and_their_output_compared(self):
        program = "<!-- run -->\n'''cpp\n#include <cstdio>\nint main() { std::puts(\"3 rows\"); }\n'''\n\n"
        self.assert_passes(program + "<!-- output -->\n'''text\n... rows\n'''\n", '3 passed')
        self.assert_fails(program + "<!-- output -->\n'''text\n4 rows\n'''\n", '+3 rows')
        self.assert_fails(program.replace('main()', 'main('), 'error:')

    def test_other_blocks_fail(self):
        self.assert_fails("'''\ntext\n'''\n", 'without a marker')
        self.assert_fails("'''cpp\nint x;\n'''\n", 'without a marker')

    def test_a_marker_does_not_reach_beyond_the_next_text(self):
        self.assert_fails("<!-- not run: no -->\nwords\n'''sh\nfalse\n'''\n")

    def test_links_to_files_must_hold(self):
        self.assert_passes('[this](page.md#part) and [that](https://example.org/x.md)\n')
        self.assert_fails('[gone](gone.md)\n', 'page.md:1: there is no gone.md')


if __name__ == '__main__':
    unittest.main()
