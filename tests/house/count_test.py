"""script/count-tests reads what ctest really writes, for every way a test can end."""
import pathlib
import subprocess
import tempfile
import unittest

from tools import run_tool

PROJECT = '''cmake_minimum_required(VERSION 3.25)
project(endings LANGUAGES NONE)
enable_testing()
add_test(NAME passes COMMAND true)
add_test(NAME fails COMMAND false)
add_test(NAME crashes COMMAND sh -c "kill -SEGV $$")
add_test(NAME counts COMMAND sh -c "echo '5 passed, 0 failed'")
add_test(NAME counts_failures COMMAND sh -c "echo '2 passed, 3 failed'; exit 1")
add_test(NAME dies_after_counting COMMAND sh -c "echo '7 passed, 0 failed'; exit 1")
add_test(NAME google COMMAND sh -c "cat ${CMAKE_SOURCE_DIR}/google")
add_test(NAME google_fails COMMAND sh -c "cat ${CMAKE_SOURCE_DIR}/google-fails; exit 1")
add_test(NAME google_dies COMMAND sh -c "head -n 3 ${CMAKE_SOURCE_DIR}/google; kill -SEGV $$")
add_test(NAME is_not_there COMMAND no-such-program)
add_test(NAME takes_too_long COMMAND sleep 60)
add_test(NAME skips COMMAND sh -c "exit 77")
add_test(NAME is_off COMMAND true)
set_tests_properties(takes_too_long PROPERTIES TIMEOUT 1)
set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
set_tests_properties(is_off PROPERTIES DISABLED ON)
'''

# What GoogleTest 1.12 prints.
GOOGLE = '''[==========] Running 2 tests from 1 test suite.
[ RUN      ] A.B
[       OK ] A.B (0 ms)
[ RUN      ] A.C
[  SKIPPED ] A.C (0 ms)
[==========] 2 tests from 1 test suite ran. (0 ms total)
[  PASSED  ] 1 test.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] A.C
'''
GOOGLE_FAILS = '''[ RUN      ] A.D
a.cpp:7: Failure
[  FAILED  ] A.D (0 ms)
[==========] 5 tests from 2 test suites ran. (0 ms total)
[  PASSED  ] 2 tests.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] A.C
[  FAILED  ] 2 tests, listed below:
[  FAILED  ] A.D
[  FAILED  ] A.E

 2 FAILED TESTS
'''


def count(results):
    return run_tool('script/count-tests', results)[1]


def count_of(folder, *names):
    """What the script prints for a run of these tests."""
    results = pathlib.Path(folder, 'results.xml')
    pattern = f'^({"|".join(names)})$'
    subprocess.run(['ctest', '--test-dir', f'{folder}/build', '-R', pattern, '--output-junit', results],
                   capture_output=True)
    return count(results)


class CountTest(unittest.TestCase):
    def test_every_ending(self):
        expected = {'passes': '1 0', 'fails': '0 1', 'crashes': '0 1', 'counts': '5 0',
                    'counts_failures': '2 3', 'dies_after_counting': '7 1', 'is_not_there': '0 1',
                    'takes_too_long': '0 1',
                    'google': '1 0', 'google_fails': '2 2', 'google_dies': '0 1', 'skips': '0 0', 'is_off': '0 0'}
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'CMakeLists.txt').write_text(PROJECT)
            pathlib.Path(folder, 'google').write_text(GOOGLE)
            pathlib.Path(folder, 'google-fails').write_text(GOOGLE_FAILS)
            subprocess.run(['cmake', '-S', folder, '-B', f'{folder}/build', '-G', 'Ninja'], check=True,
                           capture_output=True)
            for name, wanted in expected.items():
                with self.subTest(name):
                    self.assertEqual(count_of(folder, name), wanted + '\n')
            self.assertEqual(count_of(folder, 'passes', 'counts', 'fails', 'skips'), '6 1\n')

    def test_no_results_are_a_failure(self):
        self.assertEqual(count('no-such-file'), '0 1\n')


if __name__ == '__main__':
    unittest.main()
