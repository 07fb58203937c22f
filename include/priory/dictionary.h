// SPDX-License-Identifier: Apache-2.0
// Strings and their codes: the values of a column, the words of a text, the classes.
// Invariant: codes are 0, 1, 2, ... in the order of insertion and never change; the bytes of a string stay
// where they are, so views remain valid while the dictionary lives. Many readers or one writer at a time.
// A dictionary over sorted strings of a mapped file builds nothing until it is inserted into or all its
// strings are asked for, and copies of it share them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace priory {

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

  // Differs between any two dictionaries that are not moved into each other: who keeps a translation of the
  // codes of a growing dictionary knows by it whether this is still the same one.
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

}  // namespace priory
