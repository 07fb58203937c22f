// SPDX-License-Identifier: Apache-2.0
// Rows as models see them, and where they come from. Most callers need none of it: Table and Rows (table.h,
// rows.h) go wherever rows go. It is for callers that write a source of rows of their own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "priory/error.h"

#pragma GCC visibility push(default)

namespace priory {

// Strings and their codes: the values of a column, the words of a text, the classes.
// Invariant: codes are 0, 1, 2, ... in the order of insertion and never change; the bytes of a string stay
// where they are, so views remain valid while the dictionary lives. Many readers or one writer at a time.
// A dictionary over sorted strings of a mapped file builds nothing until it is inserted into or all its
// strings are asked for, and copies of it share them.

class Slices;
class SortedStrings;
struct WordKey;
class WordTable;

class Dictionary {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFF;

  Dictionary();
  explicit Dictionary(std::shared_ptr<const SortedStrings> sorted);
  Dictionary(const Dictionary& other);
  Dictionary(Dictionary&& other) noexcept;
  Dictionary& operator=(Dictionary other) noexcept;
  ~Dictionary();

  std::uint32_t insert(std::string_view text);      // the code of `text`, new or old
  std::uint32_t find(std::string_view text) const;  // its code, or kAbsent
  // Many at once, which is faster than one by one: while one is looked up the memory of the next is on its
  // way. From the beginning of each text kReadable bytes must be readable, whatever its size.
  static constexpr std::size_t kReadable = 16;
  void insert_all(const Slices& texts, std::vector<std::uint32_t>& codes);         // appended
  std::vector<std::uint32_t> insert_all(std::span<const std::string_view> texts);  // any; their codes
  // The same with strings of another one: all of them, or those of some codes. Returns their codes here.
  std::vector<std::uint32_t> insert_all(const Dictionary& other);
  std::vector<std::uint32_t> insert_all(const Dictionary& other, std::span<const std::uint32_t> codes);

  // The codes of many at once, kAbsent of those that are not there; `codes` is written over. The texts are as
  // for insert_all.
  void find_all(const Slices& texts, std::vector<std::uint32_t>& codes) const;

  void reserve(std::size_t size);  // room for so many in all

  // Differs between any two dictionaries that are not moved into each other: callers that keep a translation
  // of the codes of a growing dictionary knows by it whether this is still the same one.
  std::uint64_t identity() const { return identity_; }

  std::size_t size() const { return sorted_ ? sorted_size() : views_.size(); }
  bool empty() const { return size() == 0; }
  std::string_view operator[](std::size_t code) const { return sorted_ ? sorted(code) : views_[code]; }
  const std::vector<std::string_view>& strings() const;

  // Before many look-ups: those in sorted strings are by halving until this was called. Any number of threads
  // may.
  void index() const;

  // The codes in code point order of their strings (for UTF-8 that is the order of the bytes).
  std::vector<std::uint32_t> sorted_codes() const;
  // These strings alone; the codes are in that order. Builds nothing that look-ups would need where they are
  // many.
  Dictionary sorted_subset(std::span<const std::uint32_t> codes) const;

 private:
  void swap(Dictionary& other) noexcept;
  std::string_view keep(std::string_view text);
  std::uint32_t enter(std::string_view text, const WordKey& key, std::uint64_t hash);
  void make_room(std::size_t n_more);
  template <class Texts, class KeyOf>
  void insert_texts(const Texts& texts, const KeyOf& key_of, std::vector<std::uint32_t>& codes);
  std::size_t sorted_size() const;
  std::string_view sorted(std::size_t code) const;
  void own();

  std::uint64_t identity_;
  std::vector<std::string_view> views_;
  std::unique_ptr<WordTable> table_;  // null: empty
  std::vector<std::unique_ptr<char[]>> arena_;
  std::size_t arena_used_ = 0;
  std::size_t arena_size_ = 0;
  std::shared_ptr<const SortedStrings>
      sorted_;  // all the strings there are, or null and they are in the members
  std::shared_ptr<const SortedStrings> viewed_;  // what they were before: views of them stay valid
};

// Numbers of a column: a view of the caller's memory, or a vector of its own that is filled one by one. It
// reads as a span and fills as a vector. Reading never copies; a borrowed one is copied before anything in it
// changes. A copy owns its numbers, so that it may outlive what was borrowed.

template <class T>
class MaybeOwned {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using const_iterator = const T*;
  using iterator = const T*;

