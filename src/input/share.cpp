// SPDX-License-Identifier: Apache-2.0
#include "input/share.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <xxhash.h>

#include "fold/sum_over_ranks.h"
#include "input/lines.h"

namespace priory {
namespace {

constexpr std::size_t kBlock = 1 << 20;

struct FileFacts {
  std::string name;
  std::uint64_t size = 0;
  bool seekable = false;

  bool operator==(const FileFacts&) const = default;
  template <class Wire>
  void carry(Wire& wire) {
    wire(name, size, seekable);
  }
};

std::vector<FileFacts> facts_of(const std::vector<std::unique_ptr<Origin>>& origins) {
  std::vector<FileFacts> out;
  for (const auto& origin : origins) {
    const std::optional<Origin::Extent> extent = origin->extent();
    if (!extent)
      throw Error(ErrorKind::usage, fmt::format("{} can be read by one rank only", origin->name()), {},
                  "give files that all ranks can open");
    out.push_back({origin->name(), extent->size, extent->seekable});
  }
  return out;
}

// All ranks must see what rank 0 sees.
void check_same(Ranks& ranks, const std::vector<FileFacts>& mine) {
  const std::vector<std::string> all = ranks.gather(packed(mine));
  for (std::size_t r = 1; r < all.size(); ++r) {
    std::vector<FileFacts> here, there;
    unpack(all[0], here), unpack(all[r], there);
    if (here == there) continue;
    const std::size_t k = static_cast<std::size_t>(std::ranges::mismatch(here, there).in1 - here.begin());
    const bool both = k < here.size() && k < there.size();
    throw AgreedError(
        ErrorKind::data,
        both ? fmt::format("rank {} sees {} with {} bytes, rank 0 sees {} with {}", r, there[k].name,
                           there[k].size, here[k].name, here[k].size)
             : fmt::format("rank {} sees {} files, rank 0 sees {}", r, there.size(), here.size()),
        {}, "all ranks need the same files: put them where every machine sees them");
  }
}

std::uint64_t cut(std::uint64_t total, std::size_t rank, std::size_t n) {
  return total / n * rank + total % n * rank / n;
}

// The bytes of the files that rank r is to read, before records are looked at. Files are divided at multiples
// of what is read at a time, so that batches are those of a single reader.
std::vector<OriginRange> nominal(const std::vector<FileFacts>& files, std::size_t r, std::size_t n,
                                 std::uint64_t batch) {
  std::uint64_t total = 0, start = 0;
  for (const FileFacts& file : files) total += file.size;
  const std::uint64_t begin = cut(total, r, n), end = cut(total, r + 1, n);
  std::vector<OriginRange> out;
  for (std::size_t k = 0; k < files.size(); ++k) {
    const std::uint64_t stop = start + files[k].size;
    const bool starts_here = start >= begin && (start < end || (r + 1 == n && start == end));
    if (files[k].seekable && begin < stop && end > start) {
      const std::uint64_t first = (std::max(begin, start) - start) / batch * batch;
      const std::uint64_t last = end < stop ? (end - start) / batch * batch : files[k].size;
      if (first < last) out.push_back({k, first, last});
    } else if (starts_here && (!files[k].seekable || files[k].size == 0)) {
      out.push_back({k, 0, files[k].size});
    }
    start = stop;
  }
  return out;
}

// What a piece says to who comes after it.
struct Scan {
  std::size_t origin = 0;
  std::vector<std::uint8_t> state_after;  // for each state it may begin in
  std::size_t n_lines = 0;
  bool begins_with_lf = false, ends_with_cr = false;

  template <class Wire>
  void carry(Wire& wire) {
    wire(origin, state_after, n_lines, begins_with_lf, ends_with_cr);
  }
};

// Where the first record of a piece begins.
struct Border {
  std::size_t origin = 0;
  std::uint64_t at = OriginRange::kToTheEnd;  // none

  template <class Wire>
  void carry(Wire& wire) {
    wire(origin, at);
  }
};

// One piece of one file on this rank.
class PieceReader {
 public:
  PieceReader(const std::vector<std::unique_ptr<Origin>>& origins, const OriginRange& piece,
              const SharedFormat& format)
      : origin_(*origins[piece.origin]), piece_(piece) {
    const auto same = [&](std::string_view) { return format.format; };
    head_ = open_file(origin_, true, same, format.options, format.first).head;
  }

