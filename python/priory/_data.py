# SPDX-License-Identifier: Apache-2.0
"""Rows wherever they are in Python, as the library takes them.

Arrays of numbers, codes of categories, sparse matrices and strings are borrowed and not copied. scipy and pandas
are not imported here: their objects bring them.
"""
import os
import sys

import numpy as np

from . import _arrow, _core

TEXT, LABEL = 'text', 'label'  # names of columns that have none, as in files of texts
GROUP = '(group)'              # that of the rows' groups
READING = ('delimiter', 'no_header', 'skip_lines', 'input_format', 'mail_headers', 'sql', 'duckdb')  # options of files
DATABASES = ('sqlite:', 'duckdb:', 'postgresql:', 'postgres:')  # the library says what is wrong with them


def threads_of(threads):
    """As many as were asked for, or as there are cores to be used."""
    if threads is None:
        return len(os.sched_getaffinity(0))
    if isinstance(threads, (int, np.integer)) and 1 <= threads <= 1024:
        return int(threads)
    raise ValueError(f'threads= takes a whole number from 1 on, or None for all cores, and not {threads!r}')


def did_you_mean(name, names):
    """'; did you mean ...?', or nothing."""
    import difflib  # where something goes wrong only
    near = difflib.get_close_matches(name, names, 1)
    return f"; did you mean '{near[0]}'?" if near else ''


def rows_and_options(data, target, weight, options, label=LABEL, plan=None, group=None):
    """What the library reads, and the options left that shape a model."""
    reading = {name: options.pop(name) for name in READING if name in options}
    data = held(data)
    rows = rows_of(data, target=target, weight=weight, label=label, reading=reading, group=group)
    if plan is None and are_texts(data, target) and not {'text', 'types', 'parts'} & set(options):
        options['text'] = [TEXT]
    return rows, options


def rows_of(data, *, target=None, weight=None, text=TEXT, label=LABEL, texts=True, reading=None, model=None, group=None):
    """What the library reads: files, or rows in memory with the class of each, where `target` is an array.

    Strings in a list are texts, or without `texts` paths. Files are read as the core of a `model` needs them.
    """
    if isinstance(data, (_core.Rows, _core.Table)):
        return data
    paths = _paths(data, target, texts)
    if paths is not None:
        reading = dict(reading or {})
        if 'PRIORY_DUCKDB' in os.environ:  # as the command line has it
            reading.setdefault('duckdb', os.environ['PRIORY_DUCKDB'])
        if target is not None and not isinstance(target, str):
            raise TypeError('rows of files have their class in a column: target= is its name')
        if weight is not None:
            raise TypeError("rows of files have their weight in a column: types={'NAME': 'weight'}")
        return _core.open(paths, dict(reading, text_name=text, label_name=label), model)
    if reading:
        raise TypeError(f'{next(iter(reading))}= is for files')
    names, columns, n_rows = _columns(held(data), text)
    rows = _core.Rows(n_rows, 'rows')
    for add in columns:
        add(rows)
    if target is not None and not isinstance(target, str):
        name = _name(target, label)
        if name in names:
            raise ValueError(f"there is a column '{name}' already: name it in target=, or give the classes another name")
        _column(name, target)[0](rows)
        rows.target(name)
    if group is not None and not isinstance(group, str):
        _column(GROUP, group)[0](rows)
    if weight is not None:
        rows.weights(_weights(weight))
    return rows


def _weights(weight):
    array = np.asarray(weight)
    if array.ndim != 1 or array.dtype.kind not in 'biuf':
        raise TypeError("weight= is an array with a number for each row; where a column has it, take types={'NAME': 'weight'}")
    return native(array, 'weight')


def name_of_target(target, label=LABEL):
    """The name of the column that `rows_of` makes of an array of classes."""
    return target if target is None or isinstance(target, str) else _name(target, label)


def are_texts(data, target):
    """Whether each row is a text and nothing else."""
    if isinstance(data, np.ndarray) or hasattr(data, 'iloc'):
        return data.ndim == 1 and (getattr(data.dtype, 'kind', 'O') in 'OU') and not hasattr(data.dtype, 'categories')
    if isinstance(data, _arrow.Columns):
        return data.are_texts()
    return isinstance(data, (list, tuple)) and _paths(data, target, True) is None and bool(data) and isinstance(data[0], str)


def texts_of(data, columns, first, count):
    """Cells of columns of texts of some rows, where these are held as texts, a DataFrame, a dict or a list of dicts."""
    if len(columns) == 1 and are_texts(data, None):
        found = {columns[0]: data}
    elif isinstance(data, dict) or hasattr(data, 'iloc') and hasattr(data, 'columns'):
        found = {name: data[name] for name in columns if name in data}
    elif isinstance(data, (list, tuple)) and all(isinstance(each, dict) for each in data):
        return {name: [each.get(name) for each in data[first:first + count]] for name in columns}
    else:
        return {}
    return {name: list(getattr(cells, 'iloc', cells)[first:first + count]) for name, cells in found.items()}


