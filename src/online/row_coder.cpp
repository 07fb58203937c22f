// SPDX-License-Identifier: Apache-2.0
#include "online/row_coder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <unordered_map>

#include "core/utf8.h"
#include "encode/row_encoder.h"
#include "plan/chunk_layout.h"
#include "words/token_hash.h"

namespace priory {
namespace {

Cell as_cell(std::string_view text) {
  return {text.data(), static_cast<std::uint32_t>(text.size()), 0};
}

}  // namespace

void UnknownWords::begin_text(std::size_t n_words) {
  words_.clear();
  if (const std::size_t wanted = std::bit_ceil(2 * n_words + 2); wanted > slots_.size())
    slots_.assign(wanted, Slot()), text_ = 0;
  if (++text_ != 0) return;
  std::fill(slots_.begin(), slots_.end(), Slot());  // after four billion texts
  text_ = 1;
}

std::uint32_t UnknownWords::number(std::string_view word) {
  std::size_t at = token_hash(word) & (slots_.size() - 1);
  for (; slots_[at].text == text_; at = (at + 1) & (slots_.size() - 1)) {
    if (words_[slots_[at].number] == word) return slots_[at].number;
  }
  slots_[at] = {text_, static_cast<std::uint32_t>(words_.size())};
  words_.push_back(word);
  return slots_[at].number;
}

RowCoder::RowCoder(const Plan& plan)
    : plan_(&plan), columns_(source_columns(plan)), readers_(plan.missing, plan.trim) {
  const ChunkSpec spec = chunk_spec(plan);
  const std::vector<std::vector<std::size_t>> places = chunk_places(plan);
  std::unordered_map<std::string_view, std::size_t> place_of;
  for (const std::string& column : columns_) place_of.emplace(column, place_of.size());
  for (std::size_t k = 0; k < plan.parts.size(); ++k) {
    const PartPlan& from = plan.parts[k];
    Part& part = parts_.emplace_back();
    part.first_reader = readers_.size();
    for (const std::string& name : from.columns) {
      const Reading reading = reading_of(plan, name);
      const std::string& source = reading.from.empty() ? name : reading.from;
      readers_.add(reading);
      part.cells.push_back(place_of.at(source));
    }
    for (const std::size_t place : places[k]) part.specs.push_back(spec.columns[place]);
    for (const ColumnSpec& each : part.specs)
      part.labels.push_back(each.bins ? each.bins->labels() : std::vector<std::string>());
    if (from.text) part.tokens.emplace(from.text_options.tokens);
    if (from.hashed()) part.of_bucket.resize(std::size_t{1} << from.text_options.tokens.hash_bits);
  }
  buffers_.resize(readers_.size() + 1);
  readers_.add(reading_of(plan, plan.target));
}

void RowCoder::begin(RowView row) {
  if (row.size() != columns_.size())
    throw Error(ErrorKind::usage,
                fmt::format("a row of {} cells for a model of {} columns", row.size(), columns_.size()), {},
                "give a cell for each of the columns that the model names; an empty CellValue is missing");
  row_ = row;
}

// A number as files would have it; and never anything that is no UTF-8.
std::string_view RowCoder::text_of(const CellValue& cell, std::string& buffer) const {
  if (cell.kind == CellValue::Kind::missing) return {};
  if (cell.kind == CellValue::Kind::text) {
    if (is_ascii(cell.text) || is_utf8(cell.text)) return cell.text;
    return buffer = repaired_utf8(cell.text);
  }
  buffer.clear();
  if (!std::isnan(cell.number)) fmt::format_to(std::back_inserter(buffer), "{}", cell.number);
  return buffer;
}

std::optional<std::string_view> RowCoder::read_value(const CellValue& cell, const CellReader& reader,
                                                     const std::string& column, std::string& buffer) const {
  const Cell text = as_cell(text_of(cell, buffer));
  if (reader.missing(text)) return std::nullopt;
  try {
    return checked_value(text, reader, column);
  } catch (const CellError& error) {
    throw Error(ErrorKind::data, error.reason, {}, error.remedy);
  }
}

std::optional<std::string_view> RowCoder::value(std::size_t k, std::size_t j) {
  if (const ColumnSpec& spec = parts_[k].specs[j]; spec.bins) {
    bool missing = false;
    const double x = number(cell(k, j), reader(k, j), spec, missing);
    if (missing) return std::nullopt;
    return parts_[k].labels[j][spec.bins->find(x)];
  }
  return read_value(cell(k, j), reader(k, j), columns_[parts_[k].cells[j]],
                    buffers_[parts_[k].first_reader + j]);
}

std::optional<std::string_view> RowCoder::label(const CellValue& cell) {
  return read_value(cell, readers_[readers_.size() - 1], plan_->target, buffers_.back());
}

double RowCoder::number(const CellValue& cell, const CellReader& reader, const ColumnSpec& spec,
                        bool& missing) {
  const bool is_text = cell.kind == CellValue::Kind::text;
  // A number is itself, but where it is the spelling of a date or of a missing cell.
  const bool spelt = is_text || !reader.reading().date.empty() || !reader.missing_numbers().empty();
  const Cell text = spelt ? as_cell(text_of(cell, buffers_.back())) : Cell();
  missing = spelt ? reader.missing(text) : std::isnan(cell.number);
  if (missing) return kMissingReal;
  const bool reads = is_text || !reader.reading().date.empty();
  const double value = reads ? reader.number(text) : std::isfinite(cell.number) ? cell.number : kMissingReal;
  if (fits(value, spec)) return value;
  const std::string shown = is_text ? std::string(cell.text) : fmt::format("{}", cell.number);
  try {
    check_number(as_cell(shown), value, spec);
  } catch (const CellError& error) {
    throw Error(ErrorKind::data, error.reason, {}, error.remedy);
  }
  return value;
}

void RowCoder::read_numbers(std::size_t k, std::vector<Column>& out) {
  out.resize(parts_[k].cells.size());
  for (std::size_t j = 0; j < out.size(); ++j) {
    bool missing = false;
    out[j].kind = CellKind::reals, out[j].bins = parts_[k].specs[j].bins.get();
    out[j].reals.assign(1, number(cell(k, j), reader(k, j), parts_[k].specs[j], missing));
  }
}

void RowCoder::read_counts(std::size_t k, Column& out) {
  out.kind = CellKind::bag;
  out.bag.clear();
  bool all_missing = true;
  for (std::size_t j = 0; j < parts_[k].cells.size(); ++j) {
    bool missing = false;
    const double value = number(cell(k, j), reader(k, j), parts_[k].specs[0], missing);
    all_missing = all_missing && missing;
    if (missing || value == 0) continue;
    out.bag.word.push_back(static_cast<std::uint32_t>(j)), out.bag.count.push_back(value);
  }
  out.bag.end_row(all_missing);
}

// A text is missing only when it is empty: "null" may well be one of its words.
bool RowCoder::begin_text(std::size_t k, Column& out, std::optional<Slices>& tokens) {
  out.kind = CellKind::bag;
  out.bag.clear();
  words_.clear();
  const CellValue& from = cell(k, 0);
  // What is no UTF-8 the tokeniser replaces.
  const std::string_view text =
      from.kind == CellValue::Kind::text ? from.text : text_of(from, buffers_[parts_[k].first_reader]);
  if (text.empty()) return false;
  tokens = (*parts_[k].tokens)(text);
  return true;
}

void RowCoder::end_text(bool missing, Column& out) {
  tally_(words_, out.bag);
  out.bag.end_row(missing);
}

template <class CodeOf>
void RowCoder::hash_words(Part& part, const Slices& tokens, const CodeOf& code_of) {
  const auto bits = static_cast<std::size_t>(std::countr_zero(part.of_bucket.size()));
  for (const std::string_view token : tokens) {
    const std::uint32_t bucket = bucket_of(token_hash(token), bits);
    std::uint32_t& known = part.of_bucket[bucket];
    words_.push_back(known != 0 ? known - 1 : code_of(bucket, known));
  }
}

void RowCoder::find_words(std::size_t k, const Dictionary& words, bool apart, Column& out) {
  std::optional<Slices> tokens;
  if (!begin_text(k, out, tokens)) return end_text(true, out);
  const auto first_unknown = static_cast<std::uint32_t>(words.size());
  if (plan_->parts[k].hashed()) {
    hash_words(parts_[k], *tokens, [&](std::uint32_t bucket, std::uint32_t& known) {
      const std::uint32_t code = words.find(bucket_word(bucket));
      if (code == Dictionary::kAbsent) return first_unknown + bucket;
      known = code + 1;
      return code;
    });
    return end_text(false, out);
  }
  words.find_all(*tokens, words_);
  if (apart) unknown_.begin_text(words_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (words_[i] == Dictionary::kAbsent)
      words_[i] = first_unknown + (apart ? unknown_.number((*tokens)[i]) : 0);
  }
  end_text(false, out);
}

void RowCoder::learn_words(std::size_t k, Dictionary& words, Column& out) {
  std::optional<Slices> tokens;
  if (!begin_text(k, out, tokens)) return end_text(true, out);
  if (!plan_->parts[k].hashed()) {
    words.insert_all(*tokens, words_);
    return end_text(false, out);
  }
  hash_words(parts_[k], *tokens, [&](std::uint32_t bucket, std::uint32_t& known) {
    const std::uint32_t code = words.insert(bucket_word(bucket));
    known = code + 1;
    return code;
  });
  end_text(false, out);
}

void RowCoder::name_words(std::size_t k, Dictionary& words, Column& out) {
  std::optional<Slices> tokens;
  if (!begin_text(k, out, tokens)) return end_text(true, out);
  for (const std::string_view token : *tokens) {
    if (plan_->parts[k].hashed()) out.tokens.add(token);
    const std::size_t bits = plan_->parts[k].text_options.tokens.hash_bits;
    words_.push_back(
        words.insert(bits == 0 ? std::string(token) : bucket_word(bucket_of(token_hash(token), bits))));
  }
  out.tokens.end_row();
  end_text(false, out);
}

std::string RowCoder::unknown_word(std::size_t k, std::uint32_t number) const {
  return plan_->parts[k].hashed() ? bucket_word(number) : std::string(unknown_[number]);
}

}  // namespace priory
