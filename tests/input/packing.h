// SPDX-License-Identifier: Apache-2.0
// Compresses a text in memory with libarchive, to make the files that the tests read back.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <string>

namespace priory::testing {

inline std::string pack(const std::string& text, int (*add_filter)(archive*)) {
  std::string packed(text.size() + (1 << 16), '\0');
  std::size_t used = 0;
  archive* out = archive_write_new();
  add_filter(out);
  archive_write_set_format_raw(out);
  archive_write_set_bytes_in_last_block(out, 1);
  archive_write_open_memory(out, packed.data(), packed.size(), &used);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_write_header(out, entry);
  archive_write_data(out, text.data(), text.size());
  archive_entry_free(entry);
  archive_write_close(out);
  archive_write_free(out);
  packed.resize(used);
  return packed;
}

inline std::string gz(const std::string& text) {
  return pack(text, archive_write_add_filter_gzip);
}
inline std::string zst(const std::string& text) {
  return pack(text, archive_write_add_filter_zstd);
}
inline std::string xz(const std::string& text) {
  return pack(text, archive_write_add_filter_xz);
}

}  // namespace priory::testing
