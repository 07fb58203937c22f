// SPDX-License-Identifier: Apache-2.0
#include "input/documents.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "priory/error.h"

#include "input/detect.h"
#include "input/folders.h"
#include "input/mail/mail.h"

namespace priory {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLookedAt = 4;  // files of a class
constexpr std::size_t kLook = 1 << 12;

std::string head_of(Bytes& bytes) {
  std::string out(kLook, '\0');
  out.resize(read_fully(bytes, out.data(), out.size()));
  return out;
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, text.find('\n'));
}

class DocumentsOpener {
 public:
  DocumentsOpener(const std::vector<std::string>& paths, const ReadOptions& options)
      : paths_(paths), options_(options) {}

  Documents open() {
    check_apart(paths_);
    for (const std::string& path : paths_) is_directory(path) ? add_folders(path) : add_single(path);
    look_into_folders();
    documents_.format = items_[0].format;
    options_.mail_headers = options_.mail_headers && holds_mail();
    for (const Item& item : items_) add_runs(item);
    documents_.columns = documents_.runs[0].head.columns;
    return std::move(documents_);
  }

 private:
  struct Item {
    std::string path;  // of a file; empty: a directory
    Folder folder;
    Format format;
  };

  void add_folders(const std::string& path) {
    if (options_.format != Format::detect && !is_document(options_.format))
      throw Error(ErrorKind::usage, path + " is a directory: its files are texts or mails", {},
                  "leave ‹input-format› out, or say text, mail or mbox; tables are named file by file");
    Folders found = list_folders(path, paths_.size() == 1);
    for (Folder& folder : found.classes) {
      if (folder.files.empty()) documents_.notes.push_back(folder.path + " holds no files");
      documents_.special.insert(folder.special.begin(), folder.special.end());
      items_.push_back({"", std::move(folder), Format::detect});
    }
    documents_.special.insert(found.beside.special.begin(), found.beside.special.end());
    if (found.classes.empty() && !found.beside.files.empty())
      documents_.notes.push_back(path + " holds mboxes: each is a class");
    for (const std::string& file : found.beside.files) add_single(file);
  }

  void add_single(const std::string& path) {
    const bool special = documents_.special.contains(path);  // told when it is read
    const Format format = special ? Format::text : format_of_file(path);
    items_.push_back({path, {}, format});
  }

  // A file beside directories, or with an ending of mail.
  Format format_of_file(const std::string& path) {
    const auto bytes = origin_of(path)->open(true);  // is it there?
    if (options_.format != Format::detect) return options_.format;
    Format named = format_of_name(path);
    if (named == Format::detect) named = format_of_bytes(head_of(*bytes));
    if (is_document(named)) return named;
    if (format_of_name(path) == Format::detect) return Format::text;
    throw Error(ErrorKind::usage, fmt::format("{} is a table, and {} is not", path, other_than(path)), {},
                "files read as one table need one format");
  }

  std::shared_ptr<Origin> origin_of(const std::string& path) {
    std::error_code error;
    const auto type = path == "-" ? fs::file_type::fifo : fs::status(path, error).type();
    if (type == fs::file_type::regular || type == fs::file_type::not_found) return file_origin(path);
    auto& pipe = documents_.pipes[path];
    if (!pipe) pipe = file_origin(path);
    return pipe;
  }

  std::string other_than(const std::string& path) const {
    return *std::find_if(paths_.begin(), paths_.end(), [&](const std::string& each) { return each != path; });
  }

  // One format for all directories, so that classes do not differ by how they were read.
  void look_into_folders() {
    const auto is_folder = [](const Item& item) { return item.path.empty(); };
    if (std::none_of(items_.begin(), items_.end(), is_folder)) return;
    const Format format = options_.format != Format::detect ? options_.format : decide_by_looking();
    for (Item& item : items_) {
      if (is_folder(item)) item.format = format;
    }
  }

