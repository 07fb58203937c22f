// SPDX-License-Identifier: Apache-2.0
// Arrow's C data interface (arrow.apache.org/docs/format/CDataInterface.html): the layout that every producer of columns
// shares, as the specification asks consumers to declare it. Whoever has one of these calls its `release`, once.
#pragma once

#include <cstdint>

extern "C" {

struct ArrowSchema {
  const char* format;  // "l": 64-bit integers, "u": UTF-8, "+s": a struct of columns, ...
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;  // null: the values stand in the array itself
  void (*release)(ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;  // -1: not known
  std::int64_t offset;      // of the first item, in items
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;  // the first: a bit for each item that is there, or null
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(ArrowArrayStream*, ArrowSchema* out);
  int (*get_next)(ArrowArrayStream*, ArrowArray* out);  // a released array: the end
  const char* (*get_last_error)(ArrowArrayStream*);
  void (*release)(ArrowArrayStream*);
  void* private_data;
};
}