  MaybeOwned() = default;
  explicit MaybeOwned(std::vector<T> values) : own_(std::move(values)) { show_own(); }
  MaybeOwned(std::initializer_list<T> values) : own_(values) { show_own(); }
  MaybeOwned(const MaybeOwned& other) : own_(other.begin(), other.end()) { show_own(); }
  MaybeOwned(MaybeOwned&& other) noexcept { take(other); }
  MaybeOwned& operator=(const MaybeOwned& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  MaybeOwned& operator=(MaybeOwned&& other) noexcept {
    if (this != &other) take(other);
    return *this;
  }
  MaybeOwned& operator=(std::vector<T> values) {
    own_ = std::move(values), show_own();
    return *this;
  }
  MaybeOwned& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }
  ~MaybeOwned() = default;

  // The values stay the caller's, and must live while they are read here.
  void borrow(std::span<const T> values) { data_ = values.data(), size_ = values.size(); }
  bool borrowed() const { return data_ != own_.data(); }

  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  const T& back() const { return data_[size_ - 1]; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::span<const T> view() const { return {data_, size_}; }
  // NOLINTNEXTLINE(google-explicit-constructor): it reads as a span
  operator std::span<const T>() const { return view(); }
  bool operator==(const MaybeOwned& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }
  bool operator==(const std::vector<T>& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

  // What follows makes the values its own first.
  std::span<T> writable() { return own(), std::span<T>(own_); }
  void push_back(T value) { own(), own_.push_back(value), show_own(); }
  void resize(std::size_t size, T value = {}) { own(), own_.resize(size, value), show_own(); }
  void reserve(std::size_t size) { own(), own_.reserve(size), show_own(); }
  template <class From>
  void insert(const T* at, From first, From last) {
    const auto place = at - data_;
    own(), own_.insert(own_.begin() + place, first, last), show_own();
  }
  template <class Edit>
  void edit(const Edit& change) {  // change(the vector)
    own(), change(own_), show_own();
  }
  void clear() { own_.clear(), show_own(); }
  void assign(std::size_t size, T value) { own_.assign(size, value), show_own(); }
  template <std::input_iterator From>
  void assign(From first, From last) {
    own_.assign(first, last), show_own();
  }

 private:
  void show_own() { data_ = own_.data(), size_ = own_.size(); }
  void own() {
    if (borrowed()) own_.assign(data_, data_ + size_), show_own();
  }
  void take(MaybeOwned& other) {
    const bool lent = other.borrowed();
    own_ = std::move(other.own_);
    if (lent)
      data_ = other.data_, size_ = other.size_;
    else
      show_own();
    other.own_.clear(), other.show_own();
  }

  std::vector<T> own_;
  const T* data_ = own_.data();
  std::size_t size_ = 0;
};

// A chunk: some hundred rows, column by column, as the families see them. Cells are real numbers, codes of
// values or bags of words; a missing cell is marked. A chunk holds no model: the codes of a column refer to
// the dictionary beside it, which belongs to the decoder that made the chunk and only ever grows.

constexpr std::uint32_t kMissingCode = Dictionary::kAbsent;
constexpr double kMissingReal = std::numeric_limits<double>::quiet_NaN();

// What the cells of a column are.
enum class CellKind { reals, codes, bag };
template <>
inline constexpr std::array kNames<CellKind> = std::to_array<std::string_view>({"reals", "codes", "bag"});

// The numbers a column can hold: low <= x <= high, or low < x < high where the ends are open. Checked where
// the cells are read, so that a message can name the place.
struct Domain {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool whole = false;  // whole numbers only
  bool open = false;
  bool wraps = false;  // angles: x and x + (high - low) are the same, and any number is taken

  bool contains(double x) const {  // NaN is in none
    const bool inside = wraps || (open ? x > low && x < high : x >= low && x <= high);
    return inside && x == x && (!whole || x == std::trunc(x));
  }
};

// Neighbouring intervals of numbers. Bin k holds x from borders[k] up to, and without, borders[k + 1]; what
// is below all borders belongs to the first bin, what is above them to the last.
struct Bins {
  std::vector<double> borders;        // finite and ascending, one more than there are bins; empty: no bins
  std::vector<std::uint32_t> joined;  // where some are one: the first bin of each joined one; empty: none are

  std::size_t size() const { return borders.empty() ? 0 : borders.size() - 1; }
  std::uint32_t find(double x) const;       // the bin of a number, which is not NaN
  std::string label(std::size_t k) const;   // "<3", "[3, 5)", ">=5"
  std::vector<std::string> labels() const;  // one a bin, no two the same
  Bins wider() const;                       // the joined ones as bins of their own
  bool sound() const;                       // whether borders and joined are what they are said to be
  bool operator==(const Bins&) const = default;
};

// What the parameters of a family are in one class: a number; a list of them, one for each value or column;
// or a table with a row and a column for each column, row by row.
enum class Form { number, list, table };

// The words of every row: row r holds entries [begin[r], begin[r + 1]). A word occurs at most once a row,
// with its count. Or, for readers that only count, words stand as often as they come
// and have no count.
struct Bag {
  std::vector<std::size_t> begin = {0};
  MaybeOwned<std::uint32_t> word;
  MaybeOwned<double> count;
  std::vector<bool> missing;  // one a row

  void clear();
  void end_row(bool is_missing);       // closes the row whose entries were pushed
  void keep_rows(std::size_t n_rows);  // and forget those after them
  bool in_sequence() const { return count.empty() && !word.empty(); }
  std::size_t n_rows() const { return begin.size() - 1; }
};

// The tokens of every row one after the other, as they are spelt: row r has those of [begin[r], begin[r +
// 1]).
struct TokenList {
  std::string bytes;
  std::vector<std::size_t> end;  // of each token, in `bytes`
  std::vector<std::size_t> begin = {0};

  void clear();
  void add(std::string_view token);
  void end_row() { begin.push_back(end.size()); }
  void keep_rows(std::size_t n_rows);  // and forget those after them
  std::string_view operator[](std::size_t k) const;
};

// Codes in little room, as rows kept in memory have them: a bit a row for two values, a byte for a few.
struct PackedCodes {
  static constexpr std::uint8_t kMissing = 0xFF;
  std::span<const std::uint64_t> ones;     // bit r: row r has the second of two values
  std::span<const std::uint64_t> present;  // bit r: row r is not missing; empty: none is
  std::span<const std::uint8_t> bytes;     // codes below kMissing
};

struct Column {
  CellKind kind = CellKind::reals;
  MaybeOwned<double> reals;         // NaN is missing
  MaybeOwned<std::uint32_t> codes;  // kMissingCode is missing
  PackedCodes packed;               // may stand in place of `codes`
  Bag bag;
  TokenList tokens;                        // of a text, where the reader is asked for them
  const Dictionary* dictionary = nullptr;  // of codes and of the words of the bag
  const Bins* bins = nullptr;              // that numbers are counted in, or that codes are of; null: none
};

// Why a row of a chunk has no cells, where bad rows are marked.
struct BadCells {
  std::size_t row = 0;
  Place place;
  std::string reason;
};

struct Chunk {
  std::size_t n_rows = 0;
  std::size_t first_row = 0;            // the number of its first row, where the source counts them
  std::vector<Column> columns;          // the features, in the order of the plan
  Column target;                        // codes; empty when the rows have no class
  std::vector<double> weight;           // one a row, multiples of 2^-24; empty: all 1
  std::vector<std::string> kept_names;  // columns passed through, and
  std::vector<std::string> kept;        // their cells, rows x kept columns
  std::vector<Place> places;            // one a row
  std::vector<BadCells> bad = {};       // rows without cells because they could not be read, in order

  double weight_of(std::size_t row) const { return weight.empty() ? 1.0 : weight[row]; }
};

// Where rows come from. A source hands out batches one after the other (cheap: bytes up to the border of a
// record, or a range of rows in memory); a decoder turns a batch into items (chunks of rows). The reading is
// serial and in order, the decoding is done by many threads, each with a decoder of its own.

class Ranks;

// A run of consecutive records as the source found them; what is in it, only the source's decoder knows.
struct Batch {
  virtual ~Batch() = default;
};

template <class Item>
class Decoder {
 public:
  virtual ~Decoder() = default;
  // Calls `take` with one item after the other; an item is valid during the call only.
  // A batch may give none, one or several.
  virtual void decode(const Batch& batch, const std::function<void(const Item&)>& take) = 0;
};

// How far a reading is. Bytes are those of the file, compressed or not.
struct Progress {
  enum class Unit { none, bytes, files } unit = Unit::none;  // none: the source can't tell
  std::uint64_t done = 0;
  std::optional<std::uint64_t> total = {};  // unknown for a pipe
};

template <class Item>
class Source {
 public:
  virtual ~Source() = default;
  virtual std::unique_ptr<Batch> next() = 0;  // null at the end
  virtual std::unique_ptr<Decoder<Item>> decoder() const = 0;
  // Who has the other items when these are a share of them; null: these are all there are.
  virtual Ranks* ranks() const { return nullptr; }
  virtual Progress progress() const { return {}; }  // of what next() has read
};

struct Chunk;

// Opens the rows from the start; called once for every reading.
using OpenChunks = std::function<std::unique_ptr<Source<Chunk>>()>;

// Called between batches by one thread at a time: shows progress, or throws to stop.
using Tick = std::function<void(const Progress&)>;

}  // namespace priory

#pragma GCC visibility pop