  Format decide_by_looking() {
    std::size_t n_mails = 0, n_files = 0, n_maildirs = 0, n_folders = 0;
    for (const Item& item : items_) {
      if (!item.path.empty()) continue;
      ++n_folders, n_maildirs += item.folder.maildir;
      for (std::size_t k = 0; k < std::min(kLookedAt, item.folder.files.size()); ++k)
        ++n_files, n_mails += is_mail(item.folder.files[k]);
    }
    if (n_files == 0)
      throw Error(ErrorKind::data, "there are no files in " + paths_[0], {}, "hidden files are left out");
    if (n_maildirs == n_folders) return Format::mail;
    if (2 * n_mails < n_files) return Format::text;
    documents_.notes.push_back(fmt::format(
        "read as mail: {} of {} files looked at have the headers of one; ‹input-format› text would "
        "read them as they are",
        n_mails, n_files));
    return Format::mail;
  }

  bool is_mail(const std::string& path) const {
    if (documents_.special.contains(path)) return false;
    const Format named = format_of_name(path);
    if (is_document(named)) return true;
    if (named != Format::detect)
      throw Error(ErrorKind::usage, fmt::format("{} is a table in a directory", path), {},
                  "name the files of a table one by one; ‹input-format› text reads each file as a text");
    try {
      return is_document(format_of_bytes(head_of(*file_origin(path)->open(false))));
    } catch (const Error&) {
      return false;  // it is told when the file is read
    }
  }

  void add_runs(const Item& item) {
    if (!item.path.empty()) return add_file(item.path, "", item.format);
    for (const std::string& file : item.folder.files) {
      const Format format = format_inside(item, file);
      const bool stream = format == Format::mail && is_large_mbox(file);
      add_file(file, item.folder.label, stream ? Format::mbox : format);
    }
  }

  // What ends as mail is mail, whatever is beside it; unless all were said to be texts.
  Format format_inside(const Item& item, const std::string& file) const {
    const Format named = format_of_name(file);
    if (item.format == Format::mail && named == Format::mbox) return named;
    return options_.format == Format::detect && is_document(named) ? named : item.format;
  }

  bool holds_mail() const {
    return std::any_of(items_.begin(), items_.end(), [&](const Item& item) {
      if (!item.path.empty()) return item.format != Format::text;
      return std::any_of(item.folder.files.begin(), item.folder.files.end(),
                         [&](const std::string& file) { return format_inside(item, file) != Format::text; });
    });
  }

  // A small mbox that is not called so is cut into mails by who reads it, one like this is better not held in
  // memory.
  bool is_large_mbox(const std::string& file) const {
    std::error_code error;
    if (options_.format != Format::detect || documents_.special.contains(file)) return false;
    if (fs::file_size(file, error) <= kLargestMail || error) return false;
    return is_mbox_line(first_line(head_of(*file_origin(file)->open(false))));
  }

  void add_file(const std::string& path, const std::string& label, Format format) {
    const bool mbox = format == Format::mbox;
    const bool named = !label.empty() || (mbox && path != "-");
    if (!named && documents_.unlabelled.empty())
      documents_.unlabelled = path == "-" ? "standard input" : path;
    if (mbox || documents_.runs.empty() || !documents_.runs.back().origin.empty() || label_ != label ||
        format_ != format) {
      DocumentRun run;
      const Opening opening{"", true, path, options_, nullptr, label};
      run.head = *read_head(format, opening);
      documents_.runs.push_back(std::move(run));
      label_ = label, format_ = format;
      if (mbox) return documents_.runs.back().origin.push_back(labelled(origin_of(path), label));
    }
    documents_.runs.back().files.push_back(path);
  }

  const std::vector<std::string>& paths_;
  ReadOptions options_;
  std::vector<Item> items_;
  std::string label_;
  Format format_ = Format::detect;
  Documents documents_;
};

}  // namespace

std::unique_ptr<Bytes> Documents::open(const std::string& file, bool again) const {
  if (special.contains(file))
    throw Error(ErrorKind::io, "cannot read " + file + ": it is a FIFO, a socket or a device");
  const auto pipe = pipes.find(file);
  return pipe == pipes.end() ? file_origin(file)->open(again) : pipe->second->open(again);
}

bool are_documents(const std::vector<std::string>& paths, const ReadOptions& options) {
  if (options.format != Format::detect && is_document(options.format)) return true;
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    return is_directory(path) || (options.format == Format::detect && is_document(format_of_name(path)));
  });
}

Documents open_documents(const std::vector<std::string>& paths, const ReadOptions& options) {
  return DocumentsOpener(paths, options).open();
}

}  // namespace priory
