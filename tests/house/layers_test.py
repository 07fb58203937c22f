"""script/check-layers accepts a tree that keeps the rules and names the line of one that does not."""
import pathlib
import tempfile
import unittest

from tools import run_tool

GOOD = {
    'include/priory/priory.h': '#include "priory/chunk.h"\n#include "priory/classifier.h"\n',
    'include/priory/chunk.h': '#include <vector>\n',
    'include/priory/classifier.h': '#include "priory/chunk.h"\n',
    'include/priory/table.h': '#include "priory/chunk.h"\n',
    'src/fold/fold.h': '#include "priory/chunk.h"\n',
    'src/model/classifier.cpp': '#include "priory/classifier.h"\n\n#include "fold/fold.h"\n',
    'app/main.cpp': '#include "app/commands.h"\n#include "priory/priory.h"\n',
    'app/commands.h': '#include "priory/table.h"\n',
}


def check(changes=()):
    """The exit code and output for the good tree with some files replaced."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in {**GOOD, **dict(changes)}.items():
            path = pathlib.Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return run_tool('script/check-layers', '--root', folder)


class LayersTest(unittest.TestCase):
    def assert_violation(self, file, text, *expected):
        code, output = check({file: text})
        self.assertEqual(code, 1, output)
        for part in expected:
            self.assertIn(part, output)

    def test_a_tree_that_keeps_the_rules_passes(self):
        self.assertEqual(check(), (0, 'layers: 8 files, 0 violations\n'))

    def test_an_upward_include_is_named_with_its_line(self):
        self.assert_violation('src/fold/fold.h', '#pragma once\n\n#include "priory/classifier.h"\n',
                              'src/fold/fold.h:3: #include "priory/classifier.h"', 'fold may include core, words')

    def test_a_private_header_of_another_layer(self):
        self.assert_violation('src/input/csv.cpp', '#include "model/classifier.cpp"\n',
                              'input may include core')

    def test_the_library_spells_no_option(self):
        self.assert_violation('src/fold/fold.h', '#pragma once\nconst char* kText = "--alpha is a number";\n',
                              'src/fold/fold.h:2:', 'write ‹alpha›')
        self.assert_violation('src/fold/fold.h', 'auto x = fmt::format("--{} is a number", name);\n',
                              'src/fold/fold.h:1:')

    def test_the_program_and_remarks_may_spell_one(self):
        self.assertEqual(check({'app/commands.h': 'const char* kText = "--alpha is a number";\n',
                                'src/fold/fold.h': 'int x;  // "--alpha" has no say here\n'}),
                         (0, 'layers: 8 files, 0 violations\n'))

    def test_a_relative_path_does_not_get_around(self):
        self.assert_violation('src/fold/fold.h', '#include "../model/classifier.cpp"\n', 'src/fold/fold.h:1:')

    def test_a_sideways_include_of_a_public_header(self):
        self.assert_violation('include/priory/chunk.h', '#include "priory/classifier.h"\n',
                              'words may include core')

    def test_a_public_header_may_not_show_the_inside(self):
        self.assert_violation('include/priory/chunk.h', '#include "fold/fold.h"\n', 'public headers only')

    def test_the_umbrella_is_for_users(self):
        self.assert_violation('src/model/classifier.cpp', '#include <priory/priory.h>\n', 'for users')

    def test_the_program_sees_public_headers_only(self):
        self.assert_violation('app/main.cpp', '#include "fold/fold.h"\n', 'app/main.cpp:1:', 'include/priory')

    def test_an_unknown_public_header_says_where_to_add_it(self):
        self.assert_violation('include/priory/new.h', '', 'PUBLIC_HEADERS of script/check-layers')

    def test_an_unknown_folder_says_where_to_add_it(self):
        self.assert_violation('src/magic/wand.h', '', 'MAY_INCLUDE of script/check-layers')

    def twins(self, first, second):
        return check({'src/fold/fold.h': first, 'src/model/classifier.cpp': second})

    def test_a_type_that_two_files_define(self):
        code, output = self.twins('namespace priory {\nstruct Piece {\n  int a;\n};\n}\n',
                                  'namespace priory {\n// struct Piece { };\nclass Piece final : public Base<int> {};\n}\n')
        self.assertEqual(code, 1, output)
        self.assertIn('src/model/classifier.cpp:3: priory::Piece is defined in src/fold/fold.h too', output)

    def test_types_that_only_look_alike(self):
        piece = 'namespace priory {\nstruct Piece { int a; };\n}\n'
        for other in ('namespace priory {\nnamespace {\nstruct Piece { int b; };\n}\n}\n',
                      'namespace priory::query {\nstruct Piece { int b; };\n}\n',
                      'namespace priory {\nstruct Piece;\nvoid f(struct Piece* p) { struct Piece { int b; }; }\n}\n',
                      'namespace priory {\nclass Other {\n  struct Piece { int b; };\n};\n}\n',
                      'namespace priory {\nconst char* kText = "struct Piece {";\n}\n'):
            self.assertEqual(self.twins(piece, other), (0, 'layers: 8 files, 0 violations\n'), other)

    def test_a_public_type_is_declared_by_its_header(self):
        chunk = 'namespace priory {\nstruct Chunk {\n  int a;\n};\n}\n'
        for own, told in (('class Chunk;\n', 1), ('#include "priory/chunk.h"\n', 0), ('class Other;\n', 0)):
            code, output = check({'include/priory/chunk.h': chunk, 'src/fold/fold.h': own})
            self.assertEqual((code, 'src/fold/fold.h:1: class Chunk;: include priory/chunk.h' in output), (told, bool(told)), output)

    def test_a_header_that_is_not_there(self):
        self.assert_violation('src/fold/fold.h', '#include "fold/folding.h"\n', 'not found')


if __name__ == '__main__':
    unittest.main()