  Scan scan() const {
    const RecordFormat& records = *head_.records;
    Scan out{piece_.origin, {}, 0, false, false};
    for (std::uint8_t state = 0; state < records.n_states(); ++state) out.state_after.push_back(state);
    if (piece_.begin <= head_.size)
      std::ranges::fill(out.state_after, RecordFormat::kAtRecord);  // whatever there was: the head ends here
    std::uint64_t at = piece_.begin;
    each_block(at, piece_.end, [&](std::string_view block) {
      if (at == piece_.begin) out.begins_with_lf = block.front() == '\n';
      out.n_lines += count_line_ends(block);
      if (out.ends_with_cr && block.front() == '\n' && at > piece_.begin) --out.n_lines;
      out.ends_with_cr = block.back() == '\r';
      const std::size_t in_head =
          std::min<std::uint64_t>(block.size(), head_.size - std::min<std::uint64_t>(head_.size, at));
      advance(block.substr(in_head), out.state_after);
      at += block.size();
    });
    return out;
  }

  // The first record, and the number of its line when that of the piece's first byte is `line`.
  std::uint64_t border(std::uint8_t state, std::size_t& line, bool after_cr) const {
    const std::uint64_t begin = std::max<std::uint64_t>(piece_.begin, head_.size);
    for (std::uint64_t size = 1 << 16;; size *= 2) {
      const std::string bytes = read(piece_.begin, std::max(begin, piece_.begin) - piece_.begin + size);
      const std::string_view after_head = std::string_view(bytes).substr(
          static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), begin - piece_.begin)));
      const std::size_t first = head_.records->first_record(state, after_head);
      const bool whole = begin + size >= piece_.end + 2;
      if (first == RecordFormat::kNone && !whole) continue;
      if (first == RecordFormat::kNone || begin + first >= piece_.end) return OriginRange::kToTheEnd;
      const std::string_view before =
          std::string_view(bytes).substr(0, static_cast<std::size_t>(begin + first - piece_.begin));
      line += count_line_ends(before);
      if (after_cr && before.starts_with('\n')) --line;
      return begin + first;
    }
  }

 private:
  // States that have become one stay one: each is looked at once.
  void advance(std::string_view bytes, std::vector<std::uint8_t>& states) const {
    if (bytes.empty()) return;
    std::vector<std::optional<std::uint8_t>> known(states.size());
    for (std::uint8_t& state : states) {
      if (!known[state]) known[state] = head_.records->state_after(state, bytes);
      state = *known[state];
    }
  }

  std::string read(std::uint64_t begin, std::uint64_t size) const {
    std::string out(static_cast<std::size_t>(size), '\0');
    out.resize(read_fully(*origin_.open_at(begin), out.data(), out.size()));
    return out;
  }

  template <class Take>
  void each_block(std::uint64_t begin, std::uint64_t end, const Take& take) const {
    const auto bytes = origin_.open_at(begin);
    std::string block(kBlock, '\0');
    while (begin < end) {
      const std::size_t n = read_fully(
          *bytes, block.data(), static_cast<std::size_t>(std::min<std::uint64_t>(kBlock, end - begin)));
      if (n == 0) return;
      take(std::string_view(block).substr(0, n));
      begin += n;
    }
  }

  Origin& origin_;
  OriginRange piece_;
  Head head_;
};

// What the pieces before this one in its file make of its beginning.
struct Before {
  std::uint8_t state = RecordFormat::kAtRecord;
  std::size_t line = 1;
  bool after_cr = false;

  void pass(const Scan& scan) {
    if (state < scan.state_after.size()) state = scan.state_after[state];
    line += scan.n_lines;
    if (after_cr && scan.begins_with_lf) --line;
    after_cr = scan.ends_with_cr;
  }
};

// The steps that lead from bytes to the records of one rank; what each step finds, all ranks have to know
// before the next.
class Division {
 public:
  Division(const std::vector<std::unique_ptr<Origin>>& origins, const SharedFormat& format,
           const std::vector<FileFacts>& files, std::size_t rank, std::size_t n)
      : origins_(&origins),
        format_(&format),
        files_(&files),
        rank_(rank),
        pieces_(nominal(files, rank, n, format.options.batch_bytes)) {}

  std::vector<Scan> scan() {
    std::vector<Scan> out;
    for (const OriginRange& piece : pieces_) {
      const bool divided = piece.begin > 0 || piece.end < (*files_)[piece.origin].size;
      auto& reader = readers_.emplace_back();  // a file that is read whole needs none
      if (divided) reader.emplace(*origins_, piece, *format_);
      out.push_back(divided ? reader->scan() : Scan{piece.origin, {}, 0, false, false});
    }
    return out;
  }

  std::vector<Border> find_borders(const std::vector<std::vector<Scan>>& scans) {
    std::vector<Border> out;
    for (std::size_t k = 0; k < pieces_.size(); ++k) out.push_back(border_of(k, scans));
    return out;
  }

