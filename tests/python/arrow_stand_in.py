"""A table that hands itself out by Arrow's C stream interface, as polars' and pyarrow's do, made of numpy arrays by ctypes
after the specification (arrow.apache.org/docs/format/CDataInterface.html). Debian has neither of them."""
import ctypes
import itertools

import numpy as np

P, I64 = ctypes.c_void_p, ctypes.c_int64


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


RELEASE = ctypes.CFUNCTYPE(None, P)
Schema._fields_ = [('format', ctypes.c_char_p), ('name', ctypes.c_char_p), ('metadata', P), ('flags', I64), ('n_children', I64),
                   ('children', P), ('dictionary', P), ('release', P), ('private', P)]
Array._fields_ = [('length', I64), ('null_count', I64), ('offset', I64), ('n_buffers', I64), ('n_children', I64), ('buffers', P),
                  ('children', P), ('dictionary', P), ('release', P), ('private', P)]
CALL = ctypes.CFUNCTYPE(ctypes.c_int, P, P)
ERROR = ctypes.CFUNCTYPE(P, P)
Stream._fields_ = [('get_schema', P), ('get_next', P), ('get_last_error', P), ('release', P), ('private', P)]

NEW_CAPSULE = ctypes.pythonapi.PyCapsule_New
NEW_CAPSULE.restype, NEW_CAPSULE.argtypes = ctypes.py_object, [P, ctypes.c_char_p, P]

KEPT = []       # whatever C code may still look at
RELEASED = []   # formats and lengths of what was given back


def keep(thing):
    KEPT.append(thing)
    return thing


def address(thing):
    return ctypes.cast(ctypes.pointer(keep(thing)), P).value


def function(kind, call):
    return ctypes.cast(keep(kind(call)), P).value


def pointers(things):
    return ctypes.cast(keep((P * max(1, len(things)))(*things)), P).value


def release_of(kind, what):
    def release(at):
        RELEASED.append(what)
        kind.from_address(at).release = None
    return function(RELEASE, release)


def bits(flags):
    return np.packbits(np.asarray(flags, bool), bitorder='little')


def texts(values, wide=False):
    """Offsets and bytes."""
    encoded = [(each or '').encode() for each in values]
    offsets = np.array([0, *itertools.accumulate(map(len, encoded))], np.int64 if wide else np.int32)
    return [offsets, np.frombuffer(b''.join(encoded) or b'\0', np.uint8)]


def views(values):
    """Of 16 bytes each: short texts in them, long ones in a buffer."""
    items, long = b'', b''
    for each in values:
        text = (each or '').encode()
        if len(text) <= 12:
            items += len(text).to_bytes(4, 'little') + text.ljust(12, b'\0')
        else:
            items += len(text).to_bytes(4, 'little') + text[:4] + (0).to_bytes(4, 'little') + len(long).to_bytes(4, 'little')
            long += text
    return [np.frombuffer(items, np.uint8), np.frombuffer(long or b'\0', np.uint8)]


class Column:
    """Of a format, its buffers but the first, and which items are missing."""

    def __init__(self, format, length, buffers, missing=None, dictionary=None, offset=0):
        self.format, self.length, self.buffers, self.missing, self.dictionary, self.offset = format, length, buffers, missing, dictionary, offset

    def schema(self, name):
        dictionary = address(self.dictionary.schema('')) if self.dictionary else None
        return Schema(self.format.encode(), keep(name.encode()), None, 2, 0, None, dictionary, release_of(Schema, self.format), None)

    def array(self):
        valid = None if self.missing is None else bits(~np.asarray(self.missing, bool))
        buffers = [None if each is None else keep(np.ascontiguousarray(each)).ctypes.data for each in [valid, *self.buffers]]
        if self.format == 'n':
            buffers = []
        dictionary = address(self.dictionary.array()) if self.dictionary else None
        return Array(self.length, -1, self.offset, len(buffers), 0, pointers(buffers), None, dictionary, release_of(Array, self.length), None)


class Table:
    """Batches of columns by name; `alone`: one column and no table."""

    def __init__(self, *batches, alone=False, error=None):
        self.batches, self.alone, self.error = batches, alone, error

    def __arrow_c_stream__(self, requested_schema=None):
        rest = iter(self.batches)

        def put(at, struct):
            ctypes.memmove(at, address(struct), ctypes.sizeof(struct))

        def schema(_, out):
            columns = self.batches[0]
            if self.alone:
                put(out, columns[''].schema(''))
                return 0
            children = [address(each.schema(name)) for name, each in columns.items()]
            put(out, Schema(b'+s', b'', None, 0, len(children), pointers(children), None, release_of(Schema, '+s'), None))
            return 0

        def following(_, out):
            batch = next(rest, None)
            if batch is None:
                if self.error:
                    return 5
                put(out, Array())
                return 0
            if self.alone:
                put(out, batch[''].array())
                return 0
            children = [address(each.array()) for each in batch.values()]
            length = next(iter(batch.values())).length
            put(out, Array(length, 0, 0, 1, len(children), pointers([None]), pointers(children), None, release_of(Array, '+s'), None))
            return 0

        message = keep(ctypes.create_string_buffer((self.error or '').encode()))
        stream = Stream(function(CALL, schema), function(CALL, following), function(ERROR, lambda _: ctypes.addressof(message)),
                        release_of(Stream, 'stream'), None)
        return NEW_CAPSULE(address(stream), keep(b'arrow_array_stream'), None)
