"""script/package: what it leaves to apt, and that its parts are valid: no build is made here."""
import subprocess
import tempfile
import pathlib
import unittest

from tools import ROOT


class ScriptTest(unittest.TestCase):
    def test_the_scripts_can_be_read_by_their_shells(self):
        for shell, name in (('bash', 'script/package'), ('bash', 'tests/package/in-chroot'), ('sh', 'debian/gather')):
            done = subprocess.run([shell, '-n', ROOT / name], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ''), name)

    def test_the_soname_is_that_of_the_version(self):
        text = (ROOT / 'include/priory/version.h').read_text(encoding='utf-8')
        version = text.split('#define PRIORY_VERSION "')[1].split('"')[0]
        major, minor, _ = version.split('.')
        self.assertIn(f'Package: libpriory{major}.{minor}\n', (ROOT / 'debian/control').read_text(encoding='utf-8'))
        changes = (ROOT / 'debian/changelog').read_text(encoding='utf-8')
        self.assertTrue(changes.startswith(f'priory ({version})'), changes[:40])

    def test_without_packages_the_clean_chroot_is_skipped(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([ROOT / 'tests/package/in-chroot', folder, pathlib.Path(folder, 'root')],
                                  capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 77)
        self.assertIn('script/package makes them', done.stdout)


if __name__ == '__main__':
    unittest.main()
