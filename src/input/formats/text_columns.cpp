// SPDX-License-Identifier: Apache-2.0
#include "input/formats/text_columns.h"

namespace priory {
namespace {

using Kind = DeclaredColumn::Kind;

}  // namespace

std::vector<DeclaredColumn> TextColumns::declare(const ReadOptions& options) const {
  constexpr const char* kHeaders = "headers";
  constexpr const char* kFile = "file";
  std::vector<DeclaredColumn> out;
  if (label) out.push_back({options.label_name, Kind::target, {}, false, why_label});
  // A model may have learnt from headers alone: then its one column of texts is not the text.
  const bool taken = headers && options.text_name == kHeaders;
  out.push_back({taken ? "text" : options.text_name, Kind::text, {}, false, why_text});
  if (headers) out.push_back({kHeaders, Kind::text, {}, false, "what the headers of the mail say"});
  if (file && options.text_name != kFile && options.label_name != kFile)
    out.push_back({kFile, Kind::name, {}, false, "by the input: it says which file the row is"});
  return out;
}

TextColumns document_columns(Format format, const ReadOptions& options) {
  TextColumns out;
  out.label = out.file = true;
  out.why_label = format == Format::mbox ? "the name of the file" : "the name of the directory";
  out.headers = options.mail_headers;
  out.why_text = format == Format::text ? "each file is a text" : "each mail, its subject first";
  return out;
}

TextRow::TextRow(Records& rows, std::string_view record, std::size_t line)
    : rows_(rows), record_(record), line_(line), begin_(rows.cells.size()) {}

void TextRow::add(std::string_view text) {
  const std::size_t offset = text.data() >= record_.data() && text.data() < record_.data() + record_.size()
                                 ? static_cast<std::size_t>(text.data() - record_.data())
                                 : 0;
  rows_.cells.push_back(
      {text.data(), static_cast<std::uint32_t>(text.size()), static_cast<std::uint32_t>(offset)});
}

void TextRow::add_missing() {
  rows_.cells.push_back({});
}

void TextRow::end() {
  rows_.n_columns = rows_.cells.size() - begin_;
  rows_.record.push_back(record_);
  rows_.line.push_back(line_);
  ++rows_.n_rows;
}

}  // namespace priory
