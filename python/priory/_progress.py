# SPDX-License-Identifier: Apache-2.0
"""How far long work is: a bar of tqdm's where that is installed and somebody looks."""
import sys
import time

from . import _core

AFTER = 0.5  # seconds that work takes before it is shown


class Bars:
    """A bar for each piece of work that takes long. tqdm is imported when the first is shown."""

    def __init__(self):
        self._begun, self._bars = {}, {}

    def __call__(self, work, done, total, unit):
        if done is None:
            self._begun.pop(work, None)
            bar = self._bars.pop(work, None)
            if bar is not None:
                bar.close()
            return
        if time.monotonic() - self._begun.setdefault(work, time.monotonic()) < AFTER:
            return
        if work not in self._bars:
            self._bars[work] = _bar(work, total, unit)
        if self._bars[work] is not None:
            self._bars[work].update(done - self._bars[work].n)


def _bar(work, total, unit):
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(desc=work, total=total, leave=False, unit='B' if unit == 'bytes' else unit or 'it', unit_scale=True)


def _is_looked_at():
    return 'ipykernel' in sys.modules or (sys.stderr is not None and sys.stderr.isatty())


def show_progress(how=None):
    """Whether progress is shown: True, False, or None: where a terminal or notebook is looked at.

    A function is called with the work, what is done, the total (or None) and the unit; at the end of the work with None
    for what is done.
    """
    if callable(how):
        _core.on_progress(how)
    else:
        _core.on_progress(Bars() if how or (how is None and _is_looked_at()) else None)
