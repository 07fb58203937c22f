"""tests/cli/run.py: what passes, what fails, and what --update writes."""
import pathlib
import tempfile
import unittest

from tools import run_tool

# In place of the program: prints its arguments, complains, and ends with the code it was given.
FAKE = '''#!/bin/bash
echo "arguments: $*"
[[ -t 1 ]] && echo "a terminal of $COLUMNS columns"
[[ $1 =~ ^[0-9]+$ ]] || exit 0
echo "complaint" >&2
exit "$1"
'''


def run(text, *options):
    """The exit code, the output and the file afterwards, for a file of cases."""
    with tempfile.TemporaryDirectory() as folder:
        file, fake = pathlib.Path(folder, 'a.test'), pathlib.Path(folder, 'fake')
        file.write_text(text)
        fake.write_text(FAKE)
        fake.chmod(0o755)
        return *run_tool('tests/cli/run.py', '--priory', fake, *options, file), file.read_text()


class CliRunnerTest(unittest.TestCase):
    def assert_result(self, text, code, *expected):
        actual, output, _ = run(text)
        self.assertEqual(actual, code, output)
        for part in expected:
            self.assertIn(part, output)

    def test_output_stderr_and_exit_code(self):
        self.assert_result('# remark\n\n=== one\n$ priory 3\narguments: 3\n! complaint\n[3]\n\n=== two\n'
                           '$ priory\narguments: \n', 0, 'ok   a: one', '2 passed, 0 failed')

    def test_a_wrong_line_fails_and_is_shown(self):
        self.assert_result('=== one\n$ priory x\narguments: y\n', 1,
                           '-arguments: y', '+arguments: x', '0 passed, 1 failed')

    def test_an_unexpected_exit_code_fails(self):
        self.assert_result('=== one\n$ priory 3\narguments: 3\n! complaint\n', 1, 'exit code 3, expected 0')

    def test_unexpected_stderr_fails(self):
        self.assert_result('=== one\n$ priory 3\n...\n[3]\n', 1, '+complaint')

    def test_wildcards(self):
        self.assert_result('=== one\n$ seq 9; echo 0.1234567\n1\n...\n9\n0.12...7\n', 0)
        self.assert_result('=== one\n$ seq 9\n1\n...\n8\n', 1)

    def test_files_and_continued_commands(self):
        self.assert_result('=== one\n--- a b/x.csv\na,b\n1,2\n\n--- y <<END\n$ not a command\n\nEND\n'
                           '$ cat "a b/x.csv" \\\n>   y\na,b\n1,2\n\\$ not a command\n', 0)

    def test_cases_do_not_see_each_other(self):
        self.assert_result('=== one\n--- x\ntext\n$ ls\nx\n=== two\n$ ls\n', 0, '2 passed')

    def test_a_terminal(self):
        self.assert_result('=== one\n% priory 3\narguments: 3\na terminal of 80 columns\ncomplaint\n[3]\n', 0)

    def test_text_outside_of_a_case_is_refused(self):
        self.assert_result('stray\n', 1, 'a.test:1: neither')

    def test_a_file_without_cases_fails(self):
        self.assert_result('# nothing\n', 1)

    def test_update_writes_what_was_printed_and_keeps_the_rest(self):
        kept = '\n=== two\n$ seq 3\n1\n...\n\n=== three\n$ echo \'$ x\'\n'
        before = '# remark\n=== one\n$ priory 3\nold\n' + kept
        after = '# remark\n=== one\n$ priory 3\narguments: 3\n! complaint\n[3]\n' + kept + '\\$ x\n'
        _, _, written = run(before, '--update')
        self.assertEqual(written, after)
        self.assertEqual(run(written)[0], 0)


if __name__ == '__main__':
    unittest.main()
