// SPDX-License-Identifier: Apache-2.0
#include "priory/pieces.h"

#include <fmt/format.h>

#include "input/detect.h"
#include "input/documents.h"
#include "input/foreign.h"
#include "input/share.h"

namespace priory {
namespace {

Format format_of(const std::string& path, std::string_view first_bytes, const ReadOptions& options) {
  if (options.format != Format::detect) return options.format;
  refuse_foreign(path, first_bytes);
  const Format named = format_of_name(path);
  return named != Format::detect ? named : format_of_bytes(first_bytes);
}

std::string bytes_of(Origin& origin, std::uint64_t begin, std::uint64_t end) {
  const auto from = origin.open_at(begin);
  std::string out(static_cast<std::size_t>(end - begin), '\0');
  out.resize(read_fully(*from, out.data(), out.size()));
  return out;
}

// A piece of CSV without a header gets one, lest its first row be taken for what all rows are like.
std::string head_of(const FilePiece& piece, const ReadOptions& options, const Head& first) {
  if (piece.format == Format::csv && !options.header) {
    std::string out;
    for (const DeclaredColumn& each : first.columns)
      out += (out.empty() ? "" : std::string(1, first.delimiter)) + each.name;
    return out + "\n";
  }
  const auto origin = file_origin(piece.path);
  const auto same = [&](std::string_view) { return piece.format; };
  return bytes_of(*origin, 0, open_file(*origin, true, same, options, &first).head.size);
}

}  // namespace

std::vector<FilePiece> pieces_of(const std::vector<std::string>& paths, const ReadOptions& options,
                                 std::uint64_t bytes) {
  if (paths.empty() || bytes == 0) throw Error(ErrorKind::usage, "there is no file to be cut into pieces");
  if (are_documents(paths, options))
    throw Error(ErrorKind::usage, "texts and mails in files of their own are not cut into pieces",
                {paths[0], 0, 0}, "give files with many rows each");
  std::vector<std::unique_ptr<Origin>> origins;
  origins.reserve(paths.size());
  for (const std::string& path : paths) origins.push_back(file_origin(path));
  Format format = Format::detect;
  const auto remember = [&](std::string_view first) { return format = format_of(paths[0], first, options); };
  const Head head = open_file(*origins[0], true, remember, options, nullptr).head;
  std::vector<FilePiece> out;
  for (const std::vector<OriginRange>& share : shares_of(origins, {&head, format, options}, bytes)) {
    for (const OriginRange& each : share)
      out.push_back({paths[each.origin], each.begin, each.end, "", each.first_line, format, head.delimiter});
  }
  for (FilePiece& each : out) {
    if (each.begin > 0) each.head = head_of(each, options, head);
  }
  return out;
}

std::string text_of(const FilePiece& piece) {
  const auto origin = file_origin(piece.path);
  const auto extent = origin->extent();
  const std::uint64_t size = extent ? extent->size : 0;
  return piece.head + bytes_of(*origin, piece.begin, std::min(size, piece.end));
}

Table open_piece(const FilePiece& piece, const ReadOptions& options) {
  ReadOptions how = options;
  how.format = piece.format;
  if (piece.format == Format::csv) how.delimiter = piece.delimiter;
  if (!piece.head.empty() && !options.header) how.header = true, how.skip_lines = 0;
  if (piece.whole()) return Table::open({piece.path}, how);
  const std::string name =
      piece.begin == 0 ? piece.path : fmt::format("{}, from line {}", piece.path, piece.first_line);
  return Table::from_text(text_of(piece), name, how);
}

}  // namespace priory
