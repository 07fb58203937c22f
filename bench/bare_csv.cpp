// SPDX-License-Identifier: Apache-2.0
// The least that a program must do to learn from a table of numbers: bare_csv FILE reads each number of a CSV
// file whose first column is the class and adds it and its square up by class. No quotes, nothing missing.
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: bare_csv FILE\n"), 2;
  std::ifstream file(argv[1], std::ios::binary | std::ios::ate);
  std::string text(static_cast<std::size_t>(file.tellg()), '\0');
  file.seekg(0);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  std::map<std::string_view, std::vector<double>> sums;
  const char *at = text.data() + text.find('\n') + 1, *const end = text.data() + text.size();
  while (at < end) {
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    std::vector<double>& sum = sums[rest.substr(0, rest.find(','))];
    at += rest.find(',') + 1;
    for (std::size_t j = 0; at[-1] != '\n'; j += 2) {
      if (j == sum.size()) sum.resize(j + 2);
      double x = 0;
      at = std::from_chars(at, end, x).ptr + 1;
      sum[j] += x, sum[j + 1] += x * x;
    }
  }
  for (const auto& [name, sum] : sums) std::printf("%zu\n", sum.size() + name.size());
}
