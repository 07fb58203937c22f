"""How the tests of this folder call the project's own scripts."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run_tool(script, *arguments):
    """Exit code and output, stderr after stdout, of a Python script of the project."""
    done = subprocess.run([sys.executable, '-B', ROOT / script, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr
