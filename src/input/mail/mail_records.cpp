// SPDX-License-Identifier: Apache-2.0
// Mails as rows: a file that is one, or an mbox, where each begins with a line `From ...` after a blank line.
// In an mbox a line of the body that would look so has a `>` before it, which is taken off.
#include <filesystem>

#include "core/utf8.h"
#include "input/detect.h"
#include "input/formats/text_columns.h"
#include "input/lines.h"
#include "input/mail/mail.h"
#include "input/record_format.h"

namespace priory {
namespace {

struct MailShape {
  std::string label;
  bool headers = false, file = false;
  bool maybe_several = false;  // of a file: it may turn out to be an mbox
};

void add_mail(std::string_view bytes, std::string_view record, std::size_t line, std::string_view file,
              const MailShape& shape, Records& rows) {
  Mail mail = parse_mail(bytes, shape.headers);
  rows.n_bad_mails += mail.broken;
  const std::size_t first_cell = rows.cells.size();
  TextRow row(rows, record, line);
  shape.label.empty() ? row.add_missing() : row.add(shape.label);
  row.add(rows.keep(std::move(mail.text)));
  if (shape.headers) row.add(rows.keep(std::move(mail.headers)));
  if (shape.file) row.add(file);
  row.end();
  if (!is_utf8(shape.label) || !is_utf8(file)) repair_cells(rows, first_cell);
}

// Where the first mail after the beginning begins; the size when there is none.
std::size_t next_mail(std::string_view bytes, std::size_t at) {
  for (at = bytes.find("\nFrom ", at); at != std::string_view::npos; at = bytes.find("\nFrom ", at + 1)) {
    const std::string_view before = bytes.substr(0, at);
    const bool blank = before.ends_with('\n') || before.ends_with("\n\r");
    if (blank && is_mbox_line(bytes.substr(at + 1, bytes.find('\n', at + 1) - at - 1))) return at + 1;
  }
  return bytes.size();
}

// mboxrd: of the quotes before `From ` one is taken off.
std::string unquoted(std::string_view mail) {
  std::string out;
  while (!mail.empty()) {
    const std::size_t end = std::min(mail.find('\n'), mail.size() - 1) + 1;
    std::string_view line = mail.substr(0, end);
    const std::size_t quotes = line.find_first_not_of('>');
    if (quotes != std::string_view::npos && quotes > 0 && line.substr(quotes).starts_with("From "))
      line.remove_prefix(1);
    out += line;
    mail.remove_prefix(end);
  }
  return out;
}

class Mbox : public RecordFormat {
 public:
  explicit Mbox(MailShape shape) : shape_(std::move(shape)) {}

  // A mail is whole when the next one has begun, with a line that has ended.
  std::size_t whole_records(std::string_view bytes) const override {
    const std::string_view lines = bytes.substr(0, whole_lines(bytes));
    std::size_t last = 0;
    for (std::size_t at = next_mail(lines, 0); at < lines.size(); at = next_mail(lines, at)) last = at;
    return last;
  }

  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    std::size_t line = first_line;
    while (!bytes.empty()) {
      const std::size_t end = next_mail(bytes, 0);
      add(bytes.substr(0, end), line, rows);
      line += count_line_ends(bytes.substr(0, end));
      bytes.remove_prefix(end);
    }
  }

 private:
  void add(std::string_view mail, std::size_t line, Records& rows) const {
    if (trim_lines(mail).empty()) return;
    const std::string_view file = rows.keep(repaired_utf8(rows.file) + ":" + std::to_string(line));
    const bool quoted = mail.find(">From ") != std::string_view::npos;
    add_mail(quoted ? std::string_view(rows.keep(unquoted(mail))) : mail, mail, line, file, shape_, rows);
  }

  static std::string_view trim_lines(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  }

  MailShape shape_;
};

// One mail; or several, where nobody has said that it is one: mail programs give their mboxes no ending.
class MailFile : public RecordFormat {
 public:
  explicit MailFile(MailShape shape) : shape_(std::move(shape)), mbox_(shape_) {}

  std::size_t whole_records(std::string_view) const override { return 0; }

  void parse(std::string_view bytes, std::size_t first_line, Records& rows) const override {
    const bool several = shape_.maybe_several && is_mbox_line(bytes.substr(0, bytes.find('\n'))) &&
                         next_mail(bytes, 0) < bytes.size();
    if (several) return mbox_.parse(bytes, first_line, rows);
    add_mail(bytes, bytes, first_line, rows.file, shape_, rows);
  }

 private:
  MailShape shape_;
  Mbox mbox_;
};

// The class of an mbox that was named by itself: its name without the ending.
std::string label_of(const std::string& file) {
  if (file == "-" || file == "standard input") return {};
  const std::string name = std::filesystem::path(file).filename().native();
  std::string_view out = unpacked_name(name);
  if (format_of_name(out) == Format::mbox) out.remove_suffix(std::string_view(".mbox").size());
  return std::string(out);
}

template <class Records>
std::optional<Head> mail_head(Format format, const Opening& opening, std::string label) {
  need_mail_library();
  const TextColumns columns = document_columns(format, opening.options);
  Head head;
  head.columns = columns.declare(opening.options);
  const bool file = head.columns.back().kind == DeclaredColumn::Kind::name;
  const bool detected = opening.options.format == Format::detect;
  head.records = std::make_shared<Records>(MailShape{std::move(label), columns.headers, file, detected});
  return head;
}

}  // namespace

std::optional<Head> read_mail_head(const Opening& opening) {
  return mail_head<MailFile>(Format::mail, opening, std::string(opening.label));
}

std::optional<Head> read_mbox_head(const Opening& opening) {
  return mail_head<Mbox>(Format::mbox, opening,
                         opening.label.empty() ? label_of(opening.file) : std::string(opening.label));
}

}  // namespace priory
