# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, as Python's exceptions."""


class Error(Exception):
    """What went wrong, where, and what to do about it.

    `message`, `place` ('rows.csv:3:1') and `remedy` are its parts; `setting` is the option that it is about.
    """

    message = place = remedy = setting = ''


class UsageError(Error, ValueError):
    """A call or an option is wrong."""


class DataError(Error, ValueError):
    """Rows are wrong: a cell is not what its column takes, a class is missing."""


class ModelError(Error, ValueError):
    """A model file is damaged, or is none."""


class FileError(Error, OSError):
    """Reading or writing failed."""