def _paths(data, target, texts):
    """A list of paths, or None. Where target= names a column, strings in a list are no texts, which have none."""
    if isinstance(data, (str, os.PathLike)):
        return [_existing(os.fspath(data))]
    if not isinstance(data, (list, tuple)) or not data:
        return None
    if all(isinstance(each, os.PathLike) for each in data):
        return [os.fspath(each) for each in data]
    if (isinstance(target, str) or not texts) and all(isinstance(each, str) for each in data):
        return [_existing(each) for each in data]
    return None


def _existing(path):
    elsewhere = path == '-' or path.startswith(DATABASES) or os.path.exists(path.rpartition('#')[0])  # file#table
    if not elsewhere and not os.path.exists(path):
        hint = '' if len(path) < 5 or os.sep in path else "; a text goes in a list: ['...']"
        raise FileNotFoundError(f"there is no file '{path}'{hint}")
    return path


def _columns(data, text):
    """Names, functions that add the columns to rows, and the number of rows."""
    if _is('scipy.sparse', data, 'issparse'):
        return _sparse(data)
    if hasattr(data, 'iloc') and not hasattr(data, 'columns'):  # a Series
        return _named({text if are_texts(data, None) else _name(data, '1'): data}, 1)
    if hasattr(data, 'iloc'):
        return _named({str(name): data.iloc[:, k] for k, name in enumerate(data.columns)}, len(data.columns))
    if isinstance(data, dict):
        return _named({str(name): each for name, each in data.items()}, len(data))
    if isinstance(data, _arrow.Columns):
        return data.named(text)
    if hasattr(data, '__dataframe__'):
        return _columns(_interchanged(data), text)
    if isinstance(data, np.ndarray):
        return _array(data, text)
    if not hasattr(data, '__iter__'):
        raise TypeError(f'rows are no {type(data).__name__}: take a path, a DataFrame, a dict of columns, a list of dicts, an array, '
                        'a sparse matrix or a list of texts')
    data = list(data)
    if data and all(isinstance(each, dict) for each in data):
        names = list(dict.fromkeys(name for each in data for name in each))
        return _named({str(name): [each.get(name) for each in data] for name in names}, len(names))
    if any(isinstance(each, (list, tuple, np.ndarray)) for each in data):
        return _array(_matrix(data), text)
    return _named({text: data}, 1)


def held(data):
    """The data, where they come as a stream, which can be read once only, as its columns."""
    stream = hasattr(data, '__arrow_c_stream__') and not hasattr(data, 'iloc')  # pandas' needs pyarrow
    return _arrow.Columns(data) if stream else data


def _interchanged(data):
    try:
        from pandas.api.interchange import from_dataframe
    except ImportError:
        raise TypeError(f'{type(data).__name__} has __dataframe__ only, which pandas 1.5 or later reads') from None
    return from_dataframe(data)


def _matrix(rows):
    """Rows of numbers as an array; where numpy would spell numbers or round whole ones, as they stand."""
    lengths = {len(each) if hasattr(each, '__len__') else -1 for each in rows}
    if len(lengths) > 1:
        raise ValueError(f'rows have {min(lengths)} to {max(lengths)} cells: all have as many')
    array = np.array(rows)
    exact = array.dtype.kind != 'U' and not (array.dtype.kind == 'f' and np.abs(array).max(initial=0, where=~np.isnan(array)) >= 2**53)
    return array if exact else np.array(rows, dtype=object)


def _is(module, data, function):
    return module in sys.modules and getattr(sys.modules[module], function)(data)


def _named(columns, n):
    if len(columns) < n:
        raise ValueError('two columns have the same name')
    adds, lengths = [], {}
    for name, each in columns.items():
        add, lengths[name] = _column(name, each)
        adds.append(add)
    if len(set(lengths.values())) > 1:
        first = next(iter(lengths))
        other = next(name for name in lengths if lengths[name] != lengths[first])
        raise ValueError(f"column '{first}' has {lengths[first]} rows, and '{other}' has {lengths[other]}")
    return list(columns), adds, next(iter(lengths.values()), 0)


def _sparse(matrix):
    csr = matrix.tocsr()
    n_rows, n_columns = csr.shape
    names = numbered(n_columns)
    parts = csr.indptr, csr.indices, native(csr.data, 'the matrix')
    return names, [lambda rows: rows.csr(names, *parts, n_columns)], n_rows


def numbered(n_columns):
    """Names of columns without names: 1, 2, 3, ..."""
    return [str(k) for k in range(1, n_columns + 1)]


