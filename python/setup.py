# SPDX-License-Identifier: Apache-2.0
"""The module is built by CMake: in build/release, or in the folder of a build that PRIORY_BUILD names."""
import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / os.environ.get('PRIORY_BUILD', 'build/release')
PIP = BUILD / 'pip'  # what setuptools leaves behind


class ByCMake(build_ext):
    """Has the module built, and copies it to where setuptools wants it."""

    def build_extension(self, ext):
        cache = BUILD / 'CMakeCache.txt'
        if not cache.exists() or 'PRIORY_PYTHON:BOOL=ON' not in cache.read_text():
            preset = [] if cache.exists() else ['--preset', 'release']
            subprocess.run(['cmake', *preset, '-S', ROOT, '-B', BUILD, '-DPRIORY_PYTHON=ON'], check=True, cwd=ROOT)
        subprocess.run(['cmake', '--build', BUILD, '--target', 'priory_python'], check=True)
        (built,) = (BUILD / 'python' / 'priory').glob('_core.*.so')
        target = pathlib.Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, target)


PIP.mkdir(parents=True, exist_ok=True)
version = re.search(r'PRIORY_VERSION\s+"([^"]+)"', (ROOT / 'include/priory/version.h').read_text())
setup(version=version.group(1), ext_modules=[Extension('priory._core', [])], cmdclass={'build_ext': ByCMake},
      options={'egg_info': {'egg_base': str(PIP)}, 'build': {'build_base': str(PIP)}})