  std::vector<OriginRange> pieces(const std::vector<std::vector<Border>>& borders) const {
    std::vector<OriginRange> out;
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      const Border& border = borders[rank_][k];
      if (border.at == OriginRange::kToTheEnd) continue;  // all of it belongs to a record that begins before
      out.push_back({border.origin, border.at, end_of(border, borders), pieces_[k].first_line});
    }
    return out;
  }

 private:
  Border border_of(std::size_t k, const std::vector<std::vector<Scan>>& scans) {
    OriginRange& piece = pieces_[k];
    if (piece.begin == 0) return {piece.origin, 0};
    Before before;
    for (std::size_t r = 0; r < rank_; ++r) {
      for (const Scan& scan : scans[r]) {
        if (scan.origin == piece.origin) before.pass(scan);
      }
    }
    piece.first_line = before.line;
    return {piece.origin, readers_[k]->border(before.state, piece.first_line, before.after_cr)};
  }

  // Where the next piece of the file begins.
  static std::uint64_t end_of(const Border& border, const std::vector<std::vector<Border>>& borders) {
    std::uint64_t out = OriginRange::kToTheEnd;
    for (const std::vector<Border>& theirs : borders) {
      for (const Border& other : theirs) {
        if (other.origin == border.origin && other.at > border.at) out = std::min(out, other.at);
      }
    }
    return out;
  }

  const std::vector<std::unique_ptr<Origin>>* origins_;
  const SharedFormat* format_;
  const std::vector<FileFacts>* files_;
  std::size_t rank_;
  std::vector<OriginRange> pieces_;  // of this rank, by bytes
  std::vector<std::optional<PieceReader>> readers_;
};

template <class T, class Find>
std::vector<std::vector<T>> told_by_all(Ranks& ranks, const Find& find) {
  std::vector<std::vector<T>> out;
  for (const std::string& bytes : ranks.gather(packed(failing_together(ranks, find))))
    unpack(bytes, out.emplace_back());
  return out;
}

std::vector<FileFacts> facts_of(const std::vector<std::unique_ptr<Origin>>& origins,
                                const SharedFormat& format) {
  std::vector<FileFacts> out = facts_of(origins);
  for (FileFacts& each : out) each.seekable = each.seekable && format.first->records->n_states() > 0;
  return out;
}

}  // namespace

std::vector<OriginRange> share_of(Ranks& ranks, const std::vector<std::unique_ptr<Origin>>& origins,
                                  const SharedFormat& format) {
  const std::vector<FileFacts> files = failing_together(ranks, [&] { return facts_of(origins, format); });
  check_same(ranks, files);
  Division mine(origins, format, files, ranks.rank(), ranks.size());
  const auto scans = told_by_all<Scan>(ranks, [&] { return mine.scan(); });
  return mine.pieces(told_by_all<Border>(ranks, [&] { return mine.find_borders(scans); }));
}

std::vector<std::vector<OriginRange>> shares_of(const std::vector<std::unique_ptr<Origin>>& origins,
                                                const SharedFormat& format, std::uint64_t bytes) {
  const std::vector<FileFacts> files = facts_of(origins, format);
  std::uint64_t total = 0;
  for (const FileFacts& each : files) total += each.size;
  const auto n = static_cast<std::size_t>(total / bytes + 1);
  std::vector<Division> all;
  std::vector<std::vector<Scan>> scans;
  std::vector<std::vector<Border>> borders;
  std::vector<std::vector<OriginRange>> out;
  all.reserve(n), scans.reserve(n), borders.reserve(n), out.reserve(n);
  for (std::size_t r = 0; r < n; ++r) scans.push_back(all.emplace_back(origins, format, files, r, n).scan());
  for (Division& each : all) borders.push_back(each.find_borders(scans));
  for (const Division& each : all) out.push_back(each.pieces(borders));
  return out;
}

std::vector<OriginRange> share_of(Ranks& ranks, const Documents& documents) {
  std::vector<FileFacts> names;
  std::uint64_t total = 0;
  for (const DocumentRun& run : documents.runs) {
    std::uint64_t hash = 0;
    for (const std::string& file : run.files) hash = XXH3_64bits_withSeed(file.data(), file.size(), hash);
    const std::string first = run.files.empty() ? run.origin[0]->name() : run.files[0];
    names.push_back({fmt::format("{} and so on ({:016x})", first, hash), run.size(), false});
    total += run.size();
  }
  check_same(ranks, names);
  if (!documents.pipes.empty())
    ranks.fail(Error(ErrorKind::usage,
                     fmt::format("{} can be read by one rank only", documents.pipes.begin()->first), {},
                     "give files that all ranks can open"));
  return {{0, cut(total, ranks.rank(), ranks.size()), cut(total, ranks.rank() + 1, ranks.size())}};
}

}  // namespace priory