def _array(array, text):
    if array.dtype.names:
        return _named({name: array[name] for name in array.dtype.names}, len(array.dtype.names))
    if array.dtype.kind == 'S':
        raise TypeError("texts are str, and these are bytes: take array.astype(str), or numpy.char.decode(array, 'utf-8')")
    if array.ndim == 1 and array.dtype.kind in 'OUT':
        return _named({text: array}, 1)
    if array.ndim != 2:
        raise ValueError(f'rows are a matrix, and this array has {array.ndim} dimension{"s" * (array.ndim != 1)}: '
                         'a single row is array.reshape(1, -1), a single column array.reshape(-1, 1)')
    names = numbered(array.shape[1])
    if array.dtype.kind in 'OUMm':
        return _named(dict(zip(names, array.T)), len(names))
    mask = _mask(array)
    values = native(array, 'the array')
    return names, [lambda rows: rows.matrix(names, values, mask)], len(array)


def _mask(array):
    if not isinstance(array, np.ma.MaskedArray) or array.mask is np.ma.nomask:
        return None
    return np.ascontiguousarray(np.ma.getmaskarray(array))


def native(array, what):
    """The numbers as they lie; types that the library does not know become one that holds all their values."""
    array = np.asarray(array)
    if array.dtype.kind == 'f' and array.dtype.itemsize == 2:
        return array.astype(np.float32)
    if array.dtype.kind == 'c' or array.dtype.kind == 'f' and array.dtype.itemsize > 8:
        raise TypeError(f'{what} is of type {array.dtype}, which is not converted as digits would be lost')
    if array.dtype.kind in 'biuf' and not array.dtype.isnative:
        return array.astype(array.dtype.newbyteorder('='))
    return array


def _name(column, otherwise):
    name = getattr(column, 'name', None)
    return str(name) if isinstance(name, (str, int)) else otherwise


def _column(name, values):
    """A function that adds the column to rows, and its length."""
    dtype = getattr(values, 'dtype', None)
    if dtype is not None and hasattr(dtype, 'categories'):
        return _category(name, values)
    if dtype is not None and not isinstance(dtype, np.dtype):
        return _extension(name, values, dtype)
    if dtype is None:
        values = list(values)
        if not values or not all(type(each) in (int, float, bool) for each in values):
            return (lambda rows: rows.strings(name, values)), len(values)
    mask = _mask(values) if dtype is not None else None
    array = values.to_numpy() if hasattr(values, 'to_numpy') else np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"column '{name}' has {array.ndim} dimensions, and not 1")
    if array.dtype.kind == 'M':
        texts = dates_of(array)
        return (lambda rows: rows.strings(name, texts)), len(array)
    if array.dtype.kind in 'biuf':
        numbers = native(array, f"column '{name}'")
        return (lambda rows: rows.numbers(name, numbers, mask)), len(array)
    if array.dtype.kind in 'OUT':
        texts = array.tolist()
        if mask is not None:
            texts = [None if hidden else each for each, hidden in zip(texts, mask)]
        return (lambda rows: rows.strings(name, texts)), len(array)
    raise TypeError(f"column '{name}' is of type {array.dtype}: columns are numbers, strings, categories or dates")


def _category(name, values):
    values = getattr(values, 'array', values)
    codes = np.ascontiguousarray(values.codes)
    names = [_spelt(each) for each in values.categories]
    return (lambda rows: rows.codes(name, codes, names)), len(codes)


def _spelt(value):
    if isinstance(value, (bool, np.bool_)):
        return str(int(value))
    if isinstance(value, (float, np.floating)) and float(value).is_integer():
        return str(int(value))
    return str(value)


def _extension(name, values, dtype):
    """pandas' own types: nullable numbers, strings, dates with a zone."""
    kind = getattr(dtype, 'kind', 'O')
    if hasattr(dtype, 'fill_value') and hasattr(dtype, 'subtype'):  # pandas' sparse columns
        return _column(name, np.asarray(values))
    if kind == 'M':
        texts = dates_of(values.dt.tz_localize(None).to_numpy())
        return (lambda rows: rows.strings(name, texts)), len(values)
    if kind in 'biuf':
        missing = np.ascontiguousarray(values.isna().to_numpy())
        numbers = values.to_numpy(dtype=dtype.numpy_dtype, na_value=dtype.numpy_dtype.type(0))
        return (lambda rows: rows.numbers(name, numbers, missing)), len(numbers)
    texts = list(values)
    return (lambda rows: rows.strings(name, texts)), len(texts)


def dates_of(array):
    """As a file has them: with an hour where one is not midnight."""
    days = array.astype('datetime64[D]')
    unit = 'D' if bool(np.all((array == days) | np.isnat(array))) else 's'
    texts = np.datetime_as_string(array, unit=unit)
    return [None if missing else each.replace('T', ' ') for each, missing in zip(texts.tolist(), np.isnat(array))]


def frame_of(names, are_numbers, columns):
    """Columns of text as a DataFrame, or without pandas a dict; those of numbers as floats."""
    out = {name: np.array(column, float) if numbers else column for name, numbers, column in zip(names, are_numbers, columns)}
    try:
        import pandas
    except ImportError:
        return out
    return pandas.DataFrame(out, columns=names)
